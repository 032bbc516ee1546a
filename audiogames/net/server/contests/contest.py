"""One tournament of a server: its rules, who is in it, and how it is kept."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, Final

import msgspec

from audiogames.core.options import read_options
from audiogames.core.registry import Spec, game
from audiogames.core.text import plain
from audiogames.tournaments.model import MeetingHeld, Plan, TournamentError
from audiogames.tournaments.tournament import Happened, Tournament

PLACES: Final = 2
"""Sides of a table."""


class Contestant(msgspec.Struct, frozen=True):
    """A person or a pair: the keys of their accounts, and their names; a bot has a level."""

    keys: tuple[str, ...]
    names: tuple[str, ...]
    level: str = ""

    @property
    def name(self) -> str:
        """All of them."""
        return " + ".join(self.names)


class KeptContest(msgspec.Struct):
    """A tournament as the store has it."""

    id: int
    name: str
    game: str
    options: dict[str, Any]
    plan: dict[str, Any]
    pairs: bool
    opener: str
    contestants: list[Contestant]
    log: list[Happened]
    tables: dict[str, int] = {}
    """The numbers of the tables of this round, by the numbers of their meetings."""
    starts: float = 0.0
    round_at: float = 0.0
    """When the tables of a round that was paired are opened; 0 once they are."""
    opened_at: float = 0.0


@dataclass(eq=False)
class ServerContest:
    """A tournament that is open, on, or over."""

    id: int
    name: str
    spec: Spec
    options: Any
    pairs: bool
    opener: str
    tournament: Tournament
    contestants: list[Contestant] = field(default_factory=list)
    tables: dict[int, int] = field(default_factory=dict)
    starts: float = 0.0
    round_at: float = 0.0
    opened_at: float = 0.0
    looked_at: float = 0.0
    """When it was looked last whether people have come."""

    @property
    def size(self) -> int:
        """How many people are one entrant."""
        return 2 if self.pairs else 1

    @property
    def is_over(self) -> bool:
        """Whether all is played."""
        return self.tournament.is_over

    def entrant_of(self, key: str) -> int | None:
        """The number of the entrant that this person is, or is one of, unless they have left."""
        for number, one in enumerate(self.contestants):
            if key in one.keys and number not in self.tournament.withdrawn:
                return number
        return None

    @property
    def meetings(self) -> list[MeetingHeld]:
        """Those of the newest round."""
        return self.tournament.rounds[-1] if self.tournament.rounds else []

    def seats(self, table: int) -> list[tuple[Contestant, int]]:
        """Who joins a table in which order: contestant, and which of its people.

        Partners sit opposite; at a table of pairs those who come third and fourth change places.
        """
        pairing = self.meetings[table].pairing
        assert pairing.second is not None
        first, second = self.contestants[pairing.first], self.contestants[pairing.second]
        if not self.pairs:
            return [(first, 0), (second, 0)]
        return [(first, 0), (second, 0), (second, 1), (first, 1)]

    def kept(self) -> KeptContest:
        """As the store keeps it."""
        return KeptContest(
            self.id,
            self.name,
            self.spec.id,
            plain_options(self.options),
            dict(vars(self.tournament.plan)),
            self.pairs,
            self.opener,
            self.contestants,
            self.tournament.log,
            {str(at): number for at, number in self.tables.items()},
            self.starts,
            self.round_at,
            self.opened_at,
        )


def contest_of(kept: KeptContest) -> ServerContest:
    """Return the tournament that was kept.

    Raises `KeyError`, `TournamentError` and `OptionError` for what is none.
    """
    spec = game(kept.game)
    given = {**kept.plan, "tie_breaks": tuple(kept.plan.get("tie_breaks", ()))}
    try:
        plan = Plan(**given)
    except TypeError:
        raise TournamentError("bad-plan") from None
    return ServerContest(
        kept.id,
        kept.name,
        spec,
        read_options(spec.options, kept.options),
        kept.pairs,
        kept.opener,
        Tournament.of(plan, kept.log),
        kept.contestants,
        {int(at): number for at, number in kept.tables.items()},
        kept.starts,
        kept.round_at,
        kept.opened_at,
    )


def tables_of(texts: Iterable[str]) -> list[int]:
    """Return the tables of tournaments as they are kept; of one that cannot be read, none."""
    found: list[int] = []
    for text in texts:
        with suppress(msgspec.DecodeError, UnicodeError):
            found += msgspec.json.decode(text, type=KeptContest).tables.values()
    return found


def sides_of(spec: Spec, *, pairs: bool) -> bool:
    """Whether the game has tables of two sides, each of one person or of two."""
    seats = 4 if pairs else 2
    size = 2 if pairs else 1
    if seats not in spec.seats:
        return False
    sides = spec.partners(seats)
    return len(sides) == PLACES and all(len(side) == size for side in sides)


def plain_options(options: object) -> dict[str, Any]:
    """Return options in plain values."""
    found = plain(options)
    assert isinstance(found, dict)
    return dict(found)
