"""The reasons why a card of Novantanove is good, from facts that its player knows.

The facts are the tokens that the card costs now, the possible replies of the next player to
the new total, judged by the unseen cards, and the cards kept for later.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from audiogames.cards.card import Card
from audiogames.core.contract import Move
from audiogames.core.cues import Msg, msg
from audiogames.games.novantanove import model as m
from audiogames.games.novantanove.bots import abstraction as ab
from audiogames.games.novantanove.bots.lookahead import packs_of
from audiogames.games.novantanove.bots.opponent_model import unseen

ESCAPES: Final = frozenset("A93T")
"""Ranks that help near a limit, according to the value tables."""


def reasons(view: m.NovantanoveView, best: Move, other: Move | None) -> Sequence[Msg]:
    """Return why `best` is good or, if `other` is given, better than `other`."""
    if not isinstance(best, m.Play):
        return ()
    rest = other if isinstance(other, m.Play) else None
    return tuple(_reasons(view, best, rest))


def _reasons(view: m.NovantanoveView, best: m.Play, other: m.Play | None) -> Iterator[Msg]:
    cost = _outcome(view, best)
    found = [msg("reason-wins", cost.others, limit=_total(view, best))] if cost.others else []
    if other is not None:
        found += _against(view, best, other)
    names_cost = found if other is not None else cost.others
    if cost.player and not names_cost:
        found.append(msg("reason-costs-least", cost.player))
    if not names_cost and not cost.ends_round:
        found += [*_only_free(view, best), _leaves(view, best)]
    yield from found


def _only_free(view: m.NovantanoveView, best: m.Play) -> Iterator[Msg]:
    """Yield the reason that a card costs no tokens while every other card does."""
    plays = (one for one in view.legal if isinstance(one, m.Play) and one.card is not best.card)
    costs = [_outcome(view, one).player for one in plays]
    if costs and all(costs) and not _outcome(view, best).player:
        yield msg("reason-only-free")


def _against(view: m.NovantanoveView, best: m.Play, other: m.Play) -> Iterator[Msg]:
    """Yield reasons that `other` is worse: its cost, the total after it, or its later use."""
    cost, good = _outcome(view, other), _outcome(view, best)
    if cost.player > good.player:
        yield msg("reason-costs", cost.player, card=other.card)
        if good.player:
            yield msg("reason-costs-less", good.player, card=best.card)
    elif not good.others and not cost.ends_round:
        yield from _leaves_less(view, best, other)
    if other.card.rank in ESCAPES and best.card.rank != other.card.rank:
        yield msg("reason-keeps-escape", card=other.card)
    if best.card.rank == "J" and sum(view.alive) == 2:
        yield msg("reason-plays-again")


def _leaves_less(view: m.NovantanoveView, best: m.Play, other: m.Play) -> Iterator[Msg]:
    """Yield the reason that more unseen cards reach a limit after `other` than after `best`."""
    hits = len(_hits(view, best))
    if len(_hits(view, other)) > hits:
        yield _leaves(view, other, "reason-leaves-other", card=other.card)
        total = _total(view, best)
        if hits:
            yield msg("reason-leaves-less", hits, card=best.card, total=total)
        else:
            limit = next((one for one in m.LIMITS if one > total), max(m.LIMITS))
            yield msg("reason-leaves-less-none", card=best.card, total=total, limit=limit)


def _leaves(view: m.NovantanoveView, play: m.Play, words: str = "reason-leaves", **of: Card) -> Msg:
    """Return the words for the total after a play, and for the danger of that total.

    The danger is the number of unseen cards with which the next player would reach a limit.
    """
    hits, total = _hits(view, play), _total(view, play)
    if not hits:
        return msg("reason-leaves-nothing", total=total)
    return msg(words, len(hits), total=total, limits=tuple(sorted(set(hits))), **of)


def _hits(view: m.NovantanoveView, play: m.Play) -> list[int]:
    """Return the limits that unseen cards would reach exactly from the total after this play.

    A limit is listed once for each card that reaches it.
    """
    total = _total(view, play)
    counts = unseen(view, packs_of(view))
    limits = (_limit(total, kind) for kind in range(len(ab.KINDS)) for _ in range(counts[kind]))
    return [limit for limit in limits if limit is not None]


def _limit(total: int, kind: int) -> int | None:
    """Return the limit that a card of this kind reaches exactly from a total, or None."""
    for action, play in enumerate(ab.ACTIONS):
        made = m.total_after(total, play)
        if ab.KIND[action] == kind and m.outcome(total, made).others:
            return made
    return None


def _total(view: m.NovantanoveView, play: m.Play) -> int:
    return m.total_after(view.total, play, min_zero=view.options.min_zero)


def _outcome(view: m.NovantanoveView, play: m.Play) -> m.Outcome:
    return m.outcome(view.total, _total(view, play))


def before_recap(view: m.NovantanoveView) -> Msg:
    """Return the words for the number of the round; the total follows in the recap."""
    return msg("deal-plain", round=view.round)


def place(view: m.NovantanoveView) -> Msg:
    """Return the words for the number of the round and the total before the card."""
    return msg("review-place", round=view.round, total=view.total)
