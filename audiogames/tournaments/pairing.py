"""Pairs the entrants of each round: round robin, Swiss, bracket and groups.

The round robin uses the circle method in the order of the Berger tables (FIDE Handbook C.05, annex
1).  Entrants have numbers from 0, and a bye is one more number if the entrants are odd.  In each
round the last number meets one of the others.  All other numbers form a circle around that one; two
numbers at the same distance from it, on opposite sides, meet.  Each entrant sits first as often as
second, plus or minus one.

Swiss rounds are a matching of least cost (J. Edmonds, "Maximum matching and a polyhedron with
0,1-vertices", 1965, as implemented in networkx).  No two entrants meet twice, the points of the two
in a meeting are as close as possible, within a group of equal points the upper half meets the lower
half, and the order of seats is balanced.  Such a matching considers all pairs at once, so no
entrant is left over at the end.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from importlib.util import find_spec
from typing import Final

from audiogames.tournaments.model import Pairing, TournamentError

POINTS: Final = 1_000_000
"""The cost of one point of difference, which is squared, relative to all other costs."""
SEATS: Final = 20_000
"""The cost of two entrants who have both sat first, or second, too often."""


def can_pair_swiss() -> bool:
    """Return whether Swiss rounds can be paired, which needs the library networkx."""
    return find_spec("networkx") is not None


def berger(entrants: Sequence[int]) -> tuple[tuple[Pairing, ...], ...]:
    """Return all rounds of a round robin; an odd number of entrants leads to byes."""
    count = len(entrants) + len(entrants) % 2
    around, rounds = count - 1, []
    for number in range(around):
        middle = number * (count // 2) % around
        last, other = count - 1, middle
        tables = [(last, other) if number % 2 else (other, last)]
        tables += [
            ((middle + step) % around, (middle - step) % around) for step in range(1, count // 2)
        ]
        rounds.append(tuple(_pairing(entrants, *table) for table in tables))
    return tuple(rounds)


def _pairing(entrants: Sequence[int], first: int, second: int) -> Pairing:
    """Return the pairing of the entrants at two indices.

    An index one past the last entrant means a bye.
    """
    missing = len(entrants)
    if first == missing:
        return Pairing(entrants[second])
    return Pairing(entrants[first], None if second == missing else entrants[second])


def swiss(
    order: Sequence[int],
    points: Mapping[int, int],
    met: Collection[frozenset[int]],
    had_bye: Collection[int],
    balance: Mapping[int, int],
) -> tuple[Pairing, ...] | None:
    """Return the pairings of a round; None if two entrants would have to meet again.

    `order` lists the entrants by standing, the best first.  `balance` is how many more matches
    each entrant has played in the first seat than in the second.  Raises `TournamentError`
    without networkx.
    """
    if not can_pair_swiss():
        raise TournamentError("no-swiss")
    from networkx import Graph, max_weight_matching  # noqa: PLC0415 - takes a moment to load

    bye = -1
    graph = Graph()
    nodes = [*order, *([bye] if len(order) % 2 else [])]
    graph.add_nodes_from(nodes)
    places, sizes = _groups(order, points)
    for at, one in enumerate(order):
        for other in order[at + 1 :]:
            if frozenset((one, other)) not in met:
                cost = _cost(one, other, points, places, sizes)
                cost += SEATS * (balance[one] == balance[other] != 0)
                graph.add_edge(one, other, weight=-cost)
        if len(order) % 2 and one not in had_bye:
            lowest = points[order[-1]]
            cost = POINTS * (points[one] - lowest) ** 2 + len(order) - at
            graph.add_edge(one, bye, weight=-cost)
    found = max_weight_matching(graph, maxcardinality=True)
    if 2 * len(found) < len(nodes):
        return None
    rank = {one: at for at, one in enumerate(order)}
    rank[bye] = len(rank)
    pairs = sorted(tuple(sorted(pair, key=rank.__getitem__)) for pair in found)
    pairs.sort(key=lambda pair: (pair[1] == bye, rank[pair[0]]))
    return tuple(_seated(one, other, balance, at) for at, (one, other) in enumerate(pairs))


def _groups(
    order: Sequence[int], points: Mapping[int, int]
) -> tuple[dict[int, int], dict[int, int]]:
    """Return each entrant's rank within its group of equal points, and the group sizes."""
    places: dict[int, int] = {}
    counts: dict[int, int] = {}
    for one in order:
        places[one] = counts.get(points[one], 0)
        counts[points[one]] = places[one] + 1
    return places, counts


def _cost(
    one: int,
    other: int,
    points: Mapping[int, int],
    places: Mapping[int, int],
    sizes: Mapping[int, int],
) -> int:
    """Return the cost of pairing two entrants; `one` is higher in the standings."""
    apart = points[one] - points[other]
    if apart:
        # Preferred are the lowest of the upper group and the highest of the lower one.
        return POINTS * apart**2 + (sizes[points[one]] - places[one]) + places[other]
    half = sizes[points[one]] // 2
    return (places[other] - places[one] - half) ** 2


def _seated(one: int, other: int, balance: Mapping[int, int], table: int) -> Pairing:
    """Return the pairing of two entrants; the one who has sat first less often sits first.

    If both have sat first equally often, the order alternates from table to table.
    """
    if other < 0:
        return Pairing(one)
    if balance[one] != balance[other]:
        return Pairing(one, other) if balance[one] < balance[other] else Pairing(other, one)
    return Pairing(one, other) if table % 2 == 0 else Pairing(other, one)


def bracket(entrants: Sequence[int]) -> tuple[int | None, ...]:
    """Return the entrants in bracket order: neighbours meet, and the best two only in the final.

    If their number is not a power of two, the best have byes (None) in the first round.
    """
    size = 1
    while size < len(entrants):
        size *= 2
    seeds = [0]
    while len(seeds) < size:
        double = 2 * len(seeds)
        seeds = [one for seed in seeds for one in (seed, double - 1 - seed)]
    return tuple(entrants[seed] if seed < len(entrants) else None for seed in seeds)


def snake(entrants: Sequence[int], size: int) -> tuple[tuple[int, ...], ...]:
    """Distribute the entrants in snake order over groups of about this size and equal strength."""
    count = max(1, -(-len(entrants) // size))
    groups: list[list[int]] = [[] for _ in range(count)]
    for at, one in enumerate(entrants):
        row, place = divmod(at, count)
        groups[place if row % 2 == 0 else count - 1 - place].append(one)
    return tuple(map(tuple, groups))
