"""A browser for all tests of the page, the page built once, and a host of static files."""

import pytest

from tests.kit.programs.browser import DESK, Page, chromium, reason_missing
from tests.kit.programs.host import StaticHost, built_site
from tests.kit.waiting import require


@pytest.fixture(scope="module")
def browser():
    """One chromium; every page has a context of its own.

    While it runs, its driver's event loop runs in this thread, so other tests must not run then.
    """
    require(reason_missing())
    with chromium() as browser:
        yield browser


@pytest.fixture
def page_of(browser):
    """Makes pages; an error in the browser's console fails the test."""
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
    """The folder that `tools/site` makes."""
    return built_site(tmp_path_factory)


@pytest.fixture
def host(built):
    """A host of this folder, which can disappear and come back."""
    with StaticHost(built) as host:
        yield host


@pytest.fixture
def room(host):
    """The address of the page."""
    return host.address


@pytest.fixture(scope="module")
def pages(built):
    """An address of the page's files, for tests that play the part of the program."""
    with StaticHost(built) as host:
        yield host.address
