"""Handling of requests about ratings, which the server never sends unasked."""

from __future__ import annotations

from collections.abc import Iterable

from audiogames.core.registry import game_ids
from audiogames.net import wire
from audiogames.net.server import limits
from audiogames.net.server.contests.rating import can_rate, told
from audiogames.net.server.contests.rows import (
    CONDUCT,
    HISTORY,
    QUESTIONS,
    RatingQuestion,
    RatingRow,
)
from audiogames.net.server.outputs import AskRatingLines, Outgoing, Refusal
from audiogames.net.server.people.member import Member
from audiogames.net.server.people.names import AccountNames


class Ratings:
    """Handles clients' requests about ratings by querying the store."""

    def __init__(self, outgoing: Outgoing, names: AccountNames) -> None:
        self._outgoing = outgoing
        self._names = names

    def ask(self, member: Member, request: wire.AskRatings, now: float) -> None:
        """Query the store about ratings.  A player may see only their own history."""
        del now
        is_conduct = request.about == CONDUCT
        if not (is_conduct or can_rate()):
            raise Refusal("net-no-ratings")
        is_known = is_conduct or request.game in game_ids()
        if request.about not in QUESTIONS or not is_known:
            raise Refusal("net-no-such-game", allowed=", ".join(game_ids()))
        texts = (request.form, request.name, request.season)
        if any(len(one) > limits.OPTION_LENGTH for one in texts):
            raise Refusal("net-malformed")
        is_own = not request.name or request.about == HISTORY
        who = member.key if is_own else self._names.key(request.name)
        question = RatingQuestion(request.about, request.game, request.form, who, request.season)
        assert member.conn is not None
        self._outgoing.add(AskRatingLines(member.conn, self._outgoing.request, question))
        self._outgoing.answered = True  # the answer follows


def rating_list(rows: Iterable[RatingRow]) -> wire.RatingList:
    """Return a message that sends these rating rows to a client."""
    return wire.RatingList(lines=[_line(row) for row in rows])


def _line(row: RatingRow) -> wire.RatedLine:
    points = max(0, told(row.mu, row.sigma)) if row.mu else 0
    won = round(row.won) if not row.at else int(row.won > 0)
    return wire.RatedLine(
        row.name,
        row.place,
        points,
        row.matches,
        won,
        row.at,
        row.game,
        row.form,
        row.left,
        row.timeouts,
    )
