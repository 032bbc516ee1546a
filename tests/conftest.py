"""Settings for every test: no screen, no sound card, no settings of the user."""

import gc
import os
import signal
from collections.abc import Iterator
from pathlib import Path
from types import FrameType

import pytest
from hypothesis import HealthCheck, settings

from tools.compile_catalogues import compile_all

OUTSIDE = dict(os.environ)

# In-process tests have no screen or sound. This must come before any import of pygame.
os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

# Machines that run tests are busy: a slow example is no fault of the code.
PATIENT = {"deadline": None, "suppress_health_check": [HealthCheck.too_slow]}
settings.register_profile("quick", max_examples=20, **PATIENT)
settings.register_profile("fixed", max_examples=20, derandomize=True, **PATIENT)
settings.register_profile("large", max_examples=2000, **PATIENT)
settings.load_profile("quick")  # --hypothesis-profile=large takes the other

NEEDS_SYSTEM = ("speech", "window", "browser")
STARTS_PROGRAMS = {"program", "packaged"}
"""Fixtures that run the program from outside."""
DATABASE = "cluster"
"""The fixture that starts PostgreSQL, whose processes take six seconds."""
QUICK_SECONDS = 0.5
"""Seconds of processor time; a test that takes more is marked slow."""


def pytest_sessionstart(session: pytest.Session) -> None:
    """Compile the messages first, so that tests read them as they are written."""
    compile_all()
    if session.config.getoption("dist", "no") == "no":  # otherwise the workers do it
        _have_children_heed_signals()


def _have_children_heed_signals() -> None:
    """Make child processes receive the signals that this run ignores.

    A run in the background ignores Ctrl+C, and under `nohup` a hang-up too; tests send both to
    programs.  Child processes inherit that a signal is ignored, but not a handler.  So a handler
    that does nothing is installed: this run still ignores the signal, and the programs that it
    starts receive it.
    """
    for name in ("SIGINT", "SIGHUP"):  # Windows has no hang-up
        number = getattr(signal, name, None)
        if number is not None and signal.getsignal(number) is signal.SIG_IGN:
            signal.signal(number, _nothing)


def _nothing(_number: int, _frame: FrameType | None) -> None:
    """Do nothing on an ignored signal."""


@pytest.fixture
def outside() -> dict[str, str]:
    """Return the environment variables as they were before the tests changed them.

    They are for programs that need a real screen.
    """
    return dict(OUTSIDE)


@pytest.fixture(autouse=True, scope="session")
def _no_real_settings(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Move settings, matches and logs to a folder of the tests."""
    home: Path = tmp_path_factory.mktemp("home")
    with pytest.MonkeyPatch.context() as patch:
        for kind in ("CONFIG", "DATA", "STATE", "CACHE"):
            patch.setenv(f"XDG_{kind}_HOME", str(home / kind.lower()))
        yield


# --- Tests that the quick check omits -------------------------------------------------------------


@pytest.hookimpl(wrapper=True)
def pytest_collection():
    """Exclude the collected tests from garbage collection.

    Each server that a test starts would search them, which took 0.4 of its 0.5 seconds.
    """
    gc.disable()
    collected = yield
    gc.enable()
    gc.collect()
    gc.freeze()
    return collected


@pytest.hookimpl(tryfirst=True)  # before tests are chosen by their markers
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        fixtures = set(getattr(item, "fixturenames", ()))
        if STARTS_PROGRAMS & fixtures:
            item.add_marker("e2e")
        if DATABASE in fixtures:
            item.add_marker("slow")


def _processor_seconds() -> float:
    """Return the processor time of this process and of its finished child processes."""
    return sum(os.times()[:4])


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item):
    begun = _processor_seconds()
    done = yield
    if _processor_seconds() - begun > QUICK_SECONDS:
        SLOW.append(item.nodeid)
    return done


SLOW: list[str] = []


def pytest_terminal_summary(
    terminalreporter: pytest.TerminalReporter, config: pytest.Config
) -> None:
    """Print the slowest tests of the quick check; they pass, because machines differ in speed."""
    if "not slow" in config.option.markexpr:
        for name in SLOW:
            terminalreporter.line(f"Over {QUICK_SECONDS} s, and not marked slow: {name}")


# --- A skip for a missing package is a failure if all packages must be there ----------------------


def _must_not_skip() -> bool:
    return os.environ.get("AUDIOGAMES_REQUIRE_SYSTEM") == "1"


def _as_failure(report: pytest.TestReport | pytest.CollectReport) -> None:
    reason = report.longrepr[2] if isinstance(report.longrepr, tuple) else report.longrepr
    report.outcome = "failed"
    report.longrepr = f"{reason} (AUDIOGAMES_REQUIRE_SYSTEM allows no skip here)"


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item):
    report = yield
    is_bound = any(item.get_closest_marker(name) for name in NEEDS_SYSTEM)
    if report.skipped and not hasattr(report, "wasxfail") and is_bound and _must_not_skip():
        _as_failure(report)
    return report


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report():
    # A module that skips as a whole cannot show its markers.
    report = yield
    if report.skipped and _must_not_skip():
        _as_failure(report)
    return report
