"""Where the player's files and the program's are."""

from pathlib import Path

from audiogames.shell import files


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
