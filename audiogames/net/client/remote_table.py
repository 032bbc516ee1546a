"""A table at a server, with the interface of a local table.

It stores the latest update.  A move is checked against the view in that update before it is sent,
so that an illegal move is refused at once and in the words of local play.  The server checks the
move again.

All data from the server is validated: events and views are parsed by their types, and a view that
is impossible by the rules of the game is refused.
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
"""A function that sends a request of this kind with these fields and returns its number."""

NOT_HERE: Final = "only-in-practice"


def read_update(
    spec: Spec, message: wire.MatchUpdate, seats: int, views: ViewReader | None = None
) -> Update:
    """Parse an update from the server.  `views` parses only what has changed since earlier updates.

    Raises `FormError` for an update that no table could send.
    """
    if message.seat is not None and message.seat not in range(seats):
        raise FormError("Expected a seat of this match - at `$.seat`")
    seat = None if message.seat is None else Seat(message.seat)
    view = (views or ViewReader(spec, seats)).read(message.view)
    _validate_update(spec, view, seat, seats)
    events = tuple([read_event(spec, one, seats) for one in message.events])
    return Update(seat, message.seq, events, view, message.waiting, message.over)


def _validate_update(spec: Spec, view: View, seat: Listener, seats: int) -> None:
    """Raise `FormError` if this seat could never have this view."""
    if view.seat != seat or len(view.hand_sizes) != seats:
        raise FormError("Expected the view of this seat - at `$.view`")
    for field in spec.unsound(view):
        raise FormError(f"Expected what the rules can compute with - at `$.view.{field}`")
    try:
        again = spec.rules.redeal(view, Random(0)).view(seat)
    except Impossible:  # any other error is a bug of ours
        raise FormError("Expected a view of this game - at `$.view`") from None
    if again != view:
        raise FormError("Expected a possible view - at `$.view`")


class RemoteClock:
    """The clock of a turn, counting down from the time last sent by the server.

    It starts when the announcement of the turn has ended.
    """

    def __init__(self, left: float, now: float, *, listens: bool, limit: float) -> None:
        self.limit = limit
        self._left = left
        self._listens = listens
        """Whether this is the first announcement of a turn, which alone delays the clock."""
        self._updated_at = self._starts = now
        self._stopped: float | None = None
        """When a pause stopped the clock; None while it runs."""

    def heard(self, until: float) -> None:
        """Start the clock at `until`, when the announcement is expected to have been heard.

        A later call replaces this time.  The clock never starts before the last update, nor later
        than `LISTENING` seconds after that update.
        """
        if self._listens:
            self._starts = max(self._updated_at, min(until, self._updated_at + LISTENING))

    def left(self, now: float) -> float:
        """Return the seconds left."""
        at = now if self._stopped is None else self._stopped
        return max(0.0, self._left - max(0.0, at - self._starts))

    def hold(self, now: float, *, still: bool) -> None:
        """Stop the clock if `still`, otherwise let it run again."""
        if still and self._stopped is None:
            self._stopped = now
        elif not still and self._stopped is not None:
            self._starts += now - self._stopped
            self._stopped = None


@dataclass(frozen=True)
class SentMove:
    """A move sent to the server, with the number of its decision and of its request."""

    seq: int
    move: Move
    request: int
    view: View
    waits: bool = False
    """Whether the server has accepted the move and will make it after the draw window."""


class RemoteTable:
    """An online match as one player's client knows it.  `ask` sends requests to its server."""

    def __init__(self, spec: Spec, players: Sequence[Player], ask: Ask) -> None:
        self.spec = spec
        self.players = tuple(players)
        self.away: frozenset[Seat] = frozenset()
        """Seats whose players are away."""
        self.time = TimeSettings()
        self.wanted: BotRequest | None = None
        self.clock: RemoteClock | None = None
        self.paused_since: float | None = None
        self.deals = 0
        self.last: Update | None = None
        """The last update."""
        self._ask = ask
        self._views = ViewReader(spec, len(self.players))
        self._now = 0.0
        self._under_way: SentMove | None = None
        """The sent move, until the next update."""
        self._last_sent: SentMove | None = None
        """The last sent move, even after other updates: the answering update names its request."""
        self.journal: Journal | None = None
        """The player's review journal; None for a spectator."""
        self._wishes: tuple[bool, float] | None = None
        self._awaited = False
        """Whether the server waits for the end of the last announcement."""
        self._is_held = False
        """Whether the server's store is unavailable."""

    # Called with the server's messages

    def take(self, message: wire.MatchUpdate, now: float) -> Update:
        """Store an update from the server, and return it in parsed form.

        Raises `FormError` before anything is stored.
        """
        update = read_update(self.spec, message, len(self.players), self._views)
        self._keep(message, update)
        begins = self.last is None or self.last.seq != message.seq
        self._awaited = message.awaited
        self.last, self.deals, self._now, self._under_way = update, message.deals, now, None
        self.clock = None if message.left is None else self._clock(message.left, now, begins=begins)
        self._is_held = False
        self.stand_still(now, paused=message.paused)
        return update

    def sit(self, players: Sequence[Player], away: Iterable[Seat] = ()) -> None:
        """Set the players, and which of them are away.

        Raises `FormError` if the number of players is wrong.
        """
        if len(players) != len(self.players):
            raise FormError("Expected the seats of this match")
        self.players, self.away = tuple(players), frozenset(away)

    def stand_still(self, now: float, *, paused: bool) -> None:
        """Pause the match and its clock, or resume both."""
        if paused != (self.paused_since is not None):
            self.paused_since = now if paused else None
        self._settle_clock(now)

    def hold(self, now: float, *, held: bool) -> None:
        """Stop the clock while `held`: the server's store is unavailable, so moves are refused."""
        self._is_held = held
        self._settle_clock(now)

    def _settle_clock(self, now: float) -> None:
        """Stop the clock during a pause or while the store is unavailable, otherwise run it."""
        if self.clock is not None:
            self.clock.hold(now, still=self._is_held or self.paused_since is not None)

    def refused(self) -> None:
        """Forget the sent move, because the server refused it; the player may send another."""
        self._under_way = self._last_sent = None

    def taken(self, request: int) -> None:
        """Record that the server has accepted the move of this request, but makes it later.

        The server makes it as soon as no player may draw a card before it.
        """
        if self._last_sent is not None and self._last_sent.request == request:
            self._last_sent = replace(self._last_sent, waits=True)

    @property
    def sent(self) -> Move | None:
        """The move that was sent and that the server has neither made nor refused yet, or None."""
        return None if self._under_way is None else self._under_way.move

    # Called by the match controller

    @property
    def seq(self) -> int:
        """The number of the awaited decision."""
        return self._known.seq

    @property
    def begun(self) -> bool:
        """Always true: the server sends only matches that have started."""
        return True

    @property
    def is_open(self) -> bool:
        """Always false: hands are never shown online."""
        return False

    @property
    def deadline(self) -> float | None:
        """Always None: the server runs the clock."""
        return None

    def start(self, now: float) -> list[Update]:
        """Do nothing: the server starts the match."""
        del now
        return []

    def tick(self, now: float) -> list[Update]:
        """Store the time, and do nothing else: the server runs the clock."""
        self._now = now
        return []

    def submit(
        self, seat: Seat, move: Move, seq: int, now: float, *, requested: bool = False
    ) -> list[Update]:
        """Send a legal move to the server.  Its result arrives as an update.  Raises `Refused`."""
        del requested
        self._now = now
        self._require_running()
        self._admit(seat, move)
        if self._under_way is not None and self._conflicts_with_sent(seat, move):
            raise Refused("one-moment", msg("one-moment"))
        request = self._ask(wire.MakeMove, seq=seq, move=str(move))
        self._under_way = self._last_sent = SentMove(seq, move, request, self._known.view)
        return []

    def ready(self, seat: Seat, now: float) -> list[Update]:
        """Report to the server that this seat is ready for the next deal."""
        del seat
        self._now = now
        self._require_running()
        self._ask(wire.Ready)
        return []

    def extend(self, seat: Seat, now: float) -> list[Update]:
        """Ask for more time.  Raises `Refused`."""
        self._now = now
        self._require_running()
        if self.clock is None or self._known.view.to_act != seat:
            raise Refused("no-time-to-extend")
        self._ask(wire.Extend)
        return []

    def listening(self, listener: Listener, until: float) -> None:
        """Tell the server when this listener's announcement should end, if the server waits."""
        if self.clock is not None and listener == self._known.view.to_act:
            self.clock.heard(until)
        if listener is not None and self._awaited:
            self._ask(wire.Heard, seq=self.seq, seconds=round(max(0.0, until - self._now), 2))

    def answering(self, listener: Listener, until: float) -> None:
        """Do nothing: only local bots wait for the answers to a player's keys."""

    def look(self, listener: Listener) -> Update:
        """Return the current update without events."""
        del listener
        known = self._known
        return Update(known.seat, known.seq, (), known.view, known.waiting, known.over)

    def retime(self, time: TimeSettings) -> None:
        """Store the settings; they change neither the server's bots nor its time limit."""
        self.time = time

    def accommodate(
        self, seat: Seat, now: float, *, auto_draw: bool, patience: float
    ) -> list[Update]:
        """Send the player's settings to the server if they have changed.

        `patience` is the factor of the player's time limit.
        """
        del seat
        self._now = now
        if self._wishes != (auto_draw, patience):
            self._wishes = (auto_draw, patience)
            self._ask(wire.TellWishes, auto_draw=auto_draw, patience=patience)
        return []

    def pause(self, now: float) -> None:
        """Vote to pause the match."""
        self._now = now
        self._ask(wire.VotePause)

    def go_on(self, now: float) -> None:
        """Vote to resume the match."""
        self.pause(now)

    def since_move(self, seat: Listener) -> Sequence[Event]:
        """Return nothing: past events are not stored."""
        del seat
        return ()

    def take_back(self, seat: Seat, now: float) -> tuple[TakenBack, list[Update]]:
        """Refuse: no move can be taken back online."""
        raise Refused(NOT_HERE)

    def note_open_hands(self, seat: Seat, now: float) -> None:
        """Refuse: hands are never shown online."""
        raise Refused(NOT_HERE)

    # Internals

    def _keep(self, message: wire.MatchUpdate, update: Update) -> None:
        """Record an update in the journal, preceded by the sent move if the server has made it."""
        if self.journal is None:
            return
        sent = self._last_sent
        if sent is not None and (
            message.re == sent.request or (sent.waits and message.seq != sent.seq)
        ):
            self.journal.decide(sent.view, sent.move)
            self._last_sent = None
        self.journal.record(update.events, dealt=message.deals != self.deals)

    def _clock(self, left: float, now: float, *, begins: bool) -> RemoteClock:
        """Return a new clock with `left` seconds.

        The server does not send the limit of the turn, so the longest time left so far is used.
        """
        limit = left if begins or self.clock is None else max(left, self.clock.limit)
        return RemoteClock(left, now, listens=begins, limit=limit)

    @property
    def _known(self) -> Update:
        """Return the latest update, which must exist."""
        assert self.last is not None
        return self.last

    def _require_running(self) -> None:
        if self.paused_since is not None:
            raise Refused("paused")

    def _admit(self, seat: Seat, move: Move) -> None:
        """Refuse a move that the view does not allow, with the reason that the rules give."""
        view: Any = self._known.view
        if view.to_act is Turn.OVER:
            raise Refused("match-over")
        if move not in view.legal:
            admit(self.spec.rules, self.spec.rules.redeal(view, Random(0)), seat, move)

    def _conflicts_with_sent(self, seat: Seat, move: Move) -> bool:
        """Return True if the sent move is this move, or belongs to the same decision."""
        assert self._under_way is not None
        sent = self._under_way
        return sent.move == move or (sent.seq == self.seq and self._known.view.to_act == seat)
