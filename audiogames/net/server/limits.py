"""The limits of a server, each with a name.

Times are in seconds, sizes in bytes.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from ipaddress import IPv6Address, ip_address
from typing import Final

from audiogames.net import wire

DAY: Final = 24 * 3600.0

# --- Lines ----------------------------------------------------------------------------------------

CONNECTIONS: Final = 4000
CONNECTIONS_AN_ADDRESS: Final = 20
"""Connections of one address: a family or a club may share one; a proxy passes on the real one."""

CALLS_AT_ONCE: Final = 60.0
CALLS_A_SECOND: Final = 4.0
"""New connections that one address may open, whether it keeps them or not."""

HALF_OPEN: Final = 200
HANDSHAKE_SECONDS: Final = 5.0
"""Connections that have not completed the handshake, and how long each may take; if there are more,
the oldest is closed.

As many again that have sent nothing yet may wait to be accepted."""

AT_THE_DOOR: Final = 512
"""Connections that have sent something and wait to be accepted; beyond it none is taken from the
operating system."""

CONTROLS_A_SECOND: Final = 2.0
CONTROLS_AT_ONCE: Final = 20.0
"""WebSocket pings on one connection, beyond which it is closed."""

GREETING_SECONDS: Final = 15.0
"""Time until the first message must arrive."""

IDLE_SECONDS: Final = 75.0
"""A connection silent for so long counts as lost.  Clients ping after 5 s of silence."""

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
"""The cost of requests that are more work than usual; a query of the store costs as much again."""

BYTES_A_REQUEST: Final = 4096
"""A longer message counts as several requests."""

GUESSES: Final = 10
GUESSES_WHEN_BUSY: Final = 3
"""Wrong codes of an address block that cost no pause: usually, and while many are guessing."""

LONGEST_PAUSE: Final = 5.0
LONGEST_PAUSE_WHEN_BUSY: Final = 60.0
"""After them each wrong code costs a pause, twice as long as the last one, up to this."""

GUESSES_FORGOTTEN: Final = 600.0
"""A block's wrong codes expire after so long without another."""

GUESSES_IN_ALL: Final = 200.0
GUESS_SECONDS: Final = 10.0
"""Wrong codes of all blocks together, as a bucket: beyond it the server counts as busy."""

PASSWORDS: Final = 10.0
PASSWORDS_IN_ALL: Final = 30.0
FIRST_PASSWORDS: Final = 300.0
PASSWORD_SECONDS: Final = 5.0
"""Wrong passwords for an account: from one block; from all blocks that have failed before; first
tries of other blocks.  A bucket each, refilled at this interval."""

PASSWORDS_FORGOTTEN: Final = 3600.0
"""Time after which a block's wrong passwords are forgotten."""

HOMES: Final = 8
"""Address blocks remembered for each account."""

OWN_DIGITS: Final = 6
OWN_TRIES: Final = 5
OWN_TRIES_IN_ALL: Final = 100
OWN_PAUSE: Final = 600.0
"""Wrong digits for a seat from one block, and from all; then none is checked for this pause."""

FORMER_SECONDS: Final = 600.0
"""How long the old token remains valid after the seat was taken back without it."""

CONSENTS: Final = 2
"""The least number of people who must agree to give a seat away: the host alone never can."""

PLEA_SECONDS: Final = 60.0
"""How long they may vote; after a refusal the same person must wait `OWN_PAUSE`."""

ENTRIES_AT_ONCE: Final = 40.0
ENTRIES_A_SECOND: Final = 2.0
"""New members of one address."""

LOGINS_WAITING: Final = 60
LOGINS_WAITING_A_BLOCK: Final = 3
"""Queued password checks: one takes 30 ms, so all wait under 2 s."""

REGISTRATIONS_A_BLOCK: Final = 20.0
REGISTRATION_OF_A_BLOCK_SECONDS: Final = 60.0
REGISTRATIONS: Final = 200.0
REGISTRATION_SECONDS: Final = 5.0
"""New accounts of one address block, and of all: a bucket each."""

# --- The page beside the tables -------------------------------------------------------------------

FILES_AT_ONCE: Final = 2000.0
FILES_A_SECOND: Final = 50.0
"""Files that one address may request: a first visit needs some three hundred."""

FILE_CONNECTIONS: Final = 200
FILE_CONNECTIONS_AN_ADDRESS: Final = 40
"""Connections that serve files; a browser opens six."""

FILE_BYTES: Final = 200_000_000
"""The most bytes of files being sent at a time: each file stays in memory until it has arrived."""

FILE_SECONDS: Final = 300.0
"""How long a file may take: the largest has 4 MB, and a slow line brings 20 KB a second."""

FILE_RETRY_SECONDS: Final = 5
"""After how long a refused page should ask again."""

# --- People ---------------------------------------------------------------------------------------

MEMBERS: Final = 4000
ACCOUNTS: Final = 20000
DEVICES: Final = 10
RENAME_SECONDS: Final = 30 * DAY
"""How long after a change of name the next is possible."""
DEVICE_FORGOTTEN: Final = 90 * DAY
"""Devices that may sign in to one account without its password, and when unused ones expire."""

RECOVERY_DIGITS: Final = 16
DEVICE_LABEL: Final = 40
CARRIED: Final = 8192
"""Letters of what an account carries from device to device."""

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
"""Above this number, guests who never sat at a table are forgotten after the grace."""

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
"""The same for a match without a move."""

DESERTED: Final = 20_000
DESERTED_AN_ADDRESS: Final = 20
"""Tables without people; if there are more, the one left first is closed."""

READY_SECONDS: Final = 30.0
"""The next deal starts after this time at the latest."""

BOTS_LISTEN: Final = 8.0
"""Bots wait no longer for announcements to end."""

TIMEOUTS: Final = 3
"""After so many in a row a bot plays for the seat until the player presses a key."""

VOTES: Final = 2
"""Votes needed for a pause, or all players where fewer play."""

OPTIONS: Final = 20
OPTION_LENGTH: Final = 60
MOVE_LENGTH: Final = 400

# --- Talk -----------------------------------------------------------------------------------------

CHAT_LENGTH: Final = 300
CHAT_READ: Final = 4 * CHAT_LENGTH
"""Characters of a chat line that are read; the rest is cut before cleaning."""

SAME_IN_A_ROW: Final = 3
MARKS_IN_A_ROW: Final = 2
WORD_LENGTH: Final = 30
SLOW: Final = 1
SLOWEST: Final = 60
"""Seconds between two lines of chat of one person: usual, and at most."""
OVERRUNS: Final = 3
"""Turns that the clock has ended in one match before the table may vote a player away."""
MINIMUM: Final = 100
"""Finished matches that a host may ask for, at most."""

REPORTED_LINES: Final = 20
REPORTS_AT_ONCE: Final = 5.0
REPORT_SECONDS: Final = 60.0
"""Reports of one person, as a bucket."""

REPORTS_OF_AN_ADDRESS: Final = 20.0
ADDRESS_REPORT_SECONDS: Final = 300.0
"""Reports of one address, so that a change of name gives no more."""

REPORTED_BYTES: Final = 4096
"""Bytes of the reported chat lines; the last ones are kept."""

MODERATION_BYTES: Final = 2_000_000.0
"""Growth of the moderation log in a day; it is kept for 90 days."""

OPEN_REPORTS: Final = 500
"""Open reports; beyond it the oldest is closed."""

RULINGS_KEPT: Final = 90 * DAY
"""How long expired mutes and the like are kept."""

CLOSED_REPORTS_KEPT: Final = 7 * DAY
"""How long a closed report can be opened again."""

CASES_LISTED: Final = 100
REPORTS_LISTED: Final = 8
"""Sanctions, names and record lines in one answer; and reports, which carry chat lines."""

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
"""Names that wait for approval: in total, and of one address as a bucket."""

INVITATIONS_AT_ONCE: Final = 5.0
INVITATION_SECONDS: Final = 5.0

STRANGERS_AT_ONCE: Final = 10.0
STRANGER_SECONDS: Final = 5.0
"""Private lines and invitations to one person from all who are no friends of theirs."""

CALLS_FOR_PLAYERS: Final = 3.0
CALL_FOR_PLAYERS_SECONDS: Final = 120.0
"""How often one person's tables are announced to everybody at no table, as a bucket."""

LETTER_SECONDS: Final = 5.0
"""Time for another process to confirm a private line or an invitation."""

COMINGS_AT_ONCE: Final = 6.0
COMING_SECONDS: Final = 5.0
"""What a member does that the table hears: sitting down, watching, voting."""

HOSTINGS_AT_ONCE: Final = 15.0
HOSTING_SECONDS: Final = 2.0
"""The same for a host: adding bots, changing options, passing the table on."""


@dataclass
class Bucket:
    """A token bucket: tokens return at `rate` a second up to `size`; no token means too fast."""

    rate: float
    size: float
    left: float
    at: float

    @classmethod
    def full(cls, rate: float, size: float, now: float) -> Bucket:
        """Return a full bucket."""
        return cls(rate, size, size, now)

    def refill(self, now: float) -> None:
        """Add the tokens that have returned by now."""
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
        """Return a token to the key's bucket."""
        bucket = self._buckets.get(key)
        if bucket is not None:
            bucket.refill(now)
            bucket.left = min(bucket.size, bucket.left + 1)

    def has(self, key: Hashable, now: float) -> bool:
        """Return whether the key has a token, without spending it."""
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
        for bucket in self._buckets.values():
            bucket.refill(now)
        kept = {key: one for key, one in self._buckets.items() if one.left < one.size}
        self._buckets = kept


def neighbourhood(address: str) -> str:
    """Return the address that limits count by: a whole /64 in IPv6, as one household has it."""
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
    """Return the address block that guesses count by: a /48 in IPv6, as a rented server has it."""
    household, long, _ = address.partition("::/64")
    return f"{household[:14]}::/48" if long else address


def is_this_machine(address: str) -> bool:
    """Return whether a client runs on the server's own machine, which is exempt from limits."""
    try:
        return ip_address(address).is_loopback
    except ValueError:
        return False


def is_address(text: str) -> bool:
    """Return whether the text is an IP address and not a name."""
    try:
        ip_address(text.partition("%")[0])
    except ValueError:
        return False
    return True


def is_local(address: str) -> bool:
    """Return whether an address is of this machine or a private network: plain text may be used."""
    try:
        ip = ip_address(address.partition("%")[0].partition("/")[0])
    except ValueError:
        return address == "localhost"
    mapped = ip.ipv4_mapped if isinstance(ip, IPv6Address) else None
    ip = mapped or ip
    return not ip.is_unspecified and (ip.is_loopback or ip.is_private or ip.is_link_local)
