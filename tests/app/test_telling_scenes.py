"""Regression tests: positions in which a key once took effect before news had been announced."""

import pytest

from audiogames.app.settings import Settings
from audiogames.core.registry import game
from audiogames.table.seats import Player
from audiogames.table.setup import Setup
from tests.app.practising import log, playing, to_my_turn
from tests.kit.pilot import MemoryStorage, Pilot
from tests.telling.judge import breaches
from tests.telling.watch import Watch

STEADY = 0.35
"""Seconds between two keys of a player in a hurry."""


def watched(id_, seats, seed, limit=None, settings=None, **options):
    """Start a match, and return its test driver and a `Watch` that checks every announcement."""
    spec, pilot = game(id_), Pilot(MemoryStorage(settings), lang="it")
    setup = Setup(spec, spec.options(**options), (Player("Eva"),), limit, seed=seed)
    watch = Watch(pilot, lambda: pilot.app.session.table.log)
    pilot.app.matches.begin(setup.filled(seats), pilot.now)
    pilot.drain()
    return pilot, watch


def step(watch, key, seconds=STEADY):
    watch.pilot.wait(seconds)
    watch.press(key)


def of_bots(watch):
    return sum(entry.seat not in {None, 0} for entry in watch.entries)


@pytest.mark.parametrize(("id_", "seats", "seed"), [("invido", 2, 8), ("novantanove", 2, 14)])
def test_enter_right_after_a_bots_move_announces_it_and_plays_nothing(id_, seats, seed):
    pilot, watch = watched(id_, seats, seed)
    tried = moves = 0
    for _ in range(300):
        if tried == 4 or pilot.app.session.over:
            break
        pilot.wait(STEADY)
        before, moves = moves, of_bots(watch)
        entries = len(watch.entries)
        if moves > before and pilot.app.session.table.state.to_act == 0:
            watch.press("enter")
            tried += 1
            assert len(watch.entries) == entries
            step(watch, "home", 1)
            step(watch, "enter")
        else:
            watch.press("space" if pilot.app.session.waiting else "down")
    assert tried
    assert breaches(watch, 0) == []


def test_key_pressed_when_a_bot_starts_the_round_is_answered_after_the_bots_card():
    for seed in range(8):
        pilot, watch = watched("novantanove", 3, seed)
        for key in ("h", "home", "x", "enter"):
            step(watch, key, 0.1)
        for key in ("down", "c", "enter") * 20:
            step(watch, key)
        assert breaches(watch, 0) == [], seed
        pilot.wait(1)


def test_menus_reveal_no_undelivered_event_to_an_eliminated_player():
    pilot, watch = watched("novantanove", 4, 3, limit=5, tokens=2)
    for _ in range(400):
        if not pilot.app.session.view.alive[0]:
            break
        if pilot.app.session.waiting:
            step(watch, "space", 2.0)
        pilot.wait(1)
    assert not pilot.app.session.over
    for key in ("escape", "down", "down", "escape", "c", "n", "l", "e") * 12:
        if not pilot.app.session.over:
            step(watch, key)
    assert breaches(watch, 0) == []


def test_keys_pressed_steadily_do_not_suppress_the_turn_announcement_in_tressette():
    pilot, watch = watched("tressette", 4, 2)
    for number in range(250):
        key = "space" if pilot.app.session.waiting else "enter" if number % 9 == 0 else "down"
        step(watch, key, 0.2)
    assert sum(entry.seat == 0 for entry in watch.entries) >= 3
    assert breaches(watch, 0) == []


def third_bot_after_return(keys):
    """Play Tressette with a player who leaves and returns; return the `Watch` and a bot's delay.

    Two bots move while the player is away.  The delay is the time from the return to the third
    bot's move; meanwhile the player presses an arrow key `keys` times.
    """
    reads = Settings(language="it", automatic_reading=False, rate=80, background="silent")
    pilot, watch = watched("tressette", 4, 1, settings=reads)
    step(watch, "home", 30)
    step(watch, "enter")
    watch.look_away(gone=True)
    news = pilot.app.speaking_through("JAWS", pilot.now, braille=True)
    pilot.perform(news)  # this is spoken on the return, after texts that are only written
    while of_bots(watch) < 2:
        pilot.wait(0.1)
    watch.look_away(gone=False)
    back = pilot.now
    for _ in range(keys):
        step(watch, "down")
    pilot.wait(30)
    return watch, watch.logged[5].at - back


def test_bots_wait_until_text_missed_during_an_absence_can_be_read():
    alone, patient = third_bot_after_return(keys=0)
    pressed, hurried = third_bot_after_return(keys=40)
    assert patient == pytest.approx(0.2 + 60 * 8 / 80)  # the time for eight words
    assert patient < hurried <= patient + 3
    assert breaches(alone, 0) == breaches(pressed, 0) == []


def test_delivery_check_reports_keys_that_delay_a_bot_too_long(monkeypatch):
    monkeypatch.setattr("audiogames.table.pacing.LONGEST_ANSWER", 60.0)
    watch, _ = third_bot_after_return(keys=40)
    assert "bots" in {one.clause for one in breaches(watch, 0)}


def test_late_advice_does_not_move_the_focus_in_the_list_of_bids():
    pilot = to_my_turn(playing("wist"))
    pilot.mind = lambda _wanted: game("wist").rules.read("bid 6")
    pilot.slow = True
    pilot.press("g")
    pilot.wait(1)
    pilot.press("4")
    pilot.look()
    pilot.answer()
    assert pilot.heard().startswith("Advice, 6. ")
    pilot.press("enter")
    assert [entry.move for entry in log(pilot).entries if entry.seat == 0] == ["bid 4"]
