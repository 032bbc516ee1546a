"""How much is told: by kinds, in the background; the bots' pace; the history in a file."""

import pytest

from tests.app.kit import match, menu, screen


@pytest.fixture
def pilot():
    return match()


def announced(pilot):
    return [(one.text, one.spoken, one.braille) for one in pilot.look()]


# --- Kinds of facts -------------------------------------------------------------------------------


def to_kinds(pilot):
    """Open the list of kinds from anywhere, by the last doors of the options."""
    pilot.press("f10", "end", "up", "enter")
    assert screen(pilot) == "KindsScreen"


def test_each_kind_of_facts_is_an_option_in_a_list_of_its_own():
    pilot = menu()
    to_kinds(pilot)
    pilot.expect("Cosa dire di più o di meno. Carte giocate e prese, come il resto.")
    pilot.press(*["right"] * 4)
    pilot.expect("essenziale", "normale", "completa", "Carte giocate e prese, solo in braille.")
    assert pilot.storage.settings.tell_cards == "silent"
    pilot.press("enter")
    assert pilot.heard() == "Quanto si dice delle carte giocate e di chi prende."
    pilot.press(*["down"] * 5)
    pilot.expect("Chiamate", "Punti", "Turni", "Distribuzione", "Gesti degli altri, come il resto.")


def test_silent_cards_are_not_heard_but_written(pilot):
    to_kinds(pilot)
    pilot.press(*["right"] * 4, "escape", "escape")
    pilot.look()
    pilot.press("down", "enter", "space")
    own = pilot.heard()
    assert "Sette di cuori" in own or "Re di fiori" in own, "an answer to a key is never silent"
    pilot.wait(10)
    others = pilot.look()
    assert others
    assert not any(one.spoken and "Tocca a te" not in one.text for one in others)
    kept = [one.text for one in pilot.app.announcer.history.entries("game")]
    assert sum(one.startswith(("Ada", "Bruno")) for one in kept) >= 2


def test_silent_turns_leave_their_sound(pilot):
    to_kinds(pilot)
    pilot.press(*["down"] * 3, *["right"] * 4, "escape", "escape", "down", "enter", "space")
    pilot.look()
    pilot.sounds.clear()
    pilot.wait(12)
    assert "Tocca a te" not in pilot.heard()
    assert "your-turn" in [one.sound for one in pilot.sounds]
    pilot.press("t")
    pilot.expect("Tocca a te")


# --- In the background ----------------------------------------------------------------------------


def test_in_another_window_the_match_is_quiet_and_counted(pilot):
    pilot.press("down", "enter", "space")
    pilot.look()
    pilot.away(gone=True)
    pilot.sounds.clear()
    pilot.wait(15)
    told = announced(pilot)
    assert told
    assert all((spoken, braille) == (False, "") for _, spoken, braille in told)
    assert {one.sound for one in pilot.sounds} == {"your-turn"}
    pilot.away(gone=False)
    back = pilot.heard()
    assert back.startswith(f"{len(told)} messagg"), back
    assert "Novantanove" in back


def test_who_wants_to_hear_all_of_it_does():
    pilot = match(background="everything")
    pilot.press("down", "enter", "space")
    pilot.look()
    pilot.away(gone=True)
    pilot.wait(15)
    assert all(spoken for _, spoken, _ in announced(pilot))
    pilot.away(gone=False)
    assert "messagg" not in pilot.heard()


def test_without_news_one_hears_where_one_is():
    pilot = menu()
    pilot.look()
    pilot.away(gone=True)
    pilot.away(gone=False)
    assert pilot.heard().startswith("Menu")


# --- The bots' pace -------------------------------------------------------------------------------


def test_two_keys_set_the_pace_of_bots(pilot):
    pilot.press("shift+f11")
    assert pilot.heard() == "Ritmo dei bot, 2 secondi."
    assert pilot.storage.settings.pace == 20
    assert pilot.app.session.table.time.pace == 2.0
    pilot.press("shift+f12", "shift+f12")
    assert pilot.heard() == "Ritmo dei bot, 1,5 secondi. Ritmo dei bot, 1 secondo."
    pilot.press("layer", "comma")
    pilot.expect("Ritmo dei bot, 1,5 secondi.")


def test_at_its_edge_the_pace_stays():
    pilot = menu(pace=5)
    pilot.look()
    pilot.press("shift+f12")
    assert pilot.heard() == "Ritmo dei bot, 0,5 secondi."
    assert pilot.sounds[-1].sound == "menu-edge"
