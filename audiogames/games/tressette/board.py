"""The board of Tressette: the trick, each seat's declarations, the score and the points taken."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from audiogames.cards.tricks import trick_board
from audiogames.core.board import Board, BoardEnding, Standing
from audiogames.core.contract import Turn
from audiogames.core.controls import Cell, Sheet
from audiogames.core.cues import Msg, Say, msg
from audiogames.core.events import Event, Seat
from audiogames.games.tressette import answers, scores
from audiogames.games.tressette import model as m
from audiogames.games.tressette.words import accusa_words, said_words, sided, sides


def board_of(view: m.TressetteView) -> Board:
    """Build the board as seen by a seat or a spectator."""
    common = trick_board(
        view,
        m.best_of,
        view.last_trick,
        notes=(_notes(view, Seat(seat)) for seat in range(m.SEATS)),
    )
    answer = (*answers.score(view), *answers.captured(view))
    facts = tuple(cue.message for cue in answer if isinstance(cue, Say))
    return replace(common, facts=facts, ending=_ending(view))


def _notes(view: m.TressetteView, seat: Seat) -> Iterator[Msg]:
    """Yield the seat's declarations in this deal, the newest first, and its announced buongioco."""
    for one in reversed(view.declarations):
        if one.seat == seat:
            yield msg("note-said", what=said_words(one.name, one.suit, one.text))
    for announced in view.accuse:
        if announced.seat == seat:
            yield msg("note-said", what=accusa_words(announced.accuse))


def _ending(view: m.TressetteView) -> BoardEnding | None:
    """Return the winner of the match or, after a deal, the points of each pair."""
    if (scored := scores.counted(view)) is None:
        return None
    points, accuse = scored
    ahead = sorted(sides(view), key=lambda side: -view.score[side])
    standings = tuple(
        Standing(
            sided(
                view,
                side,
                "ending-line",
                points=points[side] + accuse[side],
                total=view.score[side],
            ),
            view.score[side],
        )
        for side in ahead
    )
    if view.to_act is not Turn.OVER:
        return BoardEnding(msg("deal-over"), standings, _points_by_source(view, points, accuse))
    best, other = (view.score[side] for side in ahead)
    title = sided(view, ahead[0], "match-won", mine=best, theirs=other)
    return BoardEnding(title, standings, _points_by_source(view, points, accuse))


def _points_by_source(view: m.TressetteView, points: Sequence[int], accuse: Sequence[int]) -> Sheet:
    """Build a table of the deal's points: for cards, last trick and buongioco, and in total."""
    taker = m.side(m.best_of(view.last_trick)[0])
    last = [scores.LAST_TRICK * (side == taker) for side in range(len(points))]
    cards = [won - for_last for won, for_last in zip(points, last, strict=True)]
    columns: list[tuple[str, Sequence[int]]] = [("cards", cards), ("last", last)]
    if view.options.accuse:
        columns.append(("accuse", accuse))
    columns.append(("total", view.score))
    return Sheet(
        tuple(msg(f"sheet-{head}") for head, _ in columns),
        tuple(sided(view, side, "sheet-side") for side in sides(view)),
        tuple(
            tuple(Cell(msg("sheet-number", number=numbers[side])) for _, numbers in columns)
            for side in sides(view)
        ),
    )


def said(event: Event, _view: m.TressetteView) -> tuple[Seat, Msg] | None:
    """Return the seat and the words of its declaration or buongioco, for its balloon."""
    match event:
        case m.Declared(seat=seat, name=name, suit=suit, text=text):
            return seat, msg("note-said", what=said_words(name, suit, text))
        case m.Accused(seat=seat, name=name, suit=suit):
            return seat, msg("note-said", what=accusa_words(m.Accuse(name, suit)))
    return None
