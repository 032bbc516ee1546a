"""Signs between partners: when and how often they are given, and that opponents learn nothing."""

from random import Random

import pytest

from audiogames.cards.signs import GivenSign, Sign, SignGiven, SignTold
from audiogames.core.events import Seat
from audiogames.core.text import plain
from audiogames.games.briscola import model as m
from tests.games.briscola.positions import RULES, at_random, dealt, legal, make, play, refusal
from tests.games.moves import of

FOUR = ("1c 3d Rb", "2c 4d 5b", "7c 5d 4b", "4c 6d 6b")
FIRST_TRICK = "6b 4b 5b Rb"
"""The first trick, led by seat 3; seat 0 takes it."""
WORDS = ("asso", "tre", "re", "cavallo", "fante", "carico", "niente")


def second_trick(**options):
    """Return a match in which seat 0 is to lead the second trick."""
    state = dealt(*FOUR, turned="7s", stock="Fd Cd Rd 1s", **{"signals": True, **options})
    play(state, FIRST_TRICK)
    return state


@pytest.mark.rule("briscola 3.7 one of seven signs")
def test_seven_signs_may_be_given_in_the_second_trick():
    state = second_trick()
    signs = [f"sign {word}" for word in WORDS]
    for seat in range(1, 4):
        assert legal(state, seat) == signs
    assert legal(state, 0)[-7:] == signs


@pytest.mark.rule(
    "briscola 3.7 from the second trick on, in turn and out of it, until one's own card"
)
def test_sign_is_legal_from_the_second_trick_until_the_seat_plays_its_card():
    state = dealt(*FOUR, turned="7s", signals=True)
    assert refusal(state, "sign re", Seat(1)) == "signs-from-second-trick"
    play(state, FIRST_TRICK)
    make(state, "1c")
    assert refusal(state, "sign re", Seat(0)) == "sign-before-card"
    assert refusal(state, "sign re", Seat(1)) is None
    assert refusal(state, "sign re") is None
    make(state, legal(state, 3)[0])
    assert refusal(state, "sign re", Seat(3)) == "already-signed"


@pytest.mark.rule("briscola 3.7 one for each seat and trick")
def test_each_seat_may_give_only_one_sign_a_trick():
    state = second_trick()
    play(state, "2:sign-asso 0:sign-niente")
    assert refusal(state, "sign tre", Seat(2)) == "already-signed"
    assert legal(state, 2) == []
    for _ in range(4):
        make(state, legal(state, state.to_act)[0])
    assert refusal(state, "sign tre", Seat(2)) is None


@pytest.mark.rule("briscola 3.7 a sign may be untrue, and does not use up a turn")
def test_sign_may_be_untrue_and_does_not_end_the_turn():
    state = second_trick()
    play(state, "1:sign-asso 2:sign-asso")
    assert state.to_act == 0


@pytest.mark.rule(
    "briscola 3.7 the partner and the giver are told which, all others that there was one"
)
def test_only_the_giver_and_their_partner_learn_which_sign_was_given():
    state = second_trick()
    events = make(state, "sign cavallo", Seat(1))
    assert events == [
        SignGiven(Seat(1)),
        SignTold(Seat(1), "cavallo", to=Seat(3)),
        SignTold(Seat(1), "cavallo", to=Seat(1)),
    ]
    told = (GivenSign(Seat(1), 2, "cavallo"),)
    assert [state.view(seat).signs for seat in (0, 1, 2, 3, None)] == [(), told, (), told, ()]
    assert all(state.view(seat).signed == (1,) for seat in (0, 1, 2, 3, None))


@pytest.mark.rule("briscola 3.7 off by default, and only in pairs")
def test_signs_are_refused_without_the_option_and_without_pairs():
    state = second_trick(signals=False)
    assert refusal(state, "sign re", Seat(1)) == "no-signs"
    assert legal(state, 1) == []
    two = dealt("1c 3d Rb", "2c 4d 5b", turned="7s", signals=True)
    play(two, "2c 1c")
    assert refusal(two, "sign re", Seat(1)) == "no-signs"


@pytest.mark.rule("briscola 3.7 a new deal forgets the signs")
def test_new_deal_clears_the_signs():
    state = second_trick(deals=3)
    make(state, "sign asso", Seat(1))
    at_random(state, Random(1), [], lambda one: bool(one.sheet))
    make(state, str(RULES.chance(state, Random(1))))
    assert state.view(1).signs == ()


@pytest.mark.rule("briscola 3.7 the views of others do not depend on the sign")
@pytest.mark.parametrize("seed", range(3))
def test_opponents_cannot_distinguish_two_signs(seed):
    """Play the same match twice, with different signs of one pair."""
    heard = {}
    for shift in (0, 3):
        rng, state, events = Random(seed), RULES.start(m.Options(signals=True, deals=1), 4), []
        views = []

        def swap(move, seat, shift=shift):
            if not isinstance(move, Sign) or seat % 2:
                return move
            return m.SIGNS[(m.SIGNS.index(move) + shift) % len(m.SIGNS)]

        while (seat := state.to_act) in {0, 1, 2, 3} or not state.sheet:
            if seat in {0, 1, 2, 3}:
                move = rng.choice(state.legal_moves(seat))
                state.apply(seat, swap(move, seat), events.append)
            else:
                state.apply(None, RULES.chance(state, rng), events.append)
            views += [plain(state.view(listener)) for listener in (1, 3, None)]
        others = [one for one in events if one.to in {1, 3, None}]
        heard[shift] = (views, others, len(of(SignGiven, events)))
    assert heard[0] == heard[3]
    assert heard[0][2]


@pytest.mark.rule("briscola 3.7 in a sampled deal the signs of others may differ")
def test_redealt_state_keeps_only_the_signs_this_seat_knows():
    state = second_trick()
    play(state, "1:sign-asso 0:sign-re")
    view = state.view(2)
    worlds = [RULES.redeal(view, Random(seed)) for seed in range(60)]
    assert all(world.view(2) == view for world in worlds)
    assert len({world.view(1).signs for world in worlds}) == len(WORDS)
