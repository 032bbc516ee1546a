"""Checkboxes that a player ticks on their own turn, and that apply to the next card."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from audiogames.core.controls import Command
from audiogames.core.cues import msg
from tests.app.bidding import SPEC as BIDDING
from tests.app.bidding import asked
from tests.app.bidding import in_place as bidding_in_place
from tests.app.declaring import SPEC, Play, in_place, moves, playing
from tests.kit.languages import COMPLETE
from tests.kit.places import KEYS
from tests.kit.pressing import answers, pressed, screen


@pytest.fixture(autouse=True)
def _game():
    with in_place():
        yield


def sounds(pilot):
    return [one.sound for one in pilot.sounds]


def buttons(pilot):
    return [(one.text, one.key) for one in pilot.app.frame().buttons]


def to_second_turn(pilot):
    """Wait until the listener's second turn."""
    pilot.wait_for("Your turn.")
    pilot.wait(1)
    pilot.look()


# Ticking ------------------------------------------------------------------------------------------


def test_checkbox_key_announces_each_toggle_with_words_and_a_sound():
    pilot = playing()
    assert pressed(pilot, "d") == "Declare, on."
    assert sounds(pilot)[-1] == "box-on"
    assert pressed(pilot, "d") == "Declare, off."
    assert sounds(pilot)[-1] == "box-off"
    assert moves(pilot) == [], "nothing has been played"


def test_checkbox_with_several_values_cycles_through_them():
    pilot = playing()
    told = [pressed(pilot, "p") for _ in range(4)]
    assert told == ["Partner, out.", "Partner, low.", "Partner, nothing.", "Partner, out."]
    assert sounds(pilot)[-4:] == ["box-on", "box-on", "box-off", "box-on"]


def test_checkbox_announcement_interrupts_speech_and_has_braille():
    pilot = playing()
    pilot.press("d")
    (told,) = pilot.look()
    assert told.interrupt
    assert told.braille == "Declare, on."


def test_move_of_a_card_includes_the_ticked_checkboxes():
    pilot = playing()
    pilot.press("d", "p", "p", "home", "enter")
    assert moves(pilot) == ["7s suit=on partner=low"]
    assert pilot.heard().endswith("Seat 0 plays 7s, suit on, partner low.")


def test_card_is_played_without_unticked_checkboxes():
    pilot = playing()
    pilot.press("d", "p", "d", "home", "enter")
    assert moves(pilot) == ["7s partner=out"]


def test_card_without_checkboxes_is_played_unchanged():
    def never(_move, _ticked, _view):
        raise AssertionError

    with in_place(replace(SPEC, hand=replace(SPEC.hand, tick=never))) as spec:
        pilot = playing(spec=spec)
        pilot.press("home", "enter")
        assert moves(pilot) == ["7s"]


def test_clicked_card_is_played_with_the_ticked_checkboxes():
    pilot = playing()
    pilot.press("d")
    pilot.perform(pilot.app.click("card 1", pilot.now))
    assert moves(pilot) == ["Kc suit=on"]


def test_card_chosen_from_a_list_is_played_with_checkboxes_ticked_meanwhile():
    """While the player chooses between two ways to play a card, checkboxes can still be ticked."""
    pilot = playing()
    session = pilot.app.session
    low, high = Play(session.view.hand[0]), Play(session.view.hand[0], (("high", "yes"),))
    carry = lambda move, ticked, _view: replace(move, boxes=(*move.boxes, *ticked.items()))  # noqa: E731 - one short rule
    session.view = replace(session.view, legal=(low, high))
    session.spec = replace(
        SPEC,
        lists=replace(SPEC.lists, choice=lambda move, _view: msg("text", text=str(move))),
        hand=replace(SPEC.hand, tick=carry),
    )
    assert pressed(pilot, "home", "enter") == "Which? 7s"
    assert screen(pilot) == "WaysToPlay"
    assert pressed(pilot, "d") == "Declare, on."
    pilot.press("down", "enter")
    assert moves(pilot) == ["7s high=yes suit=on"]


# How long they last -------------------------------------------------------------------------------


def test_checkboxes_are_cleared_after_the_card_is_played():
    pilot = playing()
    pilot.press("d", "p", "home", "enter")
    to_second_turn(pilot)
    assert pressed(pilot, "d") == "Declare, on.", "it was off again"
    pilot.press("d", "home", "enter")
    assert moves(pilot)[-1] == "Kc"


def test_checkboxes_are_cleared_when_the_player_also_has_the_next_turn():
    pilot = playing()
    pilot.press("home", "enter")
    to_second_turn(pilot)
    pilot.press("d", "home", "enter")
    assert pilot.app.session.my_turn
    pilot.now += 1
    pilot.press("home", "enter")
    assert moves(pilot)[-2:] == ["Kc suit=on", "Ah"]


def test_ticked_checkboxes_survive_a_refused_card():
    """The table refuses the first card; the second card has the same checkboxes ticked."""
    pilot = playing()
    state = pilot.app.session.table.state
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(state, "legal_moves", lambda _seat: [])
        assert pressed(pilot, "d", "home", "enter") == "Not that."
    assert moves(pilot) == []
    pilot.press("enter")
    assert moves(pilot) == ["7s suit=on"]


def test_timeout_move_ignores_and_unticks_the_ticked_checkboxes():
    pilot = playing(limit=10)
    pilot.press("d")
    pilot.wait_for("Seat 2 plays", 60)
    assert moves(pilot)[0] == "7s"
    to_second_turn(pilot)
    assert pressed(pilot, "d") == "Declare, on."


def test_checkboxes_stay_ticked_after_a_spoken_declaration():
    """A declaration is not a card: the turn continues, and the checkboxes stay as they are."""
    pilot = playing(says=True)
    pilot.press("d", "m", "enter", "home", "enter")
    assert moves(pilot) == ["say lungo", "7s suit=on"]


def test_checkboxes_stay_ticked_after_a_card_if_the_keep_checkboxes_setting_is_on():
    pilot = playing(keep_boxes=True)
    pilot.press("d", "p", "home", "enter")
    to_second_turn(pilot)
    pilot.press("home", "enter")
    assert moves(pilot)[-1] == "Kc suit=on", "the other one is for who leads"
    pilot.now += 1
    pilot.press("home", "enter")
    assert moves(pilot)[-1] == "Ah suit=on partner=out", "and it has been kept all the time"


def test_switching_off_keep_checkboxes_unticks_all_checkboxes():
    pilot = playing(keep_boxes=True)
    pilot.press("d", "home", "enter")
    to_second_turn(pilot)
    pilot.app.change_settings(replace(pilot.app.settings, keep_boxes=False))
    assert pressed(pilot, "d") == "Declare, on."


@pytest.mark.parametrize(("lang", "name"), [("en", "Keep boxes ticked"), ("it", "Caselle")])
def test_keep_checkboxes_setting_is_listed_and_saved(lang, name):
    pilot = playing(lang=lang)
    assert not pilot.app.settings.keep_boxes
    pilot.press("f10")
    labels = [pilot.app.text(item.label) for item in pilot.app.screen.items()]
    (place,) = [place for place, label in enumerate(labels) if label.startswith(name)]
    pilot.press(*["down"] * place, "right")
    assert pilot.storage.settings.keep_boxes
    assert pressed(pilot, "enter") == pilot.app.text(msg("option-keep-boxes-help"))


# Why not ------------------------------------------------------------------------------------------


def refused(pilot, key):
    told = pressed(pilot, key)
    assert sounds(pilot)[-1] == "refused"
    return told


def test_checkbox_key_at_a_table_without_checkboxes_is_refused_with_the_reason():
    pilot = playing(boxed=False)
    assert refused(pilot, "d") == "Here one says it."
    pilot.press("home", "enter")
    assert moves(pilot) == ["7s"]
    assert refused(pilot, "d") == "Here one says it.", "also in the turn of another"


def test_checkbox_key_on_another_players_turn_is_refused():
    pilot = playing()
    pilot.press("home", "enter")
    assert refused(pilot, "d") == "Not your turn."
    assert refused(pilot, "p") == "Only who leads."


def test_refusal_of_a_checkbox_gives_the_reason_from_the_game():
    pilot = playing()
    pilot.press("home", "enter")
    to_second_turn(pilot)
    assert refused(pilot, "p") == "Only who leads."
    assert pressed(pilot, "d") == "Declare, on."


def test_spectator_cannot_tick_checkboxes():
    pilot = playing(watch=True)
    assert refused(pilot, "d") == "You are only listening."


def test_checkbox_key_between_deals_and_after_the_match_is_refused():
    pilot = playing()
    while not pilot.app.session.waiting:
        pilot.press("home", "enter")
        pilot.wait(3)
    assert refused(pilot, "d") == "Go on, space."
    pilot.wait(2)
    pilot.press("space")
    while not pilot.app.session.over:
        pilot.wait(3)
        pilot.press("home", "enter")
    assert refused(pilot, "d") == "The match is over."


def test_checkbox_key_is_refused_while_a_bid_is_due():
    box = replace(SPEC.hand.toggles[0], refusal=lambda _view: None)
    with bidding_in_place(replace(BIDDING, hand=replace(BIDDING.hand, toggles=(box,)))) as spec:
        pilot = asked(spec=spec)
        pilot.press("escape")
        assert refused(pilot, "d") == "Bid first."


# Drawn and listed ---------------------------------------------------------------------------------


def test_checkboxes_are_drawn_as_buttons_with_their_values():
    pilot = playing()
    assert buttons(pilot) == [("Declare, off", "d"), ("Partner, nothing", "p")]
    pilot.press("d")
    assert buttons(pilot) == [("Declare, on", "d"), ("Partner, nothing", "p")]
    pilot.press("home", "enter")
    assert buttons(pilot) == []


def test_only_checkboxes_that_can_be_ticked_are_drawn():
    pilot = playing()
    pilot.press("home", "enter")
    to_second_turn(pilot)
    assert buttons(pilot) == [("Declare, off", "d")]


def test_command_list_ticks_checkboxes_and_stays_open():
    pilot = playing()
    assert pressed(pilot, "applications") == "Possible now. Declare, off."
    assert pressed(pilot, "enter") == "Declare, on."
    assert screen(pilot) == "Actions"
    assert pressed(pilot, "f5") == "Possible now. Declare, on."
    assert pressed(pilot, "down") == "Partner, nothing."
    assert pressed(pilot, "space") == "Partner, out."
    pilot.press("escape", "home", "enter")
    assert moves(pilot) == ["7s suit=on partner=out"]


def test_command_list_becomes_empty_when_the_turn_passes():
    pilot = playing(limit=10)
    pilot.press("applications", "down")
    pilot.wait_for("Seat 0 plays", 60)
    assert pilot.look()[-1].text.endswith("Possible now. Nothing.")
    pilot.press("enter")
    assert screen(pilot) == "MatchScreen"


def test_commands_are_drawn_before_checkboxes():
    play = Command("go", ("w",), lambda view: view.legal[0], label=lambda _view: msg("yes"))
    with in_place(replace(SPEC, commands=(play,))) as spec:
        pilot = playing(spec=spec)
        assert [key for _, key in buttons(pilot)] == ["w", "d", "p"]


# Keys ---------------------------------------------------------------------------------------------


def test_key_list_and_key_describer_include_checkboxes():
    pilot = playing()
    pilot.press("f1")
    lines = [pilot.app.text(item.label) for item in pilot.app.screen.items()]
    assert "D, declare." in lines
    pilot.press("escape", "f11")
    assert pressed(pilot, "p") == "P, partner."
    assert buttons(pilot)[1] == ("Partner, nothing", "p"), "a key described is not pressed"


@pytest.mark.slow
@pytest.mark.parametrize("lang", COMPLETE)
def test_every_key_is_answered_while_a_checkbox_is_ticked(lang):
    for key in KEYS:
        pilot = playing(lang=lang)
        pilot.press("d")
        assert answers(pilot, key), key
        assert pilot.app.frame().title


WALK = st.lists(
    st.one_of(
        st.sampled_from(["d", "p", "home", "enter", "down", "space", "applications", "escape"]),
        st.sampled_from([0.2, 1.0, 5.0, 30.0]),
    ),
    max_size=40,
)


@given(WALK, st.booleans())
def test_card_is_played_with_exactly_the_checkboxes_shown_as_ticked(walk, keep):
    """A card has a checkbox exactly if the last announcement and picture showed it ticked."""
    pilot = playing(keep_boxes=keep, limit=20)
    for step in walk:
        before = len(moves(pilot))
        if isinstance(step, float):
            pilot.wait(step)
            continue
        rows = (row.text.removesuffix(".") for row in pilot.app.frame().rows)
        drawn = {*(text for text, _ in buttons(pilot)), *rows}  # a list of actions has no buttons
        pilot.press(step)
        for move in moves(pilot)[before : before + 1]:
            assert ("suit=on" in move) == ("Declare, on" in drawn)
            assert ("partner=low" in move) == ("Partner, low" in drawn)
