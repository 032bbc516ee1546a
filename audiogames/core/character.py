"""The character of a bot: traits in which it differs from other bots of the same level.

A game declares which traits it shows (`BotSpec.characters`, `remarks`, `traits`); the table sets
how quickly a bot plays.
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
"""The words for the values of each trait; the usual value 0 has none."""


@dataclass(frozen=True)
class Character:
    """A bot's character: three traits, each -1, 0 (usual) or 1.

    `str()` is its text form, which is empty if all three are 0.
    """

    daring: int = 0
    """How readily it calls, or how high it bids."""
    talk: int = 0
    """How much it says in games in which speaking is a move."""
    speed: int = 0
    """How quickly it plays."""

    def __str__(self) -> str:
        """Return the text form, which `read_character` parses."""
        return " ".join(
            WORDS[side.name][value]
            for side in fields(self)
            if (value := getattr(self, side.name)) in WORDS[side.name]
        )


EVEN: Final = Character()
"""The character with every trait as usual."""

_SIDES: Final = {
    word: (name, value) for name, words in WORDS.items() for value, word in words.items()
}


def read_character(text: str) -> Character:
    """Parse the text form of a character.  Raises `ValueError`."""
    try:
        sides = [_SIDES[word] for word in text.split()]
    except KeyError as unknown:
        raise ValueError(f"no word of a character: {unknown}") from None
    if len(dict(sides)) < len(sides):
        raise ValueError(f"two words for one side of a character: {text}")
    return Character(**dict(sides))


def trait(who: Character, side: str) -> tuple[Msg, ...]:
    """Return the message that describes a trait of this character, as a tuple.

    `side` names the trait: a field of `Character`.  If the trait has its usual value, the tuple is
    empty.
    """
    word = WORDS[side].get(getattr(who, side))
    return (msg(f"trait-{word}"),) if word else ()
