"""Numbers the clickable things on a page, such as cards, rows and buttons; clicks report a number.

The picture may change while a click is in transit.  A thing that is also in the next picture keeps
its number, even if it has moved, and the number of a removed thing is not used again.  So a click
on a card that moves in the hand reaches that card, and a click on a removed card has no effect.
"""

from __future__ import annotations

import secrets
from collections.abc import Hashable, Iterator
from dataclasses import dataclass
from typing import Any, Final

from audiogames.present.frame import Button, CardShape, Frame, TableShape

ANYWHERE: Final = 2**31
"""The upper limit of a session's random first number.

With it a click that was sent in an earlier session finds nothing.
"""


@dataclass(frozen=True)
class Target:
    """A clickable thing that the app handles, named like "row 2" or "card 0"."""

    name: str


@dataclass(frozen=True)
class LyingCard:
    """A card on the table: a click on it only announces its name."""

    name: str


Thing = Button | Target | LyingCard


class Clickable:
    """Assigns numbers to the clickable things of the page's picture, and finds things by number."""

    def __init__(self) -> None:
        self._numbers: dict[Hashable, int] = {}
        self._things: dict[int, Thing] = {}
        self._given = secrets.randbelow(ANYWHERE)

    def at(self, number: int) -> Thing | None:
        """Return the clickable thing with this number; None if the current picture has none."""
        return self._things.get(number)

    def number(self, frame: Frame, sent: dict[str, Any]) -> None:
        """Number the clickable things of the next picture, and write the numbers into `sent`.

        `sent` is the frame as values for JSON.
        """
        before, self._numbers = self._numbers, {}
        self._things = {}
        for known, thing, plain in _things(frame, sent):
            same = frame.screen, known
            number = before.get(same) or self._next()
            self._numbers[same] = plain["click"] = number
            self._things[number] = thing

    def _next(self) -> int:
        """Return the number for the next new clickable thing."""
        self._given += 1
        return self._given


Known = tuple[Hashable, Thing, dict[str, Any]]
"""A thing's identity on its screen, the thing, and its plain values."""


def _things(frame: Frame, sent: dict[str, Any]) -> Iterator[Known]:
    """Yield each clickable element of a frame, with its identity and its JSON values."""
    for place, (row, plain) in enumerate(zip(frame.rows, sent.get("rows", ()), strict=True)):
        yield ("row", place, row.text), Target(f"row {place}"), plain
    for place, (card, plain) in enumerate(zip(frame.cards, sent.get("cards", ()), strict=True)):
        yield ("card", _card_identity(card)), Target(f"card {place}"), plain
    buttons = *sent.get("buttons", ()), *sent.get("questions", ())
    for button, plain in zip((*frame.buttons, *frame.questions), buttons, strict=True):
        yield ("button", button.key, button.text), button, plain
    if frame.sheet is not None:
        cells = [name for name in frame.sheet.names for _ in frame.sheet.heads]
        sent["sheet"]["clicks"] = clicks = [dict[str, Any]() for _ in cells]
        for place, (name, plain) in enumerate(zip(cells, clicks, strict=True)):
            yield ("cell", place, name), Target(f"cell {place}"), plain
    if frame.table is not None:
        yield from _table_cards(frame.table, sent["table"])


def _table_cards(table: TableShape, sent: dict[str, Any]) -> Iterator[Known]:
    """Yield the clickable cards on the table: cards laid, last capture, and turned-up card."""
    laid, plains = table.laid, sent.get("laid", [])
    if table.taken is not None:
        laid, plains = (*laid, *table.taken.laid), [*plains, *sent["taken"].get("laid", [])]
    cards = [(one.card, plain.get("card")) for one, plain in zip(laid, plains, strict=True)]
    for card, plain in (*cards, (table.turned, sent.get("turned"))):
        if card is not None:
            yield ("lying", _card_identity(card)), LyingCard(card.name), plain


def _card_identity(card: CardShape) -> str:
    """Return a key that identifies a card even after it has moved."""
    return card.id or card.name
