"""The announcements of Scopa's events.  The words are in the catalogues."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from audiogames.cards import telling
from audiogames.cards.card import Card
from audiogames.cards.dealing import DealerChosen, HandDealt
from audiogames.cards.sides import from_mine, match_begun, most, of_side, side_number, sided
from audiogames.cards.telling import just_named, rank_words
from audiogames.core.cues import Argument, Cue, Kind, Msg, Name, Priority, Say, Sound, msg, say
from audiogames.core.events import Event, Seat
from audiogames.core.telling import EventStyle, EventStyles, by, make_describer, match_sound, who
from audiogames.games.scopa import model as m

FEW: Final = 3
"""The most dealt cards that are announced in full."""
SHORT: Final = 2
"""The most ranks of a capture that are announced at the essential level; a card with its suit
counts as two.
"""
MANY: Final = 5

# Phrases


def take_words(takes: Sequence[Card], left: Sequence[Card]) -> tuple[Argument, ...]:
    """Return the words for a capture: several cards by rank, a whole table as "all".

    One or two cards are named with their suit if a card of the same rank is left on the table.
    """
    if len(takes) > MANY and not left:
        return (msg("take-all"),)
    ranks = {card.rank for card in left} if len(takes) <= SHORT else set()
    is_whole = [len(takes) == 1 or card.rank in ranks for card in takes]
    return tuple(c if whole else rank_words(c) for c, whole in zip(takes, is_whole, strict=True))


def deal_words(view: m.ScopaView, deal: m.DealScored, side: int) -> Msg:
    """Return the words for a side's points in a deal, each with the reason for it."""
    counts = {"cards": deal.cards, "coins": deal.coins, "primiera": deal.primiera}
    why = [
        msg(f"why-{name}", number=numbers[side], beaten=_next_best(numbers, side))
        for name, numbers in counts.items()
        if most(numbers) == side
    ]
    given = {"settebello": deal.settebello, "napola": deal.napola, "rebello": deal.rebello}
    why += [msg(f"why-{name}", number=has[side]) for name, has in given.items() if has[side]]
    why += [msg("why-scope", deal.scope[side])] if deal.scope[side] else []
    id_, reasons = "deal-points" if why else "deal-no-points", tuple(why)
    if deal.points == deal.score:  # after the first deal the points are the score
        id_ += "-first"
    return of_side(view, id_, side, points=deal.points[side], why=reasons, total=view.score[side])


def _next_best(numbers: Sequence[int | None], side: int) -> int:
    """Return the highest of the other sides' numbers."""
    return max(number or 0 for place, number in enumerate(numbers) if place != side)


# Events


def _announce(event: Event, view: m.ScopaView) -> Iterator[Cue]:
    match event:
        case m.Dealt():
            yield from _dealt(event, view)
        case m.DealVoid(table=table):
            yield say("deal-void", [card.rank for card in table].count("R"))
        case HandDealt(cards=cards):
            hand = msg("hand-dealt", cards=m.IN_HAND.sorted(cards))
            yield Say(hand, Priority.MINE, full=len(cards) > FEW)
        case m.CardPlayed():
            yield from _played(event, view)
        case m.Swept(seat=seat, cards=cards):
            yield by(view, "swept", seat, len(cards))
        case m.DealScored():
            yield from (Say(deal_words(view, event, side)) for side in from_mine(view))
        case m.MatchEnded(winners=winners):
            yield match_sound(view, winners)
            yield Say(sided(view, "match-won", side_number(view, winners[0])))


EVENTS: Final[EventStyles] = {
    DealerChosen: EventStyle(Kind.DEALS, "shuffle", "dealer"),
    m.Dealt: EventStyle(Kind.DEALS, "deal"),
    m.DealVoid: EventStyle(Kind.DEALS, "shuffle"),
    HandDealt: EventStyle(Kind.DEALS, "deal"),
    m.CardPlayed: EventStyle(Kind.CARDS, "card"),
    m.Swept: EventStyle(Kind.CARDS, "take"),
    m.DealScored: EventStyle(Kind.SCORES, "round-end"),
    m.MatchEnded: EventStyle(Kind.SCORES),
}
describe: Final = make_describer(EVENTS, _announce)
"""Announce an event to one listener."""


def _dealt(event: m.Dealt, view: m.ScopaView) -> Iterator[Cue]:
    """Announce a deal: before the first one the partnerships, before all others the dealer."""
    if event.deal > 1:
        yield by(view, "dealer-of", event.dealer, deal=event.deal)
    else:
        yield match_begun(view, target=view.options.target)
    if event.table:
        yield say("table", cards=event.table)
    if event.first != view.seat:
        yield say("begins", seat=Name(event.first))


def _played(event: m.CardPlayed, view: m.ScopaView) -> Iterator[Cue]:
    """Announce a card with its capture; the listener's own card is not named again."""
    card, words = event.card, take_words(event.takes, view.table)
    fact, brief = by(view, "card-played", event.seat, card=card), msg("card-laid")
    if words:
        is_short = len(words) + sum(isinstance(one, Card) for one in words) <= SHORT
        id_ = "card-takes" if is_short else "card-takes-many"
        fact = by(view, id_, event.seat, card=card, takes=words)
        brief = msg("takes-brief", takes=words)
        yield Sound("scopa" if event.scopa else "take", event.seat)
    fact = replace(fact, names=(event.seat, card))
    yield just_named(fact, card, brief) if event.seat == view.seat else fact
    if event.scopa:
        yield say("scopa")


def recall_of(view: m.ScopaView) -> int | None:
    """Return how many recent plays may be looked up now; None means all of them."""
    is_open = view.options.review == "all" or not isinstance(view.to_act, int)
    return None if is_open else int(view.options.review == "last")


def recap(events: Sequence[Event], view: m.ScopaView) -> Iterator[Cue]:
    """Answer key E: the others' plays since the listener's last move, if they may be looked up."""
    played = [one for one in events if isinstance(one, m.CardPlayed)]
    recall = recall_of(view)
    hidden = [] if recall is None else played[: len(played) - recall]
    facts = (
        play_words(view, one.seat, one.card, one.takes)
        for one in played
        if one.seat != view.seat and not (one.takes and one in hidden)
    )
    return telling.recap(facts)


def play_words(view: m.ScopaView, seat: Seat, card: Card, takes: Sequence[Card]) -> Msg:
    """Return the words for a player's card and its capture, for use inside a sentence."""
    words = take_words(takes, view.table)
    if not words:
        return who(view, seat, "played", card=card)
    return who(view, seat, "took-with", card=card, takes=words)
