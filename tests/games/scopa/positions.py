"""Builders of Scopa positions from text, and helpers that make moves in them."""

from random import Random

from audiogames.cards.card import BIT, ITALIAN, Card, set_of
from audiogames.core.contract import Refused, Turn, admit
from audiogames.core.events import Seat
from audiogames.games.scopa import model as m
from audiogames.games.scopa.rules import ScopaRules
from tests.games.moves import maker, words

RULES = ScopaRules()
make = maker(RULES)


def cards(text):
    """Return cards from text, as in `cards("7d Fb")`."""
    return tuple(Card.read(word, "italian") for word in text.split())


def pack(hands, table="", size=3):
    """Return a deal that begins with these hands; the other cards follow in pack order.

    The kings come first among them, so that three kings on the table do not void the deal.
    """
    named = [list(cards(hand)) for hand in hands]
    used = {one for hand in named for one in hand} | set(cards(table))
    rest = sorted((one for one in ITALIAN if one not in used), key=lambda one: one.rank != "R")
    dealt = [[*hand, *(rest.pop(0) for _ in range(size - len(hand)))] for hand in named]
    return words(["deal", *(one for hand in dealt for one in hand), *cards(table), *rest])


def begun(seats=2, dealer=None, **options):
    """Return a match before its first deal; by default seat 1 deals, so seat 0 begins."""
    state = RULES.start(m.Options(**options), seats)
    make(state, f"dealer {1 if dealer is None else dealer}")
    return state


def playing(hand, table, *, seats=2, others=(), **options):
    """Return a deal in which seat 0 is to play from this hand, and the table has these cards."""
    state = begun(seats, **options)
    size = m.FORMS[state.options.form][0]
    held = [hand, *others, *[""] * (seats - 1 - len(others))]
    make(state, pack(held, "" if len(cards(table)) != 4 else table, size))
    state.lay(cards(table))
    return state


def legal(state, seat=None):
    """Return a seat's legal moves as texts, in their order."""
    return [str(move) for move in state.legal_moves(state.to_act if seat is None else seat)]


def refusal(state, text, seat):
    """Return the id of a move's refusal; fail if the move is allowed."""
    try:
        admit(RULES, state, seat, RULES.read(text))
    except Refused as refused:
        return refused.id
    raise AssertionError(f"{text} was let in")


def match(seed, seats=2, **options):
    """Play a random match; yield each state, the move, its events and the state after it."""
    lot = Random(seed)
    state = RULES.start(m.Options(**options), seats)
    while (turn := state.to_act) is not Turn.OVER:
        seat = None if isinstance(turn, Turn) else Seat(turn)
        move = RULES.chance(state, lot) if seat is None else lot.choice(state.legal_moves(seat))
        before, events = state.copy(), []
        state.apply(seat, move, events.append)
        yield before, move, events, state


FORMS = [(2, {}), (3, {}), (4, {}), (4, {"form": "scopone"}), (4, {"form": "scientifico"})]
OPTIONS = {"last_scopa": True, "napola": True, "rebello": True, "ace_takes_all": True}


def ending(mine, theirs, table, **options):
    """Return the end of a deal of two players with these cards; seat 0 is to play.

    The earlier cards were captured in groups of three plays, by each seat in turn.
    """
    held = [cards(mine), cards(theirs)]
    gone = [one for one in ITALIAN if one not in {*held[0], *held[1], *cards(table)}]
    state = begun(2, **options)
    make(state, pack(("", "")))
    state.stock = ()
    state.lay(cards(table))
    lying, played = gone[: 4 - len(cards(table))], gone[4 - len(cards(table)) :]
    for place, card in enumerate(played):
        taken = set_of(lying) if place % 3 == 2 or card is played[-1] else 0
        lying = [] if taken else [*lying, card]
        state.trail.append((m.PLAYS[card], taken))
        state.piles[place % 2] |= taken and taken | BIT[card]
    for seat in (0, 1):
        state.hold(Seat(seat), held[seat])
    state.last_taker = Seat(1)
    return state
