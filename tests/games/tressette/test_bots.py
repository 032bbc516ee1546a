"""The bots of Tressette: legality, limits of their knowledge, sensible play, declarations."""

from collections import Counter
from itertools import product
from random import Random
from statistics import mean

import pytest

from audiogames.core.contract import Turn, admit
from audiogames.games.tressette import declarations as d
from audiogames.games.tressette import model as m
from audiogames.games.tressette.bots import normal
from audiogames.games.tressette.bots.declaring import partners_suit
from audiogames.games.tressette.bots.easy import EasyBot
from audiogames.games.tressette.bots.normal import NormalBot
from audiogames.games.tressette.bots.rollout import rollout, rollout_policy
from audiogames.games.tressette.bots.strong import StrongBot
from bench.strength.measure import Asked, measure
from bench.strength.tressette import MATCHUP, all_ticked, nothing_ticked
from tests.games.tressette.positions import RULES, dealt, make, naively_closed, play, start
from tests.games.tressette.truth import check_truth

NAMED = {
    "easy": EasyBot(),
    "normal": NormalBot(),
    "no-declarations": NormalBot(ignore_declarations=True),
    "silent": NormalBot(declare=nothing_ticked),
    "strong": StrongBot(),
    "strong-no-declarations": StrongBot(ignore_declarations=True),
    "strong-silent": StrongBot(declare=nothing_ticked),
    "strong-talkative": StrongBot(declare=all_ticked),
    "strong-unweighted": StrongBot(weighted=False),
}
BOTS, IDS = [*NAMED.values()], [*NAMED]
bots = pytest.mark.parametrize("player", BOTS, ids=IDS)
BUDGET = 100
OPTIONS = [
    m.Options(declarations=declarations, federation=federation, accuse=accuse)
    for declarations, federation, accuse in product(
        ("automatic", "manual", "none"), *[(False, True)] * 2
    )
]


def never():
    return False


def choices(player, state, lots=10, budget=BUDGET):
    """Return the moves that the bot chooses in this state, over many seeds."""
    view = state.view(state.to_act)
    return {str(player.choose(view, Random(lot), budget, never)) for lot in range(lots)}


def cards_of(texts):
    return {text.split(" ")[0] for text in texts}


# Within the rules


@pytest.mark.slow
@pytest.mark.parametrize("place", range(len(BOTS) * len(OPTIONS) // 3))
def test_every_bot_move_is_legal(place):
    """Each bot plays with a third of the options, so that all bots together cover all options."""
    number, third = divmod(place, len(OPTIONS) // 3)
    player, options = BOTS[number], OPTIONS[3 * third + number % 3]
    state, lot = RULES.start(options, 4), Random(1)
    while state.deal < 2 or isinstance(state.to_act, int):
        if isinstance(state.to_act, Turn):
            state.apply(None, RULES.chance(state, lot))
            continue
        move = player.choose(state.view(state.to_act), lot, 4, never)
        admit(RULES, state, state.to_act, move)
        state.apply(state.to_act, move)


@bots
def test_bots_choose_the_same_card_with_the_same_seed(player):
    state = dealt()
    for lot in range(5):
        views = [state.view(0), state.copy().view(0)]
        first, second = (player.choose(view, Random(lot), BUDGET, never) for view in views)
        assert first is second


@bots
def test_bot_choice_does_not_depend_on_hidden_cards(player):
    one, other = dealt("34567c 3d 45s 4b"), dealt("34567c 3d 45s 4b")
    swapped = [other.view(seat).hand for seat in (3, 2, 1)]
    other.hold([one.view(0).hand, *swapped])
    assert one.view(0) == other.view(0)
    assert choices(player, one) == choices(player, other)


@bots
def test_stopped_bot_still_returns_a_legal_move(player):
    state = dealt()
    move = player.choose(state.view(0), Random(1), BUDGET, lambda: True)
    admit(RULES, state, 0, move)


# Sensible moves


@bots
def test_bots_announce_their_accuse(player):
    state = dealt("32Ac 3d 3s", accuse=True)
    assert choices(player, state) <= {"accuse napoletana c", "accuse tre-3 b"}


THINKERS = ["normal", "no-declarations", "strong", "strong-no-declarations"]
THINKING = pytest.mark.parametrize("player", [NAMED[id_] for id_ in THINKERS], ids=THINKERS)


@pytest.mark.slow
@THINKING
def test_bots_give_the_asso_to_the_partners_trick(player):
    state = dealt("3c", "4c", "A5c", "6c")
    play(state, "3c 4c")
    assert cards_of(choices(player, state, 5, 2000)) == {"1c"}


@pytest.mark.slow
@THINKING
def test_bots_do_not_give_the_ace_to_the_opponents_trick(player):
    state = dealt("3c", "A5c", "6c", "7c")
    make(state, "3c")
    assert cards_of(choices(player, state, 5, 2000)) == {"5c"}


@THINKING
def test_bot_that_plays_last_to_a_trick_takes_it_with_the_ace(player):
    state = dealt("Kc 2s", "4c 2c", "5c", "A3c 456d 45s 45b 7b")
    play(state, "Kc 4c 5c")
    assert cards_of(choices(player, state, 5, 2000)) == {"1c"}


@pytest.mark.parametrize(("gain", "led"), [(0, "3c"), (1, "3c"), (3, "4s")])
def test_normal_bot_departs_from_the_easy_bots_card_only_for_a_clear_gain(monkeypatch, gain, led):
    """By habit the bot leads the 3 of coppe, which no card can beat."""
    monkeypatch.setattr(normal, "rollout", lambda tried, _side: gain * (str(tried.best) == "4s"))
    assert cards_of(choices(NormalBot(), dealt("3c 7c 456d K4s F54b"))) == {led}


def test_rollout_policy_plays_legal_cards_to_the_end():
    for seed in range(20):
        state = start()
        for word in ("dealer", "deal"):
            state.apply(None, RULES.chance(state, Random(f"{seed} {word}")))
        assert rollout_policy(state, state.to_act) in state.legal_moves(state.to_act)
        margin = rollout(state, 0)
        assert sum(state.thirds) == 32
        last = 3 if state.taker % 2 == 0 else -3
        assert margin == state.thirds[0] - state.thirds[1] + last


# Declaring


@pytest.mark.parametrize("player", [EasyBot(), NormalBot()], ids=["easy", "normal"])
@pytest.mark.parametrize("declarations", ["manual", "none"])
def test_bots_tick_no_declaration_checkboxes_if_declarations_are_manual_or_none(
    player, declarations
):
    state = dealt(declarations=declarations)
    assert all(" " not in text for text in choices(player, state))


def test_silent_bot_does_not_tick_checkboxes():
    assert all(" " not in text for text in choices(NormalBot(declare=nothing_ticked), dealt()))


def test_normal_bot_declares_often():
    said = Counter()
    for seed in range(10):
        state, lot = start(), Random(seed)
        while state.deal == 0 or isinstance(state.to_act, int):
            if isinstance(state.to_act, Turn):
                state.apply(None, RULES.chance(state, lot))
                continue
            move = NormalBot().choose(state.view(state.to_act), lot, 20, never)
            state.apply(state.to_act, move)
        said.update(one.kind for one in state.declarations)
    assert said["giocata"] > 10
    assert set(said) <= {"giocata", "compagno"}


@pytest.mark.slow
@pytest.mark.rule(
    "tressette B.6 the partner's suit, as all that is said there, is one of the others"
)
@pytest.mark.parametrize(("level", "deals"), [("easy", 200), ("normal", 60), ("strong", 30)])
def test_bots_declare_truthfully_on_the_partners_suit(level, deals):
    """On a suit that the partner declared, a bot says "faglio" if void, otherwise "liscio".

    Bots say nothing of a suit that is led, captured or barred from further declarations.
    """
    told = Counter()
    for seed in range(deals):
        state, lot = start(), Random(seed)
        while state.deal == 0 or isinstance(state.to_act, int):
            if isinstance(state.to_act, Turn):
                state.apply(None, RULES.chance(state, lot))
                continue
            view = state.view(state.to_act)
            move = NAMED[level].choose(view, lot, 4, never)
            if word := move.boxes.compagno:
                told[word] += 1
                suit = partners_suit(view)
                assert suit not in naively_closed(view, move.suit)
                assert (word == "faglio") == (not d.ranks_of(view.hand, suit))
            state.apply(view.seat, move)
    assert set(told) == {"faglio", "liscio"}


# Strength: the figures are in docs/bots.md


def margin(tested, rest, deals, budget=0):
    """Return the mean lead of a pair of `tested` bots over a pair of `rest` bots.

    Each deal is also played with the two pairs swapped.
    """
    asked = Asked("deal", (tested, rest), deals, seed=1, budget=budget)
    (seen,) = measure(MATCHUP, MATCHUP.forms["deal"], asked).margins().values()
    return mean(seen)


def test_easy_bot_beats_random():
    assert margin("easy", "random", 60) > 1


@pytest.mark.slow
def test_normal_bot_beats_easy():
    assert margin("normal", "easy", 20, budget=150) > 0


def test_no_declaration_excludes_the_true_hands():
    truth = check_truth(30, 1)
    assert truth.excluded == 0
    assert truth.deals == 30
    assert set(truth.names) <= set(d.NAMES)
