"""Tests of bots that think in another process, which is restarted if it is killed."""

import os
import signal
import subprocess
import sys
import threading
from multiprocessing import active_children
from pathlib import Path
from random import Random

import pytest

from audiogames.core.contract import Move
from audiogames.core.log import Log
from audiogames.search.arena import BUDGET
from audiogames.shell import thinker as thinker_module
from audiogames.shell.playouts import Playouts
from audiogames.shell.thinker import BotFailed, ProcessWorker, Thinker, WorkerLost, choose, think
from audiogames.table.clock import TimeSettings
from audiogames.table.protocol import BotRequest, JudgeRequest
from audiogames.table.seats import BOT, Player
from audiogames.table.setup import new_log
from audiogames.table.table import Table
from tests.kit.programs.processes import is_running
from tests.kit.waiting import wait_until

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def wanted():
    """Return a request for the first move of a bot."""
    from audiogames.core.options import read_options
    from audiogames.core.registry import game

    spec = game("novantanove")
    players = (Player("Ada", BOT, "easy"), Player("Bruno", BOT, "easy"))
    log = new_log(spec, read_options(spec.options, {}), players, TimeSettings())
    assert isinstance(log, Log)
    table = Table(log, Random(4))
    table.start(0.0)
    assert isinstance(table.wanted, BotRequest)
    return table.wanted


class Answers:
    """A simulated main loop: `next` waits for a call of `wake`, and returns its answers."""

    def __init__(self):
        self._woken = threading.Event()

    def wake(self):
        self._woken.set()

    def next(self, thinker):
        assert self._woken.wait(30)
        self._woken.clear()
        return thinker.answers()


@pytest.fixture
def answers():
    return Answers()


class Worker:
    """A simulated worker process that gives every request the same answer, or raises it."""

    def __init__(self, answer):
        self._answer = answer
        self.closed = False
        self.loaded = []
        self.cancelled = []

    def think(self, _wanted, _generation):
        if isinstance(self._answer, Exception):
            raise self._answer
        return self._answer

    def load(self, game_id):
        self.loaded.append(game_id)

    def cancel(self, generation):
        self.cancelled.append(generation)

    def close(self):
        self.closed = True


def test_bot_chooses_the_same_move_in_a_separate_process_as_in_this_one(wanted, answers):
    thinker = Thinker(answers.wake)
    thinker.think(wanted)
    (thought,) = answers.next(thinker)
    thinker.close()
    assert thought.wanted == wanted
    assert thought.answer == choose(wanted)
    assert isinstance(thought.answer, Move)


@pytest.mark.slow
def test_review_in_its_own_process_gives_the_same_judgement(wanted, answers):
    asked = JudgeRequest(wanted.view, wanted.game, wanted.view.legal[0], "a seed", 1)
    thinker = Thinker(answers.wake)
    thinker.think(asked)
    (thought,) = answers.next(thinker)
    thinker.close()
    assert thought.wanted == asked
    assert thought.answer == think(asked)
    assert thought.answer.judgement is not None


def test_thinker_passes_the_number_of_playouts_to_bots(wanted, answers, monkeypatch):
    def cannot_start():
        raise OSError

    class Counting:
        def choose(self, view, _rng, budget, _stop):
            counted.append(budget)
            return view.legal[0]

    counted = []
    monkeypatch.setattr(thinker_module, "bot", lambda *_: Counting())
    thinker = Thinker(answers.wake, cannot_start, Playouts(70))
    thinker.think(wanted)
    answers.next(thinker)
    thinker.close()
    assert counted == [70]


def test_thinker_starts_the_bot_process_on_demand(answers):
    thinker = Thinker(answers.wake, start=lambda: pytest.fail("started"))
    thinker.close()


def test_thinker_uses_one_process_for_all_requests(wanted, answers):
    started = []
    thinker = Thinker(answers.wake, start=lambda: started.append(1) or Worker("7c"))
    for _ in range(3):
        thinker.think(wanted)
        assert [thought.answer for thought in answers.next(thinker)] == ["7c"]
    thinker.close()
    assert started == [1]


def test_cancelled_request_to_a_bot_gets_no_answer(wanted, answers):
    go = threading.Event()

    class Slow(Worker):
        def think(self, wanted, generation):
            assert go.wait(30)
            return super().think(wanted, generation)

    thinker = Thinker(answers.wake, start=lambda: Slow("7c"))
    thinker.think(wanted)
    thinker.cancel()
    thinker.think(wanted)
    go.set()
    found = []
    wait_until(lambda: found.extend(thinker.answers()) or found, "an answer")
    thinker.close()
    assert len(found) == 1


class Patient:
    """A bot that thinks until it is told to stop."""

    def choose(self, view, rng, budget, stop):
        while not stop():
            pass
        return view.legal[0]


@pytest.fixture
def patient(wanted, monkeypatch):
    """Return a request to a bot that thinks until it is stopped."""
    from dataclasses import replace

    from audiogames.core.registry import game

    monkeypatch.setitem(game("novantanove").bots.levels, "patient", Patient)
    return replace(wanted, level="patient")


def test_bot_process_abandons_a_cancelled_request(wanted, patient, answers):
    """Its answer is dropped, and the next request is answered without delay."""
    thinker = Thinker(answers.wake, start=cannot_start)
    thinker.think(patient)
    wait_until(thinker._requests.empty, "the thread being at it")
    thinker.cancel()
    thinker.think(wanted)
    found = []
    wait_until(lambda: found.extend(thinker.answers()) or found, "the next answer")
    thinker.close()
    assert [thought.answer for thought in found] == [choose(wanted)]


def cannot_start():
    raise OSError("no process here")


def test_cancelled_request_stops_a_bot_while_it_thinks(patient):
    """The bot notices the cancellation by a request number in shared memory."""
    from multiprocessing import RawValue

    from audiogames.shell import thinker

    oldest = RawValue("Q", 0)
    threading.Timer(0.05, lambda: setattr(oldest, "value", 3)).start()
    move = thinker._answer(patient, lambda: oldest.value > 2, BUDGET)
    assert move == patient.view.legal[0]


def test_bot_process_continues_after_a_cancelled_request(wanted, answers):
    worker = ProcessWorker()
    worker.cancel(5)
    assert worker.think(wanted, 5) == choose(wanted)
    assert worker.think(wanted, 4) in wanted.view.legal
    worker.close()


def test_game_is_loaded_before_its_first_move(wanted, answers):
    worker = Worker("7c")
    thinker = Thinker(answers.wake, start=lambda: worker)
    thinker.prepare("novantanove")
    thinker.think(wanted)
    assert [thought.answer for thought in answers.next(thinker)] == ["7c"]
    thinker.close()
    assert worker.loaded == ["novantanove"]


def test_bot_process_survives_a_game_that_cannot_be_loaded(wanted, answers):
    thinker = Thinker(answers.wake)
    thinker.prepare("no such game")
    thinker.think(wanted)
    assert answers.next(thinker)[0].answer == choose(wanted)
    thinker.close()


def test_thinker_passes_a_cancellation_to_its_worker(wanted, answers):
    worker = Worker("7c")
    thinker = Thinker(answers.wake, start=lambda: worker)
    thinker.think(wanted)
    answers.next(thinker)
    thinker.cancel()
    thinker.close()
    assert worker.cancelled[0] == 1


def test_lost_bot_process_is_replaced_once_and_then_bots_think_in_the_program(wanted, answers):
    lost = []

    def start():
        lost.append(Worker(WorkerLost()))
        return lost[-1]

    thinker = Thinker(answers.wake, start)
    for _ in range(2):
        thinker.think(wanted)
        (thought,) = answers.next(thinker)
        assert thought.answer == choose(wanted)
    thinker.close()
    assert [worker.closed for worker in lost] == [True, True]


def test_bots_think_in_the_program_itself_without_a_process(wanted, answers):
    def start():
        raise OSError("no more processes")

    thinker = Thinker(answers.wake, start)
    thinker.think(wanted)
    assert answers.next(thinker)[0].answer == choose(wanted)
    thinker.close()


def kill_children():
    for one in active_children():
        one.kill()
        one.join()


@pytest.mark.slow
def test_killed_bot_process_is_replaced(wanted, answers):
    workers = []
    thinker = Thinker(answers.wake, lambda: workers.append(ProcessWorker()) or workers[-1])
    thinker.think(wanted)
    answers.next(thinker)
    kill_children()
    thinker.think(wanted)
    assert answers.next(thinker)[0].answer == choose(wanted)
    thinker.close()
    assert len(workers) == 2


def test_reply_of_a_failing_bot_contains_the_error(wanted, answers):
    from dataclasses import replace

    thinker = Thinker(answers.wake)
    thinker.think(replace(wanted, level="no such level"))
    (thought,) = answers.next(thinker)
    thinker.close()
    assert thought.answer is None
    assert isinstance(thought.failure, BotFailed)
    assert "no such level" in str(thought.failure)


def test_closing_the_thinker_ends_the_bot_process(wanted, answers):
    worker = ProcessWorker()
    (process,) = active_children()
    os.kill(process.pid, signal.SIGSTOP)  # this thinker will never answer
    thinker = Thinker(answers.wake, lambda: worker)
    thinker.think(wanted)
    wait_until(lambda: thinker._worker is not None, "the worker being asked")
    thinker.close()
    assert not process.is_alive()
    assert thinker.answers() == []


PARENT = """
import multiprocessing, sys, threading, time
from audiogames.shell.thinker import ProcessWorker, _work
if __name__ == "__main__":
    worker = ProcessWorker()
    print(multiprocessing.active_children()[0].pid, flush=True)
    sys.stdin.read()
"""


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="no /proc to look into")
@pytest.mark.parametrize("end", ["SIGKILL", "SIGTERM"])  # by name, since Windows lacks the first
def test_bot_process_ends_with_the_program(tmp_path, end):
    (tmp_path / "parent.py").write_text(PARENT, "utf-8")
    pipe = subprocess.PIPE
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    command = [sys.executable, str(tmp_path / "parent.py")]
    with subprocess.Popen(command, env=env, stdin=pipe, stdout=pipe) as parent:
        worker = int(parent.stdout.readline())
        assert is_running(worker)
        parent.send_signal(getattr(signal, end))
    wait_until(lambda: not is_running(worker), "the end of the worker")


def test_bot_process_imports_no_screen_or_speech_module():
    code = "import sys, audiogames.shell.thinker; print(*sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert not {"pygame", "accessible_output2", "prism"} & set(done.stdout.split())
