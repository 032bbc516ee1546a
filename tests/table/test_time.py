"""Tests of time at the table: the bots' pace, the grace for a draw, and the clock of a turn."""

from dataclasses import replace

import pytest

from audiogames.core.contract import Refused
from audiogames.core.log import LogError
from audiogames.table.clock import (
    ClockMoved,
    TimeExtended,
    TimeSettings,
    TimeWarned,
    TurnClock,
    read_time,
    warnings_for,
)
from audiogames.table.pacing import hesitation
from audiogames.table.seats import BOT_NAMES, Player, bot_named, bot_player, read_player
from tests.table.kit import GAME, begun, events, play

HANDS = ("3c 4d 9c", "3d 5d 9d", "3h 5h 9h")


# The bots' pace


@pytest.mark.rule("rule 17: bots wait for announcements")
def test_early_bot_move_is_delayed_until_the_pace_has_passed():
    table = begun("bh", *HANDS, now=10.0, pace=1.5)
    assert (table.wanted.seat, table.wanted.seq) == (0, table.seq)
    assert play(table, "3c", 10.1, seat=0) == []
    assert (table.state.total, table.deadline) == (0, 11.5)
    assert table.tick(11.4) == []
    assert events(table.tick(11.5)) == ["CardPlayed", "CardDrawn"]
    assert (table.state.total, table.deadline) == (3, None)


@pytest.mark.rule("rule 17: never before the estimated end of the announcement")
def test_bot_waits_until_every_listener_has_heard_the_announcement():
    table = begun("bhh", *HANDS, pace=1.5)
    table.listening(1, 6.0)
    table.listening(2, 8.0)
    play(table, "3c", 1.0, seat=0)
    assert table.deadline == 8.0
    assert table.tick(7.9) == []
    assert table.tick(8.0)


def test_bot_hesitates_for_a_random_time_up_to_the_maximum():
    waits = set()
    for seed in range(20):
        table = begun("bh", *HANDS, now=10.0, pace=1.5, thought=2.0, seed=seed)
        play(table, "3c", 10.1, seat=0)
        waits.add(table.deadline - 10.0)
    assert 1.5 < min(waits) < max(waits) <= 3.5
    assert len(waits) > 10, "it is not always as long"


def test_bot_hesitation_starts_after_the_announcement():
    table = begun("bh", *HANDS, pace=1.5, thought=2.0)
    table.listening(1, 8.0)
    play(table, "3c", 1.0, seat=0)
    assert 8.0 < table.deadline <= 10.0


def test_bot_hesitation_grows_with_the_number_of_cards():
    view = begun("bh", *HANDS).state.view(0)
    least, most = {}, {}
    for held in (1, 2, 4, 8, 16, 40):
        sizes = replace(view, hand_sizes=(held, held))
        took = [hesitation(GAME, sizes, seed) for seed in range(200)]
        least[held], most[held] = min(took), max(took)
    assert (least[1], most[1]) == (0, 0)
    assert most[2] < most[4] < most[8] < most[16] <= 1
    assert most[40] <= 1
    assert all(2 * least[held] == pytest.approx(most[held], rel=0.1) for held in (2, 16))


def test_bot_hesitation_depends_on_its_speed_within_the_bound():
    view = begun("bh", *HANDS).state.view(0)
    for seed in range(200):
        quick, usual, slow = (hesitation(GAME, view, seed, speed) for speed in (1, 0, -1))
        assert 0 < quick < usual < slow <= 1


def test_bot_move_that_took_longer_than_the_pace_is_played_at_once():
    table = begun("bh", *HANDS, pace=1.5)
    assert events(play(table, "3c", 2.0, seat=0)) == ["CardPlayed", "CardDrawn"]


def test_pending_bot_request_is_unchanged_by_another_players_draw():
    table = begun("hb", *HANDS)
    play(table, "3c", 1.0)
    asked = table.wanted
    play(table, "draw", 2.0, seat=0)
    assert table.wanted is asked


def test_second_bot_move_replaces_a_first_move_that_is_delayed_by_the_pace():
    table = begun("bh", *HANDS)
    play(table, "3c", 0.1, seat=0)
    play(table, "9c", 0.2, seat=0)
    table.tick(1.5)
    assert table.log.entries[2].move == "9c"


def test_bots_without_people_play_at_their_pace():
    table = begun("bbb", *HANDS, listeners=[None], pace=1.0)
    play(table, "3c", 0.2)
    table.tick(1.0)
    play(table, "3d", 1.2)
    assert table.deadline == 2.0


# The draw's grace


@pytest.mark.rule("design 7: 3 s of grace while a human who draws by hand may still draw")
def test_bot_waits_until_the_time_for_a_manual_draw_is_over():
    table = begun("hb", *HANDS, pace=1.5, grace=3.0)
    play(table, "3c", 10.0)
    table.listening(0, 12.0)
    play(table, "3d", 10.1)
    assert table.deadline == 15.0
    assert table.tick(14.9) == []
    table.tick(15.0)
    assert len(table.state.hands[0]) == 2


@pytest.mark.rule("design 7: pace and grace run side by side")
def test_draw_grace_and_bot_pace_run_at_the_same_time():
    table = begun("hb", *HANDS, pace=1.5, grace=3.0)
    play(table, "3c", 10.0)
    play(table, "3d", 10.1)
    assert table.deadline == 13.0


@pytest.mark.rule("design 7: the grace ends with the draw")
def test_draw_ends_the_grace_time_for_drawing():
    table = begun("hb", *HANDS, pace=1.5, grace=3.0)
    play(table, "3c", 10.0)
    play(table, "3d", 10.1)
    play(table, "draw", 10.5, seat=0)
    assert table.deadline == 11.5
    assert table.tick(11.5)
    assert len(table.state.hands[0]) == 3


@pytest.mark.rule("design 7: 0 = race")
def test_bot_does_not_wait_for_a_draw_with_zero_grace():
    table = begun("hb", *HANDS, pace=1.5, grace=0.0)
    play(table, "3c", 10.0)
    play(table, "3d", 10.1)
    assert table.deadline == 11.5


@pytest.mark.rule("design 7: never with automatic draw")
def test_bot_does_not_wait_for_an_automatic_draw():
    table = begun("ab", *HANDS, pace=1.5, grace=3.0)
    play(table, "3c", 10.0)
    play(table, "3d", 10.1)
    assert table.deadline == 11.5


def test_bot_whose_jack_repeats_its_turn_does_not_wait_for_a_draw():
    table = begun("bh", "Jc 4d 9c", HANDS[1], pace=1.5, grace=3.0)
    play(table, "Jc", 5.0, seat=0)
    play(table, "4d", 5.1, seat=0)
    assert table.deadline == 6.5


# The clock of a turn


@pytest.mark.rule("rule 18: milestones by the limit")
@pytest.mark.parametrize(
    ("limit", "marks"),
    [
        (600, [30, 10, 5, 4, 3, 2, 1]),
        (60, [30, 10, 5, 4, 3, 2, 1]),
        (59, [10, 5, 4, 3, 2, 1]),
        (15, [10, 5, 4, 3, 2, 1]),
        (10, [5, 4, 3, 2, 1]),
        (5, [4, 3, 2, 1]),
    ],
)
def test_time_warnings_depend_on_the_limit(limit, marks):
    assert warnings_for(limit) == marks


def told(table, now):
    return [event for update in table.tick(now) for event in update.events]


@pytest.mark.rule("rule 18: only the seat to act is warned, once at each milestone")
def test_only_the_seat_to_act_gets_each_time_warning_and_only_once():
    table = begun("hh", *HANDS, limit=60, now=100.0)
    heard = []
    while table.state.to_act == 0:
        at = table.deadline
        heard += [(at, event) for event in told(table, at) if isinstance(event, TimeWarned)]
    assert heard == [(160.0 - s, TimeWarned(s, s >= 5, to=0)) for s in (30, 10, 5, 4, 3, 2, 1)]


@pytest.mark.rule("rule 18: warnings already passed are not replayed")
def test_table_that_ticks_late_sends_only_the_last_time_warning():
    table = begun("hh", *HANDS, limit=60)
    assert told(table, 55.5) == [TimeWarned(5, True, to=0)]
    assert table.deadline == 56.0


def test_turn_without_a_limit_has_no_clock():
    table = begun("hh", *HANDS)
    assert (table.clock, table.deadline) == (None, None)
    with pytest.raises(Refused, match="no-time-to-extend"):
        table.extend(0, 1.0)


@pytest.mark.rule("rule 18; seed: alla scadenza 2 gettoni")
def test_timeout_makes_the_move_that_the_rules_of_the_game_prescribe():
    table = begun("hh", *HANDS, limit=5)
    updates = table.tick(5.0)
    assert events(updates) == ["TimedOut", "TokensLost", "TurnPassed"]
    last = table.log.entries[-1]
    assert (last.seat, last.move, last.by) == (None, "timeout 0", "clock")
    assert (table.state.tokens, table.state.to_act) == ([7, 9], 1)
    assert table.clock.ends == 10.0


def test_move_after_a_timeout_is_refused_as_stale():
    table = begun("hh", *HANDS, limit=5)
    old = table.seq
    table.tick(5.0)
    table.tick(10.0)
    with pytest.raises(Refused, match="stale"):
        play(table, "3c", 10.1, seat=0, seq=old)


@pytest.mark.rule("D.4 a time-out does not close a window")
def test_draw_is_legal_after_the_next_player_timed_out():
    table = begun("hhh", *HANDS, limit=5)
    play(table, "3c", 1.0)
    table.tick(6.0)
    assert table.state.to_act == 2
    play(table, "draw", 6.5, seat=0)
    assert len(table.state.hands[0]) == 3


@pytest.mark.rule("rule 19: the clock starts after the words")
@pytest.mark.parametrize(("until", "ends"), [(2.0, 32.0), (8.0, 38.0), (9.0, 38.0), (0.0, 30.0)])
def test_turn_clock_starts_at_the_end_of_the_announcement_or_after_a_maximum_delay(until, ends):
    table = begun("hh", *HANDS, limit=30)
    table.listening(0, until)
    assert table.clock.ends == ends


@pytest.mark.rule("rule 19: announcements to other players do not delay it")
def test_turn_clock_does_not_wait_for_announcements_to_other_seats():
    table = begun("hh", *HANDS, limit=30)
    table.listening(1, 3.0)
    assert table.clock.ends == 30.0


def test_time_left_is_between_zero_and_the_limit():
    clock = TurnClock(0.0, 30)
    clock.heard(4.0)
    assert [clock.left(now) for now in (0.0, 4.0, 14.0, 34.0, 99.0)] == [30, 30, 20, 0, 0]


def test_draw_does_not_restart_the_clock():
    table = begun("hh", *HANDS, limit=30)
    play(table, "3c", 10.0)
    play(table, "draw", 20.0, seat=0)
    assert table.clock.ends == 40.0


def test_turn_of_a_bot_has_no_clock():
    table = begun("bh", *HANDS, limit=30)
    assert table.clock is None


@pytest.mark.rule("design 7: extra time for one player")
def test_double_time_setting_applies_only_to_the_player_who_has_it():
    table = begun("ph", *HANDS, limit=30)
    assert table.clock.ends == 60.0
    play(table, "3c", 1.0)
    assert table.clock.ends == 31.0


@pytest.mark.rule("design 7: Ctrl+T gives the full limit again, ten times a turn at most")
def test_time_extension_restores_the_full_limit_at_most_ten_times_a_turn():
    table = begun("hh", *HANDS, limit=30)
    for count in range(10):
        updates = table.extend(0, 20.0 + count)
        assert [update.events for update in updates] == [(TimeExtended(0, 30),)] * 2
        assert table.clock.ends == 50.0 + count
    with pytest.raises(Refused, match="no-more-extensions"):
        table.extend(0, 40.0)
    assert table.clock.ends == 59.0


def test_new_turn_has_the_full_number_of_time_extensions():
    table = begun("hh", *HANDS, limit=30)
    for _ in range(10):
        table.extend(0, 1.0)
    play(table, "3c", 2.0)
    play(table, "3d", 3.0)
    assert table.extend(0, 4.0)


def test_only_the_seat_to_act_may_extend_its_time():
    with pytest.raises(Refused, match="no-time-to-extend"):
        begun("hh", *HANDS, limit=30).extend(1, 1.0)


@pytest.mark.rule("rule 18: an extension brings its warnings again")
def test_time_warnings_are_repeated_after_an_extension():
    table = begun("hh", *HANDS, limit=10)
    assert told(table, 5.0) == [TimeWarned(5, True, to=0)]
    table.extend(0, 5.5)
    assert told(table, 10.5) == [TimeWarned(5, True, to=0)]


@pytest.mark.rule("rule 19: after an extension the time runs at once")
def test_announcement_does_not_delay_the_clock_after_an_extension():
    table = begun("hh", *HANDS, limit=30)
    table.extend(0, 1.0)
    table.listening(0, 4.0)
    assert table.clock.ends == 31.0


@pytest.mark.rule("design 7: in other games a normal bot moves and is announced")
def test_expired_turn_without_timeout_rule_is_played_by_a_bot():
    table = begun("hh", *HANDS, limit=5)
    table.spec = replace(table.spec, clock=replace(table.spec.clock, timeout=lambda _state: None))
    assert told(table, 5.0) == []
    assert (table.wanted.seat, table.wanted.level) == (0, "normal")
    assert table.clock is None
    with pytest.raises(Refused, match="stale"):
        play(table, "3c", 5.1, seat=0)
    move = table.spec.rules.read("3c")
    updates = table.submit(0, move, table.seq, 5.1, requested=True)
    assert updates[0].events[0] == ClockMoved(0), "told together with what the bot does"
    assert table.log.entries[-1].by == "clock"
    assert (table.state.to_act, table.wanted) == (1, None)


# Values in a log's header


@pytest.mark.parametrize(
    "values",
    [
        {"limit": 4}, {"limit": 601}, {"limit": "30"}, {"limit": 30.5}, {"limit": True},
        {"pace": "1"}, {"pace": -1}, {"pace": float("nan")}, {"grace": float("inf")},
        {"grace": None}, {"unknown": 1},
    ],
)  # fmt: skip
def test_invalid_time_settings_are_refused(values):
    with pytest.raises(LogError, match="log-damaged"):
        read_time(values)


def test_time_settings_are_equal_after_writing_and_parsing():
    time = TimeSettings(limit=60, pace=0.5, grace=0)
    assert read_time(time.written()) == time
    assert read_time({}) == TimeSettings()


@pytest.mark.parametrize(
    "values",
    [
        {}, {"name": 1}, {"name": "a", "kind": "ghost"}, {"name": "a", "level": None},
        {"name": "a", "patience": 3}, {"name": "a", "patience": [1]}, {"name": "a", "auto_draw": 1},
        {"name": "a", "gender": 0}, {"name": "a", "age": 1},
    ],
)  # fmt: skip
def test_invalid_player_in_a_log_is_refused(values):
    with pytest.raises(LogError, match="log-damaged"):
        read_player(values)


def test_player_is_unchanged_after_writing_and_parsing():
    player = Player("Ada", "bot", "easy", "f", auto_draw=True, patience=1.5)
    assert read_player(player.written()) == player


def test_there_are_enough_bot_names_for_the_largest_table():
    names = []
    for _ in BOT_NAMES:
        names.append(bot_player(tuple(names), "easy").name)
    assert len(set(names)) == 13
    assert bot_player(("Ada",), "easy") == bot_named("Bruno", "easy", "m")


# Limits of the clock


def test_time_extension_before_the_clock_starts_does_not_shorten_the_turn():
    clock = TurnClock(0.0, 20.0)
    clock.heard(4.0)
    before = clock.ends
    assert clock.extend(1.0)
    assert clock.ends >= before


def test_time_warning_does_not_delay_the_end_of_a_turn():
    clock = TurnClock(0.0, 5.0)
    clock.heard(0.5)
    ends = clock.ends
    assert clock.warning(clock.deadline) is not None
    clock.heard(3.9)
    assert clock.ends == ends
