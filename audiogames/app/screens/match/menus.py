"""The menus of a running match: the menu that Escape opens, and the list of possible actions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Final

from audiogames.app.screens.base import Item, ListOverTable, ListScreen
from audiogames.core.cues import Cue, Msg, msg, reply
from audiogames.table.protocol import TableProtocol

if TYPE_CHECKING:
    from audiogames.app.match_context import MatchContext

PRACTICE: Final = (
    ("take-back", "ctrl+z"),
    ("suggest", "g"),
    ("second-best", "shift+g"),
    ("open-hands", "ctrl+o"),
)
"""The practice aids: their bindings and keys."""


class GameMenu(ListScreen):
    """The menu that Escape opens during a match; the match continues meanwhile.

    A timed match of one person against bots is paused while the menu is open.
    """

    context: MatchContext

    def __init__(self, context: MatchContext) -> None:
        super().__init__(context)
        self._stopped: TableProtocol | None = None
        """The table that is paused for this menu."""

    def opened(self) -> None:
        """Pause a timed match against bots, then announce the menu."""
        session = self.context.session
        if session is not None and session.practice and session.is_timed and not session.paused:
            self._stopped = session.table
            self._stopped.pause(self.context.now)
        super().opened()

    def where(self) -> Sequence[Cue]:
        """Return the title and the focused item; if the clock is stopped, say so."""
        title, *rest = super().where()
        return (title, *([reply("clock-stands")] if self._stopped is not None else []), *rest)

    def back(self) -> None:
        """Return to the table and let its clock run again."""
        self._go_on()
        super().back()

    def title(self) -> Msg:
        return msg("game-menu")

    def items(self) -> Sequence[Item]:
        """Return the items: back, actions, keys, rules, options, practice aids, leave."""
        rows = (
            ("menu-actions", "actions", "applications"),
            ("menu-keys", "keys", "f1"),
            ("menu-rules", "rules", "ctrl+f1"),
            ("menu-settings", "settings", "f10"),
            ("menu-save", "save", "ctrl+s"),
        )
        alone = self.context.session is not None and self.context.session.practice
        skips = self.context.matches.skip.is_possible
        return (
            Item(msg("menu-back"), self.back),
            *(Item(msg(label), partial(self._run, id_, key)) for label, id_, key in rows),
            *([self._keyed("skip", "ctrl+end")] if skips else []),
            *(self._keyed(id_, key) for id_, key in PRACTICE if alone and self._can(id_)),
            Item(msg("menu-leave"), self.context.matches.leave),
        )

    def _can(self, id_: str) -> bool:
        """Whether the game supports this practice aid."""
        spec = self.context.spec
        weighs = spec is not None and spec.bots.review is not None
        return weighs or id_ != "second-best"

    def _keyed(self, binding: str, key: str) -> Item:
        """Return a menu item with the action and the description of this key."""
        name = msg(f"do-{binding}")
        return Item(msg("item", name=name), partial(self._run, binding, key))

    def _run(self, binding: str, key: str) -> None:
        self._go_on()
        self.context.pop(silently=True)
        self.context.press(binding, key)

    def _go_on(self) -> None:
        table, self._stopped = self._stopped, None
        if table is not None:
            table.go_on(self.context.now)


@dataclass(frozen=True)
class MenuAction:
    """An action that is possible now: its words, and the key that also runs it."""

    id: str
    key: str
    words: Msg
    tick: Callable[[], None] | None = None
    """For a check box, the function that changes it; the list then stays open."""
    run: Callable[[], None] | None = None
    """The function to run if no key does exactly this."""

    @property
    def line(self) -> Msg:
        """The words of the action as a sentence."""
        return msg("item", name=self.words) if self.tick is None else self.words


class Actions(ListOverTable):
    """A list of the actions possible now; Enter runs one."""

    def __init__(
        self, context: MatchContext, available_actions: Callable[[], Sequence[MenuAction]]
    ) -> None:
        super().__init__(context)
        self._actions = available_actions
        self._ids = self._ids_now()

    def title(self) -> Msg:
        return msg("actions")

    def items(self) -> Sequence[Item]:
        """Return an item for each action or, if there are no actions, only the item "back"."""
        found = tuple(Item(action.line, partial(self._run, action)) for action in self._actions())
        return found or (Item(msg("no-actions"), self.back),)

    def refreshed(self) -> None:
        """Focus the first item again if the possible actions have changed."""
        if self._ids_now() != self._ids:
            self._ids = self._ids_now()
            self.place = 0
            self.opened()

    def _ids_now(self) -> tuple[str, ...]:
        return tuple(action.id for action in self._actions())

    def _run(self, action: MenuAction) -> None:
        if action.tick is not None:
            action.tick()
            return
        self.context.pop(silently=True)
        if action.run is not None:
            action.run()
        else:
            self.context.press(action.id, action.key)
