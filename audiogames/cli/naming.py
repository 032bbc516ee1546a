"""Checks whether the command `admin` may rename an account."""

from __future__ import annotations

from contextlib import suppress

import msgspec

from audiogames.cli.words import Failure
from audiogames.core.cues import msg
from audiogames.core.options import OptionError
from audiogames.net.names import key_of, sound_of
from audiogames.net.server.contests.contest import (
    KeptContest,
    ServerContest,
    contest_of,
    contestants_of,
)
from audiogames.net.server.people.member import Account, Registered
from audiogames.net.server.store import Shelf
from audiogames.shell.server.opening import reserved_names
from audiogames.shell.server.ruling import AdminStore
from audiogames.tournaments.model import TournamentError


def check_name(store: AdminStore, key: str, account: Account, name: str) -> None:
    """Raise `Failure` if the account with this key cannot get this name."""
    if name == account.name:
        raise Failure(msg("net-rename-same", name=name))
    _check_place(store, key, account.name)
    sound = sound_of(name)
    if sound in map(sound_of, reserved_names()):
        raise Failure(msg("net-name-word", name=name))
    own = account.naming.all
    for other in _names_of_others(store, key):
        if key_of(other) == key_of(name):
            raise Failure(msg("net-name-taken", name=name))
        if sound_of(other) == sound and sound not in map(sound_of, own):
            raise Failure(msg("net-name-alike", name=name))


def _check_place(store: AdminStore, key: str, name: str) -> None:
    """Raise `Failure` if the account's player sits at a table or takes part in a tournament."""
    for one in _people(store):
        if one.account and (one.key or key_of(one.name)) == key and one.table:
            raise Failure(msg("admin-rename-table", name=name))
    contests: list[ServerContest] = []
    for text in store.shelf(Shelf.CONTESTS).values():
        with suppress(msgspec.DecodeError, TournamentError, OptionError, KeyError):
            contests.append(contest_of(msgspec.json.decode(text, type=KeptContest)))
    if key in contestants_of(contests):
        raise Failure(msg("admin-rename-contest", name=name))


def _names_of_others(store: AdminStore, key: str) -> list[str]:
    """Return the names of guests, and the current and former names of other accounts."""
    names = [one.name for one in _people(store) if not one.account]
    for other, text in store.shelf(Shelf.ACCOUNTS).items():
        if other != key:
            names += msgspec.json.decode(text, type=Account).naming.all
    return names


def _people(store: AdminStore) -> list[Registered]:
    """Return the stored members of the server."""
    rows = store.shelf(Shelf.MEMBERS).values()
    return [msgspec.json.decode(text, type=Registered) for text in rows]
