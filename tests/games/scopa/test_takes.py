"""What a card takes (rules 2.1 to 2.5), and the ace that takes all."""

from itertools import combinations

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from audiogames.cards.card import ITALIAN, set_of
from audiogames.games.scopa import model as m
from audiogames.games.scopa import takes
from tests.games.moves import of, words
from tests.games.scopa.positions import (
    FORMS,
    OPTIONS,
    cards,
    legal,
    make,
    match,
    playing,
    refusal,
)


@pytest.mark.rule("scopa 2.1 values")
def test_card_values_run_from_ace_1_to_king_10():
    values = [m.VALUES[card] for card in cards("1c 2c 3c 4c 5c 6c 7c Fc Cc Rc")]
    assert values == list(range(1, 11))


def naive(card, table, *, ace_takes_all=False):
    """Return all captures that rules 2.2 and 2.7h allow, from all subsets of the table."""
    value = m.VALUES[card]
    if ace_takes_all and value == 1 and not any(m.VALUES[one] == 1 for one in table):
        return {frozenset(table)} - {frozenset()}
    alike = {frozenset([one]) for one in table if m.VALUES[one] == value}
    if alike:
        return alike
    subsets = (some for size in range(1, len(table) + 1) for some in combinations(table, size))
    return {frozenset(some) for some in subsets if sum(map(m.VALUES.get, some)) == value}


@pytest.mark.rule("scopa 2.2 and 2.3 every card takes as in a search of all subsets")
@given(lot=st.permutations(ITALIAN), size=st.integers(0, 9), ace_takes_all=st.booleans())
def test_captures_equal_the_result_of_a_search_of_all_subsets(lot, size, ace_takes_all):
    table, hand = lot[:size], lot[size : size + 3]
    assume(size != 4 or sum(card.rank == "R" for card in table) < 3)  # such a deal is void (2.6)
    state = playing(words(hand), words(table), ace_takes_all=ace_takes_all)
    moves = state.legal_moves(0)
    for card in hand:
        wanted = naive(card, table, ace_takes_all=ace_takes_all)
        ways = [move for move in moves if move.card is card]
        if len(wanted) > 1:
            assert {frozenset(move.takes) for move in ways} == wanted
            assert len(ways) == len(wanted)
        else:
            (move,) = ways
            assert move.takes == ()
            twin = state.copy()
            twin.apply(0, move, (events := []).append)
            assert {frozenset(events[0].takes)} - {frozenset()} == wanted


@pytest.mark.rule("scopa 2.2 taken cards leave the table; a card without a take stays")
@pytest.mark.parametrize(("seats", "options"), FORMS)
def test_capture_removes_only_the_captured_cards_from_the_table(seats, options):
    for before, _, events, after in match(3, seats, **options, **OPTIONS):
        for event in of(m.CardPlayed, events):
            table = [one for one in before.view(None).table if one not in event.takes]
            table += [] if event.takes else [event.card]
            swept = [card for one in of(m.Swept, events) for card in one.cards]
            assert list(after.view(None).table) == [one for one in table if one not in swept]


@pytest.mark.rule("scopa 2.11 (1) a card of the same value must be taken, and no sum")
def test_single_card_must_be_taken_before_a_sum():
    state = playing("7d", "7c 3b 4s")
    assert "7d" in legal(state)
    assert make(state, "7d") == [m.CardPlayed(0, cards("7d")[0], cards("7c"), scopa=False)]
    assert words(state.view(0).table) == "3b 4s"


@pytest.mark.rule("scopa 2.11 (2) where one set is the only one nobody is asked")
def test_only_possible_take_needs_no_choice():
    state = playing("Fb", "1c 2b 3s 4d")
    assert refusal(state, "Fb=1c+4d+3s", 0) == "no-choice"
    (event,) = make(state, "Fb")
    assert words(event.takes) == "1c 4d 3s"


@pytest.mark.rule("scopa 2.11 (3) with several sets the player chooses")
def test_player_chooses_among_several_sums():
    state = playing("Fb", "5c 3b 2s 6d")
    assert legal(state)[-2:] == ["Fb=5c+3b", "Fb=6d+2s"]
    assert refusal(state, "Fb", 0) == "choose-take"
    assert refusal(state, "Fb=5c+2s", 0) == "no-such-take"
    (event,) = make(state, "Fb=6d+2s")
    assert words(event.takes) == "6d 2s"


@pytest.mark.rule("scopa 2.11 (4) of several alike one is chosen")
def test_player_chooses_which_of_several_equal_cards_to_capture():
    state = playing("4s", "4c 4b")
    assert [one for one in legal(state) if one.startswith("4s")] == ["4s=4c", "4s=4b"]
    assert refusal(state, "4s", 0) == "choose-take"
    assert refusal(playing("4s", "4c 2b"), "4s=4c", 0) == "no-choice"
    assert refusal(playing("4s", "5c 2b"), "4s=5c", 0) == "no-choice"


@pytest.mark.rule("scopa 2.2 two equal values of which one is needed are a choice too")
def test_captures_that_differ_only_in_the_suit_of_a_card_are_separate_choices():
    state = playing("Fb", "5c 3b 3s")
    assert legal(state)[-2:] == ["Fb=5c+3s", "Fb=5c+3b"]


@pytest.mark.rule("scopa 5 legal: cards in the order of the pack, takes compared left to right")
def test_legal_moves_are_in_pack_order():
    state = playing("Rd 2b Fc", "1c 7c 3d 5d 6s")
    assert legal(state) == ["Fc=1c+7c", "Fc=3d+5d", "Rd=1c+3d+6s", "Rd=7c+3d", "2b"]


@pytest.mark.rule("scopa 2.4 taking all cards is a scopa")
def test_clearing_the_table_scores_a_scopa():
    state = playing("7d", "3c 4c")
    (event,) = make(state, "7d")
    assert event.scopa
    assert state.view(None).scope == (1, 0)


def last_cards(seats, options):
    """Yield the state before the last card of each deal, and the events of playing that card.

    The deals are those of 40 random matches.
    """
    for seed in range(40):
        for before, _, events, _ in match(seed, seats, **options):
            if of(m.DealScored, events):
                yield before, events


@pytest.mark.rule(
    "scopa 2.11 (5), 2.4 the last card of a deal makes none, unless the table counts it"
)
@pytest.mark.parametrize("last_scopa", [False, True])
def test_last_card_scores_a_scopa_only_with_the_option(last_scopa):
    met = 0
    for before, events in last_cards(2, {"last_scopa": last_scopa}):
        played = events[0]
        if len(played.takes) == len(before.view(None).table) > 0:
            met += 1
            assert played.scopa == last_scopa
    assert met


@pytest.mark.rule("scopa 2.5 the last taker gets the remaining cards, which are no scopa")
def test_remaining_cards_go_to_the_last_taker_without_a_scopa():
    met = 0
    for before, events in last_cards(4, {"form": "scopone"}):
        scored = of(m.DealScored, events)[0]
        scope = list(before.view(None).scope)
        scope[events[0].seat % 2] += events[0].scopa
        assert list(scored.scope) == scope
        assert sum(scored.cards) == 40
        for swept in of(m.Swept, events):
            met += 1
            taker = events[0].seat if events[0].takes else before.view(None).last_taker
            assert swept.seat == taker
            taken = before.view(None).taken[taker % 2]
            played = (1 + len(events[0].takes)) * bool(events[0].takes)
            assert scored.cards[taker % 2] == taken + played + len(swept.cards)
    assert met


@pytest.mark.rule("scopa 2.7 h an ace takes all; this is a scopa only if one ace lay there")
@pytest.mark.parametrize(
    ("table", "moves", "takes", "scopa"),
    [
        ("3c 4c", ["1d"], "3c 4c", False),
        ("1c", ["1d"], "1c", True),
        ("2c", ["1d"], "2c", False),
        ("1c 5c", ["1d"], "1c", False),
        ("1c 1b", ["1d=1c", "1d=1b"], "1c", False),
        ("", ["1d"], "", False),
    ],
)
def test_ace_takes_all_without_a_scopa(table, moves, takes, scopa):
    state = playing("1d", table, ace_takes_all=True)
    assert [one for one in legal(state) if one.startswith("1d")] == moves
    (event,) = make(state, moves[0])
    assert (words(event.takes), event.scopa) == (takes, scopa)


def test_cache_of_known_takes_is_bounded(monkeypatch):
    monkeypatch.setattr(takes, "MOST", 3)
    known = takes.KnownOutcomes(ace_takes_all=False)
    tables = [m.profile_of(set_of(cards(table))) for table in ("1c", "2c", "3c", "4c 3d")]
    right = takes.KNOWN[False]
    assert all(known[table].by_value == right[table].by_value for table in tables)
    assert list(known) == tables[3:]
