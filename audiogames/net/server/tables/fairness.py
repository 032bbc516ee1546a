"""Fair play among strangers: players' addresses, votes against stalling, recorded conduct."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from audiogames.core.events import Seat
from audiogames.net.server import limits
from audiogames.net.server.contests.rows import ConductRow, SeatConduct
from audiogames.net.server.moderation.rulings import network_to_ban
from audiogames.net.server.outputs import Refusal
from audiogames.net.server.people.member import Member
from audiogames.net.server.tables.match import Chair, ServedMatch

TOGETHER: Final = 60.0
"""Seconds between departures: people who leave within them count as agreeing to end the match."""


def check_addresses(chairs: Sequence[Chair]) -> None:
    """Raise `Refusal` if two players connect from the same address or IPv6 block.

    Addresses of this machine or a private network are not compared: many clients may share one.
    """
    names: dict[str, str] = {}
    for chair in chairs:
        network = network_to_ban(chair.member.address) if chair.member is not None else ""
        if network in names:
            raise Refusal("net-same-address", name=names[network], other=chair.name)
        if network:
            names[network] = chair.name


def is_stalling(match: ServedMatch, chair: Chair) -> bool:
    """Return True if this seat has overrun its time so often that a vote may remove its player."""
    return match.served.overruns.get(Seat(match.chairs.index(chair)), 0) >= limits.OVERRUNS


def vote_away(match: ServedMatch, voter: Member, chair: Chair) -> tuple[int, int]:
    """Record a vote to remove the player of a chair.

    Returns the number of votes and the number needed: more than half of the other connected
    players.  Raises `Refusal`.
    """
    assert chair.member is not None
    if not is_stalling(match, chair):
        raise Refusal("net-no-vote", name=chair.name, needed=limits.OVERRUNS)
    people = (one.member for one in match.chairs if one is not chair)
    others = {one.id for one in people if one is not None and one.here}
    needed = len(others) // 2 + 1
    votes = match.against.setdefault(chair.member.id, set())
    before = len(votes & others)
    if voter.id in votes and before < needed:
        raise Refusal("net-voted")
    votes.add(voter.id)
    return len(votes & others), needed


def conduct_row(number: int, match: ServedMatch, now: float) -> ConductRow | None:
    """Return the conduct of a match's accounts: finished or left, and time-outs.

    Returns None if no account's conduct counts.  Guests are not counted, because a guest's name
    proves nothing, and neither are matches of one person.  A player who is absent at the end
    counts as having left, unless the host removed them without cause.  If all players left,
    those who left within `TOGETHER` seconds of the last one are not counted.
    """
    chairs, is_over = match.chairs, not match.playing
    if sum(not chair.is_bot for chair in chairs) < 2:
        return None
    header, overruns = match.served.log.header, match.served.overruns
    times = [chair.given_up.at for chair in chairs if chair.given_up is not None]
    seats: list[SeatConduct] = []
    for seat, chair in enumerate(chairs):
        owner = chair.given_up
        left = chair.stand_in or chair.member is None
        if not is_over:
            left = owner is not None and owner.at < max(times) - TOGETHER
        blameless = owner is not None and owner.blameless
        if _is_account(chair) and not blameless and (is_over or left):
            seats.append(SeatConduct(chair.key, left, overruns.get(Seat(seat), 0)))
    if not seats:
        return None
    return ConductRow(number, f"conduct {number} {header.started}", now, tuple(seats))


def _is_account(chair: Chair) -> bool:
    """Whether the player of this chair, or the last one if it was given up, has an account."""
    if chair.member is not None:
        return chair.member.account
    return chair.given_up is not None and chair.given_up.account
