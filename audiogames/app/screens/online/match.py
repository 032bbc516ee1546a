"""The screen of an online match: a match screen with keys for people and the table."""

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
from audiogames.app.screens.match.menus import MenuAction
from audiogames.app.screens.match.table import MatchScreen
from audiogames.app.screens.online.social import SocialKeys
from audiogames.core.contract import Refused
from audiogames.core.cues import Cue, Msg, Priority, Say, msg
from audiogames.net import wire
from audiogames.present.frame import Frame

if TYPE_CHECKING:
    from audiogames.app.online_context import OnlineContext


class OnlineMatch(MatchScreen):
    """The screen of an online match, in which a pause needs a vote and leaving gives up a seat."""

    context: OnlineContext

    beside = ("server", "social")

    def __init__(self, context: OnlineContext, session: MatchController) -> None:
        super().__init__(context, session)
        self._keys = SocialKeys(context)
        self.layers = (game_layer(session.spec), *self.beside, "game")

    def where(self) -> Sequence[Cue]:
        """Return the announcement of the match, after a notice if the connection is lost."""
        lost = [Say(msg("online-lost"), Priority.REPLY)] if self.context.online.is_lost else []
        return (*lost, *super().where())

    def actions(self) -> Mapping[str, Action]:
        """Return the actions of a local match, and the actions that concern people."""
        return {**super().actions(), **self._keys.actions(), "save": lambda _key: self._saved()}

    def go_on_or(self, otherwise: Callable[[], None]) -> None:
        """Handle Space as in a local match; after a deal of the day, repeat its result."""
        if not self.session.over:
            super().go_on_or(otherwise)
            if self.session.waits_for_me and not self.is_just_announced:
                self.context.answer(msg("online-ready"))
            return
        self.session.require_delivered()
        if self.is_just_announced:
            self.context.answer(msg("one-moment"))
        elif self._is_day_over:
            self.context.online.ask(wire.PlayDay, game=self.session.spec.id)
        elif self.context.online.is_host:
            self.context.online.ask(wire.StartMatch)
        else:
            name = self.context.online.table.host
            raise Refused("online-only-host", msg("online-host-starts", name=name))

    @property
    def _is_day_over(self) -> bool:
        mode = self.session.mode
        return isinstance(mode, OnlineUpdates) and mode.is_day_over

    def finished(self) -> Past | None:
        """Return the player's journal, if the match has ended.

        The journal is the only record of an online match that can be reviewed.
        """
        mode = self.session.mode
        return (
            mode.remote.journal if self.session.over and isinstance(mode, OnlineUpdates) else None
        )

    def ends(self) -> tuple[MenuAction, ...]:
        """Return the actions possible after the end; only the host can start another match."""
        ends = super().ends()
        if self._is_day_over:
            return (MenuAction("go-on", "space", msg("end-day-result")), *ends[1:])
        return ends if self.context.online.is_host else ends[1:]

    def whose_turn(self) -> Msg:
        """Return whose turn it is; after the end, what happens next."""
        if self._is_day_over:
            return msg("day-over")
        if self.session.over and not self.context.online.is_host:
            return msg("online-host-starts", name=self.context.online.table.host)
        return super().whose_turn()

    def frame(self) -> Frame:
        """Draw the match, with a notice above the table if the connection is lost."""
        shown = super().frame()
        if not self.context.online.is_lost:
            return shown
        return replace(shown, lines=(self.context.text(msg("online-lost")), *shown.lines))

    def _saved(self) -> None:
        """Announce that nothing needs to be saved, because the server saves each move."""
        self.context.answer(msg("online-saved"))

    def _menu(self) -> None:
        if self.session.over:
            self.context.online.after_match()
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
"""Bindings named by the words of their keys: rarely used ones, and those of the host."""


def _item_words(id_: str) -> Msg:
    return msg("item", name=msg(f"do-{id_}"))


class OnlineMenu(ListScreen):
    """The menu that Escape opens in an online match, which continues meanwhile."""

    def title(self) -> Msg:
        return msg("game-menu")

    def items(self) -> Sequence[Item]:
        """Return the items: back, actions, chat, people, keys, rules, options, leave."""
        return (
            Item(msg("menu-back"), self.back),
            *(Item(msg(label), partial(self._run, id_)) for label, id_ in FIRST),
            *(Item(_item_words(id_), partial(self._run, id_)) for id_ in OTHERS),
            Item(msg("menu-leave"), partial(self._run, "leave-table")),
        )

    def _run(self, binding: str) -> None:
        self.context.pop(silently=True)
        self.context.press(binding, "")
