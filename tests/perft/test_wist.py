"""Compares move counts and whole matches of two implementations of Wist."""

from math import comb
from random import Random

import pytest

from audiogames.core.contract import Turn
from audiogames.games.wist import model as m
from audiogames.games.wist.rules import WistRules
from tests.perft import naive_wist as naive

RULES = WistRules()


def options(table):
    return m.Options(
        form="cagliari" if table.cagliari else "eight",
        clockwise=table.clockwise,
        free_cut=table.free_cut,
        dark_tickets=table.dark_tickets,
        cagliari_points="always" if table.always else "made",
    )


def begun(deal):
    """Return the program's state after the deal of this round."""
    state = RULES.start(options(deal.table), deal.table.players)
    state.sit(tuple(seat for seat in deal.table.seating if seat < deal.table.players))
    state.dealer, state.deal = deal.dealer, deal.number - 1
    state.phase = m.Phase.DEALING
    state.apply(None, RULES.read(" ".join(("deal", *deal.pack))))
    return state


def possible(state):
    """Return all legal moves, as pairs of seat and text, or no moves between rounds."""
    if isinstance(state.to_act, Turn):
        return set()
    return {(seat, str(move)) for seat in range(state.seats) for move in state.legal_moves(seat)}


def made(state, seat, text):
    twin = state.copy()
    twin.apply(seat, RULES.read(text))
    return twin


def perft(state, depth):
    """Return the numbers of move sequences of each length from 1 to `depth`."""
    states, counts = [state], []
    for left in range(depth, 0, -1):
        moves = [(one, possible(one)) for one in states]
        counts.append(sum(len(found) for _, found in moves))
        if left > 1:
            states = [made(one, *move) for one, found in moves for move in found]
    return counts


def pack(players, seed):
    """Return the shuffled pack for this many players."""
    cards = sorted(map(str, m.PACKS[players]))
    Random(seed).shuffle(cards)
    return tuple(cards)


def deal_of(number, seed=1, dealer=0, **rules):
    """Return round `number` with random cards."""
    table = naive.Table(**rules)
    return naive.Round(table, number, dealer, pack(table.players, seed))


def prefix(deal, left):
    """Return random bids and moves of a round, until each hand has `left` cards."""
    history, rng = (), Random(7)
    while (
        len(naive.bids(deal, history)) < deal.table.players
        or len(naive.hand(deal, history, deal.dealer)) > left
        or naive.on_table(deal, history)
    ):
        history += (rng.choice(sorted(naive.possible(deal, history))),)
    return history


def replayed(deal, history):
    state = begun(deal)
    for seat, text in history:
        state.apply(seat, RULES.read(text))
    return state


FEW = 10_000
"""The number above which the slow program does not count."""

CAGLIARI = {"cagliari": True}
SEATING = {"seating": (2, 0, 3, 1)}

# A round from its deal on, and the numbers of sequences of 1, 2, 3, ... moves
FROM_THE_DEAL = [
    (deal_of(13, **CAGLIARI), [2, 4, 8, 12, 12, 12]),
    (deal_of(12, **CAGLIARI), [3, 9, 27, 71, 142, 284, 568, 1136, 1136]),
    (deal_of(14, 2, 3, clockwise=True, **CAGLIARI), [3, 9, 27, 71, 142, 284, 568, 852, 852]),
    (deal_of(11, 3, free_cut=True, **CAGLIARI), [4, 16, 64, 236, 708, 1416, 3304, 8496]),
    (
        deal_of(15, 3, 1, free_cut=True, **CAGLIARI, **SEATING),
        [4, 16, 64, 236, 708, 1888, 3776, 8496],
    ),
    (deal_of(1), [14, 196, 2744]),
    (deal_of(6), [14, 196, 2744]),
    (deal_of(7), [56, 2352, 65856]),
    (deal_of(6, dark_tickets=True, players=5), [55, 2420]),
    (deal_of(8, dealer=2), [13, 91, 442, 978, 11736]),
]

# A round, how many cards each has left, and how many ways there are to go on: the last trick has
# one for each that came to it
FROM_THEN_ON = [
    (deal_of(11, **CAGLIARI), 3, [3, 9, 27, 81, 162, 324, 648, 864, 864]),
    (deal_of(1), 3, [3, 9, 9, 18, 36, 72, 136, 176, 176]),
    (deal_of(1, free_cut=True), 3, [3, 5, 12, 30, 60, 102, 196, 336, 336]),
    (deal_of(2, 5, 1, clockwise=True, players=5), 2, [2, 4, 6, 12, 24, 24, 24]),
    (deal_of(3, 2, 2, free_cut=True, players=5), 2, [2, 4, 4, 8, 8, 8, 8]),
    (
        deal_of(4, free_cut=True, clockwise=True),
        3,
        [3, 6, 11, 33, 66, 114, 172, 288, 288],
    ),
    (deal_of(5), 3, [3, 6, 6, 6, 12, 24, 36, 72, 72]),
    (deal_of(6, 4), 3, [3, 7, 13, 35, 70, 102, 134, 196, 196]),
    (deal_of(7, dealer=3), 3, [3, 9, 27, 81, 162, 324, 648, 1296, 1296]),
    (deal_of(8), 3, [3, 6, 11, 29, 58, 86, 124, 200, 200]),
]


@pytest.mark.slow
@pytest.mark.rule("wist C.7 the number of sequences of moves at the start of a round")
@pytest.mark.parametrize(("deal", "counts"), FROM_THE_DEAL)
def test_wist_move_counts_equal_the_recorded_counts(deal, counts):
    assert perft(begun(deal), len(counts)) == counts


@pytest.mark.rule("wist C.7 the same by an implementation without code in common")
@pytest.mark.parametrize(("deal", "counts"), FROM_THE_DEAL)
def test_naive_wist_rules_give_the_recorded_move_counts(deal, counts):
    few = [count for count in counts if count < FEW]
    assert naive.perft(deal, len(few)) == few


@pytest.mark.rule("wist C.7 the number of sequences of moves at the end of a round")
@pytest.mark.parametrize(("deal", "left", "counts"), FROM_THEN_ON)
def test_wist_move_counts_to_the_end_equal_the_recorded_counts(deal, left, counts):
    state = replayed(deal, prefix(deal, left))
    assert perft(state, len(counts)) == counts


@pytest.mark.rule("wist C.7 the same to the end by the other implementation")
@pytest.mark.parametrize(("deal", "left", "counts"), FROM_THEN_ON)
def test_naive_wist_rules_give_the_recorded_numbers_of_move_sequences_to_the_end_of_a_round(
    deal, left, counts
):
    assert naive.perft(deal, len(counts), prefix(deal, left)) == counts


@pytest.mark.rule("wist C.3 forbidden total: all sequences of bids except those with the sum N")
@pytest.mark.parametrize(
    ("deal", "players", "cards"),
    [
        (deal_of(5), 4, 13),
        (deal_of(6), 4, 13),
        (deal_of(5, players=5), 5, 10),
        (deal_of(13, **CAGLIARI), 4, 1),
        (deal_of(12, **CAGLIARI), 4, 2),
        (deal_of(8, **CAGLIARI), 4, 6),
    ],
)
def test_number_of_possible_open_biddings_matches_the_combinatorial_formula(deal, players, cards):
    """The dealer has one forbidden bid whenever the other bids sum to N or less."""
    others = (cards + 1) ** (players - 1)
    barred = comb(cards + players - 1, players - 1)
    found = perft(begun(deal), players if others < FEW else players - 1)
    assert found[players - 2] == others
    assert found[players - 1 :] in ([], [others * (cards + 1) - barred])


@pytest.mark.slow
@pytest.mark.rule("wist design 4 secret bids: any seat that has not written, any number")
@pytest.mark.parametrize("deal", [deal_of(7), deal_of(6, dark_tickets=True)])
def test_number_of_possible_secret_biddings_matches_the_formula(deal):
    assert perft(begun(deal), 3)[2] == (4 * 14) * (3 * 14) * (2 * 14)


# Equal positions


def agree(deal, state, history):
    """Check that both implementations agree on this position of a round."""
    assert possible(state) == naive.possible(deal, history), history
    view = state.view(None)
    assert view.tricks == naive.taken(deal, history), history
    assert state.bids == [naive.bids(deal, history).get(s) for s in range(state.seats)], history
    if naive.is_over(deal, history):
        assert state.sheet[-1].points == naive.points(deal, history), history
        return
    assert state.to_act == naive.who(deal, history), history
    assert list(map(tuple, told(view.on_table))) == naive.on_table(deal, history), history
    assert state.view(deal.dealer).forbidden == forbidden_to_the_dealer(deal, history), history


def told(pairs):
    return [(seat, str(card)) for seat, card in pairs]


def forbidden_to_the_dealer(deal, history):
    waited = naive.who(deal, history) == deal.dealer and naive.possible(deal, history)
    return naive.forbidden(deal, history) if waited else None


@pytest.mark.rule("wist C.7 the same moves, tricks and points in each of those positions")
@pytest.mark.parametrize(
    ("deal", "history", "depth"),
    [(deal, (), 4) for deal, _ in FROM_THE_DEAL if deal.table.cagliari]
    + [(deal, prefix(deal, left), 5) for deal, left, _ in FROM_THEN_ON]
    + [(deal, prefix(deal, 1), 5) for deal, _, _ in FROM_THEN_ON],
)
def test_wist_and_naive_rules_agree_in_every_position(deal, history, depth):
    agree_from(deal, replayed(deal, history), history, depth)


def agree_from(deal, state, history, depth):
    agree(deal, state, history)
    for move in sorted(possible(state)) if depth else ():
        agree_from(deal, made(state, *move), (*history, move), depth - 1)


# Whole matches

MATCHES = [
    naive.Table(),
    naive.Table(players=5),
    naive.Table(clockwise=True, dark_tickets=True),
    naive.Table(players=5, free_cut=True, dark_tickets=True),
    naive.Table(free_cut=True),
    naive.Table(players=5, clockwise=True),
    naive.Table(cagliari=True, seating=(2, 0, 3, 1)),
    naive.Table(cagliari=True, free_cut=True, always=True, seating=(0, 3, 1, 2)),
    naive.Table(cagliari=True, clockwise=True, seating=(1, 0, 2, 3)),
]


def start(table, dealer):
    """Return a match whose dealer and seating have been drawn as at this table."""
    state = RULES.start(options(table), table.players)
    if table.cagliari:
        state.apply(None, RULES.read("seats " + " ".join(map(str, table.seating[:4]))))
    drawn = ["3c", "4c", "5c", "6c", "7c"][: table.players]
    drawn[dealer] = "Ad"
    state.apply(None, RULES.read("draw-dealer " + " ".join(drawn)))
    return state


def pick(moves, rng):
    """Return a random move, with mostly low bids, so that some bids are made."""
    low = [move for move in moves if move[1] in {"bid 0", "bid 1", "bid 2", "bid 3", "bid 4"}]
    return rng.choice(sorted(low if low and rng.random() < 0.8 else moves))


@pytest.mark.slow
@pytest.mark.rule("wist C.1 to C.7 whole matches agree in every position, with any options")
@pytest.mark.parametrize(
    ("table", "seed"),
    [(table, seed) for table in MATCHES for seed in range(1 if table.cagliari else 2)],
)
def test_wist_and_naive_rules_agree_on_whole_matches(table, seed):
    rng = Random(seed)
    dealer = rng.randrange(table.players)
    state = start(table, dealer)
    totals = [0] * table.players
    for number in range(1, naive.how_many(table) + 1):
        deal = naive.Round(
            table, number, naive.dealer_of(table, dealer, number), pack(table.players, rng.random())
        )
        assert (state.expects, state.dealer) == ("deal", deal.dealer)
        state.apply(None, RULES.read(" ".join(("deal", *deal.pack))))
        view = state.view(None)
        assert (view.round_name, view.trump) == (naive.name(deal), naive.trump(deal))
        history = ()
        agree(deal, state, history)
        while not naive.is_over(deal, history):
            move = pick(possible(state), rng)
            history += (move,)
            state.apply(move[0], RULES.read(move[1]))
            agree(deal, state, history)
        points = naive.points(deal, history)
        totals = [total + more for total, more in zip(totals, points, strict=True)]
        assert state.score == totals
    best = max(totals)
    assert state.result().winners == tuple(s for s in range(table.players) if totals[s] == best)
