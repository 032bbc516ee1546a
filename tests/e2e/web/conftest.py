"""One browser for all tests of the page, the page built once, and a static web host."""

import pytest

from tests.kit.programs.browser import DESK, Page, chromium, reason_missing
from tests.kit.programs.host import StaticHost, built_site
from tests.kit.waiting import require


@pytest.fixture(scope="module")
def browser():
    """Yield the only chromium; every page has its own context.

    While it runs, its driver's event loop runs in this thread, so other tests must not run then.
    """
    require(reason_missing())
    with chromium() as browser:
        yield browser


@pytest.fixture
def page_of(browser):
    """Return a function that makes pages; an error in the browser's console fails the test."""
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
    """Return the folder that `tools/site` builds."""
    return built_site(tmp_path_factory)


@pytest.fixture
def host(built):
    """Return a host of this folder, which can be stopped and restarted."""
    with StaticHost(built) as host:
        yield host


@pytest.fixture
def room(host):
    """Return the address of the page."""
    return host.address


@pytest.fixture(scope="module")
def pages(built):
    """Return an address of the page's files, for tests that act as the program."""
    with StaticHost(built) as host:
        yield host.address
