"""A match online: who has which seat, what is told to whom, and what it waits for.

A chair is a bot's own, a person's, or that of a person who gave it up during the match: then a
bot plays for them, and they may have it back.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from random import Random

import msgspec

from audiogames.core.contract import Move, Refused, Turn
from audiogames.core.cues import Msg
from audiogames.core.events import Event, Seat
from audiogames.core.log import Entry, Log, line
from audiogames.core.options import OptionError
from audiogames.core.registry import Spec
from audiogames.net import wire
from audiogames.net.server import limits
from audiogames.net.server.outputs import Outgoing, Refusal
from audiogames.net.server.people.member import Member
from audiogames.net.server.store import EnterMove
from audiogames.net.server.tables.updates import MatchUpdates, whole
from audiogames.table.codec import written
from audiogames.table.protocol import BotRequest, Listener, Update
from audiogames.table.replay import replay_steps
from audiogames.table.seats import HUMAN, Player, bot_named
from audiogames.table.setup import places
from audiogames.table.table import Table


class GivenUp(msgspec.Struct, frozen=True):
    """How the owner of a chair that was given up is known: by tokens (hashes), account, digits."""

    tokens: list[str] = []
    account: bool = False
    own: str = ""
    at: float = 0.0
    blameless: bool = False
    """Whether the host has sent them away without a cause that counts."""


@dataclass(eq=False)
class Chair:
    """A seat and who has it."""

    name: str
    gender: str = ""
    level: str = ""
    """Of a bot; empty for a person's chair."""
    member: Member | None = None
    stand_in: bool = False
    """Whether a bot plays for the person."""
    returns: bool = True
    """Whether the person who gave it up may have it back."""
    given_up: GivenUp | None = None
    """Whose it was, while nobody has it."""

    @property
    def is_bot(self) -> bool:
        """Whether nobody ever sat here."""
        return self.level != ""

    def give_up(self, now: float, *, returns: bool, blameless: bool = False) -> None:
        """Its person goes, and is remembered."""
        member = self.member
        assert member is not None
        self.member, self.returns = None, returns
        tokens = [member.token, *member.former]
        self.given_up = GivenUp(tokens, member.account, member.own, now, blameless)

    def belongs_to(self, member: Member) -> bool:
        """Whether this member gave it up, or somebody with a token of theirs."""
        return self.is_known_by({member.token, *member.former}, account=member.account)

    def is_known_by(self, tokens: set[str], *, account: bool) -> bool:
        """Whether it was given up by the owner of these tokens (hashes), or of this account."""
        owner = self.given_up
        if owner is None:
            return False
        return (account and owner.account) or not tokens.isdisjoint(owner.tokens)

    def player(self) -> Player:
        """As the match begins with it."""
        if self.member is None:
            return bot_named(self.name, self.level, self.gender)
        wish = self.member.wish
        return Player(self.name, HUMAN, "", self.gender, wish.auto_draw, wish.patience)

    def sitting(self) -> wire.Sitting:
        """As everybody at the table is told of it."""
        away = self.member is not None and not self.member.here
        return wire.Sitting(self.name, self.gender, self.level, away, self.stand_in)


class ServedMatch:
    """The match at one table, from its beginning until the next one."""

    def __init__(self, number: int, served: Table, chairs: list[Chair], outgoing: Outgoing) -> None:
        self.served = served
        self.chairs = chairs
        """By seat; none once the match has ended."""
        self.votes: set[int] = set()
        self.against: dict[int, set[int]] = {}
        """Who votes against whom, by the numbers of the people."""
        self.voted = False
        """Whether a vote has paused it."""
        self.waiting_since: float | None = None
        self.told_at = 0.0
        self._number = number
        self._stand_in = served.spec.bots.default
        """The bot that plays for a person who is not there."""
        self._outgoing = outgoing
        self._asked: BotRequest | None = None
        self._updates = MatchUpdates(served.spec, outgoing)
        self._sat: dict[int, Seat] = {}
        """Who had which seat when it ended, by the number of the person."""
        served.keep(self._record)

    def _record(self, entry: Entry) -> None:
        self._outgoing.write(EnterMove(self._number, entry.seq, line(entry)))

    # How it stands

    @property
    def playing(self) -> bool:
        """Whether it is on."""
        return self.served.state.to_act is not Turn.OVER

    @property
    def is_over(self) -> bool:
        """Whether its result has been heard too."""
        return not self.playing and self.waiting_since is None

    def seat_of(self, member: Member) -> Seat | None:
        """Their seat."""
        for seat, chair in enumerate(self.chairs):
            if chair.member is member:
                return Seat(seat)
        return None

    def asleep(self) -> Chair | None:
        """Somebody who has let three turns in a row go by."""
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
        """When something is due, while it does not stand still."""
        times = [self.served.deadline]
        if self.waiting_since is not None:
            times.append(self.waiting_since + limits.READY_SECONDS)
        return min((time for time in times if time is not None), default=None)

    def ready_is_due(self, now: float) -> bool:
        """Whether the next deal has been waited for long enough."""
        since, still = self.waiting_since, self.served.paused_since is not None
        return since is not None and now >= since + limits.READY_SECONDS and not still

    def note_waiting(self, now: float) -> None:
        """Since when everybody waits for the next deal, if they do."""
        if not self.served.waiting:
            self.waiting_since = None
        elif self.waiting_since is None:
            self.waiting_since = now

    def unasked(self) -> BotRequest | None:
        """A bot's decision that is wanted and was not asked for yet; it counts as asked then."""
        wanted = self.served.wanted
        if wanted is None or self.served.paused_since is not None or self._asked is wanted:
            return None
        self._asked = wanted
        return wanted

    def end(self) -> None:
        """Its pause is no more, and of those who sat their seats are remembered."""
        self.voted = False
        self.votes.clear()
        seats = enumerate(self.chairs)
        self.remember({one.member.id: Seat(n) for n, one in seats if one.member is not None})

    def remember(self, sat: dict[int, Seat]) -> None:
        """It has ended, and these people had these seats, by the number of the person."""
        self._sat = sat

    def seats_of(self, people: Iterable[Member]) -> dict[str, int]:
        """Once it has ended: the seats that these people had, by their tokens (hashes)."""
        return {one.token: self._sat[one.id] for one in people if one.id in self._sat}

    # Who plays

    def listen(self, watchers: Sequence[Member]) -> None:
        """Somebody came or went: updates go to seats with a person, and to watchers as one."""
        seats = [Seat(n) for n, chair in enumerate(self.chairs) if chair.member is not None]
        self.served.listen([*seats, None] if watchers else seats)
        seated = [chair.member for chair in self.chairs if chair.member is not None]
        self._updates.keep_only([*seated, *watchers])

    def substitute(self, chair: Chair, now: float) -> list[Update]:
        """A bot plays for a person from now on, one move at a time."""
        chair.stand_in = True
        return self.served.substitute(Seat(self.chairs.index(chair)), self._stand_in, now)

    def give_back(self, chair: Chair, now: float) -> list[Update]:
        """A person plays again, with a whole turn's time if it is their turn.

        What it brings must be delivered, even if it is nothing.
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
        """How many moves a bot has made for them since they went."""
        seat = self.seat_of(member)
        return 0 if seat is None else self.served.played[seat]

    def count_moves_anew(self, member: Member) -> None:
        """From now on, moves that a bot makes for them are counted."""
        seat = self.seat_of(member)
        if seat is not None:
            self.served.played[seat] = 0

    def take_thought(self, wanted: BotRequest, move: Move, now: float) -> list[Update] | None:
        """A bot's answer; None for one that comes too late."""
        served = self.served
        if served.wanted is not wanted or wanted.seq != served.seq:
            return None
        try:
            return served.submit(wanted.seat, move, wanted.seq, now, requested=True)
        except Refused as refused:
            # A bot that errs must not hold up a table: any other move goes on.
            self._outgoing.note(f"Bot {wanted.level} of {wanted.game} chose {move}: {refused.id}")
            any_move = served.state.legal_moves(wanted.seat)[0]
            return served.submit(wanted.seat, any_move, wanted.seq, now, requested=True)

    # Telling

    def tell(self, updates: Sequence[Update], watchers: Sequence[Member], now: float) -> None:
        """Tell everybody what they may know of it."""
        if not updates:
            return
        self.told_at = now
        self._updates.begin(self._around(now))
        waited_for = awaited_seats(self.served)
        for update in updates:
            awaited = update.seat in waited_for
            for member in self._hearers(update.seat, watchers):
                self._updates.tell(member, update, awaited=awaited)
                self._expect(member, update.seat, awaited=awaited)

    def show(self, member: Member, now: float, *, watches: bool, recap: bool) -> None:
        """Tell one person how it stands; with `recap` also what happened since their move."""
        seat = self.seat_of(member)
        if seat is None and recap:  # it may have ended meanwhile
            seat = self._sat.get(member.id)
        if seat is None and not watches:
            return
        update, awaited = self.served.look(seat), seat in awaited_seats(self.served)
        told = whole(update, self._around(now), awaited=awaited)
        if recap:
            since = [written(event) for event in self._since(seat)]
            told = msgspec.structs.replace(told, events=since)
        self._updates.show(member, told, update.view)
        self._expect(member, seat, awaited=awaited)

    def _since(self, seat: Listener) -> Sequence[Event]:
        """What happened since a seat's move; of a match that has ended, at least its last moment.

        That is all for spectators, and for the seat whose own move was the last.
        """
        since = [] if seat is None else self.served.since_move(seat)
        if since or self.playing:
            return since
        *_, last = replay_steps(self.served.log, seat)
        return last.update.events

    def standing(self, now: float) -> wire.MatchUpdate:
        """How it stands for everybody."""
        return whole(self.served.look(None), self._around(now), awaited=False)

    def _hearers(self, listener: Listener, watchers: Sequence[Member]) -> Sequence[Member]:
        if listener is None:
            return watchers
        member = self.chairs[listener].member
        return () if member is None else (member,)

    def _around(self, now: float) -> wire.MatchUpdate:
        """An update without what the table tells: the clock, the deals, whether it stands still."""
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
        """Who need not say when they have heard may be listening as long as anybody may.

        Nothing waits for them now; but a bot may take a seat over at any moment.
        """
        if listener is not None and member.here and not awaited:
            self.served.listening(listener, self.told_at + limits.BOTS_LISTEN)


def awaited_seats(table: Table) -> Sequence[int]:
    """The seats whose players must have heard what they are told before play goes on.

    The clock waits for who is to act, a card for who may still draw, and a bot for all who play.
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
    """The chairs, which stand in the order of joining, by seat."""
    seated = tuple(chair.player() for chair in chairs)
    # By identity: two bots may be alike in everything.
    return [chairs[_place(seated, player)] for player in places(spec, seated)]


def _place(seated: tuple[Player, ...], player: Player) -> int:
    return next(place for place, one in enumerate(seated) if one is player)


def new_served_table(log: Log, rng: Random) -> Table:
    """A table for a new match.  Raises `Refusal`."""
    try:
        return Table(log, rng, listeners=(), cards_wait=True)
    except OptionError as error:
        raise Refusal(error.id, **error.args_) from None


@contextmanager
def refusals_travel() -> Iterator[None]:
    """What the table refuses in here is refused to the member."""
    try:
        yield
    except Refused as refused:
        raise refusal_of(refused) from None


def refusal_of(refused: Refused) -> Refusal:
    """The reason as it can travel; the client knows how to say the longer ones itself."""
    message: Msg = refused.message
    simple = all(isinstance(value, str | int) for value in message.args.values())
    if simple:
        return Refusal(message.id, **message.args)
    return Refusal("net-move-refused", why=refused.id)
