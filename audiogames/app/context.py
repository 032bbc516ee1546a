"""What a screen may use of the program: speech, the stack of screens, settings and the clock.

`App` implements it.  Code that runs matches is given a `MatchContext`, code that is online an
`OnlineContext`; everything else gets by with a `Context`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

from audiogames.app.keys.keymap import Keymap
from audiogames.app.outputs import Output, SpeechOutput
from audiogames.app.settings import Settings
from audiogames.app.storage import Storage
from audiogames.core.cues import Cue, Msg, Priority, Say, Sound
from audiogames.core.registry import Spec
from audiogames.present.announcer import Announcer
from audiogames.present.facts import Facts
from audiogames.present.history import GAME, GENERAL, SYSTEM, Remembered
from audiogames.present.localizer import Called
from audiogames.table.protocol import Question

if TYPE_CHECKING:
    from audiogames.app.match.controller import MatchController
    from audiogames.app.screens.base import Screen
    from audiogames.app.wording import Wording


class Context(ABC):
    """Screens one above the other, what they say, and what they share."""

    announcer: Announcer
    wording: Wording
    settings: Settings

    def __init__(self, storage: Storage, locales: Path, rng: Random) -> None:
        self.storage = storage
        self.locales = locales
        self.rng = rng
        self.now = 0.0
        self.keymap = Keymap()
        self.voice = SpeechOutput()
        self.session: MatchController | None = None
        self.seated: tuple[Called, ...] = ()
        """Who sits at the table that is being set up, or sat at the last one."""
        self.status = ""
        """The last sentence, which stays on the screen."""
        self.is_blank = False
        """Whether nothing is drawn: the player wants a blank screen."""
        self.page_address = ""
        """Where the page is that shows the program, for links; empty where there is none."""
        self.picks_files = False
        """Whether the shell can have the player choose a file (`PickFile`)."""
        self.keys_pressed = 0
        """How many times a person has acted: keys, clicks, letters."""
        self.all_told = True
        """Whether everything had been told when they acted last; always, between their acts."""
        self._screens: list[Screen] = []
        self._numbers: WeakKeyDictionary[Screen, int] = WeakKeyDictionary()
        self._opened = 0
        self._out: list[Output] = []
        """What is put out while one call of the shell is answered."""
        self._first: tuple[Cue, ...] = ()
        self._first_view = GENERAL

    # Screens one above the other

    @property
    def wants_text(self) -> bool:
        """Whether a text field has the focus."""
        return bool(self._screens) and self.screen.wants_text

    @property
    def screen(self) -> Screen:
        """The screen that has the focus."""
        return self._screens[-1]

    @property
    def number(self) -> int:
        """The number of the screen that has the focus: the same whenever it is returned to."""
        if self.screen not in self._numbers:
            self._opened += 1
            self._numbers[self.screen] = self._opened
        return self._numbers[self.screen]

    @property
    def top(self) -> Screen | None:
        """The screen that has the focus; None before the first one."""
        return self._screens[-1] if self._screens else None

    def below(self, screen: Screen) -> Screen | None:
        """The screen that this one was opened from; None for the first one."""
        place = self._screens.index(screen)
        return self._screens[place - 1] if place else None

    def push(self, screen: Screen) -> None:
        """Open a screen above this one."""
        self._screens.append(screen)
        screen.opened()

    def pop(self, *, silently: bool = False) -> None:
        """Close this screen; the first one stays."""
        if len(self._screens) > 1:
            self._screens.pop()
        if not silently:
            self.screen.returned()

    def show_only(self, screen: Screen) -> None:
        """Close everything and open this screen."""
        self._screens.clear()
        self.push(screen)

    def stack(self, *screens: Screen) -> None:
        """Have these screens and no others, without a word."""
        self._screens[:] = screens

    def slip_in(self, screen: Screen, over: Screen) -> None:
        """Put a screen right above another, below any other that is open there."""
        self._screens.insert(self._screens.index(over) + 1, screen)

    # What is said; each kind of sentence has its view of the history

    def say(self, *cues: Cue, view: str = GENERAL) -> None:
        """Announce; the answer to a key goes to the general view."""
        first, self._first = self._first, ()
        if first and view == GENERAL:
            view = self._first_view
        self._out += self.announcer.announce((*first, *cues), self.now, view)

    @contextmanager
    def beginning_with(self, *cues: Cue, view: str = GENERAL) -> Iterator[None]:
        """What is said next in here begins with this, which it would otherwise cut off."""
        self._first, self._first_view = cues, view
        yield
        if self._first:
            self.say()

    def tell(self, cues: Iterable[Cue]) -> None:
        """Announce what happened in the match."""
        self.say(*cues, view=GAME)

    def tell_facts(self, told: Sequence[Facts]) -> None:
        """Announce what has happened in the match, and what is asked after it."""
        first, self._first = self._first, ()
        if first:
            told = (Facts(first, ()), *told)
        self._out += self.announcer.tell_facts(told, self.now)

    def answer(self, message: Msg) -> None:
        """Answer a key with one message."""
        self.say(Say(message, Priority.REPLY))

    def remark(self, message: Msg) -> None:
        """Answer a key about the history itself: neither remembered nor repeated."""
        localizer = self.announcer.localizer
        self.quote(Remembered(localizer.speech(message), localizer.braille(message)))

    def quote(self, entry: Remembered) -> None:
        """Say something of the history again."""
        self._out += self.announcer.quote(entry.text, entry.braille, self.now)

    def notify(self, message: Msg) -> None:
        """Something about the program itself."""
        self.say(Say(message, Priority.MINE), view=SYSTEM)

    def sound(self, id_: str) -> None:
        """A sound of the interface."""
        self.say(Sound(id_, notice=True))

    def put(self, output: Output) -> None:
        """Ask something of the shell."""
        self._out.append(output)

    def text(self, message: Msg) -> str:
        """A message as the screen shows it."""
        return self.announcer.localizer.speech(message)

    # What the program does for them

    @property
    @abstractmethod
    def spec(self) -> Spec | None:
        """The game that is on: of the match, else of the table."""

    @property
    @abstractmethod
    def moderates(self) -> bool:
        """Whether the player keeps the peace on the server."""

    @property
    @abstractmethod
    def is_online(self) -> bool:
        """Whether the player is on a server."""

    @abstractmethod
    def change_settings(self, settings: Settings) -> None:
        """Take new settings, keep them, and have the shell follow."""

    @abstractmethod
    def enter(self, session: MatchController | None) -> None:
        """Be in a match, or in none."""

    @abstractmethod
    def open_main_menu(self) -> None:
        """Back to where everything begins."""

    @abstractmethod
    def prepare(self, spec: Spec) -> None:
        """Bots of this game will be asked soon."""

    @abstractmethod
    def think(self, wanted: Question) -> None:
        """Have a bot think."""

    @abstractmethod
    def stop_thinking(self) -> None:
        """No answer of a bot is wanted any more."""

    @abstractmethod
    def copy(
        self,
        text: str,
        once_copied: Callable[[], Msg] | None = None,
        *,
        shares: bool = False,
    ) -> None:
        """Put a text on the clipboard; what is done once it is there says so.

        `shares` has a phone offer it to its other apps instead.
        """

    @abstractmethod
    def press(self, binding: str, key: str) -> None:
        """Run a binding of this screen, as its key does."""

    @abstractmethod
    def measure_reading(self, words: int, seconds: float) -> int:
        """Keep how fast the player's reader has spoken, in words a minute, and return it."""

    @property
    @abstractmethod
    def can_look_for_newer(self) -> bool:
        """Whether the package names a place where newer versions are told."""

    @abstractmethod
    def booklet(self, spec: Spec, *, is_page: bool) -> str:
        """The rules, keys and lesson of a game as a text: a page, or laid out to be embossed."""

    @abstractmethod
    def quit(self) -> None:
        """End the program."""
