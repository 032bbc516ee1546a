"""Signs between partners, as players make them with facial expressions, and the rules for them.

In pairs a seat may give one sign per trick, true or false, from the second trick of a deal on,
before it plays its card, also out of turn.  Everyone learns that a sign was given.  Only the pair
learns which one: it is never sent to other clients.

A game names its signs, calls `may_sign`, and stores what `give` returns.  Its view has the fields
`signs` (those known to this seat) and `signed` (the seats that gave one in this trick), and its
options have `signals`.  The words of a sign are the message `sign-<name>`.
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
    """The sign that a seat gave, sent to that seat and its partner only."""

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
    """Emit the events of a sign: all learn that one was given, only the pair learns which."""
    emit(SignGiven(seat))
    for ear in (partner(seat), seat):
        emit(SignTold(seat, sign, to=ear))
    return GivenSign(seat, trick, sign)


def guessed(view: Any, trick: int, signs: Sequence[Sign], rng: Random) -> list[GivenSign]:
    """Return the signs of a deal for a state that is sampled from a view.

    An unknown sign of the current trick is chosen at random, because only its giver matters: each
    seat may give one sign per trick.  Unknown signs of earlier tricks are omitted.
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

    If the sign's giver plays a card next, that announcement does not repeat the player's name.
    """
    match event:
        case SignGiven(seat=seat) if view.seat is None or not is_ours(view, seat):
            yield Say(msg("sign-given", seat=Name(seat)), names=Name(seat))
        case SignTold(seat=seat, sign=sign):
            yield replace(by(view, "sign-told", seat, sign=words(sign)), names=Name(seat))


def said(event: Event, view: Any) -> tuple[Seat, Msg] | None:
    """Return a sign as a balloon: the seat that gave it, and its text; None for other events.

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
    """Answer the key for signs, about this deal.

    It names the signs that the listener knows, and the other seats that have given one.
    """
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
    """Return the text of this sign for the list of signs that the player may give."""
    return words(move.sign)
