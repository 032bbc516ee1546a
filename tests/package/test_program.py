"""Tests of the packaged program, built and started on Linux with an empty environment."""

import json
import os
import subprocess
import sys
from importlib import metadata
from pathlib import Path

import pytest
from packaging.utils import canonicalize_name

if not sys.platform.startswith("linux"):
    pytest.skip("only the Linux build is made and started here", allow_module_level=True)

from audiogames import __version__
from audiogames.cli.words import sentence
from audiogames.core.cues import msg
from audiogames.core.log import read_log
from audiogames.core.registry import game_ids
from tests.cli.kit import LANGUAGES, LOCALES, in_turn
from tests.kit.programs.processes import children
from tests.kit.programs.screen import Screen
from tests.kit.programs.screen import reason_missing as screen_missing
from tests.kit.programs.transcript import Heard
from tests.kit.speech_daemon import SpeechSystem, speech_missing
from tests.kit.waiting import require, wait_until
from tests.package.kit import command_of, is_running, libraries_of
from tools.packager.contents import needed
from tools.packager.files import program_files

pytestmark = pytest.mark.e2e

ROOT = Path(__file__).resolve().parents[2]
MATCH = ("play", "novantanove", "--players", "2", "--bot", "easy", "--seed", "3")
ENTER, SPACE, DOWN, CTRL_C = "\r", " ", "\x1b[B", "\x03"


def test_packaged_program_prints_its_version(packaged):
    done = packaged("--version")
    assert (done.code, done.out, done.err) == (0, f"audiogames {__version__}\n", "")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_packaged_doctor_command_finds_voice_and_sounds_and_names_the_data_folders(packaged, lang):
    done = packaged("--lang", lang, "doctor", "--speech", "builtin")
    assert (done.code, done.err) == (0, "")
    home = packaged.home
    kept = {"settings": "settings.json", "matches": "matches", "reports": "reports"}
    where = [msg(f"doctor-{kind}", path=str(home / name)) for kind, name in kept.items()]
    found = [msg("doctor-voice", voice=msg("voice-builtin")), msg("doctor-sounds"), *where]
    for message in (*found, msg("doctor-forget")):
        assert sentence(message, LOCALES, lang) in done.out.splitlines()


@pytest.mark.parametrize(("game", "lang"), in_turn(game_ids()[-2:]))
def test_packaged_bots_play_a_game_to_its_end_in_either_language(packaged, game, lang):
    transcript = packaged.elsewhere / "said.jsonl"
    texts = ("--lang", lang, "--speech", "none", "--terminal", "--transcript", transcript)
    done = packaged("demo", game, *texts)
    assert (done.code, done.err) == (0, "")
    said = [json.loads(line) for line in transcript.read_text("utf-8").splitlines()]
    assert [one["text"] for one in said] == done.out.splitlines()
    assert {one["lang"] for one in said} == {lang}
    assert len(said) > 10


@pytest.mark.parametrize("game", game_ids())
def test_packaged_program_plays_as_the_source_does(packaged, game):
    """The same seed gives the same match as from the source; only the times may differ."""
    arguments = ("simulate", game, "--games", "1", "--seed", "1", "--json")
    done = packaged(*arguments)
    assert done.code == 0  # on a busy machine it also prints its progress
    command = [sys.executable, "-m", "audiogames", *arguments]
    usual = subprocess.run(command, cwd=ROOT, capture_output=True, check=True).stdout
    assert without_times(done.out) == without_times(usual)


def without_times(text):
    timed = {"seconds", "games_per_second", "moves_per_second"}
    return {name: value for name, value in json.loads(text).items() if name not in timed}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_packaged_program_reports_a_wrong_game_name_in_one_sentence(packaged, lang):
    done = packaged("play", "chess", LC_ALL=f"{lang}.UTF-8")
    allowed = ", ".join(game_ids())
    done.says(msg("cli-unknown-game", value="chess", allowed=allowed), lang, 2)


def site_packages(folder):
    (found,) = folder.glob("runtime/lib/python3.*/site-packages")
    return found


def test_packaged_sounds_words_and_rules_equal_the_files_in_the_repository(built):
    inside = site_packages(built)
    for path, place in program_files(ROOT):
        assert (inside / place).read_bytes() == path.read_bytes()
    assert not list(inside.rglob("*.po"))
    assert not list(inside.rglob("*.dll"))


def test_packaged_program_includes_exactly_the_needed_python_packages(built):
    packages = {
        canonicalize_name(one.metadata["Name"])
        for one in metadata.distributions(path=[str(site_packages(built))])
    }
    assert packages == needed()


def test_packaged_program_includes_the_licence_of_every_part(built):
    licences = {path.stem for path in (built / "licences").iterdir()}
    assert needed() - {"audiogames"} <= licences
    assert {"python", "GPL-3", "LGPL-2.1"} <= licences
    assert (built / "LICENSE.txt").read_bytes() == (ROOT / "LICENSE").read_bytes()


# --- A match --------------------------------------------------------------------------------------


@pytest.fixture
def heard(packaged):
    return Heard(packaged.elsewhere / "transcript")


@pytest.fixture
def match(packaged, heard):
    """Start a match against a bot in a terminal, and wait for the bot's first card."""
    packaged.home.mkdir()
    settings = {"language": "it", "pace": 5, "thought": 0, "rate": 900, "speech": "none"}
    (packaged.home / "settings.json").write_text(json.dumps(settings), "utf-8")
    with packaged.in_terminal(*MATCH, "--terminal", "--transcript", heard.path) as run:
        heard.waits_for("tocca a te")
        before = len(heard.texts())
        for _ in range(3):  # one of three cards asks no question
            run.press(DOWN)
            run.press(ENTER)
        wait_until(lambda: len(heard.texts()) >= before + 3, "keys being answered")
        run.press(SPACE)
        heard.waits_for("Ada, ")
        yield run


def kept(packaged):
    return [read_log(path.read_text("utf-8")) for path in packaged.home.glob("matches/*.jsonl")]


def test_packaged_bot_thinks_in_its_own_process(packaged, match):
    started = children(match.process.pid)
    workers = [one for one in started if "--multiprocessing-fork" in command_of(one)]
    assert [command_of(one)[0] for one in workers] == [
        str(packaged.folder / "runtime" / "bin" / "audiogames")
    ]
    match.press(CTRL_C)
    assert match.code() == 0
    assert "Traceback" not in match.text
    (log,) = kept(packaged)
    assert {0, 1} <= {entry.seat for entry in log.entries}
    wait_until(lambda: not any(map(is_running, started)), "the end of all its processes")


def test_packaged_processes_load_only_bundled_libraries(packaged, match):
    """The machine may have other libraries of the same names, or none."""
    inside = packaged.folder / "runtime"
    own = {path.name for path in inside.rglob("*") if ".so" in path.name}
    for process in (match.process.pid, *children(match.process.pid)):
        loaded = libraries_of(process)
        strangers = {path for path in loaded if path.name in own and inside not in path.parents}
        assert loaded
        assert strangers == set()


def test_packaged_forget_command_is_refused_during_a_match_and_deletes_data_afterwards(
    packaged, match
):
    (path,) = packaged.home.glob("matches/*.jsonl")
    packaged("--lang", "it", "forget", "--yes").says(msg("forget-locked", name=path.stem), "it", 1)
    match.press(CTRL_C)
    assert match.code() == 0
    done = packaged("--lang", "it", "forget", stdin="sì\n".encode())
    assert (done.code, done.err) == (0, "")
    assert list(packaged.home.iterdir()) == []


# --- With the parts of the system -----------------------------------------------------------------


@pytest.mark.speech
def test_packaged_program_speaks_through_the_system_speech(packaged):
    require(speech_missing())
    with SpeechSystem() as system:
        done = packaged("--lang", "it", "doctor", "--speech", "ao2", **system.environ)
        assert (done.code, done.err) == (0, "")
        system.wait_for("Questo è Audiogames")
        assert "LANGUAGE it" in system.log() or "language=it" in system.log()


@pytest.mark.window
def test_packaged_program_opens_a_window(packaged, heard):
    require(screen_missing())
    arguments = ("--lang", "it", "--speech", "none", "--transcript", heard.path)
    with Screen() as screen:
        program = subprocess.Popen(
            [packaged.executable, *arguments],
            cwd=packaged.elsewhere,
            env=packaged.environ(DISPLAY=screen.name),
        )
        try:
            heard.waits_for("Menu principale")
            wait_until(lambda: screen.do("getwindowfocus") != "1", "the window having the focus")
            screen.press("Return")
            heard.waits_for("Novantanove")
        finally:
            program.terminate()
            program.wait(20)


def test_packaged_program_writes_only_its_own_data_files(packaged):
    """The folder of the program and the home stay unchanged, so deleting its data is enough."""
    before = sorted(os.walk(packaged.folder))
    assert packaged("demo", "--speech", "none").code == 0
    assert sorted(os.walk(packaged.folder)) == before
    assert list((packaged.elsewhere / "home").iterdir()) == []
