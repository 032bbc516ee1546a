"""Tests of the clock that stops while the computer sleeps."""

from audiogames.shell.awake import LONGEST, AwakeClock
from audiogames.shell.host import REFRESH_SECONDS
from tests.kit.places import match
from tests.kit.pressing import pressed


class Real:
    now = 100.0

    def __call__(self):
        return self.now


def seconds_left(pilot):
    return int(pressed(pilot, "shift+t").split()[0])


def test_awake_clock_follows_the_real_clock_while_the_computer_is_awake():
    real = Real()
    clock, begun = AwakeClock(real), real.now
    for _ in range(100):
        real.now += REFRESH_SECONDS
        assert clock() == real.now
    assert real.now - begun > 10 * LONGEST


def test_computer_sleep_does_not_use_up_turn_time():
    pilot = match("en", given={"limit": 4})
    before = seconds_left(pilot)
    real = Real()
    real.now = pilot.now
    clock = AwakeClock(real)
    real.now += 3600
    pilot.now = clock()
    pilot.perform(pilot.app.tick(pilot.now))
    assert 0 < before - seconds_left(pilot) <= LONGEST + 1
