"""The strong bot of Novantanove, with one method for two players and one for more.

At a table of two it infers the opponent's pair of cards from all their plays (`duel`).  At other
tables it searches the next player's reply (`lookahead`), even when only two players are left.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from audiogames.core.contract import Bot, Move
from audiogames.games.novantanove import model as m
from audiogames.games.novantanove.bots import duel_tables, value_tables
from audiogames.games.novantanove.bots.duel import Duel
from audiogames.games.novantanove.bots.duel_tables import DuelTables
from audiogames.games.novantanove.bots.lookahead import Lookahead
from audiogames.games.novantanove.bots.normal import NormalBot
from audiogames.games.novantanove.bots.value_tables import TablesRefused, ValueTables


class StrongBot(Bot[m.NovantanoveView, Move]):
    """Maximizes its tokens at the end of the round; without tables it plays like the normal bot."""

    def __init__(
        self,
        tables: Callable[[], ValueTables] = value_tables.shipped,
        duel: Callable[[], DuelTables] = duel_tables.shipped,
    ) -> None:
        self.refused: str | None = None
        """Why there are no tables."""
        self._tables: ValueTables | None = None
        try:
            self._tables, self._duel = tables(), duel()
        except TablesRefused as refused:
            self.refused, self.lacks_files = str(refused), True

    def choose(
        self, view: m.NovantanoveView, rng: Random, budget: int, stop: Callable[[], bool]
    ) -> Move:
        """Return a draw if one is due, otherwise the play with the highest value."""
        if m.DRAW in view.legal:
            return m.DRAW
        if self._tables is None:
            return NormalBot().choose(view, rng, budget, stop)
        return decision(view, self._tables, self._duel).best(rng, stop)


def decision(view: m.NovantanoveView, tables: ValueTables, duel: DuelTables) -> Lookahead:
    """Return the search for this view: a `Duel` at a table of two, otherwise a `Lookahead`."""
    if len(view.tokens) == 2:
        return Duel(view, tables, duel)
    return Lookahead(view, tables)
