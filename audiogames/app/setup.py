"""A table before its match: what is played, how, and by whom."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from audiogames.core.registry import Spec
from audiogames.table.seats import Player, bot_player


@dataclass(frozen=True)
class Setup:
    """Seat 0 is the listener's, unless he only watches."""

    spec: Spec
    options: Any
    players: tuple[Player, ...]
    limit: int | None = None
    """Seconds a turn."""
    level: str = "normal"
    seed: int | None = None
    watch: bool = False
    """Whether only bots play."""

    def with_bot(self) -> Setup:
        """One bot more."""
        names = tuple(player.name for player in self.players)
        return replace(self, players=(*self.players, bot_player(names, self.level)))

    def without_bot(self) -> Setup:
        """One bot less."""
        return replace(self, players=self.players[:-1])

    def filled(self, seats: int) -> Setup:
        """Bots in all empty seats."""
        return self if len(self.players) >= seats else self.with_bot().filled(seats)
