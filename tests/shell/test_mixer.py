"""Tests of the mixer: the choice of a sound file, panning, volumes, and missing sound devices."""

import array
import os
import socket
import subprocess
import sys
import threading
from itertools import pairwise
from pathlib import Path
from random import Random
from types import SimpleNamespace

import pytest

from audiogames.shell import mixer as mixing
from audiogames.shell.mixer import Mixer, SilentMixer, SoundFiles, equal_power, open_mixer
from tests.kit.waiting import wait_until

ROOT = Path(__file__).parents[2]

LEFT_CARD = """
import pygame, sys, time
from pathlib import Path
from audiogames.shell.mixer import open_mixer
mixer = open_mixer(Path(sys.argv[1]))
mixer.play(sys.argv[2], game=sys.argv[3], pan=float(sys.argv[4]))
while pygame.mixer.get_busy():
    time.sleep(0.01)
mixer.close()
"""


class FakeChannel:
    def __init__(self):
        self.calls = []
        self.busy = False

    def play(self, sound, loops=0):
        self.calls.append(("play", sound, loops))
        self.busy = True

    def set_volume(self, left, right):
        self.calls.append(("volume", round(left, 3), round(right, 3)))

    def get_busy(self):
        return self.busy

    def stop(self):
        self.calls.append(("stop",))
        self.busy = False


class FakeMixer:
    """A simulated pygame.mixer; its sounds are file names, and decoding "bad" fails."""

    def __init__(self):
        self.channels = [FakeChannel() for _ in range(mixing.CHANNELS)]
        self.decoded = []

    def set_num_channels(self, count):
        self.count = count

    def set_reserved(self, count):
        self.reserved = count

    def Channel(self, number):  # noqa: N802 - pygame's name
        return self.channels[number]

    def find_channel(self, *, force):
        return next((each for each in self.channels[self.reserved :] if not each.busy), None)

    def Sound(self, file):  # noqa: N802 - pygame's name
        self.decoded.append(file.name)
        if file.stem == "bad":
            raise ValueError
        return file.name


@pytest.fixture
def sounds(tmp_path):
    for name in ("common/tick", "common/card", "common/bad", "wist/card-1", "wist/card-2"):
        path = tmp_path / f"{name}.ogg"
        path.parent.mkdir(exist_ok=True)
        path.touch()
    return tmp_path


@pytest.fixture
def fake():
    return FakeMixer()


@pytest.fixture
def mixer(sounds, fake):
    return Mixer(SimpleNamespace(mixer=fake, error=ValueError), sounds, Random(1))


def first_effect(fake):
    return fake.channels[mixing.RESERVED].calls


@pytest.mark.parametrize(
    ("pan", "levels"), [(-1, (1, 0)), (0, (0.7071, 0.7071)), (1, (0, 1)), (7, (0, 1))]
)
def test_panning_keeps_the_loudness_equal(pan, levels):
    assert equal_power(pan) == pytest.approx(levels, abs=1e-4)
    assert sum(level**2 for level in equal_power(pan)) == pytest.approx(1)


def test_sound_of_a_game_replaces_the_common_sound(sounds):
    files = SoundFiles(sounds)
    assert [path.name for path in files.variants("card", "wist")] == ["card-1.ogg", "card-2.ogg"]
    assert [path.name for path in files.variants("card", "invido")] == ["card.ogg"]
    assert files.missing == set()


def test_missing_sound_is_recorded_and_ignored(mixer, fake):
    mixer.play("gong", game="wist")
    mixer.play("../common/tick")
    assert mixer.missing == {"wist/gong", "common/../common/tick"}
    assert fake.decoded == []


def test_undecodable_sound_counts_as_missing(mixer, fake):
    mixer.play("bad")
    mixer.play("bad")
    assert mixer.missing == {"common/bad"}
    assert fake.decoded == ["bad.ogg"]


def test_volume_and_panning_are_set_after_a_sound_starts(mixer, fake):
    mixer.set_volume("game", 50)
    mixer.play("tick", pan=-1)
    assert first_effect(fake) == [("play", "tick.ogg", 0), ("volume", 0.5, 0)]


def test_no_sound_variant_plays_twice_in_a_row(mixer, fake):
    for _ in range(20):
        mixer.play("card", game="wist")
    played = [channel.calls[0][1] for channel in fake.channels[mixing.RESERVED :][:20]]
    assert set(played) == {"card-1.ogg", "card-2.ogg"}
    assert all(one != other for one, other in pairwise(played))


def test_choice_of_sound_variants_does_not_use_the_global_random_generator(mixer):
    import random

    before = random.getstate()
    mixer.play("card", game="wist")
    assert random.getstate() == before


def test_sound_file_is_decoded_only_once_and_can_be_preloaded(mixer, fake):
    mixer.preload(["card"], game="wist")
    assert fake.decoded == ["card-1.ogg", "card-2.ogg"]
    mixer.play("card", game="wist")
    assert len(fake.decoded) == 2


def test_notice_sounds_have_a_reserved_channel(mixer, fake):
    mixer.play("tick", channel="notices")
    mixer.play("card", channel="notices")
    mixer.play("tick", channel="notices")
    assert [call[1] for call in fake.channels[mixing.SIGNAL].calls[::2]] == ["tick.ogg"] * 2
    assert fake.channels[mixing.ALARM].calls[0][1] == "card.ogg"


def test_music_loops_and_follows_its_volume(mixer, fake):
    mixer.play("tick", channel="music")
    mixer.set_volume("music", 0)
    mixer.stop_music()
    calls = fake.channels[mixing.MUSIC].calls
    assert calls[0] == ("play", "tick.ogg", -1)
    assert calls[-2:] == [("volume", 0, 0), ("stop",)]


def test_volumes_are_clamped_to_0_and_100(mixer):
    for silent in (mixer, SilentMixer("no-pygame")):
        silent.set_volume("voice", 130)
        assert silent.volume("voice") == 100
        silent.set_volume("voice", -1)
        assert silent.volume("voice") == 0


def test_mixer_without_sound_has_every_method_of_the_real_mixer():
    public = {name for name in vars(Mixer) if not name.startswith("_")}
    assert public <= set(dir(SilentMixer("no-pygame")))


def test_mixer_without_a_device_is_silent_and_gives_the_reason(monkeypatch, tmp_path, capfd):
    import pygame

    def refuse(*_args, **_options):
        os.write(2, b"ALSA lib confmisc.c: cannot find card '0'\n")
        raise pygame.error("no device")

    monkeypatch.setattr(pygame.mixer, "init", refuse)
    silent = open_mixer(tmp_path)
    assert (silent.available, silent.reason) == (False, "no-sound-device")
    silent.play("tick")
    silent.play_clip(silent.voice_clip(b"", 22050))
    assert not silent.voice_busy()
    silent.stop_voice()
    silent.stop_all()
    silent.close()
    assert capfd.readouterr().err == ""


def test_sound_device_that_answers_late_is_used_as_soon_as_it_answers(monkeypatch, tmp_path):
    import pygame

    answers, init = threading.Event(), pygame.mixer.init

    def init_late(*args, **options):
        answers.wait()
        init(*args, **options)

    monkeypatch.setattr(pygame.mixer, "init", init_late)
    monkeypatch.setattr(mixing, "OPENING_SECONDS", 0.0)
    monkeypatch.setattr(mixing, "LATE_SECONDS", 0.0)
    late = open_mixer(tmp_path)
    late.set_volume("voice", 30)
    late.play("tick")
    assert not late.available
    answers.set()
    wait_until(lambda: late.available, "the sound device")
    assert late._now.volume("voice") == 30
    clip = late.voice_clip(bytes(2 * 22050), 22050)
    late.play_clip(clip)
    assert late.voice_busy()
    late.stop_voice()
    late.close()


OPENS = """
import time
from pathlib import Path
from audiogames.shell.mixer import open_mixer
print(open_mixer(Path("sounds")).available)
"""


@pytest.mark.slow
def test_sound_server_that_never_answers_does_not_block(tmp_path):
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(str(tmp_path / "pulse"))
        server.listen()
        environ = {**os.environ, "SDL_AUDIODRIVER": "pulseaudio"}
        environ["PULSE_SERVER"] = f"unix:{tmp_path}/pulse"
        command = [sys.executable, "-c", OPENS]
        done = subprocess.run(
            command, cwd=ROOT, env=environ, capture_output=True, text=True, timeout=30, check=True
        )
    assert done.stdout.endswith("False\n")


def test_mixer_without_pygame_is_silent_and_gives_the_reason(monkeypatch, tmp_path):
    monkeypatch.setitem(sys.modules, "pygame", None)
    assert open_mixer(tmp_path).reason == "no-pygame"


def record(tmp_path, program, *arguments):
    """Run this Python program, and return its sound: the samples of its two channels."""
    path = tmp_path / "recording.raw"
    environ = os.environ | {
        "SDL_AUDIODRIVER": "disk",
        "SDL_DISKAUDIOFILE": str(path),
        "PYTHONPATH": str(ROOT),
    }
    subprocess.run([sys.executable, "-c", program, *arguments], env=environ, check=True, timeout=60)
    samples = array.array("h", path.read_bytes())
    return samples[::2], samples[1::2]


@pytest.mark.parametrize(("pan", "left_is_louder"), [(-0.7, True), (0.7, False)])
def test_card_sound_is_panned_to_its_seat(tmp_path, pan, left_is_louder):
    left, right = record(tmp_path, LEFT_CARD, str(ROOT / "sounds"), "card", "novantanove", str(pan))
    loud, soft = (left, right) if left_is_louder else (right, left)
    assert max(map(abs, loud)) > 1000
    assert sum(map(abs, loud)) > 2 * sum(map(abs, soft)) > 0


# --- A device that comes and goes -----------------------------------------------------------------


@pytest.fixture
def now():
    return [100.0]


@pytest.fixture
def device(tmp_path, now):
    """Return a mixer with an open sound device; `now` is its clock."""
    import pygame

    opening = mixing.DeviceOpening(pygame, mixing.BUFFER)
    opening.start()
    assert opening.wait(mixing.LATE_SECONDS)
    mixer = mixing.DeviceMixer(opening, lambda: Mixer(pygame, tmp_path), lambda: now[0])
    yield mixer
    mixer.close()


def unplug(device, monkeypatch):
    """Remove the only sound device."""
    import pygame

    def refuse(*_args, **_options):
        raise pygame.error("no device")

    with monkeypatch.context() as there_is_none:
        there_is_none.setattr(pygame.mixer, "init", refuse)
        device.device_changed(came=False)
        assert not device.available


def test_mixer_is_silent_after_its_device_is_removed_and_uses_a_new_one(device, now, monkeypatch):
    device.set_volume("voice", 30)
    clip = device.voice_clip(bytes(2 * 22050), 22050)
    device.play_clip(clip)
    unplug(device, monkeypatch)
    assert not device.voice_busy()
    made_without = device.voice_clip(b"", 22050)
    now[0] += 60
    device.device_changed(came=True)
    assert device.available
    assert device._now.volume("voice") == 30
    device.play_clip(made_without)
    device.play_clip(clip)
    assert device.voice_busy()


def test_mixer_replaces_a_removed_sound_device_by_another_at_once(device):
    before = device._now
    device.device_changed(came=False)
    assert device.available
    assert device._now is not before


def test_mixer_ignores_a_new_sound_device_while_another_is_in_use(device, now):
    before = device._now
    now[0] += 60
    device.device_changed(came=True)
    assert device._now is before


def test_mixer_does_not_retry_sound_devices_that_failed_to_open(device, now, monkeypatch):
    unplug(device, monkeypatch)
    now[0] += 0.1
    device.device_changed(came=True)
    assert not device.available
