"""A result copied as a short text, and a match saved as a file for other programs."""

import pytest

from audiogames.app.screens.match.replay import ReplayScreen
from audiogames.app.screens.sharing import is_at_an_end
from audiogames.cli.retell import retell
from audiogames.core.events import Seat
from audiogames.core.log import read_log
from audiogames.core.registry import game, own_ids
from tests.app.online import host_of_two
from tests.app.online import match as online_match
from tests.kit.pilot import MemoryStorage
from tests.kit.places import LANGUAGES, match, menu, over
from tests.kit.pressing import pressed, screen
from tests.shell.browser.keptkit import played_log


class Shelf(MemoryStorage):
    """A storage in memory that also records exported files, by name."""

    def __init__(self):
        super().__init__()
        self.files = {}

    def save_file(self, name, text):
        self.files[name] = text
        return f"memory/{name}"


def open_finished_matches(lang, log):
    """Open the list of finished matches, which contains only the match of this log."""
    pilot = menu(lang)
    pilot.app.storage.ended["one"] = log
    pilot.press("f9", "down", "enter")
    return pilot


def finished(id_="scopa", seed=1):
    return played_log(id_, game(id_).usual_seats, seed)


RESULTS = {
    "en": "Scopa, 20 November 2026. Ada 1 wins. 1: Ada 1 6, total 14. 2: Yours truly 0, total 6.",
    "it": "Scopa, 20 novembre 2026. Vince Ada 1. 1: Ada 1 6, totale 14. 2: Chi scrive 0, totale 6.",
}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_result_is_copied_as_text_with_player_names(lang):
    pilot = open_finished_matches(lang, finished())
    assert pressed(pilot, "alt+r") == {"en": "Copied.", "it": "Copiato."}[lang]
    assert pilot.clipboard == RESULTS[lang]


def test_copied_result_uses_the_online_name():
    pilot = open_finished_matches("en", finished())
    pilot.app.settings = pilot.app.settings.__class__(language="en", nickname="Marta")
    pilot.press("alt+r")
    assert "2: Marta 0, total 6." in pilot.clipboard


@pytest.mark.parametrize("lang", LANGUAGES)
def test_copied_result_of_every_game_is_short(lang):
    for id_ in own_ids():
        pilot = open_finished_matches(lang, finished(id_))
        pilot.press("alt+r")
        text = pilot.clipboard
        assert len(text) < 400, text
        assert ".." not in text
        sender = {"en": "yours truly", "it": "chi scrive"}[lang]
        assert sender in text.casefold(), text
        assert not {"you", "tu"} & set(text.casefold().replace(",", "").split()), text


def test_exported_match_file_can_be_read_back_and_described_in_words():
    log, shelf = finished(), Shelf()
    pilot = open_finished_matches("it", log)
    shelf.ended = pilot.app.storage.ended
    pilot.app.storage = shelf
    name = "audiogames-scopa-2026-11-20T10-15-00.jsonl"
    assert pressed(pilot, "alt+w") == f"Salvato: memory/{name}."
    again = read_log(shelf.files[name])
    assert again == log
    assert [*retell(again, Seat(0), "it")][-1].text


def test_sharing_keys_work_at_the_end_of_a_match():
    pilot, shelf = over("en"), Shelf()
    pilot.wait(20)
    pilot.app.storage = shelf
    assert pressed(pilot, "alt+r") == "Copied."
    assert pilot.clipboard.startswith("Novantanove. Ada wins with one token. 1: Ada 1. 2: Yours")
    assert pressed(pilot, "alt+w").startswith("Saved: memory/audiogames-novantanove-")
    assert pilot.app.matches.log_here.text() in shelf.files.values()


def test_sharing_keys_are_refused_during_a_deal():
    pilot = match("en")
    assert pressed(pilot, "alt+r") == "Not now, a deal is being played."
    assert pressed(pilot, "alt+w") == "Not now, a deal is being played."
    assert pilot.clipboard == ""


def test_sharing_keys_in_a_finished_replay_copy_the_result_and_export_the_match():
    pilot, log = open_finished_matches("en", finished()), finished()
    pilot.press("enter")
    assert isinstance(pilot.app.screen, ReplayScreen)
    assert pressed(pilot, "alt+r") == "Not now, a deal is being played."
    shelf = Shelf()
    pilot.app.storage = shelf
    while not pilot.app.session.over:
        pilot.press("end", "right")
    pilot.press("alt+r", "alt+w")
    assert pilot.clipboard == RESULTS["en"]
    assert [*shelf.files.values()] == [log.text()]


def test_online_match_cannot_be_exported_as_a_file():
    pilot = online_match("en")
    assert pressed(pilot, "alt+w") == "There is no file of a match played online."


def test_sharing_keys_in_an_empty_list_of_matches_are_answered_by_a_message():
    pilot = menu("en")
    pilot.press("f9", "down", "enter")
    assert pressed(pilot, "alt+r") == pressed(pilot, "alt+w") == pressed(pilot, "enter")


def test_touch_actions_offer_sharing_after_the_match():
    pilot = over("it")
    pilot.wait(20)
    pilot.app.wording.by_touch = True
    pilot.press("f1")
    rows = [row.text for row in pilot.app.frame().rows]
    assert "Copia il risultato come testo da mandare" in rows
    assert "Salva la partita in un file per altri programmi" in rows


def test_online_deal_result_is_copied_with_names_in_the_players_language():
    pilot, other = host_of_two("en", "s")
    pilot.press("enter")
    pilot.wait(5)
    while not is_at_an_end(pilot.app.session):
        for one in (pilot, other):
            one.press("home", "enter")
            one.wait(3)
            if screen(one) != "OnlineMatch":  # a card with several ways to take
                one.press("enter")
                one.wait(2)
    pilot.press("alt+r")
    other.press("alt+r")
    assert pilot.clipboard.startswith("Scopa. Deal over. 1: ")
    assert other.clipboard.startswith("Scopa. Punti. 1: ")
    assert {"Marta", "Ugo"} <= set(pilot.clipboard.split())
