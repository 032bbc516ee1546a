"""Tests of turns at the table: the seat to act, stale and delayed moves, and log entries."""

import pytest

from audiogames.core.contract import Refused, Turn
from audiogames.core.log import read_log
from audiogames.games.novantanove import model as m
from tests.table.kit import GAME, begun, entry, events, log_of, play, table_of

HANDS = ("3c 4d 9c", "3d 5d 9d", "3h 5h 9h")


def refused(table, text, now, **more):
    before = table.state.copy(), table.seq, len(table.log.entries)
    with pytest.raises(Refused) as refusal:
        play(table, text, now, **more)
    assert (table.state, table.seq, len(table.log.entries)) == before
    return refusal.value.id


def test_starting_a_table_deals_and_sends_each_player_only_their_own_hand():
    table = table_of("hhb", *HANDS)
    first, second = table.start(0.0)
    assert (first.seat, second.seat) == (0, 1)
    assert [str(card) for card in second.view.hand] == HANDS[1].split()
    told = [event for event in second.events if isinstance(event, m.HandDealt)]
    assert [event.to for event in told] == [1]
    assert (table.deadline, table.wanted, table.waiting) == (None, None, False)


def test_spectator_gets_only_public_events():
    table = table_of("hh", *HANDS, listeners=[None])
    (update,) = table.start(0.0)
    assert events([update]) == ["DealerChosen", "Dealt"]
    assert update.view.hand == ()


def test_events_since_a_move_leave_out_private_events_of_other_seats():
    """Seats 0 and 1 draw: each knows only its own card, and a spectator knows neither card."""
    table = begun("hhh", *HANDS)
    play(table, "3c", 1.0)
    play(table, "draw", 2.0, seat=0)
    play(table, "3d", 3.0)
    play(table, "draw", 4.0, seat=1)
    taken = {
        seat: [event.to for event in table.since_move(seat) if isinstance(event, m.CardTaken)]
        for seat in (0, 1, 2, None)
    }
    assert taken == {0: [0], 1: [1], 2: [], None: []}


def test_move_is_logged_with_its_time_and_sent_to_all():
    table = begun("hh", *HANDS, now=100.0)
    updates = play(table, "3c", 102.5)
    assert [update.seat for update in updates] == [0, 1]
    assert updates[1].view.total == 3
    last = table.log.entries[-1]
    assert (last.seq, last.at, last.seat, last.move, last.by) == (3, 2.5, 0, "3c", None)


def test_log_entries_are_recorded_at_each_move():
    kept = []
    table = table_of("hh", *HANDS)
    table.keep(kept.append)
    table.start(0.0)
    play(table, "3c", 1.0)
    assert kept == table.log.entries
    assert [one.move.split()[0] for one in kept] == ["dealer", "deal", "3c"]


# Stale moves


def test_move_for_an_earlier_decision_is_refused_as_stale():
    table = begun("hh", *HANDS)
    old = table.seq
    play(table, "3c", 1.0)
    play(table, "3d", 2.0)
    assert refused(table, "4d", 3.0, seq=old) == "stale"
    play(table, "4d", 3.0)


def test_second_key_press_after_a_jack_with_two_players_is_refused_as_stale():
    table = begun("hh", "Jc 4d 9c", HANDS[1])
    old = table.seq
    play(table, "Jc", 1.0)
    assert table.state.to_act == 0
    assert refused(table, "4d", 1.1, seq=old) == "stale"


def test_move_out_of_turn_is_refused_by_the_rules():
    assert refused(begun("hh", *HANDS), "3d", 1.0, seat=1) == "not-your-turn"


def test_draw_is_never_refused_as_stale_and_makes_no_move_stale():
    table = begun("hh", *HANDS)
    old = table.seq
    play(table, "3c", 1.0)
    asked = table.seq
    play(table, "draw", 2.0, seat=0, seq=old)
    assert table.seq == asked
    play(table, "3d", 3.0, seq=asked)


def test_draw_on_the_players_own_turn_keeps_the_decision_number():
    table = begun("hh", "Jc 4d 9c", HANDS[1])
    play(table, "Jc", 1.0)
    asked = table.seq
    play(table, "draw", 2.0, seq=0)
    assert table.seq == asked


def test_late_draw_is_refused_as_too_late_and_not_as_stale():
    table = begun("hh", *HANDS)
    old = table.seq
    play(table, "3c", 1.0)
    play(table, "3d", 2.0)
    assert refused(table, "draw", 3.0, seat=0, seq=old) == "too-late-to-draw"


def test_move_submitted_for_the_decision_before_a_reshuffle_is_still_accepted():
    table = begun("hh", *HANDS)
    state = table.state
    state.trail += [(1, card) for card in state.stock[1:]]
    del state.stock[1:]
    play(table, "3c", 1.0)
    asked = table.seq
    updates = play(table, "draw", 2.0, seat=0)
    assert events(updates) == ["CardDrawn", "CardTaken", "StockReshuffled"]
    assert table.log.entries[-1].move.startswith("reshuffle ")
    play(table, "3d", 3.0, seq=asked)


def test_move_sent_before_a_new_round_is_stale_for_the_player_who_starts_it():
    table = begun("hh", "Kc 4d 9c", HANDS[1])
    table.state.total = 95
    old = table.seq
    play(table, "Kc", 1.0)
    table.ready(0, 2.0)
    table.ready(1, 2.0)
    assert table.seq > old


# Automatic draws


def test_bot_draws_its_card_at_once():
    table = begun("bh", *HANDS)
    play(table, "3c", 10.0)
    assert [(e.move, e.by) for e in table.log.entries[2:]] == [("3c", None), ("draw", None)]


def test_automatic_draw_is_logged_as_made_by_the_table():
    table = begun("ah", *HANDS)
    updates = play(table, "3c", 1.0)
    assert [(e.move, e.by) for e in table.log.entries[2:]] == [("3c", None), ("draw", "auto")]
    assert events(updates) == ["CardPlayed", "CardDrawn", "CardTaken"]


def test_people_at_one_keyboard_do_not_wait_for_a_manual_draw():
    table = begun("hh", *HANDS)
    play(table, "3c", 1.0)
    play(table, "3d", 1.1)
    assert len(table.state.hands[0]) == 2


# The next deal


def ended(kinds, **more):
    """Return a table whose round ended at 10 seconds and that waits for the players."""
    table = begun(kinds, "Kc 4d 9c", *HANDS[1:], **more)
    table.state.total = 95
    play(table, "Kc", 10.0)
    return table


def test_next_deal_waits_until_every_player_is_ready():
    table = ended("hhb")
    assert table.waiting
    assert table.look(1).waiting
    assert table.ready(0, 11.0) == []
    assert table.ready(0, 12.0) == []
    assert table.tick(100.0) == []
    updates = table.ready(1, 101.0)
    assert events(updates) == ["Dealt", "HandDealt"]
    assert not table.waiting


def test_readiness_before_the_round_ends_is_ignored():
    table = begun("hh", "Kc 4d 9c", *HANDS[1:])
    table.state.total = 95
    table.ready(0, 1.0)
    table.ready(1, 1.0)
    play(table, "Kc", 10.0)
    assert table.waiting
    assert table.ready(0, 11.0) == []


def test_moves_between_two_deals_are_refused():
    assert refused(ended("hh"), "4d", 11.0, seat=0) == "being-dealt"


def test_readiness_for_the_next_deal_is_not_logged():
    table = ended("hh")
    count = len(table.log.entries)
    table.ready(0, 11.0)
    assert len(table.log.entries) == count


def test_next_deal_among_bots_is_made_automatically():
    table = ended("bbb", listeners=[None], pace=2.0)
    assert table.waiting
    table.listening(None, 20.0)
    assert table.deadline == 22.0
    assert table.tick(21.9) == []
    assert events(table.tick(22.0)) == ["Dealt"]
    assert table.wanted is not None


def test_table_reports_the_result_and_refuses_moves_after_the_match():
    table = begun("hh", "Kc 4d 9c", *HANDS[1:], options={"tokens": 1})
    table.state.total = 89
    updates = play(table, "Kc", 1.0)
    assert all(update.over for update in updates)
    assert table.result().winners == (0,)
    assert (table.deadline, table.wanted, table.waiting) == (None, None, False)
    assert table.look(0).over
    assert table.tick(1000.0) == []
    assert refused(table, "4d", 2.0, seat=0) == "match-over"


# Resuming and undoing


def test_table_resumes_from_its_log():
    table = begun("hhb", *HANDS, limit=30)
    play(table, "3c", 4.0)
    play(table, "draw", 5.0, seat=0)
    again = table_of("", log=read_log(table.log.text()))
    updates = again.start(1000.0)
    assert again.state == table.state
    assert events(updates) == []
    assert again.clock.ends == 1030.0
    play(again, "3d", 1002.0)
    assert again.log.entries[-1].at == 7.0


def test_table_resumed_between_rounds_waits_until_all_players_are_ready():
    table = begun("hh", "3c 4d 9c", "3d 5d 9d")
    for card in ["3c", "3d", "9c", "9d", "4d", "5d"]:  # without draws the first hand becomes empty
        play(table, card, 1.0)
    again = table_of("", log=read_log(table.log.text()))
    again.start(0.0)
    assert again.waiting
    again.ready(0, 1.0)
    again.ready(1, 1.0)
    assert again.state.round == 2


def test_table_resumed_on_a_bots_turn_asks_the_bot():
    table = begun("hb", *HANDS)
    play(table, "3c", 1.0)
    again = table_of("", log=read_log(table.log.text()))
    again.start(0.0)
    assert (again.wanted.seat, again.wanted.level) == (1, "normal")
    assert again.wanted.view == again.state.view(1)


def test_table_resumed_after_undo_leaves_out_undone_moves():
    table = begun("hh", *HANDS)
    play(table, "3c", 1.0)
    table.log.entries.append(entry(4, "undo 3"))
    again = table_of("", log=read_log(table.log.text()))
    again.start(0.0)
    assert (again.state.total, again.state.to_act) == (0, 0)
    play(again, "4d", 1.0)
    assert [one.seq for one in again.log.entries] == [1, 2, 3, 4, 5]
    assert [one.move for one in again.log.moves()][2:] == ["4d"]


def test_table_resumed_after_undoing_the_first_deal_deals_again():
    table = begun("hh", *HANDS)
    table.log.entries.append(entry(3, "undo 2"))
    again = table_of("", log=read_log(table.log.text()))
    again.start(0.0)
    assert not again.waiting
    assert (again.state.round, again.state.to_act) == (1, 0)


def test_table_resumed_after_the_choice_of_the_dealer_deals_the_cards():
    log = log_of("hh")
    log.entries += [entry(1, "dealer 0")]
    table = table_of("", *HANDS[:2], log=log)
    table.start(0.0)
    assert table.state.to_act == 1
    assert [one.seq for one in log.entries] == [1, 2]


def test_looking_at_a_table_returns_an_update_without_events_and_changes_nothing():
    table = begun("hh", *HANDS)
    before = table.state.copy()
    update = table.look(1)
    assert (update.events, update.view, update.seq) == ((), table.state.view(1), table.seq)
    assert table.state == before
    assert table.state.to_act is not Turn.CHANCE
    assert GAME.id == table.spec.id
