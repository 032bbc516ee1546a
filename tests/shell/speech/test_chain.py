"""Tests of choosing a speaker, and of changing to another during speech without losing text."""

import pytest

from audiogames.shell.speech.base import NullSpeaker, Speaker, VoiceStyle
from audiogames.shell.speech.chain import PREFERENCES, RETRY_SECONDS, Chain, Source
from audiogames.shell.speech.recording import Record, RecordingSpeaker


class Line:
    """A simulated braille line, which records the texts written."""

    def __init__(self):
        self.connected = True
        self.written = []
        self.released = 0
        self.closed = False

    def refresh(self, now):
        return self.connected

    def write(self, text):
        self.written.append(text)
        return self.connected

    def release(self):
        self.released += 1

    def close(self):
        self.closed = True


class Cast:
    """Three recording speakers, and a function that builds a chain of them."""

    def __init__(self):
        self.ao2 = RecordingSpeaker("Reader", is_reader=True)
        self.prism = RecordingSpeaker("Prism", has_braille=False, is_reader=True)
        self.builtin = RecordingSpeaker("Voice", has_braille=False)
        self.line = Line()
        self.made = []
        self.changes = []

    def chain(self, preference="auto", *, line=None):
        names = ("ao2", "prism", "builtin")
        sources = [Source(name, lambda n=name: self.make(n), name == "ao2") for name in names]
        chain = Chain(
            preference, sources, line=line, on_change=lambda *names: self.changes.append(names)
        )
        chain.refresh(0.0)
        return chain

    def make(self, name):
        self.made.append(name)
        return getattr(self, name)


@pytest.fixture
def cast():
    return Cast()


def say(chain, text="ciao"):
    chain.say(text, interrupt=True, lang="it")


def test_simulated_speakers_implement_the_speaker_protocol():
    speakers: list[Speaker] = [RecordingSpeaker(), NullSpeaker()]
    assert [speaker.alive() for speaker in speakers] == [True, True]


def test_unknown_speech_preference_is_refused(cast):
    with pytest.raises(ValueError, match="no such speech: shouting"):
        cast.chain("shouting")


def test_running_screen_reader_speaks_and_later_speech_outputs_are_not_loaded(cast):
    chain = cast.chain()
    say(chain)
    assert cast.ao2.records == [Record("say", "ciao", interrupt=True, lang="it")]
    assert cast.made == ["ao2"]
    assert chain.is_reader


def test_screen_reader_has_priority_over_a_synthesiser(cast):
    cast.ao2.is_reader = False
    assert cast.chain().name == "Prism"


def test_synthesiser_speaks_if_no_screen_reader_runs(cast):
    cast.ao2.is_reader = False
    cast.prism.running = False
    assert cast.chain().name == "Reader"


def test_speech_chain_without_speakers_writes_text(cast):
    cast.ao2.running = cast.prism.running = cast.builtin.running = False
    chain = cast.chain()
    say(chain)
    chain.silence()
    assert (chain.name, chain.alive(), cast.changes) == ("text", False, [])


@pytest.mark.parametrize(("preference", "name"), [("prism", "Prism"), ("builtin", "Voice")])
def test_preferred_speaker_is_used_even_if_a_screen_reader_runs(cast, preference, name):
    assert cast.chain(preference).name == name


def test_preferred_speaker_that_cannot_speak_is_skipped(cast):
    cast.builtin.running = False
    assert cast.chain("builtin").name == "Reader"


def test_failed_utterance_is_repeated_by_the_next_speaker(cast):
    chain = cast.chain()
    cast.ao2.failing = cast.prism.failing = True
    say(chain)
    assert cast.builtin.said == ["ciao"]
    assert cast.changes == [("text", "Reader"), ("Reader", "Voice")]


def test_speech_chain_whose_speakers_all_fail_writes_text(cast):
    chain = cast.chain()
    cast.ao2.failing = cast.prism.failing = cast.builtin.failing = True
    say(chain)
    assert chain.name == "text"


def test_recovered_speaker_is_used_again(cast):
    chain = cast.chain()
    cast.ao2.failing = True
    say(chain)
    cast.ao2.failing = False
    chain.refresh(RETRY_SECONDS - 1)
    assert chain.name == "Prism"
    chain.refresh(RETRY_SECONDS)
    say(chain, "di nuovo")
    assert cast.ao2.said == ["di nuovo"]


def test_failing_speaker_is_retried_with_growing_delays(cast):
    chain = cast.chain()
    cast.ao2.failing = True
    say(chain)
    chain.refresh(RETRY_SECONDS)
    say(chain)
    chain.refresh(2 * RETRY_SECONDS)
    assert chain.name == "Prism"
    chain.refresh(3 * RETRY_SECONDS)
    assert chain.name == "Reader"


def test_screen_reader_started_later_takes_over_the_chain(cast):
    cast.ao2.running = cast.prism.running = False
    chain = cast.chain()
    cast.ao2.running = True
    chain.refresh(3.0)
    assert cast.changes == [("text", "Voice"), ("Voice", "Reader")]


def test_change_of_a_screen_readers_name_is_reported(cast):
    chain = cast.chain()
    cast.ao2.name = "Other reader"
    chain.refresh(3.0)
    assert cast.changes[-1] == ("Reader", "Other reader")


def test_callback_for_a_change_of_speaker_may_speak(cast):
    spoken = []

    def tell(_old, new):
        spoken.append(new)
        chain.say(f"Ora parla {new}", interrupt=False, lang="it")

    chain = Chain("auto", [Source("ao2", lambda: cast.ao2)], on_change=tell)
    chain.refresh(0.0)
    assert cast.ao2.said == ["Ora parla Reader"]
    assert spoken == ["Reader"]


def test_speech_source_that_raises_is_skipped(cast):
    def explode():
        raise RuntimeError

    chain = Chain("auto", [Source("ao2", explode), Source("builtin", lambda: cast.builtin)])
    chain.refresh(0.0)
    assert chain.name == "Voice"


def test_characters_that_break_speech_libraries_are_removed(cast):
    chain = cast.chain()
    say(chain, "a\0b\udc80")
    assert cast.ao2.said == ["ab?"]


def test_voice_style_is_passed_only_to_a_speaker_that_supports_it(cast):
    styled = []

    class Voice(RecordingSpeaker):
        def say_as(self, text, style, *, interrupt, lang):
            styled.append((text, style))

    style = VoiceStyle(pan=-1.0, variant="f2")
    chain = cast.chain()
    assert not chain.has_styles
    chain.say("uno", interrupt=False, lang="it", style=style)
    cast.builtin = Voice()
    chain = cast.chain("builtin")
    assert chain.has_styles
    chain.say("due", interrupt=False, lang="it", style=style)
    assert cast.ao2.said == ["uno"]
    assert styled == [("due", style)]


@pytest.mark.parametrize("preference", PREFERENCES)
def test_braille_is_sent_to_the_screen_reader_with_any_preference(cast, preference):
    chain = cast.chain(preference, line=cast.line)
    assert chain.has_braille
    assert chain.braille("36 7c")
    assert cast.ao2.brailled == ["36 7c"]
    assert cast.line.written == []


def test_speech_preference_none_speaks_nothing(cast):
    chain = cast.chain("none")
    say(chain)
    assert (chain.name, cast.ao2.said) == ("none", [])


@pytest.mark.parametrize("preference", PREFERENCES)
def test_braille_is_written_to_the_braille_line_if_no_speaker_has_braille(cast, preference):
    cast.ao2.has_braille = False
    chain = cast.chain(preference, line=cast.line)
    assert chain.has_braille
    assert chain.braille("36 7c")
    assert cast.line.written == ["36 7c"]


def test_no_braille_is_written_when_braille_is_disabled(cast):
    chain = Chain("auto", [Source("ao2", lambda: cast.ao2, brailles=False)])
    chain.refresh(0.0)
    assert not chain.has_braille
    assert not chain.braille("36 7c")
    assert cast.ao2.brailled == []


def test_braille_that_a_speaker_failed_to_show_is_written_to_the_braille_line(cast):
    chain = cast.chain(line=cast.line)
    cast.ao2.failing = True
    assert chain.braille("36 7c")
    assert cast.line.written == ["36 7c"]


def test_braille_that_nothing_can_show_is_reported_to_the_caller(cast):
    cast.ao2.has_braille = cast.line.connected = False
    chain = cast.chain(line=cast.line)
    assert not chain.has_braille
    assert not chain.braille("36 7c")
    assert not cast.chain().braille("36 7c")


def test_braille_line_is_released_when_the_window_loses_the_focus(cast):
    chain = cast.chain(line=cast.line)
    chain.blur()
    assert cast.line.released == 1


def test_closing_the_speech_chain_closes_speakers_and_braille_line(cast):
    chain = cast.chain(line=cast.line)
    chain.close()
    assert cast.ao2.closed
    assert cast.line.closed
