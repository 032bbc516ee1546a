"""The worked cases of the rules, as matches that were kept (`tests/replays`)."""

from pathlib import Path

import pytest

from audiogames.cards.drawing import CardDrawn
from audiogames.core.log import begun, read_log, read_move
from audiogames.core.registry import game
from audiogames.games.briscola import model as m
from tests.games.briscola.positions import of

LOGS = Path(__file__).resolve().parents[2] / "replays"
SPEC = game("briscola")


def kept(name):
    """The state at the end of this log, and all events on the way."""
    log = read_log((LOGS / f"briscola-{name}.jsonl").read_text("utf-8"))
    state, events = begun(log), []
    for entry in log.entries:
        state.apply(*read_move(SPEC, state, entry), events.append)
    return state, events


@pytest.mark.rule(
    "briscola 3.11 (1) briscola cups: led 3d, 1d, 2c: the two of cups takes 21 points"
)
def test_the_two_takes_both_loads():
    state, events = kept("case-1")
    assert [str(one.card) for one in of(m.CardPlayed, events)] == ["3d", "1d", "2c"]
    assert of(m.TrickTaken, events)[0].seat == of(m.CardPlayed, events)[2].seat
    assert state.points == [21, 0, 0]


@pytest.mark.rule(
    "briscola 3.11 (2) led 5s, 7b, 4s: with cups the five takes, with clubs the seven"
)
@pytest.mark.parametrize(("suit", "taker"), [("cups", 0), ("clubs", 1)])
def test_the_suit_led_or_briscola(suit, taker):
    state, events = kept(f"case-2-{suit}")
    played = of(m.CardPlayed, events)
    assert state.trump == {"cups": "c", "clubs": "b"}[suit]
    assert [str(one.card) for one in played] == ["5s", "7b", "4s"]
    assert of(m.TrickTaken, events)[0].seat == played[taker].seat


@pytest.mark.rule(
    "briscola 3.11 (3) the taker draws the last hidden card, the other the turned-up one"
)
def test_the_last_trick_of_the_stock():
    state, events = kept("case-3")
    first, second = of(CardDrawn, events)[-2:]
    (dealt,) = of(m.Dealt, events)
    assert (first.seat, first.stock, first.card) == (of(m.TrickTaken, events)[-1].seat, 0, None)
    assert (second.seat, second.card) == (1 - first.seat, dealt.turned)
    assert state.hand_sizes() == (3, 3)


@pytest.mark.rule("briscola 3.11 (4) 60 to 60: drawn, the deal is dealt again by the next dealer")
def test_sixty_to_sixty():
    _, events = kept("case-4")
    assert of(m.DealScored, events) == [m.DealScored((60, 60), (), (0, 0))]
    first, second = of(m.Dealt, events)
    assert (second.deal, second.dealer, second.wins) == (2, 1 - first.dealer, (0, 0))
