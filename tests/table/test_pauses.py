"""Tests that a pause of a table delays all events and loses none."""

from dataclasses import replace

from tests.table.kit import begun, events, play

HANDS = ("3c 4d 9c", "3d 5d 9d", "3h 5h 9h")


def timed_out():
    """Return a table at which seat 0 ran out of time at 5 s, so that a bot must play for it."""
    table = begun("hh", *HANDS, limit=5)
    table.spec = replace(table.spec, clock=replace(table.spec.clock, timeout=lambda _state: None))
    table.tick(5.0)
    return table, table.spec.rules.read("3c")


def test_timeout_move_waits_for_the_end_of_a_pause():
    table, move = timed_out()
    table.pause(5.1)
    entries = list(table.log.entries)
    assert table.submit(0, move, table.seq, 5.2, requested=True) == []
    assert (table.log.entries, table.tick(60.0)) == (entries, [])
    table.go_on(65.1)
    told = events(table.tick(table.deadline + 60.0))
    assert told[0] == "ClockMoved"
    assert (table.log.entries[-1].move, table.log.entries[-1].by) == ("3c", "clock")


def may_draw():
    """Return a table at which seat 0 has played a card and may draw."""
    table = begun("hb", *HANDS)
    play(table, "3c", 1.0)
    return table


def wishes(table, now):
    return table.accommodate(0, now, auto_draw=True, patience=1.0)


def test_automatic_draw_requested_in_a_pause_is_made_after_it():
    table = may_draw()
    table.pause(1.1)
    assert wishes(table, 2.0) == []
    assert table.tick(3.0) == []
    assert table.log.entries[-1].move == "3c"
    table.go_on(4.0)
    assert table.deadline <= 4.0
    assert table.tick(4.0)
    assert (table.log.entries[-1].move, table.log.entries[-1].by) == ("draw", "auto")
    assert table.deadline is None


def test_automatic_draw_requested_without_a_pause_is_made_at_once():
    table = may_draw()
    assert wishes(table, 2.0)
    assert table.log.entries[-1].move == "draw"


def test_card_submitted_in_a_pause_is_played_after_the_automatic_draw():
    table = may_draw()
    table.pause(1.1)
    play(table, "3d", 1.2)
    wishes(table, 2.0)
    table.go_on(20.0)
    while table.deadline is not None:
        table.tick(max(20.0, table.deadline))
    assert [entry.move for entry in table.log.entries[2:5]] == ["3c", "draw", "3d"]
