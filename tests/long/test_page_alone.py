"""Test that the installed page works after the host that served it has stopped.

The test finishes a match by touch, and then joins a table of a server.
"""

import re
import subprocess
import sys

import pytest

from tests.contract.walk import Plan
from tests.e2e.web.conftest import browser, built, page_of
from tests.e2e.web.test_matches import all_is_told, late
from tests.e2e.web.test_site_faults import INSTALLED
from tests.e2e.web.test_site_online import enter, play_against_a_bot, tables

__all__ = ["browser", "built", "page_of", "tables"]

pytestmark = [pytest.mark.e2e, pytest.mark.browser]

LAST_ROUND = 52
"""The number of cards that are still to be played: a whole match of Wist takes at least eight
rounds, a quarter of an hour by touch. A plan has played the others."""


class HttpServer:
    """`python -m http.server`, serving the folder of a page until it is stopped."""

    def __init__(self, folder):
        command = [sys.executable, "-u", "-m", "http.server", "--bind", "127.0.0.1", "0"]
        self._process = subprocess.Popen(
            command,
            cwd=folder.parent,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        port = re.search(r"port (\d+)", self._process.stdout.readline())[1]
        self.address = f"http://127.0.0.1:{port}/{folder.name}/"

    def stop(self):
        self._process.terminate()
        self._process.wait()
        self._process.stdout.close()


@pytest.fixture
def host(built):
    """Return a host that serves the built page."""
    server = HttpServer(built)
    yield server
    server.stop()


def test_installed_page_finishes_and_stores_wist_and_joins_a_table_after_its_host_has_stopped(
    host, tables, page_of
):
    page = page_of(INSTALLED)
    page.keep(late("wist", Plan(4, {}, (7, 3, 11, 5, 2), 600), LAST_ROUND))
    page.open(host.address)
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    host.stop()

    page.open(host.address)
    page.page.get_by_role("button", name=re.compile("^Riprendi, Wist")).tap()
    page.page.locator("#hand .card").first.wait_for()
    assert len(page.names("#hand .card")) == LAST_ROUND // 4
    page.play_on()
    result = page.page.locator("#result h2").inner_text()
    assert result.startswith(("Vinc", "Hai vinto", "Vince"))
    all_is_told(page)

    page.open(host.address)
    assert page.page.get_by_role("button", name=re.compile("^Riprendi")).count() == 0
    for name in ("Azioni", "Statistiche e partite finite", "Partite finite"):
        page.tap(name)
    page.page.get_by_role("button", name=re.compile("Wist")).first.wait_for()
    page.open(host.address)
    enter(page, tables)
    play_against_a_bot(page)
