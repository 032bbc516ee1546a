"""Helpers to play Invido from text: hands, and moves in the players' words."""

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
    """Return a dealer's move that gives these hands to seats 0 and 1."""
    held = [*cards(first), *cards(second)]
    rest = [card for card in m.PACK if card not in held]
    return " ".join(map(str, ["deal", *held, *rest]))


def dealt(*hands, leader=0, score=(0, 0), short=False, **options):
    """Return the state after a deal of these two hands."""
    state = RULES.start(m.Options(**options), 2)
    make(state, f"dealer {1 - leader}")
    state.score = list(score)
    if short:
        state.short, state.goal = True, m.SHORT_GOAL
    make(state, pack(*hands))
    return state


def play(state, script):
    """Make the moves of a script; `1:a-monte` is a move of seat 1 out of turn."""
    events = []
    for word in script.split():
        seat, colon, move = word.rpartition(":")
        events += make(state, move, Seat(int(seat)) if colon else ...)
    return events


def played(script, *hands, **more):
    """Deal these hands, make the moves of a script, and return the state."""
    state = dealt(*hands, **more)
    play(state, script)
    return state


def legal(state, seat):
    """Return the seat's legal moves as text."""
    return {str(move) for move in state.legal_moves(Seat(seat))}


def said(state, seat):
    """Return the seat's legal calls and answers as text, without the cards that it may play."""
    return legal(state, seat) & set(m.WORDS)
