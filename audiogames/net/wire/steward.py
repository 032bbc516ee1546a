"""Words that moderators and owners of a server use in their requests."""

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
"""Reasons that every language has words for; any other text is told as it is written."""

MINUTE: Final = 60
HOUR: Final = 3600
DAY: Final = 24 * HOUR
SPANS: Final = (10 * MINUTE, HOUR, DAY, 7 * DAY, 30 * DAY, 0)
"""Seconds that a mute or a ban may last in the ready list; 0 is for good."""

REPORTS: Final = "reports"
IN_FORCE: Final = "sanctions"
NAMES: Final = "names"
RECORD: Final = "record"
LISTS: Final = (REPORTS, IN_FORCE, NAMES, RECORD)
