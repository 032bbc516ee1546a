"""What is drawn, as plain data: nothing of pixels, for window, terminal and page draw the same.

Nothing here needs a mouse.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TypeVar


def bare(words: str) -> str:
    """Words for a button or a heading: without the full stop at their end."""
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
    """Whether the buttons of the frame are about this line."""


@dataclass(frozen=True)
class CardShape:
    """A card of the hand: its rank and suit as they are drawn, and its name for those who ask."""

    rank: str
    suit: str
    pack: str
    """"french" or "italian": their letters mean different suits."""
    name: str
    focused: bool = False
    letter: str = ""
    """The letter of its suit in the listener's language, as on the braille line."""
    id: str = ""
    """The same card has the same one in every picture, so that it can be moved; where two packs
    are played, a second such card has one of its own."""
    playable: bool | None = None
    """Whether it may be played now; None where no card is asked for."""


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

    `focus` is the row and the column of the cell that has it; None where no cell can have it.
    """

    heads: tuple[str, ...]
    names: tuple[str, ...]
    cells: tuple[tuple[tuple[str, str], ...], ...]
    focus: tuple[int, int] | None = None


@dataclass(frozen=True)
class LaidShape:
    """A card on the table before the seat that played it; None is one face down.

    Where the seat is None, it lies in the middle for anybody to take.
    """

    seat: int | None
    card: CardShape | None
    takes: bool = False


@dataclass(frozen=True)
class SeatShape:
    """Who sits there and what is to be seen of them; `cards` are backs, which are all alike."""

    number: int
    name: str
    cards: int = 0
    notes: tuple[str, ...] = ()
    """The most important first."""
    says: str = ""
    """A call, a bid or a declaration, for as long as it is news: a balloon beside the seat."""
    pile: int = 0
    """Cards that the side has taken."""
    across: int = 0
    """How many of them lie across the pile: in Scopa one for each scopa."""
    is_own: bool = False
    acts: bool = False
    deals: bool = False
    is_away: bool = False
    is_out: bool = False


@dataclass(frozen=True)
class NumberShape:
    """The number that the game is about, and what it is called."""

    label: str
    value: int | str


@dataclass(frozen=True)
class StakeShape:
    """What is played for; `parts` has a sign for each part: "lamp-won", "lamp-open"."""

    number: NumberShape
    parts: SymbolRow


@dataclass(frozen=True)
class SuitShape:
    """A trump suit."""

    suit: str
    pack: str
    name: str


@dataclass(frozen=True)
class ClockShape:
    """Whole seconds left of those that a turn has."""

    left: int
    limit: int


@dataclass(frozen=True)
class TakenShape:
    """The cards that were taken last, which a window shows for two seconds.

    It does so when `number` changes, the number of a capture from the middle of the table, and when
    the listener asks for them: `asked` counts that.
    """

    seat: int | None
    laid: tuple[LaidShape, ...]
    number: int = 0
    asked: int = 0


@dataclass(frozen=True)
class ResultShape:
    """How a match or a deal ended."""

    title: str
    lines: tuple[str, ...] = ()
    """The ranking: a line for each side or seat, best first."""
    places: tuple[int, ...] = ()
    """The place of each line; who is level shares one."""
    sheet: SheetShape | None = None
    """What each point was for, where the game keeps a score sheet."""


@dataclass(frozen=True)
class TableShape:
    """A table as the listener has been told of it."""

    seats: tuple[SeatShape, ...]
    """Clockwise as they sit.  The listener comes first; for a spectator, any seat."""
    order: tuple[int, ...] = ()
    """The numbers of the seats in the order of play, the listener's last."""
    turn: str = ""
    """Whose turn it is, and what is to be done."""
    place: str = ""
    """Which card of the hand has the focus, for where not all of them can be seen."""
    laid: tuple[LaidShape, ...] = ()
    """In order of play."""
    is_last: bool = False
    """Whether `laid` is the trick before, which stays until the next card."""
    taken: TakenShape | None = None
    facts: tuple[str, ...] = ()
    """Of the whole table, the most important first."""
    total: NumberShape | None = None
    stake: StakeShape | None = None
    trump: SuitShape | None = None
    turned: CardShape | None = None
    stock: int | None = None
    clock: ClockShape | None = None
    result: ResultShape | None = None


@dataclass(frozen=True)
class Frame:
    """One picture: the `lines` of the state, a list or a hand, buttons, and the last sentence."""

    title: str
    lines: tuple[str, ...] = ()
    rows: tuple[Row, ...] = ()
    cards: tuple[CardShape, ...] = ()
    buttons: tuple[Button, ...] = ()
    questions: tuple[Button, ...] = ()
    """The questions that matter now, with their keys: drawn only where one may have no keys."""
    status: str = ""
    symbols: tuple[SymbolRow, ...] = ()
    field: str | None = None
    """The text that is being typed, where a text field has the focus."""
    caret: int | None = None
    """Before which letter of it the caret is; None at the end."""
    longest: int = 0
    """How many letters it may have."""
    sheet: SheetShape | None = None
    table: TableShape | None = None
    """The table, where one is played at; `lines` then hold only what is not drawn in it."""
    screen: int = 0
    """Which screen this is: one that is returned to has the number that it had before."""
    is_text: bool = False
    """Whether the rows are a text to be read, and no list to choose from."""
    is_blank: bool = False
    """Whether nothing is to be drawn: the player wants a blank screen."""
    corner: tuple[Button, ...] = ()
    """The way out and the help, for the mouse: drawn in a corner where there is room."""

    def without_full_stops(self) -> Frame:
        """The frame with bare words on its heading, its buttons and the rows of a list."""
        rows = self.rows if self.is_text else tuple(_bare(row) for row in self.rows)
        buttons = tuple(_bare(button) for button in self.buttons)
        return replace(self, title=bare(self.title), rows=rows, buttons=buttons)


_Worded = TypeVar("_Worded", Row, Button)


def _bare(worded: _Worded) -> _Worded:
    return replace(worded, text=bare(worded.text))
