"""Tests of how the commands `web` and `serve --web` find the built page."""

import os

import pytest

from audiogames.shell.web import finding
from audiogames.shell.web.files import PARTS, START
from audiogames.shell.web.finding import BUILDER, NoSite, find_site


def lay_site(folder):
    for name in (START, PARTS):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text("", "utf-8")
    return folder


def told(call, *given):
    with pytest.raises(NoSite) as caught:
        call(*given)
    return caught.value.message.id


@pytest.fixture
def root(tmp_path, monkeypatch):
    """Return the source folder of the program, with a simulated builder of the page."""
    root = tmp_path / "program"
    monkeypatch.setattr(finding, "resources", lambda: root)
    monkeypatch.setattr(finding, "_build", lambda _root, folder: lay_site(folder))
    return root


def test_named_folder_must_contain_a_built_page(tmp_path):
    assert told(find_site, tmp_path, tmp_path, print) == "cli-no-site-there"
    site = lay_site(tmp_path / "site")
    assert find_site(site, tmp_path, print) == site


def test_installed_program_uses_an_unpacked_page_or_explains_how_to_get_one(root, tmp_path):
    assert told(find_site, None, tmp_path / "site", print) == "cli-no-site"
    site = lay_site(tmp_path / "site")
    assert find_site(None, site, print) == site


def test_checkout_builds_the_page_once_and_again_after_a_change(root, tmp_path):
    said = []
    source = root / "audiogames" / "app.py"
    for path in (source, root / BUILDER):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("", "utf-8")
        os.utime(path, (0, 0))
    for _ in range(2):
        assert find_site(None, tmp_path / "site", said.append) == tmp_path / "site"
    assert [one.id for one in said] == ["cli-site-building"]
    os.utime(source, (2**33, 2**33))
    find_site(None, tmp_path / "site", said.append)
    assert len(said) == 2


def test_failed_page_build_is_reported_with_its_reason(tmp_path, monkeypatch):
    monkeypatch.setattr(finding, "resources", lambda: tmp_path)
    (tmp_path / BUILDER).parent.mkdir(parents=True)
    (tmp_path / BUILDER).write_text("raise SystemExit('No network.')", "utf-8")
    assert told(find_site, None, tmp_path / "site", lambda _message: None) == "cli-site-not-built"
