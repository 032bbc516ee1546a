"""The normal bot of Invido: it enumerates the hands that the opponent may hold.

It makes the move that wins the match most often if the opponent answers as well as possible with
each of these hands.  Bluffs are random, so that its calls do not reveal its hand.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Final

from audiogames.core.character import EVEN, Character
from audiogames.core.contract import Bot, Move
from audiogames.games.invido import model as m
from audiogames.games.invido.bots.belief import Holding, holdings, opponent, position, ranks, rising
from audiogames.games.invido.bots.easy import HOPELESS, face_up, may_ask_monte, offered_call, only
from audiogames.games.invido.bots.evaluation import (
    COVERED,
    equity,
    outcome,
    played,
    strength,
    without,
)

# Equities are chances to win the match.

PATIENCE: Final = 0.015
"""How much a call must gain per card left to play after the next one: waiting gives information."""
VALUE_CALLS: Final = {-1: 0.6, 0: 0.85, 1: 1.0}
"""How often a good hand calls, by the bot's daring; otherwise it hides its strength."""
BLUFFS: Final = {-1: 0.2, 0: 0.5, 1: 0.9}
"""How often a call is made that pays only if the opponent folds."""
BLUFFS_UP_TO: Final = 6
"""The highest call made as a bluff: against higher ones opponents fold too rarely."""
RESPECT: Final = 0.3
"""How much weaker a hand seems to its holder after a call, since few calls are bluffs."""
DOUBT: Final = 0.3
"""The width of the range of strengths in which the opponent's answer is uncertain."""
COUNTERS_FROM: Final = 0.75
COUNTERS: Final = 0.5
"""From this strength the opponent may raise back; a hand that always wins does so half the time."""
ASKS_MONTE: Final = 0.8
MONTE_GAIN: Final = 0.01
"""By how much annulling must be better than playing on."""
LETS_GO: Final = 0.25
"""The strength below which it agrees to annul: askers are weak, so stronger hands should be played.
"""
HIDES: Final = 0.5
"""How often a card is played face down if it would do no better face up."""
AS_GOOD: Final = 1e-9

ENDS: Final = (0, 1, -1)
"""The outcomes ordered so that they index a list of three: tied, won, lost."""


class NormalBot(Bot[m.InvidoView, Move]):
    """Tries its moves against all hands that the opponent may hold; may bluff."""

    def __init__(self, character: Character = EVEN) -> None:
        self._daring = character.daring

    def choose(
        self, view: m.InvidoView, rng: Random, budget: int, stop: Callable[[], bool]
    ) -> Move:
        """Return the move with the best chance to win the match, sometimes a bluff."""
        del budget, stop
        if len(view.legal) == 1:
            return only(view)
        decision = _Decision(view, rng, self._daring)
        if view.monte_asked:
            return decision.on_monte()
        if view.asked is not None:
            return decision.on_stake(view.asked)
        return decision.on_turn()


def hope(view: m.InvidoView) -> float:
    """Return the normal bot's estimate of the chance to win the deal; a tie counts half."""
    return _Decision(view, Random(0)).hope


class _Decision:
    """The normal bot's evaluation of one decision."""

    def __init__(self, view: m.InvidoView, rng: Random, daring: int = 0) -> None:
        assert view.seat is not None
        self.daring = daring
        self.view = view
        self.rng = rng
        self.position = position(view)
        self.hand = ranks(view.hand)
        self.needs = view.goal - view.score[view.seat]
        self.theirs = view.goal - view.score[opponent(view)]
        self.holdings: Sequence[Holding] = holdings(view)
        self.card, self.outcomes = self._plan()

    # The cards

    def _plan(self) -> tuple[int | None, list[int]]:
        """Return the best card and its outcome against each possible hand.

        If this seat does not play next, the card is None.
        """
        if self.view.player != self.view.seat:
            return None, [outcome(self.position, self.hand, hand) for _, hand in self.holdings]
        plans = {card: self._outcomes(card, card) for card in dict.fromkeys(self.hand)}
        card = max(plans, key=lambda card: self._mean(plans[card]))
        return card, plans[card]

    def _outcomes(self, card: int, shown: int) -> list[int]:
        """Return a card's outcome against each possible hand; `shown` is COVERED if face down."""
        rest = without(self.hand, card)
        return [played(self.position, shown, rest, hand) for _, hand in self.holdings]

    def _mean(self, worth: Sequence[float]) -> float:
        """Return the mean of one value per possible hand, weighted by the hand's probability."""
        return sum(
            holding.weight * each for holding, each in zip(self.holdings, worth, strict=True)
        )

    # Equities

    @property
    def hope(self) -> float:
        """The chance to win the deal; a tie counts half."""
        return 0.5 + self._mean(self.outcomes) / 2

    def worth(self, value: int, won: int) -> float:
        """Return the chance to win the match if the deal ends with this outcome at this stake."""
        return equity(
            self.needs - (value if won > 0 else 0), self.theirs - (value if won < 0 else 0)
        )

    def going_on(self, value: int) -> float:
        """Return the mean chance to win the match over the deal's outcomes at this stake."""
        worth = [self.worth(value, won) for won in ENDS]
        return self._mean([worth[won] for won in self.outcomes])

    def calling(self, value: int, level: int) -> float:
        """Return the chance to win the match after a call for `level`, at the stake `value`.

        The opponent folds, accepts, or raises back, which is then accepted or not.
        """
        folds = self.worth(value, 1)
        ends = [self.worth(level, won) for won in ENDS]
        further = m.next_call(level)
        raised = [self.worth(further.level, won) for won in ENDS] if further else ends
        total = lost = seen = 0.0
        for (weight, hand), won in zip(self.holdings, self.outcomes, strict=True):
            stays, counters = self._answers(strength(self.position.turned(), hand), value, level)
            total += weight * ((1 - stays) * folds + stays * (1 - counters) * ends[won])
            lost += weight * stays * counters * ends[-1]
            seen += weight * stays * counters * raised[won]
        return total + max(lost, seen)

    def _answers(self, chance: float, value: int, level: int) -> tuple[float, float]:
        """Return two probabilities: that the opponent accepts a call, and that they then raise it.

        `chance` is the opponent's chance to win the deal.
        """
        believes = chance - RESPECT
        least = self._least(value, level)
        stays = rising(believes, least - DOUBT / 2, least + DOUBT / 2)
        return stays, COUNTERS * rising(believes, COUNTERS_FROM, 1)

    def _least(self, value: int, level: int) -> float:
        """Return the lowest chance to win the deal at which an opponent should accept a call."""
        won = self.worth(level, 1)
        return (won - self.worth(value, 1)) / (won - self.worth(level, -1))

    # The choice

    def on_turn(self) -> Move:
        """Choose to call, to ask "a monte" or to play; the bot folds only in answer to a call."""
        value = self.view.value
        on = self.going_on(value)
        return self._call(value, on) or self._monte(on) or self._play()

    def on_stake(self, asked: int) -> Move:
        """Choose to raise, to ask "a monte", to accept or to fold."""
        accepted, gone = self.going_on(asked), self.worth(self.view.value, -1)
        best = max(accepted, gone)
        answer = m.VA_BENE if accepted >= gone else m.VADO_VIA
        return self._call(asked, best) or self._monte(best) or answer

    def on_monte(self) -> Move:
        """Answer "a monte": agree, refuse, or, if the options allow it, refuse by a call."""
        value = self.view.asked or self.view.value
        on = self.going_on(value)
        if self.hope < LETS_GO and self._annulled_is_better(on):
            return m.VA_BENE
        return self._call(value, on) or m.NO

    def _call(self, value: int, otherwise: float) -> m.Call | None:
        """Return a call if it is worth more than `otherwise` and a random draw allows it."""
        call = offered_call(self.view)
        patience = PATIENCE * (len(self.hand) - 1)
        if call is None or self.calling(value, call.level) < otherwise + patience:
            return None
        if self.going_on(call.level) > self.going_on(value):
            return call if self.rng.random() < VALUE_CALLS[self.daring] else None
        bluffs = call.level <= BLUFFS_UP_TO and self.rng.random() < BLUFFS[self.daring]
        return call if bluffs else None

    def _monte(self, otherwise: float) -> m.Answer | None:
        may = may_ask_monte(self.view) and self.hope < HOPELESS
        asks = may and self._annulled_is_better(otherwise)
        return m.A_MONTE if asks and self.rng.random() < ASKS_MONTE else None

    def _annulled_is_better(self, otherwise: float) -> bool:
        return equity(self.needs, self.theirs) > otherwise + MONTE_GAIN

    def _play(self) -> m.Play:
        hidden = self._hidden()
        if hidden and self.rng.random() < HIDES:
            return hidden
        return next(play for play in face_up(self.view) if m.strength(play.card) == self.card)

    def _hidden(self) -> m.Play | None:
        """Return the lowest card, played face down, if that is as good as the best card face up."""
        if not self.view.options.vado_dentro:
            return None
        lowest = min(self.view.hand, key=m.strength)
        covered = self._mean(self._outcomes(m.strength(lowest), COVERED))
        as_good = covered >= self._mean(self.outcomes) - AS_GOOD
        return m.COVERED[lowest] if as_good else None
