"""The match screen of a lesson: all keys work, but only the move of the current task is made."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from audiogames.app.match.controller import Undelivered
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
"""Questions that every game has; after their answers the lesson repeats the task."""

PRACTICE: Final = frozenset({"take-back", "suggest", "second-best", "open-hands"})
"""Practice aids that would make the match differ from the script."""


class LessonScreen(MatchScreen):
    """The match screen of a lesson.  Escape leaves it, Control+R repeats the step."""

    context: MatchContext

    def __init__(self, context: MatchContext, tutor: Tutor) -> None:
        super().__init__(context, tutor.session)
        self._tutor = tutor
        self._answers = ANSWERS | {one.id for one in tutor.session.spec.queries}
        self.layers = (LAYER, *self.layers)

    def opened(self) -> None:
        """Begin the lesson."""
        self._tutor.follow()

    def returned(self) -> None:
        """Announce the task again after another screen was closed."""
        if self._has_new_list or not self._tutor.waits:
            super().returned()
        else:
            self.context.say(*as_replies(self._tutor.reminder()))

    def refreshed(self) -> None:
        """Update the table, and announce the next step of the lesson if it is due."""
        super().refreshed()
        self._tutor.follow()

    def where(self) -> Sequence[Cue]:
        """Return the progress of the lesson, and the state of the match."""
        return Say(self._tutor.where(), Priority.REPLY), *super().where()

    def actions(self) -> Mapping[str, Action]:
        """Return the actions of a match, changed so that each also lets the lesson continue."""
        watched = {id_: self._with_lesson(id_, run) for id_, run in super().actions().items()}
        return {
            **watched,
            "repeat": lambda _key: self._repeat(),
            "leave-lesson": lambda _key: self.context.matches.leave(),
        }

    def submit(self, move: Move, *, at_once: bool = False) -> None:
        """Make the move if it is the current task; otherwise repeat the task.

        An illegal move is refused with the reason that the rules give.
        """
        if not self._tutor.lets(move):
            self._refuse_action()
            return
        step = self._tutor.step
        try:
            super().submit(move, at_once=at_once)
        except Undelivered:
            raise
        except Refused as error:
            self.context.say(*refusal(error))
            self._tutor.refused(move)
        else:
            self._tutor.made(move)
        self._tutor.follow()
        self._remind(step)

    def go_on_or(self, otherwise: Callable[[], None]) -> None:
        """Handle Space: begin the lesson, or start the next deal if that is the current task."""
        tutor, waited = self._tutor, self.session.waiting
        if not tutor.begun:
            self.session.begin(self.context.now)
        elif waited and not (tutor.over or tutor.step.key == GO_ON):
            self._refuse_action()
            return
        else:
            super().go_on_or(otherwise)
            if not waited or self.session.waiting:
                return
        tutor.pressed(GO_ON)
        tutor.follow()

    def frame(self) -> Frame:
        """Draw the match, with the current task above it."""
        shown = super().frame()
        if not (self._tutor.waits or self._tutor.over):
            return shown
        return replace(shown, lines=(self.context.text(self._tutor.task()), *shown.lines))

    # Internal

    def _with_lesson(self, id_: str, action: Action) -> Action:
        """Return an action that also announces the next step of the lesson, or a reminder."""

        def run(key: str) -> None:
            if self._is_blocked(id_):
                self._refuse_action()
                return
            step = self._tutor.step
            try:
                action(key)
            except Undelivered:
                raise
            except Refused as error:
                if not self._tutor.begun:
                    self._refuse_action()
                    return
                self.context.say(*refusal(error))
                self._handle_refused_card(id_)
                self._tutor.follow()
                self._remind(step)
                return
            if id_ != GO_ON and self._tutor.step is step:
                self._tutor.pressed(id_)
            self._tutor.follow()
            if id_ in self._answers:
                self._remind(step)

        return run

    def _handle_refused_card(self, id_: str) -> None:
        """Tell the lesson which moves were refused: the task may be to try one of them."""
        card = self.hand.focused
        if id_ == "play" and card is not None:
            for move in self.session.spec.hand.ways(card, self.session.view):
                self._tutor.refused(move)

    def _is_blocked(self, id_: str) -> bool:
        """Whether the lesson refuses an action: a practice aid, or a move that is not the task."""
        if id_ in PRACTICE:
            return not self._tutor.over
        view = self.session.view
        commands = (one for one in self.session.spec.commands if one.id == id_)
        moves = (made_by(one, view) for one in commands if not one.required)
        return any(move is not None and not self._tutor.lets(move) for move in moves)

    def _refuse_action(self) -> None:
        """Announce that an action is not possible now, and repeat the current task."""
        if self._tutor.waits:
            asked = (Say(msg("tutor-not-now"), Priority.REPLY), *self._tutor.words()[-1:])
        else:
            asked = (Say(msg("one-moment"), Priority.REPLY),)
        self.context.say(Sound("refused", notice=True), *as_replies(asked))

    def _remind(self, step: Step) -> None:
        """Repeat the task after the answer to a key, if the lesson is still at this step."""
        if self._tutor.waits and self._tutor.step is step:
            self._tutor.remind()

    def _repeat(self) -> None:
        """Repeat the step; while other players move, repeat the last announcement instead."""
        latest = self.context.announcer.history.latest
        if self._tutor.waits or self._tutor.over or latest is None:
            self.context.say(*as_replies(self._tutor.words()))
        else:
            self.context.quote(latest)
