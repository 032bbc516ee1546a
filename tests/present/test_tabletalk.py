"""Tests of announcements common to all games: time, and the state of the match."""

from dataclasses import replace

import pytest

from audiogames.core.contract import Turn, View
from audiogames.core.cues import Priority, Say, Sound, msg
from audiogames.core.events import Event, Seat
from audiogames.core.registry import game
from audiogames.present.table_speech import describe_table, standing, time_left
from audiogames.table.clock import ClockMoved, TimeExtended, TimeWarned
from tests.present.kit import shipped

ME, ADA = Seat(0), Seat(1)


def told(event, seat=ME):
    return list(describe_table(event, seat))


def spoken(event, seat=ME, lang="en"):
    return " ".join(
        shipped(lang).speech(cue.message) for cue in told(event, seat) if isinstance(cue, Say)
    )


@pytest.mark.parametrize(
    ("seconds", "sound", "priority"),
    [
        (30, "time-warning", Priority.EVENT),
        (10, "time-warning", Priority.MINE),
        (5, "tick", Priority.CRITICAL),
    ],
)
def test_time_warning_is_more_urgent_the_less_time_is_left(seconds, sound, priority):
    ring, words = told(TimeWarned(seconds, spoken=True, to=ME))
    assert ring == Sound(sound, notice=True)
    assert words == Say(msg("seconds", seconds), priority, topic="time")


@pytest.mark.parametrize(
    ("seconds", "sound"), [(4, "tick"), (3, "tick-urgent"), (2, "tick-urgent"), (1, "tick-urgent")]
)
def test_last_seconds_are_played_as_ticks_and_not_spoken(seconds, sound):
    assert told(TimeWarned(seconds, spoken=False, to=ME)) == [Sound(sound, notice=True)]


def test_last_seconds_are_spoken_if_no_warning_came_earlier():
    assert spoken(TimeWarned(4, spoken=True, to=ME)) == "4 seconds."


def test_time_extension_is_announced_as_a_reply_to_its_player_and_as_an_event_to_others():
    (mine,) = told(TimeExtended(ME, 20))
    assert mine.priority == Priority.REPLY
    assert spoken(TimeExtended(ME, 20)) == "Time extended, 20 seconds."
    (news,) = told(TimeExtended(ADA, 20))
    assert news.priority == Priority.EVENT
    assert spoken(TimeExtended(ADA, 20)) == "Bruno takes 20 more seconds."
    assert spoken(TimeExtended(ADA, 20), None) == "Bruno takes 20 more seconds."


def test_timeout_is_announced_to_its_seat_and_to_others():
    sound, mine = told(ClockMoved(ME))
    assert sound == Sound("time-up", ME)
    assert mine.priority == Priority.MINE
    assert spoken(ClockMoved(ME)) == "Time is up. A bot plays for you."
    assert spoken(ClockMoved(ADA)) == "Time is up for Bruno. A bot plays."
    assert spoken(ClockMoved(ADA), None, "it").startswith("Tempo scaduto per Bruno.")


def test_event_type_of_a_single_game_has_no_announcement_common_to_all_games():
    assert told(Event()) == []


@pytest.mark.parametrize("lang", ["it", "en"])
@pytest.mark.parametrize(
    ("seconds", "italian", "english"),
    [
        (None, "Nessun limite di tempo.", "No time limit."),
        (-3, "0 secondi.", "0 seconds."),
        (0.4, "0 secondi.", "0 seconds."),
        (0.6, "Un secondo.", "One second."),
        (59.4, "59 secondi.", "59 seconds."),
        (60, "Un minuto.", "One minute."),
        (61, "Un minuto, un secondo.", "One minute, one second."),
        (310, "5 minuti, 10 secondi.", "5 minutes, 10 seconds."),
    ],
)
def test_time_left_is_spoken_in_words(seconds, italian, english, lang):
    assert shipped(lang).speech(time_left(seconds)) == {"it": italian, "en": english}[lang]


def view(to_act, seat=ME):
    return View(seat=seat, to_act=to_act, legal=(), dealer=None, hand=(), hand_sizes=(3, 3))


@pytest.mark.parametrize(
    ("looked", "waiting", "text"),
    [
        (view(ME), False, "Total 22, your turn"),
        (view(ADA), False, "Total 22, Bruno's turn"),
        (view(ADA, None), False, "Total 22, Bruno's turn"),
        (view(Turn.CHANCE), False, "Total 22, round over"),
        (view(Turn.CHANCE), True, "Total 22, round over"),
        (view(Turn.OVER), False, "Total 22, match over"),
    ],
)
def test_summary_of_a_match_ends_with_the_turn(looked, waiting, text):
    spec = replace(game("novantanove"), summary=lambda _view: msg("summary", total=22))
    message = standing(spec, looked, waiting=waiting)
    assert shipped("en").speech(message) == text
