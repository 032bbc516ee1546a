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
        self.app.press(binding.id, binding.keys[0])


def _line(binding: Binding) -> Msg:
    line = "key-line-not-in-terminal" if set(binding.keys) <= TERMINAL_CANNOT else "key-line"
    return msg(line, keys=key_words(binding.keys), does=msg(f"do-{binding.id}"))
