"""The functions that receive a server's log lines and exceptions."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Logs:
    """The log functions of a server: `note` takes lines for the operator, `report` exceptions."""

    note: Callable[[str], None] = _log.warning
    report: Callable[[Exception], None] = _log.exception


LOGS: Final = Logs()
"""The default: Python's own logging."""
