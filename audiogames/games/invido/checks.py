"""Which fields of a view from elsewhere the rules of Invido could not compute with."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from audiogames.cards.checks import MANY, Look, from_pack, unsound, within
from audiogames.core.options import are_allowed
from audiogames.games.invido import model as m

SEATS: Final = 2
ALL_CARDS: Final = SEATS * m.HAND
VALUES: Final = (1, *m.STEPS.values())


def unsound_fields(view: m.InvidoView) -> Iterator[str]:
    """The stakes are steps of the ladder, and no card is in two places."""
    if not are_allowed(view.options) or len(view.hand_sizes) != SEATS:
        return iter(("options",))
    return unsound((*_stakes(view), *_cards(view)))


def _stakes(view: m.InvidoView) -> Iterator[Look]:
    yield "score", within(view.score, 0, m.GOAL + m.STEPS["partita"])
    yield "goal", view.goal in {m.GOAL, m.SHORT_GOAL}
    yield "value", view.value in VALUES
    yield "asked", (view.asked is None) == (view.asker is None)
    yield "asked", view.asked is None or view.asked in m.CALLS
    yield "montes", len(view.montes) == SEATS and within(view.montes, 0, view.options.monte_cap)
    yield "calls", len(view.calls) <= len(m.STEPS) and within((at for _, at in view.calls), 0, 6)
    yield "raised_at", view.raised_at in range(ALL_CARDS + 1)
    yield "deal", view.deal in range(MANY)
    yield "leader", (view.leader is None) == (view.deal == 0)
    yield "dealer", view.dealer is not None or view.deal == 0


def _cards(view: m.InvidoView) -> Iterator[Look]:
    shown = tuple(card for _, card in view.played if card is not None)
    mine = sum(who == view.seat and card is None for who, card in view.played)
    dealt = ALL_CARDS if view.deal else 0
    yield "hand", from_pack((*view.hand, *view.covered, *shown), m.PACK)
    yield "covered", len(view.covered) == mine
    yield "hand_sizes", within(view.hand_sizes, 0, m.HAND)
    yield "played", sum(view.hand_sizes) + len(view.played) == dealt
    yield "on_table", len(view.on_table) < SEATS
    yield "tricks", len(view.tricks) <= m.HAND
    own = 0 if view.seat is None else view.hand_sizes[view.seat]
    yield "hand", len(view.hand) == own
