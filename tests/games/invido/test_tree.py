"""The solver's game tree has the same moves as the rules, with two exceptions.

It leaves out "a monte", and folding without a call.
"""

from random import Random

import pytest

from audiogames.cards.dealing import Deal, Dealer
from audiogames.core.contract import Turn
from audiogames.games.invido import model as m
from audiogames.games.invido.bots import public_tree as t
from audiogames.games.invido.state import InvidoState

LEFT_OUT = (m.A_MONTE, m.VADO_VIA)
CARDS = [[card for card in m.PACK if m.strength(card) == rank] for rank in range(t.RANKS)]
LEADER, DEALER = 0, 1


def fresh():
    """Return a first deal of a match, in which seat 0 leads."""
    state = InvidoState(m.Options())
    state.apply(None, Dealer(DEALER))
    state.apply(None, Deal(m.PACK))
    return state


def there_is(lane):
    """Return the ranks that still have cards in the pack after these cards were played."""
    return [rank for rank in range(t.RANKS) if lane.count(rank) < len(CARDS[rank])]


class Walker:
    """Follows all moves in the rules and in the tree at once, up to stake `top`, and compares."""

    def __init__(self, top, rng=None):
        self.tree = t.build(top)
        self.top = top
        self.rng = rng
        self.turns = set()
        self.ends = 0

    def some(self, ways):
        return [self.rng.choice(ways)] if self.rng else ways

    def legal(self, state):
        """Return the legal calls and answers, without those that the solver's tree leaves out."""
        assert not isinstance(state.to_act, Turn)
        moves = state.legal_moves(state.to_act)
        asked = state.asked is not None
        kept = [move for move in moves if move != m.A_MONTE and (asked or move != m.VADO_VIA)]
        return [
            move
            for move in kept
            if not isinstance(move, m.Play)
            and not (isinstance(move, m.Call) and move.level > t.STAKES[self.top])
        ]

    def turn(self, state, turn, lane):
        """Try every call and card of a turn, and compare the tree with the rules after each."""
        self.turns.add((id(turn), lane))
        assert lane in t.lane_places(turn.cards, turn.group)
        assert state.to_act == turn.player
        assert state.value == t.STAKES[turn.stake]
        assert state.last_raiser == (None if turn.raiser == t.NOBODY else turn.raiser)
        calls = self.legal(state)
        assert len(calls) == (1 if turn.calls else 0)
        ways = self.some(["card", *calls])
        if "card" in ways:
            self.card(state, turn, lane, 0)
        for call in ways:
            if call != "card":
                after = state.copy()
                after.apply(turn.player, call)
                self.answer(after, turn, lane, 1)

    def answer(self, state, turn, lane, call):
        """Try every answer to a call, and compare the tree with the rules after each."""
        who = 1 - turn.caller(call)
        assert state.to_act == who
        moves = self.legal(state)
        assert len(moves) == turn.answer_planes(call)
        assert moves[:2] == [m.VA_BENE, m.VADO_VIA]
        for move in self.some(moves):
            after = state.copy()
            after.apply(who, move)
            if move == m.VA_BENE:
                assert after.to_act == turn.player
                self.card(after, turn, lane, call)
            elif move == m.VADO_VIA:
                assert after.last_deal == turn.caller(call)
                assert after.score[after.last_deal] == t.STAKES[turn.stake + call - 1]
                self.ends += 1
            else:
                self.answer(after, turn, lane, call + 1)

    def card(self, state, turn, lane, calls):
        """Play every possible card of the player to act, after `calls` accepted calls."""
        assert state.value == t.STAKES[turn.stake + calls]
        raiser = turn.raiser_after(calls)
        assert state.last_raiser == (None if raiser == t.NOBODY else raiser)
        for rank in self.some(there_is(lane)):
            after = self.played(state, turn.player, rank)
            cards = (*lane, rank)
            if turn.cards == t.LAST_TURN:
                self.last(after, turn, cards, calls)
            else:
                self.follow(after, turn, cards, calls)

    def played(self, state, player, rank):
        after = state.copy()
        used = [card for _, card in state.played]
        card = next(card for card in CARDS[rank] if card not in used)
        after.hands[player][0] = m.OPEN[card]
        after.apply(player, m.OPEN[card])
        return after

    def follow(self, state, turn, cards, calls):
        """Compare the state after a card with the next turn in the tree.

        If the card ends the deal, compare the winner and the points instead.
        """
        place = t.lane_places(turn.cards, turn.group)[cards[:-1]]
        (branch,) = [
            branch
            for branch in t.branches(turn.cards, turn.group)
            if any(run.card == cards[-1] and run.low <= place < run.high for run in branch.runs)
        ]
        if branch.wins == 0:
            self.turn(state, turn.then[calls][branch.group], cards)
            return
        winner = turn.player if branch.wins > 0 else 1 - turn.player
        assert state.last_deal == winner
        assert state.score[winner] == t.STAKES[turn.stake + calls]
        self.ends += 1

    def last(self, state, turn, cards, calls):
        """Play the last card of the third trick, and check whether its player may call before it.

        Without a random generator, three ranks are tried: one below the card, the same and
        one above.
        """
        follower = 1 - turn.player
        assert state.to_act == follower
        may = bool(self.legal(state))
        assert may == (turn.lasts[calls] != t.NOBODY)
        near = [rank for rank in there_is(cards) if abs(rank - cards[-1]) <= 1]
        for rank in self.some(there_is(cards)) if self.rng else near:
            end = self.played(state, follower, rank)
            tied = turn.group == t.TIED
            winner = turn.player if cards[-1] > rank else follower
            assert end.last_deal == (None if tied and cards[-1] == rank else winner)
            self.ends += 1


def lanes_of(tree):
    return sum(turn.width for turn in tree.turns)


@pytest.mark.slow
def test_public_tree_agrees_with_the_rules_up_to_a_stake_of_three():
    walker = Walker(top=1)
    walker.turn(fresh(), walker.tree.root, ())
    assert len(walker.turns) == lanes_of(walker.tree)


@pytest.mark.parametrize("seed", range(20))
def test_tree_agrees_with_the_rules_on_random_sequences_of_calls_and_cards(seed):
    walker = Walker(top=t.TOP, rng=Random(seed))
    for _ in range(100):
        walker.turn(fresh(), walker.tree.root, ())
    assert walker.ends == 100


def test_accepting_a_raise_and_calling_gives_the_same_state_as_a_counter_raise():
    """The tree therefore needs only one of these two ways."""
    states = []
    for answers in (("va-bene", "tras-mas-nof"), ("tras-mas-nof",)):
        state = fresh()
        for seat, word in ((0, "invido"), (1, "tras-mas"), *((0, word) for word in answers)):
            state.apply(seat, m.WORDS[word])
        states.append(state)
    assert states[0] == states[1]


def test_tree_in_the_layout_of_the_strategy_file_has_the_same_turns_but_is_smaller():
    full, kept = t.build(), t.build(kept=True)
    assert [turn.cards for turn in full.turns] == [turn.cards for turn in kept.turns]
    assert kept.size < full.size
