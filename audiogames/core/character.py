"""The character of a bot: what sets it apart from others of its level, at every table.

A game says which of it shows there (`BotSpec.characters`, `remarks`, `traits`); how quickly a bot
plays is the table's to say.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Final

from audiogames.core.cues import Msg, msg

WORDS: Final = {
    "daring": {-1: "careful", 1: "bold"},
    "talk": {-1: "silent", 1: "talkative"},
    "speed": {-1: "slow", 1: "quick"},
}
"""How each side of a character is written; what is as usual is not."""


@dataclass(frozen=True)
class Character:
    """Each side is -1, 0 (as usual) or 1; `str()` is its text form, empty for an even character."""

    daring: int = 0
    """How readily it calls, or how high it bids."""
    talk: int = 0
    """How much it says where to speak is a move."""
    speed: int = 0
    """How quickly it plays."""

    def __str__(self) -> str:
        """The words of its sides, as `read_character` reads them."""
        return " ".join(
            WORDS[side.name][value]
            for side in fields(self)
            if (value := getattr(self, side.name)) in WORDS[side.name]
        )


EVEN: Final = Character()
"""The character of a bot that has none."""

_SIDES: Final = {
    word: (name, value) for name, words in WORDS.items() for value, word in words.items()
}


def read_character(text: str) -> Character:
    """The character with this text form.  Raises `ValueError`."""
    try:
        sides = [_SIDES[word] for word in text.split()]
    except KeyError as unknown:
        raise ValueError(f"no word of a character: {unknown}") from None
    if len(dict(sides)) < len(sides):
        raise ValueError(f"two words for one side of a character: {text}")
    return Character(**dict(sides))


def trait(who: Character, side: str) -> tuple[Msg, ...]:
    """The game's message for this side of a character; none where it is as usual."""
    word = WORDS[side].get(getattr(who, side))
    return (msg(f"trait-{word}"),) if word else ()
