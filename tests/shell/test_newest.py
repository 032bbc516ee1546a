"""Tests of fetching the update file, which names the newest version, in the background."""

import ssl
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from audiogames.app.newer import LARGEST
from audiogames.app.outputs import LookForNewest, OpenPage
from audiogames.shell import newest
from audiogames.shell.host import Host
from audiogames.shell.newest import NewestFile, fetch_file, release_feed
from audiogames.shell.services import Services
from tests.kit.programs.fakeapp import FakeApp
from tests.kit.waiting import wait_until
from tests.shell.test_host import Everything

CERTIFICATE = Path(__file__).parent / "server" / "cert.pem"


class Site(BaseHTTPRequestHandler):
    """A web site for the tests: each path is a good file, a bad file or a redirect."""

    def do_GET(self):
        getattr(self, f"send_{self.path.strip('/')}")()

    def do_CONNECT(self):
        self.send_error(407)

    def send_good(self, data=b"{}"):
        self.send_response(200)
        self.end_headers()
        self.wfile.write(data)

    def send_largest(self):
        self.send_good(b" " * LARGEST)

    def send_endless(self):
        self.send_good(b" " * (LARGEST + 1))

    def send_drops(self):
        self.send_good()
        while not self.server.ended.wait(0.01):
            self.wfile.write(b" ")

    def send_gone(self):
        self.send_error(404)

    def send_moved(self, place="good"):
        self.send_response(302)
        self.send_header("Location", place)
        self.end_headers()

    def send_open(self):
        self.send_moved(f"http://localhost:{self.server.server_port}/good")

    def send_file(self):
        self.send_moved("file:///etc/hostname")

    def log_message(self, *_):
        """Do nothing."""


@pytest.fixture
def site(monkeypatch):
    """Serve `Site` with a certificate that the program trusts, and return the address."""
    monkeypatch.setenv("SSL_CERT_FILE", str(CERTIFICATE))
    monkeypatch.setenv("no_proxy", "localhost")
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(CERTIFICATE, CERTIFICATE.with_name("key.pem"))
    server = ThreadingHTTPServer(("localhost", 0), Site)
    server.daemon_threads, server.ended = True, threading.Event()
    server.socket = context.wrap_socket(server.socket, server_side=True)
    threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
    yield f"https://localhost:{server.server_port}"
    server.ended.set()
    server.shutdown()
    server.server_close()


@pytest.mark.parametrize(("name", "length"), [("good", 2), ("moved", 2), ("largest", LARGEST)])
def test_update_file_is_fetched_over_https_with_redirects(site, name, length):
    assert len(fetch_file(f"{site}/{name}")) == length


@pytest.mark.parametrize("name", ["endless", "drops", "gone", "open", "file"])
def test_update_file_is_rejected_if_too_long_too_slow_missing_or_badly_redirected(site, name):
    assert fetch_file(f"{site}/{name}", whole=0.2) is None


def test_update_check_returns_none_if_network_certificates_or_proxy_fail(site, monkeypatch):
    assert fetch_file("https://localhost:9/") is None
    monkeypatch.setenv("no_proxy", "")
    monkeypatch.setenv("https_proxy", site.replace("https", "http"))
    assert fetch_file("https://example.org/") is None
    monkeypatch.delenv("SSL_CERT_FILE")
    monkeypatch.delenv("https_proxy")
    assert fetch_file(f"{site}/good") is None


def test_program_keeps_running_while_the_update_file_is_fetched():
    may_come, woken = threading.Event(), threading.Event()

    def fetch(address):
        may_come.wait()
        return address.encode()

    app, world = FakeApp(), Everything()
    app.came, app.newest_came = [], lambda data, _now: app.came.append(data) or []
    services = Services(world, world, world, newest=NewestFile(woken.set, fetch))
    host = Host(app, services, world.show, world.copy, world.clock)
    app.handle = lambda *_, **_how: [LookForNewest("https://example.org")]
    host.key("a")
    host.tick()
    assert app.came == []
    may_come.set()
    wait_until(woken.is_set, "the file")
    host.tick()
    host.tick()
    assert app.came == [b"https://example.org"]


@pytest.mark.parametrize("opens", [None, lambda _page: False, lambda _page: True])
def test_app_is_notified_whether_a_page_was_opened(opens):
    app, world, told = FakeApp(), Everything(), []
    app.page_opened = lambda page, _now, *, done: told.append((page, done)) or []
    host = Host(app, Services(world, world, world, open_page=opens), world.show, world.copy)
    app.handle = lambda *_, **_how: [OpenPage("https://example.org")]
    host.key("a")
    assert told == [("https://example.org", opens is not None and opens(""))]


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("https://example.org/newest.json\n", "https://example.org/newest.json"),
        ("http://example.org/newest.json\n", None),
        ("", None),
        ("è", None),
        (None, None),
    ],
)
def test_package_without_an_https_address_has_no_update_feed(tmp_path, monkeypatch, text, address):
    monkeypatch.setattr(newest, "resources", lambda: tmp_path)
    if text is not None:
        (tmp_path / newest.ADDRESS_FILE).write_text(text, "utf-8")
    feed = release_feed()
    assert (feed and feed.address) == address


def test_source_checkout_has_no_update_feed():
    assert release_feed() is None
