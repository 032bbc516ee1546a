"""What a server may tell a member: answers to requests, and what nobody asked for."""

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
    """What a server tells one member.

    `n` numbers what is kept for one who comes back; 0 is not kept.  `re` is the request that it
    answers, or 0.
    """

    n: Number = 0
    re: Number = 0


class Welcome(FromServer, tag="welcome", frozen=True):
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
    others: Annotated[list[Text], FEW] = []
    """As in `Others`."""


class Others(FromServer, tag="others", frozen=True):
    """Where else this server can be reached, should this line be lost: told when it changes."""

    others: Annotated[list[Text], FEW] = []


class Asked(FromServer, tag="asked", frozen=True):
    """Those who sit at the table are asked for the seat; they have so many seconds to agree."""

    seconds: Seconds = 0.0


class GoTo(FromServer, tag="go-to", frozen=True):
    """Another process of this server has what you ask for: ask there, in the same words.

    This line is closed.  Who was in greets with their token and this `ticket`, if there is one,
    which works once and for half a minute; a lost one costs nothing.
    """

    address: Text = ""
    ticket: Text = ""


class Pong(FromServer, tag="pong", frozen=True):
    """I am here."""


class Done(FromServer, tag="done", frozen=True):
    """Done, and there is nothing else to tell you: the answer to a request that brought nothing.

    `Heard` and `Goodbye` have no answer.
    """


class No(FromServer, tag="no", frozen=True):
    """Refused; nothing has changed.  `reason` is the id of a message, `args` its fields."""

    reason: Text = ""
    args: Values = {}


class Bye(FromServer, tag="bye", frozen=True):
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


class TableList(FromServer, tag="table-list", frozen=True):
    """The public tables."""

    tables: Annotated[list[TableLine], FEW] = []


class Person(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Somebody: at a table (0: at none), here or with their line lost, host, watching."""

    name: Text
    gender: Text = ""
    table: Number = 0
    away: bool = False
    host: bool = False
    watching: bool = False
    friend: bool = False


class PeopleList(FromServer, tag="people-list", frozen=True):
    """Who is on this server."""

    people: Annotated[list[Person], FEW] = []


class Sitting(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who has a seat: a person or a bot; `stand_in` where a bot plays for a person."""

    name: Text
    gender: Text = ""
    level: Text = ""
    away: bool = False
    stand_in: bool = False


class Seated(FromServer, tag="seated", frozen=True):
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
    """You are at no table any more."""


class News(FromServer, tag="news", frozen=True):
    """What happened at the table or on the server: `what` is the id of a message.

    sits-down, stands-up, bot-sits, bot-leaves, watches, stops-watching, host-is, away, back,
    bot-plays-for, kicked, banned, vote-away, voted-away, public, private, options-changed,
    pause-vote, paused, resumed, match-begins, rated, casual, invited, asks-to-invite, asks-seat,
    seat-refused, shuts-down, saved, comes-back, one-moment, store-away, store-back, role, reported,
    warned, muted, unmuted, motd, broadcast, restart, restart-off, account, wants-to-play,
    contest-entered, contest-round, contest-bye, contest-results, contest-over, contest-few.

    invited: `args` are `code` and `game`.  asks-to-invite: `name`, who watches, asks the host to
    invite `who`.  asks-seat: somebody asks for the seat of `name`.
    pause-vote: `votes` and `needed`; its `name` voted.
    one-moment: your card was taken and waits for a draw.  comes-back: `name` plays again in person
    after bot-plays-for.  store-away: nothing can be kept at the moment, and play stands still until
    store-back.  kicked, banned and voted-away: `name` was sent away; they are told as well.
    vote-away: `name` votes against `who`, and so many votes are `missing`.
    account: the server takes `ManageAccount`.  wants-to-play: `name` waits at the public `table` of
    `game`; told to everybody who is here and at no table.
    role: `role`, and how many `reports` wait; reported: `reports`.  warned and muted: `why`, and
    for how many seconds (`left`, 0 for good).  motd and broadcast: `text`.  restart: in how many
    `seconds`, and whether matches are played to their end first (`ends`).
    """

    what: Text = ""
    name: Text = ""
    args: Values = {}


class ChatMessage(FromServer, tag="line", frozen=True):
    """A line of chat; `private` where it is for you alone, or from you to `to` alone."""

    sender: Text = ""
    text: Text = ""
    private: bool = False
    to: Text = ""
    watching: bool = False


class MatchUpdate(FromServer, tag="update", frozen=True):
    """What a seat, or one who watches, is told of the match: as `table.Update`, with a whole view.

    `left` and `limit` are the seconds of the turn that runs, None without a limit; it starts when
    `Heard` says so, 4 s after this at the latest.  `deals` counts the deals so far.  `awaited` says
    that something waits until this was heard: then, and only then, `Heard` is wanted.

    `forms` are how the changes that follow write events: the fields of each kind, in their order.
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
    """In a list: from `at` on, `gone` items give way to these."""

    at: Place
    gone: Place
    items: Annotated[list[Item], FEW]


class ViewChanges(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """What is different in a view: fields as they are now, and parts of fields that are lists."""

    put: Values = {}
    parts: Annotated[dict[Text, Splice], FEW] = {}


class SharedChange(ViewChanges, frozen=True):
    """What of a change is the same for everybody at the table, and written once.

    The fields of the view are those that the game declares public; all else is as in
    `MatchUpdate`.  `deals` is None where there are as many as before.
    """

    seq: Number = 0
    waiting: bool = False
    over: bool = False
    deals: Number | None = None
    left: Seconds | None = None
    limit: Seconds | None = None
    paused: bool = False


class MatchChange(FromServer, tag="change", frozen=True):
    """A `MatchUpdate` that tells of the view only what has changed.

    It goes on from the update or change with the number `since`, the last one of this match that
    was told; 0 is the message before.  An event is its kind and then its fields, in the order that
    the `forms` of that update give; what is left off at the end is null.  `own` holds the fields
    that are this seat's alone.  `digest`, now and then, is that of the whole view as this seat has
    it then (`net.differences`).  A client whose view is another asks for a whole one (`AskView`).
    """

    since: Number = 0
    events: Annotated[list[Annotated[list[Value], FEW]], FEW] = []
    shared: SharedChange = SharedChange()
    own: ViewChanges | None = None
    awaited: bool = False
    digest: Number | None = None


class AccountDevice(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A program that comes in to an account without its password; `ago` it did so last."""

    label: Text
    ago: Number = 0
    mine: bool = False


class AccountPage(FromServer, tag="account-page", frozen=True):
    """What an account is told: its devices, a new recovery `code`, or all of its `data`."""

    devices: Annotated[list[AccountDevice], FEW] = []
    recovery: bool = False
    """Whether there is a recovery code."""
    code: Text = ""
    data: Values = {}


class ModerationCase(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A report, a sanction, a name that waits, or a line of somebody's record.

    `ago` are the seconds since then, `left` those that it still holds: 0 for good.
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
    """How many sanctions this person has had."""
    here: bool = False


class CaseList(FromServer, tag="case-list", frozen=True):
    """The cases that were asked for, as many as fit; `total` is how many there are."""

    cases: Annotated[list[ModerationCase], FEW] = []
    total: Number = 0


class RatedLine(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A line of a list of ratings: `place` is 0 while the rating is provisional.

    Of a season `won` and `matches` are of that month; of a history they are of one match, which
    ended `at` that time.  Of the conduct `matches` were finished, `left` were not, and the clock
    ran out so many times.
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
    """The lines that were asked for."""

    lines: Annotated[list[RatedLine], FEW] = []


class ContestLine(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A tournament: `state` is open, on or over; it begins in so many `seconds`, if that is known.

    `entered` says that you are in it, `mine` that you have opened it.
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
    """The tournaments, those that are not over first."""

    lines: Annotated[list[ContestLine], FEW] = []


class ContestPlace(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A line of the standings."""

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
    """A meeting of the newest round; without a second, a bye; `how` is empty while it is on."""

    first: Text
    second: Text = ""
    how: Text = ""
    score: Annotated[list[Number], FEW] = []


class ContestTable(FromServer, tag="contest-table", frozen=True):
    """How a tournament stands, and the meetings of its newest round."""

    contest: Number = 0
    lines: Annotated[list[ContestPlace], FEW] = []
    meetings: Annotated[list[ContestMeeting], FEW] = []


ServerMessage = (
    Welcome | Others | GoTo | Asked | Pong | Done | No | Bye | TableList | PeopleList | Seated
    | Unseated | News | ChatMessage | MatchUpdate | MatchChange | CaseList | AccountPage
    | RatingList | ContestList | ContestTable
)  # fmt: skip
