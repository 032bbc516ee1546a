"""Numbers for the clickable things of the picture, by which a click names them.

The picture may change while a click is on its way.  A thing that is also in the next picture keeps
its number, wherever it is there; a removed thing loses it for good.  So a click finds the card that
has moved in the hand, and nothing if the card is gone.
"""

from __future__ import annotations

import secrets
from collections.abc import Hashable, Iterator
from dataclasses import dataclass
from typing import Any, Final

from audiogames.present.frame import Button, CardShape, Frame, TableShape

ANYWHERE: Final = 2**31
"""The first number of a session is below this: a press that began in the session before finds
nothing."""


@dataclass(frozen=True)
class Target:
    """What is clicked in the app: "row 2", "card 0"."""

    name: str


@dataclass(frozen=True)
class LyingCard:
    """A card on the table, which can only be asked for its name."""

    name: str


Thing = Button | Target | LyingCard


class Clickable:
    """The clickable things of the page's current picture."""

    def __init__(self) -> None:
        self._numbers: dict[Hashable, int] = {}
        self._things: dict[int, Thing] = {}
        self._given = secrets.randbelow(ANYWHERE)

    def at(self, number: int) -> Thing | None:
        """Return the thing with this number; None if it is gone."""
        return self._things.get(number)

    def number(self, frame: Frame, sent: dict[str, Any]) -> None:
        """Number the things of the next picture, also in the plain values that are sent."""
        before, self._numbers = self._numbers, {}
        self._things = {}
        for known, thing, plain in _things(frame, sent):
            same = frame.screen, known
            number = before.get(same) or self._next()
            self._numbers[same] = plain["click"] = number
            self._things[number] = thing

    def _next(self) -> int:
        self._given += 1
        return self._given


Known = tuple[Hashable, Thing, dict[str, Any]]
"""A thing's identity on its screen, the thing, and its plain values."""


def _things(frame: Frame, sent: dict[str, Any]) -> Iterator[Known]:
    for place, (row, plain) in enumerate(zip(frame.rows, sent.get("rows", ()), strict=True)):
        yield ("row", place, row.text), Target(f"row {place}"), plain
    for place, (card, plain) in enumerate(zip(frame.cards, sent.get("cards", ()), strict=True)):
        yield ("card", _same(card)), Target(f"card {place}"), plain
    buttons = *sent.get("buttons", ()), *sent.get("questions", ())
    for button, plain in zip((*frame.buttons, *frame.questions), buttons, strict=True):
        yield ("button", button.key, button.text), button, plain
    if frame.sheet is not None:
        cells = [name for name in frame.sheet.names for _ in frame.sheet.heads]
        sent["sheet"]["clicks"] = clicks = [dict[str, Any]() for _ in cells]
        for place, (name, plain) in enumerate(zip(cells, clicks, strict=True)):
            yield ("cell", place, name), Target(f"cell {place}"), plain
    if frame.table is not None:
        yield from _lying(frame.table, sent["table"])


def _lying(table: TableShape, sent: dict[str, Any]) -> Iterator[Known]:
    """Yield the cards on the table, those taken last, and the one turned up."""
    laid, plains = table.laid, sent.get("laid", [])
    if table.taken is not None:
        laid, plains = (*laid, *table.taken.laid), [*plains, *sent["taken"].get("laid", [])]
    cards = [(one.card, plain.get("card")) for one, plain in zip(laid, plains, strict=True)]
    for card, plain in (*cards, (table.turned, sent.get("turned"))):
        if card is not None:
            yield ("lying", _same(card)), LyingCard(card.name), plain


def _same(card: CardShape) -> str:
    return card.id or card.name
