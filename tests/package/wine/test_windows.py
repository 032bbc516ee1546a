"""Tests of the Windows program as a player gets it: built, installed and played under Wine."""

import json
import os
import py_compile
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from audiogames import __version__
from tests.kit.programs.manager import WindowManager
from tests.kit.programs.player import play_to_the_end
from tests.kit.programs.screen import Screen
from tests.kit.programs.transcript import Heard
from tests.kit.programs.whole_match import lay_out
from tests.kit.waiting import require, wait_until
from tests.package.wine import suite
from tests.package.wine.kit import (
    PATIENCE,
    Installed,
    Windows,
    build_program,
    build_stand_in,
    expected,
    reason_missing,
)

if not sys.platform.startswith("linux"):
    pytest.skip("Windows programs are run under Wine here", allow_module_level=True)

pytestmark = [pytest.mark.e2e, pytest.mark.window, pytest.mark.slow]

OLDER = "0.0.1"
FOLDER = "Niccolò-àè"
"""The folder of the installed program, with letters outside ASCII."""

FOREIGN = "世界"
"""Letters outside the code page of this Windows.  Wine opens no shortcut to such a path."""

BACK = "Ora parlo con NVDA."

SHORTCUT = "Microsoft/Windows/Start Menu/Programs/Audiogames.lnk"
SETTINGS = {
    "language": "it",
    "pace": 5,
    "thought": 0,
    "rate": 900,
    "speech": "auto",
    "welcomed": True,
}


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """Build the Windows program and its release files; return their folder."""
    require(reason_missing())
    target = tmp_path_factory.mktemp("made")
    build_program(target)
    return target


@pytest.fixture(scope="module")
def older_setup(made, tmp_path_factory):
    """Return a setup program of an older version, which differs only in its version number."""
    from tools.packager import release

    target = tmp_path_factory.mktemp("older")
    folder = target / "Audiogames"
    shutil.copytree(made / "Audiogames", folder, copy_function=os.link)
    module = folder / "runtime/Lib/site-packages/audiogames/__init__.py"
    text = module.read_text("utf-8").replace(__version__, OLDER)
    module.unlink()  # a link to that of the newer version
    module.write_text(text, "utf-8")
    compiled = module.parent / "__pycache__" / "__init__.cpython-311.pyc"
    compiled.unlink()
    py_compile.compile(str(module), str(compiled), "audiogames/__init__.py", doraise=True)
    return release.make_setup(folder, target, "zlib", OLDER)


@pytest.fixture(scope="module")
def stand_in(tmp_path_factory):
    require(reason_missing())
    return build_stand_in(tmp_path_factory.mktemp("nvda"))


@pytest.fixture(scope="module")
def screen(tmp_path_factory):
    require(reason_missing())
    with Screen() as screen, WindowManager(screen, tmp_path_factory.mktemp("manager")):
        yield screen


@pytest.fixture(scope="module")
def windows(screen, tmp_path_factory):
    windows = Windows(tmp_path_factory.mktemp("windows"), screen)
    yield windows
    windows.end_programs()


@pytest.fixture(scope="module")
def installed(windows, made, stand_in):
    """Return the program, installed in a folder whose path is not plain ASCII."""
    return install(windows, made, FOLDER, stand_in)


def install(windows, made, folder, stand_in):
    """Install the program with its setup program, and replace NVDA's library with the fake one."""
    (setup,) = made.glob("*-setup.exe")
    assert windows.install(setup, folder) == 0
    installed = Installed(windows, folder)
    installed.put_stand_in(stand_in)
    return installed


@pytest.fixture
def program(installed):
    """Return the installed program, after deleting its data and the fake NVDA's log."""
    for path in (installed.kept, installed.log, installed.off):
        shutil.rmtree(path) if path.is_dir() else path.unlink(missing_ok=True)
    installed.kept.mkdir()
    (installed.kept / "settings.json").write_text(json.dumps(SETTINGS), "utf-8")
    yield installed
    installed.windows.end_programs()


def has_keyboard(screen):
    """Return True if a window has the focus."""
    try:
        return screen.do("getwindowfocus") != "1"
    except subprocess.CalledProcessError:
        return False


def focused(screen):
    """Return the title of the focused window, or None."""
    try:
        return screen.do("getwindowfocus", "getwindowname")
    except subprocess.CalledProcessError:
        return None


def close(screen, program):
    """Quit by Alt+F4 and S (yes), and wait until all processes of the program have ended."""
    said = len(program.spoken())
    screen.press("alt+F4")
    wait_until(lambda: len(program.spoken()) > said, "the question", PATIENCE)
    screen.press("s")
    program.windows.wait_until_idle()


def test_windows_build_makes_zip_setup_checksums_bill_of_materials_and_manifests(made):
    names = {path.name for path in made.iterdir()}
    stem = f"audiogames-{__version__}"
    files = {f"{stem}-windows.zip", f"{stem}-setup.exe", f"{stem}-windows.cdx.json", "SHA256SUMS"}
    assert names == {"Audiogames", "winget", *files}
    bill = json.loads((made / f"{stem}-windows.cdx.json").read_text("utf-8"))
    parts = {one["name"] for one in bill["components"]}
    assert {"pygame", "pywin32", "panda3d", "msvc-runtime", "python311.dll"} <= parts
    hashes = dict(line.split("  ")[::-1] for line in (made / "SHA256SUMS").read_text().splitlines())
    (manifest,) = made.glob("winget/*.installer.yaml")
    assert hashes[f"{stem}-setup.exe"].upper() in manifest.read_text("utf-8")


def test_windows_doctor_finds_nvda_and_the_built_in_voice(program):
    code, said = program.console("--lang", "en", "doctor")
    assert code == 0
    assert "NVDA" in said
    program.off.touch()
    _, said = program.console("--lang", "en", "doctor", "--speech", "builtin")
    assert "Speaking through the built-in voice." in said, said


def test_built_in_voice_speaks_from_a_folder_name_outside_the_windows_code_page(program, windows):
    folder = windows.drive / FOREIGN
    shutil.copytree(program.folder, folder, copy_function=os.link)
    elsewhere = Installed(windows, FOREIGN)
    _, said = elsewhere.console("--lang", "en", "doctor", "--speech", "builtin")
    assert "Speaking through the built-in voice." in said, said


HOLDING = """
import threading
from audiogames.app.settings import Settings
from audiogames.app.storage import StorageError
from audiogames.shell.files import user_paths
from audiogames.shell.storage import FileStorage

storage = FileStorage(user_paths())
for seconds in (0.2, 1.5):
    reader = open(user_paths().settings)
    threading.Timer(seconds, reader.close).start()
    try:
        storage.save_settings(Settings(language="it"))
        print("saved")
    except StorageError as error:
        print(error.message.id)
"""


def test_settings_are_saved_although_another_program_briefly_holds_the_file(program):
    code, said = program.console("-c", HOLDING, "--multiprocessing-fork")
    assert (code, said.split()) == (0, ["saved", "cannot-save-settings"])


def test_ctrl_c_closes_the_tables_and_saves_the_matches(program):
    serve = ("serve", "--speech", "none", "--braille", "off", "--host", "127.0.0.1", "--port", "0")
    code, said = program.at_terminal("nothing is encrypted", b"\x03", "--lang", "en", *serve)
    assert code == 0
    assert "Table closed. The matches are saved." in said


def test_start_menu_entry_opens_the_program_and_nvda_speaks(
    program, windows, made, stand_in, screen
):
    install(windows, made, FOLDER, stand_in)  # another test may have removed the shortcut
    (shortcut,) = windows.drive.glob(f"users/*/AppData/Roaming/{SHORTCUT}")
    windows.start("wine", "start", "/wait", "/unix", shortcut)
    program.wait_for("Menu principale")
    wait_until(lambda: has_keyboard(screen), "the window having the keyboard")
    screen.press("alt", "Down")
    program.wait_for("Tavoli in rete")  # no menu of the window has used it
    screen.press("F10")
    program.wait_for("Opzioni")
    screen.press("Escape")
    close(screen, program)


@pytest.mark.parametrize("has_runtime", [False, True], ids=["from within the zip", "without a DLL"])
def test_windows_launcher_reports_missing_files(program, windows, screen, has_runtime):
    alone = windows.drive / f"alone{has_runtime:d}"
    alone.mkdir()
    shutil.copy(program.folder / "audiogames.exe", alone)
    if has_runtime:
        (alone / "runtime").mkdir()
    process = windows.start("wine", alone / "audiogames.exe")
    wait_until(lambda: focused(screen) == "Audiogames", "the message")
    screen.press("Return")
    assert process.wait(PATIENCE) == 1


ENDS = """
from time import sleep
from accessible_output2.outputs.nvda import NVDA
from audiogames.shell.speech.ao2_outputs import adapt
voice = adapt(NVDA())
voice.say("re & regina", False, "it")
while voice.unended() != 0:
    sleep(0.01)
print("ended")
"""


def test_nvda_client_of_2024_reports_when_a_text_was_spoken(program, stand_in, tmp_path):
    program.put_stand_in(build_stand_in(tmp_path, "SSML"))
    try:
        code, said = program.console("-c", ENDS, "--multiprocessing-fork")
    finally:
        program.put_stand_in(stand_in)
    assert (code, said.strip()) == (0, "ended")
    assert program.spoken() == [("ssml", "<speak>re &amp; regina</speak>")]


def test_terminal_shell_without_a_console_is_refused_without_a_crash(program):
    code, _ = program.console("--terminal")
    assert code == 1
    assert not (program.kept / "reports").exists()


@pytest.fixture(scope="module")
def packages(tmp_path_factory):
    """Return a folder with the Windows packages that the tests need."""
    return suite.fetch(tmp_path_factory.mktemp("packages"))


def test_compiled_windows_program_plays_the_same_matches_as_the_pure_python_one(program, packages):
    given = ["--matches", "3"]
    wanted = f"sys.argv[1:] = {given!r}; from bench.digests import main; sys.exit(main())"
    code, said = program.console(
        "-c", suite.run(packages, wanted, packaged=True), "--multiprocessing-fork"
    )
    assert code == 0, said
    pure = [sys.executable, "-m", "bench.digests", *given]
    here = subprocess.run(pure, cwd=suite.ROOT, capture_output=True, text=True, check=True).stdout
    assert said.split()[-1] == "compiled"
    assert said.split()[:-1] == here.split()[:-1]


def test_part_of_the_test_suite_passes_on_windows(program, packages):
    run = suite.code(packages, suite.SAMPLE, suite.QUICK)
    code, said = program.console("-c", run, "--multiprocessing-fork")
    assert code == 0, said
    assert int(re.search(r"(\d+) passed", said)[1]) > 600


@pytest.mark.parametrize("game", ["novantanove", "briscola"])
def test_whole_match_is_spoken_by_nvda_as_in_the_transcript(program, screen, game):
    """NVDA is off for a part of the match, and misses only the sentences spoken meanwhile."""
    lay_out(program.kept, game)
    transcript = program.kept / "transcript"
    heard = Heard(transcript)
    program.open("--transcript", "C:\\kept\\transcript")
    heard.waits_for("Riprendi")
    wait_until(lambda: has_keyboard(screen), "the window having the keyboard")
    away = _Absence(program, heard)

    def press(key):
        away.press_count(screen, key)

    press("Return")
    play_to_the_end(heard, press, "it")
    close(screen, program)
    lines = heard.lines()
    first, last = unheard(lines, program.spoken())
    assert first <= away.first + 1
    assert away.last <= last + 1
    assert 0 < last - first < len(lines) - 10


def unheard(lines, given):
    """Return the first and the last line of the transcript that NVDA missed.

    Check that NVDA received all lines before and after them.
    """
    first = 0
    while given[: len(expected(lines[: first + 1]))] == expected(lines[: first + 1]):
        first += 1
    rest = given[len(expected(lines[:first])) :]
    for last in range(first, len(lines) + 1):
        if rest == expected(lines[last:]):
            return first, last
    raise AssertionError([lines[first], rest[:3]])


class _Absence:
    """A period, from the sixth key press to the ninth, during which the fake NVDA fails."""

    def __init__(self, program, heard):
        self.program, self.heard = program, heard
        self.keys, self.first, self.last = 0, 0, 0

    def press_count(self, screen, key):
        self.keys += 1
        if self.keys == 6:
            self.first = len(self.heard.lines())
            self.program.off.touch()
        if self.keys == 9:
            gone = "Ora parlo con la voce interna."
            wait_until(lambda: gone in self.heard.texts(), "the other voice", PATIENCE)
            self.program.off.unlink()
            self.heard.waits_for(BACK)
            self.last = len(self.heard.lines())
        screen.press(key)


def test_windows_setup_replaces_a_running_older_version_and_uninstalling_keeps_matches(
    windows, made, older_setup, stand_in, screen
):
    assert windows.install(older_setup, "Audiogames") == 0
    program = Installed(windows, "Audiogames")
    program.put_stand_in(stand_in)
    assert program.console("--version") == (0, f"audiogames {OLDER}\r\n")
    shutil.rmtree(program.kept, ignore_errors=True)
    program.kept.mkdir()
    (program.kept / "settings.json").write_text(json.dumps(SETTINGS), "utf-8")
    lay_out(program.kept, "novantanove")
    heard = Heard(program.kept / "transcript")
    running = program.open("--transcript", "C:\\kept\\transcript")
    heard.waits_for("Riprendi")
    wait_until(lambda: has_keyboard(screen), "the window having the keyboard")
    screen.press("Return")
    heard.waits_for("Tocca a te")

    (setup,) = made.glob("*-setup.exe")
    assert windows.install(setup, "Audiogames") == 0
    assert running.wait(PATIENCE) == 0
    assert program.console("--version") == (0, f"audiogames {__version__}\r\n")
    assert not (program.folder / "old").exists()
    assert not (program.folder / "new").exists()
    (match,) = program.kept.glob("matches/*.jsonl")

    code, _ = windows.run("wine", program.folder / "uninstall.exe", "/S", "_?=C:\\Audiogames")
    assert code == 0
    assert not (program.folder / "runtime").exists()
    assert match.exists()
    assert not list(windows.drive.glob(f"users/*/AppData/Roaming/{SHORTCUT}"))


def test_longest_installed_path_is_within_the_windows_limit(made):
    folder = made / "Audiogames"
    deepest = max(len(str(path.relative_to(folder))) for path in folder.rglob("*"))
    usual = r"C:\Users\a name of twenty let\AppData\Local\Programs\Audiogames" + "\\"
    assert len(usual) + deepest <= 259


def test_packaged_modules_are_all_compiled(made):
    site_packages = made / "Audiogames/runtime/Lib/site-packages"
    names = {
        path for path in site_packages.rglob("*.py") if re.match(r"[A-Za-z_]\w*\.py", path.name)
    }
    compiled = {
        Path(str(path.parent.parent / path.name).split(".cpython")[0] + ".py")
        for path in site_packages.rglob("*.pyc")
    }
    assert {path.name for path in names - compiled} == set()
