"""The points of a round, the totals and the winners: rules C.5."""

import pytest

from audiogames.games.wist import model as m
from audiogames.games.wist.controls import sheet
from audiogames.games.wist.scores import round_points
from tests.games.moves import of
from tests.games.wist.positions import (
    BIGLIETTI,
    BUIO,
    CUORI,
    LIBERA,
    WIST,
    dealt,
    finish_round,
    play,
    playing,
    whole_match,
)

# The first player takes all, some or none of the tricks, in rounds that have as many
ALL_OF_FOUR = (
    ("AKQJh", "2345h", "6789h", "2345c"),
    "Ah 2h 6h 2c Kh 3h 7h 3c Qh 4h 8h 4c Jh 5h 9h 5c",
)
ALL_OF_THREE = (("AKQh", "234h", "678h", "234c"), "Ah 2h 6h 2c Kh 3h 7h 3c Qh 4h 8h 4c")
NONE_OF_ONE = (("2h", "3h", "4h", "5h"), "2h 3h 4h 5h")


def played(position, bids, turno=LIBERA, **more):
    """Play a round with these bids and return its scoring event; seat 3 bids and plays first."""
    hands, script = position
    state = playing(*hands, bids=bids, turno=turno, **more)
    [scored] = of(m.RoundScored, play(state, script))
    return scored


@pytest.mark.rule("wist C.5 bid 3 took 4 -> 4: the document's own example")
def test_bid_3_with_4_tricks_scores_4():
    assert played(ALL_OF_FOUR, [3, 0, 0, 0]).points == (25, 25, 25, 4)


@pytest.mark.rule("wist C.5 bid 3 took 3 -> 13: the document's own example")
def test_bid_3_with_3_tricks_scores_13():
    assert played(ALL_OF_THREE, [3, 0, 0, 1]).points == (0, 25, 25, 13)


@pytest.mark.rule("wist C.5 bid 1 took 0 -> 0")
def test_bid_1_with_0_tricks_scores_0():
    assert played(NONE_OF_ONE, [1, 1, 1, 1]).points == (11, 0, 0, 0)


@pytest.mark.rule("wist C.5 Wist took 3 with 33 before -> 18: the document's own example")
def test_failed_bid_of_zero_loses_5_points_for_each_trick():
    scored = played(ALL_OF_THREE, [0, 1, 1, 3], scores=(0, 0, 0, 33))
    assert scored.points == (0, 0, 0, -15)
    assert scored.totals == (0, 0, 0, 18)


@pytest.mark.rule("wist C.5 round 8 with four, tricks 0/0/6/7 -> +25 +25 -30 -35")
def test_wist_round_is_scored_as_in_the_example_of_the_rules():
    state = playing("AKQJT98h 765432c", "765432h AKQJT98c", "AKQJT98765432d", turno=WIST)
    hearts = ["Ah 7h", "Kh 6h", "Qh 5h", "Jh 4h", "Th 3h", "9h 2h", "8h 8c"]
    clubs = ["7c Ac", "Kc", "Qc", "Jc", "Tc", "9c"]
    lower = iter("65432")
    diamonds, spades = iter("AKQJT98765432"), iter("AKQJT98765432")
    script = [f"{pair} {next(diamonds)}d {next(spades)}s" for pair in hearts]
    script += [f"{clubs[0]} {next(diamonds)}d {next(spades)}s"]
    script += [f"{card} {next(diamonds)}d {next(spades)}s {next(lower)}c" for card in clubs[1:]]
    [scored] = of(m.RoundScored, play(state, " ".join(script)))
    assert scored.tricks == (0, 0, 6, 7)
    assert scored.points == (25, 25, -30, -35)


TABLE = [
    # seats, bid, tricks, points
    (4, 0, 0, 25),
    (5, 0, 0, 20),
    (4, 0, 1, -5),
    (5, 0, 1, -5),
    (4, 0, 3, -15),
    (4, 0, 13, -65),
    (5, 0, 10, -50),
    (4, 1, 0, 0),
    (4, 1, 1, 11),
    (5, 1, 1, 11),
    (4, 3, 3, 13),
    (4, 3, 4, 4),
    (5, 3, 2, 2),
    (5, 10, 10, 20),
    (5, 10, 9, 9),
    (4, 13, 0, 0),
    (4, 1, 13, 13),
]


@pytest.mark.rule("wist C.5 the table: t + 10, t, +25 or +20, -5 a trick")
@pytest.mark.parametrize(("seats", "bid", "tricks", "points"), TABLE)
def test_round_points_follow_the_scoring_table_of_the_rules(seats, bid, tricks, points):
    others = (1,) * (seats - 1)
    found = round_points((bid, *others), (tricks, *others), m.Options())
    assert found == (points, *[11] * (seats - 1))


@pytest.mark.rule("wist C.5 bids 11 to 13 use the first two rows")
@pytest.mark.parametrize("bid", [11, 12, 13])
def test_bids_of_11_to_13_score_like_lower_ones(bid):
    for tricks in range(14):
        points, *_ = round_points((bid, 1, 1, 1), (tricks, 0, 0, 0), m.Options())
        assert points == tricks + (10 if tricks == bid else 0)


@pytest.mark.rule("wist C.5 the same table in every round, whatever the variants")
@pytest.mark.parametrize("turno", range(CUORI, BIGLIETTI + 1))
@pytest.mark.parametrize(
    "options",
    [{}, {"dark_tickets": True}, {"free_cut": True}, {"cagliari_points": "always"}],
)
def test_scoring_is_the_same_in_every_round(turno, options):
    position = (("Ah", "2h", "3h", "4h"), "Ah 2h 3h 4h")
    bids = [1, 0, 1, 1]
    assert played(position, bids, turno=turno, **options).points == (0, 0, 25, 11)


@pytest.mark.rule("wist C.5 round 8: everyone counted as having bid Wist")
@pytest.mark.parametrize(("seats", "made"), [(4, 25), (5, 20)])
def test_every_player_is_scored_for_a_bid_of_zero_in_the_wist_round(seats, made):
    hands = ["AKh", "23h", "45h", "67h", "89h"][:seats]
    state = playing(*hands, turno=WIST, seats=seats)
    tricks = [" ".join(hand[place] + "h" for hand in hands) for place in (0, 1)]
    [scored] = of(m.RoundScored, play(state, " ".join(tricks)))
    assert scored.points == (*[made] * (seats - 1), -10)


@pytest.mark.rule("wist C.5 a made Wist is 20 points with five")
def test_bid_of_zero_that_is_made_scores_20_with_five_players():
    hands = ("Ah", "2h", "3h", "4h", "5h")
    scored = played((hands, " ".join(hands)), [1, 0, 0, 0, 1], seats=5)
    assert scored.points == (0, 20, 20, 20, 11)


# Totals


@pytest.mark.rule("wist C.5 points are added to those of the rounds before")
def test_round_points_are_added_to_the_totals():
    scored = played(ALL_OF_THREE, [3, 0, 0, 1], scores=(5, -20, 7, 100))
    assert scored.points == (0, 25, 25, 13)
    assert scored.totals == (5, 5, 32, 113)


@pytest.mark.rule("wist C.5 totals can be negative")
def test_totals_can_be_negative():
    scored = played(ALL_OF_THREE, [0, 1, 1, 3], scores=(0, -40, 3, 4))
    assert scored.totals == (0, -40, 3, -11)


@pytest.mark.rule("wist C.5 announcement of a round: bids, tricks, points and totals by seat")
def test_event_of_a_scored_round_has_bids_tricks_points_and_totals():
    scored = played(ALL_OF_THREE, [3, 2, 0, 1], scores=(1, 2, 3, 4))
    assert scored == m.RoundScored(5, (1, 0, 2, 3), (0, 0, 0, 3), (0, 25, 0, 13), (1, 27, 3, 17))


@pytest.mark.rule("wist C.5 the score sheet: a column a round with bids and points")
def test_score_sheet_has_one_column_per_round():
    state, events = whole_match()
    told = of(m.RoundScored, events)
    names = ["cuori", "quadri", "fiori", "picche", "libera", "buio", "biglietti", "wist"]
    assert [column.name for column in state.view(None).sheet] == names
    assert [(one.bids, one.tricks, one.points) for one in state.view(1).sheet] == [
        (one.bids, one.tricks, one.points) for one in told
    ]


@pytest.mark.rule("wist C.5 the column of a round appears at its end, not before")
@pytest.mark.parametrize("turno", [BUIO, BIGLIETTI])
def test_score_sheet_shows_a_round_only_when_it_is_over(turno):
    state = dealt(turno=turno, dark_tickets=True)
    assert len(state.view(0).sheet) == turno - 1
    finish_round(state)
    assert [len(state.view(listener).sheet) for listener in (0, 3, None)] == [turno] * 3


@pytest.mark.parametrize("turno", [CUORI, BIGLIETTI])
def test_score_sheet_opens_at_the_column_of_the_current_round(turno):
    state = dealt(turno=turno)
    assert sheet(state.view(0)).current == turno - 1
    finish_round(state)
    assert sheet(state.view(0)).current == turno - 1, "its result is looked for there"


@pytest.mark.rule("wist C.5 the running total is the sum of the sheet")
@pytest.mark.parametrize("seats", [4, 5])
def test_running_total_is_the_sum_of_the_sheet(seats):
    _, events = whole_match(seats=seats)
    sums = [0] * seats
    for scored in of(m.RoundScored, events):
        sums = [total + more for total, more in zip(sums, scored.points, strict=True)]
        assert list(scored.totals) == sums


# The end

LAST = (("Ah", "2h", "3h", "4h"), "Ah 2h 3h 4h")
"""A last round in which seat 3 takes the one trick and loses 5; the others win 25."""


def ended(scores):
    hands, script = LAST
    state = playing(*hands, turno=WIST, scores=scores)
    [ended] = of(m.MatchEnded, play(state, script))
    assert state.result().winners == ended.winners
    assert state.result().points == ended.totals
    return ended


@pytest.mark.rule("wist C.5 the highest total wins")
@pytest.mark.parametrize(
    ("scores", "winner"),
    [
        ((1, 0, 0, 0), 0),
        ((0, 1, 0, 0), 1),
        ((0, 0, 3, 2), 2),
        ((0, 0, 0, 31), 3),
        ((-99, -99, -98, -200), 2),
    ],
)
def test_highest_total_wins(scores, winner):
    assert ended(scores).winners == (winner,)


@pytest.mark.rule("wist C.5 equal totals share the win")
@pytest.mark.parametrize(
    ("scores", "winners"),
    [
        ((0, 0, 0, 0), (0, 1, 2)),
        ((0, 0, 0, 30), (0, 1, 2, 3)),
        ((7, 6, 0, 37), (0, 3)),
        ((5, 7, 7, 36), (1, 2)),
    ],
)
def test_players_with_equal_totals_share_the_win(scores, winners):
    assert ended(scores).winners == winners


@pytest.mark.rule("wist C.7 MATCH_END announces the last totals")
def test_match_end_event_has_the_final_totals():
    assert ended((1, 2, 3, 4)).totals == (26, 27, 28, -1)


@pytest.mark.rule("wist C.7 before the end there is no result")
@pytest.mark.parametrize("turno", range(1, 8))
def test_match_has_no_result_before_its_end(turno):
    state = dealt(turno=turno)
    assert state.result() is None
    finish_round(state)
    assert state.result() is None
