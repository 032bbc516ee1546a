"""Bots of Invido: easy looks at its own hand, normal counts the hands that the opponent may hold.

The normal bot weighs every possible hand of the opponent by what was called and played, and takes
the move that wins the match most often if the opponent answers as such a hand should.  Luck decides
whether it bluffs, so that its calls do not give its hand away.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Final, NamedTuple

from audiogames.cards.card import Card
from audiogames.core.events import Seat
from audiogames.core.game import Bot, Move
from audiogames.games.invido import model as m
from audiogames.games.invido.judgement import (
    COVERED,
    START,
    Hand,
    Position,
    copies_without,
    equity,
    hands,
    outcome,
    played,
    strength,
    ways,
    without,
)

# Easy

ERRS: Final = 0.2
"""How often the easy bot plays any card."""
EASY_CALLS_FROM: Final = 0.75
EASY_CALLS: Final = 0.4
EASY_RAISES: Final = 0.2
EASY_FEARS: Final = 0.3
"""It gives up below this strength, whatever is at stake."""
EASY_ANNULS: Final = 0.4

# Normal: how it plays

PATIENCE: Final = 0.015
"""How much of a match a call must gain: who waits knows more when he calls."""
VALUE_CALLS: Final = 0.85
"""How often a good hand is called; at times it lies in wait."""
BLUFFS: Final = 0.5
"""How often a call that pays only if the opponent gives up is made."""
ASKS_MONTE: Final = 0.8
MONTE_GAIN: Final = 0.01
"""Of a match, what an annulled deal must be better than going on."""
HIDES: Final = 0.5
"""How often a card that does no better face up is covered."""
AS_GOOD: Final = 1e-9

# Normal: what it takes the opponent for

CALL_FROM: Final = 0.5
CALL_SURELY: Final = 0.8
CALL_BLUFF: Final = 0.12
"""Strengths from which a hand calls sometimes and always, and how often a weaker one does."""
CALL_HARDER: Final = 0.1
STAY_FROM: Final = 0.3
STAY_SURELY: Final = 0.6
RESPECT: Final = 0.3
"""How much weaker its hand looks to who has just been called."""
DOUBT: Final = 0.3
"""Width of the strengths at which an answer is uncertain."""
COUNTER_FROM: Final = 0.75
COUNTERS: Final = 0.5
HELD_BACK: Final = 0.4
"""Weight of hands that led a card and kept a better one."""
MISSED: Final = 0.3
"""Weight of hands that could have taken a trick and did not."""


def _rising(x: float, low: float, high: float) -> float:
    """0 below `low`, 1 above `high`."""
    return min(1.0, max(0.0, (x - low) / (high - low)))


def _position(view: m.InvidoView) -> Position:
    tricks = tuple(0 if who is None else 1 if who == view.seat else -1 for who in view.tricks)
    led = m.strength(view.on_table[0][1]) if view.on_table else None
    return Position(tricks, led, view.leader == view.seat)


def _ranks(cards: Sequence[Card]) -> Hand:
    return tuple(sorted(map(m.strength, cards)))


def _call(view: m.InvidoView) -> m.Call | None:
    return next((move for move in view.legal if isinstance(move, m.Call)), None)


class Holding(NamedTuple):
    """One hand that the opponent may hold, and how likely it is."""

    weight: float
    hand: Hand


class NormalBot(Bot[m.InvidoView, Move]):
    """Counts hands, bluffs, and knows the score."""

    def choose(
        self, view: m.InvidoView, rng: Random, budget: int, stop: Callable[[], bool]
    ) -> Move:
        """One of the legal moves."""
        del budget, stop
        if len(view.legal) == 1:
            return _first(view)
        return Thought(view, rng).move()


def _first(view: m.InvidoView) -> Move:
    move = view.legal[0]
    assert isinstance(move, Move)
    return move


class Thought:
    """What the normal bot thinks about one decision."""

    def __init__(self, view: m.InvidoView, rng: Random) -> None:
        assert view.seat is not None
        self.view = view
        self.rng = rng
        self.seat = view.seat
        self.other = Seat(1 - view.seat)
        self.position = _position(view)
        self.hand = _ranks(view.hand)
        self.needs = view.goal - view.score[self.seat]
        self.theirs = view.goal - view.score[self.other]
        self.calls = self._calls_told()
        self.holdings = list(self._holdings())
        self.card, self.outcomes = self._plan()

    # What is likely

    def _holdings(self) -> Iterator[Holding]:
        shown = [card for _, card in self.view.played if card is not None]
        copies = copies_without(*_ranks([*self.view.hand, *self.view.covered, *shown]))
        found = []
        for hand in hands(self.view.hand_sizes[self.other]):
            count = ways(hand, copies)
            if count:
                found.append(Holding(count * self._told(hand), hand))
        total = sum(holding.weight for holding in found)
        return (Holding(weight / total, hand) for weight, hand in found)

    def _told(self, hand: Hand) -> float:
        """How well the hand agrees with what the opponent did."""
        return self._told_by_cards(hand) * self._told_by_calls(hand)

    def _told_by_cards(self, hand: Hand) -> float:
        if not hand:
            return 1.0
        told = 1.0
        moves = self.view.played
        for at in range(0, len(moves), 2):
            seat, led = moves[at]
            if seat == self.other:
                told *= HELD_BACK if COVERED < m.strength(led) < hand[-1] else 1.0
            elif at + 1 < len(moves):
                followed = m.strength(moves[at + 1][1])
                told *= MISSED if followed < m.strength(led) < hand[-1] else 1.0
        return told

    def _told_by_calls(self, hand: Hand) -> float:
        """The opponent called or accepted each step of the ladder, turn about."""
        made, accepted = self.calls
        if not made + accepted:
            return 1.0
        now = self.view.raised_at == len(self.view.played) or self.view.asker is not None
        chance = strength(self.position.turned(), hand) if now else self._dealt_strength(hand)
        return math.prod(_calls(chance, step) for step in range(made)) * _stays(chance) ** accepted

    def _calls_told(self) -> tuple[int, int]:
        """How many calls the opponent made, and how many he accepted."""
        view = self.view
        steps = sum(level <= view.value for level in m.CALLS)
        made = (steps + (view.last_raiser == self.other)) // 2
        return made + (view.asker == self.other), steps - made

    def _dealt_strength(self, hand: Hand) -> float:
        """How strong the hand looked at first, together with what was played of it."""
        own = [m.strength(card) for who, card in self.view.played if who == self.other]
        if COVERED in own:
            return CALL_SURELY
        leads = self.view.dealer == self.seat
        return strength(START._replace(leads=leads), tuple(sorted((*hand, *own))))

    # What is best

    def _plan(self) -> tuple[int | None, list[int]]:
        """The best card, if this seat plays next, and the outcome against each holding."""
        if self.view.player != self.seat:
            return None, [outcome(self.position, self.hand, hand) for _, hand in self.holdings]
        plans = {card: self._outcomes(card) for card in sorted(set(self.hand))}
        card = max(plans, key=lambda card: self._mean(plans[card]))
        return card, plans[card]

    def _outcomes(self, card: int, *, covered: bool = False) -> list[int]:
        rest = without(self.hand, card)
        shown = COVERED if covered else card
        return [played(self.position, shown, rest, hand) for _, hand in self.holdings]

    def _mean(self, outcomes: Sequence[int]) -> float:
        return sum(weight * won for (weight, _), won in zip(self.holdings, outcomes, strict=True))

    def worth(self, value: int, won: int) -> float:
        """Equity once the deal has ended this way at this value."""
        if won > 0:
            return equity(self.needs - value, self.theirs)
        return equity(self.needs, self.theirs - value if won < 0 else self.theirs)

    def going_on(self, value: int) -> float:
        """Equity of playing on at this value."""
        worth = [self.worth(value, won) for won in (0, 1, -1)]
        return sum(
            weight * worth[won]
            for (weight, _), won in zip(self.holdings, self.outcomes, strict=True)
        )

    def calling(self, value: int, level: int) -> float:
        """Equity of asking for `level` while `value` is in force."""
        gained, settled = self.worth(value, 1), [self.worth(level, won) for won in (0, 1, -1)]
        least = self._threshold(value, level)
        further = m.next_call(level)
        total = folded = raised = 0.0
        for (weight, hand), won in zip(self.holdings, self.outcomes, strict=True):
            seen = strength(self.position.turned(), hand) - RESPECT
            stays = _rising(seen, least - DOUBT / 2, least + DOUBT / 2)
            counters = COUNTERS * _rising(seen, COUNTER_FROM, 1) if further else 0.0
            total += weight * ((1 - stays) * gained + stays * (1 - counters) * settled[won])
            if further:
                folded += weight * stays * counters * settled[-1]
                raised += weight * stays * counters * self.worth(further.level, won)
        return total + max(folded, raised)

    def _threshold(self, value: int, level: int) -> float:
        """The strength from which the opponent does well to accept."""
        risked = self.worth(level, 1) - self.worth(value, 1)
        return risked / (self.worth(level, 1) - self.worth(level, -1))

    # The decision

    def move(self) -> Move:
        """What to do."""
        if self.view.monte_asked:
            return self._answer_monte()
        if self.view.asked is not None:
            return self._answer_stake(self.view.asked)
        return self._turn()

    def _answer_monte(self) -> Move:
        value = self.view.asked or self.view.value
        if self.worth(1, 0) > self.going_on(value) + MONTE_GAIN:
            return m.VA_BENE
        call = _call(self.view)
        if call and self._wants(call, value, self.going_on(value)):
            return call
        return m.NO

    def _answer_stake(self, asked: int) -> Move:
        accepted, gone = self.going_on(asked), self.worth(self.view.value, -1)
        call = _call(self.view)
        if call and self._wants(call, asked, max(accepted, gone)):
            return call
        if self._wants_monte(max(accepted, gone)):
            return m.A_MONTE
        return m.VA_BENE if accepted >= gone else m.VADO_VIA

    def _turn(self) -> Move:
        on = self.going_on(self.view.value)
        call = _call(self.view)
        if call and self._wants(call, self.view.value, on):
            return call
        if self._wants_monte(on):
            return m.A_MONTE
        return self._play()

    def _wants(self, call: m.Call, value: int, otherwise: float) -> bool:
        """Whether to call; for a bluff by lot."""
        patience = PATIENCE * (len(self.hand) - 1)
        if self.calling(value, call.level) < otherwise + patience:
            return False
        good = self.going_on(call.level) >= self.going_on(value)
        return self.rng.random() < (VALUE_CALLS if good else BLUFFS)

    def _wants_monte(self, otherwise: float) -> bool:
        """At most once between two cards, and no more once three cards were played."""
        view = self.view
        fresh = view.montes[self.seat] == view.options.monte_cap
        if m.A_MONTE not in view.legal or not fresh or len(view.played) >= m.HAND:
            return False
        return self.worth(1, 0) > otherwise + MONTE_GAIN and self.rng.random() < ASKS_MONTE

    def _play(self) -> Move:
        assert self.card is not None
        best = self._mean(self.outcomes) - AS_GOOD
        hidden = [
            play
            for play in self.view.legal
            if isinstance(play, m.Play)
            and play.covered
            and self._mean(self._outcomes(m.strength(play.card), covered=True)) >= best
        ]
        if hidden and self.rng.random() < HIDES:
            return min(hidden, key=lambda play: m.strength(play.card))
        return self._face_up(self.card)

    def _face_up(self, rank: int) -> Move:
        plays = [move for move in self.view.legal if isinstance(move, m.Play) and not move.covered]
        return next(play for play in plays if m.strength(play.card) == rank)


def _calls(chance: float, step: int) -> float:
    """How likely a hand of this strength calls, its first call being step 0."""
    harder = step * CALL_HARDER
    bluff = CALL_BLUFF / (1 + step)
    return bluff + (1 - bluff) * _rising(chance, CALL_FROM + harder, CALL_SURELY + harder)


def _stays(chance: float) -> float:
    """How likely a hand of this strength accepts."""
    return 0.1 + 0.9 * _rising(chance, STAY_FROM, STAY_SURELY)


class EasyBot(Bot[m.InvidoView, Move]):
    """Looks only at its own cards, and not always well."""

    def choose(
        self, view: m.InvidoView, rng: Random, budget: int, stop: Callable[[], bool]
    ) -> Move:
        """One of the legal moves."""
        del budget, stop
        if len(view.legal) == 1:
            return _first(view)
        hope = strength(_position(view), _ranks(view.hand)) if view.hand else 0.0
        if view.monte_asked:
            return m.VA_BENE if hope < EASY_ANNULS else m.NO
        if view.asked is not None:
            return m.VA_BENE if hope > EASY_FEARS else m.VADO_VIA
        call = _call(view)
        if call and hope > EASY_CALLS_FROM and rng.random() < EASY_CALLS:
            return call
        return self._play(view, rng)

    def _play(self, view: m.InvidoView, rng: Random) -> Move:
        plays = [move for move in view.legal if isinstance(move, m.Play) and not move.covered]
        if rng.random() < ERRS:
            return rng.choice(plays)
        return max(plays, key=lambda play: m.strength(play.card))
