"""Builders of Wist positions from text, and helpers that make moves in them.

`AKh 3c` is short for `Ah Kh 3c`.  Hands are given in the order of play: the first player's first,
the dealer's last.  With short hands the round has as many tricks as the hands have cards.
"""

from dataclasses import replace
from functools import cache
from random import Random

from audiogames.cards.card import Card
from audiogames.core.contract import Turn
from audiogames.core.events import Seat
from audiogames.games.wist import model as m
from audiogames.games.wist.rules import WistRules
from tests.games.moves import maker, of, refuser, words

RULES = WistRules()
make = maker(RULES)
refusal = refuser(make)

CUORI, QUADRI, FIORI, PICCHE, LIBERA, BUIO, BIGLIETTI, WIST = range(1, 9)
"""The turni by their numbers."""


def cards(text):
    """Return cards from text, as in `cards("AKh 3c")`."""
    words = text.split()
    return [Card.read(rank + word[-1], "french") for word in words for rank in word[:-1]]


def start(seats=4, **options):
    """Return a match before the first draw."""
    return RULES.start(m.Options(**options), seats)


def in_turn(seats=4, dealer=0, *, clockwise=False):
    """Return the seats from the first player to the dealer, to the right unless clockwise."""
    step = 1 if clockwise else -1
    return [Seat((dealer + step * place) % seats) for place in range(1, seats + 1)]


def ready(turno=1, *, seats=4, dealer=0, scores=None, size=None, **options):
    """Return a match before the deal of this round; `size` makes the hands shorter."""
    state = start(seats, **options)
    if state.expects == "seats":
        make(state, "seats 0 1 2 3")
    nothing = (0,) * seats
    state.dealer, state.phase = Seat(dealer), m.Phase.DEALING
    state.deal = turno - 1
    state.sheet = [m.Scored(one.name, nothing, nothing, nothing) for one in state.plan[: turno - 1]]
    state.score = list(scores or nothing)
    if size is not None:
        state.plan = tuple(replace(one, cards=size) for one in state.plan)
    return state


def pack(state, *hands, turned=None):
    """Return the dealer's move that deals these hands, filled up with the remaining cards."""
    held = [cards(hand) for hand in hands] + [[] for _ in range(state.seats - len(hands))]
    known = {*cards(turned or ""), *(card for hand in held for card in hand)}
    rest = [card for card in m.PACKS[state.seats] if card not in known]
    size = state.plan[state.deal].cards
    for hand in held:
        while len(hand) < size:
            hand.append(rest.pop())
    order = in_turn(state.seats, state.dealer, clockwise=state.options.clockwise)
    dealt_to = dict(zip(order, held, strict=True))
    packets = [card for seat in range(state.seats) for card in dealt_to[seat]]
    return words(["deal", *packets, *cards(turned or ""), *rest])


def dealt(*hands, turned=None, **more):
    """Return a round after these hands were dealt; `more` are arguments of `ready`."""
    if hands and "size" not in more:
        more["size"] = len(cards(hands[0]))
    state = ready(**more)
    make(state, pack(state, *hands, turned=turned))
    return state


def playing(*hands, bids=None, **more):
    """Return a round after these bids, by default all zero."""
    state = dealt(*hands, **more)
    if state.phase is m.Phase.BIDDING:
        bid(state, *(bids or [0] * state.seats))
    return state


def bid(state, *numbers):
    """Make bids one after another, each by the seat to act."""
    return [event for number in numbers for event in make(state, f"bid {number}")]


def play(state, script):
    """Play cards one after another, each by the seat to act."""
    return [event for card in script.split() for event in make(state, card)]


def takes(trick, **more):
    """Return the card that takes this trick, to which each seat plays its only card."""
    events = play(playing(*trick.split(), **more), trick)
    [taken] = of(m.TrickTaken, events)
    [card] = [event.card for event in of(m.CardPlayed, events) if event.seat == taken.seat]
    return str(card)


def legal(state, seat=...):
    """Return the legal moves of a seat as text, by default of the seat to act."""
    return {str(move) for move in state.legal_moves(state.to_act if seat is ... else seat)}


def bids_up_to(most):
    """Return all bids from 0 up to `most`, as text."""
    return {f"bid {number}" for number in range(most + 1)}


def listeners(state):
    """Return every seat, and None for a spectator."""
    return [*map(Seat, range(state.seats)), None]


def any_move(state, number):
    """Return a seat and one of its legal moves, chosen by a number."""
    if state.to_act is Turn.CHANCE:
        return None, RULES.chance(state, Random(number))
    moves = [(seat, move) for seat in listeners(state)[:-1] for move in state.legal_moves(seat)]
    return moves[number % len(moves)]


def finish_round(state, rng=None):
    """Make random moves until the round has been scored; return the events."""
    rng = rng or Random(1)
    events, before = [], len(state.sheet)
    while len(state.sheet) == before:
        seat, move = any_move(state, rng.randrange(1000))
        state.apply(seat, move, events.append)
    return events


@cache
def whole_match(seed=1, seats=4, **options):
    """Play a random match to its end; return its last state and all events."""
    state, rng, events = start(seats, **options), Random(seed), []
    while state.to_act is not Turn.OVER:
        seat, move = any_move(state, rng.randrange(10_000))
        state.apply(seat, move, events.append)
    return state, tuple(events)
