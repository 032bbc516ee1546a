"""The list that most screens are, and the question to be answered yes or no."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from audiogames.app.desk import Action, Desk, Screen
from audiogames.core.cues import Cue, Msg, Say, Sound, msg, reply
from audiogames.core.game import Refused
from audiogames.present.screen import Frame, Row


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

    def __init__(self, app: Desk) -> None:
        super().__init__(app)
        self.place = 0
        self._typed = ""
        self._typed_at = float("-inf")

    def title(self) -> Msg:
        """The name of the list."""
        raise NotImplementedError

    def items(self) -> Sequence[Item]:
        """The lines; at least one."""
        raise NotImplementedError

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
        self.app.say(self.current())

    def choose(self) -> None:
        """Run the focused item."""
        self.app.sound("menu-choose")
        self._item().run()

    def back(self) -> None:
        """Leave the list."""
        self.app.sound("menu-back")
        self.app.pop()

    def letter(self, key: str) -> bool:
        """Go to the next item that begins with what was typed."""
        if len(key) != 1 or not key.isalnum():
            return False
        spelling = self.app.now - self._typed_at < self.SPELLING and self._typed != key
        self._typed = self._typed + key if spelling else key
        self._typed_at = self.app.now
        self._find(self._typed)
        return True

    def click(self, kind: str, number: int) -> None:
        """A click on a row chooses it."""
        if kind == "row" and number < len(self.items()):
            self.place = number
            self.choose()

    def frame(self) -> Frame:
        """The title and the rows."""
        rows = tuple(
            Row(self.app.text(item.label), focused=place == self.place)
            for place, item in enumerate(self.items())
        )
        return Frame(self.app.text(self.title()), rows=rows, status=self.app.status)

    def _item(self) -> Item:
        """The item under the focus: the last one where the list has become shorter."""
        items = self.items()
        self.place = min(self.place, len(items) - 1)
        return items[self.place]

    def _step(self, by: int) -> None:
        """So many items on; a list that wraps does so with the sound of an edge."""
        last = len(self.items()) - 1
        beyond = by in {-1, 1} and not 0 <= self.place + by <= last
        if beyond and last > 0 and self.app.settings.wrap:
            self._move_to(0 if by > 0 else last, "menu-edge")
        else:
            self._go(self.place + by)

    def _go(self, place: int) -> None:
        inside = max(0, min(len(self.items()) - 1, place))
        self._move_to(inside, "menu-move" if inside == place else "menu-edge")

    def _move_to(self, place: int, sound: str) -> None:
        self.app.say(Sound(sound, notice=True))
        self.place = place
        self.tell()

    def _find(self, prefix: str) -> None:
        """From the next item on when one letter is pressed, from here on while spelling."""
        items = self.items()
        first = self.place + (1 if len(prefix) == 1 else 0)
        order = [(first + step) % len(items) for step in range(len(items))]
        for place in order:
            if _plain(self.app.text(items[place].label)).startswith(_plain(prefix)):
                self._go(place)
                return
        self.app.say(Sound("menu-edge", notice=True))
        self.tell()


def _plain(text: str) -> str:
    """Small letters without accents: "e" finds "È mia"."""
    letters = unicodedata.normalize("NFKD", text.casefold())
    return "".join(letter for letter in letters if not unicodedata.combining(letter))


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


class Confirm(ListScreen):
    """A question to be answered yes or no; S and Y, N and Escape answer at once."""

    layers: tuple[str, ...] = ("answer", "list")

    def __init__(self, app: Desk, question: Question) -> None:
        super().__init__(app)
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
        self.app.say(*self.where())
        return True

    def refreshed(self) -> None:
        """A question that the match has left behind is not put any longer."""
        if not self._question.stands():
            self.app.pop()

    def back(self) -> None:
        """No: everything stays as it is."""
        self.app.pop(silently=True)
        declined = self._question.declined
        self.app.say(
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
        self.app.pop(silently=True)
        self._question.yes()
