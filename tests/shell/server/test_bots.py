"""Bots of many tables: shared out among the processes, and none that fails holds up a table."""

import threading

import pytest

from audiogames.core.registry import game
from audiogames.core.review import Hindsight
from audiogames.shell.server import bots as module
from audiogames.shell.server.bots import Bots, usual_workers
from audiogames.shell.thinker import BotFailed, BotReply, Thinker
from audiogames.table.protocol import BotRequest, JudgeRequest
from tests.table.kit import begun


class First:
    """A worker that takes the first move."""

    def think(self, wanted, _generation):
        return wanted.view.legal[0]

    def load(self, game_id):
        pass

    def cancel(self, generation):
        pass

    def close(self):
        pass


class Fails(First):
    def think(self, _wanted, _generation):
        raise BotFailed("out of ideas")


def wanted(seed):
    table = begun("bb")
    return BotRequest(table.state.to_act, table.wanted.view, "novantanove", "easy", seed, 1)


def thoughts(monkeypatch, worker, many):
    """What so many requests come to, and what was noted."""
    started, notes, found = [], [], {}

    def thinker(wake, playouts=None):
        def start():
            started.append(worker)
            return worker()

        return Thinker(wake, start)

    monkeypatch.setattr(module, "Thinker", thinker)
    woken = threading.Semaphore(0)
    bots = Bots(woken.release, notes.append, 2)
    asked = [wanted(seed) for seed in range(many)]
    for table, one in enumerate(asked):
        bots.think(table, one)
    while len(found) < many:
        assert woken.acquire(timeout=60)
        for table, one, move in bots.answers():
            assert one is asked[table]
            found[table] = move
    bots.close()
    return found, notes, started


def test_tables_are_spread_over_the_bot_processes(monkeypatch):
    found, notes, started = thoughts(monkeypatch, First, 6)
    assert len(found) == 6
    assert notes == []
    assert len(started) == 2


def test_failing_bot_is_noted_and_a_legal_move_is_made(monkeypatch):
    found, notes, _ = thoughts(monkeypatch, Fails, 1)
    assert game("novantanove").rules.read(str(found[0])) == found[0]
    assert "out of ideas" in str(notes[0])


def test_failing_review_is_noted_once_and_finds_nothing(monkeypatch):
    notes, one = [], wanted(1)
    asked = JudgeRequest(one.view, one.game, one.view.legal[0], "a seed", 1)

    class Failing:
        def __init__(self, _wake, playouts=None):
            self.asked = []

        def think(self, question):
            self.asked.append(question)

        def answers(self):
            asked, self.asked = self.asked, []
            return [BotReply(one, None, BotFailed("out of ideas")) for one in asked]

    monkeypatch.setattr(module, "Thinker", Failing)
    bots = Bots(lambda: None, notes.append, 1)
    for _ in range(2):  # a guest may have made up a journal: it fails at each of its decisions
        bots.think(1, asked)
        assert list(bots.answers()) == [(1, asked, Hindsight())]
    assert str(notes).count("out of ideas") == 1


def test_many_tables_of_one_address_delay_no_other(monkeypatch):
    asked = []

    class Notes:
        def __init__(self, _wake, playouts=None):
            self.thoughts = []

        def think(self, one):
            asked.append(one)
            self.thoughts = [BotReply(one, one.view.legal[0])]

        def answers(self):
            thoughts, self.thoughts = self.thoughts, []
            return thoughts

    monkeypatch.setattr(module, "Thinker", Notes)
    bots = Bots(lambda: None, print, 1)
    for table in range(20):
        bots.think(table, wanted(table), "203.0.113.5")
    bots.think(20, wanted(20), "198.51.100.7")
    order = [table for _ in range(21) for table, _, _ in bots.answers()]
    assert order[:3] == [0, 20, 1]
    assert sorted(order) == list(range(21))


def test_outdated_bot_request_is_cancelled(monkeypatch):
    cancelled = []

    class Busy:
        def __init__(self, _wake, playouts=None):
            self.asked = []

        def think(self, one):
            self.asked.append(one)

        def cancel(self):
            cancelled.append(self.asked.pop())

        def answers(self):
            done, self.asked = self.asked, []
            return [BotReply(one, one.view.legal[0]) for one in done]

    monkeypatch.setattr(module, "Thinker", Busy)
    bots = Bots(lambda: None, print, 1)
    first, second, third = wanted(1), wanted(2), wanted(3)
    bots.think(1, first)
    bots.think(1, second)
    bots.think(2, third)
    bots.cancel(1)
    assert cancelled == [first]
    assert [(table, one) for table, one, _ in bots.answers()] == [(2, third)]
    assert list(bots.answers()) == []


@pytest.mark.parametrize(("cores", "workers"), [(None, 1), (1, 1), (2, 1), (4, 3), (64, 4)])
def test_number_of_bot_processes_leaves_a_core_to_the_server(monkeypatch, cores, workers):
    monkeypatch.setattr(module.os, "cpu_count", lambda: cores)
    assert usual_workers() == workers
