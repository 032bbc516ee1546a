"""Players who use only a touch screen hear no names of keys."""

from tests.shell.browser.kit import played, visiting

ALONE = "Non c'è nessun altro. "


def test_touch_player_hears_no_key_names_at_a_table(tmp_path):
    async def scenario():
        async with visiting(tmp_path, touch=True) as page:
            await page.key("enter", "enter")
            alone = await page.until("say", ALONE)
            assert alone["text"].endswith(f"{ALONE}Puoi aggiungere un bot.")
            await page.key("b", "b", "b")
            seated = await page.until("say", "Puoi iniziare.")
            assert seated["braille"].endswith("Puoi iniziare.")

    played(scenario())
