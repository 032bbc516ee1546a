"""Tests of the folders for the player's files and the program's data, and of files in use."""

from pathlib import Path

import pytest

from audiogames.shell import files
from tests.shell.heldkit import Clock, Held


def test_chosen_home_folder_contains_every_file(monkeypatch, tmp_path):
    monkeypatch.setenv(files.HOME, str(tmp_path))
    found = files.user_paths()
    assert found.settings == tmp_path / "settings.json"
    assert found.matches == tmp_path / "matches"
    assert found.reports == tmp_path / "reports"


def test_default_folders_follow_the_conventions_of_the_system(monkeypatch, tmp_path):
    monkeypatch.delenv(files.HOME, raising=False)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    found = files.user_paths()
    folders = {path.name for path in (found.config, found.data, found.state)}
    assert folders == {"audiogames"} or len(folders) > 1  # not every system heeds XDG


def test_finding_the_users_folders_creates_no_folder(monkeypatch, tmp_path):
    monkeypatch.setenv(files.HOME, str(tmp_path / "home"))
    files.user_paths()
    assert not (tmp_path / "home").exists()


def test_sounds_and_catalogues_are_found():
    assert (files.resources() / "sounds").is_dir()
    assert (files.resources() / "locales").is_dir()


def test_installed_package_uses_its_own_data(monkeypatch, tmp_path):
    module = tmp_path / "audiogames" / "shell" / "paths.py"
    (tmp_path / "audiogames" / "_data").mkdir(parents=True)
    monkeypatch.setattr(files, "__file__", str(module))
    assert files.resources() == Path(tmp_path / "audiogames" / "_data")


# --- Files that another program holds -------------------------------------------------------------


@pytest.mark.parametrize("number", [5, 32, 33])
def test_file_in_use_is_retried_until_free(number):
    clock, held = Clock(), Held(number, times=5)
    assert files.patiently(held, clock=clock.now, sleep=clock.sleep) == "done"
    assert clock.now() == pytest.approx(5 * files.RETRY_SECONDS)


def test_file_in_use_is_given_up_after_half_a_second():
    clock, held = Clock(), Held(32, times=1000)
    with pytest.raises(PermissionError):
        files.patiently(held, clock=clock.now, sleep=clock.sleep)
    assert clock.now() == pytest.approx(0.5, abs=2 * files.RETRY_SECONDS)


def test_permanent_file_errors_are_not_retried():
    clock, held = Clock(), Held(None, times=1)
    with pytest.raises(PermissionError):
        files.patiently(held, clock=clock.now, sleep=clock.sleep)
    assert clock.now() == 0
