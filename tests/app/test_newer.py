"""The update check asks for permission once, and then reads the update file once a week."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from audiogames.app.newer import LARGEST, ReleaseFeed, is_address, read_newest
from audiogames.app.settings import Settings
from tests.kit.pilot import MemoryStorage, Pilot
from tests.kit.places import screen

PAGE = "https://example.org/audiogames"
MAY_LOOK = "May Audiogames look for a newer version once a week?"
TOLD = "Version 1.1 is there. It reads cards in French. Open the page?"


def told(**changes):
    """Return the contents of an update file for version 1.1, with these fields changed."""
    news = {"en": "It reads cards in French.", "it": "Legge le carte in francese."}
    return json.dumps({"version": "1.1", "page": PAGE, "news": news, **changes}).encode()


class Player(Pilot):
    """A test driver of a program with an update check; `day` is the current date as a number."""

    def __init__(self, storage=None, day=1000, **settings):
        self.day = day
        storage = storage or MemoryStorage(Settings("en", **settings))
        first_run = not storage.settings.welcomed
        feed = ReleaseFeed(PAGE + "/newest.json", lambda: self.day)
        super().__init__(storage, lang="en", first_run=first_run, feed=feed)

    def later(self, days):
        """Restart the program this many days later."""
        return Player(self.storage, self.day + days)

    def receive(self, data):
        """Let the program receive the contents of the update file."""
        self.perform(self.app.newest_came(data, self.now))

    @property
    def choices(self):
        settings = self.storage.settings
        return settings.newer, settings.newest_told


# --- The question, and its times ------------------------------------------------------------------


def test_update_check_asks_permission_only_once_while_the_main_menu_is_idle():
    player = Player()
    assert MAY_LOOK not in player.heard()
    player.wait_for(MAY_LOOK, 10)
    player.wait(2)
    player.press("n")
    assert "options" in player.heard()
    player.wait(60)
    again = player.later(30)
    again.wait(60)
    assert MAY_LOOK not in again.heard()
    assert player.looked_at == again.looked_at == []


def test_unanswered_update_question_counts_as_no():
    player = Player()
    player.wait_for(MAY_LOOK, 10)
    assert player.choices == ("no", "")


def test_update_question_is_asked_on_the_second_run():
    player = Player(MemoryStorage(Settings(welcomed=False)))
    player.press("down", "enter", "enter")
    player.wait(60)
    assert screen(player) == "MainMenu"
    assert MAY_LOOK not in player.heard()
    player.later(0).wait_for(MAY_LOOK, 10)


def test_package_without_an_update_address_never_checks_for_updates():
    player = Pilot(MemoryStorage(Settings("en", newer="yes")), lang="en")
    player.wait(60)
    player.press("f10")
    names = [row.text for row in player.app.frame().rows]
    assert (player.looked_at, [name for name in names if "newer" in name]) == ([], [])


def test_option_turns_the_update_check_on_or_off():
    player = Player(newer="no")
    player.press("f10", "l", "o", "o", "k", "right")
    assert player.look()[-1].text == "Look for a newer version, on."
    assert player.choices == ("yes", "")
    player.press("left")
    assert player.choices == ("no", "")


def test_enter_right_after_the_update_question_does_not_answer_it():
    player = Player()
    player.wait_for(MAY_LOOK, 10)
    player.apart = 0.3
    player.press("enter")
    assert MAY_LOOK in player.heard()
    assert player.choices == ("no", "")
    player.wait(2)
    player.press("enter")
    assert player.choices == ("yes", "")


# --- The request ----------------------------------------------------------------------------------


def test_update_check_runs_after_a_yes_and_then_weekly():
    player = Player()
    player.wait_for(MAY_LOOK, 10)
    player.wait(1)
    player.press("y")
    player.wait(60)
    days = []
    for day in range(20):
        later = player.later(day)
        later.wait(60)
        days += [day] * len(later.looked_at)
    assert player.looked_at == [PAGE + "/newest.json"]
    assert days == [7, 14]


def test_future_date_of_the_last_check_does_not_delay_the_next():
    player = Player(newer="yes", looked_on=2000)
    player.wait(60)
    assert len(player.looked_at) == 1


# --- The announcement -----------------------------------------------------------------------------


@pytest.mark.parametrize(("key", "pages"), [("y", [PAGE]), ("n", [])])
def test_newer_version_is_announced_once_and_opened_after_a_yes(key, pages):
    player = Player(newer="yes", looked_on=999)
    player.receive(told())
    player.wait_for(TOLD, 10)
    player.wait(1)
    player.press(key)
    assert player.pages == pages
    player.look()
    player.receive(told())
    player.wait(60)
    assert TOLD not in player.heard()


def test_newer_version_is_not_announced_at_a_table():
    player = Player(newer="yes", looked_on=999)
    player.press("p", "enter", "n", "enter", "b", "enter")
    player.wait(5)
    player.receive(told())
    player.wait(60)
    assert screen(player) == "MatchScreen"
    assert "1.1" not in player.heard()
    player.press("escape", "end", "enter")
    player.wait_for(TOLD, 30)


def test_newer_version_is_announced_in_italian():
    player = Player(MemoryStorage(Settings("it", newer="yes", looked_on=999)))
    player.receive(told())
    player.wait_for("C'è la versione 1.1. Legge le carte in francese. Apro la pagina?", 10)


def test_newer_version_is_announced_even_if_its_news_is_not_in_the_players_language():
    player = Player(newer="yes", looked_on=999)
    player.receive(told(news={"fr": "Rien."}))
    player.wait_for("Version 1.1 is there. Open the page?", 10)


# --- A hostile file -------------------------------------------------------------------------------

REFUSED = {
    "nothing": b"",
    "no JSON": b"<html>",
    "another kind of JSON": b"[1]",
    "too deep": b"[" * LARGEST,
    "too long": told() + b" " * LARGEST,
    "not text": b"\xff\xfe" * 40,
    "no version": told(version=None),
    "a version that is a number": told(version=1.1),
    "the same version": told(version="1.0.0"),
    "an older version": told(version="0.9"),
    "a sentence for a version": told(version="1.1, call 555"),
    "a version in other digits": told(version="\u0661.\u0662"),
    "a page that is not encrypted": told(page="http://example.org"),
    "a program for a page": told(page="file:///C:/Windows/System32/calc.exe"),
    "a script for a page": told(page="javascript:alert(1)"),
    "a page with a name before it": told(page="https://good.org@evil.org/"),
    "a page with a quote": told(page='https://example.org/"&calc'),
    "a page with a space": told(page="https://example.org/ --run"),
    "a page with a line after it": told(page="https://example.org/\n"),
    "a very long page": told(page="https://example.org/" + "a" * 300),
}


@pytest.mark.parametrize("data", REFUSED.values(), ids=REFUSED)
def test_malformed_update_file_is_ignored(data):
    assert read_newest(data, ("en",), "1.0") is None


@given(st.text(max_size=400))
def test_release_news_is_short_and_printable(text):
    release = read_newest(told(news={"en": text})[:LARGEST], ("en",), "1.0")
    if release is not None:
        assert len(release.news) <= 200
        assert release.news.isprintable()


@given(st.binary(max_size=300))
def test_random_bytes_are_rejected_as_an_update_file(data):
    assert read_newest(data, ("en",), "1.0") is None


@pytest.mark.parametrize(
    ("version", "own", "is_newer"),
    [
        ("1.10", "1.9", True),
        ("1.1.0", "1.1", False),
        ("1.1", "1.1.dev3", False),
        ("2.0", "1", True),
    ],
)
def test_versions_are_compared_numerically(version, own, is_newer):
    assert (read_newest(told(version=version), ("en",), own) is not None) == is_newer


@pytest.mark.parametrize(
    "address",
    ["https://example.org", "https://a.example:8443/x/y.html?v=1#new", "https://github.com/a/b"],
)
def test_common_web_addresses_are_accepted(address):
    assert is_address(address)
