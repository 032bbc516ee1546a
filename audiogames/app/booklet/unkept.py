"""A storage that keeps nothing, for a program that nobody sits at."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NoReturn

from audiogames.app.settings import Settings
from audiogames.app.storage import Book, KeptPlace, Saved, Storage, StorageError
from audiogames.core.cues import Msg, msg
from audiogames.core.log import Header, Log


class UnkeptStorage(Storage):
    """Has the settings that it is given, and no match."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings

    def load_settings(self) -> tuple[Settings, Msg | None]:
        """Those that it was given."""
        return self._settings, None

    def save_settings(self, settings: Settings) -> None:
        """Nowhere."""

    def load_places(self) -> list[KeptPlace]:
        """None."""
        return []

    def save_places(self, places: Sequence[KeptPlace]) -> None:
        """Nowhere."""

    def stamp(self) -> str:
        """No time."""
        return ""

    def folder(self, *, finished: bool) -> str:
        """None."""
        del finished
        return ""

    def begin(self, header: Header) -> Book:
        """There is no room."""
        _refuse(header)

    def unfinished(self) -> list[Saved]:
        """None."""
        return []

    def reopen(self, name: str) -> tuple[Log, Book]:
        """There is none."""
        _refuse(name)

    def finished(self) -> list[str]:
        """None."""
        return []

    def recall(self, name: str) -> Log:
        """There is none."""
        _refuse(name)

    def drop(self, name: str) -> None:
        """There is none."""

    def load_summary(self) -> str:
        """Nothing."""
        return ""

    def save_summary(self, text: str) -> None:
        """Nowhere."""

    def keep_journal(self, name: str, text: str) -> None:
        """Nowhere."""

    def journals(self) -> list[str]:
        """None."""
        return []

    def recall_journal(self, name: str) -> str:
        """There is none."""
        _refuse(name)

    def drop_journal(self, name: str) -> None:
        """There is none."""


def _refuse(_of: object) -> NoReturn:
    raise StorageError(msg("cannot-save-match"))
