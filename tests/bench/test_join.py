"""Results that were measured in parts, joined."""

import json

import pytest

from bench.strength import __main__ as strength
from bench.strength.join import Mismatch, join, main


def part(path, first, deals, **more):
    given = ["wist", "--bots", "easy,random", "--first", str(first), "--deals", str(deals)]
    given += [text for name, value in more.items() for text in (f"--{name}", str(value))]
    file = path / f"{first}-{deals}.json"
    assert strength.main([*given, "--out", str(file)]) == 0
    return file


def read(file):
    return json.loads(file.read_text())


@pytest.mark.slow
def test_parts_make_the_whole(tmp_path):
    """The mean is that of the whole; the interval is nearly, being made of the parts' own."""
    files = [part(tmp_path, 0, 16), part(tmp_path, 16, 32)]
    whole = read(part(tmp_path, 0, 48))
    assert main([*map(str, files), "--out", str(tmp_path / "joined.json")]) == 0
    joined = read(tmp_path / "joined.json")
    assert set(joined) == set(whole)
    assert joined["margin"]["mean"] == pytest.approx(whole["margin"]["mean"], abs=1e-3)
    assert joined["events"] == whole["events"]
    for name in ("deals", "plays", "first"):
        assert joined[name] == whole[name]
    assert joined["kinds"]["8 wist"]["deals"] == 6
    assert joined["margin"]["low"] < joined["margin"]["mean"] < joined["margin"]["high"]


@pytest.mark.slow
def test_more_deals_make_the_interval_narrower(tmp_path):
    one, other = read(part(tmp_path, 0, 16)), read(part(tmp_path, 16, 32))

    def width(told):
        return told["margin"]["high"] - told["margin"]["low"]

    assert width(join([one, other])) < min(width(one), width(other))


@pytest.mark.slow
def test_what_does_not_belong_together_is_refused(tmp_path):
    one, overlapping = read(part(tmp_path, 0, 8)), read(part(tmp_path, 4, 8))
    with pytest.raises(Mismatch, match="in common"):
        join([one, overlapping])
    with pytest.raises(Mismatch, match="seed"):
        join([one, read(part(tmp_path, 8, 8, seed=2))])
