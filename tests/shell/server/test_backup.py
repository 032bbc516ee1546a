"""A backup made while a server writes restores every table into an empty store."""

import os
import sqlite3
import subprocess
import sys
import threading
from contextlib import closing

import pytest

from audiogames.net.server.store import (
    BeginMatch,
    EnterMove,
    KeepRow,
    ModerationRow,
    Shelf,
)
from audiogames.shell.server.backup import PARTIAL, backup_file, restore_file, written
from audiogames.shell.server.database import NAME, SqliteStore, StoreError

FULL = """
import resource, signal, sys
from pathlib import Path
from audiogames.shell.server.backup import backup_file
from audiogames.shell.server.database import StoreError
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (8192, 8192))
try:
    backup_file(Path(sys.argv[1]), Path(sys.argv[2]))
except StoreError as error:
    print(error.message.id)
"""


def rows(number):
    """Return the rows of the commit with this number, in three different tables."""
    return [
        KeepRow(Shelf.ACCOUNTS, f"account {number}", "{}", names=(f"sound {number}",)),
        EnterMove(1, number, f"move {number}\n"),
        ModerationRow(float(number), f"line {number}"),
    ]


def tables(path):
    """Return the rows of each table in this SQLite file, by the table's name."""
    with closing(sqlite3.connect(path)) as base:
        named = "SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name"
        return {
            name: sorted(base.execute(f"SELECT * FROM {name}"), key=repr)  # noqa: S608 - our names
            for (name,) in base.execute(named).fetchall()
        }


@pytest.fixture
def served(tmp_path):
    folder = tmp_path / "served"
    store = SqliteStore(folder)
    store.commit([BeginMatch(1, "header\n")])
    yield folder, store
    store.close()


def test_backup_during_play_is_consistent_across_tables(served, tmp_path):
    folder, store = served
    copies, ends = [], threading.Event()

    def copy():
        while not ends.is_set():
            copies.append(tmp_path / f"copy {len(copies)}")
            backup_file(folder, copies[-1])

    copying = threading.Thread(target=copy)
    copying.start()
    number = 0
    while len(copies) < 4:
        number += 1
        store.commit(rows(number))
    ends.set()
    copying.join()
    for one in copies:
        found = tables(one)
        many = len(found["entries"])
        assert found["counted"] == [(many + 1,)]
        assert found["entries"] == sorted(
            ((1, n, f"move {n}\n") for n in range(1, many + 1)), key=repr
        )
        assert len(found["kept"]) == len(found["names"]) == len(found["moderation"]) == many


def test_restored_store_has_all_rows_and_can_be_opened(served, tmp_path):
    folder, store = served
    for number in range(1, 50):
        store.commit(rows(number))
    copy, again = tmp_path / "copy", tmp_path / "again"
    backup_file(folder, copy)
    restore_file(copy, again)
    assert tables(again / NAME) == tables(folder / NAME)
    restored = SqliteStore(again)
    assert restored.notes == []
    assert restored.load() == store.load()
    restored.close()


def test_backup_to_a_full_disk_keeps_the_older_backup_and_leaves_no_partial_file(served, tmp_path):
    folder, _ = served
    copy = tmp_path / "copy"
    copy.write_bytes(b"an older copy")
    command = [sys.executable, "-c", FULL, folder, copy]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert done.stdout == "backup-fails\n"
    assert copy.read_bytes() == b"an older copy"
    assert list(tmp_path.glob(f"*{PARTIAL}")) == []


@pytest.mark.parametrize(
    ("source", "target", "reason"),
    [
        ("copy", "served", "restore-not-empty"),
        ("nonsense", "again", "restore-other-kind"),
        ("missing", "again", "backup-fails"),
    ],
)
def test_impossible_restore_is_refused_with_its_reason_and_changes_nothing(
    served, tmp_path, source, target, reason
):
    folder, _ = served
    backup_file(folder, tmp_path / "copy")
    (tmp_path / "nonsense").write_bytes(b"PGDMP and so on")
    before = tables(folder / NAME)
    with pytest.raises(StoreError) as caught:
        restore_file(tmp_path / source, tmp_path / target)
    assert caught.value.message.id == reason
    assert tables(folder / NAME) == before


def test_simultaneous_backups_into_one_file_leave_one_complete_copy(tmp_path):
    """If a backup begins and ends during another, the file has the copy that ended last."""
    copy = tmp_path / "copy"

    def first(partial):
        partial.write_text("first, complete")
        written(copy, second)

    def second(partial):
        partial.write_text("second, complete")

    def interrupted(partial):
        partial.write_text("third, beg")
        written(copy, lambda path: path.write_text("fourth, complete"))
        assert copy.read_text() == "fourth, complete"
        partial.write_text("third, complete")

    written(copy, first)
    assert copy.read_text() == "first, complete"
    written(copy, interrupted)
    assert copy.read_text() == "third, complete"
    assert list(tmp_path.iterdir()) == [copy]


def test_unfinished_copy_of_a_killed_backup_is_deleted_after_a_day(tmp_path):
    old, young = tmp_path / "copy.1.partial", tmp_path / "copy.2.partial"
    for one in (old, young):
        one.write_text("unfinished")
    os.utime(old, (0, 0))
    written(tmp_path / "copy", lambda partial: partial.write_text("complete"))
    assert {one.name for one in tmp_path.iterdir()} == {"copy", "copy.2.partial"}


def test_backup_is_readable_only_by_its_owner(served, tmp_path):
    backup_file(served[0], tmp_path / "copy")
    if sys.platform != "win32":
        assert (tmp_path / "copy").stat().st_mode & 0o077 == 0


def test_backup_of_a_folder_without_a_server_is_refused(tmp_path):
    with pytest.raises(StoreError):
        backup_file(tmp_path, tmp_path / "copy")
    assert list(tmp_path.iterdir()) == []
