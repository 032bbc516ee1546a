"""The log of a match: a header and its moves, as JSON lines.

A saved match is its log; resuming replays that log.  An undo is logged too: `undo SEQ` takes back
entry number SEQ and all later ones.  After a crash only an unfinished last line is lost.
`open-hands` is logged but is not a move: from then on its seat has seen the other players' cards.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from json.encoder import encode_basestring
from typing import Any, Final

from audiogames.core.contract import Move, Refused, State, admit
from audiogames.core.events import Emit, Seat, drop
from audiogames.core.options import OptionError, read_options
from audiogames.core.registry import game
from audiogames.core.spec import GameSpec
from audiogames.core.text import is_writable

FORMAT: Final = 1
UNDO: Final = "undo"
OPENED: Final = "open-hands"
DEAL: Final = "deal "

LONGEST_STAMP: Final = 40
"""The most characters of a match's start time."""

LONGEST_MOVE: Final = 2000
"""The most characters of a move; dealing out two packs takes 500."""

LONGEST_BY: Final = 20

LONGEST: Final = 1e9
"""More seconds than any match takes; a JSON number may be too large even for a float."""


class LogError(ValueError):
    """A log that cannot be used; `id` names the message that explains the reason."""

    def __init__(self, id_: str, **args: object) -> None:
        super().__init__(id_)
        self.id = id_
        self.args_ = args


@dataclass(frozen=True)
class Header:
    """The header of a log: the set-up of the match.

    `players` are names, kinds and levels as `table.seats` writes them.
    """

    game: str
    rules: int
    options: dict[str, Any]
    players: list[dict[str, Any]]
    time: dict[str, Any] = field(default_factory=dict)
    started: str = ""
    format: int = FORMAT


@dataclass(frozen=True)
class Entry:
    """One logged move, made `at` seconds after the start by `seat` (None: dealer or clock).

    `by` tells how the move was made if not by the player: "auto", "clock", "stand-in".
    """

    seq: int
    at: float
    seat: int | None
    move: str
    by: str | None = None

    @property
    def deals(self) -> bool:
        """Whether this entry deals cards."""
        return self.move.startswith(DEAL)


@dataclass
class Log:
    """The log of a match: its header, and its entries in order."""

    header: Header
    entries: list[Entry] = field(default_factory=list)

    def moves(self) -> list[Entry]:
        """Return the moves in effect, without those that were undone."""
        kept: list[Entry] = []
        for entry in self.entries:
            since = undone(entry)
            if since is not None:
                kept = [e for e in kept if e.seq < since]
            elif entry.move != OPENED:
                kept.append(entry)
        return kept

    @property
    def is_open(self) -> bool:
        """Whether a player has seen the other players' cards.  Undo does not change this."""
        return any(entry.move == OPENED for entry in self.entries)

    def dealt_before(self, verb: str) -> str | None:
        """Return the dealer's move to repeat after an undo; None if no such move was undone.

        `verb` is the first word of the dealer's next move, such as `deal`.  The dealer's moves with
        this verb are counted: if the next one will be the n-th, the result is the newest logged
        move that was the n-th when it was made.
        """
        done: list[int] = []
        known: dict[int, str] = {}
        for entry in self.entries:
            since = undone(entry)
            if since is not None:
                done = [seq for seq in done if seq < since]
            elif entry.seat is None and entry.move.startswith(f"{verb} "):
                known[len(done)] = entry.move
                done.append(entry.seq)
        return known.get(len(done))

    def text(self) -> str:
        """Return the whole log as JSON lines."""
        return "".join([line(self.header), *map(line, self.entries)])


def branch(log: Log, entry: int, seat: Seat, chair: Seat, started: str) -> Log:
    """Return a log for a new match that continues from the moves before this entry.

    The players of `seat` and `chair` are exchanged.  The new log counts as open (`Log.is_open`),
    because one player knows how the old match continued.
    """
    players = list(log.header.players)
    players[seat], players[chair] = players[chair], players[seat]
    made = [one for one in log.moves() if one.seq < entry]
    at = made[-1].at if made else 0.0
    kept = [replace(one, seq=number) for number, one in enumerate(made, 1)]
    kept.append(Entry(len(kept) + 1, at, chair, OPENED))
    return Log(replace(log.header, players=players, started=started), kept)


def undone(entry: Entry) -> int | None:
    """Return the number of the first entry that an undo takes back; None if this is not an undo."""
    verb, _, since = entry.move.partition(" ")
    return int(since) if verb == UNDO else None


_WRITER: Final = json.JSONEncoder(ensure_ascii=False)


def line(part: Header | Entry) -> str:
    """Return a header or an entry as one line of JSON."""
    if isinstance(part, Header):
        return _WRITER.encode(vars(part)) + "\n"
    # Built by hand, byte for byte as JSON: a server writes thousands of entries a second.
    seat = "null" if part.seat is None else part.seat
    by = "" if part.by is None else f', "by": {encode_basestring(part.by)}'
    move = encode_basestring(part.move)
    return f'{{"seq": {part.seq}, "at": {part.at}, "seat": {seat}, "move": {move}{by}}}\n'


def read_log(text: str) -> Log:
    """Parse a log; drop an unfinished last line, which a crash may have left.

    Raises `LogError`.
    """
    # Not splitlines: a name may hold another character that splitlines takes for a line break.
    *lines, _unfinished = text.split("\n")
    if not lines:
        raise LogError("log-empty")
    header = _read_header(lines[0])
    seats = len(header.players)
    entries = [_read_entry(one, place, seats) for place, one in enumerate(lines[1:], 1)]
    return Log(header, entries)


def read_log_file(content: bytes) -> tuple[Log, int]:
    """Parse a log file; return the log and how many bytes are whole lines.  Raises `LogError`.

    A crash may cut off the last line, even within a character.
    """
    whole = content[: content.rfind(b"\n") + 1]
    if content and not whole and not content.startswith(b"{"):
        raise LogError("log-foreign")
    try:
        text = whole.decode("utf-8")
    except UnicodeDecodeError:
        raise LogError("log-foreign") from None
    return read_log(text), len(whole)


def _read_header(text: str) -> Header:
    try:
        header = Header(**json.loads(text))
        is_sound = _is_header(header)
    except (ValueError, TypeError, RecursionError):
        raise LogError("log-foreign") from None
    if not is_sound:
        raise LogError("log-foreign")
    _check_header(header)
    return header


def _read_entry(text: str, place: int, seats: int) -> Entry:
    damaged = LogError("log-damaged", line=place + 1)
    try:
        entry = Entry(**json.loads(text))
    except (ValueError, TypeError, RecursionError):
        raise damaged from None
    if not _is_entry(entry, seats) or entry.seq != place:
        raise damaged
    return entry


def _is_header(header: Header) -> bool:
    return (
        isinstance(header.game, str)
        and isinstance(header.options, dict)
        and isinstance(header.players, list)
        and all(isinstance(player, dict) for player in header.players)
        and isinstance(header.time, dict)
        and isinstance(header.started, str)
        and header.started.isascii()
        and len(header.started) <= LONGEST_STAMP
        and is_writable(line(header))
    )


def _is_entry(entry: Entry, seats: int) -> bool:
    return (
        type(entry.seq) is int
        and type(entry.at) in {int, float}
        and 0 <= entry.at < LONGEST
        and (entry.seat is None or (type(entry.seat) is int and entry.seat in range(seats)))
        and _is_text(entry.move, LONGEST_MOVE)
        and (entry.by is None or _is_text(entry.by, LONGEST_BY))
        and _is_valid_undo(entry)
    )


def _is_text(value: object, longest: int) -> bool:
    return isinstance(value, str) and len(value) <= longest and is_writable(value)


def _is_valid_undo(entry: Entry) -> bool:
    """Return whether an undo names an earlier entry; True for every other entry."""
    try:
        since = undone(entry)
    except ValueError:
        return False
    return since is None or 0 < since < entry.seq


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
    """Return the state after all moves of the log, or after the first `upto`.

    Raises `LogError` if the rules do not allow a move.
    """
    state = initial_state(log)
    replay_onto(game(log.header.game), state, log.moves()[:upto], emit)
    return state


def initial_state(log: Log) -> State[Any, Any]:
    """Return the state before the first move.  Raises `LogError`."""
    spec = game(log.header.game)
    try:
        options = read_options(spec.options, log.header.options)
        state: State[Any, Any] = spec.rules.start(options, len(log.header.players))
    except OptionError:
        raise LogError("log-damaged", line=1) from None
    return state


def replay_onto(
    spec: GameSpec[Any, Any, Any, Any],
    state: State[Any, Any],
    entries: Iterable[Entry],
    emit: Emit = drop,
) -> None:
    """Apply these moves to the state, each checked by the rules."""
    for entry in entries:
        seat, move = read_move(spec, state, entry)
        state.apply(seat, move, emit)


def read_move(
    spec: GameSpec[Any, Any, Any, Any], state: State[Any, Any], entry: Entry
) -> tuple[Seat | None, Move]:
    """Return the seat and the parsed move of an entry.

    Raises `LogError` if the rules do not allow the move.
    """
    seat = None if entry.seat is None else Seat(entry.seat)
    try:
        move: Move = spec.rules.read(entry.move)
        admit(spec.rules, state, seat, move)
    except Refused:
        raise LogError("log-damaged", line=entry.seq + 1) from None
    return seat, move
