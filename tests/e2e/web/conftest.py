"""Fixtures for tests of the web page: one browser, the page built once, and a web host."""

import pytest

from tests.kit.programs.browser import DESK, Page, chromium, reason_missing
from tests.kit.programs.host import StaticHost, built_site
from tests.kit.waiting import require


@pytest.fixture(scope="module")
def browser():
    """Yield the browser for all tests of a module; every page gets its own context.

    While it runs, its driver's event loop runs in this thread, so other tests must not run then.
    """
    require(reason_missing())
    with chromium() as browser:
        yield browser


@pytest.fixture
def page_of(browser):
    """Return a function that opens a blank page; browser errors fail the test at its end."""
    pages = []

    def make(device=DESK):
        pages.append(Page(browser.new_context(**device).new_page()))
        return pages[-1]

    yield make
    for one in pages:
        one.page.context.close()
        assert one.errors == []


@pytest.fixture(scope="session")
def built(tmp_path_factory):
    """Return the folder in which `tools/site` has built the page."""
    return built_site(tmp_path_factory)


@pytest.fixture
def host(built):
    """Return a web host that serves the built page, and can be stopped and restarted."""
    with StaticHost(built) as host:
        yield host


@pytest.fixture
def room(host):
    """Return the address of the built page."""
    return host.address


@pytest.fixture(scope="module")
def pages(built):
    """Return the address of the built page, for tests that use a fake program behind it."""
    with StaticHost(built) as host:
        yield host.address
