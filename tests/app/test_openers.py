"""Lists of optional moves that a key opens, on any player's turn."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from audiogames.core.controls import Listing, Opener
from audiogames.core.cues import msg
from tests.app.bidding import SPEC as BIDDING
from tests.app.bidding import in_place as bidding_in_place
from tests.app.bidding import playing as bidding
from tests.app.declaring import SAYINGS, SPEC, Utter, in_place, moves, playing
from tests.kit.languages import COMPLETE
from tests.kit.places import KEYS
from tests.kit.pressing import answers, edge, pressed, screen


@pytest.fixture(autouse=True)
def _game():
    with in_place():
        yield


@pytest.fixture
def pilot():
    return playing(says=True)


# Opening ------------------------------------------------------------------------------------------


def test_list_of_optional_moves_opens_only_by_key(pilot):
    assert screen(pilot) == "MatchScreen"
    assert pressed(pilot, "m") == "Say. Lungo."
    assert screen(pilot) == "OpenedList"


def test_escape_closes_a_list_of_optional_moves_without_a_move(pilot):
    pilot.press("home", "m", "down")
    assert pressed(pilot, "escape") == "Seven of spades."
    assert screen(pilot) == "MatchScreen"
    assert moves(pilot) == []


def test_refused_opening_of_a_list_of_optional_moves_announces_the_reason():
    pilot = playing()
    assert pressed(pilot, "m") == "Here boxes are ticked."
    assert pilot.sounds[-1].sound == "refused"
    assert screen(pilot) == "MatchScreen"


def test_empty_list_of_optional_moves_does_not_open():
    empty = Opener("sayings", ("m",), lambda _view: Listing(msg("yes"), ()))
    with in_place(replace(SPEC, lists=replace(SPEC.lists, openers=(empty,)))) as spec:
        pilot = playing(spec=spec)
        assert pressed(pilot, "m") == "There is nothing to choose."
        assert pilot.app.frame().buttons[-1].key != "m"


def test_spectator_cannot_open_a_list_of_optional_moves():
    pilot = playing(watch=True, says=True)
    assert pressed(pilot, "m") == "You are only listening."


def test_list_of_optional_moves_is_refused_between_deals_and_after_the_match(pilot):
    while not pilot.app.session.waiting:
        pilot.press("home", "enter")
        pilot.wait(3)
    assert pressed(pilot, "m") == "Go on, space."
    pilot.wait(2)
    pilot.press("space")
    while not pilot.app.session.over:
        pilot.wait(3)
        pilot.press("home", "enter")
    assert pressed(pilot, "m") == "The match is over."


def test_another_list_of_optional_moves_replaces_the_open_one(pilot):
    pilot.press("m")
    assert pressed(pilot, "shift+m") == "Claim. Three."
    pilot.press("escape")
    assert screen(pilot) == "MatchScreen"


def test_key_that_opened_a_list_of_optional_moves_repeats_its_focused_item(pilot):
    pilot.press("shift+m", "down")
    assert pressed(pilot, "shift+m") == "Claim. Four."
    pilot.press("escape")
    assert screen(pilot) == "MatchScreen"


# Moves from it ------------------------------------------------------------------------------------


@pytest.mark.parametrize("key", ["enter", "space"])
def test_move_from_a_list_of_optional_moves_closes_the_list(pilot, key):
    pilot.press("m", "down")
    pilot.press(key)
    pilot.expect("Seat 0 says terzo.")
    assert moves(pilot) == ["say terzo"]
    assert screen(pilot) == "MatchScreen"


def test_optional_move_chosen_from_a_list_is_legal_out_of_turn(pilot):
    pilot.press("home", "enter")
    session = pilot.app.session
    seq = session.table.seq
    assert not session.my_turn
    pilot.press("m", "enter")
    pilot.expect("Seat 0 says lungo.")
    assert moves(pilot) == ["7s", "say lungo"]
    assert session.table.seq == seq
    pilot.wait_for("Seat 1 plays")


def test_refused_move_keeps_the_list_of_optional_moves_open(pilot):
    pilot.press("m", "down")
    state = pilot.app.session.table.state
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(state, "legal_moves", lambda _seat: [])
        assert pressed(pilot, "enter") == "Not that."
    assert screen(pilot) == "OpenedList"
    assert pressed(pilot, "f5") == "Say. Terzo."


def test_enter_right_after_a_deal_is_ignored_in_a_list_of_optional_moves(pilot):
    pilot.press("m")
    pilot.app.session.dealt_at = pilot.now
    pilot.rush("enter")
    assert pilot.look()[-1].text == "One moment."
    assert moves(pilot) == []


# In the list --------------------------------------------------------------------------------------


def test_letters_search_a_list_of_optional_moves(pilot):
    pilot.press("m")
    assert pressed(pilot, "t") == "Terzo."
    pilot.wait(2)
    assert pressed(pilot, "t") == "Tre terzo."
    pilot.wait(2)
    assert pressed(pilot, "t") == "Terzo."
    pilot.wait(2)
    assert pressed(pilot, "t", "r") == "Tre terzo."
    assert screen(pilot) == "OpenedList"


def test_letter_search_ignores_accents(pilot):
    pilot.press("m")
    assert pressed(pilot, "e") == "È mia."
    pilot.press("home")
    pilot.wait(2)
    assert pressed(pilot, "è") == "È mia."
    pilot.wait(2)
    assert pressed(pilot, "v", "e", "n") == "Vènti."
    assert not edge(pilot), "an accent within is passed over too"


def test_list_of_optional_moves_disables_the_games_letter_keys(pilot):
    """In the match D would tick a box, K open a text field, and H read the hand."""
    pilot.press("m")
    for key in "dkhxoc":
        pilot.wait(2)
        assert pressed(pilot, key) == "Lungo."
        assert edge(pilot)
    assert screen(pilot) == "OpenedList"


def test_other_game_keys_are_answered_in_a_list_of_optional_moves(pilot):
    pilot.press("m")
    assert pressed(pilot, "shift+t") == "No time limit."
    assert pressed(pilot, "right") == "Seven of spades."
    pilot.press("enter", "m", "shift+d")
    assert screen(pilot) == "PageList"
    assert pressed(pilot, "escape") == "Say. Lungo."


def test_focus_in_a_long_list_of_optional_moves_jumps_by_ten_and_stops_at_its_edges(pilot):
    pilot.press("m")
    assert pressed(pilot, "ctrl+down") == "Saying 7."
    assert pressed(pilot, "ctrl+down", "ctrl+down", "ctrl+down") == "Vènti."
    assert edge(pilot)
    assert pressed(pilot, "ctrl+up") == "Saying 26."
    assert len(pilot.app.frame().rows) == len(SAYINGS) == 40


def test_digits_select_numbered_items_of_a_list_of_optional_moves(pilot):
    pilot.press("m")
    assert pressed(pilot, "1", "2") == "Saying 8."


def test_list_of_optional_moves_plays_a_clicked_row_and_reads_a_clicked_card(pilot):
    pilot.press("m")
    pilot.perform(pilot.app.click("card 1", pilot.now))
    assert pilot.look()[-1].text == "King of clubs."
    pilot.perform(pilot.app.click("row 2", pilot.now))
    assert moves(pilot) == ["say tre terzo"]


def test_key_help_over_a_move_list_shows_only_keys_that_work(pilot):
    """The key list (F1) names only keys that work in the list of moves, and no single letter."""
    pilot.press("m")
    layers = pilot.app.screen.layers
    listed = list(pilot.app.keymap.of(layers))
    for binding in listed:
        for key in binding.keys:
            assert len(key) > 1 or key.isdigit()
            assert pilot.app.keymap.find(key, layers).id == binding.id
    assert {"claims", "said", "move", "ten-on", "more-time"} <= {one.id for one in listed}
    assert not {"suit", "hand", "turn", "type-call"} & {one.id for one in listed}


# While the match goes on --------------------------------------------------------------------------


def test_list_of_optional_moves_stays_open_while_events_are_announced(pilot):
    pilot.press("home", "enter", "m", "down", "down")
    pilot.wait_for("Your turn.")
    assert screen(pilot) == "OpenedList"
    assert pressed(pilot, "f5") == "Say. Tre terzo."


def test_list_of_optional_moves_closes_when_the_deal_ends(pilot):
    while pilot.app.session.table.state.played < 6 or not pilot.app.session.my_turn:
        pilot.press("home", "enter")
        pilot.wait(3)
    pilot.press("home", "enter", "m")
    assert screen(pilot) == "OpenedList"
    pilot.wait_for("Go on, space.")
    assert screen(pilot) == "MatchScreen"


def test_list_of_optional_moves_keeps_its_focus_when_another_move_is_removed(pilot):
    pilot.press("shift+m", "down")
    pilot.app.session.table.state.claims.remove("three")
    pilot.app.session.view = pilot.app.session.table.look(0).view
    pilot.wait(1)
    assert pressed(pilot, "f5") == "Claim. Four."
    assert pressed(pilot, "up") == "Four."
    assert edge(pilot)


def test_list_of_optional_moves_announces_the_new_focus_when_the_focused_move_disappears(pilot):
    pilot.press("shift+m", "end")
    pilot.look()
    pilot.app.session.table.state.claims.remove("five")
    pilot.app.session.view = pilot.app.session.table.look(0).view
    pilot.wait(1)
    (told,) = pilot.look()
    assert told.text == "Four."
    assert not told.interrupt
    pilot.press("enter")
    assert moves(pilot) == ["claim four"]


def test_list_of_optional_moves_closes_when_it_becomes_empty(pilot):
    pilot.press("shift+m")
    pilot.app.session.table.state.claims.clear()
    pilot.app.session.view = pilot.app.session.table.look(0).view
    pilot.wait(1)
    assert screen(pilot) == "MatchScreen"


def test_required_decision_replaces_a_list_of_optional_moves():
    """When a bid becomes due, the list of bids replaces the one that is open, and Enter bids."""
    saying = Opener("sayings", ("m",), lambda _view: Listing(msg("yes"), (Utter("x"), Utter("y"))))
    name = lambda move, _view: msg("text", text=f"{getattr(move, 'tricks', move)}.")  # noqa: E731 - one short rule
    with bidding_in_place(
        replace(BIDDING, lists=replace(BIDDING.lists, openers=(saying,), choice=name))
    ) as spec:
        pilot = bidding(spec=spec, script={"Ada": ["bid 3"], "Bruno": ["bid 4"]})
        pilot.press("m", "down")
        assert screen(pilot) == "OpenedList"
        pilot.wait_for("Bid.")
        assert screen(pilot) == "DecisionList"
        pilot.wait(1)
        assert pressed(pilot, "f5") == "Bid. 0."
        pilot.press("m")
        assert screen(pilot) == "OpenedList", "it can be opened over the bid"
        assert pressed(pilot, "escape") == "Bid. 0."


# What is possible ---------------------------------------------------------------------------------


def test_list_of_optional_moves_has_a_button_unless_opening_the_list_is_refused(pilot):
    keys = [button.key for button in pilot.app.frame().buttons]
    assert keys == ["d", "p", "m", "shift+m"]
    pilot.press("applications", "end", "up", "up")
    assert pressed(pilot, "f5") == "Possible now. What can be said."
    assert pressed(pilot, "enter") == "Say. Lungo."
    assert [button.key for button in playing().app.frame().buttons] == ["d", "p"]


# Typed --------------------------------------------------------------------------------------------


def typed(pilot, text):
    pilot.press("k")
    told = pilot.look()[-1].text
    pilot.type(text)
    pilot.look()
    pilot.press("enter")
    return told


def test_prompt_for_a_typed_declaration_comes_from_the_game(pilot):
    assert typed(pilot, "busso") == "Type what you say."
    assert moves(pilot) == ["say busso"]


def test_typed_declaration_is_legal_out_of_turn(pilot):
    pilot.press("home", "enter")
    typed(pilot, "busso")
    assert moves(pilot) == ["7s", "say busso"]
    pilot.expect("Seat 0 says busso.")


def test_open_text_field_stays_open_when_the_turn_changes(pilot):
    pilot.press("home", "enter", "k")
    pilot.type("bus")
    pilot.wait_for("Your turn.")
    pilot.type("so")
    pilot.press("enter")
    assert moves(pilot)[-1] == "say busso"
    assert pilot.app.session.my_turn


def test_key_for_typing_a_move_gives_the_reason_if_the_game_refuses_it():
    pilot = playing()
    assert pressed(pilot, "k") == "Here boxes are ticked."
    assert screen(pilot) == "MatchScreen"


def test_typed_text_that_is_no_move_is_refused_with_the_games_own_reason(pilot):
    typed(pilot, "12")
    assert pilot.look()[-1].text == "Letters only."
    assert moves(pilot) == []


# Whatever is pressed ------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("lang", COMPLETE)
def test_every_key_is_answered_in_a_list_of_optional_moves(lang):
    for key in KEYS:
        pilot = playing(lang=lang, says=True)
        pilot.press("m")
        assert answers(pilot, key), key
        assert pilot.app.frame().title


WALK = st.lists(
    st.one_of(
        st.sampled_from(["m", "shift+m", "d", "k", "enter", "down", "t", "escape", "applications"]),
        st.sampled_from(["home", "space", "shift+d", "g", "5", "f2"]),
        st.sampled_from([0.2, 1.0, 5.0, 30.0]),
    ),
    max_size=40,
)


@given(WALK)
def test_random_keys_never_break_lists_of_optional_moves(walk):
    pilot = playing(says=True, limit=20)
    for step in walk:
        if isinstance(step, float):
            pilot.wait(step)
        elif pilot.app.session is not None:
            assert answers(pilot, step), (step, pilot.app.screen)
        assert pilot.app.frame().title
