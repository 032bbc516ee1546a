"""The form for connecting to a server: address, name, and a code and password if required."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Final

from audiogames.app.screens.base import Confirm, Item, ListScreen, Question
from audiogames.app.screens.editing import TextRules
from audiogames.app.screens.naming import NAME, checked_name
from audiogames.app.screens.online.claim import ASKS_SEAT, SeatClaim
from audiogames.app.screens.typing import TypeLine
from audiogames.core.contract import Refused
from audiogames.core.cues import Msg, msg
from audiogames.net.address import Address, AddressError, read_address
from audiogames.net.client.happenings import (
    Login,
)
from audiogames.net.server.limits import PASSWORD_LONGEST

if TYPE_CHECKING:
    from audiogames.app.online_context import OnlineContext

ASKS_CODE: Final = frozenset({"net-wrong-code", "net-code-wanted"})
ASKS_NAME: Final = frozenset({"net-name-taken", "net-name-alike", "net-name-word", "net-bad-name"})
ASKS_PASSWORD: Final = frozenset(
    {"net-wrong-password", "net-bad-password", "net-weak-password", "net-name-reserved"}
)
"""Refusals after which the missing field is asked for at once."""

PASSWORD: Final = TextRules(PASSWORD_LONGEST)

GENDERS: Final = ("f", "m", "unsaid")
"""The possible answers; nothing is sent for the last one."""


class Entrance(ListScreen):
    """The form for connecting to a server; fields whose values are known are filled in."""

    context: OnlineContext

    def __init__(
        self,
        context: OnlineContext,
        address: str = "",
        name: str = "",
        code: str = "",
        table: str = "",
    ) -> None:
        """Set up the form; `table` is the code of the table to which the player was invited."""
        super().__init__(context)
        only = context.only_server
        self.address = str(only) if only else address or context.settings.server
        self.name = name or context.settings.nickname
        self.code = code
        self.table = table
        self.password = ""
        self.register = False
        self.recovery = ""
        self.own = ""
        self.plead = False
        self.place = self._enters_at if self.address and self.name else 0

    def title(self) -> Msg:
        return msg("online-title")

    def items(self) -> Sequence[Item]:
        """Return the fields for address and name, then the item that connects.

        Fields that are rarely used come last.
        """
        address = Item(_filled("address", self.address), self._ask_address)
        return (
            *(() if self.context.only_server else (address,)),
            Item(_filled("name", self.name), self._ask_name),
            Item(msg("entrance-enter"), self.enter),
            Item(_filled("code", " ".join(self.code)), self._ask_code),
            Item(self._gender_line(), lambda: self._ask_gender(self.tell)),
            Item(msg("entrance-account"), partial(self._ask_password, register=False)),
            Item(msg("entrance-recover"), self._ask_recovery),
            Item(msg("entrance-register"), partial(self._ask_password, register=True)),
        )

    def enter(self) -> None:
        """Connect if all fields are filled in, else ask for the first empty one.

        A connection without encryption is made only after a warning.
        """
        if not self.address:
            self._ask_address()
        elif not self.name:
            self._ask_name()
        elif self.context.settings.gender not in GENDERS and not self.table:
            self._ask_gender(self.enter)
        else:
            self._approach(self.context.only_server or self._read(self.address))

    def refused(self, reason: str) -> None:
        """Ask for the field that the server's refusal is about, such as a missing code."""
        asks = {ASKS_CODE: self._ask_code, ASKS_NAME: self._ask_name, ASKS_SEAT: self._ask_proof}
        asks[ASKS_PASSWORD] = partial(self._ask_password, register=self.register)
        for reasons, ask in asks.items():
            if reason in reasons:
                ask()

    def _approach(self, address: Address) -> None:
        """Connect to this address; without encryption, only after a warning."""
        if address.is_open_to_all:
            words = msg("entrance-plain", address=address.host)
            self.context.push(
                Confirm(self.context, Question(words, partial(self._connect, address)))
            )
        else:
            self._connect(address)

    def _connect(self, address: Address) -> None:
        gender = self.context.settings.gender
        said = gender if gender in {"f", "m"} else ""
        given = (self.name, said, self.code, self.password, self.register)
        entry = Login(address, *given, own=self.own, plead=self.plead, recovery=self.recovery)
        self.plead = False  # asked once, not on every later attempt
        self.recovery = ""  # the same
        self.context.online.enter(entry, self.table)

    def _read(self, text: str) -> Address:
        try:
            return read_address(text)
        except AddressError:
            raise Refused("bad-address", msg("entrance-bad-address", address=text)) from None

    def _ask(self, what: str, take: Callable[[str], None], rules: TextRules | None = None) -> None:
        self.context.push(TypeLine(self.context, msg(f"entrance-type-{what}"), take, rules))

    def _ask_address(self) -> None:
        self._ask("address", self._take_address)

    def _take_address(self, text: str) -> None:
        self.address = str(self._read(text))
        self._next("name", self._ask_name)

    def _ask_name(self) -> None:
        self._ask("name", self._take_name, NAME)

    def _take_name(self, text: str) -> None:
        self.name = checked_name(text)
        if self.table:  # an invited player enters at once
            self.enter()
        else:
            self._to_enter()

    def _ask_code(self) -> None:
        self._ask("code", self._take_code)

    def _take_code(self, text: str) -> None:
        self.code = "".join(text.split())
        self.enter()

    def _ask_proof(self) -> None:
        self.context.push(SeatClaim(self.context, self._take_own, self._plead))

    def _take_own(self, text: str) -> None:
        self.own = text
        self.enter()

    def _plead(self) -> None:
        self.plead = True
        self.enter()

    def _ask_gender(self, then: Callable[[], None]) -> None:
        self.context.push(GenderList(self.context, partial(self._take_gender, then)))

    def _take_gender(self, then: Callable[[], None], gender: str) -> None:
        self.context.change_settings(replace(self.context.settings, gender=gender))
        then()

    def _gender_line(self) -> Msg:
        return msg("entrance-gender", value=msg(f"gender-{self.context.settings.gender}"))

    def _ask_password(self, *, register: bool) -> None:
        self.register = register
        self._ask("password", self._take_password, PASSWORD)

    def _take_password(self, text: str) -> None:
        self.password = text
        self.enter()

    def _ask_recovery(self) -> None:
        self._ask("recovery", self._take_recovery)

    def _take_recovery(self, text: str) -> None:
        self.recovery, self.register = "".join(filter(str.isdigit, text)), False
        self._ask("new-password", self._take_password, PASSWORD)

    def _next(self, field: str, ask: Callable[[], None]) -> None:
        """Ask for the field named `field` if it is empty; else focus the item that connects."""
        if getattr(self, field):
            self._to_enter()
        else:
            ask()

    def _to_enter(self) -> None:
        """Focus the item that connects, and announce it."""
        self.place = self._enters_at
        self.tell()

    @property
    def _enters_at(self) -> int:
        """The position of the item that connects.

        There is no address field if the player can connect to only one server.
        """
        return 1 if self.context.only_server else 2


class GenderList(ListScreen):
    """A list for choosing the grammatical gender for sentences about the player.

    Escape leaves it unset.
    """

    def __init__(self, context: OnlineContext, take: Callable[[str], None]) -> None:
        super().__init__(context)
        self._take = take
        if context.settings.gender in GENDERS:
            self.place = GENDERS.index(context.settings.gender)

    def title(self) -> Msg:
        return msg("gender-title")

    def items(self) -> Sequence[Item]:
        """Return the items: feminine, masculine, neither."""
        return tuple(
            Item(msg("item", name=msg(f"gender-{gender}")), partial(self._choose, gender))
            for gender in GENDERS
        )

    def _choose(self, gender: str) -> None:
        self.context.pop(silently=True)
        self._take(gender)


def _filled(field: str, value: str) -> Msg:
    shown = msg("text", text=value) if value else msg("entrance-nothing")
    return msg(f"entrance-{field}", value=shown)
