"""A line of text to be typed: what is typed is said, letter by letter, and read whole on demand."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Final

from audiogames.app.screens.base import Action, Screen
from audiogames.core.contract import Refused
from audiogames.core.cues import Cue, Msg, Priority, Say, Sound, msg
from audiogames.present.frame import Frame

if TYPE_CHECKING:
    from audiogames.app.app import App

LONGEST: Final = 300


class TypeLine(Screen):
    """Enter gives the text to `take`, which may refuse it; Esc leaves; the arrows read it."""

    layers = ("typing",)
    kind = "typing"
    wants_text = True

    def __init__(self, app: App, title: Msg, take: Callable[[str], None]) -> None:
        super().__init__(app)
        self._title = title
        self._take = take
        self._text = ""

    def actions(self) -> Mapping[str, Action]:
        """Submit, delete, read, leave."""
        return {
            "submit": lambda _key: self._submit(),
            "delete": lambda _key: self._delete(),
            "read": lambda _key: self.app.answer(self._whole()),
            "cancel": lambda _key: self._leave(),
        }

    def where(self) -> Sequence[Cue]:
        """What is to be typed."""
        return (Say(self._title, Priority.REPLY),)

    def type(self, text: str) -> None:
        """Letters came from the keyboard."""
        letters = "".join(letter for letter in text if letter.isprintable())
        self._text = (self._text + letters)[:LONGEST]
        if letters:
            self.app.remark(msg("text", text=letters) if letters.strip() else msg("key-space"))

    def paste(self, text: str) -> None:
        """Line ends become spaces, so that nothing is sent by a paste."""
        self.type(" ".join(text.split()))

    def frame(self) -> Frame:
        """The text so far."""
        return Frame(self.app.text(self._title), status=self.app.status, field=self._text)

    def _whole(self) -> Msg:
        return msg("text", text=self._text) if self._text.strip() else msg("nothing-typed")

    def _delete(self) -> None:
        gone, self._text = self._text[-1:], self._text[:-1]
        self.app.remark(msg("deleted", text=gone) if gone.strip() else msg("nothing-typed"))

    def _leave(self) -> None:
        self.app.sound("menu-back")
        self.app.pop()

    def _submit(self) -> None:
        """What is refused says why; the same key opens another line."""
        if not self._text.strip():
            self.app.answer(msg("nothing-typed"))
            return
        self.app.pop(silently=True)
        try:
            self._take(self._text)
        except Refused as error:
            self.app.say(Sound("refused", notice=True), Say(error.message, Priority.REPLY))
