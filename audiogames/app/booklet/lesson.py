"""The lesson of a game as a text: a second `App` plays it, and its announcements are collected.

So the text names the actual cards and answers, and cannot differ from the lesson.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from pathlib import Path
from random import Random
from typing import Final

from audiogames.app.app import App
from audiogames.app.booklet.unkept import UnkeptStorage
from audiogames.app.modes.lesson import Tutor
from audiogames.app.outputs import Output
from audiogames.app.screens.match.lesson import LessonScreen
from audiogames.app.settings import Settings
from audiogames.core.contract import Refused
from audiogames.core.registry import Spec, game
from audiogames.present.outputs import Announcement
from audiogames.table.clock import TimeSettings

ENOUGH: Final = 60.0
"""Seconds, by the program's clock, in which all effects of a key are over."""

MOST_KEPT: Final = 32
"""How many lessons are cached, some two kilobytes each."""

MOST_KEYS: Final = 200
"""More keys than any lesson needs; a lesson that cannot be completed ends after so many."""


def lesson_lines(spec: Spec, locales: Path, settings: Settings) -> Sequence[str]:
    """Return all announcements in the lesson of a game."""
    usual = Settings(
        language=settings.language,
        pace=5,
        thought=0,
        keys=settings.keys,
        hand=settings.hand,
        letters=settings.letters,
        names=settings.names,
        dialect=settings.dialect,
    )
    return _play_lesson(spec.id, locales, usual)


@lru_cache(maxsize=MOST_KEPT)
def _play_lesson(game_id: str, locales: Path, settings: Settings) -> tuple[str, ...]:
    """Play the lesson.

    The result is cached, because playing takes too long to repeat on a server.
    """
    learner = _Learner(App(UnkeptStorage(settings), locales, Random(1)), game(game_id))
    learner.learn()
    return tuple(learner.heard)


class _Learner:
    """Plays the lesson: presses the key or makes the move that each step asks for."""

    def __init__(self, app: App, spec: Spec) -> None:
        self.heard: list[str] = []
        self._app, self._spec = app, spec
        self._now = 0.0
        app.begin(self._now)
        self._tutor = Tutor(app, spec, app.matches.me(), TimeSettings(None))
        app.enter(self._tutor.session)
        self._screen = LessonScreen(app, self._tutor)
        app.show_only(self._screen)

    def learn(self) -> None:
        """Do all steps of the lesson."""
        self._wait()
        for _ in range(MOST_KEYS):
            if self._tutor.over:
                return
            self._do_step()
            self._wait()
            while self._app.screen is not self._screen:  # a list that a key has opened
                self._app.handle("escape", self._now)
                self._wait()

    def _do_step(self) -> None:
        """Press the key or make the move that the step asks for."""
        step = self._tutor.step
        if not step.move:
            if step.key == "explain":
                self._go_to_card()
            self._press(self._tutor.key_of(step.key))
            return
        try:
            self._screen.submit(self._spec.rules.read(step.move))
        except Refused as error:
            self._app.answer(error.message)

    def _go_to_card(self) -> None:
        """Focus the card that the lesson plays next, for a step whose question is about a card."""
        steps = self._tutor.steps[self._tutor.place :]
        move = next((one.move for one in steps if one.move), "")
        card = self._tutor.card_of(move)
        cards = self._screen.hand.cards
        if card in cards[:10]:
            self._press(str((cards.index(card) + 1) % 10))

    def _press(self, key: str) -> None:
        self._hear(self._app.handle(key, self._now))

    def _wait(self) -> None:
        """Advance the time until a key has had all its effects, with a `tick` at every deadline."""
        end = self._now + ENOUGH
        self._hear(self._app.tick(self._now))
        while (deadline := self._app.deadline) is not None and deadline <= end:
            self._now = max(self._now, deadline)
            self._hear(self._app.tick(self._now))
        self._now = end
        self._hear(self._app.tick(end))

    def _hear(self, outputs: Iterable[Output]) -> None:
        """Collect the announcements among these outputs."""
        self.heard += [one.text for one in outputs if isinstance(one, Announcement)]
