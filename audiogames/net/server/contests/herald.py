"""Announcements to a tournament's entrants, wherever they are connected.

People connected to this process are sent the news directly.  For the others the same news is sent
to every process (`OtherProcesses.announce`), which passes it on to its people.  The tournament's
row is written before anything is announced, and messages and letters are sent only once the earlier
rows are stored.  So nothing is announced that was not stored.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from audiogames.net import wire
from audiogames.net.server.contests.contest import ServerContest
from audiogames.net.server.contests.showing import results_of
from audiogames.net.server.parts import ServerParts
from audiogames.tournaments.model import MeetingHeld


class Herald:
    """Sends news of tournaments to their entrants."""

    def __init__(self, parts: ServerParts, keep: Callable[[ServerContest], None]) -> None:
        """`keep` writes a tournament to the store."""
        self._people = parts.people
        self._outgoing = parts.outgoing
        self._others = parts.others
        self._keep = keep

    def tell(
        self, contest: ServerContest, entrants: Iterable[int], news: wire.News, but: str = ""
    ) -> None:
        """Send news to the people of these entrants, except the person with the key `but`."""
        if contest.is_changed:
            self._keep(contest)
        keys = [
            key
            for number in entrants
            for key in contest.contestants[number].keys
            if key and key != but
        ]
        far = self.tell_here(keys, news)
        if far:
            self._others.announce(contest.id, far, news)

    def tell_here(self, keys: Iterable[str], news: wire.News) -> list[str]:
        """Send news to people at this process; return the keys of all other people."""
        far = []
        for key in keys:
            member = self._people.by_key.get(key)
            if member is None:
                far.append(key)
            else:
                self._outgoing.tell(member, news)
        return far

    def tell_all(self, contest: ServerContest, news: wire.News) -> None:
        """Send news to all entrants that have not withdrawn."""
        self.tell(contest, contest.tournament.active, news)

    def tell_round(self, contest: ServerContest) -> None:
        """Announce to each entrant whom they play in the new round, or that they have a bye."""
        number = len(contest.tournament.rounds)
        for table, meeting in enumerate(contest.meetings):
            pairing = meeting.pairing
            for one, other in ((pairing.first, pairing.second), (pairing.second, pairing.first)):
                if one is None:
                    continue
                what = "contest-bye" if other is None else "contest-round"
                against = "" if other is None else contest.contestants[other].name
                args = {"contest": contest.name, "round": number, "other": against}
                self.tell(contest, [one], wire.News(what=what, args={**args, "table": table}))

    def tell_win(self, contest: ServerContest, at: int, gone: int, what: str) -> None:
        """Announce a win without play to the opponents of the entrant `gone`.

        `what` is the reason: the entrant has withdrawn or is absent.
        """
        pairing = contest.meetings[at].pairing
        winner = pairing.second if pairing.first == gone else pairing.first
        if winner is not None:
            args = {"contest": contest.name, "other": contest.contestants[gone].name}
            self.tell(contest, [winner], wire.News(what=what, args=args))

    def tell_results(self, contest: ServerContest) -> None:
        """Announce all results of the newest round in one sentence."""
        args = {"contest": contest.name, "text": results_of(contest)}
        self.tell_all(contest, wire.News(what="contest-results", args=args))

    def tell_ruling(self, contest: ServerContest, meeting: MeetingHeld) -> None:
        """Announce a moderator's result to both sides of a tournament match, with the reason."""
        outcome, pairing = meeting.outcome, meeting.pairing
        assert outcome is not None
        assert pairing.second is not None
        sides = (pairing.first, pairing.second)
        for at, one in enumerate(sides):
            own, other = outcome.score[at], outcome.score[1 - at]
            args: dict[str, Any] = {"contest": contest.name}
            args["other"] = contest.contestants[sides[1 - at]].name
            args |= {"own": own, "their": other, "why": outcome.reason}
            self.tell(contest, [one], wire.News(what="contest-ruled", args=args))

    def tell_off(self, contest: ServerContest, why: str) -> None:
        """Announce that a tournament does not take place.

        `why` is `few` if too few have entered, or `closed`.  Clients that ignore `why` say that too
        few have entered.
        """
        args = {"contest": contest.name, "off": why}
        self.tell_all(contest, wire.News(what="contest-few", args=args))

    def tell_end(self, contest: ServerContest) -> None:
        """Announce to each entrant its final place."""
        for line in contest.tournament.standings():
            args = {"contest": contest.name, "place": line.place}
            self.tell(contest, [line.entrant], wire.News(what="contest-over", args=args))
