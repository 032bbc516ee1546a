"""Fixtures for the tests of the page."""

import pytest

from audiogames.shell.browser.storage import BrowserStorage
from audiogames.shell.files import Paths
from audiogames.shell.storage import FileStorage


@pytest.fixture(params=["files", "browser"])
def storage(request, tmp_path):
    """Return an empty storage; each test runs with storage in files and in a browser."""
    if request.param == "browser":
        return BrowserStorage()
    return FileStorage(Paths(tmp_path, tmp_path, tmp_path))
