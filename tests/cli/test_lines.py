"""Tests of the output of `simulate` and `engine`, on which other programs rely."""

import json

import pytest

from audiogames.core.registry import game
from tests.cli.kit import LANGUAGES

SIMULATE = ("simulate", "novantanove", "--games", "4")
TIMED = ("seconds", "games_per_second", "moves_per_second")
KEYS = ("game", "seats", "games", "seed", "wins", "moves", *TIMED)


def counted(program, *arguments):
    done = program(*SIMULATE, "--json", *arguments)
    assert (done.code, done.err) == (0, "")
    assert done.out.count("\n") == 1
    return json.loads(done.out)


def untimed(counted_once):
    return {key: value for key, value in counted_once.items() if key not in TIMED}


def test_simulate_json_has_the_documented_keys_in_order(program):
    told = counted(program)
    assert tuple(told) == KEYS
    assert (told["game"], told["games"]) == ("novantanove", 4)
    assert told["seats"] == game("novantanove").usual_seats == len(told["wins"])
    assert sum(told["wins"]) == 4
    assert 0 <= told["seed"] < 2**32


def test_simulate_command_repeats_its_output_with_the_same_seed_except_times(inside):
    once, again = (counted(inside, "--seed", "7") for _ in range(2))
    assert untimed(once) == untimed(again)
    assert once["seed"] == 7
    assert untimed(counted(inside, "--seed", "8"))["moves"] != once["moves"]


def test_simulate_without_a_seed_draws_a_seed(inside):
    assert counted(inside)["seed"] != counted(inside)["seed"]


def test_simulate_duplicate_plays_each_deal_once_per_seat(inside):
    told = counted(inside, "--duplicate", "--players", "3", "--bots", "normal,random,random")
    assert (told["games"], sum(told["wins"])) == (12, 12)


def test_simulate_plays_matches_with_the_given_options(inside):
    short = counted(inside, "--seed=1", "--option", "tokens=1", "--option=min_zero=on")
    assert short["moves"] < counted(inside, "--seed=1")["moves"]
    assert counted(inside, "--seed=1", "--bots=random")["moves"] != short["moves"]
    assert len(counted(inside, "--players", "13", "--seed=1")["wins"]) == 13


def uici(inside, *more):
    done = inside("simulate", "scopa", "--preset=uici", "--games=1", "--bots=easy", "--json", *more)
    assert (done.code, done.err) == (0, "")
    return json.loads(done.out)


def test_simulate_preset_sets_seats_and_options_unless_arguments_override_them(inside):
    whole = uici(inside, "--seed=1")
    assert whole["seats"] == 4
    assert uici(inside, "--seed=1", "--option", "points=1")["moves"] < whole["moves"]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_simulate_without_json_prints_a_line_per_seat_and_a_total(inside, lang):
    done = inside(*SIMULATE, "--lang", lang, "--players", "2", "--bots", "easy,random")
    assert (done.code, done.err) == (0, "")
    first, second, together = done.out.splitlines()
    assert "easy" in first
    assert "random" in second
    assert together.startswith("4 ")


def test_simulate_counts_one_match_in_the_singular(inside):
    done = inside("simulate", "scopa", "--games=1", "--bots=easy", "--lang=en")
    assert done.out.splitlines()[-1].startswith("One match, ")


def test_engine_answers_malformed_lines_and_continues(program):
    lines = [
        b"",
        b"hello",
        b"{",
        b"[]",
        b"7",
        b"null",
        b'{"cmd":"dance"}',
        b'{"cmd":7}',
        b'{"cmd":"start","seats":"three"}',
        b'{"cmd":"start","seats":99}',
        b'{"cmd":"start","seats":2,"options":{"hat":1}}',
        b'{"cmd":"move","seat":0,"move":"Kc"}',
        b"\xff\xfe\x00",
        b'{"cmd":"load","log":"rubbish"}',
        b"[" * 50_000,
        b'{"cmd":"start","seats":2}',
    ]
    done = program("engine", "novantanove", "--lang", "it", stdin=b"\r\n".join(lines))
    answers = [json.loads(one) for one in done.out.splitlines()]
    assert (done.code, done.err) == (0, "")
    assert [one["ok"] for one in answers] == [False] * 15 + [True]
    assert all(one["refused"] and one["text"] for one in answers[:-1])
    assert all(one["refused"] == "malformed" for one in answers[:7])


def test_engine_flushes_each_answer(program):
    with program.running("engine", "novantanove") as process:
        for seats in (2, 3, 4):
            process.stdin.write(f'{{"cmd":"start","seats":{seats}}}\n'.encode())
            process.stdin.flush()
            assert json.loads(process.stdout.readline())["ok"]
        process.stdin.close()
        assert process.wait(60) == 0
        process.stdin = None
