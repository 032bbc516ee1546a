"""A person acts: what they had not been told yet begins the answer, in one utterance with it."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from audiogames.app.keys.bindings import HUSH
from audiogames.app.match.controller import Untold
from audiogames.app.screens.base import refusal
from audiogames.core.contract import Refused
from audiogames.core.cues import Priority, Say, msg

if TYPE_CHECKING:
    from audiogames.app.app import App


class Answering:
    """Answers keys, clicks, typed letters, and the return to the window."""

    def __init__(self, app: App) -> None:
        self._app = app
        self.count = 0
        """How many times a person has acted."""
        self.all_told = True
        """Whether everything had been told when they acted last; always, between their acts."""

    def answer(self, act: Callable[[], None], *, hushes: bool = False) -> None:
        """Let a person act, who has the newest view by then, unless the act `hushes`.

        A move that came before everything had been told is not made: that is told instead.
        """
        self._app.announcer.come_back()  # whoever acts is there, whatever the window was told
        self._answer(act, catch_up=None if hushes else self._catch_up)

    def _answer(self, act: Callable[[], None], catch_up: Callable[[], None] | None) -> None:
        app, again = self._app, False
        self.count += 1
        app.announcer.begin_answer()
        try:
            if catch_up is not None:
                catch_up()
            act()
        except Untold:
            again = True
        except Refused as error:
            app.say(*refusal(error))
        for output in app.announcer.end_answer(app.now, again=again):
            app.put(output)
        self.all_told = True

    def _catch_up(self, *, in_short: bool = False) -> None:
        """Before anything is answered: the listener's view is the newest."""
        app = self._app
        if app.session is not None:
            app.session.catch_up(app.now, in_short=in_short)
            app.follow_match()
        self.all_told = app.announcer.is_told(app.now, ahead=app.settings.play_ahead)

    def hushes(self, key: str) -> bool:
        """Whether this key asks for silence: nothing is told before that."""
        found = self._app.keymap.find(key, self._app.screen.layers)
        return found is not None and found.id == HUSH

    def come_back(self, missed: int) -> None:
        """The window is in front again: facts and the question, or where one is.

        `missed` counts what else was kept silent meanwhile.  Where a server is being gone back to,
        the return tells how things stand there.
        """
        app = self._app
        was_behind = app.session is not None and not app.session.is_up_to_date
        news = [Say(msg("messages-new", missed), Priority.REPLY)] if missed else []

        def where() -> None:
            at_table = was_behind and app.screen.at_the_table
            quietly = app.is_online and app.online.core.comes_back_quietly
            app.say(*news, *(() if at_table or quietly else app.screen.where()))

        self._answer(where, catch_up=partial(self._catch_up, in_short=True))
