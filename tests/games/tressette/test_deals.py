"""Pack, deal, tricks, points and target: rules B.1."""

from itertools import combinations, pairwise, product
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from audiogames.cards.card import ITALIAN
from audiogames.cards.dealing import Deal, DealerChosen, HandDealt
from audiogames.core.contract import Result, Turn
from audiogames.games.tressette import model as m
from audiogames.games.tressette import scores
from tests.games.moves import of, words
from tests.games.tressette.positions import (
    ORDER,
    RULES,
    any_move,
    card,
    dealt,
    finish_deal,
    in_turn,
    laid,
    legal,
    listeners,
    make,
    pack,
    play,
    playing,
    ready,
    refusal,
    start,
    walk,
)

# Deck and deal


@pytest.mark.rule("tressette B.1 deck: 40 cards, four suits of ten")
def test_deal_shuffles_forty_cards():
    state = ready()
    move = RULES.chance(state, Random(1))
    assert isinstance(move, Deal)
    assert sorted(move.cards) == sorted(ITALIAN)
    assert len({one.suit for one in ITALIAN}) == 4


@pytest.mark.rule("tressette B.1 deal: 10 each, first packet to seat 0")
def test_each_seat_gets_ten_cards():
    state = ready()
    make(state, words(["deal", *ITALIAN]))
    for seat in range(4):
        assert set(state.view(seat).hand) == set(ITALIAN[10 * seat : 10 * seat + 10])
    assert state.view(None).hand == ()
    assert state.view(None).hand_sizes == (10,) * 4


@pytest.mark.rule("tressette B.1 the deal is announced to all, each hand to its owner")
def test_deal_event_is_public_and_each_hand_is_private():
    state = ready(2)
    dealt_, *hands = make(state, pack(state, leader=2))
    assert dealt_ == m.Dealt(1, 3, 2, (0, 0))
    assert [event.to for event in of(HandDealt, hands)] == [0, 1, 2, 3]
    assert [event.cards for event in hands] == [state.view(seat).hand for seat in range(4)]


@pytest.mark.rule("tressette B.1 other moves of the dealer are refused")
@pytest.mark.parametrize(
    "text", ["deal 1c", "dealer 1", words(["deal", *ITALIAN[:39], ITALIAN[0]]), "deal"]
)
def test_wrong_moves_of_the_dealer_are_refused(text):
    assert refusal(ready(), text, None).id == "not-the-dealers-move"


@pytest.mark.rule("tressette B.1 the first dealer may be any seat")
def test_every_seat_can_be_drawn_as_first_dealer():
    state = start()
    assert state.expects == "dealer"
    assert refusal(state, "dealer 4", None).id == "not-the-dealers-move"
    observed_plays = {RULES.chance(state, Random(lot)).seat for lot in range(40)}
    assert observed_plays == {0, 1, 2, 3}
    assert make(state, "dealer 2") == [DealerChosen(2)]
    assert (state.view(None).dealer, state.expects) == (2, "deal")


@pytest.mark.rule("tressette B.1 first lead: the player to the dealer's right")
@pytest.mark.parametrize("dealer", range(4))
def test_player_on_the_dealers_right_leads(dealer):
    state = start()
    make(state, f"dealer {dealer}")
    state.apply(None, RULES.chance(state, Random(1)))
    assert state.to_act == state.view(None).leader == state.view(None).first == (dealer - 1) % 4


@pytest.mark.rule("tressette B.1 direction: counter-clockwise")
@pytest.mark.parametrize("leader", range(4))
def test_play_passes_to_the_right(leader):
    state = dealt("3c", "4c", "5c", "6c", leader=leader)
    seats = [event.seat for event in of(m.CardPlayed, play(state, "3c 4c 5c 6c"))]
    assert seats == in_turn(leader)


@pytest.mark.rule("tressette B.1 the dealer moves to the right each deal")
def test_deal_passes_to_the_right():
    dealers = []
    for _, _, _, events, _ in walk(3, deals=6):
        dealers += [event.dealer for event in of(m.Dealt, events)]
    assert len(dealers) >= 5
    assert all(after == (before - 1) % 4 for before, after in pairwise(dealers))


@pytest.mark.rule("tressette B.1 option: the holder of the 4 of denari leads the first deal only")
@pytest.mark.parametrize("holder", range(4))
def test_option_makes_the_holder_of_the_four_of_denari_lead_the_first_deal(holder):
    state = start(four_leads=True)
    make(state, "dealer 0")
    order = [one for one in ITALIAN if one is not card("4d")]
    order.insert(10 * holder, card("4d"))
    make(state, words(["deal", *order]))
    assert state.to_act == holder
    finish_deal(state)
    make(state, words(["deal", *order]))
    assert (state.dealer, state.to_act) == (3, 2)


@pytest.mark.rule("tressette B.1 without that option it does not")
def test_holder_of_the_four_of_denari_does_not_lead_by_default():
    state = start()
    make(state, "dealer 0")
    make(state, words(["deal", *ITALIAN]))
    assert state.to_act == 3


@pytest.mark.rule("tressette B.1 two fixed partnerships seated across")
def test_partners_sit_opposite_each_other():
    assert [m.side(seat) for seat in range(4)] == [0, 1, 0, 1]
    assert [m.partner(seat) for seat in range(4)] == [2, 3, 0, 1]


# Tricks


@pytest.mark.rule("tressette B.1 rank: 3 2 A K C F 7 6 5 4")
@pytest.mark.parametrize("suit", m.SUITS)
def test_card_ranks_run_from_the_three_as_highest_to_the_four_as_lowest(suit):
    for higher, lower in combinations(ORDER, 2):
        one, other = card(higher + suit), card(lower + suit)
        for trick in ([(0, one), (3, other)], [(0, other), (3, one)]):
            assert m.best_of(trick)[1] is one


@pytest.mark.rule("tressette B.1 trick: the highest of the suit led; its winner leads")
@pytest.mark.parametrize(
    ("trick", "taker"),
    [
        ("4c 5c 6c 7c", 1),
        ("3c 2c Ac Kc", 0),
        ("4c 3d 3s 3b", 0),
        ("Ac 2c 3c Kc", 2),
        ("4c 3d 5c 3b", 2),
    ],
)
def test_highest_card_of_the_suit_led_takes_and_leads(trick, taker):
    hands = [f"{one} {place}b" for one, place in zip(trick.split(), "4567", strict=True)]
    state = laid(*hands)
    events = play(state, trick)
    assert of(m.TrickTaken, events)[0].seat == taker
    assert state.to_act == state.view(None).leader == taker


@pytest.mark.rule("tressette B.1 follow suit: compulsory, with no duty to beat")
def test_player_must_follow_suit_but_need_not_beat():
    state = playing("Kc", "Kc", "45A3c")
    assert legal(state) == {"4c", "5c", "1c", "3c"}


@pytest.mark.rule("tressette B.1 void: any card, and there is no trump")
def test_void_player_may_play_any_card():
    state = playing("4c", "4c", "3456d 345s 345b")
    assert len(legal(state)) == 10
    events = play(state, "3d")
    assert events == [m.CardPlayed(3, card("3d"), leads=False, thrown=True)]


@pytest.mark.rule("tressette B.1 the leader may play any card")
def test_leader_may_play_any_card():
    state = dealt("3c 4d 5s 6b")
    assert legal(state) == {str(one) for one in state.view(0).hand}
    assert all(legal(state, seat) == set() for seat in (1, 2, 3))


@pytest.mark.rule("tressette B.1 a card that does not follow is refused, with the number held")
@pytest.mark.parametrize(
    ("hands", "held"),
    [(("4c 4b", "5c 3d", "6c 6b", "7c 7b"), 1), (("4c 45b", "56c 3d", "AKCc", "732c"), 2)],
)
def test_refusal_names_the_suit_to_follow_and_how_many_cards_are_held(hands, held):
    state = laid(*hands)
    make(state, "4c")
    refused = refusal(state, "3d")
    assert refused.id == "must-follow"
    assert (refused.message.number, refused.message.args["suit"].id) == (held, "suit-italian-c")


@pytest.mark.rule("tressette B.1 other cards that are refused")
def test_each_refusal_has_its_reason():
    state = playing("4c", "4c 5d", "5c")
    assert refusal(state, "5d").id == "card-not-held"
    assert refusal(state, "5c", 1).id == "not-your-turn"
    assert refusal(state, "5c", None).id == "not-the-dealers-move"
    assert refusal(state, "dealer 1", 3).id == "not-your-move"
    assert refusal(ready(), "5c", 1).id == "being-dealt"


@pytest.mark.rule("tressette B.1 each event of a trick")
def test_events_of_a_trick_are_four_cards_and_its_taker():
    events = play(dealt("4c", "3c", "Ac", "Kc"), "4c 3c 1c Rc")
    assert [type(event) for event in events] == [m.CardPlayed] * 4 + [m.TrickTaken]
    assert [event.leads for event in events[:4]] == [True, False, False, False]
    assert events[4] == m.TrickTaken(3, 1, 5)


@pytest.mark.rule("tressette B.1 tricks in the views")
def test_views_show_the_last_trick_the_table_and_captured_thirds():
    state = playing("4c 3c 1c Rc  5d", "4c", "3c 5d", "Ac", "Kc")
    for listener in listeners():
        view = state.view(listener)
        assert words(one for _, one in view.last_trick) == "4c 3c 1c Rc"
        assert [seat for seat, _ in view.last_trick] == in_turn()
        assert view.on_table == ((3, card("5d")),)
        assert (view.leader, view.tricks_played, view.thirds) == (3, 1, (0, 5))
        assert len(view.history) == 5


# Points


@pytest.mark.rule("tressette B.1 card points: A 1; 3 2 K C F a third; others nothing")
def test_card_points_sum_to_32_thirds():
    counts = {rank: m.play(card(f"{rank}c")).thirds for rank in ORDER}
    assert counts == {
        "A": 3, "3": 1, "2": 1, "K": 1, "C": 1, "F": 1, "7": 0, "6": 0, "5": 0, "4": 0,
    }  # fmt: skip
    assert sum(played.thirds for played in m.PLAYS.values()) == 32


@pytest.mark.rule("tressette B.1 always eleven, however the thirds are divided")
def test_deal_points_always_sum_to_eleven():
    for thirds, last in product(range(33), range(4)):
        points = scores.deal_points((thirds, 32 - thirds), last)
        assert sum(points) == scores.POINTS
        assert points[0] == thirds // 3 + (last % 2 == 0)


@pytest.mark.rule("tressette B.1 in play too: eleven points a deal, ten tricks, 32 thirds")
@given(seed=st.integers(0, 10_000))
def test_every_played_deal_scores_eleven_points(seed):
    for _, _, _, events, state in walk(seed, accuse=bool(seed % 2)):
        for scored in of(m.DealScored, events):
            assert sum(scored.points) == 11
            assert sum(scored.thirds) == 32
            assert state.view(None).tricks_played == 10
            assert state.view(None).hand_sizes == (0,) * 4
            assert scored.points == scores.deal_points(scored.thirds, scored.last)


@pytest.mark.rule("tressette B.1 thirds are counted for the pair over the whole deal, floored once")
def test_thirds_of_points_of_a_pair_are_rounded_down_once_at_the_end():
    state = laid("3c", "4c", "5c", "6c")
    state.thirds = [4, 27]
    events = play(state, "3c 4c 5c 6c")
    (scored,) = of(m.DealScored, events)
    assert scored == m.DealScored((5, 27), 0, (2, 9), (0, 0), (2, 9), None)
    assert state.view(None).score == (2, 9)


@pytest.mark.rule("tressette B.1 cappotto: all eleven points, not necessarily all ten tricks")
@pytest.mark.parametrize(
    ("thirds", "side"), [((31, 0), 0), ((29, 2), 0), ((28, 3), None), ((0, 31), None)]
)
def test_cappotto_needs_all_eleven_points(thirds, side):
    state = laid("3c", "4c", "5c", "6c")
    state.thirds = list(thirds)
    (scored,) = of(m.DealScored, play(state, "3c 4c 5c 6c"))
    assert scored.cappotto == side


def test_cappotto_names_the_side_with_all_points():
    assert scores.cappotto((0, 11)) == 1


# Target


def scored_to(before, target, thirds=(15, 16), **options):
    """Play a last trick that side 0 takes and that raises its thirds from 15 to 18.

    With the default `thirds`, side 0 then scores 5 points for its 16 thirds, and 1 for the
    last trick.
    """
    state = laid("3c", "4c", "5c", "6c", target=target, **options)
    state.score, state.thirds = list(before), list(thirds)
    return state, play(state, "3c 4c 5c 6c")


@pytest.mark.rule("tressette B.1 target: 21, 31, 41 or 51; 31 unless observed_plays")
def test_default_target_is_31():
    assert m.Options().target == 31


@pytest.mark.rule("tressette B.1 a pair wins that has reached the target and is ahead")
@pytest.mark.parametrize("target", [21, 31, 41, 51])
def test_pair_at_the_target_and_ahead_wins(target):
    state, events = scored_to((target - 6, 0), target)
    assert state.to_act is Turn.OVER
    assert state.result() == Result((0, 2), (target, 5), "target-reached")
    assert events[-1] == m.MatchEnded((0, 2), (target, 5))
    assert refusal(state, "3c", 0).id == "match-over"


@pytest.mark.rule("tressette B.1 one point short: another deal")
def test_match_continues_one_point_below_the_target():
    state, events = scored_to((24, 0), 31)
    assert (state.expects, state.result()) == ("deal", None)
    assert of(m.MatchEnded, events) == []


@pytest.mark.rule("tressette B.1 both above the target: the leading side wins")
@pytest.mark.parametrize(("before", "winners"), [((29, 28), (0, 2)), ((27, 30), (1, 3))])
def test_pair_ahead_wins_when_both_pass_the_target(before, winners):
    state, _ = scored_to(before, 31)
    assert state.result().winners == winners


@pytest.mark.rule("tressette B.1 equal above the target: another deal")
def test_equal_scores_past_the_target_need_another_deal():
    state, _ = scored_to((27, 28), 31)
    assert state.score == [33, 33]
    assert state.expects == "deal"


@pytest.mark.rule("tressette B.1 the target counts after a complete deal only")
def test_target_is_checked_only_after_a_deal():
    state = dealt(score=(30, 30))
    finish_deal(state)
    assert sum(state.score) == 71


@pytest.mark.rule("tressette B.1 every match ends")
@pytest.mark.parametrize("seed", range(3))
def test_random_matches_end_with_a_winner(seed):
    state, rng = start(target=21), Random(seed)
    while state.to_act is not Turn.OVER:
        state.apply(*any_move(state, rng.randrange(1000)))
    ours, theirs = state.score
    assert max(ours, theirs) >= 21
    assert ours != theirs
    assert state.result().winners == ((0, 2) if ours > theirs else (1, 3))
