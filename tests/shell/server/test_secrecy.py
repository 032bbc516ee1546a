"""Passwords are verified in a separate process, whose priority is lower than the server's."""

import asyncio
import os
import subprocess
import sys
from multiprocessing import active_children

import argon2
import pytest

from audiogames.net.server.outputs import WEAK
from audiogames.shell.server.secrecy import GIVES_WAY, Passwords, compare
from tests.shell.server.kit import SOON


@pytest.fixture
def check():
    passwords = Passwords()
    with asyncio.Runner() as runner:
        yield lambda *asked: runner.run(passwords.check(*asked))
    passwords.close()


def test_password_is_verified_against_its_hash(check):
    hashed = check("correct horse", "")
    assert hashed.startswith("$argon2id$")
    assert check("correct horse", hashed) == hashed
    assert check("battery staple", hashed) is None
    assert compare("\ud800 not a letter", compare("\ud800 not a letter", "")) is not None
    assert compare("correct horse", "nonsense") is None


def test_new_password_that_is_easy_to_guess_is_not_hashed(check):
    for weak in ("12345678", "passwort", "marta1234", "x" * 128):
        assert check(weak, "") == WEAK, weak
    old = argon2.PasswordHasher(1, 1024, 1).hash("12345678")
    assert check("12345678", old) == old, "an old one goes on"


def test_older_password_hash_is_accepted(check):
    hashed = (
        "$argon2id$v=19$m=1024,t=1,p=4$534IUn4on/R9PcxY4XE9Xg$"
        "NGkRV0jpysyDdz05lIhQPARuIqXKEzG9xI5Grta5azk"
    )
    assert check("correct horse", hashed) == hashed


@pytest.mark.skipif(sys.platform == "win32", reason="no such priorities")
def test_password_process_has_lower_priority_than_the_server(check):
    check("correct horse", "")
    (theirs,) = (os.getpriority(os.PRIO_PROCESS, one.pid) for one in active_children())
    assert theirs >= min(19, os.getpriority(os.PRIO_PROCESS, 0) + GIVES_WAY)


KILLED = """
import asyncio, os, signal
from audiogames.shell.server.secrecy import Passwords

asyncio.run(Passwords().check("correct horse", ""))
os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="no such signal")
def test_password_hashing_process_ends_when_its_server_is_killed():
    """The test waits until the server and its password process have both ended.

    Both keep the output pipe open, and `subprocess.run` waits for its end.
    """
    command = [sys.executable, "-c", KILLED]
    done = subprocess.run(command, check=False, stdout=subprocess.PIPE, timeout=SOON)
    assert done.returncode == -9


def test_killed_password_checking_process_is_replaced(check):
    hashed = check("correct horse", "")
    for one in active_children():
        one.kill()
        one.join()
    assert check("correct horse", hashed) == hashed


def test_pending_password_checks_are_cancelled_when_the_server_ends():
    async def scenario():
        passwords = Passwords()
        await passwords.check("correct horse", "")
        asked = [asyncio.ensure_future(passwords.check("correct horse", "")) for _ in range(100)]
        await asyncio.sleep(0)
        passwords.close()
        done = await asyncio.gather(*asked, return_exceptions=True)
        assert sum(isinstance(one, asyncio.CancelledError) for one in done) > 90

    asyncio.run(scenario())
