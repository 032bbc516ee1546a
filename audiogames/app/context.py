"""The parts of the program that screens may use: speech, the stack of screens, settings, clock.

`App` implements this.  Code that runs matches receives a `MatchContext`, online code an
`OnlineContext`; everything else needs only a `Context`.
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
    """The parts of `App` that a screen uses: the stack of screens, announcements, shared state."""

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
        """The players at the table being set up, or at the last one."""
        self.status = ""
        """The last sentence announced, which stays on the screen."""
        self.is_blank = False
        """Whether the player keeps the screen blank."""
        self.page_address = ""
        """The address of the web page that runs the program, for links; empty elsewhere."""
        self.picks_files = False
        """Whether the shell can show a file picker (`PickFile`)."""
        self.keys_pressed = 0
        """How many times a person has acted: keys, clicks, typed text."""
        self._screens: list[Screen] = []
        self._numbers: WeakKeyDictionary[Screen, int] = WeakKeyDictionary()
        self._opened = 0
        self._out: list[Output] = []
        """Outputs collected during one call of the shell."""
        self._first: tuple[Cue, ...] = ()
        self._first_view = GENERAL

    # The stack of screens

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
        """The id of the focused screen, which stays the same as long as the program runs."""
        if self.screen not in self._numbers:
            self._opened += 1
            self._numbers[self.screen] = self._opened
        return self._numbers[self.screen]

    @property
    def top(self) -> Screen | None:
        """The screen that has the focus; None before the first screen is opened."""
        return self._screens[-1] if self._screens else None

    def below(self, screen: Screen) -> Screen | None:
        """Return the screen below this one in the stack; None for the lowest."""
        place = self._screens.index(screen)
        return self._screens[place - 1] if place else None

    def push(self, screen: Screen) -> None:
        """Open this screen above all others."""
        self._screens.append(screen)
        screen.opened()

    def pop(self, *, silently: bool = False) -> None:
        """Close the top screen, unless it is the only one."""
        if len(self._screens) > 1:
            self._screens.pop()
        if not silently:
            self.screen.returned()

    def show_only(self, screen: Screen) -> None:
        """Close all screens and open this one."""
        self._screens.clear()
        self.push(screen)

    def stack(self, *screens: Screen) -> None:
        """Replace the whole stack by these screens, without announcing anything."""
        self._screens[:] = screens

    def slip_in(self, screen: Screen, over: Screen) -> None:
        """Insert a screen directly above `over`; screens that are above it remain on top."""
        self._screens.insert(self._screens.index(over) + 1, screen)

    # Announcements; each kind has its view of the history

    def say(self, *cues: Cue, view: str = GENERAL) -> None:
        """Announce these cues and add them to a view of the history, by default the general one."""
        first, self._first = self._first, ()
        if first and view == GENERAL:
            view = self._first_view
        self._out += self.announcer.announce((*first, *cues), self.now, view)

    @contextmanager
    def beginning_with(self, *cues: Cue, view: str = GENERAL) -> Iterator[None]:
        """Within the `with` block, begin the next announcement with these cues.

        Announced separately, the cues would be cut short by that announcement.  If no announcement
        follows, they are announced at the end of the block.
        """
        self._first, self._first_view = cues, view
        yield
        if self._first:
            self.say()

    def tell(self, cues: Iterable[Cue]) -> None:
        """Announce cues about the match, and add them to the history's view of the game."""
        self.say(*cues, view=GAME)

    def announce_facts(self, facts: Sequence[Facts]) -> None:
        """Announce facts of the match and the question that follows them."""
        first, self._first = self._first, ()
        if first:
            facts = (Facts(first, ()), *facts)
        self._out += self.announcer.announce_facts(facts, self.now)

    def answer(self, message: Msg) -> None:
        """Answer a key with one message."""
        self.say(Say(message, Priority.REPLY))

    def remark(self, message: Msg) -> None:
        """Answer a key without adding the answer to the history.

        The keys that browse the history are answered in this way.
        """
        localizer = self.announcer.localizer
        self.quote(Remembered(localizer.speech(message), localizer.braille(message)))

    def quote(self, entry: Remembered) -> None:
        """Announce an entry of the history again."""
        self._out += self.announcer.quote(entry.text, entry.braille, self.now)

    def notify(self, message: Msg) -> None:
        """Announce something about the program itself, such as a problem with its files."""
        self.say(Say(message, Priority.MINE), view=SYSTEM)

    def sound(self, id_: str) -> None:
        """Play a sound of the interface."""
        self.say(Sound(id_, notice=True))

    def put(self, output: Output) -> None:
        """Add an output (a command for the shell) to those that this call of the app returns."""
        self._out.append(output)

    def text(self, message: Msg) -> str:
        """Return a message as text to be shown on the screen."""
        return self.announcer.localizer.speech(message)

    # Services of the program

    @property
    @abstractmethod
    def spec(self) -> Spec | None:
        """The game of the current match, online table or set-up; None without any of them."""

    @property
    @abstractmethod
    def moderates(self) -> bool:
        """Whether the player is a moderator or owner of the server."""

    @property
    @abstractmethod
    def is_online(self) -> bool:
        """Whether the player has joined a server."""

    @abstractmethod
    def change_settings(self, settings: Settings) -> None:
        """Apply and save new settings, and have the shell apply them."""

    @abstractmethod
    def enter(self, session: MatchController | None) -> None:
        """Make this the current match; None leaves the current match."""

    @abstractmethod
    def open_main_menu(self) -> None:
        """Close all screens and open the main menu."""

    @abstractmethod
    def prepare(self, spec: Spec) -> None:
        """Have the shell load the bots of this game before they are asked for a move."""

    @abstractmethod
    def think(self, wanted: Question) -> None:
        """Have the shell ask a bot this question."""

    @abstractmethod
    def stop_thinking(self) -> None:
        """Cancel all questions to bots."""

    @abstractmethod
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

    @abstractmethod
    def press(self, binding: str, key: str) -> None:
        """Run a key binding of the current screen as if this key had been pressed."""

    @abstractmethod
    def measure_reading(self, words: int, seconds: float) -> int:
        """Measure the reading speed in words a minute; save and return it."""

    @property
    @abstractmethod
    def can_look_for_newer(self) -> bool:
        """Whether the program knows where new versions are published."""

    @abstractmethod
    def booklet(self, spec: Spec, *, is_page: bool) -> str:
        """Return the rules, keys and lesson of a game as one text.

        With `is_page` it is HTML; otherwise it is laid out for a braille embosser.
        """

    @abstractmethod
    def quit(self) -> None:
        """End the program."""
