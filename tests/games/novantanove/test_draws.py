"""The draw and its window, the empty hand and the reshuffle: rules D.4."""

from random import Random

import pytest

from audiogames.core.contract import Refused, Turn, Window
from audiogames.games.novantanove import model as m
from tests.games.moves import of
from tests.games.novantanove.positions import GAME, RULES, all_cards, cards, make, position


def refused(state, text, seat):
    """Assert that the move is refused and the state unchanged; return the refusal's id."""
    before = state.copy()
    with pytest.raises(Refused) as refusal:
        make(state, text, seat)
    assert state == before
    return refusal.value.id


# The window opens


@pytest.mark.rule("Seed: si gioca una carta e immediatamente se ne prende una dal mazzo")
def test_player_draws_after_playing_a_card():
    state = position("Kc 3c 4c", stock="7h 8h")
    make(state, "Kc")
    assert list(state.legal_moves(0)) == [m.DRAW]
    assert GAME.clock.window(state) == Window(0, m.DRAW)
    events = make(state, "draw", 0)
    assert state.hands[0] == cards("3c 4c 7h")
    assert (state.to_act, state.total) == (1, 10)
    assert events == [m.CardDrawn(0, 1), m.CardTaken(cards("7h")[0], to=0)]
    assert GAME.clock.window(state) is None


@pytest.mark.rule("Design 5: only its owner is shown a drawn card")
def test_drawn_card_is_sent_only_to_its_owner():
    state = position("Kc 3c 4c", stock="7h 8h")
    make(state, "Kc")
    events = make(state, "draw", 0)
    assert [event for event in events if event.heard_by(1)] == [m.CardDrawn(0, 1)]
    assert cards("7h")[0] not in state.view(1).hand


@pytest.mark.rule("D.4 one draw a card")
def test_second_draw_after_one_card_is_refused():
    state = position("Kc 3c 4c")
    make(state, "Kc")
    make(state, "draw", 0)
    assert refused(state, "draw", 0) == "no-draw-due"


@pytest.mark.rule("D.4 drawing when it is not due: refused with the reason")
@pytest.mark.parametrize(
    ("seat", "more", "reason"),
    [
        (0, {}, "play-first"),
        (1, {}, "no-draw-due"),
        (1, {"tokens": [9, 0, 9]}, "eliminated"),
        (0, {"phase": m.Phase.DEALING}, "being-dealt"),
    ],
)
def test_draw_that_is_not_due_is_refused_with_its_reason(seat, more, reason):
    state = position("Kc 3c 4c", tokens=more.get("tokens", 9))
    state.phase = more.get("phase", state.phase)
    assert refused(state, "draw", seat) == reason


@pytest.mark.rule("Design 4: a draw never waits and is not a turn")
def test_draw_does_not_change_the_turn():
    state = position("Kc 3c 4c", seats=4)
    make(state, "Kc")
    make(state, "draw", 0)
    assert state.to_act == 1


# The window closes


@pytest.mark.rule("Seed: se il successivo cala la sua carta, si rimane con una carta di meno")
def test_draw_after_the_next_players_card_is_refused():
    state = position("Kc 3c 4c", "3d 4d 5d")
    make(state, "Kc")
    events = make(state, "3d")
    assert of(m.DrawMissed, events) == [m.DrawMissed(2, to=0)]
    assert refused(state, "draw", 0) == "too-late-to-draw"
    assert len(state.hands[0]) == 2


@pytest.mark.rule("D.4 the draw is lost: the hand has one card less for the round")
def test_missed_draw_leaves_the_hand_shorter_for_the_rest_of_the_round():
    state = position("Kc 3c 4c", "3d 4d 5d", seats=2)
    make(state, "Kc")
    make(state, "3d")
    make(state, "draw", 1)
    make(state, "3c")
    make(state, "draw", 0)
    assert len(state.hands[0]) == 2
    assert refused(state, "draw", 0) == "no-draw-due"


@pytest.mark.rule("D.4 in two-player jack: the window lasts until you yourself play")
def test_missed_draw_is_lost_after_the_players_own_next_card():
    state = position("Jc 3c 4c", seats=2)
    make(state, "Jc")
    events = make(state, "3c")
    assert of(m.DrawMissed, events) == [m.DrawMissed(1, to=0)]
    make(state, "draw", 0)
    assert len(state.hands[0]) == 2
    assert refused(state, "draw", 0) == "no-draw-due"


@pytest.mark.rule("Design 4: a round's end closes the window, also the winner's own")
@pytest.mark.parametrize("total", [89, 95])
def test_draw_window_closes_at_the_end_of_the_round(total):
    state = position("Kc 3c 4c", total=total)
    make(state, "Kc")
    assert state.drawer is None
    assert refused(state, "draw", 0) == "being-dealt"


@pytest.mark.rule("D.4 eliminated: no replacement is drawn")
def test_draw_window_closes_on_elimination():
    state = position("Kc 3c 4c", total=27, tokens=[1, 9, 9])
    make(state, "Kc")
    assert refused(state, "draw", 0) == "eliminated"


@pytest.mark.rule("Seed: il successivo cala la sua carta; also when it eliminates him")
def test_draw_window_closes_when_next_player_eliminates_themselves():
    state = position("9c 3c 4c", "Kd 3d 4d", total=27, tokens=[9, 1, 9])
    make(state, "9c")
    events = make(state, "Kd")
    assert of(m.DrawMissed, events) == [m.DrawMissed(2, to=0)]
    assert refused(state, "draw", 0) == "too-late-to-draw"


@pytest.mark.rule("D.4 a window stays open if the next player exceeds the time limit")
def test_draw_window_stays_open_through_a_timeout():
    state = position("Kc 3c 4c")
    make(state, "Kc")
    make(state, "timeout 1", None)
    assert state.drawer == 0
    make(state, "timeout 2", None)
    assert (state.to_act, state.drawer) == (0, 0)
    assert m.DRAW in state.legal_moves(0)
    make(state, "draw", 0)
    assert len(state.hands[0]) == 3


@pytest.mark.rule("Design 4: an elimination by the clock closes that seat's window")
def test_draw_window_closes_when_a_timeout_eliminates_the_drawer():
    state = position("Kc 3c 4c", tokens=[2, 9, 9])
    make(state, "Kc")
    make(state, "timeout 1", None)
    make(state, "timeout 2", None)
    events = make(state, "timeout 0", None)
    assert of(m.CardsLaidDown, events) == [m.CardsLaidDown(0, tuple(cards("3c 4c")))]
    assert (state.drawer, state.to_act) == (None, 1)


@pytest.mark.rule("D.4 deck exhausted and no discards: no draw")
def test_no_draw_is_due_without_stock_and_discards():
    state = position("Kc 3c 4c")
    state.stock = []
    make(state, "Kc")
    assert (state.drawer, state.to_act) == (None, 1)


# The empty hand


@pytest.mark.rule("D.4 empty hand at your turn: lose 3 tokens and the round ends")
@pytest.mark.parametrize(("tokens", "paid"), [(9, 3), (3, 3), (2, 2)])
def test_empty_hand_on_turn_costs_three_tokens_and_ends_the_round(tokens, paid):
    state = position("Kc 3c 4c", "", tokens=[9, tokens, 9])
    events = make(state, "Kc")
    assert [type(event) for event in events][:3] == [m.CardPlayed, m.HandEmpty, m.TokensLost]
    assert of(m.TokensLost, events) == [m.TokensLost((1,), paid, (tokens - paid,))]
    assert of(m.RoundEnded, events) == [m.RoundEnded(1)]
    assert (state.expects, state.dealer, state.tokens[0]) == ("deal", 1 if tokens > 3 else 0, 9)


@pytest.mark.rule("D.4 empty hand: the last tokens end the match at once")
def test_empty_hand_with_the_last_tokens_ends_the_match():
    state = position("Kc 3c 4c", "", seats=2, tokens=[1, 3])
    events = make(state, "Kc")
    assert state.result().winners == (0,)
    assert of(m.RoundEnded, events) == []


@pytest.mark.rule("D.4 empty hand, own window open: draw is the only legal move")
def test_player_with_an_empty_hand_must_draw_while_they_still_may():
    state = position("Jc", seats=2)
    events = make(state, "Jc")
    assert of(m.HandEmpty, events) == []
    assert (state.to_act, list(state.legal_moves(0))) == (0, [m.DRAW])
    assert refused(state, "3c", 0) == "draw-first"
    make(state, "draw")
    assert (state.to_act, len(state.hands[0])) == (0, 1)


@pytest.mark.rule("D.4 empty hand at a later turn after a time-out")
def test_player_without_cards_pays_tokens_when_a_timeout_passes_the_turn_to_them():
    state = position("Kc 3c 4c", "5c 6c 7c", "")
    make(state, "Kc")
    events = make(state, "timeout 1", None)
    assert state.tokens == [9, 7, 6]
    assert of(m.HandEmpty, events) == [m.HandEmpty(2)]


# The stock runs out


def exhausted(**more):
    """Return a position in which seat 0 has just played and may draw the last card."""
    state = position("Kc 3c 4c", "5c 6c 7c", "8c 9c Tc", stock="7h", total=20, **more)
    make(state, "Kc")
    return state


@pytest.mark.rule("D.4 deck exhausted: the discards are shuffled at once, the total unchanged")
def test_discards_are_reshuffled_at_once_when_the_stock_is_empty():
    state = exhausted()
    whole, discards = all_cards(state), state.discards()
    make(state, "draw", 0)
    assert (state.to_act, state.expects, state.view(0).resumes) == (Turn.CHANCE, "reshuffle", 1)
    shuffle = RULES.chance(state, Random(1))
    events = make(state, str(shuffle))
    assert events == [m.StockReshuffled(len(discards))]
    assert (state.to_act, state.total, state.view(0).resumes) == (1, 30, None)
    assert sorted(state.stock) == sorted(discards)
    assert state.stock[::-1] == list(shuffle.cards)
    assert (state.discards(), all_cards(state)) == ([], whole)


@pytest.mark.rule("Design 5: no view contains the order of the new stock")
def test_order_of_reshuffled_cards_is_hidden_in_every_view():
    def views(reverse):
        state = exhausted()
        make(state, "draw", 0)
        order = sorted(state.discards(), reverse=reverse)
        make(state, f"reshuffle {' '.join(map(str, order))}")
        return [state.view(seat) for seat in (None, 0, 1, 2)]

    assert views(reverse=False) == views(reverse=True)


@pytest.mark.rule("Text forms: a reshuffle holds the discards, each once")
def test_reshuffle_move_must_contain_each_discard_once():
    state = exhausted()
    make(state, "draw", 0)
    words = str(RULES.chance(state, Random(1))).split()
    assert refused(state, " ".join(words[:-1]), None) == "not-the-dealers-move"
    assert refused(state, " ".join([*words[:-1], "7h"]), None) == "not-the-dealers-move"


@pytest.mark.rule("D.4 during the reshuffle no player moves")
@pytest.mark.parametrize(("seat", "text"), [(1, "5c"), (0, "draw"), (0, "3c")])
def test_moves_during_the_reshuffle_are_refused(seat, text):
    state = exhausted()
    make(state, "draw", 0)
    assert refused(state, text, seat) == "being-dealt"
    assert not any(state.legal_moves(seat) for seat in range(3))


@pytest.mark.rule("D.4 two, a jack as the last card, and the last card of the stock")
def test_stock_is_reshuffled_before_a_player_of_a_jack_plays_again():
    state = position("Jc", "5c 6c 7c", seats=2, stock="7h")
    make(state, "Jc")
    make(state, "draw")
    assert (state.expects, state.view(0).resumes) == ("reshuffle", 0)
    make(state, str(RULES.chance(state, Random(1))))
    assert (state.to_act, state.hands[0]) == (0, cards("7h"))


# Refused cards


@pytest.mark.rule("Rule 15: no bare refusal")
@pytest.mark.parametrize(
    ("seat", "text", "reason"),
    [
        (0, "Kd", "card-not-held"),
        (1, "5c", "not-your-turn"),
        (2, "8c", "eliminated"),
        (0, "dealer 1", "not-your-move"),
        (0, "timeout 0", "not-your-move"),
        (None, "Kc", "not-the-dealers-move"),
        (None, "timeout 1", "not-the-dealers-move"),
        (None, "dealer 1", "not-the-dealers-move"),
        (None, "reshuffle Kc", "not-the-dealers-move"),
    ],
)
def test_each_refusal_has_its_reason(seat, text, reason):
    state = position("Kc 3c 4c", "5c 6c 7c", tokens=[9, 9, 0])
    assert refused(state, text, seat) == reason


@pytest.mark.rule("Rule 15: a player who cannot play but may draw is told that")
def test_refusal_out_of_turn_mentions_a_draw_that_is_due():
    state = position("Kc 3c 4c")
    make(state, "Kc")
    with pytest.raises(Refused) as refusal:
        make(state, "3c", 0)
    assert refusal.value.message.id == "refused-not-your-turn-draw"


@pytest.mark.rule("D.2 option: a value excluded by an option is refused with its reason")
def test_other_ace_value_is_refused_if_the_option_for_automatic_choice_is_on():
    state = position("Ac 3c 4c", total=95, options=m.Options(auto_choice=True))
    assert refused(state, "Ac=11", 0) == "value-chosen"


@pytest.mark.rule("D.5 before the first deal only the dealer moves")
@pytest.mark.parametrize("text", ["Kc", "draw"])
def test_moves_before_the_deal_are_refused(text):
    assert refused(RULES.start(m.Options(), 3), text, 0) == "being-dealt"
