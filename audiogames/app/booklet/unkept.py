"""A storage that saves nothing, for the app that plays a lesson to print its text."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NoReturn

from audiogames.app.settings import Settings
from audiogames.app.storage import Book, KeptPlace, Saved, Storage, StorageError
from audiogames.core.cues import Msg, msg
from audiogames.core.log import Header, Log


class UnkeptStorage(Storage):
    """A storage with the given settings and no matches."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings

    def load_settings(self) -> tuple[Settings, Msg | None]:
        """Return the settings with which this storage was created."""
        return self._settings, None

    def save_settings(self, settings: Settings) -> None:
        """Ignore the settings."""

    def load_places(self) -> list[KeptPlace]:
        """Return an empty list."""
        return []

    def save_places(self, places: Sequence[KeptPlace]) -> None:
        """Ignore the seats."""

    def stamp(self) -> str:
        """Return an empty time stamp."""
        return ""

    def folder(self, *, finished: bool) -> str:
        """Return an empty path."""
        del finished
        return ""

    def begin(self, header: Header) -> Book:
        """Raise `StorageError`, because this storage saves no matches."""
        _refuse(header)

    def unfinished(self) -> list[Saved]:
        """Return an empty list."""
        return []

    def reopen(self, name: str) -> tuple[Log, Book]:
        """Raise `StorageError`."""
        _refuse(name)

    def finished(self) -> list[str]:
        """Return an empty list: no finished matches are stored."""
        return []

    def recall(self, name: str) -> Log:
        """Raise `StorageError`."""
        _refuse(name)

    def drop(self, name: str) -> None:
        """Do nothing: nothing is stored."""

    def load_summary(self) -> str:
        """Return an empty summary."""
        return ""

    def save_summary(self, text: str) -> None:
        """Ignore the summary."""

    def keep_journal(self, name: str, text: str) -> None:
        """Ignore the journal."""

    def journals(self) -> list[str]:
        """Return an empty list."""
        return []

    def recall_journal(self, name: str) -> str:
        """Raise `StorageError`."""
        _refuse(name)

    def drop_journal(self, name: str) -> None:
        """Do nothing: nothing is stored."""


def _refuse(_of: object) -> NoReturn:
    raise StorageError(msg("cannot-save-match"))
