"""What Briscola tells of each event, and asks.  The words are in the catalogues."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from audiogames.cards import tricks
from audiogames.cards.card import Card
from audiogames.cards.dealing import DealerChosen, HandDealt
from audiogames.cards.sides import PAIRS, each_side, is_ours, match_begun, sided
from audiogames.cards.telling import after_words, laid
from audiogames.core.cues import Cue, Kind, Msg, Name, Say, Sound, mine, msg, say
from audiogames.core.events import Event, Seat
from audiogames.core.telling import Kinds, by, of_kind, who
from audiogames.games.briscola import model as m

_KINDS: Kinds = {
    **dict.fromkeys((m.CardPlayed, m.TrickTaken), Kind.CARDS),
    **dict.fromkeys((m.SignGiven, m.SignTold, m.Exchanged), Kind.CALLS),
    **dict.fromkeys((m.DealScored, m.MatchEnded), Kind.SCORES),
    **dict.fromkeys((DealerChosen, m.Dealt, HandDealt), Kind.DEALS),
    m.CardDrawn: Kind.ASIDES,
}
"""What one draws oneself, and the partner's hand, is of no kind that could be silenced."""

_SOUNDS = {
    DealerChosen: "shuffle",
    m.Dealt: "deal",
    m.SignGiven: "sign",
    m.Exchanged: "draw",
    m.CardPlayed: "card",
    m.CardTaken: "draw",
    m.DealScored: "round-end",
}


def describe(event: Event, view: m.BriscolaView) -> Iterator[Cue]:
    """What one seat hears of an event."""
    yield from _sounds(event, view)
    yield from of_kind(_KINDS.get(type(event)), _told(event, view))


def _sounds(event: Event, view: m.BriscolaView) -> Iterator[Sound]:
    if sound := _SOUNDS.get(type(event)):
        yield Sound(sound, getattr(event, "seat", None))
    match event:
        case m.TrickTaken(seat=seat):
            yield Sound("trick-won" if is_ours(view, seat) else "trick-lost", seat)
        case m.MatchEnded(winners=winners):
            yield Sound("match-won" if is_ours(view, winners[0]) else "match-lost")


def _told(event: Event, view: m.BriscolaView) -> Iterator[Say]:
    match event:
        case DealerChosen(dealer=seat):
            yield by(view, "dealer", seat)
        case m.Dealt():
            yield from _dealt(event, view)
        case HandDealt(cards=cards):
            yield Say(msg("hand-dealt", cards=in_order(cards)), full=True)
        case m.Exchanged(seat=seat, got=card):
            yield by(view, "exchanged", seat, card=card)
        case m.CardPlayed(seat=seat, card=card):
            fact = by(view, "card-played", seat, card=card)
            yield laid(fact, card, view.on_table) if seat == view.seat else after_words(fact)
        case m.TrickTaken(seat=seat):
            yield by(view, "trick-taken", seat)
        case m.DealScored(points=points, winners=winners):
            yield Say(result(view, "deal", winners, points))
        case m.MatchEnded(winners=winners, wins=wins):
            yield Say(result(view, "match", winners, wins))
        case _:
            yield from _shown(event, view)


def _dealt(event: m.Dealt, view: m.BriscolaView) -> Iterator[Say]:
    """Who deals, who plays with whom, and the briscola; the first dealer has just been told."""
    if event.deal > 1:
        yield by(view, "dealer", event.dealer)
    elif len(view.hand_sizes) == PAIRS:
        yield match_begun(view)
    yield say("turned-up", card=event.turned)


def _shown(event: Event, view: m.BriscolaView) -> Iterator[Say]:
    """What not everybody is told alike: signs, what is drawn, the partner's hand."""
    match event:
        case m.SignGiven(seat=seat) if view.seat is None or not is_ours(view, seat):
            yield Say(msg("sign-given", seat=Name(seat)), names=Name(seat))
        case m.SignTold(seat=seat, sign=sign):
            told = by(view, "sign-told", seat, sign=msg(f"sign-{sign}"))
            yield replace(told, names=Name(seat))
        case m.CardDrawn(seat=seat, card=card) if seat != view.seat:
            turned = msg("turned-drawn", seat=Name(seat), card=card)
            yield Say(turned if card else msg("card-drawn", seat=Name(seat)), full=card is None)
        case m.CardTaken(card=card):
            yield mine("card-taken" if view.turned else "card-taken-last", card=card)
        case m.HandShown(seat=seat, cards=cards):
            yield mine("hand-shown", seat=Name(seat), cards=in_order(cards))


def prompt(view: m.BriscolaView) -> Iterator[Cue]:
    """Your turn."""
    if view.to_act == view.seat:
        yield Sound("your-turn", notice=True)
        yield mine("your-turn")


def recap(events: Sequence[Event], view: m.BriscolaView) -> Iterator[Cue]:
    """E: what the others did since my last move."""
    return tricks.recap(fact for event in events for fact in _facts(event, view))


def _facts(event: Event, view: m.BriscolaView) -> Iterator[Msg]:
    match event:
        case m.CardPlayed(seat=seat, card=card) if seat != view.seat:
            yield msg("fact-card", seat=Name(seat), card=card)
        case m.TrickTaken(seat=seat):
            yield who(view, seat, "took")
        case m.CardTaken(card=card):
            yield msg("fact-drawn", card=card)
        case m.SignTold(seat=seat, sign=sign) if seat != view.seat:
            yield msg("fact-sign", seat=Name(seat), sign=msg(f"sign-{sign}"))
        case m.DealScored(points=points, winners=winners):
            yield result(view, "fact-deal", winners, points)


# Parts of sentences


def in_order(cards: Iterable[Card]) -> tuple[Card, ...]:
    """Cards as they stand in a hand."""
    return tuple(sorted(cards, key=m.place_in_hand))


def result(view: m.BriscolaView, id_: str, winners: Sequence[Seat], of: Sequence[int]) -> Msg:
    """Who has won a deal or the match, and how it stands; a drawn deal is nobody's."""
    stands = each_side(view, of)
    if not winners:
        return msg(f"{id_}-drawn", stands=stands)
    return sided(view, f"{id_}-won", winners[0] % len(of), stands=stands)
