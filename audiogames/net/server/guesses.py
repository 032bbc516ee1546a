"""Who has guessed wrong, and how long they must wait before they may guess again.

What is counted is guesses that were wrong, never how many people come from somewhere: a school has
one address.  A token is too long to be guessed, so whoever brings a valid one is never held up.

- Codes are counted by address block and in all.  Some wrong ones are free; after that each costs a
  pause, which grows.  While the whole server is being guessed at, fewer are free and pauses grow
  longer: whoever guesses from many places at once gains little, and those who do not guess wrong
  notice nothing.
- Digits of a seat are counted by seat and block, and by seat: so few are free that a pause ends
  all guessing.
- Passwords are counted by account and block, and by account: first tries of a block apart from all
  others, so that one who goes on guessing does not keep out an owner who comes from a new place.
  A block that the account has come in from before has only its own count.
- New accounts are counted by block and in all.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable
from dataclasses import dataclass
from typing import Final

from audiogames.net.server import limits
from audiogames.net.server.limits import Bucket, Buckets, block

MOST: Final = 20000
"""Entries that one list keeps; the oldest go first."""


@dataclass
class Wrong:
    """How often somebody was wrong, when they may go on, and when that is forgotten."""

    many: int = 0
    until: float = 0.0
    forgotten: float = 0.0


class _Wrongs:
    """Those who were wrong, the latest last."""

    def __init__(self) -> None:
        self._known: OrderedDict[Hashable, Wrong] = OrderedDict()

    def of(self, key: Hashable, now: float) -> Wrong:
        """What is known of this one now."""
        wrong = self._known.get(key)
        return wrong if wrong is not None and now < wrong.forgotten else Wrong()

    def put(self, key: Hashable, wrong: Wrong) -> None:
        """Keep it."""
        self._known[key] = wrong
        self._known.move_to_end(key)
        if len(self._known) > MOST:
            self._known.popitem(last=False)


class CodeGuesses:
    """Codes of the server and of tables."""

    def __init__(self, now: float) -> None:
        self._wrongs = _Wrongs()
        rate = 1 / limits.GUESS_SECONDS
        self._all = Bucket.full(rate, limits.GUESSES_IN_ALL, now)

    def may(self, address: str, now: float) -> bool:
        """Whether a code from there is looked at."""
        return now >= self._wrongs.of(block(address), now).until

    def wrong(self, address: str, now: float) -> None:
        """A code was wrong."""
        key = block(address)
        wrong = self._wrongs.of(key, now)
        busy = not self._all.take(now)
        free = limits.GUESSES_WHEN_BUSY if busy else limits.GUESSES
        longest = limits.LONGEST_PAUSE_WHEN_BUSY if busy else limits.LONGEST_PAUSE
        wrong.many += 1
        if wrong.many >= free:
            # No power of two that no number could hold: the pause is as long as it gets by then.
            wrong.until = now + min(2.0 ** min(wrong.many - free, 10), longest)
        wrong.forgotten = now + limits.GUESSES_FORGOTTEN
        self._wrongs.put(key, wrong)


class DigitGuesses:
    """The digits of seats."""

    def __init__(self) -> None:
        self._wrongs = _Wrongs()

    def may(self, seat: str, address: str, now: float) -> bool:
        """Whether digits for this seat from there are looked at."""
        keys = (seat, block(address)), (seat, "")
        return all(now >= self._wrongs.of(key, now).until for key in keys)

    def wrong(self, seat: str, address: str, now: float) -> None:
        """Digits were wrong."""
        for key, most in (
            ((seat, block(address)), limits.OWN_TRIES),
            ((seat, ""), limits.OWN_TRIES_IN_ALL),
        ):
            wrong = self._wrongs.of(key, now)
            wrong.many += 1
            wrong.forgotten = now + limits.OWN_PAUSE
            if wrong.many >= most:
                wrong.until = wrong.forgotten
            self._wrongs.put(key, wrong)

    def shut(self, seat: str, address: str, now: float) -> None:
        """No more for this seat from there for a while."""
        until = now + limits.OWN_PAUSE
        self._wrongs.put((seat, block(address)), Wrong(limits.OWN_TRIES, until, until))


class PasswordGuesses:
    """Passwords of accounts."""

    def __init__(self) -> None:
        self._pairs = Buckets(1 / limits.PASSWORD_SECONDS, limits.PASSWORDS)
        self._again = Buckets(1 / limits.PASSWORD_SECONDS, limits.PASSWORDS_IN_ALL)
        self._first = Buckets(1 / limits.PASSWORD_SECONDS, limits.FIRST_PASSWORDS)
        self._wrongs = _Wrongs()
        """Whence an account has been tried without being right since."""
        self._homes: OrderedDict[str, dict[str, None]] = OrderedDict()
        """Whence accounts have come in, the latest last; in no file, as no address is."""

    def may(self, account: str, address: str, now: float) -> bool:
        """Whether a password for this account from there is looked at."""
        pair = account, block(address)
        if not self._pairs.has(pair, now):
            return False
        return self.is_home(account, address) or self._all(pair, now).has(account, now)

    def take(self, account: str, address: str, now: float) -> None:
        """One is looked at: it counts until it has proved right."""
        pair = account, block(address)
        self._pairs.take(pair, now)
        if not self.is_home(account, address):
            self._all(pair, now).take(account, now)
        self._wrongs.put(pair, Wrong(1, 0.0, now + limits.PASSWORDS_FORGOTTEN))

    def right(self, account: str, address: str, now: float) -> None:
        """The password was right: it does not count."""
        pair = account, block(address)
        self._pairs.give(pair, now)
        if not self.is_home(account, address):
            # Of which of the two it was taken is not known; who has the password may have both.
            self._again.give(account, now)
            self._first.give(account, now)
        self._wrongs.put(pair, Wrong())
        homes = self._homes.setdefault(account, {})
        homes.pop(pair[1], None)
        homes[pair[1]] = None
        while len(homes) > limits.HOMES:
            del homes[next(iter(homes))]
        self._homes.move_to_end(account)
        if len(self._homes) > MOST:
            self._homes.popitem(last=False)

    def _all(self, pair: tuple[str, str], now: float) -> Buckets:
        """What those who are not at home share: for first tries, or for all others."""
        return self._again if self._wrongs.of(pair, now).many else self._first

    def is_home(self, account: str, address: str) -> bool:
        """Whether the account has come in from there before."""
        return block(address) in self._homes.get(account, {})


class Registrations:
    """New accounts."""

    def __init__(self, now: float) -> None:
        rate = 1 / limits.REGISTRATION_OF_A_BLOCK_SECONDS
        self._blocks = Buckets(rate, limits.REGISTRATIONS_A_BLOCK)
        self._all = Bucket.full(1 / limits.REGISTRATION_SECONDS, limits.REGISTRATIONS, now)

    def may(self, address: str, now: float) -> bool:
        """Whether one more may be opened from there."""
        self._all.refill(now)
        return self._all.left >= 1 and self._blocks.has(block(address), now)

    def take(self, address: str, now: float) -> None:
        """One is being opened."""
        self._all.take(now)
        self._blocks.take(block(address), now)
