"""Tests of the command `doctor`, which lists all speech outputs.

The exit code is 0 if an output speaks, and otherwise 3.
"""

import os

from audiogames.cli.words import sentence
from audiogames.core.cues import msg
from tests.cli.kit import LOCALES, Inside

NO_SOUND = {"SDL_AUDIODRIVER": "nowhere", "PATH": "/nowhere"}


def test_doctor_returns_3_if_no_output_speaks(program):
    lang = "it"
    done = program("--lang", lang, "doctor", "--speech", "builtin", **NO_SOUND)
    assert (done.code, done.err) == (3, "")
    lines = done.out.splitlines()
    for id_ in (
        "doctor-pure",
        "no-voice",
        "doctor-no-sounds",
        "doctor-no-screen",
        "doctor-no-terminal",
    ):
        assert sentence(msg(id_), LOCALES, lang) in lines


def test_doctor_names_an_unfinished_language_with_its_translated_share(inside):
    lines = inside("--lang", "it", "doctor", "--speech", "none").out.splitlines()
    (line,) = [one for one in lines if one.startswith("Português do Brasil: il ")]
    assert line.endswith(" per cento delle parole non è ancora tradotto.")


def test_doctor_returns_0_when_speech_and_braille_are_turned_off(program, home):
    lang = "en"
    done = program("--lang", lang, "doctor", "--speech", "none", "--braille", "off")
    assert (done.code, done.err) == (0, "")
    lines = done.out.splitlines()
    assert sentence(msg("voice-silent"), LOCALES, lang) in lines
    assert sentence(msg("doctor-sounds"), LOCALES, lang) in lines
    kept = {"settings": "settings.json", "matches": "matches", "reports": "reports"}
    where = [msg(f"doctor-{kind}", path=str(home / name)) for kind, name in kept.items()]
    assert lines[-4:] == [sentence(one, LOCALES, lang) for one in (*where, msg("doctor-forget"))]


def test_doctor_counts_unreadable_matches_by_folder(inside, home):
    left, finished = home / "matches", home / "matches" / "finished"
    finished.mkdir(parents=True)
    for folder, name in ((left, "a"), (left, "b"), (finished, "c")):
        (folder / f"{name}.jsonl").write_bytes(b"rubbish\n")
    before = inside.files()
    lines = inside("--lang", "it", "doctor", "--speech", "none").out.splitlines()
    assert f"2 partite illeggibili, in {left}." in lines
    assert f"Una partita illeggibile, in {finished}." in lines
    assert inside.files() == before


def test_doctor_reports_a_home_folder_that_is_a_file(home):
    file = home / "file"
    file.touch()
    lines = Inside(file)("--lang", "en", "doctor", "--speech", "none").out.splitlines()
    assert f"{file} is a file and no folder, nothing can be saved there." in lines


def test_doctor_speaks_through_the_built_in_voice(program):
    done = program("--lang", "en", "doctor", "--speech", "builtin")
    assert (done.code, done.err) == (0, "")
    voice = msg("doctor-voice", voice=msg("voice-builtin"))
    assert sentence(voice, LOCALES, "en") in done.out.splitlines()


def test_doctor_names_a_game_that_cannot_be_loaded(program, tmp_path):
    metadata = tmp_path / "bridge-1.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text("Metadata-Version: 2.1\nName: bridge\nVersion: 1\n", "utf-8")
    (metadata / "entry_points.txt").write_text(
        "[audiogames.games]\nbridge = nowhere:GAME\n", "utf-8"
    )
    path = os.pathsep.join(filter(None, [str(tmp_path), os.environ.get("PYTHONPATH")]))
    done = program("--lang", "it", "doctor", "--speech", "none", PYTHONPATH=path)
    words = sentence(msg("doctor-broken-game", name="bridge"), LOCALES, "it")
    assert words in done.out.splitlines()
    assert len(done.err.splitlines()) == 1
    assert "bridge" in done.err
