"""Tests that a program that prints a line waits at its end for its own voice."""

import pytest

from audiogames.shell.speech.lasting import ONSET, wait_until_spoken


class Voice:
    """A simulated voice that speaks from second `begins` to `ends`; with None it never speaks."""

    def __init__(self, begins, ends):
        self.begins, self.ends = begins, ends
        self.time = 0.0

    def is_speaking(self):
        return self.begins is not None and self.begins <= self.time < self.ends

    def now(self):
        return self.time

    def sleep(self, seconds):
        self.time += seconds

    def wait(self, longest=10.0):
        wait_until_spoken(self, longest, clock=self.now, sleep=self.sleep)
        return self.time


@pytest.mark.parametrize(
    ("begins", "ends", "waited"), [(0, 3, 3), (1, 4, 4), (0, 99, 10), (None, None, ONSET)]
)
def test_program_waits_until_its_own_voice_has_finished(begins, ends, waited):
    assert Voice(begins, ends).wait() == pytest.approx(waited, abs=0.1)


def test_program_does_not_wait_until_a_screen_reader_has_finished():
    voice = Voice(0, 3)
    voice.is_speaking = lambda: None
    assert voice.wait() == 0
