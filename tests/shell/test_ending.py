"""Tests of ending the program when Windows closes its console, like a signal elsewhere."""

import asyncio
import threading

import pytest

from audiogames.shell import ending
from audiogames.shell.ending import (
    CLOSE,
    CTRL_BREAK,
    CTRL_C,
    LAST_SECONDS,
    LOGOFF,
    SHUTDOWN,
    ConsoleEvents,
    Waker,
    ending_signals,
)
from audiogames.shell.server import loop


class Windows:
    """A simulated Windows console; `held` lists for how long its event handler waited."""

    def __init__(self):
        self.handlers = []
        self.held = []
        self.events = ConsoleEvents(self.handlers.append, self.held.append)

    def tell(self, event):
        answers = []
        thread = threading.Thread(target=lambda: answers.append(self.handlers[-1](event)))
        thread.start()
        thread.join()
        return answers[0]


@pytest.fixture
def windows():
    return Windows()


@pytest.mark.parametrize(
    ("event", "held"),
    [
        (CTRL_C, []),
        (CTRL_BREAK, []),
        (CLOSE, [LAST_SECONDS]),
        (LOGOFF, [LAST_SECONDS]),
        (SHUTDOWN, [LAST_SECONDS]),
    ],
)
def test_windows_close_event_asks_the_program_to_end(windows, event, held):
    asked = []
    with windows.events.ending(lambda: asked.append(event)):
        assert windows.tell(event)
    assert (asked, windows.held) == ([event], held)


def test_windows_close_handler_is_registered_once_and_removed(windows):
    for _ in range(2):
        with windows.events.ending(pytest.fail):
            """The handler is registered here."""
    assert not windows.tell(CTRL_C)
    assert len(windows.handlers) == 1


def test_windows_close_event_wakes_the_main_loop(windows, monkeypatch):
    monkeypatch.setattr(ending, "console", windows.events)
    waker = Waker()
    with ending_signals(waker) as asked:
        assert not asked.asked
        windows.tell(CLOSE)
        assert asked.asked
        assert waker.wait()
    waker.close()


def test_windows_close_event_ends_a_server_like_a_signal(windows, monkeypatch):
    monkeypatch.setattr(loop, "console", windows.events)

    async def serve():
        over = asyncio.Event()
        with loop.end_on((), over.set):
            windows.tell(CTRL_BREAK)
            await asyncio.wait_for(over.wait(), 5)

    asyncio.run(serve())
