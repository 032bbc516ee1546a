"""A match at a server's table: the table in play, and the keys about people beside."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Final

from audiogames.app.keys.bindings import game_layer
from audiogames.app.match.controller import MatchController
from audiogames.app.online.updates import OnlineUpdates
from audiogames.app.reviews import Past
from audiogames.app.screens.base import Action, Item, ListScreen
from audiogames.app.screens.match.menus import Deed
from audiogames.app.screens.match.table import MatchScreen
from audiogames.app.screens.online.social import SocialKeys
from audiogames.core.contract import Refused
from audiogames.core.cues import Cue, Msg, Priority, Say, msg
from audiogames.net import wire
from audiogames.present.frame import Frame

if TYPE_CHECKING:
    from audiogames.app.online_context import OnlineContext


class OnlineMatch(MatchScreen):
    """The server has the match: pausing is a vote, leaving gives the seat up."""

    context: OnlineContext

    beside = ("server", "social")

    def __init__(self, context: OnlineContext, session: MatchController) -> None:
        super().__init__(context, session)
        self._keys = SocialKeys(context)
        self.layers = (game_layer(session.spec), *self.beside, "game")

    def where(self) -> Sequence[Cue]:
        """As at home; whether the line is lost comes first."""
        lost = [Say(msg("online-lost"), Priority.REPLY)] if self.context.online.is_lost else []
        return (*lost, *super().where())

    def actions(self) -> Mapping[str, Action]:
        """As at home, and the keys about people."""
        return {**super().actions(), **self._keys.actions(), "save": lambda _key: self._saved()}

    def go_on_or(self, otherwise: Callable[[], None]) -> None:
        """Space after the end: the host begins the next match."""
        if not self.session.over:
            super().go_on_or(otherwise)
            if self.session.waits_for_me and not self.is_just_told:
                self.context.answer(msg("online-ready"))
            return
        self.session.see_that_all_is_told()
        if self.is_just_told:
            self.context.answer(msg("one-moment"))
        elif self.context.online.is_host:
            self.context.online.ask(wire.StartMatch)
        else:
            name = self.context.online.table.host
            raise Refused("online-only-host", msg("online-host-starts", name=name))

    def finished(self) -> Past | None:
        """What the player was told and did; their own decisions are all that can be looked at."""
        mode = self.session.mode
        return (
            mode.remote.journal if self.session.over and isinstance(mode, OnlineUpdates) else None
        )

    def ends(self) -> tuple[Deed, ...]:
        """Only the host begins another match."""
        ends = super().ends()
        return ends if self.context.online.is_host else ends[1:]

    def whose_turn(self) -> Msg:
        """After the end the host is waited for."""
        if self.session.over and not self.context.online.is_host:
            return msg("online-host-starts", name=self.context.online.table.host)
        return super().whose_turn()

    def frame(self) -> Frame:
        """As at home; that the line is lost stands above the table."""
        shown = super().frame()
        if not self.context.online.is_lost:
            return shown
        return replace(shown, lines=(self.context.text(msg("online-lost")), *shown.lines))

    def _saved(self) -> None:
        """Each move is kept before it is told."""
        self.context.answer(msg("online-saved"))

    def _menu(self) -> None:
        if self.session.over:
            self.context.online.to_table()
        else:
            self.context.push(OnlineMenu(self.context))


FIRST: Final = (
    ("menu-actions", "actions"),
    ("menu-chat", "chat"),
    ("menu-people", "who-here"),
    ("menu-pause", "pause"),
    ("menu-mute", "mute-chat"),
    ("menu-keys", "keys"),
    ("menu-rules", "rules"),
    ("menu-settings", "settings"),
)
"""Items of the menu, and the bindings that they run."""

OTHERS: Final = (
    "invite", "who-online", "friends", "ping", "watch", "own-digits", "answer-seat", "private",
    "pass-table", "kick", "ban",
)  # fmt: skip
"""Bindings that go by the words of their keys: what is rarely wanted, or only by the host."""


def _deed(id_: str) -> Msg:
    return msg("item", name=msg(f"do-{id_}"))


class OnlineMenu(ListScreen):
    """Esc at a running table; the match goes on behind it."""

    def title(self) -> Msg:
        """Game menu."""
        return msg("game-menu")

    def items(self) -> Sequence[Item]:
        """Back, what is possible, talk, people, keys, rules, options, leave."""
        return (
            Item(msg("menu-back"), self.back),
            *(Item(msg(label), partial(self._run, id_)) for label, id_ in FIRST),
            *(Item(_deed(id_), partial(self._run, id_)) for id_ in OTHERS),
            Item(msg("menu-leave"), partial(self._run, "leave-table")),
        )

    def _run(self, binding: str) -> None:
        self.context.pop(silently=True)
        self.context.press(binding, "")
