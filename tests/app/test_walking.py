"""Keys of the hand during a match: moving by card and suit, sorting, explaining a card."""

import pytest

from audiogames.cards.card import Card
from tests.kit.places import match
from tests.kit.pressing import edge, pressed


@pytest.fixture
def pilot():
    return match("en")


def test_up_and_down_move_by_card_without_wrapping(pilot):
    assert pressed(pilot, "down") == "King of clubs."
    assert pressed(pilot, "up") == "King of clubs."
    assert edge(pilot)
    assert pressed(pilot, "down", "down") == "Ace of spades."
    assert pressed(pilot, "down") == "Ace of spades."
    assert edge(pilot)
    assert pressed(pilot, "home") == "King of clubs."
    assert pressed(pilot, "end") == "Ace of spades."


def test_up_arrow_starts_at_the_last_card(pilot):
    assert pressed(pilot, "up") == "Ace of spades."


def test_left_and_right_move_by_suit(pilot):
    assert pressed(pilot, "right") == "Clubs, king."
    assert pressed(pilot, "right") == "Hearts, seven."
    assert pressed(pilot, "right") == "Spades, ace."
    assert pressed(pilot, "right") == "Spades, ace."
    assert edge(pilot)
    assert pressed(pilot, "left") == "Hearts, seven."


def test_left_arrow_in_a_hand_without_focus_goes_to_the_last_suit(pilot):
    assert pressed(pilot, "left") == "Spades, ace."


def test_moving_by_suit_shows_the_focused_card_in_braille(pilot):
    pilot.press("right")
    assert pilot.look()[-1].braille == "Kc"


def test_digit_key_reads_a_card_without_playing_it(pilot):
    moves = len(pilot.app.session.table.log.entries)
    assert pressed(pilot, "2") == "Seven of hearts."
    assert pressed(pilot, "9") == "You hold only 3 cards."
    assert edge(pilot)
    assert pressed(pilot, "0") == "You hold only 3 cards."
    assert len(pilot.app.session.table.log.entries) == moves


def test_full_verbosity_announces_the_position_in_the_hand(pilot):
    pilot.press("f12")
    assert pressed(pilot, "2") == "Seven of hearts, 2 of 3."
    assert pressed(pilot, "right") == "Spades, ace, 3 of 3."


def test_key_that_sorts_the_hand_announces_the_new_order_and_keeps_the_focus(pilot):
    pilot.press("1")
    assert [pressed(pilot, "o") for _ in range(3)] == [
        "Order by suit.",
        "Order by rank.",
        "Order as dealt.",
    ]
    pilot.press("o")
    focused = [card.focused for card in pilot.app.frame().cards]
    assert [
        card.name for card, is_it in zip(pilot.app.frame().cards, focused, strict=True) if is_it
    ] == ["King of clubs."]


def test_focus_stays_on_its_card_after_a_draw(pilot):
    pilot.press("1", "enter", "2")
    assert pressed(pilot, "space").startswith("You draw eight of diamonds.")
    assert [card.name for card in pilot.app.frame().cards if card.focused] == ["Ace of spades."]


def test_explain_key_needs_a_focused_card(pilot):
    assert pressed(pilot, "x") == "Choose a card first, down arrow."
    assert pressed(pilot, "3", "x") == (
        "Plus 1 brings the total to 1. No effect. Plus 11 brings the total to 11. No effect."
    )


def test_enter_without_a_focus_focuses_the_first_card(pilot):
    moves = len(pilot.app.session.table.log.entries)
    assert pressed(pilot, "enter") == "King of clubs."
    assert len(pilot.app.session.table.log.entries) == moves


def test_hand_is_drawn_with_ranks_and_suits(pilot):
    pilot.press("2")
    cards = pilot.app.frame().cards
    assert [(card.rank, card.suit, card.focused) for card in cards] == [
        ("K", "c", False),
        ("7", "h", True),
        ("A", "s", False),
    ]
    assert cards[1].name == "Seven of hearts."
    assert Card.read("7h", "french").rank == cards[1].rank
