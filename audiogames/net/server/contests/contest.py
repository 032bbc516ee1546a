"""One tournament of a server: its options, its contestants, and its stored form."""

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
"""The number of sides at a table."""


class Contestant(msgspec.Struct, frozen=True):
    """An entrant of a tournament: a person or a pair, given by their accounts, or a bot.

    A person has a key and a name; a bot has a level.
    """

    keys: tuple[str, ...]
    names: tuple[str, ...]
    level: str = ""

    @property
    def name(self) -> str:
        """The names of the entrant's people, joined by " + "."""
        return " + ".join(self.names)

    def replaced(self, key: str, new: str, name: str) -> Contestant:
        """Return a copy in which the person with this key has another key and name."""
        names = [
            name if key == one else old for one, old in zip(self.keys, self.names, strict=True)
        ]
        keys = [new if key == one else one for one in self.keys]
        return Contestant(tuple(keys), tuple(names), self.level)


class KeptContest(msgspec.Struct):
    """A tournament in the form in which it is stored."""

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
    """The table numbers of the current round, by meeting."""
    starts: float = 0.0
    round_at: float = 0.0
    """When the tables of a paired round are to be opened; 0 once they are open."""
    opened_at: float = 0.0


@dataclass(eq=False)
class ServerContest:
    """A tournament as the server runs it: open for entries, in progress, or over."""

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
    """When arrivals were last checked."""
    missing: set[int] = field(default_factory=set)
    """Meetings whose table was not found at this process by the last check."""
    written: int = 0
    """How many of the tournament's events are in its stored row."""

    @property
    def size(self) -> int:
        """The number of people of each entrant: two in a tournament of pairs, otherwise one."""
        return 2 if self.pairs else 1

    @property
    def is_changed(self) -> bool:
        """Whether the tournament has changed since its row was written."""
        return self.written != len(self.tournament.log)

    @property
    def is_over(self) -> bool:
        """Whether the tournament has ended."""
        return self.tournament.is_over

    def entrant_of(self, key: str) -> int | None:
        """Return the number of this person's entrant, or None if they do not take part."""
        for number, one in enumerate(self.contestants):
            if key in one.keys and number not in self.tournament.withdrawn:
                return number
        return None

    def forget(self, key: str) -> bool:
        """Replace the name of a deleted account by the entrant's number.

        Returns whether the account was in the tournament.
        """
        is_in = False
        for number, one in enumerate(self.contestants):
            if key in one.keys:
                is_in = True
                self.contestants[number] = one.replaced(key, "", f"#{number + 1}")
        return is_in

    def rename(self, key: str, name: str) -> bool:
        """Change a person's name; return whether they are in the tournament."""
        is_in = [number for number, one in enumerate(self.contestants) if key in one.keys]
        for number in is_in:
            self.contestants[number] = self.contestants[number].replaced(key, key, name)
        return bool(is_in)

    @property
    def meetings(self) -> list[MeetingHeld]:
        """The meetings of the newest round; empty before the first round."""
        return self.tournament.rounds[-1] if self.tournament.rounds else []

    def seats(self, table: int) -> list[tuple[Contestant, int]]:
        """Return a meeting's people in seat order, each as a contestant and an index in it.

        Partners sit opposite each other, so at a table of pairs the third and fourth person are
        swapped.
        """
        pairing = self.meetings[table].pairing
        assert pairing.second is not None
        first, second = self.contestants[pairing.first], self.contestants[pairing.second]
        if not self.pairs:
            return [(first, 0), (second, 0)]
        return [(first, 0), (second, 0), (second, 1), (first, 1)]

    def kept(self) -> KeptContest:
        """Return the tournament in the form in which it is stored."""
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
    """Restore a tournament from its stored form.

    Raises `KeyError`, `TournamentError` and `OptionError` for invalid data.
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
        written=len(kept.log),
    )


def contestants_of(contests: Iterable[ServerContest]) -> set[str]:
    """Return the name keys of the people in tournaments in progress."""
    return {
        key
        for contest in contests
        if contest.tournament.has_begun and not contest.is_over
        for number in contest.tournament.active
        for key in contest.contestants[number].keys
    }


def tables_of(texts: Iterable[str]) -> list[int]:
    """Return the table numbers in stored tournaments, skipping unreadable ones."""
    found: list[int] = []
    for text in texts:
        with suppress(msgspec.DecodeError, UnicodeError):
            found += msgspec.json.decode(text, type=KeptContest).tables.values()
    return found


def sides_of(spec: Spec, *, pairs: bool) -> bool:
    """Return True if two players (or two pairs) can play the game against each other."""
    seats = 4 if pairs else 2
    size = 2 if pairs else 1
    if seats not in spec.seats:
        return False
    sides = spec.partners(seats)
    return len(sides) == PLACES and all(len(side) == size for side in sides)


def plain_options(options: object) -> dict[str, Any]:
    """Return a game's options as values that can be encoded as JSON."""
    found = plain(options)
    assert isinstance(found, dict)
    return dict(found)
