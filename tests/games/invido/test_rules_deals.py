"""The pack, the deal and the leader: rules A.2."""

from itertools import pairwise
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from audiogames.core.contract import Turn
from audiogames.core.options import OptionError, read_options
from audiogames.games.invido import model as m
from tests.contract.walk import Walk, plans
from tests.games.moves import of
from tests.replays.invido import (
    GAME,
    RULES,
    cards,
    dealt,
    legal,
    make,
    pack,
    play,
    refusal,
)

RANKS = "321RCF76"

# The pack


@pytest.mark.rule("A.2 deck: 32 cards, four suits of 3 2 A R C F 7 6; Seed: senza i 4 e 5")
def test_pack_has_32_cards_without_fours_and_fives():
    assert len(m.PACK) == 32
    assert {str(card) for card in m.PACK} == {rank + suit for rank in RANKS for suit in "cdsb"}


@pytest.mark.rule("A notation: rank order 3 2 A R C F 7 6, high to low")
def test_ranks_run_from_three_to_six():
    strengths = [m.strength(card) for card in cards(" ".join(f"{rank}c" for rank in RANKS))]
    assert strengths == sorted(strengths, reverse=True)
    assert len(set(strengths)) == 8


@pytest.mark.rule("A.2 suits never matter")
@pytest.mark.parametrize("rank", RANKS)
def test_suits_do_not_affect_strength(rank):
    assert len({m.strength(card) for card in m.PACK if card.rank == rank}) == 1


@pytest.mark.rule("A.2 this game has no fours and fives")
@pytest.mark.parametrize("card", ["4c", "5d", "Ks", "3h", ""])
def test_cards_of_other_packs_are_refused_as_malformed(card):
    assert refusal(dealt(), card).id == "malformed"


# The table


@pytest.mark.rule("A.2 players: 2")
def test_invido_has_two_seats():
    assert GAME.seats == (2,)
    assert RULES.start(m.Options(), 2).view(None).hand_sizes == (0, 0)


@pytest.mark.rule("A.6 cap of 3; A.5, A.6 and A.9 options off; A.2 target 24")
def test_by_default_three_montes_are_allowed_and_no_variant_is_used():
    assert m.Options() == m.Options(3, vado_dentro=False, implicit_accept=False, implicit_no=False)
    assert RULES.start(m.Options(), 2).goal == 24


@pytest.mark.rule("A.6 the cap of montes is 0 (none) or more")
@pytest.mark.parametrize("cap", [-1, 21, 1.5, "tre", None, True])
def test_monte_cap_outside_0_to_20_is_refused(cap):
    with pytest.raises(OptionError) as error:
        read_options(m.Options, {"monte_cap": cap})
    assert (error.value.args_["option"], error.value.args_["allowed"]) == ("monte_cap", "0-20")


@pytest.mark.rule("A.2 first dealer: random")
def test_first_dealer_is_drawn_at_random():
    drawn = {str(RULES.chance(RULES.start(m.Options(), 2), Random(seed))) for seed in range(40)}
    assert drawn == {"dealer 0", "dealer 1"}


# The deal


@pytest.mark.rule("A.2 deal: three cards each, the rest unused")
def test_each_player_gets_three_cards():
    state = dealt("3c 2b 1s", "6s 7c Rd")
    assert [[*state.held(seat)] for seat in (0, 1)] == [cards("3c 2b 1s"), cards("6s 7c Rd")]
    assert len(state.stock) == 26


@pytest.mark.rule("A.2 the rest is unseen; Design 5: only its owner is shown a hand")
def test_hand_is_sent_only_to_its_owner():
    state = RULES.start(m.Options(), 2)
    make(state, "dealer 0")
    events = make(state, pack("3c 2b 1s", "6s 7c Rd"))
    assert [(e.to, list(e.cards)) for e in of(m.HandDealt, events)] == [
        (0, cards("3c 2b 1s")),
        (1, cards("6s 7c Rd")),
    ]
    assert state.view(0).hand == tuple(cards("3c 2b 1s"))
    assert state.view(None).hand == ()
    assert not hasattr(state.view(0), "stock")


@pytest.mark.rule("A.2 a new shuffle of all 32 cards each deal")
def test_every_deal_shuffles_all_32_cards():
    state = dealt()
    play(state, "vado-via")
    deals = {str(RULES.chance(state, Random(seed))) for seed in range(20)}
    assert len(deals) == 20
    for deal in deals:
        assert sorted(cards(deal.removeprefix("deal "))) == sorted(m.PACK)


@pytest.mark.rule("Text forms: a deal is the whole pack, each card once")
@pytest.mark.parametrize(
    "change", [lambda p: p[:-1], lambda p: [*p[:-1], p[1]], lambda p: [*p, p[1]]]
)
def test_deal_move_must_contain_the_whole_pack(change):
    state = RULES.start(m.Options(), 2)
    make(state, "dealer 0")
    assert refusal(state, " ".join(change(pack().split())), None).id == "not-the-dealers-move"


@pytest.mark.rule("A.2 the dealer is one of the two players")
def test_dealer_who_is_neither_of_the_two_seats_is_refused():
    assert refusal(RULES.start(m.Options(), 2), "dealer 2", None).id == "not-the-dealers-move"


@pytest.mark.rule("A.2 who leads trick 1: the non-dealer; Seed: chi non ha il mazzo inizia")
@pytest.mark.parametrize("dealer", [0, 1])
def test_non_dealer_leads_the_first_trick(dealer):
    state = RULES.start(m.Options(), 2)
    assert make(state, f"dealer {dealer}") == [m.DealerChosen(dealer)]
    (told,) = of(m.Dealt, make(state, pack()))
    assert told == m.Dealt(1, dealer, 1 - dealer, (0, 0), 24)
    assert state.to_act == state.leader == 1 - dealer
    assert legal(state, dealer) == {"a-monte"}


@pytest.mark.rule("A.7 a deal begins with value 1, no raise, no question and no trick")
def test_new_deal_resets_stake_right_to_raise_and_tricks():
    state = dealt()
    play(state, "3c 0:a-monte no invido tras-mas va-bene vado-via")
    make(state, pack())
    view = state.view(0)
    assert (view.value, view.last_raiser, view.asked, view.monte_asked) == (1, None, None, False)
    assert (view.tricks, view.on_table, view.played, view.deal) == ((), (), (), 2)
    assert view.montes == (3, 3)


# The dealer changes

ENDS = {
    "won": "3c 6s 2b 7c",
    "folded": "vado-via",
    "folded under a call": "invido vado-via",
    "annulled": "a-monte va-bene",
    "tied": "3c 3d 2c 2d 1c 1d",
}


@pytest.mark.rule("A.2 dealer alternates after every deal, whatever happened")
@pytest.mark.parametrize("leader", [0, 1])
@pytest.mark.parametrize("end", ENDS)
def test_dealer_alternates_however_a_deal_ends(end, leader):
    hands = ["3c 2c 1c", "3d 2d 1d"] if end == "tied" else ["3c 2b 1s", "6s 7c Rd"]
    state = dealt(*(hands if leader == 0 else hands[::-1]), leader=leader)
    assert state.dealer == 1 - leader
    play(state, ENDS[end])
    assert (state.dealer, state.expects) == (leader, "deal")
    make(state, pack())
    assert state.to_act == 1 - leader


@pytest.mark.rule("A.2 dealer alternates strictly, through whole matches")
@given(data=st.data())
def test_dealer_alternates_through_whole_matches(data):
    dealers = [
        event.dealer
        for step in Walk(GAME, data.draw(plans(GAME, 200)))
        for event in of(m.Dealt, step.events)
    ]
    assert all(now != before for before, now in pairwise(dealers))


@pytest.mark.rule("A.2 between two deals only the dealer moves")
def test_moves_between_deals_are_refused():
    state = dealt()
    play(state, "vado-via")
    assert state.to_act is Turn.CHANCE
    assert legal(state, 0) == legal(state, 1) == set()
    for seat in (0, 1):
        for text in ("3c", "invido", "a-monte", "va-bene"):
            assert refusal(state, text, seat).id == "being-dealt"
