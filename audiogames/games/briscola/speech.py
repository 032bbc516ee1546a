"""The announcements of Briscola's events, and its prompts.  The words are in the catalogues."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from audiogames.cards import drawing, signs, telling
from audiogames.cards.dealing import DealerChosen, HandDealt
from audiogames.cards.sides import PAIRS, each_side, is_ours, match_begun, sided
from audiogames.cards.telling import after_words, of_trick
from audiogames.core.cues import Cue, Kind, Msg, Name, Priority, Say, Sound, mine, msg, say
from audiogames.core.events import Event, Seat
from audiogames.core.telling import EventStyle, EventStyles, by, make_describer, match_sound, who
from audiogames.games.briscola import model as m


def _announce(event: Event, view: m.BriscolaView) -> Iterator[Cue]:
    match event:
        case m.Dealt():
            yield from _dealt(event, view)
        case HandDealt(cards=cards):
            yield Say(msg("hand-dealt", cards=m.IN_HAND.sorted(cards)), Priority.MINE)
        case m.Exchanged(seat=seat, got=card):
            yield by(view, "exchanged", seat, card=card)
        case m.CardPlayed(seat=seat, card=card):
            fact = of_trick(by(view, "card-played", seat, card=card), seat, card, view)
            yield after_words(fact) if fact.echo is None else fact
        case m.TrickTaken(seat=seat):
            yield Sound("trick-won" if is_ours(view, seat) else "trick-lost", seat)
            yield by(view, "trick-taken", seat)
        case m.DealScored(points=points, winners=winners):
            if not (
                winners and view.options.deals == 1
            ):  # otherwise the end of the match announces it
                yield Say(result(view, "deal", winners, points))
        case m.MatchEnded(winners=winners, wins=wins):
            yield match_sound(view, winners)
            stands = view.sheet[-1].points if view.options.deals == 1 else wins
            yield Say(result(view, "match", winners, stands))
        case m.HandShown(seat=seat, cards=cards):
            yield mine("hand-shown", seat=Name(seat), cards=m.IN_HAND.sorted(cards))
        case _:
            yield from signs.announce(event, view)
            yield from drawing.announce(event, view)


def _dealt(event: m.Dealt, view: m.BriscolaView) -> Iterator[Say]:
    """Announce the dealer, the partnerships, the trump suit and the leader.

    The first dealer is not named again: the draw was announced just before.
    """
    if event.deal > 1:
        yield by(view, "dealer", event.dealer)
    elif len(view.hand_sizes) == PAIRS:
        yield match_begun(view)
    yield say("turned-up", card=event.turned)
    if event.first != view.seat:
        yield say("begins", seat=Name(event.first))


EVENTS: Final[EventStyles] = {
    DealerChosen: EventStyle(Kind.DEALS, "shuffle", "dealer"),
    m.Dealt: EventStyle(Kind.DEALS, "deal"),
    HandDealt: EventStyle(Kind.DEALS),
    signs.SignGiven: EventStyle(Kind.CALLS, "sign"),
    signs.SignTold: EventStyle(Kind.CALLS),
    m.Exchanged: EventStyle(Kind.CALLS, "draw"),
    m.CardPlayed: EventStyle(Kind.CARDS, "card"),
    m.TrickTaken: EventStyle(Kind.CARDS),
    drawing.CardDrawn: EventStyle(Kind.ASIDES),
    drawing.CardTaken: EventStyle(None, "draw"),
    m.HandShown: EventStyle(),
    m.DealScored: EventStyle(Kind.SCORES, "round-end"),
    m.MatchEnded: EventStyle(Kind.SCORES),
}
describe: Final = make_describer(EVENTS, _announce)
"""Announce an event to one listener."""


def _facts(event: Event, view: m.BriscolaView) -> Iterator[Msg]:
    match event:
        case m.CardPlayed(seat=seat, card=card) if seat != view.seat:
            yield msg("fact-card", seat=Name(seat), card=card)
        case m.TrickTaken(seat=seat):
            yield who(view, seat, "took")
        case m.DealScored(points=points, winners=winners):
            yield result(view, "fact-deal", winners, points)
        case _:
            yield from signs.facts(event, view)
            yield from drawing.facts(event)


recap: Final = telling.recap_by(_facts)
"""Answer key E: what the others did since the listener's last move."""


# Phrases


def result(view: m.BriscolaView, id_: str, winners: Sequence[Seat], of: Sequence[int]) -> Msg:
    """Return the words for the winner of a deal or match and its score, or for a draw."""
    stands = each_side(view, of)
    if not winners:
        return msg(f"{id_}-drawn", stands=stands)
    return sided(view, f"{id_}-won", winners[0] % len(of), stands=stands)
