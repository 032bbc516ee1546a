"""Synchronisation of settings and results with an account on a server (`app/carried.py`).

When the player enters the server, this device receives the account's data and sends its own
changes; while connected, it sends further changes.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING

from audiogames.app.carried import (
    base_text,
    carried_by,
    merged,
    missing_here,
    packed,
    read_base,
    unpacked,
)
from audiogames.app.records import summaries_text
from audiogames.app.storage import CARRIED, StorageError
from audiogames.core.contract import Refused
from audiogames.core.cues import msg
from audiogames.net import wire

if TYPE_CHECKING:
    from audiogames.app.match_context import MatchContext


class Carrying:
    """Synchronises this device with an account while the player is connected to a server."""

    def __init__(self, context: MatchContext, ask: Callable[..., None]) -> None:
        self._context = context
        self._ask = ask
        """Sends a request, as `Online.ask` does."""
        self._who = ""
        """The account being synchronised, with its server; empty if there is none."""
        self._given = ""
        """The text that the account has."""

    def meet(self, who: str) -> None:
        """Begin to synchronise with the account `who`: request its data and merge them.

        Raises `Refused`.
        """

        def take(answer: wire.ServerMessage) -> None:
            if isinstance(answer, wire.AccountPage):
                self._take(who, str(answer.data.get("carried", "")))

        self._ask(wire.ManageAccount, take, do="carried")

    def be_called(self, who: str) -> None:
        """Continue to synchronise settings and results with an account that has a new name."""
        if self._who:
            self._who, self._given = who, ""
            self.give()

    def forget(self) -> None:
        """Stop synchronising settings and results, because the player left the server."""
        self._who = self._given = ""

    def give(self) -> None:
        """Send settings and results to the account if they have changed since the last exchange."""
        if not self._who:
            return
        context = self._context
        mine = carried_by(context.settings, context.matches.records.all())
        text = packed(mine)
        if text == self._given:
            return
        with suppress(Refused):  # it is sent after the next login
            self._ask(wire.ManageAccount, do="carry", new=text)
            self._given = text
            with suppress(StorageError):
                context.storage.save_results(CARRIED, base_text(self._who, mine.settings))

    def _take(self, who: str, text: str) -> None:
        """Merge the account's data, given as text, with the data of this device."""
        context, self._who, self._given = self._context, who, text
        account = unpacked(text) if text else None
        if account is not None:
            base = read_base(context.storage.load_results(CARRIED), who)
            settings = merged(context.settings, account.settings, base)
            known = context.matches.records.all()
            new = missing_here(account.matches, known)
            if new:
                every = {**{one.name: one for one in known}, **new}.values()
                whole = summaries_text(sorted(every, key=lambda one: one.started))
                with suppress(StorageError):
                    context.storage.save_summary(whole)
            if settings != context.settings:
                context.change_settings(settings)
                context.notify(msg("account-settings-taken"))
        self.give()
