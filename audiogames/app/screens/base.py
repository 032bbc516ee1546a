"""Base classes of screens: screens in general, lists, and yes-or-no questions."""

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
    """A screen of the program, which handles keys while it is on top of the stack.

    The binding of a key is looked up in the screen's `layers`, in order.
    """

    layers: tuple[str, ...] = ()
    kind = "menu"
    """The kind of screen, as in the title of its key list: the message `keys-of-<kind>`."""
    wants_text = False
    """Whether letters are typed as text here, instead of being commands."""
    at_the_table = False
    """Whether this is the screen of a match, and not a menu or text over it."""
    outlasts_matches = False
    """Whether the screen stays open when the match below it is replaced by the next one."""
    may_be_interrupted = False
    """Whether the program may open a question over this screen without being asked."""

    def __init__(self, context: Context) -> None:
        self.context = context

    def actions(self) -> Mapping[str, Action]:
        """Return the actions of this screen's bindings, by binding id.

        Called once for each screen object.
        """
        return {}

    @cached_property
    def by_binding(self) -> Mapping[str, Action]:
        """The actions of this screen, by binding id; computed when the first key is pressed."""
        return self.actions()

    def opened(self) -> None:
        """Announce the screen when it is opened, as key F5 does."""
        self.context.say(*self.where())

    def returned(self) -> None:
        """Called when the screen above this one was closed; announces this screen again."""
        self.opened()

    def refreshed(self) -> None:  # noqa: B027 - most screens need not know
        """Called when the match has changed while this screen is open."""

    @abstractmethod
    def where(self) -> Sequence[Cue]:
        """Return the screen's description of itself, announced on key F5 and when it is opened."""

    def catch(self, key: str) -> bool:
        """Handle a key before its binding is looked up; return True to skip the look-up."""
        del key
        return False

    def letter(self, key: str) -> bool:
        """Handle a letter or another key without a binding; return False if it has no effect."""
        del key
        return False

    def type(self, text: str) -> None:  # noqa: B027 - most have no text field
        """Insert typed text, if the screen has a text field."""

    def paste(self, text: str) -> None:
        """Insert text from the clipboard; a screen without a text field refuses it.

        Pasted text must never run commands.
        """
        del text
        self.context.sound("menu-edge")
        self.context.answer(msg("paste-nowhere"))

    @abstractmethod
    def frame(self) -> Frame:
        """Return the picture of the screen."""

    def click(self, kind: str, number: int) -> None:  # noqa: B027 - some have nothing to click
        """Handle a click; `kind` is "row" or "card", and `number` counts from 0."""


@dataclass(frozen=True)
class Item:
    """A line of a list: its text, and the action that Enter runs."""

    label: Msg
    run: Callable[[], None]


class ListScreen(Screen):
    """A list of items, browsed with arrows, first letters and clicks.

    With the setting `wrap`, the arrows go from the last item to the first and back.
    """

    layers: tuple[str, ...] = ("list",)
    SPELLING = 1.0
    """Letters typed within this many seconds of each other form a prefix."""
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
        """Return the items; there is always at least one."""

    def remarks(self) -> Sequence[Msg]:
        """Return sentences that are announced before the items."""
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
        """Return the title, the remarks and the focused item."""
        return *map(_as_reply, (self.title(), *self.remarks())), self.current()

    def current(self) -> Say:
        """Return the announcement of the focused item."""
        return _as_reply(self._item().label)

    def tell(self) -> None:
        """Announce the focused item."""
        self.context.say(self.current())

    def choose(self) -> None:
        """Run the action of the focused item."""
        self.context.sound("menu-choose")
        self._item().run()

    def back(self) -> None:
        """Close the list."""
        self.context.sound("menu-back")
        self.context.pop()

    def letter(self, key: str) -> bool:
        """Move to the next item that begins with the letters typed so far."""
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
        """Return the text of each item that typed letters search; the default is its label."""
        return [item.label for item in self.items()]

    def click(self, kind: str, number: int) -> None:
        """Run the action of the row that was clicked."""
        if kind == "row" and number < len(self.items()):
            self.place = number
            self.choose()

    def frame(self) -> Frame:
        """Draw the title and the rows."""
        return self.in_picture(Frame("", status=self.context.status))

    def in_picture(self, picture: Frame) -> Frame:
        """Put the title and the rows of this list into a given picture, in place of its buttons."""
        rows = tuple(
            Row(self.context.text(item.label), focused=place == self.place)
            for place, item in enumerate(self.items())
        )
        return replace(picture, title=self.context.text(self.title()), rows=rows, buttons=())

    def _item(self) -> Item:
        """Return the focused item, or the last item if the list has become shorter."""
        items = self.items()
        self.place = min(self.place, len(items) - 1)
        return items[self.place]

    def _step(self, by: int) -> None:
        """Move the focus by this many items.

        With the setting `wrap`, a step beyond one end of the list moves to the other end.
        """
        last = len(self.items()) - 1
        beyond = by in {-1, 1} and not 0 <= self.place + by <= last
        if beyond and last > 0 and self.context.settings.wrap:
            self._move_to(0 if by > 0 else last, "menu-edge")
        else:
            self._go(self.place + by)

    def _go(self, place: int) -> None:
        """Focus the item at this position, or the nearest one."""
        inside = max(0, min(len(self.items()) - 1, place))
        self._move_to(inside, "menu-move" if inside == place else "menu-edge")

    def _move_to(self, place: int, sound: str) -> None:
        """Play the sound, then focus the item at this position and announce it."""
        self.context.say(Sound(sound, notice=True))
        self.place = place
        self.tell()

    def _find(self, prefix: str) -> int | None:
        """Return the position of the next item that begins with these letters, or None.

        With one letter, the search starts after the focused item; with several, at that item.
        """
        found = _search_texts(list(map(self.context.text, self.names())))
        first = self.place + (1 if len(prefix) == 1 else 0)
        order = [(first + step) % len(found) for step in range(len(found))]
        starts = (
            place
            for place in order
            if any(text.startswith(_plain(prefix)) for text in found[place])
        )
        return next(starts, None)


def _plain(text: str) -> str:
    """Return the text in lower case without accents, so that "e" finds "È mia"."""
    letters = unicodedata.normalize("NFKD", text.casefold())
    return "".join(letter for letter in letters if not unicodedata.combining(letter))


def _search_texts(names: Sequence[str]) -> list[tuple[str, ...]]:
    """Return for each item the texts that typed letters may match: the name and its end.

    The end is used only if other names have the same first word.  So S finds both "Suoni" and
    "Lezione di Scopa", while L moves from one lesson to the next.
    """
    plain = [_plain(name) for name in names]
    groups: dict[str, list[str]] = {}
    for name in plain:
        groups.setdefault(name.partition(" ")[0], []).append(name)
    return [(name, *_rest(name, groups[name.partition(" ")[0]])) for name in plain]


def _rest(name: str, alike: Sequence[str]) -> tuple[str, ...]:
    """Return the end of a name, without the words that it shares with similar names (`alike`).

    Empty if there are no similar names.
    """
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
    """Return the announcement of a refusal: its sound and its reason."""
    return Sound("refused", notice=True), _as_reply(error.message)


def _always() -> bool:
    return True


@dataclass(frozen=True)
class Question:
    """A yes-or-no question: its text, the action after a yes, and the announcement after a no.

    `stands` returns whether the question is still valid.
    """

    words: Msg
    yes: Callable[[], None]
    declined: Msg | None = None
    stands: Callable[[], bool] = _always


class ListOverTable(ListScreen):
    """A list that may be opened at a table; there it is drawn as part of the table."""

    def frame(self) -> Frame:
        """Draw the list; if the screen below is a table, draw it as part of that table."""
        below = self.context.below(self)
        if below is None or not below.at_the_table:
            return super().frame()
        return self.in_picture(below.frame())


class Confirm(ListOverTable):
    """The screen of a yes-or-no question, answered by letters, Escape, or choosing an item."""

    layers: tuple[str, ...] = ("answer", "list")

    def __init__(self, context: Context, question: Question) -> None:
        super().__init__(context)
        self._question = question

    def title(self) -> Msg:
        """Return the question."""
        return self._question.words

    def items(self) -> Sequence[Item]:
        """Return the items yes and no."""
        return Item(msg("yes"), self._agree), Item(msg("no"), self.back)

    def where(self) -> Sequence[Cue]:
        """Return the question, and how to answer it."""
        return _as_reply(self._question.words), _as_reply(msg("yes-or-no"))

    def letter(self, key: str) -> bool:
        """Repeat the question when a key is pressed that does not answer it."""
        del key
        self.context.say(*self.where())
        return True

    def refreshed(self) -> None:
        """Close the question if a change of the match has made it invalid."""
        if not self._question.stands():
            self.context.pop()

    def back(self) -> None:
        """Answer no."""
        self.context.pop(silently=True)
        declined = self._question.declined
        self.context.say(
            Sound("menu-back", notice=True),
            _as_reply(msg("no")),
            *([] if declined is None else [_as_reply(declined)]),
        )

    def actions(self) -> Mapping[str, Action]:
        """Return a list's actions, and the actions of the letters that answer the question."""
        return {
            **super().actions(),
            "yes": lambda _key: self._agree(),
            "no": lambda _key: self.back(),
        }

    def _agree(self) -> None:
        self.context.pop(silently=True)
        self._question.yes()
