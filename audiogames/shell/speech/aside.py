"""Calls a speaker in a separate thread, so that a library that hangs does not block the keys.

A caller waits for the answer within the remaining patience, which is far longer than speech usually
takes.  If the time is over, the call fails, another speaker says the text, and further calls fail
immediately until the library responds.  A text must not be spoken twice: if the library speaks the
text after all, it is silenced before anything else is said.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from queue import SimpleQueue
from typing import Any, Final

from audiogames.shell.speech.base import EndingSpeaker, Speaker, SpeakerFailed, caller

SECONDS: Final = 0.15
"""Seconds for which all speakers together may delay a key."""

REFILL: Final = 0.2
"""Seconds of patience that are regained in each second; usual calls take far less."""

FIRST_SECONDS: Final = 1.0
"""Seconds for the first check, at the start, when there are no keys yet.

With it the first sentence is spoken within two seconds even if a daemon accepts connections and
never answers.  A daemon usually answers within 20 ms; a late one is found by the check three
seconds later.
"""


class Patience:
    """A time budget that all speakers share: the seconds that the program may still wait for them.

    Waiting uses it up, and it is refilled slowly.
    """

    def __init__(
        self,
        seconds: float = SECONDS,
        *,
        first: float | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._seconds = seconds
        self._left = seconds if first is None else first
        self._clock = clock
        self._used_at = clock()

    def wait(self, answer: threading.Event) -> bool:
        """Wait for an answer until the time budget is used up; return True if it has arrived."""
        begun = self._clock()
        if self._left < self._seconds:
            self._left = min(self._seconds, self._left + REFILL * (begun - self._used_at))
        came = answer.wait(self._left)
        self._used_at = self._clock()
        self._left = min(self._seconds, max(0.0, self._left - (self._used_at - begun)))
        return came


@dataclass
class _Order:
    """A call that the speaker's thread makes, and its answer.

    `undo` is called if the answer comes too late.
    """

    call: Callable[[], Any]
    undo: Callable[[], Any] | None = None
    answer: Any = None
    failure: Exception | None = None
    is_answered: bool = False
    is_late: bool = False
    done: threading.Event = field(default_factory=threading.Event)

    def result(self) -> Any:
        """Return the result of the call, or raise the exception that it raised."""
        if self.failure is not None:
            raise self.failure
        return self.answer


class Aside:
    """A speaker whose calls run in a thread, so that the caller waits only for a limited time.

    One thread makes all calls of this speaker, one after another.
    """

    def __init__(self, speaker: Speaker, patience: Patience) -> None:
        self.name = speaker.name
        self.has_braille = False
        self.is_reader = False
        self._speaker = speaker
        self._patience = patience
        self._orders: SimpleQueue[_Order] = SimpleQueue()
        self._agreeing = threading.Lock()
        self._last: _Order | None = None
        self._look: _Order | None = None
        self._hangs = False
        """Whether the speaker has exceeded the patience and has not answered a check since."""
        self._worker: threading.Thread | None = None

    def say(self, text: str, *, interrupt: bool, lang: str) -> None:
        """Speak. If SpeakerFailed is raised, the text will not be spoken later either."""
        say = partial(self._speaker.say, text, interrupt=interrupt, lang=lang)
        self._make(_Order(say, undo=self._speaker.silence))

    def braille(self, text: str) -> bool:
        """Show a text on the speaker's braille line.  Raises SpeakerFailed."""
        return bool(self._make(_Order(partial(self._speaker.braille, text))))

    def unended(self) -> int | None:
        """Return the number of unfinished utterances; None if unknown or if the speaker hangs."""
        if self._hangs or not isinstance(self._speaker, EndingSpeaker):
            return None
        return self._speaker.unended()

    def silence(self) -> None:
        """Stop speaking."""
        with suppress(Exception):
            self._make(_Order(self._speaker.silence))

    def alive(self) -> bool:
        """Return whether the speaker works.

        If the speaker hangs, the check runs in the background and a later call returns its result.
        """
        if self._look is None:
            if self._is_busy:
                return False
            self._look = self._give(_Order(self._speaker.alive))
        if not (self._look.done.is_set() if self._hangs else self._came(self._look)):
            self._hangs = True
            return False
        found, self._look = bool(self._look.answer), None
        self._hangs = self._hangs and not found
        return found

    def close(self) -> None:
        """Close the speaker, waiting for it only as long as `Patience` allows."""
        self._came(self._give(_Order(self._speaker.close)))

    # In the callers' threads

    @property
    def _is_busy(self) -> bool:
        """Whether the last call has not returned yet."""
        return self._last is not None and not self._last.done.is_set()

    def _make(self, order: _Order) -> Any:
        """Make a call to the speaker and return its answer.  Raises SpeakerFailed if it is late."""
        if self._is_busy or not self._came(self._give(order)):
            self._hangs = True
            raise SpeakerFailed(f"{self.name} does not answer")
        return order.result()

    def _give(self, order: _Order) -> _Order:
        """Queue a call for the speaker's thread, which is started if necessary."""
        if self._worker is None:
            self._worker = threading.Thread(target=self._work, name=self.name, daemon=True)
            self._worker.start()
        self._last = order
        self._orders.put(order)
        return order

    def _came(self, order: _Order) -> bool:
        """Wait for the answer to a call; return False if it is late.

        A late call is marked, so that the speaker's thread undoes its effect.
        """
        if not self._patience.wait(order.done):
            with self._agreeing:
                order.is_late = not order.is_answered
            if not order.is_late:
                order.done.wait()
        return not order.is_late

    # In the speaker's thread

    def _work(self) -> None:
        """Make the queued calls, one after another; runs in the speaker's thread."""
        while True:
            self._follow(self._orders.get())

    def _follow(self, order: _Order) -> None:
        """Make one call and store its answer; undo the call if its caller has stopped waiting."""
        caller.has_gone = lambda: order.is_late and order.undo is not None
        try:
            order.answer = order.call()
        except Exception as failure:  # raised again for the caller
            order.failure = failure
        with self._agreeing:
            order.is_answered = True
            undoes = order.is_late and order.failure is None
        with suppress(Exception):
            if undoes and order.undo is not None:
                caller.has_gone = lambda: False
                order.undo()
            self.name = self._speaker.name
            self.has_braille = self._speaker.has_braille
            self.is_reader = self._speaker.is_reader
        order.done.set()
