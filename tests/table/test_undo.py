"""Tests of undo: a replay gives the same state, and the same cards are dealt again."""

from random import Random

import pytest

from audiogames.core.contract import Refused, Turn
from audiogames.core.log import Log, read_log, replay
from audiogames.core.registry import game, game_ids
from audiogames.table.clock import TimeSettings
from audiogames.table.seats import BOT, Player
from audiogames.table.setup import new_log
from audiogames.table.table import Table
from tests.table.kit import begun, entry, events, play, table_of

HANDS = ("3c 4d 9c", "3d 5d 9d", "3h 5h 9h")


def refusal(call, *args):
    with pytest.raises(Refused) as caught:
        call(*args)
    return caught.value.id


def test_undo_takes_back_the_last_card_and_all_that_followed():
    table = begun("hbb", *HANDS)
    before = table.state.copy()
    play(table, "3c", 5.0)
    play(table, "draw", 6.0, seat=0)
    play(table, "3d", 9.0)
    play(table, "3h", 12.0)
    assert table.state.to_act == 0
    taken, (update,) = table.take_back(0, 13.0)
    assert taken.move == "3c"
    assert [one.seat for one in taken.events if type(one).__name__ == "CardPlayed"] == [0, 1, 2]
    assert (table.log.entries[-1].move, table.log.entries[-1].seat) == ("undo 3", 0)
    assert table.state == before == replay(table.log)
    assert (update.view.total, update.view.hand) == (0, before.view(0).hand)
    assert update.events == ()


def test_undo_is_added_to_the_log_like_a_move():
    kept = []
    table = table_of("hb", *HANDS)
    table.keep(kept.append)
    table.start(0.0)
    play(table, "3c", 1.0)
    table.take_back(0, 2.5)
    assert kept == table.log.entries
    assert (kept[-1].seq, kept[-1].at) == (len(kept), 2.5)
    assert read_log(table.log.text()).entries == kept


def test_repeated_undo_takes_back_one_decision_each_time():
    table = begun("hh", *HANDS)
    play(table, "3c", 1.0)
    play(table, "3d", 2.0)
    play(table, "4d", 3.0)
    table.take_back(0, 4.0)
    assert (table.state.total, table.state.to_act) == (6, 0)
    table.take_back(0, 5.0)
    assert (table.state.total, table.state.to_act) == (0, 0)
    assert refusal(table.take_back, 0, 6.0) == "nothing-to-take-back"


def test_undo_takes_back_a_draw_with_its_card():
    table = begun("hb", *HANDS)
    play(table, "3c", 1.0)
    play(table, "draw", 1.5, seat=0)
    table.take_back(0, 2.0)
    assert table.state.total == 0


def test_undo_is_refused_before_the_first_move_and_after_the_end():
    table = begun("hb", *HANDS, options={"tokens": 1})
    assert refusal(table.take_back, 0, 1.0) == "nothing-to-take-back"
    play(table, "3c", 1.0)
    assert refusal(table.take_back, 1, 1.0) == "nothing-to-take-back", "a bot's seat has none yet"
    table = begun("hh", *HANDS, options={"tokens": 1}, limit=5)
    table.tick(5.0)
    assert table.state.to_act is Turn.OVER
    assert refusal(table.take_back, 0, 6.0) == "match-over"


def test_undo_drops_a_bot_move_that_is_delayed_by_the_pace():
    table = begun("hb", *HANDS, pace=1.5)
    play(table, "3c", 1.0)
    wanted = table.wanted
    play(table, "3d", 1.1)
    assert table.deadline is not None, "the move is held"
    table.take_back(0, 1.2)
    assert (table.wanted, table.deadline) == (None, None)
    assert table.tick(60.0) == []
    play(table, "4d", 61.0)
    assert table.wanted.seq > wanted.seq
    assert refusal(play, table, "3d", 90.0, 1, wanted.seq) == "stale"


def test_move_for_an_undone_decision_is_refused_as_stale():
    table = begun("hb", *HANDS)
    seq = table.seq
    play(table, "3c", 1.0)
    table.take_back(0, 2.0)
    assert table.seq > seq
    assert refusal(play, table, "3c", 3.0, 0, seq) == "stale"
    assert play(table, "3c", 3.0)


def test_undo_restores_the_full_time_of_the_turn():
    table = begun("hh", *HANDS, limit=30)
    play(table, "3c", 20.0)
    assert table.clock.left(25.0) == 25.0
    table.take_back(0, 26.0)
    assert table.clock.left(26.0) == 30.0
    assert table.deadline == 46.0, "the warning at ten seconds"
    assert table.state.to_act == 0


def test_undo_of_a_call_restores_the_full_time_of_the_caller():
    invido = game("invido")
    log = new_log(invido, invido.options(), [Player("a"), Player("b")], TimeSettings(limit=30))
    table = Table(log, Random(1))
    table.start(0.0)
    first = table.state.to_act
    for seat, move, now in ((first, "invido", 10.0), (1 - first, "va-bene", 15.0)):
        table.submit(seat, invido.rules.read(move), table.seq, now)
    table.take_back(first, 16.0)
    assert table.clock.left(16.0) == 30.0


def test_undo_takes_back_a_timeout():
    table = begun("hh", *HANDS, limit=5)
    table.tick(5.0)
    assert table.state.tokens == [7, 9]
    table.take_back(0, 6.0)
    assert (table.state.tokens, table.state.to_act) == ([9, 9], 0)
    assert table.clock.ends == 11.0


def test_undo_takes_back_a_call_out_of_turn():
    invido = game("invido")
    log = new_log(invido, invido.options(), [Player("a"), Player("b")], TimeSettings())
    table = Table(log, Random(1))
    table.start(0.0)
    other = 1 - table.state.to_act
    before = table.state.copy()
    table.submit(other, invido.rules.read("a-monte"), table.seq, 1.0)
    assert table.state != before
    table.take_back(other, 2.0)
    assert table.state == before


def to_the_end_of_a_round(table, now):
    """Play the first legal cards until the round ends; return the time at which it ended."""
    for _ in range(200):
        if table.waiting:
            return now
        now += 1.0
        cards = [
            move for move in table.state.legal_moves(table.state.to_act) if str(move) != "draw"
        ]
        table.submit(table.state.to_act, cards[0], table.seq, now)
    raise AssertionError("the round does not end")


def test_undo_deals_the_same_cards_again():
    table = begun("hh", *HANDS)
    table._dealer = table.spec.rules.chance
    now = to_the_end_of_a_round(table, 0.0)
    table.ready(0, now)
    table.ready(1, now)
    dealt = [one.move for one in table.log.entries if one.move.startswith("deal ")]
    hands = [list(hand) for hand in table.state.hands]
    table.take_back(0, now + 1)
    assert table.state.round == 1
    now = to_the_end_of_a_round(table, now + 1)
    assert table.ready(0, now) == []
    assert table.waiting, "everybody has to be ready again"
    table.ready(1, now)
    again = [one.move for one in table.log.entries if one.move.startswith("deal ")]
    assert again == [*dealt, dealt[-1]]
    assert [list(hand) for hand in table.state.hands] == hands


def test_undo_does_not_repeat_a_deal_that_is_no_longer_legal():
    log = Log(table_of("hh").log.header, [entry(1, "dealer 1"), entry(2, "undo 1")])
    assert log.dealt_before("dealer") == "dealer 1"
    assert log.dealt_before("deal") is None
    log.entries[0] = entry(1, "dealer 9")
    table = table_of("hh", *HANDS, log=log)
    table.start(0.0)
    assert table.log.entries[2].move == "dealer 1"


def test_match_resumes_from_a_log_with_undo():
    first = begun("hb", *HANDS)
    play(first, "3c", 1.0)
    first.take_back(0, 2.0)
    log = read_log(first.log.text())
    second = table_of("hb", log=log)
    (update,) = second.start(50.0)
    assert (update.view, second.state) == (first.state.view(0), first.state)
    play(second, "4d", 51.0)
    assert second.log.entries[-1].at == 3.0
    assert events(second.take_back(0, 52.0)[1]) == []
    assert second.state == first.state


# Random moves and undoing


def random_table(spec, rng):
    seats = spec.usual_seats
    players = [Player("Eva"), *(Player(f"b{n}", BOT, "easy") for n in range(1, seats))]
    table = Table(new_log(spec, spec.options(), players, TimeSettings(pace=0)), rng)
    table.start(0.0)
    return table


def anything(table, rng, now):
    """Make a random legal move for the seat to act, or get seat 0 ready for the next deal."""
    if table.waiting:
        return table.ready(0, now)
    seat = table.state.to_act
    move = rng.choice(list(table.state.legal_moves(seat)))
    table.submit(seat, move, table.seq, now)
    return table.tick(now + 0.5)


def taken_back(table, now):
    """Undo the last move of seat 0 and check the state; return False if it has not moved."""
    if not any(one.seat == 0 for one in table.log.moves()):
        assert refusal(table.take_back, 0, now) == "nothing-to-take-back"
        return False
    seq, length = table.seq, len(table.log.entries)
    table.take_back(0, now)
    assert table.seq > seq
    assert len(table.log.entries) == length + 1
    assert table.state == replay(table.log) == replay(read_log(table.log.text()))
    return True


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("id_", game_ids())
def test_state_after_undo_equals_a_replay_of_the_log(id_, seed):
    spec, rng = game(id_), Random(f"{id_} {seed}")
    table, now, undone = random_table(spec, rng), 0.0, 0
    dealt = {}
    for _ in range(250):
        now += 1.0
        if table.state.to_act is Turn.OVER:
            break
        if rng.random() < 0.12:
            undone += taken_back(table, now)
        else:
            anything(table, rng, now)
        views = [table.state.view(seat) for seat in (*range(len(table.players)), None)]
        again = replay(table.log)
        assert views == [again.view(seat) for seat in (*range(len(table.players)), None)]
        deals = [one.move for one in table.log.moves() if one.move.startswith("deal ")]
        for place, deal in enumerate(deals):
            assert dealt.setdefault(place, deal) == deal, "another deal than before"
    assert undone > 3 or table.state.to_act is Turn.OVER


def test_undo_is_refused_while_the_match_is_paused():
    table = begun("hb", *HANDS)
    play(table, "3c", 1.0)
    table.pause(2.0)
    assert refusal(table.take_back, 0, 3.0) == "paused"
    table.go_on(4.0)
    table.take_back(0, 5.0)
    assert table.state.total == 0
