"""Passwords of local accounts: Argon2id, compared in a thread since that takes its time."""

from __future__ import annotations

import os
import sys
import threading
from contextlib import suppress
from typing import Final

import argon2

GIVES_WAY: Final = 10
"""By how much a thread that compares has a lower priority than the one that serves."""


def give_way() -> None:
    """Have this thread, and those that it starts, work when nothing else is to be done."""
    if sys.platform == "linux":  # elsewhere threads have no priority of their own
        with suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), GIVES_WAY)


class Passwords:
    """Makes hashes and compares with them."""

    def __init__(self) -> None:
        self._hasher = argon2.PasswordHasher()

    def check(self, password: str, hashed: str) -> str | None:
        """The hash, new where there was none; None where the password is wrong."""
        data = password.encode("utf-8", "surrogatepass")
        if not hashed:
            return self._hasher.hash(data)
        try:
            self._hasher.verify(hashed, data)
        except (argon2.exceptions.VerificationError, argon2.exceptions.InvalidHashError):
            return None
        return hashed
