"""A backup to a full or unwritable disk reports one sentence and leaves no partial copy."""

import asyncio
import os
import sys

import pytest

from audiogames.net.server.store import BeginMatch, EnterMove
from audiogames.shell.server.database import SqliteStore
from tests.kit.programs import disks
from tests.kit.waiting import require
from tests.shell.cluster.sharing import sharing

pytestmark = pytest.mark.e2e

ROWS = [BeginMatch(7, "header\n"), *(EnterMove(7, n, "x" * 200 + "\n") for n in range(1, 5000))]


@pytest.fixture
def file_store(tmp_path):
    """Yield the command-line options of a store in a file, while a server has it open."""
    store = SqliteStore(tmp_path / "served")
    store.commit(ROWS)
    yield "--data", tmp_path / "served"
    store.close()


@pytest.fixture
def database_store(address):
    async def fill():
        async with sharing(address) as store:
            await store.commit(ROWS)

    asyncio.run(fill())
    return "--store", address


@pytest.fixture(params=["file_store", "database_store"])
def store(request):
    require(disks.reason_missing())
    return request.getfixturevalue(request.param)


@pytest.mark.parametrize("how", [disks.FULL, disks.READ_ONLY])
def test_backup_onto_a_bad_disk_prints_one_sentence_and_keeps_the_older_copy(store, how, tmp_path):
    disk = tmp_path / "disk"
    disk.mkdir()
    command = (sys.executable, "-m", "audiogames", "backup", disk / "copy", *store)
    environ = {**os.environ, "AUDIOGAMES_HOME": str(tmp_path / "home"), "LC_ALL": "C.UTF-8"}
    code, out, said = disks.on_disk(disk, how, *command, environ=environ)
    assert (code, out) == (1, "")
    assert said[0].startswith(f"{disk / 'copy'} cannot be copied: ")
    assert said[1:] == ["copy", disks.OLDER]


@pytest.mark.parametrize("how", [disks.FULL, disks.READ_ONLY])
def test_restore_onto_a_bad_disk_prints_one_sentence_and_leaves_no_store(file_store, how, tmp_path):
    require(disks.reason_missing())
    disk, copy = tmp_path / "disk", tmp_path / "copy"
    disk.mkdir()
    environ = {**os.environ, "AUDIOGAMES_HOME": str(tmp_path / "home"), "LC_ALL": "C.UTF-8"}
    run = (sys.executable, "-m", "audiogames")
    disks.on_disk(disk, disks.FULL, *run, "backup", copy, *file_store, environ=environ)
    command = (*run, "restore", copy, "--data", disk)
    code, out, said = disks.on_disk(disk, how, *command, environ=environ)
    assert (code, out) == (1, "")
    assert "cannot be copied: " in said[0]
    assert said[1:] in (["copy", disks.OLDER], ["copy", "tables.lock", disks.OLDER])
