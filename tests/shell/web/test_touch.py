"""Players with nothing but a finger are told of no key; once they use keys they are again."""

from tests.shell.web.kit import played, serving, visiting

ALONE = "Non c'è nessun altro. "


def test_touch_player_hears_no_key_names_at_a_table(tmp_path):
    async def scenario():
        async with serving(tmp_path) as server:
            async with visiting(server, touch=True) as page:
                token = (await page.until("welcome"))["token"]
                await page.key("enter", "enter")
                alone = await page.until("say", ALONE)
                assert alone["text"].endswith(f"{ALONE}Puoi aggiungere un bot.")
                await page.key("b", "b", "b")
                seated = await page.until("say", "Puoi iniziare.")
                assert seated["braille"].endswith("Puoi iniziare.")
            async with visiting(server, token=token) as page:
                back = await page.until("say", "4 giocatori.")
                assert back["text"].endswith("Invio per iniziare.")

    played(scenario())
