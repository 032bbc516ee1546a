"""Fixed words in requests of moderators and owners: roles, sanctions, reasons, lists."""

from __future__ import annotations

from typing import Final

OWNER: Final = "owner"
MODERATOR: Final = "moderator"
PLAYER: Final = "player"
ROLES: Final = (OWNER, MODERATOR, PLAYER)

WARN: Final = "warn"
MUTE: Final = "mute"
BAN: Final = "ban"
SANCTIONS: Final = (WARN, MUTE, BAN)

REASONS: Final = ("insults", "spam", "cheating", "stalling", "name", "other")
"""Reasons that every catalogue translates; any other text is shown as typed."""

MINUTE: Final = 60
HOUR: Final = 3600
DAY: Final = 24 * HOUR
SPANS: Final = (10 * MINUTE, HOUR, DAY, 7 * DAY, 30 * DAY, 0)
"""The durations of a mute or ban in the menu, in seconds; 0 means forever."""

REPORTS: Final = "reports"
IN_FORCE: Final = "sanctions"
NAMES: Final = "names"
RECORD: Final = "record"
FORMER: Final = "former"
CLOSED: Final = "closed"
"""Reports that were closed lately and can be opened again."""
DECIDED: Final = "decided"
"""Names that were approved or refused, which can be decided the other way."""
LISTS: Final = (REPORTS, IN_FORCE, NAMES, RECORD, FORMER, CLOSED, DECIDED)
