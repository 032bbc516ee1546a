"""The announcements of Wist's events.  The words are in the catalogues."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from audiogames.cards import telling
from audiogames.cards.card import Card
from audiogames.cards.dealing import DealerChosen, HandDealt
from audiogames.cards.telling import just_named, of_trick, plays
from audiogames.core.contract import Turn
from audiogames.core.cues import Cue, Kind, Msg, Name, Say, Sound, mine, msg, say
from audiogames.core.events import Event, Seat
from audiogames.core.telling import EventStyle, by, from_me, make_describer, match_sound, who
from audiogames.games.wist import model as m
from audiogames.games.wist.words import (
    bid_words,
    by_suit,
    points_words,
    round_name,
    trump_words,
)


def _cues(event: Event, view: m.WistView) -> Iterator[Cue]:
    yield from _sounds(event, view)
    match event:
        case m.SeatsDrawn():
            yield _seats_drawn(view)
        case m.DealerCardsDrawn(cards=cards):
            drawn = [(Seat(seat), card) for seat, card in enumerate(cards)]
            order = from_me(view, [seat for seat, _ in drawn])
            drawn_cards = plays(view, [drawn[seat] for seat in order])
            yield Say(msg("cards-drawn", cards=drawn_cards), full=True, apart=True)
        case m.DrawTied():
            yield Say(msg("draw-tied"), full=True)
        case m.Dealt():
            yield from _dealt(event, view)
        case m.TrumpTurned(card=card):
            yield say("trump-turned", card=card)
        case HandDealt(cards=cards):
            yield mine("hand-dealt", len(cards), suits=by_suit(cards))
        case m.BidMade(seat=seat, bid=bid):
            yield by(view, "bid-made", seat, bid=bid_words(bid))
            if seat == view.dealer and not view.secret:
                yield say("sum-of", total=_sum(view), cards=view.cards)
        case m.BidWritten(seat=seat) if seat != view.seat:
            yield say("ticket-written", seat=Name(seat))
        case m.HandsLifted():
            yield say("hands-lifted")
        case m.CardPlayed(seat=seat, card=card, cuts=cuts):
            yield _card(view, seat, card, cuts=cuts)
        case m.TrickTaken(seat=seat, taken=taken):
            yield _taken(view, seat, taken)
        case m.BidsRevealed():
            yield say("bids-revealed")
        case m.RoundScored() if view.to_act is not Turn.OVER:
            yield from _round_lines(view)
        case m.MatchEnded(winners=winners, totals=totals):  # before the round
            points = points_words(totals[winners[0]])
            if len(winners) == 1:
                yield by(view, "match-won", winners[0], points=points)
            else:
                names = tuple(who(view, seat) for seat in from_me(view, winners))
                yield say("match-shared", points=points, winners=names)
            yield from _round_lines(view)


def _seats_drawn(view: m.WistView) -> Say:
    """Announce who sits on the listener's left, opposite and right."""
    if view.seat is None:
        return say("seats-in-order", seats=tuple(map(Name, view.order)))
    left, opposite, right = (Name(seat) for seat in _clockwise(view, view.seat))
    return mine("seats-drawn", left=left, opposite=opposite, right=right)


def _clockwise(view: m.WistView, seat: Seat) -> Sequence[Seat]:
    place = view.order.index(seat)
    return (*view.order[place + 1 :], *view.order[:place])


def _dealt(event: m.Dealt, view: m.WistView) -> Iterator[Cue]:
    """Announce the dealer, the round and its special rules.

    The first dealer is not named again: the draw was announced just before.  The players who
    shuffle, cut and get the first card are named only at full verbosity.
    """
    if event.round > 1:
        yield by(view, "dealer", event.dealer)
    ritual = (
        who(view, event.dealer, "shuffles"),
        who(view, event.cutter, "halves"),
        who(view, event.first, "first-card"),
    )
    yield Say(msg("ritual", parts=ritual), full=True)
    if view.options.form == "cagliari":
        yield say("mano", event.cards, round=event.round, rounds=view.rounds)
        if event.cards == m.FULL_HAND:
            yield say("no-trump-line")
        return
    place = {"round": event.round, "rounds": view.rounds}
    if event.trump:
        yield say("turno-now", trump=trump_words(view), **place)
        return
    on_tickets = event.name == "buio" and view.options.dark_tickets
    yield say("turno", name=round_name(view, event.name), **place)
    yield say(f"about-{event.name}{'-tickets' if on_tickets else ''}")


def _sum(view: m.WistView) -> int:
    """Return the sum of the bids that have been made."""
    return sum(bid for bid in view.bids if bid is not None)


def _card(view: m.WistView, seat: Seat, card: Card, *, cuts: bool) -> Say:
    """Announce a card; a trump on another suit is announced even if it was just named."""
    if not cuts:
        fact = by(view, "card-played", seat, card=card)
        return of_trick(fact, seat, card, view)
    fact = by(view, "card-cuts", seat, card=card)
    if seat == view.seat:
        return just_named(fact, card, msg("cuts-you"))
    return of_trick(fact, seat, card, view)


def _taken(view: m.WistView, seat: Seat, taken: int) -> Say:
    """Announce the taker of a trick; the listener's own tricks are compared with the bid."""
    bid = view.bids[seat]
    if seat != view.seat or bid is None or view.bound:
        return by(view, "trick-taken", seat, number=taken)
    if bid == 0:
        return mine("trick-taken-wist", taken)
    return mine("trick-taken-of", number=taken, bid=bid_words(bid))


def _round_lines(view: m.WistView) -> Iterator[Say]:
    """Announce each player's result of the round.

    Below full verbosity a player hears only their own result and the leader's, and a key
    announces the others.  Spectators hear all results.
    """
    scored = view.sheet[-1]
    id_ = "round-line" if len(view.sheet) > 1 else "round-line-first"
    best = max(view.scores)
    for seat in _all(view):
        line = by(
            view,
            id_,
            seat,
            bid=bid_words(scored.bids[seat]),
            tricks=scored.tricks[seat],
            points=scored.points[seat],
            total=view.scores[seat],
        )
        is_spoken = view.seat in {None, seat} or view.scores[seat] == best
        yield line if is_spoken else replace(line, full=True)


def _all(view: m.WistView) -> list[Seat]:
    return from_me(view, map(Seat, range(len(view.scores))))


def _sounds(event: Event, view: m.WistView) -> Iterator[Sound]:
    """Yield the sounds of an event that depend on its fields or on the listener."""
    match event:
        case m.BidMade(seat=seat) if event.to is None:
            yield Sound("bid", seat)
        case m.CardPlayed(seat=seat, cuts=cuts):
            yield Sound("cut" if cuts else "card", seat)
        case m.TrickTaken(seat=seat):
            yield Sound("trick-won" if seat == view.seat else "trick-lost", seat)
        case m.RoundScored(bids=bids, tricks=tricks):
            yield Sound(_contract(view, bids, tricks))
        case m.MatchEnded(winners=winners):
            yield match_sound(view, winners)


def _contract(view: m.WistView, bids: Sequence[int], tricks: Sequence[int]) -> str:
    if view.seat is None:
        return "round-end"
    return "contract-made" if bids[view.seat] == tricks[view.seat] else "contract-missed"


describe: Final = make_describer(
    {
        m.SeatsDrawn: EventStyle(Kind.DEALS, "seats-drawn"),
        m.DealerCardsDrawn: EventStyle(Kind.DEALS, "cards-drawn"),
        m.DrawTied: EventStyle(Kind.DEALS),
        DealerChosen: EventStyle(Kind.DEALS, "shuffle", "dealer"),
        m.Dealt: EventStyle(Kind.DEALS, "deal"),
        m.TrumpTurned: EventStyle(Kind.DEALS, "trump-turned"),
        HandDealt: EventStyle(Kind.DEALS),
        m.BidMade: EventStyle(Kind.CALLS),
        m.BidWritten: EventStyle(Kind.ASIDES, "ticket"),
        m.HandsLifted: EventStyle(Kind.ASIDES, "hands-up"),
        m.CardPlayed: EventStyle(Kind.CARDS),
        m.TrickTaken: EventStyle(Kind.CARDS),
        m.BidsRevealed: EventStyle(Kind.CALLS, "reveal"),
        m.RoundScored: EventStyle(Kind.SCORES),
        m.MatchEnded: EventStyle(Kind.SCORES),
    },
    _cues,
)
"""Announce an event to one listener."""


def _facts(event: Event, view: m.WistView) -> Iterator[Msg]:
    match event:
        case m.BidMade(seat=seat, bid=bid) if seat != view.seat:
            yield msg("fact-bid", seat=Name(seat), bid=bid_words(bid))
        case m.BidWritten(seat=seat) if seat != view.seat:
            yield msg("fact-ticket", seat=Name(seat))
        case m.CardPlayed(seat=seat, card=card, cuts=cuts) if seat != view.seat:
            yield msg("fact-cut" if cuts else "fact-card", seat=Name(seat), card=card)
        case m.TrickTaken(seat=seat):
            yield who(view, seat, "fact-trick")
        case m.Dealt(round=number, name=name):
            yield msg("fact-round", round=number, name=round_name(view, name))
        case m.TrumpTurned():
            yield trump_words(view)
        case m.RoundScored(points=points) if view.seat is not None:
            won = points[view.seat]
            yield msg("fact-points", won) if won >= 0 else msg("fact-points-lost", -won)


recap: Final = telling.recap_by(_facts)
"""Answer key E: what the others did since the listener's last move."""
