"""Screens; the list that most screens are; the yes-or-no question."""

from __future__ import annotations

import unicodedata
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

from audiogames.core.contract import Refused
from audiogames.core.cues import Cue, Msg, Say, Sound, msg, reply
from audiogames.present.frame import Frame, Row

if TYPE_CHECKING:
    from audiogames.app.context import Context


Action = Callable[[str], None]
"""The action of a binding; it receives the key that was pressed."""


class Screen(ABC):
    """A screen of the program.  Keys are looked up in its `layers`, in order."""

    layers: tuple[str, ...] = ()
    kind = "menu"
    """Which key list F1 shows: the message `keys-of-<kind>`."""
    wants_text = False
    """Whether letters are text here, not commands."""
    at_the_table = False
    """Whether the match itself is in front, not a menu or text."""
    outlasts_matches = False
    """Whether it stays open when the match below it is replaced by the next one."""
    may_be_interrupted = False
    """Whether the program may open a question of its own over it."""

    def __init__(self, context: Context) -> None:
        self.context = context

    def actions(self) -> Mapping[str, Action]:
        """Return the actions of this screen's bindings, by binding id; called once for each."""
        return {}

    @cached_property
    def by_binding(self) -> Mapping[str, Action]:
        """The actions by binding, made when the first key is pressed."""
        return self.actions()

    def opened(self) -> None:
        """Called when the screen opens: say the focus."""
        self.context.say(*self.where())

    def returned(self) -> None:
        """Called when the screen above was closed."""
        self.opened()

    def refreshed(self) -> None:  # noqa: B027 - most screens need not know
        """Called when the match has changed behind this screen."""

    @abstractmethod
    def where(self) -> Sequence[Cue]:
        """Return what F5 answers, which is also said on opening."""

    def catch(self, key: str) -> bool:
        """Handle any key before its binding; return True if the screen used it."""
        del key
        return False

    def letter(self, key: str) -> bool:
        """Handle a key without a binding; return True if the screen used it."""
        del key
        return False

    def type(self, text: str) -> None:  # noqa: B027 - most have no text field
        """Take typed text, if text is wanted."""

    def paste(self, text: str) -> None:
        """Take text from the clipboard, which must never run a command."""
        del text
        self.context.sound("menu-edge")
        self.context.answer(msg("paste-nowhere"))

    @abstractmethod
    def frame(self) -> Frame:
        """Return what is drawn."""

    def click(self, kind: str, number: int) -> None:  # noqa: B027 - some have nothing to click
        """Handle a click on the row or card of this number."""


@dataclass(frozen=True)
class Item:
    """A line of a list: its words, and the action of Enter."""

    label: Msg
    run: Callable[[], None]


class ListScreen(Screen):
    """A list browsed with arrows, first letters and clicks; it wraps if the settings say so."""

    layers: tuple[str, ...] = ("list",)
    SPELLING = 1.0
    """Letters within so many seconds of one another form a prefix."""
    TEN = 10

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self.place = 0
        self._typed = ""
        self._typed_at = float("-inf")

    @abstractmethod
    def title(self) -> Msg:
        """Return the name of the list."""

    @abstractmethod
    def items(self) -> Sequence[Item]:
        """Return the lines, at least one."""

    def remarks(self) -> Sequence[Msg]:
        """Return remarks to be said before the items."""
        return ()

    def actions(self) -> Mapping[str, Action]:
        return {
            "move": lambda key: self._step(-1 if key == "up" else 1),
            "edges": lambda key: self._go(0 if key == "home" else len(self.items()) - 1),
            "ten-on": lambda key: self._step(-self.TEN if key == "ctrl+up" else self.TEN),
            "choose": lambda _key: self.choose(),
            "back": lambda _key: self.back(),
        }

    def where(self) -> Sequence[Cue]:
        """Return title, remarks and focused item, in one utterance."""
        return *map(_as_reply, (self.title(), *self.remarks())), self.current()

    def current(self) -> Say:
        """Return the focused item."""
        return _as_reply(self._item().label)

    def tell(self) -> None:
        """Say the focused item."""
        self.context.say(self.current())

    def choose(self) -> None:
        """Run the focused item."""
        self.context.sound("menu-choose")
        self._item().run()

    def back(self) -> None:
        """Leave the list."""
        self.context.sound("menu-back")
        self.context.pop()

    def letter(self, key: str) -> bool:
        """Go to the next item that begins with the letters typed."""
        if len(key) != 1 or not key.isalnum():
            return False
        spelling = self.context.now - self._typed_at < self.SPELLING and self._typed != key
        self._typed = self._typed + key if spelling else key
        self._typed_at = self.context.now
        if (place := self._find(self._typed)) is None:  # no such word: start a new prefix
            self._typed = key
            place = self._find(key)
        if place is None:
            self.context.say(Sound("menu-edge", notice=True))
            self.tell()
        else:
            self._go(place)
        return True

    def names(self) -> Sequence[Msg]:
        """Return the text by which letters find each item, by default its words."""
        return [item.label for item in self.items()]

    def click(self, kind: str, number: int) -> None:
        """Choose the row that was clicked."""
        if kind == "row" and number < len(self.items()):
            self.place = number
            self.choose()

    def frame(self) -> Frame:
        """Draw the title and the rows."""
        return self.in_picture(Frame("", status=self.context.status))

    def in_picture(self, picture: Frame) -> Frame:
        """Draw the rows and the title into a picture, in place of its buttons."""
        rows = tuple(
            Row(self.context.text(item.label), focused=place == self.place)
            for place, item in enumerate(self.items())
        )
        return replace(picture, title=self.context.text(self.title()), rows=rows, buttons=())

    def _item(self) -> Item:
        """Return the focused item, the last one if the list has become shorter."""
        items = self.items()
        self.place = min(self.place, len(items) - 1)
        return items[self.place]

    def _step(self, by: int) -> None:
        """Move by so many items; wrapping plays the sound of an edge."""
        last = len(self.items()) - 1
        beyond = by in {-1, 1} and not 0 <= self.place + by <= last
        if beyond and last > 0 and self.context.settings.wrap:
            self._move_to(0 if by > 0 else last, "menu-edge")
        else:
            self._go(self.place + by)

    def _go(self, place: int) -> None:
        inside = max(0, min(len(self.items()) - 1, place))
        self._move_to(inside, "menu-move" if inside == place else "menu-edge")

    def _move_to(self, place: int, sound: str) -> None:
        self.context.say(Sound(sound, notice=True))
        self.place = place
        self.tell()

    def _find(self, prefix: str) -> int | None:
        """Return the next item with this prefix; a longer prefix may match the focused item too."""
        found = _found_by(list(map(self.context.text, self.names())))
        first = self.place + (1 if len(prefix) == 1 else 0)
        order = [(first + step) % len(found) for step in range(len(found))]
        starts = (
            place
            for place in order
            if any(text.startswith(_plain(prefix)) for text in found[place])
        )
        return next(starts, None)


def _plain(text: str) -> str:
    """Return the text in lower case without accents: "e" finds "È mia"."""
    letters = unicodedata.normalize("NFKD", text.casefold())
    return "".join(letter for letter in letters if not unicodedata.combining(letter))


def _found_by(names: Sequence[str]) -> list[tuple[str, ...]]:
    """Return the texts that find each item: its name, or the distinct end of a similar name.

    So S finds both "Suoni" and "Lezione di Scopa", while L goes through the lessons.
    """
    plain = [_plain(name) for name in names]
    groups: dict[str, list[str]] = {}
    for name in plain:
        groups.setdefault(name.partition(" ")[0], []).append(name)
    return [(name, *_rest(name, groups[name.partition(" ")[0]])) for name in plain]


def _rest(name: str, alike: Sequence[str]) -> tuple[str, ...]:
    """Return the end of a name from where it differs from similar names, if there are any."""
    if len(alike) == 1:
        return ()
    words = [one.split() for one in alike]
    shared = 1
    while (
        all(len(one) > shared + 1 for one in words) and len({one[shared][0] for one in words}) == 1
    ):
        shared += 1  # "di Scopa", "di Wist"; "del gioco", "della voce"
    rest = " ".join(name.split()[shared:])
    return (rest,) if rest else ()


def _as_reply(message: Msg) -> Say:
    return Say(message, reply(message.id).priority)


def refusal(error: Refused) -> tuple[Cue, ...]:
    """Return the sound and the reason of a refusal."""
    return Sound("refused", notice=True), _as_reply(error.message)


def _always() -> bool:
    return True


@dataclass(frozen=True)
class Question:
    """A question before an action: what a yes does, what is said after a no.

    `stands` returns whether the question is still open.
    """

    words: Msg
    yes: Callable[[], None]
    declined: Msg | None = None
    stands: Callable[[], bool] = _always


class ListOverTable(ListScreen):
    """A list of actions; opened at a table, it is drawn with the table."""

    def frame(self) -> Frame:
        """Draw the list, with the table that it is about."""
        below = self.context.below(self)
        if below is None or not below.at_the_table:
            return super().frame()
        return self.in_picture(below.frame())


class Confirm(ListOverTable):
    """A yes-or-no question; S and Y, N and Escape answer at once."""

    layers: tuple[str, ...] = ("answer", "list")

    def __init__(self, context: Context, question: Question) -> None:
        super().__init__(context)
        self._question = question

    def title(self) -> Msg:
        """Return the question."""
        return self._question.words

    def items(self) -> Sequence[Item]:
        """Return yes and no."""
        return Item(msg("yes"), self._agree), Item(msg("no"), self.back)

    def where(self) -> Sequence[Cue]:
        """Return the question, and how to answer it."""
        return _as_reply(self._question.words), _as_reply(msg("yes-or-no"))

    def letter(self, key: str) -> bool:
        """Ask again after any other key: no answer may be guessed."""
        del key
        self.context.say(*self.where())
        return True

    def refreshed(self) -> None:
        """Close the question if the match has made it void."""
        if not self._question.stands():
            self.context.pop()

    def back(self) -> None:
        """Answer no: nothing changes."""
        self.context.pop(silently=True)
        declined = self._question.declined
        self.context.say(
            Sound("menu-back", notice=True),
            _as_reply(msg("no")),
            *([] if declined is None else [_as_reply(declined)]),
        )

    def actions(self) -> Mapping[str, Action]:
        """Let letters answer, beside the list."""
        return {
            **super().actions(),
            "yes": lambda _key: self._agree(),
            "no": lambda _key: self.back(),
        }

    def _agree(self) -> None:
        self.context.pop(silently=True)
        self._question.yes()
