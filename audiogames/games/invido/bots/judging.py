"""Evaluates Invido's moves for a review: the solved strategy plays out sampled deals.

The opponent need not play by that strategy.  So in half of the worlds their hand is drawn
by its likelihood under the strategy, in the other half by the normal bot's belief: a
mistake is a move that costs something on the average of both.  A gain is reported as a
percentage of matches.  A move that the strategy itself makes in this position at least one
time in a hundred is never called a mistake, even if the sampled worlds suggest it: such a
move is as good as the strategy's other moves.

For options without a solved strategy, normal bots play the deal out against sampled hands.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from random import Random
from typing import Final, NamedTuple

from audiogames.core.contract import Bot, Move, Turn, View
from audiogames.core.cues import Msg
from audiogames.core.events import Seat
from audiogames.core.review import Luck, LuckSpec, Stop, World
from audiogames.core.telling import in_tenths
from audiogames.games.invido import model as m
from audiogames.games.invido.bots import evaluation as e
from audiogames.games.invido.bots import strategy as s
from audiogames.games.invido.bots.belief import Holding, holdings, opponent
from audiogames.games.invido.bots.history import NOW, DealHistory, history_of
from audiogames.games.invido.bots.normal import NormalBot
from audiogames.games.invido.bots.rollout import determinization
from audiogames.games.invido.bots.strong import SolvedDecision, StrongBot, is_solved
from audiogames.games.invido.state import InvidoState

WORLDS: Final = 60
"""Sampled worlds for a budget of 1,000."""
LEAST: Final = 0.005
"""Half a match of a hundred; a loss within a thousandth of the best is never reported."""
SOUND: Final = 0.01
"""A move that the strategy makes this often is as good as its best."""
HUNDRED: Final = 100
LEAST_LUCK: Final = 0.5
"""The least luck worth reporting, in deals over a match."""


class PlayedOut(NamedTuple):
    """The simulation of a deal: the bot that plays it, and the strategy that values its end.

    The strategy has the chance to win the match from each score; it is None if the table's
    options were not solved.
    """

    bot: Bot[m.InvidoView, Move]
    strategy: s.Strategy | None


def candidates(view: m.InvidoView) -> Sequence[Move]:
    """Return the moves to evaluate: calls, answers to calls, and one card of each strength.

    Requests to annul the deal ("a monte") and their answers are left out.
    """
    if view.monte_asked:
        return ()
    found: dict[object, Move] = {}
    for move in view.legal:
        if move != m.A_MONTE:
            found.setdefault(_kind(move), move)
    return tuple(found.values())


def stands_for(move: Move, view: m.InvidoView) -> Move | None:
    """Return the move that is evaluated in place of this: an equally strong card, or itself.

    The result is None if the move asks to annul the deal ("a monte") or answers such a request.
    """
    if view.monte_asked or move == m.A_MONTE:
        return None
    return next(one for one in candidates(view) if _kind(one) == _kind(move))


def _kind(move: Move) -> object:
    return (m.strength(move.card), move.covered) if isinstance(move, m.Play) else move


def is_sound(move: Move, view: m.InvidoView) -> bool:
    """Return True if the solved strategy makes this move too often for it to be a mistake."""
    playing = _playing(view)
    if playing.strategy is None or view.monte_asked:
        return False
    usual = SolvedDecision(view, playing.strategy).usual(SOUND)
    return any(_kind(one) == _kind(move) for one in usual)


def worlds(_view: m.InvidoView, _moves: int, budget: int) -> int:
    """Return the number of deals to sample, which depends only on the budget."""
    return max(1, WORLDS * budget // 1000)


def weigh(
    view: m.InvidoView, moves: Sequence[Move], count: int, rng: Random, stop: Stop
) -> Iterator[World]:
    """For each sampled deal that fits the view, try all moves with one seed; yield their values."""
    assert view.seat is not None
    playing, held = _playing(view), _held(view)
    for _ in range(count):
        start, lot = determinization(view, held, rng), rng.random()
        values = []
        for move in moves:
            if stop():
                return
            state = start.copy()
            state.apply(view.seat, move)
            values.append(_played_out(state, view.seat, playing, Random(lot)))
        yield 1.0, values


def _played_out(state: InvidoState, seat: Seat, playing: PlayedOut, rng: Random) -> float:
    """Play the deal to its end and return the seat's chance to win the match from the new score."""
    while not isinstance(turn := state.to_act, Turn):
        state.apply(turn, playing.bot.choose(state.view(turn), rng, 0, lambda: False))
    if (result := state.result()) is not None:
        return float(seat in result.winners)
    assert state.dealer is not None
    needs = [state.goal - points for points in state.score]
    if playing.strategy is None:
        return e.equity(needs[seat], needs[1 - seat])
    mover = 1 - state.dealer
    chance = float(playing.strategy.equity[needs[mover], needs[state.dealer]])
    return chance if mover == seat else 1.0 - chance


def _playing(view: m.InvidoView) -> PlayedOut:
    if is_solved(view.options):
        try:
            return PlayedOut(StrongBot(), s.shipped())
        except s.StrategyRefused:
            pass
    return PlayedOut(NormalBot(), None)


# The opponent's hand


def _held(view: m.InvidoView) -> list[Holding]:
    """Return the opponent's possible hands, weighted half by strategy, half by ordinary play.

    Ordinary play is the way of playing that the normal bot's belief assumes.
    """
    believed = holdings(view)
    strategy = _playing(view).strategy
    if strategy is None:
        return believed
    other, mine = opponent(view), history_of(view)
    own = [m.strength(card) for seat, card in view.played if seat == other]
    found = []
    for one in _dealt(view, believed):
        hand = tuple(sorted((*own, *one.hand)))
        theirs = DealHistory(
            1 - mine.me, mine.cell, hand, mine.cards, mine.calls, mine.asked, mine.useless_called
        )
        found.append(Holding(one.weight * _likelihood(theirs, strategy), one.hand))
    total = sum(one.weight for one in found)
    if not total:
        return believed
    return [
        Holding(one.weight + two.weight / total, one.hand)
        for one, two in zip(believed, found, strict=True)
    ]


def _dealt(view: m.InvidoView, believed: Sequence[Holding]) -> list[Holding]:
    """Return these hands, each weighted by the number of ways to deal it from the unseen cards."""
    shown = [m.strength(card) for _, card in view.played if card is not None]
    gone = [*shown, *(m.strength(card) for card in (*view.hand, *view.covered))]
    copies = e.copies_without(*gone)
    return [Holding(float(e.ways(one.hand, copies)), one.hand) for one in believed]


def _likelihood(history: DealHistory, strategy: s.Strategy) -> float:
    """Return the probability that a player of this strategy makes the moves of this history.

    The history contains the hand with which the player made them.
    """
    mixture = strategy.mixture(history.cell)
    shares = [float(share) for _, share in mixture]
    for point in history.decision_points():
        if point.chosen == NOW:
            break
        for at, (plan, _) in enumerate(mixture):
            chances = strategy.chances(plan, point.place)
            even = 1 / len(point.planes)
            shares[at] *= even if chances is None else chances[point.chosen] / s.UNIT
    return sum(shares)


# In words


def least(_view: m.InvidoView) -> float:
    """Return the least gain worth reporting: half a percent of matches."""
    return LEAST


def price(gain: float, _view: m.InvidoView) -> Msg:
    """Describe a gain as a percentage of matches."""
    return in_tenths("price-matches", HUNDRED * gain)


# Luck


def luck(view: m.InvidoView, before: View | None, _rng: Random, _stop: Stop) -> Luck | None:
    """Return a new hand's chance to win minus an average hand's; None once a card is played."""
    if before is not None or len(view.hand) < m.HAND:
        return None
    hand = tuple(sorted(map(m.strength, view.hand)))
    return Luck(e.strength(e.START, hand) - _average())


@cache
def _average() -> float:
    """Return the leader's chance to win a deal, averaged over all hands."""
    weights = {hand: e.ways(hand, e.FULL) for hand in e.hands(m.HAND)}
    won = sum(weight * e.strength(e.START, hand) for hand, weight in weights.items())
    return won / sum(weights.values())


def luck_words(deals: float) -> Msg:
    """Describe the luck of a match, in deals won by the cards alone."""
    return in_tenths("luck-deals-less" if deals < 0 else "luck-deals-more", deals)


LUCK: Final = LuckSpec(luck, luck_words, LEAST_LUCK)
