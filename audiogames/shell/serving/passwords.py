"""Passwords of local accounts: Argon2id, compared in a thread since that takes its time."""

from __future__ import annotations

import argon2


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
