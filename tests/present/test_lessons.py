"""Tests that terms are explained once, and only to players who want explanations."""

from dataclasses import replace

from audiogames.core.cues import Say, msg
from audiogames.present.announcer import Announcer
from tests.present.kit import shipped


def announcer():
    return Announcer(shipped("en"), lambda _seat: 0.0)


LESSON = Say(msg("saved"), lesson="busso")


def test_lesson_about_a_term_is_announced_only_once():
    teacher = announcer()
    teacher.teaches = True
    assert teacher.announce([LESSON], 0.0)
    assert not teacher.announce([LESSON], 1.0)
    assert teacher.announce([replace(LESSON, lesson="ribusso")], 2.0)


def test_explanation_of_a_term_is_announced_only_if_explanations_are_switched_on():
    teacher = announcer()
    assert not teacher.announce([LESSON], 0.0)
    teacher.teaches = True
    assert teacher.announce([LESSON], 1.0), "what was not told is not known"
