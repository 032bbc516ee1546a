"""Novantanove with two players: the strong bot's inferences and its value tables."""

from random import Random

import pytest

from audiogames.core.contract import Turn
from audiogames.games.novantanove import model as m
from audiogames.games.novantanove.bots import abstraction as ab
from audiogames.games.novantanove.bots import duel_tables, value_tables
from audiogames.games.novantanove.bots.duel import Duel, answers, course, kept_pairs
from audiogames.games.novantanove.bots.strong import StrongBot
from tests.games.novantanove.positions import RULES, make, position

SHIPPED = duel_tables.shipped()
CHANCE = [copies / sum(ab.COPIES) for copies in ab.COPIES]
ACE = ab.KINDS.index("A")


def decisions(count, options=None):
    """Yield states of matches between strong bots in which a card is to be played.

    Each comes with the plays of the round so far.
    """
    rng, bot, state = Random(3), StrongBot(), RULES.start(options or m.Options(), 2)
    true = []
    while count:
        if state.to_act is Turn.OVER:
            state = RULES.start(options or m.Options(), 2)
        elif state.to_act is Turn.CHANCE:
            true = [] if state.expects == "deal" else true
            state.apply(None, RULES.chance(state, rng))
        elif state.drawer is not None:
            state.apply(state.drawer, m.DRAW)
        else:
            count -= 1
            seat = state.to_act
            yield state, [(total, play) for who, total, play in true if who != seat]
            play = bot.choose(state.view(seat), rng, 0, lambda: False)
            true.append((seat, state.total, play))
            state.apply(seat, play)


# Conclusions


@pytest.mark.parametrize("min_zero", [False, True])
def test_plays_of_a_round_are_reconstructed_from_the_view(min_zero):
    """The history has cards without their chosen values, so several sequences may be possible."""
    found = known = 0
    for state, true in decisions(60, m.Options(min_zero=min_zero)):
        if not state.reshuffled:
            told = course(state.view(state.to_act))
            assert [play.card for _, play in told] == [play.card for _, play in true]
            found += sum(map(bool, map(tuple.__eq__, told, true)))
            known += len(true)
    assert found > 0.9 * known > 0


def test_duel_search_knows_only_the_opponents_last_play_after_a_reshuffle():
    state = position("3c 4c 5c", "6c 7c 8c", seats=2, total=40)
    state.reshuffled = tuple(state.stock)
    assert course(state.view(0)) == []
    make(state, "3c")
    assert course(state.view(1)) == [(40, m.read_play("3c"))]


def test_cards_that_the_opponent_really_kept_have_positive_probability():
    for state, _ in decisions(40):
        view, other = state.view(state.to_act), 1 - state.to_act
        kept = Duel(view, value_tables.shipped(), SHIPPED).kept
        if kept is not None and not state.reshuffled:
            first, second, _ = map(ab.kind_of, state.hands[other])
            assert kept[ab.pair_of(first, second)] > 0


def test_king_played_at_98_rules_out_a_kept_ace():
    """At 98 an ace wins two tokens at once, and a king loses as many."""
    plays = [(98, m.read_play("Kc"))]

    def likely(action, total):
        return answers(SHIPPED, total)[action]

    told = kept_pairs(plays, ab.COPIES, likely)
    assert sum(one for one, pair in zip(told, ab.PAIRS, strict=True) if ACE in pair) == 0


def test_opponents_pair_is_not_inferred_after_a_missed_draw():
    state = position("3c 4c 5c", "6c 7c 8c", seats=2)
    make(state, "3c")
    make(state, "6c")
    assert Duel(state.view(0), value_tables.shipped(), SHIPPED).kept is None


@pytest.mark.parametrize("total", [-12, 0, 33, 50, 88, 97])
def test_probabilities_of_actions_sum_to_one_for_every_hand(total):
    done = [0.0] * len(ab.HANDS)
    for action, shares in answers(SHIPPED, ab.place_of(total)).items():
        for share, hands in zip(shares, ab.DRAWN, strict=True):
            done[hands[ab.KIND[action]]] += share
    assert done == pytest.approx([1.0] * len(ab.HANDS))


def test_strong_bot_ignores_cards_it_cannot_see_in_a_duel():
    """A redeal of the hidden cards gives the seat an equal view, so the bot makes the same play."""
    rng, bot = Random(8), StrongBot()
    for state, _ in decisions(40):
        view = state.view(state.to_act)
        other = RULES.redeal(view, rng).view(state.to_act)
        moves = [bot.choose(one, Random(1), 0, lambda: False) for one in (view, other)]
        assert moves[0] is moves[1]


# The tables


def ahead(action, kept, other, at):
    """Return the value of an action for its player, who holds the pair `kept` after it.

    `other` is the opponent's pair, `at` the index of the total before the action.
    """
    step = ab.EFFECTS[at][action]
    swing = step.others - step.player
    if step.ends_round:
        return swing
    if ab.KIND[action] == ab.JACK:
        return swing + SHIPPED.to_act(kept, step.after)[other] / duel_tables.UNIT
    return swing - SHIPPED.to_wait(kept, step.after)[other] / duel_tables.UNIT


def test_duel_value_lies_between_the_expected_values_of_the_worst_and_of_the_best_play():
    lot = Random(5)
    for _ in range(300):
        at = lot.randrange(len(ab.TOTALS))
        pair, other = (lot.randrange(len(ab.PAIRS)) for _ in range(2))
        least = most = 0.0
        for kind, chance in enumerate(CHANCE):
            options = ab.CHOICES[ab.DRAWN[pair][kind]]
            worths = [ahead(action, kept, other, at) for action, kept in options]
            least += chance * min(worths)
            most += chance * max(worths)
        told = SHIPPED.to_act(pair, at)[other] / duel_tables.UNIT
        assert least - 0.05 <= told <= most + 0.05


def test_duel_values_averaged_over_the_opponents_pairs_equal_the_values_for_an_unknown_pair():
    likely = [CHANCE[one] * CHANCE[two] * (1 + (one != two)) for one, two in ab.PAIRS]
    lot = Random(6)
    for _ in range(100):
        at, pair = lot.randrange(len(ab.TOTALS)), lot.randrange(len(ab.PAIRS))
        for past, sign, told in ((0, 1, SHIPPED.to_act), (1, -1, SHIPPED.to_wait)):
            mean = sum(a * b for a, b in zip(likely, told(pair, at), strict=True))
            expected = sign * mean / duel_tables.UNIT
            assert SHIPPED.value(past, pair, at) == pytest.approx(expected, abs=0.02)


def test_duel_tables_are_validated_and_at_most_a_megabyte():
    assert duel_tables.FILE.stat().st_size <= 1_000_000
    with pytest.raises(value_tables.TablesRefused, match="damaged"):
        duel_tables.read(value_tables.FILE)


def refuse():
    raise value_tables.TablesRefused("The tables are elsewhere.")


def test_strong_bot_without_value_tables_for_two_players_plays_like_the_normal_bot():
    bot = StrongBot(duel=refuse)
    assert bot.refused == "The tables are elsewhere."
    view = position("Kc 3c 4c", total=89, seats=2).view(0)
    assert str(bot.choose(view, Random(1), 0, lambda: False)) == "Kc"
