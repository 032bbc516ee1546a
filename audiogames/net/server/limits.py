"""How much anybody may ask of a server: every limit has its name here.

Seconds where a time is meant, bytes where a size is.
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
"""A family or a club behind one router; a proxy names the address behind it."""

CALLS_AT_ONCE: Final = 60.0
CALLS_A_SECOND: Final = 4.0
"""Lines that one address may ask for, whether it keeps them or not."""

HALF_OPEN: Final = 200
HANDSHAKE_SECONDS: Final = 5.0
"""Connections that have not asked for a line, and how long each may take; the first gives way.

As many again that have said nothing at all wait at the door.
"""

AT_THE_DOOR: Final = 512
"""Connections that have spoken and wait to be let in; then no more are taken from the system."""

CONTROLS_A_SECOND: Final = 2.0
CONTROLS_AT_ONCE: Final = 20.0
"""Pings of the protocol itself on one line, beyond which it ends."""

GREETING_SECONDS: Final = 15.0
"""Until the first message must have come."""

IDLE_SECONDS: Final = 75.0
"""Without a message for so long a line counts as lost.  Clients ping after 5 s of silence."""

BACKLOG: Final = 256 * 1024
"""Bytes that wait for a slow reader before their line is given up."""

REQUESTS_A_SECOND: Final = 20.0
REQUESTS_AT_ONCE: Final = 60.0
STRANGER_REQUESTS_A_SECOND: Final = 2.0
STRANGER_REQUESTS_AT_ONCE: Final = 20.0
"""Of a line that has not said who it is; it ends when it is faster."""

REFUSED_AT_ONCE: Final = 200.0
"""Too fast is refused; too fast for so long is the end of the line."""

DEAR: Final = 5
COSTS: Final[dict[type[wire.Request], int]] = {
    wire.ListTables: DEAR,
    wire.ListPeople: DEAR,
    wire.AskStanding: DEAR,
    wire.AskView: DEAR,
    wire.Open: DEAR,
    wire.StartMatch: DEAR,
    wire.AskCases: DEAR,
    wire.AskRatings: DEAR,
    wire.OpenContest: DEAR,
    wire.AskContests: DEAR,
    wire.InContest: DEAR,
}
"""What costs the server more than the usual request counts as so many; so does, beside its own
cost, what the store must be asked for."""

BYTES_A_REQUEST: Final = 4096
"""A longer message counts as several."""

GUESSES: Final = 10
GUESSES_WHEN_BUSY: Final = 3
"""Wrong codes of an address block that cost nothing: usually, and while all guess."""

LONGEST_PAUSE: Final = 5.0
LONGEST_PAUSE_WHEN_BUSY: Final = 60.0
"""After them each costs a pause, twice as long as the one before, up to this one."""

GUESSES_FORGOTTEN: Final = 600.0
"""After so long without a wrong one a block begins anew."""

GUESSES_IN_ALL: Final = 200.0
GUESS_SECONDS: Final = 10.0
"""Wrong codes of all together: so many at once, then one in so many seconds; more is busy."""

PASSWORDS: Final = 10.0
PASSWORDS_IN_ALL: Final = 30.0
FIRST_PASSWORDS: Final = 300.0
PASSWORD_SECONDS: Final = 5.0
"""Wrong passwords for an account: from one block; from all blocks that have been wrong before; and
first ones, each of a block that has not.  So many, then one in so long."""

PASSWORDS_FORGOTTEN: Final = 3600.0
"""Then a block has not been wrong before."""

HOMES: Final = 8
"""Blocks that an account has come in from that are remembered."""

OWN_DIGITS: Final = 6
OWN_TRIES: Final = 5
OWN_TRIES_IN_ALL: Final = 100
OWN_PAUSE: Final = 600.0
"""Wrong digits for a seat from one block, and from all; then none is looked at for so long."""

FORMER_SECONDS: Final = 600.0
"""A token counts on for so long where somebody had the seat without one."""

CONSENTS: Final = 2
"""People who must agree at the least to give a seat away: the host alone never can."""

PLEA_SECONDS: Final = 60.0
"""They are waited for so long, and who was refused may not ask again for `OWN_PAUSE`."""

ENTRIES_AT_ONCE: Final = 40.0
ENTRIES_A_SECOND: Final = 2.0
"""Newcomers of one address."""

LOGINS_WAITING: Final = 60
LOGINS_WAITING_A_BLOCK: Final = 3
"""Passwords that wait to be compared: a comparison takes 30 ms, so that all wait under 2 s."""

REGISTRATIONS_A_BLOCK: Final = 20.0
REGISTRATION_OF_A_BLOCK_SECONDS: Final = 60.0
REGISTRATIONS: Final = 200.0
REGISTRATION_SECONDS: Final = 5.0
"""New accounts of one block of addresses, and of all: so many at once, then one in so long."""

# --- The page beside the tables -------------------------------------------------------------------

SESSIONS: Final = 300
SESSIONS_AN_ADDRESS: Final = 20
"""People at pages; each of them costs some 150 KB."""

PAGE_WORK_OF_AN_ADDRESS: Final = 0.2
PAGE_WORK_AT_ONCE: Final = 1.0
"""Seconds of a processor that the pages of one address may use each second, and at once."""

SESSION_SECONDS: Final = 120.0
"""Without a line a session is kept so long."""

FILES_AT_ONCE: Final = 400.0
FILES_A_SECOND: Final = 20.0
"""Files that one address may ask for: a first visit with all sounds asks for a hundred."""

FILE_CONNECTIONS: Final = 200
FILE_CONNECTIONS_AN_ADDRESS: Final = 40
"""Connections on which files are being sent; a browser opens six."""

# --- People ---------------------------------------------------------------------------------------

MEMBERS: Final = 4000
ACCOUNTS: Final = 20000
DEVICES: Final = 10
DEVICE_FORGOTTEN: Final = 90 * DAY
"""Programs that come in to one account without its password, and how long after the last time."""

RECOVERY_DIGITS: Final = 16
DEVICE_LABEL: Final = 40

NAME_LENGTH: Final = 20
PASSWORD_SHORTEST: Final = 8
PASSWORD_LONGEST: Final = 128
FRIENDS: Final = 200
BLOCKED: Final = 200

GRACE: Final = 60.0
"""A seat waits so long for its player before a bot plays."""

FORGOTTEN_AFTER: Final = 600.0
"""Who is at no table and away is forgotten after that."""

GUESTS_IN_PEACE: Final = MEMBERS // 2
"""Where more are known, guests who never sat at a table are forgotten after the grace."""

KEPT_MESSAGES: Final = 100
KEPT_BYTES: Final = 64 * 1024
"""What is kept for one who is here, should their line be dead already."""

KEPT_AWAY_MESSAGES: Final = 500
KEPT_AWAY_BYTES: Final = 256 * 1024
"""What is kept for one who is away; beyond it they are told how things stand."""

# --- Tables ---------------------------------------------------------------------------------------

TABLES: Final = 2000
"""At which somebody is."""

TABLES_A_PERSON: Final = 3
TABLES_AN_ADDRESS: Final = 20
"""Opened by one, and from one household, with somebody at them."""

LISTED: Final = 200
"""Tables or people in one answer, which has to fit into one message."""

WATCHING: Final = 20
SAVED_SECONDS: Final = 30 * DAY
"""An empty table with a match waits so long for its people, once any of them has made a move."""

UNPLAYED_SECONDS: Final = 600.0
"""Where nobody has."""

DESERTED: Final = 20_000
DESERTED_AN_ADDRESS: Final = 20
"""Tables at which nobody is; where there are more, the one that was left first is closed."""

READY_SECONDS: Final = 30.0
"""The next deal comes then at the latest."""

BOTS_LISTEN: Final = 8.0
"""Bots wait for ears no longer than that."""

TIMEOUTS: Final = 3
"""After so many in a row a bot keeps the seat until a key is pressed."""

VOTES: Final = 2
"""A pause is voted for by two, or by all where fewer play."""

OPTIONS: Final = 20
OPTION_LENGTH: Final = 60
MOVE_LENGTH: Final = 400

# --- Talk -----------------------------------------------------------------------------------------

CHAT_LENGTH: Final = 300
CHAT_READ: Final = 4 * CHAT_LENGTH
"""Letters of a line that are looked at; what comes after them is not even cleaned."""

SAME_IN_A_ROW: Final = 3
MARKS_IN_A_ROW: Final = 2
WORD_LENGTH: Final = 30
SLOW: Final = 1
SLOWEST: Final = 60
"""Seconds between two lines of chat of one person: usual, and at most."""
OVERRUNS: Final = 3
"""Turns that the clock has ended in one match before the table may vote somebody away."""
MINIMUM: Final = 100
"""Finished matches that a host may ask for, at most."""

REPORTED_LINES: Final = 20
REPORTS_AT_ONCE: Final = 5.0
REPORT_SECONDS: Final = 60.0
"""Reports of one person: so many at once, then one in so many seconds."""

REPORTS_OF_AN_ADDRESS: Final = 20.0
ADDRESS_REPORT_SECONDS: Final = 300.0
"""The same for one address: coming in under another name gives no more of them."""

REPORTED_BYTES: Final = 4096
"""Of the lines that come with a report the last ones are kept."""

MODERATION_BYTES: Final = 2_000_000.0
"""What the moderation log may grow by in a day; it is kept for 90."""

OPEN_REPORTS: Final = 500
"""Reports that nobody has closed; beyond them the oldest is closed."""

RULINGS_KEPT: Final = 90 * DAY
"""What is over, such as a mute or a closed report, is known for so long."""

CASES_LISTED: Final = 100
REPORTS_LISTED: Final = 8
"""Sanctions, names and lines of a record in one answer; reports, with their lines of chat."""

REASON_LENGTH: Final = 120
NOTICE_LENGTH: Final = 300
LONGEST_SANCTION: Final = 3650 * DAY
LONGEST_RESTART: Final = DAY
"""A planned restart comes within so long."""

RESTART_WAITS: Final = 3600.0
"""A restart that lets matches end waits for them no longer than that."""

WAITING_NAMES: Final = 500
NAME_CASES_OF_AN_ADDRESS: Final = 5.0
NAME_CASE_SECONDS: Final = 300.0
"""Names that wait for approval; of one address so many at once, then one in so long."""

INVITATIONS_AT_ONCE: Final = 5.0
INVITATION_SECONDS: Final = 5.0

STRANGERS_AT_ONCE: Final = 10.0
STRANGER_SECONDS: Final = 5.0
"""Private lines and invitations that reach one person from all who are no friends of theirs."""

CALLS_FOR_PLAYERS: Final = 3.0
CALL_FOR_PLAYERS_SECONDS: Final = 120.0
"""How often one person's tables are told to all who are at none: at once, then one in so long."""

LETTER_SECONDS: Final = 5.0
"""Another process must have said by then whether it took a private line or an invitation."""

COMINGS_AT_ONCE: Final = 6.0
COMING_SECONDS: Final = 5.0
"""What a person at the table does that all are told of: sitting down, watching, voting."""

HOSTINGS_AT_ONCE: Final = 15.0
HOSTING_SECONDS: Final = 2.0
"""The same of a host: adding bots, changing options, passing the table on."""


@dataclass
class Bucket:
    """Tokens that come back at an even rate: asking without one left is too fast."""

    rate: float
    size: float
    left: float
    at: float

    @classmethod
    def full(cls, rate: float, size: float, now: float) -> Bucket:
        """A bucket that has not been used."""
        return cls(rate, size, size, now)

    def refill(self, now: float) -> None:
        """What has come back by now."""
        self.left = min(self.size, self.left + max(0.0, now - self.at) * self.rate)
        self.at = now

    def take(self, now: float, cost: float = 1.0) -> bool:
        """Whether there was enough; it is used up then."""
        self.refill(now)
        if self.left < cost:
            return False
        self.left -= cost
        return True


class Buckets:
    """A bucket each for many, most of whom come once: full ones are not kept."""

    SWEEP: Final = 1000

    def __init__(self, rate: float, size: float) -> None:
        self._rate = rate
        self._size = size
        self._buckets: dict[Hashable, Bucket] = {}

    def take(self, key: Hashable, now: float) -> bool:
        """Whether this one may once more."""
        return self._of(key, now).take(now)

    def give(self, key: Hashable, now: float) -> None:
        """Give one back that was taken."""
        bucket = self._buckets.get(key)
        if bucket is not None:
            bucket.refill(now)
            bucket.left = min(bucket.size, bucket.left + 1)

    def has(self, key: Hashable, now: float) -> bool:
        """Whether this one might once more; nothing is used up."""
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
    """The address that limits count by: one household has a whole /64 of the long addresses."""
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
    """What guesses are counted by: whoever rents a server has a whole /48 of the long addresses."""
    household, long, _ = address.partition("::/64")
    return f"{household[:14]}::/48" if long else address


def is_this_machine(address: str) -> bool:
    """Whether somebody calls from the server's own machine, which sets its own limits."""
    try:
        return ip_address(address).is_loopback
    except ValueError:
        return False


def is_address(text: str) -> bool:
    """Whether this is an address and not a name."""
    try:
        ip_address(text.partition("%")[0])
    except ValueError:
        return False
    return True


def is_local(address: str) -> bool:
    """Whether an address is of this machine or of a private network, where plain text may go."""
    try:
        ip = ip_address(address.partition("%")[0].partition("/")[0])
    except ValueError:
        return address == "localhost"
    mapped = ip.ipv4_mapped if isinstance(ip, IPv6Address) else None
    ip = mapped or ip
    return not ip.is_unspecified and (ip.is_loopback or ip.is_private or ip.is_link_local)
