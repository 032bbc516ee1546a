"""The curtain: a screen between the turns of two people at one keyboard.

It shows nothing that only one of the two may know.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Final

from audiogames.app.keys.bindings import Binding
from audiogames.app.match.controller import MatchController
from audiogames.app.screens.base import Action, Item, ListScreen, Screen
from audiogames.app.screens.help import KeyList
from audiogames.app.screens.match.table import MatchScreen
from audiogames.core.cues import Cue, Msg, Name, Priority, Say, msg
from audiogames.present.frame import Button, Frame

if TYPE_CHECKING:
    from audiogames.app.match_context import MatchContext
    from audiogames.app.modes.hotseat import HotSeat

GUARD: Final = 0.5
"""An Enter within this many seconds was meant for the previous screen."""

ANSWERED: Final = frozenset({"lift", "game-menu", "keys", "where", "hush", "quit"})
"""The only actions available at the curtain."""


class Curtain(Screen):
    """A screen that only names the person whose turn it is; most keys repeat that name."""

    context: MatchContext

    layers = ("curtain",)
    kind = "curtain"

    def __init__(self, context: MatchContext, keyboard: HotSeat, priority: Priority) -> None:
        super().__init__(context)
        self._keyboard = keyboard
        self._priority = priority

    def opened(self) -> None:
        """Announce whose turn is next, with the priority given when this curtain was created.

        The curtain is the screen between the turns of two players at one keyboard.
        """
        self.context.say(Say(self._words, self._priority))

    def returned(self) -> None:
        """Repeat the name of the person whose turn is next, when this screen is shown again."""
        self._tell()

    def where(self) -> Sequence[Cue]:
        """Return the announcement of the person whose turn it is, and nothing about the match."""
        return (Say(self._words, Priority.REPLY),)

    def actions(self) -> Mapping[str, Action]:
        """Return the actions; every other key announces again whose turn is next.

        The curtain is the screen between two players at one keyboard.
        """
        others = (one.id for one in self.context.keymap.of(self.layers) if one.id not in ANSWERED)
        return {
            **dict.fromkeys(others, lambda _key: self._tell()),
            "lift": lambda _key: self._lift(),
            "game-menu": lambda _key: self.context.push(CurtainMenu(self.context)),
            "keys": lambda _key: self.context.push(CurtainKeys(self.context, self)),
        }

    def letter(self, key: str) -> bool:
        """Repeat whose turn is next when a key without a binding is pressed."""
        del key
        self._tell()
        return True

    def click(self, kind: str, number: int) -> None:
        """Repeat the name of the person whose turn it is, after a click outside the buttons."""
        self._tell()

    def frame(self) -> Frame:
        """Draw the announced words and the buttons."""
        words = self.context.text(self._words)
        buttons = (
            Button(self.context.text(msg("do-lift")), "enter"),
            Button(self.context.text(msg("do-game-menu")), "escape"),
        )
        return Frame(self.context.text(msg("curtain-title")), buttons=buttons, status=words)

    @property
    def _words(self) -> Msg:
        return msg("curtain", seat=Name(self._keyboard.next))

    def _tell(self) -> None:
        self.context.say(*self.where())

    def _lift(self) -> None:
        """Close this screen between two players' turns, and show the next player's cards.

        A key pressed too soon was meant for the previous screen: then only announce whose turn it
        is.
        """
        if self.context.now - self._keyboard.closed_at < GUARD:
            self._tell()
        else:
            self._keyboard.lift(self.context.now)


class CurtainKeys(KeyList):
    """The list of the few keys that work at the curtain, the screen between two players."""

    def __init__(self, context: MatchContext, below: Screen) -> None:
        super().__init__(context, below)
        self._bindings: tuple[Binding, ...] = tuple(
            binding for binding in self._bindings if binding.id in ANSWERED
        )


class CurtainMenu(ListScreen):
    """The menu that Escape opens at the curtain; none of its items reveals cards."""

    context: MatchContext

    def title(self) -> Msg:
        return msg("game-menu")

    def items(self) -> Sequence[Item]:
        """Return the items: back, options, leave."""
        return (
            Item(msg("menu-back"), self.back),
            Item(msg("menu-settings"), lambda: self.context.press("settings", "f10")),
            Item(msg("menu-leave"), self.context.matches.leave),
        )


class SharedMatch(MatchScreen):
    """The match screen of people who share a keyboard; Enter also passes the keyboard on."""

    context: MatchContext

    def __init__(self, context: MatchContext, session: MatchController, keyboard: HotSeat) -> None:
        super().__init__(context, session)
        self._keyboard = keyboard

    @property
    def is_too_soon(self) -> bool:
        """Whether Enter was pressed so soon that it was probably not meant for its next action.

        That is the case just after Enter has lifted the curtain or played a card.
        """
        keyboard = self._keyboard
        since = keyboard.lifted_at if keyboard.due is None else keyboard.asked_at
        return super().is_too_soon or self.context.now - since < GUARD

    def _play(self) -> None:
        if self._keyboard.due is None or self.is_too_soon:
            super()._play()
        else:
            self.session.require_delivered()
            self._keyboard.pass_on(self.context.now)

    def _buttons(self) -> list[Button]:
        due, buttons = self._keyboard.due, super()._buttons()
        if due is None:
            return buttons
        return [*buttons, Button(self.context.text(msg("pass-on", seat=Name(due))), "enter")]
