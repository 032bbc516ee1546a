"""The worked examples of the rules, as stored matches (`tests/replays`), and minor rules."""

from pathlib import Path
from random import Random

import pytest

from audiogames.cards.drawing import CardDrawn
from audiogames.core.contract import Turn
from audiogames.core.events import Seat
from audiogames.core.log import initial_state, read_log, read_move
from audiogames.core.options import OptionError, read_options
from audiogames.core.registry import game
from audiogames.games.briscola import model as m
from tests.games.briscola.positions import RULES, at_random, cards, dealt, legal, make, refusal
from tests.games.moves import of

LOGS = Path(__file__).resolve().parents[2] / "replays"
SPEC = game("briscola")


def kept(name):
    """Replay a stored match; return its last state and all events."""
    log = read_log((LOGS / f"briscola-{name}.jsonl").read_text("utf-8"))
    state, events = initial_state(log), []
    for entry in log.entries:
        state.apply(*read_move(SPEC, state, entry), events.append)
    return state, events


@pytest.mark.rule(
    "briscola 3.11 (1) briscola cups: led 3d, 1d, 2c: the two of cups takes 21 points"
)
def test_two_of_trumps_takes_the_ace_and_three_of_another_suit():
    state, events = kept("case-1")
    assert [str(one.card) for one in of(m.CardPlayed, events)] == ["3d", "1d", "2c"]
    assert of(m.TrickTaken, events)[0].seat == of(m.CardPlayed, events)[2].seat
    assert state.points == [21, 0, 0]


@pytest.mark.rule(
    "briscola 3.11 (2) led 5s, 7b, 4s: with cups the five takes, with clubs the seven"
)
@pytest.mark.parametrize(("suit", "taker"), [("cups", 0), ("clubs", 1)])
def test_highest_card_of_the_suit_led_takes_unless_a_trump_is_played(suit, taker):
    state, events = kept(f"case-2-{suit}")
    played = of(m.CardPlayed, events)
    assert state.view(None).briscola == {"cups": "c", "clubs": "b"}[suit]
    assert [str(one.card) for one in played] == ["5s", "7b", "4s"]
    assert of(m.TrickTaken, events)[0].seat == played[taker].seat


@pytest.mark.rule(
    "briscola 3.11 (3) the taker draws the last hidden card, the other the turned-up one"
)
def test_taker_draws_the_last_hidden_card_and_the_other_player_the_turned_up_card():
    state, events = kept("case-3")
    first, second = of(CardDrawn, events)[-2:]
    (dealt,) = of(m.Dealt, events)
    assert (first.seat, first.stock, first.card) == (of(m.TrickTaken, events)[-1].seat, 0, None)
    assert (second.seat, second.card) == (1 - first.seat, dealt.turned)
    assert state.hand_sizes() == (3, 3)


@pytest.mark.rule("briscola 3.11 (4) 60 to 60: drawn, the deal is dealt again by the next dealer")
def test_deal_with_sixty_points_each_is_a_draw_and_the_deal_passes():
    _, events = kept("case-4")
    assert of(m.DealScored, events) == [m.DealScored((60, 60), (), (0, 0))]
    first, second = of(m.Dealt, events)
    assert (second.deal, second.dealer, second.wins) == (2, 1 - first.dealer, (0, 0))


@pytest.mark.rule("briscola 1.3 the first dealer by lot")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_seat_can_be_drawn_as_first_dealer(seats):
    start = RULES.start(m.Options(), seats)
    chosen = {RULES.chance(start, Random(seed)).seat for seed in range(60)}
    assert chosen == set(range(seats))


@pytest.mark.rule("briscola 3.6 deals 1 to 3, two unless chosen")
def test_deals_option_allows_one_to_three_and_defaults_to_two():
    assert [read_options(m.Options, {"deals": str(n)}).deals for n in (1, 2, 3)] == [1, 2, 3]
    assert m.Options().deals == 2
    for wrong in ("0", "4"):
        with pytest.raises(OptionError):
            read_options(m.Options, {"deals": wrong})


(SEVEN,) = cards("7c")
KEPT = {"7c", "exchange"}


@pytest.mark.rule("briscola 3.9 only while the card turned up lies there")
def test_exchange_is_refused_after_the_turned_up_card_was_drawn():
    state = dealt("7c 3d Rb", "2b 4d 5b", turned="Fc", exchange=True)
    lot = Random(3)
    while state.turned is not None:
        make(state, next(one for one in legal(state, state.to_act) if one not in KEPT))
    seat = next(Seat(seat) for seat in (0, 1) if SEVEN in state.held(Seat(seat)))
    while state.to_act != seat:
        make(state, lot.choice(legal(state, state.to_act)))
    assert refusal(state, "exchange") == "nothing-to-exchange"


@pytest.mark.rule("briscola secrecy: a sampled deal looks the same and can be continued")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_sampled_deal_agrees_with_the_view_and_can_be_played_to_the_end(seats):
    state = RULES.start(m.Options(deals=1, signals=True, exchange=True), seats)
    lot = Random(seats)
    for _ in range(60):
        if state.to_act is Turn.OVER:
            break
        chance = state.to_act is Turn.CHANCE
        move = RULES.chance(state, lot) if chance else lot.choice(state.legal_moves(state.to_act))
        state.apply(None if chance else state.to_act, move)
        for seat in (None, *map(Seat, range(seats))):
            world = RULES.redeal(state.view(seat), lot)
            assert world.view(seat) == state.view(seat)
    world = RULES.redeal(state.view(Seat(0)), lot)
    assert at_random(world, lot, []).result() is not None
