"""Fixtures of the page's tests."""

import pytest

from audiogames.shell.files import Paths
from audiogames.shell.storage import FileStorage
from audiogames.shell.web.storage import BrowserStorage


@pytest.fixture(params=["files", "browser"])
def storage(request, tmp_path):
    """An empty storage of either kind: one promise for both."""
    if request.param == "browser":
        return BrowserStorage()
    return FileStorage(Paths(tmp_path, tmp_path, tmp_path))
