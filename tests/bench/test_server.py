"""Tests of the server benchmark: a short run, and the clients that it simulates."""

import asyncio
import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from audiogames.net import wire
from tests.kit import tables
from tests.kit.rawline import RawLine
from tests.kit.tables import Guest, Refused, Table

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.slow
def test_server_bench_plays_tables_and_reports(tmp_path):
    kept = tmp_path / "kept.json"
    counts = ("--tables", "2", "--seconds", "3", "--runs", "1", "--rate", "4")
    done = subprocess.run(
        (sys.executable, "-m", "bench.server", *counts, "--out", kept),
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert re.search(r"2 tables: late p50 [\d.]+, p90 [\d.]+, p99 [\d.]+ ms", done.stdout)
    (found,) = json.loads(kept.read_text("utf-8"))["found"]
    (run,) = found["runs"]
    assert run["moves"] > 0
    assert run["updates"] > 2 * run["moves"]  # three for each move, except at an edge
    assert run["refused"] == []


@pytest.mark.parametrize(
    "told", [wire.No(re=1, reason="net-name-taken"), wire.Bye(reason="net-table-moves")]
)
def test_bench_client_stops_waiting_when_the_server_refuses(told):
    async def test():
        guest = Guest(Table(0, deaf=False), 0)
        answer = asyncio.get_running_loop().call_soon
        guest.line.send = lambda _data: answer(guest.hears, wire.encode(told))
        with pytest.raises(Refused, match=told.reason):
            await guest.has("welcome", wire.Hello, version=wire.VERSION, name="Anna")

    asyncio.run(test())


def test_bench_client_repeats_a_request_while_the_store_is_unavailable(monkeypatch):
    monkeypatch.setattr(tables, "AGAIN", 0.0)

    async def test():
        guest = Guest(Table(0, deaf=False), 0)
        answers = [wire.No(re=1, reason="net-store-away"), wire.Welcome(re=2, name="Anna")]
        answer = asyncio.get_running_loop().call_soon
        guest.line.send = lambda _data: answer(guest.hears, wire.encode(answers.pop(0)))
        await guest.has("welcome", wire.Hello, version=wire.VERSION, name="Anna")
        assert guest.table.refused == ["net-store-away"]

    asyncio.run(test())


def frame(data):
    size = len(data)
    head = bytes([size]) if size < 126 else b"\x7e" + size.to_bytes(2)
    return b"\x81" + head + data


def test_bench_client_assembles_messages_from_fragments_of_any_size():
    heard = []
    line = RawLine(heard.append)
    messages = [b"{}", b"x" * 300, b"", b"y" * 125, b"z" * 126]
    sent = b"".join(map(frame, messages))
    for at in range(0, len(sent), 7):
        line.data_received(sent[at : at + 7])
    assert heard == messages
