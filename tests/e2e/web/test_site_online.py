"""Tests of playing at a real server's tables from the static page."""

import os
import re
import subprocess
import sys

import pytest

from tests.kit.programs.browser import PHONE
from tests.kit.programs.terminal import ROOT

pytestmark = [pytest.mark.e2e, pytest.mark.browser, pytest.mark.slow]


@pytest.fixture
def tables(host, tmp_path):
    """Start a real server that accepts pages from the host's address; return its port."""
    origin = host.address.rpartition("/cards/")[0]
    command = [sys.executable, "-m", "audiogames", "serve", "--public", "--host", "127.0.0.1"]
    command += ["--port", "0", "--origin", origin, "--lang", "en", "--speech", "none"]
    environ = {**os.environ, "AUDIOGAMES_HOME": str(tmp_path)}
    with subprocess.Popen(
        command, cwd=ROOT, env=environ, stdout=subprocess.PIPE, text=True
    ) as program:
        try:
            yield next(
                found[1] for line in program.stdout if (found := re.search(r":(\d{4,5})\b", line))
            )
        finally:
            program.terminate()


def write(page, text):
    """Type a text into the open field and send it."""
    page.page.locator("#text").fill(text)
    page.page.locator("#send").tap()


def name_the_server(page, tables):
    """Enter the server's address and the name Ugo in the menu of online tables."""
    page.tap("Tavoli in rete")
    page.tap("Indirizzo, niente")
    for text in (f"127.0.0.1:{tables}", "Ugo"):
        write(page, text)
        page.listen(len(page.placed()) - 1)


def enter(page, tables):
    """Connect to the server as Ugo."""
    name_the_server(page, tables)
    page.tap("Collegati")
    page.tap("Senza genere")
    page.page.get_by_text("Connesso come ospite Ugo.").first.wait_for()


def play_against_a_bot(page):
    """Open a table of Novantanove with a bot, and wait for the cards."""
    page.tap("Apri un tavolo")
    page.tap("Novantanove")
    page.tap("Aggiungi un bot")
    page.tap("Inizia la partita")
    page.page.locator("#hand .ready").first.wait_for()


def test_player_on_the_static_page_plays_at_a_table_of_a_real_server(host, tables, page_of):
    page = page_of(PHONE)
    page.open(host.address)
    enter(page, tables)
    play_against_a_bot(page)


def test_invitation_link_seats_the_guest_after_asking_for_a_name(host, tables, page_of):
    page = page_of(PHONE)
    page.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.open(host.address)
    enter(page, tables)
    page.tap("Apri un tavolo")
    page.tap("Novantanove")
    page.tap("Invita, o di' il codice")
    page.tap("Copia l'invito")
    page.page.get_by_text("Copiato.").first.wait_for()
    link = page.evaluate("navigator.clipboard.readText()")
    assert link.startswith(f"{host.address}#table=")

    other = page_of(PHONE)
    other.open(link)
    other.page.locator("#text").fill("Eva")
    other.page.locator("#send").tap()
    other.page.get_by_text("Eva").first.wait_for()
    page.page.get_by_text("Eva").first.wait_for()
    assert "#" not in other.page.url


def test_account_name_can_be_changed_by_touch(host, tables, page_of):
    page = page_of(PHONE)
    page.open(host.address)
    name_the_server(page, tables)
    page.tap("Riserva il nome con una password")
    page.page.locator("#text").wait_for()
    write(page, "gatti verdi 83 lune")
    page.tap("Senza genere")
    page.page.get_by_text("Connesso come Ugo.").first.wait_for()
    page.tap("Account")
    page.tap("Cambia il mio nome")
    page.page.locator("#text").wait_for()
    write(page, "Benita")
    page.tap("Sì")
    page.page.locator("#text").wait_for()
    write(page, "gatti verdi 83 lune")
    page.page.get_by_text("Ora ti chiami Benita.").first.wait_for()
    page.page.get_by_text("Account Benita").first.wait_for()
