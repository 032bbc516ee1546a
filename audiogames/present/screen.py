"""What is drawn: large text, cards and buttons, as plain data.  Nothing here needs a mouse."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Row:
    """A line of a list; a click activates it."""

    text: str
    focused: bool = False


@dataclass(frozen=True)
class CardShape:
    """A card of the hand: its rank and suit as they are drawn, and its name for who asks."""

    rank: str
    suit: str
    pack: str
    """"french" or "italian": their letters mean different suits."""
    name: str
    focused: bool = False
    letter: str = ""
    """The letter of its suit in the listener's language, as on the braille line."""


@dataclass(frozen=True)
class Button:
    """A move or command that can be made now; `key` is what a click on it presses."""

    text: str
    key: str


@dataclass(frozen=True)
class SymbolRow:
    """A row of small signs after what they say: "egg", "line", "lamp-won", "ace-of-spades"."""

    text: str
    symbols: tuple[str, ...]


@dataclass(frozen=True)
class SheetShape:
    """A score sheet: heads above, names at the left; `cells` are rows of upper and lower halves.

    `focus` is the row and the column of the cell that has it.
    """

    heads: tuple[str, ...]
    names: tuple[str, ...]
    cells: tuple[tuple[tuple[str, str], ...], ...]
    focus: tuple[int, int]


@dataclass(frozen=True)
class Frame:
    """One picture: the `lines` of the state, a list or a hand, buttons, and the last sentence."""

    title: str
    lines: tuple[str, ...] = ()
    rows: tuple[Row, ...] = ()
    cards: tuple[CardShape, ...] = ()
    buttons: tuple[Button, ...] = ()
    status: str = ""
    symbols: tuple[SymbolRow, ...] = ()
    field: str | None = None
    """The text that is being typed, where a text field has the focus."""
    sheet: SheetShape | None = None
