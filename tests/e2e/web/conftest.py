"""A browser for all tests of the page, and a room of its own for each."""

import pytest

from tests.kit.programs.browser import DESK, Page, chromium, reason_missing, served
from tests.kit.waiting import require


@pytest.fixture(scope="module")
def browser():
    """One chromium; every page has a context of its own.

    While it runs its driver's event loop runs in this thread, so other tests must not meet it.
    """
    require(reason_missing())
    with chromium() as browser:
        yield browser


@pytest.fixture
def page_of(browser):
    """Makes pages; what a browser complains of fails the test."""
    pages = []

    def make(device=DESK):
        pages.append(Page(browser.new_context(**device).new_page()))
        return pages[-1]

    yield make
    for one in pages:
        one.page.context.close()
        assert one.errors == []


@pytest.fixture
def room(browser, tmp_path):
    """The address of a room with this test's own files."""
    with served(tmp_path) as address:
        yield address


@pytest.fixture(scope="module")
def pages(browser, tmp_path_factory):
    """An address where the files of the page lie, for tests that speak for the program."""
    with served(tmp_path_factory.mktemp("pages")) as address:
        yield address.partition("#")[0]
