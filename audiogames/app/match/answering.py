"""Answers the player's actions.

An answer and the undelivered announcements are spoken as one utterance.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from audiogames.app.match.controller import MatchController, Undelivered
from audiogames.app.screens.base import refusal
from audiogames.core.contract import Refused
from audiogames.core.cues import Priority, Say, msg

if TYPE_CHECKING:
    from audiogames.app.online_context import OnlineContext


class Answering:
    """Answers keys, clicks, typed letters, and the return to the window."""

    def __init__(self, context: OnlineContext, follow_match: Callable[[], None]) -> None:
        self._context = context
        self._follow_match = follow_match

    def answer(
        self, act: Callable[[], None], *, hushes: bool = False, in_short: bool = False
    ) -> None:
        """Run a player's action and answer it, after delivering pending updates.

        An action that only silences speech (`hushes`) delivers nothing.  A move made before
        everything was delivered is refused, and the undelivered announcements are made instead.
        With `in_short`, a recap replaces them if there are many.
        """
        context, session, again = self._context, self._context.session, False
        context.keys_pressed += 1
        context.announcer.begin_answer()
        try:
            if session is not None and not hushes:
                self._catch_up(session, in_short=in_short)
            act()
        except Undelivered:
            again = True
        except Refused as error:
            context.say(*refusal(error))
        for output in context.announcer.end_answer(context.now, again=again):
            context.put(output)
        if session is not None:
            session.all_delivered = True

    def _catch_up(self, session: MatchController, *, in_short: bool) -> None:
        """Deliver pending updates, so that the pressed key applies to the newest view."""
        context = self._context
        if session.catch_up(context.now, in_short=in_short):
            self._follow_match()
        session.all_delivered = context.announcer.is_delivered(
            context.now, ahead=context.settings.play_ahead
        )

    def come_back(self, missed: int) -> None:
        """Announce pending facts and the pending question when the window gets the focus again.

        If there are none, announce the focus.  `missed` is the number of other messages that were
        not spoken meanwhile.  While the client reconnects to a server, the position is not
        announced, because the reconnection will announce it.
        """
        context = self._context
        was_behind = context.session is not None and not context.session.is_up_to_date
        news = [Say(msg("messages-new", missed), Priority.REPLY)] if missed else []

        def where() -> None:
            at_table = was_behind and context.screen.at_the_table
            quietly = context.is_online and context.online.core.comes_back_quietly
            context.say(*news, *(() if at_table or quietly else context.screen.where()))

        self.answer(where, in_short=True)
