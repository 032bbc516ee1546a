"""Why a card of Scopa is good, from facts that its player knows.

What it takes, whether what it leaves can be swept by a card that has not been seen, and which cards
are better kept.
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
from audiogames.games.scopa.takes import KNOWN, ways

HIGHEST: Final = 10
SEVENS: Final = OF_VALUE[7]
GOOD_PRIME: Final = 16
"""What an ace counts in the primiera; less is not worth keeping a card for."""
MOST_COINS: Final = 6
MOST_CARDS: Final = 21
"""Between two sides, who has so many has most."""


class After:
    """What a move would make of the table, by what its player knows."""

    def __init__(self, view: m.ScopaView, play: Play) -> None:
        table = set_of(view.table)
        self.play = play
        taken = taken_by(play, view)
        self.pile: Cards = taken | play.bit if taken else 0
        """What the move brings."""
        self.left: Cards = table & ~taken if taken else table | play.bit
        self.sum = sum(VALUES[card] for card in cards_of(self.left))
        goes_on = sum(view.hand_sizes) > 1 or view.stock
        self.is_scopa = bool(taken) and not self.left and (goes_on or view.options.last_scopa)
        self.hidden = unseen(view)
        others_go_on = sum(view.hand_sizes) > 2 or view.stock or view.options.last_scopa
        can_sweep = 0 < self.sum <= HIGHEST and others_go_on
        self.sweepers = self.out(self.sum) if can_sweep else 0
        """How many cards that were not seen would sweep what is left."""
        self._view = view

    def out(self, value: int) -> int:
        """How many cards of this value others may have."""
        return (self.hidden & OF_VALUE[value]).bit_count()

    def takers(self, wanted: Cards) -> int:
        """How many hidden cards take one of these that is left, or might choose to."""
        return _takers(self.left, self.left & wanted, self.hidden, self._view)

    def named(self, id_: str, number: int | None = None, *, beside: Play, **args: int | Msg) -> Msg:
        """A sentence about this move, which is not made; by its take where the card is the same."""
        if self.play.card is beside.card:
            return msg(f"{id_}-take", number, **args)
        return msg(id_, number, card=self.play.card, **args)


def _takers(table: Cards, wanted: Cards, hidden: Cards, view: m.ScopaView) -> int:
    """How many hidden cards take one of the wanted ones from this table, or might choose to."""
    known = KNOWN[view.options.ace_takes_all][m.profile_of(cards_of(table))]
    count = 0
    for card in cards_of(hidden):
        play = m.PLAYS[card]
        taken = known.by_value[play.power]
        if taken is not None:
            count += bool(taken[0] & wanted)
        else:
            count += any(one.chosen & wanted for one in ways(play, table, known))
    return count


def reasons(view: m.ScopaView, best: Move, other: Move | None) -> Sequence[Msg]:
    """Why the first move is good, rather than the second."""
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
    """A scopa, and what is taken: nothing that the other move brings as well."""
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
        is_told = rest is not None and ((had | rest.pile) & kind).bit_count() >= most
        if before < most <= after and not is_told:
            yield msg(f"reason-has-most-{name}")


def _is_richer(pile: Cards, other: Cards) -> bool:
    """Whether a take brings more than another of anything that counts."""
    kinds = (m.WHOLE, ALL_COINS, SETTEBELLO, SEVENS)
    return any((pile & kind).bit_count() > (other & kind).bit_count() for kind in kinds)


def _worth(pile: Cards) -> Iterator[Msg]:
    """The cards of a take that count besides their number."""
    if pile & SETTEBELLO:
        yield msg("settebello")
    if coins := (pile & ALL_COINS & ~SETTEBELLO).bit_count():
        yield msg("some-coins", coins)
    if sevens := (pile & SEVENS & ~ALL_COINS).bit_count():
        yield msg("more-sevens" if pile & SETTEBELLO else "some-sevens", sevens)


def _pile_of(view: m.ScopaView) -> Cards:
    """What one's own side has taken."""
    assert view.seat is not None
    side = side_number(view, view.seat)
    taken = [
        set_of((card, *takes))
        for seat, card, takes in view.history
        if takes and side_number(view, seat) == side
    ]
    return sum(taken)


def _against(good: After, rest: After) -> Iterator[Msg]:
    """What the other move leaves, or gives up."""
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
    """That fewer hidden cards take one of these after the one move than after the other."""
    many, few = rest.takers(wanted), good.takers(wanted)
    if many > few:
        yield rest.named(id_, many, beside=good.play, few=msg("only-so-many", few))


def _thrown(view: m.ScopaView, good: After, rest: After | None) -> Iterator[Msg]:
    """Who holds a card of the same value as one that is thrown; nothing if both moves are alike."""
    told = _equals(view, good)
    if told is None or (rest is not None and not rest.pile and told == _equals(view, rest)):
        return
    card = good.play.card
    if told == "out":
        yield msg("reason-no-equal-out", card=card)
    else:
        yield msg("reason-holds-equal", rank=rank_words(card))


def _equals(view: m.ScopaView, thrown: After) -> str | None:
    """Whether all cards of this value are "out" of the others' hands, or one is "held"."""
    value, card = thrown.play.power, thrown.play.card
    if not thrown.out(value):
        return "out"
    is_held = any(VALUES[one] == value for one in view.hand if one is not card)
    return "held" if is_held else None


def _later(view: m.ScopaView, good: After, rest: After) -> Iterator[Msg]:
    """Where both bring the same now: what one takes next, the primiera, what others may take."""
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
    """The cards left in hand that could take something of what this move leaves."""
    left = (card for card in view.hand if card is not after.play.card)
    return [one for one in left if _takers(after.left, after.left, set_of([one]), view)]


def _primes(cards: Cards) -> int:
    """What cards count in the primiera, whatever was taken before."""
    return sum(PRIME[RANKS.index(card.rank)] for card in cards_of(cards))


def _leaves(good: After, risk: str = "reason-swept") -> Iterator[Msg]:
    """Whether what lies then can be swept."""
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
    """Between two players with no stock left, what the other one holds: it follows."""
    if view.stock or len(view.hand_sizes) != 2 or view.seat is None:
        return ()
    held = m.IN_HAND.sorted(cards_of(unseen(view)))
    return (msg("reason-holds-cards", seat=Name(Seat(1 - view.seat)), cards=held),) if held else ()


# Where it was


def place(view: m.ScopaView) -> Msg:
    """The deal."""
    return msg("review-place", deal=view.deal)


def situation(view: m.ScopaView) -> Sequence[Msg]:
    """The table."""
    return (msg("table" if view.table else "trick-table-empty", cards=view.table),)
