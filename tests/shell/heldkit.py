"""Files that another program has open, as Windows reports them, and a simulated clock."""


class HeldError(PermissionError):
    """The error that Windows raises; on other systems such errors have no `winerror`."""

    def __init__(self, number):
        super().__init__(13, "held")
        self.winerror = number


class Held:
    """An action that fails this many times, and then calls `act`."""

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
