"""Functions that wait for another process, or skip tests that this machine cannot run."""

from __future__ import annotations

import os
import time
from collections.abc import Callable

import pytest

READY_SECONDS = 60.0
POLL_SECONDS = 0.02


def require(reason: str | None) -> None:
    """Skip the test if there is a reason; fail it if AUDIOGAMES_REQUIRE_SYSTEM is 1."""
    if reason is None:
        return
    if os.environ.get("AUDIOGAMES_REQUIRE_SYSTEM") == "1":
        pytest.fail(reason, pytrace=False)
    pytest.skip(reason)


def wait_until(condition: Callable[[], object], what: str, seconds: float = READY_SECONDS) -> None:
    """Wait until the condition is true; after `seconds`, fail with a message that names `what`."""
    end = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > end:
            pytest.fail(f"in {seconds:g} s: {what} did not happen", pytrace=True)
        time.sleep(POLL_SECONDS)
