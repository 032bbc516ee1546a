"""The matches played on this device: starting, resuming, saving and closing them."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from random import Random
from typing import TYPE_CHECKING

from audiogames.app.days import Days
from audiogames.app.finding import LevelFinder
from audiogames.app.journals import Journals
from audiogames.app.match.controller import MatchController
from audiogames.app.match.mode import MatchServices
from audiogames.app.match.opening import MatchScreens
from audiogames.app.match.services import services_of
from audiogames.app.match.skipping import Skip
from audiogames.app.modes.daily import DayMode
from audiogames.app.modes.hotseat import HotSeat, people
from audiogames.app.modes.lesson import Tutor
from audiogames.app.modes.puzzle import PuzzleMode
from audiogames.app.modes.replay import Replay
from audiogames.app.modes.review import LookBack
from audiogames.app.puzzles import Puzzles
from audiogames.app.records import Records
from audiogames.app.reviews import MatchReview, Reviews
from audiogames.app.storage import Keeper, Saved, StorageError, human_seat
from audiogames.core.contract import Refused, Turn
from audiogames.core.cues import Msg, msg
from audiogames.core.events import Seat
from audiogames.core.log import Entry, Log, LogError, branch
from audiogames.core.options import OptionError, read_options
from audiogames.core.registry import Spec, game
from audiogames.present.history import GAME
from audiogames.present.localizer import Called, Localizer
from audiogames.present.table_speech import standing
from audiogames.search.levelling import offered_levels
from audiogames.table.clock import TimeSettings, read_time
from audiogames.table.daily import OWN, DayDeal
from audiogames.table.decisions import validated_state
from audiogames.table.protocol import Listener
from audiogames.table.puzzles import Puzzle
from audiogames.table.seats import HUMAN, Player, read_player, read_players
from audiogames.table.setup import Setup, new_log, places
from audiogames.table.table import Dealer, Table

if TYPE_CHECKING:
    from audiogames.app.context import Context


@dataclass(frozen=True)
class _Standing:
    """The score of a saved match in words, and whether it has ended."""

    words: str
    is_over: bool


class Matches:
    """Starts, saves, resumes and closes this device's matches; at most one is in progress."""

    def __init__(
        self,
        context: Context,
        screens: MatchScreens,
        reviews: Reviews,
        dealer: Dealer | None,
    ) -> None:
        self._context = context
        self._dealer = dealer
        self._screens = screens
        self._reviews = reviews
        self._keeper: Keeper | None = None
        self._table_here: Table | None = None
        """The table of the current match."""
        self.records = Records(context.storage)
        self.journals = Journals(context.storage)
        self.days = Days(context)
        self.puzzles = Puzzles(context)
        self.finder = LevelFinder(context)
        self.setup: Setup | None = None
        """The last table set up, for playing again."""
        self._last: dict[str, Setup] = {}
        self.skip = Skip(context, self.follow)
        self._standings: dict[str, tuple[tuple[list[Entry], Localizer], _Standing]] = {}
        """The last known scores of saved matches, by name, with their last entry."""

    def _show(self, session: MatchController) -> None:
        """Open the screen of a match, and close all others."""
        self._context.show_only(self._screens.match(session))

    def me(self) -> Player:
        """Return the player of this device, as a `Player` for a set-up."""
        settings = self._context.settings
        return Player(
            self._context.text(msg("player-name")),
            auto_draw=settings.auto_draw,
            patience=float(settings.patience),
        )

    def table_for(self, spec: Spec) -> Setup:
        """Return a set-up of this game with only the player, and with the options used last."""
        last = self._last.get(spec.id)
        if last is None:
            return Setup(spec, read_options(spec.options, {}), (self.me(),))
        return replace(last, players=(self.me(),), seed=None, watch=False)

    def play_now(self, wanted: Setup, seats: int, now: float) -> None:
        """Start a match of the player against bots at once."""
        self.begin(replace(wanted, players=(self.me(),)).filled(seats), now)

    def begin(self, setup: Setup, now: float) -> None:
        """Start a match with this set-up.  Raises `OptionError`."""
        self._require_no_online_table()
        self.setup = setup
        self._last[setup.spec.id] = setup
        stamp = self._context.storage.stamp()
        seated = places(setup.spec, setup.players)
        log = new_log(setup.spec, setup.options, seated, self._time(setup.limit), stamp)
        rng = self._context.rng if setup.seed is None else Random(setup.seed)
        table = self._table(log, rng, watch=setup.watch)
        keeper = None if setup.watch else self._keeper_for(log)
        self._open(table, keeper, None if setup.watch else Seat(0), now)

    def again(self, now: float) -> None:
        """Start another match with the same set-up."""
        if self.setup is None:
            assert self._context.session is not None
            assert self._table_here is not None
            self.setup = _setup_of(self._table_here, watch=self._context.session.seat is None)
        self.put_away()
        self.begin(replace(self.setup, seed=None), now)

    def resume(self, name: str, now: float) -> None:
        """Resume a saved match.  Raises `StorageError`, `LogError`."""
        self._require_no_online_table()
        log, book = self._context.storage.reopen(name)
        keeper = Keeper(book, self._failed)
        day = self.days.of_match(name)
        try:
            read_players(log.header)
            if day is None:
                table = self._table(log, self._context.rng)
            else:
                table = self._day_table(day.day, log)
        except LogError:
            book.close(finished=False)
            raise
        self.setup = None
        if day is not None:
            self._open_day(day.day, table, keeper, now)
            return
        seat = human_seat(log)
        self._open(table, keeper, None if seat is None else Seat(seat), now)

    def begin_day(self, day: DayDeal, now: float) -> None:
        """Start the match of a deal of the day; the same deal cannot be started again."""
        self._require_no_online_table()
        self.put_away()
        self.setup = None
        log = day.log(self.me(), self._time(None), self._context.storage.stamp())
        keeper = self._keeper_for(log)
        self.days.begun(day, keeper.name or "")
        self._open_day(day, self._day_table(day, log), keeper, now)

    def _day_table(self, day: DayDeal, log: Log) -> Table:
        return Table(log, self._context.rng, dealer=day.lots(log))

    def _open_day(self, day: DayDeal, table: Table, keeper: Keeper, now: float) -> None:
        self._keeper, self._table_here = keeper, table
        table.keep(keeper.record)
        mode = DayMode(day, table)

        def deal_ended() -> None:
            if mode.is_done:
                self._day_ended(mode)

        services = replace(self._services(), deal_ended=deal_ended, ended=deal_ended)
        session = MatchController(table, OWN, services, mode)
        self._context.enter(session)
        self._context.show_only(self._screens.day(session, mode))
        session.begin(now)
        deal_ended()  # if the program was killed between the last card and the result

    def _day_ended(self, mode: DayMode) -> None:
        """Save the result of the deal of the day, and delete the match: it cannot be replayed."""
        keeper, table = self._keeper, self._table_here
        assert table is not None
        self.days.over(mode.day, table.look(OWN).view)
        name = None if keeper is None else keeper.name
        if keeper is not None and name is not None:
            keeper.close(finished=True)
            self._context.storage.drop(name)

    def open_puzzle(self, puzzle: Puzzle) -> None:
        """Open a puzzle above the lists from which it was chosen.  Raises `Refused`, `LogError`."""
        self._require_no_online_table()
        mode = PuzzleMode(puzzle, self.me(), services_of(self._context), self._time(None))
        self.put_away()
        self._context.enter(mode.session)
        self._context.push(self._screens.puzzle(mode))

    def next_puzzle(self, before: Puzzle) -> None:
        """Replace a solved puzzle by the next one.  Raises `LogError`."""
        puzzle = self.puzzles.next(before.game, before.difficulty)
        assert puzzle is not None
        self._context.pop(silently=True)
        self.open_puzzle(puzzle)

    def replay(self, name: str) -> Replay:
        """Open a finished match of this device for replaying.

        Raises `StorageError`, `LogError`.
        """
        return self.replay_log(self._context.storage.recall(name))

    def replay_log(self, log: Log) -> Replay:
        """Open a finished match for replaying, such as one from a link.  Raises `LogError`."""
        self._require_no_online_table()
        replay = Replay(log, services_of(self._context), self._time(None))
        self._context.enter(replay.session)
        return replay

    def look_back(self, review: MatchReview) -> None:
        """Open a reviewed match at its first mistake.

        A player who has played on from a mistake returns to that mistake.  Raises `Refused`,
        `LogError`.
        """
        self._require_no_online_table()
        session, number = self._context.session, self._reviews.left_at
        is_back = number is not None
        if session is not None and session.mode.is_played and not session.over and not is_back:
            raise Refused("leave-first")
        is_result_announced = is_back or self._reviews.was_result_announced()
        finished = self._finished_here()
        self.put_away()
        looking = LookBack(review, services_of(self._context), self._time(None), number or 0)
        self._context.enter(looking.session)
        back = partial(self._return_to, finished)
        self._context.show_only(
            self._screens.review(looking, back, is_result_announced=is_result_announced)
        )

    def _finished_here(self) -> tuple[MatchController, Table] | None:
        """Return the current match if it has ended and had exactly one person, else None.

        That match is opened again after its review.
        """
        session, table = self._context.session, self._table_here
        if session is None or table is None or session.table is not table or not session.over:
            return None
        return (session, table) if len(people(table.players)) == 1 else None

    def _return_to(self, finished: tuple[MatchController, Table] | None) -> None:
        """Leave a review and open the `finished` match again; without one, open the main menu."""
        if finished is None:
            self.leave()
            return
        self.put_away()
        session, self._table_here = finished
        self._context.enter(session)
        self._show(session)
        self._context.say(*self._context.screen.where())

    def play_from(self, log: Log, entry: int, seat: Seat, chair: Seat, now: float) -> None:
        """Start a match from the position before this log entry, played by one person here.

        That person had `seat` in the log, and changes seats with the player of `chair`.

        The person knows how the original match continued.  So the log records that they have seen
        cards, and the match does not count in statistics.
        """
        self._require_no_online_table()
        self.put_away()
        self.setup = None
        log = branch(log, entry, seat, chair, self._context.storage.stamp())
        keeper = self._keeper_for(log)
        for one in log.entries:
            keeper.record(one)
        self._open(self._table(log, self._context.rng), keeper, chair, now)

    @property
    def log_here(self) -> Log | None:
        """The log of the current match; None without a match, and for an online match."""
        session, table = self._context.session, self._table_here
        is_here = session is not None and table is not None and session.table is table
        return table.log if is_here and table is not None else None

    def demonstrate(self, spec: Spec, now: float) -> None:
        """Start a match between bots, to which the player listens."""
        setup = Setup(spec, read_options(spec.options, {}), (), watch=True)
        self.begin(setup.filled(spec.usual_seats), now)

    def once_more(self) -> tuple[str, Setup] | None:
        """Return the name of the last finished match, and a set-up for playing it once more.

        None if there is no such match, or its set-up cannot be used.
        """
        for name in self._context.storage.finished()[:1]:
            with suppress(StorageError, LogError, OptionError):
                setup = _setup_of_log(self._context.storage.recall(name), self.me())
                return None if setup is None else (name, setup)
        return None

    def teach(self, spec: Spec) -> None:
        """Leave the current match, if any, and start the lesson of a game.

        Lessons are not saved.
        """
        self._require_no_online_table()
        self.put_away()
        self.setup = None
        tutor = Tutor(self._context, spec, self.me(), self._time(None))
        self._table_here = tutor.table
        self._context.enter(tutor.session)
        self._context.show_only(self._screens.lesson(tutor))

    def _require_no_online_table(self) -> None:
        """Raise `Refused` if the player is on a server, which they must leave first."""
        if self._context.is_online:
            raise Refused("online-leave-first", msg("online-leave-first"))

    def leave(self) -> None:
        """Leave the match and open the main menu, where an unfinished match can be resumed."""
        self.put_away()
        self._context.open_main_menu()

    def unfinished(self) -> list[Saved]:
        """Return the unfinished matches, newest first; those that cannot be resumed have no log.

        A match that has ended may still be stored as unfinished, if the program was killed right
        after the last card or another program held the file.  This call moves such a match to the
        finished matches.
        """
        left = [self._examined(saved) for saved in self._context.storage.unfinished()]
        names = {saved.name for saved in left}
        self._standings = {one: known for one, known in self._standings.items() if one in names}
        over = {name for name, (_, standing) in self._standings.items() if standing.is_over}
        for name in over:
            with suppress(StorageError):
                self._context.storage.reopen(name)[1].close(finished=True)
        return [saved for saved in left if saved.log is None or saved.name not in over]

    def _examined(self, saved: Saved) -> Saved:
        """Return a saved match; if it cannot be resumed, its log is replaced by the problem."""
        problem = saved.problem or msg("no-such-match", name=saved.name)
        if saved.log is not None:
            try:
                self.where(saved)
            except LogError as error:
                problem = msg(error.id, name=saved.name, **error.args_)
            else:
                return saved
        return Saved(saved.name, None, problem)

    def unreadable(self, count: int, *, finished: bool) -> Msg:
        """Return a sentence that says how many matches are unreadable, and in which folder."""
        return self._context.storage.unreadable(count, finished=finished)

    def where(self, saved: Saved) -> str:
        """Return the score of a saved match in words.  Raises `LogError`.

        A menu needs it after each key, so it is cached until the log or the language changes.
        """
        assert saved.log is not None
        seen = saved.log.entries[-1:], self._context.announcer.localizer
        known = self._standings.get(saved.name)
        if known is None or known[0] != seen:
            known = self._standings[saved.name] = seen, self._standing_of(saved.log)
        return known[1].words

    def _standing_of(self, log: Log) -> _Standing:
        """Return the score of a saved match.  Raises `LogError`."""
        players = read_players(log.header)
        seat = _described_seat(log)
        state = validated_state(log)
        spec = game(log.header.game)
        names = [Called(player.name, player.gender) for player in players]
        catalogue = self._context.announcer.localizer.catalogue.first(spec.id)
        localizer = Localizer(catalogue, lambda who: names[who])
        view = state.view(None if seat is None else Seat(seat))
        words = localizer.speech(standing(spec, view, waiting=False), after=",")
        return _Standing(words, state.to_act is Turn.OVER)

    def follow(self) -> None:
        """Apply the player's changed settings to the running match."""
        session, settings = self._context.session, self._context.settings
        if session is not None:
            session.follow(
                self._time(None),
                self._context.now,
                auto_draw=settings.auto_draw,
                patience=float(settings.patience),
            )

    def _time(self, limit: int | None) -> TimeSettings:
        """Return the time settings for a match; all waits are 0 while the match is skipped."""
        settings = self._context.settings
        if self.skip.is_on:
            return TimeSettings(limit, pace=0.0, grace=0.0, thought=0.0)
        waits = (settings.pace, settings.grace, settings.thought)
        return TimeSettings(limit, *(tenths / 10 for tenths in waits))

    def _ended(self) -> None:
        """Close the file of a match that has ended, and record the result."""
        self.finder.match_ended()
        name = None if self._keeper is None else self._keeper.name
        if self._keeper is None or name is None:
            return
        self._keeper.close(finished=True)
        table = self._table_here
        assert table is not None
        result = table.result()
        assert result is not None
        self.records.note(name, table.log, result)

    def put_away(self) -> None:
        """Close the current match; if it is unfinished, it can be resumed later."""
        session = self._context.session
        if session is None:
            return
        if self._keeper is not None:
            self._keeper.close(finished=session.over)
            self._keeper = None
        self._context.announcer.forget(GAME)
        session.mode.left()
        self._context.enter(None)

    def save(self) -> bool:
        """Write the unsaved part of the match; return whether the whole match is saved now."""
        keeper, session, table = self._keeper, self._context.session, self._table_here
        if keeper is not None and session is not None and not session.over and table is not None:
            if keeper.name is None:
                self._create_file_late(table)
            else:
                keeper.save()
        return self.kept

    @property
    def kept(self) -> bool:
        """Whether the current match is saved completely, up to the last move."""
        return self._keeper is not None and self._keeper.keeps

    def _table(self, log: Log, rng: Random, *, watch: bool = False) -> Table:
        listeners: tuple[Listener, ...] | None = (
            (None,) if watch or human_seat(log) is None else None
        )
        return Table(log, rng, dealer=self._dealer, listeners=listeners)

    def _keeper_for(self, log: Log) -> Keeper:
        """Create a file for a match, and the `Keeper` that writes it.

        If the file cannot be created, report that and return a keeper without a file.
        """
        try:
            return Keeper(self._context.storage.begin(log.header), self._failed)
        except StorageError as error:
            self._failed(error.message)
            return Keeper(None, self._failed)

    def _create_file_late(self, table: Table) -> None:
        """Create the file of a match, because that failed when the match started."""
        with suppress(StorageError):
            self._keeper = Keeper(self._context.storage.begin(table.log.header), self._failed)
            for entry in table.log.entries:
                self._keeper.record(entry)
            table.keep(self._keeper.record)

    def _failed(self, message: Msg) -> None:
        self._context.notify(message)

    def _open(self, table: Table, keeper: Keeper | None, seat: Listener, now: float) -> None:
        """Start or resume the match at this table, and open its screen."""
        self._keeper, self._table_here = keeper, table
        if keeper is not None:
            table.keep(keeper.record)
        self.finder.follow(table, seat)
        context, services = self._context, self._services()
        if seat is not None and len(people(table.players)) > 1:
            people_here = HotSeat(context, self._screens, table, services)
            context.enter(people_here.first)
            people_here.begin(now)
        else:
            session = MatchController(table, seat, services)
            context.enter(session)
            self._show(session)
            session.begin(now)

    def _services(self) -> MatchServices:
        return replace(
            services_of(self._context),
            announce_facts=self.skip.announce_facts,
            think=self._context.think,
            deal_ended=self.finder.deal_ended,
            ended=self._ended,
        )


def _described_seat(log: Log) -> int | None:
    """Return the seat from whose point of view a saved match is described.

    None if several people play at one keyboard.
    """
    several = sum(player.get("kind") == HUMAN for player in log.header.players) > 1
    return None if several else human_seat(log)


def _setup_of_log(log: Log, me: Player) -> Setup | None:
    """Return the set-up of a logged match, for playing it once more.

    None unless exactly one person played, and the levels of all bots still exist.
    """
    spec, header = game(log.header.game), log.header
    first, *others = places(spec, tuple(map(read_player, header.players)))
    known = all(one.is_bot and one.level in offered_levels(spec) for one in others)
    if first.is_bot or not others or not known:
        return None
    options, limit = read_options(spec.options, header.options), read_time(header.time).limit
    bots = (one.at_another_table() for one in others)
    return Setup(spec, options, (me, *bots), limit, others[0].level)


def _setup_of(table: Table, *, watch: bool) -> Setup:
    """Return the set-up for a rematch of a resumed match."""
    options = read_options(table.spec.options, table.log.header.options)
    joined = tuple(one.at_another_table() for one in places(table.spec, table.players))
    return Setup(table.spec, options, joined, table.time.limit, watch=watch)
