"""The announcements of Tressette's events.  The words are in the catalogues."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from audiogames.cards import telling
from audiogames.cards.dealing import DealerChosen, HandDealt
from audiogames.cards.sides import match_begun
from audiogames.cards.telling import grouped, of_trick
from audiogames.core.cues import Cue, Kind, Msg, Name, Say, Sound, mine, msg, say
from audiogames.core.events import Event, Seat
from audiogames.core.telling import EventStyle, by, make_describer, match_sound, who
from audiogames.games.tressette import declarations as d
from audiogames.games.tressette import model as m
from audiogames.games.tressette.words import (
    accusa_words,
    each_side,
    meaning_words,
    name_words,
    said_words,
    sided,
)

WITH_A_CARD: Final = frozenset({"giocata", "altri", "compagno"})
"""The kinds that a leader declares together with a card."""


def _cues(event: Event, view: m.TressetteView) -> Iterator[Cue]:
    yield from _sounds(event, view)
    match event:
        case m.Dealt():
            yield from _dealt(event, view)
        case HandDealt(cards=cards):
            suits = grouped(sorted(cards, key=m.place_in_hand))
            yield Say(msg("hand-dealt", len(cards), suits=suits), full=True)
        case m.Accused(seat=seat, name=name, suit=suit, points=points):
            accusa = accusa_words(m.Accuse(name, suit))
            yield by(view, "accused", seat, points, accusa=accusa)
        case m.CardPlayed():
            yield from _card_played(event, view)
        case m.TrickTaken(seat=seat):
            yield _taken(view, seat)
        case m.Declared():
            yield from _declared(event, view)
        case m.NothingDeclared(why=d.NOT_TAKEN):
            yield mine("declaration-lapsed")
        case m.NothingDeclared(box=box, why=why):
            id_ = "nothing-of-others" if box == "altri" else "nothing-declared"
            yield mine(id_, why=msg(f"why-{why}"))
        case m.DealScored():
            yield from _deal_scored(event, view)
        case m.MatchEnded(winners=winners, score=score):
            side = m.side(winners[0])
            yield Say(sided(view, side, "match-won", mine=score[side], theirs=score[1 - side]))


def _dealt(event: m.Dealt, view: m.TressetteView) -> Iterator[Cue]:
    """Announce a deal and its dealer, except the first dealer, who was announced just before."""
    if event.deal == 1:
        yield match_begun(view, target=view.options.target)
    else:
        yield by(view, "dealer-of", event.dealer, deal=event.deal)
    if event.first != view.seat:
        yield say("begins", seat=Name(event.first))


def _card_played(event: m.CardPlayed, view: m.TressetteView) -> Iterator[Cue]:
    """Announce a card; the player is not named again right after a declaration with it."""
    declarations = _declared_with_card(
        view, event.seat, view.history.index((event.seat, event.card))
    )
    fact = by(view, "card-declared" if declarations else "card-played", event.seat, card=event.card)
    is_declared = event.seat == view.seat and declarations
    yield fact if is_declared else of_trick(fact, event.seat, event.card, view)
    for one in declarations:
        yield from _lesson(view, one.seat, one.name)


def _declared_with_card(view: m.TressetteView, seat: Seat, place: int) -> list[m.Declaration]:
    """Return the seat's declarations that were made with the card at this index of the deal."""
    return [
        one
        for one in view.declarations
        if (one.seat, one.at) == (seat, place) and one.kind in WITH_A_CARD
    ]


def _lesson(view: m.TressetteView, seat: Seat, name: str | None) -> Iterator[Cue]:
    """Explain another player's declaration, for listeners who have turned explanations on."""
    if name is not None and seat != view.seat:
        words = msg("lesson", what=name_words(name), meaning=meaning_words(name))
        yield Say(words, lesson=name)


def _taken(view: m.TressetteView, seat: Seat) -> Say:
    """Announce the taker of a trick; the partner's trick is announced as the pair's."""
    if view.seat is not None and seat == m.partner(view.seat):
        return say("trick-partner", seat=Name(seat))
    return by(view, "trick-taken", seat)


def _declared(event: m.Declared, view: m.TressetteView) -> Iterator[Cue]:
    """Announce a declaration.

    A declaration made with a card is announced in the same sentence as the card, and a
    declaration on a captured trick after the trick.  A spoken one (kind manuale) is quoted.
    """
    if event.kind in WITH_A_CARD:
        assert event.name is not None
        yield by(view, _place_in_sentence(event, view), event.seat, what=name_words(event.name))
        return
    id_ = "said" if event.kind == "manuale" else "declared-after"
    what = said_words(event.name, event.suit if id_ == "said" else None, event.text)
    yield replace(by(view, id_, event.seat, what=what), full=_is_too_late(event, view))
    yield from _lesson(view, event.seat, event.name)


def _is_too_late(event: m.Declared, view: m.TressetteView) -> bool:
    """Return True if a declaration comes with the last trick, when it is of no use."""
    return event.kind != "manuale" and not any(view.hand_sizes)


def _place_in_sentence(event: m.Declared, view: m.TressetteView) -> str:
    """Return the id of the message for a declaration, which may omit the player's name.

    Of the declarations made with one card, only the first names the player.
    """
    made = [one for one in view.declarations if one.kind in WITH_A_CARD]
    first = next(one for one in made if (one.seat, one.at) == (event.seat, made[-1].at))
    return "declared" if (first.kind, first.name) == (event.kind, event.name) else "declared-more"


def _deal_scored(event: m.DealScored, view: m.TressetteView) -> Iterator[Cue]:
    if event.cappotto is not None:
        yield Say(sided(view, event.cappotto, "cappotto"))
    points = each_side(view, event.points, "side-points")
    fields = {"points": points, "score": each_side(view, event.score)}
    if any(event.accuse):
        yield say("deal-scored-accuse", accuse=each_side(view, event.accuse), **fields)
    else:
        is_first = event.points == event.score
        yield say("deal-scored-first" if is_first else "deal-scored", **fields)


def _sounds(event: Event, view: m.TressetteView) -> Iterator[Sound]:
    """Yield the sounds of an event that depend on its fields or on the listener."""
    match event:
        case m.Declared(seat=seat, kind=kind) if not _is_too_late(event, view):
            yield Sound("hearsay" if kind == "manuale" else "declared", seat)
        case m.TrickTaken(seat=seat):
            yield Sound("trick-ours" if _is_ours(view, m.side(seat)) else "trick-theirs", seat)
        case m.DealScored(points=points, cappotto=cappotto):
            yield Sound("deal-tied" if points[0] == points[1] else _deal_sound(view, points))
            if cappotto is not None:
                yield Sound("cappotto")
        case m.MatchEnded(winners=winners):
            yield match_sound(view, winners)


def _deal_sound(view: m.TressetteView, points: Sequence[int]) -> str:
    return "deal-won" if _is_ours(view, 0 if points[0] > points[1] else 1) else "deal-lost"


def _is_ours(view: m.TressetteView, side: int) -> bool:
    return view.seat is None or m.side(view.seat) == side


describe: Final = make_describer(
    {
        DealerChosen: EventStyle(Kind.DEALS, "shuffle", "dealer"),
        m.Dealt: EventStyle(Kind.DEALS, "deal"),
        HandDealt: EventStyle(Kind.DEALS),
        m.Accused: EventStyle(Kind.CALLS, "accuse"),
        m.Declared: EventStyle(Kind.CALLS),
        m.NothingDeclared: EventStyle(Kind.CALLS, "no-declaration"),
        m.CardPlayed: EventStyle(Kind.CARDS, "card"),
        m.TrickTaken: EventStyle(Kind.CARDS),
        m.DealScored: EventStyle(Kind.SCORES),
        m.MatchEnded: EventStyle(Kind.SCORES),
    },
    _cues,
)
"""Announce an event to one listener."""


def _facts(event: Event, view: m.TressetteView) -> Iterator[Msg]:
    match event:
        case m.CardPlayed(seat=seat, card=card) if seat != view.seat:
            yield msg("fact-card", seat=Name(seat), card=card)
        case m.Declared(seat=seat, name=name, suit=suit, text=text) if seat != view.seat:
            yield msg("fact-said", seat=Name(seat), what=said_words(name, suit, text))
        case m.Accused(seat=seat, name=name, suit=suit) if seat != view.seat:
            yield msg("fact-said", seat=Name(seat), what=accusa_words(m.Accuse(name, suit)))
        case m.TrickTaken(seat=seat):
            yield who(view, seat, "fact-trick")
        case m.Dealt(deal=deal):
            yield msg("fact-deal", deal=deal)
        case m.DealScored(points=points):
            yield msg("fact-points", points=each_side(view, points, "side-points"))


recap: Final = telling.recap_by(_facts)
"""Answer key E: what the others did since the listener's last move."""
