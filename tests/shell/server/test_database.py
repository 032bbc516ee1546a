"""The server's file: atomic commits, one server per folder, and clear errors when opened."""

import shutil
import sqlite3
import sys
from contextlib import closing

import pytest

from audiogames.net.server.store import (
    BeginMatch,
    EndMatch,
    EnterMove,
    ForgetRow,
    KeepRow,
    ModerationRow,
    Shelf,
)
from audiogames.shell.server.database import (
    LOCK,
    MARK,
    MODERATION_SECONDS,
    NAME,
    SqliteStore,
    StoreError,
)


@pytest.fixture
def store(tmp_path):
    made = SqliteStore(tmp_path)
    yield made
    made.close()


def ask(folder, statement):
    """Run an SQL statement on the server's file from outside, and return the rows."""
    with closing(sqlite3.connect(folder / NAME)) as base, base:
        return base.execute(statement).fetchall()


def test_sqlite_store_loads_the_committed_data(tmp_path):
    store = SqliteStore(tmp_path)
    store.commit(
        [
            KeepRow(Shelf.TABLES, "1", "old"),
            KeepRow(Shelf.TABLES, "1", "new"),
            KeepRow(Shelf.MEMBERS, "m", "x"),
            ForgetRow(Shelf.MEMBERS, "m"),
            BeginMatch(1, "header\n"),
            EnterMove(1, 1, "a\n"),
        ]
    )
    store.commit(
        [EnterMove(1, 2, "b\n"), BeginMatch(2, "gone\n"), EndMatch(2), ModerationRow(1.0, "kicked")]
    )
    store.close()
    again = SqliteStore(tmp_path)
    kept = again.load()
    assert kept.rows[Shelf.TABLES] == {"1": "new"}
    assert kept.rows[Shelf.MEMBERS] == {}
    assert kept.matches == {1: "header\na\nb\n"}
    again.commit([BeginMatch(1, "next\n")])
    assert again.load().matches == {1: "next\n"}
    again.close()


def test_store_commit_is_atomic(store):
    with pytest.raises(StoreError):
        store.commit([KeepRow(Shelf.SERVER, "a", "b"), KeepRow(Shelf.SERVER, "c", None)])
    assert store.load().rows[Shelf.SERVER] == {}
    store.commit([KeepRow(Shelf.SERVER, "a", "b")])
    assert store.load().rows[Shelf.SERVER] == {"a": "b"}


def test_second_server_in_a_folder_is_refused(store, tmp_path):
    with pytest.raises(StoreError) as refused:
        SqliteStore(tmp_path)
    assert refused.value.message.id == "cli-serve-locked"


@pytest.mark.parametrize("content", [b"no database at all, but long enough to be one" * 100, None])
def test_database_file_that_this_version_cannot_read_is_refused_and_unchanged(tmp_path, content):
    path = tmp_path / NAME
    if content is None:
        base = sqlite3.connect(path)
        base.execute("PRAGMA user_version = 99")
        base.close()
        content = path.read_bytes()
    path.write_bytes(content)
    with pytest.raises(StoreError) as refused:
        SqliteStore(tmp_path)
    assert refused.value.message.id == "cli-serve-data"
    assert path.read_bytes() == content


def test_file_in_place_of_the_folder_is_refused(tmp_path):
    (tmp_path / "x").write_text("")
    with pytest.raises(StoreError):
        SqliteStore(tmp_path / "x")


def modes(folder):
    return {path.name: path.stat().st_mode & 0o777 for path in (folder, *folder.iterdir())}


@pytest.mark.skipif(sys.platform == "win32", reason="rights are kept in another way there")
def test_server_files_are_readable_only_by_their_owner(tmp_path):
    folder = tmp_path / "deep" / "server"
    store = SqliteStore(folder)
    store.commit([KeepRow(Shelf.SERVER, "a", "b")])
    found = modes(folder)
    assert found.pop("server") == 0o700
    assert {f"{NAME}-wal", f"{NAME}-shm"} < set(found)
    assert set(found.values()) == {0o600}
    store.close()
    for path in (folder, *folder.iterdir()):  # made by an older version
        path.chmod(0o755 if path.is_dir() else 0o644)
    SqliteStore(folder).close()
    assert modes(folder) == {"server": 0o700, NAME: 0o600, LOCK: 0o600, MARK: 0o600}


@pytest.mark.skipif(sys.platform == "win32", reason="rights are kept in another way there")
def test_store_folder_with_unrelated_files_keeps_its_permissions(tmp_path):
    (tmp_path / "other").write_text("")
    tmp_path.chmod(0o755)
    SqliteStore(tmp_path).close()
    assert modes(tmp_path)[tmp_path.name] == 0o755
    assert modes(tmp_path)[NAME] == 0o600


def test_old_moderation_rows_are_deleted(store, tmp_path):
    store.commit([ModerationRow(0.0, "old"), ModerationRow(MODERATION_SECONDS, "new")])
    store.tidy(MODERATION_SECONDS + 1)
    assert [text for (text,) in ask(tmp_path, "SELECT text FROM moderation")] == ["new"]


def test_match_with_missing_rows_is_set_aside(tmp_path):
    """Regression test: move rows without their match's row once stopped the whole server."""
    store = SqliteStore(tmp_path)
    store.commit(
        [
            BeginMatch(1, "header\n"),
            EnterMove(1, 1, "a\n"),
            BeginMatch(3, "whole\n"),
            BeginMatch(4, "x\n"),
        ]
    )
    ask(tmp_path, "INSERT INTO entries VALUES (2, 1, 'orphan'), (2, 2, 'more')")
    ask(tmp_path, "UPDATE matches SET header = x'ff00' WHERE place = 4")
    ask(tmp_path, "INSERT INTO kept VALUES ('later', 'a', 'b')")
    assert store.load().matches == {1: "header\na\n", 3: "whole\n"}
    told = " ".join(store.notes)
    assert "table 2" in told
    assert "table 4" in told
    assert "later" in told
    aside = ask(tmp_path, "SELECT place, seq FROM aside ORDER BY place, seq")
    assert aside == [(2, 1), (2, 2), (4, 0)]
    store.commit([BeginMatch(2, "new\n"), EnterMove(2, 1, "b\n")])
    assert store.load().matches[2] == "new\nb\n"
    store.close()


def cut_to(share):
    def change(path):
        with path.open("r+b") as file:
            file.truncate(int(path.stat().st_size * share))

    return change


def altered(path):
    with path.open("r+b") as file:
        file.seek(path.stat().st_size - 3000)
        file.write(b"\x99" * 8)


@pytest.mark.parametrize(
    ("change", "is_noted"),
    [
        (lambda _path: None, False),
        (cut_to(0.99), True),
        (cut_to(0.5), True),
        (cut_to(0), True),
        (altered, True),
        (lambda path: path.unlink(), True),
    ],
)
def test_truncated_or_altered_write_ahead_log_is_noted(tmp_path, change, is_noted):
    killed, found = tmp_path / "killed", tmp_path / "found"
    store = SqliteStore(killed)
    for number in range(40):
        store.commit([KeepRow(Shelf.TABLES, str(number), "x" * 200)])
    shutil.copytree(killed, found)  # as after a kill: nothing was closed
    store.close()
    change(found / f"{NAME}-wal")
    again = SqliteStore(found)
    rows = len(again.load().rows[Shelf.TABLES])
    assert (rows < 40) == is_noted
    assert bool(again.notes) == is_noted
    if is_noted:
        assert f"last {40 - rows} changes" in again.notes[0]
    again.close()
    later = SqliteStore(found)
    assert not later.notes
    later.close()
