"""Guests at the page of a server of tables: they reach its tables, and nothing else of anybody."""

import asyncio
import json
import ssl
from pathlib import Path

import pytest
from websockets.asyncio.client import connect
from websockets.asyncio.server import broadcast
from websockets.exceptions import InvalidStatus

from audiogames.core.registry import game
from audiogames.net import wire
from audiogames.net.client.remote_table import read_update
from audiogames.net.server import limits
from audiogames.shell.server import callers
from audiogames.shell.web import clock, lines
from audiogames.shell.web.kept import MOST_BROUGHT
from audiogames.table.clock import LISTENING
from tests.shell.server.kit import calling
from tests.shell.web.beside import guest, guest_app, serving_both
from tests.shell.web.kit import SOON, played
from tests.shell.web.test_doors import asked

FAR = "203.0.113.5"
PEMS = Path(__file__).parents[1] / "server"


@pytest.mark.slow
def test_pages_and_a_program_share_a_table_in_their_own_languages():
    async def scenario():
        async with (
            serving_both() as server,
            guest(server, "it-IT") as anna,
            guest(server) as bob,
            calling(server) as carla,
        ):
            await anna.goes_online("Anna")
            code = await anna.opens("tressette")
            await bob.goes_online("Bob")
            await bob.sits_down(code)
            await anna.waits_for("Bob si siede.")
            await carla.hello("Carla")
            await carla.ask(wire.Join, code=code)
            await anna.waits_for("Carla si siede.")
            await bob.waits_for("Carla sits down.")
            await carla.ask(wire.Chat, text="ciao a tutti")
            await anna.waits_for("Carla: ciao a tutti.")
            await bob.waits_for("Carla: ciao a tutti.")

    played(scenario())


def test_guest_gets_the_booklet_as_a_download():
    async def scenario():
        async with serving_both() as server, guest(server) as bob:
            await bob.waits_for("Play")
            await bob.key("shift+f1", "r", "enter", "s", "enter", "enter")
            await bob.waits_for("Saved: audiogames-scopa-en.txt.")
            file = await bob.waits_for("Scopa lesson.", "download")
            assert file["name"] == "audiogames-scopa-en.txt"

    played(scenario())


def test_guest_of_a_page_is_not_asked_for_the_server_address():
    async def scenario():
        async with serving_both(code="1234") as server, guest(server) as bob:
            await bob.waits_for("Play")
            await bob.key("down", "enter")
            await bob.waits_for("Name, nothing.")
            await bob.key("enter")
            await bob.waits_for("Type your name")
            await bob.type("Bob")
            await bob.waits_for("Connect.")
            assert "ddress" not in bob.texts()
            await bob.key("enter")
            await bob.waits_for("Type the code")  # that of the server, as of anybody
            await bob.type("1234")
            await bob.waits_for("as guest Bob")

    played(scenario())


@pytest.mark.parametrize(
    "origin", [None, "null", "http://evil.example", "https://127.0.0.1", "http://127.0.0.1:1"]
)
def test_only_the_servers_page_opens_a_page_connection(origin):
    async def scenario():
        async with serving_both() as server:
            with pytest.raises(InvalidStatus) as refused:
                async with guest(server, origin=origin):
                    """Not let in."""
            assert refused.value.response.status_code == 403

    played(scenario())


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", "/", 200),
        ("HEAD", "/page.js", 200),
        ("GET", "/healthz", 200),
        ("POST", "/", 405),
        ("DELETE", "/play", 405),
        ("GET", "/../pyproject.toml", 404),
        ("GET", "/play", 403),
    ],
)
def test_page_files_of_a_server_are_served_like_at_home(method, path, status):
    async def scenario():
        async with serving_both() as server:
            answer = await asked(server, method, path)
            assert answer[0] == status
            if status in {200, 405}:
                assert answer[1]["X-Content-Type-Options"] == "nosniff"

    played(scenario())


def test_pages_keep_calling_a_server_that_closed():
    """A page that was told of an end would call no more, also when the server is there again."""

    async def scenario():
        async with serving_both() as server, guest(server) as bob:
            await bob.waits_for("Play")
            server.end()
            await bob.line.wait_closed()
            assert "end" not in {one["t"] for one in bob.heard}

    played(scenario())


def test_plain_text_pages_are_limited_to_the_local_network(monkeypatch):
    monkeypatch.setattr(callers, "is_local", lambda _address: False)

    async def scenario():
        async with serving_both() as server:
            for path in ("/", "/healthz", "/play"):
                assert (await asked(server, path=path))[0] == 403
            with pytest.raises(InvalidStatus) as refused:
                async with guest(server):
                    """Not let in."""
            assert refused.value.response.status_code == 403

    played(scenario())


def test_page_connection_with_a_certificate_is_encrypted():
    theirs = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    theirs.load_cert_chain(PEMS / "cert.pem", PEMS / "key.pem")
    ours = ssl.create_default_context(cafile=PEMS / "cert.pem")

    async def scenario():
        async with (
            serving_both(tls=theirs) as server,
            guest(server, scheme="https", ssl=ours, close_timeout=None) as bob,
            calling(server, scheme="wss", ssl=ours, close_timeout=None) as carla,
        ):
            await bob.waits_for("Play")
            assert (await carla.hello("Carla")).name == "Carla"

    played(scenario())


def test_server_without_the_page_serves_no_files():
    async def scenario():
        async with serving_both() as server:
            server.page = None
            assert (await asked(server))[0] == 426

    played(scenario())


def test_sessions_files_and_connections_of_an_address_are_limited(monkeypatch):
    monkeypatch.setattr(limits, "SESSIONS_AN_ADDRESS", 1)
    monkeypatch.setattr(limits, "SESSIONS", 2)

    async def scenario():
        async with (
            serving_both(proxy=True) as server,
            guest(server, address=FAR) as one,
            guest(server, address="203.0.113.6") as two,
        ):
            await one.waits_for("Play")
            await two.waits_for("Play")
            async with guest(server, address=FAR) as three:
                end = await three.waits_for("", "end")
                assert end["text"] == ("The card room is full. Try again in a few minutes.")
                assert end["again"]
            monkeypatch.setattr(limits, "SESSIONS", 9)
            async with guest(server, address=FAR) as three:
                end = await three.waits_for("", "end")
                assert end["text"].startswith("Too many people from your network")
            await two.key("end", "enter")
            await two.waits_for("", "end")
            async with guest(server, address="203.0.113.6") as again:
                await again.waits_for("Play")

    played(scenario())


@pytest.mark.parametrize(
    ("limit", "value", "status"),
    [
        ("FILES_AT_ONCE", 1.0, 429),
        ("FILE_CONNECTIONS_AN_ADDRESS", 0, 429),
        ("FILE_CONNECTIONS", 0, 503),
    ],
)
def test_file_requests_of_an_address_are_limited(monkeypatch, limit, value, status):
    monkeypatch.setattr(limits, limit, value)
    monkeypatch.setattr(limits, "FILES_A_SECOND", 0.0)
    far = ("X-Forwarded-For", FAR)

    async def scenario():
        async with serving_both(proxy=True) as server:
            first = (await asked(server, more=far))[0]
            assert (first, (await asked(server, more=far))[0]) in {(200, status), (status, status)}
            own = (await asked(server))[0]
            assert own == (status if limit == "FILE_CONNECTIONS" else 200)

    played(scenario())


def test_page_connections_count_toward_the_limit_of_their_address(monkeypatch):
    monkeypatch.setattr(limits, "CONNECTIONS_AN_ADDRESS", 1)
    far = {"additional_headers": {"X-Forwarded-For": FAR}}

    async def scenario():
        async with (
            serving_both(proxy=True) as server,
            calling(server, **far) as carla,
            guest(server, address=FAR) as bob,
        ):
            await carla.hello("Carla")
            await bob.waits_for("Play")
            await bob.key("down", "enter", "enter")
            await bob.waits_for("Type your name")
            await bob.type("Bob")
            await bob.waits_for("Connect.")
            await bob.key("enter")
            await bob.waits_for("Too many connections")

    played(scenario())


def test_fault_ends_its_guest_session_alone_and_reveals_no_path():
    faults, apps = [], []

    def make(storage, lang):
        apps.append(guest_app(storage, lang))
        return apps[-1]

    def fail(*_given, **_named):
        raise RuntimeError("nobody foresaw this")

    async def scenario():
        async with (
            serving_both(make, report=faults.append) as server,
            guest(server) as bob,
        ):
            await bob.waits_for("Play")
            async with guest(server) as other:
                await other.waits_for("Play")
                apps[-2].handle = fail
                await bob.key("down")
                end = await bob.waits_for("Something went wrong", "end")
                assert "/" not in end["text"]
                assert end["again"]
                await other.key("down")
                await other.waits_for("online")
            assert [str(one) for one in faults] == ["nobody foresaw this"]

    played(scenario())


def test_session_token_is_valid_for_its_session_alone():
    async def scenario():
        async with serving_both() as server, guest(server) as bob:
            token = (await bob.waits_for("", "welcome"))["token"]
            await bob.waits_for("Play")
            await bob.key("down")
            await bob.waits_for("online")
            for wrong in (token[:-1], token.swapcase(), ""):
                async with guest(server, token=wrong) as other:
                    assert (await other.waits_for("", "welcome"))["token"] != token
            async with guest(server, token=token) as again:
                assert (await again.waits_for("", "welcome"))["token"] == token
                await again.waits_for("online")

    played(scenario())


@pytest.mark.slow
def test_hidden_page_is_sent_nothing_and_its_player_is_away(monkeypatch):
    monkeypatch.setattr(clock, "AWAY_SECONDS", 0.0)

    async def scenario():
        async with (
            serving_both() as server,
            guest(server, "it-IT") as anna,
            guest(server) as bob,
        ):
            await anna.goes_online("Anna")
            code = await anna.opens("novantanove")
            await bob.goes_online("Bob")
            await bob.sits_down(code)
            await anna.waits_for("Bob si siede.")
            await anna.key("enter")
            await hand_of(bob)
            await bob.send("focus", gained=False)
            await bob.waits_for("", "hush")
            await anna.waits_for("Bob perde la connessione.")
            before = len(bob.heard)
            await anna.key("f5")
            await anna.waits_for("Novantanove")
            assert "say" not in {one["t"] for one in bob.heard[before:]}
            await bob.send("focus", gained=True)
            back = (await bob.waits_for("Reconnected."))["text"]
            assert "You missed no move." in back
            await anna.waits_for("Bob è di nuovo in linea.")
            await bob.key("f5")
            await bob.waits_for("Novantanove")
            assert bob.texts().count("Reconnected.") == 1
            assert "lost" not in bob.texts()

    played(scenario())


@pytest.mark.slow
def test_browser_data_returns_a_guest_to_their_seat(monkeypatch):
    monkeypatch.setattr(lines, "SWEEP_SECONDS", 0.05)

    async def scenario():
        async with serving_both() as server, guest(server, "it-IT") as anna:
            await anna.goes_online("Anna")
            code = await anna.opens("novantanove")
            async with guest(server) as bob:
                await bob.goes_online("Bob")
                await bob.sits_down(code)
                await anna.waits_for("Bob si siede.")
                await bob.until(lambda: "Bob" in bob.kept.get("places", ""))
            monkeypatch.setattr(limits, "SESSION_SECONDS", 0.0)
            await anna.waits_for("Bob perde la connessione.")
            async with guest(server, kept=bob.kept) as again:
                await again.waits_for("Play")
                await again.key("down", "enter")
                await again.waits_for("Connect.")
                await again.key("enter")
                await again.until(lambda: "host Anna" in again.texts())
                await anna.waits_for("Bob è di nuovo in linea.")

    played(scenario())


@pytest.mark.slow
def test_guest_back_at_their_turn_has_its_full_time(monkeypatch):
    monkeypatch.setattr(clock, "AWAY_SECONDS", 0.0)
    limit, gone = 60, 40

    async def scenario():
        async with (
            serving_both() as server,
            calling(server) as carla,
            guest(server) as bob,
        ):
            await carla.hello("Anna")
            table = await carla.ask(wire.Open, game="novantanove", limit=limit)
            await bob.goes_online("Bob")
            await bob.sits_down(table.code)
            await carla.hears(wire.Seated)
            await carla.ask(wire.StartMatch)
            plays = asyncio.create_task(plays_on(carla))
            await bob.waits_for("Your turn.")
            plays.cancel()
            await asyncio.wait([plays])
            await bob.send("focus", gained=False)
            while (await carla.hears(wire.News)).what != "away":
                pass
            server.later += gone
            assert left_at(server, table) <= limit - gone + LISTENING
            await bob.send("focus", gained=True)
            await bob.waits_for("Reconnected.")
            assert left_at(server, table) > limit - gone + LISTENING

    played(scenario())


async def plays_on(caller):
    """The first move that the rules take, whenever this player is asked."""
    while True:
        told = await caller.hears(wire.MatchUpdate)
        update = read_update(game("novantanove"), told, 2)
        if update.view.to_act == update.seat:
            made = wire.MakeMove(id=told.seq + 100, seq=told.seq, move=str(update.view.legal[0]))
            await caller.line.send(wire.encode(made), text=True)


def left_at(server, table):
    """The seconds that are left at this table for the turn."""
    clock = server.core.lobby.tables[table.table].match.served.clock
    return clock.left(server.now())


@pytest.mark.slow
def test_page_connection_carries_only_its_own_frames():
    """What the server knows of one player is in nothing that another is sent."""

    async def scenario():
        async with (
            serving_both() as server,
            guest(server) as anna,
            guest(server) as bob,
        ):
            await anna.goes_online("Anna")
            code = await anna.opens("novantanove")
            await bob.goes_online("Bob")
            await bob.sits_down(code)
            await anna.waits_for("Bob sits down.")
            await anna.key("enter")
            hands = [await hand_of(one) for one in (anna, bob)]
            for page in (anna, bob):
                await page.waits_for("You have")
            tokens = [one.token for one in (anna, bob)]
            for page, others, token in zip(
                (anna, bob), reversed(hands), reversed(tokens), strict=True
            ):
                sent = json.dumps(page.heard).lower()
                assert not [name for name in others if name.lower() in sent]
                assert token.lower() not in sent

    played(scenario())


async def hand_of(page):
    """The names of the cards that a page was dealt."""
    cards = await page.until(lambda: page.frame.get("cards"))
    return {card["name"].rstrip(".") for card in cards}


@pytest.mark.slow
def test_page_may_send_all_its_data_at_full_speed():
    """At 261,456 letters its line was cut off: more had come than a program may send at once."""
    text = "à" * MOST_BROUGHT  # in two bytes each

    async def scenario():
        async with serving_both() as server:
            here = f"127.0.0.1:{server.port}"
            url, origin = f"ws://{here}/play", f"http://{here}"
            async with connect(url, origin=origin, compression=None, ping_interval=None) as line:
                await line.send(json.dumps({"t": "hello", "lang": "en"}))
                assert json.loads(await line.recv())["most"] == MOST_BROUGHT
                for start in range(0, MOST_BROUGHT, 600):
                    part = {"t": "kept", "name": "match a", "text": text[start : start + 600]}
                    broadcast([line], json.dumps(part, ensure_ascii=False))
                broadcast([line], json.dumps({"t": "kept-all", "there": True}))
                assert json.loads(await asyncio.wait_for(line.recv(), SOON))["t"] == "welcome"

    played(scenario())
