"""A fault while a page is open ends in a sentence and a report; invalid input does no harm."""

import pytest

from audiogames.present.frame import Frame
from audiogames.shell.browser import drawing
from tests.shell.browser.kit import living, played, program, visiting


@pytest.mark.parametrize(
    "message",
    [
        "",
        "[" * 5000,
        "null",
        '{"t":"nothing"}',
        '{"t":"key"}',
        '{"t":"key","key":"a","more":1}',
        '{"t":"key","key":"' + "a" * 65 + '"}',
        '{"t":"click","number":-1}',
        '{"t":"text","text":""}',
    ],
)
def test_malformed_message_ends_the_program_with_a_sentence_and_a_report(message):
    async def scenario():
        async with living(lang="en") as page:
            await page.until("bring")
            await page.send("kept-all", there=True)
            await page.until("say", "Play")
            page.program(message)
            assert (await page.until("end"))["text"]
            assert len(page.faults) == 1

    played(scenario())


def test_unknown_keys_and_clicks_are_harmless(tmp_path):
    async def scenario():
        async with visiting(tmp_path) as page:
            await page.until("say", "Gioca")
            for key in ("", "nothing", "ctrl", "shift+ctrl+alt+x", "layer", "è", "\0", "\ud7ff"):
                await page.key(key)
            for number in (0, 99, 2**53):
                await page.send("click", number=number)
            await page.send("placed", n=2**53)
            await page.send("text", text="a")
            await page.key("down")
            await page.until("say", "rete")

    played(scenario())


def test_fault_ends_the_session_with_a_report(tmp_path):
    def make(storage, lang):
        app = program(storage, lang)
        app.click = fail
        return app

    def fail(*_given, **_named):
        raise RuntimeError("nobody foresaw this")

    async def scenario():
        async with visiting(tmp_path, make) as page:
            await page.until("frame", "Gioca")
            await page.click("row 0")
            ended = (await page.until("end"))["text"]
            assert str(tmp_path / "reports") in ended
            (report,) = (tmp_path / "reports").iterdir()
            assert "nobody foresaw this" in report.read_text("utf-8")

    played(scenario())


def test_drawing_failure_is_reported_once_and_the_session_continues(tmp_path, monkeypatch):
    def fail(_frame):
        raise ZeroDivisionError("nobody foresaw this")

    async def scenario():
        async with visiting(tmp_path) as page:
            await page.until("frame")
            monkeypatch.setattr(drawing, "unusual", fail_on(drawing.unusual, fail))
            await page.key("enter", "down")
            await page.until("say", "disegno")
            while page.frame != {"title": "Audiogames"}:  # nothing of the last picture stays
                await page.next()
            await page.key("escape")
            await page.until("say")
            assert not page.session.is_over
        assert len(list((tmp_path / "reports").iterdir())) == 1
        assert sum("disegno" in said for said in page.said) == 1

    played(scenario())


def fail_on(unusual, fail):
    """Return a function that calls `unusual` for the empty frame and `fail` for all others."""
    return lambda frame: unusual(frame) if frame == Frame("Audiogames") else fail(frame)


def test_drawing_fault_on_the_page_is_reported_once_and_announced(tmp_path):
    async def scenario():
        async with visiting(tmp_path) as page:
            await page.until("say", "Gioca")
            for part in ("hand", "sheet"):
                await page.send("fault", part=part, why="TypeError")
            await page.until("say", "disegno")
            await page.key("down")
            await page.until("say", "rete")
        (report,) = (tmp_path / "reports").iterdir()
        assert "could not draw hand: TypeError" in report.read_text("utf-8")

    played(scenario())


def test_liveness_check_of_the_page_is_answered(tmp_path):
    async def scenario():
        async with visiting(tmp_path) as page:
            await page.send("alive")
            await page.until("alive")

    played(scenario())
