"""What is drawn of Scopa, and its score sheet."""

from __future__ import annotations

from typing import Final

from audiogames.cards.sides import from_mine, score, side_sheet, sided
from audiogames.core.board import Board, BoardEnding
from audiogames.core.contract import Turn
from audiogames.core.controls import Sheet
from audiogames.core.cues import Msg, msg
from audiogames.games.scopa import answers
from audiogames.games.scopa import model as m
from audiogames.games.scopa.rules import counted

COLUMNS: Final = (
    "cards", "coins", "settebello", "primiera", "scope", "napola", "rebello", "points",
)  # fmt: skip
"""Of the sheet after a deal."""


def board_of(view: m.ScopaView) -> Board:
    """The table as a seat, or a spectator, may see it."""
    told = [*score(view), *(answers.by_value(view) if view.table else ())]
    told += answers.last_take(view) if view.last_take and view.options.review != "none" else ()
    laid = tuple((seat, card) for seat, card, _ in view.history[-1:])
    seats = range(len(view.hand_sizes))
    return Board(
        laid=laid,
        taker=view.last_taker if view.last_take else None,
        middle=tuple(card for card in view.table if card not in dict(laid).values()),
        notes=tuple(_notes(view, seat % view.sides) for seat in seats),
        facts=tuple(cue.message for cue in told),
        stock=view.stock if view.options.form == "scopa" else None,
        ending=_ending(view),
    )


def _notes(view: m.ScopaView, side: int) -> tuple[Msg, ...]:
    scope = (msg("why-scope", view.scope[side]),) if view.scope[side] else ()
    return (msg("note-taken", view.taken[side]), *scope)


def _ending(view: m.ScopaView) -> BoardEnding | None:
    """What the deal brought, the side that is ahead first; or who has won."""
    if (deal := counted(view)) is None:
        return None
    ahead = sorted(from_mine(view), key=lambda side: -view.score[side])
    title = msg("deal-over")
    if view.to_act is Turn.OVER:
        title = sided(view, "match-won", ahead[0])
    lines = (
        msg(
            "ending-line",
            side=sided(view, "who", side),
            points=deal.points[side],
            total=view.score[side],
        )
        for side in ahead
    )
    return BoardEnding(title, tuple(lines))


def sheet(view: m.ScopaView) -> Sheet:
    """After a deal all that counted in it; while it lasts what everybody may know."""
    deal, rows = counted(view), {"cards": view.taken, "scope": view.scope}
    if deal is not None:
        rows = {name: getattr(deal, name) for name in COLUMNS}
    rows["total"] = view.score
    columns = [
        (msg(f"column-{name}"), [None if n is None else msg("cell", number=n) for n in row])
        for name, row in rows.items()
        if getattr(view.options, name, True)
    ]
    return side_sheet(view, columns)
