"""Whose seat it is: how somebody proves that it is theirs who comes without its token.

A name and the code of a table prove nothing: everybody at the table knows both.  A seat is given
to who knows the digits that its owner was told, or, when the owner has been away for a while, by
the consent of everybody else who sits there and has a line.  One person alone can never consent,
since that is the host who plays against the seat.  An account's seat goes with its password only.
"""

from __future__ import annotations

from dataclasses import dataclass
from hmac import compare_digest

from audiogames.net import limits, wire
from audiogames.net.house import LINE, House, Line, Refusal
from audiogames.net.names import key_of
from audiogames.net.people import Member
from audiogames.net.rooms import Chair, Plea, Room


def given_up(room: Room, name: str) -> Chair | None:
    """The chair in the match that somebody of this name has given up and may have back."""
    return room.given_up_by(name) if room.playing else None


def is_owner(chair: Chair, tokens: set[str], *, account: bool) -> bool:
    """Whether a chair that was given up is theirs who have these tokens (hashes)."""
    owner = chair.given_up
    if owner is None:
        return False
    return (account and owner.account) or not tokens.isdisjoint(owner.tokens)


@dataclass(frozen=True)
class Claim:
    """Somebody at the end of a line wants the seat of this name, which was left at some time."""

    line: Line
    room: Room
    name: str
    left: float

    @property
    def seat(self) -> tuple[int, str]:
        """What wrong digits are counted by, beside the address."""
        return self.room.id, key_of(self.name)


def see_digits(house: House, claim: Claim, right: str, given: str, now: float) -> None:
    """Raises `Refusal` where these are not the digits of the owner of the seat."""
    if not given:
        raise Refusal("net-own-wanted", name=claim.name)
    if not house.digit_guesses.may(claim.seat, claim.line.address, now):
        raise Refusal("net-own-blocked")
    if not right or not compare_digest(right.encode(), given.encode("utf-8", "replace")):
        house.digit_guesses.wrong(claim.seat, claim.line.address, now)
        raise Refusal("net-wrong-own", name=claim.name)


# --- Asking the others ----------------------------------------------------------------------------


def plead(house: House, claim: Claim, request: wire.Hello | wire.Join, now: float) -> None:
    """Ask those who sit there for the seat.  Raises `Refusal`."""
    line, room = claim.line, claim.room
    asked = _asked(room, claim.name)
    if now < claim.left + limits.GRACE:
        raise Refusal("net-asks-too-soon")
    if len(asked) < limits.CONSENTS:
        raise Refusal("net-nobody-to-ask")
    if not house.digit_guesses.may(claim.seat, line.address, now):
        raise Refusal("net-own-blocked")
    if room.plea is not None or line.pleads is not None:
        raise Refusal("net-asked-already")
    # Until everybody has agreed it is one more try, so that nobody can ask for ever.
    house.digit_guesses.wrong(claim.seat, line.address, now)
    until = now + limits.PLEA_SECONDS
    room.plea, line.pleads = Plea(line.conn, request, claim.name, until), room
    house.alarms.set((LINE, line.conn), until)
    house.answer(line, wire.Asked(seconds=limits.PLEA_SECONDS))
    house.tell_all(asked, wire.News(what="asks-seat", name=claim.name))


def _asked(room: Room, name: str) -> list[Member]:
    """Who sits there and has a line, but for who has this name."""
    return [one for one in room.seated if one.here and one.key != key_of(name)]


def answer(
    house: House, room: Room, member: Member, request: wire.Agree, now: float
) -> Plea | None:
    """Somebody who was asked answers; the plea, once everybody has agreed.  Raises `Refusal`."""
    plea = room.plea
    if plea is None or key_of(plea.name) != key_of(request.name):
        raise Refusal("net-nobody-asks")
    asked = _asked(room, plea.name)
    if member not in asked:
        raise Refusal("net-you-watch")
    if request.no:
        line = house.lines[plea.conn]
        house.digit_guesses.shut((room.id, key_of(plea.name)), line.address, now)
        house.tell_all(asked, wire.News(what="seat-refused", name=plea.name))
        end(house, room, "net-not-agreed")
        return None
    plea.agreed.add(member.id)
    agreed = {one.id for one in asked} <= plea.agreed and len(plea.agreed) >= limits.CONSENTS
    return plea if agreed else None


def end(house: House, room: Room, reason: str) -> None:
    """The plea is over, and whoever asked hears why."""
    plea, room.plea = room.plea, None
    line = None if plea is None else house.lines.get(plea.conn)
    if plea is not None and line is not None:
        line.pleads = None
        house.answer_to(line, plea.request.id, wire.No(reason=reason))


def expire(house: House, line: Line, now: float) -> None:
    """Nobody need wait any longer."""
    room = line.pleads
    if room is not None and room.plea is not None and now >= room.plea.until:
        end(house, room, "net-not-answered")
