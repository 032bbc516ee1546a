"""Cues: messages, sounds and pauses for the listener, as data.  `present` renders the messages."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum, IntEnum

from audiogames.core.events import Seat


class Priority(IntEnum):
    """The urgency of an announcement, from the least to the most urgent."""

    BACKGROUND = 0
    """Chat, joins: never interrupts."""
    EVENT = 1
    """Actions of other players: queued."""
    MINE = 2
    """The player's own turn or loss, a prompt: queued like other events, in order of time. An
    announcement with a topic, such as the time left, is spoken before queued events of other
    players, because it does not depend on them."""
    REPLY = 3
    """The answer to a key: interrupts."""
    CRITICAL = 4
    """A lost connection, a time limit about to expire: interrupts everything."""


class Kind(Enum):
    """The kinds of facts; players set the verbosity of each kind separately."""

    CARDS = "cards"
    """Cards played and tricks taken."""
    CALLS = "calls"
    """Bids, calls and their answers, declarations."""
    SCORES = "scores"
    """Points, tokens, eliminations, winners."""
    TURNS = "turns"
    """Whose turn it is, and what that player must decide."""
    DEALS = "deals"
    """Who deals, who leads, what was dealt."""
    ASIDES = "asides"
    """Actions of others besides playing a card: draws, tickets written, hands laid down."""


class TurnWords(IntEnum):
    """The amount of detail about whose turn it is and what must be decided."""

    NONE = 0
    CALL = 1
    """"Your turn"."""
    ANSWER = 2
    """The answer to the turn key: also the suit to follow or the call to answer."""
    QUESTION = 3
    """The question itself, with its answers or their keys."""


@dataclass(frozen=True, slots=True)
class Name:
    """A seat as a message argument, rendered as its player's name."""

    seat: Seat


Argument = object
"""A number, a text, a `Name`, a card, a `Msg`, or a tuple of these."""


@dataclass(frozen=True)
class Msg:
    """A catalogue message: its id and the values of its fields.

    `number` chooses the plural form and is available as the field `{n}`.
    """

    id: str
    args: dict[str, Argument] = field(default_factory=dict)
    number: int | None = None


@dataclass(frozen=True)
class Echo:
    """Marks a fact as partly redundant if the announcement before it named the same card or seat.

    `of` is that card or seat.  If it was just named, `brief` is spoken instead of the fact; without
    `brief` the fact is silent, unless nothing else would be said.  The history and the braille line
    keep the whole fact.
    """

    of: Argument
    brief: Msg | None = None


@dataclass(frozen=True)
class Say:
    """A message to be spoken and shown on the braille line.

    The braille line shows the message's short text, which the catalogue has in the context
    "braille", or the text of another message, `braille`.  A newer message of the same `topic`
    replaces an unspoken older one.
    """

    message: Msg
    priority: Priority = Priority.EVENT
    topic: str | None = None
    braille: Msg | None = None
    full: bool = False
    """Announced only at full verbosity; other players can ask for it by a key."""
    apart: bool = field(default=False, compare=False)
    """Whether this is announced separately from the messages after it, at the start of a match."""
    lesson: str | None = None
    """The id of the explanation that this is: announced only once, and only to players who want
    explanations."""
    names: Argument = None
    """The card or player that this message names, so that the next message need not name them
    again."""
    echo: Echo | None = field(default=None, compare=False)
    """How to shorten this message if the previous announcement named its subject."""
    kind: Kind | None = field(default=None, compare=False)
    """None for messages whose verbosity players cannot set: answers, and news of the program."""
    turn: TurnWords = field(default=TurnWords.NONE, compare=False)
    """Within one utterance only the message with the fullest turn words is spoken."""


@dataclass(frozen=True, slots=True)
class Sound:
    """A sound by its id, played from the side of a seat or from the middle."""

    id: str
    seat: Seat | None = None
    notice: bool = False
    """Whether its volume is that of notices instead of the game's."""


@dataclass(frozen=True, slots=True)
class Pause:
    """A silence before the next cue, in seconds."""

    seconds: float


Cue = Say | Sound | Pause


def msg(id_: str, number: int | None = None, /, **args: Argument) -> Msg:
    """Build a message: `msg("tokens-lost", 2, seat=Name(seat))`."""
    return Msg(id_, args, number)


def say(id_: str, number: int | None = None, /, **args: Argument) -> Say:
    """Build the announcement of an event, at the usual priority."""
    return Say(Msg(id_, args, number))


def mine(id_: str, number: int | None = None, /, **args: Argument) -> Say:
    """Build an announcement that concerns the listener personally."""
    return Say(Msg(id_, args, number), Priority.MINE)


def your_turn_words() -> Say:
    """Return the announcement "your turn", made when the listener's turn begins."""
    return Say(Msg("your-turn"), Priority.MINE, turn=TurnWords.CALL)


def reply(id_: str, number: int | None = None, /, **args: Argument) -> Say:
    """Build the answer to a key."""
    return Say(Msg(id_, args, number), Priority.REPLY)
