"""Tests that docs/hosting.md states correct limits, commands and stored data."""

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from audiogames.app.keys.bindings import BINDINGS
from audiogames.cli.arguments import read
from audiogames.net import wire
from audiogames.net.address import PORT
from audiogames.net.server import limits
from audiogames.net.server.people.member import Account, row_of
from audiogames.net.server.store import BeginMatch, EnterMove, KeepRow, ModerationRow, Shelf
from audiogames.shell.browser import clock
from audiogames.shell.server import database, opening, server
from audiogames.shell.server.database import SqliteStore

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "hosting.md").read_text("utf-8")
BLOCKS = [
    block.strip() for block in re.findall(r"^```\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE)
]
DAY = 24 * 3600

KEPT = {
    f"port {PORT}": "the usual port",
    f"waits {limits.SAVED_SECONDS / DAY:g} days for its people": "an empty table",
    f"after {limits.SAVED_SECONDS / DAY:g} days if a match waits": "its people",
    f"{limits.FORGOTTEN_AFTER / 60:g} minutes after their connection was lost": "a guest",
    f"for {database.MODERATION_SECONDS / DAY:g} days; older ones": "the moderation log",
    f"Up to {limits.KEPT_MESSAGES} messages": "what waits in memory",
    f"and {limits.KEPT_AWAY_MESSAGES} for one who is away": "the same",
    f"waits {limits.GRACE:g} seconds for its player": "a seat",
    f"comes after {limits.READY_SECONDS:g} seconds even if": "the next deal",
    f"pings each connection every {server.PING:g} seconds": "the line",
    f"is away waits {server.LAST:g} seconds for it": "the end",
    f"{limits.CONNECTIONS:,} connections and people": "connections",
    f"{limits.MEMBERS:,} connections and people": "people",
    f"{limits.TABLES:,} tables": "tables",
    f"waits only {limits.UNPLAYED_SECONDS / 60:g} minutes if none of them": "an empty table",
    f"more than {limits.GUESTS_IN_PEACE:,} people are known": "guests who went",
    f"A person may open {limits.TABLES_A_PERSON} tables": "tables of a person",
    f"an address {limits.TABLES_AN_ADDRESS} with people at them": "tables of an address",
    f"{limits.DESERTED_AN_ADDRESS} empty tables of an address": "empty tables",
    f"{limits.DESERTED:,} altogether": "empty tables",
    f"{limits.HALF_OPEN} connections before their handshake": "half-open lines",
    f"handshake, each for {limits.HANDSHAKE_SECONDS:g} seconds": "half-open lines",
    f"{limits.CALLS_AT_ONCE:g} connections at once, then {limits.CALLS_A_SECOND:g} a": "calls",
    f"{limits.LOGINS_WAITING_A_BLOCK} logins from one address": "logins",
    f"and {limits.LOGINS_WAITING} in all may wait": "logins",
    f"count as {limits.EXPENSIVE}": "what is dear",
    f"sends {limits.STRANGER_REQUESTS_AT_ONCE:g} requests before": "strangers",
    f"{limits.WATCHING} people watching": "watching",
    f"{limits.CONNECTIONS_AN_ADDRESS} connections from one address": "connections of an address",
    f"{limits.FILES_AT_ONCE:g} files at once, then {limits.FILES_A_SECOND:g} a second": "files",
    f"over {limits.FILE_CONNECTIONS_AN_ADDRESS} connections; {limits.FILE_CONNECTIONS} c": "files",
    f"{limits.FILE_BYTES / 1e6:g} MB of files are sent at a time": "files",
    f"each file for at most {limits.FILE_SECONDS:g} seconds": "files",
    f"After {clock.AWAY_SECONDS:g} seconds its player counts as away": "a hidden page",
    f"{limits.ENTRIES_AT_ONCE:g} newcomers at once, then {limits.ENTRIES_A_SECOND:g} a": "entries",
    f"{limits.GUESSES} wrong codes from one address": "codes",
    f"a pause that grows to {limits.LONGEST_PAUSE:g} seconds": "codes",
    f"none was wrong for {limits.GUESSES_FORGOTTEN / 60:g} minutes": "codes",
    f"After {limits.GUESSES_IN_ALL:g} wrong codes from all": "codes of all",
    f"then one every {limits.GUESS_SECONDS:g} seconds, only": "codes of all",
    f"only {limits.GUESSES_WHEN_BUSY} cost nothing": "codes of all",
    f"pauses grow to {limits.LONGEST_PAUSE_WHEN_BUSY:g} seconds": "codes of all",
    f"{limits.PASSWORDS:g} wrong ones from one address": "passwords",
    f"and {limits.PASSWORDS_IN_ALL:g} from all, then": "passwords",
    f"then one every {limits.PASSWORD_SECONDS:g} seconds; right": "passwords",
    f"first attempt in {limits.PASSWORDS_FORGOTTEN / 60:g} minutes": "first passwords",
    f"of their own: {limits.FIRST_PASSWORDS:g}, then": "first passwords",
    f"New accounts: {limits.REGISTRATIONS_A_BLOCK:g} from one address": "new accounts",
    f"then one every {limits.REGISTRATION_OF_A_BLOCK_SECONDS:g} seconds; ": "new accounts",
    f"{limits.REGISTRATIONS:g} from all, then one every {limits.REGISTRATION_SECONDS:g}": "all",
    f"lately ({limits.HOMES} at most": "where an account is at home",
    f"{limits.OWN_TRIES} wrong attempts from one address": "digits",
    f"or {limits.OWN_TRIES_IN_ALL} from all, none": "digits",
    f"none is accepted for {limits.OWN_PAUSE / 60:g} minutes": "digits",
    f"away for {limits.GRACE:g} seconds, the consent": "consent",
    f"and is connected, at least {limits.CONSENTS}": "consent",
    f"stays valid for {limits.FORMER_SECONDS / 60:g} minutes": "the old token",
    f"Messages of {wire.LARGEST // 1024} KB": "messages",
    f"{limits.REQUESTS_AT_ONCE:g} requests at once, then {limits.REQUESTS_A_SECOND:g} a": "calls",
    f"says nothing for {limits.IDLE_SECONDS:g} seconds": "idle lines",
    f"within {limits.GREETING_SECONDS:g} seconds": "greetings",
    f"{limits.BACKLOG // 1024} KB wait for it": "slow readers",
    f"Names of {limits.NAME_LENGTH} letters": "names",
    f"chat lines of {limits.CHAT_LENGTH}": "chat",
    f"wants it slower, {limits.SLOWEST} seconds at most": "chat",
}


def test_hosting_page_states_the_actual_limits():
    assert {sentence: of for sentence, of in KEPT.items() if sentence not in PAGE} == {}


def test_limits_written_as_words_in_the_hosting_document_are_correct():
    assert "three turns in a row" in PAGE
    assert limits.TIMEOUTS == 3
    assert "one line of a person a second" in PAGE
    assert limits.SLOW == 1
    assert "code of four digits" in PAGE
    assert opening.CODE_DIGITS == 4
    assert "have eight digits" in PAGE
    assert opening.CODE_DIGITS_FOR_STRANGERS == 8
    assert "the six digits of their own" in PAGE
    assert limits.OWN_DIGITS == 6
    assert "code 4 2 7 1" in PAGE


def commands():
    lines = [line for block in BLOCKS for line in block.splitlines()]
    named = [line.partition("ExecStart=")[2] or line.removesuffix(" &") for line in lines]
    return [line for line in named if re.match(r"\S*audiogames ", line)]


@pytest.mark.parametrize("command", commands())
def test_hosting_page_commands_are_valid(command):
    _, *arguments = shlex.split(command)
    assert read(arguments).command in {"serve", "join", "admin", "backup", "restore"}


def test_hosting_page_contains_at_least_five_commands():
    assert len(commands()) >= 5


def test_hosting_page_lists_the_admitted_private_addresses():
    inside = ("10.1.2.3", "172.16.0.1", "172.31.255.1", "192.168.1.20", "fd00::1", "fc00::1")
    assert all(map(limits.is_local, inside))
    outside = ("172.32.0.1", "100.64.0.1", "100.101.102.103", "8.8.8.8", "2001:db9::1")
    assert not any(map(limits.is_local, outside))


def test_keys_for_kicking_and_banning_on_the_hosting_page_are_the_actual_keys():
    keys = {(one.id, key) for one in BINDINGS for way in one.ways for key in way}
    assert {("kick", "ctrl+k"), ("ban", "ctrl+b")} <= keys


# --- Copies of the database -------------------------------------------------------------------


@pytest.fixture
def running(tmp_path):
    """Return an open store with a match, an account and a log entry."""
    store = SqliteStore(tmp_path)
    account = Account("Anna", "f", "hash")
    store.commit([
        KeepRow(Shelf.ACCOUNTS, "anna", row_of(account)),
        BeginMatch(7, "header\n"),
        EnterMove(7, 1, "entry\n"),
        ModerationRow(1_000_000.0, "somebody was kicked"),
    ])  # fmt: skip
    yield store
    store.close()


def page_command(word, folder, **names):
    """Run the command of docs/hosting.md that contains this word; return its output.

    `names` are words of the command to replace.
    """
    (line,) = [one for one in commands() if f" {word} " in one and "--store" not in one]
    given = [names.get(one, one) for one in shlex.split(line)[1:]]
    done = subprocess.run(
        [sys.executable, "-m", "audiogames", *given], capture_output=True, text=True, check=False,
        cwd=ROOT, env={**os.environ, "AUDIOGAMES_HOME": str(folder)},
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return done.stdout


COPY = "/var/backups/audiogames.copy"


def test_backup_made_while_the_server_runs_is_complete(running, tmp_path):
    assert (tmp_path / f"{database.NAME}-wal").stat().st_size > 0
    there = {COPY: str(tmp_path / "copy")}
    page_command("backup", tmp_path, **{"/var/lib/audiogames": str(tmp_path)}, **there)
    running.commit([EnterMove(7, 2, "later\n")])
    restored = tmp_path / "restored"
    page_command("restore", tmp_path, **{"/var/lib/audiogames-again": str(restored)}, **there)
    again = SqliteStore(restored)
    kept = again.load()
    again.close()
    assert kept.matches == {7: "header\nentry\n"}
    assert set(kept.rows[Shelf.ACCOUNTS]) == {"anna"}


def test_hosting_page_names_the_actual_database_files(running, tmp_path):
    files = {path.name for path in tmp_path.iterdir()}
    beside = {f"{database.NAME}-wal", f"{database.NAME}-shm", database.LOCK, database.MARK}
    assert files == {database.NAME, *beside}
    assert all(f"`{name}`" in PAGE for name in files)
