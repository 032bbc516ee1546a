"""What a screen is, and what it may ask of the program that it stands on.

The screens know the `Desk` and not the `App`: no screen can reach what another one is made of.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from audiogames.app.keymap import Keymap
from audiogames.app.line import Server
from audiogames.app.outputs import Output
from audiogames.app.records import Records
from audiogames.app.retold import Retold
from audiogames.app.session import Session
from audiogames.app.settings import Settings
from audiogames.app.storage import Saved
from audiogames.core.cues import Cue, Msg
from audiogames.core.registry import Spec
from audiogames.present.announcer import Announcer
from audiogames.present.facts import Facts
from audiogames.present.history import GENERAL, Remembered
from audiogames.present.localizer import Called
from audiogames.present.screen import Frame
from audiogames.table.setup import Setup

Action = Callable[[str], None]
"""What a binding does; it is given the key that was pressed."""


@dataclass(frozen=True)
class Voice:
    """What speaks: the name of the output, and whether there is a braille line."""

    name: str = "text"
    braille: bool = False


class Screen:
    """A place in the program.  `layers` are searched for a key in this order."""

    layers: tuple[str, ...] = ()
    kind = "menu"
    """Which key list F1 shows: the message `keys-of-<kind>`."""
    wants_text = False
    """Whether letters are text here, and no commands."""
    at_the_table = False
    """Whether the match itself is in front, and no menu or text."""

    def __init__(self, app: Desk) -> None:
        self.app = app

    def actions(self) -> Mapping[str, Action]:
        """What the bindings of this screen's layers do, by id."""
        return {}

    def opened(self) -> None:
        """The screen came up: it says where one is."""
        self.app.say(*self.where())

    def returned(self) -> None:
        """The screen above was closed."""
        self.opened()

    def refreshed(self) -> None:
        """The match went on behind this screen."""

    def where(self) -> Sequence[Cue]:
        """What F5 answers, and what is said on opening."""
        raise NotImplementedError

    def letter(self, key: str) -> bool:
        """A key without a binding; True if the screen used it."""
        del key
        return False

    def type(self, text: str) -> None:
        """Text was typed, where it is wanted."""

    def frame(self) -> Frame:
        """What is drawn."""
        raise NotImplementedError

    def click(self, kind: str, number: int) -> None:
        """A click on the row or card of this number."""


class Skipping(Protocol):
    """On to the end of a match, as the screens ask for it."""

    @property
    def is_possible(self) -> bool: ...
    @abstractmethod
    def turn(self) -> None: ...


class Room(Protocol):
    """The matches as the screens use them."""

    setup: Setup | None
    records: Records

    @property
    def skip(self) -> Skipping: ...

    @property
    def kept(self) -> bool: ...
    @abstractmethod
    def save(self) -> bool: ...
    @abstractmethod
    def table_for(self, spec: Spec) -> Setup: ...
    @abstractmethod
    def begin(self, setup: Setup, now: float) -> None: ...
    @abstractmethod
    def again(self, now: float) -> None: ...
    @abstractmethod
    def demonstrate(self, spec: Spec, now: float) -> None: ...
    @abstractmethod
    def resume(self, name: str, now: float) -> None: ...
    @abstractmethod
    def once_more(self) -> tuple[str, Setup] | None: ...
    @abstractmethod
    def leave(self) -> None: ...
    @abstractmethod
    def teach(self, spec: Spec) -> None: ...
    @abstractmethod
    def unfinished(self) -> list[Saved]: ...
    @abstractmethod
    def unreadable(self, count: int, *, finished: bool) -> Msg: ...
    @abstractmethod
    def where(self, saved: Saved) -> str: ...
    @abstractmethod
    def retold(self, name: str) -> Retold: ...
    @abstractmethod
    def put_away(self) -> None: ...
    @abstractmethod
    def follow(self) -> None: ...


class Desk(Protocol):
    """The program as its screens see it.  `App` says what each of these does."""

    now: float
    status: str
    locales: Path
    seated: tuple[Called, ...]
    settings: Settings
    voice: Voice
    keymap: Keymap
    announcer: Announcer
    session: Session | None

    @property
    def keys_pressed(self) -> int: ...
    @property
    def matches(self) -> Room: ...
    @property
    def online(self) -> Server: ...
    @property
    def spec(self) -> Spec | None: ...
    @property
    def screen(self) -> Screen: ...
    @abstractmethod
    def push(self, screen: Screen) -> None: ...
    @abstractmethod
    def pop(self, *, silently: bool = False) -> None: ...
    @abstractmethod
    def show_only(self, screen: Screen) -> None: ...
    @abstractmethod
    def stack(self, *screens: Screen) -> None: ...
    @abstractmethod
    def open_main_menu(self) -> None: ...
    @abstractmethod
    def press(self, binding: str, key: str) -> None: ...
    @abstractmethod
    def say(self, *cues: Cue, view: str = GENERAL) -> None: ...
    @abstractmethod
    def answer(self, message: Msg) -> None: ...
    @abstractmethod
    def remark(self, message: Msg) -> None: ...
    @abstractmethod
    def quote(self, entry: Remembered) -> None: ...
    @abstractmethod
    def sound(self, id_: str) -> None: ...
    @abstractmethod
    def text(self, message: Msg) -> str: ...
    @abstractmethod
    def put(self, output: Output) -> None: ...
    @abstractmethod
    def change_settings(self, settings: Settings) -> None: ...
    @abstractmethod
    def use_language(self, lang: str) -> None: ...
    @abstractmethod
    def speak_of_game(self) -> None: ...
    @abstractmethod
    def prepare(self, spec: Spec) -> None: ...
    @abstractmethod
    def languages(self) -> dict[str, str]: ...
    @abstractmethod
    def voice_words(self) -> Msg: ...
    @abstractmethod
    def quit(self) -> None: ...


class Stage(Desk, Protocol):
    """What a match asks of the program beside what the screens do."""

    @property
    def all_told(self) -> bool: ...
    @abstractmethod
    def tell_facts(self, told: Sequence[Facts]) -> None: ...
    @abstractmethod
    def tell(self, cues: Iterable[Cue]) -> None: ...
    @abstractmethod
    def notify(self, message: Msg) -> None: ...
    @abstractmethod
    def enter(self, session: Session | None) -> None: ...
