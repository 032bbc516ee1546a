"""The `App`, which turns keys, clicks and the time into outputs for the shell."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

from audiogames.app.bundle import BundleError, take_in
from audiogames.app.keys.bindings import game_bindings
from audiogames.app.keys.everywhere import Globals
from audiogames.app.keys.names import Origin
from audiogames.app.keys.presses import KeyDispatch, Presses
from audiogames.app.match.answering import Answering
from audiogames.app.match.controller import MatchController
from audiogames.app.match.navigation import MatchNavigation
from audiogames.app.matches import Matches
from audiogames.app.newer import NewerVersions, ReleaseFeed
from audiogames.app.online_context import OnlineContext
from audiogames.app.outputs import (
    AskBot,
    Configure,
    Copy,
    Output,
    Prepare,
    Quit,
    SaveSettings,
    SpeechOutput,
    StopThinking,
)
from audiogames.app.reviews import Reviews
from audiogames.app.screens.first_run import LanguageScreen
from audiogames.app.screens.menus import MainMenu
from audiogames.app.settings import LanguageForOnce, Settings
from audiogames.app.speed import ReadingSpeed
from audiogames.app.storage import Storage, StorageError
from audiogames.app.wording import MUTE, Wording
from audiogames.core.contract import Move
from audiogames.core.cues import Msg, msg
from audiogames.core.log import LogError
from audiogames.core.registry import Spec
from audiogames.core.review import Hindsight
from audiogames.present.announcer import Announcer
from audiogames.present.catalogue import languages
from audiogames.present.frame import Button, Frame
from audiogames.present.history import GAME
from audiogames.present.outputs import Announcement
from audiogames.table.journal import Journal
from audiogames.table.protocol import (
    Answer,
    DayPlayed,
    DayRequest,
    JournalRequest,
    JudgeRequest,
    Question,
)
from audiogames.table.table import Dealer

if TYPE_CHECKING:
    from audiogames.app.online.online import Online
    from audiogames.net.address import Address
    from audiogames.net.client.orders import LineStatus

Opening = Callable[["App"], None]


@dataclass(frozen=True)
class Launch:
    """Options of the command line or a link: the language of this run, and what to open first.

    `system` is the language of the operating system, offered first to a new player.

    `server`, if given, is the only server that the player can connect to; `feed` is the address
    where new versions are published, as the installed package states it.
    """

    language: str = ""
    opening: Opening | None = None
    server: Address | None = None
    feed: ReleaseFeed | None = None
    system: str = ""


AT_THE_MENU = Launch()


class App(OnlineContext):
    """The program as the shells run it: a stack of screens, and the services that they share.

    `storage` saves settings and matches; `locales` is the folder of the catalogues; `rng` shuffles
    the cards, unless a test passes its own `dealer`.  `launch` holds the options of the command
    line.
    """

    def __init__(
        self,
        storage: Storage,
        locales: Path,
        rng: Random,
        *,
        dealer: Dealer | None = None,
        launch: Launch = AT_THE_MENU,
    ) -> None:
        super().__init__(storage, locales, rng)
        self.reviews = Reviews(self)
        self.matches = Matches(self, MatchNavigation(self), self.reviews, dealer)
        self.reviews.matches = self.matches
        self.speed = ReadingSpeed(self)
        self._presses = Presses()
        self._answering = Answering(self, self.follow_match)
        self._globals = Globals(self, self._presses, storage.save_history)
        self._keys = KeyDispatch(self, self._presses, self._globals)
        self.wording = Wording(self)
        self.wording.system = launch.system
        self._opening = launch.opening
        self.only_server = launch.server
        kept, self._trouble = storage.load_settings()
        self._for_once = LanguageForOnce(kept.language, launch.language)
        self.settings = self._for_once.taken_by(kept)
        self.newer = NewerVersions(self, launch.feed)
        self._online: Online | None = None
        self._once_copied: Callable[[], Msg] | None = None
        self.announcer = Announcer(self.wording.localizer(), self.wording.pan)
        self._configure()

    # Called by the shells

    def begin(self, now: float) -> list[Output]:
        """Open the first screen: at the first run the choice of a language, then the main menu."""
        self.now = now
        self.speed.begin()
        for trouble in (self._trouble, self.storage.refused):
            if trouble is not None:
                self.notify(trouble)
        if self.voice.name == MUTE and self.settings.language:
            self.notify(msg("no-voice"))
        if self._opening is not None:
            self._opening(self)
        elif self.settings.language:
            self.open_main_menu()
        else:
            self.push(LanguageScreen(self))
        return self._drain()

    def handle(
        self,
        key: str,
        now: float,
        *,
        is_repeat: bool = False,
        origin: Origin = Origin.WRITTEN,
    ) -> list[Output]:
        """Handle a key press and answer it.

        A second press of the same key is ignored if it follows so soon that the key must have
        bounced.  `is_repeat` marks the repeats of a held key, which are ignored too unless the key
        moves the focus or erases text.
        """
        self.now = now
        if is_repeat and not self._keys.repeats(key):
            return self._drain()
        bounce = self.settings.bounce / 1000
        if bounce and self._presses.is_bounce(key, now, bounce) and not self.wants_text:
            return self._drain()
        if self._online is not None:
            self._online.pressed()
        hushes = self.keymap.hushes(key, self.screen.layers)
        return self._answered(partial(self._keys.press, key, origin), hushes=hushes)

    def click(self, target: str, now: float) -> list[Output]:
        """Handle a click on a row or a card: "row 2", "card 0"."""
        self.now = now
        kind, number = target.split()
        return self._answered(lambda: self.screen.click(kind, int(number)))

    def missed(self, now: float, named: str = "") -> list[Output]:
        """Answer a click that did nothing: announce the name of the clicked item, or the focus."""
        self.now = now
        if named:
            name = named.removesuffix(".")
            return self._answered(lambda: self.answer(msg("item", name=name)))
        return self._answered(lambda: self.say(*self.screen.where()))

    def type_text(self, text: str, now: float) -> list[Output]:
        """Pass typed text to the screen."""
        self.now = now
        return self._answered(lambda: self.screen.type(text))

    def paste(self, text: str, now: float) -> list[Output]:
        """Paste text from the clipboard into the focused text field, if there is one."""
        self.now = now
        return self._answered(lambda: self.screen.paste(text))

    def bot_replied(self, wanted: Question, answer: Answer, now: float) -> list[Output]:
        """Pass a bot's answer to the review, match or deal of the day that has asked for it."""
        self.now = now
        if isinstance(wanted, JournalRequest):
            assert isinstance(answer, Journal | LogError)
            self.reviews.journal_read(wanted, answer)
        elif isinstance(wanted, DayRequest):
            assert isinstance(answer, DayPlayed)
            self.matches.days.bots_played(wanted, answer)
        elif isinstance(wanted, JudgeRequest):
            assert isinstance(answer, Hindsight)
            if not self.reviews.take(wanted, answer) and self.session is not None:
                self.session.aids.judged(wanted, answer)
        elif self.session is not None:
            assert isinstance(answer, Move)
            self.session.bot_replied(wanted, answer, now)
        return self._drain()

    def received(self, data: bytes | str, now: float) -> list[Output]:
        """Handle a message from the server."""
        self.now = now
        self.online.received(data, now)
        return self._drain()

    def broke_off(self, report: str, now: float) -> list[Output]:
        """Close the connection after a bug in handling a server's message.

        `report` describes the bug.
        """
        self.now = now
        self.online.break_off(report)
        return self._drain()

    def announce_notice(self, message: Msg, now: float) -> list[Output]:
        """Announce a message of the shell, such as a problem with its speech output."""
        self.now = now
        self.notify(message)
        return self._drain()

    def newest_came(self, data: bytes, now: float) -> list[Output]:
        """Read the newest version's number from the file that was downloaded."""
        self.now = now
        self.newer.came(data)
        return self._drain()

    def page_opened(self, page: str, now: float, *, done: bool) -> list[Output]:
        """Announce that a web page was opened in the browser, or its address if it was not."""
        self.now = now
        self.newer.page_opened(page, done=done)
        return self._drain()

    def linked(self, line: LineStatus, now: float) -> list[Output]:
        """Handle the report that the connection to the server was made or lost."""
        self.now = now
        self.online.linked(line, now)
        return self._drain()

    def tick(self, now: float) -> list[Output]:
        """Do everything that is due at this time."""
        self.now = now
        if self._online is not None:
            self._online.tick(now)
        if self.session is not None:
            self.session.tick(now)
        self._out += self.announcer.tick(now)
        self._globals.tick(now)
        self.speed.tick(now)
        self.newer.tick(now)
        return self._drain()

    @property
    def deadline(self) -> float | None:
        """Return when to call `tick` next, or None."""
        match = self.session.deadline if self.session else None
        line = self._online.deadline if self._online else None
        asking = self.speed.asks_at, self.newer.asks_at
        times = (self.announcer.deadline, match, self._presses.deadline, line, *asking)
        return min((time for time in times if time is not None), default=None)

    def focus(self, now: float, *, gained: bool) -> list[Output]:
        """Record that the window gained or lost the focus.

        When it gains the focus, announce what was missed, and the focused item.
        """
        self.now = now
        if not gained:
            self.announcer.leave()
            return self._drain()
        missed = self.announcer.come_back()
        if self._screens:
            self._answering.come_back(missed)
        return self._drain()

    def speaking_through(self, name: str, now: float, *, braille: bool) -> list[Output]:
        """Record the name of the speech output that is now used, and whether it has a braille line.

        A change is announced, except before `begin`.
        """
        self.now = now
        before, self.voice = self.voice, SpeechOutput(name, braille)
        if self._screens and before.name != name:
            self.speed.output_changed()
            self.notify(self.wording.of_output(name))
        return self._drain()

    def announces_end(self, *, it_does: bool) -> None:
        """Record whether the speech output reports the end of speech; otherwise it is estimated."""
        self.announcer.announces_end = it_does

    def speech_ended(self, now: float) -> list[Output]:
        """Handle the report that the speech output has spoken everything."""
        self.now = now
        if self.announcer.end_speech(now) and self.session is not None:
            self.session.speech_ended(now)
        return self.tick(now)

    def copied(self, now: float, *, done: bool, why: str = "not-copied") -> list[Output]:
        """Announce that the text was copied, or the message `why` if it was not."""
        self.now = now
        then, self._once_copied = self._once_copied, None
        self.remark(msg(why) if not done else then() if then else msg("copied"))
        return self._drain()

    def clipboard_read(self, text: str | None, now: float) -> list[Output]:
        """Paste the text of the clipboard.

        None means that only the terminal can paste; the player is told to do so.
        """
        if text is not None:
            return self.paste(text, now)
        self.now = now
        self.answer(msg("terminal-pastes"))
        return self._drain()

    def file_picked(self, text: str | None, now: float, why: str = "") -> list[Output]:
        """Import the file of stored data that the player picked.

        If `text` is None, announce the message `why` instead.
        """
        self.now = now
        if text is None or self.session is not None:
            self.answer(msg(why or "leave-first"))
            return self._drain()
        try:
            taken = take_in(self.storage, text, languages(self.locales))
        except (BundleError, StorageError) as error:
            self.answer(error.message)
            return self._drain()
        if taken.settings is not None:
            self.change_settings(replace(taken.settings, language=self.settings.language))
        self.answer(taken.message)
        return self._drain()

    def suspending(self, now: float) -> list[Output]:
        """Pause a local match before the terminal suspends the program (Ctrl+Z)."""
        self.now = now
        self._globals.suspending()
        return self._drain()

    def resumed(self, now: float, *, done: bool) -> list[Output]:
        """Continue after the program was suspended, or say that it cannot be suspended here."""
        self.now = now
        self._globals.resumed(done=done)
        return self._drain()

    def screen_filled(self, now: float, *, fills: bool | None) -> list[Output]:
        """Announce whether the window fills the screen; None means that there is no window."""
        self.now = now
        words = {True: "screen-filled", False: "screen-left", None: "not-in-a-window"}
        self.answer(msg(words[fills]))
        return self._drain()

    def keep(self, now: float) -> list[Output]:
        """Save the current settings."""
        self.now = now
        try:
            self.storage.save_settings(self._for_once.kept_from(self.settings))
        except StorageError as error:
            self.notify(error.message)
        return self._drain()

    def writing_failed(self, now: float) -> list[Output]:
        """Try again to save the match, which the shell could not write.

        If that fails repeatedly, announce it only once.
        """
        self.now = now
        self.matches.save()
        return self._drain()

    def leave(self, now: float) -> list[Output]:
        """Save the match and close the connection, because the program is ending."""
        self.now = now
        self.announcer.forget(GAME)
        if self.session is not None and not self.session.over and self.matches.save():
            self.answer(msg("saved"))
        self.matches.put_away()
        if self._online is not None:
            self._online.close(on_purpose=False)
        return self._drain()

    def frame(self, now: float | None = None) -> Frame:
        """Return what to draw; without `now`, clocks show the time of the last call."""
        self.now = self.now if now is None else now
        if not self._screens:
            return Frame("Audiogames", status=self.status)
        drawn = self.screen.frame()
        drawn = replace(drawn, corner=self._corner({button.key for button in drawn.buttons}))
        frame = self.keymap.on_buttons(drawn, self.screen.layers)
        asked = frame.questions if self.screen.at_the_table else ()
        return replace(
            frame.without_full_stops(), questions=asked, screen=self.number, is_blank=self.is_blank
        )

    def _corner(self, pressed: Collection[str]) -> tuple[Button, ...]:
        """Return the buttons for going back and for help.

        A button is left out if another button of the screen already presses its key (`pressed`).
        """
        ways = [("end-menu", "escape")] if self.screen.at_the_table else []
        if not ways and self.below(self.screen) is not None:
            ways = [("do-back", "escape")]
        return tuple(
            Button(self.text(msg(id_)), key)
            for id_, key in (*ways, ("corner-help", "f1"))
            if key not in pressed
        )

    # Called by the screens

    @property
    def online(self) -> Online:
        """The online client.

        It is imported on first use: loading it takes a tenth of the start-up time.
        """
        if self._online is None:
            from audiogames.app.online.navigation import OnlineNavigation  # noqa: PLC0415 - see above
            from audiogames.app.online.online import Online  # noqa: PLC0415

            self._online = Online(self, OnlineNavigation(self))
        return self._online

    @property
    def moderates(self) -> bool:
        """Whether the player is a moderator or owner of the server."""
        return self._online is not None and self._online.is_moderator

    @property
    def is_online(self) -> bool:
        """Whether the player has joined a server."""
        return self._online is not None and self._online.is_in

    @property
    def spec(self) -> Spec | None:
        """The game of the current match, online table or set-up; None without any of them."""
        table = self._online.subject if self._online else None
        on = self.session or table or self.matches.setup
        return on.spec if on else None

    @property
    def can_look_for_newer(self) -> bool:
        """Whether the program knows where new versions are published."""
        return self.newer.can_be_looked_for

    def booklet(self, spec: Spec, *, is_page: bool) -> str:
        """Return the rules, keys and lesson of a game as one text.

        With `is_page` it is HTML; otherwise it is laid out for a braille embosser.
        """
        # Playing the lesson loads a second program, so the import is delayed.
        from audiogames.app.booklet.contents import booklet_text  # noqa: PLC0415

        settings = replace(self.settings, language=self.announcer.localizer.lang)
        return booklet_text(spec, self.locales, settings, is_page=is_page)

    def measure_reading(self, words: int, seconds: float) -> int:
        """Measure the reading speed in words a minute; save and return it."""
        return self.speed.measure(words, seconds)

    def open_main_menu(self) -> None:
        """Close all screens and open the main menu."""
        self.show_only(MainMenu(self))

    def stop_thinking(self) -> None:
        """Cancel all questions to bots; a review asks its questions again later."""
        self.reviews.lose()
        self.matches.days.lose()
        self.put(StopThinking())

    def quit(self) -> None:
        """End the program."""
        self.matches.put_away()
        if self._online is not None:
            self._online.close(on_purpose=True)
        self.put(Quit())

    def change_settings(self, settings: Settings) -> None:
        """Apply and save new settings, and have the shell apply them."""
        self.settings = settings
        self.wording.use_language(settings.language or self.announcer.localizer.lang)
        self._configure()
        self.put(Configure())
        self.matches.follow()
        self.put(SaveSettings())
        if self._online is not None:
            self._online.carrying.give()

    def enter(self, session: MatchController | None) -> None:
        """Make this the current match; None leaves the current match."""
        if self.session is not None:
            self.stop_thinking()
        self.session = session
        self.announcer.history.recall = None
        if session is not None:
            self.keymap.add(game_bindings(session.spec))
            self.seated = tuple(map(session.called, range(len(session.table.players))))
            self.prepare(session.spec)
        self.wording.renew()

    def prepare(self, spec: Spec) -> None:
        """Have the shell load the bots of this game before they are asked for a move."""
        self.put(Prepare(spec.id))

    def copy(
        self,
        text: str,
        once_copied: Callable[[], Msg] | None = None,
        *,
        shares: bool = False,
    ) -> None:
        """Copy a text to the clipboard, then announce the message that `once_copied` returns.

        With `shares`, a phone offers its menu for sharing the text instead.
        """
        self._once_copied = once_copied
        self.put(Copy(text, shares=shares))

    def think(self, wanted: Question) -> None:
        """Have the shell ask a bot this question."""
        self._out.append(AskBot(wanted))

    def press(self, binding: str, key: str) -> None:
        """Run a key binding of the current screen as if this key had been pressed."""
        self._keys.run(binding, key)

    # Internal

    def _answered(self, act: Callable[[], None], *, hushes: bool = False) -> list[Output]:
        """Run an action of the player, and announce the answer to it; return the outputs."""
        self._answering.answer(act, hushes=hushes)
        return self._drain()

    def _configure(self) -> None:
        """Apply the settings to the keys and the announcer."""
        self.keymap.arrange(self.settings.habits)
        self.announcer.rate = self.settings.rate
        self.announcer.automatic = self.settings.automatic_reading
        self.announcer.teaches = self.settings.lessons
        self.announcer.levels = self.settings.levels
        self.announcer.background = self.settings.background

    def follow_match(self) -> None:
        """Have the top screen show the current state of the match.

        If that closes the screen, the screen below it is refreshed too.
        """
        followed = None
        while self.session is not None and self._screens and self._screens[-1] is not followed:
            followed = self._screens[-1]
            followed.refreshed()

    def _drain(self) -> list[Output]:
        """Update the screens at the end of a call; return and clear the collected outputs."""
        if self.session is not None:
            self.session.settle(self.now)
            self.matches.skip.settle()
        self.follow_match()
        self.reviews.ask()
        line = self._online.drain() if self._online else []
        out, self._out = [*self._out, *line], []
        spoken: Sequence[Announcement] = [one for one in out if isinstance(one, Announcement)]
        if spoken:
            self.status = spoken[-1].text
        return out
