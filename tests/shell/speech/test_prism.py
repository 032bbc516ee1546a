"""Tests of the speaker that uses the library Prism and its backends."""

import sys
from types import ModuleType, SimpleNamespace

import pytest

from audiogames.shell.speech import prism as module
from audiogames.shell.speech.base import SpeakerFailed
from audiogames.shell.speech.prism import PrismSpeaker, narrator_runs

LANGUAGES = ["en-US", "it-IT", "it-CH"]


class Backend:
    """A simulated backend of Prism with one voice for each language."""

    def __init__(self, name, **features):
        self.name = name
        self.calls = []
        self.rate = self.voice = None
        self.voices_count = len(LANGUAGES)
        usual = ("is_supported_at_runtime", "supports_speak", "supports_stop")
        voices = ("supports_set_voice", "supports_count_voices", "supports_set_rate")
        known = dict.fromkeys((*usual, *voices), True) | {"supports_braille": False}
        self.features = SimpleNamespace(**known | features)

    def speak(self, text, interrupt):
        self.calls.append(("speak", text, interrupt))

    def braille(self, text):
        self.calls.append(("braille", text))

    def stop(self):
        self.calls.append(("stop",))

    def get_voice_language(self, index):
        return LANGUAGES[index]


class Context:
    """A simulated registry of Prism; an entry is (name, priority, backend or error)."""

    def __init__(self, *entries):
        self.entries = list(entries)
        self.created = []

    @property
    def backends_count(self):
        return len(self.entries)

    def id_of(self, index):
        return SimpleNamespace(name=self.entries[index][0], index=index)

    def priority_of(self, identifier):
        return self.entries[identifier.index][1]

    def create(self, identifier):
        name, _, backend = self.entries[identifier.index]
        self.created.append(name)
        if isinstance(backend, Exception):
            raise backend
        return backend


@pytest.fixture
def install(monkeypatch):
    """Return a function that simulates Prism with these backends, and returns a speaker."""

    def speaker(*entries, rate=None):
        fake = ModuleType("prism")
        context = Context(*entries)
        fake.Context = lambda: context
        monkeypatch.setitem(sys.modules, "prism", fake)
        speaker = PrismSpeaker(rate)
        speaker.alive()
        return speaker, context

    return speaker


def test_prism_is_unavailable_if_not_installed(monkeypatch):
    monkeypatch.setitem(sys.modules, "prism", None)
    speaker = PrismSpeaker()
    assert not speaker.alive()
    speaker.silence()
    with pytest.raises(SpeakerFailed):
        speaker.say("ciao", interrupt=False, lang="it")


def test_prism_uses_the_running_backend_of_highest_priority(install):
    speaker, _ = install(
        ("JAWS", 90, Backend("JAWS")),
        ("NVDA", 100, RuntimeError()),
        ("ZDSR", 95, Backend("ZDSR", is_supported_at_runtime=False)),
    )
    assert (speaker.name, speaker.is_reader) == ("JAWS", True)


def test_prism_synthesiser_does_not_count_as_a_screen_reader(install):
    speaker, _ = install(("SAPI", 10, Backend("SAPI")))
    assert not speaker.is_reader


@pytest.mark.parametrize("name", ["UIA", "SPEECH_DISPATCHER"])
def test_unreliable_prism_backend_is_not_created(install, monkeypatch, name):
    monkeypatch.setitem(module.CONDITIONS, name, lambda: False)
    speaker, context = install((name, 100, Backend(name)))
    assert context.created == []
    assert not speaker.alive()


def test_prism_uses_narrator_only_if_no_other_screen_reader_runs(install, monkeypatch):
    monkeypatch.setitem(module.CONDITIONS, "UIA", lambda: True)
    speaker, _ = install(("UIA", 100, Backend("UIA")), ("NVDA", 50, Backend("NVDA")))
    assert speaker.name == "NVDA"


def test_narrator_is_detected_only_on_windows():
    assert sys.platform == "win32" or not narrator_runs()


def test_prism_uses_the_same_backend_while_it_runs(install):
    speaker, context = install(("NVDA", 50, Backend("NVDA")))
    assert speaker.alive()
    assert context.created == ["NVDA"]


def test_screen_reader_started_later_takes_over_in_prism(install):
    speaker, context = install(("NVDA", 100, RuntimeError()), ("SAPI", 10, Backend("SAPI")))
    context.entries[0] = ("NVDA", 100, Backend("NVDA"))
    assert speaker.alive()
    assert speaker.name == "NVDA"


def test_prism_forwards_speech_braille_and_silence_to_its_backend(install):
    backend = Backend("NVDA", supports_braille=True)
    speaker, _ = install(("NVDA", 100, backend))
    speaker.say("ciao", interrupt=True, lang="it")
    speaker.say("", interrupt=True, lang="it")
    assert speaker.has_braille
    assert speaker.braille("7c")
    assert not speaker.braille("")
    speaker.silence()
    assert backend.calls == [("speak", "ciao", True), ("braille", "7c"), ("stop",)]
    assert backend.voice is None  # a reader keeps its user's voice


def test_prism_synthesiser_uses_a_voice_of_the_language_and_the_chosen_rate(install):
    backend = Backend("SAPI")
    speaker, _ = install(("SAPI", 10, backend), rate=0.7)
    speaker.say("ciao", interrupt=False, lang="it")
    assert (backend.voice, backend.rate) == (1, 0.7)
    speaker.say("hello", interrupt=False, lang="en")
    assert backend.voice == 0


@pytest.mark.parametrize(
    ("name", "told", "speaks"), [("SAPI", True, True), ("SAPI", False, None), ("NVDA", True, None)]
)
def test_prism_reports_speaking_only_for_synthesisers(install, name, told, speaks):
    backend = Backend(name, supports_is_speaking=told)
    backend.speaking = True
    speaker, _ = install((name, 100, backend))
    assert speaker.is_speaking() is speaks


def test_failing_prism_backend_is_recreated(install):
    backend = Backend("NVDA")
    speaker, context = install(("NVDA", 100, backend))
    backend.speak = None
    with pytest.raises(SpeakerFailed):
        speaker.say("ciao", interrupt=False, lang="it")
    assert speaker.name == "Prism"
    assert speaker.alive()
    assert context.created == ["NVDA", "NVDA"]


def test_prism_backend_that_cannot_stop_is_tolerated(install):
    backend = Backend("NVDA")
    backend.stop = None
    speaker, _ = install(("NVDA", 100, backend))
    speaker.silence()
    speaker.close()
    assert not speaker.has_braille
