"""What a game gives to the keys: questions, moves, boxes, lists and the score sheet."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic

from audiogames.core.contract import M, Move, V
from audiogames.core.cues import Cue, Msg


def always(_view: Any) -> bool:
    return True


def _never(_view: Any) -> bool:
    return False


def no_reason(_view: Any) -> Msg | None:
    return None


@dataclass(frozen=True)
class Page:
    """An item of a long answer: what it says, and the heading of the rules that tells more."""

    label: Msg
    heading: Msg | None = None
    """The words of the heading, as the rules of that language have it."""


@dataclass(frozen=True)
class Query(Generic[V]):
    """A question that a key asks of the view, answered at any time: "C: the total"."""

    id: str
    keys: tuple[str, ...]
    answer: Callable[[V], Iterable[Cue]]
    allowed: Callable[[V], bool] = always
    """Whether the table plays with it; where one practises alone against bots, every table does."""
    pages: Callable[[V], Sequence[Page]] | None = None
    """A long answer as a list to arrow through; where it is empty, `answer` is said instead."""
    title: Callable[[V], Msg] | None = None
    """The title of that list; otherwise the words of its key."""
    matters: Callable[[V], bool] = _never
    """Whether it is asked so often now that it has a button where there are no keys."""
    recalls: bool = False
    """Whether it repeats the last trick, take or play: one of the first actions on a phone."""


@dataclass(frozen=True)
class Command(Generic[V]):
    """A key that makes a move: "Space: draw".  `move` may raise `Refused` to say why not."""

    id: str
    keys: tuple[str, ...]
    move: Callable[[V], Move]
    required: bool = False
    """Whether Space is its key: the one thing that is required and no choice."""
    label: Callable[[V], Msg] | None = None
    """What it would do now, for menus and buttons; otherwise the words of its key."""
    confirm: Callable[[V], Msg] | None = None
    """A question to be answered with yes before the move is made."""
    declined: Callable[[V], Msg | None] | None = None
    """What is said after a no."""


@dataclass(frozen=True)
class Toggle(Generic[V]):
    """A box that may be ticked in one's own turn, before the card that it goes with.

    Its key goes from "off" through `values` and back.  What it then stands at is told by the
    message `toggle-<id>-<value>`, and heard as the sound `box-on` or `box-off`.
    """

    id: str
    keys: tuple[str, ...]
    values: tuple[str, ...] = ("on",)
    refusal: Callable[[V], Msg | None] = no_reason
    """Why it cannot be ticked now; None where it can.  Also asked in the turns of others."""
    outlook: Callable[[V, Any, str], Msg | None] = field(default=lambda _view, _card, _value: None)
    """What that value will bring with the card under the focus, which is None where none has it:
    told instead of the message of the value.  Raises `Refused` where it would bring nothing."""


@dataclass(frozen=True)
class Listing(Generic[M]):
    """A decision that is no card: its moves as a list, which opens when it is to be made.

    It holds also those that are not legal, so that choosing one tells why.  A digit goes to the
    move of that number; `first` is the number of the first one.
    """

    title: Msg
    moves: tuple[M, ...]
    first: int = 1


@dataclass(frozen=True)
class Opener(Generic[V]):
    """A key that opens a list of moves which nobody has to make, in turn or out of it.

    The list stays until a move was made, it is left, or `listing` raises `Refused`, as it does
    wherever there is nothing to choose from.
    """

    id: str
    keys: tuple[str, ...]
    listing: Callable[[V], Listing[Any]]


@dataclass(frozen=True)
class Cell:
    """A box of a score sheet: what stands in its upper and in its lower half, or None."""

    upper: Msg | None = None
    lower: Msg | None = None


@dataclass(frozen=True)
class Sheet:
    """A score sheet: a row for each name, a cell for each column, in the same order.

    `columns` are the heads; each of `cells` is one row.  `current` is the number of the column that
    is being filled: there the sheet opens.
    """

    columns: tuple[Msg, ...]
    names: tuple[Msg, ...]
    cells: tuple[tuple[Cell, ...], ...]
    current: int = 0
