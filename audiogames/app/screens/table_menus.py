"""The menus of a running match: the one behind Esc, and the moves that are possible now."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from audiogames.app.desk import Desk
from audiogames.app.screens.base import Item, ListScreen
from audiogames.core.cues import Msg, msg
from audiogames.core.game import Command, Refused, View


class GameMenu(ListScreen):
    """Esc at a running table; the match goes on behind it."""

    def title(self) -> Msg:
        """Game menu."""
        return msg("game-menu")

    def items(self) -> Sequence[Item]:
        """Back, what is possible, keys, rules, options, leave."""
        rows = (
            ("menu-actions", "actions", "applications"),
            ("menu-keys", "keys", "f1"),
            ("menu-rules", "rules", "ctrl+f1"),
            ("menu-settings", "settings", "f10"),
            ("menu-save", "save", "ctrl+s"),
        )
        return (
            Item(msg("menu-back"), self.back),
            *(Item(msg(label), partial(self._run, id_, key)) for label, id_, key in rows),
            Item(msg("menu-leave"), self.app.matches.leave),
        )

    def _run(self, binding: str, key: str) -> None:
        self.app.pop(silently=True)
        self.app.press(binding, key)


class Actions(ListScreen):
    """What is possible now; Enter does it."""

    def __init__(
        self, app: Desk, possible: Callable[[], Sequence[Command[View]]], view: Callable[[], View]
    ) -> None:
        super().__init__(app)
        self._now_possible = possible
        self._view = view
        self._possible = possible()

    def title(self) -> Msg:
        """Now possible."""
        return msg("actions")

    def items(self) -> Sequence[Item]:
        """The commands with their keys' words; back where there is none."""
        found = tuple(
            Item(msg("item", name=label(command, self._view())), partial(self._run, command))
            for command in self._possible
        )
        return found or (Item(msg("no-actions"), self.back),)

    def refreshed(self) -> None:
        """What is possible has changed meanwhile: the list begins anew."""
        if self._now_possible() != self._possible:
            self._possible = self._now_possible()
            self.place = 0
            self.opened()

    def _run(self, command: Command[View]) -> None:
        self.app.pop(silently=True)
        self.app.press(command.id, command.keys[0])


def label(command: Command[View], view: View) -> Msg:
    """What a command would do now."""
    return command.label(view) if command.label else msg(f"do-{command.id}")


def possible(commands: Sequence[Command[View]], view: View) -> tuple[Command[View], ...]:
    """The commands whose move is legal now, each move once."""
    found: dict[object, Command[View]] = {}
    for command in commands:
        try:
            move = command.move(view)
        except Refused:
            continue
        if move in view.legal:
            found.setdefault(move, command)
    return tuple(found.values())
