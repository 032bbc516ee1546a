"""A short run of the random keys, and tests that such runs find planted faults."""

import re
from itertools import pairwise

import pytest

from audiogames.app.app import App
from audiogames.app.keys.presses import KeyDispatch
from audiogames.app.screens.base import Screen
from audiogames.core.cues import Priority
from audiogames.present.outputs import Announcement
from tests.monkey.keys import page_name, terminal_bytes, x_name
from tests.monkey.places import all_places
from tests.monkey.press import table, told
from tests.monkey.walk import CRASH, ORDER, SILENT, UNPRESSED, WRONG, Tally, Walk, press

KEYS = 1500
STRETCH = 20
SEED = 1


@pytest.fixture(scope="module")
def tally():
    tally = Tally()
    press(KEYS, SEED, tally, stretch=STRETCH)
    return tally


@pytest.mark.slow
@pytest.mark.parametrize("kind", [CRASH, SILENT, WRONG, UNPRESSED])
def test_random_key_run_finds_no_fault(tally, kind):
    assert not [str(one) for one in tally.of(kind)]


@pytest.mark.slow
def test_run_of_random_keys_finds_no_fact_announced_out_of_order():
    assert not found(ORDER, 2500)


@pytest.mark.slow
def test_run_of_random_keys_covers_many_screens_and_checks_facts(tally):
    assert tally.keys.total() == KEYS
    assert len(tally.keys) >= 60
    assert tally.facts > 10
    assert f"{KEYS}" in "\n".join(table({"in process": tally}))


def test_random_key_run_reports_its_progress():
    told_ = []
    press(100, SEED, Tally(progress=told_.append), stretch=STRETCH)
    assert told_[-1] == 100
    steps = [after - before for before, after in pairwise([0, *told_])]
    assert all(0 < step <= STRETCH for step in steps), "a walk may leave the program before its end"


@pytest.mark.slow
def test_random_key_run_repeats_with_the_same_seed():
    first, second = Tally(), Tally()
    press(300, SEED, first)
    press(300, SEED, second)
    assert first == second


@pytest.mark.slow
def test_random_walk_reports_a_crash_with_the_keys_that_led_to_it(monkeypatch):
    press_key, pressed = KeyDispatch.press, []

    def breaks(self, key, *how):
        pressed.append(key)
        if len(pressed) == 20:
            raise LookupError("nobody foresaw this")
        press_key(self, key, *how)

    monkeypatch.setattr(KeyDispatch, "press", breaks)
    lines = "\n".join(told(found(CRASH, 100)))
    assert "LookupError: nobody foresaw this" in lines
    assert f" {pressed[19]}\n" in lines, "the last key is the one that broke it"


@pytest.mark.slow
def test_random_key_run_reports_a_key_without_an_answer(monkeypatch):
    monkeypatch.setattr(KeyDispatch, "press", lambda _self, _key, *_how: None)
    silent = found(SILENT, 100)
    assert silent
    assert all(re.match(r"\S+ in .+", one.what) for one in silent)


def test_random_key_run_reports_a_move_made_by_a_held_key(monkeypatch):
    monkeypatch.setattr("tests.monkey.walk.DEVICES", 1.0)
    monkeypatch.setattr(KeyDispatch, "repeats", lambda _self, _key: True)
    tally = Tally()
    for seed in range(3):
        Walk("my turn", all_places()["my turn"], 0, seed).go(30, tally)
    assert any("a move after" in one.what for one in tally.of(UNPRESSED))


@pytest.mark.slow
def test_random_key_run_reports_a_paste_that_closes_the_screen(monkeypatch):
    monkeypatch.setattr(Screen, "paste", lambda self, _text: self.context.open_main_menu())
    assert any("a paste leaves" in one.what for one in found(UNPRESSED))


@pytest.mark.parametrize(
    ("what", "instead", "kind"),
    [
        ("audiogames.shell.keys._PAD", {}, WRONG),
        ("audiogames.shell.keys.is_foreign", lambda _character: False, WRONG),
        ("audiogames.shell.terminal.sequences._STRING", re.compile(b"never"), UNPRESSED),
        ("audiogames.shell.terminal.sequences._PASTE", b"never", UNPRESSED),
        ("audiogames.shell.terminal.held.WAITS", -1.0, UNPRESSED),
    ],
)
def test_random_key_run_reports_keys_that_the_window_or_terminal_code_decodes_wrongly(
    monkeypatch, what, instead, kind
):
    monkeypatch.setattr("tests.monkey.walk.DEVICES", 1.0)
    monkeypatch.setattr(what, instead)
    assert found(kind, 120)


@pytest.mark.slow
def test_random_walk_detects_a_fact_announced_late(monkeypatch):
    """An announcement of another player's card is held back until three more are waiting."""
    drain, kept = App._drain, []

    def late(self):
        out = drain(self)
        cards = [one for one in out if isinstance(one, Announcement) and "card" in one.message]
        kept.extend(one for one in cards if one.priority < Priority.REPLY)
        rest = [one for one in out if one not in kept]
        return [*rest, *(kept.pop(0) for _ in range(len(kept) > 3))]

    monkeypatch.setattr(App, "_drain", late)
    assert found(ORDER, 1200)


def test_random_walk_counts_facts_announced_before_the_next_player_takes_the_keyboard(monkeypatch):
    """In each step the other seats bid, and Enter lifts the curtain before the next player."""
    monkeypatch.setattr("tests.monkey.walk.GAPS", (4.0,))
    monkeypatch.setattr("tests.monkey.walk.DEVICES", 0.0)
    monkeypatch.setattr(Walk, "key", lambda _self: "enter")
    tally = Tally()
    for seed in range(5):
        Walk("bids", all_places()["wist, two people"], 0, seed).go(40, tally)
    assert tally.facts > 20
    assert not [str(one) for one in tally.findings]


def found(kind, keys=500):
    tally = Tally()
    press(keys, SEED, tally)
    return tally.of(kind)


def test_keys_are_translated_for_x_terminals_and_browsers():
    assert x_name("ctrl+pagedown") == "ctrl+Next"
    assert x_name("ß") is None
    assert terminal_bytes("up") == b"\x1b[1;1A"
    assert terminal_bytes("alt+2") == b"\x1b[50;3u"
    assert terminal_bytes("ctrl+c") is None, "it ends the program"
    assert page_name("ctrl+shift+e") == "Control+Shift+e"
    assert page_name("layer") == "Backquote"
