"""A lesson: a scripted match that teaches the game, as data."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any


def at_once(_view: Any) -> bool:
    """Return True, so that the step begins as soon as the previous one is done."""
    return True


def my_turn(view: Any) -> bool:
    """Return whether it is the learner's turn."""
    return bool(view.to_act == view.seat)


def deal_over(view: Any) -> bool:
    """Return whether no seat has to act, for example between two deals."""
    return not isinstance(view.to_act, int)


@dataclass(frozen=True)
class Step:
    """One step of a lesson: its announcement, and the key or move of the learner that ends it.

    A key is given by the id of its binding ("total", "go-on"), a move by its text form; the
    move ends the step even if the rules refuse it.  The last step needs neither.
    """

    id: str = ""
    """The message is `lesson-<id>`; if empty, nothing is announced, because the game's own
    announcements are enough."""
    key: str = ""
    move: str = ""
    when: Callable[[Any], bool] = at_once
    """The match follows its script until this function returns True for the learner's view."""
    task: str = ""
    """The message with the task, if "press this key" or "play this card" would not fit."""
    names: tuple[str, ...] = ()
    """Bindings whose keys these messages name: "tokens-in-detail" fills the field
    {tokens_in_detail}. If a binding has several keys with different effects, "cards.1" means the
    second, {cards_1}."""


@dataclass(frozen=True)
class Lesson:
    """A scripted match for a learner on seat 0: all deals and all moves of others are fixed.

    `deals` are the dealer's moves and `others` the moves of all other seats, in order.  A deal may
    name only the cards that matter; the rest of the pack is added.  After the last step, cards are
    dealt at random and bots play, as in any match.  The message `lesson-begin` introduces the game
    before anything is dealt.
    """

    seats: int
    deals: tuple[str, ...]
    others: tuple[str, ...]
    steps: tuple[Step, ...]
    options: Mapping[str, object] = field(default_factory=dict)
