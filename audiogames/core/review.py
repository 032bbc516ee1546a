"""What a game gives so that its bot can look back at a decision: what it cost, and why.

A decision is weighed on a view alone, so nothing in a review can use a card that the player could
not know.  A game that gives no `ReviewSpec` has no review; everything else works without.
`audiogames/search/judging.py` weighs with it.
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
"""How much one world counts, and what each of the moves is worth in it."""


@dataclass(frozen=True)
class Judgement:
    """A decision weighed: by how much `rival`, the best of the other moves, is ahead of `move`.

    `gain` is the mean over the worlds and `low` the lower end of its paired 99 % interval, both in
    the game's own unit.
    """

    move: Move
    rival: Move
    gain: float
    low: float


@dataclass(frozen=True)
class Luck:
    """By how much the cards that a seat was given are worth more than average ones.

    `error` is the standard error, where worlds were sampled.  Both are in the unit that the game
    tells luck in.
    """

    worth: float
    error: float = 0.0


@dataclass(frozen=True)
class Hindsight:
    """What a look back at one decision found.

    There is no `judgement` where there was nothing to decide, and no `luck` where the seat was
    given no cards since its decision before, or the game cannot tell.
    """

    judgement: Judgement | None = None
    luck: Luck | None = None


def nothing_else(_view: Any, _best: Any, _other: Any) -> Sequence[Msg]:
    """In most games there is nothing more to say of a move than its first reasons."""
    return ()


@dataclass(frozen=True)
class LuckSpec(Generic[V]):
    """How lucky a seat's cards were: told in one sentence at the end of a review."""

    of: Callable[[V, V | None, Random, Stop], Luck | None]
    """The luck of the cards that the seat was given since its decision before, whose view is the
    second; that is None at the first decision of a deal.  None where nothing can be said."""
    words: Callable[[float], Msg]
    """All of a match's luck."""
    least: float
    """Less luck than this is not worth a sentence."""


M_contra = TypeVar("M_contra", bound=Move, contravariant=True)
V_contra = TypeVar("V_contra", bound=View, contravariant=True)


class Judging(Protocol[M, V_contra]):
    """What weighs the moves of a game: a module with these functions, as `ReviewSpec` has them."""

    def candidates(self, view: V_contra, /) -> Sequence[M]: ...
    def stands_for(self, move: Move, view: V_contra, /) -> Move | None: ...
    def worlds(self, view: V_contra, moves: int, budget: int, /) -> int: ...
    def weigh(
        self, view: V_contra, moves: Sequence[M], worlds: int, rng: Random, stop: Stop, /
    ) -> Iterator[World]: ...
    def least(self, view: V_contra, /) -> float: ...
    def price(self, gain: float, view: V_contra, /) -> Msg: ...


class Reasons(Protocol[M_contra, V_contra]):
    """What says why a move of a game is good: the same."""

    def reasons(
        self, view: V_contra, best: M_contra, other: M_contra | None, /
    ) -> Sequence[Msg]: ...
    def place(self, view: V_contra, /) -> Msg: ...


@dataclass(frozen=True)
class ReviewSpec(Generic[M, V]):
    """How the moves of a game are weighed, and what is said of them."""

    candidates: Callable[[V], Sequence[M]]
    """The moves that are worth weighing, of equal ones only one; none where there is nothing to
    decide."""
    stands_for: Callable[[Move, V], Move | None]
    """The candidate that is worth the same as a legal move; the move itself where none is, and
    None where it cannot be weighed."""
    worlds: Callable[[V, int, int], int]
    """How many worlds the strong bot tries in this view of so many moves with this budget."""
    weigh: Callable[[V, Sequence[M], int, Random, Stop], Iterator[World]]
    """These moves in so many worlds that fit the view; fewer where it is to stop."""
    least: Callable[[V], float]
    """A smaller gain than this is no mistake: it would be told as nothing."""
    price: Callable[[float, V], Msg]
    """A gain in words, inside a sentence: "0.6 points"."""
    reasons: Callable[[V, M, M | None], Sequence[Msg]]
    """Why the first move is good, in whole sentences made from facts that its seat knows, the
    strongest first; rather than the second, where one is given.  Reasons of one kind have ids whose
    first two words are the same, as in "reason-above-out" and "reason-above-few": of a kind that
    was told no more is said."""
    place: Callable[[V], Msg]
    """Where in the match this is, inside a sentence: "deal 2, trick 4"."""
    situation: Callable[[V], Sequence[Msg]] = field(default=lambda _view: ())
    """What lies there, in whole sentences, where what the others have just done does not say it."""
    is_sound: Callable[[Move, V], bool] = field(default=lambda _move, _view: False)
    """Whether a strategy that nobody can beat makes this move here: then it is no mistake, whatever
    a sample says."""
    more: Callable[[V, M, M], Sequence[Msg]] = field(default=nothing_else)
    """What else can be said of the two, for whoever asks why."""
    luck: LuckSpec[V] | None = None
    """How lucky one's cards were; None where the game cannot tell."""

    @classmethod
    def of(cls, judging: Judging[M, V], reasons: Reasons[M, V], **more: Any) -> ReviewSpec[M, V]:
        """Return the review of a game that has two such modules; `more` are the fields besides."""
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
