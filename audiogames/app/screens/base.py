"""What a screen is; the list that most screens are; the question to be answered yes or no."""

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
"""What a binding does; it is given the key that was pressed."""


class Screen(ABC):
    """A place in the program.  `layers` are searched for a key in this order."""

    layers: tuple[str, ...] = ()
    kind = "menu"
    """Which key list F1 shows: the message `keys-of-<kind>`."""
    wants_text = False
    """Whether letters are text here, and no commands."""
    at_the_table = False
    """Whether the match itself is in front, and no menu or text."""
    outlasts_matches = False
    """Whether it stays open when the match below it makes room for the next one."""
    may_be_interrupted = False
    """Whether the program may ask something of its own here."""

    def __init__(self, context: Context) -> None:
        self.context = context

    def actions(self) -> Mapping[str, Action]:
        """What the bindings of this screen's layers do, by id: asked for once a screen."""
        return {}

    @cached_property
    def by_binding(self) -> Mapping[str, Action]:
        """Its actions, made when the first key is pressed."""
        return self.actions()

    def opened(self) -> None:
        """The screen came up: it says where one is."""
        self.context.say(*self.where())

    def returned(self) -> None:
        """The screen above was closed."""
        self.opened()

    def refreshed(self) -> None:  # noqa: B027 - most screens need not know
        """The match went on behind this screen."""

    @abstractmethod
    def where(self) -> Sequence[Cue]:
        """What F5 answers, and what is said on opening."""

    def catch(self, key: str) -> bool:
        """Any key, before it means anything; True if the screen took it."""
        del key
        return False

    def letter(self, key: str) -> bool:
        """A key without a binding; True if the screen used it."""
        del key
        return False

    def type(self, text: str) -> None:  # noqa: B027 - most have no text field
        """Text was typed, where it is wanted."""

    def paste(self, text: str) -> None:
        """Text came from a clipboard: no command may be made of it."""
        del text
        self.context.sound("menu-edge")
        self.context.answer(msg("paste-nowhere"))

    @abstractmethod
    def frame(self) -> Frame:
        """What is drawn."""

    def click(self, kind: str, number: int) -> None:  # noqa: B027 - some have nothing to click
        """A click on the row or card of this number."""


@dataclass(frozen=True)
class Item:
    """A line of a list: its words, and what Enter does."""

    label: Msg
    run: Callable[[], None]


class ListScreen(Screen):
    """A list that arrows, first letters and clicks move through.  It wraps where that is wished."""

    layers: tuple[str, ...] = ("list",)
    SPELLING = 1.0
    """Letters within so many seconds of one another spell a prefix."""
    TEN = 10

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self.place = 0
        self._typed = ""
        self._typed_at = float("-inf")

    @abstractmethod
    def title(self) -> Msg:
        """The name of the list."""

    @abstractmethod
    def items(self) -> Sequence[Item]:
        """The lines; at least one."""

    def remarks(self) -> Sequence[Msg]:
        """What is to be known of the list beforehand."""
        return ()

    def actions(self) -> Mapping[str, Action]:
        """Moving, choosing, leaving."""
        return {
            "move": lambda key: self._step(-1 if key == "up" else 1),
            "edges": lambda key: self._go(0 if key == "home" else len(self.items()) - 1),
            "ten-on": lambda key: self._step(-self.TEN if key == "ctrl+up" else self.TEN),
            "choose": lambda _key: self.choose(),
            "back": lambda _key: self.back(),
        }

    def where(self) -> Sequence[Cue]:
        """Title, remarks and item, in one utterance."""
        return *map(_as_reply, (self.title(), *self.remarks())), self.current()

    def current(self) -> Say:
        """The item that the focus is on."""
        return _as_reply(self._item().label)

    def tell(self) -> None:
        """Say the item that the focus is on."""
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
        """Go to the next item that begins with what was typed."""
        if len(key) != 1 or not key.isalnum():
            return False
        spelling = self.context.now - self._typed_at < self.SPELLING and self._typed != key
        self._typed = self._typed + key if spelling else key
        self._typed_at = self.context.now
        if (place := self._find(self._typed)) is None:  # no such word: another item is meant
            self._typed = key
            place = self._find(key)
        if place is None:
            self.context.say(Sound("menu-edge", notice=True))
            self.tell()
        else:
            self._go(place)
        return True

    def names(self) -> Sequence[Msg]:
        """Return what each item is found by: its words, in many lists."""
        return [item.label for item in self.items()]

    def click(self, kind: str, number: int) -> None:
        """A click on a row chooses it."""
        if kind == "row" and number < len(self.items()):
            self.place = number
            self.choose()

    def frame(self) -> Frame:
        """The title and the rows."""
        return self.in_picture(Frame("", status=self.context.status))

    def in_picture(self, picture: Frame) -> Frame:
        """The rows and the title in a picture, in the place of its buttons."""
        rows = tuple(
            Row(self.context.text(item.label), focused=place == self.place)
            for place, item in enumerate(self.items())
        )
        return replace(picture, title=self.context.text(self.title()), rows=rows, buttons=())

    def _item(self) -> Item:
        """The item under the focus: the last one where the list has become shorter."""
        items = self.items()
        self.place = min(self.place, len(items) - 1)
        return items[self.place]

    def _step(self, by: int) -> None:
        """So many items on; a list that wraps does so with the sound of an edge."""
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
        """From the next item on when one letter is pressed, from here on while spelling."""
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
    """Small letters without accents: "e" finds "È mia"."""
    letters = unicodedata.normalize("NFKD", text.casefold())
    return "".join(letter for letter in letters if not unicodedata.combining(letter))


def _found_by(names: Sequence[str]) -> list[tuple[str, ...]]:
    """Return the texts that find each item: its name and, of items that begin alike, the rest.

    So S finds both "Suoni" and "Lezione di Scopa", while L goes through the lessons.
    """
    plain = [_plain(name) for name in names]
    groups: dict[str, list[str]] = {}
    for name in plain:
        groups.setdefault(name.partition(" ")[0], []).append(name)
    return [(name, *_rest(name, groups[name.partition(" ")[0]])) for name in plain]


def _rest(name: str, alike: Sequence[str]) -> tuple[str, ...]:
    """A name from where it differs from those that begin alike; nothing where it is alone."""
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
    """The sound and the reason of a refusal."""
    return Sound("refused", notice=True), _as_reply(error.message)


def _always() -> bool:
    return True


@dataclass(frozen=True)
class Question:
    """Something to be asked before it is done: what a yes does, what is said after a no.

    `stands` tells whether the question still makes sense.
    """

    words: Msg
    yes: Callable[[], None]
    declined: Msg | None = None
    stands: Callable[[], bool] = _always


class ListOverTable(ListScreen):
    """A list of what can be done: where it was opened at a table, that stays in the picture."""

    def frame(self) -> Frame:
        """The list, with the table that it is about."""
        below = self.context.below(self)
        if below is None or not below.at_the_table:
            return super().frame()
        return self.in_picture(below.frame())


class Confirm(ListOverTable):
    """A question to be answered yes or no; S and Y, N and Escape answer at once."""

    layers: tuple[str, ...] = ("answer", "list")

    def __init__(self, context: Context, question: Question) -> None:
        super().__init__(context)
        self._question = question

    def title(self) -> Msg:
        """The question."""
        return self._question.words

    def items(self) -> Sequence[Item]:
        """Yes, no."""
        return Item(msg("yes"), self._agree), Item(msg("no"), self.back)

    def where(self) -> Sequence[Cue]:
        """The question, and how it can be answered."""
        return _as_reply(self._question.words), _as_reply(msg("yes-or-no"))

    def letter(self, key: str) -> bool:
        """Any other key puts the question again: no answer may be guessed."""
        del key
        self.context.say(*self.where())
        return True

    def refreshed(self) -> None:
        """A question that the match has left behind is not put any longer."""
        if not self._question.stands():
            self.context.pop()

    def back(self) -> None:
        """No: everything stays as it is."""
        self.context.pop(silently=True)
        declined = self._question.declined
        self.context.say(
            Sound("menu-back", notice=True),
            _as_reply(msg("no")),
            *([] if declined is None else [_as_reply(declined)]),
        )

    def actions(self) -> Mapping[str, Action]:
        """The letters answer beside the list."""
        return {
            **super().actions(),
            "yes": lambda _key: self._agree(),
            "no": lambda _key: self.back(),
        }

    def _agree(self) -> None:
        self.context.pop(silently=True)
        self._question.yes()
