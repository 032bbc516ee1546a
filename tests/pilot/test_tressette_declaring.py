"""The D key in Tressette: the focused card's declaration, or why there is none."""

from __future__ import annotations

import pytest

from audiogames.cards.card import ITALIAN
from tests.kit.pilot import Pilot, ScriptedDealer
from tests.pilot.test_tressette import DEAL, at_table, go_to, in_, plain_mind

VOID = "deal 3c 2c 1c Fc 7c Rd 6d 5d 4d 3s 1b"
"""You hold no bastoni; Ada has the asso."""


def pressed(pilot: Pilot, key: str) -> str:
    pilot.look()
    pilot.press(key)
    return pilot.heard()


def following(dealer: int, script: dict[str, list[str]], deal: str = DEAL) -> Pilot:
    """Return a match on the player's turn, in a trick that another player has led."""
    dealing = ScriptedDealer(f"dealer {dealer}", deal, id_="tressette", pack=ITALIAN)
    pilot = Pilot(lang="it", dealer=dealing, mind=plain_mind, script=script)
    pilot.press("g", "enter", "t", "enter", "b", "b", "b", "enter")
    pilot.wait_for("Tocca a te.")
    pilot.wait(3)
    return pilot


@pytest.mark.parametrize("lang", ["it", "en"])
def test_declare_key_names_the_declaration_of_the_focused_card(lang):
    pilot = at_table(lang)
    go_to(pilot, "7c")
    assert pressed(pilot, "d") == in_(lang, "Dichiaro: due terzo.", "I declare: due terzo.")
    assert pressed(pilot, "d") == in_(lang, "Dichiaro, no.", "Declare, off.")


def test_declare_key_says_why_nothing_can_be_declared():
    pilot = at_table("it")
    go_to(pilot, "7b")
    told = "Nessuna dichiarazione possibile. Di due carte va giocata la più alta."
    assert pressed(pilot, "d") == told
    assert pressed(pilot, "d") == told


def test_declare_key_without_a_focused_card_turns_declaring_on():
    assert pressed(at_table("it"), "d") == "Dichiaro, sì."


def test_declare_key_of_the_last_player_names_the_declaration():
    pilot = following(0, {"Bruno": ["4s"], "Carla": ["5s"], "Ada": ["6s"]})
    go_to(pilot, "3s")
    assert pressed(pilot, "d") == "Dichiaro: ho fatto questo piombo."


def test_declaration_before_the_trick_ends_is_made_only_if_its_player_takes_the_trick():
    pilot = following(2, {"Ada": ["5b"]})
    assert pressed(pilot, "d") == "Dichiaro, se prendo."
    pilot.press("d")
    go_to(pilot, "Cb")
    assert pressed(pilot, "d") == "Se prendo, dichiaro: sono liscio qui."
    pilot.press("enter")
    pilot.wait_for("Prende")
    assert "Nessuna dichiarazione, non hai preso tu." in pilot.heard()


def test_declare_key_is_refused_for_a_card_that_does_not_take():
    pilot = following(2, {"Ada": ["3c"]})
    told = "Nessuna dichiarazione possibile. Nessuna tua carta prende."
    assert pressed(pilot, "d") == told
    go_to(pilot, "2c")
    told = "Nessuna dichiarazione possibile. Con questa carta non prendi."
    assert pressed(pilot, "d") == told


def test_declare_key_is_refused_to_a_void_player():
    pilot = following(2, {"Ada": ["1b"]}, VOID)
    told = "Nessuna dichiarazione possibile. Sei faglio a bastoni, non puoi prendere."
    assert pressed(pilot, "d") == told
    pilot.press("down")
    assert pressed(pilot, "d") == told
