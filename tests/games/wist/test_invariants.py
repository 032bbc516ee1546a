"""Properties of every position of Wist, in any round and variant, for any bids and plays."""

from collections import Counter
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from audiogames.cards.dealing import HandDealt
from audiogames.core.contract import Turn
from audiogames.games.wist import model as m
from tests.contract.walk import cards_in
from tests.games.wist.positions import (
    BIGLIETTI,
    BUIO,
    RULES,
    any_move,
    finish_round,
    listeners,
    ready,
    start,
)

SWITCHES = dict.fromkeys(("clockwise", "free_cut", "dark_tickets"), st.booleans())


@st.composite
def rounds(draw, only=None, forms=("eight", "cagliari")):
    """Generate a round before its deal, and numbers that choose the moves in it."""
    form = draw(st.sampled_from(forms))
    options = draw(st.fixed_dictionaries({}, optional=SWITCHES))
    seats = draw(st.sampled_from([4, 5])) if form == "eight" else 4
    turno = draw(st.sampled_from(only or range(1, 9 if form == "eight" else 26)))
    dealer = draw(st.integers(0, seats - 1))
    state = ready(turno, seats=seats, dealer=dealer, form=form, **options)
    return state, draw(st.lists(st.integers(0, 999), min_size=1, max_size=30))


def steps(case):
    """Play the round, changing its state; yield seat, move and events of each move."""
    state, numbers = case
    before, place = len(state.sheet), 0
    while len(state.sheet) == before:
        seat, move = any_move(state, numbers[place % len(numbers)] + place)
        events = []
        state.apply(seat, move, events.append)
        place += 1
        yield seat, move, events


def told(case):
    """Play the round, and return all its events."""
    return [event for _, _, events in steps(case) for event in events]


def scored(events):
    [found] = [event for event in events if isinstance(event, m.RoundScored)]
    return found


# Tricks, cards and scores


@pytest.mark.rule("wist C.5 the sum of the tricks in a round is always N")
@given(case=rounds())
def test_tricks_of_a_round_add_up_to_the_cards_of_a_hand(case):
    state, _ = case
    size = state.plan[state.deal].cards
    events = told(case)
    assert sum(scored(events).tricks) == size
    assert sum(isinstance(event, m.TrickTaken) for event in events) == size
    takers = Counter(event.seat for event in events if isinstance(event, m.TrickTaken))
    assert tuple(takers[seat] for seat in range(state.seats)) == scored(events).tricks


@pytest.mark.rule("wist C.4 each card is played once, by its holder")
@given(case=rounds())
def test_each_dealt_card_is_played_once_by_its_holder(case):
    events = told(case)
    held = {(event.to, card) for event in events if isinstance(event, HandDealt)
            for card in event.cards}  # fmt: skip
    played = [(event.seat, event.card) for event in events if isinstance(event, m.CardPlayed)]
    assert len(played) == len(set(played))
    assert set(played) == held


@pytest.mark.rule("wist C.3 forbidden total: one player misses the bid in every open round")
@given(case=rounds([1, 2, 3, 4, 5, 6]))
def test_at_least_one_bid_is_missed_in_every_open_round(case):
    state, _ = case
    found = scored(told(case))
    if not state.now.secret:
        assert sum(found.bids) != state.now.cards
        assert found.bids != found.tricks


@pytest.mark.rule("wist C.5 totals are the sums of the sheet, whose columns were announced")
@given(case=rounds())
def test_scores_equal_the_sums_of_the_score_sheet(case):
    state, _ = case
    found = scored(told(case))
    last = state.view(0).sheet[-1]
    assert (last.bids, last.tricks, last.points) == (found.bids, found.tricks, found.points)
    sums = [sum(column.points[seat] for column in state.sheet) for seat in range(state.seats)]
    assert list(state.view(None).scores) == sums == list(found.totals)


@pytest.mark.rule("wist C.7 the player to act can act; out of turn there is only a ticket")
@given(case=rounds())
def test_seat_to_act_has_a_legal_move_and_others_may_only_write_a_secret_bid(case):
    state, _ = case
    for _ in steps(case):
        for seat in range(state.seats):
            if seat == state.to_act:
                assert state.legal_moves(seat)
            elif state.legal_moves(seat):
                assert state.phase is m.Phase.BIDDING
                assert state.now.secret
                assert state.bids[seat] is None


@pytest.mark.rule("wist C.4 a player who does not follow is void, or cuts freely")
@given(case=rounds())
def test_legal_cards_follow_suit_or_cut_freely(case):
    state, _ = case
    for _, _, _ in steps(case):
        if isinstance(state.to_act, Turn) or state.phase is m.Phase.BIDDING:
            continue
        table = state.view(None).on_table
        hand = state.view(state.to_act).hand
        led = table[0][1].suit if table else None
        follows = [card for card in hand if card.suit == led]
        trump = state.view(None).trump
        cuts = [card for card in hand if card.suit == trump and state.options.free_cut]
        allowed = {move.card for move in state.legal_moves(state.to_act)}
        assert allowed == set(follows + cuts if follows else hand)


# Secrets


@pytest.mark.rule("wist design 5: a sampled deal looks the same to its listener")
@given(case=rounds(), lot=st.integers(0, 999))
def test_redeal_of_the_hidden_cards_leaves_the_listeners_view_unchanged(case, lot):
    state, _ = case
    for place, _ in enumerate(steps(case)):
        listener = listeners(state)[(place + lot) % (state.seats + 1)]
        view = state.view(listener)
        assert RULES.redeal(view, Random(lot)).view(listener) == view


@pytest.mark.rule("wist design 5: the same for all listeners, at a moment of a round")
@given(case=rounds(), lot=st.integers(0, 999), moment=st.integers(0, 60))
def test_redeal_for_any_listener_leaves_the_view_of_that_listener_unchanged(case, lot, moment):
    state, _ = case
    for place, _ in enumerate(steps(case)):
        if place == moment:
            break
    for listener in listeners(state):
        view = state.view(listener)
        assert RULES.redeal(view, Random(lot)).view(listener) == view


EVERY_ROUND = [(turno, seats, "eight") for turno in range(1, 9) for seats in (4, 5)]
EVERY_ROUND += [(turno, 4, "cagliari") for turno in (1, 2, 12, 13, 20, 25)]


@pytest.mark.rule("wist design 5: the same in every round, while it is bid and while it is played")
@pytest.mark.parametrize(("turno", "seats", "form"), EVERY_ROUND)
@pytest.mark.parametrize("options", [{}, {"free_cut": True, "dark_tickets": True}])
def test_redealing_the_hidden_cards_leaves_each_view_unchanged_in_every_round(
    turno, seats, form, options
):
    state = ready(turno, seats=seats, form=form, **options)
    for place, _ in enumerate(steps((state, [turno]))):
        if place <= seats or place % 5 == 0:
            for listener in listeners(state):
                view = state.view(listener)
                assert RULES.redeal(view, Random(place)).view(listener) == view


@pytest.mark.rule("wist C.4 in a sampled deal a trick has its true taker")
@pytest.mark.parametrize("free_cut", [False, True])
@pytest.mark.parametrize("turno", [1, 2, 5, 8])
def test_trick_finished_in_a_sampled_deal_goes_to_the_seat_with_the_winning_card(turno, free_cut):
    state = ready(turno, free_cut=free_cut, dealer=1)
    for place, _ in enumerate(steps((state, [turno, 3, 5]))):
        if isinstance(state.to_act, Turn) or not state.view(None).on_table:
            continue
        world = RULES.redeal(state.view(None), Random(place))
        finish_trick(world)


def finish_trick(world):
    """Play to the end of the trick, and return the seat that takes it."""
    trick = list(world.view(None).on_table)
    events = []
    while not any(isinstance(event, m.TrickTaken) for event in events):
        seat, card = world.to_act, world.legal_moves(world.to_act)[0]
        trick.append((seat, card.card))
        world.apply(seat, card, events.append)
    [taken] = [event for event in events if isinstance(event, m.TrickTaken)]
    assert len(trick) == world.seats
    trump = world.view(None).trump
    cuts = [(m.RANKS.index(c.rank), seat) for seat, c in trick if c.suit == trump]
    led = [(m.RANKS.index(c.rank), seat) for seat, c in trick if c.suit == trick[0][1].suit]
    assert taken.seat == max(cuts or led)[1]


@pytest.mark.rule("wist design 5: a sampled deal has the same cards and respects void suits")
@given(case=rounds(), lot=st.integers(0, 99))
def test_determinization_has_every_card_once_and_respects_shown_voids(case, lot):
    state, _ = case
    lacks = set()
    for place, (seat, move, _) in enumerate(steps(case)):
        if isinstance(move, m.Play) and shows_a_void(state, move):
            lacks.add((seat, suit_of_the_trick(state)))
        if place % 7 == lot % 7:
            listener = listeners(state)[lot % (state.seats + 1)]
            world = RULES.redeal(state.view(listener), Random(lot))
            hands = [[play.card for play in world.hands[seat]] for seat in range(state.seats)]
            assert not {(s, card.suit) for s, hand in enumerate(hands) for card in hand} & lacks
            assert list(map(len, hands)) == list(state.view(None).hand_sizes)
            everything = [card for hand in hands for card in hand]
            everything += [play.card for play in world.trail]
            assert len(everything) == len(set(everything))
            assert set(everything) <= set(m.PACKS[state.seats]) - {state.turned}


def shows_a_void(state, play):
    """Return True if the last card proves that its player is void in the suit led."""
    cut = state.options.free_cut and play.suit == state.trump
    return play.card.suit != suit_of_the_trick(state) and not cut


def suit_of_the_trick(state):
    """Return the suit led in the trick of the last card played."""
    history = state.view(None).history
    return history[(len(history) - 1) // state.seats * state.seats][1].suit


@pytest.mark.rule("wist design 5: a sampled deal can be played to its end")
@given(case=rounds(), lot=st.integers(0, 999), moment=st.integers(0, 60))
def test_redealt_state_can_be_played_to_its_end(case, lot, moment):
    state, _ = case
    for place, _ in enumerate(steps(case)):
        if place == moment:
            break
    world = RULES.redeal(state.view(listeners(state)[lot % (state.seats + 1)]), Random(lot))
    if not isinstance(world.to_act, Turn):
        finish_round(world, Random(lot))
        assert sum(world.tricks) == world.plan[world.deal - 1].cards


@pytest.mark.rule("wist design 5: sampled deals differ, so that a guess does not know the cards")
@pytest.mark.parametrize("turno", [1, BUIO])
def test_redealt_states_vary_the_hidden_cards(turno):
    state = ready(turno)
    state.apply(None, RULES.chance(state, Random(1)))
    view = state.view(0)
    firsts = [RULES.redeal(view, Random(lot)).hands[1][0].card for lot in range(300)]
    own = RULES.redeal(view, Random(3)).hands[0]
    assert len(set(firsts)) > 5
    assert (own == state.hands[0]) == (turno == 1)


@pytest.mark.rule("wist C.3 for the others a closed ticket may hold any bid")
def test_determinization_samples_any_number_for_a_secret_bid():
    state = ready(BIGLIETTI)
    state.apply(None, RULES.chance(state, Random(1)))
    state.apply(2, m.BIDS[3])
    found = {RULES.redeal(state.view(0), Random(lot)).bids[2] for lot in range(400)}
    assert found == set(range(14))
    assert {RULES.redeal(state.view(2), Random(lot)).bids[2] for lot in range(9)} == {3}


@pytest.mark.rule("wist C.3 in secret rounds no bid is known before the end")
@given(case=rounds([BUIO, BIGLIETTI], ["eight"]))
def test_secret_bids_stay_hidden_until_the_end(case):
    state, _ = case
    heard = {listener: {} for listener in listeners(state)}
    for _, _, events in steps(case):
        for event in events:
            for listener, bids in heard.items():
                if isinstance(event, m.BidMade) and event.heard_by(listener):
                    bids[event.seat] = event.bid
        if state.now.secret and len(state.sheet) < state.deal:
            for listener, known in heard.items():
                view = state.view(listener)
                shown = {seat: made for seat, made in enumerate(view.bids) if made is not None}
                assert set(known) | set(shown) <= {listener}
                assert not any(isinstance(event, m.BidsRevealed) for event in events)


@pytest.mark.rule("wist C.3 a card of Buio is in no view and no event before the last bid")
@given(case=rounds([BUIO], ["eight"]))
def test_no_card_of_the_buio_round_is_visible_before_the_last_bid(case):
    state, _ = case
    for _, _, events in steps(case):
        if None not in state.bids:
            break
        assert list(cards_in(events)) == []
        assert all(list(cards_in(state.view(one))) == [] for one in listeners(state))


@pytest.mark.rule("wist design 5: every card in an event is the seat's own or public")
@given(case=rounds())
def test_view_shows_only_own_or_public_cards(case):
    state, _ = case
    public, own = set(), {}
    for place, (_, _, events) in enumerate(steps(case)):
        for event in events:
            if event.to is None:
                public |= set(cards_in(event))
            else:
                assert set(cards_in(event)) <= set(state.view(event.to).hand)
        for listener in listeners(state) if place < 6 or place % 8 == 0 else ():
            view = state.view(listener)
            own.setdefault(listener, set()).update(view.hand)
            assert set(cards_in(view)) <= own[listener] | public


# Copies


@pytest.mark.rule("wist design 4: copies are independent")
@given(case=rounds(), moment=st.integers(0, 60))
def test_copied_wist_states_are_independent(case, moment):
    state, _ = case
    for place, _ in enumerate(steps(case)):
        if place == moment:
            break
    twin = state.copy()
    assert twin == state
    views = [state.view(listener) for listener in listeners(state)]
    if not isinstance(twin.to_act, Turn):
        finish_round(twin)
        assert twin != state
    assert [state.view(listener) for listener in listeners(state)] == views


@pytest.mark.rule("wist design 4: the effects of a move do not depend on listeners")
@given(case=rounds())
def test_apply_without_emitting_events_gives_the_same_state(case):
    state, _ = case
    silent = state.copy()
    for seat, move, _ in steps(case):
        silent.apply(seat, move)
        assert silent == state


@pytest.mark.rule("wist C.7 a match from its first draw: views of every stage can be sampled")
@given(
    seats=st.sampled_from([4, 5]),
    lot=st.integers(0, 999),
    form=st.sampled_from(["eight", "cagliari"]),
)
def test_sampled_deal_agrees_with_the_view_at_every_stage_of_a_match(seats, lot, form):
    state = start(4 if form == "cagliari" else seats, form=form)
    rng, rounds_left = Random(lot), 4
    while rounds_left:
        if isinstance(state.to_act, Turn):
            rounds_left -= state.expects == "deal"
            for listener in listeners(state):
                view = state.view(listener)
                world = RULES.redeal(view, rng)
                assert world.view(listener) == view
                assert world.expects == state.expects
        state.apply(*any_move(state, rng.randrange(999)))
