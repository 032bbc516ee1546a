"""A match told again from its log: what its table told one listener, update by update.

What was taken back is not told.  Nor are the warnings of a clock and the extensions of a time,
which no log holds; that the clock moved for somebody, it does.
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
    """What the table told at one moment, in seconds since the start."""

    at: float
    update: Update
    made: tuple[PlayedMove, ...]

    @property
    def deals(self) -> bool:
        """Whether cards were dealt."""
        return any(one.entry.deals for one in self.made)


def replay_steps(log: Log, seat: Listener) -> Iterator[ReplayStep]:
    """All that was told, update by update.  Raises `LogError`."""
    progress = MatchProgress.of(log)
    players = tuple(map(read_player, log.header.players))
    first: Sequence[Event] = tuple(time_limits(read_time(log.header.time), players))
    for made in _together(progress, log.moves(), players):
        yield ReplayStep(made[0].entry.at, _update(progress, seat, made, first), made)
        first = ()


def _together(
    progress: MatchProgress, moves: Sequence[Entry], players: Sequence[Player]
) -> Iterator[tuple[PlayedMove, ...]]:
    """The moves that a table makes at once, as `progress` makes them.

    They have the same time, but that is not enough: a program that plays by lines of text, or a
    clock that was moved by hand, may give one time to a whole match.
    """
    made: list[PlayedMove] = []
    dealt = False
    mover: View | None = None
    for entry, following in zip_longest(moves, moves[1:]):
        if made and (
            entry.at != made[-1].entry.at
            or (entry.deals and dealt)  # the table waits until everybody is ready
            or (_answers(progress, entry) and not _remarked(progress, made, entry, mover, players))
        ):
            yield tuple(made)
            made.clear()
        if not made:
            mover = _before_a_remark(progress, entry, following)
        made += progress.follow([entry])
        dealt = dealt or entry.deals
    if made:
        yield tuple(made)


def _answers(progress: MatchProgress, entry: Entry) -> bool:
    """Whether somebody was asked and this is the answer, or the clock's."""
    window = progress.spec.clock.window(progress.state)
    aside = window is not None and (window.seat, str(window.move)) == (entry.seat, entry.move)
    return isinstance(progress.state.to_act, int) and not aside


def _before_a_remark(progress: MatchProgress, entry: Entry, following: Entry | None) -> View | None:
    """What the mover knows before it moves twice at one time: a bot may have said something."""
    if following is None or entry.seat is None:
        return None
    twice = (following.at, following.seat) == (entry.at, entry.seat)
    return progress.state.view(Seat(entry.seat)) if twice else None


def _remarked(
    progress: MatchProgress,
    made: Sequence[PlayedMove],
    entry: Entry,
    mover: View | None,
    players: Sequence[Player],
) -> bool:
    """Whether all that was made so far is what a bot says before this move."""
    if mover is None or mover.seat is None or mover.seat != entry.seat:
        return False
    _, move = read_move(progress.spec, progress.state, entry)
    who = players[mover.seat].character
    said = [str(one) for one in progress.spec.bots.remarks(move, mover, who)]
    return [one.entry.move for one in made] == said[: len(made)]


def _update(
    progress: MatchProgress, seat: Listener, made: Sequence[PlayedMove], first: Sequence[Event]
) -> Update:
    told: list[Event] = [*first, *(event for one in made for event in one.events)]
    heard = tuple(event for event in told if event.heard_by(seat))
    state = progress.state
    waiting = state.to_act is Turn.CHANCE and state.expects == "deal"
    over = state.to_act is Turn.OVER
    return Update(seat, progress.seq, heard, state.view(seat), waiting, over)
