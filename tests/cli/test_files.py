"""Tests that the program works with broken settings and with unwritable files and folders."""

import json

import pytest

from audiogames.cli.words import sentence
from audiogames.core.cues import msg
from tests.cli.kit import LOCALES, in_turn

GOOD = {"language": "it", "pace": 5, "scale": 300}

RUBBISH = {
    "half a file": b'{"language": "en", "pac',
    "no bytes": b"",
    "no text": b"\xff\xfe\x00rubbish",
    "a list": b"[1, 2, 3]",
    "a number": b"7",
    "many brackets": b"[" * 100_000,
}

DEMO = ("demo", "--speech", "none")


def lines(message, lang):
    return sentence(message, LOCALES, lang)


@pytest.mark.parametrize(("kind", "lang"), in_turn(RUBBISH))
def test_unreadable_settings_are_reported_and_set_aside(inside, home, kind, lang):
    (home / "settings.json").write_bytes(RUBBISH[kind])
    done = inside("--lang", lang, *DEMO)
    assert (done.code, done.err) == (0, "")
    assert done.out.splitlines()[0] == lines(msg("settings-unreadable"), lang)
    assert done.out.count(lines(msg("settings-unreadable"), lang)) == 1
    assert inside.files()["settings.json.bad"] == RUBBISH[kind]
    assert inside.files()["settings.json"] == RUBBISH[kind]


@pytest.mark.parametrize(
    ("wrong", "lang"),
    in_turn(
        [{"scale": "huge"}, {"hat": 1}, {"pace": 7.5}, {"auto_draw": None}, {"braille": ["auto"]}]
    ),
)
def test_invalid_setting_is_reported_and_the_other_settings_kept(inside, home, wrong, lang):
    given = json.dumps({**GOOD, **wrong}).encode()
    (home / "settings.json").write_bytes(given)
    done = inside("--lang", lang, *DEMO)
    (name,) = wrong
    assert (done.code, done.err) == (0, "")
    assert done.out.splitlines()[0] == lines(msg("settings-partly-read", names=name), lang)
    assert inside.files()["settings.json.bad"] == given


def test_valid_settings_apply_although_another_is_invalid(inside, home):
    (home / "settings.json").write_text(json.dumps({**GOOD, "scale": "huge"}), "utf-8")
    done = inside("demo", "novantanove", "--speech", "none")
    assert "vince" in done.out.splitlines()[-1].lower(), "the language was a good setting"


def test_demo_runs_with_a_file_in_place_of_the_home_folder(inside, home):
    home.rmdir()
    home.write_text("in the way", "utf-8")
    for arguments in (DEMO, ("simulate", "novantanove", "--games", "1"), ("engine", "novantanove")):
        done = inside("--lang", "en", *arguments)
        assert (done.code, done.err) == (0, "")
    inside("--lang", "en", "resume").says(msg("cli-nothing-to-resume"), "en", 1)
    done = inside("--lang", "en", "doctor", "--speech", "none")
    assert (done.code, done.err) == (0, "")
    assert home.read_text("utf-8") == "in the way"


def test_match_with_an_unwritable_home_folder_is_played_but_not_saved(program, home):
    lang = "it"
    home.rmdir()
    home.write_text("in the way", "utf-8")
    play = ("play", "novantanove", "--players", "2", "--terminal", "--speech", "none")
    done = program("--lang", lang, *play, stdin=b"c\x13s")
    assert (done.code, done.err) == (0, "")
    assert lines(msg("not-saved"), lang) in done.out.splitlines()
    assert home.read_text("utf-8") == "in the way"


@pytest.mark.parametrize(
    ("arguments", "lang"),
    in_turn(
        [DEMO, ("replay", "MATCH"), ("--terminal",), ("play", "novantanove", "--terminal"), ()]
    ),
)
def test_unwritable_transcript_is_reported(inside, home, arguments, lang):
    from tests.cli.test_saves import LOG

    match = home / "match.jsonl"
    match.write_text(LOG.text(), "utf-8")
    arguments = [str(match) if one == "MATCH" else one for one in arguments]
    before = inside.files()
    for place in (home / "no" / "folder", home):
        message = msg("cannot-write-transcript", file=str(place))
        done = inside("--lang", lang, *arguments, "--transcript", place)
        assert done.err.splitlines()[-1:] == [lines(message, lang)]
        assert (done.code, done.out) == (1, "")
    assert inside.files() == before


def test_transcript_has_each_announcement_as_a_json_object(inside, home):
    path = home / "told.jsonl"
    done = inside("--lang", "en", *DEMO, "--transcript", path)
    told = [json.loads(one) for one in path.read_text("utf-8").splitlines()]
    assert [one["text"] for one in told] == done.out.splitlines()
    promised = ["at", "priority", "interrupt", "text", "braille", "lang", "message", "args"]
    assert all(list(one) == promised for one in told)
    assert {one["lang"] for one in told} == {"en"}
    assert [one["at"] for one in told] == sorted(one["at"] for one in told)


def test_transcript_is_appended_to_an_existing_file(program, home):
    path = home / "told.jsonl"
    path.write_text('{"text": "before"}\n', "utf-8")
    program("--lang", "en", *DEMO, "--transcript", path)
    assert path.read_text("utf-8").startswith('{"text": "before"}\n{"at"')
