"""Tests of the host: it executes the app's outputs in order, and reports faults of the app."""

import json
from dataclasses import replace

import pytest

from audiogames.app.outputs import (
    AskBot,
    ChangeHands,
    Configure,
    Copy,
    Quit,
    SaveSettings,
    StopThinking,
)
from audiogames.app.settings import Settings
from audiogames.core.cues import Priority
from audiogames.net.address import Address
from audiogames.net.client.orders import Connect, Disconnect, LineStatus, Transmit
from audiogames.present.outputs import Announcement, Hush, PlaySound, StopSounds
from audiogames.shell.host import LISTENS_EVERY, REFRESH_SECONDS, Host
from audiogames.shell.report import Transcript, write_report
from audiogames.shell.services import Services
from audiogames.shell.speech.chosen import Speech
from audiogames.shell.thinker import BotFailed, BotReply
from tests.kit.programs.fakeapp import FakeApp


class SimulatedConnection:
    """A simulated server connection that records calls; the test puts messages into `waiting`."""

    def __init__(self):
        self.asked, self.waiting = [], []

    def connect(self, address):
        self.asked.append(address)

    def transmit(self, data):
        self.asked.append(data)

    def disconnect(self):
        self.asked.append("disconnect")

    def arrival(self):
        return self.waiting.pop(0) if self.waiting else None

    @property
    def has_more(self):
        return bool(self.waiting)

    def close(self):
        self.asked.append("close")


class Everything:
    """Simulated speaker, mixer, thinker and shell in one object; `done` lists all calls."""

    name = "nvda"
    has_braille = True
    wakes = False
    speaking = None
    """The number of utterances that have not ended; None for a screen reader that does not report
    it."""

    def unended(self):
        return self.speaking

    def __init__(self):
        self.done = []
        self.thoughts = []
        self.now = 100.0

    def clock(self):
        return self.now

    def say(self, text, *, interrupt, lang):
        self.done.append(("say", text, interrupt, lang))

    def braille(self, text):
        self.done.append(("braille", text))
        return True

    def silence(self):
        self.done.append(("silence",))

    def refresh(self, now):
        self.done.append(("refresh", now))

    def blur(self):
        self.done.append(("blur",))

    def play(self, sound_id, *, game=None, pan=0.0, channel="game"):
        self.done.append(("play", sound_id, game, pan, channel))

    def set_volume(self, name, percent):
        self.done.append(("volume", name, percent))

    def stop_all(self):
        self.done.append(("stop",))

    def think(self, wanted):
        self.done.append(("think", wanted))

    def cancel(self):
        self.done.append(("cancel",))

    def answers(self):
        found, self.thoughts = self.thoughts, []
        return found

    def show(self, announcement):
        self.done.append(("show", announcement.text))

    def copy(self, text):
        self.done.append(("copy", text))
        return text != "too much"

    def close(self):
        self.done.append(("close",))


@pytest.fixture
def world():
    return Everything()


@pytest.fixture
def app():
    return FakeApp()


@pytest.fixture
def services(world, tmp_path):
    def report(failure, said):
        return write_report(tmp_path / "reports", failure, said)

    return Services(world, world, world, report=report)


@pytest.fixture
def host(app, services, world):
    host = Host(app, services, world.show, world.copy, world.clock)
    host.begin()
    world.done.clear()
    return host


def announcement(**changes):
    return replace(
        Announcement(2.0, Priority.EVENT, False, "A long sentence", "short", "it", "card"),
        **changes,
    )


def perform(host, app, *outputs):
    app.handle = lambda _key, _now, **_how: list(outputs)
    host.key("a")


def test_settings_are_saved_after_all_speech_commands(host, app, world):
    """Saving may be slow, so speech comes first, even if the app returned it later."""
    perform(host, app, SaveSettings(), Configure(), announcement(text="Louder"), Quit(3))
    said = [text for what, text, *_ in world.done if what == "say"]
    assert said == ["Louder", "Kept"]
    assert host.code == 3


@pytest.mark.parametrize(("holds", "emptied"), [("A hand", True), ("from elsewhere", False)])
def test_clipboard_text_copied_by_a_player_is_cleared_before_the_next_players_turn(
    host, services, world, holds, emptied
):
    app, world.forget, services.read_clipboard = host.app, (lambda: None), (lambda: holds)
    services.clear = lambda: world.done.append(("clear",))
    perform(host, app, Copy("A hand"))
    perform(host, app, ChangeHands(), announcement(text="Curtain"))
    perform(host, app, ChangeHands())
    done = [one for one in world.done if one[0] in {"copy", "clear", "show"}]
    assert done == [
        ("copy", "A hand"),
        ("show", "Copied"),
        ("clear",),
        *([("copy", "")] if emptied else []),
        ("show", "Curtain"),
        ("clear",),
    ]


def test_announcement_is_spoken_then_brailled_then_drawn(host, world):
    host.key("a")
    assert world.done == [
        ("play", "menu-move", None, 0.5, "notices"),
        ("say", "Key a", True, "it"),
        ("braille", "Key a"),
        ("show", "Key a"),
    ]


def test_announcement_without_automatic_reading_is_only_brailled(host, world, app):
    perform(host, app, announcement(spoken=False))
    assert world.done == [("braille", "short"), ("show", "A long sentence")]


def test_every_command_of_the_app_reaches_its_service(host, world, app):
    perform(host, app, Hush(), StopSounds(), AskBot("w"), StopThinking(), PlaySound("x", 0, "a"))
    assert world.done == [
        ("silence",),
        ("stop",),
        ("think", "w"),
        ("cancel",),
        ("play", "x", None, 0, "game"),
    ]


def test_host_sends_the_apps_messages_to_the_server_and_passes_answers_to_the_app(
    app, world, services
):
    services.line = line = SimulatedConnection()
    host = Host(app, services, world.show, world.copy, world.clock)
    host.begin()
    world.done.clear()
    home = Address("192.168.1.5")
    perform(host, app, Connect(home), Transmit(b"hello"), Disconnect())
    assert line.asked == [home, b"hello", "disconnect"]
    line.waiting = [LineStatus.OPEN, '{"type":"pong"}']
    host.tick()
    assert app.calls[-2:] == [("line", LineStatus.OPEN), ("message", '{"type":"pong"}')]
    assert ("show", "Message") in world.done
    host.close()
    assert line.asked[-1] == "close"


def test_sound_command_with_a_game_plays_from_that_games_folder(host, world, app):
    perform(host, app, PlaySound("x", 0, "game", "wist"))
    assert world.done == [("play", "x", "wist", 0, "game")]


@pytest.mark.parametrize(("text", "told"), [("text", "Copied"), ("too much", "Not copied")])
def test_app_is_notified_whether_a_text_was_copied(host, world, app, text, told):
    perform(host, app, Copy(text))
    assert ("copy", text) in world.done
    assert ("show", told) in world.done


def test_volumes_follow_the_settings(host, world):
    host.key("v")
    assert ("volume", "game", 30) in world.done


def test_quit_output_ends_the_host_with_the_given_exit_code(host, app):
    perform(host, app, Quit(3))
    assert host.code == 3


def test_app_is_not_called_after_the_program_has_ended(host, app):
    host.key("q")
    app.calls.clear()
    host.key("a")
    host.tick()
    host.leave()
    assert (app.calls, app.left, host.code) == ([], False, 7)


def test_closing_the_host_saves_the_match(host, app):
    host.leave()
    assert app.left
    assert host.code == 0


# --- Time -----------------------------------------------------------------------------------------


def test_app_is_ticked_at_its_deadline_and_not_before(host, app, world):
    app.deadline = world.now + 2
    assert host.seconds_left() == 2
    world.now += 1
    host.tick()
    assert not any(call[0] == "tick" for call in app.calls)
    world.now += 1
    host.tick()
    assert ("tick", world.now) in app.calls


def test_host_checks_the_speech_output_every_few_seconds(host, world):
    assert host.seconds_left() == REFRESH_SECONDS
    world.now += REFRESH_SECONDS
    host.tick()
    assert ("refresh", world.now) in world.done
    assert host.seconds_left() == REFRESH_SECONDS


def test_app_is_notified_once_of_a_new_speech_output(host, app, world):
    world.name = "speech-dispatcher"
    for _ in range(3):
        world.now += REFRESH_SECONDS
        host.tick()
    voices = [call for call in app.calls if call[0] == "voice"]
    assert voices == [("voice", "nvda", True), ("voice", "speech-dispatcher", True)]


def test_host_reports_the_speech_output_to_the_app_before_the_app_begins(app, services, world):
    app.begin = lambda _now: app.calls.append("begin") or []
    Host(app, services, world.show, world.copy, world.clock).begin()
    assert app.calls == [("voice", "nvda", True), "begin"]


def test_braille_line_is_released_while_the_window_has_no_focus(host, app, world):
    host.focus(gained=True)  # the window has the focus at the start
    assert app.calls[1:] == []
    host.focus(gained=False)
    host.focus(gained=True)
    assert [call[0] for call in world.done if call[0] in {"blur", "refresh"}] == ["blur", "refresh"]
    assert app.calls[1:] == [("focus", False), ("focus", True)]


def test_idle_disconnection_is_reported_before_the_regained_window_focus(host, app, services):
    services.line = line = SimulatedConnection()
    host.focus(gained=False)
    host.rest()
    assert line.asked == ["disconnect"]
    host.focus(gained=True)
    assert app.calls[-2:] == [("line", LineStatus.RESTED), ("focus", True)]
    host.focus(gained=False)
    host.focus(gained=True)
    assert app.calls[-2:] == [("focus", False), ("focus", True)]


def test_flood_of_server_messages_does_not_delay_keys(host, app, services, world):
    services.line = SimulatedConnection()
    services.line.waiting = ['{"type":"pong"}'] * 500
    host.tick()
    taken = 500 - len(services.line.waiting)
    assert 0 < taken <= 20
    assert host.seconds_left() == 0  # the shell looks for keys and returns at once
    host.key("t")
    assert len(services.line.waiting) == 500 - taken


def test_bot_reply_reaches_the_app(host, app, world):
    world.thoughts = [BotReply("wanted", "7c")]
    host.tick()
    assert ("bot_replied", "wanted", "7c") in app.calls


# --- Speech that changes --------------------------------------------------------------------------


def test_speech_output_given_on_the_command_line_applies_until_the_setting_changes(world):
    speech = Speech(world, "none", None)
    first = speech.open(Settings())
    assert speech.revoice(first, Settings(game_volume=10)) is first
    assert first.name == "none"
    other = speech.revoice(first, Settings(speech="builtin"))
    assert other is not first
    assert speech.revoice(other, Settings(speech="builtin", scale=200)) is other
    other.close()


# --- The transcript -------------------------------------------------------------------------------


def test_transcript_has_a_line_for_each_announcement(host, services, app, tmp_path):
    transcript = Transcript(tmp_path / "transcript")
    services.record = transcript.write
    args = {"n": 3, "who": ("a", None), "odd": object}
    perform(host, app, announcement(args=args, spoken=False), announcement(text="Più"))
    first, second = (tmp_path / "transcript").read_text("utf-8").splitlines()
    line = json.loads(first)
    assert line["args"].pop("odd") == str(object)
    assert line == {
        "at": 2.0,
        "priority": "event",
        "interrupt": False,
        "text": "A long sentence",
        "braille": "short",
        "lang": "it",
        "message": "card",
        "args": {"n": 3, "who": ["a", None]},
    }
    assert json.loads(second)["text"] == "Più"
    transcript.close()


# --- Unexpected errors ----------------------------------------------------------------------------


def reports(tmp_path):
    return [path.read_text("utf-8") for path in (tmp_path / "reports").iterdir()]


def test_unexpected_error_ends_in_one_sentence_and_saves_the_match(host, app, world, tmp_path):
    host.key("a")
    world.done.clear()
    host.key("x")
    assert host.code == 1
    assert app.left
    said = [text for kind, text, *_ in world.done if kind == "say"]
    assert len(said) == 1
    assert said[0].startswith(f"Told in {tmp_path}")
    (report,) = reports(tmp_path)
    assert "LookupError: nobody foresaw this" in report
    assert '"text": "Key a"' in report


@pytest.mark.parametrize("where", ["leave", "tick", "focus", "begin"])
def test_unexpected_error_anywhere_ends_with_one_report(app, services, world, tmp_path, where):
    def fail(*_args, **_kwargs):
        raise RuntimeError("nobody foresaw this")

    setattr(app, where, fail)
    host = Host(app, services, world.show, world.copy, world.clock)
    host.begin()
    app.deadline = 0.0
    host.focus(gained=False)
    host.tick()
    host.leave()
    assert host.code == 1
    assert len(reports(tmp_path)) == 1


def fail_to_draw(*_args):
    raise ZeroDivisionError("nobody foresaw this")


@pytest.mark.parametrize("part", ["composing", "drawing"])
def test_failure_in_drawing_is_reported_and_announced_once(host, app, world, tmp_path, part):
    if part == "composing":
        app.frame = fail_to_draw
    for _ in range(3):
        drawn = host.draw(fail_to_draw if part == "drawing" else lambda frame: frame.title)
    assert drawn == ("Audiogames" if part == "composing" else None)
    (report,) = reports(tmp_path)
    assert "ZeroDivisionError" in report
    assert [text for kind, text, *_ in world.done if kind == "say"] == ["Notice drawing-failed"]
    host.key("a")
    assert host.code is None
    assert world.done[-1] == ("show", "Key a")


def test_failing_bot_is_reported(host, world, tmp_path):
    world.thoughts = [BotReply("wanted", None, BotFailed("in choose"))]
    host.tick()
    assert host.code == 1
    assert "in choose" in reports(tmp_path)[0]


def test_error_without_a_localised_sentence_is_announced_in_english(host, app, world):
    app.text = lambda _message: 1 / 0
    host.key("x")
    say = next(done for done in world.done if done[0] == "say")
    assert say[1].startswith("Something went wrong")
    assert say[3] == "en"


def test_error_message_names_no_report_file_if_none_was_written(app, world, tmp_path):
    (tmp_path / "reports").touch()
    services = Services(
        world, world, world, report=lambda *error: write_report(tmp_path / "reports", *error)
    )
    host = Host(app, services, world.show, world.copy, world.clock)
    host.key("x")
    assert ("say", "fault-unreported", True, "it") in world.done


# --- The end of speech ----------------------------------------------------------------------------


def test_end_of_speech_is_reported_to_the_app_once(host, app, world):
    world.speaking = 0
    host.tick()
    assert ("announces end", True) in app.calls
    app.calls.clear()
    world.speaking = 1
    host.key("t")
    host.tick()
    assert host.seconds_left() <= LISTENS_EVERY
    assert not [call for call in app.calls if call[0] == "speech ended"]
    world.speaking = 0
    host.tick()
    host.tick()
    assert [call for call in app.calls if call[0] == "speech ended"] == [("speech ended", 100.0)]


def test_end_of_speech_is_not_tracked_if_the_screen_reader_cannot_report_it(host, app, world):
    world.speaking = 0
    host.tick()
    world.speaking = None
    host.tick()
    assert ("announces end", False) in app.calls


def test_fault_report_contains_nothing_that_was_typed(host, app, tmp_path):
    app.wants_text = True
    perform(host, app, announcement(text="p"), announcement(text="Password. p"))
    app.wants_text = False
    perform(host, app, announcement(text="Welcome."))
    app.handle = broken
    host.key("a")
    (report,) = (tmp_path / "reports").iterdir()
    announced = report.read_text("utf-8").partition("Announced before:")[2]
    assert "Welcome." in announced
    assert "Password" not in announced
    assert '"p"' not in announced


def broken(_key, _now, **_how):
    raise ValueError
