"""The set-up of a local table before the match: its players and options."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from audiogames.app.about_bots import known_of
from audiogames.app.screens.base import Action, Item, ListScreen
from audiogames.app.screens.options import (
    OptionsScreen,
    level_knob,
    limit_knob,
    table_knobs,
)
from audiogames.app.screens.typing import TypeLine
from audiogames.core.cues import Cue, Msg, Name, Priority, Say, Sound, msg
from audiogames.core.events import Seat
from audiogames.core.options import OptionError
from audiogames.present.frame import Button, Frame
from audiogames.present.localizer import Called
from audiogames.table.setup import Setup

if TYPE_CHECKING:
    from audiogames.app.match_context import MatchContext

BUTTONS: Final = {
    "start": "enter",
    "add-bot": "b",
    "remove-bot": "shift+b",
    "add-person": "p",
    "table-options": "alt+o",
    "keep-table": "ctrl+s",
}

PAIR: Final = 2
"""When this many people share the keyboard, headphones are recommended, once per table."""


class LobbyScreen(ListScreen):
    """The list of players at a table; keys add bots and people, and Enter starts the match.

    The arrows browse the seats; Left and Right replace a bot with another one.
    """

    context: MatchContext

    layers: tuple[str, ...] = ("lobby", "list")
    kind = "lobby"

    def __init__(self, context: MatchContext, setup: Setup) -> None:
        super().__init__(context)
        self.setup = setup
        self._chosen: set[str] = set()

    def title(self) -> Msg:
        return msg("lobby", game=msg(f"game-{self.setup.spec.id}"))

    def opened(self) -> None:
        """Load the words and bots of this game, then announce the table."""
        self._change(self.setup)
        self.context.wording.renew()
        self.context.prepare(self.setup.spec)
        super().opened()

    def where(self) -> Sequence[Cue]:
        """Return the announcement of game and players, and the keys to add a bot or start."""
        count = len(self.setup.players)
        alone = (Say(msg("lobby-alone"), Priority.REPLY),)
        seated = (
            Say(msg("lobby-players", count), Priority.REPLY),
            Say(msg("lobby-start"), Priority.REPLY),
        )
        return (Say(self.title(), Priority.REPLY), *(alone if count == 1 else seated))

    def items(self) -> Sequence[Item]:
        """Return a line for each player at the table."""
        return tuple(self._player(seat) for seat in range(len(self.setup.players)))

    def actions(self) -> Mapping[str, Action]:
        """Return the actions of a list, and those for starting, seats and options."""
        return {
            **super().actions(),
            "start": lambda _key: self._start(),
            "add-bot": lambda _key: self._add(),
            "remove-bot": lambda _key: self._remove(),
            "add-person": lambda _key: self._add_person(),
            "remove-person": lambda _key: self._remove_person(),
            "table-options": lambda _key: self._options(),
            "keep-table": lambda _key: self._keep_table(),
            "about-player": lambda _key: self._tell_about_bots(),
            "other-bot": lambda key: self._exchange(-1 if key == "left" else 1),
        }

    def frame(self) -> Frame:
        """Draw the players and the buttons."""
        offered = {id_: key for id_, key in BUTTONS.items() if self._is_offered(id_)}
        words = {key: self.context.text(msg(f"do-{id_}")) for id_, key in offered.items()}
        buttons = tuple(Button(text, key) for key, text in words.items())
        return replace(super().frame(), buttons=buttons)

    def _is_offered(self, id_: str) -> bool:
        """Whether to offer the button for this action, given the number of players."""
        players, seats = self.setup.players, self.setup.spec.seats
        match id_:
            case "start" | "keep-table":
                return len(players) in seats
            case "remove-bot":
                return any(player.is_bot for player in players)
            case "add-bot" | "add-person":
                return len(players) < max(seats)
        return True

    def choose(self) -> None:
        """Announce the player that was clicked or chosen."""
        self.context.say(self.current())

    def _player(self, seat: int) -> Item:
        player = self.setup.players[seat]
        if player.is_bot:
            label = msg("lobby-bot", seat=Name(Seat(seat)))
        elif len(self.setup.people) > 1:
            label = msg("lobby-person", seat=Name(Seat(seat)))
        else:
            label = msg("lobby-you")
        return Item(label, lambda: self.context.say(self.current()))

    def _tell_about_bots(self) -> None:
        """Describe the focused bot; if a person is focused, announce their line again."""
        player, setup = self.setup.players[self.place], self.setup
        if not player.is_bot:
            self.context.say(self.current())
            return
        hesitates = self.context.settings.thought > 0
        known = known_of(setup.spec, setup.options, player, hesitates=hesitates)
        self.context.say(Say(known, Priority.REPLY))

    def _exchange(self, by: int) -> None:
        """Replace the focused bot by the next (1) or previous (-1) bot that is not at the table."""
        if not self.setup.players[self.place].is_bot:
            self._refuse(msg("lobby-not-a-bot"))
            return
        self._change(self.setup.with_other_bot(self.place, by))
        self._tell_about_bots()

    def _seat(self) -> None:
        """Pass the players' names to the program, which uses them in announcements."""
        self.context.seated = tuple(
            Called(player.name, player.gender) for player in self.setup.players
        )

    def _change(self, setup: Setup) -> None:
        self.setup = setup
        self.context.matches.setup = setup
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
        self.context.say(*cues)

    def _remove(self) -> None:
        bots = [player for player in self.setup.players if player.is_bot]
        if not bots:
            self._refuse(msg("lobby-no-bot"))
            return
        self._change(self.setup.without_bot())
        self._tell_gone(bots[-1].name)

    def _tell_gone(self, name: str) -> None:
        left = msg("bot-leaves", len(self.setup.players), name=name)
        self.context.say(Sound("stand-up", notice=True), Say(left, Priority.REPLY))

    # People at the same keyboard

    def _add_person(self) -> None:
        """Ask for the name of a person and add them.

        The first time, also ask for the player's own name, which is not needed when playing alone.
        """
        if len(self.setup.players) >= max(self.setup.spec.seats):
            self._refuse(msg("lobby-full"))
        elif self.setup.players[0].name == self.context.text(msg("player-name")):
            self._type_name("type-own-name", self._name_first)
        else:
            self._ask_name()

    def _ask_name(self) -> None:
        self._type_name("type-name", self._seat_person)

    def _type_name(self, title: str, take: Callable[[str], None]) -> None:
        from audiogames.app.screens.naming import NAME  # noqa: PLC0415 - slow to load

        self.context.push(TypeLine(self.context, msg(title), take, NAME))

    def _name_first(self, text: str) -> None:
        self._change(self.setup.named(self._free_name(text)))
        self._ask_name()

    def _seat_person(self, text: str) -> None:
        self._change(self.setup.with_person(self._free_name(text)))
        count = len(self.setup.players)
        cues: list[Cue] = [
            Sound("sit-down", notice=True),
            Say(msg("person-sits", count, seat=Name(Seat(count - 1))), Priority.REPLY),
        ]
        if len(self.setup.people) == PAIR:
            cues.append(Say(msg("curtain-advice"), Priority.REPLY))
        if count >= self.setup.spec.usual_seats:
            cues.append(Say(msg("lobby-start"), Priority.REPLY))
        self.context.say(*cues)

    def _free_name(self, text: str) -> str:
        """Return the cleaned name of a person.  Raises `Refused` if another player has it."""
        from audiogames.app.screens.naming import checked_name  # noqa: PLC0415 - slow to load

        return checked_name(text, (player.name for player in self.setup.players))

    def _remove_person(self) -> None:
        if len(self.setup.people) < PAIR:
            self._refuse(msg("lobby-no-person"))
            return
        name = self.setup.people[-1].name
        self._change(self.setup.without_person())
        self._tell_gone(name)

    def _options(self) -> None:
        def get() -> Any:
            return self.setup.options

        def put(options: Any) -> None:
            self._change(replace(self.setup, options=options))

        game = table_knobs(self.setup.spec, get, put, self._chosen)
        limit = limit_knob(
            lambda: self.setup.limit, lambda new: self._change(replace(self.setup, limit=new))
        )
        finder, spec = self.context.matches.finder, self.setup.spec
        level = level_knob(
            spec,
            lambda: self.setup.options,
            lambda: self.setup.level,
            self._level,
            found=lambda: finder.found(spec),
        )
        self.context.push(OptionsScreen(self.context, msg("options"), (*game, limit, level)))

    def _keep_table(self) -> None:
        from audiogames.app.screens.favourites import keep_table  # noqa: PLC0415 - the menu has it

        keep_table(self.context, self.setup)

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
            self.context.matches.begin(self.setup, self.context.now)
        except OptionError as error:
            self._refuse(msg(error.id, **error.args_))

    def _refuse(self, why: Msg) -> None:
        self.context.say(Sound("refused", notice=True), Say(why, Priority.REPLY))
