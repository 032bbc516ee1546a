"""Tests of the strength benchmark: its result file, its bots, and repeatable results."""

import json
from importlib.util import find_spec

import pytest

from audiogames.core.registry import game, game_ids
from audiogames.search.arena import levels
from bench.strength.__main__ import main, matchup_of
from bench.strength.fingerprint import rules_hash
from bench.strength.measure import names, player

MEASURED = [id_ for id_ in game_ids() if find_spec(f"bench.strength.{id_}")]
"""Games that have their own measurement of their bots' strength; it is optional."""

KEYS = {
    "game", "form", "options", "seats", "rules_version", "rules_hash", "bots", "budget",
    "rest_budget", "seed", "first", "deals", "plays", "unit", "margin", "points", "events",
    "milliseconds",
}  # fmt: skip


def told(path, *arguments):
    assert main([*arguments, "--out", str(path / "told.json")]) == 0
    return json.loads((path / "told.json").read_text())


def few(path, id_, bots="easy,random", deals="2", *more):
    return told(path, id_, "--bots", bots, "--deals", deals, "--budget", "20", *more)


@pytest.mark.parametrize("id_", MEASURED)
def test_strength_result_names_game_bots_and_settings(id_, tmp_path):
    result = few(tmp_path, id_)
    assert set(result) - {"wins", "kinds"} == KEYS
    assert result["game"] == id_
    assert result["bots"] == ["easy", "random"]
    assert (result["deals"], result["seed"], result["budget"]) == (2, 1, 20)
    assert result["rules_version"] == game(id_).rules.version
    assert result["rules_hash"] == rules_hash(id_)
    assert result["margin"]["low"] <= result["margin"]["mean"] <= result["margin"]["high"]
    assert set(result["milliseconds"]) == {"decisions", "mean", "p50", "p99", "max"}
    assert ("wins" in result) == (id_ in {"novantanove", "invido"})


@pytest.mark.slow
def test_wist_result_has_a_figure_per_round(tmp_path):
    result = few(tmp_path, "wist", "easy,random", "16")
    assert list(result["kinds"])[:2] == ["1 cuori", "2 quadri"]
    assert {kind["deals"] for kind in result["kinds"].values()} == {2}


def test_invido_result_groups_won_deals_by_their_points(tmp_path):
    events = few(tmp_path, "invido")["events"]
    won = {int(name.split()[1]): count for name, count in events.items() if "DealWon" in name}
    assert set(won) <= {1, 3, 6, 9, 12, 24}
    assert 0 < sum(won.values()) <= events["Dealt"]


@pytest.mark.slow
@pytest.mark.parametrize("id_", MEASURED)
def test_strength_result_repeats_with_the_same_seed(id_, tmp_path):
    first, second = few(tmp_path, id_), few(tmp_path, id_)
    assert {key for key in first if first[key] != second[key]} <= {"milliseconds"}
    other = few(tmp_path, id_, "easy,random", "2", "--seed", "2")
    assert any(first[key] != other[key] for key in ("margin", "points", "events"))


@pytest.mark.slow
def test_strength_measured_in_several_runs_uses_the_same_deals(tmp_path):
    whole = few(tmp_path, "tressette", "easy,random", "3")
    parts = [
        few(tmp_path, "tressette", "easy,random", "1", "--first", str(first))["margin"]["mean"]
        for first in range(3)
    ]
    assert whole["margin"]["mean"] == pytest.approx(sum(parts) / 3, abs=1e-3)


def test_strength_measurement_uses_the_given_players_and_options(tmp_path):
    result = few(
        tmp_path, "novantanove", "easy,random", "1", "--players", "4", "--option", "tokens=2"
    )
    assert (result["seats"], result["plays"], result["options"]["tokens"]) == (4, 4, "2")


@pytest.mark.parametrize("id_", MEASURED)
def test_strength_bots_are_listed_from_random_to_perfect(id_):
    found = names(matchup_of(id_))
    assert (found[0], found[-1]) == ("random", "perfect")
    assert set(levels(game(id_))) < set(found)


@pytest.mark.slow
@pytest.mark.parametrize("id_", MEASURED)
def test_every_bot_that_strength_measurements_offer_can_play(id_, tmp_path):
    for name in set(names(matchup_of(id_))) - set(levels(game(id_))):
        assert few(tmp_path, id_, f"{name},easy", "1")["deals"] == 1


@pytest.mark.parametrize("id_", MEASURED)
def test_no_bot_level_sees_all_cards(id_):
    """Neither the games nor this benchmark offer a bot that sees all cards as a level."""
    seer = player(matchup_of(id_), "perfect", 0)
    assert not hasattr(seer, "choose")
    assert "perfect" not in game(id_).bots.levels


@pytest.mark.parametrize(
    "wrong",
    [
        ("--bots", "easy"),
        ("--bots", "easy,grandmaster"),
        ("--form", "backwards"),
        ("--players", "77"),
        ("--deals", "0"),
        ("--option", "signs=on"),
    ],
)
def test_invalid_strength_argument_is_refused(wrong, capsys):
    with pytest.raises(SystemExit) as refused:
        main(["wist", *wrong])
    assert refused.value.code == 2
    assert wrong[0] in capsys.readouterr().err


@pytest.mark.slow
def test_each_game_has_its_own_rules_hash():
    hashes = {rules_hash(id_) for id_ in MEASURED}
    assert len(hashes) == len(MEASURED)
    assert all(len(one) == 16 for one in hashes)
