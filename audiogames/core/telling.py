"""Functions that word a fact for its listener: about another player, or about "you"."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from audiogames.core.board import Standing
from audiogames.core.contract import View
from audiogames.core.cues import (
    Argument,
    Cue,
    Kind,
    Msg,
    Name,
    Say,
    Sound,
    mine,
    msg,
    say,
    your_turn_words,
)
from audiogames.core.events import Event, Seat


def by(view: View, id_: str, seat: Seat, number: int | None = None, /, **args: Argument) -> Say:
    """Build a fact about a seat: message `id` for another player, `id-you` for the listener."""
    if seat == view.seat:
        return mine(f"{id_}-you", number, seat=Name(seat), **args)
    return say(id_, number, seat=Name(seat), **args)


def from_me(view: View, seats: Iterable[Seat]) -> list[Seat]:
    """Return the seats in announcement order: clockwise from the listener's own."""
    first = view.seat or 0
    return sorted(seats, key=lambda seat: (seat - first) % len(view.hand_sizes))


def each(
    view: View, id_: str, numbers: Sequence[int], seats: Iterable[Seat] | None = None
) -> tuple[Msg, ...]:
    """Return phrases with the number of each seat, such as "you 9, Ada 8"; by default of all seats.

    `numbers` are in seat order.
    """
    ordered = from_me(view, map(Seat, range(len(numbers))) if seats is None else seats)
    return tuple(
        msg(f"{id_}-you" if seat == view.seat else id_, seat=Name(seat), number=numbers[seat])
        for seat in ordered
    )


def ranking(view: View, numbers: Sequence[int]) -> tuple[Standing, ...]:
    """Return the ranking of the seats by these numbers, at the end of a match or a deal."""
    return tuple(
        Standing(who(view, Seat(seat), "of", number=number), number)
        for seat, number in enumerate(numbers)
    )


def who(
    view: View, seat: Seat, id_: str = "who", number: int | None = None, /, **args: Argument
) -> Msg:
    """Build a phrase about a seat: message `id` for another player, `id-you` for the listener."""
    return msg(f"{id_}-you" if seat == view.seat else id_, number, seat=Name(seat), **args)


def in_tenths(id_: str, number: float) -> Msg:
    """Build a message with the absolute value of a number to one decimal: "{whole}.{tenth} points".

    A whole number uses the message `ID-whole` with that count: "one point".  From ten on the number
    is rounded to a whole one, since tenths would be too much detail.
    """
    tenths = round(10 * abs(number))
    if tenths >= 100:
        tenths = 10 * round(abs(number))
    whole, tenth = divmod(tenths, 10)
    return msg(id_, whole=whole, tenth=tenth) if tenth else msg(f"{id_}-whole", whole)


Kinds = Mapping[type[Event], Kind]
"""The kind of fact of each event type."""


@dataclass(frozen=True)
class EventStyle:
    """The announcement of events of one type, in games that list their events in a table."""

    kind: Kind | None = None
    """None for events whose verbosity players cannot set."""
    sound: str = ""
    """Panned to the side of the event's seat."""
    words: str = ""
    """The message `ID`, or `ID-you` for the listener, for events that only name their seat."""


EventStyles = Mapping[type[Event], EventStyle]
"""How each type of event is announced; the keys are all the types (`GameSpec.events`)."""


def make_describer(
    tellings: EventStyles, more: Callable[[Any, Any], Iterable[Cue]]
) -> Callable[[Event, Any], Iterable[Cue]]:
    """Build a `GameSpec.describe` from the words and sound of each event type (`tellings`).

    The function announces an event by the sound and words of its type, then by the cues that
    `more` returns.
    """

    def describe(event: Event, view: Any) -> Iterable[Cue]:
        telling = tellings[type(event)]
        seat: Any = getattr(event, "seat", None)
        further = more(event, view)
        if telling.words:
            further = (by(view, telling.words, getattr(event, "dealer", seat)), *further)
        cues = of_kind(telling.kind, further)
        return [Sound(telling.sound, seat), *cues] if telling.sound else cues

    return describe


def your_turn(view: View) -> Iterator[Cue]:
    """Announce to the seat to act that it is its turn: the default of `GameSpec.prompt`."""
    if view.to_act == view.seat:
        yield Sound("your-turn", notice=True)
        yield your_turn_words()


RECAPS: Final = {"recap": "recap-first", "recap-nothing": "recap-nothing-first"}
"""The messages of a recap, and their replacements before the listener's first move."""


def before_first_move(recap: Iterable[Cue]) -> Iterator[Cue]:
    """Reword a recap for a listener who has not moved yet: it must not mention their last move."""
    for cue in recap:
        if isinstance(cue, Say) and cue.message.id in RECAPS:
            yield replace(cue, message=replace(cue.message, id=RECAPS[cue.message.id]))
        else:
            yield cue


def before_those(recap: Sequence[Cue], latest: Sequence[Cue]) -> Sequence[Cue]:
    """Return the events of a recap that come before those of a shorter recap, `latest`.

    Empty if there are none; the whole recap if it does not end with the events of `latest`.
    """
    match recap, latest:
        case [Say(message=whole) as cue], [Say(message=last)] if whole.id == last.id == "recap":
            facts, same = _facts_of(whole), _facts_of(last)
            before = len(facts) - len(same)
            if before < 0 or facts[before:] != same:
                return recap
            words = msg("recap-before", facts=facts[:before])
            return [replace(cue, message=words)] if before else []
    return recap


def _facts_of(recap: Msg) -> tuple[Argument, ...]:
    facts = recap.args["facts"]
    assert isinstance(facts, tuple)
    return facts


def match_sound(view: View, winners: Sequence[Seat]) -> Sound:
    """Return the sound for the end of a match: "won" for winners and spectators, or "lost"."""
    return Sound("match-won" if view.seat in {*winners, None} else "match-lost")


def of_kind(kind: Kind | None, cues: Iterable[Cue]) -> list[Cue]:
    """Return the cues as a list, setting the kind of announcements that have none."""
    said = list(cues)
    for place, cue in enumerate(said):
        if isinstance(cue, Say) and cue.kind is None:
            said[place] = replace(cue, kind=kind)
    return said
