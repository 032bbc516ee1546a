"""Somebody visits the page: from the first word to their turn, away and back, and out again."""

import asyncio

from audiogames.app.settings import Settings
from audiogames.core.registry import game
from tests.kit.pilot import MemoryStorage
from tests.shell.web.kit import played, program, serving, visiting

GAME = game("novantanove")


def test_newcomer_reaches_the_first_turn_after_four_presses(tmp_path):
    async def scenario():
        async with serving(tmp_path) as server, visiting(server) as page:
            welcome = await page.until("welcome")
            assert welcome["lang"] == "it"
            assert welcome["words"]["hand"] == "Le tue carte"
            await page.until("say", "Gioca")
            await page.key("enter", "enter", "b", "enter")
            await page.until("say", "Tocca a te")
            while "cards" not in page.frame:
                await page.next()
            assert page.frame["table"]["turn"]
            assert "sounds/" in page.last["sound"]["file"]

    played(scenario())


def test_page_speaks_the_browser_language_until_one_is_chosen(tmp_path):
    async def first_words(lang, settings):
        def make(storage, browser):
            return program(storage, "" if settings.language else browser)

        kept = {"open_storage": lambda: MemoryStorage(settings)}
        async with serving(tmp_path, make, **kept) as server, visiting(server, lang=lang) as page:
            return (await page.until("say"))["lang"], page.last["settings"]["lang"]

    async def scenario():
        assert await first_words("en-GB", Settings()) == ("en", "en")
        assert await first_words("en-GB", Settings("it")) == ("it", "it")

    played(scenario())


def test_reloaded_page_goes_on_and_hears_missed_announcements_once(tmp_path):
    async def scenario():
        async with serving(tmp_path) as server:
            async with visiting(server) as page:
                token = (await page.until("welcome"))["token"]
                await page.until("say", "Gioca")
                await page.key("enter", "enter", "b", "enter")
                while (turn := await page.next(places=False))["t"] != "say" or (
                    "Tocca a te" not in turn["text"]
                ):
                    if turn["t"] == "say":
                        await page.send("placed", n=turn["n"])
            async with visiting(server, token=token) as page:
                assert (await page.until("welcome"))["token"] == token
                again = await page.until("say", "occa a te")
                await page.until("frame", "cards")
                await page.key("t")
                await page.until("say", "Tocca a te")
                assert len(page.said) == 2
                assert turn["text"].split(".")[0] in again["text"]

    played(scenario())


def test_second_tab_of_the_same_session_takes_over(tmp_path):
    async def scenario():
        async with serving(tmp_path) as server, visiting(server) as first:
            token = (await first.until("welcome"))["token"]
            async with visiting(server, token=token) as second:
                assert "scheda" in (await first.until("end"))["text"]
                await second.until("say", "Gioca")
                await first.line.wait_closed()
                await second.key("end")
                await second.until("say")

    played(scenario())


def test_leaving_ends_the_session_and_the_last_one_ends_the_server(tmp_path):
    async def scenario():
        async with serving(tmp_path) as server, visiting(server) as page:
            await page.until("say", "Gioca")
            await page.key("end", "enter")
            await page.until("end")
            await asyncio.wait_for(server.ran, 10)

    played(scenario())


def test_clicks_work_only_on_what_is_drawn(tmp_path):
    async def scenario():
        async with serving(tmp_path) as server, visiting(server) as page:
            await page.until("frame", "Gioca")
            await page.click("row 0")
            await page.until("frame", "Novantanove")
            await page.click("row 0")
            await page.until("frame", "buttons")
            assert {button["key"] for button in page.frame["buttons"]} >= {"b"}

    played(scenario())


def test_paste_outside_a_text_field_only_gets_an_answer(tmp_path):
    async def scenario():
        async with serving(tmp_path) as server, visiting(server) as page:
            await page.until("say", "Gioca")
            await page.send("paste")
            await page.until("say", "Si può incollare solo dove si scrive")

    played(scenario())


def test_page_knows_beforehand_which_characters_a_field_refuses(tmp_path):
    async def scenario():
        async with serving(tmp_path) as server, visiting(server) as page:
            await page.until("say", "Gioca")
            await page.key("enter", "enter", "p")
            await page.until("say", "nome")
            await page.send("text", text="Zoe\u200d😀")
            await page.key("enter")
            await page.until("say", "2 segni esclusi.")
            while page.frame.get("field") != "Zoe":
                await page.next()

    played(scenario())
