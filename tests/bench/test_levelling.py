"""Tests of the benchmark of the adaptive level, with real and with simulated matches."""

import json

import pytest

from bench.levelling import between, evened, main

CHANCES = {
    "game": "novantanove", "seats": 2, "sides": 2, "matches": 1, "seed": 1,
    "places": [0.0, 1.0, 2.0], "won": [[0.5, 0.1, 0.05], [0.9, 0.5, 0.3], [0.95, 0.7, 0.5]],
}  # fmt: skip


def test_winning_chance_is_interpolated_between_measured_ladder_places():
    assert between([0, 1, 2], [0.9, 0.5, 0.3], 0) == 0.9
    assert between([0, 1, 2], [0.9, 0.5, 0.3], 0.25) == pytest.approx(0.8)
    assert between([0, 1, 2], [0.9, 0.5, 0.3], 2) == 0.3


def test_winning_chances_are_averaged_over_both_seatings_of_two_players():
    assert evened([[0.6, 0.2], [0.9, 0.4]]) == [[0.5, 0.15], [0.85, 0.5]]


def test_simulated_matches_are_won_with_the_measured_chances(tmp_path, capsys):
    path = tmp_path / "chances.json"
    path.write_text(json.dumps(CHANCES))
    main(["--chances", str(path), "--runs", "20"])
    lines = capsys.readouterr().out.splitlines()
    assert [line.split(":")[0] for line in lines] == ["strength 0", "strength 1", "strength 2"]
    shares = [float(line.split("runs, ")[1].split()[0]) for line in lines]
    assert 45 <= shares[1] <= 55


def test_winning_chances_are_measured_in_real_matches(capsys):
    main(["novantanove", "--players", "2", "--grid", "0,1", "--matches", "4"])
    found = json.loads(capsys.readouterr().out)
    assert (found["game"], found["sides"], found["places"]) == ("novantanove", 2, [0.0, 1.0])
    assert found["won"][0][1] <= 0.5 <= found["won"][1][0]
