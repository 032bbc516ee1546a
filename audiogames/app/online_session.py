"""A match at a server's table, as the player lives it: moves go out, updates come in."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from audiogames.app.desk import Stage
from audiogames.app.session import Around, Session
from audiogames.app.teller import Teller
from audiogames.core.cues import Cue, Msg, Say, mine, msg
from audiogames.core.events import Event
from audiogames.net import wire
from audiogames.net.remote import RemoteTable
from audiogames.table.forms import FormError
from audiogames.table.table import Listener, Update

UNTOLD: Final = 4000
"""Updates that may wait to be told, as in a window that is quiet in the background."""


class OnlineSession(Session):
    """What a key brings about is told when the server has told it."""

    def __init__(self, table: RemoteTable, seat: Listener, around: Around) -> None:
        super().__init__(table, seat, around)
        self.remote = table
        self._missed: list[Event] = []
        """What happened while the line was lost."""

    @property
    def practice(self) -> bool:
        """Never: others play, or watch."""
        return False

    def whose_turn(self) -> Msg:
        """Whose turn it is, or what is waited for."""
        if self.my_turn:
            return msg("your-turn")
        if self.over:
            return msg("match-over-prompt")
        return msg("go-on-prompt") if self.waits_for_me else self.spec.turn(self.view)

    # What the server tells

    def began(self, update: Update, now: float) -> None:
        """The first update: of a match that begins, or of one that goes on."""
        self._see_that_it_can_be_told(update)
        if update.events:
            self._answer([update], now)
        else:
            self._go_on([update], "online-match", now)

    def arrived(self, told: wire.Update, now: float, *, answers: bool) -> None:
        """Something has happened; it is an answer where a key brought it about.

        Raises `FormError`.
        """
        seq, asked, sent = self.table.seq, self._lists(), self.remote.sent
        update = self._receive(told, now)
        if sent is not None and (answers or self.my_turn):
            self._note_move(sent, seq, asked=asked)
        self._deliver([update], now, answers=answers)

    def absorb(self, told: wire.Update, now: float) -> list[Say]:
        """Something had happened while the line was lost: what would have been told of it."""
        due, self._untold = [*self._untold, self._receive(told, now)], []
        for update in due:
            self._take(update, now)
            self._missed += update.events
        cues = (cue for update in due for cue in self._teller.told(update))
        return [cue for cue in cues if isinstance(cue, Say)]

    def caught_up(self, now: float) -> Iterator[Cue]:
        """After that: what is asked beside playing, what was missed, in short, and any end."""
        missed, self._missed = self._missed, []
        update = self.table.look(self.seat)
        yield from (cue for cue in self._teller.prompts(update) if cue != mine("your-turn"))
        yield from self._teller.decision(update.view)
        if missed:
            yield from self.spec.recap(missed, self.view)
        if missed and self.over:
            yield from self.spec.describe(missed[-1], self.view)
        self._listed, self.listed_at = self.decisions, now

    def has_heard(self) -> None:
        """Tell the server when what has been said is estimated to have been heard."""
        self.table.listening(self.seat, self._around.announcer.ends())

    # Inside

    def _receive(self, told: wire.Update, now: float) -> Update:
        """The update, if it can be told.  Raises whatever telling it would."""
        if len(self._untold) >= UNTOLD:
            raise FormError("Expected fewer updates at once")
        update = self.remote.take(told, now)
        self._see_that_it_can_be_told(update)
        return update

    def _see_that_it_can_be_told(self, update: Update) -> None:
        """Tell it for trial: raises whatever telling it would.

        What it says may wait until a key is pressed, and then a fault would be the program's.
        """
        localizer = self._around.announcer.localizer
        view = update.view
        recap = self.spec.recap(update.events, view)
        for cue in (*Teller(self.spec, self.seat).cues(update), *recap):
            if isinstance(cue, Say):
                localizer.speech(cue.message)
                localizer.braille(cue.braille or cue.message)
        for message in (self.spec.summary(view), self.spec.turn(view)):
            localizer.speech(message)


def around(app: Stage) -> Around:
    """What a match online needs of the program: it is kept, and its bots think, on the server."""
    return Around(
        app.announcer,
        app.tell,
        app.tell_facts,
        think=_nobody_thinks,
        ended=_noted,
        at_the_table=lambda: app.screen.at_the_table,
        all_told=lambda: app.all_told,
    )


def _noted() -> None:
    """The server keeps what came of a match."""


def _nobody_thinks(_wanted: object) -> None:
    """The server's bots think there."""
