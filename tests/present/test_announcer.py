"""Tests of the announcer: priorities, waiting, merging, verbosity and history."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from audiogames.cards.card import Card
from audiogames.core.cues import Echo, Pause, Priority, Say, Sound, mine, msg, reply, say
from audiogames.present.announcer import (
    GRACE,
    MERGE_FROM,
    ONSET,
    SLOWEST,
    WAITING,
    WORDS_A_MINUTE,
    Announcer,
)
from audiogames.present.facts import Facts
from audiogames.present.history import GAME, GENERAL, SYSTEM
from audiogames.present.outputs import Announcement, Part, PlaySound
from tests.present.kit import made, named, shipped

MESSAGES = [
    ("event", "Something {n} happened here"),
    ("event", "ev {n}", "braille"),
    ("mine", "Your turn"),
    ("reply", "Total {n}"),
    ("chat", "Somebody wrote"),
    ("time", "{n} seconds"),
    ("clock", "Time is up for {seat}"),
]


@pytest.fixture
def announcer(tmp_path):
    return Announcer(made(tmp_path, *MESSAGES), lambda seat: 0.0 if seat is None else seat / 10)


def event(number, **more):
    return Say(msg("event", n=number), **more)


def answer(number):
    return Say(msg("reply", n=number), Priority.REPLY)


def chat():
    return Say(msg("chat"), Priority.BACKGROUND)


def texts(outputs):
    return [one.text for one in outputs if isinstance(one, Announcement)]


def heard(announcer, until=1000.0):
    """Advance the announcer to each deadline; return time and text of all announcements."""
    found = []
    while (deadline := announcer.deadline) is not None and deadline <= until:
        found += [(one.at, one.text) for one in announcer.tick(deadline)]
    return found


# --- Time ----------------------------------------------------------------------------------------


def test_first_announcement_is_spoken_at_once(announcer):
    (told,) = announcer.announce([event(1)], 5.0)
    assert (told.text, told.braille, told.at) == ("Something 1 happened here", "ev 1", 5.0)
    assert (told.priority, told.interrupt, told.lang) == (Priority.EVENT, False, "xx")
    assert announcer.deadline is None


def test_speech_length_is_estimated_from_the_words(announcer):
    assert announcer.length("one two three four five") == ONSET + 5 * 60 / WORDS_A_MINUTE
    announcer.rate = 500
    assert announcer.length("one two three four five") == ONSET + 0.6
    assert announcer.length("") == ONSET


def test_events_wait_for_the_estimated_end_of_speech(announcer):
    announcer.announce([event(1)], 10.0)
    assert announcer.announce([event(2)], 10.1) == []
    length = announcer.length("Something 1 happened here")
    assert announcer.deadline == pytest.approx(10 + length)
    assert announcer.ends() == pytest.approx(10 + 2 * length)
    assert announcer.tick(10 + length - 0.01) == []
    (told,) = announcer.tick(10 + length)
    assert told.at == pytest.approx(10 + length)
    assert announcer.tick(100) == []


def test_event_after_the_end_of_speech_is_spoken_at_once(announcer):
    announcer.announce([event(1)], 10.0)
    assert texts(announcer.announce([event(2)], announcer.ends())) == ["Something 2 happened here"]


def test_waiting_announcements_keep_their_order(announcer):
    announcer.announce([event(1)], 10.0)
    announcer.announce([event(2)], 10.0)
    assert announcer.announce([event(3)], 20.0) == []
    assert [text for _, text in heard(announcer)] == [
        "Something 2 happened here",
        "Something 3 happened here",
    ]


def test_pause_after_a_sentence_lengthens_the_announcement(announcer):
    announcer.announce([event(1), Pause(2.0)], 10.0)
    assert announcer.ends() == pytest.approx(12 + announcer.length("Something 1 happened here"))


# --- Priorities ----------------------------------------------------------------------------------


@pytest.mark.parametrize("priority", [Priority.REPLY, Priority.CRITICAL])
def test_reply_interrupts_the_current_announcement(announcer, priority):
    announcer.announce([event(1)], 10.0)
    (told,) = announcer.announce([Say(msg("reply", n=7), priority)], 10.1)
    assert (told.text, told.interrupt, told.priority) == ("Total 7", True, priority)


@pytest.mark.parametrize("priority", [Priority.BACKGROUND, Priority.EVENT, Priority.MINE])
def test_announcement_below_reply_priority_waits_for_the_current_one(announcer, priority):
    announcer.announce([event(1)], 10.0)
    assert announcer.announce([Say(msg("chat"), priority)], 10.1) == []


def test_waiting_announcement_is_spoken_after_the_reply(announcer):
    announcer.announce([event(1)], 10.0)
    announcer.announce([event(2)], 10.0)
    announcer.announce([answer(7)], 10.5)
    assert heard(announcer) == [
        (pytest.approx(10.5 + announcer.length("Total 7")), "Something 2 happened here")
    ]


def test_cues_announced_together_are_one_announcement_with_their_highest_priority(announcer):
    (told,) = announcer.announce([event(1), Say(msg("mine"), Priority.MINE), answer(7)], 10.0)
    assert told.text == "Something 1 happened here Your turn Total 7"
    assert told.braille == "ev 1  Your turn  Total 7"
    assert (told.priority, told.message, told.args) == (Priority.REPLY, "event", {"n": 1})


def test_background_announcement_is_spoken_last(announcer):
    announcer.announce([event(1)], 10.0)
    announcer.announce([chat()], 10.0)
    announcer.announce([event(2)], 10.0)
    announcer.announce([Say(msg("mine"), Priority.MINE)], 10.0)
    assert [text for _, text in heard(announcer)] == [
        "Something 2 happened here",
        "Your turn",
        "Somebody wrote",
    ]


def test_oldest_of_many_chat_messages_are_dropped_from_speech_only(announcer):
    announcer.announce([event(1)], 10.0)
    announcer.announce([Say(msg("mine"), Priority.MINE)], 10.0)
    for _ in range(2 * WAITING):
        announcer.announce([chat()], 10.0)
    assert len(announcer.history.entries(GENERAL)) == 2 * WAITING + 2
    ((_, told),) = heard(announcer)
    assert told.startswith("Your turn")
    assert told.count("Somebody wrote") == WAITING - 1


def test_newer_message_replaces_an_unspoken_message_of_its_topic(announcer):
    announcer.announce([event(1)], 10.0)
    for seconds in (30, 10, 5):
        announcer.announce([Say(msg("time", n=seconds), topic="time")], 10.0)
    announcer.announce([event(2, topic="other")], 10.0)
    assert [text for _, text in heard(announcer)] == ["5 seconds", "Something 2 happened here"]
    assert len(announcer.history.entries(GENERAL)) == 5, "the history has them all"


def test_message_without_a_topic_is_not_replaced(announcer):
    for number in range(3):
        announcer.announce([event(number)], 10.0)
    assert len(heard(announcer)) == 2


def test_deferred_announcement_is_computed_after_all_others_were_spoken(announcer):
    total = 1
    announcer.announce([answer(7)], 10.0)
    announcer.afterwards(lambda: [answer(0)])
    announcer.afterwards(lambda: [answer(total)])
    announcer.announce([event(2)], 10.1)
    total = 9
    assert [text for _, text in heard(announcer)] == ["Something 2 happened here", "Total 9"]
    assert announcer.history.latest.text == "Total 9"
    announcer.afterwards(list)
    assert heard(announcer) == []
    assert announcer.deadline is None


# --- Many announcements at once ------------------------------------------------------------------


def test_four_waiting_announcements_are_merged_into_one(announcer):
    announcer.announce([event(0)], 10.0)
    for number in range(1, MERGE_FROM + 1):
        announcer.announce([event(number)], 10.0)
    ((_, text),) = heard(announcer)
    assert text == " ".join(f"Something {number} happened here" for number in range(1, 5))


def test_fewer_than_four_waiting_announcements_are_spoken_separately(announcer):
    for number in range(MERGE_FROM):
        announcer.announce([event(number)], 10.0)
    assert len(heard(announcer)) == MERGE_FROM - 1


def test_merged_announcement_keeps_braille_and_highest_priority(announcer):
    announcer.announce([event(0)], 10.0)
    for number in range(1, 4):
        announcer.announce([event(number)], 10.0)
    announcer.announce([Say(msg("mine"), Priority.MINE)], 10.0)
    (told,) = announcer.tick(announcer.deadline)
    assert told.braille == "ev 1  ev 2  ev 3  Your turn"
    assert (told.priority, told.interrupt, told.spoken) == (Priority.MINE, False, True)
    assert announcer.deadline is None


# --- Verbosity, automatic reading -----------------------------------------------------------------


def test_facts_for_full_verbosity_are_dropped_at_other_verbosity_levels(announcer):
    assert announcer.announce([event(1, full=True)], 10.0) == []
    assert announcer.history.latest is None
    (told,) = announcer.announce([event(2), event(3, full=True)], 10.0)
    assert told.text == "Something 2 happened here"
    announcer.localizer.verbosity = "full"
    assert announcer.announce([event(4, full=True)], 10.0) == []
    assert texts(announcer.tick(100)) == ["Something 4 happened here"]


def test_events_are_only_shown_in_braille_without_automatic_reading(announcer):
    announcer.automatic = False
    (told,) = announcer.announce([event(1)], 10.0)
    assert (told.spoken, told.braille) == (False, "ev 1")
    (told,) = announcer.announce([answer(7)], 10.0)
    assert told.spoken
    assert len(announcer.history.entries(GENERAL)) == 2


def test_silent_event_merged_with_a_spoken_one_is_spoken(announcer):
    announcer.announce([event(0)], 10.0)
    announcer.automatic = False
    announcer.announce([event(1)], 10.0)
    announcer.automatic = True
    for number in range(2, 5):
        announcer.announce([event(number)], 10.0)
    (told,) = announcer.tick(announcer.deadline)
    assert told.spoken


# --- History -------------------------------------------------------------------------------------


def test_announcement_is_added_to_the_history_before_it_is_spoken(announcer):
    announcer.announce([event(1)], 10.0, GAME)
    announcer.announce([event(2)], 10.0, GAME)
    announcer.announce([answer(3)], 10.0)
    game = [entry.text for entry in announcer.history.entries(GAME)]
    assert game == ["Something 1 happened here", "Something 2 happened here"]
    assert announcer.history.latest.text == "Total 3"
    assert announcer.history.entries(SYSTEM) == ()


def test_text_reread_from_the_history_interrupts_speech_and_is_not_added_again(announcer):
    announcer.announce([event(1)], 10.0)
    (told,) = announcer.quote("Total 7.", "7", 10.1)
    assert (told.text, told.braille, told.message) == ("Total 7.", "7", "quote")
    assert (told.interrupt, told.spoken, told.lang) == (True, True, "xx")
    assert [entry.text for entry in announcer.history.entries(GENERAL)] == [
        "Something 1 happened here"
    ]


def test_announcement_after_silencing_speech_does_not_wait(announcer):
    announcer.announce([event(1)], 10.0)
    announcer.announce([event(2)], 10.0)
    announcer.hush()
    assert announcer.deadline == 0.0
    assert texts(announcer.tick(10.1)) == ["Something 2 happened here"]


def test_silencing_keeps_facts_not_yet_announced_for_the_next_answer(announcer):
    """The facts arrive while the answer is prepared, so they are undelivered."""
    announcer.begin_answer()
    announcer.announce_facts([Facts((event(1),))], 10.0)
    announcer.hush()
    assert not announcer.is_delivered(10.0)
    assert texts(announcer.announce([answer(2)], 10.0)) == ["Something 1 happened here Total 2"]
    assert not announcer.end_answer(10.0, again=False)


def test_facts_that_the_listener_silenced_are_not_repeated(announcer):
    announcer.announce_facts([Facts((event(1),))], 10.0)
    announcer.hush()
    assert announcer.is_delivered(10.1)
    announcer.begin_answer()
    assert texts(announcer.announce([answer(2)], 10.1)) == ["Total 2"]


# --- Sounds, arguments ----------------------------------------------------------------------------


def test_sounds_are_played_at_once_and_panned_to_their_seat(announcer):
    announcer.announce([event(1)], 10.0)
    out = announcer.announce(
        [Sound("card", named(3).seat), event(2), Sound("tick", notice=True)], 10.0
    )
    assert out == [PlaySound("card", 0.3, "game"), PlaySound("tick", 0.0, "notices")]


def test_sounds_and_pauses_alone_make_no_announcement(announcer):
    assert announcer.announce([Sound("card"), Pause(1.0)], 10.0) == [PlaySound("card", 0.0, "game")]
    assert announcer.announce([], 10.0) == []
    assert announcer.history.latest is None


def test_announcement_parts_about_a_seat_have_the_voice_of_that_seat(announcer):
    cues = [Say(msg("clock", seat=named(1))), Say(msg("clock", seat=named(0))), answer(7)]
    (told,) = announcer.announce(cues, 10.0)
    assert told.parts == (
        Part("Time is up for Bruno", 1, 0.1, "m"),
        Part("Time is up for Eva", 0, 0.0, "f"),
        Part("Total 7"),
    )
    assert told.text == " ".join(part.text for part in told.parts)


def test_only_text_about_exactly_one_seat_has_the_voice_of_that_seat(announcer):
    (told,) = announcer.announce([answer(7)], 10.0)
    assert told.parts == ()
    (told,) = announcer.announce([Say(msg("reply", n=1, by=named(1)))], 50.0)
    assert [part.seat for part in told.parts] == [1]
    both = msg("reply", n=1, by=named(1), to=named(2))
    (told,) = announcer.announce([Say(both)], 100.0)
    assert told.parts == ()


def test_merged_announcement_keeps_the_voice_of_each_seat(announcer):
    announcer.announce([event(0)], 10.0)
    for seat in (1, 2):
        announcer.announce([Say(msg("clock", seat=named(seat)))], 10.0)
    announcer.announce([event(1)], 10.0)
    announcer.announce([event(2)], 10.0)
    (told,) = announcer.tick(announcer.deadline)
    assert [part.seat for part in told.parts] == [1, 2, None, None]
    assert told.text == " ".join(part.text for part in told.parts)


@pytest.fixture
def shipped_announcer():
    return Announcer(shipped("en"), lambda _seat: 0.0)


def test_announcement_arguments_are_json_values_for_the_transcript_file(shipped_announcer):
    card = Card.read("7h", "french")
    cue = say("card-played", seat=named(1), card=card, total=36)
    (told,) = shipped_announcer.announce([cue], 10.0)
    assert told.args == {"seat": 1, "card": "7h", "total": 36}
    (told,) = shipped_announcer.announce([reply("seconds", 5)], 10.0)
    assert told.args == {"n": 5}
    facts = (msg("fact-card", seat=named(2), card=card), msg("fact-reversed"))
    (told,) = shipped_announcer.announce([reply("recap", facts=facts, total=3)], 10.0)
    assert told.args["facts"] == [
        {"message": "fact-card", "seat": 2, "card": "7h"},
        {"message": "fact-reversed"},
    ]


def test_cue_may_have_a_different_message_for_braille(shipped_announcer):
    cue = Say(msg("total", total=22), Priority.REPLY, braille=msg("distance", 1, limit=2))
    (told,) = shipped_announcer.announce([cue, mine("your-turn")], 10.0)
    assert told.text == "Total 22. Your turn."
    assert told.braille == "1 to 2  your turn"


# --- Random announcements -------------------------------------------------------------------------

BATCHES = st.lists(
    st.tuples(
        st.sampled_from(list(Priority)),
        st.sampled_from([None, None, "time"]),
        st.sampled_from([0.0, 0.3, 2.0, 9.0]),
    ),
    max_size=30,
)


@given(BATCHES)
def test_announcements_are_neither_lost_nor_overlapping(batches):
    announcer = Announcer(shipped("en"), lambda _seat: 0.0)
    now, said = 10.0, []
    for number, (priority, topic, wait) in enumerate(batches):
        while announcer.deadline is not None and announcer.deadline <= now:
            said += announcer.tick(announcer.deadline)
        message = msg("number-value", value=number)
        said += announcer.announce([Say(message, priority, topic)], now)
        now += wait
    while announcer.deadline is not None:
        said += announcer.tick(max(now, announcer.deadline))
    words = [word for one in said for word in one.text.split()]
    assert len(words) == len(set(words)), "nothing is said twice"
    untopical = {str(n) for n, (_, topic, _) in enumerate(batches) if topic is None}
    assert untopical <= set(words)
    assert [entry.text for entry in announcer.history.entries(GENERAL)] == list(
        map(str, range(len(batches)))
    )
    for before, after in pairwise(said):
        assert after.interrupt or after.at >= before.at + announcer.length(before.text) - 1e-6


# --- Players that were just named ----------------------------------------------------------------


def test_sentence_omits_the_player_named_in_the_sentence_before(announcer):
    ada, bruno = named(0), named(1)
    sign = Say(msg("clock", seat=ada), names=ada)
    card = event(2, echo=Echo(ada, msg("reply", n=2)))
    other = event(3, echo=Echo(bruno, msg("reply", n=3)))
    out = announcer.announce([sign, card, other], 0.0, GAME)
    assert texts(out) == ["Time is up for Eva Total 2 Something 3 happened here"]
    assert "Something 2" in announcer.history.latest.text, "the history has all of it"


# --- Outputs that report their end ---------------------------------------------------------------


def test_reported_end_of_speech_replaces_the_estimate(announcer):
    announcer.announces_end = True
    announcer.announce([event(1)], 10.0)
    announcer.announce([event(2)], 10.1)
    assert texts(announcer.tick(10.0 + announcer.length("Something 1 happened here"))) == []
    announcer.end_speech(17.5)
    assert texts(announcer.tick(17.5)) == ["Something 2 happened here"]


def test_speech_that_ends_early_ends_the_announcers_wait(announcer):
    announcer.announces_end = True
    announcer.announce_facts([Facts((event(1),))], 10.0)
    assert announcer.end_speech(10.6), "the table still waits for these facts"
    assert announcer.facts_due_at == announcer.heard_at() == announcer.ends() == 10.6
    assert not announcer.end_speech(10.7), "it waits for nothing any more"


def test_announcer_waits_no_longer_than_slow_speech_if_no_end_of_speech_is_reported(announcer):
    announcer.announces_end = True
    announcer.announce([event(1)], 10.0)
    assert announcer.ends() == 10.0 + GRACE + 4 * 60 / SLOWEST


def test_duration_of_a_braille_only_announcement_is_always_estimated(announcer):
    announcer.announces_end, announcer.automatic = True, False
    announcer.announce([event(1)], 10.0)
    assert announcer.ends() == 10.0 + announcer.length("Something 1 happened here")


def test_pause_after_an_announcement_starts_at_the_reported_end_of_speech(announcer):
    announcer.announces_end = True
    announcer.announce([event(1), Pause(2.0)], 10.0)
    announcer.end_speech(11.0)
    assert announcer.ends() == 13.0
