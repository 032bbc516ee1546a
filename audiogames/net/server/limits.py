"""The numeric limits of a server, and the token buckets that enforce rates.

Times are in seconds, sizes in bytes.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from ipaddress import IPv6Address, ip_address
from typing import Final

from audiogames.net import wire

DAY: Final = 24 * 3600.0

# --- Connections ----------------------------------------------------------------------------------

CONNECTIONS: Final = 4000
CONNECTIONS_AN_ADDRESS: Final = 20
"""Connections from one address, which a family may share; a proxy passes on client addresses."""

CALLS_AT_ONCE: Final = 60.0
CALLS_A_SECOND: Final = 4.0
"""New connections from one address, even if it closes them at once."""

HALF_OPEN: Final = 200
HANDSHAKE_SECONDS: Final = 5.0
"""The most connections that have not completed the handshake, and the seconds that each may take.
The oldest is closed if there are more.  As many again that have sent nothing yet may wait to be
accepted.
"""

AT_THE_DOOR: Final = 512
"""The most connections that have sent something and wait to be accepted; further ones stay in the
operating system's queue.
"""

CONTROLS_A_SECOND: Final = 2.0
CONTROLS_AT_ONCE: Final = 20.0
"""WebSocket pings on one connection, beyond which it is closed."""

GREETING_SECONDS: Final = 15.0
"""Time until the first message must arrive."""

IDLE_SECONDS: Final = 75.0
"""The seconds of silence after which a connection counts as lost; clients ping after 5."""

BACKLOG: Final = 256 * 1024
"""Unsent bytes of a slow reader before its connection is closed."""

REQUESTS_A_SECOND: Final = 20.0
REQUESTS_AT_ONCE: Final = 60.0
STRANGER_REQUESTS_A_SECOND: Final = 2.0
STRANGER_REQUESTS_AT_ONCE: Final = 20.0
"""The request rate before the greeting; a faster connection is closed."""

REFUSED_AT_ONCE: Final = 200.0
"""Requests refused as too fast before the connection is closed."""

EXPENSIVE: Final = 5
COSTS: Final[dict[type[wire.Request], int]] = {
    wire.ListTables: EXPENSIVE,
    wire.ListPeople: EXPENSIVE,
    wire.AskStanding: EXPENSIVE,
    wire.AskView: EXPENSIVE,
    wire.Open: EXPENSIVE,
    wire.StartMatch: EXPENSIVE,
    wire.AskCases: EXPENSIVE,
    wire.AskRatings: EXPENSIVE,
    wire.PlayDay: EXPENSIVE,
    wire.OpenContest: EXPENSIVE,
    wire.AskContests: EXPENSIVE,
    wire.InContest: EXPENSIVE,
}
"""The cost of requests that take more work than usual; a query of the store doubles it."""

BYTES_A_REQUEST: Final = 4096
"""A longer message counts as several requests."""

GUESSES: Final = 10
GUESSES_WHEN_BUSY: Final = 3
"""Wrong codes of an address block that cost no pause, usually and while there are many guesses."""

LONGEST_PAUSE: Final = 5.0
LONGEST_PAUSE_WHEN_BUSY: Final = 60.0
"""The longest pauses in these two cases; each further wrong code doubles the pause."""

GUESSES_FORGOTTEN: Final = 600.0
"""The seconds after the last wrong code of a block when all of its wrong codes expire."""

GUESSES_IN_ALL: Final = 200.0
GUESS_SECONDS: Final = 10.0
"""A bucket of all blocks' wrong codes; while it is empty there are "many guesses"."""

PASSWORDS: Final = 10.0
PASSWORDS_IN_ALL: Final = 30.0
FIRST_PASSWORDS: Final = 300.0
PASSWORD_SECONDS: Final = 5.0
"""Buckets of wrong passwords for an account: from one block, from all blocks that have failed
before, and the first tries of other blocks.  Each refills at this interval.
"""

UNCHECKED_PASSWORD_SECONDS: Final = 1.0
"""Seconds until a password that is over the limit is refused, unchecked: a connection can guess
only once in this time, and players' moves wait behind fewer guesses."""

PASSWORDS_FORGOTTEN: Final = 3600.0
"""Time after which a block's wrong passwords are forgotten."""

HOMES: Final = 8
"""Address blocks remembered for each account."""

OWN_DIGITS: Final = 6
OWN_TRIES: Final = 5
OWN_TRIES_IN_ALL: Final = 100
OWN_PAUSE: Final = 600.0
"""Wrong digits for a seat, from one block and in total, after which none are checked for this
pause.
"""

FORMER_SECONDS: Final = 600.0
"""How long the old token remains valid after the seat was taken back without it."""

CONSENTS: Final = 2
"""The least number of people who must agree to give a seat away: the host alone never can."""

PLEA_SECONDS: Final = 60.0
"""The seconds of a vote on a seat; after a refusal the same person must wait `OWN_PAUSE`."""

ENTRIES_AT_ONCE: Final = 40.0
ENTRIES_A_SECOND: Final = 2.0
"""New members from one address."""

LOGINS_WAITING: Final = 60
LOGINS_WAITING_A_BLOCK: Final = 3
"""Queued password checks: one takes 30 ms, so all wait under 2 s."""

REGISTRATIONS_A_BLOCK: Final = 20.0
REGISTRATION_OF_A_BLOCK_SECONDS: Final = 60.0
REGISTRATIONS: Final = 200.0
REGISTRATION_SECONDS: Final = 5.0
"""Buckets of new accounts: of one address block, and of all."""

# --- The page beside the tables -------------------------------------------------------------------

FILES_AT_ONCE: Final = 2000.0
FILES_A_SECOND: Final = 50.0
"""Files that one address may request: a first visit needs some three hundred."""

FILE_CONNECTIONS: Final = 200
FILE_CONNECTIONS_AN_ADDRESS: Final = 40
"""Connections that serve files; a browser opens six."""

FILE_BYTES: Final = 200_000_000
"""The most bytes of files being sent at a time; a file stays in memory until it has arrived."""

FILE_SECONDS: Final = 300.0
"""The seconds that a file may take: the largest has 4 MB, and a slow connection 20 KB a second."""

FILE_RETRY_SECONDS: Final = 5
"""The seconds after which a refused browser should request a file again."""

# --- People ---------------------------------------------------------------------------------------

MEMBERS: Final = 4000
ACCOUNTS: Final = 20000
DEVICES: Final = 10
RENAME_SECONDS: Final = 30 * DAY
"""How long after a change of name the next is possible."""
DEVICE_FORGOTTEN: Final = 90 * DAY
"""The most devices that may sign in to an account without its password, and when unused ones
expire.
"""

RECOVERY_DIGITS: Final = 16
DEVICE_LABEL: Final = 40
CARRIED: Final = 8192
"""The most characters of the text that an account carries from device to device."""

NAME_LENGTH: Final = 20
PASSWORD_SHORTEST: Final = 8
PASSWORD_LONGEST: Final = 128
FRIENDS: Final = 200
BLOCKED: Final = 200

GRACE: Final = 60.0
"""How long a seat waits for its player before a bot plays."""

FORGOTTEN_AFTER: Final = 600.0
"""When a member who is away and at no table is forgotten."""

GUESTS_IN_PEACE: Final = MEMBERS // 2
"""Above this number of members, absent guests who never sat at a table are forgotten after `GRACE`.
"""

KEPT_MESSAGES: Final = 100
KEPT_BYTES: Final = 64 * 1024
"""Messages kept for a connected member, whose connection may be dead already."""

KEPT_AWAY_MESSAGES: Final = 500
KEPT_AWAY_BYTES: Final = 256 * 1024
"""Messages kept for a member who is away; beyond it they get the full state instead."""

# --- Tables ---------------------------------------------------------------------------------------

TABLES: Final = 2000
"""Tables with people at them."""

TABLES_A_PERSON: Final = 3
TABLES_AN_ADDRESS: Final = 20
"""Tables with people, by opener and by address."""

LISTED: Final = 200
"""Tables or people in one answer, which must fit into one message."""

WATCHING: Final = 20
SAVED_SECONDS: Final = 30 * DAY
"""How long an unfinished match without people is kept, once any of them has moved."""

UNPLAYED_SECONDS: Final = 600.0
"""How long an unfinished match without people is kept if no person has made a move."""

DESERTED: Final = 20_000
DESERTED_AN_ADDRESS: Final = 20
"""The most tables without people; if there are more, the one deserted first is closed."""

READY_SECONDS: Final = 30.0
"""The next deal starts after this time at the latest."""

BOTS_LISTEN: Final = 8.0
"""The most seconds for which bots wait for an announcement to end."""

TIMEOUTS: Final = 3
"""Time-outs in a row after which a bot plays for the seat until the player presses a key."""

VOTES: Final = 2
"""Votes needed for a pause; fewer if fewer players are connected."""

OPTIONS: Final = 20
OPTION_LENGTH: Final = 60
MOVE_LENGTH: Final = 400

# --- Chat -----------------------------------------------------------------------------------------

CHAT_LENGTH: Final = 300
CHAT_READ: Final = 4 * CHAT_LENGTH
"""Characters of a chat line that are read; the rest is cut before cleaning."""

SAME_IN_A_ROW: Final = 3
MARKS_IN_A_ROW: Final = 2
WORD_LENGTH: Final = 30
SLOW: Final = 1
SLOWEST: Final = 60
"""Seconds between two chat lines of one person: the default, and the most that a host may set."""
OVERRUNS: Final = 3
"""Overrun turns in one match before the table may vote to remove a player."""
MINIMUM: Final = 100
"""The most finished matches that a host may require of players."""

REPORTED_LINES: Final = 20
REPORTS_AT_ONCE: Final = 5.0
REPORT_SECONDS: Final = 60.0
"""A bucket of the reports that one person makes."""

REPORTS_OF_AN_ADDRESS: Final = 20.0
ADDRESS_REPORT_SECONDS: Final = 300.0
"""A bucket of the reports from one address, so that a change of name allows no more."""

REPORTED_BYTES: Final = 4096
"""The most bytes of reported chat lines; the last lines are kept."""

MODERATION_BYTES: Final = 2_000_000.0
"""The most bytes that the moderation log may grow by in a day; it is kept for 90 days."""

OPEN_REPORTS: Final = 500
"""The most open reports; if there are more, the oldest is closed."""

RULINGS_KEPT: Final = 90 * DAY
"""How long ended rulings, such as expired mutes, are kept."""

CLOSED_REPORTS_KEPT: Final = 7 * DAY
"""How long a closed report can be opened again."""

CASES_LISTED: Final = 100
REPORTS_LISTED: Final = 8
"""The most sanctions, names and record lines in one answer; fewer for reports, which have chat
lines.
"""

REASON_LENGTH: Final = 120
NOTICE_LENGTH: Final = 300
LONGEST_SANCTION: Final = 3650 * DAY
LONGEST_RESTART: Final = DAY
"""How far ahead a restart may be planned."""

RESTART_WAITS: Final = 3600.0
"""How long a restart waits for matches to end."""

WAITING_NAMES: Final = 500
NAME_CASES_OF_AN_ADDRESS: Final = 5.0
NAME_CASE_SECONDS: Final = 300.0
"""Names that wait for approval: the most in total, and a bucket for one address."""

INVITATIONS_AT_ONCE: Final = 5.0
INVITATION_SECONDS: Final = 5.0

STRANGERS_AT_ONCE: Final = 10.0
STRANGER_SECONDS: Final = 5.0
"""Private lines and invitations to one person from all strangers together."""

CALLS_FOR_PLAYERS: Final = 3.0
CALL_FOR_PLAYERS_SECONDS: Final = 120.0
"""A bucket of announcements that one person's table is looking for players."""

LETTER_SECONDS: Final = 5.0
"""Time for another process to confirm a private line or an invitation."""

COMINGS_AT_ONCE: Final = 6.0
COMING_SECONDS: Final = 5.0
"""A bucket of a member's actions that the table hears: sitting down, watching, voting."""

HOSTINGS_AT_ONCE: Final = 15.0
HOSTING_SECONDS: Final = 2.0
"""A bucket of a host's actions: adding bots, changing options, making another member the host."""


@dataclass
class Bucket:
    """A token bucket, which limits how often an action may happen.

    Tokens return at `rate` a second up to `size`.  An action that finds no token is too frequent.
    """

    rate: float
    size: float
    left: float
    at: float

    @classmethod
    def full(cls, rate: float, size: float, now: float) -> Bucket:
        """Return a bucket with all its tokens."""
        return cls(rate, size, size, now)

    def refill(self, now: float) -> None:
        """Add the tokens that have accrued since the last call."""
        self.left = min(self.size, self.left + max(0.0, now - self.at) * self.rate)
        self.at = now

    def take(self, now: float, cost: float = 1.0) -> bool:
        """Spend `cost` tokens and return True, or return False if there are too few."""
        self.refill(now)
        if self.left < cost:
            return False
        self.left -= cost
        return True


class Buckets:
    """Token buckets by key; full ones are not stored."""

    SWEEP: Final = 1000

    def __init__(self, rate: float, size: float) -> None:
        self._rate = rate
        self._size = size
        self._buckets: dict[Hashable, Bucket] = {}

    def take(self, key: Hashable, now: float) -> bool:
        """Spend one of the key's tokens and return True, or return False if there is none."""
        return self._of(key, now).take(now)

    def give(self, key: Hashable, now: float) -> None:
        """Put a token back into the key's bucket, after an action that should not count."""
        bucket = self._buckets.get(key)
        if bucket is not None:
            bucket.refill(now)
            bucket.left = min(bucket.size, bucket.left + 1)

    def has(self, key: Hashable, now: float) -> bool:
        """Return whether the key's token bucket has a token left, without spending it."""
        bucket = self._buckets.get(key)
        if bucket is None:
            return True
        bucket.refill(now)
        return bucket.left >= 1

    def _of(self, key: Hashable, now: float) -> Bucket:
        if key not in self._buckets:
            if len(self._buckets) >= self.SWEEP:
                self._sweep(now)
            self._buckets[key] = Bucket.full(self._rate, self._size, now)
        return self._buckets[key]

    def _sweep(self, now: float) -> None:
        """Delete token buckets that are full again: a key without a bucket has all its tokens."""
        for bucket in self._buckets.values():
            bucket.refill(now)
        kept = {key: one for key, one in self._buckets.items() if one.left < one.size}
        self._buckets = kept


def neighbourhood(address: str) -> str:
    """Return the part of an address by which connections and tables are counted.

    In IPv6 this is the /64 network, which usually belongs to one household.
    """
    try:
        ip = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if not isinstance(ip, IPv6Address):
        return str(ip)
    if ip.ipv4_mapped is not None:
        return str(ip.ipv4_mapped)
    return f"{ip.exploded[:19]}::/64"


def block(address: str) -> str:
    """Return the address block by which wrong guesses are counted.

    In IPv6 the block is a /48, because one rented server may have a whole /48.
    """
    household, long, _ = address.partition("::/64")
    return f"{household[:14]}::/48" if long else address


def is_this_machine(address: str) -> bool:
    """Return True for an address of the server's own machine, which is exempt from limits."""
    try:
        return ip_address(address).is_loopback
    except ValueError:
        return False


def is_address(text: str) -> bool:
    """Return True if the text is an IP address, not a host name."""
    try:
        ip_address(text.partition("%")[0])
    except ValueError:
        return False
    return True


def is_local(address: str) -> bool:
    """Return True if an address is private or of this machine, so that plain text may be used."""
    try:
        ip = ip_address(address.partition("%")[0].partition("/")[0])
    except ValueError:
        return address == "localhost"
    mapped = ip.ipv4_mapped if isinstance(ip, IPv6Address) else None
    ip = mapped or ip
    return not ip.is_unspecified and (ip.is_loopback or ip.is_private or ip.is_link_local)
