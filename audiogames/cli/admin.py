"""`admin`: commands for the administrator of a server, which may be running or stopped.

Each action is one row in the server's store and one line in its moderation log; running servers
read it within a second.  With `--json` every answer is one JSON object on a line.
"""

from __future__ import annotations

import json
import re
import secrets
from argparse import Namespace
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import msgspec

from audiogames.app.online.rulings import ago_words, span_words
from audiogames.app.screens.online.moderation import case_words
from audiogames.cli import arguments
from audiogames.cli.naming import check_name
from audiogames.cli.serve import FOLDER, store_address
from audiogames.cli.words import Failure, UsageError, sentence
from audiogames.core.cues import Msg, msg
from audiogames.net.names import clean, read_name
from audiogames.net.server import limits
from audiogames.net.server.contests.rows import ForgetRatings, NameRatings
from audiogames.net.server.moderation.cases import case_of, former_names
from audiogames.net.server.moderation.rulings import (
    AnyRuling,
    Erased,
    GivenRole,
    NameCase,
    Notice,
    Renamed,
    Report,
    Rulings,
    Sanction,
    key_of_ruling,
    network_of,
)
from audiogames.net.server.people.member import Account, names_of_account, row_of
from audiogames.net.server.store import ForgetRow, KeepRow, ModerationRow, Shelf
from audiogames.net.wire import steward
from audiogames.shell.files import resources, user_paths
from audiogames.shell.server.database import StoreError
from audiogames.shell.server.listening import SteadyTime
from audiogames.shell.server.ruling import AdminFile, AdminRow, AdminStore

BY: Final = "admin"
"""The author that is recorded for rulings of this command."""

SPAN: Final = re.compile(r"(\d{1,6})([smhd])")
UNITS: Final = {"s": 1, "m": steward.MINUTE, "h": steward.HOUR, "d": steward.DAY}
SPANS: Final = "10m, 2h, 7d, forever"
LAST: Final = 50
MOST: Final = 1_000_000
"""The most lines of the log that can be requested."""


@dataclass
class AdminDesk:
    """One run of the command `admin`: reads its arguments, changes the store, prints the result.

    `store` is the server's store, and `rulings` are its moderation rulings.
    """

    store: AdminStore
    given: Namespace
    lang: str
    now: float

    def __post_init__(self) -> None:
        self.rulings = Rulings()
        self.rulings.learn(self.store.shelf(Shelf.MODERATION), self.now)
        self.accounts = self.store.shelf(Shelf.ACCOUNTS)

    def rule(self, *rulings: AnyRuling, rows: Iterable[AdminRow] = (), **logged: Any) -> None:
        """Save rows and rulings, and record them in the moderation log.

        A ruling gets a later time than an existing one with the same key, which it replaces.
        """
        rows = [*rows]
        for one in rulings:
            later = self.rulings.changed(key_of_ruling(one)) + 0.001
            ruling = msgspec.structs.replace(one, changed=max(self.now, later))
            rows.append(KeepRow(Shelf.MODERATION, key_of_ruling(ruling), row_of(ruling)))
        rows.append(ModerationRow(self.now, row_of({**logged, "by": BY})))
        self.store.write(rows)

    def say(self, words: Msg, **facts: Any) -> None:
        """Print a message; with `--json` print its facts as a JSON object instead."""
        if self.given.json:
            print(json.dumps(facts, ensure_ascii=False), flush=True)
        else:
            print(sentence(words, resources() / "locales", self.lang), flush=True)

    def name(self) -> str:
        """Return the person's name, the first argument after the action.  Raises `UsageError`."""
        name = clean(self.word(), limits.NAME_LENGTH)
        if not name:
            raise UsageError(msg("cli-missing", text="NAME"))
        return name

    def account(self, name: str) -> tuple[str, Account]:
        """Return the key and the account with this current or former name.  Raises `Failure`."""
        key = self.rulings.names.key(name)
        if key not in self.accounts:
            raise Failure(msg("net-no-account", name=name))
        return key, msgspec.json.decode(self.accounts[key], type=Account)

    def word(self, place: int = 0) -> str:
        """Return the argument at this index after the action.  Raises `UsageError` if missing."""
        if len(self.given.words) <= place:
            raise UsageError(msg("cli-missing", text="NAME"))
        word: str = self.given.words[place]
        return word

    def text(self) -> str:
        """Return all arguments after the action as one text."""
        return clean(" ".join(self.given.words), limits.NOTICE_LENGTH)

    def span(self, text: str | None, most: float = limits.LONGEST_SANCTION) -> int:
        """Parse a duration; return its seconds, 0 for a permanent one.  Raises `UsageError`."""
        if text in {None, "forever"}:
            return 0
        found = SPAN.fullmatch(text or "")
        seconds = int(found[1]) * UNITS[found[2]] if found else 0
        if not 0 < seconds <= most:
            raise arguments.bad("--for", text or "", SPANS)
        return seconds


def admin(given: Namespace, lang: str) -> int:
    """Run an action of the command `admin`.  Raises `Failure` and `UsageError`."""
    action = ACTIONS.get(given.action)
    if action is None:
        raise arguments.bad("admin", given.action, ", ".join(ACTIONS))
    _check_arguments(given)
    try:
        store = _open(given)
        try:
            action(AdminDesk(store, given, lang, SteadyTime()()))
        finally:
            store.close()
    except StoreError as error:
        raise Failure(error.message) from None
    return 0


def _check_arguments(given: Namespace) -> None:
    """Raise `UsageError` for an unused word, or for an option that this action does not have.

    Otherwise a name of two words without quotes could be taken for another person's name.
    """
    most = WORDS.get(given.action, 0)
    if most is not None and len(given.words) > most:
        raise UsageError(msg("cli-unknown-argument", text=given.words[most]))
    for option, (value, actions) in {
        "--reason": (given.reason, steward.SANCTIONS),
        "--for": (given.span, TIMED),
        "--address": (given.address, (steward.BAN,)),
        "--with-address": (given.with_address, (steward.BAN,)),
        "--lets-end": (given.lets_end, ("restart",)),
        "--last": (given.last, ("log",)),
    }.items():
        if value not in {None, False} and given.action not in actions:
            raise UsageError(msg("cli-unknown-argument", text=option))


def _open(given: Namespace) -> AdminStore:
    """Open the server's store.  Raises `StoreError`, `Failure` and `UsageError`."""
    if given.store is None:
        data: Path = given.data or user_paths().data / FOLDER
        return AdminFile(data)
    try:
        from audiogames.shell.cluster.ruling import AdminDatabase
    except ImportError:
        raise Failure(msg("cli-store-driver")) from None
    return AdminDatabase(store_address(given))


# --- People --------------------------------------------------------------------------------------


def _sanction(desk: AdminDesk) -> None:
    """Warn, mute or ban a person, as the action says."""
    what, name = desk.given.action, desk.name()
    reason = clean(desk.given.reason or "", limits.REASON_LENGTH)
    if not reason:
        raise UsageError(msg("cli-missing", text="--reason"))
    seconds = 0 if what == steward.WARN else desk.span(desk.given.span)
    network = desk.given.address or ""
    if network and network_of(network) is None:
        raise arguments.bad("--address", network, "203.0.113.7, 203.0.113.0/24, 2001:db8::/48")
    sanction = Sanction(
        at=desk.now,
        by=BY,
        id=f"{secrets.randbelow(10**8):08}",
        what=what,
        name=name,
        reason=reason,
        account=desk.rulings.names.key(name) in desk.accounts,
        until=desk.now + seconds if seconds else 0.0,
        network=network,
        by_address=desk.given.with_address,
    )
    desk.rule(sanction, what=what, who=name, reason=reason, id=sanction.id, seconds=seconds)
    words = msg(f"moderated-{what}", name=name, left=span_words(seconds))
    desk.say(words, done=what, name=name, id=sanction.id, seconds=seconds, reason=reason)


def _lift(desk: AdminDesk) -> None:
    """Lift the sanction with this number, or all mutes and bans of the person with this name."""
    name = desk.name()
    held = desk.rulings.to_lift(name, name, desk.now)
    if not held:
        raise Failure(msg("net-nothing-to-lift"))
    lifted = [msgspec.structs.replace(one, lifted=BY) for one in held]
    desk.rule(*lifted, what="lift", who=held[0].name, ids=[one.id for one in held])
    desk.say(msg("moderated-lift"), done="lift", name=held[0].name, ids=[one.id for one in held])


def _role(desk: AdminDesk) -> None:
    """Set the role of an account."""
    name, role = desk.name(), desk.word(1)
    if role not in steward.ROLES:
        raise arguments.bad("admin role", role, ", ".join(steward.ROLES))
    desk.account(name)
    given = GivenRole(at=desk.now, by=BY, name=name, role=role)
    desk.rule(given, what="role", who=name, role=role)
    words = msg("moderated-role", name=name, role=msg(f"role-{role}"))
    desk.say(words, done="role", name=name, role=role)


def _delete_account(desk: AdminDesk) -> None:
    """Delete an account's row; running servers then disconnect its owner."""
    name = desk.name()
    key, account = desk.account(name)
    rows: list[AdminRow] = [ForgetRow(Shelf.ACCOUNTS, key), ForgetRatings(key)]
    gone: list[AnyRuling] = [
        GivenRole(at=desk.now, by=BY, name=one, role=steward.PLAYER) for one in account.naming.all
    ]
    if account.former:
        gone.append(Renamed(at=desk.now, by=BY, key=key))
    # By its key, since its names are free from now on.
    erased = Erased(at=desk.now, by=BY, name=key if account.former else name)
    desk.rule(erased, *gone, rows=rows, what="delete-account", who=name)
    desk.say(msg("admin-account-deleted", name=name), done="delete-account", name=name)


def _rename(desk: AdminDesk) -> None:
    """Rename an account; running servers apply the new name within a second."""
    key, account = desk.account(desk.name())
    name, before = read_name(desk.word(1)), account.name
    if name is None:
        raise Failure(msg("net-bad-name", longest=limits.NAME_LENGTH))
    check_name(desk.store, key, account, name)
    ruling = Renamed(at=desk.now, by=BY, key=key)
    later = max(desk.now, desk.rulings.changed(key_of_ruling(ruling)) + 0.001)
    account.take(msgspec.structs.replace(account.naming.renamed(name, desk.now), changed=later))
    ruling = msgspec.structs.replace(ruling, name=name, former=account.former)
    names = names_of_account(key, account)
    row = KeepRow(Shelf.ACCOUNTS, key, row_of(account), names=names)
    desk.rule(ruling, rows=[row, NameRatings(key, name)], what="rename", who=before, name=name)
    desk.say(msg("admin-renamed", old=before, name=name), done="rename", old=before, name=name)


def _accounts(desk: AdminDesk) -> None:
    """List all accounts."""
    for text in desk.accounts.values():
        account = msgspec.json.decode(text, type=Account)
        facts = {"name": account.name, "devices": len(account.devices)}
        if account.former:
            facts["former"] = [*account.former]
        desk.say(msg("item", name=account.name), **facts)


def _close(desk: AdminDesk) -> None:
    """Close an open report."""
    report = desk.rulings.get(f"report {desk.word()}", Report)
    if report is None or report.closed:
        raise Failure(msg("net-no-such-case"))
    closed = msgspec.structs.replace(report, closed=BY)
    desk.rule(closed, what="close", who=report.name, id=report.id)
    desk.say(msg("moderated-close"), done="close", id=report.id)


def _reopen(desk: AdminDesk) -> None:
    """Open a closed report again."""
    report = desk.rulings.get(f"report {desk.word()}", Report)
    if report is None or not report.closed:
        raise Failure(msg("net-no-such-case"))
    opened = msgspec.structs.replace(report, closed="")
    desk.rule(opened, what="reopen", who=report.name, id=report.id)
    desk.say(msg("moderated-reopen"), done="reopen", id=report.id)


def _judge_name(desk: AdminDesk) -> None:
    """Approve or refuse a player's name."""
    name = read_name(desk.word())
    if name is None:
        raise Failure(msg("net-bad-name", longest=limits.NAME_LENGTH))
    state = "approved" if desk.given.action == "approve" else "refused"
    desk.rule(
        NameCase(at=desk.now, by=BY, name=name, state=state), what=desk.given.action, who=name
    )
    desk.say(msg(f"moderated-{desk.given.action}"), done=desk.given.action, name=name)


# --- Lists ---------------------------------------------------------------------------------------


def _list(desk: AdminDesk) -> None:
    """List the reports, names or sanctions that the action asks for."""
    rulings, now = desk.rulings, desk.now
    match desk.given.action:
        case "reports":
            found: Iterable[AnyRuling] = rulings.open_reports()
        case "names":
            found = rulings.waiting_names()
        case "closed-reports":
            found = rulings.closed_reports()
        case "decided-names":
            found = rulings.decided_names()
        case "record":
            found = rulings.about(desk.name())
        case _:
            found = [one for one in rulings.all(Sanction) if one.holds(now) and one.what != "warn"]
    cases = [case_of(one, rulings, now) for one in found]
    if desk.given.action == "record":
        cases += former_names(desk.name(), rulings, now)
    for case in cases:
        desk.say(case_words(case), **msgspec.to_builtins(case))
    if not cases and not desk.given.json:
        desk.say(msg("cases-none"))


def _roles(desk: AdminDesk) -> None:
    """List the accounts that have a role."""
    given = [one for one in desk.rulings.all(GivenRole) if one.role != steward.PLAYER]
    for one in given:
        words = msg("moderated-role", name=one.name, role=msg(f"role-{one.role}"))
        desk.say(words, name=one.name, role=one.role, by=one.by, at=one.at)
    if not given and not desk.given.json:
        desk.say(msg("cases-none"))


def _log(desk: AdminDesk) -> None:
    """Print the last lines of the moderation log."""
    last = LAST if desk.given.last is None else desk.given.last
    if not 0 < last <= MOST:
        raise arguments.bad("--last", str(last), f"1-{MOST}")
    for at, text in desk.store.log(last):
        facts = {"at": at, **_read(text)}
        ago = ago_words(max(0, round(desk.now - at)))
        what = ", ".join(f"{key} {value}" for key, value in facts.items() if key != "at")
        desk.say(msg("admin-log-line", ago=ago, what=what), **facts)


def _read(text: str) -> dict[str, Any]:
    """Parse a line of the moderation log; if it is no JSON object, return it as `text`."""
    try:
        read = json.loads(text)
    except ValueError:
        return {"text": text}
    return read if isinstance(read, dict) else {"text": text}


# --- Everybody -----------------------------------------------------------------------------------


def _notice(desk: AdminDesk) -> None:
    """Set or remove the message of the day, or send a message to all players."""
    what, text = desk.given.action, desk.text()
    if what == "broadcast" and not text:
        raise UsageError(msg("cli-missing", text="TEXT"))
    desk.rule(Notice(at=desk.now, by=BY, what=what, text=text), what=what, text=text)
    off = what == "motd" and not text
    desk.say(msg(f"moderation-done-{what}-off" if off else f"moderation-done-{what}"), done=what)


def _restart(desk: AdminDesk) -> None:
    """Announce and schedule a restart of the servers."""
    seconds = desk.span(desk.word(), limits.LONGEST_RESTART)
    due = desk.now + max(1, seconds)
    notice = Notice(at=desk.now, by=BY, what="restart", due=due, lets_end=desk.given.lets_end)
    desk.rule(notice, what="restart", seconds=seconds)
    desk.say(msg("moderation-done-restart"), done="restart", due=due)


def _cancel_restart(desk: AdminDesk) -> None:
    """Cancel the scheduled restart of the servers."""
    desk.rule(Notice(at=desk.now, by=BY, what="restart"), what="stay-open")
    desk.say(msg("moderation-done-stay-open"), done="stay-open")


def _approval(desk: AdminDesk) -> None:
    """Turn the approval of new names on or off."""
    state = desk.word()
    if state not in {"on", "off"}:
        raise arguments.bad("admin approval", state, "on, off")
    text = "on" if state == "on" else ""
    desk.rule(Notice(at=desk.now, by=BY, what="approval", text=text), what="approval", text=state)
    id_ = "moderation-done-approval" + ("" if text else "-off")
    desk.say(msg(id_), done="approval", state=state)


WORDS: Final[Mapping[str, int | None]] = {
    **dict.fromkeys(("role", "rename"), 2),
    **dict.fromkeys((*steward.SANCTIONS, "lift", "delete-account", "record"), 1),
    **dict.fromkeys(("close", "reopen", "approve", "refuse", "approval", "restart"), 1),
    **dict.fromkeys(("broadcast", "motd")),
}
"""The greatest number of words after an action: 0 if it is not listed; None for a text."""

TIMED: Final = (steward.MUTE, steward.BAN)

ACTIONS: Final[Mapping[str, Callable[[AdminDesk], None]]] = {
    "role": _role,
    "roles": _roles,
    **dict.fromkeys(steward.SANCTIONS, _sanction),
    "lift": _lift,
    "accounts": _accounts,
    "rename": _rename,
    "delete-account": _delete_account,
    "record": _list,
    "reports": _list,
    "sanctions": _list,
    "names": _list,
    "closed-reports": _list,
    "decided-names": _list,
    "close": _close,
    "reopen": _reopen,
    "approve": _judge_name,
    "refuse": _judge_name,
    "approval": _approval,
    "log": _log,
    "broadcast": _notice,
    "motd": _notice,
    "restart": _restart,
    "stay-open": _cancel_restart,
}
