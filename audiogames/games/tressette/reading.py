"""Moves from their text forms.  Each has one form, so that every log reads and writes alike."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from audiogames.cards.dealing import Deal, Dealer, read_cards, read_seat
from audiogames.core.game import Move, Refused
from audiogames.games.tressette import model as m
from audiogames.games.tressette.declarations import SAYABLE
from audiogames.games.tressette.scores import NEEDS

QUOTE: Final = '"'

_ALL_BOXES: Final = (
    *m.LEADER_BOXES, m.PIGLIATA,
    *(m.Boxes(box.palo, box.altri, box.compagno, pigliata=True) for box in m.LEADER_BOXES),
)  # fmt: skip
"""Also what nobody may tick together, so that it can be refused with the reason."""

_BOXES: Final = {"": m.NO_BOXES, **{str(boxes): boxes for boxes in _ALL_BOXES}}
_ACCUSE: Final = {str(accuse): accuse for accuse in NEEDS}


def read(text: str) -> Move:
    """The move with this text form.  Raises `Refused("malformed")`."""
    verb, *rest = text.split(" ")
    match verb:
        case "dealer":
            return Dealer(read_seat(rest))
        case "deal":
            return Deal(read_cards(rest, "italian"))
        case "accuse":
            return _known(_ACCUSE, text)
        case "say":
            return _said(text.removeprefix("say "), rest)
    return _played(verb, rest)


def _known(moves: dict[str, m.Accuse], text: str) -> Move:
    if text not in moves:
        raise Refused("malformed")
    return moves[text]


def _played(card: str, boxes: Sequence[str]) -> Move:
    (known,) = read_cards([card], "italian")
    ticked = _BOXES.get(" ".join(boxes))
    if ticked is None or (boxes and ticked is m.NO_BOXES):
        raise Refused("malformed")
    return m.play(known, ticked)


def _said(text: str, words: Sequence[str]) -> Move:
    if text.startswith(QUOTE):
        return _free(text)
    name, *suit = words or [""]
    if name not in SAYABLE or (suit and (len(suit) > 1 or suit[0] not in tuple(m.SUITS))):
        raise Refused("malformed")
    return m.Say(name, suit[0] if suit else None)


def _free(text: str) -> Move:
    """Anything that can be written on one line, quotation marks too."""
    inner = text[1:-1]
    fits = text.endswith(QUOTE) and inner.strip() and len(inner) <= m.LONGEST_TEXT
    if not fits or not inner.isprintable():
        raise Refused("malformed")
    return m.SayText(inner)
