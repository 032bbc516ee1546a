"""The lines that the engine protocol understands, one class a command, and events out of JSON."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final, get_args, get_type_hints

import msgspec

from audiogames.cards.card import Card
from audiogames.cards.dealing import Deal
from audiogames.core.events import Event, Seat
from audiogames.core.game import Move
from audiogames.core.registry import Spec
from audiogames.core.text import Plain, plain


class Line(msgspec.Struct, tag_field="cmd", frozen=True, forbid_unknown_fields=True):
    """One line of input; a field that a command does not have is an error, never ignored."""


class Start(Line, tag="start", frozen=True):
    """Begin a match."""

    seats: int
    options: dict[str, Any] = {}


class Make(Line, tag="move", frozen=True):
    """Make a move; no seat is the dealer and the clock."""

    move: str
    seat: int | None = None


class Chance(Line, tag="chance", frozen=True):
    """Let the dealer move, by a seed or by the engine's own lot."""

    seed: int | None = None


class Legal(Line, tag="legal", frozen=True):
    """Ask what a seat may do."""

    seat: int | None = None


class Look(Line, tag="view", frozen=True):
    """Ask what a seat, or a spectator, knows."""

    seat: int | None = None


class Outcome(Line, tag="result", frozen=True):
    """Ask whether and how the match is over."""


class Advise(Line, tag="bot", frozen=True):
    """Ask what a bot would do."""

    seat: int
    level: str
    seed: int | None = None


class Speak(Line, tag="say", frozen=True):
    """Ask what a seat hears of an event."""

    event: dict[str, Any]
    seat: int | None = None
    lang: str | None = None


class Save(Line, tag="save", frozen=True):
    """Ask for the log."""


class Load(Line, tag="load", frozen=True):
    """Go on with a log."""

    log: str


Command = Start | Make | Chance | Legal | Look | Outcome | Advise | Speak | Save | Load

COMMANDS: Final = msgspec.json.Decoder(Command)


def written(event: Event) -> dict[str, Plain]:
    """An event as the protocol writes it: its name, who hears it, its fields."""
    values = plain(event)
    assert isinstance(values, dict)
    return {"event": type(event).__name__, **values}


def read_event(spec: Spec, values: Mapping[str, Any], seats: int) -> Event:
    """The event that was written so.  Raises `msgspec.ValidationError`."""
    kinds = {kind.__name__: kind for kind in spec.events}
    name = values.get("event")
    if not isinstance(name, str) or name not in kinds:
        raise msgspec.ValidationError(f"Expected one of {', '.join(kinds)} - at `$.event.event`")
    kind = kinds[name]

    def read(wanted: type, value: Any) -> object:
        return _notation(spec, wanted, value)

    event = msgspec.convert(dict(values), kind, dec_hook=read)
    hints = get_type_hints(kind)
    if any(seat not in range(seats) for name in hints for seat in _seats(hints[name], event, name)):
        raise msgspec.ValidationError("Expected a seat of this match - at `$.event`")
    return event


def _notation(spec: Spec, wanted: type, value: object) -> object:
    """A card or a move out of its text form.

    A game knows its own pack: it reads a deal of this one card.
    """
    text = str(value)
    if issubclass(wanted, Move):
        return spec.rules.read(text)
    deal = spec.rules.read(f"deal {text}")
    if wanted is not Card or not isinstance(deal, Deal) or len(deal.cards) != 1:
        raise ValueError(text)
    return deal.cards[0]


def _seats(hint: object, event: Event, name: str) -> Iterator[int]:
    """The seats that a field names: one, none or a tuple of them."""
    value = getattr(event, name)
    if value is not None and (hint is Seat or Seat in get_args(hint)):
        yield from value if isinstance(value, tuple) else (value,)
