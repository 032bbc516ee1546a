"""A finished match, replayed from its log as the updates that one listener received.

Undone moves are left out, and so are clock warnings and time extensions, which are not logged.
Moves that the clock made for a player are logged.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import zip_longest

from audiogames.core.contract import Turn, View
from audiogames.core.events import Event, Seat
from audiogames.core.log import Entry, Log, read_move
from audiogames.table.clock import read_time, time_limits
from audiogames.table.decisions import MatchProgress, PlayedMove
from audiogames.table.protocol import Listener, Update
from audiogames.table.seats import Player, read_player


@dataclass(frozen=True)
class ReplayStep:
    """An update of a replayed match, and the moves that led to it, `at` seconds after the start."""

    at: float
    update: Update
    made: tuple[PlayedMove, ...]

    @property
    def deals(self) -> bool:
        """Whether cards were dealt."""
        return any(one.entry.deals for one in self.made)


def replay_steps(log: Log, seat: Listener) -> Iterator[ReplayStep]:
    """Yield all updates that one listener received.  Raises `LogError`."""
    progress = MatchProgress.of(log)
    players = tuple(map(read_player, log.header.players))
    first: Sequence[Event] = tuple(time_limits(read_time(log.header.time), players))
    for made in _group_moves(progress, log.moves(), players):
        yield ReplayStep(made[0].entry.at, _update(progress, seat, made, first), made)
        first = ()


def _group_moves(
    progress: MatchProgress, moves: Sequence[Entry], players: Sequence[Player]
) -> Iterator[tuple[PlayedMove, ...]]:
    """Make the moves on `progress`, and yield them in groups.

    A group has the moves that the table made at one moment.  Comparing times is not enough: a
    client of the engine protocol, or a clock set by hand, may give all moves of a match the
    same time.
    """
    made: list[PlayedMove] = []
    dealt = False
    mover: View | None = None
    for entry, following in zip_longest(moves, moves[1:]):
        if made and (
            entry.at != made[-1].entry.at
            or (entry.deals and dealt)  # the table waits until every player is ready
            or (
                _is_answer(progress, entry)
                and not _are_remarks(progress, made, entry, mover, players)
            )
        ):
            yield tuple(made)
            made.clear()
        if not made:
            mover = _view_before_remark(progress, entry, following)
        made += progress.follow([entry])
        dealt = dealt or entry.deals
    if made:
        yield tuple(made)


def _is_answer(progress: MatchProgress, entry: Entry) -> bool:
    """Return whether the entry is a move of the seat to act, made by its player or the clock."""
    window = progress.spec.clock.window(progress.state)
    aside = window is not None and (window.seat, str(window.move)) == (entry.seat, entry.move)
    return isinstance(progress.state.to_act, int) and not aside


def _view_before_remark(
    progress: MatchProgress, entry: Entry, following: Entry | None
) -> View | None:
    """Return the seat's view before a log entry that may be a bot's remark; otherwise None.

    The entry may be a remark if the same seat makes the next move at the same time.
    """
    if following is None or entry.seat is None:
        return None
    twice = (following.at, following.seat) == (entry.at, entry.seat)
    return progress.state.view(Seat(entry.seat)) if twice else None


def _are_remarks(
    progress: MatchProgress,
    made: Sequence[PlayedMove],
    entry: Entry,
    mover: View | None,
    players: Sequence[Player],
) -> bool:
    """Return whether these moves are only remarks that a bot makes with its move `entry`."""
    if mover is None or mover.seat is None or mover.seat != entry.seat:
        return False
    _, move = read_move(progress.spec, progress.state, entry)
    who = players[mover.seat].character
    said = [str(one) for one in progress.spec.bots.remarks(move, mover, who)]
    return [one.entry.move for one in made] == said[: len(made)]


def _update(
    progress: MatchProgress, seat: Listener, made: Sequence[PlayedMove], first: Sequence[Event]
) -> Update:
    """Return a listener's update after a group of moves; its events begin with `first`."""
    events: list[Event] = [*first, *(event for one in made for event in one.events)]
    heard = tuple(event for event in events if event.heard_by(seat))
    state = progress.state
    waiting = state.to_act is Turn.CHANCE and state.expects == "deal"
    over = state.to_act is Turn.OVER
    return Update(seat, progress.seq, heard, state.view(seat), waiting, over)
