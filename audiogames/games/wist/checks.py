"""Checks of an untrusted view: values that the rules of Wist cannot handle."""

from __future__ import annotations

from collections.abc import Iterator

from audiogames.cards.checks import MANY, Look, each, from_pack, unsound, within
from audiogames.core.options import are_allowed
from audiogames.games.wist import model as m


def unsound_fields(view: m.WistView) -> Iterator[str]:
    """Yield the invalid fields of an untrusted view.

    Table size and plan of rounds are checked first, because other checks use them.
    """
    seats = len(view.hand_sizes)
    cagliari = view.options.form == "cagliari"
    if not are_allowed(view.options) or seats not in m.PACKS or (cagliari and seats != 4):
        return iter(("options",))
    plan = m.plan(view.options, seats)
    if view.round not in range(len(plan) + 1):
        return iter(("round",))
    return unsound((*_table(view, plan), *_cards(view, plan)))


def _table(view: m.WistView, plan: tuple[m.Round, ...]) -> Iterator[Look]:
    """Yield the checks of a view's seating and scores."""
    seats = len(view.hand_sizes)
    yield "order", sorted(view.order) == list(range(seats)) or not (view.order or view.round)
    yield "bids", each(view.bids, seats, lambda bid: bid is None or bid in range(m.FULL_HAND + 1))
    yield "written", len(view.written) == seats
    yield "tricks", each(view.tricks, seats, lambda taken: taken in range(m.FULL_HAND + 1))
    yield "scores", len(view.scores) == seats and within(view.scores, -MANY, MANY)
    yield (
        "sheet",
        len(view.sheet) in {view.round, max(0, view.round - 1)}
        and all(
            scored.name == known.name and _is_scored(scored, seats)
            for scored, known in zip(view.sheet, plan, strict=False)
        ),
    )
    is_dealt = None not in {view.dealer, view.first}
    yield "dealer", is_dealt if view.round else view.first is None


def _is_scored(scored: m.Scored, seats: int) -> bool:
    numbers = (scored.bids, scored.tricks, scored.points)
    return all(len(of) == seats and within(of, -MANY, MANY) for of in numbers)


def _cards(view: m.WistView, plan: tuple[m.Round, ...]) -> Iterator[Look]:
    """Yield the checks of a view's cards: they form one pack, and hands have the round's size."""
    seats = len(view.hand_sizes)
    size = plan[view.round - 1].cards if view.round else 0
    turned = () if view.turned is None else (view.turned,)
    seen = (*view.hand, *(card for _, card in view.history), *turned)
    yield "trump", view.trump is None or view.trump in tuple(m.SUITS)
    yield "hand_sizes", within(view.hand_sizes, 0, size)
    yield "history", sum(view.hand_sizes) + len(view.history) == size * seats
    yield "hand", from_pack(seen, m.PACKS[seats])
    own = 0 if view.seat is None or view.hidden else view.hand_sizes[view.seat]
    yield "hand", len(view.hand) == own
