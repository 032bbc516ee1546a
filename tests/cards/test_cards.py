"""Tests of cards and packs: identity, text form, sorting, and the dealer's moves."""

import copy
import pickle

import pytest

from audiogames.cards.card import FRENCH, ITALIAN, Card, HandOrder, packets
from audiogames.cards.dealing import Deal, Dealer, Reshuffle, read_cards, read_seat, same_cards
from audiogames.core.contract import Refused

PACKS = [("french", FRENCH, "A23456789TJQK", "cdhs"), ("italian", ITALIAN, "1234567FCR", "cdsb")]


@pytest.mark.rule("Text forms: ranks and suits of the two packs")
@pytest.mark.parametrize(("name", "pack", "ranks", "suits"), PACKS)
def test_pack_has_one_card_of_each_rank_and_suit(name, pack, ranks, suits):
    assert {str(card) for card in pack} == {rank + suit for rank in ranks for suit in suits}
    assert len(set(pack)) == len(pack) == len(ranks) * len(suits)
    assert all(Card.read(str(card), name) is card for card in pack)


def test_card_keeps_its_identity_when_copied_or_pickled():
    for card in (*FRENCH, *ITALIAN):
        assert pickle.loads(pickle.dumps(card)) is card  # noqa: S301 - our own
        assert copy.copy(card) is card
        assert copy.deepcopy([card])[0] is card


def test_cards_of_two_packs_with_the_same_text_are_different():
    assert Card.read("3c", "french") != Card.read("3c", "italian")
    assert repr(Card.read("3c", "italian")) == "<italian 3c>"


def test_cards_sort_by_suit_then_rank():
    assert sorted(set(FRENCH)) == list(FRENCH)
    assert [str(card) for card in FRENCH[:3]] == ["Ac", "2c", "3c"]


@pytest.mark.parametrize("text", ["", "Xc", "c3", "3C", "10h", "3 c"])
def test_unknown_card_is_refused(text):
    with pytest.raises(KeyError):
        Card.read(text, "french")
    with pytest.raises(Refused, match="malformed"):
        read_cards(["Kc", text], "french")


def test_dealer_moves_have_text_forms():
    some = read_cards(["Kc", "7h"], "french")
    assert str(Dealer(2)) == "dealer 2"
    assert str(Deal(some)) == "deal Kc 7h"
    assert str(Reshuffle(some)) == "reshuffle Kc 7h"


@pytest.mark.parametrize("words", [[], ["1", "2"], ["x"], ["-1"], ["01"], ["100"], ["9" * 5000]])
def test_malformed_seat_is_refused(words):
    with pytest.raises(Refused, match="malformed"):
        read_seat(words)


def test_seat_is_parsed_from_its_number():
    assert [read_seat([str(seat)]) for seat in range(13)] == list(range(13))


def test_same_cards_function_ignores_order_but_counts_copies():
    three = FRENCH[:3]
    assert same_cards(three, three[::-1])
    assert not same_cards(three, FRENCH[:2])
    assert not same_cards(three, (three[0], three[0], three[1]))
    assert same_cards((), ())


def test_packets_of_cards_are_taken_from_the_top_of_the_pack():
    first, none, second, left = packets(ITALIAN, (3, 0, 2))
    assert (first, none, second) == (ITALIAN[:3], (), ITALIAN[3:5])
    assert left == ITALIAN[5:]
    assert packets(ITALIAN[:2], (1, 3)) == [ITALIAN[:1], ITALIAN[1:2], ()]


def test_hand_is_sorted_by_suit_then_from_the_strongest():
    strength = {card: "24567FCR31".index(card.rank) for card in ITALIAN}
    hand = read_cards(["7b", "1d", "3d", "Rc", "2d", "1c"], "italian")
    assert " ".join(map(str, HandOrder(strength).sorted(hand))) == "1c Rc 1d 3d 2d 7b"
