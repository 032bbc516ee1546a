"""The main menu, and the lists of games and matches that it opens."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from audiogames.app.favourites import Favourite, setup_of
from audiogames.app.screens.base import Item, ListScreen
from audiogames.app.screens.days import DaysScreen
from audiogames.app.screens.favourites import GamesScreen, TablesScreen
from audiogames.app.screens.help import HelpMenu
from audiogames.app.screens.lobby import LobbyScreen
from audiogames.app.screens.puzzles import PuzzleGames
from audiogames.app.screens.reader import RulesReader, rules_of
from audiogames.app.storage import Saved, StorageError
from audiogames.core.cues import Cue, Msg, msg, reply
from audiogames.core.log import LogError
from audiogames.core.registry import Spec
from audiogames.table.setup import Setup

if TYPE_CHECKING:
    from audiogames.app.match_context import MatchContext
    from audiogames.app.online_context import OnlineContext


class MainMenu(ListScreen):
    """The main menu.

    Its first items continue the last activity: resume a match, or play again with the same set-up.
    """

    context: OnlineContext

    may_be_interrupted = True

    def title(self) -> Msg:
        return msg("main-menu")

    def opened(self) -> None:
        """Look for saved matches, then announce the menu."""
        self._saved = self.context.matches.unfinished()
        self._again = self.context.matches.once_more()
        super().opened()
        if not self.context.settings.welcomed:
            self.context.change_settings(replace(self.context.settings, welcomed=True))

    def items(self) -> Sequence[Item]:
        """Return the items of the menu; "Resume" and "Play again" only if they are possible."""
        readable = [saved for saved in self._saved if saved.log is not None]
        left = readable[:1]
        others = [saved for saved in self._saved if saved not in left]
        return (
            *self._continue_items(left),
            Item(msg("menu-play"), lambda: self.context.push(GameList(self.context))),
            *([Item(_others_words(others), self._kept)] if others else []),
            Item(msg("menu-online"), self._go_online),
            Item(msg("menu-demo"), lambda: self.context.push(DemoList(self.context))),
            Item(msg("menu-rules"), lambda: self.context.push(RulesList(self.context))),
            Item(msg("menu-days"), lambda: self.context.push(DaysScreen(self.context))),
            Item(msg("menu-puzzles"), lambda: self.context.push(PuzzleGames(self.context))),
            Item(msg("menu-help"), lambda: self.context.push(HelpMenu(self.context))),
            Item(msg("menu-settings"), lambda: self.context.press("settings", "f10")),
            Item(msg("menu-quit"), self.context.quit),
        )

    def where(self) -> Sequence[Cue]:
        """Return the title and the focused item; the first time, also where to find the lessons."""
        learn = () if self.context.settings.welcomed else (reply("lessons-in-help"),)
        return (*super().where(), *learn)

    def _go_online(self) -> None:
        # The online code is imported on demand: it takes a tenth of the start-up time.
        from audiogames.app.screens.online.entrance import Entrance  # noqa: PLC0415

        self.context.push(Entrance(self.context))

    def back(self) -> None:
        """Announce the focus, because there is no screen to return to."""
        self.context.say(*self.where())

    def _continue_items(self, left: Sequence[Saved]) -> Sequence[Item]:
        """Return the items "Resume" and "Play again", the one for the newer match first."""
        resume = [(saved.name, resume_item(self, saved)) for saved in left]
        if self._again is None:
            return [item for _, item in resume]
        name, setup = self._again
        again = Item(
            _again_words(setup), lambda: self.context.push(LobbyScreen(self.context, setup))
        )
        return [item for _, item in sorted([(name, again), *resume], key=_begun, reverse=True)]

    def _kept(self) -> None:
        self.context.push(KeptMatches(self.context, self._saved))


def _begun(named: tuple[str, Item]) -> str:
    """Return the sort key of an item: a match's name, which begins with its start time."""
    return named[0]


def _others_words(others: Sequence[Saved]) -> Msg:
    """Return a sentence that says how many more matches are unfinished or cannot be resumed."""
    lost = _count_lost(others)
    if lost == len(others):
        return msg("menu-lost", lost)
    more = msg("menu-kept", len(others))
    return msg("menu-kept-lost", lost, more=more) if lost else more


def _count_lost(matches: Iterable[Saved]) -> int:
    return sum(saved.log is None for saved in matches)


def _again_words(setup: Setup) -> Msg:
    others = tuple(player.name for player in setup.players[1:])
    return msg("menu-again", game=msg(f"game-{setup.spec.id}"), others=others)


class GameList(TablesScreen):
    """The menu for starting a match: favourite tables, then a new table of each game."""

    context: MatchContext

    def title(self) -> Msg:
        return msg("play-title")

    def take(self, spec: Spec) -> None:
        """Open a new table of a game."""
        self.context.push(LobbyScreen(self.context, self.context.matches.table_for(spec)))

    def take_favourite(self, favourite: Favourite) -> None:
        """Open a new table with the settings of a favourite, ready to start a match."""
        self.context.push(LobbyScreen(self.context, setup_of(favourite, self.context.matches.me())))


class DemoList(GamesScreen):
    """The menu of demo matches, in which only bots play."""

    context: MatchContext

    def title(self) -> Msg:
        return msg("demo-title")

    def take(self, spec: Spec) -> None:
        """Start a match between bots."""
        self.context.matches.demonstrate(spec, self.context.now)


class RulesList(GamesScreen):
    """The menu of the games' rules."""

    context: MatchContext

    def title(self) -> Msg:
        return msg("rules-title")

    def take(self, spec: Spec) -> None:
        """Open the rules of a game, if there are any in this language."""
        if rules_of(self.context, spec.id).is_file():
            self.context.push(RulesReader(self.context, spec.id))
        else:
            self.context.answer(msg("rules-none"))


class KeptMatches(ListScreen):
    """A list of all unfinished matches, newest first; if one cannot be resumed, it says why."""

    context: MatchContext

    def __init__(self, context: MatchContext, saved: Sequence[Saved]) -> None:
        super().__init__(context)
        self._saved = tuple(saved)

    def title(self) -> Msg:
        return msg("kept-title")

    def remarks(self) -> Sequence[Msg]:
        """Return the number of matches that cannot be resumed, if there are any."""
        lost = _count_lost(self._saved)
        return (self.context.matches.unreadable(lost, finished=False),) if lost else ()

    def items(self) -> Sequence[Item]:
        """Return a line for each match."""
        return tuple(resume_item(self, saved) for saved in self._saved)


def resume_item(screen: MainMenu | KeptMatches, saved: Saved) -> Item:
    """Return the item of an unfinished match; Enter resumes the match."""
    context = screen.context
    if saved.problem is not None:
        return Item(saved.problem, partial(context.answer, saved.problem))
    assert saved.log is not None
    where = context.matches.where(saved)
    label = msg("menu-resume", game=msg(f"game-{saved.log.header.game}"), where=where)
    return Item(label, lambda: _resume(screen, saved))


def _resume(screen: MainMenu | KeptMatches, saved: Saved) -> None:
    context = screen.context
    try:
        context.matches.resume(saved.name, context.now)
    except StorageError as error:
        context.answer(error.message)
    except LogError as error:
        context.answer(msg(error.id, name=saved.name, **error.args_))
