"""The luck of the cards: better cards count more, and cards already visible do not count."""

from dataclasses import replace
from random import Random

import pytest

from audiogames.core.registry import game, own_ids
from audiogames.search.arena import never
from tests.games.briscola import positions as briscola
from tests.games.novantanove import positions as novantanove
from tests.games.scopa import positions as scopa
from tests.games.tressette import positions as tressette
from tests.games.wist import positions as wist
from tests.replays import invido


def luck(id_, view, before=None):
    """Return the luck that a game computes for a view, or None."""
    return game(id_).bots.review.luck.of(view, before, Random(1), never)


def of_tressette(hand):
    return tressette.dealt(hand, leader=0).view(0)


def of_wist(hand):
    return wist.dealt(hand, turno=wist.CUORI).view(wist.in_turn()[0])


def of_invido(hand):
    return invido.played("", hand, "7s 2b Rs").view(0)


def of_scopa(hand):
    return scopa.playing(hand, "2d 4s 5b Cc").view(0)


def of_briscola(hand):
    return briscola.dealt("2c 4d 5b", hand, turned="7s").view(1)


def of_novantanove(hand):
    return novantanove.position(hand, total=56).view(0)


GOOD_TO_BAD = {
    "tressette": (of_tressette, "32AKc 32Ad 3A7s", "654c 7654d 654s"),
    "wist": (of_wist, "AKQJh AKQd AKQc AKQs", "Q98h Q97d Q86c J975s"),
    "invido": (of_invido, "3c 3b 3s", "6s 7c 6d"),
    "scopa": (of_scopa, "7d 7c Rd", "1c 2c 3s"),
    "briscola": (of_briscola, "1s 3s 1b", "2b 4b Fc"),
    "novantanove": (of_novantanove, "Tc 9c Ac", "5c 6c Kc"),
}


def test_every_game_is_covered_by_the_luck_tests():
    assert set(GOOD_TO_BAD) == set(own_ids())


@pytest.mark.slow
@pytest.mark.parametrize("id_", GOOD_TO_BAD)
def test_good_hand_counts_as_good_luck_and_bad_hand_as_bad_luck(id_):
    view_of, *hands = GOOD_TO_BAD[id_]
    good, bad = (luck(id_, view_of(hand)) for hand in hands)
    assert good.worth > 3 * good.error
    assert bad.worth < -3 * bad.error


ONCE_A_DEAL = ("tressette", "wist", "invido")
"""Games that deal a whole hand at once."""


@pytest.mark.parametrize("id_", ONCE_A_DEAL)
def test_dealt_hand_counts_as_luck_only_once(id_):
    view_of, hand, _ = GOOD_TO_BAD[id_]
    assert luck(id_, view_of(hand), view_of(hand)) is None


def drawn(view_of, kept, card):
    """Return the luck of drawing `card` when the hand has the cards `kept`."""
    after = view_of(f"{kept} {card}")
    before = replace(after, hand=tuple(one for one in after.hand if str(one) != str(card)))
    return luck(view_of.__name__[3:], after, before)


@pytest.mark.parametrize(
    ("view_of", "kept", "good", "bad"),
    [
        (of_scopa, "4b Fb", "7d", "1c"),
        (of_briscola, "4b Fb", "1s", "2d"),
        (of_novantanove, "Kc Kd", "Tc", "5c"),
    ],
)
def test_drawn_card_counts_as_luck_and_held_cards_do_not(view_of, kept, good, bad):
    assert drawn(view_of, kept, good).worth > 0 > drawn(view_of, kept, bad).worth
    assert luck(view_of.__name__[3:], view_of(f"{kept} {bad}"), view_of(f"{kept} {bad}")) is None


def test_visible_turned_up_card_does_not_count_as_luck():
    before = replace(of_briscola("4b Fb 6d"), turned=briscola.cards("1s")[0])
    after = replace(before, hand=briscola.cards("4b Fb 1s"), turned=None)
    assert luck("briscola", after, before) is None


@pytest.mark.parametrize("kept", ["Kc Kd", "Ac 7d"])
def test_luck_of_all_possible_draws_sums_to_zero(kept):
    pack = novantanove.RULES.start(game("novantanove").options(), 3).pack()
    others = [card for card in pack if str(card) not in kept.split()]
    found = [drawn(of_novantanove, kept, card).worth for card in others]
    assert sum(found) == pytest.approx(0, abs=1e-6)


def test_novantanove_hand_of_two_cards_has_no_luck():
    view = novantanove.position("Ac 5d", total=22, seats=2).view(0)
    assert luck("novantanove", view, novantanove.position("Ac 5d 6c", seats=2).view(0)) is None


@pytest.mark.slow
def test_hidden_wist_hand_counts_as_luck_once_it_is_seen():
    state = wist.dealt("AKQJh AKQd AKQc AKQs", turno=wist.BUIO)
    seat = wist.in_turn()[0]
    dark = state.view(seat)
    assert luck("wist", dark) is None
    seen = replace(dark, hidden=False, bidding=False, hand=of_wist("AKQJh AKQd AKQc AKQs").hand)
    assert luck("wist", seen, dark).worth > 0
