"""Invido played from text: known hands, then moves in the players' words."""

from audiogames.cards.card import Card
from audiogames.core.events import Seat
from audiogames.core.registry import game
from audiogames.games.invido import model as m
from tests.games.moves import maker, refuser

GAME = game("invido")
RULES = GAME.rules
make = maker(RULES)
refusal = refuser(make)


def cards(text):
    """Return cards from text, as in `cards("3c Rb")`."""
    return [Card.read(word, "italian") for word in text.split()]


def pack(first="3c 2b 1s", second="6s 7c Rd"):
    """Return the dealer's move that gives these hands to the seats."""
    held = [*cards(first), *cards(second)]
    rest = [card for card in m.PACK if card not in held]
    return " ".join(map(str, ["deal", *held, *rest]))


def dealt(*hands, leader=0, score=(0, 0), short=False, **options):
    """Return a new deal; `hands` are those of the two seats, as text."""
    state = RULES.start(m.Options(**options), 2)
    make(state, f"dealer {1 - leader}")
    state.score = list(score)
    if short:
        state.short, state.goal = True, m.SHORT_GOAL
    make(state, pack(*hands))
    return state


def play(state, script):
    """Make moves one after another; `1:a-monte` names a seat that is not to act."""
    events = []
    for word in script.split():
        seat, colon, move = word.rpartition(":")
        events += make(state, move, Seat(int(seat)) if colon else ...)
    return events


def played(script, *hands, **more):
    """Return a deal after these moves."""
    state = dealt(*hands, **more)
    play(state, script)
    return state


def legal(state, seat):
    """Return the seat's legal moves as text."""
    return {str(move) for move in state.legal_moves(Seat(seat))}


def said(state, seat):
    """Return the seat's legal moves as text, without the cards."""
    return legal(state, seat) & set(m.WORDS)
