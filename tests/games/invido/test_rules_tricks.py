"""Tricks, and who wins the deal: rules A.3."""

from itertools import product

import pytest

from audiogames.games.invido import model as m
from tests.games.moves import of
from tests.replays.invido import cards, dealt, legal, make, pack, play, played

RANKS = "321RCF76"

TABLE = {
    "W W": "W",
    "W T": "W",
    "W L W": "W",
    "W L L": "L",
    "W L T": "W",
    "T W": "W",
    "T L": "L",
    "T T W": "W",
    "T T L": "L",
    "T T T": "T",
    "L L": "L",
    "L T": "L",
    "L W L": "L",
    "L W W": "W",
    "L W T": "L",
}
"""The tricks of a deal and its outcome, as one player sees them."""


@pytest.mark.rule("A.3 higher rank wins the trick; equal ranks tie it; suits never matter")
def test_higher_rank_takes_and_equal_ranks_tie():
    for led, followed in product(RANKS, repeat=2):
        state = played(f"{led}d {followed}s", f"{led}d Fc 7c", f"{followed}s Cc Rc")
        place = RANKS.index
        winner = None if led == followed else int(place(followed) < place(led))
        assert state.tricks == [winner], (led, followed)


@pytest.mark.rule("A.3 no obligation of any kind on which card to play")
def test_any_card_may_follow_a_lead():
    state = played("3c")
    assert {"6s", "7c", "Rd"} <= legal(state, 1)


def hands_for(tricks):
    """Return two hands that, played card by card in their order, produce these trick results."""
    mine, theirs = [], []
    for place, trick in enumerate(tricks.split()):
        suit, tie = "cds"[place], "RCF"[place]
        pair = {"W": ("3", "6"), "L": ("6", "3"), "T": (tie, tie)}[trick]
        mine.append(pair[0] + suit)
        theirs.append(pair[1] + ("b" if trick == "T" else suit))
    return fill(mine, "7c 7d 7s"), fill(theirs, "Fc Fd Fs")


def fill(hand, spare):
    return [*hand, *spare.split()][:3]


@pytest.mark.rule("A.3 complete result table")
@pytest.mark.parametrize("me", [0, 1])
@pytest.mark.parametrize("leader", [0, 1])
@pytest.mark.parametrize("tricks", TABLE)
def test_winner_of_a_deal_follows_from_its_tricks_as_in_the_table_of_the_rules(tricks, leader, me):
    mine, theirs = hands_for(tricks)
    held = [mine, theirs] if me == 0 else [theirs, mine]
    state = dealt(*map(" ".join, held), leader=leader)
    events = []
    for place in range(len(tricks.split())):
        assert state.expects is None, "the deal goes on until its winner is certain"
        for _ in range(2):
            events += make(state, held[state.to_act][place])
    seats = {"W": me, "L": 1 - me, "T": None}
    assert state.expects == "deal"
    assert [e.winner for e in of(m.TrickTaken, events)] == [seats[t] for t in tricks.split()]
    winner = seats[TABLE[tricks]]
    assert state.score == [int(winner == 0), int(winner == 1)]
    assert state.last_deal == winner
    assert len(of(m.DealTied, events)) == (winner is None)
    assert [(e.winner, e.points) for e in of(m.DealWon, events)] == (
        [] if winner is None else [(winner, 1)]
    )


@pytest.mark.rule("A.3 T T T: nobody; 0 points; next deal")
def test_three_ties_score_nothing_even_after_a_raise():
    state = dealt("3c 2c 1c", "3d 2d 1d", score=(5, 9))
    events = play(state, "invido va-bene 3c 3d 2c 2d 1c 1d")
    assert events[-1] == m.DealTied()
    assert (state.score, state.expects) == ([5, 9], "deal")


# A second evaluation of the table, by trying every continuation


def finally_won(tricks):
    """Return the winner of three tricks: the player with more or, if equal, the first winner."""
    won = [seat for seat in tricks if seat is not None]
    if won.count(0) == won.count(1):
        return won[0] if won else m.NOBODY
    return int(won.count(1) > won.count(0))


def naive_winner(tricks):
    """Return the deal's winner if all ways to finish it have the same one, otherwise UNDECIDED."""
    rests = product((0, 1, None), repeat=3 - len(tricks))
    ends = {finally_won([*tricks, *rest]) for rest in rests}
    return ends.pop() if len(ends) == 1 else m.UNDECIDED


def sequences():
    """Yield every sequence of trick results with which a deal can end."""
    for length in range(4):
        for tricks in product((0, 1, None), repeat=length):
            starts = (tricks[:end] for end in range(length))
            if all(naive_winner(start) == m.UNDECIDED for start in starts):
                yield tricks


@pytest.mark.rule("A.3 the deal ends as soon as its winner is certain")
def test_deal_winner_agrees_with_an_exhaustive_search():
    for tricks in sequences():
        assert m.deal_winner(tricks) == naive_winner(tricks), tricks


@pytest.mark.rule("A.3 the table is complete")
def test_table_of_deal_results_lists_every_sequence_of_tricks_that_ends_a_deal():
    letters = {0: "W", 1: "L", None: "T"}
    ended = {tricks for tricks in sequences() if naive_winner(tricks) != m.UNDECIDED}
    assert {" ".join(letters[trick] for trick in tricks) for tricks in ended} == set(TABLE)


# Who leads


@pytest.mark.rule("A.3 the winner of a trick leads the next")
@pytest.mark.parametrize("leader", [0, 1])
@pytest.mark.parametrize(("ranks", "takes"), [("36", 0), ("63", 1)])
def test_trick_winner_leads_the_next(ranks, takes, leader):
    hands = [f"{ranks[0]}c 7c 7d", f"{ranks[1]}d Fc Fd"]
    cards_in_turn = [hands[leader][:2], hands[1 - leader][:2]]
    state = played(" ".join(cards_in_turn), *hands, leader=leader)
    assert state.to_act == state.leader == takes


@pytest.mark.rule("A.3 after a tied trick the same player who led it leads again")
@pytest.mark.parametrize("leader", [0, 1])
def test_tie_leaves_the_lead_with_the_same_player(leader):
    hands = ["3c 2c 1c", "3d 2d 1d"]
    state = dealt(*hands, leader=leader)
    for place in range(2):
        for seat in (leader, 1 - leader):
            assert state.to_act == seat
            make(state, hands[seat].split()[place])
        assert state.to_act == state.leader == leader


@pytest.mark.rule("A.3 after a trick won by the follower and a tie, the follower leads")
def test_follower_who_won_the_first_trick_leads_the_third_after_a_tie():
    state = played("6c 3d", "6c 2c 1c", "3d 2d 1d")
    assert state.to_act == 1
    play(state, "2d 2c")
    assert (state.expects, state.score) == ("deal", [0, 1])


@pytest.mark.rule("A.7 cards on the table are those of the trick being played")
def test_table_is_cleared_after_each_trick():
    state = dealt("3c 2b 1s", "6s 7c Rd")
    make(state, "3c")
    assert state.view(1).on_table == ((0, cards("3c")[0]),)
    make(state, "6s")
    assert state.view(1).on_table == ()
    assert [str(card) for _, card in state.view(1).played] == ["3c", "6s"]
    play(state, "2b 7c")
    make(state, pack())
    assert state.view(1).played == ()
