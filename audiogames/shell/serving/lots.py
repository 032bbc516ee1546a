"""What nobody may guess, from the system."""

from __future__ import annotations

import secrets
from random import Random, SystemRandom
from typing import Final

from audiogames.net.house import Secrets

TOKEN_BYTES: Final = 24


class SystemSecrets(Secrets):
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
