"""Saving texts as files for other programs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from audiogames.app.storage import StorageError
from audiogames.core.cues import msg

if TYPE_CHECKING:
    from audiogames.app.context import Context


def save_file(context: Context, name: str, text: str) -> None:
    """Save a text as a file with this name, or a similar free one, and announce where it is."""
    try:
        where = context.storage.save_file(name, text)
    except StorageError as error:
        context.answer(error.message)
    else:
        context.answer(msg("file-saved", where=where))
