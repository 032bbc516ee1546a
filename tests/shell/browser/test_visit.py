"""Tests of a session on the page: reaching the first turn, parameters of the address, leaving."""

from tests.shell.browser.kit import living, played, visiting


def test_newcomer_reaches_the_first_turn_after_four_presses(tmp_path):
    async def scenario():
        async with visiting(tmp_path) as page:
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


def test_page_speaks_the_browser_language_until_one_is_chosen():
    async def first_words(lang, kept):
        async with living(lang=lang) as page:
            await page.until("bring")
            for name, text in kept.items():
                await page.send("kept", name=name, text=text)
            await page.send("kept-all", there=True)
            return (await page.until("say"))["lang"], page.last["settings"]["lang"]

    async def scenario():
        assert await first_words("en-GB", {}) == ("en", "en")
        assert await first_words("en-GB", {"settings": '{"language": "it"}'}) == ("it", "it")

    played(scenario())


def test_page_served_by_a_game_server_does_not_ask_for_an_address():
    async def rows(server):
        async with living(server, lang="en") as page:
            await page.until("bring")
            await page.send("kept-all", there=True)
            await page.until("say", "Play")
            await page.key("down", "enter")
            await page.until("frame", "Name, nothing")
            return [row["text"] for row in page.frame["rows"]]

    async def scenario():
        assert "Address, nothing" in await rows("")
        assert "Address, nothing" not in await rows("ws://192.168.1.5:7499")

    played(scenario())


def test_seed_in_the_address_gives_the_same_hand():
    async def hand(seed):
        async with living(seed=seed, lang="it") as page:
            await page.until("bring")
            await page.send("kept-all", there=True)
            await page.until("say", "Gioca")
            await page.key("enter", "enter", "b", "enter")
            await page.until("frame", "cards")
            return [card["name"] for card in page.frame["cards"]]

    async def scenario():
        assert await hand("7") == await hand("7")
        assert await hand("") != await hand("seven"), "without a number it is unpredictable"

    played(scenario())


def test_deletion_of_stored_data_by_the_browser_is_announced(tmp_path):
    async def scenario():
        async with visiting(tmp_path) as page:
            await page.until("say", "Gioca")
            await page.send("evicted")
            await page.until("say", "aveva cancellato")

    played(scenario())


def test_leaving_the_program_ends_the_session_with_a_message(tmp_path):
    async def scenario():
        async with visiting(tmp_path) as page:
            await page.until("say", "Gioca")
            await page.key("end", "enter")
            assert (await page.until("end"))["text"]
            assert page.session.is_over

    played(scenario())


def test_clicks_act_only_on_drawn_controls(tmp_path):
    async def scenario():
        async with visiting(tmp_path) as page:
            await page.until("frame", "Gioca")
            await page.click("row 0")
            await page.until("frame", "Novantanove")
            await page.click("row 0")
            await page.until("frame", "buttons")
            assert {button["key"] for button in page.frame["buttons"]} >= {"b"}

    played(scenario())


def test_paste_on_the_page_outside_a_text_field_is_answered_by_a_message(tmp_path):
    async def scenario():
        async with visiting(tmp_path) as page:
            await page.until("say", "Gioca")
            await page.send("paste")
            await page.until("say", "Si può incollare solo dove si scrive")

    played(scenario())


def test_refused_characters_are_removed_from_the_text_field_on_the_page(tmp_path):
    async def scenario():
        async with visiting(tmp_path) as page:
            await page.until("say", "Gioca")
            await page.key("enter", "enter", "p")
            await page.until("say", "nome")
            await page.send("text", text="Zoe\u200d😀")
            await page.key("enter")
            await page.until("say", "2 segni esclusi.")
            while page.frame.get("field") != "Zoe":
                await page.next()

    played(scenario())
