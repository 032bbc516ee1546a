"""The menus of a running match: the one behind Esc, and the moves that are possible now."""

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
"""What one can do alone against bots: the bindings and their keys."""


class GameMenu(ListScreen):
    """Esc at a running table; the match goes on behind it, unless it has a clock.

    Alone against bots nobody is kept waiting: while the menu is open a timed match stands still.
    """

    context: MatchContext

    def __init__(self, context: MatchContext) -> None:
        super().__init__(context)
        self._stopped: TableProtocol | None = None
        """The table that stands still for this menu."""

    def opened(self) -> None:
        """Also on coming back from what was opened here."""
        session = self.context.session
        if session is not None and session.practice and session.is_timed and not session.paused:
            self._stopped = session.table
            self._stopped.pause(self.context.now)
        super().opened()

    def where(self) -> Sequence[Cue]:
        """Where time stands still, that is said."""
        title, *rest = super().where()
        return (title, *([reply("clock-stands")] if self._stopped is not None else []), *rest)

    def back(self) -> None:
        """To the table, where time goes on."""
        self._go_on()
        super().back()

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
        """Whether the game can answer it."""
        spec = self.context.spec
        weighs = spec is not None and spec.bots.review is not None
        return weighs or id_ != "second-best"

    def _keyed(self, binding: str, key: str) -> Item:
        """Named as its key is."""
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
class Deed:
    """Something that can be done now: its words, and the key that does it."""

    id: str
    key: str
    words: Msg
    tick: Callable[[], None] | None = None
    """For a box: its words are a sentence, and ticking it leaves the list open."""
    run: Callable[[], None] | None = None
    """What it does where no key does just that."""

    @property
    def line(self) -> Msg:
        """The words as a sentence."""
        return msg("item", name=self.words) if self.tick is None else self.words


class Actions(ListOverTable):
    """What is possible now; Enter does it."""

    def __init__(self, context: MatchContext, deeds: Callable[[], Sequence[Deed]]) -> None:
        super().__init__(context)
        self._deeds = deeds
        self._ids = self._ids_now()

    def title(self) -> Msg:
        """Now possible."""
        return msg("actions")

    def items(self) -> Sequence[Item]:
        """A line a deed; back where there is none."""
        found = tuple(Item(deed.line, partial(self._run, deed)) for deed in self._deeds())
        return found or (Item(msg("no-actions"), self.back),)

    def refreshed(self) -> None:
        """What is possible has changed meanwhile: the list begins anew."""
        if self._ids_now() != self._ids:
            self._ids = self._ids_now()
            self.place = 0
            self.opened()

    def _ids_now(self) -> tuple[str, ...]:
        return tuple(deed.id for deed in self._deeds())

    def _run(self, deed: Deed) -> None:
        if deed.tick is not None:
            deed.tick()
            return
        self.context.pop(silently=True)
        if deed.run is not None:
            deed.run()
        else:
            self.context.press(deed.id, deed.key)
