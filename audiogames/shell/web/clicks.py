"""What a click meant: the thing that was drawn under the finger, not what has come into its place.

Between finger and program the picture may change.  So a click says what it was of, and counts only
where that is still there; a card may have moved within its hand.
"""

from __future__ import annotations

from typing import Final

from audiogames.present.frame import Frame
from audiogames.shell.web.messages import SHORT, ButtonPress, ShapeClick

CARD: Final = "card"
LYING: Final = "lying"


def clicked(frame: Frame, click: ShapeClick) -> str | None:
    """What to click in the picture as it is now, such as "card 0"; None where it is gone."""
    if click.title != frame.title[:SHORT]:
        return None
    kind, _, number = click.target.partition(" ")
    shown = [words[:SHORT] for words in _shown(frame, kind)]
    if shown[int(number) : int(number) + 1] == [click.words]:
        return click.target
    if kind == CARD and click.words in shown:
        return f"{kind} {shown.index(click.words)}"
    return None


def name_of(frame: Frame, click: ShapeClick) -> str:
    """The name of a card on the table that was clicked; empty if it is not there any more."""
    kind, _, _ = click.target.partition(" ")
    lies_there = kind == LYING and click.title == frame.title[:SHORT]
    return click.words if lies_there and click.words in _lying(frame) else ""


def button_is_there(frame: Frame, press: ButtonPress) -> bool:
    """Whether the picture still has the button that was pressed."""
    buttons = (*frame.buttons, *frame.questions)
    return any((one.key, one.text[:SHORT]) == (press.key, press.words) for one in buttons)


def _lying(frame: Frame) -> list[str]:
    """The names of the cards on the table, of those taken last and of the one turned up."""
    table = frame.table
    if table is None:
        return []
    laid = (*table.laid, *(table.taken.laid if table.taken else ()))
    cards = (*(one.card for one in laid), table.turned)
    return [card.name[:SHORT] for card in cards if card is not None]


def _shown(frame: Frame, kind: str) -> list[str]:
    """The words of all things of a kind; those of a cell are the name of its row."""
    if kind == CARD:
        return [card.name for card in frame.cards]
    if kind == "row":
        return [row.text for row in frame.rows]
    if kind == LYING or frame.sheet is None:
        return []
    return [name for name in frame.sheet.names for _ in frame.sheet.heads]
