"""Bots in a worker of the page answer every request, even without their strategy files."""

import asyncio
import pickle
from dataclasses import replace
from random import Random

import pytest

from audiogames.core.options import read_options
from audiogames.core.registry import game
from audiogames.games.invido.bots import strategy
from audiogames.games.novantanove.bots import value_tables
from audiogames.search.arena import BUDGET
from audiogames.shell.browser import thinking
from audiogames.shell.browser.thinking import OwnBots, answered
from audiogames.shell.thinker import BotFailed, choose
from audiogames.table.clock import TimeSettings
from audiogames.table.protocol import BotRequest
from audiogames.table.seats import BOT, Player
from audiogames.table.setup import new_log
from audiogames.table.table import Table


@pytest.fixture(scope="module")
def wanted():
    """Return the request for a strong bot's first move in Invido."""
    spec = game("invido")
    players = (Player("Ada", BOT, "strong"), Player("Bruno", BOT, "strong"))
    log = new_log(spec, read_options(spec.options, {}), players, TimeSettings())
    table = Table(log, Random(4))
    table.start(0.0)
    assert isinstance(table.wanted, BotRequest)
    return table.wanted


@pytest.fixture
def no_files(monkeypatch, tmp_path):
    """Remove the strategy file of Invido; return a function that restores it like a download."""
    for cached in (strategy.shipped, strategy.punishing):
        cached.cache_clear()
    here = strategy.FILE
    monkeypatch.setattr(strategy, "FILE", tmp_path / "none")

    async def bring(_game):
        monkeypatch.setattr(strategy, "FILE", here)
        return True

    yield bring
    for cached in (strategy.shipped, strategy.punishing):
        cached.cache_clear()


async def nothing(_game):
    return False


def answer_to(wanted, fetch):
    """Compute the bot's answer as the worker does; return the request's number and the answer."""
    answer = asyncio.run(answered(pickle.dumps((7, wanted)), fetch, BUDGET))
    return pickle.loads(answer)  # noqa: S301 - our own


def test_strong_bot_in_the_worker_fetches_and_uses_its_files(wanted, no_files):
    assert answer_to(wanted, no_files) == (7, choose(wanted))


@pytest.mark.usefixtures("no_files")
def test_strong_bot_in_the_browser_plays_like_the_normal_bot_if_its_files_are_missing(wanted):
    assert answer_to(wanted, nothing) == (7, choose(replace(wanted, level="normal")))


def test_bot_that_would_play_worse_without_its_files_waits_for_them(monkeypatch, tmp_path):
    spec = game("novantanove")
    players = tuple(Player(name, BOT, "strong") for name in ("Ada", "Bruno", "Carla"))
    log = new_log(spec, read_options(spec.options, {}), players, TimeSettings())
    table = Table(log, Random(4))
    table.start(0.0)
    here, fetched = value_tables.FILE, []
    value_tables.shipped.cache_clear()
    monkeypatch.setattr(value_tables, "FILE", tmp_path / "none")

    async def bring(_game):
        fetched.append(1)
        monkeypatch.setattr(value_tables, "FILE", here)
        return True

    assert answer_to(table.wanted, bring) == (7, choose(table.wanted))
    assert fetched == [1]


def test_failing_bot_in_the_worker_returns_its_traceback(wanted):
    _, answer = answer_to(replace(wanted, view=None), nothing)
    assert isinstance(answer, BotFailed)
    assert "Traceback" in str(answer)


def test_cancelled_bot_request_gets_no_reply(wanted):
    asked, woken = [], []

    async def scenario():
        bots = OwnBots(asked.append, lambda: None)
        thinker = bots.thinker(lambda: woken.append(1))
        thinker.think(wanted)
        thinker.cancel()
        thinker.think(wanted)
        for data in asked:
            bots.take(await answered(data, nothing, BUDGET))
        return thinker.answers()

    (reply,) = asyncio.run(scenario())
    assert (reply.wanted, reply.answer) == (wanted, choose(wanted))
    assert woken == [1]


def test_files_of_a_game_are_fetched_when_it_is_opened_in_the_page():
    fetched = []

    async def fetch(game):
        fetched.append(game)
        return True

    async def opened():
        assert await answered(pickle.dumps((0, "invido")), fetch, BUDGET) is None
        await asyncio.sleep(0)

    asyncio.run(opened())
    assert fetched == ["invido"]


def test_bot_worker_starts_only_after_the_first_screen(monkeypatch):
    monkeypatch.setattr(thinking, "BEGIN_SECONDS", 0.0)
    begun = []

    async def scenario():
        bots = OwnBots(lambda _data: None, lambda: begun.append(1))
        thinker = bots.thinker(lambda: None)
        assert begun == []
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        assert begun == [1]
        thinker.prepare("wist")

    asyncio.run(scenario())
    assert begun == [1]


def test_first_request_for_a_move_starts_the_bot_worker_at_once(wanted):
    done = []

    async def scenario():
        bots = OwnBots(lambda _data: done.append("asked"), lambda: done.append("begun"))
        bots.thinker(lambda: None).think(wanted)

    asyncio.run(scenario())
    assert done == ["begun", "asked"]


def test_lost_bot_worker_is_restarted_and_receives_the_request_again(wanted, monkeypatch):
    monkeypatch.setattr(thinking, "LOST_SECONDS", 0.0)
    asked, begun = [], asyncio.Event()

    async def scenario():
        bots = OwnBots(asked.append, begun.set)
        thinker = bots.thinker(lambda: None)
        thinker.think(wanted)
        begun.clear()  # the first one has begun
        thinker.cancel()
        thinker.think(wanted)
        await begun.wait()
        monkeypatch.setattr(thinking, "LOST_SECONDS", 60.0)
        bots.take(await answered(asked[-1], nothing, BUDGET))
        return thinker.answers()

    (reply,) = asyncio.run(scenario())
    assert reply.answer == choose(wanted)
    assert [pickle.loads(data)[0] for data in asked][:3] == [1, 2, 2]  # noqa: S301 - our own


def test_playouts_are_not_measured_if_the_page_address_has_a_seed_or_a_number_of_playouts(
    monkeypatch,
):
    monkeypatch.setattr(thinking, "measured", lambda _patience: 500)
    found = [thinking.playouts_here(*given) for given in ((0, False), (0, True), (300, True))]
    assert found == [500, BUDGET, 300]
