"""Help (Shift+F1): the lessons, frequent questions, and what each sound means."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path

from audiogames.app.retold import Retold
from audiogames.app.screens.base import Confirm, Item, ListScreen, Question
from audiogames.app.screens.glossary import Glossaries
from audiogames.app.screens.reader import TextReader
from audiogames.app.tutorial import LessonSession
from audiogames.core.cues import Msg, msg
from audiogames.core.registry import Spec, games


class HelpMenu(ListScreen):
    """What there is to be learnt; the game that is on comes first."""

    def title(self) -> Msg:
        """Help."""
        return msg("help-title")

    def items(self) -> Sequence[Item]:
        """A lesson of each game, then questions and sounds."""
        taught = [spec for spec in games() if spec.lesson is not None]
        return (
            *(self._lesson(spec) for spec in sorted(taught, key=self._is_elsewhere)),
            Item(msg("help-faq"), lambda: self.app.push(FaqReader(self.app))),
            Item(msg("help-sounds"), lambda: self.app.push(Glossaries(self.app))),
        )

    def _is_elsewhere(self, spec: Spec) -> bool:
        return self.app.spec is not spec

    def _lesson(self, spec: Spec) -> Item:
        return Item(msg("tutor-title", game=msg(f"game-{spec.id}")), partial(self._learn, spec))

    def _learn(self, spec: Spec) -> None:
        """At once, or after a question where a match would be left."""
        session = self.app.session
        begin = partial(self.app.matches.teach, spec)
        is_played = session is not None and session.seat is not None and not session.over
        if not is_played or isinstance(session, LessonSession | Retold):
            begin()
            return
        words = msg("tutor-leave-kept" if self.app.matches.kept else "tutor-leave")
        self.app.push(Confirm(self.app, Question(words, begin)))


class FaqReader(TextReader):
    """Frequent questions, each a heading."""

    def title(self) -> Msg:
        """Frequent questions."""
        return msg("help-faq")

    def file(self) -> Path:
        """The text in the language that is spoken."""
        return self.app.locales / self.app.announcer.localizer.lang / "faq.md"
