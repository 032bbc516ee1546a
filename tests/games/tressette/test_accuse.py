"""Tests of accuse (announcements of a buongioco), which are part of rules B.1."""

import pytest

from audiogames.cards.course import NO_SUIT
from audiogames.core.contract import Refused
from audiogames.core.options import read_options
from audiogames.games.tressette import answers, scores
from audiogames.games.tressette import model as m
from tests.games.moves import of
from tests.games.tressette.positions import (
    RULES,
    cards,
    dealt,
    laid,
    legal,
    listeners,
    make,
    play,
    playing,
    refusal,
)


def may(hand):
    """Return the accuse that this hand allows, as text."""
    return {str(one).removeprefix("accuse ") for one in scores.accuse_of(cards(hand))}


def value(hand):
    """Return the total value of the hand's accuse."""
    return sum(map(scores.worth, scores.accuse_of(cards(hand))))


@pytest.mark.rule("tressette B.1 accuse: an option, off by default")
def test_accuse_are_off_by_default():
    state = dealt("32Ac")
    assert not any(text.startswith("accuse") for text in legal(state))
    assert refusal(state, "accuse napoletana c").id == "no-accuse"


@pytest.mark.rule("tressette B.1 target: 31 without accuse, 41 with")
@pytest.mark.parametrize(
    ("given", "target"),
    [({}, 31), ({"accuse": True}, 41), ({"accuse": True, "target": 31}, 31)],
)
def test_target_is_41_with_accuse_and_31_without(given, target):
    options = read_options(m.Options, given)
    assert (options.target, m.Options(**given).target) == (target, target)


@pytest.mark.rule("tressette B.1 napoletana 3, three of a kind 3, four of a kind 4")
@pytest.mark.parametrize(
    ("hand", "names", "points"),
    [
        ("32Ac", {"napoletana c"}, 3),
        ("3c 3d 3s", {"tre-3 b"}, 3),
        ("2c 2d 2b", {"tre-2 s"}, 3),
        ("Ad As Ab", {"tre-1 c"}, 3),
        ("3c 3d 3s 3b", {"quattro-3"}, 4),
        ("2c 2d 2s 2b", {"quattro-2"}, 4),
        ("Ac Ad As Ab", {"quattro-1"}, 4),
        ("Kc Kd Ks Kb", set(), 0),
        ("32c Ad", set(), 0),
    ],
)
def test_each_accusa_has_its_points(hand, names, points):
    assert may(hand) == names
    assert value(hand) == points


@pytest.mark.rule("tressette B.1 combinations add up and cards may be shared")
@pytest.mark.parametrize(
    ("hand", "points"),
    [
        ("32Ac 3d 3s", 6),
        ("32Ac 32d 32s", 9),
        ("32Ac 32Ad", 6),
        ("32Ac 3d 3s 3b", 7),
        ("32Ac 32Ad 32As", 18),
    ],
)
def test_accuse_add_up_and_may_share_cards(hand, points):
    assert value(hand) == points


@pytest.mark.rule("tressette B.1 announced on the player's turn, with the suit or the missing suit")
def test_accusa_event_names_suit_or_missing_suit():
    state = dealt("32Ac 3d 3s", accuse=True)
    assert {"accuse napoletana c", "accuse tre-3 b"} <= legal(state)
    assert make(state, "accuse napoletana c") == [m.Accused(0, "napoletana", "c", 3)]
    assert make(state, "accuse tre-3 b") == [m.Accused(0, "tre-3", "b", 3)]
    assert state.to_act == 0
    assert not any(text.startswith("accuse") for text in legal(state))
    for listener in listeners():
        assert [str(one.accuse) for one in state.view(listener).accuse] == [
            "accuse napoletana c",
            "accuse tre-3 b",
        ]


@pytest.mark.rule("tressette B.1 only in the first trick, and before the player's card")
def test_accuse_are_legal_in_the_first_trick_until_the_seat_plays():
    state = dealt("45c", "32Ac", accuse=True)
    assert refusal(state, "accuse napoletana c", 3).id == "not-your-turn"
    make(state, "4c")
    assert "accuse napoletana c" in legal(state)
    play(state, "3c")
    while state.led != NO_SUIT:
        make(state, str(state.legal_moves(state.to_act)[0]))
    assert state.to_act == 3
    assert refusal(state, "accuse napoletana c").id == "accuse-too-late"


@pytest.mark.rule("tressette B.1 only combinations that are held, each once")
@pytest.mark.parametrize(
    ("text", "id_"),
    [
        ("accuse napoletana d", "accusa-not-held"),
        ("accuse tre-3 s", "accusa-not-held"),
        ("accuse quattro-3", "accusa-not-held"),
        ("accuse tre-2 c", "accusa-not-held"),
        ("accuse napoletana c", "already-accused"),
    ],
)
def test_accusa_not_held_or_repeated_is_refused(text, id_):
    state = dealt("32Ac 3d 3s 2s", accuse=True)
    make(state, "accuse napoletana c")
    refused = refusal(state, text)
    assert refused.id == id_
    if id_ == "accusa-not-held":
        assert refused.message.args["accusa"].id.startswith("accusa-")


@pytest.mark.rule("tressette B.1 a player with all four announces four, not three")
def test_four_of_a_kind_cannot_be_announced_as_three():
    state = dealt("3c 3d 3s 3b", accuse=True)
    assert "accuse quattro-3" in legal(state)
    assert refusal(state, "accuse tre-3 b").id == "accusa-not-held"


def scored(thirds, options, announced=("accuse napoletana c",)):
    """Return the scoring event of a deal in which seat 0 announced accuse."""
    state = laid("3c", "4c", "5c", "6c", accuse=True, **options)
    state.accuse = [m.Announced(0, RULES.read(text), 0) for text in announced]
    state.thirds = list(thirds)
    (event,) = of(m.DealScored, play(state, "3c 4c 5c 6c"))
    return event


@pytest.mark.rule("tressette B.1 they count for the pair at the end of the deal")
def test_accuse_count_for_the_pair_at_the_end_of_the_deal():
    event = scored((15, 16), {})
    assert (event.points, event.accuse, event.score) == ((6, 5), (3, 0), (9, 5))


@pytest.mark.rule("tressette B.1 a pair that makes no point in the deal loses its accuse")
@pytest.mark.parametrize(("kept", "counted"), [(False, 0), (True, 3)])
def test_pair_without_a_point_loses_its_accuse(kept, counted):
    state = laid("4c", "3c", "5c", "6c", accuse=True, accuse_kept=kept)
    state.accuse = [m.Announced(0, RULES.read("accuse napoletana d"), 0)]
    state.thirds = [0, 31]
    (event,) = of(m.DealScored, play(state, "4c 3c 5c 6c"))
    assert event.cappotto == 1
    assert (event.points, event.accuse) == ((0, 11), (counted, 0))


@pytest.mark.rule("tressette B.1 both sides may have some; they are forgotten with the deal")
def test_accuse_of_both_sides_score_and_are_cleared_after_the_deal():
    assert scores.accuse_points(
        [
            m.Announced(0, m.Accuse("quattro-3"), 0),
            m.Announced(1, m.Accuse("tre-2", "c"), 1),
            m.Announced(3, m.Accuse("tre-1", "c"), 3),
        ],
        (4, 7),
        kept=False,
    ) == (4, 6)
    state = dealt("32Ac", accuse=True)
    make(state, "accuse napoletana c")
    while state.expects != "deal":
        make(state, str(state.legal_moves(state.to_act)[0]))
    make(state, "deal " + " ".join(map(str, sorted(m.POWER))))
    assert state.view(0).accuse == ()


@pytest.mark.rule("tressette B.1 accuse and declarations are independent switches")
@pytest.mark.parametrize("declarations", ["automatic", "manual", "none"])
def test_accuse_are_legal_with_every_value_of_the_declarations_option(declarations):
    state = playing("4c", "4c", "32Ac", accuse=True, declarations=declarations)
    assert "accuse napoletana c" in legal(state)


def test_key_d_is_refused_without_a_card_to_declare_on():
    """An accusa is a move without a card; key D announces a card's declaration."""
    state = dealt("4c", "32Ad", "5c", "6c", accuse=True)
    play(state, "4c")
    view = state.view(state.to_act)
    assert any(isinstance(move, m.Accuse) for move in view.legal)
    with pytest.raises(Refused, match="nothing-to-declare"):
        answers.will_declare(view, None, "on")
