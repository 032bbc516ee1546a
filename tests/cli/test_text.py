"""Tests of matches printed as text: a demonstration, and a replay of saved matches."""

import json
import re

import pytest

from audiogames.cli.opening import locales
from audiogames.cli.retell import retell
from audiogames.cli.words import sentence
from audiogames.core.contract import Turn
from audiogames.core.cues import msg
from audiogames.core.log import replay
from audiogames.core.registry import game_ids
from audiogames.present.history import GAME
from audiogames.table.clock import LIMIT
from tests.cli.kit import LANGUAGES, LOCALES, in_turn
from tests.kit.pilot import MemoryStorage, Pilot, ScriptedDealer
from tests.kit.places import MINUTE

WINS = {
    "it": r"\bVince \w+ con (un|\d+) getton[ei]\.",
    "en": r"\b\w+ wins with (one|\d+) tokens?\.",
}
NO_PATIENCE = 3000


@pytest.mark.slow
@pytest.mark.parametrize(("game", "lang"), in_turn([*game_ids(), None]))
def test_demo_without_speech_prints_text_to_its_end(inside, home, game, lang):
    named = [] if game is None else [game]
    told = home / "told"
    done = inside("--lang", lang, "demo", *named, "--speech", "none", "--transcript", told)
    assert (done.code, done.err) == (0, "")
    lines = done.out.splitlines()
    assert len(lines) > 10
    assert all(lines)
    assert (
        lines[-1] == [json.loads(one)["text"] for one in told.read_text("utf-8").splitlines()][-1]
    )
    if game == "novantanove":
        assert re.search(WINS[lang], lines[-1])
        assert not any(re.search(WINS[lang], line) for line in lines[:-1])


def test_demo_with_ascii_output_has_no_question_marks(program):
    arguments = ("--lang", "it", "demo", "novantanove", "--speech", "none")
    done = program(*arguments, PYTHONIOENCODING="ascii")
    assert (done.code, done.err) == (0, "")
    assert "?" not in done.out


def test_demo_transcript_has_increasing_times(inside, home):
    told = home / "told"
    inside("--lang", "en", "demo", "--speech", "none", "--transcript", told)
    times = [json.loads(one)["at"] for one in told.read_text("utf-8").splitlines()]
    assert times == sorted(times)
    assert times[-1] > 60, "at the ear's pace it would last minutes"


def test_demo_writes_no_files(inside):
    inside("--lang", "en", "demo", "--speech", "none")
    assert inside.files() == {}


@pytest.mark.parametrize(("arguments", "lang"), in_turn([(), ("play", "novantanove"), ("demo",)]))
def test_match_without_screen_or_terminal_is_printed_as_text(program, arguments, lang):
    done = program("--lang", lang, *arguments)
    assert (done.code, done.err) == (0, sentence(msg("cli-nowhere"), LOCALES, lang) + "\n")
    assert len(done.out.splitlines()) > 20
    if "novantanove" in arguments:
        assert re.search(WINS[lang], done.out.splitlines()[-1])


# --- Retelling ------------------------------------------------------------------------------------


class Keeping(MemoryStorage):
    """A storage in memory that also stores the logs of finished matches."""

    def __init__(self):
        super().__init__()
        self.logs = []

    def begin(self, header):
        book = super().begin(header)
        self.logs.append(book.log)
        return book


def start(pilot, seats, *, limit=0, tokens=9):
    """Start a match from the menu by keys; `limit` is an index into the list of time limits."""
    pilot.press("g" if pilot.lang == "it" else "p", "enter", "n", "enter")
    pilot.press(*["b"] * (seats - 1), "alt+o", *["left"] * (9 - tokens))
    seconds = ["right", *["left"] * (MINUTE - limit)] if limit else []
    pilot.press(*["down"] * 5, *seconds, "escape", "enter")


def play_on(pilot, moves, *, draws=True):
    """Play legal moves until this many cards are played or the match is over."""
    session = pilot.app.session
    for _ in range(moves):
        if session.over:
            return
        if session.waiting:
            pilot.wait(1.5)
            pilot.press("space")
        elif session.my_turn:
            pilot.wait(0.6)
            pilot.press("home", "enter")
            if type(pilot.app.screen).__name__ == "WaysToPlay":
                pilot.press("enter")
            if draws and not session.over:
                pilot.press("space")
        else:
            pilot.wait(2)


def match_heard(pilot):
    return [one.text for one in pilot.app.announcer.history.entries(GAME)]


def retold(log, seat, lang):
    return [one.text for one in retell(log, seat, lang)]


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("seats", [2, 3, 5])
@pytest.mark.parametrize("draws", [True, False])
def test_replayed_match_announces_the_same_as_live_play(seats, lang, draws):
    storage = Keeping()
    pilot = Pilot(storage, lang=lang)
    start(pilot, seats, tokens=4)
    session = pilot.app.session
    play_on(pilot, NO_PATIENCE, draws=draws)
    assert session.over
    assert retold(storage.logs[0], 0, lang) == match_heard(pilot)


def test_replay_of_a_repeated_turn_announces_the_same_as_live_play():
    """With two players a jack gives another turn, which the draw does not announce again."""
    dealer = ScriptedDealer("dealer 1", "deal Jc 2h Jd 2d Jh 3c 5c 6c 7c")
    storage = Keeping()
    pilot = Pilot(storage, lang="en", dealer=dealer)
    start(pilot, 2)
    for _ in range(3):
        pilot.wait(1)
        pilot.press("home", "enter", "space")
    assert "10. Your turn. Draw, space." in " ".join(match_heard(pilot))
    assert retold(storage.logs[0], 0, "en") == match_heard(pilot)


def test_replay_announces_timeouts_without_their_countdown():
    storage = Keeping()
    pilot = Pilot(storage, lang="en")
    start(pilot, 3, limit=LIMIT.steps.index(10) + 1, tokens=5)
    for _ in range(80):
        if pilot.app.session.over:
            break
        pilot.wait(3)
        if pilot.app.session.waiting:
            pilot.press("space")
    heard = [text for text in match_heard(pilot) if not re.fullmatch(r"(One|\d+) seconds?\.", text)]
    told = retold(storage.logs[0], 0, "en")
    assert "Time is up" in " ".join(told)
    assert told == heard


@pytest.mark.parametrize("lang", LANGUAGES)
def test_replay_of_a_demonstration_repeats_the_announcements_of_the_demonstration(lang):
    pilot = Pilot(lang=lang)
    pilot.app.matches.demonstrate(pilot.app.matches.table_for(novantanove()).spec, pilot.now)
    pilot.press("c")
    session = pilot.app.session
    while not session.over:
        pilot.wait(30)
    log = session.table.log
    assert replay(log).to_act is Turn.OVER
    assert retold(log, None, lang) == match_heard(pilot)


def novantanove():
    from audiogames.core.registry import game

    return game("novantanove")


def test_control_sequences_in_a_name_are_not_printed(inside, home):
    storage = Keeping()
    pilot = Pilot(storage, lang="en")
    start(pilot, 3, tokens=2)
    play_on(pilot, NO_PATIENCE)
    path = home / "match.jsonl"
    header, rest = storage.logs[0].text().split("\n", 1)
    values = json.loads(header)
    for player in values["players"]:
        player["name"] = f"\x1b[2J\u202e{player['name']}\x9b5m\x07"
    path.write_text(f"{json.dumps(values)}\n{rest}", "utf-8")
    done = inside("--lang", "en", "replay", path)
    assert "[2JAda5m" in done.out
    assert done.out.replace("\n", "").isprintable()


def test_replay_command_prints_the_announcements(program, home):
    lang = "it"
    storage = Keeping()
    pilot = Pilot(storage, lang=lang)
    start(pilot, 3, tokens=2)
    play_on(pilot, NO_PATIENCE)
    path = home / "match.jsonl"
    path.write_text(storage.logs[0].text(), "utf-8")
    done = program("--lang", lang, "replay", path, "--seat", "0", "--transcript", home / "told")
    assert done.out.splitlines() == match_heard(pilot)
    told = (home / "told").read_text("utf-8").splitlines()
    assert [json.loads(one)["text"] for one in told] == match_heard(pilot)
    assert locales() == LOCALES


@pytest.mark.parametrize("lang", LANGUAGES)
def test_text_command_prints_the_booklet_as_text_or_html(inside, lang):
    done = inside("--lang", lang, "text", "scopa")
    assert (done.code, done.err) == (0, "")
    assert done.out.startswith("Scopa\n")
    assert max(map(len, done.out.splitlines())) <= 28
    page = inside("--lang", lang, "text", "scopa", "--html")
    assert (page.code, page.err) == (0, "")
    assert page.out.startswith(f'<!doctype html>\n<html lang="{lang}">')
    inside("--lang", lang, "text", "bridge").says(
        msg("cli-unknown-game", value="bridge", allowed=", ".join(game_ids())), lang, 2
    )
