"""Uncertain evidence on hidden hands: others' cards, silent leads, unverified declarations."""

from math import exp, isclose, log
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from audiogames.games.tressette import declarations as d
from audiogames.games.tressette import model as m
from audiogames.games.tressette.bots import features
from audiogames.games.tressette.bots.fitted import WEIGHTS
from audiogames.games.tressette.bots.likelihood import (
    FALSE,
    StatementLikelihood,
    WorldLikelihood,
    observed_plays,
    silences,
    unverified,
)
from audiogames.games.tressette.determinization import Determinizer, set_of
from tests.games.tressette.positions import card, cards, dealt, listeners, play, playing, walk


def share(view, seat, holds, *, weighted=True, ignore_declarations=False, draws=600):
    """Return the probability that `holds` is true of a seat's hand, over sampled deals."""
    worlds, likelihood, rng = (
        Determinizer(view),
        WorldLikelihood(view, ignore_declarations=ignore_declarations),
        Random(1),
    )
    drawn = [worlds.draw_sets(rng) for _ in range(draws)]
    weights = [exp(likelihood.log_likelihood(hands)) if weighted else 1.0 for hands in drawn]
    pairs = zip(drawn, weights, strict=True)
    return sum(weight for hands, weight in pairs if holds(hands[seat])) / sum(weights)


def has(what):
    """Return a predicate: whether a hand holds this card."""
    bit = set_of([card(what)])
    return lambda hand: bool(hand & bit)


def coppe_left(hand):
    return (hand & d.WHOLE).bit_count()


def start_of(seed, count):
    """Return a deal after `count` random cards, without declarations."""
    for _, _, _, _, state in walk(seed, boxes=False):
        if len(state.trail) == count:
            return state.copy()
    raise AssertionError(count)


# Choices


@given(seed=st.integers(0, 300), count=st.integers(1, 38))
def test_likelihoods_of_the_legal_cards_sum_to_one(seed, count):
    """One of the legal cards is always played."""
    state = start_of(seed, count)
    seat = state.to_act
    found = []
    for move in state.legal_moves(seat):
        tried = state.copy()
        tried.apply(seat, move)
        *_, last = observed_plays(tried.view(m.partner(seat)))
        found.append(exp(last.log_likelihood(set_of(tried.held(seat)))))
    assert isclose(sum(found), 1, rel_tol=1e-6)


@given(seed=st.integers(0, 300), count=st.integers(1, 39))
def test_evidence_about_hidden_hands_excludes_the_plays_of_the_viewing_seat(seed, count):
    view = start_of(seed, count).view(0)
    assert [one.seat for one in observed_plays(view)] == [
        seat for seat, _ in view.history if seat != 0
    ]
    assert len(list(observed_plays(start_of(seed, count).view(None)))) == count


def test_ace_is_less_likely_in_a_hand_that_did_not_give_it_to_the_partner():
    """The partner has led the tre, and the player follows with the fante."""
    view = playing("3c 4c Fc 5c", "3c", "4c", "FKc", "5Ac").view(3)
    assert share(view, 2, has("Ac")) < 0.8 * share(view, 2, has("Ac"), weighted=False)


@pytest.mark.slow
def test_fitted_weights_match_the_features_seen_in_play_up_to_ten_percent():
    """A renamed feature must be fitted again, or this test fails."""
    seen = set()
    for seed in range(40):
        for _, _, move, _, state in walk(seed, boxes=False):
            if isinstance(move, m.Play):
                *_, one = observed_plays(state.view(None))
                held = d.ranks_of([*state.held(one.seat), move.card], one.suit)
                for each in features.bits(held):
                    seen.update(features.features(one.now, one.suit, each, held))
    assert len(set(WEIGHTS) - seen) < 0.1 * len(WEIGHTS)
    assert len(seen - set(WEIGHTS)) < 0.1 * len(WEIGHTS)


# Silence


def test_silent_lead_makes_a_long_suit_less_likely():
    """With three or four cards the leader would have had terzo or lungo to declare."""
    view = playing("4c", "4567c", "Fc", "Kc", "Cc").view(2)
    heard, unheard = (
        share(view, 0, lambda hand: coppe_left(hand) > 1, ignore_declarations=ignored)
        for ignored in (False, True)
    )
    assert heard < 0.9 * unheard


def test_lead_without_a_declaration_is_evidence_only_if_declarations_are_automatic():
    hands = "4567c", "Fc", "Kc", "Cc"
    for declarations in ("manual", "none"):
        view = playing("4c", *hands, declarations=declarations).view(2)
        assert list(silences(view)) == []


def test_lead_without_a_declaration_is_no_evidence_if_its_suit_was_declared_before():
    """The leader has declared in coppe, so rule B.4 forbids another declaration in it."""
    state = playing("3c+palo 4c Fc 5c", "3Kc 67c", "4c 2d", "Fc 3d", "5c Ad")
    assert list(silences(state.view(1))) == []
    play(state, "Kc")
    assert list(silences(state.view(1))) == []


def test_second_consecutive_lead_of_a_suit_without_a_declaration_is_no_evidence():
    """The leader led a suit silently, won the trick, and led the same suit silently again.

    Rule B.4 permits no declaration on the second lead, so only the first silence is evidence.
    """
    state = playing("3c 4c Fc 5c Kc", "3Kc 67c", "4c 2d", "Fc 3d", "5c Ad")
    assert [one.readings[0].at for one in silences(state.view(1))] == [0]


def test_lead_without_a_declaration_is_stronger_evidence_if_the_player_often_declares():
    """A leader who always declares, but led silently, probably did not hold three denari."""
    against = []
    for first in ("3c", "3c+palo"):
        state = playing(f"{first} 4c 6c 5c 7d", "3FCc 3C7d", "4c 4d", "6c 5d", "5c 6d 7s")
        held = [set_of(state.held(seat)) for seat in range(4)]
        swapped = set_of(cards("3d 7s"))
        other = [held[0] ^ swapped, held[1] ^ swapped, held[2], held[3]]
        statements = StatementLikelihood(state.view(2))
        against.append(
            statements.log_likelihood(tuple(other)) - statements.log_likelihood(tuple(held))
        )
    quiet, spoken = against
    assert 0 < quiet < spoken


# Remarks that are no declarations


def manual(*said, script="", seats=()):
    """Return a deal with spoken declarations: these remarks, then the cards of `script`."""
    state = dealt("4567c", "Fc", "KCc", "2c", declarations="manual")
    for seat, text in said:
        state.apply(seat, m.SayDeclaration(*text.split()))
    play(state, script)
    return state


@pytest.mark.parametrize("said", ["tre-terzo c", "tre-terzo", "busso c", "busso"])
def test_manual_declaration_makes_its_meaning_likely_but_not_certain(said):
    state = manual((0, said), script="4c")
    view = state.view(2)
    assert share(view, 0, has("3c"), weighted=False) < 0.5 < share(view, 0, has("3c")) < 1


def test_manual_declaration_may_follow_the_card():
    state = manual(script="4c")
    state.apply(0, m.SayDeclaration("busso", "c"))
    (one,) = unverified(state.view(2))
    assert one.readings[0].at == 0
    assert StatementLikelihood(state.view(2)).log_likelihood(
        tuple(set_of(state.held(seat)) for seat in range(4))
    ) == pytest.approx(log(FALSE))


@pytest.mark.parametrize(
    ("seat", "said"),
    [(0, "busso d"), (3, "busso c"), (0, "liscio-al-palo-del-mio-compagno"), (2, "busso c")],
)
def test_only_a_manual_declaration_by_the_leader_about_the_suit_led_is_evidence(seat, said):
    state = manual((seat, said), script="4c")
    assert list(unverified(state.view(1))) == []


def test_ambiguous_declaration_may_have_either_meaning():
    """ "La migliore" means ventotto piombo or terzo."""
    state = dealt("2A4c", "Fc", "KCc", "3c", declarations="manual")
    state.apply(0, m.SayDeclaration("la-migliore", "c"))
    play(state, "2c")
    (one,) = unverified(state.view(2))
    assert len(one.readings) == 2
    assert one.is_true_of(set_of(cards("A4c")))
    assert one.is_true_of(set_of(cards("Ac")))
    assert not one.is_true_of(set_of(cards("4c")))


def test_manual_declaration_on_a_captured_suit_is_evidence_about_the_speakers_cards():
    state = dealt("4c", "3c", "6c", "5c", declarations="manual")
    play(state, "4c 3c 6c 5c")
    state.apply(state.to_act, m.SayDeclaration("ho-fatto-questo-piombo", "c"))
    (one,) = unverified(state.view(0))
    assert one.is_true_of(set_of(cards("4d")))
    assert not one.is_true_of(set_of(cards("7c")))


def test_faglio_on_the_partners_suit_excludes_cards_of_that_suit():
    state = playing("3c+palo 4c 6c 5c Cc Ac 2c 7c", "3FCc", "4Ac", "62c 4d", "57c")
    assert state.to_act == 2
    play(state, "4d+compagno=faglio")
    (one,) = unverified(state.view(0))
    assert (one.seat, one.suit) == (2, "c")
    assert one.is_true_of(set_of(cards("5d")))
    assert not one.is_true_of(set_of(cards("Kc")))


def test_true_hands_have_a_positive_likelihood_for_every_listener():
    state = playing("3c+palo 4c 6c 5c", "3FKc", "4Ac", "62c", "57c")
    hands = tuple(set_of(state.held(seat)) for seat in range(4))
    for seat in listeners():
        assert WorldLikelihood(state.view(seat)).log_likelihood(hands) <= 0
