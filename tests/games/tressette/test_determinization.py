"""The determinizer: the deals that a listener considers possible are counted and sampled."""

import tracemalloc
from collections import Counter
from dataclasses import replace
from itertools import combinations
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from audiogames.cards.card import ITALIAN
from audiogames.core.contract import Turn
from audiogames.games.tressette import declarations as d
from audiogames.games.tressette import model as m
from audiogames.games.tressette.constraints import constraints
from audiogames.games.tressette.determinization import Determinizer
from tests.games.tressette import document
from tests.games.tressette.positions import (
    RULES,
    any_move,
    holding,
    in_turn,
    listeners,
    make,
    play,
    playing,
    walk,
)

OPTIONS = st.fixed_dictionaries(
    {},
    optional={
        "federation": st.booleans(),
        "accuse": st.booleans(),
        "four_leads": st.booleans(),
        "declarations": st.sampled_from(["automatic", "manual", "none"]),
    },
)


def true_hands(state):
    return [state.view(seat).hand for seat in range(4)]


def truth(state):
    """Return the cards dealt to each seat: its played cards and the cards in its hand."""
    played = state.view(None).history
    return [
        {*state.view(seat).hand, *(one for who, one in played if who == seat)} for seat in range(4)
    ]


# Deals possible after a declaration


@pytest.mark.rule("tressette B.7 decoding: the cards left after the card was played")
@pytest.mark.parametrize(
    ("name", "led", "left"),
    [
        ("sola", "7", lambda left: not left),
        ("piombo", "3", lambda left: not left),
        ("si-liscia", "A", lambda left: len(left) == 1 and not left & {*"32A"}),
        ("terzo", "5", lambda left: len(left) == 2 and not left & {*"32AK"}),
        ("terzo-di-re", "5", lambda left: len(left) == 2 and "K" in left),
        ("tre-terzo", "5", lambda left: len(left) == 2 and left & {*"32A"} == {"3"}),
        ("ventotto-terzo", "2", lambda left: len(left) == 2 and left & {*"32A"} == {"A"}),
        ("lungo", "3", lambda left: len(left) == 3 and not left & {*"32A"}),
        ("lungo", "5", lambda left: len(left) == 3 and not left & {*"32AK"}),
        ("lungo", "K", lambda left: len(left) == 3 and not left & {*"32A"}),
        ("lungo-di-re", "5", lambda left: len(left) == 3 and left & {*"32AK"} == {"K"}),
        ("ancora-lunghissimo", "5", lambda left: len(left) >= 4),
    ],
)
def test_possible_hands_after_a_declaration_satisfy_its_definition(name, led, left):
    bits = {rank: 1 << place for place, rank in enumerate(reversed(document.RANKS))}
    sets = d.possible(name, 0, bits[led])
    assert sets
    for held in sets:
        assert held & bits[led]
        assert left({rank for rank, bit in bits.items() if bit & held} - {led})


@pytest.mark.rule("tressette B.7 decoding e mia: all cards above it are the player's")
@pytest.mark.parametrize("name", ["e-mia-terzo", "e-mia-lungo", "e-mia-lunghissimo"])
def test_hands_possible_for_e_mia_hold_every_card_above_the_lead(name):
    gone = d.ALL_HONOURS
    for card in (1 << power for power in range(7)):
        for held in d.possible(name, gone, card):
            above = d.WHOLE & ~gone & ~(2 * card - 1)
            assert above
            assert above & ~held == 0


@pytest.mark.rule("tressette B.3 decoding is exactly the inverse of the table")
@pytest.mark.parametrize("federation", [False, True])
@pytest.mark.parametrize("gone", [0, 0b1000000000, 0b1110000000, 0b0001100110])
def test_hands_possible_after_a_declaration_are_exactly_the_hands_that_allow_it(gone, federation):
    for card in (1 << power for power in range(10) if not gone >> power & 1):
        sets = {name: d.possible(name, gone, card, federation=federation) for name in d.GIOCATA}
        for kept in d.parts(d.WHOLE & ~gone & ~card):
            lead = d.Lead(kept | card, d.WHOLE & ~gone & ~card & ~kept, card)
            named = d.declaration(lead, federation=federation)
            assert [name for name in sets if lead.held in sets[name]] == [named] * bool(named)


# The true deal


def by_turns(moment):
    """Return the listener whose view is tested at step `moment`; the listeners take turns."""
    return listeners()[moment % len(listeners())]


def check_truth(state):
    """Assert that every declaration of an ended deal was true of the hand held then."""
    view, hands = state.view(None), true_hands(state)
    known = constraints(view, ignore_declarations=False)
    assert all(one.is_true_of(hands[one.seat], view.history) for one in known)


@pytest.mark.slow
@pytest.mark.rule("tressette B.2 the true deal is never excluded: 2,000 deals, at their end")
def test_constraints_of_declarations_are_true_of_the_real_hands():
    said = Counter()
    for seed in range(2000):
        options = {
            "federation": seed % 3 == 0, "accuse": seed % 4 == 0, "four_leads": seed % 5 == 0,
        }  # fmt: skip
        state, rng = RULES.start(m.Options(**options), 4), Random(seed)
        while state.deal == 0 or not isinstance(state.to_act, Turn):
            state.apply(*any_move(state, rng.randrange(10_000)))
        check_truth(state)
        said.update(one.name for one in state.declarations)
    assert {*d.NAMES} - {*said} <= {"e-mia-lunghissimo"}


@pytest.mark.slow
@pytest.mark.rule("tressette B.2 nor at any moment, for any seat or spectator")
@given(seed=st.integers(0, 10_000), options=OPTIONS)
def test_determinizer_allows_the_true_hands_at_every_moment(seed, options):
    for moment, (before, *_) in enumerate(walk(seed, **options), start=seed):
        if before.deal:
            worlds = Determinizer(before.view(by_turns(moment)))
            assert worlds.fits(true_hands(before))
            assert worlds.count() > 0


@pytest.mark.slow
@pytest.mark.rule("tressette design 5: indistinguishable, with boxes and everything said")
@given(seed=st.integers(0, 10_000), options=OPTIONS, lot=st.integers(0, 999))
def test_redeal_of_the_hidden_cards_leaves_the_listeners_view_unchanged(seed, options, lot):
    for moment, (before, *_, after) in enumerate(walk(seed, **options), start=lot):
        state = before if isinstance(after.to_act, int) else after
        listener = by_turns(moment)
        view = state.view(listener)
        assert RULES.redeal(view, Random(lot)).view(listener) == view


@pytest.mark.rule("tressette design 5: and can be played to its end")
@given(seed=st.integers(0, 10_000), moment=st.integers(0, 40), lot=st.integers(0, 999))
def test_redealt_state_can_be_played_to_its_end(seed, moment, lot):
    states = [before for before, *_ in walk(seed)]
    view = states[min(moment, len(states) - 1)].view(0)
    world, rng = RULES.redeal(view, Random(lot)), Random(lot)
    while not isinstance(world.to_act, Turn):
        world.apply(*any_move(world, rng.randrange(10_000)))
    assert sum(world.thirds) in {0, 32}


# Counting, against all hands one by one


def every_world(view):
    """Yield all ways to divide the unseen cards among the other seats."""
    known = {*view.hand, *(one for _, one in view.history)}
    unseen = [one for one in ITALIAN if one not in known]
    hidden = [seat for seat in range(4) if seat != view.seat]

    def given(rest, seats):
        if not seats:
            yield {}
            return
        seat, *others = seats
        for hand in combinations(rest, view.hand_sizes[seat]):
            for more in given([one for one in rest if one not in hand], others):
                yield {seat: hand, **more}

    for hands in given(unseen, hidden):
        yield {**hands, view.seat: view.hand} if view.seat is not None else hands


def ranks(cards, suit):
    names = {"1": "A", "R": "K"}
    return frozenset(names.get(one.rank, one.rank) for one in cards if one.suit == suit)


def is_possible(view, hands):
    """Return True if players with these hands could have played and declared as they did."""
    history = view.history
    for at, (seat, one) in enumerate(history):
        led = history[at - at % 4][1].suit
        later = [card for who, card in history[at:] if who == seat]
        if one.suit != led and any(card.suit == led for card in (*hands[seat], *later)):
            return False
    return all(could_declare(view, hands, one) for one in view.declarations)


def could_declare(view, hands, one):
    had = [*hands[one.seat], *(card for who, card in view.history[one.at :] if who == one.seat)]
    before = [card for _, card in view.history[: one.at]]
    if one.kind == "altri":
        return any(not ranks(had, suit) for suit in one.among)
    if one.kind not in {"giocata", "pigliata"}:
        return True
    held, gone = ranks(had, one.suit), ranks(before, one.suit)
    if one.name == "ancora-lunghissimo":
        return len(held) >= 5
    if one.name == "ho-fatto-questo-piombo":
        return not held
    if one.name == "sono-liscio-qui":
        others = set(document.RANKS) - gone - held
        return any(document.ABOVE[rank] & others for rank in held)
    (led,) = ranks([view.history[one.at][1]], one.suit)
    return document.answers(held, gone, led) == {one.name}


def ending(left, seed):
    """Return a random deal with this many cards left in each hand."""
    return next(
        before
        for before, *_ in walk(seed)
        if before.deal and len(before.trail) == 4 * (m.HAND - left)
    )


@pytest.mark.rule("tressette B.7 the worlds are counted exactly: all of three cards, one by one")
@pytest.mark.parametrize("seed", range(12))
def test_possible_deals_are_counted_exactly_with_three_cards_left(seed):
    state = ending(3, seed)
    view = state.view(state.to_act)
    worlds = Determinizer(view)
    by_hand = [hands for hands in every_world(view) if is_possible(view, hands)]
    assert worlds.count() == len(by_hand)
    fitting = [hands for hands in every_world(view) if worlds.fits([hands[s] for s in range(4)])]
    assert fitting == by_hand


@pytest.mark.slow
@pytest.mark.rule("tressette B.7 and of four cards")
@pytest.mark.parametrize("seed", [50, 51])
def test_possible_deals_are_counted_exactly_with_four_cards_left(seed):
    state = ending(4, seed)
    view = state.view(state.to_act)
    counted = sum(is_possible(view, hands) for hands in every_world(view))
    assert Determinizer(view).count() == counted


@pytest.mark.rule("tressette B.7 a spectator's worlds too")
@pytest.mark.parametrize("seed", range(100, 106))
def test_possible_deals_for_a_spectator_are_counted_exactly(seed):
    view = ending(2, seed).view(None)
    counted = sum(is_possible(view, hands) for hands in every_world(view))
    assert Determinizer(view).count() == counted


@pytest.mark.rule("tressette B.7 every possible deal is sampled with equal probability")
def test_every_possible_deal_is_drawn_equally_often():
    states = (ending(2, seed) for seed in range(200, 260))
    known = (Determinizer(state.view(state.to_act)) for state in states)
    worlds, rng = next(one for one in known if 5 < one.count() < 60), Random(1)
    drawn = Counter(
        tuple(tuple(sorted(hand)) for hand in worlds.draw(rng)) for _ in range(200 * worlds.count())
    )
    assert len(drawn) == worlds.count()
    assert max(drawn.values()) < 270
    assert min(drawn.values()) > 140


@pytest.mark.slow
@pytest.mark.rule("tressette B.7 sampled deals fit")
@given(seed=st.integers(0, 10_000), lot=st.integers(0, 999))
def test_sampled_deals_fit_the_view(seed, lot):
    for before, *_ in walk(seed):
        if before.deal:
            view = before.view(before.to_act)
            worlds = Determinizer(view)
            hands = worlds.draw(Random(lot))
            assert worlds.fits(hands)
            assert [len(hand) for hand in hands] == list(view.hand_sizes)
            assert sorted(one for hand in hands for one in hand) == sorted(
                one for hand in true_hands(before) for one in hand
            )


# Declarations heard


@pytest.mark.rule("tressette B.7 a declaration reduces the possible deals, if it is used")
def test_declaration_reduces_the_number_of_possible_deals():
    state = holding("A 7 5")
    before = Determinizer(state.view(2)).count()
    quiet, told = state.copy(), state.copy()
    make(quiet, "5c")
    make(told, "5c palo")
    assert Determinizer(told.view(2)).count() < Determinizer(quiet.view(2)).count() / 10
    assert (
        Determinizer(told.view(2), ignore_declarations=True).count()
        == Determinizer(quiet.view(2)).count()
    )
    assert before > Determinizer(quiet.view(2)).count()


@pytest.mark.rule("tressette B.7 declarations at a manual table create no obligation")
def test_manual_declarations_exclude_no_possible_deal():
    state = playing("4c", "4c", declarations="manual")
    count = Determinizer(state.view(3)).count()
    make(state, "say piombo c", 0)
    make(state, 'say "ho tutto"', 2)
    assert Determinizer(state.view(3)).count() == count


@pytest.mark.rule("tressette B.6 a statement about the partner's suit creates no obligation")
def test_declaration_on_the_partners_suit_excludes_no_possible_deal():
    quiet, told = playing("4c", "4c"), playing("4c+compagno=faglio", "4c")
    assert Determinizer(told.view(3)).count() == Determinizer(quiet.view(3)).count()


@pytest.mark.rule("tressette B.1 an accusa shows its cards")
def test_cards_of_announced_accuse_are_fixed_in_every_possible_deal():
    state = playing("", "32Ac 3d 3s", accuse=True)
    make(state, "accuse tre-3 b")
    make(state, "accuse napoletana c")
    play(state, "4d" if "4d" in map(str, state.legal_moves(0)) else str(state.legal_moves(0)[0]))
    for lot in range(20):
        hands = Determinizer(state.view(2)).draw(Random(lot))
        held = {str(one) for one in hands[0]} | {str(one.card) for one in state.trail}
        assert {"3c", "2c", "1c", "3d", "3s"} <= held
        assert "3b" not in {str(one) for one in hands[0]}


@pytest.mark.rule("tressette B.1 the player who leads as holder of the 4 of denari holds it")
def test_first_leader_holds_the_four_of_denari_in_every_possible_deal():
    state = RULES.start(m.Options(four_leads=True), 4)
    for number in (1, 2):
        state.apply(None, RULES.chance(state, Random(number)))
    leader = state.to_act
    other = in_turn(leader)[1]
    for lot in range(20):
        hands = Determinizer(state.view(other)).draw(Random(lot))
        assert m.FIRST_LEAD in hands[leader]


def test_views_with_forged_hand_sizes_do_not_fill_the_cache_of_deal_counts():
    """Such counts were once cached forever: tens of megabytes after 100,000 forged views."""
    view = next(after.view(0) for *_, after in walk(3) if len(after.view(0).history) == 6)
    tracemalloc.start()
    try:
        for size in range(50, 450):
            Determinizer(replace(view, hand_sizes=(9, size, 2 * size, 3 * size)))
        kept, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert kept < 1_000_000
