"""Tests of parts of the packaged program that need no build."""

import re
import struct
import sys
import tomllib
from pathlib import Path

import pytest

from audiogames.app.keys.bindings import BINDINGS, game_bindings
from audiogames.app.newer import read_newest
from audiogames.core.registry import games
from audiogames.shell import message_box, newest
from tests.kit.places import LANGUAGES
from tools.packager import contents, jaws, offering, publish, python_zip, site, wheels, windows
from tools.packager.licences import NOTICES

PACKAGER = Path(contents.__file__).parent
ROOT = PACKAGER.parents[1]
SETUP = (PACKAGER / "setup.nsi").read_text(encoding="utf-8")
LAUNCHER = (PACKAGER / "launcher.c").read_text(encoding="utf-8")
NAME = re.compile(r"(Control\+|Shift\+|Alt\+)*(\w+|[.,])=")

# --- The key map for JAWS: its contents; it was not tried in JAWS --------------------------------


def test_jaws_key_map_has_every_key_of_the_program_except_keys_left_to_jaws():
    lines = set(jaws.key_map().splitlines())
    bindings = [*BINDINGS, *(one for spec in games() for one in game_bindings(spec))]
    keys = {key for binding in bindings for key in binding.keys}
    missing = {key for key in keys - jaws.LEFT_TO_JAWS if f"{jaws.jaws_name(key)}=" not in lines}
    assert missing == set()
    assert len(jaws.LEFT_TO_JAWS) == 8


def test_jaws_key_map_passes_each_key_to_the_program():
    head, keys = jaws.key_map().split("[Common Keys]\r\n")
    lines = keys.splitlines()
    assert all(NAME.fullmatch(line) for line in lines)
    assert len(lines) == len(set(lines))
    assert all(not line or line.startswith(";") for line in head.splitlines())
    assert "Not tried" in head


@pytest.mark.parametrize(
    ("key", "name"),
    [
        ("up", "UpArrow"),
        ("shift+f10", "Shift+F10"),
        ("ctrl+shift+pageup", "Control+Shift+PageUp"),
        ("alt+1", "Alt+1"),
        ("shift+insert", "Shift+Insert"),
        ("h", "H"),
        ("comma", ","),
    ],
)
def test_jaws_key_map_names_keys_as_jaws_does(key, name):
    assert jaws.jaws_name(key) == name


# --- The launchers and the setup for Windows ------------------------------------------------------


@pytest.mark.parametrize(
    ("version", "numbers"),
    [("0.9.0", (0, 9, 0, 0)), ("2.0.0.dev3", (2, 0, 0, 3)), ("1.2", (1, 2, 0, 0))],
)
def test_version_resource_has_four_numbers_and_the_version_text(version, numbers):
    assert windows.numeric_version(version) == numbers
    script = windows.resources("audiogames", version)
    assert f'VALUE "ProductVersion", "{version}"' in script
    assert f"FILEVERSION {','.join(map(str, numbers))}" in script


def test_icon_file_lists_an_image_for_each_size():
    data = windows.icon_file()
    kind, count = struct.unpack_from("<HH", data, 2)
    assert (kind, count) == (1, len(windows.ICON_SIDES))
    for place in range(count):
        side, *_, length, offset = struct.unpack_from("<BBBBHHII", data, 6 + 16 * place)
        assert side == windows.ICON_SIDES[place] % 256
        assert data[offset : offset + 8] == b"\x89PNG\r\n\x1a\n"
        assert offset + length <= len(data)


def test_windows_setup_uses_the_file_names_of_build_and_launcher():
    for name in (contents.NAME, contents.CONSOLE):
        assert f"$INSTDIR\\{name}.exe" in SETUP
    assert f'KEY_MAP "{windows.KEY_MAP}"' in SETUP
    for name in ("Audiogames.Running", "Audiogames.Close"):
        assert f"Local\\{name}" in SETUP
        assert f"Local\\\\{name}" in LAUNCHER


def test_windows_setup_needs_no_administrator_and_uninstaller_keeps_matches_by_default():
    assert "RequestExecutionLevel user" in SETUP
    assert 'MB_YESNO|MB_DEFBUTTON2|MB_ICONQUESTION "$(Forget)" /SD IDNO' in SETUP
    assert "HotKey" not in SETUP


def test_windows_setup_has_texts_in_both_languages():
    named = re.findall(r"^LangString (\w+) \$\{LANG_(\w+)\}", SETUP, re.MULTILINE)
    by_language = {
        lang: {name for name, one in named if one == lang} for lang in ("ENGLISH", "ITALIAN")
    }
    assert by_language["ENGLISH"] == by_language["ITALIAN"] != set()
    assert all(f"$({name})" in SETUP for name in by_language["ENGLISH"])


# --- The lock file --------------------------------------------------------------------------------


def test_every_dependency_is_pinned_with_hashes():
    pinned = {
        line.split("==")[0] for line in wheels.LOCK.read_text("utf-8").splitlines() if "==" in line
    }
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    wanted = {re.split(r"[\[>=;<]", one)[0].strip() for one in project["dependencies"]}
    assert wanted - pinned - {"pygame-ce"} == set()
    assert {"msvc-runtime", wheels.PYTHON_CARRIER} <= pinned


def test_windows_build_refuses_an_unexpected_python_archive(tmp_path, capsys):
    (tmp_path / "python.zip").write_bytes(b"not it")
    with pytest.raises(SystemExit):
        python_zip.check(tmp_path / "python.zip", "0" * 64)
    assert "is not the file that was expected" in capsys.readouterr().err
    with pytest.raises(SystemExit):
        python_zip.minor_version(tmp_path / "python.zip")
    assert "python.zip is no zip" in capsys.readouterr().err


# --- A program without a console ------------------------------------------------------------------


@pytest.mark.parametrize("ends", [0, 3, SystemExit(2)])
def test_program_output_is_shown_in_a_message_box_if_there_is_no_console(monkeypatch, ends):
    monkeypatch.setattr(sys, "stdout", None)
    monkeypatch.setattr(sys, "stderr", None)
    shown = []

    def run():
        print("There is no game chess.", file=sys.stderr)
        if isinstance(ends, SystemExit):
            raise ends
        return ends

    if isinstance(ends, SystemExit):
        with pytest.raises(SystemExit):
            message_box.run_without_console(run, shown.append)
    else:
        assert message_box.run_without_console(run, shown.append) == ends
    assert shown == ["There is no game chess."]


def test_program_without_output_shows_no_message_box(monkeypatch):
    monkeypatch.setattr(sys, "stdout", None)
    monkeypatch.setattr(sys, "stderr", None)
    shown = []
    assert message_box.run_without_console(lambda: 0, shown.append) == 0
    assert shown == []


# --- Contents ------------------------------------------------------------------------------------


def test_packaged_program_includes_its_dependencies_but_no_developer_tools():
    wanted = contents.needed()
    assert {"audiogames", "accessible-output2", "espeakng-loader", "msgspec"} <= wanted
    assert {"pytest", "ruff", "mypy", "cyclonedx-python-lib"} & wanted == set()


def test_bundled_package_without_a_licence_file_has_a_notice():
    for name in ("espeakng-loader", "fontpkg", "pygame"):
        text = (NOTICES / f"{name}.txt").read_text(encoding="utf-8")
        assert "source code: https://" in text
        assert all((NOTICES / one).is_file() for one in re.findall(r"L?GPL-[\d.]+\.txt", text))


def test_build_does_not_overwrite_a_folder_with_other_files(tmp_path, capsys):
    letters = tmp_path / contents.NAME
    letters.mkdir()
    (letters / "letter.txt").write_text("Dear Ada", "utf-8")
    with pytest.raises(SystemExit) as ended:
        windows.clear(letters)
    assert ended.value.code == 1
    assert "it is left as it is" in capsys.readouterr().err
    assert [path.name for path in letters.iterdir()] == ["letter.txt"]


# --- Announcing a newer version -------------------------------------------------------------------


def test_packaged_update_file_is_not_newer_than_its_own_program(tmp_path, monkeypatch):
    data = tmp_path / "runtime" / "audiogames" / "_data"
    data.mkdir(parents=True)
    offering.name_address(tmp_path, "https://example.org/games/")
    monkeypatch.setattr(newest, "resources", lambda: data)
    assert newest.release_feed().address == "https://example.org/games/newest.json"
    told = offering.write_newest(tmp_path, "https://example.org/games").read_bytes()
    assert read_newest(told, ("en",)) is None
    for lang in LANGUAGES:
        assert read_newest(told, (lang,), "0.0").news.endswith(".")


@pytest.mark.parametrize("address", ["http://example.org", "example.org", "https://a b"])
def test_build_refuses_an_update_address_that_the_program_would_refuse(address, capsys):
    with pytest.raises(SystemExit):
        offering.check(address)
    assert "https://" in capsys.readouterr().err


def test_site_build_does_not_replace_a_folder_that_is_not_a_site(tmp_path, capsys):
    mine = tmp_path / "python" / "mine.py"
    mine.parent.mkdir()
    mine.write_text("kept", "utf-8")
    with pytest.raises(SystemExit):
        site.build(tmp_path)
    assert capsys.readouterr().err.startswith(f"{tmp_path} is not empty")
    assert mine.read_text("utf-8") == "kept"


def test_publishing_fails_if_the_served_page_differs_from_the_built_page(tmp_path, capsys):
    page = tmp_path / "site" / "index.html"
    page.parent.mkdir()
    page.write_text("Audiogames", "utf-8")
    publish.fetch_page(page.parent)
    page.write_text("something else", "utf-8")
    with pytest.raises(SystemExit):
        publish.fetch_page(page.parent)
    assert "not served as it was built" in capsys.readouterr().err
