"""The set-up of a match: the game, its options, the players and the time."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from audiogames.core.log import Header, Log
from audiogames.core.registry import Spec
from audiogames.core.text import plain
from audiogames.table.clock import TimeSettings
from audiogames.table.seats import Player, bot_player, other_bot

JOINING: Final = (0, 1, 3, 2)
"""In pairs, the second player sits at the first one's left, the third right, the fourth across."""


def places(spec: Spec, players: Sequence[Player]) -> tuple[Player, ...]:
    """Convert players from joining order to seat order.

    The same call also converts back, because the permutation is its own inverse.
    """
    pairs = len(players) == len(JOINING) and any(len(side) > 1 for side in spec.partners(4))
    return tuple(players[place] for place in JOINING) if pairs else tuple(players)


@dataclass(frozen=True)
class Setup:
    """The set-up of a match, with the players in joining order.

    The first player is the listener, unless the listener only watches.
    """

    spec: Spec
    options: Any
    players: tuple[Player, ...]
    limit: int | None = None
    """Seconds per turn."""
    level: str = ""
    seed: int | None = None
    watch: bool = False
    """Whether only bots play."""

    def __post_init__(self) -> None:
        """Set the level of bots to the game's default if none is given."""
        object.__setattr__(self, "level", self.level or self.spec.bots.default)

    def with_bot(self) -> Setup:
        """Return the set-up with one more bot."""
        names = tuple(player.name for player in self.players)
        return replace(self, players=(*self.players, bot_player(names, self.level)))

    def without_bot(self) -> Setup:
        """Return the set-up without the bot that joined last."""
        return self._without(next(one for one in reversed(self.players) if one.is_bot))

    def with_other_bot(self, place: int, by: int) -> Setup:
        """Return the set-up with the next (1) or previous (-1) free bot at index `place`."""
        players = list(self.players)
        names = [one.name for one in players]
        players[place] = other_bot(players[place], names, by)
        return replace(self, players=tuple(players))

    def with_person(self, name: str) -> Setup:
        """Return the set-up with one more person at the same keyboard."""
        return replace(self, players=(*self.players, replace(self.players[0], name=name)))

    def without_person(self) -> Setup:
        """Return the set-up without the person who joined last."""
        return self._without(self.people[-1])

    def named(self, name: str) -> Setup:
        """Return the set-up in which the first player has this name."""
        return replace(self, players=(replace(self.players[0], name=name), *self.players[1:]))

    @property
    def people(self) -> tuple[Player, ...]:
        """The players who are not bots, in joining order."""
        return tuple(player for player in self.players if not player.is_bot)

    def _without(self, leaves: Player) -> Setup:
        """Return the set-up without this player."""
        return replace(self, players=tuple(one for one in self.players if one is not leaves))

    def filled(self, seats: int) -> Setup:
        """Return the set-up with bots added until it has this number of players."""
        return self if len(self.players) >= seats else self.with_bot().filled(seats)


def new_log(
    spec: Spec, options: object, players: Sequence[Player], time: TimeSettings, started: str = ""
) -> Log:
    """Return the log of a new match."""
    written = plain(options)
    assert isinstance(written, dict)
    header = Header(
        game=spec.id,
        rules=spec.rules.version,
        options=written,
        players=[player.written() for player in players],
        time=time.written(),
        started=started,
    )
    return Log(header)
