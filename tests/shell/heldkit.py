"""Simulated errors for files that another program has open on Windows, and a simulated clock."""


class HeldError(PermissionError):
    """A PermissionError with a `winerror`, as Windows raises for an open file."""

    def __init__(self, number):
        super().__init__(13, "held")
        self.winerror = number


class Held:
    """A function that raises `HeldError` the first `times` times, and then calls `act`."""

    def __init__(self, number, times, act=lambda *_: "done"):
        self.number = number
        self.times = times
        self.act = act

    def __call__(self, *args):
        if self.times:
            self.times -= 1
            raise HeldError(self.number)
        return self.act(*args)


class Clock:
    """A clock that advances only during `sleep`."""

    def __init__(self):
        self.time = 0.0

    def now(self):
        return self.time

    def sleep(self, seconds):
        self.time += seconds
