"""The data of a tournament: its format, its meetings, and their outcomes.

An entrant is one side of a table, a person or a pair.  Here an entrant is only a number: entrants
are numbered as they enter, and their seeds have the same order.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

ROUND_ROBIN: Final = "round-robin"
SWISS: Final = "swiss"
KNOCK_OUT: Final = "knock-out"
GROUPS: Final = "groups"
FORMS: Final = (ROUND_ROBIN, SWISS, KNOCK_OUT, GROUPS)

DIRECT: Final = "direct"
BUCHHOLZ: Final = "buchholz"
DIFFERENCE: Final = "difference"
WINS: Final = "wins"
TIE_BREAKS: Final = (DIRECT, BUCHHOLZ, DIFFERENCE, WINS)

PLAYED: Final = "played"
TIME: Final = "time"
ABSENT: Final = "absent"
WITHDRAWN: Final = "withdrawn"
ADJUDICATED: Final = "adjudicated"
BYE: Final = "bye"
WAYS: Final = (PLAYED, TIME, ABSENT, WITHDRAWN, ADJUDICATED, BYE)
"""How a meeting may end."""

FEWEST: Final = 2
MOST: Final = 256
"""The least and the greatest number of entrants."""


class TournamentError(Exception):
    """An operation on a tournament is not allowed; `id` is a short English reason."""

    def __init__(self, id_: str) -> None:
        super().__init__(id_)
        self.id = id_


@dataclass(frozen=True)
class Plan:
    """The format of a tournament.

    `rounds` is the number of Swiss rounds; 0 is as many as the number of entrants requires.
    `minutes` is the length of a round; 0 means until its matches are over.  `size` is the size of a
    group, and `advance` the number of entrants in each group who qualify for the final.
    """

    form: str = ROUND_ROBIN
    rounds: int = 0
    win: int = 3
    draw: int = 1
    tie_breaks: tuple[str, ...] = (DIRECT, DIFFERENCE, BUCHHOLZ)
    minutes: int = 0
    size: int = 4
    advance: int = 2

    def __post_init__(self) -> None:
        """Raise `TournamentError` if the plan cannot be played."""
        is_known = self.form in FORMS and set(self.tie_breaks) <= set(TIE_BREAKS)
        is_counted = 0 <= self.draw <= self.win and self.rounds >= 0 and self.minutes >= 0
        if not is_known or not is_counted or not 1 <= self.advance < self.size:
            raise TournamentError("bad-plan")


UICI: Final = Plan(ROUND_ROBIN, win=3, draw=1, tie_breaks=(DIRECT, DIFFERENCE, BUCHHOLZ))
"""The format of the championship of UICI, the Italian union of the blind, which is for pairs."""


@dataclass(frozen=True)
class Pairing:
    """Two entrants who meet; `first` deals first.  If `second` is None, `first` has a bye."""

    first: int
    second: int | None = None

    def __contains__(self, entrant: object) -> bool:
        return entrant is not None and entrant in {self.first, self.second}


@dataclass(frozen=True)
class MeetingOutcome:
    """The outcome of a meeting: the score, who won (0, 1, or None for a draw), and how.

    If both entrants were absent, `won` is None too, but it is not a draw.
    """

    score: tuple[int, int]
    won: int | None
    how: str = PLAYED
    reason: str = ""
    is_void: bool = False
    """Whether neither side gets points."""


@dataclass(frozen=True)
class MeetingHeld:
    """A meeting of a round; `outcome` is None until it is known."""

    pairing: Pairing
    outcome: MeetingOutcome | None = None
    group: int = 0
