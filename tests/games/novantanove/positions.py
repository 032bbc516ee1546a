"""Builders of Novantanove positions from text, and helpers that make moves in them."""

from collections import Counter

from audiogames.cards.card import Card
from audiogames.core.events import Seat
from audiogames.core.registry import game
from audiogames.games.novantanove.model import Phase
from tests.games.moves import maker

GAME = game("novantanove")
RULES = GAME.rules
make = maker(RULES)


def cards(text):
    """Return cards from text, as in `cards("7h Kc")`."""
    return [Card.read(word, "french") for word in text.split()]


def position(*hands, total=0, seats=3, tokens=9, to=0, stock=None, options=None, **more):
    """Return a round in progress.

    `hands` are the hands of the first seats, as text; the other seats get three of the
    remaining cards.  `tokens` is one number for all seats or one for each.  `stock` is text,
    the top card first; by default it has all remaining cards.  Cards neither in a hand nor in
    the stock have been played.
    """
    state = RULES.start(options or GAME.options(), seats)
    state.round = 1
    state.tokens = [tokens] * seats if isinstance(tokens, int) else list(tokens)
    held = [cards(text) for text in hands]
    left = Counter(state.pack()) - Counter(card for hand in held for card in hand)
    if stock is not None:
        left -= Counter(cards(stock))
    rest = sorted(left.elements(), reverse=True)
    held += [
        [rest.pop() for _ in range(3 if tokens else 0)] for tokens in state.tokens[len(held) :]
    ]
    state.hands = held
    state.stock = rest if stock is None else cards(stock)[::-1]
    state.trail = [] if stock is None else [(Seat(seats - 1), card) for card in rest]
    state.total = total
    state.dealer, state.starter = Seat(seats - 1), Seat(0)
    state.phase, state.player = Phase.PLAYING, Seat(to)
    for name, value in more.items():
        setattr(state, name, value)
    return state


def all_cards(state):
    """Return all cards of the current round, in hands, stock and discards, sorted."""
    return sorted([*(c for hand in state.hands for c in hand), *state.stock, *state.discards()])
