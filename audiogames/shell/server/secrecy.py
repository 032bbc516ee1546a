"""What nobody may guess: tokens, codes and shuffles from the system, and passwords.

Passwords of local accounts are kept as hashes by Argon2id, made in a process of low priority.  In a
process, not only a thread: a thread of low priority that is not given its turn while it holds
Python's lock makes all others wait with it, and the moves of everybody among them.
"""

from __future__ import annotations

import asyncio
import os
import secrets
from concurrent.futures import BrokenExecutor
from importlib.util import find_spec
from random import Random, SystemRandom
from typing import TYPE_CHECKING, Any, Final

from audiogames.net.server.outputs import WEAK

if TYPE_CHECKING:
    from concurrent.futures import ProcessPoolExecutor

GIVES_WAY: Final = 5
"""By how much its priority is lower than that of the process that serves: bots have the same."""

MEMORY: Final = 19 * 1024
PASSES: Final = 2
LANES: Final = 1
"""Of Argon2id, in kibibytes: what OWASP's page on keeping passwords names first.

Whoever guesses has the server do this much for each guess.  64 megabytes and three passes took more
than six times as long, and the shared cache from those who move; several lanes took all cores.
"""


class Passwords:
    """Makes hashes and compares with them, one at a time.

    The process is started at the first password, and again should it be lost.
    """

    def __init__(self) -> None:
        self._pool: ProcessPoolExecutor | None = None

    async def check(self, password: str, hashed: str) -> str | None:
        """The hash, new where there was none; None where it is wrong, empty where it is weak.

        Raises `BrokenExecutor` or `OSError` where there can be no process.
        """
        try:
            return await self._compared(password, hashed)
        except BrokenExecutor:
            self.close()
            return await self._compared(password, hashed)

    def close(self) -> None:
        """End the process; a comparison that has begun takes some hundredths of a second."""
        pool, self._pool = self._pool, None
        if pool is not None:
            pool.shutdown(cancel_futures=True)

    async def _compared(self, password: str, hashed: str) -> str | None:
        if self._pool is None:
            self._pool = _process()
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._pool, compare, password, hashed)


def _process() -> ProcessPoolExecutor:
    from concurrent.futures import ProcessPoolExecutor  # only now: most servers have no accounts
    from multiprocessing import get_context

    return ProcessPoolExecutor(1, get_context("spawn"), _give_way)


def _give_way() -> None:
    """Ctrl+C reaches every program of the terminal; the server decides what it means."""
    import signal

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(GIVES_WAY)


def compare(password: str, hashed: str) -> str | None:
    """The hash, new where there was none; None where the password is wrong."""
    import argon2

    hasher = argon2.PasswordHasher(PASSES, MEMORY, LANES)
    data = password.encode("utf-8", "surrogatepass")
    if not hashed:
        return WEAK if is_weak(password) else hasher.hash(data)
    try:
        hasher.verify(hashed, data)
    except (argon2.exceptions.VerificationError, argon2.exceptions.InvalidHashError):
        return None
    return hashed


def is_weak(password: str) -> bool:
    """Whether fewer than a million guesses find a new password; never without zxcvbn."""
    if find_spec("zxcvbn") is None:
        return False
    from zxcvbn import zxcvbn  # it takes a tenth of a second to load

    estimate: dict[str, Any] = zxcvbn(password[:ESTIMATED])
    return int(estimate["guesses"]) < GUESSES


ESTIMATED: Final = 32
"""Characters that are looked at: many more would take seconds, and so many can be strong."""

GUESSES: Final = 10**6

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
