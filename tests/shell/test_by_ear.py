"""Options of the voice: each change is announced at once with the new setting."""

from functools import partial
from random import Random

import pytest

from audiogames.app.app import App
from audiogames.app.settings import Settings
from audiogames.core.cues import msg
from audiogames.shell.host import Host
from audiogames.shell.services import Services
from audiogames.shell.speech import chosen as speech_module
from audiogames.shell.speech.builtin import BuiltinSpeaker
from audiogames.shell.speech.chain import Chain, Source
from audiogames.shell.speech.chosen import Speech
from audiogames.shell.speech.recording import RecordingSpeaker
from tests.kit.pilot import LOCALES, MemoryStorage
from tests.kit.waiting import wait_until


class Voice:
    """A simulated voice that records texts with their prosody, and returns silence."""

    sample_rate = 22050

    def __init__(self):
        self.spoken = []

    def synthesise(self, text, *, lang, prosody, stopped, is_ssml):
        self.spoken.append((text, prosody.variant, prosody))
        return b"\0\0"


class Mixer:
    """A simulated mixer that plays clips at once; `heard` lists their volumes."""

    available = True

    def __init__(self):
        self.volumes = {}
        self.heard = []

    def set_volume(self, name, percent):
        self.volumes[name] = percent

    def play(self, sound_id, *, game=None, pan=0.0, channel="game"):
        """Do nothing: these tests need no sounds."""

    def voice_clip(self, samples, rate):
        return samples

    def play_clip(self, clip, pan=0.0):
        self.heard.append(self.volumes["voice"])

    def voice_busy(self):
        return False

    def stop_voice(self):
        """Do nothing: no clip is playing."""


class NoThinker:
    """A thinker without answers, for tests in which no bot moves."""

    def answers(self):
        return []


class Player:
    """A test driver of the options, with a host and the real chain of speakers."""

    def __init__(self, mixer, **settings):
        self.now = 100.0
        self.app = App(MemoryStorage(Settings("it", braille="off", **settings)), LOCALES, Random(1))
        speech = Speech(mixer, None, None)
        speaker = speech.open(self.app.settings)
        speaker.refresh(self.now)
        services = Services(speaker, mixer, NoThinker(), speech.revoice)
        self.services = services
        self.host = Host(self.app, services, lambda _told: None, lambda _text: False, self.clock)
        self.host.begin()
        self.host.key("f10")

    def clock(self):
        return self.now

    def go_to(self, option):
        """Focus an option in the list of options, and return its label."""
        ids = [knob.id for knob in self.app.screen._knobs]
        self.host.key("home")
        for _ in range(ids.index(option)):
            self.host.key("down")
        return self.app.text(msg(f"option-{option}"))

    def change(self, option, key="right"):
        """Change an option by this key, and return the new label."""
        self.go_to(option)
        self.host.key(key)
        return self.app.text(self.app.screen.items()[self.app.screen.place].label)

    def wait(self):
        """Advance the clock until all announcements have been spoken."""
        while (deadline := self.app.deadline) is not None:
            self.now = max(self.now, deadline)
            self.host.tick()


@pytest.fixture
def voice():
    return Voice()


@pytest.fixture
def mixer():
    return Mixer()


@pytest.fixture
def player(monkeypatch, voice, mixer):
    own = partial(BuiltinSpeaker, load=lambda: voice)
    monkeypatch.setattr(speech_module, "BuiltinSpeaker", own)
    player = Player(mixer, speech="builtin")
    yield player
    player.services.speaker.close()


@pytest.mark.parametrize(
    ("option", "key", "heard"),
    [
        ("voice-rate", "right", lambda _variant, prosody: prosody.rate == 220),
        ("voice-pitch", "left", lambda _variant, prosody: prosody.pitch == 40),
        ("voice", "right", lambda variant, _prosody: variant == "m1"),
    ],
)
def test_changed_voice_option_is_spoken_with_the_new_voice(player, voice, option, key, heard):
    speaker = player.services.speaker
    sentence = player.change(option, key)
    wait_until(lambda: [one[0] for one in voice.spoken[-1:]] == [sentence], f"hearing {sentence}")
    _, variant, prosody = voice.spoken[-1]
    assert heard(variant, prosody)
    assert player.services.speaker is speaker, "nothing is opened anew for that"


def test_new_volume_is_announced_at_that_volume(player, voice, mixer):
    sentence = player.change("voice-volume")
    wait_until(lambda: [one[0] for one in voice.spoken[-1:]] == [sentence], f"hearing {sentence}")
    wait_until(lambda: mixer.heard[-1:] == [90], "the sentence at its new volume")


# --- Speech outputs -------------------------------------------------------------------------------


@pytest.fixture
def cast(monkeypatch):
    """Replace the speakers with two recorded ones: the screen reader NVDA and eSpeak NG."""
    cast = {
        "ao2": RecordingSpeaker("NVDA", is_reader=True),
        "builtin": RecordingSpeaker("eSpeak NG", has_braille=False),
    }

    def open_chain(preference, _mixer, *, prosody, braille, patience):
        makers = [
            Source("ao2", lambda: cast["ao2"], brailles=braille),
            Source("prism", lambda: None),
            Source("builtin", lambda: cast["builtin"]),
        ]
        return Chain(preference, makers)

    monkeypatch.setattr(speech_module, "open_chain", open_chain)
    return cast


@pytest.fixture
def chooser(cast, mixer):
    player = Player(mixer, speech="auto")
    player.go_to("speech")
    player.wait()
    for speaker in cast.values():
        speaker.records.clear()
    return player


def test_new_speech_output_announces_itself(chooser, cast):
    chooser.host.key("right")
    chooser.host.key("right")
    chooser.wait()
    cast["ao2"].records.clear()
    chooser.host.key("right")
    assert cast["builtin"].said == ["Uscita vocale, voce interna."], "by the new one, at once"
    chooser.wait()
    assert cast["builtin"].said[1:] == ["Ora parlo con la voce interna."]
    assert cast["ao2"].said == []


def test_changed_speech_setting_announces_the_output_even_if_it_stays_the_same(chooser, cast):
    chooser.host.key("right")
    chooser.wait()
    assert cast["ao2"].said == ["Uscita vocale, lettore di schermo.", "Voce: NVDA; senza braille."]


def test_choice_of_an_unavailable_speech_output_announces_the_one_used_instead(chooser, cast):
    chooser.host.key("right")
    chooser.wait()
    cast["ao2"].records.clear()
    chooser.host.key("right")
    chooser.wait()
    assert cast["ao2"].said == ["Uscita vocale, Prism.", "Voce: NVDA; senza braille."]


def test_return_to_the_first_speech_output_is_announced(chooser, cast):
    for _ in range(3):
        chooser.host.key("right")
    chooser.wait()
    cast["builtin"].records.clear()
    chooser.host.key("left")
    chooser.wait()
    assert cast["builtin"].said == []
    assert cast["ao2"].said[-2:] == ["Uscita vocale, Prism.", "Ora parlo con NVDA."]


def test_choosing_no_voice_is_shown_but_not_spoken(chooser, cast):
    for _ in range(4):
        chooser.host.key("right")
    chooser.wait()
    assert "Uscita vocale, nessuna." not in cast["ao2"].said + cast["builtin"].said
    assert chooser.app.status == "Nessuna voce attiva."


def test_enabling_braille_announces_whether_it_is_active(chooser, cast):
    chooser.change("braille", "left")
    chooser.wait()
    assert cast["ao2"].said[-2:] == ["Braille, automatico.", "Voce: NVDA; braille attivo."]
    assert cast["ao2"].brailled[-1] == "NVDA, braille attivo"


def test_options_unrelated_to_speech_do_not_announce_the_speech_output(chooser, cast):
    chooser.change("patience")
    chooser.wait()
    assert "NVDA" not in " ".join(cast["ao2"].said)
