"""Tests of the command `forget`: it lists, asks, and deletes only the program's own files."""

import os
import sys

import pytest

from audiogames.cli.words import sentence
from audiogames.core.cues import msg
from audiogames.shell.files import lock
from tests.cli.kit import LANGUAGES, LOCALES, in_turn
from tests.cli.test_saves import LOG
from tests.kit.languages import COMPLETE

OURS = (
    "settings.json",
    "settings.json.bad",
    ".settings.json.4711",
    "matches/2026-11-20T10-00-00.jsonl",
    "matches/2026-11-20T10-00-00-2.jsonl",
    "matches/finished/2026-11-19T10-00-00.jsonl",
    "history/2026-11-20T10-00-00.txt",
    "history/2026-11-20T10-00-00-2.txt",
    "saved/audiogames-scopa-it-2.html",
    "reports/2026-11-20T10-00-00-123456.txt",
)
FOREIGN = (
    "letter.txt",
    "settings.json.mine",
    "matches/notes.txt",
    "matches/older/match.jsonl",
    "history/of-the-year.txt",
    "saved/scopa.html",
    "reports/of-the-year.txt",
)
YES = {"it": "sì\n", "en": "yes\n"}


def fill(home, names):
    for name in names:
        path = home / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("{}" if "settings" in name else LOG.text(), "utf-8")


@pytest.fixture
def full(home):
    fill(home, OURS)
    return home


def lines(home, lang, *more):
    """Return the lines that `forget` prints: the files and folders, then the messages `more`."""
    listed = [
        msg("forget-these"),
        msg("doctor-settings", path=str(home / "settings.json")),
        msg("forget-matches", n=3, path=str(home / "matches")),
        msg("forget-histories", n=2, path=str(home / "history")),
        msg("forget-saved", n=1, path=str(home / "saved")),
        msg("forget-reports", n=1, path=str(home / "reports")),
    ]
    return [sentence(one, LOCALES, lang) for one in (*listed, *map(msg, more))]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_forget_deletes_the_listed_files_after_a_yes(inside, full, lang):
    done = inside("--lang", lang, "forget", stdin=YES[lang].encode())
    assert (done.code, done.err) == (0, "")
    assert done.out.splitlines() == lines(full, lang, "forget-sure", "forget-done")
    assert list(full.iterdir()) == []


@pytest.mark.parametrize("lang", LANGUAGES)
def test_forget_with_the_yes_option_asks_nothing(inside, full, lang):
    done = inside("--lang", lang, "forget", "--yes", stdin=None)
    assert (done.code, done.err) == (0, "")
    assert done.out.splitlines() == lines(full, lang, "forget-done")
    assert list(full.iterdir()) == []


@pytest.mark.parametrize(
    "typed", [YES["it"], YES["en"], "  YES \n", "Sì\n", "SI\n", "yes", "ja\n", "oui\n"]
)
def test_forget_accepts_yes_in_any_language(inside, full, typed):
    assert inside("--lang", "en", "forget", stdin=typed.encode()).code == 0
    assert inside.files() == {}


@pytest.mark.parametrize("lang", COMPLETE)
def test_forget_accepts_yes_in_the_programs_language(inside, full, lang):
    typed = sentence(msg("yes"), LOCALES, lang).strip(".").lower()
    assert inside("--lang", lang, "forget", stdin=f"{typed}\n".encode()).code == 0
    assert inside.files() == {}


@pytest.mark.parametrize(
    ("typed", "lang"), in_turn(["\n", "no\n", "y\n", "yes, but\n", "\ufffd\n"])
)
def test_forget_keeps_everything_unless_the_answer_is_yes(inside, full, typed, lang):
    before = inside.files()
    done = inside("--lang", lang, "forget", stdin=typed.encode())
    assert (done.code, done.err) == (0, "")
    assert done.out.splitlines() == lines(full, lang, "forget-sure", "forget-kept")
    assert inside.files() == before


@pytest.mark.parametrize(("stdin", "lang"), in_turn([b"", None]))
def test_forget_without_an_answer_keeps_everything(program, full, stdin, lang):
    before = program.files()
    done = program("--lang", lang, "forget", stdin=stdin)
    assert (done.code, done.err) == (1, sentence(msg("forget-no-answer"), LOCALES, lang) + "\n")
    assert program.files() == before


@pytest.mark.parametrize("lang", LANGUAGES)
def test_forget_without_data_says_that_there_is_none(inside, home, lang):
    done = inside("--lang", lang, "forget", stdin=None)
    assert (done.code, done.err) == (0, "")
    assert done.out == sentence(msg("forget-nothing"), LOCALES, lang) + "\n"


def test_forget_keeps_files_that_the_program_did_not_write_and_their_folders(inside, full):
    fill(full, FOREIGN)
    assert inside("forget", "--yes").code == 0
    assert set(inside.files()) == set(FOREIGN)


@pytest.mark.skipif(sys.platform == "win32", reason="links there need rights")
@pytest.mark.parametrize(
    ("folder", "lang"), in_turn(["matches", "matches/finished", "history", "reports"])
)
def test_forget_keeps_and_reports_a_linked_folder(inside, home, folder, lang):
    outside = home.parent / "outside"
    fill(outside, ("2026-11-20T10-00-00.jsonl", "2026-11-20T10-00-00-123456.txt"))
    fill(home, ("settings.json",))
    link = home / folder
    link.parent.mkdir(exist_ok=True)
    link.symlink_to(outside)
    done = inside("--lang", lang, "forget", "--yes")
    told = sentence(msg("forget-elsewhere", paths=str(link)), LOCALES, lang)
    assert (done.code, done.err) == (1, told + "\n")
    assert len(list(outside.iterdir())) == 2
    assert link.is_symlink()
    assert not (home / "settings.json").exists()


@pytest.mark.skipif(sys.platform == "win32", reason="links there need rights")
def test_forget_deletes_a_link_and_not_its_target(inside, home):
    letter = home.parent / "letter.jsonl"
    letter.write_text(LOG.text(), "utf-8")
    (home / "matches").mkdir()
    (home / "matches" / "mine.jsonl").symlink_to(letter)
    assert inside("forget", "--yes").code == 0
    assert letter.read_text("utf-8") == LOG.text()
    assert list(home.iterdir()) == []


@pytest.mark.parametrize(("yes", "lang"), in_turn([(), ("--yes",)]))
def test_forget_is_refused_while_a_match_is_played(program, full, yes, lang):
    before = program.files()
    with (full / OURS[4]).open("rb") as played:
        assert lock(played.fileno())
        done = program("--lang", lang, "forget", *yes, stdin=b"yes\n")
    done.says(msg("forget-locked", name="2026-11-20T10-00-00-2"), lang, 1)
    assert program.files() == before


def test_forget_is_refused_if_a_match_starts_during_the_confirmation(program, full):
    before = program.files()
    with (
        program.running("--lang", "en", "forget") as process,
        (full / OURS[3]).open("rb") as played,
    ):
        while b"Type yes" not in process.stdout.readline():
            pass
        assert lock(played.fileno())
        _, err = process.communicate(b"yes\n", timeout=60)
    assert process.returncode == 1
    told = sentence(msg("forget-locked", name="2026-11-20T10-00-00"), LOCALES, "en")
    assert err.decode() == told + "\n"
    assert program.files() == before


@pytest.mark.skipif(not hasattr(os, "geteuid"), reason="rights are others there")
def test_forget_names_the_file_that_cannot_be_deleted(program, full):
    """The system call is made to fail, because root may delete in any folder."""
    lang = "it"
    stubborn = str(full / OURS[3])
    wrapper = f"""
import pathlib, sys
unlink = pathlib.Path.unlink
def refuse(path, missing_ok=False):
    if str(path) == {stubborn!r}:
        raise PermissionError(13, "Permission denied")
    unlink(path, missing_ok)
pathlib.Path.unlink = refuse
from audiogames.cli import main
sys.exit(main())
"""
    done = program("--lang", lang, "forget", "--yes", wrapper=wrapper)
    told = sentence(msg("forget-left", paths=stubborn), LOCALES, lang)
    assert (done.code, done.err) == (1, told + "\n")
    assert set(program.files()) == {OURS[3]}


def test_forget_removes_empty_system_folders(program, tmp_path):
    tops = {f"XDG_{kind}_HOME": str(tmp_path / kind) for kind in ("CONFIG", "DATA", "STATE")}
    own = {kind: tmp_path / kind / "audiogames" for kind in ("CONFIG", "DATA", "STATE")}
    fill(own["CONFIG"], OURS[:3])
    fill(own["DATA"], OURS[3:9])
    fill(own["STATE"], OURS[9:])
    done = program("forget", "--yes", **tops, AUDIOGAMES_HOME="")
    assert (done.code, done.err) == (0, "")
    if own["CONFIG"].parent.is_dir() and sys.platform.startswith("linux"):
        assert [one.exists() for one in own.values()] == [False] * 3
        assert all(one.parent.is_dir() for one in own.values())


def test_forget_command_leaves_no_match_to_resume(inside, full):
    assert inside("forget", "--yes").code == 0
    inside("--lang", "en", "resume").says(msg("cli-nothing-to-resume"), "en", 1)


LEFT = (
    "matches/finished/.summary.jsonl.4711",
    "history/.2026-11-20T10-00-00.txt.4711",
    "saved/.audiogames-scopa-it.txt.4711",
)


@pytest.mark.parametrize("more", [("matches/finished/summary.jsonl",), LEFT])
def test_forget_deletes_the_summary_and_temporary_files_of_saves(inside, full, more):
    fill(full, more)
    done = inside("--lang", "en", "forget", "--yes")
    assert sentence(msg("forget-matches", n=3, path=str(full / "matches")), LOCALES, "en") in (
        done.out.splitlines()
    )
    assert inside.files() == {}
