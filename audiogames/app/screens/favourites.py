"""Lists of games and favourites; saving a table as a favourite, renaming and deleting them."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import count
from typing import TYPE_CHECKING, Final

from audiogames.app.favourites import (
    LONGEST_TITLE,
    MOST_FAVOURITES,
    Favourite,
    checked_title,
    favourite_of,
    listed,
)
from audiogames.app.screens.base import Action, Confirm, Item, ListScreen, Question
from audiogames.app.screens.editing import TextRules
from audiogames.app.screens.typing import TypeLine
from audiogames.core.contract import Refused
from audiogames.core.cues import Msg, Priority, Say, Sound, msg
from audiogames.core.options import OptionError
from audiogames.core.registry import Spec, games
from audiogames.table.setup import Setup

if TYPE_CHECKING:
    from audiogames.app.match_context import MatchContext

TITLE: Final = TextRules(LONGEST_TITLE)


class GamesScreen(ListScreen):
    """The base class of lists of all games; subclasses define what Enter does."""

    def items(self) -> Sequence[Item]:
        """Return an item for every game."""
        return tuple(
            Item(msg("item", name=msg(f"game-{spec.id}")), partial(self.take, spec))
            for spec in games()
        )

    @abstractmethod
    def take(self, spec: Spec) -> None:
        """Perform the action of Enter for this game."""


class TablesScreen(GamesScreen):
    """The base class of lists of favourites followed by all games; favourites can be edited."""

    context: MatchContext

    def __init__(self, context: MatchContext) -> None:
        super().__init__(context)
        self._found: Sequence[Favourite] = ()
        self._look()

    def items(self) -> Sequence[Item]:
        """Return the favourites by name, then the games."""
        own = (Item(_line(one), partial(self.take_favourite, one)) for one in self._found)
        return (*own, *super().items())

    @abstractmethod
    def take_favourite(self, favourite: Favourite) -> None:
        """Use this favourite; called when the player presses Enter on it."""

    def returned(self) -> None:
        """Update the list after a change of favourites; the focus stays on its line."""
        before = len(self._found)
        self._look()
        self.place = max(0, self.place + len(self._found) - before)
        super().returned()

    def actions(self) -> Mapping[str, Action]:
        """Return the actions of a list, and those for renaming and deleting a favourite."""
        return {
            **super().actions(),
            "rename-favourite": lambda _key: self._rename(self._focused()),
            "delete-favourite": lambda _key: self._delete(self._focused()),
        }

    def _look(self) -> None:
        """Load the favourites; if there are none, disable the keys that edit them."""
        self._found = listed(self.context.settings.favourites)
        self.layers = ("favourites", "list") if self._found else ("list",)

    def _focused(self) -> Favourite:
        """Return the focused favourite.  Raises `Refused` if the focused line is a game."""
        if self.place >= len(self._found):
            raise Refused("not-a-favourite", msg("not-a-favourite"))
        return self._found[self.place]

    def _rename(self, favourite: Favourite) -> None:
        def take(text: str) -> None:
            others = (one.name for one in self.context.settings.favourites if one is not favourite)
            new = replace(favourite, name=checked_title(text, others))
            kept = self.context.settings.favourites
            _keep(self.context, tuple(new if one is favourite else one for one in kept))
            self._look()
            self.tell()

        _ask_title(self.context, favourite.name, take)

    def _delete(self, favourite: Favourite) -> None:
        def yes() -> None:
            kept = self.context.settings.favourites
            _keep(self.context, tuple(one for one in kept if one is not favourite))
            self._look()
            gone = msg("favourite-deleted", name=favourite.name)
            self.context.say(Say(gone, Priority.REPLY), self.current())

        words = msg("favourite-delete-question", name=favourite.name)
        self.context.push(Confirm(self.context, Question(words, yes)))


def _line(favourite: Favourite) -> Msg:
    return msg("item", name=favourite.name)


def keep_table(context: MatchContext, setup: Setup) -> None:
    """Ask for a name, and save the table as a favourite under this name.

    Raises `Refused` if a match cannot start with these seats and options.
    """
    if len(setup.players) not in setup.spec.seats:
        raise Refused("lobby-too-few", msg("lobby-too-few"))
    try:
        setup.spec.rules.start(setup.options, len(setup.players))
    except OptionError as error:
        raise Refused(error.id, msg(error.id, **error.args_)) from None
    if len(context.settings.favourites) >= MOST_FAVOURITES:
        raise Refused("favourites-full", msg("favourites-full"))

    def take(text: str) -> None:
        title = checked_title(text, ())
        twin = next((one for one in context.settings.favourites if _is_called(one, title)), None)
        if twin is None:
            _add(context, title, setup)
            return
        question = Question(
            msg("favourite-replace-question", name=twin.name), lambda: _add(context, title, setup)
        )
        context.push(Confirm(context, question))

    _ask_title(context, _usual_title(context, setup), take)


def _add(context: MatchContext, title: str, setup: Setup) -> None:
    """Save the table as the first favourite; it replaces one with the same name."""
    others = (one for one in context.settings.favourites if not _is_called(one, title))
    _keep(context, (favourite_of(title, setup, context.matches.me()), *others))
    context.say(Sound("menu-choose"), Say(msg("favourite-saved", name=title), Priority.REPLY))


def _is_called(favourite: Favourite, title: str) -> bool:
    return favourite.name.casefold() == title.casefold()


def _usual_title(context: MatchContext, setup: Setup) -> str:
    """Return a name to suggest for a favourite: the game, its preset, and a number if needed."""
    presets = setup.spec.named_options.items()
    name = next((name for name, options in presets if options == setup.options), "usual")
    title = msg(f"game-{setup.spec.id}")
    if name != "usual":
        title = msg("favourite-of-preset", game=title, preset=msg(f"option-preset-{name}"))
    text, taken = context.text(title), {one.name.casefold() for one in context.settings.favourites}
    numbered = (text if at == 1 else f"{text} {at}" for at in count(1))
    return next(one for one in numbered if one.casefold() not in taken)[:LONGEST_TITLE]


def _ask_title(context: MatchContext, text: str, take: Action) -> None:
    """Open a text field for a name, which begins with `text`, and pass the name to `take`."""
    line = TypeLine(context, msg("favourite-title"), take, TITLE)
    line.field.replace(text)
    context.push(line)


def _keep(context: MatchContext, favourites: tuple[Favourite, ...]) -> None:
    context.change_settings(replace(context.settings, favourites=favourites))
