"""The announcements of Invido: calls and answers, tricks, the score."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from audiogames.cards.card import Card
from audiogames.cards.dealing import DealerChosen, HandDealt
from audiogames.cards.telling import of_trick
from audiogames.core.contract import Move, Turn
from audiogames.core.cues import (
    Cue,
    Kind,
    Msg,
    Name,
    Priority,
    Say,
    Sound,
    TurnWords,
    mine,
    msg,
    reply,
    say,
    your_turn_words,
)
from audiogames.core.events import Event, Seat
from audiogames.core.telling import Kinds, by, each, of_kind
from audiogames.games.invido import model as m
from audiogames.games.invido.answers import card_of, opponent

_KINDS: Kinds = {
    **dict.fromkeys((m.CardPlayed, m.CardCovered, m.TrickTaken), Kind.CARDS),
    **dict.fromkeys((m.StakeCalled, m.StakeAccepted, m.Folded), Kind.CALLS),
    **dict.fromkeys((m.MonteAsked, m.MonteAccepted, m.MonteRefused), Kind.CALLS),
    **dict.fromkeys((m.DealWon, m.DealTied, m.ScoreReset, m.MatchEnded), Kind.SCORES),
    **dict.fromkeys((DealerChosen, m.Dealt, HandDealt), Kind.DEALS),
}


MANY: Final = 10
"""The number of unseen cards that is called "many": about a third of them."""

HINTED: Final = 3
"""The first deals of a match in which a call is announced with the keys that answer it."""


def describe(event: Event, view: m.InvidoView) -> Iterable[Cue]:
    """Announce an event to one listener."""
    return of_kind(_KINDS.get(type(event)), _cues(event, view))


def _cues(event: Event, view: m.InvidoView) -> Iterator[Cue]:
    yield from _sounds(event, view)
    match event:
        case DealerChosen(dealer=seat):
            yield by(view, "dealer", seat)
        case m.Dealt():
            yield from _dealt(event, view)
        case HandDealt(cards=cards):
            yield mine("hand-dealt", cards=cards)
        case m.CardPlayed(seat=seat, card=card):
            fact = by(view, "card-played", seat, card=card)
            yield of_trick(fact, seat, card, view)
        case m.CardCovered(seat=seat):
            yield by(view, "card-covered", seat)
        case m.TrickTaken(winner=winner):
            yield say("trick-tied") if winner is None else by(view, "trick-taken", winner)
        case m.StakeCalled(seat=seat, name=name, level=level):
            call = msg(f"call-{name}")
            yield by(view, "called", seat, call=call, level=level, other=Name(opponent(seat)))
        case m.StakeAccepted(seat=seat, value=value):
            yield by(view, "accepted", seat, value=value)
        case m.Folded(seat=seat):
            yield by(view, "folded", seat)
        case m.MonteAsked(seat=seat):
            yield by(view, "monte-asked", seat, other=Name(opponent(seat)))
        case m.MonteAccepted(seat=seat):
            yield by(view, "monte-accepted", seat)
        case m.MonteRefused(seat=seat, by_call=by_call):
            yield by(view, "monte-refused", seat)
            is_asked = view.asked is not None and view.to_act == view.seat
            if (
                is_asked and not by_call and view.deal <= HINTED
            ):  # later the prompt asks without naming keys
                yield from of_kind(Kind.TURNS, (mine(turn(view).id, **turn(view).args),))
        case m.DealWon(winner=winner, points=points, score=score):
            if (
                view.to_act is Turn.OVER or sum(score) == points
            ):  # the points would only repeat the score
                yield by(view, "deal-won-last", winner, points)
            else:
                yield by(view, "deal-won", winner, points, score=each(view, "of", score))
        case m.DealTied():
            yield say("deal-tied")
        case m.ScoreReset(level=level, goal=goal):
            yield say("score-reset", level=level, goal=goal)
        case m.MatchEnded(winner=winner, score=score):
            yield by(view, "match-won", winner, mine=score[winner], theirs=score[opponent(winner)])


def _dealt(event: m.Dealt, view: m.InvidoView) -> Iterator[Cue]:
    """Announce a deal and its dealer, except the first dealer, who was announced just before.

    The opponent of the dealer always leads: after the first deal this is announced only at full
    verbosity.
    """
    if event.deal == 1:
        yield say("match-begun", goal=event.goal)
    else:
        yield by(view, "dealer", event.dealer)
    if event.leader != view.seat:
        yield Say(msg("begins", seat=Name(event.leader)), full=event.deal > 1)


_SOUNDS: dict[type[Event], str] = {
    DealerChosen: "shuffle",
    m.Dealt: "deal",
    m.CardPlayed: "card",
    m.CardCovered: "card",
    m.StakeAccepted: "accept",
    m.Folded: "fold",
    m.MonteAsked: "monte",
    m.MonteAccepted: "monte-accepted",
    m.MonteRefused: "monte-refused",
    m.DealTied: "deal-tied",
    m.ScoreReset: "reset",
}


def _sounds(event: Event, view: m.InvidoView) -> Iterator[Sound]:
    if sound := _SOUNDS.get(type(event)):
        yield Sound(sound, getattr(event, "seat", None))
    match event:
        case m.StakeCalled(seat=seat, raising=raising):
            yield Sound("raise" if raising else "call", seat)
        case m.TrickTaken(winner=winner):
            yield Sound(_won_or_lost("trick", winner, view))
        case m.DealWon(winner=winner):
            yield Sound(_won_or_lost("deal", winner, view))
        case m.MatchEnded(winner=winner):
            yield Sound(_won_or_lost("match", winner, view))


def _won_or_lost(what: str, winner: Seat | None, view: m.InvidoView) -> str:
    if winner is None:
        return f"{what}-tied"
    return f"{what}-won" if view.seat in {winner, None} else f"{what}-lost"


# Prompts


def prompt(view: m.InvidoView) -> Iterator[Cue]:
    """Announce the possible answers, or the listener's turn and a call that is now possible."""
    if view.to_act != view.seat:
        return
    yield Sound("your-turn", notice=True)
    if view.monte_asked or view.asked is not None:
        yield from _question(view)
        return
    yield your_turn_words()
    call = m.next_call(view.value)
    if call in view.legal and _has_become_possible(view):
        yield mine("may-call", call=msg(f"call-{call}"))


def _question(view: m.InvidoView) -> Iterator[Cue]:
    """Announce the keys that answer a question; from the fourth deal on, only the question."""
    is_known = view.deal > HINTED
    if is_known:
        yield Say(msg("answer-now"), Priority.MINE, turn=TurnWords.QUESTION)
    if (keys := keys_to_answer(view)) is not None:
        yield Say(keys, Priority.MINE, full=is_known, turn=TurnWords.QUESTION)


def keys_to_answer(view: m.InvidoView) -> Msg | None:
    """Return the keys that answer a pending question; None if there is none."""
    is_asked = view.monte_asked or view.asked is not None
    if view.to_act != view.seat or not is_asked:
        return None
    return msg("answers", options=tuple(_answers(view)))


def _answers(view: m.InvidoView) -> Iterator[Msg]:
    if m.VA_BENE in view.legal:
        yield msg("may-accept")
    if m.NO in view.legal:
        yield msg("may-refuse")
    for call in (move for move in view.legal if isinstance(move, m.Call)):
        yield (
            msg("may-call-now", call=msg(f"call-{call}")) if view.monte_asked else msg("may-raise")
        )
    if view.asked is not None and any(isinstance(move, m.Play) for move in view.legal):
        yield msg("may-play")
    if m.VADO_VIA in view.legal:
        yield msg("may-fold")
    if m.A_MONTE in view.legal:
        yield msg("may-monte")


def _has_become_possible(view: m.InvidoView) -> bool:
    """Return True if a call has become possible since the listener's last card.

    That is the case if the stake was raised after that card.
    """
    since = view.played[view.raised_at :]
    return view.value > 1 and not any(seat == view.seat for seat, _ in since)


def turn(view: m.InvidoView) -> Msg:
    """Answer key T: the player who must play or answer, and the question to be answered."""
    if isinstance(view.to_act, Turn):
        return msg("dealing")
    yours = "-you" if view.to_act == view.seat else ""
    seat = Name(view.to_act)
    if view.monte_asked:
        return _about_monte("answers-monte", view.to_act, view)
    if view.asked is not None:
        call = msg(f"call-{m.CALLS[view.asked]}")
        return msg(f"answers-call{yours}", seat=seat, call=call, level=view.asked)
    return msg("your-turn") if yours else msg("turn-of", seat=seat)


def standing(view: m.InvidoView) -> Msg | None:
    """Return the words for a pending question, for use inside a sentence."""
    if isinstance(view.to_act, Turn):
        return None
    yours = "-you" if view.to_act == view.seat else ""
    seat = Name(view.to_act)
    if view.monte_asked:
        return _about_monte("standing-monte", view.to_act, view)
    if view.asked is not None:
        call = msg(f"call-{m.CALLS[view.asked]}")
        return msg(f"standing-call{yours}", seat=seat, call=call, level=view.asked)
    return None


def _about_monte(id_: str, to_act: Seat, view: m.InvidoView) -> Msg:
    """Say who must answer "a monte" or, if that is the listener, who asked for it."""
    if to_act == view.seat:
        return msg(f"{id_}-you", seat=Name(opponent(to_act)))
    return msg(id_, seat=Name(to_act))


# Cards


def ways(card: object, view: m.InvidoView) -> Sequence[Move]:
    """Return the ways to play a card: face up, and face down if the options allow it."""
    assert isinstance(card, Card)
    return (m.OPEN[card], m.COVERED[card]) if view.options.vado_dentro else (m.OPEN[card],)


def choice_title(move: Move, _view: m.InvidoView) -> Msg:
    """Return the title of the choice between face up and face down."""
    assert isinstance(move, m.Play)
    return msg("choice-title", card=move.card)


def choice(move: Move, _view: m.InvidoView) -> Msg:
    """Return "face up" or "face down" as an item in the list of that choice."""
    assert isinstance(move, m.Play)
    return msg("choice-covered" if move.covered else "choice-open")


def way(move: Move, _view: m.InvidoView) -> Msg:
    """Return "face up" or "face down" as spoken after the card's name."""
    assert isinstance(move, m.Play)
    return msg("way-covered" if move.covered else "way-open")


def explain(move: Move, view: m.InvidoView) -> Iterator[Cue]:
    """Answer key X: whether a card beats the led one, or how many cards could beat it."""
    assert isinstance(move, m.Play)
    answers = bool(view.on_table) and view.on_table[0][0] != view.seat
    if move.covered:
        ties = answers and view.on_table[0][1] is None
        yield reply("explain-covered-ties" if ties else "explain-covered")
    elif answers:
        difference = m.strength(move.card) - m.strength(view.on_table[0][1])
        yield reply(
            "explain-takes" if difference > 0 else "explain-loses" if difference else "explain-ties"
        )
    else:
        unseen = set(m.PACK) - {*view.hand, *(card for _, card in view.played)}
        stronger = sum(m.strength(card) > m.strength(move.card) for card in unseen)
        if stronger:
            yield reply("explain-leads" if stronger < MANY else "explain-leads-many", stronger)
        else:
            yield reply("explain-best")


def recap(events: Sequence[Event], view: m.InvidoView) -> Iterator[Cue]:
    """Answer key E: the opponent's actions since the listener's last move, then the stake."""
    facts = tuple(fact for event in events for fact in _facts(event, view))
    if facts:
        yield reply("recap", facts=facts, value=view.value)
    else:
        yield reply("recap-nothing", value=view.value)


def _facts(event: Event, view: m.InvidoView) -> Iterator[Msg]:
    """Yield the words for the opponent's action in an event, or for the event's result."""
    seat = getattr(event, "seat", None)
    if seat is not None and seat != view.seat:
        yield from _facts_of_calls(event, view, Name(seat))
    match event:
        case m.MonteAccepted():
            yield msg("fact-annulled")
        case m.TrickTaken(winner=winner):
            yield _fact_of_trick(winner, view)
        case m.DealTied():
            yield msg("fact-deal-tied")
        case m.ScoreReset(level=level):
            yield msg("fact-reset", level=level)
        case m.DealWon(winner=winner, points=points):
            id_ = "fact-won-you" if winner == view.seat else "fact-won"
            yield msg(id_, points, seat=Name(winner))


def _facts_of_calls(event: Event, view: m.InvidoView, who: Name) -> Iterator[Msg]:
    match event:
        case m.CardPlayed(card=card):
            yield card_of(view, who.seat, card)
        case m.CardCovered():
            yield card_of(view, who.seat, None)
        case m.StakeCalled(name=name):
            yield msg("fact-called", seat=who, call=msg(f"call-{name}"))
        case m.StakeAccepted():
            yield msg("fact-accepted", seat=who)
        case m.MonteAsked():
            yield msg("fact-monte", seat=who)
        case m.MonteRefused():
            yield msg("fact-refused", seat=who)
        case m.Folded():
            yield msg("fact-folded", seat=who)


def _fact_of_trick(winner: Seat | None, view: m.InvidoView) -> Msg:
    if winner is None:
        return msg("fact-trick-tied")
    return msg("fact-trick-you") if winner == view.seat else msg("fact-trick", seat=Name(winner))


def summary(view: m.InvidoView) -> Msg:
    """Return the words for the score and the stake."""
    me = view.seat or 0
    scores = {"mine": view.score[me], "theirs": view.score[1 - me]}
    if isinstance(view.to_act, Turn):
        over = "summary-over-short" if view.short else "summary-over"
        return msg(over, **scores, goal=view.goal)
    if view.short:
        return msg("summary-short", **scores, goal=view.goal, value=view.value)
    return msg("summary", **scores, value=view.value)
