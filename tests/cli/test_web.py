"""`web`: says where the page is, uses the player's own files, and ends when it is told to."""

import re
import signal
import socket
import subprocess
import sys
from urllib.request import urlopen

import pytest

from audiogames.cli.words import sentence
from audiogames.core.cues import msg
from tests.cli.kit import LOCALES, environ


@pytest.mark.slow
def test_it_says_where_the_page_is_and_ends_when_told_to(home):
    command = [sys.executable, "-m", "audiogames", "--lang", "it", "web"]
    with subprocess.Popen(
        [*command, "--no-browser", "--port", "0"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environ(home),
        text=True,
        encoding="utf-8",
    ) as server:
        first = server.stdout.readline()
        address = re.search(r"http://127\.0\.0\.1:\d+/#\S+", first)[0]
        assert first.strip() == sentence(msg("cli-web-open", address=address), LOCALES, "it")
        health = address.partition("#")[0] + "healthz"
        with urlopen(health, timeout=20) as answer:  # noqa: S310 - our own address
            assert answer.read() == b"ok\n"
        server.send_signal(signal.SIGINT)
        out, err = server.communicate(timeout=60)
    assert (server.returncode, out, err) == (0, "", "")


def test_a_port_that_is_taken_and_one_that_is_none(inside):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        done = inside("--lang", "en", "web", "--no-browser", "--port", str(port))
    assert done.code == 1
    assert done.err.strip() == sentence(msg("cli-serve-port-taken", port=port), LOCALES, "en")
    done = inside("--lang", "en", "web", "--port", "many")
    allowed = msg("cli-bad-value", name="--port", value="many", allowed="1-65535")
    assert (done.code, done.err.strip()) == (2, sentence(allowed, LOCALES, "en"))
