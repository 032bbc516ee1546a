"""A browser brings what it has kept, over a real line: all of it, or nothing that does harm."""

import asyncio

import pytest

from audiogames.core.log import read_log
from audiogames.shell.web import bringing
from audiogames.shell.web.kept import MATCH, MOST_BROUGHT, SETTINGS
from audiogames.shell.web.storage import BrowserStorage
from tests.shell.web.keptkit import played
from tests.shell.web.kit import played as run
from tests.shell.web.kit import serving, visiting

GUESTS = {"open_storage": BrowserStorage}
SETTLED = {SETTINGS: '{"language": "it", "scale": 300}'}


async def brings(page, kept, *, there=True, size=600):
    """Answer what a server asks of a new page."""
    assert (await page.until("bring"))["most"] == MOST_BROUGHT
    for name, text in kept.items():
        for at in range(0, len(text), size):
            await page.send("kept", name=name, text=text[at : at + size])
    await page.send("kept-all", there=there)


async def notes(page, kept, until):
    """Keep what is sent, as a page does, until this is said and a match is kept."""
    while not (
        any(until in text for text in page.said) and any(name.startswith(MATCH) for name in kept)
    ):
        message = await page.next()
        if message["t"] == "keep":
            before = kept[message["name"]] if message["more"] else ""
            kept[message["name"]] = before + message["text"]
            await page.send("written", n=message["n"], done=True)


def test_restarted_server_gets_everything_from_the_browser(tmp_path):
    kept = dict(SETTLED)

    async def scenario():
        async with serving(tmp_path, **GUESTS) as server, visiting(server) as page:
            await brings(page, kept)
            await page.until("say", "Menu principale")
            assert page.last["settings"]["scale"] == 300
            await page.key("g", "enter", "enter", "b", "enter")
            await notes(page, kept, "Tocca a te")
        (name,) = (name for name in kept if name.startswith(MATCH))
        assert [one.move.split()[0] for one in read_log(kept[name]).entries][:2] == [
            "dealer",
            "deal",
        ]
        async with serving(tmp_path, **GUESTS) as server, visiting(server) as page:
            await brings(page, kept)
            assert "Riprendi, Novantanove" in (await page.until("say", "Riprendi"))["text"]
            await page.key("enter")
            await page.until("say", "Si riprende, totale 0. Manche 1, hai 9 gettoni. Tocca a te.")
            while "cards" not in page.frame:
                await page.next()

    run(scenario())


def test_reloaded_page_sends_nothing_and_gets_what_it_may_have_lost(tmp_path):
    async def scenario():
        async with serving(tmp_path, **GUESTS) as server:
            async with visiting(server) as page:
                await brings(page, SETTLED)
                token = (await page.until("welcome"))["token"]
                await page.until("say", "Menu principale")
                await page.key("f12")
                lost = await page.until("keep")
            async with visiting(server, token=token) as page:
                await page.until("welcome")
                again = await page.until("keep")
                assert "bring" not in page.last
                assert (again["name"], again["text"]) == (lost["name"], lost["text"])
                await page.send("written", n=again["n"], done=True)
            async with visiting(server, token=token) as page:
                await page.until("say")
                assert "keep" not in page.last

    run(scenario())


@pytest.mark.parametrize(
    "sent",
    [
        [("kept", {"name": "settings", "text": "x" * 601})],
        [("kept", {"name": "x" * 65, "text": ""})],
        [("kept", {"name": "settings", "text": 1})],
        [("key", {"key": "enter"})],
        [("hello", {})],
        [("kept", {"name": f"match {n}", "text": ""}) for n in range(200)],
        [("kept", {"name": "settings", "text": ""})] * (bringing.MOST_PARTS + 1),
        [("kept", {"name": "settings", "text": "x" * 600})] * (MOST_BROUGHT // 600 + 1),
    ],
)
def test_too_much_browser_data_ends_the_connection_early(tmp_path, sent):
    async def scenario():
        async with serving(tmp_path, **GUESTS) as server, visiting(server) as page:
            await page.until("bring")
            for t, fields in sent:
                await page.send(t, **fields)
            assert (await page.until("end"))["text"].startswith("La pagina")
            assert len(server.sessions) == 0
            assert server.faults == []

    run(scenario())


def test_page_that_sends_no_data_in_time_is_told_so(tmp_path, monkeypatch):
    monkeypatch.setattr(bringing, "SECONDS", 0.05)

    async def scenario():
        async with serving(tmp_path, **GUESTS) as server, visiting(server) as page:
            await page.until("bring")
            await page.until("end")
            assert (len(server.sessions), server.faults) == (0, [])

    run(scenario())


def test_forged_browser_values_are_announced_to_their_player_alone(tmp_path):
    forged = {
        SETTINGS: '{"language": "it", "scale": "huge"}',
        MATCH + "a": played(upto=20).replace('"seq": 3', '"seq": 4'),
        MATCH + "b": played(upto=20),
        "statistics": "[" * 9000,
        "places": '{"a": 1}',
    }

    async def scenario():
        async with serving(tmp_path, **GUESTS) as server, visiting(server) as other:
            await brings(other, SETTLED)
            await other.until("say", "Menu principale")
            async with visiting(server) as page:
                await brings(page, forged)
                await page.until("say", "Alcune opzioni non si leggono, scale")
                await page.until("say", "Riprendi")
                await page.key("down", "down")
                await page.until("say", "illeggibile")
            await other.key("down")
            await other.until("say", "rete")
            assert server.faults == []
            assert not (tmp_path / "reports").exists()

    run(scenario())


def test_browser_without_storage_is_announced_once(tmp_path):
    async def scenario():
        async with serving(tmp_path, **GUESTS) as server, visiting(server) as page:
            await brings(page, {}, there=False)
            await page.until("say", "Questo browser non conserva niente")
            await page.until("say", "Gioca")
            assert "keep" not in page.last

    run(scenario())


def test_page_that_leaves_while_sending_leaves_no_session(tmp_path):
    async def scenario():
        async with serving(tmp_path, **GUESTS) as server:
            key = server.sessions.invite()
            async with visiting(server, key=key) as page:
                await page.until("bring")
                await page.send("kept", name=SETTINGS, text="{")
            async with asyncio.timeout(10), visiting(server, key=key) as page:
                await brings(page, SETTLED)
                await page.until("say", "Menu principale")
            assert server.faults == []

    run(scenario())
