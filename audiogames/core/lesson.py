"""A lesson: a match by script in which somebody learns the game, as data."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any


def at_once(_view: Any) -> bool:
    """As soon as the step before is done."""
    return True


def my_turn(view: Any) -> bool:
    """When the learner is asked."""
    return bool(view.to_act == view.seat)


def deal_over(view: Any) -> bool:
    """When no seat is asked any more, as between two deals."""
    return not isinstance(view.to_act, int)


@dataclass(frozen=True)
class Step:
    """One thing to be learnt: what is said of it, and what the lesson then waits for.

    It waits for a key, by the id of its binding ("total", "go-on"), or for a move, by its text
    form; it does not matter whether the rules refuse that.  The last step waits for nothing.
    """

    id: str = ""
    """Makes the message `lesson-<id>`; without it nothing is said, since the game says enough."""
    key: str = ""
    move: str = ""
    when: Callable[[Any], bool] = at_once
    """Until this holds of the learner's view the match goes on by its script."""
    task: str = ""
    """The message that asks for it, where "press this" or "play that card" would not do."""
    names: tuple[str, ...] = ()
    """Bindings whose keys these messages name: "tokens-in-detail" is {tokens_in_detail}.

    Of keys that do different things "cards.1" is the second, {cards_1}.
    """


@dataclass(frozen=True)
class Lesson:
    """A match with the learner on seat 0: nothing in it is left to chance.

    `deals` are the dealer's moves and `others` those of all other seats, in their order; of a deal
    only the cards that matter need be named.  After the last step both go on as in any match.
    The message `lesson-begin` tells what the game is about before anything is dealt.
    """

    seats: int
    deals: tuple[str, ...]
    others: tuple[str, ...]
    steps: tuple[Step, ...]
    options: Mapping[str, object] = field(default_factory=dict)
