"""Creates unguessable tokens, codes and shuffles, and hashes passwords.

Passwords of local accounts are stored as Argon2id hashes, computed in a process of low priority.  A
thread would not do: a low-priority thread that is preempted while it holds Python's lock delays all
other threads, and every player's moves.
"""

from __future__ import annotations

import asyncio
import os
import secrets
from concurrent.futures import BrokenExecutor
from importlib.util import find_spec
from random import Random, SystemRandom
from typing import TYPE_CHECKING, Any, Final

from audiogames.shell.children import end_with_parent

if TYPE_CHECKING:
    from concurrent.futures import ProcessPoolExecutor

GIVES_WAY: Final = 5
"""How much lower the process's priority is than the server's; bots have the same."""

MEMORY: Final = 19 * 1024
PASSES: Final = 2
LANES: Final = 1
"""Parameters of Argon2id, memory in KiB: the first choice of OWASP's Password Storage Cheat Sheet.

Every guess costs the server this much.  64 MB and three passes took more than six times as long and
displaced the shared cache; several lanes used all cores.
"""


class Passwords:
    """Hashes and checks passwords in a separate process, one at a time.

    The process is started for the first password, and restarted if it is lost.
    """

    def __init__(self) -> None:
        self._pool: ProcessPoolExecutor | None = None

    async def check(self, password: str, hashed: str) -> str | None:
        """Check a password against its hash, or hash a new password.

        Return the hash.  Return None if the password is wrong, and "" if a new one is too weak.

        Raises `BrokenExecutor` or `OSError` if no process can be started.
        """
        try:
            return await self._compared(password, hashed)
        except BrokenExecutor:
            self.close()
            return await self._compared(password, hashed)

    def close(self) -> None:
        """End the process when its running password check is done, some hundredths of a second."""
        pool, self._pool = self._pool, None
        if pool is not None:
            pool.shutdown(cancel_futures=True)

    async def _compared(self, password: str, hashed: str) -> str | None:
        """Call `compare` in the process that hashes passwords, which is started if necessary."""
        if self._pool is None:
            self._pool = _process()
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._pool, compare, password, hashed)


def _process() -> ProcessPoolExecutor:
    """Return a process pool with a single low-priority process."""
    from concurrent.futures import ProcessPoolExecutor  # only now: most servers have no accounts
    from multiprocessing import get_context

    return ProcessPoolExecutor(1, get_context("spawn"), _give_way)


def _give_way() -> None:
    """Prepare the process that hashes passwords: it ignores Ctrl+C and runs at low priority.

    The server handles Ctrl+C.  The process ends with the server.
    """
    import signal

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(GIVES_WAY)
    end_with_parent()


def compare(password: str, hashed: str) -> str | None:
    """Return the hash of a password, or None if the password does not match `hashed`.

    If `hashed` is empty, the password is new: its new hash is returned, or "" if it is too weak.
    """
    import argon2

    hasher = argon2.PasswordHasher(PASSES, MEMORY, LANES)
    data = password.encode("utf-8", "surrogatepass")
    if not hashed:
        return "" if is_weak(password) else hasher.hash(data)
    try:
        hasher.verify(hashed, data)
    except (argon2.exceptions.VerificationError, argon2.exceptions.InvalidHashError):
        return None
    return hashed


def is_weak(password: str) -> bool:
    """Return whether a new password can be guessed in a million attempts; False without zxcvbn."""
    if find_spec("zxcvbn") is None:
        return False
    from zxcvbn import zxcvbn  # it takes a tenth of a second to load

    estimate: dict[str, Any] = zxcvbn(password[:ESTIMATED])
    return int(estimate["guesses"]) < GUESSES


ESTIMATED: Final = 32
"""Characters whose strength is estimated: more would take seconds, and this many can be strong."""

GUESSES: Final = 10**6

TOKEN_BYTES: Final = 24


class SystemSecrets:
    """Creates tokens, codes and shuffles that cannot be predicted from earlier ones."""

    def token(self) -> str:
        """Return a new random token, with which the server recognises a returning member."""
        return secrets.token_urlsafe(TOKEN_BYTES)

    def digits(self, many: int) -> str:
        """Return a random code of this many digits, which can be read aloud."""
        return "".join(str(secrets.randbelow(10)) for _ in range(many))

    def random(self) -> Random:
        """Return the system's random generator, for shuffling."""
        return SystemRandom()
