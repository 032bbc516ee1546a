"""The normal bot of Invido: it counts the hands that the opponent may hold.

It takes the move that wins the match most often, if the opponent answers as each of these hands
should.  A lot decides whether it bluffs, so that its calls do not give its hand away.
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
"""What a call must gain for each card still to be played after the next: waiting tells more."""
VALUE_CALLS: Final = {-1: 0.6, 0: 0.85, 1: 1.0}
"""How often a good hand is called, by how daring the bot is; at times it lies in wait."""
BLUFFS: Final = {-1: 0.2, 0: 0.5, 1: 0.9}
"""How often a call is made that pays only if the opponent gives up."""
BLUFFS_UP_TO: Final = 6
"""Nobody who came so far gives up often enough."""
RESPECT: Final = 0.3
"""How much weaker their hand looks to an opponent who is called: few calls are bluffs."""
DOUBT: Final = 0.3
"""Width of the strengths at which the opponent's answer is uncertain."""
COUNTERS_FROM: Final = 0.75
COUNTERS: Final = 0.5
"""From this strength the opponent raises back; with a hand that always wins, half the time."""
ASKS_MONTE: Final = 0.8
MONTE_GAIN: Final = 0.01
"""What an annulled deal must be better than going on."""
LETS_GO: Final = 0.25
"""It agrees below this strength: askers hold little, and more than that is worth playing."""
HIDES: Final = 0.5
"""How often a card is covered that does no better face up."""
AS_GOOD: Final = 1e-9

ENDS: Final = (0, 1, -1)
"""Outcomes in the order in which a list of three is indexed by them: tied, won, lost."""


class NormalBot(Bot[m.InvidoView, Move]):
    """Counts hands, bluffs, and knows the score."""

    def __init__(self, character: Character = EVEN) -> None:
        self._daring = character.daring

    def choose(
        self, view: m.InvidoView, rng: Random, budget: int, stop: Callable[[], bool]
    ) -> Move:
        """One of the legal moves."""
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
    """How likely the seat wins the deal, as the normal bot reckons; a tie counts half."""
    return _Decision(view, Random(0)).hope


class _Decision:
    """What the normal bot weighs at one decision."""

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
        """The best card, if this seat plays next, and the outcome against each holding."""
        if self.view.player != self.view.seat:
            return None, [outcome(self.position, self.hand, hand) for _, hand in self.holdings]
        plans = {card: self._outcomes(card, card) for card in dict.fromkeys(self.hand)}
        card = max(plans, key=lambda card: self._mean(plans[card]))
        return card, plans[card]

    def _outcomes(self, card: int, shown: int) -> list[int]:
        """What becomes of the deal if this card is played, as it is or covered."""
        rest = without(self.hand, card)
        return [played(self.position, shown, rest, hand) for _, hand in self.holdings]

    def _mean(self, worth: Sequence[float]) -> float:
        """The mean over the holdings."""
        return sum(
            holding.weight * each for holding, each in zip(self.holdings, worth, strict=True)
        )

    # What it comes to

    @property
    def hope(self) -> float:
        """How likely this seat wins the deal, by what the opponent did."""
        return 0.5 + self._mean(self.outcomes) / 2

    def worth(self, value: int, won: int) -> float:
        """Equity once the deal has ended this way at this value."""
        return equity(
            self.needs - (value if won > 0 else 0), self.theirs - (value if won < 0 else 0)
        )

    def going_on(self, value: int) -> float:
        """Equity of playing on at this value."""
        worth = [self.worth(value, won) for won in ENDS]
        return self._mean([worth[won] for won in self.outcomes])

    def calling(self, value: int, level: int) -> float:
        """Equity of asking for `level` where `value` is in force.

        The opponent gives up, accepts, or raises back, which is then accepted or not.
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
        """How likely the opponent stays with a hand of this strength, and then raises back."""
        believes = chance - RESPECT
        least = self._least(value, level)
        stays = rising(believes, least - DOUBT / 2, least + DOUBT / 2)
        return stays, COUNTERS * rising(believes, COUNTERS_FROM, 1)

    def _least(self, value: int, level: int) -> float:
        """The chance from which the opponent does well to accept."""
        won = self.worth(level, 1)
        return (won - self.worth(value, 1)) / (won - self.worth(level, -1))

    # The choice

    def on_turn(self) -> Move:
        """To call, to annul or to play; nobody gives a deal up unasked."""
        value = self.view.value
        on = self.going_on(value)
        return self._call(value, on) or self._monte(on) or self._play()

    def on_stake(self, asked: int) -> Move:
        """To raise, to annul, to accept or to give up."""
        accepted, gone = self.going_on(asked), self.worth(self.view.value, -1)
        best = max(accepted, gone)
        answer = m.VA_BENE if accepted >= gone else m.VADO_VIA
        return self._call(asked, best) or self._monte(best) or answer

    def on_monte(self) -> Move:
        """To annul or not; a no may be a call (an option)."""
        value = self.view.asked or self.view.value
        on = self.going_on(value)
        if self.hope < LETS_GO and self._annulled_is_better(on):
            return m.VA_BENE
        return self._call(value, on) or m.NO

    def _call(self, value: int, otherwise: float) -> m.Call | None:
        """The call, if it pays better, and the lot agrees."""
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
        """The lowest card that does as well face down as the best one does face up."""
        if not self.view.options.vado_dentro:
            return None
        lowest = min(self.view.hand, key=m.strength)
        covered = self._mean(self._outcomes(m.strength(lowest), COVERED))
        as_good = covered >= self._mean(self.outcomes) - AS_GOOD
        return m.Play(lowest, covered=True) if as_good else None
