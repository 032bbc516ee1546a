"""An online match: its chairs, the updates to its listeners, and due times.

A chair belongs to a bot, to a person, or to a person who gave it up during the match.  In the last
case a bot plays for that person, who may take the chair back.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from random import Random

import msgspec

from audiogames.core.contract import Move, Refused, Turn
from audiogames.core.cues import Msg
from audiogames.core.events import Event, Seat
from audiogames.core.log import Entry, Log, line
from audiogames.core.options import OptionError
from audiogames.core.registry import Spec
from audiogames.net import wire
from audiogames.net.names import key_of
from audiogames.net.server import limits
from audiogames.net.server.outputs import Outgoing, Refusal
from audiogames.net.server.people.member import Member
from audiogames.net.server.store import EnterMove
from audiogames.net.server.tables.updates import MatchUpdates, whole
from audiogames.table.codec import written
from audiogames.table.daily import DayDeal
from audiogames.table.protocol import BotRequest, Listener, Update
from audiogames.table.replay import replay_steps
from audiogames.table.seats import HUMAN, Player, bot_named
from audiogames.table.setup import places
from audiogames.table.table import Table


class GivenUp(msgspec.Struct, frozen=True):
    """The proofs of identity that a chair's former owner can give.

    `tokens` are hashes of resume tokens, `account` says that the owner has an account, and
    `own` are the digits that the server gave the owner.
    """

    tokens: list[str] = []
    account: bool = False
    own: str = ""
    at: float = 0.0
    blameless: bool = False
    """Whether the host removed the owner without a recorded cause."""
    key: str = ""
    """The owner's key; the name on the chair may be a former one."""


@dataclass(eq=False)
class Chair:
    """A place at an online table, and the person or bot who has it."""

    name: str
    gender: str = ""
    level: str = ""
    """A bot's level; empty for a person's chair."""
    member: Member | None = None
    stand_in: bool = False
    """Whether a bot plays for the person."""
    returns: bool = True
    """Whether the person who gave the chair up may take it back."""
    given_up: GivenUp | None = None
    """The last owner, while the chair has none."""

    @property
    def is_bot(self) -> bool:
        """Whether the chair belongs to a bot, rather than to a person for whom a bot plays."""
        return self.level != ""

    @property
    def key(self) -> str:
        """The name key of the chair's present or last player."""
        if self.member is not None:
            return self.member.key
        return (self.given_up.key if self.given_up else "") or key_of(self.name)

    def give_up(self, now: float, *, returns: bool, blameless: bool = False) -> None:
        """Take the chair from its owner, and store how the owner can be recognised later."""
        member = self.member
        assert member is not None
        self.member, self.returns = None, returns
        tokens = [member.token, *member.former]
        self.given_up = GivenUp(tokens, member.account, member.own, now, blameless, member.key)

    def belongs_to(self, member: Member) -> bool:
        """Return True if this member gave up the chair, or has a token of the person who did."""
        return self.is_known_by({member.token, *member.former}, account=member.account)

    def is_known_by(self, tokens: set[str], *, account: bool) -> bool:
        """Return True if these tokens (hashes) or this account allow taking the chair back."""
        owner = self.given_up
        if owner is None:
            return False
        return (account and owner.account) or not tokens.isdisjoint(owner.tokens)

    def player(self) -> Player:
        """Return the person or bot of this chair as a player of a match."""
        if self.member is None:
            return bot_named(self.name, self.level, self.gender)
        wish = self.member.wish
        return Player(self.name, HUMAN, "", self.gender, wish.auto_draw, wish.patience)

    def sitting(self) -> wire.Sitting:
        """Return the chair as it is sent to clients."""
        away = self.member is not None and not self.member.here
        return wire.Sitting(self.name, self.gender, self.level, away, self.stand_in)


class ServedMatch:
    """The current or last match of a table, with its chairs, votes and updates."""

    def __init__(
        self,
        number: int,
        served: Table,
        chairs: list[Chair],
        outgoing: Outgoing,
        day: DayDeal | None = None,
    ) -> None:
        self.served = served
        self.day = day
        """The deal of the day; the match is over when it ends."""
        self.chairs = chairs
        """Chairs by seat; empty once the match has ended."""
        self.votes: set[int] = set()
        self.against: dict[int, set[int]] = {}
        """The numbers of the members who vote against each member."""
        self.voted = False
        """Whether a vote has paused the match."""
        self.waiting_since: float | None = None
        self.updated_at = 0.0
        self._number = number
        self._stand_in = served.spec.bots.default
        """The bot that plays for absent people."""
        self._outgoing = outgoing
        self._asked: BotRequest | None = None
        self._updates = MatchUpdates(served.spec, outgoing)
        self._sat: dict[int, Seat] = {}
        """The seats of an ended match, by member number."""
        served.keep(self._record)

    def _record(self, entry: Entry) -> None:
        self._outgoing.write(EnterMove(self._number, entry.seq, line(entry)))

    # State

    @property
    def playing(self) -> bool:
        """Whether the match is in progress."""
        return self.served.state.to_act is not Turn.OVER and not self.is_day_over

    @property
    def is_day_over(self) -> bool:
        """Whether the match is a deal of the day that has been played to its end."""
        return self.day is not None and self.day.is_over(self.served)

    @property
    def is_over(self) -> bool:
        """Whether the match has ended and the players have heard the result."""
        return not self.playing and (self.waiting_since is None or self.is_day_over)

    def seat_of(self, member: Member) -> Seat | None:
        """Return a member's seat in the match, if any."""
        for seat, chair in enumerate(self.chairs):
            if chair.member is member:
                return Seat(seat)
        return None

    def asleep(self) -> Chair | None:
        """Return the chair of a person whose last turns all ended by time-out, if there is one."""
        if not self.playing:
            return None
        timeouts = self.served.timeouts
        if not any(timeouts.values()):
            return None
        seats = enumerate(self.chairs)
        tired = (chair for seat, chair in seats if timeouts[Seat(seat)] >= limits.TIMEOUTS)
        return next((chair for chair in tired if not (chair.stand_in or chair.is_bot)), None)

    @property
    def deadline(self) -> float | None:
        """The time of the next event of the match, such as a time-out; None during a pause."""
        times = [self.served.deadline]
        if self.waiting_since is not None:
            times.append(self.waiting_since + limits.READY_SECONDS)
        return min((time for time in times if time is not None), default=None)

    def ready_is_due(self, now: float) -> bool:
        """Return True if the time limit for hearing the result of a deal has passed."""
        since, still = self.waiting_since, self.served.paused_since is not None
        return since is not None and now >= since + limits.READY_SECONDS and not still

    def note_waiting(self, now: float) -> None:
        """Record whether, and since when, the match waits for players before the next deal."""
        if not self.served.waiting:
            self.waiting_since = None
        elif self.waiting_since is None:
            self.waiting_since = now

    def unasked(self) -> BotRequest | None:
        """Return the decision that a bot must make now, or None if it was returned before."""
        wanted = self.served.wanted
        if wanted is None or self.served.paused_since is not None or self._asked is wanted:
            return None
        self._asked = wanted
        return wanted

    def end(self) -> None:
        """End the match: clear the votes, and record the seat of each person."""
        self.voted = False
        self.votes.clear()
        seats = enumerate(self.chairs)
        self.remember({one.member.id: Seat(n) for n, one in seats if one.member is not None})

    def remember(self, sat: dict[int, Seat]) -> None:
        """Record the seats of an ended match, by member number."""
        self._sat = sat

    def seats_of(self, people: Iterable[Member]) -> dict[str, int]:
        """Return the seats that these people had in the ended match, by token hash."""
        return {one.token: self._sat[one.id] for one in people if one.id in self._sat}

    # Players

    def listen(self, watchers: Sequence[Member]) -> None:
        """Send updates from now on to the seats with a person, and to the spectators if any."""
        seats = [Seat(n) for n, chair in enumerate(self.chairs) if chair.member is not None]
        self.served.listen([*seats, None] if watchers else seats)
        seated = [chair.member for chair in self.chairs if chair.member is not None]
        self._updates.keep_only([*seated, *watchers])

    def substitute(self, chair: Chair, now: float) -> list[Update]:
        """Have a bot play for the person of a chair until they return."""
        chair.stand_in = True
        return self.served.substitute(Seat(self.chairs.index(chair)), self._stand_in, now)

    def give_back(self, chair: Chair, now: float) -> list[Update]:
        """End a person's substitution by a bot, and return the resulting updates.

        The caller must deliver them, even if the list is empty.  If it is the person's turn, the
        turn has its whole time again.
        """
        if not self.playing:
            return []
        seat = Seat(self.chairs.index(chair))
        self.served.timeouts[seat] = 0
        if chair.stand_in:
            chair.stand_in = False
            return self.served.give_back(seat, now)
        self.served.renew(seat, now)
        return []

    def moves_made_for(self, member: Member) -> int:
        """Return how many moves a bot has made for a member since they left."""
        seat = self.seat_of(member)
        return 0 if seat is None else self.served.played[seat]

    def count_moves_anew(self, member: Member) -> None:
        """Reset the count of moves that a bot has made for this member."""
        seat = self.seat_of(member)
        if seat is not None:
            self.served.played[seat] = 0

    def take_thought(self, wanted: BotRequest, move: Move, now: float) -> list[Update] | None:
        """Make the move chosen by a bot; return None if that decision is no longer awaited."""
        served = self.served
        if served.wanted is not wanted or wanted.seq != served.seq:
            return None
        try:
            return served.submit(wanted.seat, move, wanted.seq, now, requested=True)
        except Refused as refused:
            # A bot's illegal move must not block a table: any other move is made.
            self._outgoing.note(f"Bot {wanted.level} of {wanted.game} chose {move}: {refused.id}")
            any_move = served.state.legal_moves(wanted.seat)[0]
            return served.submit(wanted.seat, any_move, wanted.seq, now, requested=True)

    # Updates

    def tell(self, updates: Sequence[Update], watchers: Sequence[Member], now: float) -> None:
        """Send each update to the members at its seat, and the one for spectators to `watchers`."""
        if not updates:
            return
        self.updated_at = now
        self._updates.begin(self._around(now))
        waited_for = awaited_seats(self.served)
        for update in map(self._seen, updates):
            awaited = update.seat in waited_for
            for member in self._hearers(update.seat, watchers):
                self._updates.tell(member, update, awaited=awaited)
                self._expect(member, update.seat, awaited=awaited)

    def show(self, member: Member, now: float, *, watches: bool, recap: bool) -> None:
        """Send one member the whole state; with `recap`, also the events since their last move."""
        seat = self.seat_of(member)
        if seat is None and recap:  # the match may have ended meanwhile
            seat = self._sat.get(member.id)
        if seat is None and not watches:
            return
        update, awaited = self._seen(self.served.look(seat)), seat in awaited_seats(self.served)
        message = whole(update, self._around(now), awaited=awaited)
        if recap:
            since = [written(event) for event in self._since(seat)]
            message = msgspec.structs.replace(message, events=since)
        self._updates.show(member, message, update.view)
        self._expect(member, seat, awaited=awaited)

    def _seen(self, update: Update) -> Update:
        """Return the update, marked as the end of the match if a deal of the day is over."""
        return replace(update, waiting=False, over=True) if self.is_day_over else update

    def _since(self, seat: Listener) -> Sequence[Event]:
        """Return the events that a seat has received since its last move.

        If the match has ended and there are none, return the events of the seat's last update.
        """
        since = [] if seat is None else self.served.since_move(seat)
        if since or self.playing:
            return since
        *_, last = replay_steps(self.served.log, seat)
        return last.update.events

    def standing(self, now: float) -> wire.MatchUpdate:
        """Return the state that spectators may see, as a message."""
        return whole(self.served.look(None), self._around(now), awaited=False)

    def _hearers(self, listener: Listener, watchers: Sequence[Member]) -> Sequence[Member]:
        """Return the members who receive updates for this seat or, for None, as spectators."""
        if listener is None:
            return watchers
        member = self.chairs[listener].member
        return () if member is None else (member,)

    def _around(self, now: float) -> wire.MatchUpdate:
        """Return a message with only the data that is not in the view: clock, deals and pause."""
        served, clock = self.served, self.served.clock
        at = now if served.paused_since is None else served.paused_since
        return wire.MatchUpdate(
            table=self._number,
            deals=served.deals,
            left=None if clock is None else round(clock.left(at), 3),
            limit=None if clock is None else clock.limit,
            paused=self.voted,
        )

    def _expect(self, member: Member, listener: Listener, *, awaited: bool) -> None:
        """Assume the longest listening time for a member who need not report the end of listening.

        Nothing waits for that member now, but a bot may take over a seat at any moment.
        """
        if listener is not None and member.here and not awaited:
            self.served.listening(listener, self.updated_at + limits.BOTS_LISTEN)


def awaited_seats(table: Table) -> Sequence[int]:
    """Return the seats whose players must have heard their updates before play continues.

    The clock starts when the acting seat has heard its update, a card is played when the seats that
    may still draw have heard theirs, and a bot moves when all have.
    """
    everybody, to_act = range(len(table.players)), table.state.to_act
    window = table.spec.clock.window(table.state)
    drawing = () if window is None else (window.seat,)
    if isinstance(to_act, int):
        if table.players[to_act].is_bot:
            return everybody
        return drawing if table.clock is None else (*drawing, to_act)
    if table.waiting:
        return everybody if all(player.is_bot for player in table.players) else ()
    return drawing


def by_seat(spec: Spec, chairs: Sequence[Chair]) -> list[Chair]:
    """Sort a table's chairs, given in the order of joining, by their seats in the match."""
    seated = tuple(chair.player() for chair in chairs)
    # By identity: two bots may be equal in everything.
    return [chairs[_place(seated, player)] for player in places(spec, seated)]


def _place(seated: tuple[Player, ...], player: Player) -> int:
    """Return the index of this player, compared by identity."""
    return next(place for place, one in enumerate(seated) if one is player)


def new_served_table(log: Log, rng: Random, day: DayDeal | None = None) -> Table:
    """Create the table of a new match.  Raises `Refusal` for invalid options."""
    try:
        return served_table(log, rng, day)
    except OptionError as error:
        raise Refusal(error.id, **error.args_) from None


def served_table(log: Log, rng: Random, day: DayDeal | None) -> Table:
    """Create the table of a match and replay its log.  Raises `LogError` and `OptionError`."""
    lots = None if day is None else day.lots(log)
    return Table(log, rng, dealer=lots, listeners=(), cards_wait=True)


@contextmanager
def refusals_travel() -> Iterator[None]:
    """Return a context that turns a table's `Refused` into a `Refusal` for the client."""
    try:
        yield
    except Refused as refused:
        raise refusal_of(refused) from None


def refusal_of(refused: Refused) -> Refusal:
    """Convert a table's refusal into one for the client.

    If its fields cannot be sent, only its id is sent, and the client words the reason itself.
    """
    message: Msg = refused.message
    simple = all(isinstance(value, str | int) for value in message.args.values())
    if simple:
        return Refusal(message.id, **message.args)
    return Refusal("net-move-refused", why=refused.id)
