"""Puzzles: positions from matches in which one move is better than all others.

`tools/make_puzzles.py` finds and checks them; a game keeps them as `puzzles.jsonl` in its folder.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from importlib import import_module, resources
from typing import Annotated, Final

import msgspec
from msgspec import Meta

from audiogames.core.contract import Move, View
from audiogames.core.events import Seat
from audiogames.core.log import Entry, Header, Log, LogError, replay
from audiogames.core.registry import Spec, game
from audiogames.table.foreign import MoveText
from audiogames.table.seats import Player, bot_player

TRIES: Final = 10
"""How often each level of bot was asked for its move."""

GENTLE_FROM: Final = 7
"""From this many solutions by the middle level on, a puzzle is gentle."""
HARD_UP_TO: Final = 2
"""Up to this many solutions by the middle level, a puzzle is hard."""

DIFFICULTIES: Final = ("gentle", "middle", "hard")

Made = tuple[int | None, MoveText]
"""A stored move: its seat, or None, and its text."""


@dataclass(frozen=True)
class Puzzle:
    """A position to solve, with its right moves and how often bots find one of them.

    `best` are the right moves, which are equally good; `rival` is the best of the other moves, and
    `gain` is how much worse it is, in the game's own unit.  For each level, `solved` is the number
    of bots, of `TRIES`, that found a right move.
    """

    game: str
    rules: int
    options: dict[str, object]
    seats: Annotated[int, Meta(ge=2, le=16)]
    seat: Annotated[int, Meta(ge=0, le=15)]
    moves: tuple[Made, ...]
    best: tuple[MoveText, ...]
    rival: MoveText
    gain: float
    solved: dict[str, int]
    seed: int
    """The seed of the match in which it was found."""

    @cached_property
    def name(self) -> str:
        """The key under which the player's result is stored, a checksum of the position."""
        seed = msgspec.json.encode((self.seats, self.seat, self.moves, self.options))
        return f"{_checksum(seed):08x}"

    @property
    def difficulty(self) -> str:
        """The puzzle's difficulty, from how often middle-level bots find a right move."""
        found = list(self.solved.values())
        middle = found[1] if len(found) > 2 else found[0]
        if middle >= GENTLE_FROM:
            return "gentle"
        return "hard" if middle <= HARD_UP_TO else "middle"

    def log(self, player: Player) -> Log:
        """Return a log that leads to the position, in which this player is to move."""
        names = [player.name]
        players: list[Player] = []
        for seat in range(self.seats):
            if seat == self.seat:
                players.append(player)
            else:
                players.append(bot_player(tuple(names), game(self.game).bots.default))
                names.append(players[-1].name)
        header = Header(
            self.game, self.rules, dict(self.options), [one.written() for one in players]
        )
        entries = [Entry(at, 0.0, seat, move) for at, (seat, move) in enumerate(self.moves, 1)]
        return Log(header, entries)

    def view(self) -> View:
        """Return the view of the seat to act in the position.  Raises `LogError`."""
        spec = game(self.game)
        state = replay(self.log(Player("?")))
        found: View = state.view(Seat(self.seat))
        if spec.rules.version != self.rules or found.to_act != self.seat:
            raise LogError("log-other-version", game=self.game)
        return found

    def right(self, spec: Spec) -> Sequence[Move]:
        """Return the right moves, parsed; the first one is announced as the solution."""
        return [spec.rules.read(text) for text in self.best]


def _checksum(data: bytes) -> int:
    """Return the CRC-32 of the data."""
    from zlib import crc32  # noqa: PLC0415 - needed only when a result is stored

    return crc32(data)


def read_puzzles(lines: Iterable[str]) -> tuple[Puzzle, ...]:
    """Parse the puzzles of a file, one per line."""
    return tuple(msgspec.json.decode(line, type=Puzzle) for line in lines if line.strip())


def written_puzzle(puzzle: Puzzle) -> str:
    """Return a puzzle as a line of the file."""
    return msgspec.json.encode(puzzle).decode() + "\n"


@lru_cache(maxsize=2)  # a game's puzzles take some megabytes of memory
def puzzles_of(id_: str) -> tuple[Puzzle, ...]:
    """Return a game's puzzles for the current version of the rules.

    Empty if the game has no file.
    """
    version = game(id_).rules.version
    return tuple(one for one in read_puzzles(_lines_of(id_)) if one.rules == version)


@dataclass(frozen=True)
class _RulesVersion:
    """The version of the rules, the only field that must be read to count the stored puzzles."""

    rules: int


@cache
def puzzle_count(id_: str) -> int:
    """Return the number of a game's puzzles for the current version of the rules.

    The puzzles themselves are not parsed, since that would delay the list of all games.
    """
    version = game(id_).rules.version
    versions = (msgspec.json.decode(line, type=_RulesVersion) for line in _lines_of(id_))
    return sum(one.rules == version for one in versions)


def _lines_of(id_: str) -> Sequence[str]:
    """Return the lines of a game's file of puzzles; none if it has no file."""
    module = import_module(type(game(id_).rules).__module__).__package__
    file = resources.files(module or "").joinpath("puzzles.jsonl")
    return file.read_text(encoding="utf-8").splitlines() if file.is_file() else ()
