"""Messages from a server to a client: answers to requests, and announcements."""

from __future__ import annotations

from typing import Annotated

import msgspec

from audiogames.net.wire.bounds import (
    FEW,
    VERSION,
    Item,
    Number,
    Place,
    Seconds,
    Text,
    Value,
    Values,
)


class FromServer(
    msgspec.Struct, tag_field="type", frozen=True, omit_defaults=True, forbid_unknown_fields=True
):
    """A message from a server to one client.

    A message that is kept for a reconnection has a number `n`; for others `n` is 0.  `re` is the
    number of the request that the message answers, or 0.
    """

    n: Number = 0
    re: Number = 0


class Welcome(FromServer, tag="welcome", frozen=True):
    """The server has accepted the client.

    `token` restores the seat after a lost connection.  After an absence (`back`), `moved` is
    the number of moves that a bot made for the player, and `missed` the number of missed
    messages, which now follow.
    """

    version: Number = VERSION
    name: Text = ""
    token: Text = ""
    back: bool = False
    moved: Number = 0
    missed: Number = 0
    account: bool = False
    others: Annotated[list[Text], FEW] = []
    """As in `Others`."""


class Others(FromServer, tag="others", frozen=True):
    """The other addresses of this server, sent when they change.

    A client that loses the connection may use them.
    """

    others: Annotated[list[Text], FEW] = []


class Asked(FromServer, tag="asked", frozen=True):
    """The answer to a request for a seat: the players at the table vote on the request.

    The vote lasts at most `seconds` seconds.
    """

    seconds: Seconds = 0.0


class GoTo(FromServer, tag="go-to", frozen=True):
    """A redirect: the client must repeat its request at another process of this server.

    This connection is closed.  At the other process a member greets with their token and with this
    `ticket`, if there is one, which works once within half a minute; losing it does no harm.
    """

    address: Text = ""
    ticket: Text = ""


class Pong(FromServer, tag="pong", frozen=True):
    """The answer to `Ping`."""


class Done(FromServer, tag="done", frozen=True):
    """The request has succeeded, and no other message answers it.

    The requests `Heard` and `Goodbye` are never answered.
    """


class No(FromServer, tag="no", frozen=True):
    """The request is refused, and nothing has changed.

    `reason` is the id of a message, `args` are its fields.
    """

    reason: Text = ""
    args: Values = {}


class Bye(FromServer, tag="bye", frozen=True):
    """The server closes the connection, for this reason."""

    reason: Text = ""
    args: Values = {}


class TableLine(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A line in the list of tables: `people` and `bots` have taken some of the `seats`."""

    table: Number
    game: Text
    host: Text
    people: Number
    bots: Number
    seats: Number
    playing: bool
    options: Values = {}
    limit: Number | None = None


class TableList(FromServer, tag="table-list", frozen=True):
    """The list of public tables."""

    tables: Annotated[list[TableLine], FEW] = []


class Person(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A line in the list of people.

    `table` is 0 for no table, and `away` means that the connection is lost.
    """

    name: Text
    gender: Text = ""
    table: Number = 0
    away: bool = False
    host: bool = False
    watching: bool = False
    friend: bool = False


class PeopleList(FromServer, tag="people-list", frozen=True):
    """The list of people on this server."""

    people: Annotated[list[Person], FEW] = []


class Sitting(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The person or bot of a seat.  `stand_in` means that a bot plays for the person."""

    name: Text
    gender: Text = ""
    level: Text = ""
    away: bool = False
    stand_in: bool = False


class Seated(FromServer, tag="seated", frozen=True):
    """The whole state of the member's table, sent after every change.

    Before a match, `seats` are in the order of joining; during it (`playing`), by seat.
    `me` is the member's index in them, or None for a spectator.  `code` is for inviting others, and
    `own` are the digits that restore the seat; spectators receive neither.  `News` reports what has
    happened.
    """

    table: Number = 0
    game: Text = ""
    options: Values = {}
    public: bool = False
    limit: Number | None = None
    slow: Number = 0
    extensions: bool = True
    spectators: bool = True
    rated: bool = False
    same_address: bool = False
    minimum: Number = 0
    code: Text = ""
    own: Text = ""
    host: Text = ""
    seats: Annotated[list[Sitting], FEW] = []
    watching: Annotated[list[Text], FEW] = []
    me: Number | None = None
    playing: bool = False
    paused: bool = False
    votes: Number = 0


class Unseated(FromServer, tag="unseated", frozen=True):
    """The member is no longer at a table."""


class News(FromServer, tag="news", frozen=True):
    """News of the table or of the server: `what` is the id of a message.

    sits-down, stands-up, bot-sits, bot-leaves, watches, stops-watching, host-is, away, back,
    bot-plays-for, kicked, banned, vote-away, voted-away, public, private, options-changed,
    pause-vote, paused, resumed, match-begins, rated, casual, invited, asks-to-invite, asks-seat,
    seat-refused, shuts-down, saved, comes-back, one-moment, store-away, store-back, role, reported,
    warned, muted, unmuted, motd, broadcast, restart, restart-off, account, wants-to-play,
    contest-entered, contest-round, contest-bye, contest-results, contest-over, contest-few,
    contest-ruled, contest-out, contest-forfeit, contest-absent.

    account: the server supports `ManageAccount`.
    asks-seat: a person asks for the seat of `name`.
    asks-to-invite: the spectator `name` asks the host to invite `who`.
    comes-back: `name` plays again in person, after bot-plays-for.
    invited: `args` are `code` and `game`.
    kicked, banned, voted-away: `name` was removed from the table; also sent to that person.
    motd, broadcast: `text`.
    one-moment: the receiver's card was accepted and waits for another player's draw.
    pause-vote: `name` has voted; of the `needed` votes there are now `votes`.
    restart: in how many `seconds`, and whether running matches may end before it (`ends`).
    role: the receiver's `role`, and the number of open `reports`; reported: `reports`.
    store-away: nothing can be stored at the moment, and matches are paused until store-back.
    vote-away: `name` votes to remove `who`, and `missing` more votes are needed.
    wants-to-play: `name` is waiting at the public `table` of `game`; sent to members at no table.
    warned, muted: `why`, and for how many seconds (`left`, 0 means forever).
    """

    what: Text = ""
    name: Text = ""
    args: Values = {}


class ChatMessage(FromServer, tag="line", frozen=True):
    """A chat line.  A `private` one is sent only to its sender and its receiver (`to`)."""

    sender: Text = ""
    text: Text = ""
    private: bool = False
    to: Text = ""
    watching: bool = False


class MatchUpdate(FromServer, tag="update", frozen=True):
    """An update of a match, with the whole view of a seat or of spectators.

    `left` and `limit` are the seconds of the current turn, None without a limit.  The turn starts
    when `Heard` says so, at the latest 4 seconds after this message.  `deals` is the number of
    deals so far.  `awaited` says that the server waits until the player has heard this update: only
    then should the client send `Heard`.

    `forms` says how the following changes encode events: the field names of each event type, in
    order.
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
    awaited: bool = False
    forms: Annotated[dict[Text, Annotated[list[Text], FEW]], FEW] = {}


class Splice(msgspec.Struct, array_like=True, frozen=True, forbid_unknown_fields=True):
    """A change of a list: replace `gone` items, from index `at` on, with `items`."""

    at: Place
    gone: Place
    items: Annotated[list[Item], FEW]


class ViewChanges(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Changes of a view: new values of fields (`put`), and splices of lists (`parts`)."""

    put: Values = {}
    parts: Annotated[dict[Text, Splice], FEW] = {}


class SharedChange(ViewChanges, frozen=True):
    """The part of a change that all people at the table receive, encoded once for them.

    Of the view, it has only the fields that the game declares public.  All other fields are as
    in `MatchUpdate`.  `deals` is None if unchanged.
    """

    seq: Number = 0
    waiting: bool = False
    over: bool = False
    deals: Number | None = None
    left: Seconds | None = None
    limit: Seconds | None = None
    paused: bool = False


class MatchChange(FromServer, tag="change", frozen=True):
    """An update of a match with only those fields of the view that have changed.

    It continues from the update or change with the number `since`, the last one of this match
    that was sent; 0 means the previous message.  An event is a list of its type and its fields,
    in the order of that update's `forms`; trailing nulls are omitted.  `own` contains the
    fields that only this seat receives.  `digest`, sent in some messages, is a checksum of this
    seat's whole view after the change (`net.differences`).  A client whose view has another
    digest requests a whole view (`AskView`).
    """

    since: Number = 0
    events: Annotated[list[Annotated[list[Value], FEW]], FEW] = []
    shared: SharedChange = SharedChange()
    own: ViewChanges | None = None
    awaited: bool = False
    digest: Number | None = None


class AccountDevice(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A device that may sign in to an account without its password, last used `ago` seconds ago."""

    label: Text
    ago: Number = 0
    mine: bool = False


class AccountPage(FromServer, tag="account-page", frozen=True):
    """Part of a member's account: its devices, a new recovery `code`, or all of its `data`.

    In `data`, `carried` is a text that clients store for each other (`app/carried.py`), and that
    the server does not parse.  If only that text was requested, `data` contains nothing else.
    """

    devices: Annotated[list[AccountDevice], FEW] = []
    recovery: bool = False
    """Whether there is a recovery code."""
    code: Text = ""
    data: Values = {}


class ModerationCase(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """An entry in a list for moderators: a report, a sanction, or a name.

    It was made `ago` seconds ago and is in force for `left` more seconds; 0 means forever.
    """

    id: Text
    kind: Text
    name: Text
    by: Text = ""
    reason: Text = ""
    ago: Number = 0
    left: Number = 0
    lines: Annotated[list[Text], FEW] = []
    table: Number = 0
    before: Number = 0
    """The number of sanctions that this person has had."""
    here: bool = False


class CaseList(FromServer, tag="case-list", frozen=True):
    """A list of cases for moderators, with as many as fit; `total` is the number of all cases."""

    cases: Annotated[list[ModerationCase], FEW] = []
    total: Number = 0


class RatedLine(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A line of a list of ratings, of a person's matches, or of conduct.

    In a rating list `place` is 0 while the rating is provisional.  For a season `won` and `matches`
    count that month; in a history they describe one match, and `at` is its end.  In a list of
    conduct, `matches` is the number of finished matches, `left` the number of unfinished ones, and
    `timeouts` how often the clock ran out.
    """

    name: Text
    place: Number = 0
    points: Number = 0
    matches: Number = 0
    won: Number = 0
    at: Seconds = 0.0
    game: Text = ""
    form: Text = ""
    left: Number = 0
    timeouts: Number = 0


class RatingList(FromServer, tag="rating-list", frozen=True):
    """The requested rating lines."""

    lines: Annotated[list[RatedLine], FEW] = []


class ContestLine(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A line in the list of tournaments.

    `state` is open, on or over.  `seconds` is the time until the start, if it is known.  `entered`
    means that the member takes part, `mine` that the member may manage the tournament.
    """

    contest: Number
    name: Text
    game: Text
    form: Text
    pairs: bool = False
    entrants: Number = 0
    round: Number = 0
    rounds: Number = 0
    state: Text = "open"
    seconds: Seconds = 0.0
    entered: bool = False
    mine: bool = False


class ContestList(FromServer, tag="contest-list", frozen=True):
    """The list of tournaments, unfinished ones first."""

    lines: Annotated[list[ContestLine], FEW] = []


class ContestPlace(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A line of a tournament's standings."""

    place: Number
    name: Text
    points: Number
    played: Number
    won: Number
    drawn: Number
    lost: Number
    difference: Number
    buchholz: Number


class ContestMeeting(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A meeting of a tournament's newest round: who plays whom, and the result.

    `second` is empty for a bye, and `how` until the meeting is decided.  An adjudicated meeting has
    a `reason`.
    """

    first: Text
    second: Text = ""
    how: Text = ""
    score: Annotated[list[Number], FEW] = []
    reason: Text = ""


class ContestTable(FromServer, tag="contest-table", frozen=True):
    """The standings of a tournament, and the pairings of its newest `round`."""

    contest: Number = 0
    round: Number = 0
    lines: Annotated[list[ContestPlace], FEW] = []
    meetings: Annotated[list[ContestMeeting], FEW] = []


ServerMessage = (
    Welcome | Others | GoTo | Asked | Pong | Done | No | Bye | TableList | PeopleList | Seated
    | Unseated | News | ChatMessage | MatchUpdate | MatchChange | CaseList | AccountPage
    | RatingList | ContestList | ContestTable
)  # fmt: skip
