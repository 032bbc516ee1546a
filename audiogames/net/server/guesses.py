"""Limits on guessing codes, seat digits and passwords: wrong guesses cause growing pauses.

Only wrong guesses are counted, never people: all people in a school share one address.  A
token is too long to be guessed, so a valid one is never delayed.

- Codes of servers and tables are counted by address block and in total.  The first wrong ones
are free; then each costs a growing pause.  While the total is high, fewer are free and pauses
grow longer: guessing from many addresses at once gains little, and users without wrong guesses
do not notice it.

- Seat digits, which prove that a seat is one's own, are counted for each seat, both by address
block and in total.  Very few wrong guesses are free, so that a pause soon stops all guessing.

- Passwords are counted for each account, both by address block and in total.  The first
guesses from a block are counted separately from its later ones, so that one persistent
guesser does not lock out an owner at a new address.  A block from which the account has
signed in before has only its own count.

- New accounts are counted by block and in total.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable
from dataclasses import dataclass
from typing import Final

from audiogames.net.server import limits
from audiogames.net.server.limits import Bucket, Buckets, block

MOST: Final = 20000
"""The most keys in one table; the least recently updated are dropped."""


@dataclass
class KeyAttempts:
    """The failed attempts under one key, such as an address, or an account at an address.

    `many` is their number.  Until the time `until` further attempts are refused, and at the
    time `forgotten` the failed ones expire.
    """

    many: int = 0
    until: float = 0.0
    forgotten: float = 0.0


class FailedAttempts:
    """The failed attempts under each key, the least recently updated key first."""

    def __init__(self) -> None:
        self._known: OrderedDict[Hashable, KeyAttempts] = OrderedDict()

    def of(self, key: Hashable, now: float) -> KeyAttempts:
        """Return the failed attempts under a key, or none if they have expired."""
        wrong = self._known.get(key)
        return wrong if wrong is not None and now < wrong.forgotten else KeyAttempts()

    def put(self, key: Hashable, wrong: KeyAttempts) -> None:
        """Store the key's failed attempts."""
        self._known[key] = wrong
        self._known.move_to_end(key)
        if len(self._known) > MOST:
            self._known.popitem(last=False)


class CodeGuesses:
    """Limits wrong codes, for the server itself and for its tables."""

    def __init__(self, now: float) -> None:
        self._attempts = FailedAttempts()
        rate = 1 / limits.GUESS_SECONDS
        self._all = Bucket.full(rate, limits.GUESSES_IN_ALL, now)

    def may(self, address: str, now: float) -> bool:
        """Return whether a code from this address may be checked now."""
        return now >= self._attempts.of(block(address), now).until

    def wrong(self, address: str, now: float) -> None:
        """Record a wrong code."""
        key = block(address)
        wrong = self._attempts.of(key, now)
        busy = not self._all.take(now)
        free = limits.GUESSES_WHEN_BUSY if busy else limits.GUESSES
        longest = limits.LONGEST_PAUSE_WHEN_BUSY if busy else limits.LONGEST_PAUSE
        wrong.many += 1
        if wrong.many >= free:
            # The exponent is capped, because the pause has a longest value anyway.
            wrong.until = now + min(2.0 ** min(wrong.many - free, 10), longest)
        wrong.forgotten = now + limits.GUESSES_FORGOTTEN
        self._attempts.put(key, wrong)


class DigitGuesses:
    """Limits wrong guesses of the secret digits with which a player takes a seat back."""

    def __init__(self) -> None:
        self._attempts = FailedAttempts()

    def may(self, seat: str, address: str, now: float) -> bool:
        """Return whether a guess of this seat's secret digits may be checked now.

        After a few wrong guesses from one address block, further guesses from it must wait.  After
        many wrong guesses from all addresses together, all further guesses must wait.
        """
        keys = (seat, block(address)), (seat, "")
        return all(now >= self._attempts.of(key, now).until for key in keys)

    def wrong(self, seat: str, address: str, now: float) -> None:
        """Record a wrong guess of the secret digits with which a player can take this seat back."""
        for key, most in (
            ((seat, block(address)), limits.OWN_TRIES),
            ((seat, ""), limits.OWN_TRIES_IN_ALL),
        ):
            wrong = self._attempts.of(key, now)
            wrong.many += 1
            wrong.forgotten = now + limits.OWN_PAUSE
            if wrong.many >= most:
                wrong.until = wrong.forgotten
            self._attempts.put(key, wrong)

    def shut(self, seat: str, address: str, now: float) -> None:
        """Refuse for a while all guesses of this seat's secret digits from this address."""
        until = now + limits.OWN_PAUSE
        self._attempts.put((seat, block(address)), KeyAttempts(limits.OWN_TRIES, until, until))


class PasswordGuesses:
    """Limits wrong passwords for accounts."""

    def __init__(self) -> None:
        self._pairs = Buckets(1 / limits.PASSWORD_SECONDS, limits.PASSWORDS)
        self._again = Buckets(1 / limits.PASSWORD_SECONDS, limits.PASSWORDS_IN_ALL)
        self._first = Buckets(1 / limits.PASSWORD_SECONDS, limits.FIRST_PASSWORDS)
        self._attempts = FailedAttempts()
        """Failed attempts by account and address block since the last success."""
        self._homes: OrderedDict[str, dict[str, None]] = OrderedDict()
        """The address blocks from which each account has signed in, the latest last; never stored.
        """

    def may(self, account: str, address: str, now: float) -> bool:
        """Return whether a password for this account from this address may be checked now."""
        pair = account, block(address)
        if not self._pairs.has(pair, now):
            return False
        return self.is_home(account, address) or self._all(pair, now).has(account, now)

    def take(self, account: str, address: str, now: float) -> None:
        """Count an attempt as failed before its check; `right` cancels that."""
        pair = account, block(address)
        self._pairs.take(pair, now)
        if not self.is_home(account, address):
            self._all(pair, now).take(account, now)
        self._attempts.put(pair, KeyAttempts(1, 0.0, now + limits.PASSWORDS_FORGOTTEN))

    def right(self, account: str, address: str, now: float) -> None:
        """Stop counting this attempt as failed, because the password was right."""
        pair = account, block(address)
        self._pairs.give(pair, now)
        if not self.is_home(account, address):
            # It is unknown which of the two limits was charged, so both are refunded.
            self._again.give(account, now)
            self._first.give(account, now)
        self._attempts.put(pair, KeyAttempts())
        homes = self._homes.setdefault(account, {})
        homes.pop(pair[1], None)
        homes[pair[1]] = None
        while len(homes) > limits.HOMES:
            del homes[next(iter(homes))]
        self._homes.move_to_end(account)
        if len(self._homes) > MOST:
            self._homes.popitem(last=False)

    def _all(self, pair: tuple[str, str], now: float) -> Buckets:
        """Return the limit on guesses that all unknown address blocks share.

        The first guess of each block counts towards one limit, all further guesses towards another.
        """
        return self._again if self._attempts.of(pair, now).many else self._first

    def is_home(self, account: str, address: str) -> bool:
        """Return whether the account has signed in from this address block before."""
        return block(address) in self._homes.get(account, {})


class Registrations:
    """Limits the number of new accounts."""

    def __init__(self, now: float) -> None:
        rate = 1 / limits.REGISTRATION_OF_A_BLOCK_SECONDS
        self._blocks = Buckets(rate, limits.REGISTRATIONS_A_BLOCK)
        self._all = Bucket.full(1 / limits.REGISTRATION_SECONDS, limits.REGISTRATIONS, now)

    def may(self, address: str, now: float) -> bool:
        """Return whether another account may be registered from this address."""
        self._all.refill(now)
        return self._all.left >= 1 and self._blocks.has(block(address), now)

    def take(self, address: str, now: float) -> None:
        """Count a new account."""
        self._all.take(now)
        self._blocks.take(block(address), now)
