"""Tests of match summaries and their files, of the statistics made from them, and of the F9 key."""

from dataclasses import replace

import pytest

from audiogames.app.records import KEPT, MIXED, Records, Summary, Tally, figures, summary_of
from audiogames.app.storage import StorageError
from audiogames.core.contract import Result
from audiogames.core.cues import msg
from audiogames.core.log import Log
from audiogames.core.registry import game
from audiogames.present.catalogue import load
from audiogames.search.arena import RandomBot
from audiogames.table.clock import TimeSettings
from audiogames.table.seats import BOT, Player
from audiogames.table.setup import new_log
from tests.app.bidding import in_place
from tests.kit.pilot import LOCALES, MemoryStorage, Pilot, ScriptedDealer
from tests.kit.places import LANGUAGES, match, menu, over
from tests.kit.pressing import lines, pressed, screen

NOVANTANOVE = game("novantanove")
ME = Player("Eva")
LOST = Result((1,), (0, 3, 0), "last-with-tokens")
WON = Result((0,), (5, 0, 0), "last-with-tokens")


def players(*levels):
    return (ME, *(Player(f"Bot {n}", BOT, level) for n, level in enumerate(levels, 1)))


def log_with(*levels, spec=NOVANTANOVE, started="2026-11-20T10-15-00"):
    return new_log(spec, spec.options(), players(*levels), TimeSettings(), started)


# The result of a match ----------------------------------------------------------------------------


def test_summary_describes_a_match_from_the_listeners_side():
    one = summary_of("a", log_with("easy", "easy"), WON)
    assert (one.name, one.game, one.others) == ("a", "novantanove", ("Bot 1", "Bot 2"))
    assert (one.level, one.has_won, one.has_shared, one.points) == ("easy", True, False, 5)
    assert one.counts
    assert not summary_of("a", log_with("easy", "easy"), LOST).has_won


def test_summary_of_a_match_against_several_levels_has_level_mixed():
    assert summary_of("a", log_with("easy", "normal"), WON).level == MIXED


def test_summary_does_not_count_the_partner_as_opponent():
    log = log_with("easy", "normal", "easy", spec=game("tressette"))
    one = summary_of("a", log, Result((1, 3), (10, 31), "target-reached"))
    assert (one.level, one.has_won, one.points) == ("easy", False, 10)
    one = summary_of("a", log, Result((0, 2), (31, 10), "target-reached"))
    assert (one.has_won, one.has_shared) == (True, False), "a partner shares nothing"


def test_shared_win_counts_as_won_in_the_summary():
    one = summary_of("a", log_with("easy", "easy"), Result((0, 2), (7, 3, 7), "all"))
    assert (one.has_won, one.has_shared) == (True, True)


def test_matches_with_open_hands_or_a_shared_keyboard_do_not_count_in_statistics():
    log = log_with("easy", "easy")
    assert summary_of("a", log, WON).counts
    two = new_log(NOVANTANOVE, NOVANTANOVE.options(), (ME, Player("Ugo")), TimeSettings())
    assert not summary_of("a", two, Result((0,), (5, 0), "x")).counts
    from audiogames.core.log import Entry

    log.entries.append(Entry(1, 0.0, 0, "open-hands"))
    assert not summary_of("a", log, WON).counts


def test_match_of_bots_has_no_summary():
    watched = new_log(NOVANTANOVE, NOVANTANOVE.options(), players("easy")[1:] * 2, TimeSettings())
    assert summary_of("a", watched, WON) is None


# The summary --------------------------------------------------------------------------------------


def finished_log(lang="en"):
    """Return the log of a short match that was lost."""
    pilot = over(lang)
    return pilot.storage.ended["match-1"]


def test_summary_file_has_one_line_per_match():
    storage = MemoryStorage()
    records = Records(storage)
    records.note("a", log_with("easy", "easy"), WON)
    records.note("b", log_with("easy", "easy"), LOST)
    assert [one.name for one in records.all()] == ["a", "b"]
    assert storage.summary.count("\n") == 2
    records.note("a", log_with("easy", "easy"), LOST)
    assert [(one.name, one.has_won) for one in records.all()] == [("b", False), ("a", False)]


def test_missing_match_summaries_are_created_from_the_match_logs():
    storage = MemoryStorage()
    storage.ended = {"old": finished_log(), "new": finished_log()}
    made = Records(storage).all()
    assert [(one.name, one.has_won) for one in made] == [("old", False), ("new", False)]
    kept = storage.summary
    storage.recall = None
    assert Records(storage).all() == made, "from the summary alone"
    assert storage.summary == kept


@pytest.mark.parametrize("damage", ["", "x", "{}\n[]\n\x00", '{"name": 1}\n' * 3])
def test_damaged_summary_is_rebuilt(damage):
    storage = MemoryStorage()
    storage.ended = {"old": finished_log()}
    whole = Records(storage).all()
    storage.summary = damage
    assert Records(storage).all() == whole
    assert storage.summary.count("\n") == 1


def test_damaged_summary_line_does_not_affect_the_others():
    storage = MemoryStorage()
    records = Records(storage)
    records.note("gone", log_with("easy"), WON)
    storage.summary = "half a li\n" + storage.summary + '{"name": "x"'
    assert [one.name for one in records.all()] == ["gone"]


def test_unreadable_logs_are_left_out_and_counted():
    storage = MemoryStorage()
    unfinished = log_with("easy")
    storage.ended = {
        "bad": msg("log-foreign", name="bad"),
        "good": finished_log(),
        "half": Log(unfinished.header),
    }
    found, damaged = Records(storage).past()
    assert ([one.name for one in found], damaged) == (["good"], 2)


def test_match_summary_that_cannot_be_saved_is_still_returned():
    storage = MemoryStorage()
    storage.ended = {"old": finished_log()}
    storage.full = True
    assert len(Records(storage).all()) == 1
    assert storage.summary == ""


def test_old_logs_are_dropped_but_their_summary_lines_stay():
    storage = MemoryStorage()
    records, log = Records(storage), finished_log()
    for number in range(KEPT + 5):
        storage.ended[f"m{number}"] = log
        records.note(f"m{number}", log, LOST)
    assert len(storage.ended) == KEPT
    assert min(storage.ended, key=lambda name: int(name[1:])) == "m5"
    assert len(records.all()) == KEPT + 5
    assert len(records.past()[0]) == KEPT


def test_match_log_without_a_summary_is_kept_when_old_logs_are_deleted():
    storage = MemoryStorage()
    storage.ended = {"unknown": finished_log()}
    records, log = Records(storage), finished_log()
    for number in range(KEPT):
        storage.ended[f"m{number}"] = log
        records.note(f"m{number}", log, LOST)
    assert "unknown" in storage.ended
    assert len(records.all()) == KEPT + 1


# The figures --------------------------------------------------------------------------------------

LINE = Summary("a", "novantanove", "", ("Ada",), "easy", True, False, 5, False, False)


def test_game_without_finished_matches_has_no_statistics():
    assert figures("wist", [LINE]) is None


def test_matches_are_counted_by_the_opponents_level():
    lost = replace(LINE, has_won=False, points=0)
    found = figures("novantanove", [LINE, lost, replace(LINE, level="normal"), LINE])
    assert found.tally == Tally(4, 3)
    assert list(found.levels.items()) == [("easy", Tally(3, 2)), ("normal", Tally(1, 1))]


def test_statistics_include_best_and_average_points():
    found = figures("novantanove", [replace(LINE, points=points) for points in (3, 9, 4)])
    assert (found.best, found.average) == (9, 5)
    below = figures("novantanove", [replace(LINE, points=points) for points in (-3, -9)])
    assert below.best == -3


def test_statistics_include_current_and_longest_winning_streak():
    lost = replace(LINE, has_won=False)
    found = figures("novantanove", [LINE, LINE, LINE, lost, LINE, LINE])
    assert (found.streak, found.longest) == (2, 3)
    assert figures("novantanove", [LINE, lost]).streak == 0


def test_match_with_open_hands_does_not_break_a_winning_streak():
    peeked = replace(LINE, has_won=True, is_open=True, points=99)
    found = figures("novantanove", [LINE, peeked, LINE])
    assert (found.tally, found.streak, found.best, found.uncounted) == (Tally(2, 2), 2, 5, 1)
    only = figures("novantanove", [peeked])
    assert (only.tally, only.uncounted) == (Tally(0, 0), 1)


# In the program -----------------------------------------------------------------------------------


def storage_with(*lines_):
    storage = MemoryStorage()
    made = Records(storage)
    made._save({f"m{number}": replace(one, name=f"m{number}") for number, one in enumerate(lines_)})
    return storage


@pytest.mark.parametrize(
    ("lang", "told"),
    [
        (
            "it",
            [
                "3 partite, 2 vinte.",
                "Contro bot facili, 2 partite, una vinta.",
                "Contro bot normali, una partita, una vinta.",
                "Punteggio migliore 9, in media 5.",
                "Una vinta di fila, al massimo 1.",
                "Una partita non conta, a carte scoperte o in più persone.",
                "Progressi.",
            ],
        ),
        (
            "en",
            [
                "3 matches, 2 won.",
                "Against easy bots, 2 matches, one won.",
                "Against normal bots, one match, one won.",
                "Best score 9, 5 on average.",
                "One won in a row, 1 at most.",
                "One match does not count, with open hands or shared.",
                "Progress.",
            ],
        ),
    ],
)
def test_statistics_list_has_one_line_per_figure(lang, told):
    lost = replace(LINE, has_won=False, points=1)
    normal, peeked = replace(LINE, level="normal", points=9), replace(LINE, is_open=True)
    pilot = Pilot(storage_with(LINE, lost, normal, peeked), lang=lang)
    pilot.press("f9", "enter")
    first = {"it": "Novantanove, 3 partite, 2 vinte.", "en": "Novantanove, 3 matches, 2 won."}[lang]
    assert pilot.look()[-1].text.endswith(first)
    pilot.press("enter")
    assert lines(pilot) == told
    for key in ("down",) * 5:
        pilot.press(key)
        assert pilot.look()[-1].braille
    assert pressed(pilot, "enter") == told[-2]


def test_statistics_list_wins_by_week_against_each_level():
    week, last = "2026-11-24T10-00-00", "2026-11-17T10-00-00"
    lost = replace(LINE, has_won=False, started=week)
    won = replace(LINE, started=week)
    normal = replace(LINE, level="normal", started=last)
    pilot = Pilot(storage_with(lost, won, normal, won), lang="en")
    pilot.storage.date = "2026-11-27"
    pilot.press("f9", "enter", "enter", "end")
    pilot.look()
    heard = pressed(pilot, "enter")
    assert heard == "Matches won by week. All matches, this week 2 of 3, last week 1 of one."
    assert lines(pilot) == [
        "All matches, this week 2 of 3, last week 1 of one.",
        "Against easy bots, this week 2 of 3, last week none.",
        "Against normal bots, this week none, last week 1 of one.",
    ]


def test_statistics_count_a_match_against_a_removed_level_under_several_levels():
    pilot = Pilot(storage_with(replace(LINE, level="wizard")), lang="en")
    pilot.press("f9", "enter", "enter")
    assert "Against bots of several levels, one match, one won." in lines(pilot)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_statistics_before_the_first_match_are_announced_as_empty(lang):
    nothing = {"it": "Ancora nessuna partita finita.", "en": "No finished matches yet."}[lang]
    pilot = menu(lang)
    assert pressed(pilot, "f9", "enter").endswith(nothing)
    assert pressed(pilot, "enter") == nothing
    assert pressed(pilot, "escape", "down", "enter").endswith(nothing)
    assert pressed(pilot, "enter") == nothing


def test_statistics_count_a_finished_match_at_once():
    pilot = over("en")
    assert pilot.storage.summary.count("\n") == 1
    pilot.press("f9", "enter")
    assert pilot.look()[-1].text.endswith("Novantanove, one match, none won.")
    assert pilot.app.session is not None, "the match is still there behind the list"


def test_match_with_open_hands_is_recorded_as_open():
    pilot = match("en", 1, dealt=ScriptedDealer(), given={"tokens": 1, "limit": 1})
    pilot.press("ctrl+o", "y", "escape")
    pilot.wait(60)
    assert pilot.app.session.over
    (one,) = Records(pilot.storage).all()
    assert not one.counts
    pilot.look()
    pilot.press("f9", "enter", "enter")
    assert lines(pilot) == [
        "0 matches, none won.",
        "One match does not count, with open hands or shared.",
    ]


def test_demonstration_match_is_not_counted_in_statistics():
    from tests.kit.places import demo_over

    pilot = demo_over("en")
    assert (pilot.storage.summary, pilot.storage.ended) == ("", {})


def test_unfinished_match_is_not_counted():
    pilot = match("en")
    pilot.press("escape", "end", "enter")
    assert pilot.storage.summary == ""


def test_match_that_could_not_be_saved_is_still_counted():
    given = {"tokens": 1, "limit": 1}
    pilot = match("en", 1, dealt=ScriptedDealer(), given=given, wait=False)
    pilot.storage.full = True
    while pilot.app.matches.kept:
        pilot.wait(0.2)
    assert not pilot.app.session.over
    pilot.storage.full = False
    pilot.wait(60)
    assert pilot.app.session.over
    assert len(Records(pilot.storage).all()) == 1


# The list of matches ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("lang", "text", "braille"),
    [
        ("it", "Novantanove, persa, 20 novembre 2026, con Ada.", "Novantanove persa 20 nov"),
        ("en", "Novantanove, lost, 20 November 2026, with Ada.", "Novantanove lost 20 Nov"),
    ],
)
def test_finished_matches_are_listed_newest_first_with_results(lang, text, braille):
    storage = MemoryStorage()
    log = finished_log()
    dated = Log(replace(log.header, started="2026-11-20T10-15-00"), log.entries)
    storage.ended = {"first": log, "second": dated}
    pilot = Pilot(storage, lang=lang)
    pilot.press("f9", "down", "enter")
    assert pilot.look()[-1].text.endswith(text)
    assert len(lines(pilot)) == 2
    pilot.press("down", "up")
    assert pilot.look()[-1].braille == braille


@pytest.mark.parametrize("started", ["match-1", "", "2026-13-40T", "20xx"])
def test_finished_match_without_a_date_is_listed(started):
    storage = storage_with(replace(LINE, started=started))
    storage.ended = {"m0": finished_log()}
    pilot = Pilot(storage, lang="en")
    pilot.press("f9", "down", "enter")
    assert lines(pilot) == ["Novantanove, won, with Ada."]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_damaged_matches_are_counted_in_one_sentence(lang):
    storage = MemoryStorage()
    storage.ended = {"bad": msg("log-foreign", name="bad"), "good": finished_log()}
    pilot = Pilot(storage, lang=lang)
    pilot.press("f9", "down", "enter")
    sentence = {
        "it": "Una partita illeggibile, in memory/finished.",
        "en": "One unreadable match, in memory/finished.",
    }[lang]
    assert sentence in pilot.look()[-1].text
    assert len(lines(pilot)) == 1


def test_finished_match_deleted_meanwhile_is_reported():
    storage = MemoryStorage()
    storage.ended = {"good": finished_log()}
    pilot = Pilot(storage, lang="en")
    pilot.press("f9", "down", "enter")
    storage.ended.clear()
    assert "good" in pressed(pilot, "enter")
    assert screen(pilot) == "PastMatches"
    assert pilot.app.session is None


def test_replay_is_refused_while_a_match_is_open():
    pilot = over("en")
    pilot.press("f9", "down", "enter")
    assert pressed(pilot, "enter") == "Leave the match first."
    assert pilot.sounds[-1].sound == "refused"


class DamagedStorage(MemoryStorage):
    """A storage in which every log is damaged."""

    def recall(self, name):
        raise StorageError(msg("log-damaged", name=name, line=3))


def test_list_of_only_damaged_matches_is_announced_as_empty():
    storage = DamagedStorage()
    storage.ended = {"a": finished_log(), "b": finished_log()}
    pilot = Pilot(storage, lang="en")
    pilot.press("f9", "down", "enter")
    assert pilot.look()[-1].text == (
        "Finished matches. 2 unreadable matches, in memory/finished. No finished matches yet."
    )


def with_bots(**given):
    """Replace Novantanove in the registry by a copy with other fields in its `bots` record."""
    spec = game("novantanove")
    return in_place(replace(spec, bots=replace(spec.bots, **given)))


def test_statistics_have_a_line_for_a_new_level(monkeypatch):
    level = "made-up"
    (words,) = (one.messages for one in load(LOCALES, "en").files if one.name == "novantanove")
    monkeypatch.setitem(words._catalog, f"against-{level}", "against made-up bots")
    with with_bots(levels={level: RandomBot}, default=level):
        pilot = Pilot(storage_with(replace(LINE, level=level)), lang="en")
        pilot.press("f9", "enter", "enter")
        assert "Against made-up bots, one match, one won." in lines(pilot)


def test_matches_against_a_level_without_statistics_are_listed_under_several_levels():
    with with_bots(counted=("normal",)):
        pilot = Pilot(storage_with(LINE), lang="en")
        pilot.press("f9", "enter", "enter")
        assert any("several levels" in line for line in lines(pilot))
