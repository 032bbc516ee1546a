"""What a client may ask of a server."""

from __future__ import annotations

from typing import Any

import msgspec

from audiogames.net.wire.bounds import Number


class Request(
    msgspec.Struct, tag_field="type", frozen=True, omit_defaults=True, forbid_unknown_fields=True
):
    """What a client asks.  The answer names `id`, so it is no larger than what a client reads."""

    id: Number


# --- Coming in ------------------------------------------------------------------------------------


class Hello(Request, tag="hello", frozen=True):
    """The first message.

    As a guest: `name`, and `code` where the server wants one (its own, or that of a table, which
    is then joined).  With an account: `name` and `password`; `register` makes it.  Back again:
    `token` of the `Welcome`, and in `heard` the last `n` that arrived, -1 where nothing is known
    any more.  A token comes first; where it counts no more, what else is given does.

    Sent on by another process of the same server: with the `ticket` of its `GoTo`, if any.

    An account whose password was lost: `name`, its `recovery` code and a new `password`.

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
    ticket: str = ""
    recovery: str = ""


class Ping(Request, tag="ping", frozen=True):
    """Is anybody there?  Answered by `Pong`."""


class Goodbye(Request, tag="goodbye", frozen=True):
    """Leaves on purpose: the seat is given up at once, nobody waits."""


# --- The room of tables ---------------------------------------------------------------------------


class ListTables(Request, tag="tables", frozen=True):
    """Which public tables are there?  Answered by `TableList`."""


class ListPeople(Request, tag="online", frozen=True):
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


class AskStanding(Request, tag="standing", frozen=True):
    """Where does the match of a public table stand?  Answered by its public `MatchUpdate`."""

    table: int


# --- At a table -----------------------------------------------------------------------------------


class Leave(Request, tag="leave", frozen=True):
    """Stand up, or stop watching."""


class Watch(Request, tag="watch", frozen=True):
    """F3: from the chair to watching before the match begins, and back while there is room."""


class AddBot(Request, tag="add-bot", frozen=True):
    """The host puts a bot into an empty seat."""

    level: str = ""
    """Empty: the level that the game plays by default."""


class RemoveBot(Request, tag="remove-bot", frozen=True):
    """The host sends away the bot that came last."""


class Arrange(Request, tag="arrange", frozen=True):
    """The host changes what is given; what is None stays.

    `limit` 0 is no limit; `slow` are seconds between two lines of chat of one person;
    `extensions` whether Ctrl+T is allowed; `spectators` whether there may be any; `rated` whether
    matches count for ratings; `same_address` whether two players of a
    rated match may come from one address; `minimum` how many finished matches are asked of those
    who sit down without the code.
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
    """The seat of `name` is given to the person who asks for it; with `no` it is not."""

    name: str
    no: bool = False


class StartMatch(Request, tag="start", frozen=True):
    """The host begins the match, or the next one with the same people."""


class PassHost(Request, tag="pass-host", frozen=True):
    """The host gives the table to this person."""

    name: str


class Kick(Request, tag="kick", frozen=True):
    """The host sends a person away; with `ban` for as long as the table is there.

    From another player it is a vote against somebody who lets the clock run out again and again.
    """

    name: str
    ban: bool = False


class VotePause(Request, tag="pause", frozen=True):
    """A vote for a pause, or while there is one for going on: two, or all where fewer play."""


class MakeMove(Request, tag="move", frozen=True):
    """A move, in its text form, that answers the decision `seq`."""

    seq: int
    move: str


class Ready(Request, tag="ready", frozen=True):
    """The result was heard: on to the next deal."""


class AskView(Request, tag="view", frozen=True):
    """How does the match stand?  Answered by a whole `MatchUpdate`: a change did not fit."""


class Extend(Request, tag="extend", frozen=True):
    """More time for this turn."""


class Heard(Request, tag="heard", frozen=True):
    """The announcement of decision `seq` is estimated to end in so many seconds from now.

    Only where an update is `awaited`.  It has no answer.
    """

    seq: int
    seconds: float


class TellWishes(Request, tag="wishes", frozen=True):
    """What a player asks for: automatic draw, and how many times the time limit."""

    auto_draw: bool = False
    patience: float = 1.0


class Here(Request, tag="here", frozen=True):
    """Any key: after three time-outs in a row the seat is the person's again."""


# --- Talk -----------------------------------------------------------------------------------------


class Chat(Request, tag="chat", frozen=True):
    """A line to the table, or to one person (`to`) wherever they are."""

    text: str
    to: str = ""


class BlockPerson(Request, tag="block", frozen=True):
    """Hide a person and be hidden from them; with `off` no longer."""

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


class ReportPerson(Request, tag="report", frozen=True):
    """Report a person to the server's operator, with the lines that were seen."""

    name: str
    lines: list[str] = []


# --- Accounts -------------------------------------------------------------------------------------


class ManageAccount(Request, tag="account", frozen=True):
    """Do something with one's own account.

    overview and data are answered by `AccountPage`, and so is recovery, which needs the `password`
    and makes a new code.  password needs the old one and the `new` one, delete the password.
    device says what the program in use is called (`new`); sign-out ends all other devices, leave
    this one as well.
    """

    do: str
    password: str = ""
    new: str = ""


# --- Keeping the peace ----------------------------------------------------------------------------


class Moderate(Request, tag="moderate", frozen=True):
    """Do something about a person: warn, mute, ban, lift, close, approve, refuse, or role.

    `name` is the person, or `case` the report or sanction that it is about.  `reason` is one of
    `steward.REASONS` or typed; `seconds` how long, 0 for good; with `address` a ban also holds for
    the address from which they came.  For `role` the reason is one of `steward.ROLES`.
    """

    do: str
    name: str = ""
    reason: str = ""
    seconds: int = 0
    address: bool = False
    case: str = ""


class AskCases(Request, tag="ask-cases", frozen=True):
    """Ask for open reports, sanctions in force, names that wait, or the record of one `name`.

    Answered by `CaseList`.
    """

    about: str
    name: str = ""


class RunServer(Request, tag="run-server", frozen=True):
    """What owners do for everybody: broadcast, motd, restart, stay-open, or approval.

    `text` is what everybody hears; empty, the message of the day is taken away.  A restart comes
    in so many `seconds`; with `lets_end` matches are played to their end first, else they are kept.
    `stay-open` takes the restart back.  `approval` has new names approved first, with `off` not.
    """

    do: str
    text: str = ""
    seconds: int = 0
    lets_end: bool = False
    off: bool = False


# --- Ratings --------------------------------------------------------------------------------------


class AskRatings(Request, tag="ask-ratings", frozen=True):
    """Ask for ratings of a game in a form: seats, and the preset where it is not the usual table.

    `about` is first, around, one (of oneself or of `name`), season (of a month, as in "2026-11") or
    history, which is one's own.  conduct is what is counted of an account in all games, which are
    then empty.  Answered by `RatingList`.
    """

    about: str
    game: str = ""
    form: str = ""
    name: str = ""
    season: str = ""


# --- Tournaments ----------------------------------------------------------------------------------


class OpenContest(Request, tag="open-contest", frozen=True):
    """Open a tournament of tables of two, or with `pairs` of four.

    `form` is round-robin, swiss, knock-out or groups; `rounds` counts in swiss.  `minutes` is how
    long a round lasts, 0: until its matches are over.  It begins in so many `seconds`, or, with 0,
    when its opener says so.
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
    """Ask which tournaments there are, or how one stands.

    Answered by `ContestList`, or by `ContestTable`.
    """

    contest: int = 0


class InContest(Request, tag="in-contest", frozen=True):
    """Do something in a tournament: enter (a pair names the partner), leave.

    Its opener may also start it, add so many (`table`) bots, close it, and adjudicate a meeting:
    `table` of a `round` (0: the newest), with a `score`, who has `won` (0, 1, or -1: a draw), and
    the `reason`.
    """

    contest: int
    do: str
    name: str = ""
    table: int = 0
    round: int = 0
    score: list[int] = []
    won: int = -1
    reason: str = ""


ClientMessage = (
    Hello | Ping | Goodbye | ListTables | ListPeople | Open | Join | AskStanding | Leave | Watch
    | AddBot | RemoveBot | Arrange | Agree | StartMatch | PassHost | Kick | VotePause | MakeMove
    | Ready | AskView | Extend | Heard | TellWishes | Here | Chat | BlockPerson | Privacy | Befriend
    | Invite | ReportPerson | Moderate | AskCases | RunServer | ManageAccount
    | AskRatings | OpenContest | AskContests | InContest
)  # fmt: skip
