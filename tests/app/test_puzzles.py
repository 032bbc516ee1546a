"""Tests of puzzles: listing, answers, hints, solutions, explanations and progress."""

import json
from random import Random

import pytest

from audiogames.app.puzzles import games_with_puzzles
from audiogames.app.settings import Settings
from audiogames.app.storage import PUZZLES
from audiogames.app.weeks import Week, weeks
from audiogames.core.registry import game
from audiogames.search.arena import bot
from audiogames.table import puzzles
from audiogames.table.puzzles import DIFFICULTIES, TRIES, puzzles_of
from tests.kit.pilot import MemoryStorage, Pilot
from tests.kit.places import PLACES
from tests.kit.pressing import lines, pressed, screen

WITH_PUZZLES = games_with_puzzles()


def at_a_puzzle(id_, level=0, storage=None):
    """Open the first puzzle of this game; `level` is 0, 1 or 2."""
    pilot = Pilot(storage or MemoryStorage(Settings(language="en")), lang="en")
    place = next(at for at, line in enumerate(lines(pilot)) if line == "Find the move.")
    pilot.press(*["down"] * place, "enter")
    assert screen(pilot) == "PuzzleGames"
    pilot.press(*["down"] * WITH_PUZZLES.index(id_), "enter", *["down"] * level, "enter")
    assert screen(pilot) == "PuzzleScreen"
    return pilot


def answer(pilot, text):
    """Answer the puzzle with this move, and return the announcement."""
    screen_, spec = pilot.app.screen, pilot.app.session.spec
    pilot.look()
    pilot.now += 0.6
    move = spec.rules.read(text)
    pilot.perform(pilot.app._answered(lambda: screen_.submit(move)))
    return pilot.heard()


def puzzle_of(pilot):
    return pilot.app.screen._puzzle


@pytest.mark.parametrize("id_", WITH_PUZZLES)
def test_puzzles_have_a_legal_solution_that_is_much_better_than_its_rival(id_):
    spec, found = game(id_), puzzles_of(id_)
    assert len({one.name for one in found}) == len(found)
    for one in found[::10]:
        view = one.view()
        assert {*one.right(spec)} <= {*view.legal}
        assert spec.rules.read(one.rival) in view.legal
        assert one.gain >= 2 * spec.bots.review.least(view) * 0.99
        assert spec.bots.review.reasons(view, one.right(spec)[0], spec.rules.read(one.rival))
        assert one.solved[spec.bots.rungs[0]] < 0.9 * TRIES


def test_pressing_keys_in_the_list_of_games_with_puzzles_parses_no_puzzle(monkeypatch):
    """Every key in this list used to parse the puzzles of all games: a tenth of a second."""
    pilot = PLACES["the puzzles"]("en")
    parsed = []
    monkeypatch.setattr(puzzles, "read_puzzles", parsed.append)
    pilot.press("down", "up", "f5")
    assert pilot.app.frame().rows
    assert not parsed


@pytest.mark.parametrize("id_", WITH_PUZZLES)
def test_puzzle_shows_no_hidden_card(id_):
    spec = game(id_)
    for one in puzzles_of(id_)[:3]:
        view = one.view()
        assert view.seat == one.seat
        again = spec.rules.redeal(view, Random(1)).view(view.seat)
        assert again == view


@pytest.mark.parametrize("id_", WITH_PUZZLES)
def test_solved_puzzle_leads_to_the_next(id_):
    pilot = at_a_puzzle(id_)
    first = puzzle_of(pilot)
    assert "Find it." in pilot.heard()
    heard = answer(pilot, first.best[0])
    assert heard.startswith("Right. ")
    assert "It gains " in heard
    pilot.press("space")
    assert puzzle_of(pilot).name != first.name
    assert "Find it." in pilot.heard()
    kept = json.loads(pilot.storage.results[PUZZLES])
    assert (kept["p"], kept["r"]) == (first.name, True)
    pilot.press("escape")
    assert screen(pilot) == "PuzzleLevels"


def test_puzzle_is_answered_by_playing_a_card():
    pilot = at_a_puzzle("novantanove")
    puzzle = puzzle_of(pilot)
    cards = pilot.app.screen.hand.cards
    place = next(at for at, card in enumerate(cards) if puzzle.best[0].startswith(str(card)))
    pilot.press(str(place + 1))
    pilot.look()
    pilot.press("enter")
    if screen(pilot) != "PuzzleScreen":  # a card that can be played in several ways
        pilot.press("escape")
        return
    assert "Right." in pilot.heard()


def test_wrong_puzzle_answer_can_be_corrected_but_is_not_counted_as_right():
    pilot = at_a_puzzle("novantanove")
    puzzle = puzzle_of(pilot)
    assert answer(pilot, puzzle.rival).startswith("Not that. It costs ")
    assert answer(pilot, puzzle.best[0]).startswith("Right.")
    assert not json.loads(pilot.storage.results[PUZZLES])["r"]
    pilot.press("escape", "escape")
    assert any("0 of one right." in line for line in lines(pilot))


def test_puzzle_hints_lead_to_the_answer():
    pilot = at_a_puzzle("novantanove")
    pilot.look()
    assert pressed(pilot, "g").startswith("Not ")
    assert "Better" not in pressed(pilot, "g")
    assert pressed(pilot, "shift+g").startswith("Best, ")
    assert not json.loads(pilot.storage.results[PUZZLES])["r"]


def test_keys_at_a_puzzle_make_no_move_and_save_no_match():
    pilot = at_a_puzzle("novantanove")
    view = pilot.app.session.view
    answer(pilot, puzzle_of(pilot).rival)
    pilot.press("ctrl+z", "ctrl+s", "ctrl+e", "alt+w", "h", "t", "f5", "x")
    assert pilot.app.session.view == view
    assert not pilot.storage.matches
    assert not pilot.storage.ended


def test_puzzle_recap_states_the_situation():
    pilot = at_a_puzzle("wist")
    question = pressed(pilot, "f5")
    assert question.endswith("Find it.")
    assert pressed(pilot, "e") == question
    assert pressed(pilot, "ctrl+z") == "Not in a puzzle."


def test_puzzles_that_bots_solve_more_often_have_an_easier_level():
    for id_ in WITH_PUZZLES:
        assert {one.difficulty for one in puzzles_of(id_)} <= {*DIFFICULTIES}
    found = puzzles_of(WITH_PUZZLES[0])
    mean = {
        level: [one.solved["normal"] for one in found if one.difficulty == level]
        for level in DIFFICULTIES
    }
    assert min(mean["gentle"]) > max(mean["hard"])
    assert bot(game(WITH_PUZZLES[0]), "normal")


# Progress -----------------------------------------------------------------------------------------


def test_puzzle_weeks_begin_on_monday_and_omit_future_days():
    done = [
        ("2026-11-27", True),
        ("2026-11-23T10-00-00", False),
        ("2026-11-22", True),
        ("2026-11-29", True),
        ("no date", True),
        ("2025-01-01", True),
    ]
    found = weeks(done, "2026-11-27")
    assert found[:3] == (Week(0, 2, 1), Week(1, 1, 1), Week(2, 0, 0))
    assert found[1].bar == "|" * 10
    assert weeks(done, "no date") == ()


def test_puzzle_progress_lists_solved_puzzles_by_week_for_each_difficulty():
    storage = MemoryStorage(Settings(language="en"))
    names = [one.name for one in puzzles_of("novantanove") if one.difficulty == "gentle"]
    tried = [("2026-11-26", True), ("2026-11-24", True), ("2026-11-18", False)]
    storage.results[PUZZLES] = "".join(
        json.dumps({"p": names[at], "g": "novantanove", "d": day, "r": right}) + "\n"
        for at, (day, right) in enumerate(tried)
    )
    pilot = at_a_puzzle("novantanove", storage=storage)
    pilot.press("escape", "end")
    pilot.look()
    heard = pressed(pilot, "enter")
    all_of_them = "All puzzles, this week 2 of 2, last week 0 of one."
    assert heard == f"Right first tries by week. {all_of_them}"
    assert lines(pilot) == [all_of_them, "Easy, this week 2 of 2, last week 0 of one."]
    heard = pressed(pilot, "enter")
    assert heard == "All puzzles. Better than last week. This week, 2 of 2."
    assert lines(pilot) == ["This week, 2 of 2.", "Last week, 0 of one."]
    assert pilot.app.frame().rows[0].text.endswith("||||||||||")
