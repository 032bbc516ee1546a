"""Tests that stored matches, replayed move by move, give their recorded results."""

import json
from pathlib import Path

import pytest

from audiogames.core.contract import Turn
from audiogames.core.log import read_log, replay
from audiogames.core.text import plain

HERE = Path(__file__).parent
LOGS = sorted(HERE.glob("*.jsonl"))
ENDS = json.loads((HERE / "ends.json").read_text(encoding="utf-8"))
"""For each log: some fields of a spectator's view at its end, and the winner."""


def end_of(path, names):
    state = replay(read_log(path.read_text(encoding="utf-8")))
    winner = state.result().winners[0] if state.to_act is Turn.OVER else None
    known = {**plain(state.view(None)), "winner": winner}
    return {name: known[name] for name in names}


def test_every_stored_log_has_a_recorded_result():
    assert {path.stem for path in LOGS} == set(ENDS)


@pytest.mark.parametrize("path", LOGS, ids=lambda path: path.stem)
def test_replayed_log_gives_its_recorded_result(path):
    assert end_of(path, ENDS[path.stem]) == ENDS[path.stem]


@pytest.mark.parametrize("path", LOGS, ids=lambda path: path.stem)
def test_rewritten_log_equals_the_stored_log(path):
    text = path.read_text(encoding="utf-8")
    assert read_log(text).text() == text
