"""The declarations that a card's ticked checkboxes make during a passata (B.4 to B.7).

Everything is computed from public play and the declarer's own hand.  So the table reveals no more
than a truthful player would, and key X can announce what a card would declare.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from audiogames.cards.card import Card
from audiogames.core.events import Seat
from audiogames.games.tressette import declarations as d
from audiogames.games.tressette.model import (
    SEATS,
    SUITS,
    BarredSuits,
    Boxes,
    Declaration,
    NothingDeclared,
    TressetteView,
)

BoxOutcome = Declaration | NothingDeclared


@dataclass(frozen=True)
class Declarer:
    """The knowledge of a player who declares: limits on declarations, own hand, cards played."""

    seat: Seat
    standing: BarredSuits
    hand: Sequence[Card]
    history: Sequence[tuple[Seat, Card]]
    federation: bool = False

    @property
    def at(self) -> int:
        """The number of cards of the deal that have been played."""
        return len(self.history)

    def held(self, suit: str) -> d.Suit:
        """Return the cards of a suit that the declarer holds."""
        return d.ranks_of(self.hand, suit)

    def gone(self, suit: str) -> d.Suit:
        """Return the cards of a suit that have been played."""
        return gone(self.history, suit)

    def out(self, suit: str) -> d.Suit:
        """Return the cards of a suit that other players hold."""
        return d.WHOLE & ~self.gone(suit) & ~self.held(suit)

    def declaration(self, kind: str, name: str, suit: str | None, among: str = "") -> Declaration:
        """Build a declaration by this player at this point of the deal."""
        return Declaration(self.seat, kind, name, suit, self.at, among)

    def nothing(self, box: str, why: str) -> NothingDeclared:
        """Build the private report that a box declared nothing."""
        return NothingDeclared(box, why, to=self.seat)


def gone(history: Sequence[tuple[Seat, Card]], suit: str) -> d.Suit:
    """Return the cards of a suit that have been played."""
    return d.ranks_of((card for _, card in history), suit)


def declarer(view: TressetteView) -> Declarer:
    """Return the data from which the declarations of this view's seat are computed."""
    assert view.seat is not None
    standing, federation = view.standings[view.seat], view.options.federation
    return Declarer(view.seat, standing, view.hand, view.history, federation)


def would_declare(view: TressetteView, card: Card, boxes: Boxes) -> tuple[BoxOutcome, ...]:
    """Return the declarations from these checkboxes if this card were played now (key X).

    A pigliata is computed as if the card took the trick and no further card were played to it.
    """
    now = declarer(view)
    if not view.on_table:
        return tuple(on_lead(now, card, boxes))
    if not boxes.pigliata:
        return ()
    rest = [other for other in view.hand if other is not card]
    history = (*view.history, (now.seat, card))
    return (on_capture(replace(now, hand=rest, history=history), view.on_table[0][1].suit),)


# --- The leader -----------------------------------------------------------------------------------


def on_lead(now: Declarer, card: Card, boxes: Boxes) -> Iterator[BoxOutcome]:
    """Yield the results of the leader's ticked checkboxes, in the order of announcement."""
    if boxes.palo:
        yield _giocata(now, card)
    if boxes.altri:
        yield from _altri(now, card.suit)
    if boxes.compagno is not None:
        yield now.declaration("compagno", d.OF_PARTNERS_SUIT[boxes.compagno], None)


def _giocata(now: Declarer, card: Card) -> BoxOutcome:
    """Return the result of the checkbox `palo`, which declares the suit led (B.3, B.4).

    "Ancora lunghissimo" is allowed even if the suit may not be declared again.
    """
    suit, standing = card.suit, now.standing
    if suit in standing.lasting and now.held(suit).bit_count() >= d.LASTING:
        return now.declaration("giocata", d.ANCORA, suit)
    if suit in standing.declared:
        return now.nothing("palo", "declared")
    if suit in standing.silent:
        return now.nothing("palo", "silent")
    lead = d.Lead(now.held(suit), now.out(suit), d.BIT[card])
    row = d.case_of(lead, federation=now.federation)
    name = row.named(lead.length)
    return now.declaration("giocata", name, suit) if name else now.nothing("palo", row.gap)


def _altri(now: Declarer, led: str) -> Iterator[BoxOutcome]:
    """Yield the result of the checkbox `altri`: the leader has a void, in an unnamed suit (B.6)."""
    open_ = [suit for suit in SUITS if suit not in closed(now.standing, led)]
    if not any(now.held(suit) == 0 for suit in open_):
        yield now.nothing("altri", "no-void")
        return
    emptied = _emptied(now, open_) if now.federation else ""
    if any(now.held(suit) == 0 for suit in emptied):
        yield now.declaration("altri", d.FECI_PIOMBO, None, emptied)
    yield now.declaration("altri", d.FAGLIO, None, "".join(open_))


def closed(standing: BarredSuits, led: str) -> str:
    """Return the suits in which the declaration `altri` cannot report a void (B.4).

    They are the suit led, the captured suits and the barred ones.
    """
    return led + standing.took + standing.declared + standing.silent


def _emptied(now: Declarer, suits: Sequence[str]) -> str:
    """Return the suits in which "feci un piombo" (federation rules) may report a void.

    The declarer has played a card of these suits, and nobody had led them before the trick that
    gave the declarer the lead (B.7).
    """
    led = _led_before_the_taking(now)
    thrown = {card.suit for seat, card in now.history if seat == now.seat}
    return "".join(suit for suit in suits if suit in thrown - led)


def _led_before_the_taking(now: Declarer) -> set[str]:
    leads = now.history[::SEATS]
    taken = max((place for place, (seat, _) in enumerate(leads) if seat != now.seat), default=0)
    return {card.suit for _, card in leads[:taken]}


# --- Capturing a trick that another seat led ---------------------------------------------------


def on_capture(now: Declarer, suit: str) -> BoxOutcome:
    """Return the declaration that check box `pigliata` makes when a card has captured this suit.

    If nothing can be declared (B.5), return the reason instead.  `now` is the declarer's
    knowledge without the four cards of the captured trick.
    """
    left = now.held(suit)
    if suit in now.standing.declared:
        if suit in now.standing.lasting and left.bit_count() >= d.LASTING:
            return now.declaration("pigliata", d.ANCORA, suit)
        return now.nothing("pigliata", "declared")
    name = d.captured(left, now.out(suit))
    return (
        now.declaration("pigliata", name, suit)
        if name
        else now.nothing("pigliata", "nothing-subject")
    )
