"""Waiting for another process, and skipping tests that this machine cannot run."""

from __future__ import annotations

import os
import time
from collections.abc import Callable

import pytest

READY_SECONDS = 60.0
POLL_SECONDS = 0.02


def require(reason: str | None) -> None:
    """Skip with that reason; fail instead if AUDIOGAMES_REQUIRE_SYSTEM=1 requires a full system."""
    if reason is None:
        return
    if os.environ.get("AUDIOGAMES_REQUIRE_SYSTEM") == "1":
        pytest.fail(reason, pytrace=False)
    pytest.skip(reason)


def wait_until(condition: Callable[[], object], what: str, seconds: float = READY_SECONDS) -> None:
    """Wait until the condition holds; otherwise fail, saying that `what` did not happen."""
    end = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > end:
            pytest.fail(f"in {seconds:g} s: {what} did not happen", pytrace=True)
        time.sleep(POLL_SECONDS)
