"""What each seat hears of Sette e mezzo: events, questions, and the answers to keys."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final

from audiogames.cards.card import Card
from audiogames.cards.dealing import DealerChosen, HandDealt
from audiogames.core.board import Board, BoardEnding
from audiogames.core.contract import Move, Turn
from audiogames.core.controls import Command, Listing, Query
from audiogames.core.cues import Cue, Kind, Msg, Name, Sound, mine, msg, reply, say
from audiogames.core.events import Event, Seat
from audiogames.core.telling import (
    EventStyle,
    EventStyles,
    by,
    each,
    from_me,
    make_describer,
    match_sound,
    ranking,
    who,
    your_turn,
)
from audiogames_settemezzo import model as m
from audiogames_settemezzo.rules import RULES

EVENTS: Final[EventStyles] = {
    DealerChosen: EventStyle(Kind.DEALS, words="bank"),
    HandDealt: EventStyle(Kind.DEALS, "deal"),
    m.StakeMade: EventStyle(Kind.CALLS),
    m.StakeLaid: EventStyle(Kind.ASIDES, "card"),
    m.StakesShown: EventStyle(Kind.CALLS),
    m.CardDrawn: EventStyle(Kind.CARDS, "card"),
    m.Stayed: EventStyle(Kind.CALLS, words="stays"),
    m.Busted: EventStyle(Kind.CARDS),
    m.Reached: EventStyle(Kind.CARDS),
    m.CardShown: EventStyle(Kind.CARDS, "card"),
    m.Settled: EventStyle(Kind.SCORES, "round-end"),
    m.BankPassed: EventStyle(Kind.SCORES, words="bank"),
    m.MatchEnded: EventStyle(Kind.SCORES),
}


def points(halves: int) -> Msg:
    """A count in words: "5", "5 and a half"."""
    whole, half = divmod(halves, 2)
    if not half:
        return msg("points-whole", whole=whole)
    return msg("points-half", whole=whole) if whole else msg("points-only-half")


def _describe(event: Event, view: m.SetteMezzoView) -> Iterator[Cue]:
    match event:
        case HandDealt(cards=cards):
            yield mine("hand-dealt", cards=cards)
        case m.StakeMade(tokens=tokens):
            yield mine("stake-made", tokens)
        case m.StakeLaid(seat=seat) if seat != view.seat:
            yield say("stake-laid", seat=Name(seat))
        case m.StakesShown(stakes=stakes):
            others = [Seat(seat) for seat, stake in enumerate(stakes) if stake]
            yield say("stakes-shown", stakes=each(view, "of", stakes, from_me(view, others)))
        case m.CardDrawn(seat=seat, card=card):
            if seat == view.seat:
                yield mine("card-drawn-you", card=card, total=points(m.total(view.hand)))
            else:
                yield say("card-drawn", seat=Name(seat), card=card)
        case m.Busted(seat=seat, card=card):
            yield Sound("trick-lost" if seat == view.seat else "trick-won", seat)
            yield by(view, "busted", seat, card=card)
        case m.Reached(seat=seat, card=card, natural=natural):
            yield Sound("trick-won" if seat == view.seat else "trick-lost", seat)
            yield by(view, "natural" if natural else "reached", seat, card=card)
        case m.CardShown(seat=seat, card=card, halves=halves):
            yield by(view, "card-shown", seat, card=card, total=points(halves))
        case m.Settled(gains=gains):
            yield say("settled", gains=_gains(view, gains))
        case m.MatchEnded(winners=(first, *others), score=score):
            yield match_sound(view, (first, *others))
            shared = say("match-shared", score[first], seats=tuple(map(Name, (first, *others))))
            yield shared if others else by(view, "match-won", first, score[first])


describe = make_describer(EVENTS, _describe)


def _gains(view: m.SetteMezzoView, gains: Sequence[int]) -> tuple[Msg, ...]:
    """What each seat has won or lost, the listener first."""
    ids = {1: "wins", -1: "loses", 0: "even"}
    return tuple(
        who(view, seat, ids[(gains[seat] > 0) - (gains[seat] < 0)], number=abs(gains[seat]))
        for seat in from_me(view, map(Seat, range(len(gains))))
    )


def prompt(view: m.SetteMezzoView) -> Iterable[Cue]:
    """Stakes are asked for by their list."""
    if view.staking or view.to_act != view.seat:
        return
    yield from your_turn(view)


def turn(view: m.SetteMezzoView) -> Msg:
    """T: who must stake, or draw."""
    if isinstance(view.to_act, Turn):
        return msg("dealing")
    if view.staking:
        mine_too = view.seat is not None and not view.staked[view.seat]
        return msg("turn-stakes-you" if mine_too else "turn-stakes")
    if view.to_act == view.seat:
        return msg("turn-draw", total=points(m.total(view.hand)))
    return msg("turn-of", seat=Name(view.to_act))


def facts(card: Card, view: m.SetteMezzoView) -> Iterator[Cue]:
    """X: what a card counts."""
    if card is m.MATTA:
        yield reply("card-matta", total=points(m.total(view.hand)))
    else:
        yield reply("card-counts", count=points(m.halves(card)), total=points(m.total(view.hand)))


def recap(events: Sequence[Event], view: m.SetteMezzoView) -> Iterator[Cue]:
    """E: what the others have drawn since my turn."""
    told: list[Msg] = []
    for one in events:
        match one:
            case m.CardDrawn(seat=seat, card=card):
                told.append(who(view, seat, "drew", card=card))
            case m.Stayed(seat=seat):
                told.append(who(view, seat, "stayed"))
            case m.Busted(seat=seat):
                told.append(who(view, seat, "bust"))
            case m.Reached(seat=seat):
                told.append(who(view, seat, "has-reached"))
    yield reply("recap", facts=tuple(told)) if told else reply("recap-nothing")


def summary(view: m.SetteMezzoView) -> Msg:
    """Where the match stands."""
    return msg("summary", deal=view.deal, deals=view.options.deals, score=_score(view))


def _score(view: m.SetteMezzoView) -> tuple[Msg, ...]:
    return each(view, "of", view.score)


def choice(move: Any, _view: m.SetteMezzoView) -> Msg:
    """How a move reads in the list of stakes, and in advice."""
    if isinstance(move, m.Stake):
        return msg("stake-choice", move.tokens)
    return msg("draw-choice" if move == m.DRAW else "stay-choice")


def listing(view: m.SetteMezzoView) -> Listing[Move] | None:
    """The stakes, while this seat has to make one."""
    if view.seat is None or not view.staking or view.staked[view.seat]:
        return None
    return Listing(msg("stake-title", card=view.hand[0]), m.STAKES[: view.options.stake])


def _table(view: m.SetteMezzoView) -> Iterator[Cue]:
    """C: the cards face up, and the stakes."""
    if not view.deal:
        yield reply("nothing-dealt")
        return
    seats = from_me(view, map(Seat, range(len(view.hand_sizes))))
    yield reply("table", seats=tuple(_seat(view, seat) for seat in seats))


def _seat(view: m.SetteMezzoView, seat: Seat) -> Msg:
    cards = tuple(card for card in view.spread[seat] if card is not None)
    parts: tuple[object, ...] = cards or (msg("covered"),)
    if seat == view.dealer:
        return who(view, seat, "has-bank", cards=parts)
    stake = view.stakes[seat]
    if stake is None:
        return who(view, seat, "has", cards=parts)
    return who(view, seat, "has-stake", cards=parts, stake=stake)


def _total(view: m.SetteMezzoView) -> Iterator[Cue]:
    """V: what my hand counts."""
    yield reply("my-total", total=points(m.total(view.hand))) if view.hand else reply("no-hand")


QUERIES: Final[tuple[Query[m.SetteMezzoView], ...]] = (
    Query("score", ("s",), lambda view: [reply("score", score=_score(view))]),
    Query("table", ("c",), _table, matters=lambda view: view.deal > 0),
    Query("total", ("v",), _total, matters=lambda view: bool(view.hand)),
)


def _command(move: Move, view: m.SetteMezzoView) -> Move:
    """The move; while stakes are to be made, or in the turn of another, why not."""
    if move not in view.legal:
        raise RULES.refusal(view, move)
    return move


COMMANDS: Final[tuple[Command[m.SetteMezzoView], ...]] = (
    Command("draw", ("d",), lambda view: _command(m.DRAW, view)),
    Command("stay", ("f",), lambda view: _command(m.STAY, view)),
)


def board_of(view: m.SetteMezzoView) -> Board:
    """The cards before each seat, what it has staked and has, and my count."""
    over = view.to_act is Turn.OVER
    return Board(
        spread=view.spread,
        notes=tuple(_notes(view, Seat(seat)) for seat in range(len(view.score))),
        facts=(msg("deal-of", deal=view.deal, deals=view.options.deals),),
        stock=view.stock,
        ending=BoardEnding(msg("ending"), ranking(view, view.score)) if over else None,
    )


def said(event: Event, view: m.SetteMezzoView) -> tuple[Seat, Msg] | None:
    """What is drawn as a balloon: who has staked, and who draws no more."""
    del view
    match event:
        case m.StakeLaid(seat=seat):
            return seat, msg("says-staked")
        case m.Stayed(seat=seat):
            return seat, msg("says-stay")
    return None


def undone(events: Sequence[Event], _view: m.SetteMezzoView) -> Msg | None:
    """The card that a draw had brought, which is dealt again."""
    cards = [one.card for one in events if isinstance(one, m.CardDrawn)]
    return msg("undone-drew", card=cards[0]) if cards else None


def _notes(view: m.SetteMezzoView, seat: Seat) -> tuple[Msg, ...]:
    tokens = msg("note-tokens", view.score[seat])
    stake = view.stakes[seat]
    if seat == view.dealer:
        return msg("note-bank"), tokens
    return (tokens,) if stake is None else (msg("note-stake", stake), tokens)
