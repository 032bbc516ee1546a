"""The solver may leave out two moves: "a monte", and folding without a call.

`docs/bots.md` proves it.  Here the proof is tested on a small game with the legal moves of the
rules: stakes rise to 3 at most, and either player holds one of few hands.  A strategy that always
refuses "a monte" and never asks for it meets the best possible opponent, once with these moves and
once without.  The opponent gains nothing from them.
"""

from random import Random

import pytest

from audiogames.cards.dealing import Deal, Dealer
from audiogames.core.contract import Turn
from audiogames.games.invido import model as m
from audiogames.games.invido.state import InvidoState

BOT, OPPONENT = 0, 1
HANDS = {BOT: ("3c 1c 6c", "Rd Fd Fs"), OPPONENT: ("2d 2s 7b", "Cc 6b 6s")}


def cards(text):
    return [card for name in text.split() for card in m.PACK if str(card) == name]


def dealt(bot, other, leads, cap):
    """Return a deal with these hands; `cap` is how often a player may ask "a monte" per card."""
    state = InvidoState(m.Options(monte_cap=cap))
    state.apply(None, Dealer(1 - leads))
    state.apply(None, Deal((*cards(bot), *cards(other))))
    return state


def strategy(state, heard, seed):
    """Return the probability of each move, fixed by the bot's hand, the past moves and the seed."""
    moves = distinct(reduced(state, BOT))
    held = " ".join(sorted(map(str, state.hands[BOT])))
    rng = Random(f"{seed} {held} {heard}")
    chances = [rng.random() for _ in moves]
    return {move: chance / sum(chances) for move, chance in zip(moves, chances, strict=True)}


def reduced(state, seat):
    """Return the legal moves up to stake 3, without those that the solver leaves out."""
    asked = state.asked is not None
    return [
        move
        for move in state.legal_moves(seat)
        if move != m.A_MONTE
        and (asked or move != m.VADO_VIA)
        and not (isinstance(move, m.Call) and move.level > 3)
    ]


def distinct(moves):
    """Return these moves with only one card of each rank, as suits do not matter."""
    return list({sound(move): move for move in moves}.values())


def sound(move):
    """Return a move as the other player hears it: a card's rank, or the move as text."""
    return move.card.rank if isinstance(move, m.Play) else str(move)


class Best:
    """The best response to the bot's strategy, by exhaustive search over all hands of the bot."""

    def __init__(self, seed, *, everything):
        self.seed = seed
        self.everything = everything

    def worth(self, worlds, heard):
        """Return the opponent's best result in these worlds, which have the same past moves.

        `worlds` are states with their weights.
        """
        state = worlds[0][0]
        if isinstance(state.to_act, Turn):
            return sum(weight * self.points(world) for world, weight in worlds)
        if state.monte_asker == OPPONENT:
            return self.worth(self.after(worlds, BOT, m.NO), heard)
        waits = state.to_act == BOT
        ways = [self.bot_moves(worlds, heard)] if waits else []
        ways += [self.own_move(worlds, heard, move) for move in self.own(state, waits=waits)]
        return max(ways)

    def own(self, state, *, waits):
        """Return the opponent's legal moves; if it is not their turn, only "a monte"."""
        moves = [] if waits else reduced(state, OPPONENT)
        if self.everything:
            extra = (m.A_MONTE, m.VADO_VIA)
            moves += [move for move in state.legal_moves(OPPONENT) if move in extra]
        return distinct(moves)

    def own_move(self, worlds, heard, move):
        said = heard if move == m.A_MONTE else (*heard, sound(move))
        return self.worth(self.after(worlds, OPPONENT, move), said)

    def bot_moves(self, worlds, heard):
        """Return the sum of the opponent's results over all moves of the bot."""
        branches = {}
        for state, weight in worlds:
            for move, chance in strategy(state, heard, self.seed).items():
                after = state.copy()
                after.apply(BOT, move)
                branches.setdefault(sound(move), []).append((after, weight * chance))
        return sum(self.worth(each, (*heard, said)) for said, each in branches.items())

    @staticmethod
    def after(worlds, seat, move):
        out = []
        for state, weight in worlds:
            twin = state.copy()
            twin.apply(seat, move)
            out.append((twin, weight))
        return out

    @staticmethod
    def points(state):
        return state.score[OPPONENT] - state.score[BOT]


def best(seed, leads, *, everything, cap):
    """Return the best result that the opponent can achieve with each hand they may hold."""
    player = Best(seed, everything=everything)
    return [
        player.worth([(dealt(bot, other, leads, cap), 0.5) for bot in HANDS[BOT]], ())
        for other in HANDS[OPPONENT]
    ]


@pytest.mark.slow
@pytest.mark.parametrize(("seed", "leads"), [(1, BOT), (2, OPPONENT)])
def test_best_response_gains_nothing_from_the_moves_omitted_by_the_solver(seed, leads):
    without = best(seed, leads, everything=False, cap=1)
    assert best(seed, leads, everything=True, cap=1) == pytest.approx(without, abs=1e-12)
    assert any(abs(points) > 0.1 for points in without)
