"""One player at a page: an app with a host of its own, whose outputs become messages.

A session outlives its connection: the page may be reloaded, a phone may sleep.  It has no thread
and no process: everything happens on the server's event loop, and one timer wakes it.
"""

from __future__ import annotations

import asyncio
import math
import secrets
from collections.abc import Callable
from contextlib import suppress
from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING, Final, Protocol

from audiogames.app.bundle import LARGEST as LARGEST_FILE
from audiogames.app.keys.bindings import BROWSERS_KEEP
from audiogames.app.keys.names import can_be_pressed
from audiogames.core.cues import Msg, msg
from audiogames.net.server.limits import neighbourhood
from audiogames.present.catalogue import tag
from audiogames.present.frame import Button, Frame
from audiogames.present.outputs import Announcement
from audiogames.shell.host import FAILED, TITLE, Host
from audiogames.shell.keys import types_text
from audiogames.shell.report import fault
from audiogames.shell.services import Services
from audiogames.shell.web.clicks import LyingCard, Target
from audiogames.shell.web.clock import Absence, SessionClock, Unplaced
from audiogames.shell.web.drawing import PagePicture
from audiogames.shell.web.messages import (
    PRESSES,
    AskFile,
    Click,
    CopyOutcome,
    CopyText,
    Download,
    EndLine,
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
    ToPage,
    TypedText,
    written,
)
from audiogames.shell.web.services import PageMixer, PageSpeaker, page_voice
from audiogames.shell.web.shared import SharedBySessions
from audiogames.shell.web.storage import BrowserStorage
from audiogames.shell.web.words import ENGLISH, ending, page_words

if TYPE_CHECKING:
    from audiogames.app.app import App
    from audiogames.app.settings import Settings

CLOCK_SECONDS: Final = 1.0
"""How often a picture with a clock is checked for changes."""

TOKEN_BYTES: Final = 24

REPORTS: Final = (Placed, KeptNow, PickedPart)
"""Reports of a page about its own actions; the app does not see them."""


class PageFailed(Exception):
    """The script of the page has failed."""


class Drops(Enum):
    """Late presses since the last one that was carried out."""

    NONE = 0
    UNTOLD = 1
    TOLD = 2


class PageLine(Protocol):
    """The connection to one page."""

    def send(self, text: str) -> None:
        """Send a message without waiting."""

    def close(self) -> None:
        """Close it after sending what is pending."""


class WebSession:
    """A session.  `ended` is called once, when it is over for good."""

    def __init__(
        self,
        app: App,
        shared: SharedBySessions,
        ended: Callable[[WebSession], None],
        address: str = "",
    ) -> None:
        self.token = secrets.token_urlsafe(TOKEN_BYTES)
        self.address = address
        """The browser's first address: all limits count by that, even after a change."""
        self.lost_at: float | None = None
        """The real time since which it has no connection."""
        self._shared = shared
        self._ended = ended
        self._loop = asyncio.get_running_loop()
        self._clock = SessionClock(shared.now)
        self._unplaced = Unplaced(shared.now)
        self._absence = Absence(shared.now)
        self._line: PageLine | None = None
        self._is_in_front = True
        self._was_there = False
        self._has_begun = False
        self._drops = Drops.NONE
        self._has_failed_to_draw = False
        self._is_over = False
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
        self._host = Host(app, self._services(app.settings), self._say, self._copy, self._clock)

    # The connection

    def connect(self, line: PageLine, *, by_touch: bool = False, keeps: bool = True) -> None:
        """Attach a page, new or returning; another page that was attached is closed."""
        if self._line is not None:
            self._send(self._end("page-elsewhere"))
            self._line.close()
        self._line, self.lost_at = line, None
        self._is_in_front = True
        self._host.app.wording.by_touch = by_touch
        self._host.app.wording.renew()
        self._picture.start_again()
        if self._mirror is not None:
            self._mirror.start_again()
        lang = tag(self._lang)
        silence = self._shared.silence
        self._send(
            PageWelcome(
                self.token,
                lang,
                self._words,
                self._shared.now(),
                silence.quiet,
                silence.dead,
            )
        )
        self._do(lambda: self._greet(keeps=keeps))

    def disconnect(self, line: PageLine) -> None:
        """Detach a connection that has ended, unless it was replaced before."""
        if line is self._line:
            self._line, self.lost_at = None, self._shared.now()
            self._do(_nothing)

    def take(self, line: PageLine, message: FromPage) -> None:
        """Handle a page's message; those of a replaced connection are ignored."""
        if line is not self._line:
            return
        if isinstance(message, PRESSES):
            if self._is_late(message.at):
                self.drop(line, is_given_up=False)
                return
            self._drops = Drops.NONE
        self._do(lambda: self._take(message), is_report=isinstance(message, REPORTS))

    def drop(self, line: PageLine, *, is_given_up: bool) -> None:
        """Drop a press that refers to an outdated table.

        A page that gave its connection up is notified once it is back.
        """
        if self._drops is Drops.NONE:
            self._drops = Drops.UNTOLD
        if line is not self._line or not is_given_up:
            self._do(self._tell_dropped)

    def _is_late(self, at: float | None) -> bool:
        return at is not None and self._shared.now() - at > self._shared.silence.dead

    def wake(self) -> None:
        """Handle a timer or another event that is no message of the page."""
        self._shared.work.soon(self.token, self.address, self._tick)

    def _tick(self) -> None:
        self._do(self._host.tick)

    def close(self) -> None:
        """Close the session; the match is kept.

        A guest's page is only disconnected and reconnects until the server is back.
        """
        if not self._is_over:
            self._host.leave()
            self._finish("page-closed", is_told=not self._shared.has_guests)

    # Events

    def _do(self, act: Callable[[], None], *, is_report: bool = False) -> None:
        """Run every event here: an exception ends this session, and no other."""
        if self._is_over:
            return
        try:
            act()
            self._settle(is_report=is_report)
        except Exception as failure:
            self._last_text = self._sentence(fault(self._shared.report(failure, ())))
            self._host.leave(FAILED)
            self._finish("")

    def _greet(self, *, keeps: bool) -> None:
        self._show_look()
        if self._has_begun:
            self._come_back()
        else:
            self._has_begun = True
            self._host.begin()
            if not (keeps or self._shared.has_guests):  # their storage says what guests lose
                self._host.notify(msg("page-not-remembered"))
        self._tell_dropped()

    def _tell_dropped(self) -> None:
        """Announce once that presses were dropped, however many."""
        if self._drops is Drops.UNTOLD:
            self._drops = Drops.TOLD
            self._host.notify(msg("page-presses-dropped"))

    def _come_back(self) -> None:
        """The page is visible again; announcements that it had not placed are lost.

        The app repeats the facts and the position: its clock was stopped.
        """
        lost = self._unplaced.take_lost()
        self._host.focus(gained=False)
        self._host.focus(gained=True)
        for announcement in lost:
            self._say(announcement)

    def _change_front(self, *, gained: bool) -> None:
        if gained == self._is_in_front:
            return
        self._is_in_front = gained
        if gained:
            self._come_back()
        else:
            self._send(SilenceVoice())

    def _take(self, message: FromPage) -> None:
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
                self._change_front(gained=gained)
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
            case PickedPart(text):
                self._take_part(text)
            case PickedAll(why):
                self._take_file(f"things-{why}" if why else "")
            case KeptNow(number, done):
                if self._mirror is not None:
                    self._mirror.written(number, done=done)
            case PageFault(part, why):
                self._fail_to_draw(f"The page could not draw {part}: {why}")
            case _:
                pass  # answered by the caller

    def _ask_file(self) -> None:
        self._picked, self._picked_letters, self._asks_file = [], 0, True
        self._send(AskFile(LARGEST_FILE))

    def _take_part(self, text: str) -> None:
        """Keep a part of a requested file; an overlong one is refused at its end."""
        if self._asks_file and self._picked_letters <= LARGEST_FILE:
            self._picked.append(text)
            self._picked_letters += len(text)

    def _take_file(self, why: str) -> None:
        if self._asks_file:
            text, self._picked, self._asks_file = "".join(self._picked), [], False
            self._host.file_picked(None if why else text, why)

    def _fail_to_draw(self, why: str) -> None:
        """Report the first drawing failure of the page."""
        if not self._has_failed_to_draw:
            self._has_failed_to_draw = True
            self._host.drawing_failed(PageFailed(why))

    def _end_speech(self, number: int) -> None:
        """Note the end of speech, unless something newer is being spoken."""
        if number >= self._last_spoken:
            self._speaker.ended()
            self._host.tick()

    def _click(self, number: int) -> None:
        """Act on a click; one on a removed thing is answered without effect."""
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
        """Handle a key that a keyboard of ours has; characters arrive as text."""
        if self._host.wants_text and types_text(press.key):
            return
        if can_be_pressed(press.key):
            self._host.key(press.key, is_repeat=press.repeat, origin=press.origin)

    # After each event

    def _settle(self, *, is_report: bool) -> None:
        """Update presence, picture and timer after an event.

        A report of the page changes no picture, unless it ends a silence.  Composing pictures is
        the largest cost, and half of all messages are reports.
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
        """Let time pass while the page is heard, until an announcement must have been placed."""
        self._clock.stop_at(self._unplaced.stops_at if self._is_there else self._clock())

    @property
    def _is_there(self) -> bool:
        """Whether the player can hear announcements now."""
        is_silent = self._shared.now() >= self._unplaced.gives_up_at
        return self._line is not None and self._is_in_front and not is_silent

    def _draw(self) -> None:
        if self._line is not None:
            self._show_look()
            if self._host.draw(self._show) is None:
                self._picture.show(Frame(TITLE))

    def _show(self, frame: Frame) -> bool:
        self._picture.show(frame)
        return True

    def _show_look(self) -> None:
        self._picture.show_look(self._host.app.settings, tag(self._lang), self._words)

    def _keep(self) -> None:
        """Send changes of settings and matches to the browser that stores them."""
        self._send_changes()
        while self._line is not None and self._downloads:
            self._send(Download(*self._downloads.pop(0)))

    def _send_changes(self) -> None:
        if self._line is not None and self._mirror is not None:
            for message in self._mirror.messages():
                self._send(message)

    def _set_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        gives_up = self._unplaced.gives_up_at if self._is_there else self._absence.ends_at
        seconds = gives_up - self._shared.now()
        if self._host.has_arrivals:
            seconds = 0.0
        elif not self._clock.is_stopped:
            seconds = min(seconds, self._host.seconds_left())
            if self._picture.has_clock:
                seconds = min(seconds, CLOCK_SECONDS)
        if seconds < math.inf:
            self._timer = self._loop.call_later(max(0.0, seconds), self.wake)

    def _finish(self, why: str, *, is_told: bool = True) -> None:
        """End for good; the last sentence is that of a fault, or says `why`."""
        if self._is_over:
            return
        self._is_over = True
        if self._timer is not None:
            self._timer.cancel()
        self._host.close()
        self._keep()
        if is_told:
            text = self._sentence(msg(why)) if why else self._last_text
            self._send(EndLine(text, tag(self._lang), again=self._shared.has_guests))
        if self._line is not None:
            self._line.close()
        self._ended(self)

    # Messages

    def _send(self, message: ToPage) -> None:
        if self._line is not None:
            self._line.send(written(message))

    def _say(self, announcement: Announcement) -> None:
        """Send the match's changes first, then the announcement."""
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

    def _copy(self, text: str) -> bool | None:
        """Copy a text; return None if the page will report, False without a page."""
        if self._line is None:
            return False
        self._send(CopyText(text))
        return None

    def _end(self, why: str) -> EndLine:
        return EndLine(self._sentence(msg(why)), tag(self._lang))

    def _sentence(self, message: Msg) -> str:
        return ending(self._locales, self._lang, message)

    @property
    def _lang(self) -> str:
        return self._host.app.announcer.localizer.lang or ENGLISH

    @property
    def _words(self) -> dict[str, str]:
        return page_words(self._locales, self._lang, by_touch=self._host.app.wording.by_touch)

    @property
    def _locales(self) -> Path:
        return self._host.app.locales

    def _services(self, settings: Settings) -> Services[PageSpeaker]:
        shared = self._shared
        self._speaker = PageSpeaker(self._send, self._unplaced.forget, page_voice(settings))
        return Services(
            self._speaker,
            PageMixer(self._send, shared.sounds),
            shared.bots.thinker(self.wake, neighbourhood(self.address)),
            self._revoice,
            shared.record,
            shared.report,
            shared.open_line(self._wake_soon, self.address),
            share=lambda text: self._send(CopyText(text, share=True)),
            pick_file=self._ask_file,
        )

    def _revoice(self, speaker: PageSpeaker, settings: Settings) -> PageSpeaker:
        voice = page_voice(settings)
        if voice == speaker.name:
            return speaker
        self._speaker = PageSpeaker(self._send, self._unplaced.forget, voice)
        return self._speaker

    def _wake_soon(self) -> None:
        """Wake from another thread, which may outlive the loop."""
        with suppress(RuntimeError):
            self._loop.call_soon_threadsafe(self.wake)


def _nothing() -> None:
    """Do nothing; passed to `_do` for the update that follows every call."""
