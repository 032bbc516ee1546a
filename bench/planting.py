"""Plants errors in matches of the strong bot, and counts which of them a review reports.

The bot's own moves are reviewed too. A planted error is a legal move whose loss exceeds the game's
threshold for a mistake, as measured in `SURE` times as many worlds as in play. Each error is then
reviewed with its own seed. Every reported move, planted or not, is evaluated again in `CONFIRM`
times as many worlds.

The decisive evaluation is the game's own, with one exception. If a review never reports a move that
the strong bot's search approves, the search would judge itself, and none of the bot's own moves
would be reported. In that case the match's bots play both moves out instead (`PlayedOn`).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Any, Final, Protocol

from audiogames.core.contract import Bot, Move, State, Turn, View
from audiogames.core.events import Seat
from audiogames.core.registry import Spec
from audiogames.core.review import Judgement, ReviewSpec, World
from audiogames.games.novantanove.bots.judging import round_worth
from audiogames.search.arena import BUDGET, bot, never
from audiogames.search.judging import PairedGain, Reviewer, is_mistake, weighed_again

SURE: Final = 30
CONFIRM: Final = 100
WORLDS: Final = 10
"""The number of worlds for playing a round out, which takes a thousand times as long as an
evaluation.
"""


@dataclass
class Counts:
    """The numbers of planted errors, reported moves and confirmed reports in some matches.

    `told` counts all reported moves, both planted errors and the bot's own moves. `own_wrong`
    counts the bot's own moves that an independent judge calls a mistake, if there is such a judge.
    """

    planted: int = 0
    planted_told: int = 0
    own: int = 0
    own_told: int = 0
    own_wrong: int = 0
    told: int = 0
    confirmed: int = 0

    def add(self, other: Counts) -> None:
        """Add the counts of other matches."""
        for name in vars(self):
            setattr(self, name, getattr(self, name) + getattr(other, name))


class Truth(Protocol):
    """A judge that compares two moves, to verify the mistakes that a review reports."""

    @property
    def is_apart(self) -> bool:
        """Whether this judge is independent of the search that the review uses."""
        ...

    def unit(self, view: View) -> int:
        """Return the number of worlds in which this judge usually compares moves."""
        ...

    def weigh(self, view: View, move: Move, rival: Move, count: int) -> Iterator[World]:
        """Evaluate both moves in this many worlds."""
        ...


class Weighed:
    """A judge that uses the review's own search, with more worlds than during play."""

    is_apart = False

    def __init__(self, spec: Spec, rng: Random) -> None:
        assert spec.bots.review is not None
        self._review: ReviewSpec[Any, Any] = spec.bots.review
        self._rng = rng

    def unit(self, view: View) -> int:
        """Return the number of worlds that the bot uses during play."""
        return self._review.worlds(view, len(self._review.candidates(view)), BUDGET)

    def weigh(self, view: View, move: Move, rival: Move, count: int) -> Iterator[World]:
        """Evaluate both moves with the strong bot's own search."""
        return self._review.weigh(view, (move, rival), count, Random(self._rng.random()), never)


class PlayedOn:
    """A judge that plays rounds of Novantanove to the end with bots that see no hidden cards."""

    is_apart = True

    def __init__(self, spec: Spec, rng: Random, players: Match) -> None:
        self._spec, self._rng, self._players = spec, rng, players

    def unit(self, view: View) -> int:
        """Return the number of worlds in which this judge compares moves at a time.

        The number is small, because every decision of the bots must be computed in each world.
        """
        del view
        return WORLDS

    def weigh(self, view: View, move: Move, rival: Move, count: int) -> Iterator[World]:
        """Play both moves out in the same deals and with the same random draws."""
        for _ in range(count):
            world, lot = self._spec.rules.redeal(view, self._rng), self._rng.random()
            yield 1.0, [self._value(view, world.copy(), one, Random(lot)) for one in (move, rival)]

    def _value(self, view: Any, state: Any, move: Move, rng: Random) -> float:
        number, seat = state.round, view.seat
        state.apply(seat, move)
        self._players.draw(state)
        while state.round == number and state.to_act is not Turn.OVER:
            if state.to_act is Turn.CHANCE and state.expects != "reshuffle":
                break
            self._players.act(state, seat, rng)
        return round_worth(view, state)


class Match:
    """The bots that play a match: one strong bot, and normal ones in the other seats."""

    def __init__(self, spec: Spec) -> None:
        self._spec = spec
        self._best: Bot[Any, Any] = bot(spec, "strong")
        self._others: Bot[Any, Any] = bot(spec, "normal")

    def chosen(self, view: View, strong: Seat, seat: Seat, rng: Random) -> Move:
        """Return the move of the bot in this seat."""
        player = self._best if seat == strong else self._others
        chosen: Move = player.choose(view, rng, BUDGET, never)
        return chosen

    def act(self, state: State[Any, Any], strong: Seat, rng: Random) -> None:
        """Make the next move, and draw a card afterwards if that is allowed."""
        turn = state.to_act
        if isinstance(turn, Turn):
            state.apply(None, self._spec.rules.chance(state, rng))
        else:
            state.apply(turn, self.chosen(state.view(turn), strong, turn, rng))
        self.draw(state)

    def draw(self, state: State[Any, Any]) -> None:
        """Draw a card immediately if that is allowed."""
        if window := self._spec.clock.window(state):
            state.apply(window.seat, window.move)


class Planting:
    """A seeded match in which errors are planted and then reviewed."""

    def __init__(self, spec: Spec, seats: int, seed: int, every: int = 1) -> None:
        assert spec.bots.review is not None, "the game has no review"
        self._spec, self._seats, self._every = spec, seats, every
        self._review: ReviewSpec[Any, Any] = spec.bots.review
        self._rng = Random(f"reviews {spec.id} {seed}")
        self._match = Match(spec)
        self._truth: Truth = (
            PlayedOn(spec, self._rng, self._match)
            if spec.id == "novantanove"
            else Weighed(spec, self._rng)
        )
        self.found = Counts()

    def run(self) -> Counts:
        """Play the match, and review one of `every` decisions; return the counts."""
        for view, move in self._decisions():
            if self._rng.randrange(self._every) == 0:
                self._judge_own(view, move)
                self._plant(view, move)
        return self.found

    def _decisions(self) -> Iterator[tuple[View, Move]]:
        state = self._spec.rules.start(self._spec.options(), self._seats)
        seat = Seat(self._rng.randrange(self._seats))
        while (turn := state.to_act) is not Turn.OVER:
            if turn != seat:
                self._match.act(state, seat, self._rng)
                continue
            view = state.view(seat)
            move = self._match.chosen(view, seat, seat, self._rng)
            if len(self._review.candidates(view)) > 1:
                yield view, move
            state.apply(seat, move)
            self._match.draw(state)

    def _judge_own(self, view: View, move: Move) -> None:
        judged = self._judged(view, move)
        if judged is None:
            return
        self.found.own += 1
        if self._truth.is_apart and self._is_error(view, judged.move, judged.rival):
            self.found.own_wrong += 1
        if is_mistake(self._spec, view, judged):
            self.found.own_told += 1
            self._confirm(view, judged)

    def _plant(self, view: View, move: Move) -> None:
        """Replace the bot's move by one that is certainly an error, and review the error."""
        good = self._review.stands_for(move, view)
        wrong = self._rng.choice([one for one in self._review.candidates(view) if one != good])
        is_exempt = not self._truth.is_apart and self._review.is_sound(wrong, view)
        if good is None or is_exempt or not self._is_error(view, wrong, good):
            return
        self.found.planted += 1
        judged = self._judged(view, wrong)
        if judged is not None and is_mistake(self._spec, view, judged):
            self.found.planted_told += 1
            self._confirm(view, judged)

    def _is_error(self, view: View, move: Move, better: Move) -> bool:
        """Return True if a move is clearly worse than the better one.

        This is judged in a limited number of sampled worlds.
        """
        unit, least = self._truth.unit(view), self._review.least(view)
        gain = weighed_again(self._truth.weigh(view, move, better, unit * SURE), unit, least)
        return gain.worlds > 0 and gain.mean >= least and gain.mean > gain.half

    def _judged(self, view: View, move: Move) -> Judgement | None:
        return Reviewer(self._spec, never).judge(view, move, Random(self._rng.random()))

    def _confirm(self, view: View, judged: Judgement) -> None:
        self.found.told += 1
        gain = PairedGain()
        count = self._truth.unit(view) * CONFIRM
        for weight, (one, other) in self._truth.weigh(view, judged.move, judged.rival, count):
            gain.add(weight, other - one)
        self.found.confirmed += gain.mean > 0
