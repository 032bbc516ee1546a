"""What each seat hears of High card: events, and the answers to keys."""

from collections.abc import Iterator, Sequence

from audiogames.cards.dealing import HandDealt
from audiogames.cards.tricks import cards_on_table, would_take
from audiogames.core.controls import Query
from audiogames.core.cues import Cue, Msg, Name, Sound, mine, msg, reply, say
from audiogames.core.events import Event
from audiogames.core.telling import by, each, who
from audiogames_highcard import model as m


def describe(event: Event, view: m.HighCardView) -> Iterator[Cue]:
    """What this listener hears of an event."""
    match event:
        case HandDealt(cards=cards):
            yield Sound("deal")
            yield mine("hand-dealt", cards=cards)
        case m.CardPlayed(seat=seat, card=card):
            yield Sound("card", seat)
            yield by(view, "card-played", seat, card=card)
        case m.TrickTaken(seat=seat):
            yield Sound("trick-won" if seat == view.seat else "trick-lost", seat)
            yield by(view, "trick-taken", seat)
        case m.MatchEnded(winners=(first, *others), tricks=tricks):
            yield Sound("match-won" if view.seat in {first, *others, None} else "match-lost")
            shared = say("match-shared", tricks, seats=tuple(map(Name, (first, *others))))
            yield shared if others else by(view, "match-won", first, tricks)


def explain(move: m.Play, view: m.HighCardView) -> Iterator[Cue]:
    """X: whether this card would be the best on the table."""
    yield reply("explain-takes" if would_take(view, move.card, m.best_of) else "explain-loses")


def recap(events: Sequence[Event], view: m.HighCardView) -> Iterator[Cue]:
    """E: the cards of the others and the tricks since my turn."""
    facts = tuple(
        who(view, one.seat, "played", card=one.card)
        if isinstance(one, m.CardPlayed)
        else who(view, one.seat, "took")
        for one in events
        if isinstance(one, m.CardPlayed | m.TrickTaken)
    )
    yield reply("recap", facts=facts) if facts else reply("recap-nothing")


def summary(view: m.HighCardView) -> Msg:
    """Where the match stands."""
    return msg("summary", tricks=each(view, "of", view.tricks))


QUERIES: tuple[Query[m.HighCardView], ...] = (
    Query("tricks", ("s",), lambda view: [reply("tricks", tricks=each(view, "of", view.tricks))]),
    Query("table", ("c",), lambda view: cards_on_table(view, lambda: m.best_of(view.on_table)[0])),
)
