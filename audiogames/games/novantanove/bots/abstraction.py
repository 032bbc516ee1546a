"""The strong bot's abstraction: cards, hands and totals as small integers.

Suits are irrelevant in this game and kings equal queens, so there are twelve kinds of cards, 78
pairs that a player can hold after a play, and 364 hands of three.  A hand that lacks a card is
represented by one that holds a card twice, since it has the same choices.
"""

from __future__ import annotations

from itertools import combinations_with_replacement
from typing import Final, NamedTuple

from audiogames.cards.card import Card
from audiogames.games.novantanove import model as m

LOWEST: Final = -40
"""The lowest total in the tables.  Lower ones, which only repeated tens as -10 can reach, count as
this one.
"""
TOTALS: Final = range(LOWEST, m.LAST)

KINDS: Final = "A23456789TJQ"
COPIES: Final = (4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 8)
"""The cards of each kind in one pack; the last kind is queens and kings."""
JACK: Final = KINDS.index("J")
FOUR: Final = KINDS.index("4")

_KIND_OF: Final = {rank: kind for kind, rank in enumerate(KINDS)} | {"K": KINDS.index("Q")}


def kind_of(card: Card) -> int:
    """Return the index of a card's kind (its rank, with king and queen as one)."""
    return _KIND_OF[card.rank]


_CLUBS: Final[tuple[Card, ...]] = tuple(Card.read(f"{kind}c", "french") for kind in KINDS)
ACTIONS: Final[tuple[m.Play, ...]] = tuple(play for card in _CLUBS for play in m.PLAYS[card])
"""The fourteen effects that a card can have, each represented by a play of clubs."""
KIND: Final[tuple[int, ...]] = tuple(kind_of(play.card) for play in ACTIONS)
_ACTION_OF: Final = {(play.card.rank, play.value): action for action, play in enumerate(ACTIONS)}

Pair = tuple[int, int]
Hand = tuple[int, int, int]
PAIRS: Final[tuple[Pair, ...]] = tuple(combinations_with_replacement(range(len(KINDS)), 2))
HANDS: Final[tuple[Hand, ...]] = tuple(combinations_with_replacement(range(len(KINDS)), 3))
_PAIR: Final = {pair: number for number, pair in enumerate(PAIRS)}
_HAND: Final = {hand: number for number, hand in enumerate(HANDS)}

DRAWN: Final = tuple(
    tuple(_HAND[tuple(sorted((*pair, kind)))] for kind in range(len(KINDS)))  # type: ignore[index]
    for pair in PAIRS
)
"""The hand that a pair becomes with each kind of card."""


def action_of(play: m.Play) -> int:
    """Return the index of the action (kind of card and chosen value) of this play."""
    return _ACTION_OF["Q" if play.card.rank == "K" else play.card.rank, play.value]


def pair_of(first: int, second: int) -> int:
    """Return the index of a pair of cards of these two kinds."""
    return _PAIR[(first, second) if first <= second else (second, first)]


def _without(hand: tuple[int, ...], place: int) -> int:
    first, second = hand[:place] + hand[place + 1 :]
    return pair_of(first, second)


KEPT: Final = tuple(tuple(_without(hand, place) for place in range(3)) for hand in HANDS)
"""The pairs that remain of a hand without its first, second or third card."""

CHOICES: Final = tuple(
    tuple(
        (action, kept)
        for kind, kept in zip(hand, KEPT[number], strict=True)
        for action in range(len(ACTIONS))
        if KIND[action] == kind
    )
    for number, hand in enumerate(HANDS)
)
"""The choices of each hand: the action, and the pair that is kept."""


class PlayEffect(NamedTuple):
    """The effect of one action at a given total.

    `after` is the index of the new total; `player` is how many tokens the player loses, `others`
    how many each other player loses.
    """

    after: int
    player: int
    others: int
    ends_round: bool


def place_of(total: int) -> int:
    """Return the index of a total in the tables, where the lowest total has index 0."""
    return max(total, LOWEST) - LOWEST


def _effect(total: int, action: int) -> PlayEffect:
    after = m.total_after(total, ACTIONS[action])
    cost = m.outcome(total, after)
    return PlayEffect(0 if cost.ends_round else place_of(after), *cost)


EFFECTS: Final = tuple(
    tuple(_effect(total, action) for action in range(len(ACTIONS))) for total in TOTALS
)
"""The effect of each action at each total, by the total's index and then by the action."""


def turn_after(action: int, past: int, players: int) -> int:
    """Return the distance, in turns, from a fixed seat to the next player; 0 is that seat itself.

    `past` is the distance from the fixed seat to the player of the card, in the direction of
    play before the card.  A four may reverse the direction; the result is in the direction
    after the card.
    """
    if KIND[action] == JACK:
        return (past + 2) % players
    if KIND[action] == FOUR and players > 2:
        return (1 - past) % players
    return (past + 1) % players
