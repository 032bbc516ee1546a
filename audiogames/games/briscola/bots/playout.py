"""Rollouts with `CardHabits`: all hands are known, and the deal is played to its end."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from audiogames.cards.sides import PAIRS
from audiogames.games.briscola.bots.codes import BRISCOLA, POINTS, SUIT
from audiogames.games.briscola.bots.habits import CardHabits, Spot


@dataclass
class OpenDeal:
    """A deal with all cards known, as codes; `stock` is in drawing order, the turned-up card last.

    `trick` has the cards on the table, the led card first.  Seats are counted in order of play from
    the leader of that trick: 0 leads, and in pairs 0 and 2 are partners.
    """

    hands: list[list[int]]
    stock: Sequence[int]
    trick: Sequence[int]


def played_out(deal: OpenDeal, first: int, habits: CardHabits) -> list[int]:
    """Return each seat's points after playing card `first` now and all later cards by `habits`.

    The trick on the table is counted, earlier tricks are not.
    """
    hands = [hand[:] for hand in deal.hands]
    seats, drawn = len(hands), 0
    points = [0] * seats
    trick: Sequence[int] = (*deal.trick, first)
    hands[len(deal.trick)].remove(first)
    leader = 0
    while True:
        leader, lies = _finished(hands, leader, trick, habits)
        points[leader] += lies
        trick = ()
        if drawn < len(deal.stock):
            for place in range(seats):
                hands[(leader + place) % seats].append(deal.stock[drawn + place])
            drawn += seats
        elif not hands[leader]:
            return points


def _finished(
    hands: list[list[int]], leader: int, trick: Sequence[int], habits: CardHabits
) -> tuple[int, int]:
    """Play the missing cards of a trick by `habits`; return the taker's seat and the points."""
    seats = len(hands)
    best, lies, taker = -1, 0, 0
    for place in range(seats):
        if place < len(trick):
            code = trick[place]
        else:
            hand = hands[(leader + place) % seats]
            after = seats - 1 - place
            if seats == PAIRS:
                is_ours = best >= 0 and (place - taker) % 2 == 0
                at = Spot(best, lies, is_ours, (after + 1) // 2, after // 2)
            else:
                at = Spot(best, lies, False, after, 0)
            code = max(hand, key=habits.values(at).__getitem__)
            hand.remove(code)
        lies += POINTS[code]
        if best < 0 or (code > best if SUIT[code] == SUIT[best] else code >= BRISCOLA):
            best, taker = code, place
    return (leader + taker) % seats, lies
