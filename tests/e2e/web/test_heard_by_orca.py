"""Tests that the screen reader Orca speaks every sentence of the page once and in order."""

from random import Random

import pytest

from tests.kit.programs.browser import DESK, Page, chromium
from tests.kit.programs.bursts import differences, heard, line_of, make_bursts, tell
from tests.kit.programs.feed import Program
from tests.kit.programs.orca import Orca, reason_missing
from tests.kit.waiting import require

pytestmark = [
    pytest.mark.e2e,
    pytest.mark.browser,
    pytest.mark.speech,
    pytest.mark.slow,
    pytest.mark.quiet,
]

SHORT = 40
"""The number of announcements; `python -m tests.kit.programs.heard` makes a thousand."""


@pytest.fixture(scope="module")
def orca():
    require(reason_missing())
    with Orca() as orca:
        yield orca


@pytest.fixture(scope="module")
def browser(orca):
    """Yield a browser on the display that Orca reads, instead of the usual headless one."""
    with chromium(orca.environ) as browser:
        yield browser


@pytest.fixture(scope="module")
def program(pages, browser, orca):
    """Return the fake program behind a page that Orca has begun to read.

    All tests share one window: if a second window opens just after the first was closed, Orca may
    continue to read the closed one.
    """
    page = Page(browser.new_context(**DESK).new_page())
    program = Program(page, pages)
    orca.attend(page, program.say)
    program.first = 2  # the probes were the first
    yield program
    page.page.context.close()
    assert page.errors == []


def differences_heard(program, orca, random):
    """Send bursts of announcements; return the differences between them and Orca's speech."""
    bursts = make_bursts(SHORT, random)
    orca.mark()
    for number in range(1, len(bursts) + 1):
        program.first = tell(program, bursts[number - 1 : number], random, program.first)
        heard(orca, line_of(bursts[:number]))
    return differences(line_of(bursts), heard(orca, line_of(bursts)))


def test_orca_speaks_every_announcement_once_and_in_order(program, orca):
    """Three tries are allowed, because of slow machines.

    A browser without processor time for half a second may report two nodes in any order. A fault of
    the page itself would occur in every try.
    """
    random, tries = Random(20), []
    while not tries or (tries[-1] and len(tries) < 3):
        tries.append(differences_heard(program, orca, random))
    assert tries[-1] == [], tries


def test_orca_speaks_a_repeated_sentence_each_time(program, orca):
    orca.mark()
    for number in (1, 2, 3):
        program.say("Tocca a te.", first=program.first)
        program.first += 1
        orca.settled(lambda texts, number=number: len(texts) >= number)
    assert orca.texts() == ["Tocca a te.", "Di nuovo: Tocca a te.", "Ancora: Tocca a te."]
