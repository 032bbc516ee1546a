"""Tests of redealing the unseen cards, and of shuffling."""

from collections import Counter
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from audiogames.cards.card import FRENCH, ITALIAN, Card, shuffled
from audiogames.cards.hidden import deal_hidden


def cards(text):
    return [Card.read(word, "french") for word in text.split()]


def anything(_place, _card):
    return True


@st.composite
def problems(draw):
    """Generate cards to redeal, the size of each hand, and the suits that each hand lacks.

    The last hand is for cards that no player holds.
    """
    lot = Random(draw(st.integers(0, 10_000)))
    pack = draw(st.sampled_from([FRENCH, ITALIAN]))
    hidden = list(lot.sample(pack, draw(st.integers(0, len(pack)))))
    places = draw(st.integers(1, 5))
    hands = [[] for _ in range(places + 1)]
    for card in hidden:
        hands[lot.randrange(places + 1)].append(card)
    suits = sorted({card.suit for card in pack})
    lacks = {
        (place, suit)
        for place, hand in enumerate(hands[:-1])
        for suit in suits
        if all(card.suit != suit for card in hand) and lot.random() < 0.9
    }
    return hidden, list(map(len, hands)), lacks


def dealt(problem, lot):
    hidden, sizes, lacks = problem
    return deal_hidden(
        hidden, sizes[:-1], lambda place, card: (place, card.suit) not in lacks, Random(lot)
    )


@given(problem=problems(), lot=st.integers(0, 999))
def test_dealing_hidden_cards_fills_each_hand_to_its_size(problem, lot):
    assert [len(hand) for hand in dealt(problem, lot)] == problem[1]


@given(problem=problems(), lot=st.integers(0, 999))
def test_hidden_deal_contains_every_card_once(problem, lot):
    found = [card for hand in dealt(problem, lot) for card in hand]
    assert sorted(found) == sorted(problem[0])


@given(problem=problems(), lot=st.integers(0, 999))
def test_hidden_deal_respects_known_voids(problem, lot):
    hands = dealt(problem, lot)[:-1]
    assert {(place, card.suit) for place, hand in enumerate(hands) for card in hand}.isdisjoint(
        problem[2]
    )


@given(problem=problems(), lot=st.integers(0, 999))
def test_hidden_deal_repeats_with_the_same_seed(problem, lot):
    assert dealt(problem, lot) == dealt(problem, lot)


@given(problem=problems(), lot=st.integers(0, 999))
def test_hidden_deal_does_not_depend_on_the_order_of_the_unseen_cards(problem, lot):
    hidden, sizes, lacks = problem
    assert dealt((hidden[::-1], sizes, lacks), lot) == dealt(problem, lot)


def test_hidden_deal_leaves_its_arguments_unchanged():
    hidden, sizes = cards("2h 3h 4h"), [1, 1]
    deal_hidden(hidden, sizes, anything, Random(1))
    assert (hidden, sizes) == (cards("2h 3h 4h"), [1, 1])


def test_dealing_no_hidden_cards_gives_empty_hands():
    assert deal_hidden([], [0, 0], anything, Random(1)) == [[], [], []]


def test_dealing_hidden_cards_returns_undealt_cards_as_an_additional_hand():
    hands = deal_hidden(cards("2h 3h 4h 5h"), [1, 0], anything, Random(1))
    assert [len(hand) for hand in hands] == [1, 0, 3]


def test_restrictions_on_hands_do_not_apply_to_undealt_cards():
    """The rule forbids every card in every hand, but these hands get no cards."""
    hands = deal_hidden(cards("2h 3h 4h"), [0, 0], lambda _place, _card: False, Random(1))
    assert sorted(hands[2]) == cards("2h 3h 4h")


# The cards that each of three hands may hold; one deal fits, or few of many
CHAIN = {0: "2h 3h", 1: "3h 4h", 2: "4h"}
CIRCLE = {0: "2h 3h", 1: "3h 4h", 2: "4h 2h"}
LADDER = {0: "2h 3h 4h 5h", 1: "2h 3h 4h", 2: "2h 3h"}

LOTS = range(50)


def fitting(allowed, sizes, lot):
    may = {place: set(cards(text)) for place, text in allowed.items()}
    hidden = sorted(set().union(*may.values()))
    return deal_hidden(hidden, sizes, lambda place, card: card in may[place], Random(lot))


def test_dealing_hidden_cards_finds_the_only_possible_hands():
    for lot in LOTS:
        hands = fitting(CHAIN, [1, 1, 1], lot)
        assert hands == [cards("2h"), cards("3h"), cards("4h"), []], lot


def test_dealing_hidden_cards_exchanges_cards_until_each_hand_has_only_possible_cards():
    for lot in LOTS:
        hands = fitting(LADDER, [2, 1, 1], lot)
        assert cards("5h")[0] in hands[0], lot
        assert [len(hand) for hand in hands] == [2, 1, 1, 0], lot


def test_dealing_hidden_cards_succeeds_if_each_hand_restricts_the_next_in_a_long_chain():
    """Each hand may get only its own card or the next hand's: a wrong card shifts all others."""
    row = cards("2h 3h 4h 5h 6h 7h 8h 9h")
    allowed = {place: set(row[place : place + 2]) for place in range(len(row))}
    for lot in LOTS:
        hands = deal_hidden(row, [1] * 8, lambda place, card: card in allowed[place], Random(lot))
        assert hands == [*([card] for card in row), []], lot


def test_dealing_hidden_cards_can_produce_every_possible_deal():
    found = {str(fitting(CIRCLE, [1, 1, 1], lot)) for lot in range(100)}
    assert len(found) == 2


def test_redeal_of_unseen_cards_without_restrictions_is_uniform():
    places = Counter()
    for lot in range(400):
        hands = deal_hidden(cards("2h 3h 4h 5h"), [1, 2], anything, Random(lot))
        places.update((card, place) for place, hand in enumerate(hands) for card in hand)
    assert len(places) == 12
    for (_, place), times in places.items():
        expected = 400 * (1, 2, 1)[place] / 4
        assert 0.7 * expected < times < 1.3 * expected


# Shuffling


@given(lot=st.integers(0, 9999), count=st.integers(0, 52))
def test_shuffle_keeps_the_cards(lot, count):
    some = FRENCH[:count]
    found = shuffled(some, Random(lot))
    assert sorted(found) == list(some)
    assert isinstance(found, tuple)


def test_shuffle_keeps_duplicate_cards():
    twice = FRENCH + FRENCH
    assert Counter(shuffled(twice, Random(1))) == Counter(twice)


@given(lot=st.integers(0, 9999))
def test_shuffle_repeats_with_the_same_seed(lot):
    assert shuffled(FRENCH, Random(lot)) == shuffled(FRENCH, Random(lot))


def test_shuffle_can_give_every_order():
    some = FRENCH[:4]
    orders = Counter(shuffled(some, Random(lot)) for lot in range(2400))
    assert len(orders) == 24
    assert min(orders.values()) > 50
