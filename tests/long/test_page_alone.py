"""The page whose host is gone: a whole match by touch, kept, and then a table of a real server."""

import pytest

from tests.e2e.web.conftest import browser, built, host, page_of
from tests.e2e.web.test_site_faults import INSTALLED
from tests.e2e.web.test_site_matches import play_to_the_end
from tests.e2e.web.test_site_online import enter, tables
from tests.kit.programs.whole_match import just_begun

__all__ = ["browser", "built", "host", "page_of", "tables"]

pytestmark = [pytest.mark.e2e, pytest.mark.browser]

KEPT = """async (name) => {
  const asked = (request) => new Promise((done, failed) => {
    request.onsuccess = () => done(request.result);
    request.onerror = () => failed(request.error);
  });
  const base = await asked(indexedDB.open("audiogames"));
  return asked(base.transaction("kept").objectStore("kept").get(name));
}"""


def test_installed_page_without_its_host_plays_wist_and_joins_a_table(host, tables, page_of):
    page = page_of(INSTALLED)
    page.keep({"match short": just_begun("wist")})
    page.open(host.address)
    page.page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    host.go()
    page.open(host.address)
    page.tap_what_is_there("#rows button")
    page.page.locator("#hand .card").first.wait_for()
    play_to_the_end(page, 2400)

    page.open(host.address)
    assert '"game":"wist"' in page.evaluate(KEPT, "summary")
    assert page.page.get_by_role("button", name="Riprendi", exact=False).count() == 0
    enter(page, tables)
    page.tap("Apri un tavolo")
    page.tap("Novantanove")
    page.tap("Aggiungi un bot")
    page.tap("Inizia la partita")
    page.page.locator("#hand .ready").first.wait_for()
