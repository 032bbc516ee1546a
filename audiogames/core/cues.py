"""Cues: what is to be heard, as data.  Sentences are made later, in one place (`present`)."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum, IntEnum

from audiogames.core.events import Seat


class Priority(IntEnum):
    """Who comes first at the ear, from the least to the most urgent."""

    BACKGROUND = 0
    """Chat, joins: never interrupts."""
    EVENT = 1
    """What others did: queued."""
    MINE = 2
    """My turn, my loss, a prompt: queued like other events, in the order of time.

    What is replaced by newer news of its topic is no link in a chain of facts: it need not wait
    for the others' events.
    """
    REPLY = 3
    """The answer to my key: interrupts."""
    CRITICAL = 4
    """A connection lost, a time almost up: interrupts everything."""


class Kind(Enum):
    """What sort of fact is told: a player may want more or less of each."""

    CARDS = "cards"
    """Cards that were played, tricks that were taken."""
    CALLS = "calls"
    """Bids, calls and their answers, declarations."""
    SCORES = "scores"
    """Points, tokens, who is out, who has won."""
    TURNS = "turns"
    """Whose turn it is, and what is asked."""
    DEALS = "deals"
    """Who deals, who begins, what was dealt."""
    ASIDES = "asides"
    """What others do without playing: they draw, write a ticket, lay their cards down."""


class TurnWords(IntEnum):
    """How much a sentence says of whose turn it is and what is asked, from the least."""

    NONE = 0
    CALL = 1
    """"Your turn"."""
    ANSWER = 2
    """What the key for the turn answers: also what must be followed, or answered."""
    QUESTION = 3
    """The question itself, with its answers or the keys that give them."""


@dataclass(frozen=True, slots=True)
class Name:
    """A seat, where a sentence names its player."""

    seat: Seat


Argument = object
"""A number, a text, a `Name`, a card, a `Msg`, or a tuple of these."""


@dataclass(frozen=True)
class Msg:
    """A message of a catalogue: its id, and the values of its fields.

    `number` chooses the plural form and is available as the field `{n}`.
    """

    id: str
    args: dict[str, Argument] = field(default_factory=dict)
    number: int | None = None


@dataclass(frozen=True)
class Echo:
    """What a fact repeats where the last thing said named `of`: a card, or who acts.

    Then `brief` is spoken instead; without it nothing is, unless nothing else would be said.
    The history and the braille line have the whole fact.
    """

    of: Argument
    brief: Msg | None = None


@dataclass(frozen=True)
class Say:
    """A message to be spoken and brailled.

    `braille` names another message for the braille line where the same id with the context
    "braille" would not do.  A newer message of the same `topic` replaces an unspoken older one.
    """

    message: Msg
    priority: Priority = Priority.EVENT
    topic: str | None = None
    braille: Msg | None = None
    full: bool = False
    """Announced only at full verbosity: others can ask for it by a key."""
    apart: bool = field(default=False, compare=False)
    """At the start of a match: announced by itself, what follows comes after it."""
    lesson: str | None = None
    """What this teaches: announced once for each, and only to players who want to be taught."""
    names: Argument = None
    """What this names, as the card under the focus, or who gives a sign before their card."""
    echo: Echo | None = field(default=None, compare=False)
    """How much of this was told already, where the key before it named what it is about."""
    kind: Kind | None = field(default=None, compare=False)
    """None for what no player may want less of: answers, and news of the program."""
    turn: TurnWords = field(default=TurnWords.NONE, compare=False)
    """Of what one utterance says of a turn only the fullest is spoken."""


@dataclass(frozen=True, slots=True)
class Sound:
    """A sound by its id, heard from a seat's side, or from the middle."""

    id: str
    seat: Seat | None = None
    notice: bool = False
    """Whether the volume of notices rules it, not that of the game."""


@dataclass(frozen=True, slots=True)
class Pause:
    """A moment of silence before what follows, in seconds."""

    seconds: float


Cue = Say | Sound | Pause


def msg(id_: str, number: int | None = None, /, **args: Argument) -> Msg:
    """Write a message shortly: `msg("tokens-lost", 2, seat=Name(seat))`."""
    return Msg(id_, args, number)


def say(id_: str, number: int | None = None, /, **args: Argument) -> Say:
    """An event's message at the usual priority."""
    return Say(Msg(id_, args, number))


def mine(id_: str, number: int | None = None, /, **args: Argument) -> Say:
    """A message that concerns the listener in person."""
    return Say(Msg(id_, args, number), Priority.MINE)


def your_turn_words() -> Say:
    """Return "your turn", as it is said when the turn comes."""
    return Say(Msg("your-turn"), Priority.MINE, turn=TurnWords.CALL)


def reply(id_: str, number: int | None = None, /, **args: Argument) -> Say:
    """The answer to a key."""
    return Say(Msg(id_, args, number), Priority.REPLY)
