"""Played cards as evidence: their players probably held no card that was better."""

from random import Random

import pytest

from audiogames.cards.course import suit_number
from audiogames.games.wist.bots.belief import Belief
from audiogames.games.wist.bots.likelihood import (
    STRONG,
    WEAK,
    CardEvidence,
    PlayedCard,
    evidence_against,
)
from audiogames.games.wist.model import PLAYS, SUITS
from tests.games.wist.positions import CUORI, LIBERA, bid, cards, dealt, play, playing


def card(text):
    return PLAYS[cards(text)[0]]


def told(played, other, best="", *, needs, led="h", trump="s"):
    """Return the evidence against holding `other`, from playing `played` to a trick."""
    beaten = card(best) if best else None
    choice = PlayedCard(
        card(played), beaten, suit_number(led, SUITS), suit_number(trump, SUITS), needs
    )
    return evidence_against(choice, card(other))


@pytest.mark.parametrize(
    ("played", "other", "needs", "expected"),
    [
        ("8h", "9d", True, WEAK),
        ("8h", "7h", True, 0),
        ("8h", "7d", False, WEAK),
        ("8h", "9h", False, 0),
    ],
)
def test_lead_is_evidence_that_the_leader_lacks_cards_that_serve_the_bid_better(
    played, other, needs, expected
):
    assert told(played, other, needs=needs) == expected


@pytest.mark.parametrize(
    ("played", "other", "needs", "expected"),
    [
        ("8h", "Th", False, STRONG),  # below the jack, above the card they gave
        ("8h", "7h", False, 0),
        ("8h", "Kh", False, 0),
        ("Kh", "7h", False, STRONG),  # they went above and could have ducked
        ("Kh", "Qh", False, 0),
        ("Ah", "Kh", True, STRONG),  # cheaper, and it would have taken as well
        ("Ah", "9h", True, 0),
        ("8h", "Kh", True, STRONG),  # this card would have taken
        ("8h", "7h", True, STRONG),  # nothing took: they give their lowest
        ("8h", "9h", True, 0),
        ("8h", "9d", True, 0),  # no evidence about other suits
    ],
)
def test_card_following_a_jack_is_evidence_against_better_cards(played, other, needs, expected):
    assert told(played, other, "Jh", needs=needs) == expected


@pytest.mark.parametrize(
    ("played", "other", "needs", "expected"),
    [
        ("8s", "7s", True, STRONG),  # a lower trump took as well
        ("8s", "9s", True, 0),
        ("8s", "9d", False, STRONG),  # they cut, wanting no trick, with another card in hand
        ("8d", "2s", True, STRONG),  # they did not cut
        ("8d", "7c", True, WEAK),
        ("8d", "9c", True, 0),
        ("8d", "9c", False, WEAK),
        ("8d", "7c", False, 0),
        ("8d", "9s", False, 0),
    ],
)
def test_card_of_a_void_player_is_evidence_against_better_cards(played, other, needs, expected):
    assert told(played, other, "Jh", needs=needs) == expected


def test_card_played_after_a_trump_is_evidence_about_higher_cards():
    assert told("8h", "Ah", "2s", needs=False) == STRONG
    assert told("8h", "7h", "2s", needs=False) == 0
    assert told("8h", "7h", "2s", needs=True) == STRONG


def seen_by_the_last(turno=LIBERA, **more):
    """Return the view of the last player of a trick, its leader, and the order of seats."""
    state = playing("J5h 3d", "84h 4d", "A3h 5d", "T92h", turno=turno, **more)
    first = state.to_act
    play(state, "Jh 8h Ah")
    return state.view(state.to_act), first, state.following


def test_card_likelihoods_differ_by_player():
    view, first, following = seen_by_the_last(bids=(1, 0, 1, 2))
    second = following[first]
    third = following[second]
    found = CardEvidence(view).likelihoods
    king, queen, seven = cards("KQ7h")
    assert found[second][king] == found[second][seven] == 1
    assert found[third][king] < 0.2
    assert found[third][queen] < 0.2
    assert found[third][seven] == 1
    assert set(found[view.seat].values()) == {1}
    assert set(found[-1].values()) == {1}


def test_card_evidence_that_depends_on_a_bid_is_ignored_if_the_bid_is_secret():
    state = dealt("J5h 3d", "84h 4d", "A3h 5d", "T92h", turno=7)
    first = state.to_act
    bid(state, 1, 0, 1, 2)
    play(state, "Jh 8h Ah")
    found = CardEvidence(state.view(state.to_act)).likelihoods
    second = state.following[first]
    assert set(found[second].values()) == {1}


def test_sampled_deals_follow_the_card_evidence():
    """The third player took the jack with the ace, so probably holds no king or queen."""
    view, first, following = seen_by_the_last(turno=CUORI, bids=(1, 0, 1, 2))
    third = following[following[first]]
    worlds = Belief(view, Random(3)).sample(200, lambda: False)
    hands = [[play.card for play in world.state.hands[third]] for world in worlds]
    king, seven = cards("K7h")
    assert sum(king in hand for hand in hands) < sum(seven in hand for hand in hands) / 2


def after_two_hearts(second):
    """Return the evidence after the second player has ducked twice, and that player's seat.

    The player wants no trick; `second` is the heart that they play first.
    """
    later = "9h" if second == "5h" else "5h"
    state = playing("JTh 3d", "95h 4d", "A3h 5d", "42h 6d", bids=(1, 0, 1, 2), turno=LIBERA)
    first = state.to_act
    play(state, f"Jh {second} 3h 2h Th {later} Ah 4h")
    return CardEvidence(state.view(state.to_act)), state.following[first]


def test_trust_in_a_player_falls_after_a_play_that_contradicts_the_model():
    """A player who gives the five under a jack but keeps the nine contradicts the model."""
    kept, second = after_two_hearts("9h")
    broken, _ = after_two_hearts("5h")
    assert kept.trust[second] == 1
    assert broken.trust[second] < 1 / 2


def test_play_of_a_less_trusted_player_is_weaker_evidence_of_the_hand():
    [eight] = cards("8h")
    kept, second = after_two_hearts("9h")
    broken, _ = after_two_hearts("5h")
    assert kept.likelihoods[second][eight] < broken.likelihoods[second][eight] < 1
