"""Tests of delivery on a page: bots and keys wait until the page has shown an announcement."""

import asyncio
import json
from dataclasses import replace

import pytest

from audiogames.app.settings import Settings
from audiogames.core.cues import Priority
from audiogames.core.registry import game
from audiogames.present.outputs import Announcement
from audiogames.shell.browser.clock import AWAY_SECONDS, SILENT_SECONDS, SessionClock, Unplaced
from audiogames.shell.browser.messages import (
    Click,
    CopyOutcome,
    FocusChange,
    KeyPress,
    Placed,
    SpeechEnded,
)
from audiogames.shell.browser.session import PageSession
from audiogames.table.setup import Setup
from tests.kit.pilot import MemoryStorage
from tests.shell.browser.kit import SOON, program, session_parts

GAME = game("novantanove")
PLAYED = "King of diamonds. 10."


def at_the_table(app):
    """Start a match against one bot in which the player begins."""
    setup = Setup(GAME, GAME.options(), (), None, "easy", 5)
    app.matches.play_now(setup, 2, app.now)


class SimulatedPage:
    """A session with a simulated page and clock; the test confirms its announcements."""

    def __init__(self, tmp_path, *, line=None, **settings):
        self.now = 1000.0
        self.heard = []
        self.frame = {}
        storage = MemoryStorage(Settings(**settings)) if settings else MemoryStorage()
        app = program(storage, "en", at_the_table)
        parts = session_parts(tmp_path, line=line, now=lambda: self.now)
        self.session = PageSession(app, self, parts)

    def send(self, text):
        """Record a message that the session sends to the page."""
        self.heard.append(json.loads(text))
        if self.heard[-1]["t"] == "frame":
            self.frame = self.heard[-1]["frame"]

    async def play(self):
        """Click the first card of the hand, the king of diamonds, and return the announcements."""
        self.session.take(Click(self.frame["cards"][0]["click"]))
        await asyncio.sleep(0)  # time for a bot's move
        return self.said()

    async def wait(self, seconds):
        for _ in range(int(seconds * 10)):
            self.now += 0.1
            self.session.wake()
            await asyncio.sleep(0)
        return self.said()

    async def place(self):
        self.session.take(Placed(2**40))
        return self.said()

    async def front(self, *, gained):
        self.session.take(FocusChange(gained))
        return self.said()

    def said(self):
        """Return the announcements since the last call, as one text."""
        said = " ".join(one["text"] for one in self.heard if one["t"] == "say")
        self.heard.clear()
        return said


@pytest.fixture
def run_with_page(tmp_path):
    """Return a function that runs an asynchronous scenario with a `SimulatedPage`."""

    def run(scenario, **settings):
        async def whole():
            await scenario(SimulatedPage(tmp_path, **settings))

        asyncio.run(whole())

    return run


def test_move_waits_until_the_page_has_shown_the_question(run_with_page):
    async def scenario(page):
        assert "Your turn" in page.said()
        await page.wait(5)
        assert "Your turn" in await page.play()
        await page.place()
        await page.wait(0.6)
        assert PLAYED in await page.play()

    run_with_page(scenario)


def host(page):
    return page.session._host


def now(page):
    return page.session._clock()


def test_no_frame_is_composed_when_the_page_confirms_an_announcement(run_with_page, monkeypatch):
    async def scenario(page):
        page.said()
        composed = []
        frame = host(page).frame
        monkeypatch.setattr(host(page), "frame", lambda: composed.append(1) or frame())
        await page.place()
        assert composed == []
        await page.play()
        assert composed

    run_with_page(scenario)


def test_bots_wait_until_the_page_has_shown_announcements(run_with_page):
    async def scenario(page):
        page.said()
        await page.place()
        await page.wait(1)
        assert PLAYED in await page.play()
        assert await page.wait(7) == ""
        await page.place()
        assert "Ada" in await page.wait(20)

    run_with_page(scenario)


def test_announcement_that_the_page_never_placed_is_repeated_when_the_player_returns(run_with_page):
    async def scenario(page):
        page.said()
        assert await page.wait(SILENT_SECONDS + 1) == ""
        assert "your turn" in (await page.place()).lower()  # after the return
        assert await page.wait(1) == ""

    run_with_page(scenario)


def test_hidden_page_pauses_time_and_announces_missed_events_once_when_shown(run_with_page):
    async def scenario(page):
        page.said()
        await page.place()
        await page.wait(1)
        await page.play()
        await page.front(gained=False)
        assert await page.wait(60) == ""
        back = await page.front(gained=True)
        assert back.count(PLAYED) == 1
        await page.place()
        assert "Ada" in await page.wait(20)

    run_with_page(scenario)


def test_hidden_page_is_asked_to_drop_its_waiting_announcements(run_with_page):
    async def scenario(page):
        page.said()
        page.session.take(FocusChange(gained=False))
        assert {"t": "hush"} in page.heard

    run_with_page(scenario)


def test_copy_to_the_clipboard_is_announced_after_the_page_reports_its_outcome(run_with_page):
    async def scenario(page):
        page.said()
        await page.place()
        await page.wait(1)
        page.session.take(KeyPress("ctrl+c"))
        assert [one["t"] for one in page.heard].count("copy") == 1
        assert page.said() == ""
        page.session.take(CopyOutcome(done=False))
        assert page.said()

    run_with_page(scenario)


class SimulatedConnection:
    """A simulated server connection: the test appends its messages to `waiting`."""

    def __init__(self):
        self.waiting, self.ended = [], 0
        self.is_empty = asyncio.Event()

    def arrival(self):
        arrival = self.waiting.pop(0) if self.waiting else None
        if not self.waiting:
            self.is_empty.set()
        return arrival

    @property
    def has_more(self):
        return bool(self.waiting)

    def disconnect(self):
        self.ended += 1

    def close(self):
        """Do nothing: nothing is connected."""


def test_hidden_page_still_receives_every_server_message(tmp_path):
    line = SimulatedConnection()

    async def scenario():
        page = SimulatedPage(tmp_path, line=line)
        page.said()
        await page.front(gained=False)
        line.is_empty.clear()
        line.waiting = ['{"type":"pong"}'] * 100
        page.session.wake()
        await asyncio.wait_for(line.is_empty.wait(), SOON)

    asyncio.run(scenario())


def test_server_connection_is_closed_once_after_a_long_absence(tmp_path):
    line = SimulatedConnection()

    async def scenario():
        page = SimulatedPage(tmp_path, line=line)
        page.said()
        await page.place()
        await page.wait(2 * AWAY_SECONDS)
        await page.front(gained=False)
        await page.wait(AWAY_SECONDS - 0.5)
        await page.front(gained=True)
        await page.place()
        await page.front(gained=False)
        await page.wait(AWAY_SECONDS - 0.5)
        assert line.ended == 0
        await page.wait(1)
        assert line.ended == 1
        await page.wait(2 * AWAY_SECONDS)
        assert line.ended == 1

    asyncio.run(scenario())


def announced(**more):
    usual = Announcement(0.0, Priority.EVENT, False, "Ada comes in.", "", "en", "came")
    return replace(usual, **more)


def test_lost_announcement_is_sent_again_unless_the_app_repeats_it():
    unplaced = Unplaced(lambda: 0.0)
    for one in (
        announced(interrupt=True, text="an answer"),
        announced(tells_facts=True, text="a fact"),
        announced(spoken=False, text="braille only"),
        announced(),
    ):
        unplaced.sent(one)
    assert unplaced.take_lost() == [announced()]
    assert unplaced.take_lost() == []


def test_interrupting_answer_replaces_the_announcement_that_it_interrupts():
    now = 0.0
    unplaced = Unplaced(lambda: now)
    for now in range(20):
        last = unplaced.sent(announced(at=now, interrupt=True))
    assert unplaced.gives_up_at == now + SILENT_SECONDS
    unplaced.placed(last)
    assert unplaced.stops_at == float("inf")


def test_session_clock_resumes_from_the_time_at_which_it_stopped():
    real = 100.0
    clock = SessionClock(lambda: real)
    clock.stop_at(105.0)
    real = 120.0
    assert clock.is_stopped
    assert clock() == 105.0
    clock.stop_at(float("inf"))
    real = 121.0
    assert clock() == 106.0


def test_announcement_ends_when_the_browser_reports_the_end_of_speech(run_with_page):
    async def scenario(page):
        app = host(page).app
        page.said()
        page.session.take(SpeechEnded(2**40))
        await page.place()
        assert app.announcer.announces_end
        page.session.take(KeyPress("s"))
        page.session.take(SpeechEnded(0))
        assert app.announcer.ends() > now(page), "something before it has ended"
        page.session.take(SpeechEnded(2**40))
        assert app.announcer.ends() <= now(page)

    run_with_page(scenario, language="en", speech="builtin")


def test_speech_time_of_a_screen_reader_on_the_page_is_estimated(run_with_page):
    async def scenario(page):
        page.said()
        page.session.take(SpeechEnded(2**40))
        assert not host(page).app.announcer.announces_end

    run_with_page(scenario)
