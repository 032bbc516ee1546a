"""The names of accounts: an account keeps its key forever, and its name may change.

The key of an account is that of its first name.  Everything stored about the account is stored
under that key: its row, friends, ratings, rulings, tournaments.  So a change of name moves nothing;
it adds a name by which the key is found.  Former names are not free for others.
"""

from __future__ import annotations

import msgspec

from audiogames.net.names import key_of


class Naming(msgspec.Struct, frozen=True):
    """The name of an account, and its former names with the time when each was given up."""

    name: str
    former: dict[str, float] = {}
    changed: float = 0.0
    """The time of the last change; of two namings of an account the later one counts."""

    @property
    def all(self) -> tuple[str, ...]:
        """The present name, followed by the former names."""
        return self.name, *self.former

    @property
    def given_up(self) -> float:
        """The time at which the last former name was given up; 0 if there are no former names."""
        return max(self.former.values(), default=0.0)

    def renamed(self, name: str, now: float) -> Naming:
        """Return the names of this account after it has taken `name` as its new name."""
        former = {one: at for one, at in self.former.items() if one != name}
        return Naming(name, {**former, self.name: now}, now)


class AccountNames:
    """The present and former names of all renamed accounts."""

    def __init__(self) -> None:
        self._namings: dict[str, Naming] = {}
        self._keys: dict[str, str] = {}
        """Account keys by the keys of their names."""

    def key(self, name: str) -> str:
        """Return the key of the account that has or had this name, or else the name's key."""
        return self.account(key_of(name))

    def account(self, key: str) -> str:
        """Return the key of the account that has this name key; if there is none, `key` itself."""
        return self._keys.get(key, key)

    def of(self, key: str) -> Naming | None:
        """Return the names of the account with this key; None if it was never renamed."""
        return self._namings.get(key)

    def current(self, key: str, name: str) -> str:
        """Return the present name of the person with this key; `name` for one never renamed."""
        naming = self._namings.get(key)
        return name if naming is None else naming.name

    def all(self, name: str) -> tuple[str, ...]:
        """Return the present and former names of the person with this name."""
        naming = self._namings.get(self.key(name))
        return (name,) if naming is None else naming.all

    def learn(self, key: str, naming: Naming) -> None:
        """Store an account's names, unless more recent ones are stored already."""
        known = self._namings.get(key)
        if known is not None and known.changed > naming.changed:
            return
        self.forget(key)
        if naming.former:
            self._namings[key] = naming
            self._keys.update(dict.fromkeys(map(key_of, naming.all), key))

    def forget(self, key: str) -> None:
        """Forget the names of a renamed account; its key is then found only by its first name."""
        naming = self._namings.pop(key, None)
        for name in () if naming is None else naming.all:
            self._keys.pop(key_of(name), None)
