"""Tests of settings for each kind of event, and of announcements in the background."""

from types import SimpleNamespace

import pytest

from audiogames.core.cues import Kind, Priority, Say, Sound, mine, msg, say
from audiogames.core.telling import of_kind
from audiogames.present.announcer import EVERYTHING, MERGE_FROM, QUIET, Announcer
from audiogames.present.composing import SILENT
from audiogames.present.history import GENERAL
from audiogames.present.outputs import Announcement, PlaySound
from audiogames.shell.host import Host
from audiogames.shell.services import Services
from tests.present.kit import made

MESSAGES = [
    ("card", "Card {n} played"),
    ("card", "{n}", "essential"),
    ("card", "Card {n} was played by somebody", "full"),
    ("card", "c{n}", "braille"),
    ("score", "Score {n}"),
    ("score", "score of {n} points", "full"),
    ("turn", "Your turn"),
    ("time", "{n} seconds"),
]


@pytest.fixture
def announcer(tmp_path):
    return Announcer(made(tmp_path, *MESSAGES), lambda _seat: 0.0)


def card(number, **more):
    return Say(msg("card", n=number), kind=Kind.CARDS, **more)


def score(number, **more):
    return Say(msg("score", n=number), kind=Kind.SCORES, **more)


def seconds(number, priority=Priority.MINE):
    return Say(msg("time", n=number), priority, topic="time")


def texts(outputs):
    return [one.text for one in outputs if isinstance(one, Announcement)]


def remembered(announcer):
    return [(one.text, one.braille) for one in announcer.history.entries(GENERAL)]


def heard(announcer):
    found = []
    while announcer.deadline is not None:
        found += texts(announcer.tick(announcer.deadline))
    return found


# --- Kinds ---------------------------------------------------------------------------------------


def test_cues_without_an_event_kind_are_assigned_the_given_event_kind():
    cues = of_kind(Kind.DEALS, [say("turn"), card(1), Sound("deal")])
    assert [getattr(cue, "kind", None) for cue in cues] == [Kind.DEALS, Kind.CARDS, None]


@pytest.mark.parametrize(
    ("level", "text"),
    [
        ("essential", "7 Score 3"),
        ("normal", "Card 7 played Score 3"),
        ("full", "Card 7 was played by somebody Score 3"),
    ],
)
def test_event_kind_can_have_its_own_verbosity(announcer, level, text):
    announcer.levels = {Kind.CARDS: level}
    assert texts(announcer.announce([card(7), score(3)], 0)) == [text]
    assert announcer.localizer.verbosity == "normal"


def test_message_only_for_full_verbosity_is_announced_if_its_event_kind_is_set_to_full(announcer):
    announcer.levels = {Kind.CARDS: "full"}
    assert texts(announcer.announce([card(7, full=True), score(3, full=True)], 0)) == [
        "Card 7 was played by somebody"
    ]
    announcer.localizer.verbosity = "full"
    announcer.levels = {Kind.CARDS: "normal"}
    assert texts(announcer.announce([card(7, full=True), score(3, full=True)], 99)) == [
        "Score of 3 points"
    ]


def test_event_of_a_silenced_kind_is_only_in_braille_and_in_the_history(announcer):
    announcer.levels = {Kind.CARDS: SILENT}
    (told,) = announcer.announce([card(7), score(3)], 0)
    assert (told.text, told.spoken, told.braille) == ("Score 3", True, "c7  Score 3")
    assert remembered(announcer) == [("Card 7 played Score 3", "c7  Score 3")]


def test_announcement_of_only_silent_facts_is_shown_but_not_spoken(announcer):
    announcer.levels = {Kind.CARDS: SILENT}
    (told,) = announcer.announce([card(7)], 0)
    assert (told.text, told.spoken, told.braille) == ("Card 7 played", False, "c7")


@pytest.mark.parametrize("priority", [Priority.REPLY, Priority.CRITICAL])
def test_reply_is_spoken_even_if_its_kind_is_set_to_silent(announcer, priority):
    announcer.levels = {Kind.CARDS: SILENT}
    (told,) = announcer.announce([card(7, priority=priority)], 0)
    assert (told.text, told.spoken) == ("Card 7 played", True)


def test_merged_announcement_omits_silent_facts(announcer):
    announcer.levels = {Kind.CARDS: SILENT}
    announcer.announce([score(0)], 0)
    for number in range(MERGE_FROM - 1):
        announcer.announce([card(number)], 0)
    announcer.announce([score(9)], 0)
    (told,) = announcer.tick(announcer.deadline)
    assert (told.text, told.spoken) == ("Score 9", True)
    assert told.braille == "c0  c1  c2  Score 9"


# --- In the background ---------------------------------------------------------------------------


@pytest.mark.parametrize("background", [QUIET, "silent"])
def test_silent_background_window_writes_events_only_to_the_history(announcer, background):
    announcer.background = background
    announcer.leave()
    (told,) = announcer.announce([card(7)], 0)
    assert (told.text, told.spoken, told.braille) == ("Card 7 played", False, "")
    assert remembered(announcer) == [("Card 7 played", "c7")]
    (told,) = announcer.announce([seconds(5, Priority.CRITICAL)], 0)
    assert (told.text, told.spoken, told.braille) == ("5 seconds", True, "5 seconds")


@pytest.mark.parametrize(
    ("background", "sounds"),
    [(EVERYTHING, ["card", "your-turn"]), (QUIET, ["your-turn"]), ("silent", [])],
)
def test_background_setting_decides_which_sounds_are_played(announcer, background, sounds):
    announcer.background = background
    announcer.leave()
    out = announcer.announce([Sound("card"), Sound("your-turn", notice=True)], 0)
    assert [one.sound for one in out if isinstance(one, PlaySound)] == sounds
    announcer.come_back()
    out = announcer.announce([Sound("card"), Sound("your-turn", notice=True)], 0)
    assert [one.sound for one in out if isinstance(one, PlaySound)] == ["card", "your-turn"]


def test_background_setting_everything_speaks_events_while_in_the_background(announcer):
    announcer.leave()
    (told,) = announcer.announce([card(7)], 0)
    assert (told.spoken, told.braille) == (True, "c7")
    assert announcer.come_back() == 0


def test_come_back_returns_the_number_of_events_not_spoken_in_the_background(announcer):
    announcer.background = QUIET
    announcer.announce([card(0)], 0)
    announcer.announce([card(1)], 0)
    announcer.leave()
    for number in range(MERGE_FROM - 1):
        announcer.announce([score(number)], 0)
    heard(announcer)
    announcer.announce([seconds(5, Priority.CRITICAL)], 99)
    assert announcer.come_back() == MERGE_FROM
    assert announcer.come_back() == 0
    (told,) = announcer.announce([card(7)], 200)
    assert told.spoken


def test_event_pending_when_the_window_returns_to_the_front_is_spoken(announcer):
    announcer.background = QUIET
    announcer.announce([card(0)], 0)
    announcer.leave()
    announcer.announce([card(1)], 0)
    assert announcer.come_back() == 0
    (told,) = announcer.tick(announcer.deadline)
    assert (told.text, told.spoken, told.braille) == ("Card 1 played", True, "c1")


# --- Priorities of kinds -------------------------------------------------------------------------


def test_listeners_time_warning_precedes_other_players_events(announcer):
    announcer.announce([card(0)], 0)
    announcer.announce([card(1)], 0)
    announcer.announce([seconds(10)], 0)
    assert heard(announcer) == ["10 seconds", "Card 1 played"]


def test_turn_is_announced_after_the_previous_players_card(announcer):
    announcer.announce([card(0)], 0)
    announcer.announce([card(1)], 0)
    announcer.announce([mine("turn")], 0)
    announcer.announce([card(2), seconds(10)], 0)
    assert heard(announcer) == ["Card 1 played", "Your turn", "Card 2 played 10 seconds"]


def test_time_warning_of_another_player_is_announced_in_order(announcer):
    announcer.announce([card(0)], 0)
    announcer.announce([card(1)], 0)
    announcer.announce([seconds(30, Priority.EVENT)], 0)
    announcer.announce([Say(msg("turn"), Priority.BACKGROUND, topic="chat")], 0)
    announcer.announce([card(2)], 0)
    assert announcer.deadline is not None
    (told,) = announcer.tick(announcer.deadline)
    assert told.text == "Card 1 played 30 seconds Card 2 played Your turn"


# --- Effects in the shell ------------------------------------------------------------------------


class Line:
    """A fake speaker that records its braille texts, and fails if it is asked to speak."""

    name, has_braille, has_styles = "NVDA", True, False

    wakes = False

    def __init__(self):
        self.written = []

    def unended(self):
        return None

    def braille(self, text):
        self.written.append(text)
        return True

    def say(self, *_args, **_more):
        raise AssertionError("nothing is spoken")


def test_announcement_while_in_the_background_is_not_written_to_the_braille_line(announcer):
    line, said = Line(), []
    host = Host(
        SimpleNamespace(wants_text=False),
        Services(line, None, None),
        said.append,
        lambda _text: True,
    )
    announcer.background = QUIET
    announcer.leave()
    (hidden,) = announcer.announce([card(1)], 0)
    announcer.come_back()
    announcer.levels = {Kind.CARDS: SILENT}
    (seen,) = announcer.announce([card(2)], 99)
    for one in (hidden, seen):
        host._announce(one)
    assert line.written == ["c2"]
    assert said == [hidden, seen], "who looks sees both"
