"""What window and terminal share: keys and time go to the app, its outputs are performed in order.

The host is the only place that calls the app while the program runs.  So it is here that an error
nobody foresaw ends in one sentence, a saved match and a report.
"""

from __future__ import annotations

import time
from abc import abstractmethod
from collections import deque
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Final, Literal, Protocol

from audiogames.app.outputs import (
    ChangeHands,
    Configure,
    Copy,
    Forget,
    Keep,
    Output,
    Prepare,
    Quit,
    Suspend,
    Think,
)
from audiogames.app.session import Session
from audiogames.app.settings import Settings
from audiogames.core.cues import Msg
from audiogames.core.game import Move
from audiogames.net.client_core import Connect, Disconnect, Line, Transmit
from audiogames.present.outputs import Announcement, Hush, Play, StopSounds
from audiogames.present.screen import Frame
from audiogames.shell.connection import Arrival, Lines, NoLines
from audiogames.shell.report import farewell
from audiogames.shell.speakers.base import VoiceStyle
from audiogames.shell.speakers.seats import seat_style
from audiogames.shell.thinker import Thought
from audiogames.table.table import Wanted

REFRESH_SECONDS: Final = 3.0
"""How often is looked for a screen reader that was started meanwhile."""

ARRIVALS: Final = 20
HEARING: Final = 0.02
"""Messages of a server that are taken between two looks for keys, and seconds for them."""

REMEMBERED: Final = 50
"""Announcements that a report carries."""

FAILED: Final = 1


class AppLike(Protocol):
    """The app as its shells see it."""

    @property
    def settings(self) -> Settings: ...
    @property
    def session(self) -> Session | None: ...
    @property
    def wants_text(self) -> bool: ...
    @property
    def deadline(self) -> float | None: ...
    @abstractmethod
    def begin(self, now: float) -> list[Output]: ...
    @abstractmethod
    def handle(self, key: str, now: float) -> list[Output]: ...
    @abstractmethod
    def type_text(self, text: str, now: float) -> list[Output]: ...
    @abstractmethod
    def click(self, target: str, now: float) -> list[Output]: ...
    @abstractmethod
    def thought(self, wanted: Wanted, move: Move, now: float) -> list[Output]: ...
    @abstractmethod
    def focus(self, now: float, *, gained: bool) -> list[Output]: ...
    @abstractmethod
    def speaking_through(self, name: str, now: float, *, braille: bool) -> list[Output]: ...
    @abstractmethod
    def copied(self, now: float, *, done: bool) -> list[Output]: ...
    @abstractmethod
    def suspending(self, now: float) -> list[Output]: ...
    @abstractmethod
    def resumed(self, now: float, *, done: bool) -> list[Output]: ...
    @abstractmethod
    def keep(self, now: float) -> list[Output]: ...
    @abstractmethod
    def received(self, data: bytes | str, now: float) -> list[Output]: ...
    @abstractmethod
    def linked(self, line: Line, now: float) -> list[Output]: ...
    @abstractmethod
    def tick(self, now: float) -> list[Output]: ...
    @abstractmethod
    def leave(self, now: float) -> list[Output]: ...
    @abstractmethod
    def frame(self) -> Frame: ...
    @abstractmethod
    def text(self, message: Msg) -> str: ...


class Voice(Protocol):
    """The chain of speakers as the host uses it."""

    @property
    def name(self) -> str: ...
    @property
    def has_braille(self) -> bool: ...
    @property
    def has_styles(self) -> bool: ...
    @abstractmethod
    def refresh(self, now: float) -> None: ...
    @abstractmethod
    def say(
        self, text: str, *, interrupt: bool, lang: str, style: VoiceStyle | None = None
    ) -> None: ...
    @abstractmethod
    def braille(self, text: str) -> bool: ...
    @abstractmethod
    def silence(self) -> None: ...
    @abstractmethod
    def forget(self) -> None: ...
    @abstractmethod
    def blur(self) -> None: ...
    @abstractmethod
    def close(self) -> None: ...


class Sounds(Protocol):
    """The mixer as the host uses it."""

    @abstractmethod
    def play(
        self,
        sound_id: str,
        *,
        game: str | None = None,
        pan: float = 0.0,
        channel: Literal["game", "notices", "music"] = "game",
    ) -> None: ...
    @abstractmethod
    def set_volume(
        self, name: Literal["voice", "game", "notices", "music"], percent: int
    ) -> None: ...
    @abstractmethod
    def stop_all(self) -> None: ...
    @abstractmethod
    def close(self) -> None: ...


class Thinks(Protocol):
    """The thinker as the host uses it."""

    @abstractmethod
    def think(self, wanted: Wanted) -> None: ...
    @abstractmethod
    def prepare(self, game_id: str) -> None: ...
    @abstractmethod
    def cancel(self) -> None: ...
    @abstractmethod
    def answers(self) -> list[Thought]: ...
    @abstractmethod
    def close(self) -> None: ...


@dataclass
class Services:
    """What the host performs with.  `revoice` makes the speaker that changed settings ask for."""

    speaker: Voice
    mixer: Sounds
    thinker: Thinks
    revoice: Callable[[Voice, Settings], Voice] = lambda speaker, _settings: speaker
    record: Callable[[Announcement], None] = lambda _announcement: None
    """Writes the transcript."""
    report: Callable[[Exception, Iterable[Announcement]], str] = lambda _failure, _said: ""
    """Writes a report about an error and returns where it is."""
    line: Lines = field(default_factory=NoLines)
    """The line to a server of tables."""
    suspend: Callable[[], bool] | None = None
    """Returns when the program was stopped in its terminal and goes on again, and says whether
    that was possible; a window has none."""


class Host:
    """Drives the app.  A shell gives it keys and time, and ends when `code` is a number.

    `show` writes an announcement where the shell shows it; `copy` puts a text on the clipboard
    and says whether it could.
    """

    def __init__(
        self,
        app: AppLike,
        services: Services,
        show: Callable[[Announcement], None],
        copy: Callable[[str], bool],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.app = app
        self.code: int | None = None
        self._services = services
        self._show = show
        self._copy = copy
        self._clock = clock
        self._focused = True
        self._voice: tuple[str, bool] | None = None
        self._refresh_at = clock() + REFRESH_SECONDS
        self._said: deque[Announcement] = deque(maxlen=REMEMBERED)
        self._left = False

    # What shells call

    def begin(self) -> None:
        """Tell the app what speaks, and start it.  The speakers have been looked at already."""
        self._set_volumes()
        self._tell_voice()
        self._do(self.app.begin)

    def key(self, name: str) -> None:
        """A key was pressed."""
        self._do(lambda now: self.app.handle(name, now))

    def type_text(self, text: str) -> None:
        """Text was typed into a field."""
        self._do(lambda now: self.app.type_text(text, now))

    def click(self, target: str) -> None:
        """Something drawn was clicked: "row 2", "card 0"."""
        self._do(lambda now: self.app.click(target, now))

    def focus(self, *, gained: bool) -> None:
        """The window got or lost the focus; that it has it at the start is no news."""
        if gained == self._focused:
            return
        self._focused = gained
        if gained:
            self._refresh()
        else:
            self._services.speaker.blur()
        self._do(lambda now: self.app.focus(now, gained=gained))

    def tick(self) -> None:
        """Do what is due by now."""
        for thought in self._services.thinker.answers():
            self._take(thought)
        self._hear_line()
        if self._clock() >= self._refresh_at:
            self._refresh()
        deadline = self._deadline_of_app()
        if deadline is not None and self._clock() >= deadline:
            self._do(self.app.tick)

    @property
    def wants_text(self) -> bool:
        """Whether a text field has the focus."""
        return self.app.wants_text

    def seconds_left(self) -> float:
        """How long a shell may wait before it calls `tick`."""
        if self._services.line.has_more:
            return 0.0
        deadline = self._deadline_of_app()
        due = self._refresh_at if deadline is None else min(deadline, self._refresh_at)
        return max(0.0, due - self._clock())

    def frame(self) -> Frame:
        """What is to be drawn."""
        try:
            return self.app.frame()
        except Exception as failure:  # noqa: BLE001 - ends in a sentence, see `_fail`
            self._fail(failure)
            return Frame("Audiogames")

    def leave(self, code: int = 0) -> None:
        """The program is closing: the match is kept."""
        if self.code is None:
            self._left = True
            self._do(self.app.leave)
            self.code = code if self.code is None else self.code

    def close(self) -> None:
        """Let go of processes, speech and sound."""
        self._services.line.close()
        self._services.thinker.close()
        self._services.speaker.close()
        self._services.mixer.close()

    # Inside

    def _do(self, call: Callable[[float], list[Output]]) -> None:
        if self.code is not None:
            return
        try:
            for output in sorted(call(self._clock()), key=_is_last):
                self._perform(output)
        except Exception as failure:  # noqa: BLE001 - ends in a sentence, see `_fail`
            self._fail(failure)

    def _deadline_of_app(self) -> float | None:
        try:
            return self.app.deadline
        except Exception as failure:  # noqa: BLE001 - ends in a sentence, see `_fail`
            self._fail(failure)
            return None

    def _perform(self, output: Output) -> None:
        services = self._services
        match output:
            case Announcement():
                self._announce(output)
            case Play():
                self._play(output)
            case Hush():
                services.speaker.silence()
            case StopSounds():
                services.mixer.stop_all()
            case ChangeHands():
                services.speaker.forget()
            case _:
                self._arrange(output)

    def _arrange(self, output: Output) -> None:
        """What is neither heard nor seen."""
        match output:
            case Think(wanted):
                self._services.thinker.think(wanted)
            case Prepare(game_id):
                self._services.thinker.prepare(game_id)
            case Forget():
                self._services.thinker.cancel()
            case Configure():
                self._configure()
            case Keep():
                for told in self.app.keep(self._clock()):
                    self._perform(told)
            case Copy(text):
                done = self._copy(text)
                self._do(lambda now: self.app.copied(now, done=done))
            case Suspend():
                self._stop()
            case Quit(code):
                self.code = code
            case _:
                self._reach(output)

    def _stop(self) -> None:
        done = False
        if self._services.suspend is not None:
            self._do(self.app.suspending)
            done = self._services.suspend()
        self._do(lambda now: self.app.resumed(now, done=done))

    def _reach(self, output: Output) -> None:
        """What goes to a server."""
        line = self._services.line
        match output:
            case Connect(address):
                line.connect(address)
            case Transmit(data):
                line.transmit(data)
            case Disconnect():
                line.disconnect()

    def _announce(self, announcement: Announcement) -> None:
        """The voice comes first: everything else can wait a millisecond."""
        self._said.append(announcement)
        if announcement.spoken:
            self._speak(announcement)
        if announcement.braille:
            self._services.speaker.braille(announcement.braille)
        self._services.record(announcement)
        self._show(announcement)

    def _speak(self, announcement: Announcement) -> None:
        """In one go, or each seat in a voice of its own, where that is wanted and ours speaks."""
        speaker, settings = self._services.speaker, self.app.settings
        if not (announcement.parts and settings.seat_voices and speaker.has_styles):
            speaker.say(announcement.text, interrupt=announcement.interrupt, lang=announcement.lang)
            return
        interrupt = announcement.interrupt
        for part in announcement.parts:
            style = seat_style(part, settings.voice)
            speaker.say(part.text, interrupt=interrupt, lang=announcement.lang, style=style)
            interrupt = False

    def _play(self, order: Play) -> None:
        """A game's own sounds come before the common ones of the same name."""
        session = self.app.session
        game = order.folder or (session.spec.id if session is not None else None)
        channel: Literal["game", "notices", "music"] = "game"
        if order.channel in {"notices", "music"}:
            channel = "music" if order.channel == "music" else "notices"
        self._services.mixer.play(order.sound, game=game, pan=order.pan, channel=channel)

    def _hear_line(self) -> None:
        """Take what has come on the line, but not so much that a key would have to wait."""
        end = self._clock() + HEARING
        for _ in range(ARRIVALS):
            arrival = self._services.line.arrival()
            if arrival is None:
                break
            self._hear(arrival)
            if self._clock() >= end:
                break

    def _hear(self, arrival: Arrival) -> None:
        """Something came on the line, or of it."""
        if isinstance(arrival, Line):
            self._do(lambda now: self.app.linked(arrival, now))
        else:
            self._do(lambda now: self.app.received(arrival, now))

    def _take(self, thought: Thought) -> None:
        if thought.failure is not None:
            self._fail(thought.failure)
        elif thought.move is not None:
            move = thought.move
            self._do(lambda now: self.app.thought(thought.wanted, move, now))

    # Speech and sound

    def _set_volumes(self) -> None:
        settings, mixer = self.app.settings, self._services.mixer
        mixer.set_volume("voice", settings.voice_volume)
        mixer.set_volume("game", settings.game_volume)
        mixer.set_volume("notices", settings.notices_volume)
        mixer.set_volume("music", settings.music_volume)

    def _configure(self) -> None:
        self._set_volumes()
        services = self._services
        speaker = services.revoice(services.speaker, self.app.settings)
        if speaker is not services.speaker:
            services.speaker = speaker
            self._refresh()

    def _refresh(self) -> None:
        now = self._clock()
        self._refresh_at = now + REFRESH_SECONDS
        self._services.speaker.refresh(now)
        self._tell_voice()

    def _tell_voice(self) -> None:
        """Tell the app what speaks, where that has changed."""
        voice = (self._services.speaker.name, self._services.speaker.has_braille)
        if voice != self._voice:
            self._voice = voice
            name, braille = voice
            self._do(lambda now: self.app.speaking_through(name, now, braille=braille))

    # What nobody foresaw

    def _fail(self, failure: Exception) -> None:
        """End with one sentence; the match and a report are kept."""
        self.code = FAILED
        if not self._left:
            self._left = True
            with suppress(Exception):
                self.app.leave(self._clock())
        where = self._services.report(failure, self._said)
        with suppress(Exception):
            lang = self._said[-1].lang if self._said else self.app.settings.language
            self._announce(farewell(self.app.text, lang, where, self._clock()))


def _is_last(output: Output) -> bool:
    """What may wait for a disk comes after what is heard."""
    return isinstance(output, Keep)
