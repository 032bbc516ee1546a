"""A person acts: what they had not been told yet begins the answer, in one utterance with it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from audiogames.app.match.controller import Untold
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
        """Let a person act, who has the newest view by then, unless the act `hushes`.

        A move that came before everything had been told is not made: what was missing is told
        instead, `in_short` where it is a lot.
        """
        context, again = self._context, False
        # A key means that the player is there, also where the window was told otherwise.
        context.announcer.come_back()
        context.keys_pressed += 1
        context.announcer.begin_answer()
        try:
            if not hushes:
                self._catch_up(in_short=in_short)
            act()
        except Untold:
            again = True
        except Refused as error:
            context.say(*refusal(error))
        for output in context.announcer.end_answer(context.now, again=again):
            context.put(output)
        context.all_told = True

    def _catch_up(self, *, in_short: bool) -> None:
        """Before anything is answered: the listener's view is the newest."""
        context, session = self._context, self._context.session
        if session is not None and session.catch_up(context.now, in_short=in_short):
            self._follow_match()
        context.all_told = context.announcer.is_told(context.now, ahead=context.settings.play_ahead)

    def come_back(self, missed: int) -> None:
        """The window is in front again: facts and the question, or where one is.

        `missed` counts what else was kept silent meanwhile.  Where a server is being gone back to,
        the return tells how things stand there.
        """
        context = self._context
        was_behind = context.session is not None and not context.session.is_up_to_date
        news = [Say(msg("messages-new", missed), Priority.REPLY)] if missed else []

        def where() -> None:
            at_table = was_behind and context.screen.at_the_table
            quietly = context.is_online and context.online.core.comes_back_quietly
            context.say(*news, *(() if at_table or quietly else context.screen.where()))

        self.answer(where, in_short=True)
