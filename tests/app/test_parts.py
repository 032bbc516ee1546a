"""Unit tests of settings, cues, the session and the object that saves a match."""

from random import Random

import pytest

from audiogames.app.match.controller import MatchController
from audiogames.app.match.cues import UpdateCues, as_replies
from audiogames.app.match.mode import MatchServices
from audiogames.app.settings import Settings, read_settings, written
from audiogames.app.storage import Keeper, Saved, StorageError, human_seat
from audiogames.core.contract import Refused
from audiogames.core.cues import Priority, Say, Sound, msg
from audiogames.core.events import Seat
from audiogames.core.log import Entry
from audiogames.core.registry import game
from audiogames.present.announcer import Announcer
from audiogames.table.clock import TimeExtended, TimeSettings
from audiogames.table.seats import Player
from audiogames.table.setup import Setup, new_log
from audiogames.table.table import Table
from tests.kit.languages import COMPLETE
from tests.kit.pilot import MemoryStorage, Pilot, ScriptedDealer
from tests.kit.places import dealer, match
from tests.kit.pressing import pressed
from tests.present.kit import shipped

GAME = game("novantanove")
ME = Player("Eva", gender="f")
FIRST = Seat(0)


def table(*, listeners=None, bots=2, **more):
    setup = Setup(GAME, GAME.options(), (ME,)).filled(bots + 1)
    log = new_log(GAME, setup.options, setup.players, TimeSettings(**more))
    return Table(log, Random(1), dealer=dealer(), listeners=listeners)


# Settings -----------------------------------------------------------------------------------------


def test_settings_are_restored_as_they_were_saved():
    settings = Settings("it", "full", "builtin", pace=5, auto_draw=True, patience="1.5", scale=400)
    assert read_settings(written(settings)) == (settings, ())


@pytest.mark.parametrize(
    "bad",
    [{"scale": 0}, {"scale": None}, {"pace": "soon"}, {"hat": 1}, {"auto_draw": 2}, {"rate": []}],
)
def test_invalid_setting_is_reported_and_left_out(bad):
    (name,) = bad
    assert read_settings({**bad, "language": "it"}) == (Settings("it"), (name,))


def test_empty_settings_give_the_default_settings():
    assert read_settings({}) == (Settings(), ())


# The cues ---------------------------------------------------------------------------------------


def words(cues):
    return " ".join(shipped("en").speech(cue.message) for cue in cues if isinstance(cue, Say))


def test_repeated_update_gives_the_turn_prompt_only_once():
    playing = table()
    cues = UpdateCues(GAME, Seat(0))
    (update,) = playing.start(0.0)
    assert words(cues.cues(update)).endswith("Your turn.")
    assert words(cues.cues(playing.look(Seat(0)))) == ""
    assert words(cues.prompts(playing.look(Seat(0)))) == "Your turn."


def test_spectator_gets_no_prompts():
    playing = table(listeners=(None,))
    (update,) = playing.start(0.0)
    told = words(UpdateCues(GAME, None).cues(update))
    assert "Your turn" not in told
    assert "You have" not in told
    assert UpdateCues(GAME, None).prompts(update) == ()


def test_extension_of_the_turn_time_is_announced_with_its_length():
    playing = table(limit=20)
    playing.start(0.0)
    (update,) = playing.extend(Seat(0), 5.0)
    assert update.events == (TimeExtended(Seat(0), 20),)
    told = words(UpdateCues(GAME, Seat(0)).cues(update))
    assert told.startswith("Time extended, 20 seconds.")


# The session --------------------------------------------------------------------------------------


class RecordingServices:
    """The services of a match session; they record its announcements, bot requests and end."""

    def __init__(self):
        self.told = []
        self.wanted = []
        self.endings = 0
        self.announcer = Announcer(shipped("en"), lambda _seat: 0.0)

    def services(self):
        return MatchServices(
            self.announcer, self.told.extend, self.hear, self.wanted.append, self.end
        )

    def hear(self, facts):
        for one in facts:
            self.told += [*one.happened, *one.asked]

    def end(self):
        self.endings += 1


def session(seat=FIRST, **more):
    witness = RecordingServices()
    listeners = (None,) if seat is None else None
    found = MatchController(table(listeners=listeners, **more), seat, witness.services())
    found.begin(0.0)
    return found, witness


def test_events_of_the_players_own_move_have_reply_priority():
    playing, witness = session()
    witness.told.clear()
    playing.submit(GAME.rules.read("Kc"), 5.0)
    says = [cue for cue in witness.told if isinstance(cue, Say)]
    assert says
    assert all(cue.priority >= Priority.REPLY for cue in says)


def test_bot_move_is_requested_once():
    playing, witness = session()
    playing.submit(GAME.rules.read("Kc"), 5.0)
    playing.tick(5.1)
    playing.tick(5.2)
    (wanted,) = witness.wanted
    assert wanted.seat == 1
    playing.bot_replied(wanted, GAME.rules.read("7s"), 5.3)
    playing.tick(60.0)
    assert len(witness.wanted) == 2
    before = len(witness.told)
    playing.bot_replied(wanted, GAME.rules.read("2c"), 61.0)
    assert len(witness.told) == before, "a late thought is dropped"


def test_update_without_events_announces_nothing():
    playing, witness = session()
    witness.told.clear()
    playing.deliver([playing.table.look(FIRST)], 5.0)
    assert witness.told == []


def test_spectator_has_no_turn_and_no_time_limit():
    playing, _ = session(None)
    with pytest.raises(Refused):
        playing.extend(1.0)
    assert not playing.my_turn
    assert not playing.waits_for_me
    assert playing.time_left(1.0) is None


def test_time_left_is_none_without_a_time_limit():
    assert session()[0].time_left(1.0) is None
    assert session(limit=20)[0].time_left(0.0) == 20


def test_match_controller_keeps_the_events_since_the_players_last_move():
    playing, _ = session()
    playing.submit(GAME.rules.read("Kc"), 5.0)
    mine = len(playing.events)
    playing.bot_replied(playing.table.wanted, GAME.rules.read("7s"), 50.0)
    playing.tick(60.0)
    assert len(playing.events) > mine


def test_match_controller_keeps_only_the_events_of_the_current_deal():
    playing, _ = session(limit=5)
    for now in range(0, 4000, 4):
        playing.tick(float(now))
        if playing.table.wanted:
            wanted = playing.table.wanted
            move = GAME.bots.levels["easy"]().choose(wanted.view, Random(1), 1, lambda: False)
            playing.bot_replied(wanted, move, now + 0.5)
        if playing.waiting:
            playing.ready(now + 3.0)
            told = [type(event).__name__ for event in playing.events]
            assert told.count("Dealt") == 1
            return
    raise AssertionError("no round has ended")


def test_cues_turned_into_a_reply_get_at_least_reply_priority():
    cues = [Sound("card"), Say(msg("total")), Say(msg("total"), Priority.CRITICAL)]
    assert as_replies(cues) == [
        Sound("card"),
        Say(msg("total"), Priority.REPLY),
        Say(msg("total"), Priority.CRITICAL),
    ]


def test_first_human_seat_is_the_listener():
    log = table().log
    assert human_seat(log) == 0
    log.header.players.insert(0, log.header.players.pop())
    assert human_seat(log) == 1
    log.header.players[:] = [log.header.players[0]]
    assert human_seat(log) is None


# The keeper ---------------------------------------------------------------------------------------


class FailingLog:
    """A match file whose writing fails while `fails` is set."""

    def __init__(self):
        self.entries = []
        self.fails = False
        self.closed = []

    def append(self, entry):
        if self.fails:
            raise StorageError(msg("cannot-save-match"))
        self.entries.append(entry)

    def save(self):
        """Do nothing: no entry waits to be written."""

    def close(self, *, finished):
        self.closed.append(finished)
        if self.fails:
            raise StorageError(msg("match-not-moved"))


def test_failure_to_write_the_match_file_is_announced_once():
    book, told = FailingLog(), []
    keeper = Keeper(book, told.append)
    keeper.record(Entry(1, 0.0, None, "dealer 0"))
    assert keeper.keeps
    book.fails = True
    for seq in (2, 3):
        keeper.record(Entry(seq, 0.0, None, "dealer 0"))
    assert told == [msg("cannot-save-match")]
    assert not keeper.keeps
    assert len(book.entries) == 1


def test_match_file_is_closed_once():
    book = FailingLog()
    keeper = Keeper(book, pytest.fail)
    keeper.close(finished=True)
    keeper.close(finished=False)
    keeper.record(Entry(1, 0.0, None, "dealer 0"))
    assert book.closed == [True]
    assert book.entries == []


def test_match_file_that_cannot_be_archived_is_reported_only_once():
    book, told = FailingLog(), []
    keeper = Keeper(book, told.append)
    book.fails = True
    keeper.close(finished=True)
    keeper.close(finished=True)
    assert told == [msg("match-not-moved")]


def test_moves_of_a_match_without_a_file_are_not_saved():
    keeper = Keeper(None, pytest.fail)
    assert not keeper.keeps
    keeper.record(Entry(1, 0.0, None, "dealer 0"))
    keeper.close(finished=True)


# The setup, and its remembered values -------------------------------------------------------------


def test_table_setup_is_filled_with_bots_of_unique_names():
    setup = Setup(GAME, GAME.options(), (ME,), level="easy").filled(13)
    assert len({player.name for player in setup.players}) == 13
    assert {player.level for player in setup.players[1:]} == {"easy"}
    assert setup.filled(5) == setup
    assert len(setup.without_bot().players) == 12


def test_new_table_has_the_options_and_the_time_limit_last_used_for_the_game():
    pilot = match("en", 1, dealt=ScriptedDealer(), given={"tokens": 3, "limit": 2})
    pilot.press("escape", "end", "enter")
    pilot.press("p", "enter", "n", "enter")
    setup = pilot.app.screen.setup
    assert (setup.options.tokens, setup.limit, len(setup.players)) == (3, 10, 1)


def test_unreadable_settings_are_announced():
    class Broken(MemoryStorage):
        def load_settings(self):
            return Settings("en"), msg("settings-unreadable")

    pilot = Pilot(Broken())
    assert pilot.heard().startswith("The options could not be read")


def test_missing_voice_is_announced():
    from audiogames.app.app import App
    from tests.kit.pilot import LOCALES

    app = App(MemoryStorage(Settings("en")), LOCALES, Random(1))
    told = [one.text for one in app.begin(1.0) if hasattr(one, "text")]
    assert told == ["No voice found, text only.", "Main menu. Play."]
    assert App(MemoryStorage(), LOCALES, Random(1)).frame().title == "Audiogames"


def test_launch_opens_the_match_named_on_the_command_line():
    from audiogames.app.app import App, Launch
    from tests.kit.pilot import LOCALES

    def opening(app):
        app.matches.play_now(Setup(GAME, GAME.options(), (), seed=5), 3, app.now)

    app = App(MemoryStorage(), LOCALES, Random(1), launch=Launch("en", opening))
    app.speaking_through("NVDA", 1.0, braille=True)
    told = [one.text for one in app.begin(1.0) if hasattr(one, "text")]
    assert told[0].startswith(("Ada deals.", "Bruno deals.", "You deal."))
    assert len(app.session.table.players) == 3


def test_readable_saved_match_reports_no_problem():
    assert Saved("a", None).problem is None


def test_last_screen_of_the_stack_is_never_removed():
    pilot = match("en")
    pilot.app.pop()
    assert type(pilot.app.screen).__name__ == "MatchScreen"


def test_abstract_screens_cannot_be_instantiated():
    from audiogames.app.screens.base import ListScreen, Screen
    from audiogames.app.screens.favourites import GamesScreen

    app = match("en").app
    for unfinished in (Screen, ListScreen, GamesScreen):
        with pytest.raises(TypeError, match="abstract"):
            unfinished(app)


def test_first_run_offers_the_systems_language_first_and_no_unfinished_language():
    from audiogames.app.app import App, Launch
    from tests.kit.pilot import LOCALES

    app = App(MemoryStorage(), LOCALES, Random(1), launch=Launch(system="en"))
    app.begin(0.0)
    assert [row.text for row in app.frame().rows][:2] == ["English", "Italiano"]
    assert len(app.frame().rows) == len(COMPLETE)


def test_unfinished_language_is_listed_with_the_share_that_is_translated():
    pilot = Pilot(lang="it")
    pilot.press("f10", "down")
    assert pressed(pilot, "right").startswith("Language, English")
    while pilot.app.settings.language in COMPLETE:
        pilot.press("right")
    assert pilot.app.settings.language == "pt_BR"
    assert "por cento traduzido" in pilot.app.frame().rows[1].text
    pilot.press("escape")
    assert pilot.app.frame().rows[0].text == "Jogar"


def test_language_screen_of_the_first_run_ignores_unrelated_keys():
    pilot = Pilot(lang="it", first_run=True)
    pilot.press("escape", "x", "f12", "f10", "escape")
    assert type(pilot.app.screen).__name__ == "LanguageScreen"
    assert pilot.app.announcer.localizer.lang == "it"
    pilot.press("down", "enter")
    assert pilot.storage.settings.language == "en"
    pilot.look()
    pilot.press("down")
    assert pilot.heard().startswith("Speech test.")
    pilot.press("f5", "x")
    pilot.press("enter")
    assert pilot.heard().endswith("Main menu. Play. Lessons are in Help.")


@pytest.mark.parametrize(
    ("name", "told"), [("text", "No voice found, text only"), ("none", "No voice in use")]
)
def test_voice_test_announces_that_no_voice_is_available(name, told):
    pilot = Pilot(lang="en", first_run=True)
    pilot.app.speaking_through(name, pilot.now, braille=False)
    pilot.press("down", "enter")
    assert pilot.heard().endswith(
        f"{told}, no braille. How fast does your reader speak? "
        "Press Enter when this sentence has ended."
    )
