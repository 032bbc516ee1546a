"""Why a card of Novantanove is good, from facts that its player knows.

What it costs now, what the total that it leaves allows the next player by the cards that are not
seen yet, and what is kept for later.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from audiogames.core.contract import Move
from audiogames.core.cues import Msg, msg
from audiogames.games.novantanove import model as m
from audiogames.games.novantanove.bots import abstraction as ab
from audiogames.games.novantanove.bots.lookahead import packs_of
from audiogames.games.novantanove.bots.opponent_model import unseen

ESCAPES: Final = frozenset("A93T")
"""Ranks that help out near a limit, as the tables have it."""


def reasons(view: m.NovantanoveView, best: Move, other: Move | None) -> Sequence[Msg]:
    """Why the first card is good, rather than the second."""
    if not isinstance(best, m.Play):
        return ()
    rest = other if isinstance(other, m.Play) else None
    return tuple(_told(view, best, rest))


def _told(view: m.NovantanoveView, best: m.Play, other: m.Play | None) -> Iterator[Msg]:
    cost = _outcome(view, best)
    if cost.others:
        yield msg("reason-wins", cost.others, limit=_total(view, best))
    if other is not None:
        yield from _against(view, best, other)
    elif cost.player:
        yield msg("reason-costs-least", cost.player)
    if not cost.ends_round:
        yield _leaves(view, best, "reason-leaves")


def _against(view: m.NovantanoveView, best: m.Play, other: m.Play) -> Iterator[Msg]:
    """What the other card does now, what it leaves, and what it would have been kept for."""
    cost = _outcome(view, other)
    if cost.player > _outcome(view, best).player:
        yield msg("reason-costs", cost.player, card=other.card)
    elif not cost.ends_round and _hits(view, other) > _hits(view, best):
        yield _leaves(view, other, "reason-leaves-other")
    if other.card.rank in ESCAPES and best.card.rank != other.card.rank:
        yield msg("reason-keeps-escape", card=other.card)
    if best.card.rank == "J" and sum(view.alive) == 2:
        yield msg("reason-plays-again")


def _leaves(view: m.NovantanoveView, play: m.Play, id_: str) -> Msg:
    """The total that a card leaves, and how many unseen cards make a limit of it."""
    hits = _hits(view, play)
    told = {"card": play.card, "total": _total(view, play)}
    return msg(id_, hits, **told) if hits else msg(f"{id_}-nothing", **told)


def _hits(view: m.NovantanoveView, play: m.Play) -> int:
    """How many cards that this seat has not seen make a limit of the total that the card leaves."""
    total = _total(view, play)
    counts = unseen(view, packs_of(view))
    return sum(counts[kind] for kind in range(len(ab.KINDS)) if _makes_a_limit(total, kind))


def _makes_a_limit(total: int, kind: int) -> bool:
    return any(
        m.outcome(total, m.total_after(total, play)).others
        for action, play in enumerate(ab.ACTIONS)
        if ab.KIND[action] == kind
    )


def _total(view: m.NovantanoveView, play: m.Play) -> int:
    return m.total_after(view.total, play, min_zero=view.options.min_zero)


def _outcome(view: m.NovantanoveView, play: m.Play) -> m.Outcome:
    return m.outcome(view.total, _total(view, play))


def place(view: m.NovantanoveView) -> Msg:
    """The round, and the total before the card."""
    return msg("review-place", round=view.round, total=view.total)
