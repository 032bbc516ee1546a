"""The bots of Scopa: the facts that each level considers, and the exact endgame."""

from random import Random

import pytest

from audiogames.core.contract import Turn
from audiogames.core.events import Seat
from audiogames.core.registry import game
from audiogames.games.scopa.bots.easy import EasyBot
from audiogames.games.scopa.bots.learning import IN_SCOPONE, LearningBot, plays_as
from audiogames.games.scopa.bots.normal import NormalBot
from audiogames.games.scopa.bots.rollout import lookahead, margin, rollout, search
from audiogames.games.scopa.bots.strong import LOW, StrongBot, trial_of
from audiogames.games.scopa.model import PLAYS, UICI, Options
from audiogames.search.simulate import Simulation, simulate
from tests.games.scopa.positions import cards, make, match, playing


def chosen(bot, state, budget=100):
    return str(bot.choose(state.view(0), Random(1), budget, lambda: False))


def test_easy_bot_takes_coins_first():
    assert chosen(EasyBot(), playing("4b 6s 2c", "4d 6c")) == "4b"
    assert chosen(EasyBot(), playing("Rb 6s 2c", "4c 6b")) == "Rb"


def test_normal_bot_leaves_no_table_that_can_be_swept():
    """With the ace the table would sum to 6; with the king it sums to 15."""
    assert chosen(NormalBot(), playing("1s Rb", "5c")) == "Rb"


def test_normal_bot_keeps_the_high_card_if_nothing_can_be_taken():
    """No card takes, none leaves a table that can be swept, and all are worth the same."""
    view = playing("4s Fb Rc", "5c 7d").view(0)
    played = {str(NormalBot().choose(view, Random(lot), 100, lambda: False)) for lot in range(9)}
    assert played == {"4s"}


def test_normal_bot_counts_the_cards_already_taken():
    """No opponent can have a seven: the other three have been taken."""
    state = playing("3s Rb 7c", "4c")
    assert chosen(NormalBot(), state) == "Rb"
    sevens = [PLAYS[one] for one in cards("7d 7s 7b")]
    state.hands[1], state.dealt[1] = [], ()
    state.stock = ()
    state.trail = [*sevens, PLAYS[cards("5b")[0]]]
    state.captures = [0] * len(state.trail)
    assert chosen(NormalBot(), state) == "3s"


@pytest.mark.parametrize(
    ("level", "like"), [("easy", EasyBot), ("modest", EasyBot), ("fair", NormalBot)]
)
def test_scopa_levels_between_easy_and_normal_play_like_one_of_these_two(level, like):
    view = playing("1s Rb 4c", "5c 3b").view(0)
    for lot in range(9):
        made = [bot.choose(view, Random(lot), 1, bool) for bot in (LearningBot(level), like())]
        assert made[0] == made[1]
    assert plays_as(Options(), level) == ("normal" if like is NormalBot else "easy")


@pytest.mark.parametrize("form", ["scopone", "scientifico"])
def test_levels_below_normal_sometimes_overlook_sweeps_in_scopone(form):
    """With the ace the table sums to 6, with the king to 15; easy bots play the ace."""
    state = playing("1s Rb", "5c", seats=4, form=form)
    state.hands[0] = [PLAYS[card] for card in cards("1s Rb")]
    view = state.view(0)
    for level, share in IN_SCOPONE.items():
        assert plays_as(view.options, level) == level
        bot = LearningBot(level)
        kings = sum(str(bot.choose(view, Random(lot), 1, bool)) == "Rb" for lot in range(200))
        assert kings / 200 == pytest.approx(share, abs=0.1)


def test_fair_bot_wins_some_matches_against_normal_in_scopone():
    """An earlier version of the bot, which never considered the table, lost every match."""
    played = simulate(
        game("scopa"), Simulation(UICI, 4, 2, ["normal", "fair"], seed=21, duplicate=True)
    )
    assert played.wins[1] > 0


def naive(state, side):
    """Return a side's best final lead by exhaustive search, with all cards known."""
    if isinstance(state.to_act, Turn):
        return margin(state, side)
    values = []
    for move in state.legal_moves(state.to_act):
        tried = state.copy()
        tried.apply(state.to_act, move)
        values.append(naive(tried, side))
    return max(values) if state.to_act % len(state.score) == side else min(values)


def ends(seats, count, **options):
    """Yield positions with this number of cards in all hands and an empty stock."""
    for seed in range(4):
        for before, *_ in match(seed, seats, points=1, **options):
            left = sum(map(len, before.hands))
            if isinstance(before.to_act, int) and not before.stock and left == count:
                yield before


@pytest.mark.parametrize(
    ("seats", "count", "options"), [(2, 6, {}), (3, 6, {}), (4, 6, {"form": "scientifico"})]
)
def test_endgame_search_equals_exhaustive_play(seats, count, options):
    positions = list(ends(seats, count, **options))
    assert positions
    for state in positions:
        for side in range(len(state.score)):
            assert search(state.copy(), side) == naive(state, side)


def test_strong_bot_plays_the_last_hands_perfectly_with_two_players():
    for state in ends(2, 6):
        seat = Seat(state.to_act)
        move = StrongBot().choose(state.view(seat), Random(1), 1, lambda: False)
        tried = state.copy()
        tried.apply(seat, move)
        assert search(tried, seat) == naive(state, seat)


def test_rollout_plays_the_deal_to_its_end():
    state = playing("7d 2c 3c", "7c 2b", seats=4)
    end = rollout(state, 0)
    assert state.view(None).deal == 1
    assert end == margin(state, 0) == state.score[0] - state.score[1]


def test_strong_bot_prefers_laying_low_cards_in_scopone():
    """The bot subtracts a cost for a card that is laid on the table, but none for a capture."""
    for form, cost in (("scientifico", LOW), ("scopa", 0.0)):
        state = playing("2s Fb 5b", "5c 7d", seats=4, form=form)
        trial = trial_of(state.view(0))
        for card, laid in (("2s", 2), ("Fb", 8), ("5b", 0)):
            tried = state.copy()
            make(tried, card)
            brought = lookahead(tried, 0, 7)
            assert trial(state, PLAYS[cards(card)[0]]) == pytest.approx(brought - cost * laid)


def test_strong_bot_stops_on_request():
    asked = []
    state = playing("7d 2c 3c", "5c 2b 4s", seats=4)
    StrongBot().choose(state.view(0), Random(1), 10**6, lambda: asked.append(1) or len(asked) > 2)
    assert len(asked) == 3
