"""The controls of a game: queries, commands, toggles, lists and the score sheet."""

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
    """One item of a long answer: its text, and the rulebook heading under which it is explained."""

    label: Msg
    heading: Msg | None = None
    """The words of the heading, as in the rules of that language."""


@dataclass(frozen=True)
class Query(Generic[V]):
    """A question about the view, bound to a key that works at any time: "C: the total"."""

    id: str
    keys: tuple[str, ...]
    answer: Callable[[V], Iterable[Cue]]
    allowed: Callable[[V], bool] = always
    """Whether the options of this table allow the question; ignored in practice alone against
    bots."""
    pages: Callable[[V], Sequence[Page]] | None = None
    """A long answer as a list to browse; if it is empty, `answer` is announced instead."""
    title: Callable[[V], Msg] | None = None
    """The title of that list; by default the label of the key."""
    matters: Callable[[V], bool] = _never
    """Whether the question matters enough now to have a button on devices without keys."""
    recalls: bool = False
    """Whether it repeats the last trick, capture or play; a phone lists it among the first
    actions."""


@dataclass(frozen=True)
class Command(Generic[V]):
    """A key that makes a move: "Space: draw".  `move` raises `Refused` if it is not possible."""

    id: str
    keys: tuple[str, ...]
    move: Callable[[V], Move]
    required: bool = False
    """Whether the key is Space, because the move must be made and there is no alternative."""
    label: Callable[[V], Msg] | None = None
    """What it would do now, for menus and buttons; by default the label of the key."""
    confirm: Callable[[V], Msg] | None = None
    """A question to answer with yes before the move is made."""
    declined: Callable[[V], Msg | None] | None = None
    """What is announced after the answer no."""


@dataclass(frozen=True)
class Toggle(Generic[V]):
    """A check box that the player sets before playing a card, to add something to the move.

    Its key cycles from "off" through `values` and back.  The new value is announced by the message
    `toggle-<id>-<value>` and the sound `box-on` or `box-off`.
    """

    id: str
    keys: tuple[str, ...]
    values: tuple[str, ...] = ("on",)
    refusal: Callable[[V], Msg | None] = no_reason
    """Why the box cannot be set now; None if it can. Also called out of turn."""
    outlook: Callable[[V, Any, str], Msg | None] = field(default=lambda _view, _card, _value: None)
    """The effect of this value with the focused card (None if no card is focused), announced
    instead of the value's message. Raises `Refused` if there would be no effect."""


@dataclass(frozen=True)
class Listing(Generic[M]):
    """A list of moves for a decision without cards, opened when the decision must be made.

    The list also holds illegal moves, so that choosing one announces why it is refused.  Digit keys
    select moves by number; `first` is the number of the first move in the list.
    """

    title: Msg
    moves: tuple[M, ...]
    first: int = 1


@dataclass(frozen=True)
class Opener(Generic[V]):
    """A key that opens a list of optional moves, in turn or out of turn.

    The list closes when a move is made, when the player leaves it, or when `listing` raises
    `Refused` because there is nothing to choose from.
    """

    id: str
    keys: tuple[str, ...]
    listing: Callable[[V], Listing[Any]]


@dataclass(frozen=True)
class Cell:
    """A cell of a score sheet: the content of its upper and lower half, or None."""

    upper: Msg | None = None
    lower: Msg | None = None


@dataclass(frozen=True)
class Sheet:
    """A score sheet: one row per name, one cell per column, in the same order.

    `columns` are the headings and each of `cells` is one row.  The sheet opens at column number
    `current`, the one being filled.
    """

    columns: tuple[Msg, ...]
    names: tuple[Msg, ...]
    cells: tuple[tuple[Cell, ...], ...]
    current: int = 0
