"""Saved seats on servers, so that a restarted program can take the same seats again."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from audiogames.app.storage import KeptPlace, Storage, StorageError
from audiogames.core.cues import Priority, Say
from audiogames.net.client.happenings import (
    Login,
)
from audiogames.net.names import key_of
from audiogames.present.history import SYSTEM

if TYPE_CHECKING:
    from audiogames.app.context import Context

KEPT: Final = 50
"""At most this many seats are saved; the least recently used are deleted first."""


class Places:
    """Saves one seat for each server and name, and stores the six digits of the current seat."""

    def __init__(self, context: Context, storage: Storage) -> None:
        self._context = context
        self._storage = storage
        self.own = ""
        """The digits that prove that the seat is the player's, if known."""

    def back(self, entry: Login) -> Login:
        """Return this login, with the token and secret digits of the saved seat if there is one."""
        place = (
            None if entry.register or entry.recovery else self._find(str(entry.address), entry.name)
        )
        if place is not None:
            entry = replace(entry, token=place.token, own=entry.own or place.own)
        self.own = entry.own
        return entry

    def keep(self, entry: Login | None, name: str, token: str, own: str) -> None:
        """Save a seat; it replaces a saved one for the same server and name."""
        assert entry is not None
        self.own = own
        place = KeptPlace(str(entry.address), name, token, own)
        wanted = _key(place.server, place.name)
        others = [
            one for one in self._storage.load_places() if _key(one.server, one.name) != wanted
        ]
        try:
            self._storage.save_places([*others[1 - KEPT :], place])
        except StorageError as error:
            self._context.say(Say(error.message, Priority.MINE), view=SYSTEM)

    def _find(self, server: str, name: str) -> KeptPlace | None:
        wanted = _key(server, name)
        found = [one for one in self._storage.load_places() if _key(one.server, one.name) == wanted]
        return found[-1] if found else None


def _key(server: str, name: str) -> tuple[str, str]:
    return server, key_of(name)
