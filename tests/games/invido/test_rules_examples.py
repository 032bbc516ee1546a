"""The manual's examples, move by move, with the hands that they name: rules A.7."""

import pytest

from audiogames.core.contract import Turn
from audiogames.games.invido import model as m
from tests.games.moves import of
from tests.replays.invido import cards, dealt, make, pack, play, played, said

G1, G2 = 0, 1
FIRST = ("3c 2b 1s", "6s 7c Rd")
SECOND = ("Rs 2b 6c", "6s 3d Fb")
THIRD = ("Rs 2b 1c", "2s 3d Fb")


def follow(state, *steps):
    """Make these moves, each by its given seat; only "a monte" may be asked out of turn."""
    events = []
    for seat, move in steps:
        assert state.to_act == seat or move == "a-monte"
        events += make(state, move, seat)
    return events


@pytest.mark.rule("Seed, first example; A.7 replay 1: G1 scores 1")
def test_first_manual_example_scores_1_for_the_caller():
    state = dealt(*FIRST, leader=G2)
    follow(state, (G2, "a-monte"))
    assert said(state, G1) == {"va-bene", "no"}
    follow(state, (G1, "no"), (G2, "Rd"))
    assert state.view(G1).on_table == ((G2, cards("Rd")[0]),)
    follow(state, (G1, "1s"))
    assert (state.tricks, state.to_act) == ([G1], G1)
    follow(state, (G1, "invido"), (G2, "a-monte"), (G1, "no"))
    assert (state.to_act, state.asked, state.value) == (G2, 3, 1)
    assert {"va-bene", "vado-via"} <= said(state, G2)
    events = follow(state, (G2, "vado-via"))
    assert of(m.DealWon, events) == [m.DealWon(G1, 1, (1, 0))]


@pytest.mark.rule("Seed, first example: G1 could not have lost the deal any more")
def test_deal_in_the_first_example_of_the_manual_is_won_after_two_tricks():
    assert m.deal_winner([G1, G2, None]) == G1


@pytest.mark.rule("Seed, second example with the names as the sense wants; A.7 replay 2: 0 points")
def test_deal_is_annulled_if_the_called_player_asks_for_a_monte_and_the_caller_agrees():
    state = dealt(*SECOND, leader=G1)
    follow(state, (G1, "2b"), (G2, "invido"), (G1, "a-monte"))
    assert (state.to_act, state.asker, state.monte_asker) == (G2, G2, G1)
    follow(state, (G2, "va-bene"))
    assert (state.score, state.expects) == ([0, 0], "deal")


@pytest.mark.rule("Seed, second example as printed; A.7 replay 2: 0 points")
def test_deal_is_annulled_if_the_caller_asks_for_a_monte_and_the_opponent_agrees():
    state = dealt(*SECOND, leader=G1)
    follow(state, (G1, "2b"), (G2, "invido"), (G2, "a-monte"))
    assert (state.to_act, state.asker, state.monte_asker) == (G1, G2, G2)
    follow(state, (G1, "va-bene"))
    assert (state.score, state.expects) == ([0, 0], "deal")


@pytest.mark.rule("Seed, second example: had G1 said no, the 3 would have taken the first trick")
def test_three_wins_the_trick_in_the_second_manual_example_if_the_deal_is_not_annulled():
    state = dealt(*SECOND, leader=G1)
    follow(state, (G1, "2b"), (G2, "invido"), (G2, "a-monte"), (G1, "no"), (G1, "va-bene"))
    follow(state, (G2, "3d"))
    assert (state.tricks, state.value, state.to_act) == ([G2], 3, G2)


@pytest.mark.rule("Seed, third example; A.7 replay 3: the 3 wins deal and match")
def test_deal_won_at_the_stake_of_24_wins_the_match_as_in_the_third_example():
    state = dealt(*THIRD, leader=G1)
    follow(state, (G1, "2b"), (G2, "2s"))
    assert (state.tricks, state.to_act) == ([None], G1), "who led the tie leads again"
    follow(state, (G1, "invido"), (G2, "va-bene"), (G1, "1c"), (G2, "tras-mas"))
    assert (state.value, state.asked) == (3, 6)
    follow(state, (G1, "tras-mas-nof"), (G2, "fuori-gioco"))
    assert (state.value, state.asked) == (9, 12), "the deal is worth 9, and 12 are asked"
    follow(state, (G1, "partita"), (G2, "va-bene"))
    assert (state.value, state.to_act) == (24, G2)
    events = follow(state, (G2, "3d"))
    assert of(m.TrickTaken, events) == [m.TrickTaken(2, G2)]
    assert of(m.DealWon, events) == [m.DealWon(G2, 24, (0, 24))]
    assert state.to_act is Turn.OVER
    assert state.result().winners == (G2,)


@pytest.mark.rule("Seed, third example: G1 could have gone and lost 9 points")
def test_folding_to_fuori_gioco_gives_the_opponent_9_points():
    state = dealt(*THIRD, leader=G1)
    play(state, "2b 2s invido va-bene 1c tras-mas tras-mas-nof fuori-gioco vado-via")
    assert state.score == [0, 9]


@pytest.mark.rule("Seed, Chiamate: invido, trasmas, vado via: 3 points to who called trasmas")
def test_folding_a_raise_of_a_first_call_gives_the_opponent_3_points():
    assert played("invido tras-mas vado-via", *FIRST).score == [0, 3]


@pytest.mark.rule("Seed, Chiamate: once player 2 has accepted, player 2 alone may call tras mas")
def test_in_the_manual_example_only_the_player_who_accepted_may_raise():
    state = played("invido va-bene", *FIRST)
    assert "tras-mas" not in said(state, G1)
    play(state, "3c")
    assert "tras-mas" in said(state, G2)


@pytest.mark.rule("Seed, Chiamate: invido, tras mas, a monte, va bene: annulled")
def test_monte_in_the_manuals_example_annuls_the_deal():
    state = dealt(*FIRST, leader=G1)
    follow(state, (G1, "invido"), (G2, "tras-mas"), (G1, "a-monte"), (G2, "va-bene"))
    assert (state.score, state.expects) == ([0, 0], "deal")


@pytest.mark.rule("Seed: 24 can be reached without any call, a point at a time")
def test_match_without_calls_takes_24_deals():
    state = dealt(*FIRST, leader=G1)
    deals = 1
    while True:
        while state.expects is None and state.result() is None:
            make(state, str(state.hands[state.to_act][0]))
        if state.result():
            break
        make(state, pack(*FIRST))
        deals += 1
    assert (state.result().points, deals) == ((24, 0), 24)
