"""The hand in a match: its cards and suits are walked, put in order, explained and drawn."""

import pytest

from audiogames.cards.card import Card
from tests.kit.places import match
from tests.kit.pressing import edge, pressed


@pytest.fixture
def pilot():
    return match("en")


def test_cards_are_walked_without_wrapping(pilot):
    assert pressed(pilot, "down") == "King of clubs."
    assert pressed(pilot, "up") == "King of clubs."
    assert edge(pilot)
    assert pressed(pilot, "down", "down") == "Ace of spades."
    assert pressed(pilot, "down") == "Ace of spades."
    assert edge(pilot)
    assert pressed(pilot, "home") == "King of clubs."
    assert pressed(pilot, "end") == "Ace of spades."


def test_up_begins_at_the_last_card(pilot):
    assert pressed(pilot, "up") == "Ace of spades."


def test_suits_are_walked_by_left_and_right(pilot):
    assert pressed(pilot, "right") == "Clubs, king."
    assert pressed(pilot, "right") == "Hearts, seven."
    assert pressed(pilot, "right") == "Spades, ace."
    assert pressed(pilot, "right") == "Spades, ace."
    assert edge(pilot)
    assert pressed(pilot, "left") == "Hearts, seven."


def test_left_begins_at_the_last_suit(pilot):
    assert pressed(pilot, "left") == "Spades, ace."


def test_a_suit_is_brailled_as_its_card(pilot):
    pilot.press("right")
    assert pilot.look()[-1].braille == "Kc"


def test_a_digit_reads_a_card_and_plays_none(pilot):
    moves = len(pilot.app.session.table.log.entries)
    assert pressed(pilot, "2") == "Seven of hearts."
    assert pressed(pilot, "9") == "You hold only 3 cards."
    assert edge(pilot)
    assert pressed(pilot, "0") == "You hold only 3 cards."
    assert len(pilot.app.session.table.log.entries) == moves


def test_at_the_full_level_the_place_is_told(pilot):
    pilot.press("f12")
    assert pressed(pilot, "2") == "Seven of hearts, 2 of 3."
    assert pressed(pilot, "right") == "Spades, ace, 3 of 3."


def test_orders_are_named_and_the_focus_stays_on_its_card(pilot):
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


def test_after_a_draw_the_focus_is_on_its_card(pilot):
    pilot.press("1", "enter", "2")
    assert pressed(pilot, "space").startswith("You draw eight of diamonds.")
    assert [card.name for card in pilot.app.frame().cards if card.focused] == ["Ace of spades."]


def test_explaining_needs_a_card(pilot):
    assert pressed(pilot, "x") == "Choose a card first, down arrow."
    assert pressed(pilot, "3", "x") == (
        "Plus 1 brings the total to 1. No effect. Plus 11 brings the total to 11. No effect."
    )


def test_enter_without_a_focus_goes_to_the_first_card(pilot):
    moves = len(pilot.app.session.table.log.entries)
    assert pressed(pilot, "enter") == "King of clubs."
    assert len(pilot.app.session.table.log.entries) == moves


def test_a_hand_is_drawn_with_its_ranks_and_suits(pilot):
    pilot.press("2")
    cards = pilot.app.frame().cards
    assert [(card.rank, card.suit, card.focused) for card in cards] == [
        ("K", "c", False),
        ("7", "h", True),
        ("A", "s", False),
    ]
    assert cards[1].name == "Seven of hearts."
    assert Card.read("7h", "french").rank == cards[1].rank
