"""The host, which all shells share: passes input and time to the app, and performs its outputs.

While the program runs, only the host calls the app.  So an unexpected exception is handled here: it
ends the program with one sentence, a saved match and a report.
"""

from __future__ import annotations

import time
import traceback
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final, Literal, TypeVar

from audiogames.app.keys.names import Origin
from audiogames.app.outputs import (
    AskBot,
    ChangeHands,
    Configure,
    Copy,
    FillScreen,
    LookForNewest,
    OpenPage,
    Output,
    PickFile,
    Prepare,
    Quit,
    ReadClipboard,
    SaveSettings,
    StopThinking,
    Suspend,
)
from audiogames.core.cues import Msg, msg
from audiogames.net.client.orders import Connect, Disconnect, LineStatus, Transmit
from audiogames.present.frame import Frame
from audiogames.present.outputs import Announcement, Hush, PlaySound, StopSounds
from audiogames.shell.connection import Arrival
from audiogames.shell.report import farewell, hidden
from audiogames.shell.services import Services
from audiogames.shell.speech.base import seat_style

if TYPE_CHECKING:
    from audiogames.app.app import App
    from audiogames.shell.thinker import BotReply

REFRESH_SECONDS: Final = 3.0
"""Seconds between two searches for a screen reader that was started later."""

LISTENS_EVERY: Final = 0.05
"""Seconds between two checks whether speech has ended, if the speaker can detect that."""

ARRIVALS: Final = 20
HEARING: Final = 0.02
"""The most server messages that are handled between two checks for keys, and the most seconds."""

REMEMBERED: Final = 50
"""The number of announcements in a report."""

TITLE: Final = "Audiogames"
"""The window's title if the picture cannot be composed."""

FAILED: Final = 1

T = TypeVar("T")


class Host:
    """Runs the app: a shell passes it input and time, and ends when `code` is not None.

    `show` displays an announcement.  `copy` copies a text to the clipboard and returns whether it
    could, or None if the shell will call `copied` later.
    """

    def __init__(
        self,
        app: App,
        services: Services[Any],
        show: Callable[[Announcement], None],
        copy: Callable[[str], bool | None],
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
        self._unended: int | None = None
        """Unfinished utterances at the last check; None if unknown."""
        self._said: deque[Announcement] = deque(maxlen=REMEMBERED)
        self._left = False
        self._drawing_failures: set[tuple[str, int]] = set()
        """Where drawing has failed, as file and line: each place is reported once."""
        self._copied = ""
        """The text copied since the last change of player."""
        self._rests = False
        """Whether the server connection was closed because the player was away."""

    # Called by shells

    def begin(self) -> None:
        """Start the app with the current voice; the caller has refreshed the speakers."""
        self._set_volumes()
        self._report_voice()
        self._do(self.app.begin)

    def key(self, name: str, *, is_repeat: bool = False, origin: Origin = Origin.WRITTEN) -> None:
        """Handle a key that was pressed, or that repeats while it is held."""
        self._do(lambda now: self.app.handle(name, now, is_repeat=is_repeat, origin=origin))

    def type_text(self, text: str) -> None:
        """Handle text that was typed into a field."""
        self._do(lambda now: self.app.type_text(text, now))

    def paste(self, text: str) -> None:
        """Handle text that was pasted from the clipboard."""
        self._do(lambda now: self.app.paste(text, now))

    def click(self, target: str) -> None:
        """Handle a click on a drawn thing, named like "row 2" or "card 0"."""
        self._do(lambda now: self.app.click(target, now))

    def missed(self, named: str = "") -> None:
        """Handle a click without effect; `named` is the clicked thing, empty if it was removed."""
        self._do(lambda now: self.app.missed(now, named))

    def focus(self, *, gained: bool) -> None:
        """Handle the window's gain or loss of focus; at first it is assumed to have the focus."""
        if gained == self._focused:
            return
        self._focused = gained
        if gained:
            self._reconnect()
            self._refresh()
        else:
            self._services.speaker.blur()
        self._do(lambda now: self.app.focus(now, gained=gained))

    def device_changed(self, *, came: bool) -> None:
        """Handle a newly connected sound device or, if not `came`, the loss of the one in use."""
        self._services.device_changed(came=came)
        self._refresh()

    def rest(self) -> None:
        """Close the server connection because the player has been away for a long time."""
        self._rests = True
        self._services.line.disconnect()

    def copied(self, *, done: bool, why: str = "not-copied") -> None:
        """Handle the result of copying a text to the clipboard.

        If it failed, the message `why` is announced.
        """
        self._do(lambda now: self.app.copied(now, done=done, why=why))

    def file_picked(self, text: str | None, why: str = "") -> None:
        """Pass the text of the chosen file to the app; if there is no text, the reason `why`."""
        self._do(lambda now: self.app.file_picked(text, now, why))

    def notify(self, message: Msg) -> None:
        """Announce a message of the shell."""
        self._do(lambda now: self.app.announce_notice(message, now))

    def writing_failed(self) -> None:
        """Handle the storage's failure to write queued data."""
        self._do(self.app.writing_failed)

    def tick(self) -> None:
        """Handle everything due: bots' replies, server messages, end of speech, deadlines."""
        for reply in self._services.thinker.answers():
            self._take(reply)
        self._hear_line()
        self._pass_newest_file()
        self._listen()
        if self._clock() >= self._refresh_at:
            self._refresh()
        deadline = self._deadline_of_app()
        if deadline is not None and self._clock() >= deadline:
            self._do(self.app.tick)

    @property
    def has_arrivals(self) -> bool:
        """Whether server messages are waiting."""
        return self._services.line.has_more

    @property
    def wants_text(self) -> bool:
        """Whether the app expects typed text."""
        return self.app.wants_text

    def seconds_left(self) -> float:
        """Return how many seconds a shell may wait before it calls `tick`."""
        if self.has_arrivals:
            return 0.0
        deadline = self._deadline_of_app()
        due = self._refresh_at if deadline is None else min(deadline, self._refresh_at)
        speaker = self._services.speaker
        listens = not speaker.wakes and bool(speaker.unended())
        most = LISTENS_EVERY if listens else REFRESH_SECONDS
        return max(0.0, min(most, due - self._clock()))

    def frame(self) -> Frame:
        """Return the current frame; an empty one if composing it fails."""
        try:
            return self.app.frame(self._clock())
        except Exception as failure:
            self.drawing_failed(failure)
            return Frame(TITLE)

    def draw(self, draw: Callable[[Frame], T]) -> T | None:
        """Call `draw` with the current frame; return None if drawing fails.

        A match is played by ear: a drawing error must not end it.
        """
        try:
            return draw(self.frame())
        except Exception as failure:  # whatever drawing does, the match goes on
            self.drawing_failed(failure)
            return None

    def drawing_failed(self, failure: Exception) -> None:
        """Report a drawing error once for each place in the code; announce only the first one."""
        place = _place_of(failure)
        if place in self._drawing_failures:
            return
        is_first = not self._drawing_failures
        self._drawing_failures.add(place)
        where = self._services.report(failure, self._said)
        if is_first:
            failed = (
                msg("drawing-failed", path=where) if where else msg("drawing-failed-unreported")
            )
            self.notify(failed)

    def leave(self, code: int = 0) -> None:
        """End the program with this exit code; the match is saved and can be resumed."""
        if self.code is None:
            self._left = True
            self._do(self.app.leave)
            self.code = code if self.code is None else self.code

    def close(self) -> None:
        """Close the bots' processes, the server connection, speech and sound."""
        self._services.line.close()
        self._services.thinker.close()
        self._services.speaker.close()
        self._services.mixer.close()

    # Internals

    def _do(
        self,
        call: Callable[[float], list[Output]],
        failed: Callable[[Exception], None] | None = None,
    ) -> None:
        """Call the app with the current time, and perform its outputs.

        An exception is passed to `failed`; without it the program ends.
        """
        if self.code is not None:
            return
        try:
            for output in sorted(call(self._clock()), key=_is_last):
                self._perform(output)
        except Exception as failure:
            (failed or self._fail)(failure)

    def _deadline_of_app(self) -> float | None:
        """Return the app's deadline; if computing it fails, end the program."""
        try:
            return self.app.deadline
        except Exception as failure:
            self._fail(failure)
            return None

    def _perform(self, output: Output) -> None:
        """Perform an output by its type."""
        services = self._services
        match output:
            case Announcement():
                self._announce(output)
            case PlaySound():
                self._play(output)
            case Hush():
                services.speaker.silence()
            case StopSounds():
                services.mixer.stop_all()
            case ChangeHands():
                self._clear_for_next_player()
            case AskBot(wanted):
                services.thinker.think(wanted)
            case Prepare(game_id):
                services.thinker.prepare(game_id)
            case StopThinking():
                services.thinker.cancel()
            case Configure():
                self._configure()
            case SaveSettings():
                for further in self.app.keep(self._clock()):
                    self._perform(further)
            case LookForNewest(address):
                if services.newest is not None:
                    services.newest.look(address)
            case OpenPage(page):
                self._open_page(page)
            case Copy(text, shares):
                self._copy_text(text, shares=shares)
            case PickFile():
                services.pick_file()
            case ReadClipboard():
                self._read_clipboard()
            case Suspend():
                self._stop()
            case FillScreen():
                self._fill_screen()
            case Connect(address):
                services.line.connect(address)
            case Transmit(data):
                services.line.transmit(data)
            case Disconnect():
                services.line.disconnect()
            case Quit(code):
                self.code = code

    def _clear_for_next_player(self) -> None:
        """Clear announcements and clipboard before another player takes the keyboard.

        Only a text that the program itself copied is cleared: it may name the last player's cards.
        """
        services = self._services
        services.speaker.forget()
        services.clear()
        copied, self._copied = self._copied, ""
        if copied and services.read_clipboard is not None and services.read_clipboard() == copied:
            self._copy("")

    def _copy_text(self, text: str, *, shares: bool) -> None:
        """Copy a text and report the result to the app; if `shares`, offer it to other apps."""
        self._copied = text
        if shares and self._services.share is not None:
            self._services.share(text)
            return
        done = self._copy(text)
        if done is not None:
            self.copied(done=done)

    def _read_clipboard(self) -> None:
        """Pass the clipboard's text to the app; None if this shell cannot read the clipboard."""
        read = self._services.read_clipboard
        text = None if read is None else read()
        self._do(lambda now: self.app.clipboard_read(text, now))

    def _stop(self) -> None:
        """Suspend the program, and report to the app when it is resumed."""
        suspend = self._services.suspend
        done = suspend is not None and suspend(lambda: self._do(self.app.suspending))
        self._do(lambda now: self.app.resumed(now, done=done))

    def _open_page(self, page: str) -> None:
        """Open a page in the browser, and report to the app whether that succeeded."""
        opens = self._services.open_page
        done = opens is not None and opens(page)
        self._do(lambda now: self.app.page_opened(page, now, done=done))

    def _fill_screen(self) -> None:
        """Toggle the full screen, and report to the app whether it is on."""
        fill = self._services.fill_screen
        fills = None if fill is None else fill()
        self._do(lambda now: self.app.screen_filled(now, fills=fills))

    def _announce(self, announcement: Announcement) -> None:
        """Speak an announcement first, since speech must not wait, then show it in braille."""
        # What is typed may be a password, and its letters are echoed.
        self._said.append(hidden(announcement) if self.wants_text else announcement)
        if announcement.spoken:
            self._speak(announcement)
        if announcement.braille:
            self._services.speaker.braille(announcement.braille)
        self._services.record(announcement)
        self._show(announcement)

    def _speak(self, announcement: Announcement) -> None:
        """Speak an announcement, and remember to report the end of its speech."""
        self._say(announcement)
        unended = self._services.speaker.unended()
        if self._unended is not None and unended is not None:
            self._unended = max(1, unended)  # an end is reported even if there was nothing to speak

    def _say(self, announcement: Announcement) -> None:
        """Speak an announcement, with each seat in its own voice if wanted and supported."""
        speaker, settings = self._services.speaker, self.app.settings
        if not (announcement.parts and settings.seat_voices and speaker.has_styles):
            speaker.say(announcement.text, interrupt=announcement.interrupt, lang=announcement.lang)
            return
        interrupt = announcement.interrupt
        for part in announcement.parts:
            style = seat_style(part, settings.voice)
            speaker.say(part.text, interrupt=interrupt, lang=announcement.lang, style=style)
            interrupt = False

    def _listen(self) -> None:
        """Report to the app when speech has ended, if the speaker can detect that."""
        before, self._unended = self._unended, self._services.speaker.unended()
        if (before is None) != (self._unended is None):
            self.app.announces_end(it_does=self._unended is not None)
        if self._unended == 0 and before != 0:
            self._do(self.app.speech_ended)

    def _play(self, order: PlaySound) -> None:
        """Play a sound; a sound file of the game replaces a common one of the same name."""
        session = self.app.session
        game = order.folder or (session.spec.id if session is not None else None)
        channel: Literal["game", "notices", "music"] = "game"
        if order.channel in {"notices", "music"}:
            channel = "music" if order.channel == "music" else "notices"
        self._services.mixer.play(order.sound, game=game, pan=order.pan, channel=channel)

    def _hear_line(self) -> None:
        """Handle waiting server messages, only for a short time so that keys are answered."""
        end = self._clock() + HEARING
        for _ in range(ARRIVALS):
            arrival = self._services.line.arrival()
            if arrival is None:
                break
            self._handle_arrival(arrival)
            if self._clock() >= end:
                break

    def _pass_newest_file(self) -> None:
        """Pass the downloaded file about the newest version to the app, if it has arrived."""
        newest = self._services.newest
        data = None if newest is None else newest.take()
        if data is not None:
            self._do(lambda now: self.app.newest_came(data, now))

    def _reconnect(self) -> None:
        """Reopen the server connection that was closed while the player was away."""
        if self._rests:
            self._rests = False
            self._do(lambda now: self.app.linked(LineStatus.RESTED, now))

    def _handle_arrival(self, arrival: Arrival) -> None:
        """Handle a server message, or a change of the connection's status."""
        if isinstance(arrival, Exception):
            self._fail(arrival)
        elif isinstance(arrival, LineStatus):
            self._do(lambda now: self.app.linked(arrival, now))
        else:
            self._do(lambda now: self.app.received(arrival, now), failed=self._break_off)

    def _take(self, reply: BotReply) -> None:
        """Pass a bot's reply to the app; if the bot raised an exception, end the program."""
        if reply.failure is not None:
            self._fail(reply.failure)
        elif reply.answer is not None:
            answer = reply.answer
            self._do(lambda now: self.app.bot_replied(reply.wanted, answer, now))

    # Speech and sound

    def _set_volumes(self) -> None:
        """Set the mixer's volumes by the settings."""
        settings, mixer = self.app.settings, self._services.mixer
        mixer.set_volume("voice", settings.voice_volume)
        mixer.set_volume("game", settings.game_volume)
        mixer.set_volume("notices", settings.notices_volume)
        mixer.set_volume("music", settings.music_volume)

    def _configure(self) -> None:
        """Apply changed settings to mixer and speaker."""
        self._set_volumes()
        services = self._services
        speaker = services.revoice(services.speaker, self.app.settings)
        if speaker is not services.speaker:
            services.speaker = speaker
            self._refresh()

    def _refresh(self) -> None:
        """Make the speaker check its outputs; report to the app if another one is used now."""
        now = self._clock()
        self._refresh_at = now + REFRESH_SECONDS
        self._services.speaker.refresh(now)
        self._report_voice()

    def _report_voice(self) -> None:
        """Report a change of the speaker to the app."""
        voice = (self._services.speaker.name, self._services.speaker.has_braille)
        if voice != self._voice:
            self._voice = voice
            name, braille = voice
            self._do(lambda now: self.app.speaking_through(name, now, braille=braille))

    # Unexpected exceptions

    def _break_off(self, failure: Exception) -> None:
        """Leave a server whose message triggered a bug of this program, and write a report.

        The program continues, so that no server can end it.
        """
        where = self._services.report(failure, self._said)
        self._do(lambda now: self.app.broke_off(where, now))

    def _fail(self, failure: Exception) -> None:
        """End the program with one sentence, save the match, and write a report."""
        self.code = FAILED
        if not self._left:
            self._left = True
            try:
                self.app.leave(self._clock())
            except Exception as another:
                self._services.report(another, self._said)
        where = self._services.report(failure, self._said)
        with suppress(Exception):
            lang = self._said[-1].lang if self._said else self.app.settings.language
            self._announce(farewell(self.app.text, lang, where, self._clock()))


def _place_of(failure: Exception) -> tuple[str, int]:
    """Return the file and line that raised an exception."""
    last = traceback.extract_tb(failure.__traceback__)[-1:]
    return (last[0].filename, last[0].lineno or 0) if last else (str(failure), 0)


def _is_last(output: Output) -> bool:
    """Return whether an output waits for the disk and so is performed after all others."""
    return isinstance(output, SaveSettings)
