"""Signs: what partners signal to each other, as sighted players do with facial expressions.

In pairs a seat may give one sign per trick, true or false, from the second trick of a deal on,
before it plays its card, also out of turn.  Everyone learns that a sign was given.  Only the pair
learns which one: it is never sent to other clients.  A game names its signs, calls `may_sign`,
keeps what `give` returns, and has in its view `signs` (those known to this seat), `signed` (the
seats that gave one in this trick) and the option `signals`.  Its words are the messages
`sign-<name>`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from audiogames.cards.sides import PAIRS, is_ours, partner
from audiogames.core.contract import Move, Refused, Turn
from audiogames.core.controls import Listing
from audiogames.core.cues import Msg, Name, Say, msg, reply
from audiogames.core.events import Emit, Event, Seat
from audiogames.core.telling import by, who


@dataclass(frozen=True)
class Sign(Move):
    """A sign to the partner, true or not: `sign asso`."""

    sign: str

    def __str__(self) -> str:
        return f"sign {self.sign}"


@dataclass(frozen=True)
class GivenSign:
    """A sign as known to its giver and the partner; `trick` counts from 1."""

    seat: Seat
    trick: int
    sign: str


@dataclass(frozen=True)
class SignGiven(Event):
    """A seat gave its partner a sign; all listeners receive this event."""

    seat: Seat


@dataclass(frozen=True)
class SignTold(Event):
    """Which sign a seat gave; sent to the partner and to the seat itself."""

    seat: Seat
    sign: str


# Rules


def signed_in(signs: Iterable[GivenSign], trick: int) -> tuple[Seat, ...]:
    """Return the seats that gave a sign in this trick."""
    return tuple(one.seat for one in signs if one.trick == trick)


def may_sign(state: Any, seat: Seat) -> bool:
    """Return whether a seat may give a sign now.

    The state is a `TrickState` with the field `signs`.
    """
    trick = len(state.leaders)
    if state.seats != PAIRS or trick < 2 or isinstance(state.to_act, Turn):
        return False
    still_to_play = (seat - state.closer) % PAIRS <= (state.to_act - state.closer) % PAIRS
    return still_to_play and seat not in signed_in(state.signs, trick)


def give(seat: Seat, trick: int, sign: str, emit: Emit) -> GivenSign:
    """Give a sign: everyone learns that it was given, and only the pair learns which one."""
    emit(SignGiven(seat))
    for ear in (partner(seat), seat):
        emit(SignTold(seat, sign, to=ear))
    return GivenSign(seat, trick, sign)


def guessed(view: Any, trick: int, signs: Sequence[Sign], rng: Random) -> list[GivenSign]:
    """Return the signs of a deal for a state that is sampled from a view.

    Signs of the current trick that this seat does not know are chosen at random: only who gave them
    matters, because each seat may give one.  Unknown signs of earlier tricks are omitted.
    """
    given = [one for one in view.signs if one.trick != trick]
    known = {one.seat: one for one in view.signs if one.trick == trick}
    for seat in view.signed:
        any_ = GivenSign(seat, trick, rng.choice(signs).sign)
        given.append(known.get(seat, any_))
    return given


def no_sign(view: Any) -> Refused:
    """Return why no sign may be given now."""
    if not view.options.signals or len(view.hand_sizes) != PAIRS:
        return Refused("no-signs")
    if view.seat in view.signed:
        return Refused("already-signed")
    too_early = len(view.history) < PAIRS
    return Refused("signs-from-second-trick" if too_early else "sign-before-card")


# Words


def words(sign: str) -> Msg:
    """Return a sign in words."""
    return msg(f"sign-{sign}")


def announce(event: Event, view: Any) -> Iterator[Say]:
    """Announce a sign to one listener.

    If its giver then plays a card, that announcement does not repeat the name.
    """
    match event:
        case SignGiven(seat=seat) if view.seat is None or not is_ours(view, seat):
            yield Say(msg("sign-given", seat=Name(seat)), names=Name(seat))
        case SignTold(seat=seat, sign=sign):
            yield replace(by(view, "sign-told", seat, sign=words(sign)), names=Name(seat))


def said(event: Event, view: Any) -> tuple[Seat, Msg] | None:
    """Return the giver and the text of the balloon drawn beside its seat; None for other events.

    The pair sees which sign it was, others only that one was given.
    """
    match event:
        case SignTold(seat=seat, sign=sign):
            return seat, words(sign)
        case SignGiven(seat=seat) if view.seat is None or not is_ours(view, seat):
            return seat, msg("note-sign")
    return None


def facts(event: Event, view: Any) -> Iterator[Msg]:
    """Yield the partner's sign for the recap (key E)."""
    match event:
        case SignTold(seat=seat, sign=sign) if seat != view.seat:
            yield msg("fact-sign", seat=Name(seat), sign=words(sign))


# Keys


def answer(view: Any) -> Iterator[Say]:
    """Announce the known signs of this deal, and who else gave one in this trick."""
    known = [
        who(view, one.seat, "sign-of", trick=one.trick, sign=words(one.sign)) for one in view.signs
    ]
    ours = {one.seat for one in view.signs}
    known += [msg("signed", seat=Name(seat)) for seat in view.signed if seat not in ours]
    yield reply("signs", signs=tuple(known)) if known else reply("no-signs-yet")


def listing(signs: Sequence[Sign]) -> Callable[[Any], Listing[Sign]]:
    """Build a function that returns the list of signs, in or out of turn (`Opener.listing`).

    The function raises `Refused` if the player may not give a sign now.
    """

    def listed(view: Any) -> Listing[Sign]:
        if signs[0] not in view.legal:
            raise no_sign(view)
        return Listing(msg("sign-title"), tuple(signs))

    return listed


def choice(move: Sign, _view: Any) -> Msg:
    """Return the text of a sign in its list."""
    return words(move.sign)
