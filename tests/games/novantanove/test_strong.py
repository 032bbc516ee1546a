"""The strong bot of Novantanove: legality, limits of its knowledge, and strength."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from audiogames.core.contract import Turn
from audiogames.games.novantanove import model as m
from audiogames.games.novantanove.bots.strong import StrongBot
from audiogames.games.novantanove.bots.value_tables import TablesRefused
from audiogames.search.simulate import Simulation, simulate
from tests.games.novantanove.positions import GAME, RULES, cards, make, position

LOTS = range(5)


def choices(state, seat=0, player=None):
    """Return the cards that the bot chooses in this state, over many seeds."""
    view = state.view(seat)
    bot = player or StrongBot()
    return {str(bot.choose(view, Random(lot), 0, lambda: False)) for lot in LOTS}


# Within the rules


@st.composite
def tables(draw):
    """Generate options and a number of seats that they allow."""
    options = m.Options(
        tokens=draw(st.sampled_from([1, 2, 9])),
        packs=draw(st.sampled_from(["auto", "1", "2"])),
        min_zero=draw(st.booleans()),
        auto_choice=draw(st.booleans()),
        gentle_timeouts=draw(st.booleans()),
    )
    return options, draw(st.integers(2, 13))


@pytest.mark.slow
@settings(max_examples=60, deadline=None)
@given(table=tables(), seed=st.integers(0, 999), draws=st.sampled_from([0.3, 0.9, 1.0]))
def test_every_strong_bot_move_is_legal(table, seed, draws):
    """The positions include missed draws, time-outs and short hands."""
    options, seats = table
    rng, bot = Random(seed), StrongBot()
    state = RULES.start(options, seats)
    for _ in range(60):
        if state.to_act is Turn.OVER:
            break
        if state.to_act is Turn.CHANCE:
            state.apply(None, RULES.chance(state, rng))
        elif rng.random() < 0.05:
            state.apply(None, m.Timeout(state.to_act))
        else:
            seat, view = state.to_act, state.view(state.to_act)
            move = bot.choose(view, rng, 0, lambda: False)
            assert move in view.legal
            state.apply(seat, move)
            if state.drawer is not None and rng.random() < draws:
                state.apply(state.drawer, m.DRAW)


def test_strong_bot_draws_whenever_a_draw_is_legal():
    state = position("Jc 3c 4c", seats=2)
    make(state, "Jc")
    assert choices(state) == {"draw"}
    state = position("Jc", seats=2)
    make(state, "Jc")
    assert choices(state) == {"draw"}


@pytest.mark.parametrize("seats", [2, 3])
def test_stopped_strong_bot_still_returns_a_legal_move(seats):
    view = position("4s 3s 7s", total=84, seats=seats).view(0)
    assert StrongBot().choose(view, Random(1), 0, lambda: True) in view.legal


def test_strong_bot_repeats_a_move_with_the_same_seed():
    view = position("Kc Qc 9c", total=20, seats=2).view(0)
    first, again = (StrongBot().choose(view, Random(3), 0, lambda: False) for _ in range(2))
    assert first is again


# Fields of the view


@pytest.mark.parametrize("seats", [2, 3, 4, 6, 9])
@pytest.mark.parametrize(
    ("hand", "total", "chosen"),
    [
        ("Kc 3c 4c", 89, {"Kc"}),  # 99
        ("Ac Kc Qc", 98, {"Ac=1"}),
        ("Kc Qc 9c", 95, {"9c"}),  # all else passes 99
        ("2c Kc Qc", 96, {"2c"}),  # halves
        ("Tc Kc Qc", 95, {"Tc=-10"}),
        ("2c 9c 8c", 59, {"9c", "8c"}),  # the two costs three tokens
    ],
)
def test_strong_bot_picks_the_card_that_costs_least(seats, hand, total, chosen):
    assert choices(position(hand, total=total, seats=seats)) <= chosen


@pytest.mark.parametrize(
    ("hand", "total", "chosen"),
    [
        ("Jd Qh 6c", 83, "Jd"),  # 93, and the six then makes 99
        ("Jc 7d Td", 82, "Jc"),  # 92, and the seven makes 99
        ("Jc Ad 8h", 48, "Jc"),  # 58, and the eight makes 66
    ],
)
def test_strong_bot_plans_its_card_after_a_jack_with_two_players(hand, total, chosen):
    """All cards of each of these hands have the same immediate gain."""
    assert choices(position(hand, total=total, seats=2)) == {chosen}


def test_strong_bot_spends_a_token_to_keep_an_ace():
    """Playing the ace as one would cost nothing now, but the ace will be needed later."""
    assert choices(position("Qc Jd Ah", total=24, seats=2)) <= {"Qc", "Jd"}


@pytest.mark.parametrize(
    ("hand", "total", "unseen", "chosen"),
    [
        ("9s Ts Ks", 91, "Kc Qc Kd Qd Kh Qh", "9s"),  # every card of theirs passes 99
        ("4s 5s 8s", 87, "9c 9d 9h 9s 3c 3d", "4s"),  # to 91 or 94, and the eight or five is 99
        ("5s 4s Ts", 87, "9c 9d 9h 9s 3c 3d", "5s"),  # the ten is kept: 97 threatens nobody
    ],
)
def test_strong_bot_counts_the_cards_that_are_still_out(hand, total, unseen, chosen):
    """A card that has been played cannot be an opponent's answer any more."""
    out = unseen.split()
    known = position(hand, " ".join(out[:3]), total=total, seats=2, stock=" ".join(out[3:]))
    assert choices(known) == {chosen}
    assert choices(position(hand, total=total, seats=2)) != {chosen}


def test_strong_bot_takes_the_move_that_ends_the_match():
    """At a total of 66 both others lose their last token; up to 65 the match would go on."""
    state = position("Ac 9c 5c", total=65, tokens=[1, 1, 1])
    assert choices(state) == {"Ac=1"}


def test_strong_bot_keeps_its_last_token():
    """The king would pass 66 and eliminate the bot, so it accepts the worse total of a nine."""
    state = position("Kc 9c 9d", total=57, seats=2, tokens=[1, 9])
    assert choices(state) <= {"9c", "9d"}


def test_strong_bot_profits_from_the_minimum_zero_option():
    options = m.Options(min_zero=True)
    assert choices(position("Tc", total=0, options=options)) <= {"Tc=+10", "Tc=-10"}
    assert choices(position("Tc Kc Qc", total=29, options=options)) == {"Tc=-10"}


def test_strong_bot_ignores_who_holds_the_unseen_cards():
    """The bot may use which cards are unseen, but not who holds them."""
    stock = " ".join(map(str, cards("Kd Qd 5h 6h 7h 8h")))
    first = position("4s 3s 7s", "Kc Qc 9h", total=84, seats=2, stock=stock)
    other = position("4s 3s 7s", "5h 6h 7h", total=84, seats=2, stock="Kd Qd Kc Qc 9h 8h")
    assert choices(first) == choices(other)


# Without tables


def refuse():
    raise TablesRefused("The tables are elsewhere.")


def test_strong_bot_without_value_tables_plays_like_the_normal_bot():
    bot = StrongBot(refuse)
    assert bot.refused == "The tables are elsewhere."
    assert choices(position("Kc 3c 4c", total=89), player=bot) == {"Kc"}
    state = position("Jc 3c 4c", seats=2)
    make(state, "Jc")
    assert choices(state, player=bot) == {"draw"}


def test_strong_bot_loads_the_shipped_tables():
    assert StrongBot().refused is None


# Strength: the figures are in docs/bots.md


@pytest.mark.slow
@pytest.mark.parametrize(("seats", "deals", "least"), [(2, 30, 0.6), (4, 25, 0.3)])
def test_strong_bot_beats_normal(seats, deals, least):
    rest = ("normal",) * (seats - 1)
    played = simulate(
        GAME, Simulation(m.Options(), seats, deals, ("strong", *rest), 1, duplicate=True)
    )
    assert played.wins[0] / played.games > least
