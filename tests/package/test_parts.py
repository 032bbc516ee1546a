"""What the packaged program is made of, as far as it can be looked at without building it."""

import ast
import re
import sys
from pathlib import Path

import pytest

from audiogames import __version__
from audiogames.app.keys.bindings import BINDINGS, game_bindings
from audiogames.core.registry import games
from tools.packager import build, contents, jaws, licences, start, windows
from tools.packager.licences import NOTICES

PACKAGER = Path(contents.__file__).parent
INSTALLER = (PACKAGER / "audiogames.iss").read_text(encoding="utf-8-sig")
NAME = re.compile(r"(Control\+|Shift\+|Alt\+)*(\w+|[.,])=")

# --- The key map for JAWS: what is written in it; whether JAWS takes it was not tried ------------


def test_the_key_map_has_every_key_of_the_program_but_a_few():
    lines = set(jaws.key_map().splitlines())
    bindings = [*BINDINGS, *(one for spec in games() for one in game_bindings(spec))]
    keys = {key for binding in bindings for key in binding.keys}
    missing = {key for key in keys - jaws.LEFT_TO_JAWS if f"{jaws.jaws_name(key)}=" not in lines}
    assert missing == set()
    assert len(jaws.LEFT_TO_JAWS) == 8


def test_the_key_map_gives_each_key_to_the_program():
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
def test_a_key_is_called_as_jaws_calls_it(key, name):
    assert jaws.jaws_name(key) == name


# --- Windows: written from documents, not run ----------------------------------------------------


def named(*arguments, **more):
    return (*arguments, more)


@pytest.mark.parametrize("version", [__version__, "2.0.0.dev3", "1.2"])
def test_the_version_is_an_expression_that_tells_it(version):
    kinds = "VSVersionInfo FixedFileInfo StringFileInfo StringTable StringStruct VarFileInfo"
    names = dict.fromkeys([*kinds.split(), "VarStruct"], named)
    tree = ast.parse(windows.version_resource(version).strip(), mode="eval")
    found = str(eval(compile(tree, "version", "eval"), {"__builtins__": {}}, names))  # noqa: S307
    assert f"('ProductVersion', '{version}'" in found
    assert "('OriginalFilename', 'audiogames.exe'" in found
    assert re.search(r"'filevers': \((\d+, ){3}\d+\)", found)


def test_the_installer_takes_the_names_that_the_build_makes():
    for name in (contents.NAME, contents.CONSOLE):
        assert f"{{app}}\\{name}.exe" in INSTALLER
    assert f"\\{windows.KEY_MAP}'" in INSTALLER
    assert f"'{'forget --yes'}'" in INSTALLER


def test_the_installer_asks_no_administrator_and_keeps_what_the_player_keeps():
    assert "PrivilegesRequired=lowest" in INSTALLER
    assert "MB_YESNO or MB_DEFBUTTON2" in INSTALLER
    assert "[UninstallDelete]" not in INSTALLER
    assert "HotKey" not in INSTALLER


def test_the_installer_says_its_own_words_in_both_languages():
    english, italian = (
        set(re.findall(rf"^{lang}\.(\w+)=", INSTALLER, re.MULTILINE)) for lang in ("en", "it")
    )
    used = set(re.findall(r"(?:\{cm:|CustomMessage\(')(\w+)", INSTALLER))
    assert english == italian != set()
    assert english <= used


@pytest.mark.parametrize("name", ["audiogames.iss", "jaws.py", "windows.py", "start.py"])
def test_what_was_not_run_says_so(name):
    text = (PACKAGER / name).read_text(encoding="utf-8-sig")
    assert re.search(r"not (been )?(run|tried)", text, re.IGNORECASE)


def test_the_windows_command_has_its_own_line_ends():
    lines = (PACKAGER.parent / "package.cmd").read_bytes().splitlines(keepends=True)
    assert all(line.endswith(b"\r\n") for line in lines)


# --- Where the packaged program begins -----------------------------------------------------------


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ({}, {}),
        ({"LD_LIBRARY_PATH": "/ours"}, {}),
        (
            {"LD_LIBRARY_PATH": "/ours:/theirs", "LD_LIBRARY_PATH_ORIG": "/theirs"},
            {"LD_LIBRARY_PATH": "/theirs"},
        ),
    ],
)
def test_other_programs_find_their_own_libraries(before, after):
    environ = {"HOME": "/home", **before}
    start.prepare_for_others(environ)
    assert environ == {"HOME": "/home", **after, start.AS_IF_ALONE: "1"}


@pytest.mark.parametrize("ends", [0, 3, SystemExit(2)])
def test_without_a_console_what_is_said_is_shown(monkeypatch, ends):
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
            start.in_a_box(run, shown.append)
    else:
        assert start.in_a_box(run, shown.append) == ends
    assert shown == ["There is no game chess."]


def test_without_a_console_nothing_is_shown_where_nothing_is_said(monkeypatch):
    monkeypatch.setattr(sys, "stdout", None)
    monkeypatch.setattr(sys, "stderr", None)
    shown = []
    assert start.in_a_box(lambda: 0, shown.append) == 0
    assert shown == []


# --- What goes in --------------------------------------------------------------------------------


def test_what_the_program_needs_is_in_and_our_tools_are_not():
    wanted, foreign = contents.needed(), set(contents.left_out())
    assert {"audiogames", "accessible-output2", "espeakng-loader", "msgspec"} <= wanted
    assert {"pytest", "ruff", "mypy", "pyinstaller"} & wanted == set()
    assert {"_pytest", "mypy", "PyInstaller", "babel"} <= foreign
    assert foreign & set(contents.whole()) == set()


def test_every_distribution_in_the_program_has_a_licence_beside_it(tmp_path):
    licences.write_licences(tmp_path, ())
    for name in contents.needed() - {contents.NAME}:
        assert (tmp_path / f"{name}.txt").stat().st_size > 0


def test_what_states_no_licence_has_a_notice():
    for name in ("espeakng-loader", "fontpkg", "pygame"):
        text = (NOTICES / f"{name}.txt").read_text(encoding="utf-8")
        assert "source code: https://" in text
        assert all((NOTICES / one).is_file() for one in re.findall(r"L?GPL-[\d.]+\.txt", text))


def test_a_folder_that_is_somebody_else_s_is_not_overwritten(tmp_path, capsys):
    letters = tmp_path / contents.NAME
    letters.mkdir()
    (letters / "letter.txt").write_text("Dear Ada", "utf-8")
    with pytest.raises(SystemExit) as ended:
        build.build(tmp_path)
    assert ended.value.code == 1
    assert "it stays as it is" in capsys.readouterr().err
    assert [path.name for path in letters.iterdir()] == ["letter.txt"]


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="asked on Linux only")
def test_a_missing_program_of_the_system_is_named_with_its_cure(monkeypatch):
    monkeypatch.setenv("PATH", "/nowhere")
    assert "apt install binutils" in build.missing_of_system()
