"""The functions a game supplies for reviewing decisions: they compute costs and give reasons.

A decision is evaluated on a view alone, so a review never uses a card that the player could
not know.  A game may omit its `ReviewSpec`; then its decisions cannot be reviewed.
`audiogames/search/judging.py` makes the evaluation.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any, Generic, Protocol, TypeVar

from audiogames.core.contract import M, Move, V, View
from audiogames.core.cues import Msg

Stop = Callable[[], bool]

World = tuple[float, Sequence[float]]
"""The weight of one determinization, and the value of each move in it."""


@dataclass(frozen=True)
class Judgement:
    """The evaluation of a decision: how much better `rival`, the best other move, is than `move`.

    `gain` is the mean over the sampled worlds and `low` the lower end of its paired 99 % interval,
    both in the game's own unit.
    """

    move: Move
    rival: Move
    gain: float
    low: float


@dataclass(frozen=True)
class Luck:
    """The luck of a seat: the value of its dealt cards, compared with average cards.

    `error` is the standard error if worlds were sampled, otherwise 0.  Both numbers are in the unit
    in which the game reports luck.
    """

    worth: float
    error: float = 0.0


@dataclass(frozen=True)
class Hindsight:
    """The findings of a review about one decision.

    `judgement` is None if there was nothing to decide; `luck` is None if the seat received no cards
    since its previous decision, or the game cannot measure luck.
    """

    judgement: Judgement | None = None
    luck: Luck | None = None


def nothing_else(_view: Any, _best: Any, _other: Any) -> Sequence[Msg]:
    """Return no further reasons: the default of `ReviewSpec.more`."""
    return ()


@dataclass(frozen=True)
class LuckSpec(Generic[V]):
    """A game's functions that measure and describe the luck of a seat's cards."""

    of: Callable[[V, V | None, Random, Stop], Luck | None]
    """Return the luck of the cards received since the seat's previous decision, whose view is the
    second argument (None at the first decision of a deal).  None if luck cannot be measured."""
    words: Callable[[float], Msg]
    """The luck of the whole match, in words."""
    least: float
    """Less luck than this is not announced."""


M_contra = TypeVar("M_contra", bound=Move, contravariant=True)
V_contra = TypeVar("V_contra", bound=View, contravariant=True)


class Judging(Protocol[M, V_contra]):
    """A game's functions that evaluate moves in reviews; a module contains them.

    They become the fields of the same names of `ReviewSpec`.
    """

    def candidates(self, view: V_contra, /) -> Sequence[M]: ...
    def stands_for(self, move: Move, view: V_contra, /) -> Move | None: ...
    def worlds(self, view: V_contra, moves: int, budget: int, /) -> int: ...
    def weigh(
        self, view: V_contra, moves: Sequence[M], worlds: int, rng: Random, stop: Stop, /
    ) -> Iterator[World]: ...
    def least(self, view: V_contra, /) -> float: ...
    def price(self, gain: float, view: V_contra, /) -> Msg: ...


class Reasons(Protocol[M_contra, V_contra]):
    """A module whose functions become the fields of `ReviewSpec` that explain moves."""

    def reasons(
        self, view: V_contra, best: M_contra, other: M_contra | None, /
    ) -> Sequence[Msg]: ...
    def place(self, view: V_contra, /) -> Msg: ...


@dataclass(frozen=True)
class ReviewSpec(Generic[M, V]):
    """A game's functions that evaluate moves in a review and explain them."""

    candidates: Callable[[V], Sequence[M]]
    """The moves worth evaluating, one of each set of equivalent moves; empty if there is nothing to
    decide."""
    stands_for: Callable[[Move, V], Move | None]
    """The candidate equivalent to a legal move; the move itself if it is one, and None if it cannot
    be evaluated."""
    worlds: Callable[[V, int, int], int]
    """How many worlds the strong bot samples for this view, number of moves and budget."""
    weigh: Callable[[V, Sequence[M], int, Random, Stop], Iterator[World]]
    """Evaluate these moves in this many worlds that fit the view; fewer after a stop."""
    least: Callable[[V], float]
    """The smallest gain that counts as a mistake; a smaller one would be announced as zero."""
    price: Callable[[float, V], Msg]
    """A gain in words, inside a sentence: "0.6 points"."""
    reasons: Callable[[V, M, M | None], Sequence[Msg]]
    """Why the first move is good (better than the second, if given), in whole sentences made of
    facts that the seat knows, the strongest first.  The first two words of a reason's id are its
    kind, as in "reason-above-out" and "reason-above-few"; only one reason of each kind is
    announced."""
    place: Callable[[V], Msg]
    """The moment of the match, inside a sentence: "deal 2, trick 4"."""
    before_recap: Callable[[V], Msg | None] | None = None
    """The moment of the match, without facts that the recap after it includes; None if the recap
    includes all. Without this function, `place` is used."""
    situation: Callable[[V], Sequence[Msg]] = field(default=lambda _view: ())
    """The position in whole sentences, without facts that the recap of the others' moves includes.
    """
    is_sound: Callable[[Move, V], bool] = field(default=lambda _move, _view: False)
    """Whether an unbeatable strategy makes this move here. Then it is no mistake, even if it loses
    in the sampled worlds."""
    more: Callable[[V, M, M], Sequence[Msg]] = field(default=nothing_else)
    """Further reasons that compare the two moves, for a player who asks why."""
    luck: LuckSpec[V] | None = None
    """How lucky the seat's cards were; None if the game cannot measure it."""

    @classmethod
    def of(cls, judging: Judging[M, V], reasons: Reasons[M, V], **more: Any) -> ReviewSpec[M, V]:
        """Build a `ReviewSpec` from the functions of two modules; `more` holds the other fields."""
        return cls(
            candidates=judging.candidates,
            stands_for=judging.stands_for,
            worlds=judging.worlds,
            weigh=judging.weigh,
            least=judging.least,
            price=judging.price,
            reasons=reasons.reasons,
            place=reasons.place,
            **more,
        )
