"""Tests of the review benchmark, which can be run in parts whose results are added."""

import json
from random import Random

import pytest

from audiogames.core.registry import game
from audiogames.search.judging import PairedGain
from bench import reviews
from bench.planting import Counts, Match, Planting, PlayedOn
from tests.games.novantanove.positions import position


class OneMatch:
    """Replaces the player of matches with planted errors (`Planting`).

    It plays no match, and reports one planted error that the review has found.
    """

    def __init__(self, *_given):
        pass

    def run(self):
        return Counts(planted=1, planted_told=1, own=2, told=1, confirmed=1)


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.setattr(reviews, "FOLDER", tmp_path)
    monkeypatch.setattr(reviews, "Planting", OneMatch)
    return tmp_path


def seeds(folder):
    return list(json.loads((folder / "scopa.json").read_text())["matches"])


def test_review_measurement_resumes_after_the_last_measured_match(folder, capsys):
    for number in ("2", "3"):
        reviews.main(["scopa", "--matches", number, "--keep"])
    assert seeds(folder) == ["1", "2", "3", "4", "5"]
    capsys.readouterr()
    reviews.main(["scopa"])
    told = capsys.readouterr().out
    assert "scopa, 2 seats, 5 matches" in told
    assert "planted errors that were told: 5 of 5, 100.0 of 100 (56.6 to 100.0)" in told
    assert "own moves of the strong bot that were told: 0 of 10" in told
    assert [one.name for one in folder.iterdir()] == ["scopa.json"]


def test_review_measurement_writes_nothing_without_the_keep_option(folder, capsys):
    reviews.main(["scopa", "--matches", "1"])
    assert "1 of 1" in capsys.readouterr().out
    assert not list(folder.iterdir())


def test_review_results_measured_with_earlier_rules_are_reported_but_not_continued(
    folder, monkeypatch, capsys
):
    reviews.main(["scopa", "--matches", "1", "--keep"])
    monkeypatch.setattr(reviews, "rules_hash", lambda _game: "other")
    with pytest.raises(SystemExit):
        reviews.main(["scopa", "--matches", "1", "--keep"])
    assert seeds(folder) == ["1"]
    reviews.main(["scopa"])
    assert "1 matches, before the rules' source changed" in capsys.readouterr().out


@pytest.mark.slow
def test_review_measurement_plants_errors_in_matches_of_the_strong_bot():
    found = Planting(game("scopa"), 2, 1, every=3).run()
    assert found.own > found.planted > 0
    assert found.planted >= found.planted_told
    assert found.told == found.planted_told + found.own_told
    assert found.told >= found.confirmed


@pytest.mark.slow
def test_playouts_by_bots_find_the_better_novantanove_move():
    """Bots that finish the round show that a ten, which reaches 99, is better than a seven."""
    spec = game("novantanove")
    truth = PlayedOn(spec, Random(1), Match(spec))
    assert truth.is_apart
    view = position("Ts Kc 7h", total=89, seats=2).view(0)
    gain = PairedGain()
    read = spec.rules.read
    for weight, (seven, ten) in truth.weigh(view, read("7h"), read("Ts=+10"), 5):
        gain.add(weight, ten - seven)
    assert gain.worlds == 5
    assert gain.mean > 1
