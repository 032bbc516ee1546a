"""What Scopa asks, what it answers to the keys, and what a card would take."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from audiogames.cards import sides, tricks
from audiogames.cards.card import Card, cards_of
from audiogames.cards.sides import each_side, from_mine, sided
from audiogames.cards.telling import pages_by_rank, rank_words
from audiogames.core.contract import Move
from audiogames.core.controls import Page, Query, always
from audiogames.core.cues import Cue, Msg, Say, msg, reply
from audiogames.core.telling import each
from audiogames.games.scopa import model as m
from audiogames.games.scopa.model import Play
from audiogames.games.scopa.rules import taken_by, unseen
from audiogames.games.scopa.speech import (
    play_words,
    recall_of,
    take_words,
)

# What a card would take


def choice(move: Move, view: m.ScopaView) -> Msg:
    """What would be taken, and what the rest would come to."""
    assert isinstance(move, Play)
    left = [card for card in view.table if card not in move.takes]
    return msg("choice", takes=take_words(move.takes, left), sum=_sum(left))


def choice_title(move: Move, _view: m.ScopaView) -> Msg:
    """What that list asks."""
    assert isinstance(move, Play)
    return msg("choice-title", card=move.card)


def explain(move: Move, view: m.ScopaView) -> Iterator[Cue]:
    """X: what a card would take, and what the rest would come to: whether it can be swept."""
    assert isinstance(move, Play)
    takes = cards_of(taken_by(move, view))
    left = [card for card in view.table if card not in takes]
    if not takes:
        yield reply("explain-stays", sum=_sum([*left, move.card]))
    else:
        id_ = "explain-takes" if left else "explain-takes-all"
        yield reply(id_, takes=take_words(takes, left), sum=_sum(left))


def _sum(cards: Sequence[Card]) -> int:
    return sum(m.VALUES[card] for card in cards)


# Answers to the keys


def table(view: m.ScopaView) -> Iterator[Say]:
    """C: the table as it was laid."""
    yield reply("table" if view.table else "trick-table-empty", cards=view.table)


def by_value(view: m.ScopaView) -> Iterator[Say]:
    """V: the table by value with its sum, since that decides whether a scopa is possible."""
    ranks = tuple(map(rank_words, sorted(view.table, key=m.VALUES.__getitem__)))
    yield reply("table-sum" if ranks else "trick-table-empty", sum=_sum(view.table), cards=ranks)


def last_take(view: m.ScopaView) -> Iterator[Say]:
    """L: the last take, until the next card."""
    if view.options.review == "none":
        yield reply("review-none")
    elif view.last_take:
        yield reply("last-take", take=play_words(view, *view.history[-1]))
    else:
        yield reply("no-last-take")


def taken(view: m.ScopaView) -> Iterator[Say]:
    """P: how many cards each side has taken, and its scope."""
    told = (
        msg("taken-scope" if view.scope[side] else "side-number", view.scope[side], side=words,
            number=view.taken[side])
        for side in from_mine(view)
        for words in (sided(view, "who", side),)
    )  # fmt: skip
    yield reply("taken", taken=tuple(told))


def counts(view: m.ScopaView) -> Iterator[Say]:
    """N: how many cards each holds, and the stock has."""
    hands = each(view, "of", view.hand_sizes)
    if view.stock:
        yield reply("counts", hands=hands, stock=view.stock)
    else:
        yield reply("hands", hands=hands)


def coins(view: m.ScopaView) -> Iterator[Say]:
    """D: the coins that each side has taken."""
    if recall_of(view) is not None:
        yield reply(f"review-{view.options.review}")
        return
    has = [0] * view.sides
    for seat, card, takes in view.history:
        if takes:
            has[seat % view.sides] += [one.suit for one in (card, *takes)].count(m.COINS)
    yield reply("coins", coins=each_side(view, has))


def missing(view: m.ScopaView) -> Iterator[Say]:
    """M, where there is nothing to list."""
    why = "missing-none" if recall_of(view) is None else f"review-{view.options.review}"
    yield reply(why)


def missing_pages(view: m.ScopaView) -> Sequence[Page]:
    """M: the cards that one has not seen yet, by rank."""
    return pages_by_rank(cards_of(unseen(view) if recall_of(view) is None else 0), m.RANKS)


QUERIES: tuple[Query[m.ScopaView], ...] = (
    Query("score", ("s",), sides.score, matters=always),
    Query("table", ("c",), table, matters=always),
    Query("by-value", ("v",), by_value, matters=always),
    Query("last-take", ("l",), last_take),
    Query("taken", ("p",), taken),
    Query("counts", ("n",), counts),
    Query("coins", ("d",), coins),
    Query("missing", ("m",), missing, pages=missing_pages, title=lambda _: msg("missing-title")),
    Query("dealer", ("shift+m",), tricks.dealer),
)
