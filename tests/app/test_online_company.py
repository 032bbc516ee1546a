"""Calls for players: a host asks everyone who has enabled such calls to join a table."""

import pytest

from audiogames.app.settings import Settings
from tests.app.test_online_moderation import heard
from tests.kit.internet import Internet
from tests.kit.online import LANGUAGES
from tests.kit.pressing import in_


@pytest.mark.parametrize("lang", LANGUAGES)
def test_call_for_players_is_announced_and_listed_as_one_item_to_join(lang):
    net = Internet()
    anna, bruno = net.player(lang), net.player(lang)
    anna.enter("Anna")
    bruno.enter("Bruno")
    title = in_(lang, "Avvisami", "Tell me")
    while not heard(bruno)[-1].startswith(title):
        bruno.press("down")
    bruno.press("enter", "t", "enter", "escape")
    assert any(in_(lang, "Tressette, sì.", "Tressette, yes.") in one for one in heard(bruno))
    anna.open("t")
    anna.press("ctrl+h")
    bruno.wait(5)
    called = in_(lang, "Anna vuole giocare a Tressette.", "Anna wants to play Tressette.")
    assert any(one.startswith(called) for one in heard(bruno))
    bruno.press("home", "enter")
    bruno.wait(2)
    assert bruno.app.online.table.host == "Anna"


def test_public_tables_are_not_announced_unless_enabled():
    net = Internet()
    anna, bruno = net.player("en"), net.player("en")
    anna.enter("Anna")
    bruno.enter("Bruno")
    bruno.wait(5)
    bruno.look()
    anna.open("t")
    anna.press("ctrl+h")
    bruno.wait(5)
    assert heard(bruno) == []


@pytest.mark.parametrize(
    ("first", "end", "hours"),
    [
        (0, 24, {*range(24)}),
        (18, 23, {18, 19, 20, 21, 22}),
        (22, 2, {22, 23, 0, 1}),
        (8, 8, {*range(24)}),
    ],
)
def test_requests_for_players_are_enabled_only_in_the_chosen_hours(first, end, hours):
    settings = Settings(company="wist,scopa", company_from=first, company_to=end)
    assert {hour for hour in range(24) if settings.wants_company("wist", hour)} == hours
    assert not any(settings.wants_company("briscola", hour) for hour in range(24))


@pytest.mark.parametrize("lang", LANGUAGES)
def test_call_for_players_is_not_announced_outside_the_hours_that_the_listener_chose(lang):
    net = Internet()
    anna, bruno = net.player(lang), net.player(lang)
    anna.enter("Anna")
    bruno.enter("Bruno")
    title = in_(lang, "Avvisami", "Tell me")
    while not heard(bruno)[-1].startswith(title):
        bruno.press("down")
    bruno.press("enter", "t", "enter", "end")
    assert heard(bruno)[-1] == in_(lang, "Orario: sempre.", "Hours: always.")
    bruno.press("enter", "down", *["left"] * 4)
    assert heard(bruno)[-1] == in_(lang, "Fino all'ora, 20.", "Until the hour, 20.")
    bruno.press("escape")
    assert heard(bruno)[-1].endswith(in_(lang, "Orario: da 0 a 20.", "Hours: from 0 to 20."))
    bruno.press("escape")
    bruno.look()
    anna.open("t")
    anna.press("ctrl+h")
    bruno.wait(5)
    called = in_(lang, "Anna vuole giocare", "Anna wants to play")
    assert not any(one.startswith(called) for one in heard(bruno))
