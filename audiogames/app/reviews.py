"""Reviews of finished matches, in which the strong bot judges the player's own decisions.

Decisions are sent to the bots' process one at a time, with the view that the player had.  So a bot
in another match waits for one judgement at most.  The results are available until the next review
begins.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import hypot
from typing import TYPE_CHECKING, Final, Protocol

from audiogames.app.outputs import AskBot
from audiogames.core.contract import Refused
from audiogames.core.cues import Msg, Priority, Say, msg
from audiogames.core.events import Seat
from audiogames.core.log import Log, LogError, read_move
from audiogames.core.registry import Spec, game
from audiogames.core.review import Hindsight, Judgement, Luck
from audiogames.present.history import SYSTEM, Remembered
from audiogames.search.judging import FACTOR, LIKELY, is_mistake
from audiogames.table.decisions import MatchProgress
from audiogames.table.journal import Journal, OwnDecision, parse_journal_head
from audiogames.table.protocol import JournalRequest, JudgeRequest

if TYPE_CHECKING:
    from audiogames.app.context import Context

TOPIC: Final = "review"
PARTS: Final = 4
"""Progress is announced when another of this many parts of the review is done."""


@dataclass(frozen=True)
class Mistake:
    """A decision of the player for which there was a better move, and its judgement."""

    decision: OwnDecision
    judgement: Judgement


def own_decisions(log: Log, seat: Seat) -> Iterator[OwnDecision]:
    """Yield the decisions that a player made personally, with more than one legal move.

    Raises `LogError`.
    """
    progress, opens = MatchProgress.of(log), False
    for entry in log.moves():
        opens = opens or entry.deals
        if entry.seat == seat and entry.by is None:
            _, move = read_move(progress.spec, progress.state, entry)
            view = progress.state.view(seat)
            if len(view.legal) > 1 and not progress.is_aside(seat, move):
                yield OwnDecision(entry.seq, view, move, opens)
                opens = False
        for _ in progress.follow([entry]):
            pass


Past = Log | Journal
"""A finished match: its log if it was played here, the player's journal if it was online."""


class MatchReview:
    """A review of one match: the player's decisions, and the results so far."""

    def __init__(self, past: Past, seat: Seat) -> None:
        self.past = past
        self.seat = seat
        self.spec: Spec = game(past.header.game)
        self.decisions: Sequence[OwnDecision] = (
            tuple(own_decisions(past, seat)) if isinstance(past, Log) else past.decisions()
        )
        self.mistakes: list[Mistake] = []
        self.done = 0
        self._luck: list[Luck] = []

    @property
    def is_over(self) -> bool:
        """Whether all decisions have been judged."""
        return self.done == len(self.decisions)

    @property
    def wanted(self) -> JudgeRequest:
        """The request to judge the next decision; its seed depends only on match and decision."""
        one = self.decisions[self.done]
        seed = f"review {self.past.header.started} {one.entry}"
        before = self.decisions[self.done - 1].view if self.done and not one.opens else None
        return JudgeRequest(one.view, self.spec.id, one.move, seed, FACTOR, one.opens, before)

    def take(self, found: Hindsight) -> None:
        """Record the findings about the decision that was just judged."""
        one = self.decisions[self.done]
        self.done += 1
        if found.judgement is not None and is_mistake(self.spec, one.view, found.judgement):
            self.mistakes.append(Mistake(one, found.judgement))
        if found.luck is not None:
            self._luck.append(found.luck)

    def summary(self) -> Msg:
        """Return a sentence with the number of mistakes."""
        count = len(self.mistakes)
        return msg("review-found", count) if count else msg("review-found-nothing")

    def luck(self) -> Msg | None:
        """Return a sentence about the luck of the player's cards.

        None if it is small, or could be chance.
        """
        review = self.spec.bots.review
        if review is None or review.luck is None:
            return None
        worth = sum(one.worth for one in self._luck)
        error = hypot(*(one.error for one in self._luck))
        is_significant = abs(worth) >= max(review.luck.least, LIKELY * error)
        return review.luck.words(worth) if is_significant else None


class PlayedMatches(Protocol):
    """The part of `Matches` that reviews use."""

    @property
    def log_here(self) -> Log | None:
        """The log of the current match; None if it is an online match or there is none."""

    def look_back(self, review: MatchReview) -> None:
        """Open a reviewed match.  Raises `Refused`, `LogError`."""


class Reviews:
    """Runs reviews of matches, one at a time."""

    matches: PlayedMatches

    def __init__(self, context: Context) -> None:
        self._context = context
        self.current: MatchReview | None = None
        self.is_explained = False
        """Whether the keys of a review have been announced, which is done only once."""
        self._news: Remembered | None = None
        """The last announcement of a review's results."""
        self._asked: JudgeRequest | None = None
        self._reading: tuple[str, JournalRequest] | None = None
        """A journal that was chosen and is being read, with its name."""
        self._is_being_read = False
        self._continued: tuple[Log, int] | None = None
        """The log of a match that was continued from a mistake, and the number of that mistake."""

    @property
    def left_at(self) -> int | None:
        """The number of the mistake at which the player left the review to play on, or None."""
        log = self.matches.log_here
        return (
            self._continued[1]
            if self._continued is not None and self._continued[0] is log
            else None
        )

    def played_on(self, number: int) -> None:
        """Record that the player has left the review at this mistake and plays on from there."""
        log = self.matches.log_here
        self._continued = None if log is None else (log, number)

    @property
    def runs(self) -> bool:
        """Whether a review is in progress."""
        return self.current is not None and not self.current.is_over

    def of(self, past: Past, seat: Seat) -> MatchReview | None:
        """Return the current review if it is one of this match and seat, else None."""
        known = self.current
        is_same = known is not None and (known.past.header, known.seat) == (past.header, seat)
        return known if is_same else None

    def go_on(self, past: Past, seat: Seat) -> None:
        """Do the next step of a review: begin it, announce its progress, or open its result.

        Raises `Refused`, `LogError`.
        """
        if (known := self.of(past, seat)) is None:
            self.begin(past, seat)
        elif known.is_over:
            self.matches.look_back(known)
        else:
            self.tell_progress()

    def open_journal(self, name: str, text: str) -> None:
        """Begin or continue the review of an online match, given its name and its journal.

        A journal that is not being reviewed yet is first parsed by the bots' process.  Raises
        `Refused`, `LogError`.
        """
        first, _, rest = text.partition("\n")
        journal = parse_journal_head(first, rest.partition("\n")[0])
        if self.of(journal, journal.seat) is not None:
            self.go_on(journal, journal.seat)
            return
        if game(journal.header.game).bots.review is None:
            raise Refused("no-review")
        wanted = JournalRequest(journal.header.game, text)
        self._reading, self._is_being_read = (name, wanted), False
        self._context.answer(msg("review-reading"))

    def journal_read(self, wanted: JournalRequest, found: Journal | LogError) -> None:
        """Handle the result of parsing a journal, unless another one was chosen meanwhile."""
        if self._reading is None or wanted != self._reading[1]:
            return
        name, self._reading = self._reading[0], None
        if isinstance(found, LogError):
            self._context.answer(msg(found.id, name=name, **found.args_))
        else:
            self.begin(found, found.seat)

    def begin(self, past: Past, seat: Seat) -> None:
        """Begin the review of a match, replacing any other.  Raises `Refused`, `LogError`."""
        if game(past.header.game).bots.review is None:
            raise Refused("no-review")
        self.current, self._asked, self._continued = MatchReview(past, seat), None, None
        if self.current.is_over:
            self._context.answer(self._result_words(self.current))
            self._news = self._context.announcer.history.latest
        else:
            number = len(self.current.decisions)
            self._context.answer(msg("review-begins", number))

    def stop(self) -> None:
        """Stop the review.  Raises `Refused`."""
        if not self.runs:
            raise Refused("no-review-runs")
        self.current = self._asked = self._reading = None
        self._context.answer(msg("review-stopped"))

    def tell_progress(self) -> None:
        """Announce how many decisions have been judged."""
        assert self.current is not None
        done, number = self.current.done, len(self.current.decisions)
        self._context.answer(msg("review-progress", done=done, number=number))

    def was_result_announced(self) -> bool:
        """Return whether the result of the review was the last announcement.

        A result that still waits to be announced is removed from the queue and does not count.
        """
        announcer = self._context.announcer
        return not announcer.drop(TOPIC) and announcer.history.latest is self._news is not None

    def lose(self) -> None:
        """Record that pending requests to bots were cancelled; `ask` repeats them."""
        self._asked, self._is_being_read = None, False

    def ask(self) -> None:
        """Send the next requests to bots, unless they were already sent.

        The requests are to parse the chosen journal, and to judge the next decision of the review.
        """
        if self._reading is not None and not self._is_being_read:
            self._is_being_read = True
            self._context.put(AskBot(self._reading[1]))
        if self.current is None or self.current.is_over or self._asked is not None:
            return
        self._asked = self.current.wanted
        self._context.put(AskBot(self._asked))

    def take(self, wanted: JudgeRequest, found: Hindsight) -> bool:
        """Handle a judgement; return False if this review has not asked for it."""
        review = self.current
        if wanted != self._asked or review is None:
            return False
        self._asked = None
        review.take(found)
        if review.is_over:
            self._tell_end(review)
        elif self._context.session is None or self._context.session.over:
            self._announce_progress(review)
        return True

    def _announce_progress(self, review: MatchReview) -> None:
        """Announce the progress of a review at each quarter.

        A newer announcement replaces one that still waits.
        """
        number = len(review.decisions)
        part = PARTS * review.done // number
        if part > PARTS * (review.done - 1) // number:
            progress = msg("review-progress", done=review.done, number=number)
            self._context.say(Say(progress, Priority.BACKGROUND, TOPIC))

    def _tell_end(self, review: MatchReview) -> None:
        self._context.announcer.drop(TOPIC)
        self._context.say(Say(self._result_words(review), Priority.MINE, TOPIC), view=SYSTEM)
        self._news = self._context.announcer.history.latest

    def _result_words(self, review: MatchReview) -> Msg:
        """Return the result of a review, and how to open it; on a server it cannot be opened."""
        id_ = "review-ready-online" if self._context.is_online else "review-ready"
        return msg(id_, game=msg(f"game-{review.spec.id}"), found=review.summary())
