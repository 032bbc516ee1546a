"""Tests of the page on web servers with few MIME types, in old browsers, and without scripts."""

import pytest

from tests.kit.programs.browser import CHROMIUM, DESK, PATIENCE, PHONE, Page
from tests.kit.programs.host import StaticHost

pytestmark = [pytest.mark.e2e, pytest.mark.browser, pytest.mark.slow]

INSTALLED = {**PHONE, "service_workers": "allow"}


def test_site_works_on_a_server_that_knows_few_mime_types_and_declares_gzip(built, page_of):
    with StaticHost(built, knows_types=False) as host:
        page = page_of(INSTALLED)
        page.open(host.address)
        page.page.evaluate("navigator.serviceWorker.ready.then(() => true)")
        host.go()
        page.open(host.address)
        page.tap("Gioca")


def test_options_in_the_address_apply_to_a_cached_page(host, page_of):
    page = page_of(INSTALLED)
    page.open(host.address)
    page.page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.open(f"{host.address}?playouts=100")
    assert page.page.evaluate("navigator.serviceWorker.controller !== null")
    (program, *_) = page.page.workers
    assert program.evaluate("new URLSearchParams(self.name).get('playouts')") == "100"


def shows(page, sentence):
    page.page.wait_for_function(
        "(text) => document.body.innerText.includes(text)", arg=sentence, timeout=PATIENCE
    )


def test_browser_without_webassembly_shows_the_reason(host, page_of):
    page = page_of()
    page.page.add_init_script("delete globalThis.WebAssembly")
    page.page.goto(host.address)
    shows(page, "In questo browser WebAssembly è disattivato")
    shows(page, "Audiogames si può installare")


def test_page_without_javascript_says_that_it_needs_javascript(host, browser):
    flag = "--blink-settings=scriptEnabled=false"
    lacking = browser.browser_type.launch(executable_path=CHROMIUM, args=["--no-sandbox", flag])
    page = Page(lacking.new_context(**DESK).new_page())
    page.page.goto(host.address)
    shows(page, "Questa pagina ha bisogno di JavaScript")
    lacking.close()
