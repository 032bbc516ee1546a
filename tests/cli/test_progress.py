"""Tests of how the progress of a long task is printed: as lines, or as a bar on request."""

import sys

from audiogames.cli import progress as command
from audiogames.cli.progress import Lines
from audiogames.cli.words import sentence
from audiogames.core.cues import msg
from tests.cli.kit import LOCALES

SIMULATE = ("simulate", "novantanove", "--games", "3", "--bots", "random")

AT_ONCE = """
import sys
from audiogames.cli import progress
from audiogames.cli.main import main
progress.FIRST = progress.EVERY = 0
sys.exit(main(sys.argv[1:]))
"""


class Work:
    """A fake task with a simulated clock, which collects the progress lines printed for it."""

    def __init__(self, total, lang="en", what="simulate-progress"):
        self.now = 0.0
        self.said = []
        self.lines = Lines(what, total, lambda line: self.say(line, lang), lambda: self.now)

    def say(self, message, lang):
        self.said.append((self.now, sentence(message, LOCALES, lang)))

    def wait(self, seconds):
        """Advance the clock, waking the progress thread twice a second."""
        for _ in range(2 * seconds):
            self.now += 0.5
            self.lines.look()

    def new(self):
        """Return the lines printed since the last call."""
        said, self.said = [text for _, text in self.said], []
        return said


def test_progress_lines_start_after_5_seconds_then_every_10():
    work = Work(12)
    work.wait(40)
    assert [at for at, _ in work.said] == [5, 15, 25, 35]


def test_short_work_prints_no_progress():
    work = Work(3)
    for done in (1, 2, 3):
        work.wait(1)
        work.lines(done)
    work.wait(60)
    assert work.said == []


def test_progress_line_states_work_done_and_time_left():
    work = Work(12)
    work.wait(5)
    for done, seconds in ((1, 15), (3, 10), (9, 10)):
        work.lines(done)
        work.wait(seconds)
    assert work.new() == [
        "No match finished yet.",
        "One of 12 matches, about a minute left.",
        "3 of 12 matches, about a minute left.",
        "9 of 12 matches, less than a minute left.",
    ]


def test_slow_match_lengthens_the_estimated_time_left():
    work = Work(10)
    work.wait(6)
    work.lines(1)
    work.wait(120)
    said = work.new()
    assert said[1] == "One of 10 matches, about a minute left."
    assert said[-1] == "One of 10 matches, about 8 minutes left."


def test_long_estimates_are_in_hours():
    work = Work(1000, what="certify-progress")
    work.now = 4.0
    work.lines(1)
    work.wait(1)
    assert work.new() == ["One per cent done, about an hour left."]
    work.now = 36.0
    work.lines(2)
    assert work.new() == ["2 per cent done, about 5 hours left."]


def test_simulate_prints_progress_on_standard_error(program):
    lang = "it"
    done = program(*SIMULATE, "--lang", lang, wrapper=AT_ONCE)
    assert done.code == 0
    said = done.err.splitlines()
    left = msg("progress-soon")
    for count in (1, 2):
        line = msg("simulate-progress", count, total=3, left=left)
        assert sentence(line, LOCALES, lang) in said
    assert len(done.out.splitlines()) == 4


def test_progress_bar_is_drawn_on_request(inside):
    done = inside(*SIMULATE, "--progress", "bar", "--json")
    assert done.code == 0
    assert "3/3" in done.err
    assert done.out.count("\n") == 1


def test_progress_bar_without_its_library_names_the_extra_to_install(program):
    lang = "en"
    absent = "import sys; sys.modules['tqdm'] = None\n" + AT_ONCE
    done = program(*SIMULATE, "--progress", "bar", "--lang", lang, wrapper=absent)
    done.says(msg("progress-extra"), lang, 1)


def test_unknown_value_of_the_progress_option_is_refused(inside):
    done = inside(*SIMULATE, "--progress", "dots", "--lang", "en")
    wrong = msg("cli-bad-value", name="--progress", value="dots", allowed="lines, bar")
    done.says(wrong, "en", 2)


def test_progress_reports_are_skipped_if_there_is_no_standard_error(monkeypatch):
    monkeypatch.setattr(command, "FIRST", 0)
    monkeypatch.setattr(sys, "stderr", None)
    with command._lines("simulate-progress", 2, "en") as tell:
        tell(1)
