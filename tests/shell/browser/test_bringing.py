"""At its start the program loads the data stored in the browser, even if it is damaged."""

import pytest

from audiogames.core.log import read_log
from audiogames.shell.browser import bringing
from audiogames.shell.browser.kept import MATCH, MOST_BROUGHT, SETTINGS
from tests.shell.browser.keptkit import played
from tests.shell.browser.kit import living
from tests.shell.browser.kit import played as run

STOPPED = "Il programma si è fermato. Riprova ora lo riavvia, e la partita resta."
SETTLED = {SETTINGS: '{"language": "it", "scale": 300}'}


async def send_stored_data(page, kept, *, there=True, size=600):
    """Wait until the program asks for the stored data, and send it, `size` characters at a time."""
    assert (await page.until("bring"))["most"] == MOST_BROUGHT
    for name, text in kept.items():
        for at in range(0, len(text), size):
            await page.send("kept", name=name, text=text[at : at + size])
    await page.send("kept-all", there=there)


async def store_until(page, kept, until):
    """Store the data sent by the program, until a match is stored and `until` announced."""
    while not (
        any(until in text for text in page.said) and any(name.startswith(MATCH) for name in kept)
    ):
        message = await page.next()
        if message["t"] == "keep":
            before = kept[message["name"]] if message["more"] else ""
            kept[message["name"]] = before + message["text"]
            await page.send("written", n=message["n"], done=True)


def test_restarted_program_loads_its_stored_data_from_the_browser():
    kept = dict(SETTLED)

    async def scenario():
        async with living() as page:
            await send_stored_data(page, kept)
            await page.until("say", "Menu principale")
            assert page.last["settings"]["scale"] == 300
            await page.key("g", "enter", "enter", "b", "enter")
            await store_until(page, kept, "Novantanove")
        (name,) = (name for name in kept if name.startswith(MATCH))
        assert [one.move.split()[0] for one in read_log(kept[name]).entries][:2] == [
            "dealer",
            "deal",
        ]
        async with living() as page:
            await send_stored_data(page, kept)
            assert "Riprendi, Novantanove" in (await page.until("say", "Riprendi"))["text"]
            await page.key("enter")
            await page.until("say", "Si riprende, totale 0. Manche 1, hai 9 gettoni.")
            while "cards" not in page.frame:
                await page.next()

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
def test_program_stops_with_an_error_message_on_too_much_browser_data(sent):
    async def scenario():
        async with living() as page:
            await page.until("bring")
            for t, fields in sent:
                await page.send(t, **fields)
            assert (await page.until("end"))["text"] == STOPPED
            assert len(page.faults) == 1

    run(scenario())


def test_session_ends_with_a_message_if_the_page_sends_no_stored_data_in_time(monkeypatch):
    monkeypatch.setattr(bringing, "SECONDS", 0.05)

    async def scenario():
        async with living() as page:
            await page.until("bring")
            assert (await page.until("end"))["text"] == STOPPED

    run(scenario())


def test_forged_browser_values_are_announced():
    forged = {
        SETTINGS: '{"language": "it", "scale": "huge"}',
        MATCH + "a": played(upto=20).replace('"seq": 3', '"seq": 4'),
        MATCH + "b": played(upto=20),
        "statistics": "[" * 9000,
        "places": '{"a": 1}',
    }

    async def scenario():
        async with living() as page:
            await send_stored_data(page, forged)
            await page.until("say", "Alcune opzioni non si leggono, scale")
            await page.until("say", "Riprendi")
            await page.key("down", "down")
            await page.until("say", "illeggibile")
            assert page.faults == []

    run(scenario())


def test_browser_without_storage_is_announced_once():
    async def scenario():
        async with living() as page:
            await send_stored_data(page, {}, there=False)
            await page.until("say", "Questo browser non conserva niente")
            await page.until("say", "Gioca")
            assert "keep" not in page.last

    run(scenario())
