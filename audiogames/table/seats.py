"""Who sits where."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, Final

from audiogames.core.character import EVEN, Character, read_character
from audiogames.core.events import Seat
from audiogames.core.log import Header, LogError
from audiogames.core.registry import game
from audiogames.core.text import is_writable
from audiogames.search.arena import RANDOM
from audiogames.search.levelling import offered_levels

HUMAN: Final = "human"
BOT: Final = "bot"

LONGEST_NAME: Final = 80
"""Letters of a player's name in a match that anybody may have written; it is told at each move."""

REMEMBERED: Final = 512
"""Places of which it is remembered on which side they are: sounds ask for the same ones."""

PATIENCE: Final = (1.0, 1.5, 2.0, 4.0)
"""How many times the time limit a player may ask for."""


@dataclass(frozen=True)
class Player:
    """A person or a bot.  `gender` is "f", "m" or "" and only chooses words.

    A person has no character, nor has a bot that plays for one.
    """

    name: str
    kind: str = HUMAN
    level: str = ""
    gender: str = ""
    auto_draw: bool = False
    patience: float = 1.0
    character: Character = EVEN

    @property
    def is_bot(self) -> bool:
        """Whether code plays this seat."""
        return self.kind == BOT

    def anew(self) -> Player:
        """The same player at another table: a bot has the character of its name there."""
        return replace(self, character=character_of(self.name)) if self.is_bot else self

    def written(self) -> dict[str, Any]:
        """As a log's header keeps it: a character only where there is one."""
        values = dict(vars(self))
        character = str(values.pop("character"))
        return {**values, "character": character} if character else values


def read_player(values: dict[str, Any]) -> Player:
    """A player out of a log's header.  Raises `LogError`."""
    try:
        player = Player(**{**values, "character": read_character(values.get("character", ""))})
    except (TypeError, ValueError, AttributeError):
        raise LogError("log-damaged", line=1) from None
    if not _is_player(player):
        raise LogError("log-damaged", line=1)
    return player


def read_players(header: Header) -> tuple[Player, ...]:
    """The players of a match that goes on: bots that the game does not have cannot play on.

    Raises `LogError`.
    """
    players = tuple(map(read_player, header.players))
    bots = {*offered_levels(game(header.game)), RANDOM}
    if any(player.is_bot and player.level not in bots for player in players):
        raise LogError("log-damaged", line=1)
    return players


def _is_player(player: Player) -> bool:
    texts = (player.name, player.kind, player.level, player.gender)
    return (
        all(isinstance(text, str) and is_writable(text) for text in texts)
        and player.kind in {HUMAN, BOT}
        and isinstance(player.auto_draw, bool)
        and player.patience in PATIENCE
    )


_LIKENESSES: Final = (
    ("Ada", "f", ""),
    ("Bruno", "m", "bold silent"),
    ("Carla", "f", "careful talkative slow"),
    ("Dario", "m", "bold talkative quick"),
    ("Elena", "f", "careful silent"),
    ("Franco", "m", "silent slow"),
    ("Gina", "f", "bold quick"),
    ("Livio", "m", "careful silent slow"),
    ("Marta", "f", "talkative quick"),
    ("Nino", "m", "bold talkative"),
    ("Olga", "f", "careful quick"),
    ("Pietro", "m", "talkative slow"),
    ("Rita", "f", "bold silent slow"),
)
"""The bots by name, each with the gender of the words for them and their character."""

BOT_NAMES: Final = tuple((name, gender) for name, gender, _ in _LIKENESSES)

_CHARACTERS: Final = {name: read_character(words) for name, _, words in _LIKENESSES}


def character_of(name: str) -> Character:
    """The character of the bot of this name, which is always the same."""
    return _CHARACTERS.get(name, EVEN)


def bot_named(name: str, level: str, gender: str = "") -> Player:
    """A bot that sits down now, with the character of its name."""
    return Player(name, BOT, level, gender, character=character_of(name))


def bot_player(taken: tuple[str, ...], level: str) -> Player:
    """A bot with the first name that nobody at the table has."""
    name, gender = next(pair for pair in BOT_NAMES if pair[0] not in taken)
    return bot_named(name, level, gender)


def other_bot(bot: Player, taken: Sequence[str], by: int) -> Player:
    """The next bot by name that is not taken, or the one before (`by` is 1 or -1)."""
    free = [pair for pair in BOT_NAMES if pair[0] == bot.name or pair[0] not in taken]
    place = next((at for at, (name, _) in enumerate(free) if name == bot.name), -1)
    name, gender = free[(place + by) % len(free)]
    return bot_named(name, bot.level, gender)


@lru_cache(REMEMBERED)
def side(seat: Seat, listener: Seat, around: tuple[Seat, ...]) -> float:
    """Where a seat sits for a listener, clockwise from -1 (left) to 1 (right), 0 in the middle.

    `around` is the order of the seats at the table; a single opponent sits opposite.
    """
    place = (around.index(seat) - around.index(listener)) % len(around)
    if place == 0 or len(around) == 2:
        return 0.0
    return 2 * (place - 1) / (len(around) - 2) - 1
