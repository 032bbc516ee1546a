"""Nine faults of the library accessible-output2, each simulated and checked to be handled."""

import sys
from types import ModuleType, SimpleNamespace

import pytest

from audiogames.shell.speech import dispatcher
from audiogames.shell.speech.ao2 import Ao2Speaker
from audiogames.shell.speech.base import SpeakerFailed


class Output:
    """A simulated output of accessible-output2 without faults; its instances share `calls`."""

    name = "Reader"
    running = True

    def __init_subclass__(cls):
        cls.calls = []

    def is_active(self):
        return self.running

    def speak(self, text, interrupt=0):
        self.calls.append(("speak", text, bool(interrupt)))

    def braille(self, text, **options):
        self.calls.append(("braille", text))

    def silence(self):
        self.calls.append(("silence",))

    def output(self, text, **options):
        raise AssertionError("Output.output forgets braille, or speaks and raises")


@pytest.fixture
def library(monkeypatch):
    """Return a function that simulates the library with these outputs, and returns a speaker."""

    def install(*classes, platform="win32"):
        fake = ModuleType("accessible_output2")
        fake.get_output_classes = lambda: list(classes)
        monkeypatch.setitem(sys.modules, "accessible_output2", fake)
        return Ao2Speaker(platform=platform)

    monkeypatch.setattr(dispatcher, "load_client", lambda: None)
    monkeypatch.setattr(dispatcher, "reachable", lambda: True)
    return install


def say(speaker, text="ciao", *, interrupt=False, lang="it"):
    speaker.say(text, interrupt=interrupt, lang=lang)


@pytest.mark.parametrize("error", [ImportError("appscript"), OSError("wrong DLL"), RuntimeError()])
def test_ao2_output_that_cannot_be_created_is_skipped(library, error):
    class VoiceOver(Output):
        def __init__(self):
            raise error

    class NVDA(Output):
        name = "NVDA"

    speaker = library(VoiceOver, NVDA)
    assert speaker.alive()
    assert speaker.name == "NVDA"


def test_ao2_missing_library_makes_the_speaker_unavailable(monkeypatch):
    monkeypatch.setitem(sys.modules, "accessible_output2", None)
    assert not Ao2Speaker(platform="win32").alive()


def test_ao2_output_that_stopped_running_raises_speaker_failed(library):
    class NVDA(Output):
        running = False

    speaker = library(NVDA)
    assert not speaker.alive()
    with pytest.raises(SpeakerFailed):
        say(speaker)


def test_messages_printed_by_the_ao2_library_are_suppressed(library, capsys):
    class NVDA(Output):
        def __init__(self):
            print("Cannot find Speech Dispatcher.")

    assert library(NVDA).alive()
    assert capsys.readouterr().out == ""


def test_dead_ao2_output_is_recreated_and_speaks_the_same_utterance(library, monkeypatch):
    class SpeechDispatcher(Output):
        def __init__(self):
            self.broken = not self.calls
            self.calls.append(("made",))
            self._client = SimpleNamespace(set_language=str, speak=self.send)

        def close(self):
            self.calls.append(("closed",))

        def send(self, text, **_events):
            if self.broken:
                raise ConnectionError
            self.speak(text)

    speaker = library(SpeechDispatcher, platform="linux")
    assert speaker.alive()
    say(speaker)
    expected = [("made",), ("closed",), ("made",), ("speak", "ciao", False)]
    assert SpeechDispatcher.calls == expected


def test_ao2_screen_reader_started_later_is_used(library):
    class Jaws(Output):
        installed = False
        name = "jaws"

        def __init__(self):
            if not self.installed:
                raise OSError

    class SAPI5(Output):
        name = "sapi5"

    speaker = library(Jaws, SAPI5)
    assert speaker.alive()
    assert (speaker.name, speaker.is_reader) == ("SAPI 5", False)
    Jaws.installed = True
    assert speaker.alive()
    assert (speaker.name, speaker.is_reader) == ("JAWS", True)


def test_ao2_uses_the_next_screen_reader_when_one_ends(library):
    class NVDA(Output):
        pass

    class ZDSR(Output):
        pass

    speaker = library(NVDA, ZDSR)
    assert speaker.alive()
    NVDA.running = False
    say(speaker)
    assert ZDSR.calls == [("speak", "ciao", False)]


def test_ao2_unreachable_speech_daemon_is_not_used(library, monkeypatch):
    class SpeechDispatcher(Output):
        def __init__(self):
            raise AssertionError("this would start a daemon")

    monkeypatch.setattr(dispatcher, "reachable", lambda: False)
    monkeypatch.setattr(dispatcher, "may_spawn", lambda: False)
    assert not library(SpeechDispatcher, platform="linux").alive()


def test_speech_daemon_is_started_at_most_once(library, monkeypatch):
    started = []

    class SpeechDispatcher(Output):
        _client = None

    monkeypatch.setattr(dispatcher, "reachable", lambda: False)
    monkeypatch.setattr(dispatcher, "may_spawn", lambda: True)
    monkeypatch.setattr(dispatcher, "spawn", lambda: started.append(1))
    speaker = library(SpeechDispatcher, platform="linux")
    assert not speaker.alive()
    assert not speaker.alive()
    assert started == [1]


def test_ao2_language_is_sent_when_it_changes(library):
    languages = []

    class SpeechDispatcher(Output):
        def __init__(self):
            self._client = SimpleNamespace(set_language=languages.append, speak=self.send)

        def send(self, text, **_events): ...

    speaker = library(SpeechDispatcher, platform="linux")
    assert speaker.alive()
    for lang in ("it", "it", "en"):
        say(speaker, lang=lang)
    assert languages == ["it", "en"]


def test_ao2_sapi_selects_a_voice_of_the_language(library):
    class SAPI5(Output):
        def __init__(self):
            tokens = {"Zira": "409", "Elsa": "410;9", "Hazel": "809"}
            self._voices = {
                name: SimpleNamespace(GetAttribute=lambda _key, code=code: code)
                for name, code in tokens.items()
            }

        def set_voice(self, name):
            self.calls.append(("voice", name))

    speaker = library(SAPI5)
    assert speaker.alive()
    say(speaker, "asso & re")
    assert SAPI5.calls == [("voice", "Elsa"), ("speak", "asso &amp; re", False)]


def test_sapi_reports_whether_it_is_speaking(library):
    class SAPI5(Output):
        def __init__(self):
            self.object = SimpleNamespace(WaitUntilDone=lambda _milliseconds: self.done)

        done = False

    speaker = library(SAPI5)
    assert speaker.is_speaking() is None, "nothing is in use yet"
    assert speaker.alive()
    assert speaker.is_speaking() is True
    SAPI5.done = True
    assert speaker.is_speaking() is False


def test_speaking_state_is_unknown_for_screen_readers_and_sapi_without_com(library):
    class SAPI5(Output):
        """A simulated SAPI5 output that cannot report whether it is speaking."""

    class NVDA(Output):
        running = False

    speaker = library(NVDA, SAPI5)
    assert speaker.alive()
    assert speaker.is_speaking() is False
    NVDA.running = True
    assert speaker.alive()
    assert speaker.is_speaking() is None


def test_ao2_silence_stops_the_output_that_is_speaking(library):
    class NVDA(Output):
        pass

    speaker = library(NVDA)
    speaker.silence()  # nothing is being spoken yet
    assert speaker.alive()
    speaker.silence()
    assert NVDA.calls == [("silence",)]


def test_ao2_speech_and_braille_are_sent_by_separate_calls(library):
    class NVDA(Output):
        pass

    speaker = library(NVDA)
    assert speaker.alive()
    say(speaker)
    assert speaker.braille("7c")
    assert NVDA.calls == [("speak", "ciao", False), ("braille", "7c")]


def test_ao2_output_without_braille_reports_braille_as_not_shown(library):
    class VoiceOver(Output):
        pass

    speaker = library(VoiceOver, platform="darwin")
    assert speaker.alive()
    assert speaker.braille("7c") is False


@pytest.mark.parametrize("name", ["SystemAccess", "Dolphin", "ESpeak"])
def test_ao2_outputs_that_can_never_work_are_not_created(library, name):
    def refuse(self):
        raise AssertionError

    assert not library(type(name, (Output,), {"__init__": refuse})).alive()


def test_ao2_jaws_receives_plain_text_and_fails_if_it_refuses_a_text(library):
    said = []

    class Jaws(Output):
        answer = True

        def __init__(self):
            self.object = SimpleNamespace(SayString=self.say_string)

        def say_string(self, *arguments):
            said.append(arguments)
            return self.answer

    speaker = library(Jaws)
    assert speaker.alive()
    say(speaker, interrupt=True)
    assert said == [("ciao", True)]
    Jaws.answer = False
    with pytest.raises(SpeakerFailed):
        say(speaker)


def test_ao2_voiceover_is_stopped_before_an_interruption(library):
    class VoiceOver(Output):
        pass

    speaker = library(VoiceOver, platform="darwin")
    assert speaker.alive()
    say(speaker, interrupt=True)
    assert [call[0] for call in VoiceOver.calls] == ["silence", "speak"]


def test_sapi_yields_even_to_a_screen_reader_of_lower_priority(library):
    class SAPI5(Output):
        pass

    class NVDA(Output):
        name = "NVDA"

    speaker = library(SAPI5, NVDA)
    assert speaker.alive()
    assert speaker.name == "NVDA"


def test_speech_output_whose_state_check_raises_counts_as_not_running(library):
    class ZDSR(Output):
        def is_active(self):
            raise OSError

    assert not library(ZDSR).alive()


def test_closed_speaker_keeps_no_output_even_if_closing_the_output_raises(library):
    class NVDA(Output):
        def close(self):
            raise OSError

    speaker = library(NVDA)
    assert speaker.alive()
    speaker.close()
    assert speaker.name == "accessible-output2"


class Client:
    """A simulated client of speech-dispatcher; the test calls its callbacks."""

    def __init__(self):
        self.callbacks = []

    def set_language(self, lang): ...
    def speak(self, text, *, callback, event_types):
        assert set(event_types) == {"end", "cancel"}
        self.callbacks.append(callback)


class SpeechDispatcher(Output):
    def __init__(self):
        self._client = Client()

    def close(self): ...


def callbacks(speaker):
    return speaker._current.output._client.callbacks


def test_speech_dispatcher_counts_unfinished_texts_after_its_first_event(library):
    speaker = library(SpeechDispatcher, platform="linux")
    assert speaker.unended() is None
    speaker.alive()
    say(speaker)
    say(speaker)
    assert speaker.unended() is None, "some of its modules send no events"
    first, second = callbacks(speaker)
    first("end")
    assert speaker.unended() == 1
    second("end")
    assert speaker.unended() == 0
    say(speaker)
    assert speaker.unended() == 1
    say(speaker, interrupt=True)
    assert speaker.unended() == 1, "what it cut off has ended by that"


def test_reported_end_of_a_text_also_ends_all_earlier_texts_in_speech_dispatcher(library):
    speaker = library(SpeechDispatcher, platform="linux")
    speaker.alive()
    say(speaker)
    say(speaker)
    callbacks(speaker)[1]("end")
    assert speaker.unended() == 0


def test_number_of_unfinished_texts_is_unknown_for_a_screen_reader(library):
    class NVDA(Output):
        name = "NVDA"

    speaker = library(NVDA)
    speaker.alive()
    say(speaker)
    assert speaker.unended() is None
