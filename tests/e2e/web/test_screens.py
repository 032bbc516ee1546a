"""What axe-core finds on the screens of the page: nothing."""

import pytest

from tests.e2e.kit.browser import PHONE

pytestmark = [pytest.mark.e2e, pytest.mark.browser, pytest.mark.slow]

TRIES = 10
THEMES = ("dark", "light", "black-on-white", "yellow-on-black")


def test_axe_finds_nothing_on_any_screen(room, page_of):
    page = page_of(PHONE)
    page.open(room)
    finds_nothing(page, "menu")
    for name in ("Gioca.", "Wist.", *["Aggiungi un bot"] * 3):
        page.tap(name)
    finds_nothing(page, "lobby")
    page.tap("Inizia la partita")
    page.page.locator("#hand .card").first.wait_for()
    for theme in THEMES:
        page.page.evaluate("theme => { document.documentElement.dataset.theme = theme; }", theme)
        finds_nothing(page, theme)
    until_it_is_there(page, lambda: page.press("Shift+S"), "Segnapunti")
    finds_nothing(page, "score sheet")
    page.tap("Indietro")
    until_it_is_there(page, lambda: page.tap("Tasti e domande"), "Tasti")
    finds_nothing(page, "keys")


def test_axe_finds_nothing_on_a_text_field(room, page_of):
    page = page_of(PHONE)
    page.open(room)
    for name in ("Tavoli in rete.", "Nome, niente."):
        page.tap(name)
    page.page.locator("#text").wait_for()
    finds_nothing(page, "field")


def until_it_is_there(page, ask, title):
    """Ask until the screen comes: news that come meanwhile are the answer to any key."""
    for _ in range(TRIES):
        told = len(page.placed())
        ask()
        page.listen(told)
        if page.title.startswith(title):
            return
    pytest.fail(f"{title} did not come")


def finds_nothing(page, where):
    from axe_playwright_python.sync_playwright import Axe

    found = Axe().run(page.page)
    assert found.violations_count == 0, f"{where}: {found.generate_report()}"
