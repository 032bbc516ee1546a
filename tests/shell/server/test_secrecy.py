"""Passwords are compared in a process of their own, which gives way to moves."""

import os
import sys
import threading
from multiprocessing import active_children

import pytest

from audiogames.shell.server.secrecy import GIVES_WAY, Passwords, compare


@pytest.fixture
def passwords():
    passwords = Passwords()
    yield passwords
    passwords.close()


def test_a_password_is_compared_with_its_hash(passwords):
    hashed = passwords.check("correct horse", "")
    assert hashed.startswith("$argon2id$")
    assert passwords.check("correct horse", hashed) == hashed
    assert passwords.check("battery staple", hashed) is None
    assert compare("\ud800 not a letter", compare("\ud800 not a letter", "")) is not None
    assert compare("correct horse", "nonsense") is None


def test_a_hash_of_earlier_days_still_counts(passwords):
    hashed = (
        "$argon2id$v=19$m=1024,t=1,p=4$534IUn4on/R9PcxY4XE9Xg$"
        "NGkRV0jpysyDdz05lIhQPARuIqXKEzG9xI5Grta5azk"
    )
    assert passwords.check("correct horse", hashed) == hashed


@pytest.mark.skipif(sys.platform == "win32", reason="no such priorities")
def test_the_process_gives_way_to_the_one_that_serves(passwords):
    passwords.check("correct horse", "")
    (theirs,) = (os.getpriority(os.PRIO_PROCESS, one.pid) for one in active_children())
    assert theirs >= min(19, os.getpriority(os.PRIO_PROCESS, 0) + GIVES_WAY)


def test_a_process_that_is_lost_is_replaced(passwords):
    hashed = passwords.check("correct horse", "")
    for one in active_children():
        one.kill()
        one.join()
    assert passwords.check("correct horse", hashed) == hashed


def test_the_end_does_not_wait_for_a_comparison(passwords):
    passwords.check("correct horse", "")
    found = []

    def ask():
        try:
            while True:
                passwords.check("correct horse", "")
        except EOFError:
            found.append("ended")

    asking = threading.Thread(target=ask)
    asking.start()
    passwords.close()
    asking.join(20)
    assert found == ["ended"]
