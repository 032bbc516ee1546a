"""Hearing that somebody wants to play, where one has asked for it."""

import pytest

from tests.app.test_online_moderation import heard
from tests.kit.internet import Internet
from tests.kit.online import LANGUAGES
from tests.kit.pressing import in_


@pytest.mark.parametrize("lang", LANGUAGES)
def test_waiting_player_is_heard_of_and_joined_by_one_line(lang):
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


def test_player_who_has_not_asked_hears_nothing_of_public_tables():
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
