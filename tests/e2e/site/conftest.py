"""The page that needs no server: built once, on a host of static files for each test."""

import subprocess

import pytest

from tests.e2e.web.conftest import browser, page_of
from tests.kit.programs.host import StaticHost
from tests.kit.programs.terminal import ROOT

__all__ = ["browser", "page_of"]


@pytest.fixture(scope="session")
def built(tmp_path_factory):
    """The folder that `tools/site` makes."""
    folder = tmp_path_factory.mktemp("site") / "cards"
    done = subprocess.run(
        [ROOT / "tools/site", folder], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return folder


@pytest.fixture
def host(built):
    with StaticHost(built) as host:
        yield host
