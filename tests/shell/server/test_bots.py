"""Bots of many tables: requests are spread over the processes, and a failure stops no table."""

import threading

import pytest

from audiogames.core.registry import game
from audiogames.shell.server import bots as module
from audiogames.shell.server.bots import Bots, usual_workers
from audiogames.shell.thinker import BotFailed, BotReply, Thinker
from audiogames.table.protocol import BotRequest
from tests.table.kit import begun


class FirstMoveWorker:
    """A simulated bot process that answers every request with the first legal move."""

    def think(self, wanted, _generation):
        return wanted.view.legal[0]

    def load(self, game_id):
        pass

    def cancel(self, generation):
        pass

    def close(self):
        pass


class Fails(FirstMoveWorker):
    def think(self, _wanted, _generation):
        raise BotFailed("out of ideas")


def wanted(seed):
    table = begun("bb")
    return BotRequest(table.state.to_act, table.wanted.view, "novantanove", "easy", seed, 1)


def moves_and_notes(monkeypatch, worker, many):
    """Send this many requests; return the moves by table, the log notes and the workers started."""
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
    found, notes, started = moves_and_notes(monkeypatch, FirstMoveWorker, 6)
    assert len(found) == 6
    assert notes == []
    assert len(started) == 2


def test_failing_bot_is_logged_and_a_legal_move_is_made_for_it(monkeypatch):
    found, notes, _ = moves_and_notes(monkeypatch, Fails, 1)
    assert game("novantanove").rules.read(str(found[0])) == found[0]
    assert "out of ideas" in str(notes[0])


def test_many_tables_of_one_address_do_not_delay_tables_of_another(monkeypatch):
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


@pytest.mark.parametrize(("cores", "workers"), [(None, 1), (1, 1), (2, 1), (4, 3), (64, 4)])
def test_number_of_bot_processes_leaves_a_core_for_the_server(monkeypatch, cores, workers):
    monkeypatch.setattr(module.os, "cpu_count", lambda: cores)
    assert usual_workers() == workers
