"""Ends a child process when its parent process ends."""

from __future__ import annotations

import os
import threading


def end_with_parent() -> None:
    """End this process, even during a computation, when its parent process has ended.

    Otherwise a worker that waits for a request would wait forever if its parent was killed.
    """
    threading.Thread(target=_wait_and_end, daemon=True).start()


def _wait_and_end() -> None:
    """Wait until the parent process has ended, then end this one."""
    from multiprocessing import parent_process  # imported late, since the parent does not need it

    parent = parent_process()
    assert parent is not None
    parent.join()
    os._exit(0)
