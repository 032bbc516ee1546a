"""The decisions of one player in a deal, located in the file of the solved strategy.

For each decision, a strategy file has the probability of every action, depending on the
player's hand and on the cards played before.  This module finds, for a deal so far, where
the probabilities of each decision of one seat are stored, and which action the seat chose;
the last decision may be pending.  All probabilities of one action of a decision are a
*plane*.

Useless calls are left out: a player who wins the match with the current stake gains nothing
by a higher one, and the solved strategy always accepts such calls.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final, NamedTuple

from audiogames.core.events import Seat
from audiogames.games.invido import model as m
from audiogames.games.invido.bots import public_tree as t
from audiogames.games.invido.bots import strategy as s
from audiogames.games.invido.bots.belief import ranks
from audiogames.games.invido.bots.evaluation import without

NOW: Final = -1
"""The plane chosen in a decision that is still pending."""

EITHER: Final = (0, 1)
"""The two planes of the last card."""


class DecisionPoint(NamedTuple):
    """One decision of a player in a deal: where its probabilities are, and what was chosen.

    `place` is the address of the probabilities in the strategy's file.  The actions are
    numbered: `planes` lists the numbers of all actions, `open` those worth choosing.  `chosen`
    is the action taken, or NOW while the decision is pending; `raises` is the action that makes
    a call, or NOW if no call is possible.
    """

    place: s.PlaneAddress
    planes: tuple[int, ...]
    open: tuple[int, ...]
    chosen: int
    raises: int = NOW


@dataclass(frozen=True)
class DealHistory:
    """What player `me` knows of a deal.  Player 0 leads first, player 1 dealt.

    `cell` is the score: the points that player 0 and player 1 still need.  `cards` are in order
    of play, `calls` are the numbers of cards played before each call, `hand` is the dealt hand
    of `me`; `asked` is true if the last call has no answer yet.
    """

    me: int
    cell: s.Cell
    hand: t.Hand
    cards: t.Lane
    calls: tuple[int, ...]
    asked: bool
    useless_called: bool = False
    """Whether a useless call was made: the strategy expects no serious call after it."""

    def decision_points(self) -> Iterator[DecisionPoint]:
        """Yield the player's decisions in order; the last one may be pending."""
        return _Path(self).decision_points()

    def may_raise(self, player: int, stake: int) -> bool:
        """Return True if the player may gain by raising a stake, given by its index in STAKES."""
        return stake < t.TOP and t.STAKES[stake] < self.cell[player]


class _Path:
    """Follows a deal through the solved game tree, and yields one player's decisions."""

    def __init__(self, history: DealHistory) -> None:
        self.history = history
        self.me = history.me
        self.turn = t.build(kept=True).root
        self.block, self.base = 0, 0
        self.hand = history.hand

    def decision_points(self) -> Iterator[DecisionPoint]:
        while True:
            called = self.history.calls.count(self.turn.cards)
            yield from self._calls(called)
            if len(self.history.cards) == self.turn.cards or self.waits(called):
                return
            if self.turn.cards == t.LAST_TURN:
                yield from self._last(called)
                return
            self._advance(called)

    def waits(self, called: int) -> bool:
        """Return True if the last call was made in this turn and has no answer yet.

        `called` is the number of calls made in this turn.
        """
        history = self.history
        before = sum(at <= self.turn.cards for at in history.calls)
        return history.asked and called > 0 and before == len(history.calls)

    def _calls(self, called: int) -> Iterator[DecisionPoint]:
        """Yield the player's decisions in this turn; `called` is the number of calls made in it."""
        turn, mine = self.turn, self.turn.player == self.me
        if mine:
            yield from self._play(0, called)
        for call in range(1, called + 1):
            if turn.caller(call) != self.me:
                pending = call == called and self.waits(called)
                yield self._answer(
                    call, NOW if pending else t.CALL if call == called else t.COUNTER
                )
        if mine and called and not self.waits(called):
            yield from self._play(called, called)

    def _play(self, calls: int, called: int) -> Iterator[DecisionPoint]:
        """Yield the decision about which card to play, after `calls` accepted calls in this turn.

        `called` is the number of calls made in this turn.  Before the first call, calling is one of
        the choices.
        """
        turn = self.turn
        if turn.plays[calls] == t.NOBODY:
            return
        kinds = sorted(set(self.hand))
        fresh = calls == 0 and turn.calls > 0
        raises = turn.size if fresh else NOW
        cards = tuple(range(len(kinds)))
        planes = (*cards, raises) if fresh else cards
        calls_too = (
            fresh
            and not self.history.useless_called
            and self.history.may_raise(self.me, turn.stake)
        )
        if fresh and called:
            chosen = raises
        elif len(self.history.cards) > turn.cards:
            chosen = kinds.index(self.history.cards[turn.cards])
        else:
            chosen = NOW
        place = self._place(turn.plays[calls], turn.play_planes(calls), self.hand)
        yield DecisionPoint(place, planes, planes if calls_too else cards, chosen, raises)

    def _answer(self, call: int, chosen: int) -> DecisionPoint:
        turn = self.turn
        planes = tuple(range(turn.answer_planes(call)))
        further = len(planes) == 3 and self.history.may_raise(self.me, turn.stake + call)
        place = self._place(turn.answers[call - 1], len(planes), self.hand)
        return DecisionPoint(place, planes, planes if further else planes[:2], chosen, t.COUNTER)

    def _place(self, at: int, planes: int, hand: t.Hand) -> s.PlaneAddress:
        turn = self.turn
        rows = t.places(len(hand))
        lane = t.lane_places(turn.cards, turn.group)[self.history.cards[: turn.cards]]
        first = at - self.base + rows[hand] * turn.width + lane
        return s.PlaneAddress(self.block, first, len(rows) * turn.width, planes)

    def _advance(self, called: int) -> None:
        """Continue with the next turn, after the card played in this one."""
        turn, cards = self.turn, self.history.cards
        card = cards[turn.cards]
        if turn.player == self.me:
            self.hand = without(self.hand, card)
        group = turn.group
        if turn.cards == 1:
            group = t.WON if cards[0] > card else t.TIED if cards[0] == card else t.LOST
        self.turn = turn.then[called][group]
        if self.turn.cards == t.TRICK:
            self.block, self.base = _block(self.turn)
        elif self.turn.cards < t.TRICK:
            self.base = s.shifts()[self.turn.plays[0]]

    def _last(self, called: int) -> Iterator[DecisionPoint]:
        """Yield the pending decision about a call after the third trick's lead, if any."""
        turn, history = self.turn, self.history
        if turn.lasts[called] == t.NOBODY:
            return
        led = (history.cards[t.LAST_TURN],)
        if turn.player == self.me:
            if history.asked:
                place = self._place(turn.meets[called], 2, led)
                yield DecisionPoint(place, EITHER, EITHER, NOW)
        elif not history.useless_called and history.may_raise(self.me, turn.stake + called):
            yield DecisionPoint(
                self._place(turn.lasts[called], 2, led), EITHER, EITHER, NOW, t.BLUFF
            )


def _block(turn: t.PublicTurn) -> tuple[int, int]:
    """Return which block of the strategy file begins with this turn, and its position.

    A block is a separately compressed part of the file.  The position is the index of the
    turn's first probability in the array of the whole game tree.
    """
    return s.numbers()[turn.plays[0]], turn.plays[0]


def histories(view: m.InvidoView) -> Sequence[DealHistory]:
    """Return the histories that the player's next decision takes into account, at least one.

    A call is useless if its caller would win the match with the current stake.  The solved game
    tree has no useless calls, so after such a call the real stake is higher than the one in the
    tree.  Therefore, for each turn in which the player might have raised, one more history is
    added.  It assumes that the player raised in this turn and the opponent accepted.  The
    opponent never sees the assumed raise, and with it the player can only win more and lose no
    more.
    """
    history, calls = history_of(view), _useful_calls(view)
    mine = bool(calls) and calls[-1][0] == view.seat
    if not history.useless_called or mine or not history.may_raise(history.me, len(calls)):
        return (history,)
    turns = range(view.calls[len(calls)][1], min(len(view.played), t.LAST_TURN) + 1)
    own = [at for at in turns if _turn_of(view, at) == view.seat]
    return (history, *(_with_call(history, at) for at in own))


def is_useless(view: m.InvidoView) -> bool:
    """Return True if a call of this deal was useless: a higher stake gains its caller nothing."""
    return len(_useful_calls(view)) < len(view.calls)


def _with_call(history: DealHistory, at: int) -> DealHistory:
    return replace(history, calls=(*history.calls, at))


def history_of(view: m.InvidoView) -> DealHistory:
    """Return the deal's history as its player knows it, without useless calls.

    A call is useless if its caller would win the match with the current stake.
    """
    assert view.seat is not None
    assert view.dealer is not None
    lead = Seat(1 - view.dealer)
    needs = tuple(view.goal - points for points in view.score)
    cards = tuple(m.strength(card) for _, card in view.played)
    own = [m.strength(card) for who, card in view.played if who == view.seat]
    useful = _useful_calls(view)
    return DealHistory(
        me=int(view.seat == view.dealer),
        cell=(needs[lead], needs[view.dealer]),
        hand=tuple(sorted((*own, *ranks(view.hand)))),
        cards=cards,
        calls=tuple(at for _, at in useful),
        asked=view.asked is not None and len(useful) == len(view.calls),
        useless_called=len(useful) < len(view.calls),
    )


def _useful_calls(view: m.InvidoView) -> Sequence[tuple[Seat, int]]:
    """Return the calls of this deal that came before the first useless call.

    A call is useless if the stake before it is enough for its caller to win the match.
    """
    for stake, (who, _) in enumerate(view.calls):
        if t.STAKES[stake] >= view.goal - view.score[who]:
            return view.calls[:stake]
    return view.calls


def _turn_of(view: m.InvidoView, at: int) -> Seat | None:
    """Return the seat whose turn it was when this many cards had been played."""
    if at < len(view.played):
        return view.played[at][0]
    return view.player
