"""The bots of Briscola: their choice of cards, their signs, and their inferences."""

from itertools import permutations
from random import Random

import pytest

from audiogames.core.character import EVEN, Character
from audiogames.core.contract import Turn
from audiogames.core.events import Seat
from audiogames.core.registry import game
from audiogames.games.briscola import model as m
from audiogames.games.briscola.bots.codes import BRISCOLA, Codes, beats
from audiogames.games.briscola.bots.easy import EasyBot
from audiogames.games.briscola.bots.endgame import WON
from audiogames.games.briscola.bots.normal import NormalBot
from audiogames.games.briscola.bots.sampling import Sampler
from audiogames.games.briscola.bots.signs import remarks, true_sign
from audiogames.games.briscola.bots.strong import StrongBot
from tests.games.briscola.positions import (
    RULES,
    at_random,
    between,
    cards,
    dealt,
    legal,
    make,
    play,
)

LEVELS = (EasyBot, NormalBot, StrongBot)


def chosen(kind, state, budget=60):
    """Return the move that a bot of this class chooses in a state."""
    seat = state.to_act
    return str(kind().choose(state.view(seat), Random(1), budget, lambda: False))


# Obvious moves: the bot, its hand and that of seat 1, the card led, the card that the bot plays
PLAIN = [
    (EasyBot, ("1c 3d Rb", "3c 4d 5b"), "3c", "1c"),
    (EasyBot, ("2c 3d Rb", "1c 4d 5b"), "1c", "2c"),
    (NormalBot, ("2s 4d Rb", "3c 4b 5b"), "3c", "2s"),
    (NormalBot, ("2s 4d Rb", "4c 4b 5b"), "4c", "4d"),
    (NormalBot, ("2s 1c Rb", "4c 4b 5b"), "4c", "1c"),
    (StrongBot, ("2s 4d Rb", "3c 4b 5b"), "3c", "2s"),
    (StrongBot, ("2s 1c Rb", "4c 4b 5b"), "4c", "1c"),
]


@pytest.mark.parametrize(("kind", "hands", "lead", "wanted"), PLAIN)
def test_every_bot_plays_the_obvious_card(kind, hands, lead, wanted):
    state = dealt(*hands, turned="6s")
    make(state, lead)
    assert chosen(kind, state) == wanted


@pytest.mark.parametrize("kind", [NormalBot, StrongBot])
def test_normal_and_strong_bots_lead_a_liscio_rather_than_a_carico(kind):
    assert chosen(kind, dealt("6s 4d 5b", "1c 3d 2b", turned="7s"), 300) == "2b"


@pytest.mark.parametrize("kind", [NormalBot, StrongBot])
def test_normal_and_strong_bots_exchange_the_seven_at_once(kind):
    state = dealt("1c 7s Rb", "2c 4d 5b", turned="Rs", stock="6d 6b", exchange=True)
    play(state, "2c 1c")
    assert chosen(kind, state) == "exchange"


def test_trick_winner_by_card_codes_agrees_with_the_rules():
    codes = Codes("d")
    assert all((codes.of(card) >= BRISCOLA) == (card.suit == "d") for card in m.POWER)
    for first, second in permutations(cards("2d 1d 3c 7c 1s Rb"), 2):
        taken = m.best_of(((Seat(0), first), (Seat(1), second)), "d")[0] == 1
        assert beats(codes.of(second), codes.of(first)) == taken


# The end of a deal, played exactly


def last_three(seed):
    """Return a position of two players with three cards each and an empty stock."""
    state = RULES.start(m.Options(deals=1), 2)
    make(state, "dealer 0")
    return at_random(state, Random(seed), [], lambda one: bool(one.deal) and one.turned is None)


def outcome(state, seat):
    """Return the best result that the seat can reach, by trying all moves of both players."""
    if between(state):
        ours, theirs = state.points[seat], state.points[1 - seat]
        return ours - theirs + WON * ((ours > theirs) - (ours < theirs))
    values = []
    for move in state.legal_moves(state.to_act):
        twin = state.copy()
        twin.apply(state.to_act, move)
        values.append(outcome(twin, seat))
    return max(values) if state.to_act == seat else min(values)


@pytest.mark.parametrize("seed", range(6))
def test_strong_bot_plays_perfectly_once_the_stock_is_empty(seed):
    state = last_three(seed)
    while not between(state):
        seat = state.to_act
        best = outcome(state, seat)
        make(state, chosen(StrongBot, state))
        assert outcome(state, seat) == best


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_sampled_deals_agree_with_the_view(seats):
    state = RULES.start(m.Options(exchange=True), seats)
    make(state, "dealer 0")
    lot = Random(seats)
    for cards_played in range(3, 30, 4):
        at_random(state, lot, [], lambda one, many=cards_played: len(one.trail) >= many)
        view = state.view(state.to_act)
        sampler = Sampler(view)
        for deal, _ in zip(sampler.deals(lot), range(3), strict=False):
            held = [code for hand in deal.hands for code in hand]
            played = [sampler.codes.of(card) for _, card in view.history]
            assert sorted([*held, *deal.stock, *played]) == sorted(
                map(sampler.codes.of, m.PACKS[seats])
            )
            for place, seat in enumerate(sampler.order):
                assert len(deal.hands[place]) == view.hand_sizes[seat]
                known = [sampler.codes.of(card) for one, card in view.known if one == seat]
                assert set(known) <= set(deal.hands[place])


# Signs


@pytest.mark.rule("briscola 3.7 bots sign truly")
@pytest.mark.parametrize(
    ("hand", "sign"),
    [
        ("1s 3s 1c", "asso"),
        ("Fs 3s 1c", "tre"),
        ("Rs 2s", "re"),
        ("Cs Fs 1d", "cavallo"),
        ("Fs 1d", "fante"),
        ("7s 3d 2c", "carico"),
        ("7s Rd 2c", "niente"),
    ],
)
def test_bot_signs_its_strongest_card_truthfully(hand, sign):
    assert true_sign(cards(hand), "s") == sign


def second_trick():
    """Return a match in pairs in which seat 0 leads the second trick."""
    hands = ("1c 3d Rb", "2c 4d 5b", "1s 5d 4b", "4c 6d 6b")
    state = dealt(*hands, turned="7s", stock="Fd Cd Rd 2d", signals=True)
    play(state, "6b 4b 5b Rb")
    return state


@pytest.mark.rule("briscola 3.7 a bot signs cards it keeps, before its card, each only once")
def test_bot_gives_a_sign_only_once_for_a_card_that_it_keeps():
    state = second_trick()
    view = state.view(0)
    (said,) = remarks(m.Play.of(cards("1c")[0]), view)
    assert str(said) == "sign carico"
    state.apply(Seat(0), said)
    assert remarks(m.Play.of(cards("1c")[0]), state.view(0)) == ()
    for _ in range(4):
        make(state, next(one for one in legal(state, state.to_act) if not one.startswith("sign")))
    assert all(one.sign != "carico" for one in remarks(m.Play.of(cards("Fd")[0]), state.view(0)))


def test_talkative_bots_repeat_signs_and_silent_bots_sign_rarely():
    state = second_trick()
    talks, silent, ace = Character(talk=1), Character(talk=-1), m.Play.of(cards("1c")[0])
    assert remarks(ace, state.view(0), silent) == ()
    (said,) = remarks(ace, state.view(0), talks)
    state.apply(Seat(0), said)
    for _ in range(4):
        make(state, next(one for one in legal(state, state.to_act) if not one.startswith("sign")))
    kept = next(card for card in state.view(0).hand if str(card) != "3d")
    assert remarks(m.Play.of(kept), state.view(0)) == ()
    assert remarks(m.Play.of(kept), state.view(0), talks) == (said,)


@pytest.mark.rule("briscola 3.7 a bot that is asked out of turn can only sign")
@pytest.mark.parametrize("kind", LEVELS)
def test_bot_asked_for_a_move_out_of_turn_only_gives_signs(kind):
    view = second_trick().view(1)
    assert kind().choose(view, Random(1), 4, lambda: False) in view.legal


@pytest.mark.rule("briscola 3.7 the strong bot believes its partner's sign")
def test_strong_bot_believes_its_partners_sign():
    state = second_trick()
    ace = cards("1s")[0]

    def holds():
        sampler = Sampler(state.view(0))
        place, lot = sampler.order.index(Seat(2)), Random(1)
        deals = [deal for deal, _ in zip(sampler.deals(lot), range(60), strict=False)]
        return sum(sampler.codes.of(ace) in deal.hands[place] for deal in deals)

    before = holds()
    make(state, "sign asso", Seat(2))
    assert holds() > 2 * before
    assert holds() > 30


@pytest.mark.slow
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_bots_give_signs_only_in_matches_of_four(seats):
    spec = game("briscola")
    state = RULES.start(m.Options(deals=1, signals=True, exchange=True), seats)
    lot, given = Random(seats), 0
    while (seat := state.to_act) is not Turn.OVER:
        if seat is Turn.CHANCE:
            state.apply(None, RULES.chance(state, lot))
            continue
        kind = LEVELS[(seat + 2) % 3]
        move = kind().choose(state.view(seat), lot, 6, lambda: False)
        for said in spec.bots.remarks(move, state.view(seat), EVEN):
            make(state, str(said), seat)
            given += 1
        make(state, str(move), seat)
    assert (given > 0) == (seats == 4)
