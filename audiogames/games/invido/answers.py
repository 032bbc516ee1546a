"""Invido's answers to keys: stake, tricks, score, the table, the dealer."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Final

from audiogames.cards.card import Card
from audiogames.core.contract import Turn
from audiogames.core.cues import Cue, Echo, Msg, Name, msg, reply, say
from audiogames.core.events import Event, Seat
from audiogames.core.telling import by, each
from audiogames.games.invido import model as m


def opponent(seat: Seat) -> Seat:
    """Return the opponent's seat."""
    return Seat(1 - seat)


def value(view: m.InvidoView) -> Iterator[Cue]:
    """Answer key V: the current stake, the stake called, and the points that a fold would cost."""
    if view.asked is None:
        yield reply("value", value=view.value)
    else:
        yield reply("value-asked", value=view.value, asked=view.asked)
    if view.monte_asked:
        yield reply("monte-to-answer")
    folds = view.player if view.asker is None else opponent(view.asker)
    may_fold = view.asker is not None or not view.monte_asked
    if folds is not None and may_fold and view.seat is not None:
        id_ = "if-you-fold" if folds == view.seat else "if-other-folds"
        yield reply(id_, view.value, seat=Name(opponent(view.seat)))


LAMPS: Final = ("lamp-won", "lamp-tied", "lamp-lost", "lamp-open")
"""The outcomes of a trick, in announcement order."""


def tricks(view: m.InvidoView) -> Iterator[Cue]:
    """Answer key W: the outcomes of the deal's tricks."""
    words = tricks_words(view)
    yield reply(words.id, **words.args)


def tricks_words(view: m.InvidoView) -> Msg:
    """Return the words for how many tricks the seat has won, tied, lost and not played yet."""
    return msg("tricks", counts=_counts(list(lamps(view)))) if view.tricks else msg("tricks-none")


def _counts(lights: Sequence[str]) -> tuple[Msg, ...]:
    kinds = [kind for kind in LAMPS if kind in lights]
    return tuple(msg(f"{kind}-count", lights.count(kind)) for kind in kinds)


def deal(view: m.InvidoView) -> Msg | None:
    """Return the words for the finished tricks of the deal, and for the trick on the table."""
    if not any(view.hand_sizes) and not view.on_table:
        return None
    over = _counts([light for light in lamps(view) if light != "lamp-open"])
    number = len(view.tricks) + 1
    if view.on_table:
        trick = msg("deal-in-trick", number=number, cards=_plays(view, view.on_table))
    else:
        trick = msg("deal-leads", number=number)
    return msg("deal-tricks", parts=(*over, trick))


def undone(events: Sequence[Event], view: m.InvidoView) -> Msg | None:
    """Return a warning after an undo if the card that was taken back had won its trick."""
    trick = next((event for event in events if isinstance(event, m.TrickTaken)), None)
    is_mine = trick is not None and trick.winner == view.seat
    return msg("undone-won-trick") if is_mine else None


def lamps(view: m.InvidoView) -> Iterator[str]:
    """Yield the message id of each trick's result: unplayed, tied, won or lost."""
    for trick in range(m.HAND):
        if trick >= len(view.tricks):
            yield "lamp-open"
        elif view.tricks[trick] is None:
            yield "lamp-tied"
        else:
            yield "lamp-won" if view.tricks[trick] == (view.seat or 0) else "lamp-lost"


def score(view: m.InvidoView) -> Iterator[Cue]:
    """Answer key S: the score in numbers, and the goal."""
    yield reply("score", score=each(view, "of", view.score), goal=view.goal)


def traditional_score(view: m.InvidoView) -> Iterator[Cue]:
    """Answer Shift+S: the score in the traditional units, oef (3 points) and canèle (1 point)."""
    first = Seat(view.seat or 0)
    yield reply("traditional", score=tuple(marks_of(view, s) for s in (first, opponent(first))))


def marks_of(view: m.InvidoView, seat: Seat) -> Msg:
    """Return a player's score in the traditional units, oef (3 points) and canèle (1 point)."""
    who = msg("you-alone") if seat == view.seat else msg("name-alone", seat=Name(seat))
    return msg("traditional-of", who=who, marks=_marks(view.score[seat]))


def _marks(points: int) -> Msg:
    """Return points in the traditional units, oef (3 points) and canèle (1 point).

    A unit whose number is 0 is omitted.
    """
    oef, canele = m.marks(points)
    parts = [msg("oef", oef)] if oef else []
    if canele:
        parts.append(msg("canele", canele))
    return msg("marks", parts=tuple(parts)) if parts else msg("no-marks")


def table(view: m.InvidoView) -> Iterator[Cue]:
    """Answer key C: the cards of this trick.

    A single card is not repeated right after its announcement.
    """
    if view.on_table:
        answer = reply("table", cards=_plays(view, view.on_table))
        yield replace(answer, echo=Echo(view.on_table[0])) if len(view.on_table) == 1 else answer
    else:
        yield reply("table-empty")


def last_trick(view: m.InvidoView) -> Iterator[Cue]:
    """Answer key L: the last trick of this deal."""
    done = len(view.tricks) * 2
    if not done:
        yield reply("no-trick-yet")
        return
    winner = view.tricks[-1]
    yield reply("last-trick", cards=_plays(view, view.played[done - 2 : done]))
    taken = say("trick-tied") if winner is None else by(view, "trick-taken", winner)
    yield reply(taken.message.id, **taken.message.args)


def _plays(view: m.InvidoView, plays: Iterable[tuple[Seat, Card | None]]) -> tuple[Msg, ...]:
    return tuple(card_of(view, seat, card) for seat, card in plays)


def card_of(view: m.InvidoView, seat: Seat, card: Card | None) -> Msg:
    """Return the words for a seat and its card; `None` is a card played face down."""
    who = msg("you-alone") if seat == view.seat else msg("name-alone", seat=Name(seat))
    if card is None:
        return msg("fact-covered", who=who)
    return msg("fact-card", who=who, card=card)


def counts(view: m.InvidoView) -> Iterator[Cue]:
    """Answer key N: how many cards each player holds."""
    yield reply("counts", hands=each(view, "of", view.hand_sizes))


def dealer(view: m.InvidoView) -> Iterator[Cue]:
    """Answer key D: the dealer, and the number of the deal."""
    if view.dealer is None:
        yield reply("no-dealer-yet")
    elif view.to_act is Turn.CHANCE:
        next_ = by(view, "dealer-next", view.dealer)
        yield reply(next_.message.id, **next_.message.args)
    elif view.dealer == view.seat:
        yield reply("dealer-now-you", deal=view.deal)
    else:
        yield reply("dealer-now", deal=view.deal, seat=Name(view.dealer))


def montes(view: m.InvidoView) -> Iterator[Cue]:
    """Answer Shift+M: how often the player may ask to annul the deal before the next card.

    The request is called "a monte"; the options limit how often a player may make it between
    two cards.
    """
    left = view.montes[view.seat or 0]
    if left is None:
        yield reply("montes-free")
    else:
        yield reply("montes-left", left) if left else reply("montes-none")
