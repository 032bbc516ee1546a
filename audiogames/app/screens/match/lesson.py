"""The table of a lesson: all keys do their work, but the only move is the one that is asked for."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from audiogames.app.match.controller import Untold
from audiogames.app.match.cues import as_replies
from audiogames.app.modes.lesson import GO_ON, LAYER, Tutor, made_by
from audiogames.app.screens.base import Action, refusal
from audiogames.app.screens.match.table import MatchScreen
from audiogames.core.contract import Move, Refused
from audiogames.core.cues import Cue, Priority, Say, Sound, msg
from audiogames.core.lesson import Step
from audiogames.present.frame import Frame

if TYPE_CHECKING:
    from audiogames.app.match_context import MatchContext

ANSWERS: Final = frozenset({"hand", "turn", "time-left", "recap"})
"""Questions of every game: after the answer the lesson says again what it waits for."""

PRACTICE: Final = frozenset({"take-back", "suggest", "second-best", "open-hands"})
"""What would lead away from the script."""


class LessonScreen(MatchScreen):
    """A match with a tutor.  Esc leaves, Control R repeats the step."""

    context: MatchContext

    def __init__(self, context: MatchContext, tutor: Tutor) -> None:
        super().__init__(context, tutor.session)
        self._tutor = tutor
        self._answers = ANSWERS | {one.id for one in tutor.session.spec.queries}
        self.layers = (LAYER, *self.layers)

    def opened(self) -> None:
        """The lesson begins."""
        self._tutor.follow()

    def returned(self) -> None:
        """Back from a list above: what the lesson waits for."""
        if self._has_new_list or not self._tutor.waits:
            super().returned()
        else:
            self.context.say(*as_replies(self._tutor.reminder()))

    def refreshed(self) -> None:
        """When the others have moved, the next step may be told."""
        super().refreshed()
        self._tutor.follow()

    def where(self) -> Sequence[Cue]:
        """How far the lesson is, and how the match stands."""
        return Say(self._tutor.where(), Priority.REPLY), *super().where()

    def actions(self) -> Mapping[str, Action]:
        """Those of every match, watched by the tutor."""
        watched = {id_: self._watched(id_, run) for id_, run in super().actions().items()}
        return {
            **watched,
            "repeat": lambda _key: self._repeat(),
            "leave-lesson": lambda _key: self.context.matches.leave(),
        }

    def submit(self, move: Move, *, at_once: bool = False) -> None:
        """Only the move that is asked for is made; what the rules refuse, they refuse."""
        if not self._tutor.lets(move):
            self._hold()
            return
        step = self._tutor.step
        try:
            super().submit(move, at_once=at_once)
        except Untold:
            raise
        except Refused as error:
            self.context.say(*refusal(error))
            self._tutor.refused(move)
        else:
            self._tutor.made(move)
        self._tutor.follow()
        self._remind(step)

    def go_on_or(self, otherwise: Callable[[], None]) -> None:
        """Space begins the lesson, and the next deal where that is asked for."""
        tutor, waited = self._tutor, self.session.waiting
        if not tutor.begun:
            self.session.begin(self.context.now)
        elif waited and not (tutor.over or tutor.step.key == GO_ON):
            self._hold()
            return
        else:
            super().go_on_or(otherwise)
            if not waited or self.session.waiting:
                return
        tutor.pressed(GO_ON)
        tutor.follow()

    def frame(self) -> Frame:
        """The match, and above it what is to be done."""
        shown = super().frame()
        if not (self._tutor.waits or self._tutor.over):
            return shown
        return replace(shown, lines=(self.context.text(self._tutor.task()), *shown.lines))

    # Inside

    def _watched(self, id_: str, action: Action) -> Action:
        """The same; afterwards the lesson goes on, or says again what it waits for."""

        def run(key: str) -> None:
            if self._is_held(id_):
                self._hold()
                return
            step = self._tutor.step
            try:
                action(key)
            except Untold:
                raise
            except Refused as error:
                if not self._tutor.begun:
                    self._hold()
                    return
                self.context.say(*refusal(error))
                self._tried(id_)
                self._tutor.follow()
                self._remind(step)
                return
            if id_ != GO_ON and self._tutor.step is step:
                self._tutor.pressed(id_)
            self._tutor.follow()
            if id_ in self._answers:
                self._remind(step)

        return run

    def _tried(self, id_: str) -> None:
        """A card that cannot be played never comes to the table; it may be what was asked for."""
        card = self.hand.focused
        if id_ == "play" and card is not None:
            for move in self.session.spec.hand.ways(card, self.session.view):
                self._tutor.refused(move)

    def _is_held(self, id_: str) -> bool:
        """Whether it is not for now: a command, whose question is not even put, or practice."""
        if id_ in PRACTICE:
            return not self._tutor.over
        view = self.session.view
        commands = (one for one in self.session.spec.commands if one.id == id_)
        moves = (made_by(one, view) for one in commands if not one.required)
        return any(move is not None and not self._tutor.lets(move) for move in moves)

    def _hold(self) -> None:
        """Not now, and what is asked for instead."""
        if self._tutor.waits:
            asked = (Say(msg("tutor-not-now"), Priority.REPLY), *self._tutor.words()[-1:])
        else:
            asked = (Say(msg("one-moment"), Priority.REPLY),)
        self.context.say(Sound("refused", notice=True), *as_replies(asked))

    def _remind(self, step: Step) -> None:
        """After an answer: what the lesson still waits for."""
        if self._tutor.waits and self._tutor.step is step:
            self._tutor.remind()

    def _repeat(self) -> None:
        """The whole step; while the others move, what was heard last."""
        latest = self.context.announcer.history.latest
        if self._tutor.waits or self._tutor.over or latest is None:
            self.context.say(*as_replies(self._tutor.words()))
        else:
            self.context.quote(latest)
