"""A match is saved after every key, and resumed at the same position."""

from dataclasses import replace

import pytest

from audiogames.app.settings import Settings
from audiogames.app.storage import Saved, StorageError
from audiogames.core.cues import msg
from audiogames.core.log import Entry, Log
from audiogames.present.history import GAME, SYSTEM
from audiogames.table.decisions import validated_state
from tests.kit.pilot import MemoryStorage, Pilot, ScriptedDealer
from tests.kit.places import (
    LANGUAGES,
    choice,
    dealer,
    eliminated,
    lobby,
    match,
    menu,
    menu_with_a_match,
    others_turn,
    over,
    play_on,
    waiting,
)
from tests.kit.pressing import pressed, screen


@pytest.fixture
def pilot():
    return match("en")


def test_every_move_is_saved_before_the_next_key(pilot):
    log = next(iter(pilot.storage.matches.values()))
    for key in ("home", "enter", "space", "c", "s"):
        pilot.press(key)
        assert log.entries == pilot.app.session.table.log.entries
    pilot.wait(30)
    assert log.entries == pilot.app.session.table.log.entries
    assert len(log.entries) > 5
    assert pressed(pilot, "ctrl+s") == "Match saved."


def test_full_disk_is_announced_once_and_the_match_continues(pilot):
    pilot.storage.full = True
    pilot.press("home", "enter", "space")
    pilot.wait(30)
    told = [one.text for one in pilot.look()]
    assert told.count("This match cannot be saved, it goes on unsaved.") == 1
    assert any("Bruno" in text for text in told)
    assert pressed(pilot, "ctrl+s") == "This match cannot be saved."
    assert pilot.sounds[-1].sound == "error"
    told = pilot.app.announcer.history.entries(SYSTEM)
    assert [entry.text for entry in told] == ["This match cannot be saved, it goes on unsaved."]


@pytest.mark.parametrize("full_from", ["the start", "the first card"])
def test_save_key_saves_the_whole_match_when_storage_has_space_again(full_from):
    storage = MemoryStorage(Settings(language="en"))
    storage.full = full_from == "the start"
    pilot = lobby("en", 2, storage=storage, dealt=dealer())
    pilot.press("enter")
    pilot.wait(12)
    storage.full = True
    pilot.press("home", "enter", "space")
    pilot.wait(30)
    assert pressed(pilot, "ctrl+s") == "This match cannot be saved."
    storage.full = False
    assert pressed(pilot, "ctrl+s") == "Match saved."
    (kept,) = storage.matches.values()
    assert kept.entries == pilot.app.session.table.log.entries
    pilot.press("home", "enter")
    assert kept.entries == pilot.app.session.table.log.entries
    told = [entry.text for entry in pilot.app.announcer.history.entries(SYSTEM)]
    assert told == ["This match cannot be saved, it goes on unsaved."]


def test_leaving_the_match_tries_again_to_save_it(pilot):
    pilot.storage.full = True
    pilot.press("home", "enter")
    pilot.storage.full = False
    pilot.perform(pilot.app.leave(pilot.now))
    assert "Match saved." in pilot.heard()


def test_disk_full_from_the_start_is_announced_once():
    storage = MemoryStorage(Settings(language="en"))
    storage.full = True
    pilot = lobby("en", 2, storage=storage, dealt=dealer())
    pilot.press("enter")
    pilot.wait(30)
    told = [entry.text for entry in pilot.app.announcer.history.entries(SYSTEM)]
    assert told == ["This match cannot be saved, it goes on unsaved."]
    assert pressed(pilot, "home", "enter") == "10. Draw, space."
    assert not storage.matches


def test_options_that_cannot_be_saved_are_announced(monkeypatch):
    pilot = menu("en")
    pilot.look()

    def full(_settings):
        raise StorageError(msg("cannot-save-settings"))

    monkeypatch.setattr(pilot.storage, "save_settings", full)
    pilot.press("f12")
    pilot.wait(5)
    pilot.expect("The options cannot be saved.")
    assert pilot.app.settings.verbosity == "full", "they hold until the program ends"


@pytest.mark.parametrize("place", [match, others_turn, waiting, choice, eliminated])
@pytest.mark.parametrize("lang", LANGUAGES)
def test_match_is_resumed_at_the_position_where_the_player_left(place, lang):
    pilot = place(lang)
    before = pilot.app.session
    pilot.app.leave(pilot.now)
    again = Pilot(pilot.storage, lang=lang)
    again.press("home")
    again.look()
    again.press("enter")
    session = again.app.session
    assert session.view == before.view
    assert session.waiting == before.waiting
    assert session.table.players == before.table.players
    (resumed,) = again.look()
    assert resumed.text.startswith({"it": "Si riprende", "en": "Resumed"}[lang])
    if session.waiting:
        again.wait(1.2)
        again.press("space")
        assert not session.waiting
    elif not session.my_turn:
        again.wait(30)
        assert len(session.table.log.entries) > len(before.table.log.entries)


def test_resumed_match_announces_the_draw_and_the_turn_only_once():
    pilot = others_turn("en")
    pilot.app.leave(pilot.now)
    again = Pilot(pilot.storage, lang="en")
    again.press("home")
    again.look()
    again.press("enter")
    assert (
        again.heard() == "Resumed, total 10. Round 1, you have 9 tokens. Ada's turn. Draw, space."
    )
    again.press("space")
    assert again.heard().startswith("You draw ")
    again.wait_for("Your turn.")
    assert again.heard().count("Your turn.") == 1


def test_resumed_match_can_be_followed_by_another_with_the_same_options():
    pilot = match("en", 1, dealt=ScriptedDealer(), given={"tokens": 1})
    pilot.app.leave(pilot.now)
    again = Pilot(pilot.storage, lang="en")
    again.press("home", "enter")
    play_on(again)
    again.wait(2)
    over_session = again.app.session
    again.press("space")
    assert again.app.session is not over_session
    assert again.app.session.view.options.tokens == 1
    assert not again.app.session.over


def test_saved_demonstration_resumes_for_a_spectator(pilot):
    log = pilot.storage.matches["match-1"]
    header = log.header
    bots = [{**player, "kind": "bot", "level": "easy"} for player in header.players]
    pilot.storage.matches["match-1"] = Log(
        type(header)(**{**vars(header), "players": bots}), log.entries
    )
    again = Pilot(pilot.storage, lang="en")
    again.press("home", "enter")
    assert again.app.session.seat is None
    again.look()
    again.wait(20)
    assert again.look()
    again.wait(100_000)
    again.press("space")
    assert again.app.session.seat is None
    assert not again.app.session.over


def test_reason_why_a_match_cannot_be_resumed_is_announced(pilot, monkeypatch):
    storage = pilot.storage
    pilot.app.leave(pilot.now)
    again = Pilot(storage, lang="en")
    again.look()

    def locked(name):
        raise StorageError(msg("match-locked", name=name))

    monkeypatch.setattr(storage, "reopen", locked)
    assert pressed(again, "home", "enter") == "The match match-1 is open elsewhere."
    monkeypatch.undo()
    log = storage.matches["match-1"]
    first, *others = log.header.players
    header = replace(log.header, players=[{**first, "kind": "ghost"}, *others])
    storage.matches["match-1"] = Log(header, log.entries)
    assert pressed(again, "enter") == "The match match-1 is damaged."
    assert screen(again) == "MainMenu"


def test_match_with_an_illegal_move_is_listed_as_unreadable(pilot):
    entries = pilot.storage.matches["match-1"].entries
    entries.append(Entry(len(entries) + 1, 9.0, 1, "Kc"))
    again = Pilot(pilot.storage, lang="en")
    assert again.heard() == "Main menu. Play."
    assert pressed(again, "down") == "One unreadable match."
    assert pressed(again, "enter") == (
        "Matches left. One unreadable match, in memory. The match match-1 is damaged."
    )


@pytest.mark.parametrize(
    ("lang", "more", "told"),
    [
        (
            "it",
            "Altre 3 partite lasciate. 2 sono illeggibili.",
            "2 partite illeggibili, in memory.",
        ),
        ("en", "3 more matches left. 2 cannot be read.", "2 unreadable matches, in memory."),
    ],
)
def test_unreadable_matches_are_announced_with_their_folder(monkeypatch, lang, more, told):
    log = menu_with_a_match("en").storage.matches["match-1"]
    storage = MemoryStorage(Settings(language=lang))
    left = [Saved("a", log), Saved("b", None), Saved("c", log), Saved("d", None)]
    monkeypatch.setattr(storage, "unfinished", lambda: left)
    pilot = Pilot(storage)
    assert pressed(pilot, "down", "down") == more
    assert f". {told} " in pressed(pilot, "enter")
    assert told in pressed(pilot, "f5")


def test_unreadable_matches_are_counted_and_listed_with_the_reason(monkeypatch):
    storage = MemoryStorage(Settings(language="en"))
    lost = [Saved("a", None, msg("log-damaged", name="a")), Saved("b", None)]
    monkeypatch.setattr(storage, "unfinished", lambda: lost)
    pilot = Pilot(storage)
    pilot.look()
    assert pressed(pilot, "down") == "2 unreadable matches."
    assert pressed(pilot, "enter") == (
        "Matches left. 2 unreadable matches, in memory. The match a is damaged."
    )
    assert pressed(pilot, "enter") == "The match a is damaged."
    assert pressed(pilot, "down", "enter") == "There is no match b."


def test_first_item_of_the_main_menu_resumes_the_unfinished_match():
    pilot = menu_with_a_match("en")
    assert pilot.look()[-1].text.endswith("Resume, Novantanove, total 0, your turn.")
    pilot.press("enter")
    assert screen(pilot) == "MatchScreen"


def test_resume_menu_item_keeps_the_capital_letter_of_a_german_noun():
    storage = MemoryStorage(Settings(language="de"))
    first = match("de", storage=storage)
    first.press("escape", "end", "enter")
    assert first.look()[-1].text.endswith("Weiter, Novantanove, Summe 0, du bist dran.")


def test_menu_validates_the_unfinished_match_only_once(monkeypatch):
    made = []

    def counted(log):
        made.append(log)
        return validated_state(log)

    monkeypatch.setattr("audiogames.app.matches.validated_state", counted)
    pilot = menu_with_a_match("en")
    assert len(made) == 1
    assert pressed(pilot, "down", "up").startswith("Resume, Novantanove, total 0, your turn.")
    assert len(made) == 1
    assert pressed(pilot, "enter", "space", "escape", "end", "enter")
    pilot.app.change_settings(replace(pilot.app.settings, language="it"))
    assert pressed(pilot, "down", "up").startswith("Riprendi, Novantanove, totale")


def test_pending_announcements_of_a_match_are_dropped_in_the_menu(pilot):
    pilot.press("home", "enter", "space")
    pilot.wait(4.5)
    pilot.app.tell([])
    pilot.app.announcer.announce([*_event()], pilot.now, GAME)
    pilot.app.announcer.announce([*_event()], pilot.now, GAME)
    pilot.press("escape", "end", "enter")
    pilot.look()
    pilot.wait(30)
    assert pilot.heard() == ""


def _event():
    from audiogames.core.cues import say

    return [say("total", total=77)]


def test_leaving_the_program_saves_the_match_and_announces_it(pilot):
    pilot.perform(pilot.app.leave(pilot.now))
    assert "Match saved." in pilot.heard()
    assert pilot.app.session is None
    assert "match-1" in pilot.storage.matches
    assert menu("en").app.leave(1.0) == []


def test_finished_match_stored_as_unfinished_is_archived_at_launch():
    finished = over("en")
    (name, log), *_ = finished.storage.ended.items()
    storage = MemoryStorage()
    storage.matches[name] = log
    pilot = Pilot(storage=storage)
    assert storage.matches == {}
    assert storage.ended == {name: log}
    assert pilot.app.screen.items()[0].label.id == "menu-again"
