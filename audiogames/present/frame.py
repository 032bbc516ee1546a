"""The picture as plain data, without pixels: window, terminal and page draw the same frame.

Everything in it can be used without a mouse.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TypeVar


def bare(words: str) -> str:
    """Return the words of a button or heading without their final full stop."""
    return words if words.endswith("..") else words.removesuffix(".")


@dataclass(frozen=True)
class Row:
    """A line of a list; a click activates it."""

    text: str
    focused: bool = False
    heading: int = 0
    """The level of a heading in a text; 0 for all other lines."""
    group: str = ""
    """The name of the group that begins with this line."""
    has_buttons: bool = False
    """Whether the buttons of the frame refer to this line."""


@dataclass(frozen=True)
class CardShape:
    """A card of the hand: the rank and suit to draw, and its name for accessibility tools."""

    rank: str
    suit: str
    pack: str
    """"french" or "italian": the same letters mean different suits."""
    name: str
    focused: bool = False
    letter: str = ""
    """The letter of its suit in the listener's language, as in braille."""
    id: str = ""
    """An id that stays the same from picture to picture, so that the card can be moved; with two
    packs, a second copy has its own."""
    playable: bool | None = None
    """Whether it may be played now; None if no card is asked for."""


@dataclass(frozen=True)
class Button:
    """A button for an available move or command; a click on it presses the key `key`."""

    text: str
    key: str


@dataclass(frozen=True)
class SymbolRow:
    """A label and a row of symbols to draw, such as "egg", "line", "lamp-won", "ace-of-spades"."""

    text: str
    symbols: tuple[str, ...]


@dataclass(frozen=True)
class SheetShape:
    """A score sheet: headings of the columns, names of the rows, and cells with two halves each.

    `focus` is the row and the column of the focused cell; None if cells cannot be focused.
    """

    heads: tuple[str, ...]
    names: tuple[str, ...]
    cells: tuple[tuple[tuple[str, str], ...], ...]
    focus: tuple[int, int] | None = None


@dataclass(frozen=True)
class LaidShape:
    """A card on the table in front of the seat that played it; a `card` of None is face down.

    A `seat` of None means the middle of the table, where any seat may take the card.
    """

    seat: int | None
    card: CardShape | None
    takes: bool = False


@dataclass(frozen=True)
class SeatShape:
    """A seat and its player as displayed; `cards` is the number of face-down cards shown."""

    number: int
    name: str
    cards: int = 0
    notes: tuple[str, ...] = ()
    """The notes, the most important first."""
    says: str = ""
    """A recent call, bid or declaration: drawn as a balloon beside the seat."""
    pile: int = 0
    """The number of cards that the side has taken."""
    across: int = 0
    """How many of them are drawn crosswise on the pile: in Scopa one for each scopa."""
    is_own: bool = False
    acts: bool = False
    deals: bool = False
    is_away: bool = False
    is_out: bool = False


@dataclass(frozen=True)
class NumberShape:
    """The main number of the game and its label."""

    label: str
    value: int | str


@dataclass(frozen=True)
class StakeShape:
    """The stake as a number, and a row of symbols for the tricks played for it.

    The symbols are given by name, such as "lamp-won" (a trick won) and "lamp-open" (a trick not
    played yet).
    """

    number: NumberShape
    parts: SymbolRow


@dataclass(frozen=True)
class SuitShape:
    """The trump suit: the suit, the pack in whose style it is drawn, and its name."""

    suit: str
    pack: str
    name: str


@dataclass(frozen=True)
class ClockShape:
    """The clock of a turn: the whole seconds left, and the limit."""

    left: int
    limit: int


@dataclass(frozen=True)
class TakenShape:
    """The last capture, which a window shows for two seconds.

    It is shown whenever `number` (the number of the capture) or `asked` (the count of the
    listener's requests to see it) changes.
    """

    seat: int | None
    laid: tuple[LaidShape, ...]
    number: int = 0
    asked: int = 0


@dataclass(frozen=True)
class ResultShape:
    """The result of a match or a deal."""

    title: str
    lines: tuple[str, ...] = ()
    """The ranking: a line for each side or seat, best first."""
    places: tuple[int, ...] = ()
    """The place of each line; equal numbers share one."""
    sheet: SheetShape | None = None
    """What each point was for, in games without a score sheet of the match."""


@dataclass(frozen=True)
class TableShape:
    """The table in a picture, as of the updates that were delivered to the listener."""

    seats: tuple[SeatShape, ...]
    """In clockwise order.  The listener comes first; for a spectator, any seat."""
    order: tuple[int, ...] = ()
    """The numbers of the seats in order of play, the listener's last."""
    turn: str = ""
    """Whose turn it is, and what that player must do."""
    place: str = ""
    """The position of the focused card in the hand, for displays that cannot show the whole hand.
    """
    laid: tuple[LaidShape, ...] = ()
    """The cards on the table, in order of play."""
    is_last: bool = False
    """Whether `laid` is the previous trick, which stays until the next card."""
    taken: TakenShape | None = None
    facts: tuple[str, ...] = ()
    """Facts about the whole table, the most important first."""
    total: NumberShape | None = None
    stake: StakeShape | None = None
    trump: SuitShape | None = None
    turned: CardShape | None = None
    stock: int | None = None
    clock: ClockShape | None = None
    result: ResultShape | None = None


@dataclass(frozen=True)
class Frame:
    """One picture: lines about the state, a list or a hand, buttons, and the last sentence."""

    title: str
    lines: tuple[str, ...] = ()
    rows: tuple[Row, ...] = ()
    cards: tuple[CardShape, ...] = ()
    buttons: tuple[Button, ...] = ()
    questions: tuple[Button, ...] = ()
    """The questions that matter now, with their keys: drawn only on devices that may have no
    keys."""
    status: str = ""
    symbols: tuple[SymbolRow, ...] = ()
    field: str | None = None
    """The text being typed, if a text field has the focus."""
    caret: int | None = None
    """The index of the character after the caret; None at the end."""
    longest: int = 0
    """The most characters of the text being typed."""
    sheet: SheetShape | None = None
    table: TableShape | None = None
    """The table, during a match; `lines` then hold only what the table does not show."""
    screen: int = 0
    """An id of the screen; returning to a screen restores its id."""
    is_text: bool = False
    """Whether the rows are a text to read instead of a list to choose from."""
    is_blank: bool = False
    """Whether to draw nothing, because the player wants a blank screen."""
    corner: tuple[Button, ...] = ()
    """Buttons for leaving and for help, for the mouse: drawn in a corner if there is room."""

    def without_full_stops(self) -> Frame:
        """Return the frame without full stops after headings, buttons and list items."""
        rows = self.rows if self.is_text else tuple(_bare(row) for row in self.rows)
        buttons = tuple(_bare(button) for button in self.buttons)
        return replace(self, title=bare(self.title), rows=rows, buttons=buttons)


_Worded = TypeVar("_Worded", Row, Button)


def _bare(worded: _Worded) -> _Worded:
    """Return a row or a button without the final full stop of its text."""
    return replace(worded, text=bare(worded.text))
