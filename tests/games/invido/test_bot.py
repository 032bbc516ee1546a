"""The bots of Invido: their choices with given hands, legality, and strength."""

from collections import Counter
from itertools import product
from random import Random

import pytest

from audiogames.core.contract import Turn
from audiogames.games.invido import model as m
from audiogames.games.invido.bots.belief import holdings
from audiogames.games.invido.bots.easy import HOPELESS
from audiogames.games.invido.bots.evaluation import START, equity, result, strength
from audiogames.games.invido.bots.normal import LETS_GO, hope
from audiogames.search.arena import bot
from audiogames.search.simulate import Simulation, simulate
from bench.strength.invido import MATCHUP
from bench.strength.measure import Asked, measure
from tests.games.invido.monte_counts import measure as count_montes
from tests.replays.invido import GAME, RULES, played

LOTS = range(100)
LEVELS = ["easy", "normal"]
OPTIONS = [
    m.Options(monte_cap=cap, vado_dentro=dentro, implicit_accept=accept, implicit_no=no)
    for cap, dentro, accept, no in product((0, 1, 3, 20), *[(False, True)] * 3)
]


def choices(level, state):
    """Return the moves that the bot to act chooses in this state, over many seeds."""
    view = state.view(state.to_act)
    player = bot(GAME, level)
    return {str(player.choose(view, Random(lot), 0, lambda: False)) for lot in LOTS}


def moves(options, lot, levels):
    """Play a match between bots; yield each state before its move, the seat and the move.

    `lot` is the random generator.
    """
    state = RULES.start(options, 2)
    players = [bot(GAME, level) for level in levels]
    while (turn := state.to_act) is not Turn.OVER:
        if isinstance(turn, Turn):
            state.apply(None, RULES.chance(state, lot))
            continue
        move = players[turn].choose(state.view(turn), lot, 0, lambda: False)
        yield state, turn, move
        state.apply(turn, move)


# Within the rules


@pytest.mark.slow
@pytest.mark.parametrize("options", OPTIONS, ids=str)
@pytest.mark.parametrize("level", LEVELS)
def test_every_bot_move_is_legal(level, options):
    for other in ("random", level):
        for state, seat, move in moves(options, Random(f"{options}"), (level, other)):
            assert move in state.legal_moves(seat)


@pytest.mark.slow
@pytest.mark.parametrize("cap", [0, 1, 3, 20])
@pytest.mark.parametrize("level", LEVELS)
def test_bots_ask_for_a_monte_at_most_three_times_a_deal(level, cap):
    """The opponent refuses nearly every monte, so the bot has reason to ask again."""
    asked = Counter()
    for seed in range(12):
        for state, seat, move in moves(m.Options(monte_cap=cap), Random(seed), (level, "random")):
            if seat == 0 and move == m.A_MONTE:
                asked[seed, state.deal] += 1
    assert max(asked.values(), default=0) <= 3
    assert bool(asked) == (cap > 0)


@pytest.mark.parametrize("level", LEVELS)
def test_bots_play_the_same_match_with_the_same_seed(level):
    first, second = (
        [str(move) for _, _, move in moves(m.Options(), Random(1), (level, level))]
        for _ in range(2)
    )
    assert first == second


def test_bot_asked_for_a_move_out_of_turn_asks_for_a_monte():
    state = played("", "3c 2b 1s", "6s 7c Rd")
    for level in LEVELS:
        move = bot(GAME, level).choose(state.view(1), Random(1), 0, lambda: False)
        assert move == m.A_MONTE


# Fields of the view


def test_bot_choice_does_not_depend_on_hidden_cards():
    """If two views are equal, the bot chooses the same move, whatever the opponent holds."""
    one = played("3c 6s invido", "3c 2b 1s", "6s 7c Rd")
    other = played("3c 6s invido", "3c 6b Fs", "6s 7c Rd")
    for level in LEVELS:
        assert choices(level, one) == choices(level, other)


def test_belief_covers_every_possible_hand_of_the_opponent():
    view = played("", "3c 3b 3s", "6s 7c Rd").view(0)
    found = holdings(view)
    assert sum(holding.weight for holding in found) == pytest.approx(1)
    assert max(holding.hand.count(m.STRENGTH["3"]) for holding in found) == 1


def test_belief_excludes_cards_already_played():
    view = played("3c 3s 3b 3d", "3c 3b 6s", "3s 3d 7c").view(0)
    hands = {holding.hand for holding in holdings(view)}
    assert hands == {(rank,) for rank in range(7)}


def test_call_makes_a_strong_hand_of_the_caller_more_likely():
    def mean(state):
        return sum(each.weight * sum(each.hand) for each in holdings(state.view(1)))

    hands = ("3c 2b 1s", "6s 7c Rd")
    assert mean(played("invido", *hands)) > mean(played("", *hands))


@pytest.mark.parametrize(
    ("leader", "follower", "outcome"),
    [
        ((7, 7, 7), (6, 6, 6), 1),
        ((0, 0, 0), (1, 1, 1), -1),
        ((5, 5, 5), (5, 5, 5), 0),
        ((0, 6, 7), (1, 5, 7), 1),  # a tie, then the better card
        ((0, 0, 7), (1, 1, 6), -1),  # the first trick alone is not enough
    ],
)
def test_deal_outcome_of_two_hands_depends_on_ranks_and_leader(leader, follower, outcome):
    assert result((), leader, follower) == outcome


def test_estimated_strength_of_a_hand_grows_with_its_ranks():
    hands = [(0, 0, 0), (0, 1, 2), (1, 3, 5), (2, 5, 7), (6, 7, 7), (7, 7, 7)]
    strengths = [strength(START, hand) for hand in hands]
    assert strengths == sorted(strengths)
    assert strengths[0] < 0.05
    assert strengths[-1] > 0.95


def test_equity_depends_on_the_points_still_needed_to_reach_the_goal():
    assert equity(-2, 5) == 1
    assert equity(5, 0) == 0
    assert equity(7, 7) == 0.5
    assert equity(1, 8) > equity(2, 8) > equity(2, 3) > 0.5


# Their moves


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("script", ["invido", "invido tras-mas tras-mas-nof", "6s 3c 3b invido"])
def test_bots_do_not_fold_strong_hands(level, script):
    state = played(script, "6s Rb 7c", "3c 3b 3s")
    assert state.to_act == 1
    assert "vado-via" not in choices(level, state)


def test_normal_bot_folds_or_annuls_hopeless_hands():
    """The opponent has won a trick, and the bot's best card is a seven; it may still bluff."""
    state = played("3c 6s invido", "3c 2b 1s", "6s 7c 6b")
    assert "va-bene" not in choices("normal", state)
    assert "vado-via" in choices("normal", state)


@pytest.mark.parametrize("score", [(0, 0), (12, 3), (3, 20), (23, 22)])
def test_normal_bot_does_not_raise_the_stake_of_a_lost_deal_to_24(score):
    """The opponent has won the first trick and led a three, which no card takes."""
    script = "3b 6s 3c invido tras-mas tras-mas-nof fuori-gioco"
    state = played(script, "3b 3c 3s", "6s 7c Rd", score=score)
    assert (state.to_act, state.asked) == (1, 12)
    assert "partita" not in choices("normal", state)


def test_normal_bot_raises_a_deal_that_it_cannot_lose():
    """The bot has won the first trick and holds the last three: at worst it ties."""
    state = played("3c 6s Rb 1d", "3c Rb 3s", "6s 1d 7c")
    while state.to_act != 0:
        state.apply(1, state.hands[1][0])
    assert "invido" in choices("normal", state)


def test_normal_bot_sometimes_bluffs_with_a_weak_hand():
    """The opponent has won the first trick, and the bot's last card takes nothing."""
    state = played("1c 2s 1d 2b", "1c 2b 6s", "2s 1d 7c")
    assert state.to_act == 0
    assert choices("normal", state) >= {"6s", "invido"}


def test_normal_bot_accepts_a_call_that_cannot_cost_more_than_folding():
    """At 23 to 20 one point loses the match, so accepting a call of three risks no more."""
    state = played("invido", "3c 2b 1s", "1d Fs 6c", score=(23, 20))
    assert "vado-via" not in choices("normal", state)


@pytest.mark.parametrize("level", LEVELS)
def test_bots_agree_to_a_monte_only_with_weak_hands(level):
    weak = played("0:a-monte", "6s 7c Rd", "6b 7b Fd")
    strong = played("0:a-monte", "6s 7c Rd", "3c 3b 2s")
    assert choices(level, weak) == {"va-bene"}
    assert choices(level, strong) == {"no"}


@pytest.mark.parametrize("level", LEVELS)
def test_bots_ask_for_a_monte_with_bad_hands(level):
    assert "a-monte" in choices(level, played("", "6s 6c 7d", "3c 3b 2s"))


@pytest.mark.parametrize("level", LEVELS)
def test_bots_do_not_ask_for_a_monte_with_a_hand_that_may_win(level):
    """The hand is weak, but wins about one deal in seven."""
    state = played("", "6c Cb Rs", "3c 3b 2s")
    assert HOPELESS < hope(state.view(0)) < 0.2
    assert "a-monte" not in choices(level, state)


def test_normal_bot_refuses_a_monte_with_a_middling_hand():
    """An annulled deal is better than a small chance to win, but this hand's chance is larger."""
    state = played("0:a-monte", "6s 7c Fd", "7b 7d 1s")
    assert LETS_GO < hope(state.view(1)) < 0.45
    assert choices("normal", state) == {"no"}


@pytest.mark.slow
@pytest.mark.parametrize("level", [*LEVELS, "strong", "obliging", "sociable"])
def test_bots_ask_for_a_monte_in_at_most_a_fifth_of_deals(level):
    """The limit is 20 of 100 deals."""
    deals = 400 if level in LEVELS else 100
    montes = count_montes((level, level), m.Options(), deals=deals, seed=2)
    assert len(montes.asked) <= 0.2 * montes.deals
    assert bool(montes.asked) == (level in LEVELS)
    if level == "normal":
        assert max(montes.asking) < HOPELESS
        assert max(montes.agreeing) < LETS_GO


def test_normal_bot_may_refuse_a_monte_by_raising():
    state = played("1:a-monte", "3c 3b 2s", "6s 7c Rd", implicit_no=True)
    assert choices("normal", state) <= {"no", "invido"}
    assert "invido" in choices("normal", state)


def test_normal_bot_plays_face_down_only_cards_that_cannot_take():
    state = played("3c", "3c 2b 1s", "6s 7c Rd", vado_dentro=True)
    found = choices("normal", state)
    assert "6s*" in found
    assert "Rd*" not in found


def test_normal_bot_plays_no_card_face_down_without_the_option():
    state = played("3c", "3c 2b 1s", "6s 7c Rd")
    assert not any(choice.endswith("*") for choice in choices("normal", state))


def test_easy_bot_sometimes_plays_a_random_card():
    state = played("", "3c Rb 6s", "7s 7c Rd")
    assert choices("easy", state) >= {"3c", "Rb", "6s"}


# Strength


@pytest.mark.slow
@pytest.mark.parametrize(
    ("simple", "least"), [("accepts", 0.85), ("folds", 0.85), ("strong-only", 0.8)]
)
def test_normal_bot_beats_the_simple_players(simple, least):
    asked = Asked("match", ("normal", simple), deals=5, seed=1)
    (wins,) = measure(MATCHUP, MATCHUP.forms["match"], asked).points().values()
    assert sum(wins) / len(wins) >= least


@pytest.mark.slow
@pytest.mark.parametrize(
    ("levels", "least"), [(("normal", "easy"), 0.75), (("easy", "random"), 0.85)]
)
def test_each_bot_level_beats_the_one_below(levels, least):
    done = simulate(GAME, Simulation(m.Options(), 2, 20, levels, 1, duplicate=True))
    assert done.wins[0] / done.games >= least
