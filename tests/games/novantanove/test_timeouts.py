"""Time-outs: the loss of two tokens (rules D.4), and gentle time-outs."""

import pytest

from audiogames.core.contract import Refused, Turn
from audiogames.games.novantanove import model as m
from tests.games.moves import of
from tests.games.novantanove.positions import GAME, make, position


@pytest.mark.rule(
    "Seed: alla scadenza il giocatore perderà 2 gettoni; D.4 no card, total unchanged"
)
def test_timeout_costs_two_tokens_and_leaves_cards_and_total():
    state = position("Kc 3c 4c", total=20)
    hand = list(state.hands[0])
    events = make(state, "timeout 0", None)
    assert (state.tokens, state.total, state.to_act) == ([7, 9, 9], 20, 1)
    assert (state.hands[0], state.drawer, state.discards()) == (hand, None, [])
    assert events == [m.TimedOut(0, free=False), m.TokensLost((0,), 2, (7,)), m.TurnPassed(1)]


@pytest.mark.rule("D.4 the turn passes in the direction of play, over the eliminated")
@pytest.mark.parametrize(
    ("tokens", "direction", "following"),
    [([9, 9, 9], -1, 2), ([9, 0, 9], 1, 2), ([9, 9, 0, 9], -1, 3)],
)
def test_turn_after_a_timeout_skips_eliminated_players(tokens, direction, following):
    state = position(seats=len(tokens), tokens=tokens, direction=direction)
    make(state, "timeout 0", None)
    assert state.to_act == following


@pytest.mark.rule("D.4 elimination immediate; floor at 0")
@pytest.mark.parametrize("tokens", [1, 2])
def test_timeout_eliminates_at_two_tokens_or_fewer(tokens):
    state = position("Kc 3c 4c", tokens=[tokens, 9, 9])
    events = make(state, "timeout 0", None)
    assert of(m.TokensLost, events) == [m.TokensLost((0,), tokens, (0,))]
    assert of(m.PlayerEliminated, events) == [m.PlayerEliminated(0)]
    assert (state.hands[0], state.to_act) == ([], 1)


@pytest.mark.rule("D.4 winner immediately when only one is left, by the clock too")
def test_timeout_can_end_the_match():
    state = position(seats=2, tokens=[2, 9])
    events = make(state, "timeout 0", None)
    assert (state.to_act, state.result().winners) == (Turn.OVER, (1,))
    assert of(m.TurnPassed, events) == []


@pytest.mark.rule("Design 7: gentle time-outs, the first two of each seat cost nothing")
def test_first_two_timeouts_of_each_seat_cost_nothing_with_the_gentle_option():
    state = position(seats=2, options=m.Options(gentle_timeouts=True))
    free = []
    for _ in range(6):
        events = make(state, f"timeout {state.to_act}", None)
        free += [event.free for event in of(m.TimedOut, events)]
    assert free == [True] * 4 + [False] * 2
    assert (state.tokens, state.timeouts) == ([7, 7], [3, 3])


@pytest.mark.rule("D.4 only the seat to act has a clock")
@pytest.mark.parametrize("text", ["timeout 1", "timeout 9"])
def test_timeout_of_a_seat_out_of_turn_is_refused(text):
    with pytest.raises(Refused, match="not-the-dealers-move"):
        make(position(), text, None)


@pytest.mark.rule("Text forms: timeout 1")
def test_clock_makes_the_timeout_move_of_the_seat_to_act():
    assert str(GAME.clock.timeout(position(to=1))) == "timeout 1"
    assert GAME.clock.timeout(position(to=Turn.CHANCE)) is None
