"""Tests of the command `serve`: its output, and the errors with which it refuses to start."""

import re
import signal
import socket
import subprocess
import sys
from pathlib import Path
from urllib.request import urlopen

import pytest

from audiogames.cli import serve
from audiogames.cli.main import main
from audiogames.cli.words import sentence
from audiogames.core.cues import msg
from audiogames.shell.server import opening, saying
from audiogames.shell.server.database import SqliteStore
from tests.cli.kit import LANGUAGES, LOCALES, environ

QUIET = ("--speech", "none", "--braille", "off")
PEMS = Path(__file__).parent.parent / "shell" / "server"


@pytest.mark.slow
@pytest.mark.parametrize("lang", LANGUAGES)
def test_serve_command_prints_its_address_and_stops_on_a_signal(tmp_path, lang):
    command = [sys.executable, "-m", "audiogames", "--lang", lang, "serve", *QUIET]
    with subprocess.Popen(
        [*command, "--host", "127.0.0.1", "--port", "0", "--data", tmp_path],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        encoding="utf-8",
    ) as server:
        first = server.stdout.readline()
        found = re.search(r"(127\.0\.0\.1:\d+)\D+((?:\d ){3}\d)\D", first)
        opened = msg("cli-serve-open", address=found[1], code=found[2])
        assert first.strip() == sentence(opened, LOCALES, lang)
        assert server.stdout.readline().strip() == sentence(
            msg("cli-serve-plain-here"), LOCALES, lang
        )
        server.send_signal(signal.SIGINT)
        out, err = server.communicate(timeout=60)
    assert (server.returncode, err) == (0, "")
    assert out.strip() == sentence(msg("cli-serve-closed"), LOCALES, lang)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(
    ("more", "message"),
    [
        ({}, msg("cli-serve-page", address="http://192.168.1.20:7499/")),
        ({"cert": Path("cert.pem")}, msg("cli-serve-page-tls", port=7499)),
        ({"proxy": True}, msg("cli-serve-page-proxy")),
    ],
)
def test_serve_prints_the_address_of_the_page(lang, more, message):
    wish = opening.Serving(Path(), Path(), "192.168.1.20", site=Path(), **more)
    assert opening.opening_words(wish, 7499, "4271")[-1] == message
    assert sentence(message, LOCALES, lang)


@pytest.mark.slow
def test_serve_with_the_page_option_serves_the_page(home, tmp_path):
    site = tmp_path / "site"
    (site / "python").mkdir(parents=True)
    (site / "index.html").write_text("<title>Audiogames</title>", "utf-8")
    (site / "python" / "parts.json").write_text("{}", "utf-8")
    command = [sys.executable, "-m", "audiogames", "--lang", "en", "serve", *QUIET]
    command += ["--site", str(site)]
    with subprocess.Popen(
        [*command, "--host", "127.0.0.1", "--port", "0"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environ(home),
        text=True,
        encoding="utf-8",
    ) as server:
        told = [server.stdout.readline() for _ in range(3)]
        address = re.search(r"http://127\.0\.0\.1:\d+/", told[-1])[0]
        with urlopen(address + "healthz", timeout=20) as answer:  # noqa: S310 - our own address
            assert answer.read() == b"ok\n"
        with urlopen(address + "python/parts.json", timeout=20) as answer:  # noqa: S310 - our own
            assert answer.headers["Audiogames-Tables"], "the page learns where the tables are"
        server.send_signal(signal.SIGINT)
        out, err = server.communicate(timeout=60)
    assert (server.returncode, err) == (0, "")
    assert out.strip() == sentence(msg("cli-serve-closed"), LOCALES, "en")


def declines(program, code, message, *args):
    done = program("--lang", "en", "serve", *QUIET, *args)
    assert (done.code, done.out) == (code, "")
    assert done.err.strip() == sentence(message, LOCALES, "en")


def test_serve_refuses_a_taken_port(inside, tmp_path):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        args = ("--host", "127.0.0.1", "--port", str(port), "--data", str(tmp_path))
        declines(inside, 1, msg("cli-serve-port-taken", port=port), *args)


def test_serve_refuses_a_folder_locked_by_another_server(program, tmp_path):
    store = SqliteStore(tmp_path)
    message = msg("cli-serve-locked", path=str(tmp_path))
    declines(program, 1, message, "--port", "0", "--data", str(tmp_path))
    store.close()


def test_serve_refuses_an_unencrypted_address_outside_the_local_network(inside, tmp_path):
    message = msg("cli-serve-plain", host="8.8.8.8")
    declines(inside, 1, message, "--host", "8.8.8.8", "--data", str(tmp_path))


def test_serve_refuses_an_address_that_this_machine_does_not_have(inside, tmp_path):
    message = msg("cli-serve-no-host", host="10.254.254.254")
    declines(inside, 1, message, "--host", "10.254.254.254", "--data", str(tmp_path))


def test_serve_needs_certificate_and_key_together(inside, tmp_path):
    declines(inside, 2, msg("cli-serve-cert-and-key"), "--cert", str(PEMS / "cert.pem"))
    cert, key = str(tmp_path / "no.pem"), str(PEMS / "key.pem")
    done = inside("--lang", "en", "serve", *QUIET, "--cert", cert, "--key", key)
    assert (done.code, done.out) == (1, "")
    assert done.err.startswith(f"The certificate {cert} cannot be used")


@pytest.mark.parametrize("port", ["x", "-1", "65536"])
def test_serve_refuses_an_invalid_port(inside, port):
    allowed = {"name": "--port", "value": port, "allowed": "1-65535"}
    declines(inside, 2, msg("cli-bad-value", **allowed), f"--port={port}")


@pytest.mark.parametrize("origin", ["cards.example", "https://cards.example/room", "https://x:y"])
def test_serve_refuses_an_invalid_origin(inside, origin):
    told = {"name": "--origin", "value": origin, "allowed": "https://…"}
    declines(inside, 2, msg("cli-bad-value", **told), f"--origin={origin}")


def test_serve_ends_with_a_report_on_a_store_fault(tmp_path, monkeypatch, capsys):
    def fails(*_):
        raise ZeroDivisionError("we did it")

    monkeypatch.setenv("AUDIOGAMES_HOME", str(tmp_path))
    monkeypatch.setattr(SqliteStore, "commit", fails)
    assert main(["--lang", "en", "serve", *QUIET, "--port", "0"]) == 1
    (report,) = tmp_path.rglob("reports/*.txt")
    assert "ZeroDivisionError: we did it" in report.read_text("utf-8")
    assert str(report) in capsys.readouterr().err


@pytest.mark.slow
def test_serve_with_closed_output_reports_no_error_about_its_address(tmp_path):
    command = [sys.executable, "-m", "audiogames", "--lang", "en", "serve", *QUIET]
    with subprocess.Popen(
        [*command, "--host", "127.0.0.1", "--port", "0", "--data", tmp_path],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as server:
        server.stdout.readline()
        server.stdout.close()
        server.send_signal(signal.SIGINT)
        assert "listen" not in server.stderr.read()


@pytest.mark.parametrize("pressed_again", [False, True])
def test_serve_command_ends_after_its_last_line_was_spoken(monkeypatch, capsys, pressed_again):
    waited = []

    class Voice:
        def join(self, seconds):
            waited.append(seconds)
            if pressed_again:
                raise KeyboardInterrupt

    monkeypatch.setattr(serve, "serve", lambda _wish, tell, _note: tell([msg("cli-serve-closed")]))
    monkeypatch.setattr(saying, "say_aside", lambda *_line: Voice())
    assert main(["--lang", "en", "serve"]) == 0
    assert waited == [serve.LAST_LINE_SECONDS]
    assert capsys.readouterr().err == ""


def test_serve_names_a_metrics_port_that_is_in_use(tmp_path, capsys):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        where = ("--host", "127.0.0.1", "--port", "0", "--data", str(tmp_path))
        assert main(["--lang", "en", "serve", *QUIET, *where, "--metrics", str(port)]) == 1
    assert str(port) in capsys.readouterr().err


def test_serve_refuses_metrics_without_the_metrics_library(tmp_path, capsys, monkeypatch):
    monkeypatch.setattr(opening, "find_spec", lambda _name: None)
    where = ("--host", "127.0.0.1", "--port", "0", "--data", str(tmp_path))
    assert main(["--lang", "en", "serve", *QUIET, *where, "--metrics", "0"]) == 1
    assert "prometheus-client" in capsys.readouterr().err
