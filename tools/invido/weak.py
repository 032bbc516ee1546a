"""Converts weak players to tables: a rule's probabilities at each decision of the tree.

A rule is a function of a `Situation` and a random draw. Each draw has two outcomes, so
all paths through a rule are enumerated, and its probabilities are exact. Requests for "a
monte" (to annul the deal) are always refused, as the punishing bots refuse them: a rule
that asks is applied again until it may not ask any more. As in `public_tree`, a lane is a
sequence of cards that may have been played before a decision, and a plane is one action
of a decision, with a number for each hand and lane.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache, partial
from typing import Any, Final

import numpy as np

from audiogames.games.invido.bots import public_tree as t
from audiogames.games.invido.bots.easy import CALLS, CALLS_FROM, ERRS, FEARS
from audiogames.games.invido.bots.evaluation import DealPosition, Hand, strength
from audiogames.solver.invido.strategies import DecisionPlanes, decisions
from bench.strength.invido_2018 import Choice, Lot, Situation, chosen

Array = Any
Rule = Callable[[Situation, Lot], "Choice | int"]
Chances = dict["Choice | int", float]

EVEN: Final = 0
"""The daring of a bot without character."""

MONTES: Final = 3
"""How often "a monte" may be asked between two cards."""


def easy(now: Situation, lot: Lot) -> Choice | int:
    """Play like the easy bot, but never ask for "a monte"."""
    hope = strength(now.place, now.hand)
    if now.may_call and hope > CALLS_FROM[EVEN] and lot(CALLS[EVEN]):
        return Choice.CALL
    if now.asked:
        return Choice.ACCEPT if hope > FEARS[EVEN] else Choice.FOLD
    if lot(ERRS):
        return _any_card(now.hand, lot)
    return now.hand[-1]


def plain(now: Situation, lot: Lot, *, stays_from: float) -> Choice | int:
    """Play the highest card, never call, and accept calls with a hand of at least this strength."""
    del lot
    if now.asked:
        stays = strength(now.place, now.hand) >= stays_from
        return Choice.ACCEPT if stays else Choice.FOLD
    return now.hand[-1]


def loose(now: Situation, lot: Lot) -> Choice | int:
    """Call with most hands, and rarely fold."""
    hope = strength(now.place, now.hand)
    if now.may_call and hope > LOOSE_CALLS_FROM and lot(1 / 2):
        return Choice.CALL
    if now.asked:
        return Choice.ACCEPT if hope > LOOSE_FEARS else Choice.FOLD
    return now.hand[-1]


LOOSE_CALLS_FROM: Final = 0.5
LOOSE_FEARS: Final = 0.12
TIGHT: Final = 0.75

RULES: Final[dict[str, Rule]] = {
    "easy": easy,
    "2018": chosen,
    "accepts": partial(plain, stays_from=0.0),
    "folds": partial(plain, stays_from=2.0),
    "tight": partial(plain, stays_from=TIGHT),
    "loose": loose,
}
"""The weak players, by name."""


def _any_card(hand: Hand, lot: Lot) -> int:
    for left in range(len(hand), 1, -1):
        if lot(1 / left):
            return hand[left - 1]
    return hand[0]


# The chances of a rule


def chances(rule: Rule, now: Situation, montes: int = MONTES) -> Chances:
    """Return the probability of each choice that a weak player's `rule` may make here.

    If the rule asks for "a monte", the request is refused, and the rule chooses again.
    """
    found: Chances = {}
    for choice, chance in _ways(rule, now._replace(may_ask=montes > 0)):
        if choice is Choice.MONTE:
            for other, part in chances(rule, now, montes - 1).items():
                found[other] = found.get(other, 0.0) + chance * part
        else:
            found[choice] = found.get(choice, 0.0) + chance
    return found


def _ways(rule: Rule, now: Situation) -> Iterator[tuple[Choice | int, float]]:
    """Yield each possible choice of a weak player's rule, with its probability.

    The rule is run with all possible results of its random draws.
    """
    open_: list[tuple[bool, ...]] = [()]
    while open_:
        fixed = open_.pop()
        taken: list[bool] = []
        whole = 1.0

        def lot(chance: float, fixed: Sequence[bool] = fixed, taken: list[bool] = taken) -> bool:
            nonlocal whole
            if chance <= 0 or chance >= 1:
                return chance >= 1
            at = len(taken)
            answer = fixed[at] if at < len(fixed) else True
            if at >= len(fixed):
                open_.append((*taken, False))
            taken.append(answer)
            whole *= chance if answer else 1 - chance
            return answer

        choice = rule(now, lot)
        yield choice, whole


# The table


def tabulated(rule: Rule) -> Array:
    """Return the probabilities of a weak player's choices at every decision of the tree.

    `rule` makes that player's choices.  The result is in the format of a strategy table.
    """
    out: Array = np.zeros(t.build().size, np.float32)
    starts = {decision.full: decision for decision in decisions()}
    told = cache(partial(chances, rule))
    for turn in t.build().turns:
        _fill_turn(turn, starts, told, out)
    return out


def _fill_turn(
    turn: t.PublicTurn,
    starts: dict[int, DecisionPlanes],
    told: Callable[[Situation], Chances],
    out: Array,
) -> None:
    lanes = _Lanes(turn)
    for calls, at in enumerate(turn.plays):
        if at != t.NOBODY:
            _fill(starts[at], [*map(lanes.playing(calls), lanes.lanes)], told, out)
    for call, at in enumerate(turn.answers, 1):
        _fill(starts[at], [*map(lanes.answering(call), lanes.lanes)], told, out)
    for calls, at in enumerate(turn.lasts):
        if at != t.NOBODY:
            _fill_last(lanes, calls, told, out)


class _Lanes:
    """Builds the situations (inputs of a weak player's rule) at one turn of the game tree.

    They contain no hands.  Each is built from the cards played so far, called a lane.
    """

    def __init__(self, turn: t.PublicTurn) -> None:
        self.turn = turn
        self.lanes = t.lanes(turn.cards, turn.group)

    def place(self, player: int, lane: t.Lane) -> DealPosition:
        """Return a player's view of the tricks and of the led card, after a line of play.

        `lane` is the line of play: one possible sequence of the cards played so far.
        """
        turn = self.turn
        tricks = _tricks(player, turn.cards, turn.group, lane)
        led = lane[-1] if turn.cards % 2 else None
        return DealPosition(tricks, led, t.leader(turn.cards, turn.group) == player)

    def situation(self, player: int, lane: t.Lane) -> Situation:
        """Return a player's situation after a lane (the cards played), without stake and calls."""
        last = 1 if self.turn.cards == 0 else _owner(self.turn.cards - 1, self.turn.group)
        return Situation(
            self.place(player, lane), (), 1, asked=False, turn=last != player,
            has_called=False, may_call=True, may_ask=True,
        )  # fmt: skip

    def playing(self, calls: int) -> Callable[[t.Lane], Situation]:
        """Return a function that maps a lane (the cards played so far) to a player's situation.

        The player is about to play a card, after `calls` calls in this turn.
        """
        turn, who = self.turn, self.turn.player
        return lambda lane: self.situation(who, lane)._replace(
            value=t.STAKES[turn.stake + calls],
            has_called=turn.raiser == who or calls > 0,
            may_call=calls == 0 and turn.calls > 0,
        )

    def answering(self, call: int) -> Callable[[t.Lane], Situation]:
        """Return a function that maps a lane (the cards played so far) to a player's situation.

        The player must answer the call with the number `call` in this turn.
        """
        turn, who = self.turn, 1 - self.turn.caller(call)
        return lambda lane: self.situation(who, lane)._replace(
            value=t.STAKES[turn.stake + call - 1],
            asked=True,
            has_called=turn.raiser == who or call > 1,
            may_call=call < turn.calls,
        )

    def last(self, calls: int, who: int, at: t.Lane, led: int) -> Situation:
        """Return a player's situation in the last trick, after its first card.

        The leader of the trick must answer a call.  The other player is about to play the last
        card, and may call before it.
        """
        turn = self.turn
        leads = who == turn.player
        tricks = _tricks(who, turn.cards, turn.group, at)
        return Situation(
            DealPosition(tricks, led, leads), (), t.STAKES[turn.stake + calls], asked=leads,
            turn=not leads, has_called=turn.raiser_after(calls) == who, may_call=not leads,
            may_ask=True,
        )  # fmt: skip


def _owner(card: int, group: str) -> int:
    """Return the player of a card; `card` is its number in the order of play, from 0."""
    lead = t.leader(card, "" if card < t.TRICK else group)
    return lead if card % 2 == 0 else 1 - lead


def _tricks(player: int, cards: int, group: str, lane: t.Lane) -> tuple[int, ...]:
    """Return each trick's result for a player: 1 won, 0 tied, -1 lost."""
    out = []
    for at in range(0, cards - 1, 2):
        first = lane[at] - lane[at + 1]
        sign = (first > 0) - (first < 0)
        out.append(sign if _owner(at, group) == player else -sign)
    return tuple(out)


def _fill(
    decision: DecisionPlanes,
    lanes: Sequence[Situation],
    told: Callable[[Situation], Chances],
    out: Array,
) -> None:
    """Fill in a weak player's probabilities at one decision, for every hand and situation.

    `lanes` has a situation for each sequence of cards that may have been played before; equal
    situations are computed only once.  `told` returns the probabilities in a situation.
    """
    view = decision.view(out)
    planes, count, _ = decision.shape()
    size = next(size for size in (1, 2, 3) if len(t.hands(size)) == count)
    kinds: dict[Situation, list[int]] = {}
    for at, now in enumerate(lanes):
        kinds.setdefault(now, []).append(at)
    for now, places in kinds.items():
        for row, hand in enumerate(t.hands(size)):
            found = told(now._replace(hand=hand))
            column = _column(found, hand, planes, asked=now.asked)
            view[:, row, places] = np.array(column, np.float32)[:, None]


def _column(found: Chances, hand: Hand, planes: int, *, asked: bool) -> list[float]:
    """Return the probabilities of a decision's actions for one hand, as a list by action.

    An action is called a plane.  With `asked`, the actions are the answers to a call.
    Otherwise action n, from 0, is to play the nth rank of the hand from the lowest, where equal
    ranks count once; the last action is to call, if that is allowed.
    """
    out = [0.0] * planes
    if asked:
        words = {Choice.ACCEPT: t.CALL, Choice.FOLD: t.FOLD, Choice.CALL: t.COUNTER}
        for choice, chance in found.items():
            out[words[choice]] += chance  # type: ignore[index] # no card answers
        return out
    kinds = sorted(set(hand))
    for choice, chance in found.items():
        out[planes - 1 if choice is Choice.CALL else kinds.index(choice)] += chance  # type: ignore[arg-type]
    return out


def _fill_last(lanes: _Lanes, calls: int, told: Callable[[Situation], Chances], out: Array) -> None:
    """Write how often a losing hand calls at the last card, and how often a call is accepted.

    The probabilities are written into `out`, for each sequence of cards played (lane).
    """
    turn = lanes.turn
    size = 2 * t.RANKS * turn.width
    for start, who in ((turn.lasts[calls], 1 - turn.player), (turn.meets[calls], turn.player)):
        view = out[start : start + size].reshape(2, t.RANKS, turn.width)
        for at, lane in enumerate(lanes.lanes):
            for led in range(t.RANKS):
                view[:, led, at] = _last_pair(lanes.last(calls, who, lane, led), led, told)


def _last_pair(now: Situation, led: int, told: Callable[[Situation], Chances]) -> tuple[float, ...]:
    if now.asked:
        meets = told(now).get(Choice.ACCEPT, 0.0)
        return meets, 1 - meets
    lost = [told(now._replace(hand=(card,))).get(Choice.CALL, 0.0) for card in range(led)]
    bluffs = sum(lost) / len(lost) if lost else 0.0
    return bluffs, 1 - bluffs
