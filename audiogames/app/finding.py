"""The adaptive level ("like me"): bots that play about as well as the player.

It is stored for each game as a place on the ladder of levels, and changes after deals and matches.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from audiogames.app.outputs import SaveSettings
from audiogames.core.cues import Cue, Msg, mine, msg
from audiogames.core.events import Seat
from audiogames.core.log import Log
from audiogames.core.registry import Spec
from audiogames.search.levelling import (
    LIKE_ME,
    LevelFound,
    at_first,
    expected_share,
    final_share,
    is_beyond,
    on_ladder,
    place_after,
)
from audiogames.table.decisions import MatchProgress
from audiogames.table.protocol import Listener
from audiogames.table.table import Table

if TYPE_CHECKING:
    from audiogames.app.context import Context

NEAR = 0.1
"""Within this distance of a rung, in rungs, the level is called by that rung's name."""


class LevelFinder:
    """Adjusts the adaptive level to the results of matches played at it.

    Matches that statistics do not count, with open hands or several people, do not change the
    level; their bots play at the current level.
    """

    def __init__(self, context: Context) -> None:
        self._context = context
        self._table: Table | None = None
        self._seat = Seat(0)
        self._expected = 0.0
        """The player's expected share of the win when the level was last adjusted."""

    def found(self, spec: Spec) -> LevelFound:
        """Return the place on the ladder that was found for the player in this game."""
        kept = (one for one in self._context.settings.found_levels if one.game == spec.id)
        return next(kept, at_first(spec))

    def forget(self, spec: Spec) -> None:
        """Reset the adaptive level of this game to the middle of the ladder."""
        self._keep(spec, None)

    def follow(self, table: Table, seat: Listener) -> None:
        """Follow a match that starts or is resumed, if any bot plays at the adaptive level."""
        self._table = None
        if not any(player.level == LIKE_ME for player in table.players):
            return
        table.place_on_ladder = self.found(table.spec).place
        people = sum(not player.is_bot for player in table.players)
        if seat is not None and people == 1:
            self._table, self._seat = table, seat
            self._expected = self._expected_share_of(table)

    def deal_ended(self) -> None:
        """Adjust the level after a deal by the change in the player's expected share of the win."""
        if (table := self._counted()) is not None:
            now = expected_share(table.spec, table.state.view(None), self._seat)
            self._move(table, self.found(table.spec), now)

    def match_ended(self) -> None:
        """Adjust the level by the result of the match.

        Announce, once per game, if the player is stronger or weaker than all levels.
        """
        table = self._counted()
        result = None if table is None else table.result()
        self._table = None
        if table is None or result is None:
            return
        won = final_share(table.spec, result, len(table.players), self._seat)
        found = self._move(table, self.found(table.spec), won)
        self._keep(table.spec, replace(found, matches=found.matches + 1))
        if is_beyond(table.spec, found) and not found.told:
            self._context.announcer.afterwards(lambda: self._announce_beyond(table.spec))

    def _counted(self) -> Table | None:
        """Return the table if its result may change the level; None otherwise."""
        return None if self._table is None or self._table.is_open else self._table

    def _expected_share_of(self, table: Table) -> float:
        """Return the listener's expected share of the win at the end of the last finished deal.

        The level was last adjusted at that moment.  The present scores are not used, because they
        may change within a deal.
        """
        log, waits = table.log, table.state.expects == "deal"
        moves = log.moves()
        deals = [place for place, entry in enumerate(moves) if entry.deals]
        if len(deals) <= (not waits):
            return 1 / len(table.spec.partners(len(table.players)))
        ended = Log(log.header, moves if waits else moves[: deals[-1]])
        view = MatchProgress.of(ended).play(ended).state.view(None)
        return expected_share(table.spec, view, self._seat)

    def _move(self, table: Table, found: LevelFound, hoped: float) -> LevelFound:
        """Adjust the level by the change of the player's expected share of the win.

        `hoped` is the new expected share.  Return the level found.
        """
        found = place_after(table.spec, found, hoped - self._expected)
        self._expected = hoped
        table.place_on_ladder = found.place
        self._keep(table.spec, found)
        return found

    def _keep(self, spec: Spec, found: LevelFound | None) -> None:
        """Save the level found for a game; None resets it."""
        context, kept = self._context, self._context.settings.found_levels
        others = tuple(one for one in kept if one.game != spec.id)
        new = others if found is None else (*others, found)
        if new != kept:
            context.settings = replace(context.settings, found_levels=new)
            context.put(SaveSettings())

    def _announce_beyond(self, spec: Spec) -> Iterator[Cue]:
        """Yield the announcement that the player is stronger, or weaker, than all levels."""
        found = self.found(spec)
        self._keep(spec, replace(found, told=True))
        is_above = found.place > 0
        rung = spec.bots.rungs[-1 if is_above else 0]
        yield mine(f"like-me-{'above' if is_above else 'below'}", level=msg(f"option-level-{rung}"))


def place_words(spec: Spec, found: LevelFound, options: object) -> Msg:
    """Describe a place on the ladder: "between normal and strong", or "the same as normal"."""
    names = [msg(f"option-level-{spec.bots.plays_as(options, rung)}") for rung in spec.bots.rungs]
    place = on_ladder(spec, found.place)
    if abs(place - round(place)) < NEAR:
        return msg("like-me-at", level=names[round(place)])
    return msg("like-me-between", lower=names[int(place)], higher=names[int(place) + 1])
