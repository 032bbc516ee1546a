"""The reasons why a card of Scopa is good, from facts that its player knows.

The facts are the cards that it captures, whether an unseen card can sweep the rest of the
table, and which cards are better kept.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from audiogames.cards.card import ITALIAN, Card, Cards, cards_of, set_of
from audiogames.cards.sides import side_number
from audiogames.cards.telling import rank_words
from audiogames.core.contract import Move
from audiogames.core.cues import Msg, Name, msg
from audiogames.core.events import Seat
from audiogames.games.scopa import model as m
from audiogames.games.scopa.model import OF_VALUE, RANKS, VALUES, Play
from audiogames.games.scopa.rules import taken_by, unseen
from audiogames.games.scopa.scores import ALL_COINS, PRIME, SETTEBELLO
from audiogames.games.scopa.takes import KNOWN, moves_of

HIGHEST: Final = 10
SEVENS: Final = OF_VALUE[7]
GOOD_PRIME: Final = 16
"""The primiera value of an ace; lower cards are not worth keeping for the primiera."""
MOST_COINS: Final = 6
MOST_CARDS: Final = 21
"""With two sides, the numbers of cards and coins that are a majority."""


class After:
    """The effects of a move: its capture, and the table after it as the player knows it."""

    def __init__(self, view: m.ScopaView, play: Play) -> None:
        table = set_of(view.table)
        self.play = play
        taken = taken_by(play, view)
        self.pile: Cards = taken | play.bit if taken else 0
        """The cards that the move captures, with the capturing one."""
        self.left: Cards = table & ~taken if taken else table | play.bit
        self.sum = sum(VALUES[card] for card in cards_of(self.left))
        goes_on = sum(view.hand_sizes) > 1 or view.stock
        self.is_scopa = bool(taken) and not self.left and (goes_on or view.options.last_scopa)
        self.hidden = unseen(view)
        others_go_on = sum(view.hand_sizes) > 2 or view.stock or view.options.last_scopa
        can_sweep = 0 < self.sum <= HIGHEST and others_go_on
        self.sweepers = self.out(self.sum) if can_sweep else 0
        """How many unseen cards would sweep what is left."""
        self._view = view

    def out(self, value: int) -> int:
        """Return the number of unseen cards of this value."""
        return (self.hidden & OF_VALUE[value]).bit_count()

    def takers(self, wanted: Cards) -> int:
        """Return the number of unseen cards that could capture one of `wanted` from the table."""
        return _takers(self.left, self.left & wanted, self.hidden, self._view)

    def named(self, id_: str, number: int | None = None, *, beside: Play, **args: int | Msg) -> Msg:
        """Build a sentence about this move, compared with the better one, `beside`.

        If both play the same card, the sentence names the capture.
        """
        if self.play.card is beside.card:
            return msg(f"{id_}-take", number, **args)
        return msg(id_, number, card=self.play.card, **args)


def _takers(table: Cards, wanted: Cards, hidden: Cards, view: m.ScopaView) -> int:
    """Return the number of `hidden` cards that could capture a card of `wanted` from this table."""
    known = KNOWN[view.options.ace_takes_all][m.profile_of(table)]
    count = 0
    for card in cards_of(hidden):
        moves = moves_of([m.PLAYS[card]], table, known)
        count += any((one.chosen or known.by_value[one.power]) & wanted for one in moves)
    return count


def reasons(view: m.ScopaView, best: Move, other: Move | None) -> Sequence[Msg]:
    """Return why `best` is good or, if `other` is given, better than `other`."""
    if not isinstance(best, Play):
        return ()
    good = After(view, best)
    rest = After(view, other) if isinstance(other, Play) else None
    found = [*_brings(view, good, rest)]
    if rest is not None:
        found += _against(good, rest)
    if not good.pile:
        found += _thrown(view, good, rest)
    if rest is not None and not found:
        found += _later(view, good, rest)
    if rest is None or not found:
        found += _leaves(good, "reason-swept" if rest is None else "reason-swept-less")
    return tuple(found)


def _brings(view: m.ScopaView, good: After, rest: After | None) -> Iterator[Msg]:
    """Yield the gains of a move as reasons: a scopa, and the captured cards.

    `good` is the position after the move, `rest` the position after the other move, if the two
    are compared.  A gain that both moves have is left out.
    """
    if good.is_scopa and not (rest is not None and rest.is_scopa):
        yield msg("reason-scopa")
    if not good.pile or (rest is not None and not _is_richer(good.pile, rest.pile)):
        return
    cards, worth = good.pile.bit_count(), tuple(_worth(good.pile))
    if worth or not good.is_scopa:
        yield msg("reason-takes-with" if worth else "reason-takes", cards, what=worth)
    if len(view.score) > 2:
        return
    had = _pile_of(view)
    for name, kind, most in (("coins", ALL_COINS, MOST_COINS), ("cards", m.WHOLE, MOST_CARDS)):
        before, after = (had & kind).bit_count(), ((had | good.pile) & kind).bit_count()
        other_has_most = rest is not None and ((had | rest.pile) & kind).bit_count() >= most
        if before < most <= after and not other_has_most:
            yield msg(f"reason-has-most-{name}")


def _is_richer(pile: Cards, other: Cards) -> bool:
    """Return True if a capture has more cards, coins or sevens, or alone has the settebello."""
    kinds = (m.WHOLE, ALL_COINS, SETTEBELLO, SEVENS)
    return any((pile & kind).bit_count() > (other & kind).bit_count() for kind in kinds)


def _worth(pile: Cards) -> Iterator[Msg]:
    """Yield the words for the valuable cards of a capture: settebello, coins and sevens."""
    if pile & SETTEBELLO:
        yield msg("settebello")
    if coins := (pile & ALL_COINS & ~SETTEBELLO).bit_count():
        yield msg("some-coins", coins)
    if sevens := (pile & SEVENS & ~ALL_COINS).bit_count():
        yield msg("more-sevens" if pile & SETTEBELLO else "some-sevens", sevens)


def _pile_of(view: m.ScopaView) -> Cards:
    """Return the captured cards of the player's side."""
    assert view.seat is not None
    side = side_number(view, view.seat)
    taken = [
        set_of((card, *takes))
        for seat, card, takes in view.history
        if takes and side_number(view, seat) == side
    ]
    return sum(taken)


def _against(good: After, rest: After) -> Iterator[Msg]:
    """Yield reasons against the other move: captures that it allows, or cards lost by it."""
    if rest.play.bit & SETTEBELLO and not rest.pile:
        yield msg("reason-keeps-settebello")
    elif rest.left & SETTEBELLO and not good.left & SETTEBELLO:
        yield rest.named("reason-leaves-settebello", beside=good.play)
    if rest.sweepers > good.sweepers:
        yield rest.named("reason-other-swept", rest.sweepers, beside=good.play, sum=rest.sum)
        yield from _leaves(good, "reason-swept-less")
    if good.left & SETTEBELLO:
        yield from _fewer_takers("reason-settebello-takers", good, rest, SETTEBELLO)
    if rest.pile:
        return
    card = rest.play.card
    if rest.play.bit & SEVENS & ~SETTEBELLO and not good.play.bit & SEVENS:
        yield msg("reason-keeps-seven", card=card)
    elif rest.play.bit & ALL_COINS & ~SETTEBELLO and not good.play.bit & ALL_COINS:
        yield msg("reason-keeps-coin", card=card)


def _fewer_takers(id_: str, good: After, rest: After, wanted: Cards) -> Iterator[Msg]:
    """Yield the reason that fewer unseen cards can capture a `wanted` card after move `good`."""
    many, few = rest.takers(wanted), good.takers(wanted)
    if many > few:
        yield rest.named(id_, many, beside=good.play, few=msg("only-so-many", few))


def _thrown(view: m.ScopaView, good: After, rest: After | None) -> Iterator[Msg]:
    """Yield a reason to lay down a card, about other cards of the same value.

    The reason is that no unseen card has this value, or that another card in the hand has it.
    Nothing is yielded if the same is true of the other move.
    """
    equal = _equals(view, good)
    if equal is None or (rest is not None and not rest.pile and equal == _equals(view, rest)):
        return
    card = good.play.card
    if equal == "out":
        yield msg("reason-no-equal-out", card=card)
    else:
        yield msg("reason-holds-equal", rank=rank_words(card))


def _equals(view: m.ScopaView, thrown: After) -> str | None:
    """Return whether other cards have the same value as the card that was laid down.

    "out" if no unseen card has it, "held" if another card in hand has it, otherwise None.
    """
    value, card = thrown.play.power, thrown.play.card
    if not thrown.out(value):
        return "out"
    is_held = any(VALUES[one] == value for one in view.hand if one is not card)
    return "held" if is_held else None


def _later(view: m.ScopaView, good: After, rest: After) -> Iterator[Msg]:
    """Compare two moves that gain the same now, by the next captures and the primiera."""
    mine, less = (_next_takers(view, one) for one in (good, rest))
    if len(mine) > len(less):
        yield msg("reason-next-take", card=mine[0])
    if good.pile and rest.pile and _primes(good.pile) > _primes(rest.pile):
        yield msg("reason-better-primiera")
    elif not good.pile and not rest.pile:
        thrown, kept = _primes(good.play.bit), _primes(rest.play.bit)
        if kept > thrown and kept >= GOOD_PRIME:
            yield msg("reason-keeps-primiera", card=rest.play.card)
    yield from _fewer_takers("reason-takers", good, rest, m.WHOLE)


def _next_takers(view: m.ScopaView, after: After) -> list[Card]:
    """Return the cards left in hand that could capture something after a move."""
    left = (card for card in view.hand if card is not after.play.card)
    return [one for one in left if _takers(after.left, after.left, set_of([one]), view)]


def _primes(cards: Cards) -> int:
    """Return the sum of the primiera values of these cards, whatever was captured before."""
    return sum(PRIME[RANKS.index(card.rank)] for card in cards_of(cards))


def _leaves(good: After, risk: str = "reason-swept") -> Iterator[Msg]:
    """Yield a reason about the risk that the cards left on the table are swept.

    It says why they cannot be swept or, with the message `risk`, how many cards could do it.
    """
    if good.is_scopa or not good.left:
        return
    if good.sum > HIGHEST:
        yield msg("reason-too-much", sum=good.sum)
    elif good.sweepers:
        yield msg(risk, good.sweepers, sum=good.sum)
    elif not good.out(good.sum):
        rank = next(one for one in ITALIAN if VALUES[one] == good.sum)
        yield msg("reason-none-to-sweep", sum=good.sum, rank=rank_words(rank))


def more(view: m.ScopaView, _best: Move, _other: Move) -> Sequence[Msg]:
    """Return a sentence that lists the opponent's cards, once they can be inferred.

    They can be inferred with two players and an empty stock.
    """
    if view.stock or len(view.hand_sizes) != 2 or view.seat is None:
        return ()
    held = m.IN_HAND.sorted(cards_of(unseen(view)))
    return (msg("reason-holds-cards", seat=Name(Seat(1 - view.seat)), cards=held),) if held else ()


# The moment of the match


def place(view: m.ScopaView) -> Msg:
    """Return the words for the number of the deal."""
    return msg("review-place", deal=view.deal)


def situation(view: m.ScopaView) -> Sequence[Msg]:
    """Return the words for the cards on the table."""
    return (msg("table" if view.table else "trick-table-empty", cards=view.table),)
