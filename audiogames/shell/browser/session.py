"""The session of a player at a page: an app and its host, whose outputs become messages.

It runs in a web worker of the page, without threads: everything is handled on one event loop, and
one timer triggers what is due.
"""

from __future__ import annotations

import asyncio
import math
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final, Protocol

from audiogames.app.bundle import LARGEST as LARGEST_FILE
from audiogames.app.keys.bindings import BROWSERS_KEEP
from audiogames.app.keys.names import can_be_pressed
from audiogames.core.cues import Msg, msg
from audiogames.present.catalogue import tag
from audiogames.present.frame import Button, Frame
from audiogames.present.outputs import Announcement
from audiogames.shell.browser.clicks import LyingCard, Target
from audiogames.shell.browser.clock import Absence, SessionClock, Unplaced
from audiogames.shell.browser.drawing import PagePicture
from audiogames.shell.browser.messages import (
    AskAlive,
    AskFile,
    Click,
    CopyOutcome,
    CopyText,
    Download,
    EndLine,
    Evicted,
    Fleeting,
    FocusChange,
    FromPage,
    KeptNow,
    KeyPress,
    PageFault,
    PageWelcome,
    PasteOutside,
    PickedAll,
    PickedPart,
    Placed,
    SentAnnouncement,
    SilenceVoice,
    SpeechEnded,
    StillHere,
    ToPage,
    TypedText,
    written,
)
from audiogames.shell.browser.services import PageMixer, PageSpeaker, page_voice
from audiogames.shell.browser.storage import BrowserStorage
from audiogames.shell.browser.words import ENGLISH, ending, page_words
from audiogames.shell.host import FAILED, TITLE, Host
from audiogames.shell.keys import types_text
from audiogames.shell.report import fault
from audiogames.shell.services import HostLine, HostThinker, Services

if TYPE_CHECKING:
    from audiogames.app.app import App
    from audiogames.app.settings import Settings
    from audiogames.shell.mixer import SoundFiles

CLOCK_SECONDS: Final = 1.0
"""Seconds between two checks whether a picture with a clock has changed."""

REPORTS: Final = (Placed, KeptNow, PickedPart)
"""Reports of a page about its own actions; the app does not see them."""


class PageFailed(Exception):
    """The script of the page has failed to draw."""


class PageLine(Protocol):
    """The connection to the page."""

    def send(self, text: str) -> None:
        """Send a message without waiting."""


@dataclass(frozen=True)
class SessionParts:
    """The parts of a session in addition to its app: bots, server connection, sounds and so on.

    `thinker` and `tables` create the bots and the connection to a server of tables; the
    argument of each is a function to be called when something has arrived.  `report` writes a
    report of an error and returns the report's path for the player, or an empty text.
    """

    thinker: Callable[[Callable[[], None]], HostThinker]
    tables: Callable[[Callable[[], None]], HostLine]
    sounds: SoundFiles
    report: Callable[[Exception, Iterable[Announcement]], str]
    now: Callable[[], float] = time.monotonic


class PageSession:
    """The session of one page, which is connected by `line`.

    With `by_touch` the page has no keyboard: help names buttons instead of keys.
    """

    def __init__(
        self, app: App, line: PageLine, parts: SessionParts, *, by_touch: bool = False
    ) -> None:
        self._line = line
        self._parts = parts
        self._loop = asyncio.get_running_loop()
        self._clock = SessionClock(parts.now)
        self._unplaced = Unplaced(parts.now)
        self._absence = Absence(parts.now)
        self._is_in_front = True
        self._was_there = False
        self._has_failed_to_draw = False
        self.is_over = False
        self._picture = PagePicture(self._send)
        self._last_text = ""
        self._last_spoken = 0
        """The number of the last spoken announcement."""
        self._timer: asyncio.TimerHandle | None = None
        storage = app.storage
        self._mirror = storage.mirror if isinstance(storage, BrowserStorage) else None
        self._picked: list[str] = []
        """The received parts of the file that the player was asked for."""
        self._picked_letters = 0
        self._asks_file = False
        self._downloads = storage.downloads if isinstance(storage, BrowserStorage) else []
        app.keymap.lost = BROWSERS_KEEP
        app.wording.by_touch = by_touch
        app.wording.renew()
        self._host = Host(app, self._services(app.settings), self._say, self._copy, self._clock)
        self._send(PageWelcome(tag(self._lang), self._words))
        self._do(self._begin)

    def take(self, message: FromPage) -> None:
        """Handle a message from the page."""
        self._do(lambda: self._take(message), is_report=isinstance(message, REPORTS))

    def wake(self) -> None:
        """Handle an event that is not a message of the page, such as the timer."""
        self._do(self._host.tick)

    # Events

    def _do(self, act: Callable[[], None], *, is_report: bool = False) -> None:
        """Handle one event; an exception ends the session with a report."""
        if self.is_over:
            return
        try:
            act()
            self._settle(is_report=is_report)
        except Exception as failure:  # noqa: BLE001 - the player hears that it is reported
            self._last_text = self._sentence(fault(self._parts.report(failure, ())))
            self._host.leave(FAILED)
            self._finish("")

    def _begin(self) -> None:
        """Send the page its appearance, and start the app."""
        self._show_look()
        self._host.begin()

    def _repeat_lost(self) -> None:
        """Repeat the announcements that the page had not placed when the player returned.

        Facts and answers to keys are not among them: the app itself repeats the facts and announces
        the position, because its clock was stopped.
        """
        lost = self._unplaced.take_lost()
        self._host.focus(gained=False)
        self._host.focus(gained=True)
        for announcement in lost:
            self._say(announcement)

    def _handle_front_change(self, *, gained: bool) -> None:
        """Handle a change of the page to the front or to the background, where it is silent."""
        if gained == self._is_in_front:
            return
        self._is_in_front = gained
        if gained:
            self._repeat_lost()
        else:
            self._send(SilenceVoice())

    def _take(self, message: FromPage) -> None:
        """Handle a message of the page by its type."""
        host = self._host
        match message:
            case KeyPress():
                self._press(message)
            case Click(number):
                self._click(number)
            case TypedText(text):
                if host.wants_text:
                    host.type_text(text)
            case PasteOutside():
                host.paste("")
            case FocusChange(gained):
                self._handle_front_change(gained=gained)
            case Placed(number):
                self._unplaced.placed(number)
            case SpeechEnded(number):
                self._end_speech(number)
            case CopyOutcome(shared=True):
                host.copied(done=False, why="link-shared")  # shared, and so not on the clipboard
            case CopyOutcome(done, safe):
                host.copied(done=done, why="not-copied" if safe else "page-not-copied")
            case Fleeting():
                host.notify(msg("page-may-forget"))
            case Evicted():
                host.notify(msg("page-evicted"))
            case PickedPart(text):
                self._take_part(text)
            case PickedAll(why):
                self._take_file(f"things-{why}" if why else "")
            case KeptNow(done=done):
                if self._mirror is not None:
                    self._mirror.written(done=done)
                    if not done:
                        host.writing_failed()
            case AskAlive():
                self._send(StillHere())
            case PageFault(part, why):
                self._fail_to_draw(f"The page could not draw {part}: {why}")
            case _:
                pass  # belongs to the loading

    def _ask_file(self) -> None:
        """Ask the page for a file, which the player then chooses."""
        self._picked, self._picked_letters, self._asks_file = [], 0, True
        self._send(AskFile(LARGEST_FILE))

    def _take_part(self, text: str) -> None:
        """Store a part of the file that the player chose, unless the file is already too long.

        A file that is too long is refused when it is complete.
        """
        if self._asks_file and self._picked_letters <= LARGEST_FILE:
            self._picked.append(text)
            self._picked_letters += len(text)

    def _take_file(self, why: str) -> None:
        """Pass the complete file to the app, or the reason `why` there is none."""
        if self._asks_file:
            text, self._picked, self._asks_file = "".join(self._picked), [], False
            self._host.file_picked(None if why else text, why)

    def _fail_to_draw(self, why: str) -> None:
        """Report the first drawing failure of the page."""
        if not self._has_failed_to_draw:
            self._has_failed_to_draw = True
            self._host.drawing_failed(PageFailed(why))

    def _end_speech(self, number: int) -> None:
        """Handle the end of speech, unless a newer announcement is being spoken."""
        if number >= self._last_spoken:
            self._speaker.ended()
            self._host.tick()

    def _click(self, number: int) -> None:
        """Perform the action of the button, item or card that was clicked.

        If it was removed meanwhile, announce the focused item instead.
        """
        match self._picture.clicked(number):
            case Button(key=key):
                self._host.key(key)  # also one behind the command key
            case Target(name):
                self._host.click(name)
            case LyingCard(name):
                self._host.missed(name)
            case None:
                self._host.missed()

    def _press(self, press: KeyPress) -> None:
        """Handle a pressed key; characters for a text field arrive as `TypedText` instead."""
        if self._host.wants_text and types_text(press.key):
            return
        if can_be_pressed(press.key):
            self._host.key(press.key, is_repeat=press.repeat, origin=press.origin)

    # After each event

    def _settle(self, *, is_report: bool) -> None:
        """Update presence, picture and timer after an event.

        If the event only reports what the page has done, such as placing an announcement, the
        picture is still current, unless the page counted as absent before.  Half of all messages
        are such reports, and composing the picture is the most expensive step.
        """
        self._stop_clock()
        was_there, self._was_there = self._was_there, self._is_there
        self._host.focus(gained=self._was_there)
        if self._absence.see(is_there=self._was_there):
            self._host.rest()
        self._stop_clock()
        if self._host.code is not None:
            self._finish("" if self._host.code == FAILED else "page-closed")
            return
        if not is_report or was_there != self._was_there:
            self._draw()
        self._keep()
        self._set_timer()

    def _stop_clock(self) -> None:
        """Set when the session's clock stops: now if the player is absent.

        Otherwise it stops just before an announcement that the page has not placed would count as
        delivered.
        """
        self._clock.stop_at(self._unplaced.stops_at if self._is_there else self._clock())

    @property
    def _is_there(self) -> bool:
        """Whether the player can hear announcements now."""
        is_silent = self._parts.now() >= self._unplaced.gives_up_at
        return self._is_in_front and not is_silent

    def _draw(self) -> None:
        """Send the appearance and the picture; if composing the picture fails, an empty one."""
        self._show_look()
        if self._host.draw(self._show) is None:
            self._picture.show(Frame(TITLE))

    def _show(self, frame: Frame) -> bool:
        """Send a frame; return True, because the caller takes None for a failure."""
        self._picture.show(frame)
        return True

    def _show_look(self) -> None:
        """Send the visual settings, sound settings and words of the page, if they have changed."""
        self._picture.show_look(self._host.app.settings, tag(self._lang), self._words)

    def _keep(self) -> None:
        """Send unsaved changes and pending downloads to the browser."""
        self._send_changes()
        while self._downloads:
            self._send(Download(*self._downloads.pop(0)))

    def _send_changes(self) -> None:
        """Send the unsent changes of the storage."""
        if self._mirror is not None:
            for message in self._mirror.messages():
                self._send(message)

    def _set_timer(self) -> None:
        """Set the timer for the next deadline of the app, the picture's clock or the page."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        gives_up = self._unplaced.gives_up_at if self._is_there else self._absence.ends_at
        seconds = gives_up - self._parts.now()
        if self._host.has_arrivals:
            seconds = 0.0
        elif not self._clock.is_stopped:
            seconds = min(seconds, self._host.seconds_left())
            if self._picture.has_clock:
                seconds = min(seconds, CLOCK_SECONDS)
        if seconds < math.inf:
            self._timer = self._loop.call_later(max(0.0, seconds), self.wake)

    def _finish(self, why: str) -> None:
        """End the session with the message `why` or, if `why` is empty, the last announcement."""
        if self.is_over:
            return
        self.is_over = True
        if self._timer is not None:
            self._timer.cancel()
        self._host.close()
        self._keep()
        text = self._sentence(msg(why)) if why else self._last_text
        self._send(EndLine(text, tag(self._lang)))

    # Messages

    def _send(self, message: ToPage) -> None:
        self._line.send(written(message))

    def _say(self, announcement: Announcement) -> None:
        """Send an announcement; unsent changes of the match are sent first."""
        self._send_changes()
        self._last_text = announcement.text
        number = self._unplaced.sent(announcement)
        if announcement.spoken:
            self._last_spoken = number
        hides_cards = self._host.app.announcer.history.recall is not None
        self._send(
            SentAnnouncement(
                number,
                announcement.text,
                announcement.lang,
                announcement.braille,
                announcement.interrupt,
                announcement.spoken,
                logged=not (hides_cards and announcement.tells_cards),
            )
        )

    def _copy(self, text: str) -> None:
        """Have the page copy a text; the page reports later whether it could."""
        self._send(CopyText(text))

    def _sentence(self, message: Msg) -> str:
        """Return a message as a sentence in the player's language."""
        return ending(self._locales, self._lang, message)

    @property
    def _lang(self) -> str:
        """The current language."""
        return self._host.app.announcer.localizer.lang or ENGLISH

    @property
    def _words(self) -> dict[str, str]:
        """The fixed texts of the page, in the current language."""
        return page_words(self._locales, self._lang, by_touch=self._host.app.wording.by_touch)

    @property
    def _locales(self) -> Path:
        return self._host.app.locales

    def _services(self, settings: Settings) -> Services[PageSpeaker]:
        """Return the services of the session's host."""
        parts = self._parts
        self._speaker = PageSpeaker(self._send, self._unplaced.forget, page_voice(settings))
        return Services(
            self._speaker,
            PageMixer(self._send, parts.sounds),
            parts.thinker(self.wake),
            self._revoice,
            _no_record,
            parts.report,
            parts.tables(self._wake_soon),
            share=lambda text: self._send(CopyText(text, share=True)),
            pick_file=self._ask_file,
        )

    def _revoice(self, speaker: PageSpeaker, settings: Settings) -> PageSpeaker:
        """Return the speaker for changed settings: the current one if the output is the same."""
        voice = page_voice(settings)
        if voice == speaker.name:
            return speaker
        self._speaker = PageSpeaker(self._send, self._unplaced.forget, voice)
        return self._speaker

    def _wake_soon(self) -> None:
        """Schedule `wake` for the next turn of the event loop."""
        self._loop.call_soon(self.wake)


def _no_record(_announcement: Announcement) -> None:
    """Do nothing: a page writes no transcript."""
