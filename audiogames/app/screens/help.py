"""The list of keys (F1), made from the table that dispatches them: help cannot lie."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from audiogames.app.desk import Desk, Screen
from audiogames.app.keymap import TERMINAL_CANNOT, Binding
from audiogames.app.keynames import key_words
from audiogames.app.screens.base import Item, ListScreen
from audiogames.core.cues import Msg, msg


class KeyList(ListScreen):
    """What can be done on the screen below; Enter does it."""

    def __init__(self, app: Desk, below: Screen) -> None:
        super().__init__(app)
        self._below = below
        self._bindings = tuple(app.keymap.of(below.layers))

    def title(self) -> Msg:
        """Which keys, and how many."""
        return msg(f"keys-of-{self._below.kind}", len(self._bindings))

    def items(self) -> Sequence[Item]:
        """Keys, and what they do."""
        return tuple(
            Item(_line(binding), partial(self._run, binding)) for binding in self._bindings
        )

    def _run(self, binding: Binding) -> None:
        self.app.pop(silently=True)
        if len(binding.ways) == 1:
            self.app.press(binding.id, binding.keys[0])
        else:
            self.app.push(WaysList(self.app, binding))


class WaysList(ListScreen):
    """The keys of a binding that do different things, as volume down and up."""

    def __init__(self, app: Desk, binding: Binding) -> None:
        super().__init__(app)
        self._binding = binding

    def title(self) -> Msg:
        """What they do together."""
        return msg("item", name=msg(f"do-{self._binding.id}"))

    def items(self) -> Sequence[Item]:
        """One key a line."""
        return tuple(
            Item(msg("item", name=key_words(way[:1])), partial(self._run, way[0]))
            for way in self._binding.ways
        )

    def _run(self, key: str) -> None:
        self.app.pop(silently=True)
        self.app.press(self._binding.id, key)


def _line(binding: Binding) -> Msg:
    line = "key-line-not-in-terminal" if set(binding.keys) <= TERMINAL_CANNOT else "key-line"
    return msg(line, keys=key_words(binding.keys), does=msg(f"do-{binding.id}"))
