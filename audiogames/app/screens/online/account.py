"""The player's account: recovery code, password, devices, stored data, and deletion."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

import msgspec

from audiogames.app.carried import unpacked
from audiogames.app.online.rulings import ago_words
from audiogames.app.online.tables import spelt
from audiogames.app.screens.base import Confirm, Item, ListScreen, Question
from audiogames.app.screens.editing import TextRules
from audiogames.app.screens.naming import NAME
from audiogames.app.screens.typing import TypeLine
from audiogames.core.cues import Msg, msg
from audiogames.net import wire
from audiogames.net.server.limits import PASSWORD_LONGEST

if TYPE_CHECKING:
    from audiogames.app.online_context import OnlineContext

TYPED_PASSWORD = TextRules(PASSWORD_LONGEST)


def open_account(context: OnlineContext) -> None:
    """Request the player's account from the server, and open its menu when the answer arrives."""

    def show(answer: wire.ServerMessage) -> None:
        if isinstance(answer, wire.AccountPage):
            context.push(AccountMenu(context, answer))

    context.online.ask(wire.ManageAccount, show, do="overview")


class AccountMenu(ListScreen):
    """The menu of the player's account."""

    context: OnlineContext

    def __init__(self, context: OnlineContext, page: wire.AccountPage) -> None:
        super().__init__(context)
        self._page = page

    def title(self) -> Msg:
        """Return the name of the account, and whether it can be recovered."""
        has = "account-title" if self._page.recovery else "account-title-no-code"
        return msg(has, name=self.context.online.me)

    def items(self) -> Sequence[Item]:
        """Return the actions; the recovery code is first, because it replaces a lost password."""
        ask = self._after
        return (
            Item(msg("account-recovery"), partial(self._with_password, self._recovery)),
            Item(msg("account-password"), partial(self._with_password, self._new_password)),
            Item(msg("account-rename"), self._rename),
            Item(msg("account-devices", len(self._page.devices)), self._devices),
            Item(msg("account-sign-out"), partial(ask, "sign-out")),
            Item(msg("account-leave"), partial(ask, "leave")),
            Item(msg("account-data"), self._data),
            Item(msg("account-delete"), self._delete),
        )

    def _with_password(self, then: Callable[[str], None]) -> None:
        words = msg("account-type-password")
        self.context.push(TypeLine(self.context, words, then, TYPED_PASSWORD))

    def _ask(self, do: str, then: Callable[[wire.ServerMessage], None], **given: Any) -> None:
        self.context.online.ask(wire.ManageAccount, then, do=do, **given)

    def _after(self, do: str) -> None:
        """Ask for confirmation, then send the request `do` about the account."""
        done = msg(f"account-done-{do}")
        run = partial(self._ask, do, lambda _answer: self.context.answer(done))
        self.context.push(Confirm(self.context, Question(msg(f"account-{do}-question"), run)))

    def _recovery(self, password: str) -> None:
        """Request a new recovery code, and show it in a list; it cannot be shown again."""

        def show(answer: wire.ServerMessage) -> None:
            if isinstance(answer, wire.AccountPage):
                self.context.push(RecoveryCode(self.context, answer.code))

        self._ask("recovery", show, password=password)

    def _new_password(self, password: str) -> None:
        def take(new: str) -> None:
            done = msg("account-done-password")
            then = lambda _answer: self.context.answer(done)  # noqa: E731 - short
            self._ask("password", then, password=password, new=new)

        words = msg("account-type-new")
        self.context.push(TypeLine(self.context, words, take, TYPED_PASSWORD))

    def _rename(self) -> None:
        """Ask for a new name, a confirmation and the password, then request the new name."""

        def take(name: str) -> None:
            words = msg("account-rename-question", name=name, old=self.context.online.me)
            ask = partial(self._with_password, partial(self._renamed, name))
            self.context.push(Confirm(self.context, Question(words, ask)))

        self.context.push(TypeLine(self.context, msg("account-type-name"), take, NAME))

    def _renamed(self, name: str, password: str) -> None:
        def then(answer: wire.ServerMessage) -> None:
            if isinstance(answer, wire.AccountPage):
                self.context.online.be_called(str(answer.data.get("name", name)))
                self.context.answer(msg("account-done-rename", name=self.context.online.me))

        self._ask("rename", then, password=password, new=name)

    def _devices(self) -> None:
        self.context.push(DeviceList(self.context, self._page.devices))

    def _data(self) -> None:
        def copy(answer: wire.ServerMessage) -> None:
            if isinstance(answer, wire.AccountPage):
                text = json.dumps(_readable(answer.data), ensure_ascii=False, indent=2)
                self.context.copy(text, lambda: msg("account-done-data"))

        self._ask("data", copy)

    def _delete(self) -> None:
        words = msg("account-delete-question", name=self.context.online.me)
        ask = partial(self._with_password, self._deleted)
        self.context.push(Confirm(self.context, Question(words, ask)))

    def _deleted(self, password: str) -> None:
        self._ask("delete", lambda _answer: None, password=password)


def _readable(data: Mapping[str, Any]) -> dict[str, Any]:
    """Return the data that the server stores about the account, with compressed parts decoded."""
    carried = unpacked(str(data.get("carried", "")))
    plain = None
    if carried is not None:
        matches = [msgspec.structs.asdict(one) for one in carried.matches]
        plain = {"settings": carried.settings, "matches": matches}
    return {**data, "carried": plain}


class RecoveryCode(ListScreen):
    """A new recovery code in groups of four digits; Enter repeats a group."""

    context: OnlineContext

    def __init__(self, context: OnlineContext, code: str) -> None:
        super().__init__(context)
        self._fours = [code[at : at + 4] for at in range(0, len(code), 4)]

    def title(self) -> Msg:
        return msg("recovery-title")

    def items(self) -> Sequence[Item]:
        """Return an item for each group of four digits."""
        return tuple(
            Item(msg("recovery-four", code=spelt(four)), lambda: self.context.say(self.current()))
            for four in self._fours
        )


class DeviceList(ListScreen):
    """A list of the devices that log in without the password, the one used last first."""

    context: OnlineContext

    def __init__(self, context: OnlineContext, devices: Sequence[wire.AccountDevice]) -> None:
        super().__init__(context)
        self._devices = tuple(devices)

    def title(self) -> Msg:
        """Return the number of devices."""
        return msg("account-devices", len(self._devices))

    def items(self) -> Sequence[Item]:
        """Return an item for each device."""
        found = tuple(Item(_device(one), self._again) for one in self._devices)
        return found or (Item(msg("cases-none"), self.back),)

    def _again(self) -> None:
        self.context.say(self.current())


def _device(device: wire.AccountDevice) -> Msg:
    label = msg("text", text=device.label) if device.label else msg("device-unknown")
    if device.mine:
        return msg("device-mine", label=label)
    return msg("device-line", label=label, ago=ago_words(device.ago))
