"""Practice aids for a person who plays alone with bots: undo, open hands, and advice.

Advice is what a bot would do in the listener's place.  The bot is asked as for a move, and the
match does not wait for it.  If the position has changed meanwhile, the answer is dropped.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from audiogames.app.match.moves import taken_back
from audiogames.core.contract import Move, Refused, View
from audiogames.core.events import Seat
from audiogames.core.review import Hindsight, Judgement
from audiogames.search.arena import levels
from audiogames.table.protocol import BotRequest, JudgeRequest

if TYPE_CHECKING:
    from audiogames.app.match.controller import MatchController

SECOND_FACTOR: Final = 2
"""Multiplies the worlds in which a move that seems better is compared with the advised one."""
SILENCE: Final = 0.4
"""After so many seconds without an answer, announce that the bot is thinking."""


@dataclass(frozen=True)
class AdviceRequest:
    """A request for advice, with two callbacks.

    `receive` is called with the advised move; `slow` is called before that if the bot needs longer
    than a moment.
    """

    receive: Callable[[Move], None]
    slow: Callable[[], None]


@dataclass(frozen=True)
class SecondBest:
    """The result of a comparison: the best move, and its lead over the second-best move."""

    move: Move
    judgement: Judgement | None


class Advice:
    """Asks a bot for advice; only the most recent request is answered."""

    def __init__(self, think: Callable[[BotRequest], None]) -> None:
        self._think = think
        self._wanted: BotRequest | None = None
        self._move: Move | None = None
        """The move advised; a repeated question is answered with it at once."""
        self._request: AdviceRequest | None = None
        self.deadline: float | None = None
        """When to announce that the answer takes a moment."""

    def ask(self, wanted: BotRequest, request: AdviceRequest, now: float) -> None:
        """Ask a bot for advice, or answer at once if it has already answered the same question."""
        if wanted != self._wanted:
            self._wanted, self._move = wanted, None
            self._request, self.deadline = request, now + SILENCE
            self._think(wanted)
        elif self._move is not None:
            request.receive(self._move)
        else:
            self._request, self.deadline = request, None
            request.slow()

    def bot_replied(self, wanted: BotRequest, move: Move, *, holds: bool) -> None:
        """Pass a bot's answer to the requester, if it is awaited and still valid (`holds`)."""
        if wanted != self._wanted or self._request is None or not holds:
            return
        request, self._request, self.deadline = self._request, None, None
        self._move = move
        request.receive(move)

    def tick(self, now: float) -> None:
        """Announce that the bot needs more time for its answer, if that is due."""
        if self.deadline is not None and now >= self.deadline and self._request is not None:
            self.deadline = None
            self._request.slow()

    def drop(self) -> None:
        """Cancel the request for advice, and forget the move that was advised."""
        self._wanted = self._move = self._request = self.deadline = None


class PracticeAids:
    """The practice aids of a match: undo, advice, comparison of moves, and open hands."""

    def __init__(self, session: MatchController) -> None:
        self._session = session
        self._advice = Advice(session.services.think)
        self._comparing: tuple[JudgeRequest, Callable[[SecondBest], None]] | None = None
        """The last comparison requested, and the callback for its result."""
        self._slow_notice: tuple[float, Callable[[], None]] | None = None
        """When to announce that a comparison takes a moment, and how."""
        self._advised_on = 0
        """The last advice was about this decision: its number among those with a list of moves."""

    @property
    def is_allowed(self) -> bool:
        """Whether the listener plays alone against bots."""
        session = self._session
        people = sum(not player.is_bot for player in session.table.players)
        return session.mode.allows_practice and session.seat is not None and people == 1

    @property
    def deadline(self) -> float | None:
        """Return when to call `tick` next, or None."""
        times = (self._advice.deadline, self._slow_notice[0] if self._slow_notice else None)
        return min((time for time in times if time is not None), default=None)

    def tick(self, now: float) -> None:
        """When it is due, announce that a bot needs more time for advice or a comparison."""
        self._advice.tick(now)
        if self._slow_notice is not None and now >= self._slow_notice[0]:
            (_, slow), self._slow_notice = self._slow_notice, None
            if self._session.is_asked:
                slow()

    def take_back(self, now: float) -> None:
        """Undo the listener's last move and all later ones.  Raises `Refused`."""
        session, seat = self._session, self._seat()
        before = session.table.look(seat).view
        taken, updates = session.table.take_back(seat, now)
        self._advice.drop()
        self._comparing = self._slow_notice = None
        session.go_back(updates, taken_back(session.spec, taken, before, updates[-1]), now)

    def advise(self, request: AdviceRequest, now: float) -> None:
        """Ask a bot for advice on the listener's decision.  Raises `Refused`."""
        self._seat()
        wanted = self._question()
        assert wanted is not None
        self._advised_on = self._session.decisions
        self._advice.ask(wanted, request, now)

    def advised(self, wanted: BotRequest, move: Move) -> None:
        """Handle a move that a bot advises, unless the decision has changed meanwhile.

        In a simultaneous decision the advice still applies after other players have made theirs.
        """
        session = self._session
        same = session.listing is not None and self._advised_on == session.decisions
        self._advice.bot_replied(wanted, move, holds=same or wanted == self._question())

    def compare(
        self, receive: Callable[[SecondBest], None], slow: Callable[[], None], now: float
    ) -> None:
        """Ask a bot for the second-best move, and how much worse it is than the best.

        Raises `Refused`.
        """
        if self._session.spec.bots.review is None:
            raise Refused("no-second-best")
        # The bot thinks twice in a row, and one sentence is enough for both.
        self._slow_notice = now + SILENCE, slow
        self.advise(AdviceRequest(lambda move: self._weigh(move, receive), lambda: None), now)

    def _weigh(self, move: Move, receive: Callable[[SecondBest], None]) -> None:
        """Request a comparison of `move`, which a bot advised, with the second-best move."""
        session = self._session
        seed = f"second {session.table.seq}"
        wanted = JudgeRequest(session.view, session.spec.id, move, seed, SECOND_FACTOR)
        self._comparing = wanted, receive
        session.services.judge(wanted)

    def judged(self, wanted: JudgeRequest, found: Hindsight) -> None:
        """Handle the result of a comparison, unless the position has changed meanwhile."""
        if self._comparing is None or self._comparing[0] != wanted:
            return
        _, receive = self._comparing
        self._comparing = self._slow_notice = None
        if wanted.view == self._session.view:
            receive(SecondBest(wanted.move, found.judgement))

    def open_hands(self, now: float) -> list[View]:
        """Return the views of the other players, beginning with the next seat.

        The log records that the listener has seen their cards.  Raises `Refused`.
        """
        table, seat = self._session.table, self._seat()
        table.note_open_hands(seat, now)
        seats = len(table.players)
        return [table.look(Seat((seat + step) % seats)).view for step in range(1, seats)]

    def _seat(self) -> Seat:
        """Return the listener's seat.  Raises `Refused` unless they play alone against bots."""
        seat = self._session.seat
        if seat is None or not self.is_allowed:
            raise Refused("only-in-practice")
        return seat

    def _question(self) -> BotRequest | None:
        """Return the listener's decision as a request to a bot of the highest level, or None.

        The seed depends only on the decision, so the advice is repeatable.
        """
        session = self._session
        if session.seat is None or not session.is_asked:
            return None
        level, seq = levels(session.spec)[-1], session.table.seq
        return BotRequest(session.seat, session.view, session.spec.id, level, seq, seq)
