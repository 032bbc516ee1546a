"""Plays sounds and the built-in voice with pygame.mixer.

Sounds are mono OGG files that are panned when played.  A missing sound device is not an error: a
`SilentMixer` with the same methods is used until a device is connected.
"""

from __future__ import annotations

import ctypes
import importlib
import io
import logging
import math
import os
import re
import sys
import threading
import time
import wave
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from random import Random
from types import ModuleType
from typing import TYPE_CHECKING, Literal

from audiogames.core.data import sounds_folder

if TYPE_CHECKING:
    from pygame.mixer import Channel, Sound

log = logging.getLogger(__name__)

RATE = 44100
#: Samples a buffer: 512 is heard 16 ms after play, 1024 is for weak machines.
BUFFER = 512
CHANNELS = 32
#: Seconds that the start waits for the sound device; 30 ms are usual.
OPENING_SECONDS = 0.3
#: The same if only the built-in voice could speak.
LATE_SECONDS = 1.0
#: Seconds after opening a device in which SDL may still report devices that existed before.
SETTLING_SECONDS = 2.0
#: SDL_INIT_AUDIO of SDL.h.
INIT_AUDIO = 0x10
#: Channels that effects never use.
VOICE, SIGNAL, ALARM, MUSIC = range(4)
RESERVED = 4

ChannelName = Literal["game", "notices", "music"]
VolumeName = Literal["voice", "game", "notices", "music"]
DEFAULT_VOLUMES: Mapping[VolumeName, int] = {"voice": 100, "game": 80, "notices": 80, "music": 40}


def equal_power(pan: float) -> tuple[float, float]:
    """Return the left and right level for `pan` from -1 (left) to 1, with constant power."""
    angle = (max(-1.0, min(1.0, pan)) + 1.0) * math.pi / 4
    return math.cos(angle), math.sin(angle)


class SoundFiles:
    """Finds the files of a sound id: in the game's folder first, then in `common`.

    A sound is one file `<id>.ogg`, or variants `<id>-1.ogg`, `<id>-2.ogg` and so on. Ids without a
    file are collected in `missing`, as "game/id".
    """

    def __init__(self, sound_dir: Path, rng: Random | None = None) -> None:
        self._root = sound_dir
        self._rng = rng or Random()
        self._known: dict[tuple[str, str], tuple[Path, ...]] = {}
        self._last: dict[tuple[Path, ...], Path] = {}
        self.missing: set[str] = set()

    def variants(self, sound_id: str, game: str | None) -> tuple[Path, ...]:
        """Return the files of a sound, sorted by name; empty if there are none."""
        key = (game or "common", sound_id)
        if key not in self._known:
            folders = dict.fromkeys((key[0], "common"))
            found = (self._in_folder(folder, sound_id) for folder in folders)
            self._known[key] = next(filter(None, found), ())
            if not self._known[key]:
                self.forget(sound_id, game)
        return self._known[key]

    def next_variant(self, sound_id: str, game: str | None) -> Path | None:
        """Return a random file of a sound, other than the last one if possible.

        A repeated sound would seem mechanical.
        """
        paths = self.variants(sound_id, game)
        others = [path for path in paths if path != self._last.get(paths)] or list(paths)
        if not others:
            return None
        self._last[paths] = self._rng.choice(others)
        return self._last[paths]

    def forget(self, sound_id: str, game: str | None) -> None:
        """Treat a sound as missing from now on, because its file is absent or cannot be decoded."""
        folder = game or "common"
        self._known[folder, sound_id] = ()
        self.missing.add(f"{folder}/{sound_id}")
        log.info("no sound %s/%s", folder, sound_id)

    def _in_folder(self, folder: str, sound_id: str) -> tuple[Path, ...]:
        """Return the files of a sound in one folder."""
        pattern = re.compile(rf"{re.escape(sound_id)}(-\d+)?\.ogg")
        try:
            paths = sorted(sounds_folder(self._root, folder).iterdir())
        except OSError:
            return ()
        return tuple(path for path in paths if pattern.fullmatch(path.name))


class Mixer:
    """Plays sounds and voice clips; create it with `open_mixer`.

    No method raises an exception for a missing or damaged sound.  Volumes are 0 to 100, pans -1 to
    1, clips 16-bit mono samples.
    """

    available = True
    reason = ""

    def __init__(self, pygame: ModuleType, sound_dir: Path, rng: Random | None = None) -> None:
        self._pygame = pygame
        self._mixer = pygame.mixer
        self._files = SoundFiles(sound_dir, rng)
        self._sounds: dict[Path, Sound] = {}
        self._volumes = dict(DEFAULT_VOLUMES)
        self._mixer.set_num_channels(CHANNELS)
        self._mixer.set_reserved(RESERVED)

    @property
    def missing(self) -> set[str]:
        """Requested sounds without a usable file, as "game/id"."""
        return self._files.missing

    def volume(self, name: VolumeName) -> int:
        """Return the volume of one kind of sound, 0 to 100."""
        return self._volumes[name]

    def set_volume(self, name: VolumeName, percent: int) -> None:
        """Set the volume of one kind of sound; playing sounds are unchanged, except music."""
        self._volumes[name] = max(0, min(100, percent))
        if name == "music":
            self._channel(MUSIC).set_volume(*self._levels("music", 0.0))

    def preload(self, names: Iterable[str], *, game: str | None = None) -> None:
        """Decode sounds in advance, so that they start without delay."""
        for name in names:
            for path in self._files.variants(name, game):
                self._load(path, name, game)

    def play(
        self,
        sound_id: str,
        *,
        game: str | None = None,
        pan: float = 0.0,
        channel: ChannelName = "game",
    ) -> None:
        """Play one variant of a sound; music is repeated until `stop_music`."""
        path = self._files.next_variant(sound_id, game)
        sound = self._load(path, sound_id, game) if path else None
        if sound is None:
            return
        target = self._free_channel(channel)
        target.play(sound, loops=-1 if channel == "music" else 0)
        # Only now: a new play resets the levels.
        target.set_volume(*self._levels(channel, pan))

    def stop_music(self) -> None:
        """Stop the music."""
        self._channel(MUSIC).stop()

    def stop_all(self) -> None:
        """Stop everything, including the voice."""
        self._mixer.stop()

    def voice_clip(self, samples: bytes, rate: int) -> Sound:
        """Convert samples into a clip; pygame converts the rate and the number of channels."""
        buffer = io.BytesIO()
        with wave.open(buffer, "wb") as file:
            file.setnchannels(1)
            file.setsampwidth(2)
            file.setframerate(rate)
            file.writeframes(samples)
        buffer.seek(0)
        sound: Sound = self._mixer.Sound(file=buffer)
        return sound

    def play_clip(self, clip: Sound, pan: float = 0.0) -> None:
        """Play a clip on the voice's channel, replacing the clip that is playing."""
        channel = self._channel(VOICE)
        channel.play(clip)
        channel.set_volume(*self._levels("voice", pan))

    def play_voice(self, samples: bytes, rate: int, pan: float = 0.0) -> None:
        """Play samples immediately on the voice's channel; `rate` is in hertz."""
        self.play_clip(self.voice_clip(samples, rate), pan)

    def voice_busy(self) -> bool:
        """Return whether the voice's channel is playing."""
        return self._channel(VOICE).get_busy()

    def stop_voice(self) -> None:
        """Stop the voice's channel."""
        self._channel(VOICE).stop()

    def close(self) -> None:
        """Close the sound device."""
        self._mixer.quit()

    def _channel(self, number: int) -> Channel:
        channel: Channel = self._mixer.Channel(number)
        return channel

    def _levels(self, name: VolumeName, pan: float) -> tuple[float, float]:
        """Return the left and right level for a kind of sound at this pan."""
        left, right = equal_power(pan)
        scale = self._volumes[name] / 100
        return left * scale, right * scale

    def _free_channel(self, name: ChannelName) -> Channel:
        """Return a free pygame channel for this kind of sound.

        Notices have two channels, so that a warning does not cut off the signal of a turn.
        """
        if name == "music":
            return self._channel(MUSIC)
        if name == "notices":
            signal, alarm = self._channel(SIGNAL), self._channel(ALARM)
            return alarm if signal.get_busy() and not alarm.get_busy() else signal
        channel: Channel = self._mixer.find_channel(force=True)
        return channel

    def _load(self, path: Path, sound_id: str, game: str | None) -> Sound | None:
        """Return a decoded sound; None if its file cannot be decoded."""
        if path not in self._sounds:
            try:
                self._sounds[path] = self._mixer.Sound(file=path)
            except (self._pygame.error, OSError):
                self._files.forget(sound_id, game)
                return None
        return self._sounds[path]


class SilentMixer:
    """A mixer without sound; `reason` is "no-sound-device" or "no-pygame"."""

    available = False

    def __init__(self, reason: str) -> None:
        self.reason = reason
        self.missing: set[str] = set()
        self._volumes = dict(DEFAULT_VOLUMES)

    def volume(self, name: VolumeName) -> int:
        """Return the stored volume."""
        return self._volumes[name]

    def set_volume(self, name: VolumeName, percent: int) -> None:
        """Store a volume, which the settings screen shows."""
        self._volumes[name] = max(0, min(100, percent))

    def preload(self, names: Iterable[str], *, game: str | None = None) -> None:
        """Do nothing."""

    def play(
        self,
        sound_id: str,
        *,
        game: str | None = None,
        pan: float = 0.0,
        channel: ChannelName = "game",
    ) -> None:
        """Do nothing."""

    def stop_music(self) -> None:
        """Do nothing."""

    def stop_all(self) -> None:
        """Do nothing."""

    def voice_clip(self, samples: bytes, rate: int) -> Sound | None:
        """Return None: there is no device to play a clip."""
        return None

    def play_clip(self, clip: Sound | None, pan: float = 0.0) -> None:
        """Do nothing."""

    def play_voice(self, samples: bytes, rate: int, pan: float = 0.0) -> None:
        """Do nothing."""

    def voice_busy(self) -> bool:
        """Return False, since nothing is playing."""
        return False

    def stop_voice(self) -> None:
        """Do nothing."""

    def close(self) -> None:
        """Do nothing."""


class DeviceMixer:
    """A mixer that is silent without a sound device, and opens a device when one is connected.

    SDL itself follows a change of the system's default device.  If the device is lost and there is
    no other, playing sounds are lost.  The caller reports lost and connected devices with
    `device_changed`.
    """

    def __init__(
        self,
        opening: DeviceOpening,
        make: Callable[[], Mixer],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._opening = opening
        self._make = make
        self._clock = clock
        self._tried_at = clock()
        self._silent = SilentMixer("no-sound-device")
        self._mixer: Mixer | None = None

    def device_changed(self, *, came: bool) -> None:
        """Reopen the sound device; `came` is True if one was connected, False if one was lost.

        Connected devices are ignored while a device is open, and shortly after an attempt: SDL then
        also reports the devices that exist already.
        """
        has_begun = self._clock() < self._tried_at + SETTLING_SECONDS
        if came and (self._opening.is_under_way or self._now.available or has_begun):
            return
        if self._mixer is not None:
            self._mixer.close()
        self._mixer = None
        self._tried_at = self._clock()
        self._opening = self._opening.again()
        with quiet_stderr():
            self._opening.start()

    @property
    def reason(self) -> str:
        """Why the mixer is silent; empty if it is not."""
        return self._now.reason

    @property
    def available(self) -> bool:
        """Whether a device is open.

        Waits a little for a device that is being opened, because the built-in voice needs one.
        """
        self._opening.wait(LATE_SECONDS)
        return self._now.available

    def set_volume(self, name: VolumeName, percent: int) -> None:
        """Set a volume, 0 to 100."""
        self._silent.set_volume(name, percent)
        self._now.set_volume(name, percent)

    def play(
        self,
        sound_id: str,
        *,
        game: str | None = None,
        pan: float = 0.0,
        channel: ChannelName = "game",
    ) -> None:
        """Play one variant of a sound."""
        self._now.play(sound_id, game=game, pan=pan, channel=channel)

    def stop_all(self) -> None:
        """Stop everything, including the voice."""
        self._now.stop_all()

    def voice_clip(self, samples: bytes, rate: int) -> Sound | None:
        """Convert samples into a clip; return None without a device."""
        return self._now.voice_clip(samples, rate)

    def play_clip(self, clip: Sound | None, pan: float = 0.0) -> None:
        """Play a clip on the voice's channel; do nothing if `clip` is None."""
        if clip is not None:
            self._now.play_clip(clip, pan)

    def voice_busy(self) -> bool:
        """Return whether the voice's channel is playing."""
        return self._now.voice_busy()

    def stop_voice(self) -> None:
        """Stop the voice's channel."""
        self._now.stop_voice()

    def close(self) -> None:
        """Close the sound device, if it was opened."""
        self._now.close()
        self._opening.let_go()

    @property
    def _now(self) -> Mixer | SilentMixer:
        """Return the mixer with the current volumes; the silent one if no device is open."""
        if self._mixer is None and self._opening.has_succeeded:
            self._mixer = self._make()
            for name in DEFAULT_VOLUMES:
                self._mixer.set_volume(name, self._silent.volume(name))
        return self._mixer or self._silent


class DeviceOpening:
    """Opens the sound device in a thread.

    If a sound server accepts the connection and never answers, SDL waits forever, and pygame would
    block the whole interpreter.
    """

    def __init__(self, pygame: ModuleType, buffer: int) -> None:
        self.failure: Exception | None = None
        self._pygame = pygame
        self._buffer = buffer
        self._began = time.monotonic()
        self._done = threading.Event()
        self._watched: ctypes.CDLL | None = None
        """SDL, kept initialised for audio while no device is open."""

    def start(self) -> None:
        """Start opening the device, on Linux in a thread.

        On other systems devices belong to the main thread, and opening them does not block.
        """
        if sys.platform.startswith("linux"):
            threading.Thread(target=self._run, name="opening sound", daemon=True).start()
        else:
            self._run()

    def wait(self, seconds: float) -> bool:
        """Wait for the attempt to end, at most until `seconds` after its start.

        Return whether it has ended.
        """
        return self._done.wait(max(0.0, self._began + seconds - time.monotonic()))

    def again(self) -> DeviceOpening:
        """End this attempt to open the sound device; return a new one that is not started yet."""
        self.let_go()
        return DeviceOpening(self._pygame, self._buffer)

    def let_go(self) -> None:
        """Stop watching for new sound devices."""
        if self._watched is not None:
            self._watched.SDL_QuitSubSystem(INIT_AUDIO)
            self._watched = None

    @property
    def is_under_way(self) -> bool:
        """Whether the attempt to open the device is still running."""
        return not self._done.is_set()

    @property
    def has_succeeded(self) -> bool:
        """Whether the device is open."""
        return self._done.is_set() and self.failure is None

    def _run(self) -> None:
        """Open the device; store an exception for the waiting thread."""
        try:
            _try_connecting(self._pygame)
            self._pygame.mixer.init(RATE, -16, 2, self._buffer, allowedchanges=0)
        except Exception as failure:  # noqa: BLE001 - read by the waiting thread
            self.failure = failure
            self._watched = _watch(self._pygame)
        self._done.set()


def _try_connecting(pygame: ModuleType) -> None:
    """Connect to the sound server and disconnect again.

    The call is made through ctypes, so that other threads can run meanwhile.  Errors are
    ignored, because pygame raises them again when it opens the device.  SDL's audio is closed
    again, because pygame cannot open the device while SDL's audio is initialised.
    """
    with suppress(AttributeError, OSError):  # another build of SDL: pygame connects untested
        sdl = ctypes.CDLL(pygame.base.__file__)
        if sdl.SDL_InitSubSystem(INIT_AUDIO) == 0:
            sdl.SDL_QuitSubSystem(INIT_AUDIO)


def _watch(pygame: ModuleType) -> ctypes.CDLL | None:
    """Initialise SDL's audio, so that it reports new devices; return SDL, or None if that fails."""
    with suppress(AttributeError, OSError):
        sdl = ctypes.CDLL(pygame.base.__file__)
        if sdl.SDL_InitSubSystem(INIT_AUDIO) == 0:
            return sdl
    return None


def open_mixer(
    sound_dir: Path, buffer: int = BUFFER, rng: Random | None = None
) -> DeviceMixer | SilentMixer:
    """Open the sound device; return a `SilentMixer` if pygame is missing."""
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    try:
        pygame = importlib.import_module("pygame")
        importlib.import_module("pygame.mixer")
    except ImportError:
        return SilentMixer("no-pygame")
    opening = DeviceOpening(pygame, buffer)
    with quiet_stderr():
        opening.start()
        opening.wait(OPENING_SECONDS)
    if isinstance(opening.failure, pygame.error):
        log.info("no sound: %s", opening.failure)
    elif opening.failure is not None:
        raise opening.failure
    return DeviceMixer(opening, partial(Mixer, pygame, sound_dir, rng))


@contextmanager
def quiet_stderr() -> Iterator[None]:
    """Within this context, discard C libraries' output: a screen reader would read it."""
    try:
        saved = os.dup(2)
    except OSError:  # a windowed program without standard streams
        yield
        return
    try:
        with Path(os.devnull).open("wb") as nowhere:
            os.dup2(nowhere.fileno(), 2)
        yield
    finally:
        os.dup2(saved, 2)
        os.close(saved)
