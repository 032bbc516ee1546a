"""Each fault of the program is reported with the layer in which it happened."""

from dataclasses import replace
from functools import partial
from random import Random

import pytest

from audiogames.app.app import App, Launch
from audiogames.app.settings import Settings
from audiogames.core.registry import game
from audiogames.shell import connection
from audiogames.shell.connection import Connection
from audiogames.shell.host import Host
from audiogames.shell.report import write_report
from audiogames.shell.services import Services
from audiogames.shell.speech.chain import Chain, Source
from audiogames.shell.speech.recording import RecordingSpeaker
from audiogames.shell.thinker import Thinker
from audiogames.table.protocol import BotRequest
from tests.kit.pilot import LOCALES, MemoryStorage
from tests.kit.waiting import wait_until

GAME = game("novantanove")


class Silent:
    """A mixer without sound."""

    def set_volume(self, name, percent):
        """Do nothing."""

    def play(self, sound_id, *, game=None, pan=0.0, channel="game"):
        """Do nothing."""

    def stop_all(self):
        """Do nothing."""

    def close(self):
        """Do nothing."""


def demo(app):
    """Start a demonstration: a match in which only bots play."""
    app.matches.demonstrate(GAME, app.now)


class Program:
    """The program, with its host and bots, which writes fault reports into a folder of the test."""

    def __init__(self, tmp_path):
        self.now = 100.0
        self.folder = tmp_path / "reports"
        self.spoken = RecordingSpeaker()
        self.chain = Chain("auto", [Source("recording", lambda: self.spoken)])
        self.app = App(
            MemoryStorage(Settings("en", braille="off")),
            LOCALES,
            Random(1),
            launch=Launch("en", demo),
        )
        report = partial(write_report, self.folder)
        self.chain.report = lambda failure: report(failure, ())
        self.chain.refresh(self.now)
        self.services = Services(self.chain, Silent(), Thinker(lambda: None), report=report)
        self.host = Host(
            self.app, self.services, lambda _told: None, lambda _text: False, lambda: self.now
        )

    def plays_to_its_end(self):
        """Run the demonstration until the program ends."""
        self.host.begin()
        wait_until(self._has_ended, "the end of the program")

    def _has_ended(self):
        self.now += 0.5
        self.host.tick()
        return self.host.code is not None

    def reports(self):
        if not self.folder.exists():
            return []
        return [path.read_text("utf-8") for path in sorted(self.folder.iterdir())]

    def close(self):
        self.services.thinker.close()


@pytest.fixture
def program(tmp_path):
    made = Program(tmp_path)
    yield made
    made.close()


def fail(*_args, **_kwargs):
    raise LookupError("nobody foresaw this")


NOVANTANOVE = "audiogames.games.novantanove"
LAYERS = {
    "app": ("audiogames.app.matches.Matches._open", "app/matches.py"),
    "present": ("audiogames.present.composing.Rendered._parts", "present/composing.py"),
    "table": ("audiogames.table.table.Table._apply", "table/table.py"),
    "a game's rules": (f"{NOVANTANOVE}.state.NovantanoveState._play", "novantanove/state.py"),
    "a game's speech": (f"{NOVANTANOVE}.speech._cues", "novantanove/speech.py"),
}


@pytest.mark.parametrize("layer", LAYERS)
def test_fault_report_names_the_module_in_which_it_happened(program, monkeypatch, layer):
    faulty, named = LAYERS[layer]
    monkeypatch.setattr(faulty, fail)
    program.plays_to_its_end()
    assert program.host.code == 1
    report = program.reports()[0]
    assert "nobody foresaw this" in report
    assert named in report


def test_fault_in_a_bot_process_is_reported(program, monkeypatch):
    from audiogames.table import table

    monkeypatch.setattr(table, "BotRequest", wrong_level)
    program.plays_to_its_end()
    (report,) = program.reports()
    assert "BotFailed" in report
    assert "no such level" in report
    assert "search/arena.py" in report


def wrong_level(*values):
    return replace(BotRequest(*values), level="no such level")


def test_failing_speaker_is_reported_and_the_match_continues(program):
    program.spoken.say = fail
    program.host.begin()
    program.host.key("f1")
    assert program.host.code is None
    (report,) = program.reports()
    assert "nobody foresaw this" in report
    assert "The speaker was recording." in report


def test_error_in_the_connection_code_is_reported_as_a_fault_of_the_program(program, monkeypatch):
    monkeypatch.setattr(connection._Call, "_opening", fail)
    program.services.line = line = Connection(lambda: None)
    program.host.begin()
    line.connect(None)
    wait_until(lambda: line.has_more, "the line's end")
    program.host.tick()
    assert program.host.code == 1
    assert "shell/connection.py" in program.reports()[0]


def test_error_while_the_program_ends_because_of_another_error_is_reported_too(
    program, monkeypatch
):
    monkeypatch.setattr(App, "handle", fail)
    monkeypatch.setattr(App, "leave", fail)
    program.host.begin()
    program.host.key("f1")
    assert len(program.reports()) == 2
