"""Where the player's files and the program's are."""

from pathlib import Path

import pytest

from audiogames.shell import files
from tests.shell.heldkit import Clock, Held


def test_a_folder_of_choice_holds_everything(monkeypatch, tmp_path):
    monkeypatch.setenv(files.HOME, str(tmp_path))
    found = files.user_paths()
    assert found.settings == tmp_path / "settings.json"
    assert found.matches == tmp_path / "matches"
    assert found.reports == tmp_path / "reports"


def test_otherwise_the_system_says_where(monkeypatch, tmp_path):
    monkeypatch.delenv(files.HOME, raising=False)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    found = files.user_paths()
    folders = {path.name for path in (found.config, found.data, found.state)}
    assert folders == {"audiogames"} or len(folders) > 1  # not every system heeds XDG


def test_nothing_is_made_by_asking(monkeypatch, tmp_path):
    monkeypatch.setenv(files.HOME, str(tmp_path / "home"))
    files.user_paths()
    assert not (tmp_path / "home").exists()


def test_sounds_and_words_are_found():
    assert (files.resources() / "sounds").is_dir()
    assert (files.resources() / "locales").is_dir()


def test_an_installed_package_brings_its_own(monkeypatch, tmp_path):
    module = tmp_path / "audiogames" / "shell" / "paths.py"
    (tmp_path / "audiogames" / "_data").mkdir(parents=True)
    monkeypatch.setattr(files, "__file__", str(module))
    assert files.resources() == Path(tmp_path / "audiogames" / "_data")


# --- Files that another program holds -------------------------------------------------------------


@pytest.mark.parametrize("number", [5, 32, 33])
def test_a_held_file_is_tried_again_until_it_is_free(number):
    clock, held = Clock(), Held(number, times=5)
    assert files.patiently(held, clock=clock.now, sleep=clock.sleep) == "done"
    assert clock.now() == pytest.approx(5 * files.RETRY_SECONDS)


def test_a_file_that_stays_held_is_given_up_after_half_a_second():
    clock, held = Clock(), Held(32, times=1000)
    with pytest.raises(PermissionError):
        files.patiently(held, clock=clock.now, sleep=clock.sleep)
    assert clock.now() == pytest.approx(0.5, abs=2 * files.RETRY_SECONDS)


def test_what_no_waiting_helps_is_not_waited_for():
    clock, held = Clock(), Held(None, times=1)
    with pytest.raises(PermissionError):
        files.patiently(held, clock=clock.now, sleep=clock.sleep)
    assert clock.now() == 0
