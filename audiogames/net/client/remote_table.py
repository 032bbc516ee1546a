"""A table that a server keeps, with the face of one that is here.

What it knows is the last update that came.  A move is checked against that view before it goes on
its way, so that a refusal is instant and in the same words as at home; the server checks it again.
Nothing that a server sends is believed unseen: events and views are read by their types, a view is
looked through by its game before anything computes with it, and one that the rules could never
bring about is refused.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any, Final

from audiogames.core.contract import Impossible, Move, Refused, Turn, View, admit
from audiogames.core.cues import msg
from audiogames.core.events import Event, Seat
from audiogames.core.registry import Spec
from audiogames.net import wire
from audiogames.table.clock import LISTENING, TimeSettings
from audiogames.table.codec import FormError, ViewReader, read_event
from audiogames.table.journal import Journal
from audiogames.table.protocol import BotRequest, Listener, TakenBack, Update
from audiogames.table.seats import Player

Ask = Callable[..., int]
"""Sends a request of this kind with these fields; its number."""

NOT_HERE: Final = "only-in-practice"


def read_update(
    spec: Spec, told: wire.MatchUpdate, seats: int, views: ViewReader | None = None
) -> Update:
    """The update that a server told; `views` has read those before it.

    Raises `FormError` for what no table could tell.
    """
    if told.seat is not None and told.seat not in range(seats):
        raise FormError("Expected a seat of this match - at `$.seat`")
    seat = None if told.seat is None else Seat(told.seat)
    view = (views or ViewReader(spec, seats)).read(told.view)
    _see_that_it_can_be(spec, view, seat, seats)
    events = tuple([read_event(spec, one, seats) for one in told.events])
    return Update(seat, told.seq, events, view, told.waiting, told.over)


def _see_that_it_can_be(spec: Spec, view: View, seat: Listener, seats: int) -> None:
    """Raises `FormError` where this seat could never see this."""
    if view.seat != seat or len(view.hand_sizes) != seats:
        raise FormError("Expected the view of this seat - at `$.view`")
    for field in spec.unsound(view):
        raise FormError(f"Expected what the rules can compute with - at `$.view.{field}`")
    try:
        again = spec.rules.redeal(view, Random(0)).view(seat)
    except Impossible:  # any other error is a fault of ours
        raise FormError("Expected a view of this game - at `$.view`") from None
    if again != view:
        raise FormError("Expected a possible view - at `$.view`")


class RemoteClock:
    """A turn's clock as the server last told it: it starts when the words have ended."""

    def __init__(self, left: float, now: float, *, listens: bool, limit: float) -> None:
        self.limit = limit
        self._left = left
        self._listens = listens
        """Whether a turn begins: only what began it is waited for."""
        self._told_at = self._starts = now
        self._stopped: float | None = None
        """Since when a pause holds it."""

    def heard(self, until: float) -> None:
        """The announcement ends then, by what is known now: it may end sooner than estimated."""
        if self._listens:
            self._starts = max(self._told_at, min(until, self._told_at + LISTENING))

    def left(self, now: float) -> float:
        """Seconds left."""
        at = now if self._stopped is None else self._stopped
        return max(0.0, self._left - max(0.0, at - self._starts))

    def hold(self, now: float, *, still: bool) -> None:
        """No time runs, or it does again."""
        if still and self._stopped is None:
            self._stopped = now
        elif not still and self._stopped is not None:
            self._starts += now - self._stopped
            self._stopped = None


@dataclass(frozen=True)
class SentMove:
    """A move on its way: the decision that it answers, its request, and what was known."""

    seq: int
    move: Move
    request: int
    view: View
    waits: bool = False
    """Whether the server has taken it, and makes it when another has drawn, or could have."""


class RemoteTable:
    """A match at a server's table.  `ask` sends a request."""

    def __init__(self, spec: Spec, players: Sequence[Player], ask: Ask) -> None:
        self.spec = spec
        self.players = tuple(players)
        self.away: frozenset[Seat] = frozenset()
        """Whose player is not there."""
        self.time = TimeSettings()
        self.wanted: BotRequest | None = None
        self.clock: RemoteClock | None = None
        self.paused_since: float | None = None
        self.deals = 0
        self.last: Update | None = None
        """How things stand."""
        self._ask = ask
        self._views = ViewReader(spec, len(self.players))
        self._now = 0.0
        self._under_way: SentMove | None = None
        """The move that was sent, until something comes of it."""
        self._last_sent: SentMove | None = None
        """The same, whatever else comes first: which update answers it, its request says."""
        self.journal: Journal | None = None
        """Where it is kept what the player knew and did; None where nobody plays here."""
        self._wishes: tuple[bool, float] | None = None
        self._awaited = False
        """Whether the server waits until what it told last has been heard."""
        self._is_held = False
        """Whether the server can keep nothing."""

    # What the server tells

    def take(self, told: wire.MatchUpdate, now: float) -> Update:
        """An update came.  Raises `FormError`; then nothing has changed."""
        update = read_update(self.spec, told, len(self.players), self._views)
        self._keep(told, update)
        begins = self.last is None or self.last.seq != told.seq
        self._awaited = told.awaited
        self.last, self.deals, self._now, self._under_way = update, told.deals, now, None
        self.clock = None if told.left is None else self._clock(told.left, now, begins=begins)
        self._is_held = False
        self.stand_still(now, paused=told.paused)
        return update

    def sit(self, players: Sequence[Player], away: Iterable[Seat] = ()) -> None:
        """Who sits, and who is there, may change in a match, how many do not.

        Raises `FormError`.
        """
        if len(players) != len(self.players):
            raise FormError("Expected the seats of this match")
        self.players, self.away = tuple(players), frozenset(away)

    def stand_still(self, now: float, *, paused: bool) -> None:
        """Nothing moves and no time runs, or it does again."""
        if paused != (self.paused_since is not None):
            self.paused_since = now if paused else None
        self._settle_clock(now)

    def hold(self, now: float, *, held: bool) -> None:
        """The server can keep nothing: no time runs, and moves are its to refuse."""
        self._is_held = held
        self._settle_clock(now)

    def _settle_clock(self, now: float) -> None:
        if self.clock is not None:
            self.clock.hold(now, still=self._is_held or self.paused_since is not None)

    def refused(self) -> None:
        """The move that was sent will not be made: another may be."""
        self._under_way = self._last_sent = None

    def taken(self, request: int) -> None:
        """The move of this request was taken, and waits."""
        if self._last_sent is not None and self._last_sent.request == request:
            self._last_sent = replace(self._last_sent, waits=True)

    @property
    def sent(self) -> Move | None:
        """The move that is under way."""
        return None if self._under_way is None else self._under_way.move

    # What a session asks

    @property
    def seq(self) -> int:
        """The number of the decision that is waited for."""
        return self._known.seq

    @property
    def begun(self) -> bool:
        """A match that is told of has begun."""
        return True

    @property
    def is_open(self) -> bool:
        """Nobody sees the hands of others here."""
        return False

    @property
    def deadline(self) -> float | None:
        """Time alone brings nothing here: the server has the clock."""
        return None

    def start(self, now: float) -> list[Update]:
        """The server starts it."""
        del now
        return []

    def tick(self, now: float) -> list[Update]:
        """The server lets time pass."""
        self._now = now
        return []

    def submit(
        self, seat: Seat, move: Move, seq: int, now: float, *, requested: bool = False
    ) -> list[Update]:
        """Send a move that may be made; what comes of it comes as an update.  Raises `Refused`."""
        del requested
        self._now = now
        self._see_that_it_runs()
        self._admit(seat, move)
        if self._under_way is not None and self._stands_in_the_way(seat, move):
            raise Refused("one-moment", msg("one-moment"))
        request = self._ask(wire.MakeMove, seq=seq, move=str(move))
        self._under_way = self._last_sent = SentMove(seq, move, request, self._known.view)
        return []

    def ready(self, seat: Seat, now: float) -> list[Update]:
        """Tell the server so."""
        del seat
        self._now = now
        self._see_that_it_runs()
        self._ask(wire.Ready)
        return []

    def extend(self, seat: Seat, now: float) -> list[Update]:
        """Ask for more time.  Raises `Refused`."""
        self._now = now
        self._see_that_it_runs()
        if self.clock is None or self._known.view.to_act != seat:
            raise Refused("no-time-to-extend")
        self._ask(wire.Extend)
        return []

    def listening(self, listener: Listener, until: float) -> None:
        """Tell the server when this listener is estimated to have heard all, if it waits for it."""
        if self.clock is not None and listener == self._known.view.to_act:
            self.clock.heard(until)
        if listener is not None and self._awaited:
            self._ask(wire.Heard, seq=self.seq, seconds=round(max(0.0, until - self._now), 2))

    def answering(self, listener: Listener, until: float) -> None:
        """The server's bots know nothing of this player's keys."""

    def look(self, listener: Listener) -> Update:
        """How things stand, with nothing told."""
        del listener
        known = self._known
        return Update(known.seat, known.seq, (), known.view, known.waiting, known.over)

    def retime(self, time: TimeSettings) -> None:
        """The pace of the bots is the server's; the limit is the table's."""
        self.time = time

    def accommodate(
        self, seat: Seat, now: float, *, auto_draw: bool, patience: float
    ) -> list[Update]:
        """Tell the server what the player asks for, where that has changed."""
        del seat
        self._now = now
        if self._wishes != (auto_draw, patience):
            self._wishes = (auto_draw, patience)
            self._ask(wire.TellWishes, auto_draw=auto_draw, patience=patience)
        return []

    def pause(self, now: float) -> None:
        """Vote for a pause."""
        self._now = now
        self._ask(wire.VotePause)

    def go_on(self, now: float) -> None:
        """Vote for going on."""
        self.pause(now)

    def since_move(self, seat: Listener) -> Sequence[Event]:
        """What came before is not known here."""
        del seat
        return ()

    def take_back(self, seat: Seat, now: float) -> tuple[TakenBack, list[Update]]:
        """Others would mind.  Raises `Refused`."""
        raise Refused(NOT_HERE)

    def note_open_hands(self, seat: Seat, now: float) -> None:
        """Others would mind.  Raises `Refused`."""
        raise Refused(NOT_HERE)

    # Inside

    def _keep(self, told: wire.MatchUpdate, update: Update) -> None:
        """The update that answers a move says that it was made; of one that waits, the next one."""
        if self.journal is None:
            return
        sent = self._last_sent
        if sent is not None and (told.re == sent.request or (sent.waits and told.seq != sent.seq)):
            self.journal.decide(sent.view, sent.move)
            self._last_sent = None
        self.journal.record(update.events, dealt=told.deals != self.deals)

    def _clock(self, left: float, now: float, *, begins: bool) -> RemoteClock:
        """The most that was left in this turn stands for its limit, which is not told."""
        limit = left if begins or self.clock is None else max(left, self.clock.limit)
        return RemoteClock(left, now, listens=begins, limit=limit)

    @property
    def _known(self) -> Update:
        assert self.last is not None
        return self.last

    def _see_that_it_runs(self) -> None:
        if self.paused_since is not None:
            raise Refused("paused")

    def _admit(self, seat: Seat, move: Move) -> None:
        """Whether the view allows it; else a state that looks like it gives the reason."""
        view: Any = self._known.view
        if view.to_act is Turn.OVER:
            raise Refused("match-over")
        if move not in view.legal:
            admit(self.spec.rules, self.spec.rules.redeal(view, Random(0)), seat, move)

    def _stands_in_the_way(self, seat: Seat, move: Move) -> bool:
        """Whether the same was sent already, or a move for the same decision."""
        assert self._under_way is not None
        sent = self._under_way
        return sent.move == move or (sent.seq == self.seq and self._known.view.to_act == seat)
