"""The people and bots at the seats of a table, and the list of bots."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from functools import cached_property, lru_cache
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
"""The most characters of a player's name in an untrusted match; names are read out at each move."""

REMEMBERED: Final = 512
"""The cache size of `side`, because sounds need the same directions again and again."""

PATIENCE: Final = (1.0, 1.5, 2.0, 4.0)
"""The factors by which a player may stretch the time limit."""


@dataclass(frozen=True)
class Player:
    """The person or bot on a seat.  `gender` is "f", "m" or "" and only affects wording.

    A bot that stands in for a person has no character of its own.
    """

    name: str
    kind: str = HUMAN
    level: str = ""
    gender: str = ""
    auto_draw: bool = False
    patience: float = 1.0
    character: Character = EVEN

    @cached_property  # asked several times for each move
    def is_bot(self) -> bool:
        """Whether a bot plays this seat."""
        return self.kind == BOT

    def at_another_table(self) -> Player:
        """Return this player for a match at another table.

        A bot gets the character that belongs to its name.
        """
        return replace(self, character=character_of(self.name)) if self.is_bot else self

    def written(self) -> dict[str, Any]:
        """Return the fields for a log's header; a character without peculiarities is left out."""
        values = {field.name: getattr(self, field.name) for field in fields(self)}
        character = str(values.pop("character"))
        return {**values, "character": character} if character else values


def read_player(values: dict[str, Any]) -> Player:
    """Parse a player of a log's header.  Raises `LogError`."""
    try:
        player = Player(**{**values, "character": read_character(values.get("character", ""))})
    except (TypeError, ValueError, AttributeError):
        raise LogError("log-damaged", line=1) from None
    if not _is_player(player):
        raise LogError("log-damaged", line=1)
    return player


def read_players(header: Header) -> tuple[Player, ...]:
    """Parse all players of a match that is to be resumed.

    Raises `LogError`, also if the game has no such bots.
    """
    players = tuple(map(read_player, header.players))
    bots = {*offered_levels(game(header.game)), RANDOM}
    if any(player.is_bot and player.level not in bots for player in players):
        raise LogError("log-damaged", line=1)
    return players


def _is_player(player: Player) -> bool:
    """Return whether all fields of a player have valid values."""
    texts = (player.name, player.kind, player.level, player.gender)
    return (
        all(isinstance(text, str) and is_writable(text) for text in texts)
        and player.kind in {HUMAN, BOT}
        and isinstance(player.auto_draw, bool)
        and player.patience in PATIENCE
    )


_BOTS: Final = (
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
"""The bots by name, each with grammatical gender and character."""

BOT_NAMES: Final = tuple((name, gender) for name, gender, _ in _BOTS)

_CHARACTERS: Final = {name: read_character(words) for name, _, words in _BOTS}


def character_of(name: str) -> Character:
    """Return the fixed character of the bot with this name; the usual one for other names."""
    return _CHARACTERS.get(name, EVEN)


def bot_named(name: str, level: str, gender: str = "") -> Player:
    """Return a new bot with this name and the character that belongs to it."""
    return Player(name, BOT, level, gender, character=character_of(name))


def bot_player(taken: tuple[str, ...], level: str) -> Player:
    """Return a bot with the first name from the list of bots that is not `taken`."""
    name, gender = next(pair for pair in BOT_NAMES if pair[0] not in taken)
    return bot_named(name, level, gender)


def other_bot(bot: Player, taken: Sequence[str], by: int) -> Player:
    """Return a bot with the next (`by` 1) or previous (-1) name that is not taken at the table."""
    free = [pair for pair in BOT_NAMES if pair[0] == bot.name or pair[0] not in taken]
    place = next((at for at, (name, _) in enumerate(free) if name == bot.name), -1)
    name, gender = free[(place + by) % len(free)]
    return bot_named(name, bot.level, gender)


@lru_cache(REMEMBERED)
def side(seat: Seat, listener: Seat, around: tuple[Seat, ...]) -> float:
    """Return the direction in which a listener hears a seat: from -1 (left) to 1 (right).

    `around` is the clockwise order of the seats.  A single opponent is in the middle (0).
    """
    place = (around.index(seat) - around.index(listener)) % len(around)
    if place == 0 or len(around) == 2:
        return 0.0
    return 2 * (place - 1) / (len(around) - 2) - 1
