"""The file of the solved strategy: refused files, its layout, and bots without a file."""

import json
from itertools import pairwise
from random import Random

import pytest

from audiogames.core.contract import Turn
from audiogames.games.invido import model as m
from audiogames.games.invido.bots import public_tree as t
from audiogames.games.invido.bots import strategy as s
from audiogames.games.invido.bots.rollout import RolloutBot
from audiogames.games.invido.bots.strong import StrongBot
from audiogames.games.invido.rules import InvidoRules
from tests.solver.invido.boards import content


@pytest.fixture(scope="module")
def whole():
    return content()


def refusal(of):
    with pytest.raises(s.StrategyRefused) as refused:
        of()
    return refused.value.message


def with_head(whole, **changes):
    first, _, rest = whole.partition(b"\n")
    return json.dumps({**json.loads(first), **changes}).encode() + b"\n" + rest


@pytest.mark.slow
def test_strategy_for_other_rules_is_refused(whole):
    message = refusal(lambda: s.Strategy(with_head(whole, rules=99)))
    assert message.id == "strategy-version"
    assert message.args == {"solved": 99, "played": InvidoRules.version}


@pytest.mark.slow
def test_truncated_strategy_is_refused(whole):
    for end in (len(whole) - 1, len(whole) // 2):
        assert refusal(lambda end=end: s.Strategy(whole[:end])).id == "strategy-damaged"


def test_file_that_is_not_a_strategy_is_refused():
    for other in (b"", b"RIFF", b"[1]\n", b'{"game": "invido"}\n'):
        assert refusal(lambda other=other: s.Strategy(other)).id == "strategy-foreign"


@pytest.mark.slow
def test_damaged_strategy_block_is_refused(whole):
    strategy = s.Strategy(whole[:-2000] + bytes(2000))
    last = len(strategy.plans[0].blocks) - 1
    assert refusal(lambda: strategy.block(0, last)).id == "strategy-damaged"


@pytest.mark.slow
def test_strategy_that_differs_from_its_certificate_is_refused(whole, tmp_path):
    file, certificate = tmp_path / "strong.bin", tmp_path / "certificate.json"
    file.write_bytes(whole)
    certificate.write_text(json.dumps({"sha256": "0" * 64}), encoding="utf-8")
    assert refusal(lambda: s.read(file, certificate)).id == "strategy-other"


def test_missing_strategy_is_refused(tmp_path):
    assert refusal(lambda: s.read(tmp_path / "strong.bin")).id == "strategy-unreadable"


def test_strategy_file_block_stored_as_a_difference_is_restored():
    block, parent = bytes(range(200)), bytes(reversed(range(200)))
    assert s.differing(s.differing(block, parent), parent) == block


def test_strategy_file_blocks_cover_the_public_tree_without_gap_or_overlap():
    spans = [(turn.plays[0], turn.end) for turn in s.blocks()] + list(s.openings())
    covered = sorted(spans)
    assert covered[0][0] == 0
    assert all(low == end for (_, end), (low, _) in pairwise(covered))
    assert covered[-1][1] == t.build(kept=True).size


def first_choice(options=None):
    rules = InvidoRules()
    state = rules.start(options or m.Options(), 2)
    while isinstance(state.to_act, Turn):
        state.apply(None, rules.chance(state, Random(1)))
    return state.view(state.to_act)


@pytest.mark.parametrize("options", [m.Options(), m.Options(vado_dentro=True)])
def test_strong_bot_falls_back_to_rollouts_without_a_strategy(monkeypatch, options):
    def refuse():
        raise s.StrategyRefused(s.msg("strategy-damaged"))

    monkeypatch.setattr(s, "shipped", refuse)
    monkeypatch.setattr(RolloutBot, "choose", lambda *_: m.VADO_VIA)
    assert StrongBot().choose(first_choice(options), Random(1), 1000, bool) == m.VADO_VIA


def test_rollout_bot_stops_on_request():
    asked = []
    view = first_choice(m.Options(vado_dentro=True))
    move = RolloutBot().choose(view, Random(1), 1000, lambda: asked.append(1) or len(asked) > 3)
    assert move in view.legal
    assert len(asked) < 10
