"""Tests that a key counts as silent only if its answer never comes, not if it comes late."""

import json
from random import Random

import pytest

from tests.monkey import shells
from tests.monkey.shells import ANSWERED, PATIENCE, Program
from tests.monkey.walk import HANGS, SILENT, Tally

LATE = ANSWERED + 3.0
QUITS = "q"


class Clock:
    """A fake `time` module whose clock advances only by sleeping."""

    def __init__(self):
        self.now = 0.0

    def monotonic(self):
        return self.now

    def sleep(self, seconds):
        self.now += seconds


class Scripted(Program):
    """A fake program that answers keys one after another.

    `late` maps a key to the seconds until it is answered; None means that it is never answered.
    """

    name = "script"

    def __init__(self, clock, late, *, facts=False, settings=None):
        self._clock, self._late, self._tells_facts = clock, late, facts
        self._due, self._free_at, self.ended = [], 0.0, False
        super().__init__("en", ())
        if settings:
            (self.home / "settings.json").write_text(json.dumps(settings))

    @classmethod
    def can_send(cls, key):
        return bool(key)

    def press(self, key):
        self.ended = key == QUITS
        if self._tells_facts:
            self._write("event")
        seconds = self._late.get(key, 0.01)
        if seconds is not None:
            self._free_at = max(self._free_at, self._clock.now) + seconds
            self._due.append(self._free_at)

    def code(self):
        return 0 if self.ended else None

    def _start(self, arguments, environ):
        self._write("mine")

    def _attend(self):
        while self._due and self._due[0] <= self._clock.now:
            del self._due[0]
            self._write("reply")

    def _write(self, priority):
        with self._transcript.open("a") as file:
            file.write(json.dumps({"priority": priority, "message": "m", "lang": "en"}) + "\n")


@pytest.fixture
def clock(monkeypatch):
    clock = Clock()
    monkeypatch.setattr(shells, "time", clock)
    return clock


def found(program, keys, monkeypatch):
    """Press these keys in the program; return the faults found."""
    pressed = iter(keys)
    monkeypatch.setattr(Random, "choice", lambda _self, _among: next(pressed))
    tally = Tally()
    try:
        shells._run(program, Random(), len(keys), "here", tally)
    finally:
        program.close()
    return [(one.kind, one.what) for one in tally.findings]


def test_key_answered_late_is_not_reported_as_silent(clock, monkeypatch):
    assert found(Scripted(clock, {"a": LATE}), "aba", monkeypatch) == []


def test_key_without_an_answer_is_reported_as_silent(clock, monkeypatch):
    program = Scripted(clock, {"a": None})
    assert found(program, "bab", monkeypatch) == [(SILENT, "a in the script")]


def test_match_announcement_does_not_count_as_an_answer_to_a_key(clock, monkeypatch):
    program = Scripted(clock, {"a": None}, facts=True)
    assert found(program, "bab", monkeypatch) == [(SILENT, "a in the script")]


def test_program_that_stops_answering_counts_as_hanging_and_is_ended(clock, monkeypatch):
    program = Scripted(clock, {"a": None, Program.where: None})
    assert found(program, "aaaa", monkeypatch) == [(HANGS, "a in the script")]
    assert clock.now > PATIENCE


def test_random_key_run_accepts_silence_after_a_key_that_stops_speech(clock, monkeypatch):
    settings = {"keys": {"global": {"hush": "x b"}}}
    assert found(Scripted(clock, {"b": None}, settings=settings), "b", monkeypatch) == []


def test_repeated_key_may_be_silent_if_repeats_are_ignored(clock, monkeypatch):
    program = Scripted(clock, {"a": None}, settings={"bounce": 500})
    assert found(program, "aa", monkeypatch) == [(SILENT, "a in the script")], "the first alone"


def test_announcements_are_compared_with_the_log_even_if_a_key_ended_the_program(
    clock, monkeypatch
):
    judged = []
    monkeypatch.setattr(shells, "_judge", lambda *of: judged.append(of))
    assert found(Scripted(clock, {}), "aaq", monkeypatch) == []
    assert len(judged) == 1
