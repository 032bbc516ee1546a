"""Tests of match logs: written and read, with undo, and with damage reported by line."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from audiogames.cards.card import FRENCH
from audiogames.core.contract import Turn
from audiogames.core.log import Entry, Header, Log, LogError, line, read_log, replay
from audiogames.core.registry import game

GAME = game("novantanove")
PLAYERS = [{"name": "Ada"}, {"name": "Bruno"}]
DEAL = "deal " + " ".join(map(str, FRENCH))


def header(**changes):
    values = {"game": "novantanove", "rules": GAME.rules.version, "options": {}, "players": PLAYERS}
    return Header(**(values | changes))


def log(*moves, **changes):
    entries = [Entry(seq, seq / 2, seat, move) for seq, (seat, move) in enumerate(moves, 1)]
    return Log(header(**changes), entries)


def reason(text):
    with pytest.raises(LogError) as error:
        read_log(text)
    return error.value


def test_log_is_the_same_after_writing_and_reading():
    written = log((None, "dealer 1"), (None, "timeout 0"))
    written.entries.append(Entry(3, 2.5, 0, "draw", "auto"))
    assert read_log(written.text()) == written
    assert written.text().count("\n") == 4


@given(
    st.builds(
        Entry,
        st.integers(1, 10**6),
        st.floats(0, 1e6) | st.integers(0, 9),
        st.none() | st.integers(0, 9),
        st.text(),
        st.none() | st.text(),
    )
)
def test_log_entry_is_written_as_unescaped_json(entry):
    values = {key: value for key, value in vars(entry).items() if key != "by" or value is not None}
    assert line(entry) == json.dumps(values, ensure_ascii=False) + "\n"


def test_log_entry_names_its_author_only_if_that_is_not_the_seat():
    assert "by" not in json.loads(line(Entry(1, 0.0, 0, "draw")))
    assert json.loads(line(Entry(1, 0.0, 0, "draw", "auto")))["by"] == "auto"


@given(name=st.text(max_size=20))
def test_log_preserves_player_names_with_any_characters(name):
    """This includes names with characters that some programs take for the end of a line."""
    written = log((None, "dealer 1"), players=[{"name": name}, {"name": "\u2028\x85\x0b\x1c"}])
    assert read_log(written.text()) == written


def test_unfinished_last_line_of_a_log_is_dropped():
    text = log((None, "dealer 1"), (None, "timeout 0")).text()
    assert len(read_log(text[:-5]).entries) == 1
    assert len(read_log(text).entries) == 2


@pytest.mark.parametrize("text", ["", "half a line without an end"])
def test_log_without_a_complete_line_is_empty(text):
    assert reason(text).id == "log-empty"


@pytest.mark.parametrize(
    "first",
    ["", "nonsense", "[]", "3", "null", "{}", '{"game": "novantanove"}', "[" * 100_000, "9" * 5000],
)
def test_log_with_a_foreign_first_line_is_refused(first):
    assert reason(first + "\n").id == "log-foreign"


@pytest.mark.parametrize(
    "changes",
    [
        {"game": 3},
        {"options": []},
        {"players": {}},
        {"players": ["Ada", "Bruno"]},
        {"time": None},
        {"started": 5},
        {"started": "\ud800"},
        {"players": [{**PLAYERS[0], "name": "\ud800"}, PLAYERS[1]]},
        {"options": {"\ud800": 1}},
        {"time": {"limit": "\ud800"}},
    ],
)
def test_log_header_with_wrong_types_is_refused_as_foreign(changes):
    assert reason(line(header(**changes))).id == "log-foreign"


@pytest.mark.parametrize(
    ("changes", "id_"),
    [
        ({"game": "bridge"}, "log-unknown-game"),
        ({"rules": 0}, "log-other-version"),
        ({"format": 2}, "log-other-version"),
        ({"players": PLAYERS[:1]}, "log-damaged"),
        ({"players": PLAYERS * 7}, "log-damaged"),
    ],
)
def test_log_header_that_cannot_be_played_is_refused_with_reason(changes, id_):
    assert reason(line(header(**changes))).id == id_


ENTRY = {"seq": 1, "at": 0.0, "seat": None, "move": "dealer 1"}


@pytest.mark.parametrize(
    "changes",
    [
        {"seq": 2}, {"seq": True}, {"seq": "1"}, {"at": None}, {"at": "0"}, {"at": True},
        {"at": 10**400}, {"at": -1}, {"at": 1e9},
        {"move": "\ud800"}, {"by": "\ud800"}, {"by": 5}, {"by": {}},
        {"seat": 2}, {"seat": -1}, {"seat": True}, {"seat": "0"}, {"move": 3}, {"more": 1},
        {"move": "undo 1"}, {"move": "undo 0"}, {"move": "undo -1"}, {"move": "undo x"},
        {"move": "undo"}, {"move": "undo 1 2"}, {"move": "undo " + "9" * 5000},
    ],
)  # fmt: skip
def test_damaged_log_entry_is_reported_with_its_line_number(changes):
    text = line(header()) + json.dumps(ENTRY | changes) + "\n"
    error = reason(text)
    assert (error.id, error.args_) == ("log-damaged", {"line": 2})


@pytest.mark.parametrize("entry", ["", "nonsense", "[]", '{"at": NaN}', "[" * 100_000])
def test_unreadable_log_line_is_reported_by_line(entry):
    text = log((None, "dealer 1")).text() + entry + "\n"
    assert reason(text).args_ == {"line": 3}


def test_log_entry_with_infinite_time_is_damaged():
    text = line(header()) + json.dumps(ENTRY | {"at": float("inf")}) + "\n"
    assert reason(text).id == "log-damaged"


@pytest.mark.parametrize(
    ("moves", "where"),
    [
        ([(None, "deal Kc")], 2),
        ([(None, "dealer 1"), (0, "Kc")], 3),
        ([(None, "dealer 1"), (None, "fly")], 3),
        ([(None, "dealer 9")], 2),
    ],
)
def test_illegal_move_in_a_log_is_reported_by_line(moves, where):
    with pytest.raises(LogError) as error:
        replay(log(*moves))
    assert (error.value.id, error.value.args_) == ("log-damaged", {"line": where})


@pytest.mark.parametrize("options", [{"tokens": 0}, {"colour": 1}, {"tokens": []}])
def test_log_with_invalid_options_counts_as_damaged(options):
    with pytest.raises(LogError, match="log-damaged"):
        replay(log(options=options))


def test_replay_can_stop_early_and_emit_events():
    events = []
    whole = log((None, "dealer 1"), (None, DEAL))
    assert replay(whole, upto=1).expects == "deal"
    assert replay(whole, events.append).to_act == 0
    assert [type(event).__name__ for event in events][:2] == ["DealerChosen", "Dealt"]


def moves_of(*texts):
    return [entry.move for entry in log(*((None, text) for text in texts)).moves()]


def test_undo_takes_back_an_entry_and_all_entries_after_it():
    assert moves_of("a", "b", "c", "undo 2") == ["a"]
    assert moves_of("a", "b", "undo 2", "c") == ["a", "c"]
    assert moves_of("a", "undo 1", "b", "c", "undo 4") == ["b"]
    assert moves_of("a", "b", "undo 2", "c", "undo 1", "d") == ["d"]


def test_replayed_log_leaves_out_undone_moves():
    state = replay(log((None, "dealer 1"), (None, DEAL), (None, "undo 2")))
    assert (state.to_act, state.expects) == (Turn.CHANCE, "deal")


def test_open_hands_entry_is_not_a_move_and_survives_undo():
    shown = log((None, "dealer 1"), (0, "open-hands"), (None, DEAL))
    assert shown.is_open
    assert [entry.seq for entry in shown.moves()] == [1, 3]
    assert replay(shown).to_act == 0
    shown.entries.append(Entry(4, 2.0, 0, "undo 2"))
    assert shown.is_open, "nobody forgets what he has seen"
    assert not log((None, "dealer 1")).is_open


def test_log_finds_the_deal_to_repeat_after_an_undo():
    moves = [(None, "deal a"), (0, "x"), (None, "deal b"), (0, "y")]
    assert log(*moves).dealt_before("deal") is None
    undone = log(*moves, (0, "undo 2"))
    assert undone.dealt_before("deal") == "deal b"
    assert undone.dealt_before("reshuffle") is None
    again = log(*moves, (0, "undo 2"), (None, "deal c"), (0, "undo 6"))
    assert again.dealt_before("deal") == "deal c", "the last one"
    assert log(*moves, (0, "undo 1")).dealt_before("deal") == "deal a"
