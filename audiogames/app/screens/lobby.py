"""A table before the match: who sits there, and what is played."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from audiogames.app.desk import Action, Desk
from audiogames.app.screens.base import Item, ListScreen
from audiogames.app.screens.options import OptionsScreen, choice_knob, field_knobs, limit_knob
from audiogames.app.setup import Setup
from audiogames.core.cues import Cue, Msg, Name, Priority, Say, Sound, msg
from audiogames.core.events import Seat
from audiogames.core.options import OptionError
from audiogames.present.localizer import Called
from audiogames.present.screen import Button, Frame
from audiogames.search.bots import levels

BUTTONS: Final = {
    "start": "enter",
    "add-bot": "b",
    "remove-bot": "shift+b",
    "table-options": "alt+o",
}


class Lobby(ListScreen):
    """B adds a bot, Enter starts; the arrows walk round the table."""

    layers: tuple[str, ...] = ("lobby", "list")
    kind = "lobby"

    def __init__(self, app: Desk, setup: Setup) -> None:
        super().__init__(app)
        self.setup = setup

    def title(self) -> Msg:
        """The table of which game."""
        return msg("lobby", game=msg(f"game-{self.setup.spec.id}"))

    def opened(self) -> None:
        """The table is this game's from now on."""
        self._change(self.setup)
        self.app.speak_of_game()
        super().opened()

    def where(self) -> Sequence[Cue]:
        """The table, who is at it, and how to go on."""
        count = len(self.setup.players)
        alone = (Say(msg("lobby-alone"), Priority.REPLY),)
        seated = (
            Say(msg("lobby-players", count), Priority.REPLY),
            Say(msg("lobby-start"), Priority.REPLY),
        )
        return (Say(self.title(), Priority.REPLY), *(alone if count == 1 else seated))

    def items(self) -> Sequence[Item]:
        """The players."""
        return tuple(self._player(seat) for seat in range(len(self.setup.players)))

    def actions(self) -> Mapping[str, Action]:
        """Start, seats, options."""
        return {
            **super().actions(),
            "start": lambda _key: self._start(),
            "add-bot": lambda _key: self._add(),
            "remove-bot": lambda _key: self._remove(),
            "table-options": lambda _key: self._options(),
        }

    def frame(self) -> Frame:
        """The players, and what can be done."""
        words = {key: self.app.text(msg(f"do-{id_}")) for id_, key in BUTTONS.items()}
        buttons = tuple(Button(text, key) for key, text in words.items())
        return replace(super().frame(), buttons=buttons)

    def choose(self) -> None:
        """A click or Space on a player says who it is."""
        self.app.say(self.current())

    def _player(self, seat: int) -> Item:
        player = self.setup.players[seat]
        label = msg("lobby-you") if not player.is_bot else msg("lobby-bot", seat=Name(Seat(seat)))
        return Item(label, lambda: self.app.say(self.current()))

    def _seat(self) -> None:
        self.app.seated = tuple(Called(player.name, player.gender) for player in self.setup.players)

    def _change(self, setup: Setup) -> None:
        self.setup = setup
        self.app.matches.setup = setup
        self._seat()

    def _add(self) -> None:
        if len(self.setup.players) >= max(self.setup.spec.seats):
            self._refuse(msg("lobby-full"))
            return
        self._change(self.setup.with_bot())
        count = len(self.setup.players)
        cues: list[Cue] = [
            Sound("sit-down", notice=True),
            Say(msg("bot-sits", count, seat=Name(Seat(count - 1))), Priority.REPLY),
        ]
        if count >= self.setup.spec.usual_seats:
            cues.append(Say(msg("lobby-start"), Priority.REPLY))
        self.app.say(*cues)

    def _remove(self) -> None:
        if not self.setup.players[-1].is_bot:
            self._refuse(msg("lobby-no-bot"))
            return
        name = self.setup.players[-1].name
        self._change(self.setup.without_bot())
        left = msg("bot-leaves", len(self.setup.players), name=name)
        self.app.say(Sound("stand-up", notice=True), Say(left, Priority.REPLY))

    def _options(self) -> None:
        options = field_knobs(
            lambda: self.setup.options, lambda new: self._change(replace(self.setup, options=new))
        )
        limit = limit_knob(
            lambda: self.setup.limit, lambda new: self._change(replace(self.setup, limit=new))
        )
        level = choice_knob("level", levels(self.setup.spec), lambda: self.setup.level, self._level)
        self.app.push(OptionsScreen(self.app, msg("options"), (*options, limit, level)))

    def _level(self, level: str) -> None:
        players = tuple(
            replace(one, level=level) if one.is_bot else one for one in self.setup.players
        )
        self._change(replace(self.setup, level=level, players=players))

    def _start(self) -> None:
        if len(self.setup.players) not in self.setup.spec.seats:
            self._refuse(msg("lobby-too-few"))
            return
        try:
            self.app.matches.begin(self.setup, self.app.now)
        except OptionError as error:
            self._refuse(msg(error.id, **error.args_))

    def _refuse(self, why: Msg) -> None:
        self.app.say(Sound("refused", notice=True), Say(why, Priority.REPLY))
