"""Tests of the built-in voice: its queue, and real synthesis if eSpeak NG is installed."""

import array
import os
import subprocess
import sys
import threading
from itertools import pairwise
from pathlib import Path
from types import SimpleNamespace
from unittest.mock import Mock

import pytest

from audiogames.shell.speech import espeak
from audiogames.shell.speech.base import SpeakerFailed, StyledSpeaker, VoiceStyle
from audiogames.shell.speech.builtin import BuiltinSpeaker
from audiogames.shell.speech.espeak import Espeak, Prosody, load_espeak
from tests.kit.waiting import wait_until

ROOT = Path(__file__).parents[3]
SEVEN = "Hai pescato il sette di coppe"

SPEAK = """
import sys, time
from pathlib import Path
from audiogames.shell.mixer import open_mixer
from audiogames.shell.speech.base import VoiceStyle
from audiogames.shell.speech.builtin import BuiltinSpeaker
mixer = open_mixer(Path("sounds"))
speaker = BuiltinSpeaker(mixer)
speaker.say_as("Asso di spade", VoiceStyle(pan=-0.8), interrupt=True, lang="it")
while not mixer.voice_busy():
    time.sleep(0.01)
while mixer.voice_busy():
    time.sleep(0.01)
speaker.close()
mixer.close()
"""


@pytest.fixture
def voice():
    found = load_espeak()
    assert found is not None, "espeakng-loader is a dependency"
    return found


def synthesise(voice, text=SEVEN, *, lang="it", variant="", prosody=None):
    samples = voice.synthesise(
        text, lang=lang, prosody=prosody or Prosody(variant=variant), stopped=lambda: False
    )
    return array.array("h", samples)


def test_builtin_voice_synthesises_italian(voice):
    samples = synthesise(voice)
    assert voice.sample_rate == 22050
    assert 0.8 < len(samples) / voice.sample_rate < 4
    assert max(map(abs, samples)) > 3000


def crossings(samples):
    """Return the number of zero crossings of the wave; a higher voice has more."""
    return sum((one < 0) != (other < 0) for one, other in pairwise(samples))


def test_builtin_voice_pronounces_each_language(voice):
    italian, english = (len(synthesise(voice, "ghiaccio che", lang=lang)) for lang in ("it", "en"))
    assert italian < 0.9 * english


def test_female_variant_changes_the_pitch_of_the_builtin_voice(voice):
    plain, woman = crossings(synthesise(voice)), crossings(synthesise(voice, variant="f2"))
    assert abs(plain - woman) > 0.05 * plain


def test_unknown_language_or_variant_is_still_synthesised(voice):
    english, unknown = synthesise(voice, lang="en"), synthesise(voice, lang="xx")
    assert len(unknown) == pytest.approx(len(english), rel=0.01)
    assert len(synthesise(voice, variant="nobody")) > 1000


def test_builtin_voice_follows_rate_and_volume(voice):
    normal = synthesise(voice)
    quick = synthesise(voice, prosody=Prosody(rate=400))
    soft = synthesise(voice, prosody=Prosody(volume=20))
    assert len(quick) < 0.7 * len(normal)
    assert 2 * max(map(abs, soft)) < max(map(abs, normal))


def test_builtin_voice_settings_out_of_range_are_clamped(voice):
    assert len(synthesise(voice, prosody=Prosody(rate=9999, pitch=-5, volume=500))) > 1000


def test_builtin_voice_can_abort_a_synthesis(voice):
    whole = synthesise(voice, SEVEN * 20)
    cut = voice.synthesise(SEVEN * 20, lang="it", prosody=Prosody(), stopped=lambda: True)
    assert len(cut) < len(whole)


@pytest.fixture
def missing_library(monkeypatch):
    espeak._load_once.cache_clear()
    monkeypatch.setitem(sys.modules, "espeakng_loader", None)
    yield
    espeak._load_once.cache_clear()


@pytest.mark.usefixtures("missing_library")
def test_builtin_voice_without_espeak_is_unavailable_and_gives_the_reason():
    assert load_espeak() is None
    assert isinstance(espeak.why_no_espeak(), ImportError)


def test_espeak_without_voices_is_refused(tmp_path):
    names = ("SetSynthCallback", "SetVoiceByName", "SetParameter", "Synth", "Initialize")
    library = SimpleNamespace(**{f"espeak_{name}": Mock(return_value=-1) for name in names})
    with pytest.raises(OSError, match="no voices"):
        Espeak(library, str(tmp_path))


class FakeVoice:
    """A simulated voice that returns the text as samples; it waits while `gate` is cleared."""

    sample_rate = 22050

    def __init__(self):
        self.gate = threading.Event()
        self.gate.set()
        self.begun = []
        self.stopped = []

    def synthesise(self, text, *, lang, prosody, stopped, is_ssml):
        self.begun.append(text)
        self.gate.wait(10)
        self.stopped.append(stopped())
        if text == "Rotto":
            raise OSError
        variant = f"+{prosody.variant}" if prosody.variant else ""
        return f"{lang}{variant} {text}".encode()


class FakeOutput:
    """A simulated mixer whose clip plays until the test sets `playing` to False."""

    available = True

    def __init__(self):
        self.played = []
        self.playing = False

    def voice_clip(self, samples, rate):
        return samples.decode()

    def play_clip(self, clip, pan=0.0):
        self.played.append((clip, pan))
        self.playing = True

    def voice_busy(self):
        return self.playing

    def stop_voice(self):
        self.playing = False


@pytest.fixture
def fake_voice():
    return FakeVoice()


@pytest.fixture
def output():
    return FakeOutput()


@pytest.fixture
def speaker(output, fake_voice):
    speaker = BuiltinSpeaker(output, load=lambda: fake_voice)
    yield speaker
    fake_voice.gate.set()
    speaker.close()


def say(speaker, text, *, interrupt=False):
    speaker.say(text, interrupt=interrupt, lang="it")


def wait_played(output, count):
    wait_until(lambda: len(output.played) >= count, f"clip {count} being played")


def test_builtin_speaker_implements_the_styled_speaker_protocol(speaker):
    assert isinstance(speaker, StyledSpeaker)


def test_builtin_voice_plays_utterances_one_after_another(speaker, output, fake_voice):
    say(speaker, "Uno")
    say(speaker, "Due")
    wait_until(lambda: fake_voice.begun == ["Uno", "Due"], "the second being made ahead")
    assert output.played == [("it Uno", 0.0)]
    output.playing = False
    wait_played(output, 2)
    assert output.played[1] == ("it Due", 0.0)


def test_builtin_speaker_uses_the_voice_and_pan_of_a_style(speaker, output):
    speaker.say_as("Passo", VoiceStyle(pan=-0.5, variant="f2"), interrupt=False, lang="it")
    wait_played(output, 1)
    assert output.played == [("it+f2 Passo", -0.5)]


def test_builtin_voice_starts_a_long_text_with_its_first_sentence(speaker, output):
    say(speaker, "Menù. Riprendi! ")
    wait_played(output, 1)
    assert output.played == [("it Menù.", 0.0)]


def test_interruption_of_the_builtin_voice_stops_its_sound_and_empties_its_queue(
    speaker, output, fake_voice
):
    say(speaker, "Uno")
    say(speaker, "Due")
    wait_until(lambda: fake_voice.begun == ["Uno", "Due"], "the second being made ahead")
    say(speaker, "Tre", interrupt=True)
    wait_played(output, 2)
    assert [clip for clip, _ in output.played] == ["it Uno", "it Tre"]


def test_interruption_of_the_builtin_voice_aborts_its_synthesis(speaker, output, fake_voice):
    fake_voice.gate.clear()
    say(speaker, "Uno")
    wait_until(lambda: fake_voice.begun, "the first being made")
    say(speaker, "Due", interrupt=True)
    fake_voice.gate.set()
    wait_played(output, 1)
    assert fake_voice.stopped == [True, False]
    assert output.played == [("it Due", 0.0)]


def test_silence_empties_the_queue_of_the_builtin_voice(speaker, output, fake_voice):
    fake_voice.gate.clear()
    say(speaker, "Uno")
    wait_until(lambda: fake_voice.begun, "the first being made")
    speaker.silence()
    fake_voice.gate.set()
    say(speaker, "Poi")
    wait_played(output, 1)
    assert output.played == [("it Poi", 0.0)]


def test_builtin_voice_continues_after_a_failed_utterance(speaker, output):
    say(speaker, "Rotto")
    say(speaker, "Sano")
    wait_played(output, 1)
    assert output.played == [("it Sano", 0.0)]


def test_builtin_voice_needs_library_and_device(output):
    mute = BuiltinSpeaker(output, load=lambda: None)
    assert not mute.alive()
    with pytest.raises(SpeakerFailed):
        say(mute, "Uno")
    output.available = False
    assert not BuiltinSpeaker(output, load=FakeVoice).alive()


def test_closed_builtin_voice_refuses_texts(output, fake_voice):
    speaker = BuiltinSpeaker(output, load=lambda: fake_voice)
    say(speaker, "Uno")
    speaker.close()
    assert not speaker.alive()
    with pytest.raises(SpeakerFailed):
        say(speaker, "Due")


def test_builtin_voice_panned_to_the_left_is_louder_on_the_left(tmp_path):
    path = tmp_path / "recording.raw"
    environ = os.environ | {
        "SDL_AUDIODRIVER": "disk",
        "SDL_DISKAUDIOFILE": str(path),
        "PYTHONPATH": str(ROOT),
    }
    subprocess.run([sys.executable, "-c", SPEAK], env=environ, check=True, timeout=60)
    samples = array.array("h", path.read_bytes())
    left, right = samples[::2], samples[1::2]
    assert max(map(abs, left)) > 3000
    assert sum(map(abs, left)) > 2 * sum(map(abs, right))


def test_builtin_voice_counts_unfinished_texts(speaker, output, fake_voice):
    assert speaker.unended() == 0
    assert not speaker.is_speaking()
    say(speaker, "Uno. Due.")
    assert speaker.unended() == 2
    assert speaker.is_speaking()
    wait_until(lambda: fake_voice.begun == ["Uno.", "Due."], "the second being made ahead")
    assert speaker.unended()
    output.playing = False
    wait_played(output, 2)
    assert speaker.unended() == 1
    output.playing = False
    wait_until(lambda: speaker.unended() == 0, "the end")


def test_text_silenced_in_the_builtin_voice_counts_as_ended(speaker, output):
    say(speaker, "Uno")
    wait_played(output, 1)
    speaker.silence()
    wait_until(lambda: speaker.unended() == 0, "the end")
