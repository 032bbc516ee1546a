"""A puzzle: a replay that stops at one position, whose best move the player has to find."""

from __future__ import annotations

from audiogames.app.match.mode import MatchServices
from audiogames.app.modes.replay import Replay
from audiogames.core.contract import View
from audiogames.core.review import ReviewSpec
from audiogames.table.clock import TimeSettings
from audiogames.table.puzzles import Puzzle
from audiogames.table.seats import Player


class PuzzleMode(Replay):
    """The mode of a puzzle: keys answer questions, but moves are only judged and not made.

    Raises `LogError` if the position cannot be restored.
    """

    def __init__(
        self, puzzle: Puzzle, player: Player, services: MatchServices, time: TimeSettings
    ) -> None:
        self.puzzle = puzzle
        self._view: View = puzzle.view()
        super().__init__(puzzle.log(player), services, time)

    @property
    def review(self) -> ReviewSpec:  # type: ignore[type-arg]
        """How the game evaluates and explains moves."""
        found = self.session.spec.bots.review
        assert found is not None
        return found

    def begin(self) -> None:
        """Move to the position of the puzzle."""
        super().begin()
        self.to_before(len(self.puzzle.moves) + 1)
        session = self.session
        session.view = self._view
        session.cues.listing = session.spec.lists.listing(self._view)
        session.cues.decisions += session.cues.listing is not None
