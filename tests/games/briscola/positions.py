"""Builders of Briscola positions from text, and helpers that make moves in them."""

from random import Random

from audiogames.cards.card import Card
from audiogames.core.contract import Refused, Turn
from audiogames.core.events import Seat
from audiogames.games.briscola import model as m
from audiogames.games.briscola.rules import BriscolaRules
from tests.games.moves import maker

RULES = BriscolaRules()
make = maker(RULES)


def cards(text):
    """Return cards from text, as in `cards("3c Rb")`."""
    return tuple(Card.read(word, "italian") for word in text.split())


def dealt(*hands, turned="6c", stock="", dealer=0, **options):
    """Return a match after its first deal.

    It deals these hands in seat order, then the turned-up card and the top of the stock.
    """
    state = RULES.start(m.Options(**options), len(hands))
    make(state, f"dealer {dealer}")
    deal(state, *hands, turned=turned, stock=stock)
    return state


def deal(state, *hands, turned="6c", stock=""):
    """Make the next deal of a match; return its events."""
    return make(state, pack(*hands, turned=turned, stock=stock))


def pack(*hands, turned="6c", stock=""):
    """Return a deal that begins with these cards; the others follow in the order of the pack."""
    named = [card for text in (*hands, turned, stock) for card in cards(text)]
    rest = [card for card in m.PACKS[len(hands)] if card not in named]
    return " ".join(map(str, ("deal", *named, *rest)))


def play(state, script):
    """Make moves one after another and return all events; `1:sign-re` is seat 1 out of turn."""
    events = []
    for word in script.split():
        seat, colon, move = word.rpartition(":")
        events += make(state, move.replace("-", " "), Seat(int(seat)) if colon else ...)
    return events


def refusal(state, text, seat=...):
    """Return the id of a move's refusal, or None if the move was made."""
    try:
        make(state, text, seat)
    except Refused as refused:
        return refused.id
    return None


def legal(state, seat):
    """Return a seat's legal moves as text."""
    return [str(move) for move in state.legal_moves(Seat(seat))]


def at_random(state, rng, events, until=lambda state: state.to_act is Turn.OVER):
    """Make random moves until `until(state)` is true, and append all events to `events`."""
    while not until(state):
        seat = state.to_act
        if seat is Turn.CHANCE:
            state.apply(None, RULES.chance(state, rng), events.append)
        else:
            state.apply(seat, rng.choice(state.legal_moves(seat)), events.append)
    return state


def between(state):
    """Return True if a deal has been scored and the next one has not begun."""
    return isinstance(state.to_act, Turn)


def stock_used_up(seed=1, **options):
    """Return a match of four in which the stock has just run out, and the events so far."""
    state, events = RULES.start(m.Options(**options), 4), []
    make(state, "dealer 0")
    at_random(state, Random(seed), events, lambda one: bool(one.deal) and one.turned is None)
    return state, events


def last_tricks(mine, theirs, points, *, leader=0, trump="s", stock="", turned=""):
    """Return a match of two near the end of a deal; seat 0 has at most `points` points."""
    hands, left = [cards(mine), cards(theirs)], cards(stock)
    last = cards(turned)
    gone = [card for card in m.ITALIAN if card not in {*hands[0], *hands[1], *left, *last}]
    gone.sort(key=lambda card: -m.PLAYS[card].points)
    trail, taken = [], [0, 0]
    for first, second in zip(gone[::2], gone[1::2], strict=True):
        worth = m.PLAYS[first].points + m.PLAYS[second].points
        taker = m.best_of(((Seat(0), first), (Seat(1), second)), trump)[0]
        side = int(taken[0] + worth > points)
        taken[side] += worth
        seat = Seat(taker if side == 0 else 1 - taker)
        trail += [(seat, first), (Seat(1 - seat), second)]
    state = make_dealt(hands)
    state.stock = [m.PLAYS[card] for card in left]
    state.trump, state.turned = m.SUITS.index(trump), last[0] if last else None
    state.points = taken
    state.lay_course(tuple(trail), Seat(leader), m.PLAYS)
    state.to_act, state.closer = Seat(leader), Seat(1 - leader)
    return state


def make_dealt(hands):
    """Return a match in its first deal, with exactly these hands."""
    state = RULES.start(m.Options(), len(hands))
    state.deal, state.dealer = 1, Seat(0)
    state.clear(hands)
    return state
