"""The moves of Invido: cards, calls and answers.  This module runs interpreted or compiled."""

from __future__ import annotations

from typing import Final

from audiogames.cards.card import ITALIAN, Card
from audiogames.core.state import Move

STRENGTH: Final = {rank: place for place, rank in enumerate("67FCR123")}
"""Ranks from the weakest: six, seven, fante, cavallo, re, asso, due, tre.  Suits never matter."""

PACK: Final = tuple(card for card in ITALIAN if card.rank in STRENGTH)
"""32 cards, without fours and fives."""

STEPS: Final = {"invido": 3, "tras-mas": 6, "tras-mas-nof": 9, "fuori-gioco": 12, "partita": 24}
"""The ladder of calls; a deal is worth 1 before any."""


def strength(card: Card | None) -> int:
    """Return the strength of a card on the table; a face-down card (None) is the weakest."""
    return -1 if card is None else STRENGTH[card.rank]


class Play(Move):
    """Play a card; if `covered`, face down ("vado dentro"), weaker than every other card.

    The text form of a card played face down ends with an asterisk: `3c*`.  Like calls and
    answers, equal moves are one object.
    """

    __slots__ = ("card", "covered")

    def __init__(self, card: Card, *, covered: bool) -> None:
        self.card = card
        self.covered = covered

    def __str__(self) -> str:
        return f"{self.card}*" if self.covered else str(self.card)

    def __repr__(self) -> str:
        return f"<play {self}>"

    def __reduce__(self) -> tuple[object, tuple[str]]:
        return move_of, (str(self),)


OPEN_AT: Final[tuple[Play, ...]] = tuple(Play(card, covered=False) for card in ITALIAN)
"""The move of each card face up, by `Card.order`; fours and fives are never dealt."""
OPEN: Final = {card: OPEN_AT[card.order] for card in PACK}
COVERED: Final = {card: Play(card, covered=True) for card in PACK}
"""The move of each card face down, for tables that play "vado dentro"."""


class Call(Move):
    """A call that raises the stake: its name, and the stake that it asks for."""

    __slots__ = ("level", "name")

    def __init__(self, name: str) -> None:
        self.name = name
        self.level = STEPS[name]

    def __str__(self) -> str:
        return self.name

    def __repr__(self) -> str:
        return f"<call {self}>"

    def __reduce__(self) -> tuple[object, tuple[str]]:
        return move_of, (self.name,)


class Answer(Move):
    """An answer to a call or request: "va bene", "vado via" or "no"; also the request "a monte"."""

    __slots__ = ("name",)

    def __init__(self, name: str) -> None:
        self.name = name

    def __str__(self) -> str:
        return self.name

    def __repr__(self) -> str:
        return f"<answer {self}>"

    def __reduce__(self) -> tuple[object, tuple[str]]:
        return move_of, (self.name,)


VA_BENE: Final = Answer("va-bene")
VADO_VIA: Final = Answer("vado-via")
A_MONTE: Final = Answer("a-monte")
NO: Final = Answer("no")

CALLS: Final = {level: Call(name) for name, level in STEPS.items()}
"""The call for each level."""

WORDS: Final[dict[str, Move]] = {
    **{call.name: call for call in CALLS.values()},
    **{answer.name: answer for answer in (VA_BENE, VADO_VIA, A_MONTE, NO)},
}
"""Calls and answers by their names."""
MOVES: Final[dict[str, Move]] = {
    **WORDS,
    **{str(play): play for play in (*OPEN.values(), *COVERED.values())},
}
"""The moves of players by their text forms."""


def move_of(text: str) -> Move:
    """Return the move with this text form, always the same object (used by pickle and copy)."""
    return MOVES[text]


_NEXT: Final = dict(zip((1, *STEPS.values()), CALLS.values(), strict=False))


def next_call(level: int) -> Call | None:
    """Return the only call that may follow a stake of `level`, or None after 24."""
    return _NEXT.get(level)


CALLING: Final = 1
ASKING: Final = 2
"""An index into `TURN`, `ANSWERS` and `MONTE` is the sum of those that apply: the player may call,
and the player may ask "a monte"."""

Words = tuple[list[Move], ...]


def _words(level: int, before: tuple[Move, ...], after: tuple[Move, ...]) -> Words:
    """Return four lists of moves: without or with the next call, without or with "a monte".

    The next call is the one that may follow a stake of `level`.  All lists have the moves in
    `before` and `after`.  The index of a list is the sum of the constants CALLING, if it has
    the call, and ASKING, if it has "a monte".
    """
    call = next_call(level)
    called = (*before, *(() if call is None else (call,)), *after)
    plain = (*before, *after)
    return [*plain], [*called], [*plain, A_MONTE], [*called, A_MONTE]


MONTE: Final[Words] = ([], [], [A_MONTE])
"""The words of a player whose turn it is not, and who may only ask "a monte"."""
TURN: Final = {level: _words(level, (), (VADO_VIA,)) for level in (1, *STEPS.values())}
"""The words of the player to play, by the value of the deal."""
ANSWERS: Final = {level: _words(level, (VA_BENE, VADO_VIA), ()) for level in STEPS.values()}
"""The answers to a call, by its level."""
