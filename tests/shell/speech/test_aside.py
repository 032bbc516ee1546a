"""A speaker that hangs delays its callers only briefly, and each text is spoken exactly once."""

import threading

import pytest

from audiogames.shell.speech.aside import Aside, Patience
from audiogames.shell.speech.base import Speaker, SpeakerFailed
from audiogames.shell.speech.chain import RETRY_SECONDS, Chain, Source
from audiogames.shell.speech.recording import Record, RecordingSpeaker


class HangingSpeaker(RecordingSpeaker):
    """A recording speaker that hangs while `goes_on` is cleared."""

    def __init__(self):
        super().__init__("Reader", is_reader=True)
        self.goes_on = threading.Event()
        self.goes_on.set()

    def say(self, text, *, interrupt, lang):
        self.goes_on.wait()
        super().say(text, interrupt=interrupt, lang=lang)

    def alive(self):
        self.goes_on.wait()
        return super().alive()


class WaitingTime:
    """A waiting time for slow speakers: unlimited, or zero if `waits` is False."""

    def __init__(self):
        self.waits = True

    def wait(self, answer):
        return answer.wait(60 if self.waits else 0)


@pytest.fixture
def library():
    speaker = HangingSpeaker()
    yield speaker
    speaker.goes_on.set()


@pytest.fixture
def patience():
    return WaitingTime()


@pytest.fixture
def aside(library, patience):
    aside = Aside(library, patience)
    assert aside.alive()
    return aside


def say(speaker, text, *, interrupt=True):
    speaker.say(text, interrupt=interrupt, lang="it")


def hang(library, patience):
    library.goes_on.clear()
    patience.waits = False


def wait_for_all(aside):
    assert aside._last.done.wait(60)


def go_on(library, patience, aside):
    """Let the hanging speaker continue, and wait until it has handled all requests."""
    library.goes_on.set()
    patience.waits = True
    wait_for_all(aside)


def test_speaker_in_a_thread_receives_every_call(aside, library):
    speakers: list[Speaker] = [aside]
    say(aside, "uno")
    say(aside, "due", interrupt=False)
    assert (aside.name, aside.is_reader, aside.has_braille) == ("Reader", True, True)
    assert [aside.braille("7c") for aside in speakers] == [True]
    aside.silence()
    assert [one.kind for one in library.records] == ["say", "say", "braille", "silence"]
    aside.close()
    assert library.closed


def test_failure_of_a_speaker_in_its_thread_raises_in_the_caller(aside, library):
    library.failing = True
    with pytest.raises(SpeakerFailed, match="Reader"):
        say(aside, "uno")


def test_text_spoken_late_by_a_hanging_speaker_is_silenced_before_the_next(
    aside, library, patience
):
    hang(library, patience)
    with pytest.raises(SpeakerFailed):
        say(aside, "vecchia")
    go_on(library, patience, aside)
    say(aside, "nuova")
    assert [(one.kind, one.text) for one in library.records] == [
        ("say", "vecchia"), ("silence", ""), ("say", "nuova"),
    ]  # fmt: skip


def test_hanging_speaker_gets_no_further_texts(aside, library, patience):
    hang(library, patience)
    for text in ("uno", "due", "tre"):
        with pytest.raises(SpeakerFailed):
            say(aside, text)
    with pytest.raises(SpeakerFailed):
        aside.braille("7c")
    aside.silence()
    assert not aside.alive()
    go_on(library, patience, aside)
    assert library.said == ["uno"]
    assert library.records[-1] == Record("silence")


def test_availability_of_a_speaker_that_hung_is_checked_without_waiting(aside, library, patience):
    hang(library, patience)
    with pytest.raises(SpeakerFailed):
        say(aside, "uno")
    go_on(library, patience, aside)
    assert not aside.alive(), "asked for now, told the next time"
    wait_for_all(aside)
    assert aside.alive()


def test_speaker_chain_uses_the_next_speaker_until_the_hanging_speaker_recovers(library, patience):
    spare, aside = RecordingSpeaker("Voice"), Aside(library, patience)
    chain = Chain("auto", [Source("ao2", lambda: aside), Source("builtin", lambda: spare)])
    chain.refresh(0.0)
    say(chain, "uno")
    hang(library, patience)
    say(chain, "due")
    say(chain, "tre")
    assert (spare.said, chain.name) == (["due", "tre"], "Voice")
    go_on(library, patience, aside)
    for times in (1, 2):
        chain.refresh(times * RETRY_SECONDS)
        wait_for_all(aside)
    say(chain, "quattro")
    assert (chain.name, spare.said) == ("Reader", ["due", "tre"])
    kinds = [(one.kind, one.text) for one in library.records]
    assert kinds[:3] == [("say", "uno"), ("say", "due"), ("silence", "")]
    assert kinds[3:] == [("say", "quattro")]


class Clock:
    """A clock that advances only when `now` is changed."""

    now = 100.0

    def __call__(self):
        return self.now


class NoAnswer:
    """An answer that never arrives; a wait for it only advances the simulated clock."""

    def __init__(self, clock):
        self._clock = clock
        self.waited = []

    def wait(self, seconds):
        self.waited.append(round(seconds, 6))
        self._clock.now += seconds
        return False


def test_waiting_for_a_hanging_speaker_uses_a_time_budget_that_refills_slowly():
    clock = Clock()
    patience, answer = Patience(0.15, clock=clock), NoAnswer(clock)
    patience.wait(answer)
    patience.wait(answer)
    clock.now += 0.5
    patience.wait(answer)
    clock.now += 60
    patience.wait(answer)
    assert answer.waited == [0.15, 0.0, 0.1, 0.15]


def test_first_check_of_a_speaker_may_take_longer_than_later_checks():
    clock = Clock()
    patience, came = Patience(0.15, first=2.5, clock=clock), threading.Event()
    came.set()
    assert patience.wait(came)
    answer = NoAnswer(clock)
    patience.wait(answer)
    assert answer.waited == [0.15]
