"""Tests of the storage for a guest's data, which sends every change to the browser."""

import json
from dataclasses import replace

import pytest

from audiogames.app.records import Records
from audiogames.app.settings import Settings
from audiogames.app.storage import CARRIED, DAYS, PUZZLES, KeptPlace
from audiogames.core.cues import msg
from audiogames.core.log import LogError, read_log, replay
from audiogames.shell.browser import kept
from audiogames.shell.browser.kept import MATCH, PLACES, SETTINGS, STATISTICS, PackedText
from audiogames.shell.browser.storage import BrowserStorage
from audiogames.table import foreign
from tests.kit.pilot import Pilot
from tests.shell.browser.keptkit import Browser, keep, played, played_log, refusal

HALF = 20
"""The number of moves of an unfinished match."""


# --- The same as with files -----------------------------------------------------------------------


def test_new_browser_storage_is_empty(storage):
    assert storage.load_settings() == (Settings(welcomed=False), None)
    assert (storage.load_places(), storage.load_summary()) == ([], "")
    assert (storage.unfinished(), storage.finished()) == ([], [])


def test_browser_storage_returns_the_saved_data(storage):
    places = [KeptPlace("cards.example.org", "Bruno", "token", "407192")]
    storage.save_settings(Settings(language="it", scale=300))
    storage.save_places(places)
    storage.save_summary("one\ntwo\n")
    assert storage.load_settings() == (Settings(language="it", scale=300), None)
    assert (storage.load_places(), storage.load_summary()) == (places, "one\ntwo\n")


@pytest.mark.parametrize("kind", [DAYS, PUZZLES, CARRIED])
def test_results_of_every_kind_are_loaded_in_the_next_session(kind):
    browser, storage = Browser(), BrowserStorage()
    storage.save_results(kind, "a line\n")
    browser.listens(storage)
    assert browser.visits().load_results(kind) == "a line\n"


def test_match_in_browser_storage_resumes(storage):
    log = played_log("novantanove", 2, 1)
    name = keep(storage, replace(log, entries=log.entries[:HALF]))
    assert [one.name for one in storage.unfinished()] == [name]
    found, book = storage.reopen(name)
    assert found.entries == log.entries[:HALF]
    assert storage.unfinished() == []
    assert refusal(storage.reopen, name).id == "match-locked"
    for entry in log.entries[HALF:]:
        book.append(entry)
    book.close(finished=True)
    assert (storage.unfinished(), storage.finished()) == ([], [name])
    assert storage.recall(name) == log
    storage.drop(name)
    assert storage.finished() == []
    assert refusal(storage.recall, name).id == "no-such-match"


def test_matches_started_in_the_same_second_have_different_names(storage):
    log = played_log("novantanove", 2, 1, 3)
    assert len({keep(storage, log), keep(storage, log)}) == 2


# --- In the browser -------------------------------------------------------------------------------


def test_new_session_loads_the_data_of_the_previous_session():
    browser, storage = Browser(), BrowserStorage()
    log = played_log("wist", 4, 1)
    storage.save_settings(Settings(language="it", scale=300))
    over = keep(storage, log, finished=True)
    left = keep(storage, replace(log, entries=log.entries[:HALF]))
    Records(storage).note(over, log, replay(log).result())
    browser.listens(storage)
    later = browser.visits()
    assert later.load_settings() == storage.load_settings()
    assert later.recall(over) == log
    assert later.finished() == [over]
    assert [(one.name, one.log.entries) for one in later.unfinished()] == [
        (left, log.entries[:HALF])
    ]
    assert later.load_summary() == storage.load_summary() != ""
    assert browser.listens(later) == []


def test_each_move_sends_one_log_line_to_the_browser():
    browser, storage = Browser(), BrowserStorage()
    log = played_log("novantanove", 2, 1)
    book = storage.begin(log.header)
    browser.listens(storage)
    for entry in log.entries:
        book.append(entry)
        (message,) = browser.listens(storage)
        assert message.more
    assert browser.kept == {MATCH + book.name: log.text()}


def test_repeated_changes_are_sent_to_the_browser_once():
    storage = BrowserStorage()
    for scale in (100, 150, 200):
        storage.save_settings(Settings(scale=scale))
    (message,) = storage.mirror.messages()
    assert '"scale": 200' in message.text
    assert storage.mirror.messages() == []


def test_truncated_match_in_the_browser_resumes_after_its_last_full_line():
    log = played_log("novantanove", 2, 1)
    browser = Browser(a=replace(log, entries=log.entries[:HALF]).text() + '{"seq": 21, "a')
    storage = browser.visits()
    _, book = storage.reopen("a")
    book.append(log.entries[HALF])
    browser.listens(storage)
    assert read_log(browser.kept[MATCH + "a"]).entries == log.entries[: HALF + 1]


def test_ended_match_in_the_browser_is_listed_as_finished():
    storage = Browser(a=played(), b=played(upto=HALF)).visits()
    assert storage.finished() == ["a"]
    assert [saved.name for saved in storage.unfinished()] == ["b"]


def test_match_saved_in_two_tabs_keeps_the_later_write():
    log = played_log("novantanove", 2, 1)
    first = Browser(a=replace(log, entries=log.entries[:HALF]).text())
    second = first.tab()
    tabs = [(tab, tab.visits()) for tab in (first, second)]
    books = [storage.reopen("a")[1] for _, storage in tabs]
    for step, shift in ((HALF, 0), (HALF + 1, 0.5)):
        for book, (tab, storage), late in zip(books, tabs, (0.0, shift), strict=True):
            book.append(replace(log.entries[step], at=log.entries[step].at + late))
            tab.listens(storage)
    read = read_log(first.kept[MATCH + "a"])
    assert read.entries[:-1] == log.entries[: HALF + 1]
    assert read.entries[-1].at == log.entries[HALF + 1].at + 0.5
    assert first.tab().visits().unfinished()[0].log == read


# --- Limits of storage ----------------------------------------------------------------------------


def test_full_browser_storage_drops_the_oldest_finished_match(monkeypatch):
    monkeypatch.setattr("audiogames.shell.browser.storage.MOST_MATCHES", 3)
    browser = Browser(a=played(upto=HALF), b=played(), c=played(), d="no match")
    storage = browser.visits()
    assert [saved.name for saved in storage.unfinished()] == ["d", "a"]
    assert storage.finished() == ["c"]
    browser.listens(storage)
    assert set(browser.kept) - {STATISTICS} == {MATCH + name for name in "acd"}
    keep(storage, played_log("novantanove", 2, 1, HALF))
    keep(storage, played_log("novantanove", 2, 1, HALF))
    assert [saved.log is None for saved in storage.unfinished()] == [False] * 3
    newest = [saved.name for saved in storage.unfinished()]
    assert keep(storage, played_log("novantanove", 2, 1, HALF)) == storage.unfinished()[0].name
    assert [saved.name for saved in storage.unfinished()][1:] == newest[:2]


def test_full_browser_storage_never_drops_the_match_being_played(monkeypatch):
    monkeypatch.setattr("audiogames.shell.browser.storage.MOST_BYTES", 100)
    storage = Browser(a=played(upto=HALF)).visits()
    log = played_log("tressette", 4, 1)
    name = keep(storage, log)
    assert [saved.name for saved in storage.unfinished()] == [name]
    book = storage.begin(log.header)
    assert [saved.name for saved in storage.unfinished()] == []
    book.append(log.entries[0])
    texts = {message.name: message for message in storage.mirror.messages()}
    assert texts[MATCH + book.name].text.count("\n") == 2


def test_too_long_match_continues_unsaved_with_an_announcement(monkeypatch):
    monkeypatch.setattr("audiogames.shell.browser.storage.MOST_ENTRIES", HALF)
    browser, storage = Browser(), BrowserStorage()
    log = played_log("novantanove", 2, 1)
    book = storage.begin(log.header)
    for entry in log.entries[:HALF]:
        book.append(entry)
    assert refusal(book.append, log.entries[HALF]).id == "cannot-save-match"
    assert refusal(book.save).id == "cannot-save-match"
    book.close(finished=False)
    browser.listens(storage)
    assert browser.visits().unfinished()[0].log.entries == log.entries[:HALF]


def test_browser_storage_drops_the_oldest_statistics_and_server_seats():
    storage = BrowserStorage()
    most = kept.LONGEST[STATISTICS] // 11
    storage.save_summary("".join(f"line {n:05}\n" for n in range(2 * most)))
    lines = storage.load_summary().splitlines()
    assert most - 2 < len(lines) <= most
    assert lines[-1] == f"line {2 * most - 1:05}"
    storage.save_places([KeptPlace("s", str(n), "t" * 100) for n in range(200)])
    assert storage.load_places()[-1].name == "199"
    assert len(storage.load_places()) > 50


@pytest.mark.slow
@pytest.mark.parametrize(("id_", "seats"), [("novantanove", 13), ("wist", 4), ("tressette", 4)])
def test_long_matches_fit_into_browser_storage(id_, seats):
    storage = BrowserStorage()
    for seed in range(30):
        keep(storage, played_log(id_, seats, seed), finished=True)
    sizes = [match.text.size for match in storage._matches.values()]
    assert len(sizes) >= 5
    assert sum(sizes) <= kept.MOST_BYTES


def test_text_packed_in_many_steps_unpacks_to_the_whole_text():
    packed, whole = PackedText("è"), "è"
    for number in range(2000):
        packed.add(f"riga {number} più €\n")
        whole += f"riga {number} più €\n"
    assert (packed.text, packed.length) == (whole, len(whole))
    assert packed.size < len(whole) / 3
    packed.pack()
    assert packed.text == whole


# --- Foreign values -------------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["{", "[1]", "", "[" * 16_000, "9" * 6000, "x" * 20_000])
def test_broken_browser_settings_are_replaced_by_defaults_with_a_notice(text):
    browser = Browser()
    browser.kept = {SETTINGS: text, MATCH + "a": played(upto=HALF)}
    storage = browser.visits()
    settings, trouble = storage.load_settings()
    assert (settings, trouble.id) == (Settings(), "settings-unreadable")
    assert len(storage.unfinished()) == 1


def test_invalid_option_names_that_cannot_be_spoken_are_announced_as_dots():
    browser = Browser()
    browser.kept = {SETTINGS: '{"\\ud800": 1, "scale": 300, "' + "x" * 9000 + '": 2, "no": 1}'}
    settings, trouble = browser.visits().load_settings()
    assert settings.scale == 300
    assert (trouble.id, trouble.args["names"]) == ("settings-partly-read", "…, …, no")


def forged():
    whole = played()
    first, *lines = whole.splitlines(keepends=True)
    return {
        "nothing": "",
        "words": "no match\n",
        "depth": "[" * 50_000 + "\n",
        "gap": first + "".join(lines[1:]),
        "rules": first + lines[0] + lines[0].replace('"seq": 1', '"seq": 2'),
        "name": first.replace("Ada 1", "A" * 81),
        "surrogate": first.replace("Ada 1", "\\ud800"),
        "future": first.replace('"format": 1', '"format": 2'),
        "game": first.replace("novantanove", "poker"),
        "length": whole + " " * foreign.LONGEST_MATCH + "\n",
        "entries": first + "\n" * (foreign.MOST_ENTRIES + 1),
        "undoing": first + "".join(
            f'{{"seq": {n}, "at": 0, "seat": 0, "move": "undo {n}"}}\n' for n in range(1, 99)
        ),
        "number": first + '{"seq": 1, "at": 1e999, "seat": null, "move": "dealer 0"}\n',
    }  # fmt: skip


@pytest.mark.parametrize("kind", forged())
def test_forged_match_is_refused_like_a_broken_file(kind):
    browser = Browser(a=forged()[kind], b=played(upto=HALF))
    storage = browser.visits()
    good, bad = storage.unfinished()
    assert (good.name, good.log is None) == ("b", False)
    assert (bad.name, bad.log, bad.problem.args["name"]) == ("a", None, "a")
    assert refusal(storage.reopen, "a") == bad.problem
    assert MATCH + "a" in browser.kept


def test_unknown_names_in_browser_data_are_ignored():
    browser = Browser()
    browser.kept = {"match ../x": played(), "match ": played(), "other": "x"}
    storage = browser.visits()
    assert (storage.finished(), storage.unfinished()) == ([], [])


# --- Announcements --------------------------------------------------------------------------------


def test_browser_without_storage_is_announced_once_and_play_continues():
    storage = BrowserStorage()
    storage.mirror.is_there = False
    pilot = Pilot(storage, first_run=True)
    pilot.expect("This browser keeps nothing", "Audiogames")
    pilot.press("enter", "enter", "enter", "enter", "b", "enter")
    pilot.wait_for("Questa partita non si può salvare")
    pilot.wait_for("Tocca a te")
    pilot.look()
    pilot.press("v", "f7", "f8")
    assert "conserva" not in pilot.heard()
    assert storage.mirror.messages() == []


def test_full_browser_storage_is_announced_at_the_next_move():
    browser, storage = Browser(), BrowserStorage()
    storage.save_settings(Settings(language="it"))
    pilot = Pilot(storage, first_run=True)
    pilot.press("g", "enter", "enter", "b", "enter")
    browser.full = True
    browser.listens(storage)
    pilot.wait_for("Questa partita non si può salvare")
    browser.full = False
    browser.listens(storage)
    assert storage.mirror.works


def test_unreadable_browser_match_is_announced_among_the_unfinished_matches():
    browser = Browser(a=played(upto=HALF), b="no match")
    browser.kept[SETTINGS] = '{"language": "it", "scale": "huge"}'
    pilot = Pilot(browser.visits(), first_run=True)
    pilot.expect("Alcune opzioni non si leggono, scale", "Riprendi, Novantanove")
    pilot.press("down", "down")
    pilot.expect("Una partita illeggibile")
    pilot.press("enter")
    pilot.expect("Una partita illeggibile in questo browser")


def test_player_can_delete_all_browser_data():
    browser = Browser(a=played(upto=HALF), b=played())
    browser.kept |= {SETTINGS: '{"language": "it", "scale": 300}', STATISTICS: "x\n"}
    storage = browser.visits()
    pilot = Pilot(storage, first_run=True)
    pilot.press("f10", "end")
    pilot.expect("Dimentica quello che è conservato qui")
    pilot.press("enter", "s")
    pilot.expect("Cancellare da questo browser", "Tutto cancellato. Menu principale. Gioca.")
    browser.listens(storage)
    assert browser.kept == {}


def test_browser_data_is_not_deleted_during_a_match():
    browser = Browser(a=played(upto=HALF))
    browser.kept[SETTINGS] = '{"language": "it"}'
    pilot = Pilot(browser.visits(), first_run=True)
    pilot.press("enter", "f10", "end", "enter")
    pilot.expect("Prima lascia la partita")


# --- Fields that are too long ---------------------------------------------------------------------


def line_with(**fields):
    known = {
        "name": "a", "game": "wist", "started": "2026-11-20", "others": ["Ada"], "level": "normal",
        "has_won": True, "has_shared": False, "points": 31, "is_open": False, "is_shared": False,
    }  # fmt: skip
    return json.dumps(known | fields) + "\n"


@pytest.mark.parametrize(
    "fields",
    [
        {"name": "x" * 81},
        {"game": "x" * 41},
        {"started": "x" * 41},
        {"others": ["x" * 81]},
        {"others": ["x"] * 21},
        {"level": "x" * 41},
        {"points": 10**10},
    ],
)
def test_statistics_line_with_a_too_long_field_is_set_aside(fields):
    browser = Browser()
    browser.kept[STATISTICS] = text = line_with(name="good") + line_with(**fields)
    storage = browser.visits()
    assert [one.name for one in Records(storage).all()] == ["good"]
    assert storage.refused == msg("page-put-aside", 1)
    browser.listens(storage)
    assert browser.kept["aside " + STATISTICS] == text
    assert browser.visits().refused is None


@pytest.mark.parametrize(
    "place",
    [["x" * 261, "Bruno", "t"], ["a", "x" * 81, "t"], ["a", "B", "x" * 201], ["a", "B", 1], 7],
)
def test_saved_seat_with_a_too_long_field_is_set_aside(place):
    browser = Browser()
    browser.kept[PLACES] = json.dumps([["cards.example.org", "Bruno", "token", "407192"], place])
    storage = browser.visits()
    assert [one.name for one in storage.load_places()] == ["Bruno"]
    assert storage.refused == msg("page-put-aside", 1)
    browser.listens(storage)
    assert "aside " + PLACES in browser.kept


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ('"started": "2026', '"started": "' + "2" * 41),
        ('"by": "auto"', '"by": "' + "x" * 21 + '"'),
        ('"move": "', '"move": "' + "x" * 2001),
    ],
)
def test_match_with_a_too_long_field_is_unreadable(before, after):
    text = played().replace('"move": "', '"by": "auto", "move": "', 1)
    with pytest.raises(LogError):
        read_log(text.replace(before, after, 1))
    storage = Browser(a=text.replace(before, after, 1)).visits()
    assert [saved.log for saved in storage.unfinished()] == [None]


def test_unreadable_browser_settings_are_set_aside():
    browser = Browser()
    browser.kept[SETTINGS] = text = '{"language": "it", "scale": "huge"}'
    storage = browser.visits()
    assert storage.load_settings()[1].id == "settings-partly-read"
    storage.save_settings(storage.load_settings()[0])
    browser.listens(storage)
    assert browser.kept["aside " + SETTINGS] == text


def test_missing_statistics_are_added_when_the_browser_sends_a_finished_match(monkeypatch):
    """Otherwise the first key that opens the statistics would have to compute all of them."""
    storage = Browser(a=played()).visits()
    monkeypatch.setattr("audiogames.app.records.replay", pytest.fail)
    assert [one.name for one in Records(storage).all()] == ["a"]
