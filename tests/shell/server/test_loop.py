"""Tests of when a server collects garbage, and of restoring the settings afterwards."""

import asyncio
import gc

import pytest

from audiogames.shell.server import loop
from audiogames.shell.server.loop import calm_memory


@pytest.fixture
def unfrozen():
    """Let the garbage collector see all objects during the test, as in a new process."""
    gc.unfreeze()
    yield
    gc.freeze()


@pytest.mark.slow
def test_garbage_collection_is_tuned_while_serving_and_restored_after(unfrozen):
    before = gc.get_threshold()

    async def serve():
        async with calm_memory():
            assert gc.get_threshold() == (loop.YOUNG, loop.MIDDLE, loop.NEVER)
            assert gc.get_freeze_count() > 0

    asyncio.run(serve())
    assert gc.get_threshold() == before
    assert gc.get_freeze_count() == 0


def test_objects_frozen_by_the_garbage_collector_before_serving_stay_frozen():
    gc.freeze()

    async def serve():
        async with calm_memory():
            """A run of a server in a process of its own."""

    asyncio.run(serve())
    assert gc.get_freeze_count() > 0


def test_fault_restores_garbage_collection_settings():
    before = gc.get_threshold()

    async def serve():
        async with calm_memory():
            raise OSError("full")

    with pytest.raises(OSError, match="full"):
        asyncio.run(serve())
    assert gc.get_threshold() == before


def test_full_garbage_collection_runs_regularly(monkeypatch):
    monkeypatch.setattr(loop, "SECONDS", 0.0)
    looked = asyncio.Event()

    def note(phase, info):
        if phase == "stop" and info["generation"] == 2:
            looked.set()

    async def serve():
        async with calm_memory():
            gc.callbacks.append(note)
            await asyncio.wait_for(looked.wait(), 20)

    try:
        asyncio.run(serve())
    finally:
        gc.callbacks.remove(note)
