"""Tests that a replayed log gives the same updates as the table, with numbers and times."""

from dataclasses import replace
from random import Random

import pytest

from audiogames.core.contract import Turn
from audiogames.core.log import Log, read_log, replay
from audiogames.core.registry import game, game_ids
from audiogames.search.arena import BUDGET
from audiogames.table.clock import ClockMoved, TimeExtended, TimeSettings, TimeWarned
from audiogames.table.decisions import HeardSince, MatchProgress, since_move
from audiogames.table.replay import replay_steps
from audiogames.table.seats import BOT, Player
from audiogames.table.setup import new_log
from audiogames.table.table import Table
from tests.table.kit import begun, play

HANDS = ("3c 4d 9c", "3d 5d 9d", "3h 5h 9h")
UNLOGGED = (TimeWarned, TimeExtended)
"""Announcements that are not in the log."""


@pytest.mark.parametrize("id_", game_ids())
def test_events_since_a_seats_move_are_tracked_incrementally(id_):
    spec = game(id_)
    whole = random_match(spec, Random(3), Heard(), 40).log
    log = Log(whole.header)
    since = HeardSince(log)
    for entry in whole.entries:
        log.entries.append(entry)
        if entry.seq % 3 == 0:  # several moves at once, or none
            for seat in range(spec.usual_seats):
                made = MatchProgress.of(log).follow(log.moves())
                assert since.by(seat) == since_move(seat, made)
    assert since.progress().state == replay(log)


def test_events_since_a_move_exclude_undone_moves():
    table = begun("hh", *HANDS)
    play(table, "3c", 1.0)
    play(table, "3d", 2.0)
    assert table.since_move(0)
    table.take_back(1, 3.0)
    made = MatchProgress.of(table.log).follow(table.log.moves())
    assert table.since_move(0) == since_move(0, made)


class Heard:
    """Collects the updates for seat 0, reduced to the parts that a replay contains."""

    def __init__(self):
        self.updates = []

    def take(self, updates):
        for update in updates:
            told = tuple(event for event in update.events if not isinstance(event, UNLOGGED))
            if update.seat == 0 and told:
                self.updates.append((told, update.view, update.waiting, update.over, update.seq))


def random_match(spec, rng, heard, moves, **wishes):
    """Play random moves with occasional time-outs; return the table."""
    players = [Player(f"p{seat}", **wishes) for seat in range(spec.usual_seats)]
    table = Table(new_log(spec, spec.options(), players, TimeSettings(limit=10)), rng)
    now = 0.0
    heard.take(table.start(now))
    for _ in range(moves):
        now += 1.0
        if table.state.to_act is Turn.OVER:
            break
        if table.waiting:
            for seat in range(len(players)):
                heard.take(table.ready(seat, now))
        elif rng.random() < 0.1:
            now = table.clock.ends
            heard.take(table.tick(now))
            if (wanted := table.wanted) is not None:
                move = rng.choice(list(wanted.view.legal))
                heard.take(table.submit(wanted.seat, move, wanted.seq, now, requested=True))
        else:
            seat = table.state.to_act
            move = rng.choice(list(table.state.legal_moves(seat)))
            heard.take(table.submit(seat, move, table.seq, now))
    return table


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("id_", game_ids())
def test_replay_repeats_every_update_of_the_table(id_, seed):
    spec, heard = game(id_), Heard()
    table = random_match(spec, Random(f"{id_} {seed}"), heard, 150)
    told = [one.update for one in replay_steps(read_log(table.log.text()), 0)]
    again = [(one.events, one.view, one.waiting, one.over, one.seq) for one in told if one.events]
    assert again == heard.updates
    clocks = [one for one in table.log.moves() if one.by == "clock" and one.seat is not None]
    told_of = [event for one in told for event in one.events if isinstance(event, ClockMoved)]
    assert [event.seat for event in told_of] == [one.seat for one in clocks]


def events_of(updates):
    return [update.events for update in updates if update.events]


def without_times(log):
    """Return a copy of the log in which all times are zero, as if there had been no clock."""
    return Log(log.header, [replace(entry, at=0.0) for entry in log.entries])


@pytest.mark.parametrize("id_", game_ids())
def test_replay_of_a_log_without_times_repeats_the_same_events(id_):
    table = random_match(game(id_), Random(f"{id_} 5"), Heard(), 150, auto_draw=True)
    timed, untimed = replay_steps(table.log, 0), replay_steps(without_times(table.log), 0)
    assert events_of(one.update for one in untimed) == events_of(one.update for one in timed)


@pytest.mark.parametrize("told", [lambda log: log, without_times])
def test_replay_joins_a_bots_remark_with_its_card(told):
    spec, rng = game("tressette"), Random(3)
    players = [Player(f"b{seat}", BOT, "normal") for seat in range(4)]
    options = spec.options(declarations="manual")
    table = Table(new_log(spec, options, players, TimeSettings(pace=0)), rng, listeners=(None,))
    updates = table.start(0.0)
    for now in range(1, 60):
        if (wanted := table.wanted) is None:
            break
        bot = spec.bots.levels[wanted.level]()
        move = bot.choose(wanted.view, rng, BUDGET, lambda: False)
        updates += table.submit(wanted.seat, move, wanted.seq, float(now))
    again = (one.update for one in replay_steps(told(table.log), None))
    assert any(entry.move.startswith("say ") for entry in table.log.entries)
    assert events_of(again) == events_of(updates)


def test_resumed_table_continues_the_numbering_of_updates():
    first = begun("hh", *HANDS)
    play(first, "3c", 1.0)
    play(first, "draw", 2.0, seat=0)
    play(first, "3d", 3.0)
    second = Table(read_log(first.log.text()), Random(1))
    assert second.seq == first.seq
    second.start(9.0)
    assert second.seq == first.seq


def test_replay_steps_record_whether_cards_were_dealt():
    table = begun("hh", *HANDS, now=7.0)
    play(table, "3c", 8.5)
    told = list(replay_steps(table.log, 0))
    assert [(one.at, one.deals) for one in told] == [(0.0, True), (1.5, False)]


def test_replay_leaves_out_moves_taken_back():
    table = begun("hh", *HANDS)
    play(table, "3c", 1.0)
    table.take_back(0, 2.0)
    play(table, "4d", 3.0)
    last = list(replay_steps(table.log, 0))[-1]
    assert (last.at, last.update.view.total) == (3.0, 4)


def test_open_hands_are_logged_once_and_not_as_a_move():
    table = begun("hh", *HANDS)
    assert not table.log.is_open
    table.note_open_hands(0, 1.0)
    table.note_open_hands(0, 2.0)
    play(table, "3c", 3.0)
    table.take_back(0, 4.0)
    assert table.log.is_open, "what was seen stays seen"
    moves = [one.move for one in table.log.entries]
    assert moves.count("open-hands") == 1
    log = read_log(table.log.text())
    assert [one.move for one in log.moves()] == moves[:2]
    assert len(list(replay_steps(log, 0))) == 1
