"""The functions menu (F9), the statistics of each game, and the list of finished matches."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from heapq import merge
from typing import TYPE_CHECKING

from audiogames.app.finding import place_words
from audiogames.app.records import MIXED, Figures, Summary, figures, met_levels
from audiogames.app.screens.base import Action, Confirm, Item, ListScreen, Question
from audiogames.app.screens.match.replay import ReplayScreen
from audiogames.app.screens.progress import Group, ProgressGroups
from audiogames.app.screens.sharing import save_log, share_log
from audiogames.app.screens.sounds import Glossaries
from audiogames.app.storage import StorageError
from audiogames.core.contract import Refused
from audiogames.core.cues import Msg, msg
from audiogames.core.log import Log, LogError
from audiogames.core.registry import Spec, game, game_ids, games
from audiogames.search.levelling import LIKE_ME, at_first

if TYPE_CHECKING:
    from audiogames.app.match_context import MatchContext


class FunctionsMenu(ListScreen):
    """The menu of statistics, finished matches, the current review, sounds and history."""

    context: MatchContext

    def title(self) -> Msg:
        return msg("functions")

    def items(self) -> Sequence[Item]:
        """Return the items: review, statistics, finished matches, sounds, saving the history."""
        return (
            Item(msg("menu-statistics"), lambda: self.context.push(Statistics(self.context))),
            Item(msg("menu-past"), lambda: self.context.push(PastMatches(self.context))),
            *self._review(),
            Item(msg("help-sounds"), lambda: self.context.push(Glossaries(self.context))),
            Item(msg("menu-save-history"), lambda: self.context.press("save-history", "")),
        )

    def _review(self) -> Sequence[Item]:
        """Return a menu item for the current review; it opens the result or reports progress."""
        reviews = self.context.reviews
        if (review := reviews.current) is None:
            return ()
        label = msg("menu-review", game=msg(f"game-{review.spec.id}"))
        if reviews.runs:
            return (Item(label, reviews.tell_progress),)
        return (Item(label, lambda: self.context.matches.look_back(review)),)


class Statistics(ListScreen):
    """A list of the games with finished matches; Enter opens the statistics of a game."""

    context: MatchContext

    def __init__(self, context: MatchContext) -> None:
        super().__init__(context)
        known = context.matches.records.all()
        found = [(spec.id, figures(spec.id, known)) for spec in games()]
        self._found = [(id_, one) for id_, one in found if one is not None]

    def title(self) -> Msg:
        return msg("statistics")

    def items(self) -> Sequence[Item]:
        """Return a line for each game."""
        found = tuple(
            Item(_of_game(id_, one), partial(self._open, id_, one)) for id_, one in self._found
        )
        return found or (Item(msg("none-finished"), self.tell),)

    def _open(self, id_: str, found: Figures) -> None:
        self.context.push(GameFigures(self.context, id_, found))


class GameFigures(ListScreen):
    """The statistics of one game, with items for its weekly progress and the adaptive level."""

    context: MatchContext

    def __init__(self, context: MatchContext, id_: str, found: Figures) -> None:
        super().__init__(context)
        self._id = id_
        self._lines = tuple(_lines(game(id_), found))
        self._is_counted = found.tally.played > 0
        self._finder = context.matches.finder

    def title(self) -> Msg:
        """Return the name of the game."""
        return msg("item", name=msg(f"game-{self._id}"))

    def items(self) -> Sequence[Item]:
        """Return an item for each fact, then the progress and the adaptive level."""
        facts = (Item(line, self.tell) for line in self._lines)
        progress = (Item(msg("progress"), self._progress),) if self._is_counted else ()
        return (*facts, *progress, *self._level())

    def _progress(self) -> None:
        """Open a list of the matches won per week, against all opponents and against each level."""
        spec, known = game(self._id), self.context.matches.records.all()
        counted = [one for one in known if one.game == self._id and one.counts]
        groups = [Group(msg("progress-all-matches"), _dated(counted))]
        for level in met_levels(counted):
            those = [one for one in counted if one.level == level]
            groups.append(Group(_against(spec, level), _dated(those)))
        self.context.push(ProgressGroups(self.context, msg("progress-won"), groups))

    def _level(self) -> Iterator[Item]:
        """Yield an item that shows and resets the player's adaptive level, if that has changed."""
        spec = game(self._id)
        found = self._finder.found(spec)
        if found != at_first(spec):
            where = place_words(spec, found, spec.options())
            words = msg("figures-like-me", found.matches, where=where)
            yield Item(
                words, lambda: self.context.push(Confirm(self.context, self._question(spec)))
            )

    def _question(self, spec: Spec) -> Question:
        def yes() -> None:
            self._finder.forget(spec)
            self.context.answer(msg("like-me-forgotten"))

        return Question(msg("like-me-forget-question"), yes)


def _dated(matches: Sequence[Summary]) -> tuple[tuple[str, bool], ...]:
    return tuple((one.started, one.has_won) for one in matches)


def _of_game(id_: str, found: Figures) -> Msg:
    won = msg("figures-won", found.tally.won)
    return msg("figures-game", found.tally.played, game=msg(f"game-{id_}"), won=won)


def _lines(spec: Spec, found: Figures) -> Iterator[Msg]:
    yield msg("figures-all", found.tally.played, won=msg("figures-won", found.tally.won))
    for level, tally in found.levels.items():
        won = msg("figures-won", tally.won)
        yield msg("figures-level", tally.played, level=_against(spec, level), won=won)
    if found.tally.played:
        yield msg("figures-points", best=found.best, average=found.average)
        yield msg("figures-streak", found.streak, longest=found.longest)
    if found.uncounted:
        yield msg("figures-open", found.uncounted)


def _against(spec: Spec, level: str) -> Msg:
    """Return the level of the opponents in words; "mixed" if the level no longer exists."""
    is_named = level == LIKE_ME or spec.bots.counts(level)
    return msg(f"against-{level if is_named else MIXED}")


# --- Finished matches
# ------------------------------------------------------------------------------


class PastMatches(ListScreen):
    """A list of finished matches, newest first; Enter replays one, or reviews an online match."""

    context: MatchContext

    layers: tuple[str, ...] = ("results", "list")

    def __init__(self, context: MatchContext) -> None:
        super().__init__(context)
        found, self._damaged = context.matches.records.past()
        self._found = [one for one in found if one.game in game_ids()]
        journals = context.matches.journals.past()
        self._online = [one for one in journals if one.game in game_ids()]

    def title(self) -> Msg:
        return msg("past-matches")

    def remarks(self) -> Sequence[Msg]:
        """Return the number of matches that cannot be replayed, if there are any."""
        lost = self._damaged
        return (self.context.matches.unreadable(lost, finished=True),) if lost else ()

    def items(self) -> Sequence[Item]:
        """Return a line for each match."""
        return tuple(map(self._line, self._newest)) or (Item(msg("none-finished"), self.tell),)

    def actions(self) -> Mapping[str, Action]:
        """Return the actions of a list, and those for sharing a match as a text or a file."""
        return {
            **super().actions(),
            "share-ending": lambda _key: self._share(self._focused()),
            "save-match": lambda _key: self._save(self._focused()),
        }

    @property
    def _newest(self) -> tuple[Summary, ...]:
        by_start = merge(self._found, self._online, key=lambda one: one.started, reverse=True)
        return tuple(by_start)

    def _line(self, match: Summary) -> Item:
        if match in self._online:
            return Item(_online(match), partial(self._review, match.name))
        return Item(_of_match(match), partial(self._hear, match.name))

    def _focused(self) -> Summary:
        """Return the focused match.  Raises `Refused` if the list is empty."""
        if not self._newest:
            raise Refused("none-finished", msg("none-finished"))
        return self._newest[self.place]

    def _share(self, match: Summary) -> None:
        """Copy the result of a match to the clipboard.

        For an online match, which has no log here, copy the text of its list item.
        """
        if match in self._online:
            self.context.copy(self.context.text(_of_match(match)))
        else:
            self._with_log(match, partial(share_log, self.context))

    def _save(self, match: Summary) -> None:
        if match in self._online:
            raise Refused("share-no-log", msg("share-no-log"))
        self._with_log(match, partial(save_log, self.context))

    def _with_log(self, match: Summary, use: Callable[[Log], None]) -> None:
        """Load the log of a match and pass it to `use`; announce an error if that fails."""
        try:
            use(self.context.storage.recall(match.name))
        except StorageError as error:
            self.context.answer(error.message)
        except LogError as error:
            self.context.answer(msg(error.id, name=match.name, **error.args_))

    def _hear(self, name: str) -> None:
        """Open the replay of a match.  Raises `Refused` during another match."""
        if self.context.session is not None:
            raise Refused("leave-first")
        try:
            replay = self.context.matches.replay(name)
        except StorageError as error:
            self.context.answer(error.message)
        except LogError as error:
            self.context.answer(msg(error.id, name=name, **error.args_))
        else:
            self.context.push(ReplayScreen(self.context, replay))

    def _review(self, name: str) -> None:
        """Begin the review of an online match; only the player's decisions in it are stored.

        Raises `Refused`.
        """
        try:
            self.context.reviews.open_journal(name, self.context.matches.journals.text_of(name))
        except StorageError as error:
            self.context.answer(error.message)
        except LogError as error:
            self.context.answer(msg(error.id, name=name, **error.args_))


def _online(match: Summary) -> Msg:
    """Describe a match at an online table."""
    return msg("past-online", match=_of_match(match))


def _of_match(match: Summary) -> Msg:
    """Describe a match: game, players, result and date."""
    result = "past-shared" if match.has_won and match.has_shared else "past-lost"
    result = "past-won" if match.has_won and not match.has_shared else result
    fields = {"game": msg(f"game-{match.game}"), "others": match.others, "result": msg(result)}
    begun = re.match(r"(\d{4})-(0[1-9]|1[0-2])-(\d\d)", match.started)
    if begun is None:
        return msg("past-match-undated", **fields)
    year, month, day = map(int, begun.groups())
    return msg("past-match", **fields, day=day, month=msg(f"month-{month}"), year=year)
