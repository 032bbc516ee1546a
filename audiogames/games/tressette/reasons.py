"""Why a card of Tressette is good, from facts that its player knows.

Each reason is a fact of the deal: which cards of a suit are gone or in one's own hand, who did not
follow, what was declared, whose trick it is and what lies in it.  None follows from a number.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from audiogames.cards.card import Card
from audiogames.core.cues import Msg, Name, msg
from audiogames.core.events import Seat
from audiogames.games.tressette import model as m
from audiogames.games.tressette.words import said_words, suit_words, thirds_words


class KnownCards:
    """What one seat knows of the cards that it does not see."""

    def __init__(self, view: m.TressetteView) -> None:
        assert view.seat is not None
        self.view = view
        self.me: Seat = view.seat
        self.partner = m.partner(view.seat)
        self.gone = {card for _, card in view.history}
        self.unseen = set(m.PLAYS) - self.gone - set(view.hand)
        self._voids = {
            (seat, view.history[at - at % m.SEATS][1].suit)
            for at, (seat, card) in enumerate(view.history)
            if card.suit != view.history[at - at % m.SEATS][1].suit
        }

    def higher(self, card: Card) -> list[Card]:
        """The higher cards of its suit that others hold."""
        power = m.POWER[card]
        return [one for one in self.unseen if one.suit == card.suit and m.POWER[one] > power]

    def is_void(self, seat: Seat, suit: str) -> bool:
        """Whether all know that a seat has none of a suit."""
        return (seat, suit) in self._voids

    def to_come(self) -> list[Seat]:
        """Who plays to the trick after this seat."""
        seats, seat = [], self.me
        for _ in range(m.SEATS - 1 - len(self.view.on_table)):
            seat = m.NEXT[seat]
            seats.append(seat)
        return seats

    def threats(self, suit: str) -> list[Seat]:
        """The opponents to come who may have the suit."""
        others = (seat for seat in self.to_come() if seat != self.partner)
        return [seat for seat in others if not self.is_void(seat, suit)]

    def takes(self, card: Card) -> bool:
        """Whether the card takes the trick as it lies."""
        return m.best_of((*self.view.on_table, (self.me, card)))[0] == self.me

    def stands(self, card: Card) -> bool:
        """Whether no opponent to come can beat a card that takes."""
        return not (self.higher(card) and self.threats(card.suit))


def reasons(view: m.TressetteView, best: m.Play, other: m.Play | None) -> Sequence[Msg]:
    """Why the first card is good, rather than the second."""
    if not isinstance(best, m.Play):
        return ()
    known = KnownCards(view)
    rest = other.card if isinstance(other, m.Play) else None
    tell = _following if view.on_table else _leading
    return tuple(tell(known, best.card, rest))


# Leading


def _leading(known: KnownCards, best: Card, other: Card | None) -> Iterator[Msg]:
    found = [*_master(known, best), *_declared(known, best.suit), *_led_before(known, best.suit)]
    if other is not None:
        found += _against_lead(known, best, other)
    if known.is_void(known.partner, best.suit):
        found.append(msg("reason-has-none", seat=Name(known.partner), suit=suit_words(best.suit)))
    yield from found or _last_resort(known, best, other)


def _last_resort(known: KnownCards, best: Card, other: Card | None) -> Iterator[Msg]:
    """Where nothing is known of a suit, how long one's own is and what can beat the cards."""
    held = sum(card.suit == best.suit for card in known.view.hand)
    if other is None or other.suit != best.suit:
        yield msg("reason-holds", held, suit=suit_words(best.suit))
    for card in (best, other):
        if card is not None and (higher := known.higher(card)):
            yield _still_out(higher, card)


def _master(known: KnownCards, card: Card) -> Iterator[Msg]:
    """That nobody against us can beat a card that is led."""
    suit = suit_words(card.suit)
    if not known.higher(card):
        rank = m.POWER[card]
        fallen = sum(one.suit == card.suit and m.POWER[one] > rank for one in known.gone)
        words = "reason-highest-now" if fallen else "reason-highest"
        yield msg(words, fallen or None, card=card, suit=suit)
    elif not known.threats(card.suit):
        seats = tuple(Name(seat) for seat in known.to_come() if seat != known.partner)
        yield msg("reason-they-have-none", seats=seats, suit=suit)


def _declared(known: KnownCards, suit: str) -> Iterator[Msg]:
    """What the partner declared of this suit."""
    for one in known.view.declarations:
        if one.seat == known.partner and one.suit == suit and one.name is not None:
            what = said_words(one.name, one.suit, one.text)
            yield msg("reason-declared", seat=Name(one.seat), what=what)
            return


def _led_before(known: KnownCards, suit: str) -> Iterator[Msg]:
    """That the partner has led this suit: they want it back."""
    leads = known.view.history[:: m.SEATS]
    if any(seat == known.partner and card.suit == suit for seat, card in leads):
        yield msg("reason-led", seat=Name(known.partner), suit=suit_words(suit))


def _against_lead(known: KnownCards, best: Card, other: Card) -> Iterator[Msg]:
    higher = known.higher(other)
    if not higher:
        yield msg("reason-keeps-highest", card=other, suit=suit_words(other.suit))
    elif _thirds(other) > _thirds(best):
        yield msg("reason-risks", card=other, worth=thirds_words(_thirds(other)))
    elif not known.higher(best):
        yield _still_out(higher, other)
    if other.suit != best.suit:
        yield from _theirs(known, other.suit)
    if known.is_void(known.partner, other.suit) and other.suit != best.suit:
        yield msg("reason-has-none", seat=Name(known.partner), suit=suit_words(other.suit))


def _theirs(known: KnownCards, suit: str) -> Iterator[Msg]:
    """Who of the opponents has shown that the suit is theirs."""
    leads = known.view.history[:: m.SEATS]
    for seat, card in leads:
        if m.side(seat) != m.side(known.me) and card.suit == suit:
            yield msg("reason-led", seat=Name(seat), suit=suit_words(suit))
            return


def _still_out(higher: Sequence[Card], card: Card) -> Msg:
    """How many cards in other hands beat this one."""
    return msg("reason-still-out", len(higher), card=card)


# Following


def _following(known: KnownCards, best: Card, other: Card | None) -> Iterator[Msg]:
    holder, lies = m.best_of(known.view.on_table)
    is_ours = holder == known.partner
    if known.takes(best):
        yield from _taking(known, best, other)
    elif is_ours and known.stands(lies):
        yield from _to_partner(best, holder)
    elif is_ours:
        yield msg("reason-partner-takes-so-far", seat=Name(holder))
    if other is not None:
        yield from _against_follow(known, best, other)
    if not known.takes(best) and not is_ours:
        yield _given(best, holder)


def _taking(known: KnownCards, best: Card, other: Card | None) -> Iterator[Msg]:
    worth = sum(_thirds(card) for _, card in known.view.on_table) + _thirds(best)
    if not known.stands(best):
        if other is not None and known.takes(other) and m.POWER[other] > m.POWER[best]:
            yield msg("reason-keeps", card=other)
        yield _still_out(known.higher(best), best)
    else:
        yield msg("reason-stands" if known.to_come() else "reason-takes-last")
        if other is not None and known.takes(other) and m.POWER[other] > m.POWER[best]:
            yield msg("reason-enough", card=best, other=other)
        if worth:
            yield msg("reason-trick-worth", worth=thirds_words(worth))


def _to_partner(best: Card, holder: Seat) -> Iterator[Msg]:
    """The partner's trick is safe: what it is given counts for us."""
    if _thirds(best):
        yield msg("reason-partners-trick", seat=Name(holder), worth=thirds_words(_thirds(best)))
    else:
        yield msg("reason-partner-takes", seat=Name(holder))


def _against_follow(known: KnownCards, best: Card, other: Card) -> Iterator[Msg]:
    holder, _ = m.best_of(known.view.on_table)
    if known.takes(other) and not known.takes(best):
        if not known.stands(other):
            yield _still_out(known.higher(other), other)
        yield msg("reason-keeps", card=other)
        return
    if other.suit != best.suit and not known.higher(other):
        yield msg("reason-keeps-highest", card=other, suit=suit_words(other.suit))
    if _thirds(other) > _thirds(best) and holder != known.partner and not known.takes(other):
        yield msg("reason-gives", card=other, worth=thirds_words(_thirds(other)))


def _given(card: Card, holder: Seat) -> Msg:
    """What a card that does not take gives to who does."""
    if _thirds(card):
        return msg("reason-gives-least", seat=Name(holder), worth=thirds_words(_thirds(card)))
    return msg("reason-gives-nothing")


def _thirds(card: Card) -> int:
    return m.THIRDS.get(card.rank, 0)


# Where it was


def place(view: m.TressetteView) -> Msg:
    """Deal and trick."""
    return msg("review-place", deal=view.deal, trick=view.tricks_played + 1)
