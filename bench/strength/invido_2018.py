"""The computer player of an Invido program of 2018, as an opponent for measurements.

That program is invidocpp by aaaasmile (MIT). The rules by which it plays were read in
its source and rewritten here: they use the best card, the tricks taken, and random
draws. If the rules of a table forbid the chosen move, such as a card face down, the
lowest card is played.

The choice is a function of a `Situation` and of the random draws of a `Lot`. So the same rules can
play at a table and can be tabulated exactly (`tools/invido/weak.py`).
"""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum, auto
from random import Random
from typing import Final, NamedTuple

from audiogames.core.contract import Bot, Move
from audiogames.games.invido import model as m
from audiogames.games.invido.bots.belief import position, ranks
from audiogames.games.invido.bots.easy import offered_call
from audiogames.games.invido.bots.evaluation import DealPosition, Hand

Lot = Callable[[float], bool]
"""Draws an event that has this chance."""

# Cards as strengths.
JACK, KNIGHT, KING, ACE, TWO, THREE = range(2, 8)
NONE: Final = -1
"""No card on the table."""

POINTS: Final = 6
"""The difference between a card's points in that program and its strength here: a six is six."""


class Choice(Enum):
    """What the player may choose besides a card: call, accept, fold or ask "a monte"."""

    CALL = auto()
    ACCEPT = auto()
    FOLD = auto()
    MONTE = auto()


class Situation(NamedTuple):
    """The inputs of a simple player's rules.

    `value` is the current stake.  `turn` is False if the seat has played the last card;
    `has_called` says whether it called in this deal; `may_call` and `may_ask` whether it may now
    call and ask "a monte".
    """

    place: DealPosition
    hand: Hand
    value: int
    asked: bool
    turn: bool
    has_called: bool
    may_call: bool
    may_ask: bool

    @property
    def trick(self) -> int:
        """The number of the current trick, from 1."""
        return len(self.place.tricks) + 1

    @property
    def led(self) -> int:
        """The strength of the card on the table; `NONE` without one."""
        return NONE if self.place.led is None else self.place.led

    @property
    def best(self) -> int:
        """The strength of the best card in the hand."""
        return self.hand[-1] if self.hand else NONE

    @property
    def won(self) -> int:
        """The number of tricks that the seat has won."""
        return self.place.tricks.count(1)

    @property
    def first(self) -> int | None:
        """The result of the first trick for this seat; None before it ends."""
        return self.place.tricks[0] if self.place.tricks else None

    @property
    def is_tied(self) -> bool:
        """Whether the last trick was tied."""
        return self.place.tricks[-1:] == (0,)

    @property
    def sum(self) -> int:
        """The value of the hand in card points, as the 2018 program counts them."""
        return sum(card + POINTS for card in self.hand)


def situation(view: m.InvidoView) -> Situation:
    """Return the situation of the seat to act, in the terms of the 2018 program's rules."""
    played = view.played
    last = played[-1][0] if played else view.dealer
    assert view.seat is not None
    return Situation(
        place=position(view),
        hand=ranks(view.hand),
        value=view.value,
        asked=view.asked is not None,
        turn=last != view.seat,
        has_called=any(who == view.seat for who, _ in view.calls),
        may_call=offered_call(view) is not None,
        may_ask=m.A_MONTE in view.legal,
    )


class Player2018(Bot[m.InvidoView, Move]):
    """A bot that plays like the computer player of the 2018 program."""

    def choose(
        self, view: m.InvidoView, rng: Random, budget: int, stop: Callable[[], bool]
    ) -> Move:
        """Return one of the legal moves."""
        del budget, stop
        now = situation(view)

        def lot(chance: float) -> bool:
            return rng.random() < chance

        if view.monte_asked:
            return m.VA_BENE if agrees(now, lot) else m.NO
        return move_of(chosen(now, lot), view)


def move_of(choice: Choice | int, view: m.InvidoView) -> Move:
    """Return the legal move that corresponds to a choice."""
    if isinstance(choice, int):
        return next(m.OPEN[card] for card in view.hand if m.strength(card) == choice)
    call = offered_call(view)
    if choice is Choice.CALL and call:
        return call
    return {Choice.FOLD: m.VADO_VIA, Choice.MONTE: m.A_MONTE}.get(choice, m.VA_BENE)


def chosen(now: Situation, lot: Lot) -> Choice | int:
    """Return the move that the 2018 program would choose: a card, or a word such as a call.

    `lot` makes a random draw: it returns True with the probability given to it.
    """
    if now.asked:
        return _answer(now, lot)
    return _lead(now, lot) if now.led == NONE else _follow(now, lot)


def _word_if_allowed(now: Situation, choice: Choice, otherwise: Choice | int) -> Choice | int:
    """Return `choice` (a call or "a monte") if the rules allow it, else `otherwise`."""
    may = now.may_ask if choice is Choice.MONTE else now.may_call
    return choice if may else otherwise


# Leading


def _lead(now: Situation, lot: Lot) -> Choice | int:
    if not now.has_called and lot(5 / 40):
        word = Choice.CALL if lot(1 / 2) else Choice.MONTE
        return _word_if_allowed(now, word, _card_to_lead(now, lot))
    said, card = _word_on_lead(now, lot), _card_to_lead(now, lot)
    if said is not None and _word_if_allowed(now, said, card) is said:
        return said
    return _word_if_allowed(now, Choice.MONTE, card) if lot(2 / 40) else card


def _card_to_lead(now: Situation, lot: Lot) -> int:
    """Return the card that the player leads: the best one, or the lowest after a won trick.

    In the first trick the player sometimes leads the second best.
    """
    second = now.hand[-2] if len(now.hand) > 1 else now.best
    if now.trick == 2 and now.won == 1:
        return now.hand[0]
    if now.trick == 1 and second < KING and now.best >= ACE:
        return second if now.best >= TWO or lot(4 / 10) else now.best
    return now.best


def _word_on_lead(now: Situation, lot: Lot) -> Choice | None:
    """Return the call or request that the player makes before leading a card, or None."""
    small, best = now.value <= m.STEPS["invido"], now.best
    if now.trick == 2 and now.won == 1:
        return Choice.CALL if best <= KING and small and lot(1 / 3) and _is_high(now) else None
    if now.won == 1 and best >= TWO and (now.first == 1 or now.value == 1):
        return Choice.CALL
    if now.is_tied:
        if best == THREE:
            return Choice.CALL
        if best <= KING:
            return Choice.MONTE
        return Choice.CALL if small and lot((best + POINTS) / 30) else None
    if now.trick == 1:
        if best == THREE and now.sum > 21 and small and lot(3 / 10):
            return Choice.CALL
        return Choice.MONTE if now.sum < 15 and lot(1 / 2) else None
    if now.trick == m.HAND:
        return _word_on_last_lead(now, lot, small=small)
    return None


def _is_high(now: Situation) -> bool:
    """Return True if the player's lowest card is too high to be led face down as a bluff."""
    return now.hand[0] >= KING


LAST_IF_FIRST_WON: Final = {
    THREE: (3 / 20, 1.0, True),
    TWO: (5 / 20, 1 / 2, False),
    KING: (8 / 20, 4 / 20, False),
    KNIGHT: (8 / 20, 4 / 20, False),
}
LAST_IF_FIRST_LOST: Final = {
    THREE: (4 / 20, 10 / 20, False),
    TWO: (7 / 20, 1 / 3, True),
    KING: (10 / 20, 2 / 20, True),
    KNIGHT: (10 / 20, 2 / 20, True),
}
"""For the last card: the chance to ask "a monte", otherwise the chance to call, and whether that is
the same for any stake.
"""


def _word_on_last_lead(now: Situation, lot: Lot, *, small: bool) -> Choice | None:
    if now.first == 0:
        return None
    told = LAST_IF_FIRST_WON if now.first == 1 else LAST_IF_FIRST_LOST
    other = (12 / 20, 0.0, False) if now.first == 1 else (14 / 20, 0.0, False)
    asks, calls, always = told.get(now.best, other)
    if lot(asks):
        return Choice.MONTE
    return Choice.CALL if (small or always) and lot(calls) else None


# Following


def _follow(now: Situation, lot: Lot) -> Choice | int:
    """Return the player's reaction to the card led: a call, a fold, "a monte", or else a card.

    The card is the lowest one that takes the trick. If none takes it, it is a card that ties, or
    the lowest card.
    """
    takes = next((card for card in now.hand if card > now.led), None)
    ties = now.led in now.hand
    card = takes if takes is not None else now.led if ties else now.hand[0]
    word = _word_on_follow(now, lot, takes=takes is not None, ties=ties)
    return card if word is None else _word_if_allowed(now, word, card)


def _word_on_follow(now: Situation, lot: Lot, *, takes: bool, ties: bool) -> Choice | None:
    if now.led > now.best and now.won == 0 and now.trick > 1:
        return Choice.MONTE if lot(16 / 20) else None
    if now.trick == m.HAND and now.led == now.best == THREE and now.first == 1:
        return Choice.MONTE if now.may_ask else Choice.CALL
    if not takes and now.won == 0 and now.trick > 1:
        return Choice.MONTE
    if takes and now.is_tied:
        return Choice.MONTE if lot((24 if now.led >= TWO else 4) / 40) else Choice.CALL
    if now.trick == m.HAND and now.won == 1 and (takes or (ties and now.first == 1)):
        hides = 4 / (24 - now.led) if ties and now.first == 1 else 4 / 40 * (now.led >= KING)
        return Choice.MONTE if lot(hides) else Choice.CALL
    if now.trick == 1 and takes and now.led <= ACE:
        return Choice.CALL
    if ties and now.best >= TWO:
        return Choice.CALL if lot(14 / 20) else Choice.MONTE if lot(2 / 20) else None
    if now.led > now.best:
        lost = (now.trick == m.HAND and now.won == 1) or (now.trick == 2 and now.won == 0)
        return Choice.MONTE if lost or lot(4 / 20) else None
    return None


# Answering


def _answer(now: Situation, lot: Lot) -> Choice | int:
    """Return the answer to a call, by the first rule that applies."""
    stays = Choice.ACCEPT
    gone = _word_if_allowed(now, Choice.MONTE, Choice.FOLD)
    half = Choice.FOLD if lot(1 / 2) else gone
    if now.best == THREE and now.is_tied:
        return _word_if_allowed(now, Choice.CALL, stays)
    if now.best >= TWO and (now.won == 1 or (now.trick == 1 and now.sum > 22)):
        if lot(7 / 40):
            return _word_if_allowed(now, Choice.CALL, stays)
        asks = not now.has_called and lot(6 / 35)
        return _word_if_allowed(now, Choice.MONTE, stays) if asks else stays
    if not now.turn and now.led < KING and now.trick == m.HAND:
        return half
    if now.trick > 1 and now.won == 0 and now.turn and now.led > now.best:
        bluffs = half is Choice.FOLD and lot(3 / 40)
        return _word_if_allowed(now, Choice.CALL, Choice.FOLD) if bluffs else half
    if _stays(now):
        return stays
    if now.led == ACE and now.trick == 1 and not now.turn and now.best <= ACE:
        return gone if lot(7 / 10) else stays
    if _gives_up(now):
        return gone
    if (now.won == 1 or now.is_tied) and now.has_called:
        return stays
    if lot(4 / 10):
        return stays
    return _word_if_allowed(now, Choice.MONTE, stays) if lot(5 / 10) else Choice.FOLD


def _stays(now: Situation) -> bool:
    """Return True if the player accepts a call without a random draw."""
    theirs = not now.turn
    return (
        (now.led < now.best and now.best >= TWO)
        or (now.trick == 1 and now.led >= TWO and theirs)
        or (now.won == 1 and now.led >= TWO and theirs)
        or (
            now.won == 1
            and now.turn
            and (now.led < now.best or (now.first == 1 and now.led == now.best))
        )
        or (now.is_tied and now.led <= now.best and now.turn and now.best >= KING)
    )


def _gives_up(now: Situation) -> bool:
    """Return True if the player considers the deal lost."""
    theirs = not now.turn
    needed = ACE if now.led == NONE else now.led
    return (
        (now.is_tied and ((now.led < KING and theirs) or now.best < KING))
        or (now.trick == 1 and now.best < TWO and now.led < TWO and (theirs or now.best < ACE))
        or (now.trick == 2 and now.first == -1 and now.best < (TWO if theirs else needed))
        or (now.trick == m.HAND and theirs and now.led < (TWO if now.first == 1 else ACE))
    )


def agrees(now: Situation, lot: Lot) -> bool:
    """Return True if the player agrees to annul the deal when the opponent asks."""
    mine, weak = now.turn, now.best < KING
    if now.trick == 1 and now.led == THREE and not mine:
        return False
    if now.won == 0 and mine and (now.led > now.best or weak or now.sum < 15):
        return True
    if now.trick == m.HAND and now.led == NONE and now.best < KNIGHT:
        return True
    if now.won == 1 and mine and now.led != NONE and now.best > now.led:
        return False
    if now.won == 1 and weak and mine:
        return lot(16 / 20)
    if now.trick == 1 and now.sum < 23 and now.led == NONE:
        return True
    if now.is_tied and (weak or (now.led < KING and not mine)):
        return True
    lost = now.trick > 1 and now.won == 0 and now.led == NONE
    return lost and now.best < TWO and now.value >= m.STEPS["invido"]
