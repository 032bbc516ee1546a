"""What a person who plays alone against bots may do: take moves back, see hands, ask for advice.

Advice is what a bot would do in the listener's place.  It is thought like a bot's move, and nothing
waits for it: an answer to a position that has gone meanwhile is dropped.
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
"""So many times the worlds of play, where another move looks better than the one advised."""
SILENCE: Final = 0.4
"""After so many seconds without an answer one hears that it is being thought."""


@dataclass(frozen=True)
class AdviceRequest:
    """Wants advice: `told` takes the move; `slow` is called first where it takes a moment."""

    told: Callable[[Move], None]
    slow: Callable[[], None]


@dataclass(frozen=True)
class SecondBest:
    """What a look at the other moves found: `move` is advised, `judgement` knows its rival."""

    move: Move
    judgement: Judgement | None


class Advice:
    """The advice that was asked for last."""

    def __init__(self, think: Callable[[BotRequest], None]) -> None:
        self._think = think
        self._wanted: BotRequest | None = None
        self._move: Move | None = None
        """What was advised; the same question again has the same answer, at once."""
        self._request: AdviceRequest | None = None
        self.deadline: float | None = None
        """When to say that it takes a moment."""

    def ask(self, wanted: BotRequest, request: AdviceRequest, now: float) -> None:
        """Have it thought, or tell it again."""
        if wanted != self._wanted:
            self._wanted, self._move = wanted, None
            self._request, self.deadline = request, now + SILENCE
            self._think(wanted)
        elif self._move is not None:
            request.told(self._move)
        else:
            self._request, self.deadline = request, None
            request.slow()

    def bot_replied(self, wanted: BotRequest, move: Move, *, holds: bool) -> None:
        """An answer; what nobody has asked, or what no longer `holds`, is dropped."""
        if wanted != self._wanted or self._request is None or not holds:
            return
        request, self._request, self.deadline = self._request, None, None
        self._move = move
        request.told(move)

    def tick(self, now: float) -> None:
        """Say that it takes a moment, once."""
        if self.deadline is not None and now >= self.deadline and self._request is not None:
            self.deadline = None
            self._request.slow()

    def drop(self) -> None:
        """What was asked is no longer wanted."""
        self._wanted = self._move = self._request = self.deadline = None


class PracticeAids:
    """What the listener may do in one match because nobody else minds."""

    def __init__(self, session: MatchController) -> None:
        self._session = session
        self._advice = Advice(session.services.think)
        self._comparing: tuple[JudgeRequest, Callable[[SecondBest], None]] | None = None
        """The look at the other moves that was asked for last, and who wants it."""
        self._slow: tuple[float, Callable[[], None]] | None = None
        """When to say that a comparison takes a moment, and how."""
        self._advised_on = 0
        """The number of the decision, if it was one, that advice was asked for last."""

    @property
    def is_allowed(self) -> bool:
        """Whether the listener plays alone against bots."""
        session = self._session
        people = sum(not player.is_bot for player in session.table.players)
        return session.mode.allows_practice and session.seat is not None and people == 1

    @property
    def deadline(self) -> float | None:
        """When to call `tick`."""
        times = (self._advice.deadline, self._slow[0] if self._slow else None)
        return min((time for time in times if time is not None), default=None)

    def tick(self, now: float) -> None:
        """Time passed."""
        self._advice.tick(now)
        if self._slow is not None and now >= self._slow[0]:
            (_, slow), self._slow = self._slow, None
            if self._session.is_asked:
                slow()

    def take_back(self, now: float) -> None:
        """Undo the listener's last move and all that followed.  Raises `Refused`."""
        session, seat = self._session, self._seat()
        before = session.table.look(seat).view
        taken, updates = session.table.take_back(seat, now)
        self._advice.drop()
        self._comparing = self._slow = None
        session.go_back(updates, taken_back(session.spec, taken, before, updates[-1]), now)

    def advise(self, request: AdviceRequest, now: float) -> None:
        """Ask what a bot would do here.  Raises `Refused`."""
        self._seat()
        wanted = self._question()
        assert wanted is not None
        self._advised_on = self._session.decisions
        self._advice.ask(wanted, request, now)

    def advised(self, wanted: BotRequest, move: Move) -> None:
        """A bot has answered; while a ticket is thought of, others write theirs."""
        session = self._session
        same = session.listing is not None and self._advised_on == session.decisions
        self._advice.bot_replied(wanted, move, holds=same or wanted == self._question())

    def compare(
        self, told: Callable[[SecondBest], None], slow: Callable[[], None], now: float
    ) -> None:
        """Ask what is second to what a bot would do, and what that costs.  Raises `Refused`."""
        if self._session.spec.bots.review is None:
            raise Refused("no-second-best")
        # Two thoughts follow one another, and one sentence is enough for both.
        self._slow = now + SILENCE, slow
        self.advise(AdviceRequest(lambda move: self._weigh(move, told), lambda: None), now)

    def _weigh(self, move: Move, told: Callable[[SecondBest], None]) -> None:
        session = self._session
        seed = f"second {session.table.seq}"
        wanted = JudgeRequest(session.view, session.spec.id, move, seed, SECOND_FACTOR)
        self._comparing = wanted, told
        session.services.judge(wanted)

    def judged(self, wanted: JudgeRequest, found: Hindsight) -> None:
        """The other moves have been looked at; an answer to what is past is dropped."""
        if self._comparing is None or self._comparing[0] != wanted:
            return
        _, told = self._comparing
        self._comparing = self._slow = None
        if wanted.view == self._session.view:
            told(SecondBest(wanted.move, found.judgement))

    def open_hands(self, now: float) -> list[View]:
        """What the others see, from the listener on; the log says so.  Raises `Refused`."""
        table, seat = self._session.table, self._seat()
        table.note_open_hands(seat, now)
        seats = len(table.players)
        return [table.look(Seat((seat + step) % seats)).view for step in range(1, seats)]

    def _seat(self) -> Seat:
        """The listener's.  Raises `Refused` where anybody might mind."""
        seat = self._session.seat
        if seat is None or not self.is_allowed:
            raise Refused("only-in-practice")
        return seat

    def _question(self) -> BotRequest | None:
        """What the listener is asked, as a bot would be: by its best, and always with one lot."""
        session = self._session
        if session.seat is None or not session.is_asked:
            return None
        level, seq = levels(session.spec)[-1], session.table.seq
        return BotRequest(session.seat, session.view, session.spec.id, level, seq, seq)
