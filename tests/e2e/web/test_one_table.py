"""Test of two browsers and a terminal at one online table, in different languages.

`serve --site` runs in its own process: it serves the page to both browsers, and the tables to all.
"""

import re
from contextlib import ExitStack

import pytest

from tests.kit.programs.browser import DESK, PHONE
from tests.kit.programs.online import Player, joining, make_home, tables
from tests.kit.programs.terminal import TerminalRun
from tests.kit.waiting import wait_until

pytestmark = [pytest.mark.e2e, pytest.mark.browser, pytest.mark.slow, pytest.mark.quiet]

TURN = {"it": "Tocca a te.", "en": "Your turn."}
TRICKS = 3
PATIENCE = 90.0


class Guest:
    """A player in a browser, who plays any legal card."""

    def __init__(self, page, address, lang):
        self.page = page
        page.page.set_default_timeout(1000 * PATIENCE)
        page.keep(language=lang)
        page.open(address)

    def taps(self, *names):
        for name in names:
            exact = re.compile(rf"^{re.escape(name)}$", re.IGNORECASE)
            self.page.page.get_by_role("button", name=exact).first.click()

    def writes(self, text, sends):
        self.page.page.locator("#text").fill(text)
        self.taps(sends)

    def sees(self, name):
        """Wait until the page lists this player: an arrival may be announced only in a summary."""
        self.page.page.locator("#rows").get_by_text(name, exact=True).wait_for()

    def is_asked(self):
        return self.page.page.locator("#hand .ready").count() > 0

    def plays(self):
        """Play a card; press it again if the first press only announced news."""
        cards = self.page.page.locator("#hand .card")
        left = cards.count() - 1

        def has_played():
            if cards.count() > left:
                self.page.listen()
                if self.is_asked() and cards.count() > left:
                    told = len(self.page.placed())
                    self.page.page.locator("#hand .ready").first.click()
                    self.page.listen(told)
            return cards.count() == left

        wait_until(has_played, "a card played", PATIENCE)


@pytest.fixture
def stack():
    with ExitStack() as stack:
        yield stack


@pytest.fixture
def served(browser, built, stack, tmp_path, environ):
    del browser  # without a browser nothing need be started
    return stack.enter_context(tables(tmp_path / "server", environ, "--site", str(built)))


def anna_comes(page_of, port, code):
    """Connect Anna, in Italian on a phone, and open a table; return her page and its code."""
    anna = Guest(page_of(PHONE), f"http://127.0.0.1:{port}/", "it")
    anna.taps("Tavoli in rete", "Nome, niente")
    anna.writes("Anna", "Invia")
    anna.taps("Collegati", "Senza genere")
    anna.page.page.locator("#text").wait_for()
    anna.writes(code, "Invia")
    anna.taps("Apri un tavolo", "Tressette")
    told = anna.page.page.locator("#lines").get_by_text("Codice").first.inner_text()
    return anna, "".join(re.findall(r"\d", told))


def bob_comes(page_of, port, code):
    """Connect Bob, in English at a desktop computer, by the code of the table."""
    bob = Guest(page_of({**DESK, "locale": "en-GB"}), f"http://127.0.0.1:{port}/", "en")
    bob.taps("Tables online", "Name, nothing")
    bob.writes("Bob", "Send")
    bob.taps("Connect", "Without gender")
    bob.page.page.locator("#text").wait_for()
    bob.writes(code, "Send")
    bob.page.wait_for_title("Tressette table")
    return bob


def carla_comes(stack, port, code, tmp_path, environ):
    """Connect Carla, in Italian in a terminal."""
    home = make_home(tmp_path / "carla", "it")
    environ = {**environ, "AUDIOGAMES_HOME": str(home)}
    command = ("audiogames", *joining(port, "Carla", code, home), "--terminal")
    run = stack.enter_context(TerminalRun(*command, environ=environ))
    carla = Player("it", home, 1, run.press, run.press)
    carla.is_in("Connesso come ospite Carla.")
    return carla


def test_two_browsers_and_a_terminal_play_at_one_table(served, page_of, stack, tmp_path, environ):
    port, server_code = served
    anna, code = anna_comes(page_of, port, server_code)
    bob = bob_comes(page_of, port, code)
    anna.sees("Bob")
    carla = carla_comes(stack, port, code, tmp_path, environ)
    anna.sees("Carla")
    bob.sees("Carla")
    anna.taps("Aggiungi un bot")
    carla.waits_for("si siede")
    anna.taps("Inizia la partita")
    for _ in range(3 * TRICKS):
        asked = []

        def look(asked=asked):
            asked[:] = [one for one in (anna, bob, carla) if one.is_asked()]
            return asked

        wait_until(look, "somebody's turn", PATIENCE)
        asked[0].plays()
    for one, lang, other in ((anna, "it", "en"), (bob, "en", "it")):
        told = " ".join(one.page.texts())
        assert TURN[lang] in told
        assert TURN[other] not in told
