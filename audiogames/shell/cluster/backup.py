"""Backs up a shared database by PostgreSQL's pg_dump, and restores it by pg_restore."""

from __future__ import annotations

import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import psycopg

from audiogames.core.cues import msg
from audiogames.shell.cluster import schema
from audiogames.shell.cluster.process import options, text_of
from audiogames.shell.server.backup import DUMP, check_kind, written
from audiogames.shell.server.database import StoreError


def backup_database(address: str, target: Path) -> None:
    """Dump the database without the messages between processes.  Raises `StoreError`."""
    if not _has_tables(address):
        raise StoreError(msg("admin-no-store", path="PostgreSQL"))
    dump = ("pg_dump", "--format=custom", "--no-unlogged-table-data", "--no-owner", "--no-acl")
    written(target, lambda partial: _run([*dump, f"--file={partial}"], address))


def restore_database(source: Path, address: str) -> None:
    """Restore a dump into a database that has no tables of a server yet.  Raises `StoreError`."""
    check_kind(source, DUMP)
    if _has_tables(address):
        raise StoreError(msg("restore-not-empty", path="PostgreSQL"))
    restore = ("pg_restore", "--single-transaction", "--exit-on-error", "--no-owner", "--no-acl")
    try:
        _run([*restore, str(source)], address)
    except OSError as error:
        raise StoreError(msg("backup-fails", path=str(source), text=str(error))) from None


def _has_tables(address: str) -> bool:
    """Return whether a database has tables of a server.  Raises `StoreError`."""
    given: dict[str, Any] = options(address)
    try:
        with psycopg.connect(address, autocommit=True, **given) as connection:
            row = connection.execute(schema.KNOWN).fetchone()
    except psycopg.Error as error:
        raise StoreError(msg("cli-store-unreachable", text=text_of(error))) from None
    return row is not None and bool(row[0])


def _run(command: Sequence[str], address: str) -> None:
    """Run a PostgreSQL program.

    Raises `StoreError` if the program is missing, and `OSError` if it fails.
    """
    try:
        done = subprocess.run(  # noqa: S603 - a fixed program; the address is the host's own
            [*command, f"--dbname={address}"], capture_output=True, text=True, check=False
        )
    except FileNotFoundError:
        raise StoreError(msg("backup-no-program", name=command[0])) from None
    if done.returncode:
        raise OSError(" ".join(done.stderr.split())[:400])
