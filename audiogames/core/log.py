"""The log of a match: a header and its moves, as JSON lines.

Save is the log, resume is the replay, undo is an entry (`undo SEQ` takes back that entry and all
after it), and a crash loses nothing but the unfinished line.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass, field
from typing import Any, Final, TypeVar

from audiogames.core.events import Emit, Seat, drop
from audiogames.core.game import GameSpec, Refused, State
from audiogames.core.options import OptionError, read_options
from audiogames.core.referee import admit
from audiogames.core.registry import game

Part = TypeVar("Part", "Header", "Entry")
FORMAT: Final = 1
UNDO: Final = "undo"


class LogError(ValueError):
    """A log that cannot be used; `id` is the message that says why."""

    def __init__(self, id_: str, **args: object) -> None:
        super().__init__(id_)
        self.id = id_
        self.args_ = args


@dataclass(frozen=True)
class Header:
    """What a match is played with.  `players` are names, kinds and levels as `table.seats` writes them."""

    game: str
    rules: int
    options: dict[str, Any]
    players: list[dict[str, Any]]
    time: dict[str, Any] = field(default_factory=dict)
    started: str = ""
    format: int = FORMAT


@dataclass(frozen=True)
class Entry:
    """One move: `at` seconds since the start, by `seat` (None: dealer or clock).

    `by` says who made it where it was not the player: "auto", "clock".
    """

    seq: int
    at: float
    seat: int | None
    move: str
    by: str | None = None


@dataclass
class Log:
    """A header and its entries."""

    header: Header
    entries: list[Entry] = field(default_factory=list)

    def moves(self) -> list[Entry]:
        """The entries that count: what was undone is left out."""
        kept: list[Entry] = []
        for entry in self.entries:
            if entry.move.startswith(UNDO + " "):
                since = int(entry.move.split()[1])
                kept = [e for e in kept if e.seq < since]
            else:
                kept.append(entry)
        return kept

    def text(self) -> str:
        """The whole log as JSON lines."""
        return "".join([line(self.header), *map(line, self.entries)])


def line(part: Header | Entry) -> str:
    """A header or an entry as one line."""
    values = {key: value for key, value in asdict(part).items() if not (key == "by" and value is None)}
    return json.dumps(values, ensure_ascii=False) + "\n"


def read_log(text: str) -> Log:
    """Read a log.  Raises `LogError`; an unfinished last line, which a crash may leave, is dropped."""
    lines = text.splitlines(keepends=True)
    if lines and not lines[-1].endswith("\n"):
        lines.pop()
    if not lines:
        raise LogError("log-empty")
    header = _made(Header, lines[0])
    _check_header(header)
    entries = [_made(Entry, one) for one in lines[1:]]
    for place, entry in enumerate(entries, 1):
        if entry.seq != place:
            raise LogError("log-damaged", line=place + 1)
    return Log(header, entries)


def _made(kind: type[Part], text: str) -> Part:
    try:
        values = json.loads(text)
        made = kind(**values)
    except (ValueError, TypeError):
        raise LogError("log-foreign" if kind is Header else "log-damaged", line=0) from None
    if not _well_typed(made):
        raise LogError("log-foreign" if kind is Header else "log-damaged", line=0)
    return made


def _well_typed(part: Header | Entry) -> bool:
    if isinstance(part, Header):
        return (
            isinstance(part.game, str)
            and isinstance(part.options, dict)
            and isinstance(part.players, list)
            and all(isinstance(player, dict) for player in part.players)
            and isinstance(part.time, dict)
        )
    return (
        isinstance(part.seq, int)
        and isinstance(part.at, int | float)
        and (part.seat is None or isinstance(part.seat, int))
        and isinstance(part.move, str)
    )


def _check_header(header: Header) -> None:
    try:
        spec = game(header.game)
    except KeyError:
        raise LogError("log-unknown-game", game=header.game) from None
    if header.format != FORMAT or header.rules != spec.rules.version:
        raise LogError("log-other-version", game=header.game)
    if len(header.players) not in spec.seats:
        raise LogError("log-damaged", line=1)


def replay(log: Log, emit: Emit = drop, upto: int | None = None) -> State[Any, Any]:
    """The state after all moves of the log, or after the first `upto`.

    Raises `LogError` where a move is not one of the rules.
    """
    spec = game(log.header.game)
    try:
        options = read_options(spec.options, log.header.options)
        state = spec.rules.start(options, len(log.header.players))
    except OptionError:
        raise LogError("log-damaged", line=1) from None
    replay_onto(spec, state, log.moves()[:upto], emit)
    assert isinstance(state, State)
    return state


def replay_onto(
    spec: GameSpec[Any, Any, Any, Any], state: State[Any, Any], entries: Iterable[Entry], emit: Emit = drop
) -> None:
    """Make these moves, each checked by the rules."""
    for entry in entries:
        seat = None if entry.seat is None else Seat(entry.seat)
        try:
            move = spec.rules.read(entry.move)
            admit(spec.rules, state, seat, move)
        except Refused:
            raise LogError("log-damaged", line=entry.seq + 1) from None
        state.apply(seat, move, emit)
