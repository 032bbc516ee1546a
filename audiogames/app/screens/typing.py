"""The screen of a text field, which echoes typed letters and reads the text on request.

Editing keys are the usual ones, with a screen reader's announcements: moving the caret
announces the letter or word at its new position; moving it with Shift announces the text
that was added to the selection or removed from it.  Typed letters are echoed if the field
accepts them.  Rejected letters are announced, and the text cannot be submitted before the
player has heard that announcement.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Final

from audiogames.app.outputs import ReadClipboard
from audiogames.app.screens.base import Action, Screen
from audiogames.app.screens.editing import Inserted, Step, TextField, TextRules
from audiogames.core.contract import Refused
from audiogames.core.cues import Cue, Msg, Priority, Say, Sound, msg
from audiogames.present.frame import Frame

if TYPE_CHECKING:
    from audiogames.app.context import Context

HEARD: Final = 0.5
"""An announcement of rejected text counts as heard after so many seconds.

Until then Enter repeats it.
"""

BREAKS: Final = re.compile(r"\s+")
"""Line breaks and tabs in pasted text, with the spaces around them."""

SIGNS: Final = {
    " ": "key-space",
    ",": "sign-comma",
    ".": "sign-period",
    "-": "sign-minus",
    "/": "sign-slash",
    ";": "sign-semicolon",
    "'": "sign-apostrophe",
    "\\": "sign-backslash",
    ":": "sign-colon",
    "@": "sign-at",
    "_": "sign-underscore",
    "!": "sign-exclamation",
    "?": "sign-question",
    '"': "sign-quote",
    "(": "sign-open",
    ")": "sign-close",
}
"""Signs that many voices skip."""

STEPS: Final[Mapping[str, tuple[Step, int]]] = {
    "left": ("letter", -1),
    "right": ("letter", 1),
    "ctrl+left": ("word", -1),
    "ctrl+right": ("word", 1),
    "home": ("edge", -1),
    "end": ("edge", 1),
    "backspace": ("letter", -1),
    "delete": ("letter", 1),
    "ctrl+backspace": ("word", -1),
    "ctrl+delete": ("word", 1),
}
"""The steps of the standard editing keys, without Shift."""


class TypeLine(Screen):
    """The screen of a text field: Enter passes the text to `take`, Escape leaves the field.

    `take` may refuse the text by raising `Refused`.
    """

    layers = ("typing",)
    kind = "typing"
    wants_text = True

    def __init__(
        self,
        context: Context,
        title: Msg,
        take: Callable[[str], None],
        rules: TextRules | None = None,
    ) -> None:
        super().__init__(context)
        self._title = title
        self._take = take
        self.field = TextField(rules)
        self._rejected: tuple[Msg, float] | None = None
        """The last announcement of rejected text, and its time."""

    def actions(self) -> Mapping[str, Action]:
        """Return the actions for submitting, editing, reading and leaving."""
        return {
            "submit": lambda _key: self._enter(),
            "delete": self._delete,
            "caret": self._move,
            "select": partial(self._move, selects=True),
            "select-all": lambda _key: self._select_all(),
            "cut": lambda _key: self._copy(cuts=True),
            "copy-text": lambda _key: self._copy(cuts=False),
            "paste": lambda _key: self.context.put(ReadClipboard()),
            "read": lambda _key: self.context.answer(self._whole()),
            "cancel": lambda _key: self._leave(),
        }

    def where(self) -> Sequence[Cue]:
        """Return the prompt, and the text typed so far."""
        typed = [Say(self._whole(), Priority.REPLY)] if self.field.text.strip() else []
        return Say(self._title, Priority.REPLY), *typed

    def type(self, text: str) -> None:
        """Insert typed letters and echo them."""
        if "".join(filter(str.isprintable, text)):
            self._tell_typed(self.field.insert(text))

    def paste(self, text: str) -> None:
        """Insert pasted text; line breaks become spaces, so that they do not submit the text."""
        done = self.field.insert(BREAKS.sub(" ", text.strip()))
        if not done.kept and not done.left_out:
            self._answer("menu-edge", msg("clipboard-empty"))
            return
        words = msg("pasted", text=done.kept) if done.kept else msg("nothing-pasted")
        self._tell_left_out(done.left_out, words)

    def frame(self) -> Frame:
        """Draw the text so far."""
        field = self.field
        caret = None if field.caret == len(field.text) else field.caret
        return Frame(
            self.context.text(self._title),
            status=self.context.status,
            field=field.text,
            caret=caret,
            longest=field.rules.longest,
        )

    # Typing

    def _tell_typed(self, done: Inserted) -> None:
        """Echo what was inserted; announce letters left out by the limit or the filter."""
        if done.kept and done.left_out:
            self._tell_left_out(done.left_out, _spoken(done.kept))
        elif done.kept:
            self.context.remark(_spoken(done.kept))
        elif done.too_many:
            self._announce_rejected(msg("field-full"))
        elif done.not_taken:
            self._announce_rejected(msg("sign-not-taken"))

    def _tell_left_out(self, count: int, words: Msg) -> None:
        if count:
            self._announce_rejected(msg("left-out", count), words)
        else:
            self.context.answer(words)

    def _announce_rejected(self, lost: Msg, *before: Msg) -> None:
        """Announce that letters were rejected; until this was heard, Enter does not submit."""
        self._rejected = lost, self.context.now
        self.context.say(
            Sound("menu-edge", notice=True),
            *(Say(one, Priority.REPLY) for one in (*before, lost)),
        )

    # Editing

    def _delete(self, key: str) -> None:
        gone = self.field.delete(*STEPS[key])
        if gone:
            self.context.remark(msg("deleted", text=_spoken(gone)))
        elif self.field.text:
            self._answer("menu-edge", self._at_caret("letter"))
        else:
            self.context.remark(msg("nothing-typed"))

    def _move(self, key: str, *, selects: bool = False) -> None:
        step, by = STEPS[key.replace("shift+", "")]
        at = self.field.caret
        before, after = self.field.move(step, by, selects=selects)
        if self.field.caret == at:
            self.context.sound("menu-edge")
        if selects:
            self._tell_selection(before, after)
        else:
            self.context.remark(self._at_caret(step))

    def _tell_selection(self, before: str, after: str) -> None:
        """Announce what was added to the selection or removed from it.

        If a key has done both, announce the whole selection.
        """
        if after == before:
            self.context.remark(self._selection())
        elif before in {after[len(after) - len(before) :], after[: len(before)]}:
            self.context.remark(msg("selected", text=_spoken(_rest(after, before))))
        elif after in {before[len(before) - len(after) :], before[: len(after)]}:
            self.context.remark(msg("unselected", text=_spoken(_rest(before, after))))
        else:
            self.context.remark(self._selection())

    def _select_all(self) -> None:
        self.field.select_all()
        self.context.remark(self._selection())

    def _copy(self, *, cuts: bool) -> None:
        """Copy the selection to the clipboard; with `cuts`, delete it once that has succeeded."""
        text = self.field.selected
        if not text:
            self._answer("menu-edge", msg("nothing-selected"))
        else:
            self.context.copy(text, partial(self._cut, text) if cuts else None)

    def _cut(self, text: str) -> Msg:
        if self.field.selected == text:
            self.field.delete("letter", 1)
        return msg("cut")

    # Reading

    def _selection(self) -> Msg:
        text = self.field.selected
        return msg("selected", text=_spoken(text)) if text else msg("nothing-selected")

    def _at_caret(self, step: Step) -> Msg:
        """Return the word or the letter at the caret."""
        field = self.field
        text = field.word_at_caret if step == "word" else field.at_caret
        if text:
            return _spoken(text)
        return msg("end-of-text") if field.text else msg("nothing-typed")

    def _whole(self) -> Msg:
        text = self.field.text
        return msg("text", text=text.strip()) if text.strip() else msg("nothing-typed")

    def _answer(self, sound: str, words: Msg) -> None:
        self.context.sound(sound)
        self.context.answer(words)

    # Leaving

    def _leave(self) -> None:
        self.context.sound("menu-back")
        self.context.pop()

    def _enter(self) -> None:
        """Submit the text, unless the player has not yet heard that letters were rejected."""
        if self._rejected is not None and self.context.now - self._rejected[1] < HEARD:
            self._announce_rejected(self._rejected[0], self._whole())
        elif left_out := self.field.settle():
            self._tell_left_out(left_out, self._whole())
        else:
            self._rejected = None
            self._submit()

    def _submit(self) -> None:
        """Close the field and pass the text to `take`; announce a refusal."""
        if not self.field.text.strip():
            self.context.answer(msg("nothing-typed"))
            return
        self.context.pop(silently=True)
        try:
            self._take(self.field.text)
        except Refused as error:
            self.context.say(Sound("refused", notice=True), Say(error.message, Priority.REPLY))


def _spoken(text: str) -> Msg:
    """Return a text as a message; a single punctuation mark is replaced by its name."""
    said = text.strip() or " "
    return msg(SIGNS[said]) if said in SIGNS else msg("text", text=said)


def _rest(longer: str, shorter: str) -> str:
    """Return the rest of the longer text, which begins or ends with the shorter one."""
    if longer.startswith(shorter):
        return longer[len(shorter) :]
    return longer[: len(longer) - len(shorter)]
