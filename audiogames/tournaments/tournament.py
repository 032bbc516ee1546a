"""The state of a tournament: entrants, rounds, and the next pairings.

Theory of operation.  Every change is an event, a plain list that can be written as JSON: `enter`,
`withdraw`, `round` with its pairings, `result`, `close`.  Each event is validated, appended to
`log` and applied, so that a tournament restored from its log has exactly the same state and
standings.  Pairings are in the log too, so that a later version of this program cannot change the
pairings of an announced round.

A result counts once.  A repetition of it is ignored, since a server that was killed after reporting
it reports it again; a different result is refused, unless it is adjudicated.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import chain
from typing import Any, Final

from audiogames.tournaments import model
from audiogames.tournaments.model import (
    ABSENT,
    ADJUDICATED,
    BYE,
    FEWEST,
    GROUPS,
    KNOCK_OUT,
    MOST,
    ROUND_ROBIN,
    SWISS,
    WAYS,
    WITHDRAWN,
    MeetingHeld,
    MeetingOutcome,
    Pairing,
    Plan,
    TournamentError,
)
from audiogames.tournaments.pairing import berger, bracket, snake, swiss
from audiogames.tournaments.standings import StandingLine, standings

Happened = list[Any]
"""An event: its kind, then its data."""

LATE: Final = 2
"""In Swiss, entrants are accepted until one part in this number of the rounds is paired."""


class Tournament:
    """The state of a tournament.  Invalid operations raise `TournamentError` and change nothing."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.log: list[Happened] = []
        self.entrants: list[int] = []
        self.withdrawn: set[int] = set()
        self.rounds: list[list[MeetingHeld]] = []
        self.is_closed = False
        """Whether it was ended early."""

    @classmethod
    def of(cls, plan: Plan, log: Iterable[Happened]) -> Tournament:
        """Restore a tournament from its log.  Raises `TournamentError` if the log is invalid."""
        made = cls(plan)
        for event in log:
            made.apply(event)
        return made

    def apply(self, event: Happened) -> None:
        """Validate, log and apply an event.  Raises `TournamentError`."""
        kinds: dict[str, Callable[..., None]] = {
            "enter": self._enter,
            "withdraw": self._withdraw,
            "round": self._round,
            "result": self._result,
            "close": self._close,
        }
        try:
            kinds[event[0]](*event[1:])
        except (KeyError, IndexError, TypeError, ValueError):
            raise TournamentError("bad-event") from None
        self.log.append(event)

    # Operations

    def enter(self) -> int:
        """Add an entrant and return their number."""
        number = len(self.entrants)
        self.apply(["enter", number])
        return number

    def withdraw(self, entrant: int) -> None:
        """Withdraw an entrant; the opponent wins their current meeting."""
        self.apply(["withdraw", entrant])

    def next_round(self) -> tuple[Pairing, ...]:
        """Pair the next round; return no pairings if the tournament is over."""
        if self.is_over:
            return ()
        if len(self.active) < FEWEST:
            raise TournamentError("too-few")
        if not self.round_is_over:
            raise TournamentError("round-open")
        paired = self._paired()
        if not paired:
            self.close()
            return ()
        self.apply(["round", [[one.first, one.second] for one in paired]])
        return tuple(paired)

    def report(self, table: int, score: Sequence[int], how: str, winner: int | None = None) -> None:
        """Report a meeting's result; without a `winner` the higher score wins."""
        if winner is None and score[0] != score[1]:
            winner = int(score[1] > score[0])
        self._settle(len(self.rounds), table, score, winner, how)

    def absent(self, table: int, missing: Iterable[int]) -> None:
        """Report that these entrants did not appear at their meeting."""
        pairing = self._meeting(len(self.rounds), table).pairing
        both = {pairing.first, pairing.second} <= set(missing)
        winner = None if both else int(pairing.first in set(missing))
        self._settle(len(self.rounds), table, (0, 0), winner, ABSENT)

    def adjudicate(
        self, number: int, table: int, score: Sequence[int], winner: int | None, reason: str
    ) -> None:
        """Decide the outcome of a meeting (a match of two entrants), and record the reason.

        An earlier result of the meeting is replaced.
        """
        how = {"score": [*score], "won": winner, "how": ADJUDICATED, "reason": reason}
        self.apply(["result", number, table, how])

    def _settle(
        self, number: int, table: int, score: Sequence[int], winner: int | None, how: str
    ) -> None:
        self.apply(["result", number, table, {"score": [*score], "won": winner, "how": how}])

    def close(self) -> None:
        """End the tournament now."""
        self.apply(["close"])

    # State

    @property
    def active(self) -> list[int]:
        """The entrants who have not withdrawn, by seed."""
        return [one for one in self.entrants if one not in self.withdrawn]

    @property
    def has_begun(self) -> bool:
        """Whether the first round has been paired."""
        return bool(self.rounds)

    @property
    def round_is_over(self) -> bool:
        """Whether every meeting of the newest round has an outcome."""
        return all(one.outcome is not None for one in self.rounds[-1]) if self.rounds else True

    @property
    def needs_winner(self) -> bool:
        """Whether each meeting of the newest round must have a winner."""
        return self._is_knock_out_round(len(self.rounds))

    @property
    def is_over(self) -> bool:
        """Whether no more rounds will be played."""
        if self.is_closed:
            return True
        return self.has_begun and self.round_is_over and self._is_last()

    @property
    def count_of_rounds(self) -> int:
        """The total number of rounds, for the current entrants."""
        count = len(self.entrants)
        match self.plan.form:
            case model.SWISS:
                return min(self.plan.rounds or max(1, (count - 1).bit_length()), max(1, count - 1))
            case model.KNOCK_OUT:
                return max(1, (count - 1).bit_length())
            case model.GROUPS:
                groups = snake(range(count), self.plan.size)
                final = sum(min(self.plan.advance, len(one)) for one in groups)
                return self._group_rounds() + max(0, (final - 1).bit_length())
        return count - 1 + count % 2

    def meetings(self) -> list[MeetingHeld]:
        """Return the meetings of all rounds."""
        return list(chain.from_iterable(self.rounds))

    def standings(self, entrants: Sequence[int] | None = None) -> tuple[StandingLine, ...]:
        """Return the standings of all entrants or, if `entrants` is given, only of these.

        With `entrants`, only the meetings between these entrants count.  In a round robin an
        entrant who left before half of their meetings is not counted, as in FIDE's rules, so that
        no opponent gains by having met them.
        """
        among = self.entrants if entrants is None else entrants
        uncounted = self._uncounted()
        held = [
            one
            for one in self.meetings()
            if one.pairing.first not in uncounted and one.pairing.second not in uncounted
        ]
        if entrants is not None:
            held = [
                one for one in held if {one.pairing.first, one.pairing.second} <= {*entrants, None}
            ]
        lines = standings(self.plan, among, held)
        if self.plan.form == KNOCK_OUT or (self.plan.form == GROUPS and self._in_final()):
            return self._by_rounds(lines)
        return lines

    # Events

    def _enter(self, number: int) -> None:
        if number != len(self.entrants):
            raise TournamentError("bad-event")
        if len(self.entrants) >= MOST:
            raise TournamentError("full")
        if self.has_begun and not self._takes_late():
            raise TournamentError("has-begun")
        self.entrants.append(number)

    def _withdraw(self, entrant: int) -> None:
        if entrant not in self.entrants or entrant in self.withdrawn:
            raise TournamentError("not-in")
        self.withdrawn.add(entrant)
        for table, one in enumerate(self.rounds[-1] if self.rounds else ()):
            if entrant in one.pairing and one.outcome is None:
                self._settle_walkover(table, one)

    def _round(self, paired: list[list[int | None]]) -> None:
        pairings = [Pairing(first, second) for first, second in paired]  # type: ignore[arg-type]
        seen = [one for each in pairings for one in (each.first, each.second) if one is not None]
        if not self.round_is_over or len(set(seen)) < len(seen):
            raise TournamentError("bad-event")
        if not set(seen) <= set(self.entrants):
            raise TournamentError("bad-event")
        in_groups = self.plan.form == GROUPS and len(self.rounds) < self._group_rounds()
        groups = self._group_of() if in_groups else {}
        self.rounds.append([MeetingHeld(one, None, groups.get(one.first, -1)) for one in pairings])
        for table, one in enumerate(self.rounds[-1]):
            if one.pairing.second is None:
                everybody = self.plan.form == ROUND_ROBIN or one.group >= 0
                self._set(table, MeetingOutcome((0, 0), 0, BYE, is_void=everybody))
            else:
                self._settle_walkover(table, one)

    def _settle_walkover(self, table: int, one: MeetingHeld) -> None:
        """Decide a meeting with a withdrawn entrant in favour of the opponent."""
        gone = [seat for seat, who in enumerate(_both(one.pairing)) if who in self.withdrawn]
        if gone and one.outcome is None:
            won = None if len(gone) == 2 else 1 - gone[0]
            self._set(table, MeetingOutcome((0, 0), won, WITHDRAWN, is_void=won is None))

    def _result(self, number: int, table: int, given: dict[str, Any]) -> None:
        meeting = self._meeting(number, table)
        first, second = map(int, given["score"])
        won, how = given["won"], given["how"]
        is_void = how == ABSENT and won is None
        new = MeetingOutcome((first, second), won, how, given.get("reason", ""), is_void)
        if meeting.pairing.second is None or won not in {0, 1, None} or how not in WAYS:
            raise TournamentError("bad-event")
        if meeting.outcome is not None and how != ADJUDICATED:
            raise TournamentError("known" if meeting.outcome == new else "has-result")
        if self._is_knock_out_round(number):
            if won is None and not is_void:
                raise TournamentError("needs-winner")
            if number < len(self.rounds):
                raise TournamentError("too-late")
        self.rounds[number - 1][table] = MeetingHeld(meeting.pairing, new, meeting.group)

    def _close(self) -> None:
        if self.is_closed:
            raise TournamentError("known")
        self.is_closed = True

    def _set(self, table: int, outcome: MeetingOutcome) -> None:
        one = self.rounds[-1][table]
        self.rounds[-1][table] = MeetingHeld(one.pairing, outcome, one.group)

    def _meeting(self, number: int, table: int) -> MeetingHeld:
        if not (1 <= number <= len(self.rounds) and 0 <= table < len(self.rounds[number - 1])):
            raise TournamentError("no-such-meeting")
        return self.rounds[number - 1][table]

    # Pairings

    def _takes_late(self) -> bool:
        return self.plan.form == SWISS and len(self.rounds) * LATE <= self.count_of_rounds

    def _is_last(self) -> bool:
        if self.plan.form == KNOCK_OUT or self._in_final():
            return len(self._survivors()) <= 1
        return len(self.rounds) >= self.count_of_rounds or len(self.active) < FEWEST

    def _paired(self) -> Sequence[Pairing]:
        match self.plan.form:
            case model.SWISS:
                return self._swiss()
            case model.KNOCK_OUT:
                return self._knock_out(self.entrants)
            case model.GROUPS:
                return self._groups_round()
        return berger(self.entrants)[len(self.rounds)]

    def _swiss(self) -> Sequence[Pairing]:
        lines = {one.entrant: one for one in self.standings()}
        order = sorted(self.active, key=lambda one: (-lines[one].points, one))
        meetings = self.meetings()
        met = {frozenset(_both(one.pairing)) for one in meetings if one.pairing.second is not None}
        byes = {one.pairing.first for one in meetings if one.pairing.second is None}
        balance = dict.fromkeys(self.entrants, 0)
        for one in meetings:
            if one.pairing.second is not None:
                balance[one.pairing.first] += 1
                balance[one.pairing.second] -= 1
        points = {one: lines[one].points for one in order}
        return swiss(order, points, met, byes, balance) or ()

    def _knock_out(self, seeds: Sequence[int]) -> Sequence[Pairing]:
        """Pair neighbours in the bracket; an entrant without a neighbour gets a bye."""
        left = self._survivors_of(seeds)
        pairs = zip(left[::2], left[1::2], strict=True)
        return [_in_bracket(one, other) for one, other in pairs if (one, other) != (None, None)]

    def _survivors(self) -> list[int]:
        seeds = self.entrants if self.plan.form == KNOCK_OUT else self._finalists()
        return [one for one in self._survivors_of(seeds) if one is not None]

    def _survivors_of(self, seeds: Sequence[int]) -> list[int | None]:
        """Return the slots of the next bracket round: an entrant, or None for an empty slot."""
        places: list[int | None] = list(bracket(seeds))
        first = self._group_rounds() if self.plan.form == GROUPS else 0
        for held in self.rounds[first:]:
            after: dict[int | None, int | None] = {
                who: _winner(one) for one in held for who in _both(one.pairing)
            }
            places = [
                after[one] if one in after else after.get(other)
                for one, other in zip(places[::2], places[1::2], strict=True)
            ]
        if len(places) > 1:
            return [None if one in self.withdrawn else one for one in places]
        return places

    def _groups_round(self) -> Sequence[Pairing]:
        if self._in_final() or len(self.rounds) >= self._group_rounds():
            return self._knock_out(self._finalists())
        number = len(self.rounds)
        return [
            pairing
            for group in snake(self.entrants, self.plan.size)
            for pairing in (berger(group)[number : number + 1] or ((),))[0]
        ]

    def _group_rounds(self) -> int:
        return max(len(berger(group)) for group in snake(self.entrants, self.plan.size))

    def _group_of(self) -> dict[int, int]:
        groups = snake(self.entrants, self.plan.size)
        return {one: at for at, group in enumerate(groups) for one in group}

    def _in_final(self) -> bool:
        return self.plan.form == GROUPS and len(self.rounds) > self._group_rounds()

    def _finalists(self) -> list[int]:
        """Return the qualified entrants of all groups, first the winners of the groups.

        In this order the bracket lets the winners meet late.
        """
        groups = snake(self.entrants, self.plan.size)
        first = self._group_rounds()
        held = list(chain.from_iterable(self.rounds[:first]))
        tables = [
            [
                line.entrant
                for line in standings(self.plan, group, [one for one in held if one.group == at])
            ][: self.plan.advance]
            for at, group in enumerate(groups)
        ]
        return [
            table[rank]
            for rank in range(self.plan.advance)
            for table in tables
            if rank < len(table)
        ]

    def _is_knock_out_round(self, number: int) -> bool:
        if self.plan.form == GROUPS:
            return number > self._group_rounds()
        return self.plan.form == KNOCK_OUT

    # Counting

    def _uncounted(self) -> set[int]:
        if self.plan.form != ROUND_ROBIN:
            return set()
        met = dict.fromkeys(self.withdrawn, 0)
        for one in self.meetings():
            if one.outcome is not None and one.outcome.how not in {BYE, WITHDRAWN}:
                for who in _both(one.pairing):
                    if who in met:
                        met[who] += 1
        return {one for one, count in met.items() if 2 * count < len(self.entrants) - 1}

    def _by_rounds(self, lines: Sequence[StandingLine]) -> tuple[StandingLine, ...]:
        """Order a knock-out's standings by the round that each entrant has reached."""
        first = self._group_rounds() if self.plan.form == GROUPS else 0
        held = self.rounds[first:]
        reached = {
            one: max(
                [at for at, each in enumerate(held, 1) if any(one in m.pairing for m in each)],
                default=0,
            )
            for one in self.entrants
        }
        won = {_winner(one) for one in (held[-1] if held else [])} - {None}
        key = {one: (reached[one], one in won) for one in self.entrants}
        ordered = sorted(lines, key=lambda line: key[line.entrant], reverse=True)
        found: list[StandingLine] = []
        for at, line in enumerate(ordered, 1):
            same = found and key[found[-1].entrant] == key[line.entrant]
            place = found[-1].place if same else at
            found.append(StandingLine(place, *[getattr(line, name) for name in _REST]))
        return tuple(found)


_REST: Final = (
    "entrant", "points", "played", "won", "drawn", "lost", "difference", "buchholz",
)  # fmt: skip


def _both(pairing: Pairing) -> tuple[int, ...]:
    return (pairing.first,) if pairing.second is None else (pairing.first, pairing.second)


def _in_bracket(one: int | None, other: int | None) -> Pairing:
    """Pair two entrants of the bracket; if one is None, the other gets a bye."""
    if one is None:
        assert other is not None
        return Pairing(other)
    return Pairing(one, other)


def _winner(meeting: MeetingHeld) -> int | None:
    outcome, pairing = meeting.outcome, meeting.pairing
    if outcome is None or outcome.won is None:
        return None
    return pairing.second if outcome.won else pairing.first
