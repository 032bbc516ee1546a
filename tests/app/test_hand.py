"""The focus in the hand stays on its card when the hand changes."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from audiogames.app.match.hand import UNSORTED, Hand
from audiogames.cards.card import FRENCH, ITALIAN, Card


def cards(words, pack="french"):
    return tuple(Card.read(word, pack) for word in words.split())


def holding(words, pack="french"):
    hand = Hand()
    hand.update(cards(words, pack))
    return hand


def read(hand):
    return " ".join(map(str, hand.cards))


def test_new_hand_has_no_focused_card():
    hand = holding("Kc 7h As")
    assert hand.focused is None
    assert read(hand) == "Kc 7h As"


def test_first_step_in_the_hand_focuses_the_first_or_last_card():
    hand = holding("Kc 7h As")
    assert hand.step(1)
    assert str(hand.focused) == "Kc"
    hand = holding("Kc 7h As")
    assert hand.step(-1)
    assert str(hand.focused) == "As"


def test_focus_stops_at_the_first_and_last_card_of_the_hand():
    hand = holding("Kc 7h")
    assert [hand.step(1), hand.step(1), hand.step(1)] == [True, True, False]
    assert [hand.step(-1), hand.step(-1)] == [True, False]


@pytest.mark.parametrize(
    ("place", "found", "card"), [(0, True, "Kc"), (2, True, "As"), (5, False, "As")]
)
def test_number_greater_than_the_hand_size_focuses_the_last_card(place, found, card):
    hand = holding("Kc 7h As")
    assert hand.go(place) is found
    assert str(hand.focused) == card


def test_step_by_suit_focuses_the_first_card_of_each_suit():
    hand = holding("2c 3c 5h 7s 9s")
    told = [(hand.step_suit(by), str(hand.focused)) for by in (1, 1, 1, 1, -1, -1, -1)]
    assert told == [
        (True, "2c"),
        (True, "5h"),
        (True, "7s"),
        (False, "7s"),
        (True, "5h"),
        (True, "2c"),
        (False, "2c"),
    ]


def test_step_back_by_suit_goes_to_the_previous_suit():
    hand = holding("2c 3c 5h 7s 9s")
    hand.go(4)
    assert hand.step_suit(-1)
    assert str(hand.focused) == "5h"
    hand.go(1)
    assert not hand.step_suit(-1)
    assert str(hand.focused) == "3c", "there is no suit before: the focus stays"


def test_first_step_by_suit_focuses_the_first_or_the_last_suit():
    hand = holding("2c 3c 5h 7s 9s")
    hand.step_suit(1)
    assert str(hand.focused) == "2c"
    hand = holding("2c 3c 5h 7s 9s")
    hand.step_suit(-1)
    assert str(hand.focused) == "7s"


def test_hand_has_no_focus_after_the_focused_card_leaves_it():
    hand = holding("Kc 7h As")
    hand.go(1)
    hand.update(cards("Kc As"))
    assert hand.focused is None
    hand.step(1)
    assert str(hand.focused) == "Kc"


def test_focus_follows_its_card_into_a_shorter_hand():
    hand = holding("Kc 7h As 2d")
    hand.go(3)
    hand.update(cards("7h 2d"))
    assert str(hand.focused) == "2d"
    hand.update(cards("2d"))
    assert str(hand.focused) == "2d"
    hand.update(())
    assert hand.focused is None
    assert hand.cards == []


def test_focus_stays_on_the_same_card_if_an_equal_one_is_in_the_hand():
    hand = holding("7h Kc 7h")
    hand.go(2)
    hand.update(cards("7h Kc 7h 2c"))
    assert hand.place == 2


def test_order_key_cycles_through_the_orders_of_the_hand():
    hand = holding("Ks 7h As 7c")
    hand.go(0)
    told = [(hand.next_order(), read(hand), str(hand.focused)) for _ in UNSORTED]
    assert [name for name, _, _ in told] == ["suit", "rank", "dealt"]
    assert [focused for _, _, focused in told] == ["Ks"] * 3
    by_suit, by_rank = (text.split() for _, text, _ in told[:2])
    assert [card[1] for card in by_suit] == sorted((card[1] for card in by_suit), key="cdhs".index)
    assert [card[0] for card in by_rank] in (["A", "7", "7", "K"], ["7", "7", "K", "A"])


def test_changing_the_order_of_the_hand_sets_no_focus():
    hand = holding("Ks 7h")
    hand.next_order()
    assert hand.focused is None


def test_italian_cards_are_ordered_by_their_ranks():
    hand = Hand()
    hand.update([ITALIAN[25], ITALIAN[7], ITALIAN[5]])
    hand.next_order()
    assert hand.cards == [ITALIAN[5], ITALIAN[7], ITALIAN[25]]
    hand.next_order()
    assert hand.cards == [ITALIAN[5], ITALIAN[25], ITALIAN[7]]


def test_hand_is_initially_sorted_by_suit_in_a_game_that_sorts_hands():
    hand = Hand(lambda card: ("hscd".index(card.suit), "KQ7".index(card.rank)))
    hand.update(cards("7s Kc Qh 7h Ks"))
    assert read(hand) == "Qh 7h Ks 7s Kc"
    hand.go(1)
    names = []
    for _ in range(3):
        names.append(hand.next_order())
        hand.update(cards("7s Kc Qh 7h Ks"))
        names.append(read(hand))
        assert str(hand.focused) == "7h"
    assert names == [
        "rank",
        "Ks Kc Qh 7h 7s",
        "dealt",
        "7s Kc Qh 7h Ks",
        "suit",
        "Qh 7h Ks 7s Kc",
    ]


HANDS = st.lists(st.sampled_from([*FRENCH[:6], *ITALIAN[:3]]), max_size=8)


@given(HANDS, st.lists(st.tuples(st.sampled_from("sugo"), st.integers(-3, 12), HANDS)))
def test_focus_is_always_on_a_card_of_the_hand(first, steps):
    hand = Hand()
    hand.update(first)
    for what, number, held in steps:
        if what == "s" and hand.cards:
            hand.step(1 if number > 0 else -1)
        elif what == "u":
            before = hand.focused
            hand.update(held)
            assert hand.focused is (before if before in held else None)
        elif what == "g" and hand.cards:
            hand.go(number)
        elif what == "o":
            before = hand.focused
            hand.next_order()
            assert hand.focused is before
        assert hand.focused is None or hand.focused in hand.cards
