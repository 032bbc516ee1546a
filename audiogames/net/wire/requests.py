"""Requests from a client to a server."""

from __future__ import annotations

from typing import Any

import msgspec

from audiogames.net.wire.bounds import Number


class Request(
    msgspec.Struct, tag_field="type", frozen=True, omit_defaults=True, forbid_unknown_fields=True
):
    """A request from a client; the answer refers to it by its number `id`.

    The number is no larger than a client can read.
    """

    id: Number


# --- Entering -------------------------------------------------------------------------------------


class Hello(Request, tag="hello", frozen=True):
    """The first message of a client, which says who the player is.

    As a guest: `name`, and `code` if the server requires one (its own, or that of a table, which is
    then joined).  With an account: `name` and `password`; `register` creates the account.
    Returning: the `token` of the `Welcome`, and in `heard` the number `n` of the last message
    received, or -1 if it is unknown.  The token is tried first; if it is invalid, the other fields
    count.

    Redirected by another process of the same server: with the `ticket` of its `GoTo`, if any.

    With an account whose password was lost: `name`, its `recovery` code and a new `password`.

    For a seat whose token was lost: its table's `code`, and either the `own` digits of the seat's
    owner, or `plead` to let the others vote on it (`Asked`).
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
    ticket: str = ""
    recovery: str = ""


class Ping(Request, tag="ping", frozen=True):
    """Check that the server is alive.  Answered by `Pong`."""


class Goodbye(Request, tag="goodbye", frozen=True):
    """Leave the server on purpose, giving up the seat at once."""


# --- The card room --------------------------------------------------------------------------------


class ListTables(Request, tag="tables", frozen=True):
    """List the public tables.  Answered by `TableList`."""


class ListPeople(Request, tag="online", frozen=True):
    """List the people on the server.  Answered by `PeopleList`."""


class Open(Request, tag="open", frozen=True):
    """Open a table of this game and become its host.  `limit` is in seconds for each turn."""

    game: str
    options: dict[str, Any] = {}
    public: bool = False
    limit: int | None = None


class Join(Request, tag="join", frozen=True):
    """Join a table as a player or, with `watch`, as a spectator.

    A public table is given by its number `table`, any other by its `code`.  To get a seat back
    that was given up, `own` has the six secret digits that were announced to its player, or
    `plead` asks the others to vote (see `Hello`).
    """

    table: int = 0
    code: str = ""
    watch: bool = False
    own: str = ""
    plead: bool = False


class AskStanding(Request, tag="standing", frozen=True):
    """Request the state of a public table's match, as spectators see it."""

    table: int


# --- At a table -----------------------------------------------------------------------------------


class Leave(Request, tag="leave", frozen=True):
    """Leave the table, as a player or a spectator."""


class Watch(Request, tag="watch", frozen=True):
    """Change from player to spectator before the match starts, or back if there is a free seat."""


class AddBot(Request, tag="add-bot", frozen=True):
    """Add a bot on an empty seat.  Only the host may do this."""

    level: str = ""
    """The bot's level; empty for the game's default level."""


class RemoveBot(Request, tag="remove-bot", frozen=True):
    """Remove the bot that was added last.  Only the host may do this."""


class Arrange(Request, tag="arrange", frozen=True):
    """Change settings of the table, as its host.  None leaves a setting unchanged.

    - `limit`: seconds for each turn, 0 for no limit.
    - `slow`: seconds between two chat lines of one person.
    - `extensions`: whether players may extend their turn.
    - `spectators`: whether people may watch.
    - `rated`: whether matches count for ratings.
    - `same_address`: whether two players of a rated match may have the same address.
    - `minimum`: how many finished matches a person needs to sit down without the code.
    """

    options: dict[str, Any] | None = None
    public: bool | None = None
    limit: int | None = None
    slow: int | None = None
    extensions: bool | None = None
    spectators: bool | None = None
    rated: bool | None = None
    same_address: bool | None = None
    minimum: int | None = None


class Agree(Request, tag="agree", frozen=True):
    """Vote on giving the seat of `name` to the person who asks for it; with `no`, vote against."""

    name: str
    no: bool = False


class StartMatch(Request, tag="start", frozen=True):
    """Start the match as the host, or the next match with the same people."""


class PassHost(Request, tag="pass-host", frozen=True):
    """Make this person the host.  Only the present host may do this."""

    name: str


class Kick(Request, tag="kick", frozen=True):
    """Remove a person from the table, as the host; with `ban` they may not return.

    Sent by another player, it is a vote to remove a player who keeps exceeding the time limit.
    """

    name: str
    ban: bool = False


class VotePause(Request, tag="pause", frozen=True):
    """Vote to pause the match, or to resume it.

    Two votes suffice, or one if only one person is connected.
    """


class MakeMove(Request, tag="move", frozen=True):
    """Make a move, given in its text form, for the decision with the number `seq`."""

    seq: int
    move: str


class Ready(Request, tag="ready", frozen=True):
    """Report that the player has heard the result, and is ready for the next deal."""


class AskView(Request, tag="view", frozen=True):
    """Request a whole `MatchUpdate`, because a change did not fit the client's view."""


class Extend(Request, tag="extend", frozen=True):
    """Ask for more time for this turn."""


class Heard(Request, tag="heard", frozen=True):
    """Report in how many seconds the player will have heard the announcement of decision `seq`.

    Clients send it only after an update with `awaited`; the server does not answer it.
    """

    seq: int
    seconds: float


class TellWishes(Request, tag="wishes", frozen=True):
    """Set the player's preferences: automatic draws, and `patience`, a factor for time limits."""

    auto_draw: bool = False
    patience: float = 1.0


class Here(Request, tag="here", frozen=True):
    """Report a key press, so that the player gets the seat back from a substitute bot."""


# --- Chat -----------------------------------------------------------------------------------------


class Chat(Request, tag="chat", frozen=True):
    """Send a chat line to the table, or to one person (`to`) anywhere on the server."""

    text: str
    to: str = ""


class BlockPerson(Request, tag="block", frozen=True):
    """Block a person, so that neither sees the other; `off` ends that."""

    name: str
    off: bool = False


class Privacy(Request, tag="privacy", frozen=True):
    """Set who may write to the member and invite them: "everybody", "friends" or "nobody"."""

    messages: str


class Befriend(Request, tag="befriend", frozen=True):
    """Add a person to the member's friends; with `off`, remove them."""

    name: str
    off: bool = False


class Invite(Request, tag="invite", frozen=True):
    """Invite a person to the member's table, sending them its code."""

    name: str


class ReportPerson(Request, tag="report", frozen=True):
    """Report a person to the server's moderators, with the chat lines that the reporter saw."""

    name: str
    lines: list[str] = []


# --- Accounts -------------------------------------------------------------------------------------


class ManageAccount(Request, tag="account", frozen=True):
    """Manage the member's account.

    `do` is one of these:
    - overview, data: answered by `AccountPage`.
    - recovery: make a new recovery code; needs the `password`, answered by `AccountPage`.
    - password: needs the old `password` and the `new` one.
    - delete: needs the `password`.
    - rename: needs the `password` and the `new` name; answered by `AccountPage` with the name.
    - device: set the label of the program in use (`new`).
    - sign-out, leave: sign out all other devices, or this one.
    - carry, carried: store the text that the account carries to other devices (`new`), or request
      it.
    """

    do: str
    password: str = ""
    new: str = ""


# --- Moderation -----------------------------------------------------------------------------------


class Moderate(Request, tag="moderate", frozen=True):
    """Moderate a person, as a moderator.

    `do` is warn, mute, ban, lift, close, reopen, approve, refuse, or role.  `name` is the person,
    or `case` the report or sanction.  `reason` is one of `steward.REASONS` or free text.  `seconds`
    is the duration; 0 means forever.  With `address` a ban also covers the person's address.  For
    `role` the reason is one of `steward.ROLES`.
    """

    do: str
    name: str = ""
    reason: str = ""
    seconds: int = 0
    address: bool = False
    case: str = ""


class AskCases(Request, tag="ask-cases", frozen=True):
    """Request one of the lists for moderators whose names are in `steward.LISTS`.

    `name` is the person whose record or former names are requested.  Answered by `CaseList`.
    """

    about: str
    name: str = ""


class RunServer(Request, tag="run-server", frozen=True):
    """Administer the server, as an owner.

    `do` is broadcast, motd, restart, stay-open, or approval.  `text` is the text for everybody; an
    empty motd removes the message of the day.  A restart happens in this many `seconds`; with
    `lets_end`, the server waits for running matches to end, otherwise they are saved.  `stay-open`
    cancels the restart.  `approval` makes new names wait for approval; with `off`, they no longer
    wait.
    """

    do: str
    text: str = ""
    seconds: int = 0
    lets_end: bool = False
    off: bool = False


# --- Ratings --------------------------------------------------------------------------------------


class AskRatings(Request, tag="ask-ratings", frozen=True):
    """Request ratings of a game in a form: its seats, and its preset if not the usual one.

    `about` is one of these:
    - first: the best players.
    - around: the players ranked next to the member.
    - one: the rating of the member, or of `name`.
    - season: the ranking of one month (`season`, such as "2026-11").
    - history: the member's own rated matches.
    - conduct: how an account behaved in all games; `game` and `form` are empty.
    Answered by `RatingList`.
    """

    about: str
    game: str = ""
    form: str = ""
    name: str = ""
    season: str = ""


# --- The deal of the day --------------------------------------------------------------------------


class PlayDay(Request, tag="play-day", frozen=True):
    """Play today's deal of the day in a game, or continue it.

    The date is the server's, in UTC.  Each account plays a deal once.  After its end, and in answer
    to a later request, the news `day-result` has the points, the bot's, the place, and the streak.
    """

    game: str


# --- Tournaments ----------------------------------------------------------------------------------


class OpenContest(Request, tag="open-contest", frozen=True):
    """Open a tournament, with tables of two players or, with `pairs`, of four.

    `form` is round-robin, swiss, knock-out or groups; `rounds` is used by swiss only.  `minutes` is
    the length of a round, 0 if it lasts until its matches are over.  The tournament starts in this
    many `seconds` or, with 0, when its opener starts it.
    """

    name: str
    game: str
    options: dict[str, Any] = {}
    form: str = "round-robin"
    pairs: bool = False
    rounds: int = 0
    minutes: int = 0
    seconds: int = 0


class AskContests(Request, tag="ask-contests", frozen=True):
    """Request the list of tournaments, or the standings of one of them.

    Answered by `ContestList`, or by `ContestTable`.
    """

    contest: int = 0


class InContest(Request, tag="in-contest", frozen=True):
    """Enter, leave or manage a tournament.

    `do` is "enter" (in a tournament of pairs with the partner's `name`) or "leave".  The
    opener, owners and moderators may also use:

    - "start": start the tournament now;
    - "time": let it start in this many `seconds`, or with 0 only when "start" is sent;
    - "bots": add bots, as many as `table` says;
    - "close": close it;
    - "adjudicate": decide the meeting at `table` in a `round` (0 is the newest round), with the
      `score`, the side that has `won` (0 or 1, -1 for a draw), and the `reason`.
    """

    contest: int
    do: str
    name: str = ""
    table: int = 0
    round: int = 0
    score: list[int] = []
    won: int = -1
    reason: str = ""
    seconds: int = 0


ClientMessage = (
    Hello | Ping | Goodbye | ListTables | ListPeople | Open | Join | AskStanding | Leave | Watch
    | AddBot | RemoveBot | Arrange | Agree | StartMatch | PassHost | Kick | VotePause | MakeMove
    | Ready | AskView | Extend | Heard | TellWishes | Here | Chat | BlockPerson | Privacy | Befriend
    | Invite | ReportPerson | Moderate | AskCases | RunServer | ManageAccount
    | AskRatings | PlayDay | OpenContest | AskContests | InContest
)  # fmt: skip
