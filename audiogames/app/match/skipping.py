"""Skipping to the end of a match in which only bots still have decisions.

The bots think one after another as always, but without pauses and without waiting for
speech, and the next deal starts without a key press.  What happens is written to the
history instead of being spoken.  Then the end is announced at once, the winner first.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final

from audiogames.app.keys.names import key_words
from audiogames.app.match.controller import MatchController
from audiogames.app.match.cues import as_replies
from audiogames.core.contract import Refused
from audiogames.core.cues import Cue, Priority, Say, Sound, msg
from audiogames.core.events import Seat
from audiogames.present.facts import Facts
from audiogames.present.history import GAME

if TYPE_CHECKING:
    from audiogames.app.context import Context

GO_ON: Final = "go-on-prompt"
"""The question before a deal, which is not asked while skipping."""

OFFER: Final = "skip"
"""The topic of the offer to skip: once the match is skipped, the offer is no longer spoken."""

STILL_GOING: Final = 10.0
"""After so many seconds of thinking, the score so far is announced."""


class Skip:
    """Skips to the end of a match, and writes announcements to the history meanwhile.

    `follow` applies the time settings to the table; during a skip they are all 0.
    """

    def __init__(self, context: Context, follow: Callable[[], None]) -> None:
        self._context = context
        self._follow = follow
        self._session: MatchController | None = None
        """The match being skipped."""
        self._announced_at = 0.0
        self._offered: MatchController | None = None
        """The match in which the key was announced."""

    @property
    def is_on(self) -> bool:
        """Whether the current match is being skipped."""
        return self._session is not None and self._session is self._context.session

    @property
    def is_possible(self) -> bool:
        """Whether the match can be skipped: every person is out, and only bots still decide."""
        session = self._context.session
        return session is not None and not session.over and _is_left_to_bots(session)

    def turn(self) -> None:
        """Start skipping to the end of the match; if that is already running, stop it.

        Raises `Refused`.
        """
        session = self._context.session
        if session is None or session.over:
            raise Refused("match-over")
        if session.paused:
            raise Refused("paused")
        if not _is_left_to_bots(session):
            raise Refused("still-playing")
        self._session = None if self.is_on else session
        self._announced_at = self._context.now
        self._context.answer(msg("skipping" if self.is_on else "skipping-stopped"))
        self._context.announcer.forget(GAME)
        self._context.announcer.drop(OFFER)
        session.table.listening(session.seat, self._context.now)
        self._follow()

    def settle(self) -> None:
        """While skipping, start the next deal without a key.  Called after each key or tick."""
        session = self._context.session
        if self.is_on and session is not None and session.waits_for_me and not session.paused:
            session.ready(self._context.now)

    def announce_facts(self, facts: Sequence[Facts]) -> None:
        """Announce facts of the match; while skipping, only write them to the history."""
        session = self._context.session
        if session is None or not self.is_on:
            self._context.announce_facts(facts)
            self._announce_key()
        elif session.over:
            self._session = None
            self._end(session, [cue for one in facts for cue in (*one.happened, *one.asked)])
        elif _is_left_to_bots(session):
            self._remember_facts(session, facts)
        else:
            self._session = None
            self._follow()
            self._context.announce_facts(facts)

    def _announce_key(self) -> None:
        """When the player is out of the match, announce once which key skips to its end."""
        session = self._context.session
        if session is None or session is self._offered or not session.spec.is_out(session.view):
            return
        if self.is_possible and not session.mode.pauses:
            self._offered = session
            key = self._context.keymap.keys_of("skip", "game")
            words = msg("do-skip") if self._context.wording.by_touch else key_words(key[:1])
            offer = Say(msg("skip-offered", key=words), Priority.MINE, topic=OFFER)
            self._context.say(offer)

    def _remember_facts(self, session: MatchController, facts: Sequence[Facts]) -> None:
        """Write the facts to the history, and from time to time announce the score."""
        for one in facts:
            cues = (*one.happened, *one.asked)
            said = (cue for cue in cues if isinstance(cue, Say) and cue.message.id != GO_ON)
            self._context.announcer.remember(said, GAME)
        if self._context.now - self._announced_at >= STILL_GOING:
            self._announced_at = self._context.now
            self._context.answer(msg("skipping-on", where=session.standing()))

    def _end(self, session: MatchController, cues: list[Cue]) -> None:
        """Write the last moves to the history, then announce the end and result of the match."""
        said = [cue for cue in cues if isinstance(cue, Say)]
        place = _place_of_end(session, said)
        self._context.announcer.remember(said[:place], GAME)
        last_sound = [cue for cue in cues if isinstance(cue, Sound)][-1:]
        self._context.announce_facts([Facts(tuple(as_replies([*last_sound, *said[place:]])))])


def _is_left_to_bots(session: MatchController) -> bool:
    """Whether every person is out of the match.

    Always False at online tables, where people may join.
    """
    if session.mode.is_online:
        return False
    table = session.table
    people = (Seat(seat) for seat, player in enumerate(table.players) if not player.is_bot)
    return all(session.spec.is_out(table.look(seat).view) for seat in people)


def _place_of_end(session: MatchController, said: list[Say]) -> int:
    """Return the index of the first message about the last event, which ends the match.

    The message may be worded for the listener or for spectators.
    """
    views = session.view, session.table.look(None).view
    end = [
        cue.message
        for view in views
        for cue in session.spec.describe(session.events[-1], view)
        if isinstance(cue, Say)
    ]
    return next((place for place, cue in enumerate(said) if cue.message in end), 0)
