"""The score sheet, open during a match: moving between cells, and reading it as a whole."""

from dataclasses import replace

import pytest

from audiogames.app.keys.bindings import game_bindings
from audiogames.core.controls import Sheet
from audiogames.core.cues import msg
from tests.app.bidding import SPEC, asked, in_place, playing
from tests.kit.places import KEYS, NOVANTANOVE
from tests.kit.pressing import answers, edge, pressed, screen


@pytest.fixture(autouse=True)
def _game():
    with in_place():
        yield


@pytest.fixture
def pilot():
    """Open the score sheet after all bids of the first round: listener 5, Ada 3, Bruno 4."""
    found = asked()
    found.press("5", "enter", "shift+s")
    return found


def test_score_sheet_opens_on_its_first_cell(pilot):
    assert pilot.look()[-1].text == "Score sheet. Player 0, round 1, bid 5, points 15."
    assert screen(pilot) == "SheetScreen"
    assert pressed(pilot, "f5") == "Score sheet. Player 0, round 1, bid 5, points 15."


def test_score_sheet_opens_in_the_current_column():
    filling = lambda view: replace(SPEC.sheet(view), current=1)  # noqa: E731 - one short sheet
    with in_place(replace(SPEC, sheet=filling)) as spec:
        pilot = asked(spec=spec)
        pilot.press("shift+s")
        assert pilot.look()[-1].text == "Score sheet. Player 0, round 2, empty."


def test_score_sheet_key_exists_only_in_games_with_a_score_sheet():
    assert ("sheet", ("shift+s",)) in [(one.id, one.keys) for one in game_bindings(SPEC)]
    assert "sheet" not in [one.id for one in game_bindings(NOVANTANOVE)]


def test_score_sheet_announces_the_column_on_a_sideways_move_and_the_name_on_a_vertical_move(pilot):
    assert pressed(pilot, "down") == "Player 1, bid 3, points 13."
    assert pressed(pilot, "right") == "Round 2, empty."
    assert pressed(pilot, "up") == "Player 0, empty."
    assert pressed(pilot, "left") == "Round 1, bid 5, points 15."
    assert pilot.sounds[-1].sound == "menu-move"


@pytest.mark.parametrize(
    ("keys", "told"),
    [
        (("left",), "Round 1, bid 5, points 15."),
        (("up",), "Player 0, bid 5, points 15."),
        (("home",), "Round 1, bid 5, points 15."),
        (("right", "right"), "Round 2, empty."),
        (("down", "down", "down"), "Player 2, bid 4, points 14."),
    ],
)
def test_score_sheet_does_not_wrap(pilot, keys, told):
    pilot.press(*keys[:-1])
    assert pressed(pilot, keys[-1]) == told
    assert edge(pilot) is (keys != ("home",))


def test_home_and_end_in_the_score_sheet_move_to_edges_and_with_control_to_corners(pilot):
    assert pressed(pilot, "end") == "Round 2, empty."
    assert pressed(pilot, "home") == "Round 1, bid 5, points 15."
    assert pressed(pilot, "ctrl+end") == "Player 2, round 2, empty."
    assert pressed(pilot, "ctrl+home") == "Player 0, round 1, bid 5, points 15."


@pytest.mark.parametrize("key", ["h", "enter", "space"])
def test_score_sheet_keys_h_enter_and_space_read_all_cells(pilot, key):
    assert pressed(pilot, key) == (
        "Player 0, round 1 bid 5, points 15. "
        "Player 1, round 1 bid 3, points 13. "
        "Player 2, round 1 bid 4, points 14."
    )


def test_empty_score_sheet_row_is_announced_as_empty():
    pilot = asked()
    pilot.press("shift+s")
    assert pressed(pilot, "h").startswith("Player 0, empty. Player 1, round 1 bid 3")


def test_score_sheet_cell_without_points_names_only_the_bid(pilot):
    pilot.app.session.view = replace(pilot.app.session.view, round=2)
    assert pressed(pilot, "right") == "Round 2, bid 5."


def test_score_sheet_cell_is_short_in_braille(pilot):
    pilot.press("down")
    assert pilot.look()[-1].braille == "player 1 bid 3 points 13"
    pilot.press("f5")
    assert pilot.look()[-1].braille.endswith("player 1 round 1 bid 3 points 13")


@pytest.mark.parametrize("key", ["escape", "backspace"])
def test_closing_the_score_sheet_returns_to_the_table(pilot, key):
    pilot.press(key)
    assert screen(pilot) == "MatchScreen"
    assert pilot.sounds[-1].sound == "menu-back"


def test_score_sheet_opens_over_a_list_and_returns_to_it():
    pilot = asked()
    pilot.press("3", "shift+s")
    assert screen(pilot) == "SheetScreen"
    assert pressed(pilot, "escape") == "Bid. 3."


def test_open_score_sheet_is_updated_when_an_opponent_bids():
    pilot = playing(script={"Ada": ["bid 3"], "Bruno": ["bid 4"]})
    pilot.press("shift+s", "down")
    assert pilot.look()[-1].text == "Player 1, empty."
    pilot.wait_for("Seat 1 bids 3.")
    assert screen(pilot) == "SheetScreen"
    assert pressed(pilot, "f5").endswith("Player 1, round 1, bid 3, points 13.")
    pilot.wait_for("Bid.")
    assert screen(pilot) == "SheetScreen"


def test_spectator_may_read_the_score_sheet():
    pilot = playing(watch=True)
    pilot.press("shift+s")
    assert screen(pilot) == "SheetScreen"
    assert pressed(pilot, "h").count("Player") == 3


def test_focus_stays_inside_a_score_sheet_that_shrank(pilot):
    pilot.press("ctrl+end")
    session = pilot.app.session
    session.view = replace(session.view, bids=(1, 2))
    assert pressed(pilot, "f5") == "Score sheet. Player 1, round 2, empty."
    assert pressed(pilot, "down") == "Player 1, empty."
    assert pilot.app.frame().sheet.focus == (1, 1)


@pytest.mark.parametrize("key", ["up", "down", "left", "right", "home", "end", "h", "f5"])
@pytest.mark.parametrize("sheet", [Sheet((), (), ()), Sheet((), (msg("yes"),), ((),))])
def test_empty_score_sheet_is_announced_as_empty(sheet, key):
    with in_place(replace(SPEC, sheet=lambda _view: sheet)) as spec:
        pilot = asked(spec=spec)
        pilot.press("shift+s")
        assert "The score sheet is empty." in pressed(pilot, key)
        assert pilot.app.frame().sheet.heads == ()


@pytest.mark.slow
def test_every_key_is_answered_in_the_score_sheet():
    silent = []
    for key in KEYS:
        found = asked()
        found.press("shift+s")
        if not answers(found, key):
            silent.append(key)
    assert not silent


def test_score_sheet_keys_are_listed(pilot):
    pilot.press("f1")
    assert pilot.look()[-1].text.startswith("Score sheet keys, ")
    lines = [pilot.app.text(item.label) for item in pilot.app.screen.items()]
    assert "H, enter or space, read the whole sheet." in lines


def test_score_sheet_key_is_listed_at_the_table():
    pilot = asked()
    pilot.press("f1")
    lines = [pilot.app.text(item.label) for item in pilot.app.screen.items()]
    assert "Shift S, score sheet." in lines


def test_score_sheet_is_drawn_as_a_table(pilot):
    pilot.press("down", "right")
    frame = pilot.app.frame()
    assert frame.title == "Score sheet"
    assert frame.sheet.heads == ("Round 1", "Round 2")
    assert frame.sheet.names == ("Player 0", "Player 1", "Player 2")
    assert frame.sheet.cells[1] == (("Bid 3", "Points 13"), ("", ""))
    assert frame.sheet.focus == (1, 1)


def test_click_on_a_score_sheet_cell_focuses_it(pilot):
    pilot.perform(pilot.app.click("cell 3", pilot.now))
    assert pilot.look()[-1].text == "Player 1, round 2, empty."
    assert pilot.app.frame().sheet.focus == (1, 1)
    pilot.perform(pilot.app.click("row 0", pilot.now))
    assert pilot.app.frame().sheet.focus == (1, 1)


def test_score_sheet_is_announced_in_italian():
    pilot = asked(lang="it")
    pilot.press("5", "enter", "shift+s")
    assert pilot.look()[-1].text == "Segnapunti. Player 0, round 1, bid 5, points 15."
    assert pressed(pilot, "right") == "Round 2, vuota."
