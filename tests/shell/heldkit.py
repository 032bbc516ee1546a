"""Files that another program holds, as Windows reports them, and a clock to wait by."""


class HeldError(PermissionError):
    """The error that Windows raises; elsewhere such errors have no `winerror`."""

    def __init__(self, number):
        super().__init__(13, "held")
        self.winerror = number


class Held:
    """An action that fails this many times; `act` is what it does then."""

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
    """A clock that goes on only while somebody sleeps."""

    def __init__(self):
        self.time = 0.0

    def now(self):
        return self.time

    def sleep(self, seconds):
        self.time += seconds
