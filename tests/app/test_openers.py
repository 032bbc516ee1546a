"""Lists of moves that nobody has to make: opened by a key, in turn or out of it."""

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


def test_it_does_not_open_by_itself(pilot):
    assert screen(pilot) == "MatchScreen"
    assert pressed(pilot, "m") == "Say. Lungo."
    assert screen(pilot) == "OpenedList"


def test_escape_closes_it_and_nothing_has_been_done(pilot):
    pilot.press("home", "m", "down")
    assert pressed(pilot, "escape") == "Seven of spades."
    assert screen(pilot) == "MatchScreen"
    assert moves(pilot) == []


def test_where_it_refuses_the_key_says_why():
    pilot = playing()
    assert pressed(pilot, "m") == "Here boxes are ticked."
    assert pilot.sounds[-1].sound == "refused"
    assert screen(pilot) == "MatchScreen"


def test_an_empty_list_does_not_open():
    empty = Opener("sayings", ("m",), lambda _view: Listing(msg("yes"), ()))
    with in_place(replace(SPEC, lists=replace(SPEC.lists, openers=(empty,)))) as spec:
        pilot = playing(spec=spec)
        assert pressed(pilot, "m") == "There is nothing to choose."
        assert pilot.app.frame().buttons[-1].key != "m"


def test_who_only_listens_opens_nothing():
    pilot = playing(watch=True, says=True)
    assert pressed(pilot, "m") == "You are only listening."


def test_before_the_next_deal_it_says_how_to_go_on_and_after_the_match_that_it_is_over(pilot):
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


def test_another_one_takes_its_place(pilot):
    pilot.press("m")
    assert pressed(pilot, "shift+m") == "Claim. Three."
    pilot.press("escape")
    assert screen(pilot) == "MatchScreen"


def test_its_own_key_says_where_one_is(pilot):
    pilot.press("shift+m", "down")
    assert pressed(pilot, "shift+m") == "Claim. Four."
    pilot.press("escape")
    assert screen(pilot) == "MatchScreen"


# Moves from it ------------------------------------------------------------------------------------


@pytest.mark.parametrize("key", ["enter", "space"])
def test_a_move_of_it_is_made_in_turn_and_closes_it(pilot, key):
    pilot.press("m", "down")
    pilot.press(key)
    pilot.expect("Seat 0 says terzo.")
    assert moves(pilot) == ["say terzo"]
    assert screen(pilot) == "MatchScreen"


def test_also_out_of_turn_and_nobody_elses_turn_is_touched(pilot):
    pilot.press("home", "enter")
    session = pilot.app.session
    seq = session.table.seq
    assert not session.my_turn
    pilot.press("m", "enter")
    pilot.expect("Seat 0 says lungo.")
    assert moves(pilot) == ["7s", "say lungo"]
    assert session.table.seq == seq
    pilot.wait_for("Seat 1 plays")


def test_a_move_that_is_refused_says_why_and_the_list_stays(pilot):
    pilot.press("m", "down")
    state = pilot.app.session.table.state
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(state, "legal_moves", lambda _seat: [])
        assert pressed(pilot, "enter") == "Not that."
    assert screen(pilot) == "OpenedList"
    assert pressed(pilot, "f5") == "Say. Terzo."


def test_an_enter_right_after_a_deal_was_meant_for_before(pilot):
    pilot.press("m")
    pilot.app.session.dealt_at = pilot.now
    pilot.rush("enter")
    assert pilot.look()[-1].text == "One moment."
    assert moves(pilot) == []


# In the list --------------------------------------------------------------------------------------


def test_letters_look_for_items_and_spell(pilot):
    pilot.press("m")
    assert pressed(pilot, "t") == "Terzo."
    pilot.wait(2)
    assert pressed(pilot, "t") == "Tre terzo."
    pilot.wait(2)
    assert pressed(pilot, "t") == "Terzo."
    pilot.wait(2)
    assert pressed(pilot, "t", "r") == "Tre terzo."
    assert screen(pilot) == "OpenedList"


def test_a_letter_finds_what_begins_with_an_accent(pilot):
    pilot.press("m")
    assert pressed(pilot, "e") == "È mia."
    pilot.press("home")
    pilot.wait(2)
    assert pressed(pilot, "è") == "È mia."
    pilot.wait(2)
    assert pressed(pilot, "v", "e", "n") == "Vènti."
    assert not edge(pilot), "an accent within is passed over too"


def test_letters_of_the_game_wait_while_it_is_open(pilot):
    """D would tick a box, K would open a line, H would read the hand."""
    pilot.press("m")
    for key in "dkhxoc":
        pilot.wait(2)
        assert pressed(pilot, key) == "Lungo."
        assert edge(pilot)
    assert screen(pilot) == "OpenedList"


def test_other_keys_of_the_game_and_of_every_game_answer(pilot):
    pilot.press("m")
    assert pressed(pilot, "shift+t") == "No time limit."
    assert pressed(pilot, "right") == "Seven of spades."
    pilot.press("enter", "m", "shift+d")
    assert screen(pilot) == "PageList"
    assert pressed(pilot, "escape") == "Say. Lungo."


def test_ten_on_and_edges_in_a_long_list(pilot):
    pilot.press("m")
    assert pressed(pilot, "ctrl+down") == "Saying 7."
    assert pressed(pilot, "ctrl+down", "ctrl+down", "ctrl+down") == "Vènti."
    assert edge(pilot)
    assert pressed(pilot, "ctrl+up") == "Saying 26."
    assert len(pilot.app.frame().rows) == len(SAYINGS) == 40


def test_digits_go_to_their_numbers(pilot):
    pilot.press("m")
    assert pressed(pilot, "1", "2") == "Saying 8."


def test_a_click_on_a_card_reads_it_and_on_a_row_says_it(pilot):
    pilot.press("m")
    pilot.perform(pilot.app.click("card 1", pilot.now))
    assert pilot.look()[-1].text == "King of clubs."
    pilot.perform(pilot.app.click("row 2", pilot.now))
    assert moves(pilot) == ["say tre terzo"]


def test_the_key_list_over_it_is_true(pilot):
    """What F1 lists can be found by its key, and no bare letter is among it."""
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


def test_what_happens_is_told_and_the_list_stays_while_it_makes_sense(pilot):
    pilot.press("home", "enter", "m", "down", "down")
    pilot.wait_for("Your turn.")
    assert screen(pilot) == "OpenedList"
    assert pressed(pilot, "f5") == "Say. Tre terzo."


def test_it_closes_when_the_deal_is_over(pilot):
    while pilot.app.session.table.state.played < 6 or not pilot.app.session.my_turn:
        pilot.press("home", "enter")
        pilot.wait(3)
    pilot.press("home", "enter", "m")
    assert screen(pilot) == "OpenedList"
    pilot.wait_for("Go on, space.")
    assert screen(pilot) == "MatchScreen"


def test_the_focus_stays_on_its_move_when_another_goes(pilot):
    pilot.press("shift+m", "down")
    pilot.app.session.table.state.claims.remove("three")
    pilot.app.session.view = pilot.app.session.table.look(0).view
    pilot.wait(1)
    assert pressed(pilot, "f5") == "Claim. Four."
    assert pressed(pilot, "up") == "Four."
    assert edge(pilot)


def test_when_its_move_goes_it_says_what_it_is_on_instead(pilot):
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


def test_when_nothing_is_left_it_closes(pilot):
    pilot.press("shift+m")
    pilot.app.session.table.state.claims.clear()
    pilot.app.session.view = pilot.app.session.table.look(0).view
    pilot.wait(1)
    assert screen(pilot) == "MatchScreen"


def test_a_decision_that_has_to_be_made_takes_its_place():
    """The bid is asked for while the list is open: its own list opens, and Enter bids."""
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


def test_it_is_drawn_and_listed_where_it_does_not_refuse(pilot):
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


def test_the_prompt_has_the_games_own_words(pilot):
    assert typed(pilot, "busso") == "Type what you say."
    assert moves(pilot) == ["say busso"]


def test_what_is_typed_may_be_said_out_of_turn(pilot):
    pilot.press("home", "enter")
    typed(pilot, "busso")
    assert moves(pilot) == ["7s", "say busso"]
    pilot.expect("Seat 0 says busso.")


def test_a_turn_that_comes_meanwhile_changes_nothing(pilot):
    pilot.press("home", "enter", "k")
    pilot.type("bus")
    pilot.wait_for("Your turn.")
    pilot.type("so")
    pilot.press("enter")
    assert moves(pilot)[-1] == "say busso"
    assert pilot.app.session.my_turn


def test_where_nothing_can_be_typed_the_key_says_why():
    pilot = playing()
    assert pressed(pilot, "k") == "Here boxes are ticked."
    assert screen(pilot) == "MatchScreen"


def test_what_cannot_be_read_is_refused_with_the_games_reason(pilot):
    typed(pilot, "12")
    assert pilot.look()[-1].text == "Letters only."
    assert moves(pilot) == []


# Whatever is pressed ------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("lang", COMPLETE)
def test_every_key_is_answered_in_it(lang):
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
def test_whatever_is_pressed_the_program_goes_on(walk):
    pilot = playing(says=True, limit=20)
    for step in walk:
        if isinstance(step, float):
            pilot.wait(step)
        elif pilot.app.session is not None:
            assert answers(pilot, step), (step, pilot.app.screen)
        assert pilot.app.frame().title
