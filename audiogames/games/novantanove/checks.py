"""Which fields of a view from elsewhere the rules of Novantanove could not compute with."""

from __future__ import annotations

from collections.abc import Iterator

from audiogames.cards.card import FRENCH
from audiogames.cards.checks import MANY, Look, each, from_pack, unsound, within
from audiogames.core.options import are_allowed
from audiogames.games.novantanove import model as m


def unsound_fields(view: m.NovantanoveView) -> Iterator[str]:
    """Somebody has tokens, and all cards of the table are somewhere."""
    if not are_allowed(view.options):
        return iter(("options",))
    return unsound((*_table(view), *_cards(view)))


def _table(view: m.NovantanoveView) -> Iterator[Look]:
    seats = len(view.hand_sizes)
    yield "tokens", each(view.tokens, seats, lambda one: one in range(view.options.tokens + 1))
    yield "tokens", any(view.tokens)
    yield "alive", view.alive == tuple(tokens > 0 for tokens in view.tokens)
    yield "timeouts", each(view.timeouts, seats, lambda one: one in range(MANY))
    yield "direction", view.direction in {1, -1}
    yield "total", within((view.total, *(() if view.last is None else view.last[2:])), -MANY, MANY)
    yield "round", view.round in range(MANY)
    yield "dealer", view.round == 0 or None not in {view.dealer, view.starter}


def _cards(view: m.NovantanoveView) -> Iterator[Look]:
    pack = FRENCH * m.packs_of(view.options, len(view.hand_sizes)) if view.round else ()
    laid = [card for _, card in view.history if card is not None]
    drawn = len(view.history) - len(laid)
    yield "hand_sizes", within(view.hand_sizes, 0, len(pack))
    yield "stock", view.stock >= 0
    yield "stock", sum(view.hand_sizes) + view.stock + len(laid) == len(pack)
    yield "history", drawn <= len(pack)
    yield "hand", from_pack((*view.hand, *laid), pack)
    yield "reshuffled", from_pack(view.reshuffled, pack)
    own = 0 if view.seat is None else view.hand_sizes[view.seat]
    yield "hand", len(view.hand) == own
