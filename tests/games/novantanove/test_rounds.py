"""Dealing, turns, the jack and the four, eliminations, the end: rules D.3 to D.5."""

from random import Random

import pytest

from audiogames.core.contract import Refused, Turn
from audiogames.core.options import OptionError, read_options
from audiogames.games.novantanove import model as m
from tests.games.moves import of
from tests.games.novantanove.positions import GAME, RULES, all_cards, cards, make, position

SEATS = range(2, 14)


def dealt(seats=3, dealer=0, **options):
    """Return a match after its first deal, and the events of that deal."""
    state = RULES.start(m.Options(**options), seats)
    make(state, f"dealer {dealer}")
    return state, make(state, str(RULES.chance(state, Random(1))))


# Options


@pytest.mark.rule("Seed: 9 gettoni, numero modificabile")
def test_players_start_with_nine_tokens_or_the_chosen_number():
    assert RULES.start(m.Options(), 4).tokens == [9, 9, 9, 9]
    assert RULES.start(read_options(m.Options, {"tokens": 99}), 2).tokens == [99, 99]
    assert RULES.start(read_options(m.Options, {"tokens": "1"}), 2).tokens == [1, 1]


@pytest.mark.rule("D.4 defaults; switches are off")
def test_default_options_are_nine_tokens_and_no_variants():
    assert m.Options() == m.Options(9, "auto", min_zero=False, auto_choice=False)
    assert m.Options().gentle_timeouts is False


@pytest.mark.rule("Options: tokens from 1 to 99")
@pytest.mark.parametrize("tokens", [0, -1, 100, 9.5, "nine", None, True, "9" * 5000])
def test_tokens_outside_1_to_99_are_refused(tokens):
    with pytest.raises(OptionError) as error:
        read_options(m.Options, {"tokens": tokens})
    assert (error.value.args_["option"], error.value.args_["allowed"]) == ("tokens", "1-99")


@pytest.mark.rule("Seed: un mazzo, o due se i giocatori sono più di 6; D.1 adopt > 6")
@pytest.mark.parametrize("seats", SEATS)
def test_two_packs_are_used_with_more_than_six_players(seats):
    assert seats in GAME.seats
    assert len(RULES.start(m.Options(), seats).pack()) == (104 if seats > 6 else 52)
    assert len(RULES.start(m.Options(packs="1"), seats).pack()) == 52
    assert len(RULES.start(m.Options(packs="2"), seats).pack()) == 104


@pytest.mark.rule("D.4 too few cards for the seats is refused")
def test_too_few_cards_for_the_seats_are_refused():
    with pytest.raises(OptionError) as error:
        RULES.start(m.Options(packs="1"), 18)
    assert error.value.args_ == {"option": "packs", "value": "1"}


# The deal


@pytest.mark.rule("Seed: tre carte dal mazziere, il totale è 0; D.5 ROUND_START")
@pytest.mark.parametrize("seats", SEATS)
def test_deal_gives_three_cards_each_at_total_zero(seats):
    state, events = dealt(seats, dealer=seats - 1)
    assert list(map(len, state.hands)) == [3] * seats
    assert (state.total, state.direction, state.round) == (0, 1, 1)
    assert len(all_cards(state)) == len(state.pack())
    assert of(m.Dealt, events) == [m.Dealt(1, seats - 1, 0, (9,) * seats)]


@pytest.mark.rule("Text forms: first packet to seat 0, the rest is the stock, top first")
def test_cards_are_dealt_in_threes_by_seat_skipping_eliminated_players():
    state = position(tokens=[9, 0, 9])
    state.phase, state.dealer = m.Phase.DEALING, 2
    pack = RULES.chance(state, Random(1)).cards
    make(state, f"deal {' '.join(map(str, pack))}")
    assert state.hands == [list(pack[:3]), [], list(pack[3:6])]
    assert state.stock[::-1] == list(pack[6:])


@pytest.mark.rule("Design 5: only its owner is shown a hand")
def test_hand_is_sent_only_to_its_owner():
    state, events = dealt(4)
    told = of(m.HandDealt, events)
    assert [event.to for event in told] == [0, 1, 2, 3]
    assert [list(event.cards) for event in told] == state.hands
    assert all(event.to is None for event in of(m.Dealt, events))


@pytest.mark.rule("Text forms: a deal is the whole pack, each card once a pack")
@pytest.mark.parametrize("change", [lambda p: p[:-1], lambda p: (*p[:-1], p[0]), lambda p: p + p])
def test_deal_move_must_contain_the_whole_pack(change):
    state = RULES.start(m.Options(), 3)
    make(state, "dealer 0")
    pack = RULES.chance(state, Random(1)).cards
    with pytest.raises(Refused, match="not-the-dealers-move"):
        make(state, f"deal {' '.join(map(str, change(pack)))}", None)


@pytest.mark.rule("D.4 who starts a round: the next survivor after the dealer")
@pytest.mark.parametrize(
    ("dealer", "tokens", "starter"),
    [(0, [9, 9, 9], 1), (2, [9, 9, 9], 0), (0, [9, 0, 9], 2), (1, [0, 9, 0, 9], 3)],
)
def test_first_surviving_player_after_the_dealer_starts_the_round(dealer, tokens, starter):
    state = position(seats=len(tokens), tokens=tokens)
    state.phase, state.dealer = m.Phase.DEALING, dealer
    make(state, str(RULES.chance(state, Random(1))))
    assert (state.starter, state.to_act) == (starter, starter)


@pytest.mark.rule(
    "Seed: il giocatore a destra del mazziere precedente; D.4 skipping the eliminated"
)
@pytest.mark.parametrize(
    ("dealer", "tokens", "following"),
    [(2, [9, 9, 9], 1), (0, [9, 9, 9], 2), (2, [9, 0, 9], 0), (3, [9, 9, 0, 9], 1)],
)
def test_deal_passes_to_the_next_surviving_player_on_the_right(dealer, tokens, following):
    state = position("Kc 3c 4c", seats=len(tokens), tokens=tokens, total=95, dealer=dealer)
    make(state, "Kc")
    assert (state.dealer, state.expects) == (following, "deal")


@pytest.mark.rule("D.4 the deal moves right, so last round's dealer leads the next")
@pytest.mark.parametrize("seats", SEATS)
def test_dealer_of_a_round_plays_first_in_the_next_round(seats):
    state, _ = dealt(seats, dealer=1)
    state.total = 98
    state.hands[state.to_act] = cards("Kc 3c 4c")
    make(state, "Kc")
    make(state, str(RULES.chance(state, Random(2))))
    assert state.to_act == 1


@pytest.mark.rule("D.4 direction at round start: clockwise again; total 0")
def test_new_round_resets_direction_and_total_but_not_timeouts():
    state = position("Kc 3c 4c", total=95, direction=-1, seats=4, timeouts=[1, 0, 0, 2])
    make(state, "Kc")
    assert state.direction == -1
    events = make(state, str(RULES.chance(state, Random(1))))
    assert (state.direction, state.total, state.round, state.last) == (1, 0, 2, None)
    assert state.timeouts == [1, 0, 0, 2]
    assert of(m.Dealt, events)[0].tokens == (7, 9, 9, 9)


@pytest.mark.rule("Seed: a destra del mazziere; whichever way play went")
def test_deal_passes_to_the_right_even_after_a_reversal():
    state = position("Kc 3c 4c", seats=4, total=95, dealer=2, direction=-1)
    make(state, "Kc")
    assert state.dealer == 1


# Turns


@pytest.mark.rule("Seed: 99 esatto o superato, la manche termina; D.1")
@pytest.mark.parametrize(
    ("card", "tokens"), [("9c", [9, 9, 9]), ("Kc", [9, 7, 7]), ("Qc", [9, 7, 7])]
)
def test_total_of_99_or_more_ends_the_round(card, tokens):
    state = position(card + " 3c 4c", total=89)
    events = make(state, card)
    ended = card != "9c"
    assert state.tokens == tokens
    assert (of(m.RoundEnded, events) == [m.RoundEnded(1)]) == ended
    assert (state.to_act is Turn.CHANCE) == ended


@pytest.mark.rule("Seed: il 4 inverte il senso di gioco")
def test_four_reverses_the_direction():
    state = position("4c 3c 9c", "4d 3d 9d", "4h 3h 9h", "4s 3s 9s", seats=4)
    events = make(state, "4c")
    assert (state.direction, state.to_act) == (-1, 3)
    assert of(m.DirectionReversed, events) == [m.DirectionReversed(-1)]
    make(state, "3s")
    assert state.to_act == 2
    make(state, "4h")
    assert (state.direction, state.to_act) == (1, 3)


@pytest.mark.rule("Seed: quando si gioca in 2, il 4 non ha effetto")
def test_four_has_no_effect_with_two_players():
    state = position("4c 3c 9c", seats=2)
    events = make(state, "4c")
    assert (state.direction, state.to_act) == (1, 1)
    assert of(m.DirectionReversed, events) == []


@pytest.mark.rule("D.4 four with two survivors left after this play: no effect")
@pytest.mark.parametrize(
    ("tokens", "direction", "following"), [([1, 9, 9], 1, 1), ([1, 9, 9, 9], -1, 3)]
)
def test_playing_a_four_that_leaves_two_players_does_not_reverse_the_direction(
    tokens, direction, following
):
    state = position("4c 3c 9c", total=30, seats=len(tokens), tokens=tokens)
    make(state, "4c")
    assert state.tokens[0] == 0
    assert (state.direction, state.to_act) == (direction, following)


@pytest.mark.rule("D.4 four with two left of three, the third long out: no effect")
def test_card_four_does_not_reverse_play_when_two_of_three_players_are_left():
    state = position("4c 3c 9c", tokens=[9, 0, 9])
    make(state, "4c")
    assert (state.direction, state.to_act) == (1, 2)


@pytest.mark.rule("Seed: il jack fa saltare il turno al giocatore successivo")
@pytest.mark.parametrize(
    ("tokens", "direction", "skipped", "following"),
    [
        ([9, 9, 9], 1, 1, 2),
        ([9, 9, 9, 9], 1, 1, 2),
        ([9, 9, 9, 9], -1, 3, 2),
        ([9, 0, 9, 9], 1, 2, 3),
    ],
)
def test_jack_skips_the_next_player(tokens, direction, skipped, following):
    state = position("Jc 3c 9c", seats=len(tokens), tokens=tokens, direction=direction)
    events = make(state, "Jc")
    assert of(m.TurnSkipped, events) == [m.TurnSkipped(skipped)]
    assert state.to_act == following


@pytest.mark.rule("Seed: a 2, il jack dà il diritto di rigiocare; D.4 he may draw in between")
@pytest.mark.parametrize("tokens", [[9, 9], [9, 0, 9]])
def test_jack_with_two_players_repeats_the_turn_and_permits_a_draw(tokens):
    state = position("Jc 3c 9c", seats=len(tokens), tokens=tokens)
    events = make(state, "Jc")
    assert of(m.TurnRepeated, events) == [m.TurnRepeated(0)]
    assert state.to_act == 0
    make(state, "draw")
    assert (state.to_act, len(state.hands[0])) == (0, 3)


@pytest.mark.rule("D.4 jack when the next player has just been eliminated")
@pytest.mark.parametrize(
    ("tokens", "following"), [([9, 1, 9, 9], 3), ([9, 1, 9], 0), ([9, 1, 1, 9, 9], 4)]
)
def test_jack_skips_over_a_player_just_eliminated(tokens, following):
    state = position("Jc 3c 9c", total=23, seats=len(tokens), tokens=tokens)
    make(state, "Jc")
    assert state.to_act == following


@pytest.mark.rule("D.4 own elimination by a crossing with a jack: it still skips")
def test_jack_that_eliminates_its_player_still_skips_the_next_player():
    state = position("Jc 3c 9c", total=27, tokens=[1, 9, 9])
    events = make(state, "Jc")
    assert of(m.PlayerEliminated, events) == [m.PlayerEliminated(0)]
    assert of(m.TurnSkipped, events) == [m.TurnSkipped(1)]
    assert state.to_act == 2


# Tokens and eliminations


@pytest.mark.rule("Seed: eliminato immediatamente; D.4 his cards go to the discards")
def test_eliminated_player_lays_cards_down_at_once():
    state = position("Kc 3c 4c", total=27, tokens=[1, 9, 9])
    whole = all_cards(state)
    events = make(state, "Kc")
    assert of(m.PlayerEliminated, events) == [m.PlayerEliminated(0)]
    assert of(m.CardsLaidDown, events) == [m.CardsLaidDown(0, tuple(cards("3c 4c")))]
    assert (state.hands[0], state.to_act) == ([], 1)
    assert state.discards() == cards("Kc 3c 4c")
    assert all_cards(state) == whole
    assert state.drawer is None


@pytest.mark.rule("D.5 when the round ends, all cards go back and are not shown")
def test_elimination_at_the_end_of_a_round_lays_down_no_cards():
    state = position("Kc 3c 4c", total=95, tokens=[2, 9, 9])
    events = make(state, "Kc")
    assert of(m.PlayerEliminated, events) == [m.PlayerEliminated(0)]
    assert of(m.CardsLaidDown, events) == []
    assert state.expects == "deal"


@pytest.mark.rule("D.4 elimination by another player's hit: the turn passes over the player")
def test_player_eliminated_when_a_limit_is_reached_loses_the_turn():
    state = position("6c 3c 4c", total=27, seats=4, tokens=[1, 1, 9, 1])
    events = make(state, "6c")
    assert [event.seat for event in of(m.PlayerEliminated, events)] == [1, 3]
    assert (state.to_act, state.tokens) == (2, [1, 0, 8, 0])


@pytest.mark.rule("D.4 tokens below zero: floor at 0, you pay what you have")
@pytest.mark.parametrize(("tokens", "paid"), [(1, 1), (2, 2), (3, 3), (9, 3)])
def test_loss_is_limited_to_the_tokens_held(tokens, paid):
    state = position("2c 3c 4c", total=59, tokens=[tokens, 9, 9])
    events = make(state, "2c")
    assert state.tokens[0] == tokens - paid
    assert of(m.TokensLost, events) == [m.TokensLost((0,), paid, (tokens - paid,))]


@pytest.mark.rule("D.4 floor at 0: the amounts paid are announced")
def test_token_losses_are_grouped_by_amount():
    state = position("Kc 3c 4c", total=89, seats=4, tokens=[9, 1, 9, 1])
    events = make(state, "Kc")
    assert of(m.TokensLost, events) == [
        m.TokensLost((2,), 2, (7,)),
        m.TokensLost((1, 3), 1, (0, 0)),
    ]


@pytest.mark.rule("D.4 winner: the last one with tokens, even mid-round")
@pytest.mark.parametrize(
    ("card", "total", "tokens", "winner"),
    [
        ("6c", 27, [1, 1], 0),
        ("Kc", 27, [1, 5], 1),
        ("Kc", 89, [4, 2, 1], 0),
        ("2c", 59, [3, 0, 2], 2),
    ],
)
def test_last_player_with_tokens_wins_even_mid_round(card, total, tokens, winner):
    state = position(card + " 3c 4c", total=total, seats=len(tokens), tokens=tokens)
    events = make(state, card)
    result = state.result()
    assert state.to_act is Turn.OVER
    assert (result.winners, result.why) == ((winner,), "last-with-tokens")
    assert result.points == tuple(state.tokens)
    assert of(m.MatchEnded, events) == [m.MatchEnded(winner, state.tokens[winner])]
    assert of(m.RoundEnded, events) == []
    with pytest.raises(Refused, match="match-over"):
        make(state, "3c", 0)


@pytest.mark.rule("D.4 order of penalties in speech: card, total, losses, eliminations, turn")
def test_events_of_a_card_are_in_the_order_of_announcement():
    state = position("4c 3c 9c", total=29, seats=4, tokens=[9, 1, 9, 9])
    events = make(state, "4c")
    assert [type(event) for event in events] == [
        m.CardPlayed,
        m.LimitReached,
        m.TokensLost,
        m.PlayerEliminated,
        m.CardsLaidDown,
        m.DirectionReversed,
    ]
