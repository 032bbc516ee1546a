"""Tests that boards show all cards on the table, and nothing that the seat may not know."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from audiogames.cards.card import Card
from audiogames.cards.dealing import Deal
from audiogames.core.contract import Turn
from audiogames.core.registry import Spec
from tests.contract.walk import Walk, cards_in, listeners, plan_of, plans


@pytest.mark.slow
@given(data=st.data(), lot=st.integers(0, 999))
def test_indistinguishable_worlds_have_the_same_board(
    spec: Spec, data: st.DataObject, lot: int
) -> None:
    walk = Walk(spec, data.draw(plans(spec))).to_end()
    for listener in listeners(walk.state):
        view = walk.state.view(listener)
        other = spec.rules.redeal(view, Random(lot)).view(listener)
        assert spec.board.of(other) == spec.board.of(view)


@pytest.mark.slow
@given(data=st.data())
def test_board_shows_only_cards_made_public_since_the_deal(spec: Spec, data: st.DataObject) -> None:
    """The listener's own cards are drawn beside the board, which shows only the table."""
    public: set[Card] = set()
    for step in Walk(spec, data.draw(plans(spec))):
        if isinstance(step.move, Deal):
            public = set()
        public |= {card for one in step.events if one.to is None for card in cards_in(one)}
        for listener in listeners(step.state):
            board = spec.board.of(step.state.view(listener))
            assert (
                set(cards_in((board.laid, board.middle, board.last, board.turned, board.spread)))
                <= public
            )


@pytest.mark.slow
def test_board_shows_played_cards_and_the_final_standings(
    spec: Spec,
) -> None:
    for seed in range(3):
        walk, played, seen = Walk(spec, plan_of(spec, seed, 700)), 0, 0
        for step in walk:
            board = spec.board.of(step.state.view(None))
            played += hasattr(step.move, "card")
            if hasattr(step.move, "card") and (laid := board.laid or board.last):
                card = None if getattr(step.move, "covered", False) else step.move.card
                assert laid[-1] == (step.seat, card)
                seen += 1
            if not isinstance(step.state.to_act, Turn):
                assert board.ending is None
        assert seen or not played
        if walk.state.to_act is Turn.OVER:
            board = spec.board.of(walk.state.view(None))
            assert board.ending is not None
            assert board.ending.standings
