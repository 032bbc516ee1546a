"""The wire: every message that a client and a server may send each other, and nothing else.

One message is one JSON object in one WebSocket text frame.  Its `type` says which class it is; an
unknown type, an unknown field or a value of another type is an error, on both sides.

- A client numbers its requests (`id`, rising from 1).  What a request brings about names it in
  `re`; what nobody asked for has `re` 0.
- A server numbers what it tells a member (`n`, rising from 1 for the life of a token).  A client
  that comes back says the last `n` that it has, and is told everything after it.
- No message holds a state, a log, a seed or a sentence: events and views travel as `table.forms`
  writes them, reasons and news as the id of a message with its fields, and each client makes the
  sentences in its player's own language.
"""

from __future__ import annotations

from typing import Annotated, Any, Final

import msgspec

from audiogames.net.bounds import FEW, Number, Seconds, Text, Values

VERSION: Final = 1
"""Raised when an older program could not follow any more; `Hello` names it."""

LARGEST: Final = 64 * 1024
"""Bytes of one message."""

PORT: Final = 7499
"""Where a server listens, and a client looks for one, unless told otherwise."""


class WireError(ValueError):
    """Bytes that are no message; the text says why, in English, for logs and for the other side."""


class Request(msgspec.Struct, tag_field="type", frozen=True, forbid_unknown_fields=True):
    """What a client asks."""

    id: int


# --- Coming in ------------------------------------------------------------------------------------


class Hello(Request, tag="hello", frozen=True):
    """The first message.

    As a guest: `name`, and `code` where the server wants one (its own, or that of a table, which
    is then joined).  With an account: `name` and `password`; `register` makes it.  Back again:
    `token` of the `Welcome`, and in `heard` the last `n` that arrived, -1 where nothing is known
    any more.  A token comes first; where it counts no more, what else is given does.

    A seat whose token was lost: by its table's `code` and the `own` digits of its owner, or with
    `plead` by the consent of the others, who are asked (`Asked`).
    """

    version: int
    name: str = ""
    gender: str = ""
    code: str = ""
    password: str = ""
    register: bool = False
    token: str = ""
    heard: int = 0
    own: str = ""
    plead: bool = False


class Ping(Request, tag="ping", frozen=True):
    """Is anybody there?  Answered by `Pong`."""


class Goodbye(Request, tag="goodbye", frozen=True):
    """Leaves on purpose: the seat is given up at once, nobody waits."""


# --- The room of tables ---------------------------------------------------------------------------


class Tables(Request, tag="tables", frozen=True):
    """Which public tables are there?  Answered by `TableList`."""


class Online(Request, tag="online", frozen=True):
    """Who is here?  Answered by `PeopleList`."""


class Open(Request, tag="open", frozen=True):
    """Open a table of this game and be its host.  `limit` is seconds a turn."""

    game: str
    options: dict[str, Any] = {}
    public: bool = False
    limit: int | None = None


class Join(Request, tag="join", frozen=True):
    """Sit down at a table, or stand by it and watch: a public one by `table`, any by `code`.

    `own` and `plead` as in `Hello`, for a seat that was given up.
    """

    table: int = 0
    code: str = ""
    watch: bool = False
    own: str = ""
    plead: bool = False


class Standing(Request, tag="standing", frozen=True):
    """Where does the match of a public table stand?  Answered by its public `Update`."""

    table: int


# --- At a table -----------------------------------------------------------------------------------


class Leave(Request, tag="leave", frozen=True):
    """Stand up, or stop watching."""


class Watch(Request, tag="watch", frozen=True):
    """F3: from the chair to watching before the match begins, and back while there is room."""


class AddBot(Request, tag="add-bot", frozen=True):
    """The host puts a bot into an empty seat."""

    level: str = "normal"


class RemoveBot(Request, tag="remove-bot", frozen=True):
    """The host sends away the bot that came last."""


class Arrange(Request, tag="arrange", frozen=True):
    """The host changes what is given; what is None stays.

    `limit` 0 is no limit; `slow` are seconds between two lines of chat of one person;
    `extensions` whether Ctrl+T is allowed; `spectators` whether there may be any.
    """

    options: dict[str, Any] | None = None
    public: bool | None = None
    limit: int | None = None
    slow: int | None = None
    extensions: bool | None = None
    spectators: bool | None = None


class Agree(Request, tag="agree", frozen=True):
    """The seat of `name` is given to whoever asks for it; with `no` it is not."""

    name: str
    no: bool = False


class Start(Request, tag="start", frozen=True):
    """The host begins the match, or the next one with the same people."""


class PassHost(Request, tag="pass-host", frozen=True):
    """The host gives the table to this person."""

    name: str


class Kick(Request, tag="kick", frozen=True):
    """The host sends a person away; with `ban` for as long as the table is there."""

    name: str
    ban: bool = False


class Pause(Request, tag="pause", frozen=True):
    """A vote for a pause, or while there is one for going on: two, or all where fewer play."""


class Move(Request, tag="move", frozen=True):
    """A move, in its text form, that answers the decision `seq`."""

    seq: int
    move: str


class Ready(Request, tag="ready", frozen=True):
    """The result was heard: on to the next deal."""


class Extend(Request, tag="extend", frozen=True):
    """More time for this turn."""


class Heard(Request, tag="heard", frozen=True):
    """The announcement of decision `seq` is estimated to end in so many seconds from now."""

    seq: int
    seconds: float


class Wishes(Request, tag="wishes", frozen=True):
    """What a player asks for himself: automatic draw, and how many times the time limit."""

    auto_draw: bool = False
    patience: float = 1.0


class Here(Request, tag="here", frozen=True):
    """Any key: after three time-outs in a row the seat is the person's again."""


# --- Talk -----------------------------------------------------------------------------------------


class Chat(Request, tag="chat", frozen=True):
    """A line to the table, or to one person (`to`) wherever he is."""

    text: str
    to: str = ""


class Block(Request, tag="block", frozen=True):
    """Hide a person and be hidden from him; with `off` no longer."""

    name: str
    off: bool = False


class Privacy(Request, tag="privacy", frozen=True):
    """Who may write to me and invite me: "everybody", "friends" or "nobody"."""

    messages: str


class Befriend(Request, tag="befriend", frozen=True):
    """Note a person as a friend; with `off` no longer."""

    name: str
    off: bool = False


class Invite(Request, tag="invite", frozen=True):
    """Tell a person of this table, with its code."""

    name: str


class Report(Request, tag="report", frozen=True):
    """Tell whoever keeps the server of a person, with the lines that were seen."""

    name: str
    lines: list[str] = []


ClientMessage = (
    Hello | Ping | Goodbye | Tables | Online | Open | Join | Standing | Leave | Watch | AddBot
    | RemoveBot | Arrange | Agree | Start | PassHost | Kick | Pause | Move | Ready | Extend | Heard
    | Wishes | Here | Chat | Block | Privacy | Befriend | Invite | Report
)  # fmt: skip


# --- What a server says ---------------------------------------------------------------------------


class Told(msgspec.Struct, tag_field="type", frozen=True, forbid_unknown_fields=True):
    """What a server tells one member.

    `n` numbers what is kept for one who comes back; 0 is not kept.  `re` is the request that it
    answers, or 0.
    """

    n: Number = 0
    re: Number = 0


class Welcome(Told, tag="welcome", frozen=True):
    """You are in.

    `token` brings you back after a lost line.  After an absence (`back`) `moved` counts the moves
    that a bot made for you, and `missed` the messages that follow now.
    """

    version: Number = VERSION
    name: Text = ""
    token: Text = ""
    back: bool = False
    moved: Number = 0
    missed: Number = 0
    account: bool = False


class Asked(Told, tag="asked", frozen=True):
    """Those who sit at the table are asked for the seat; they have so many seconds to agree."""

    seconds: Seconds = 0.0


class Pong(Told, tag="pong", frozen=True):
    """I am here."""


class Done(Told, tag="done", frozen=True):
    """Done, and there is nothing else to tell you: the answer to a request that brought nothing.

    `Heard` and `Goodbye` have no answer.
    """


class No(Told, tag="no", frozen=True):
    """Refused; nothing has changed.  `reason` is the id of a message, `args` its fields."""

    reason: Text = ""
    args: Values = {}


class Bye(Told, tag="bye", frozen=True):
    """The line is closed now, and why."""

    reason: Text = ""
    args: Values = {}


class TableLine(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table in the list: `people` and `bots` sit, of so many `seats`."""

    table: Number
    game: Text
    host: Text
    people: Number
    bots: Number
    seats: Number
    playing: bool
    options: Values = {}
    limit: Number | None = None


class TableList(Told, tag="table-list", frozen=True):
    """The public tables."""

    tables: Annotated[list[TableLine], FEW] = []


class Person(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Somebody: at a table (0: at none), here or with his line lost, host, watching."""

    name: Text
    gender: Text = ""
    table: Number = 0
    away: bool = False
    host: bool = False
    watching: bool = False
    friend: bool = False


class PeopleList(Told, tag="people-list", frozen=True):
    """Who is on this server."""

    people: Annotated[list[Person], FEW] = []


class Sitting(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who has a seat: a person or a bot; `stand_in` where a bot plays for a person."""

    name: Text
    gender: Text = ""
    level: Text = ""
    away: bool = False
    stand_in: bool = False


class Seated(Told, tag="seated", frozen=True):
    """The table where you are, whole: told whenever something of it changes, and `News` why.

    `seats` are in the order of joining before the match and in seat order during it (`playing`);
    `me` is your place among them, or None for who watches.  `code` is for inviting others, and
    `own` are the digits that bring you back to your seat; who watches is told neither.
    """

    table: Number = 0
    game: Text = ""
    options: Values = {}
    public: bool = False
    limit: Number | None = None
    slow: Number = 0
    extensions: bool = True
    spectators: bool = True
    code: Text = ""
    own: Text = ""
    host: Text = ""
    seats: Annotated[list[Sitting], FEW] = []
    watching: Annotated[list[Text], FEW] = []
    me: Number | None = None
    playing: bool = False
    paused: bool = False
    votes: Number = 0


class Unseated(Told, tag="unseated", frozen=True):
    """You are at no table any more."""


class News(Told, tag="news", frozen=True):
    """What happened at the table or on the server: `what` is the id of a message.

    sits-down, stands-up, bot-sits, bot-leaves, watches, stops-watching, host-is, away, back,
    bot-plays-for, kicked, banned, public, private, options-changed, pause-vote, paused, resumed,
    match-begins, invited, asks-to-invite, asks-seat, seat-refused, shuts-down, saved, comes-back,
    one-moment.

    invited: `args` are `code` and `game`.  asks-to-invite: `name`, who watches, asks the host to
    invite `who`.  asks-seat: somebody asks for the seat of `name`.
    pause-vote: `votes` and `needed`; its `name` voted.
    one-moment: your card was taken and waits for a draw.  comes-back: `name` plays again himself
    after bot-plays-for.  kicked and banned: `name` was sent away; it is told to him too.
    """

    what: Text = ""
    name: Text = ""
    args: Values = {}


class Line(Told, tag="line", frozen=True):
    """A line of chat; `private` where it is for you alone, or from you to `to` alone."""

    sender: Text = ""
    text: Text = ""
    private: bool = False
    to: Text = ""
    watching: bool = False


class Update(Told, tag="update", frozen=True):
    """What a seat, or one who watches, is told of the match: as `table.Update`.

    `left` and `limit` are the seconds of the turn that runs, None without a limit; it starts when
    `Heard` says so, 4 s after this at the latest.  `deals` counts the deals so far.
    """

    table: Number = 0
    seat: Number | None = None
    seq: Number = 0
    events: Annotated[list[Values], FEW] = []
    view: Values = {}
    waiting: bool = False
    over: bool = False
    deals: Number = 0
    left: Seconds | None = None
    limit: Seconds | None = None
    paused: bool = False


ServerMessage = (
    Welcome | Asked | Pong | Done | No | Bye | TableList | PeopleList | Seated | Unseated | News
    | Line | Update
)  # fmt: skip

_ENCODER: Final = msgspec.json.Encoder()
_REQUESTS: Final = msgspec.json.Decoder(ClientMessage)
_TOLD: Final = msgspec.json.Decoder(ServerMessage)


def encode(message: Request | Told) -> bytes:
    """A message as bytes."""
    return _ENCODER.encode(message)


def read_request(data: bytes | str) -> ClientMessage:
    """What a client sent.  Raises `WireError`."""
    request: ClientMessage = _read(_REQUESTS, data)
    return request


def read_told(data: bytes | str) -> ServerMessage:
    """What a server sent.  Raises `WireError`."""
    told: ServerMessage = _read(_TOLD, data)
    return told


def _read(decoder: msgspec.json.Decoder[Any], data: bytes | str) -> Any:
    if len(data) > LARGEST:
        raise WireError("too large")
    try:
        return decoder.decode(data)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise WireError(str(error)) from None
