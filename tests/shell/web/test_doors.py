"""Nobody but a page of ours is let in, and what fails or lies ends alone."""

import asyncio
import contextlib
import json

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from audiogames.net.server import limits
from audiogames.present.frame import Frame
from audiogames.shell.web import drawing, sessions
from audiogames.shell.web.clock import USUAL_SILENCE
from audiogames.shell.web.lines import GIVEN_UP
from audiogames.shell.web.messages import PageHello
from tests.shell.web.kit import SOON, Page, played, program, serving, visiting


async def asked(server, method="GET", path="/", host=None, more=("Accept", "*/*")):
    """The status, the headers and the body of an answer."""
    reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
    host = host or f"127.0.0.1:{server.port}"
    head = f"{method} {path} HTTP/1.1\r\nHost: {host}\r\n{more[0]}: {more[1]}\r\n\r\n"
    writer.write(head.encode())
    whole = await asyncio.wait_for(reader.read(), SOON)
    writer.close()
    head, _, rest = whole.partition(b"\r\n\r\n")
    status, *headers = head.decode().split("\r\n")
    return int(status.split()[1]), dict(line.split(": ", 1) for line in headers), rest


def test_page_files_are_served_from_a_fixed_table_with_safe_headers(tmp_path):
    async def scenario():
        async with serving(tmp_path) as server:
            status, headers, sound = await asked(server, path="/sounds/common/card-1.ogg")
            assert (status, headers["Content-Type"], sound[:4]) == (200, "audio/ogg", b"OggS")
            status, headers, nothing = await asked(
                server, "HEAD", "/sounds/common/card-1.ogg?again"
            )
            assert (status, int(headers["Content-Length"]), nothing) == (200, len(sound), b"")
            assert headers["X-Content-Type-Options"] == "nosniff"
            assert headers["Referrer-Policy"] == "no-referrer"
            policy = headers["Content-Security-Policy"]
            assert policy.startswith("default-src 'none'; script-src 'self';")
            assert "frame-ancestors 'none'" in policy
            assert (await asked(server, path="/healthz"))[0] == 200

    played(scenario())


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("POST", "/", 405),
        ("PUT", "/play", 405),
        ("GET", "/../pyproject.toml", 404),
        ("GET", "/sounds/common/../../pyproject.toml", 404),
        ("GET", "/%2e%2e/pyproject.toml", 404),
        ("GET", "//etc/passwd", 404),
    ],
)
def test_no_other_path_is_served(tmp_path, method, path, status):
    async def scenario():
        async with serving(tmp_path) as server:
            assert (await asked(server, method, path))[0] == status

    played(scenario())


@pytest.mark.parametrize("host", ["evil.example", "evil.example:80", "127.0.0.1", "192.168.1.7"])
def test_foreign_host_name_is_refused(tmp_path, host):
    async def scenario():
        async with serving(tmp_path) as server:
            assert (await asked(server, host=host))[0] == 403

    played(scenario())


@pytest.mark.parametrize("origin", [None, "null", "http://evil.example", "https://127.0.0.1"])
def test_foreign_origin_is_refused(tmp_path, origin):
    async def scenario():
        async with serving(tmp_path) as server:
            with pytest.raises(InvalidStatus) as refused:
                async with visiting(server, origin=origin):
                    """Not let in."""
            assert refused.value.response.status_code == 403

    played(scenario())


@pytest.mark.parametrize(
    ("hello", "words"),
    [
        ({"key": "guessed"}, "Questo indirizzo"),
        ({"key": ""}, "Questo indirizzo"),
        ({"token": "guessed"}, "Questa visita"),
        ({"key": "x" * 65}, "The page and the program"),
        ({"key": ["x"]}, "The page and the program"),
        ({"key": "x", "more": 1}, "The page and the program"),
    ],
)
def test_page_without_a_valid_key_is_refused(tmp_path, hello, words):
    async def scenario():
        async with serving(tmp_path) as server, visiting(server, **hello) as page:
            assert (await page.until("end"))["text"].startswith(words)
            assert len(server.sessions) == 0

    played(scenario())


def test_key_works_once_and_a_full_server_says_so(tmp_path, monkeypatch):
    async def scenario():
        async with serving(tmp_path) as server:
            key = server.sessions.invite()
            async with visiting(server, key=key) as first, visiting(server, key=key) as second:
                await first.until("welcome")
                assert "già stato usato" in (await second.until("end"))["text"]
                monkeypatch.setattr(sessions, "MOST", 1)
                async with visiting(server) as third:
                    assert (await third.until("end"))["text"] == "La sala è piena."

    played(scenario())


@pytest.mark.parametrize(
    "message",
    [
        "",
        "{}",
        "[" * 4000,
        '{"t":"key"}',
        '{"t":"key","key":7}',
        '{"t":"shutdown"}',
        '{"t":"click"}',
        '{"t":"click","number":-1}',
        '{"t":"click","number":"1"}',
        '{"t":"click","number":99999999999999999}',
        '{"t":"click","number":1,"key":"enter"}',
        '{"t":"placed","n":1e400}',
        b'{"t":"bye"}',
        '{"t":"text","text":"' + "x" * 401 + '"}',
    ],
)
def test_malformed_message_ends_the_connection_and_not_the_session(tmp_path, message):
    async def scenario():
        async with serving(tmp_path) as server, visiting(server) as page:
            token = (await page.until("welcome"))["token"]
            await page.line.send(message)
            assert (await page.until("end"))["text"].startswith("La pagina")
            async with visiting(server, token=token) as again:
                await again.until("say", "Gioca")
            assert server.faults == []

    played(scenario())


def test_unknown_keys_and_clicks_are_harmless(tmp_path):
    async def scenario():
        async with serving(tmp_path) as server, visiting(server) as page:
            await page.until("say", "Gioca")
            await page.key("", "quit", "ctrl+shift+nonsense", "<script>", "f13", "\n")
            await page.send("click", number=0)
            await page.send("click", number=9999)
            await page.send("text", text="typed where nothing can be written")
            await page.send("copied", done=True)
            await page.send("copied", done=False, safe=False)
            await page.until("say", "https")
            await page.send("placed", n=2**53)
            await page.key("down")
            while "rete" not in (await page.until("say"))["text"]:
                pass
            assert server.faults == []

    played(scenario())


def test_flooding_page_loses_the_connection(tmp_path):
    async def scenario():
        async with serving(tmp_path) as server, visiting(server) as page:
            with contextlib.suppress(ConnectionClosed):
                for _ in range(1000):
                    await page.line.send('{"t":"placed","n":0}')
            assert (await Page(page.line).until("end"))["text"].startswith("La pagina")

    played(scenario())


def test_fault_ends_its_session_alone_with_a_report(tmp_path):
    faulty = []

    def make(storage, lang):
        app = program(storage, lang)
        faulty.append(app)
        return app

    def fail(*_given, **_named):
        raise RuntimeError("nobody foresaw this")

    async def scenario():
        async with serving(tmp_path, make) as server:
            async with visiting(server) as page, visiting(server) as other:
                await page.until("say", "Gioca")
                await other.until("say", "Gioca")
                faulty[0].handle = fail
                await page.key("down")
                ended = (await page.until("end"))["text"]
                assert str(tmp_path / "reports") in ended
                await other.key("down")
                await other.until("say", "rete")
                assert len(server.sessions) == 1
            (report,) = (tmp_path / "reports").iterdir()
            assert "nobody foresaw this" in report.read_text("utf-8")

    played(scenario())


def test_abandoned_session_is_closed(tmp_path, monkeypatch):
    now = 1000.0

    async def scenario():
        nonlocal now
        left = asyncio.Event()

        def gone(session, line):
            type(session).disconnect(session, line)
            left.set()

        async with serving(tmp_path, now=lambda: now) as server:
            async with visiting(server) as page:
                token = (await page.until("welcome"))["token"]
                session = server.sessions.find(PageHello(token=token))
                monkeypatch.setattr(session, "disconnect", lambda line: gone(session, line))
                now += 3600
                server.sessions.sweep()
                assert len(server.sessions) == 1
            await left.wait()
            now += limits.SESSION_SECONDS
            server.sessions.sweep()
            assert len(server.sessions) == 0
            await asyncio.wait_for(server.ran, SOON)

    played(scenario())


def test_drawing_failure_is_reported_once_and_the_session_continues(tmp_path, monkeypatch):
    def fail(_frame):
        raise ZeroDivisionError("nobody foresaw this")

    async def scenario():
        async with serving(tmp_path) as server, visiting(server) as page:
            await page.until("frame")
            monkeypatch.setattr(drawing, "unusual", fail_on(drawing.unusual, fail))
            await page.key("enter", "down")
            await page.until("say", "disegno")
            while page.frame != {"title": "Audiogames"}:  # nothing of the picture before stays
                await page.next()
            await page.key("escape")
            await page.until("say")
            assert len(server.sessions) == 1
        assert len(list((tmp_path / "reports").iterdir())) == 1
        assert sum("disegno" in said for said in page.said) == 1

    played(scenario())


def fail_on(unusual, fail):
    """Let only the empty picture through."""
    return lambda frame: unusual(frame) if frame == Frame("Audiogames") else fail(frame)


def test_late_press_is_dropped_and_announced_once(tmp_path):
    now = 1000.0

    async def scenario():
        nonlocal now
        async with serving(tmp_path, now=lambda: now) as server, visiting(server) as page:
            await page.until("say", "Gioca")
            await page.until("frame", "Menu principale")
            assert page.last["welcome"]["now"] == 1000.0
            now += USUAL_SILENCE.dead + 1
            for _ in range(3):
                await page.send("key", key="enter", at=1000.0)
            await page.until("say", "non è stato eseguito")
            await page.send("alive")
            assert (await page.until("alive"))["now"] == now
            assert page.frame["title"] == "Menu principale"
            now += 5  # the notice counts as told by now
            await page.send("key", key="enter", at=now - 1)
            await page.until("frame", "Novantanove")
        assert sum("non è stato eseguito" in said for said in page.said) == 1

    played(scenario())


def test_presses_on_an_abandoned_connection_are_dropped_and_announced(tmp_path):
    async def scenario():
        async with serving(tmp_path) as server:
            async with visiting(server) as page:
                await page.until("say", "Gioca")
                token = page.last["welcome"]["token"]
                # All of it is in the socket before the server looks.
                await page.line.send(json.dumps({"t": "key", "key": "enter"}))
                page.line.protocol.send_close(GIVEN_UP)
                page.line.send_data()
            async with visiting(server, token=token) as page:
                await page.until("say", "non è stato eseguito")
                while "title" not in page.frame:
                    await page.next()
                assert page.frame["title"] == "Menu principale"

    played(scenario())


def test_page_that_cannot_draw_is_reported_once_and_told_so(tmp_path):
    async def scenario():
        async with serving(tmp_path) as server, visiting(server, keeps=False) as page:
            await page.until("say", "riaprila dal programma")
            for part in ("hand", "sheet"):
                await page.send("fault", part=part, why="TypeError")
            await page.until("say", "disegno")
            await page.key("down")
            await page.until("say", "rete")
        (report,) = (tmp_path / "reports").iterdir()
        assert "could not draw hand: TypeError" in report.read_text("utf-8")

    played(scenario())
