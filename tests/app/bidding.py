"""A small bidding game for tests: public or secret bids, then two cards for each player.

It replaces Novantanove in the registry and uses its messages.  In each round the cards are dealt,
the seats bid from seat 1 on, so that the listener, seat 0, bids last, and then the cards are
played, from seat 0 on.
"""

from __future__ import annotations

from contextlib import contextmanager
from copy import deepcopy
from dataclasses import dataclass, replace
from typing import Any

import pytest

import audiogames.games.novantanove as place
from audiogames.app.settings import Settings
from audiogames.cards.card import FRENCH, Card
from audiogames.cards.dealing import Deal, HandDealt, read_cards
from audiogames.core import registry
from audiogames.core.board import NO_BOARD
from audiogames.core.contract import Move, Refused, Result, Turn, View
from audiogames.core.controls import Cell, Listing, Query, Sheet
from audiogames.core.cues import mine, msg, reply, say
from audiogames.core.events import Event, Seat
from audiogames.core.options import number, switch
from audiogames.core.spec import BotSpec, ClockSpec, HandSpec, ListSpec, no_effect
from audiogames.search.arena import RandomBot
from audiogames.table.setup import Setup
from tests.kit.pilot import MemoryStorage, Pilot

HELD = 2
ROUNDS = 2
FORBIDDEN = 2
"""The bid that the last bidder may not make."""

CARDS = "7s Kc Ah 2s 3c 4d"
"""The listener holds the seven of spades and the king of clubs."""


@dataclass(frozen=True)
class Options:
    secret: bool = switch()
    dark: bool = switch()
    strict: bool = switch()
    low: int = number(0, 0, 1)
    high: int = number(13, 1, 13)


@dataclass(frozen=True)
class Bid(Move):
    tricks: int

    def __str__(self):
        return f"bid {self.tricks}"


@dataclass(frozen=True)
class Play(Move):
    card: Card

    def __str__(self):
        return str(self.card)


@dataclass(frozen=True)
class BidMade(Event):
    seat: Seat
    tricks: int | None


@dataclass(frozen=True)
class Played(Event):
    seat: Seat
    card: Card


@dataclass(frozen=True, kw_only=True)
class BiddingView(View):
    options: Options
    bids: tuple[int | None, ...]
    may_bid: bool
    round: int


class State:
    def __init__(self, options, seats):
        self.options, self.seats, self.round = options, seats, 0
        self.hands = [[] for _ in range(seats)]
        self.bids = [None] * seats
        self.next = Seat(0)

    @property
    def bidders(self):
        return [Seat(s) for s in (*range(1, self.seats), 0) if self.round and self.bids[s] is None]

    @property
    def to_act(self):
        if self.bidders:
            return self.bidders[0]
        if any(self.hands):
            return self.next
        return Turn.OVER if self.round == ROUNDS else Turn.CHANCE

    @property
    def expects(self):
        return "deal" if self.to_act is Turn.CHANCE else None

    def allows(self, seat, move):
        return move in self.legal_moves(seat)

    def is_awaited(self, seat):
        return seat in self.bidders if self.options.secret else seat == self.to_act

    def legal_moves(self, seat):
        if self.bidders:
            asked = self.bidders if self.options.secret else self.bidders[:1]
            barred = FORBIDDEN if len(self.bidders) == 1 and not self.options.secret else None
            return [bid for bid in self.all_bids() if seat in asked and bid.tricks != barred]
        return [Play(card) for card in self.hands[seat] if self.to_act == seat]

    def all_bids(self):
        return [Bid(tricks) for tricks in range(self.options.low, self.options.high + 1)]

    def apply(self, seat, move, emit=lambda _event: None):
        match move:
            case Deal(cards=cards):
                self.round += 1
                self.next = Seat(0)
                self.bids = [None] * self.seats
                self.hands = [list(cards[HELD * s : HELD * s + HELD]) for s in range(self.seats)]
                for s, hand in enumerate(self.hands):
                    emit(HandDealt(tuple(hand), to=Seat(s)))
            case Bid(tricks=tricks):
                self.bids[seat] = tricks
                emit(BidMade(seat, None if self.options.secret else tricks))
            case Play(card=card):
                self.hands[seat].remove(card)
                self.next = Seat((seat + 1) % self.seats)
                emit(Played(seat, card))

    def copy(self):
        return deepcopy(self)

    def view(self, seat):
        return BiddingView(
            seat=seat,
            to_act=self.to_act,
            legal=() if seat is None else tuple(self.legal_moves(seat)),
            dealer=None,
            hand=() if seat is None else tuple(self.hands[seat]),
            hand_sizes=tuple(map(len, self.hands)),
            options=self.options,
            bids=tuple(self.bids),
            may_bid=seat is not None and any(isinstance(m, Bid) for m in self.legal_moves(seat)),
            round=self.round,
        )

    def result(self):
        return Result((Seat(0),), (0,) * self.seats, "end") if self.to_act is Turn.OVER else None


class Rules:
    version = 1

    def start(self, options, seats):
        return State(options, seats)

    def chance(self, state, rng):
        return Deal((*read_cards(CARDS.split(), "french"), *FRENCH[20:]))

    def read(self, text):
        verb, _, rest = text.partition(" ")
        if verb == "deal":
            return Deal(read_cards(rest.split(), "french"))
        return Bid(int(rest)) if verb == "bid" else Play(Card.read(text, "french"))

    def refusal(self, view, move):
        if view.may_bid:
            why = "Not 2." if isinstance(move, Bid) else "Bid first."
            return Refused("no", msg("text", text=why))
        return Refused("not-your-turn", msg("text", text="Not now."))

    def allows_chance(self, state, move):
        return isinstance(move, Deal) and state.to_act is Turn.CHANCE


def describe(event, view):
    match event:
        case HandDealt():
            yield say("text", text="Dealt.")
        case BidMade(seat=seat, tricks=tricks):
            told = "writes" if tricks is None else f"bids {tricks}"
            yield say("text", text=f"Seat {seat} {told}.")
        case Played(seat=seat, card=card):
            yield say("text", text=f"Seat {seat} plays {card}.")


def prompt(view):
    if view.may_bid and not view.options.secret:
        yield mine("text", text="Two is forbidden.")
    elif view.to_act == view.seat and not view.may_bid:
        yield mine("your-turn")


def listing(view):
    if not view.may_bid:
        return None
    moves = tuple(Bid(tricks) for tricks in range(view.options.low, view.options.high + 1))
    return Listing(msg("text", text="Bid."), moves, view.options.low)


def choice(move, view):
    return msg("text", text=f"{move.tricks}." if move.tricks else "Wist.")


def hidden_hand(view):
    dark = view.options.dark and None in view.bids
    return msg("text", text="In the dark.") if dark and view.round else None


def sheet(view):
    rounds = range(ROUNDS)
    cells = tuple(
        tuple(_cell(bid if number + 1 == view.round else None, number) for number in rounds)
        for bid in view.bids
    )
    heads = tuple(msg("text", text=f"round {number + 1}") for number in rounds)
    names = tuple(msg("text", text=f"player {seat}") for seat in range(len(view.bids)))
    return Sheet(heads, names, cells)


def _cell(bid, number):
    upper = None if bid is None else msg("text", text=f"bid {bid}")
    return Cell(upper, msg("text", text=f"points {bid + 10}") if bid and not number else None)


def order(card):
    return "hcds".index(card.suit), "AKQJT98765432".index(card.rank)


def bids(view):
    yield reply("text", text=f"Bids {sum(bid or 0 for bid in view.bids)}.")


SPEC = replace(
    place.GAME,
    seats=(2, 3, 4),
    options=Options,
    rules=Rules(),
    events=(HandDealt, BidMade, Played),
    describe=describe,
    queries=(Query("total", ("c",), bids, lambda view: not view.options.strict),),
    commands=(),
    explain=lambda move, _view: [reply("text", text=f"Plays {move}.")],
    prompt=prompt,
    hand=HandSpec(lambda card, _view: [Play(card)], order=order, hidden=hidden_hand),
    lists=ListSpec(choice, lambda _move, _view: msg("text", text="Which?"), listing=listing),
    recap=lambda events, _view: [reply("text", text=f"{len(events)} events.")],
    summary=lambda view: msg("text", text=f"round {view.round}"),
    deal=lambda _view: None,
    undone=no_effect,
    bots=BotSpec({"easy": RandomBot, "normal": RandomBot}, default="normal"),
    clock=ClockSpec(),
    is_out=lambda _view: False,
    board=NO_BOARD,
    sheet=sheet,
)


@contextmanager
def in_place(spec=SPEC):
    """Replace Novantanove by this game in the registry while the context is open."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(place, "GAME", spec)
        _forget()
        yield spec
    _forget()


def _forget():
    registry.game.cache_clear()
    registry.games.cache_clear()


def playing(
    *,
    seats=3,
    script=None,
    spec=SPEC,
    lang="en",
    limit=None,
    storage=None,
    watch=False,
    **options: Any,
):
    """Start a match of the bidding game against Ada (seat 1) and Bruno (seat 2)."""
    pilot = Pilot(storage or MemoryStorage(Settings(language=lang)), lang=lang, script=script)
    pilot.look()
    players = () if watch else (pilot.app.matches.me(),)
    setup = Setup(spec, Options(**options), players, limit, watch=watch).filled(seats)
    pilot.app.matches.begin(setup, pilot.now)
    pilot.perform(pilot.app.tick(pilot.now))
    return pilot


def asked(*, bids=("3", "4"), **more):
    """Start a match in which the bots make these bids, and wait until the listener must bid."""
    script = {"Ada": [f"bid {bids[0]}"], "Bruno": [f"bid {bids[1]}"]}
    pilot = playing(script=script, **more)
    pilot.wait(20)
    pilot.look()
    return pilot
