"""The score, 23 all, 7 all and the traditional marks: rules A.8."""

import pytest

from audiogames.core.contract import Turn
from audiogames.games.invido import model as m
from tests.games.moves import of
from tests.replays.invido import dealt, legal, make, pack, play, refusal

TO_SIX = "invido tras-mas va-bene"


def lose(state, loser):
    """Let the other seat play until it is this seat's turn, then let this seat fold.

    Return the events.
    """
    events = []
    while state.to_act != loser:
        events += make(state, str(state.hands[state.to_act][0]))
    return events + make(state, "vado-via")


def after(score, winner, calls="", *, short=False, leader=0):
    """Play a deal until the loser folds; return the state after it, and the events.

    `score` is the score before the deal, `calls` are the moves made before the fold.
    """
    state = dealt(score=score, short=short, leader=leader)
    events = play(state, calls)
    return state, events + lose(state, 1 - winner)


# The goal


@pytest.mark.rule("A.2 target 24, reach or pass; Seed: raggiungere o superare i 24 punti")
@pytest.mark.parametrize("winner", [0, 1])
def test_match_ends_when_the_goal_is_reached(winner):
    score = (23, 10) if winner == 0 else (10, 23)
    state, events = after(score, winner)
    assert state.to_act is Turn.OVER
    assert state.score[winner] == 24
    assert events[-1] == m.MatchEnded(winner, tuple(state.score))
    result = state.result()
    assert (result.winners, result.points, result.why) == (
        (winner,), tuple(state.score), "goal-reached"
    )  # fmt: skip


@pytest.mark.rule("A.2 overshoot is simply added; no bounce, no cap")
def test_points_above_the_goal_count_in_the_final_score():
    state, _ = after((23, 23 - 1), 0, TO_SIX)
    assert state.result().points == (29, 22)


@pytest.mark.rule("A.2 below the goal the match goes on")
def test_match_continues_below_the_goal():
    state, events = after((17, 3), 0, TO_SIX)
    assert (state.score, state.expects, state.result()) == ([23, 3], "deal", None)
    assert not of(m.MatchEnded, events)


@pytest.mark.rule("A.4 a won partita is the match from any score")
def test_deal_won_at_the_stake_partita_wins_the_match_from_any_score():
    ladder = "invido tras-mas tras-mas-nof fuori-gioco partita va-bene"
    state, _ = after((0, 23), 0, ladder)
    assert state.result().winners == (0,)
    assert state.result().points == (24, 23)


@pytest.mark.rule("A.7 after the end there are no moves")
def test_no_move_is_legal_after_the_match():
    state, _ = after((23, 0), 0)
    assert legal(state, 0) == legal(state, 1) == set()
    for seat, text in ((0, "3c"), (1, "a-monte"), (None, "dealer 0"), (None, pack())):
        assert refusal(state, text, seat).id == "match-over"


@pytest.mark.rule("A.8 only its winner gets a deal's points; they are announced with the score")
def test_deal_points_are_announced_with_the_score():
    _, events = after((5, 8), 1, TO_SIX)
    assert of(m.DealWon, events) == [m.DealWon(1, 6, (5, 14))]


# 23 all and 7 all


@pytest.mark.rule("A.8 both exactly 23: both to 0, goal 8")
@pytest.mark.parametrize("winner", [0, 1])
def test_score_of_23_all_resets_both_scores_and_sets_the_goal_to_8(winner):
    state, events = after((22, 23) if winner == 0 else (23, 22), winner)
    assert (state.score, state.goal, state.short) == ([0, 0], 8, True)
    assert state.expects == "deal"
    assert events[-2:] == [m.DealWon(winner, 1, (23, 23)), m.ScoreReset(23, 8)]


@pytest.mark.rule("A.8 first test: winner has the goal, match over")
def test_win_of_three_points_at_22_to_23_wins_the_match():
    state, events = after((22, 23), 0, "invido va-bene")
    assert state.result().points == (25, 23)
    assert not of(m.ScoreReset, events)


@pytest.mark.rule("A.8 23-23 can be reached from any score, not only from 22")
def test_short_match_to_8_starts_at_23_to_23_even_directly_after_17_to_23():
    state, events = after((17, 23), 0, TO_SIX)
    assert events[-1] == m.ScoreReset(23, 8)
    assert state.score == [0, 0]


@pytest.mark.rule("A.8 special and both exactly 7: both to 0, goal stays 8")
@pytest.mark.parametrize("winner", [0, 1])
def test_score_of_7_to_7_resets_the_short_match(winner):
    state, events = after((6, 7) if winner == 0 else (7, 6), winner, short=True)
    assert (state.score, state.goal, state.short) == ([0, 0], 8, True)
    assert events[-1] == m.ScoreReset(7, 8)


@pytest.mark.rule("A.8 7-7 in an ordinary match has no effect")
def test_score_of_7_to_7_changes_nothing_in_an_ordinary_match():
    state, events = after((6, 7), 0)
    assert (state.score, state.goal, state.short) == ([7, 7], 24, False)
    assert not of(m.ScoreReset, events)


@pytest.mark.rule("A.8 other equal scores have no effect")
@pytest.mark.parametrize("level", [8, 22])
def test_equal_scores_other_than_23_and_7_reset_nothing(level):
    state, events = after((level - 1, level), 0)
    assert state.score == [level, level]
    assert not of(m.ScoreReset, events)


@pytest.mark.rule("A.8 the short match ends at 8 or more")
@pytest.mark.parametrize(("score", "calls"), [((7, 6), ""), ((7, 0), TO_SIX), ((2, 7), TO_SIX)])
def test_short_match_ends_when_a_player_has_8_points(score, calls):
    state, _ = after(score, 0, calls, short=True)
    assert state.result().winners == (0,)


@pytest.mark.rule("A.8 the ladder is unchanged in the short match")
def test_short_match_to_8_points_has_the_same_stakes_as_an_ordinary_match():
    state = dealt(short=True)
    play(state, "invido tras-mas tras-mas-nof fuori-gioco partita va-bene")
    assert state.value == 24
    state, _ = after((0, 7), 0, "invido tras-mas tras-mas-nof va-bene", short=True)
    assert state.result().points == (9, 7), "a won tras mas nof wins outright"


@pytest.mark.rule("A.8 the tests: 23-23, then 7-7, then 11-0")
def test_invido_scores_reset_at_23_all_and_7_all_and_the_match_ends_11_to_0():
    state = dealt(score=(22, 23))
    lose(state, 1)
    assert (state.score, state.goal) == ([0, 0], 8)
    for _ in range(7):
        deal_again(state, loser=1)
    for _ in range(6):
        deal_again(state, loser=0)
    assert state.score == [7, 6]
    deal_again(state, loser=0)
    assert (state.score, state.goal) == ([0, 0], 8)
    for _ in range(5):
        deal_again(state, loser=1)
    assert state.score == [5, 0]
    deal_again(state, loser=1, calls=TO_SIX)
    assert state.result().points == (11, 0)


def deal_again(state, loser, calls=""):
    make(state, pack())
    play(state, calls)
    lose(state, loser)


# Deals without points


@pytest.mark.rule("A.8 annulled and all-tied deals change nothing and cause no check")
@pytest.mark.parametrize("script", ["a-monte va-bene", "3c 3d 2c 2d 1c 1d"])
@pytest.mark.parametrize(
    ("score", "short"), [((23, 23), False), ((7, 7), True), ((0, 0), True), ((12, 23), False)]
)
def test_deals_without_points_leave_score_and_goal_unchanged(script, score, short):
    state = dealt("3c 2c 1c", "3d 2d 1d", score=score, short=short)
    goal = state.goal
    events = play(state, script)
    assert (tuple(state.score), state.goal, state.short) == (score, goal, short)
    assert not of(m.ScoreReset, events)
    assert state.expects == "deal"


@pytest.mark.rule("A.8 the score and the goal are announced at each deal and in every view")
@pytest.mark.parametrize("short", [False, True])
def test_score_and_goal_are_announced_at_each_deal(short):
    state = dealt(score=(3, 5), short=short)
    lose(state, 1)
    (told,) = of(m.Dealt, make(state, pack()))
    assert (told.score, told.goal) == ((4, 5), 8 if short else 24)
    assert (state.view(1).score, state.view(None).goal) == (told.score, told.goal)


# The traditional score


@pytest.mark.rule("A.8 points div 3 oef and points mod 3 canèle; 23 = 7 oef and 2 canèle")
def test_traditional_oef_are_points_divided_by_three_and_canele_the_remainder():
    assert m.marks(23) == (7, 2)
    assert m.marks(0) == (0, 0)
    assert m.marks(1) == (0, 1)
    assert m.marks(3) == (1, 0)
    for points in range(60):
        oef, canele = m.marks(points)
        assert oef * 3 + canele == points
        assert canele < 3
