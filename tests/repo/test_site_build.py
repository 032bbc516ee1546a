"""Tests that the page can be built in a fresh clone, and built again after a failure."""

import pytest

from tools.packager import site


def fail(*_given):
    raise OSError(28, "No space left on device")


def test_failed_site_build_keeps_the_earlier_page_and_can_be_repeated(tmp_path, monkeypatch):
    folder, half_built = tmp_path / "site", []
    monkeypatch.setattr(site, "_build", lambda work: (half_built.append(work), fail()))
    with pytest.raises(OSError, match="No space left"):
        site.build(folder)
    assert list(tmp_path.iterdir()) == []
    (folder / "python").mkdir(parents=True)
    (folder / site.PARTS).write_text("{}", "utf-8")
    with pytest.raises(OSError, match="No space left"):
        site.build(folder)
    assert (folder / site.PARTS).is_file()
    assert len(half_built) == 2


def test_site_build_without_developer_packages_uses_the_installed_typeface(monkeypatch):
    monkeypatch.setattr(site, "find_spec", lambda _name: None)
    monkeypatch.setattr(site, "write_letters", fail)
    site._write_letters()
