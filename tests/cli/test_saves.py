"""Tests of unusable saved matches: one sentence, exit code 1, and an unchanged file."""

import json
from random import Random

import pytest

from audiogames.core.contract import Turn
from audiogames.core.cues import msg
from audiogames.core.log import Entry, Log, line, replay
from audiogames.core.registry import game
from audiogames.search.arena import bot
from audiogames.table.clock import TimeSettings
from audiogames.table.seats import BOT, Player
from audiogames.table.setup import new_log
from tests.cli.kit import LANGUAGES

GAME = game("novantanove")
COMMANDS = ("resume", "replay")


def play(moves, tokens=9):
    """Play a match of a person and a bot for this many moves, and return its log."""
    players = (Player("Èva", gender="f"), Player("Ada", BOT, "easy", "f"))
    log = new_log(GAME, GAME.options(tokens=tokens), players, TimeSettings(), "2026-11-21T10-00-00")
    rng = Random(5)
    state = GAME.rules.start(GAME.options(tokens=tokens), 2)
    while len(log.entries) < moves and state.to_act is not Turn.OVER:
        seat = None if state.to_act is Turn.CHANCE else state.to_act
        move = (
            GAME.rules.chance(state, rng)
            if seat is None
            else bot(GAME, "easy").choose(state.view(seat), rng, 1, lambda: False)
        )
        state.apply(seat, move)
        seq = len(log.entries) + 1
        log.entries.append(Entry(seq, float(seq), seat, str(move)))
    return log


LOG = play(8)
HEADER, *ENTRIES = LOG.text().splitlines(keepends=True)


def headed(**changes):
    """Return the sample log with these header fields changed."""
    return (json.dumps({**json.loads(HEADER), **changes}) + "\n" + "".join(ENTRIES)).encode()


def entered(place, **changes):
    """Return the sample log with these fields changed in line number `place`."""
    lines = [HEADER, *ENTRIES]
    lines[place] = json.dumps({**json.loads(lines[place]), **changes}) + "\n"
    return "".join(lines).encode()


PLAYERS = json.loads(HEADER)["players"]

BROKEN = {
    "no bytes": (b"", msg("log-empty")),
    "a header that was never finished": (HEADER.encode()[:40], msg("log-empty")),
    "half a letter": (HEADER.encode().split("È".encode())[0] + b"\xc3", msg("log-empty")),
    "another file": (b"Dear Ada,\nhow are you?\n", msg("log-foreign")),
    "other JSON": (b'{"name": "package"}\n', msg("log-foreign")),
    "a list": (b"[1, 2]\n", msg("log-foreign")),
    "a thousand brackets": (b"[" * 100_000 + b"\n", msg("log-foreign")),
    "bytes that are no text": (bytes(range(256)) * 8 + b"\n", msg("log-foreign")),
    "bytes without a line end": (b"\x7fELF\x02\x01\0", msg("log-foreign")),
    "zeros": (bytes(4096) + b"\n", msg("log-foreign")),
    "another version of the rules": (headed(rules=99), msg("log-other-version")),
    "another format": (headed(format=7), msg("log-other-version")),
    "a game that is gone": (headed(game="bestia"), msg("log-unknown-game", game="bestia")),
    "a game that is a path": (headed(game="../x"), msg("log-unknown-game", game="../x")),
    "an option that is gone": (headed(options={"jokers": 2}), msg("log-damaged")),
    "too many players": (headed(players=PLAYERS * 9), msg("log-damaged")),
    "a player of another kind": (
        headed(players=[{**PLAYERS[0], "kind": "ghost"}, PLAYERS[1]]),
        msg("log-damaged"),
    ),
    "a player with unknown words": (headed(players=[{"hat": 1}, PLAYERS[1]]), msg("log-damaged")),
    "a bot that there is not": (
        headed(players=[PLAYERS[0], {**PLAYERS[1], "level": "zz"}]),
        msg("log-damaged"),
    ),
    "an impossible time": (headed(time={"limit": -1}), msg("log-damaged")),
    "a card that is not held": (entered(3, move="Kc", seat=1), msg("log-damaged")),
    "a move that is none": (entered(4, move="jump"), msg("log-damaged")),
    "a seat that is none": (entered(4, seat=9), msg("log-damaged")),
    "a line left out": ("".join([HEADER, *ENTRIES[1:]]).encode(), msg("log-damaged")),
    "a line of rubbish": (HEADER.encode() + b"#?\n", msg("log-damaged")),
}  # fmt: skip


def named(message, name):
    return msg(message.id, **{"name": str(name), **message.args})


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("broken", BROKEN)
def test_unusable_match_file_is_reported_and_kept(inside, home, broken, command):
    lang = LANGUAGES[len(broken) % 2]
    content, message = BROKEN[broken]
    path = home / "match.jsonl"
    path.write_bytes(content)
    inside("--lang", lang, command, path).says(named(message, path), lang, 1)
    assert inside.files() == {"match.jsonl": content}


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("command", COMMANDS)
def test_missing_match_file_is_reported(inside, home, command, lang):
    for path in (home / "none.jsonl", home, home / "a" / "b"):
        inside("--lang", lang, command, path).says(named(msg("no-such-match"), path), lang, 1)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_resume_without_a_saved_match_reports_that_there_is_none(inside, lang):
    inside("--lang", lang, "resume").says(msg("cli-nothing-to-resume"), lang, 1)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_finished_match_is_not_resumed(inside, home, lang):
    path = home / "over.jsonl"
    path.write_text(play(10_000, tokens=1).text(), "utf-8")
    inside("--lang", lang, "resume", path).says(msg("refused-match-over"), lang, 1)


def test_resume_with_only_unreadable_matches_reports_them(inside, home):
    kept = home / "matches"
    kept.mkdir()
    for name in ("no bytes", "another file", "a card that is not held", "an impossible time"):
        (kept / f"{name}.jsonl").write_bytes(BROKEN[name][0])
    (kept / "over.jsonl").write_text(play(10_000, tokens=1).text(), "utf-8")
    before = inside.files()
    unreadable = msg("matches-unreadable", 4, where=str(kept))
    inside("--lang", "it", "resume").says(msg("cli-none-readable", unreadable=unreadable), "it", 1)
    assert inside.files() == before


def test_resume_skips_newer_unreadable_matches(program, home):
    kept = home / "matches"
    kept.mkdir()
    (kept / "older.jsonl").write_text(LOG.text(), "utf-8")
    (kept / "newer.jsonl").write_bytes(BROKEN["a card that is not held"][0])
    done = program("--lang", "en", "resume", "--terminal", "--speech", "none")
    assert (done.code, done.err) == (0, "")


@pytest.mark.parametrize("command", COMMANDS)
def test_unfinished_last_line_of_a_match_is_dropped(program, inside, home, command):
    run = program if command == "resume" else inside  # resuming needs a terminal of its own
    path = home / "match.jsonl"
    for end in (b'{"seq": 9, "at": 9.0, "seat"', b"\xc3", b"\0\0\0\0"):
        path.write_bytes(LOG.text().encode() + end)
        done = run("--lang", "en", command, path, "--terminal", "--speech", "none")
        assert (done.code, done.err) == (0, "")
        again = path.read_bytes()
        assert again.startswith(LOG.text().encode())


def test_truncated_match_is_replayed_up_to_its_last_move(inside, home):
    """Every truncation of the log is replayed in this process, by the code of `replay`."""
    from audiogames.cli.rooms import read_file
    from audiogames.cli.words import Failure

    content = LOG.text().encode()
    path = home / "match.jsonl"
    for length in range(len(content)):
        path.write_bytes(content[:length])
        if b"\n" in content[:length]:
            log = read_file(path)
            assert replay(log).to_act is not Turn.OVER
            assert len(log.entries) == content[:length].count(b"\n") - 1
        else:
            with pytest.raises(Failure) as caught:
                read_file(path)
            assert caught.value.message.id == "log-empty"


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("seat", ["2", "-1", "Ada", ""])
def test_replay_of_an_unknown_seat_is_refused(inside, home, seat, lang):
    path = home / "match.jsonl"
    path.write_text(LOG.text(), "utf-8")
    done = inside("--lang", lang, "replay", path, f"--seat={seat}")
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith("--seat")
    assert done.err.count("\n") == 1


def test_replay_for_a_seat_announces_only_what_that_seat_knew(inside, home):
    path = home / "match.jsonl"
    path.write_text(LOG.text(), "utf-8")
    told = [
        inside("--lang", "en", "replay", path, *seat) for seat in ((), ("--seat", 0), ("--seat", 1))
    ]
    assert [done.code for done in told] == [0, 0, 0]
    public, eva, ada = (done.out for done in told)
    assert "You have " in eva
    assert "You have " in ada
    assert "You have " not in public
    assert "Èva" in public
    assert eva != ada


def test_sample_log_is_written_as_the_expected_lines():
    assert line(LOG.header) == HEADER
    assert Log(LOG.header, LOG.entries).text() == LOG.text()
