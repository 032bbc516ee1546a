"""What nobody may guess: tokens, codes and shuffles from the system, and passwords.

Passwords of local accounts are kept as hashes by Argon2id, made in a process of low priority.  In a
process, not only a thread: a thread of low priority that is not given its turn while it holds
Python's lock makes all others wait with it, and the moves of everybody among them.
"""

from __future__ import annotations

import os
import secrets
import threading
from contextlib import suppress
from random import Random, SystemRandom
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from multiprocessing.connection import Connection
    from multiprocessing.process import BaseProcess

GIVES_WAY: Final = 5
"""By how much its priority is lower than that of the process that serves: bots have the same."""

MEMORY: Final = 19 * 1024
PASSES: Final = 2
LANES: Final = 1
"""Of Argon2id, in kibibytes: what OWASP's page on keeping passwords names first.

Whoever guesses has the server do this much for each guess.  64 megabytes and three passes took more
than six times as long, and the shared cache from those who move; several lanes took all cores.
"""

JOIN_SECONDS: Final = 2.0


class Passwords:
    """Makes hashes and compares with them, one at a time.  Not for the thread that serves.

    The process is started at the first password, and again should it be lost.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._process: BaseProcess | None = None
        self._pipe: Connection | None = None
        self._closed = False

    def check(self, password: str, hashed: str) -> str | None:
        """The hash, new where there was none; None where the password is wrong.

        Raises `OSError` or `EOFError` where there can be no process, or it was ended meanwhile.
        """
        try:
            return self._ask(password, hashed)
        except (OSError, EOFError):
            self._end()
            return self._ask(password, hashed)

    def close(self) -> None:
        """End the process, also in the middle of a comparison: nothing is lost by it."""
        with self._lock:
            self._closed = True
        self._end()

    def _ask(self, password: str, hashed: str) -> str | None:
        pipe = self._ready()
        pipe.send((password, hashed))
        answer = pipe.recv()
        assert answer is None or isinstance(answer, str)
        return answer

    def _ready(self) -> Connection:
        from multiprocessing import get_context  # only now: most servers have no accounts

        with self._lock:
            if self._closed:
                raise EOFError
            if self._pipe is None:
                context = get_context("spawn")
                self._pipe, theirs = context.Pipe()
                self._process = context.Process(target=_work, args=(theirs,), daemon=True)
                self._process.start()
                theirs.close()
            return self._pipe

    def _end(self) -> None:
        with self._lock:
            process, self._process, self._pipe = self._process, None, None
        if process is not None:
            process.kill()
            process.join(JOIN_SECONDS)


def _work(pipe: Connection) -> None:
    """The whole life of the process; it ends with its pipe."""
    import signal

    # Ctrl+C reaches every program of the terminal; the server decides what it means.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(GIVES_WAY)
    with suppress(OSError, EOFError):
        while True:
            pipe.send(compare(*pipe.recv()))


def compare(password: str, hashed: str) -> str | None:
    """The hash, new where there was none; None where the password is wrong."""
    import argon2

    hasher = argon2.PasswordHasher(PASSES, MEMORY, LANES)
    data = password.encode("utf-8", "surrogatepass")
    if not hashed:
        return hasher.hash(data)
    try:
        hasher.verify(hashed, data)
    except (argon2.exceptions.VerificationError, argon2.exceptions.InvalidHashError):
        return None
    return hashed


TOKEN_BYTES: Final = 24


class SystemSecrets:
    """Tokens, codes and shuffles that no message of the past tells anything about."""

    def token(self) -> str:
        """A long word that brings a person back."""
        return secrets.token_urlsafe(TOKEN_BYTES)

    def digits(self, many: int) -> str:
        """A code that can be spoken."""
        return "".join(str(secrets.randbelow(10)) for _ in range(many))

    def random(self) -> Random:
        """The lot of a dealer."""
        return SystemRandom()
