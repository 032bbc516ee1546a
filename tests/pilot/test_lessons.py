"""Transcripts of the lessons of all games, from the main menu to the end."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from audiogames.core.cues import msg
from audiogames.core.registry import game, game_ids
from audiogames.present.catalogue import complete_languages
from tests.kit.pilot import LOCALES, Pilot
from tests.present.kit import KEYS
from tests.transcripts import check_golden, told

LANGUAGES = complete_languages(LOCALES)
GAMES = Path(__file__).resolve().parents[1] / "games"
YES = {"it": "s", "en": "y", "de": "j", "es": "s", "fr": "o"}

TAUGHT = [id_ for id_ in game_ids() if game(id_).lesson is not None]


def steps_of(id_: str, lang: str) -> list[list[str]]:
    """Return the keys for each step of a game's lesson, as stored with the game's own tests.

    Steps are separated by bars or line ends; after each, the other players get time to act.
    """
    walk = (GAMES / id_ / "lesson.txt").read_text("utf-8")
    lines = [step.split() for line in walk.splitlines() for step in line.split("|")]
    return [[YES[lang] if key == "YES" else key for key in keys] for keys in lines]


def lesson(id_: str, lang: str, *, by_touch: bool = False) -> Pilot:
    """Open the lesson of a game from the main menu."""
    pilot = Pilot(lang=lang)
    pilot.app.wording.by_touch = by_touch
    pilot.app.wording.renew()
    help_ = pilot.app.text(msg("menu-help"))
    rows = [pilot.app.text(item.label) for item in pilot.app.screen.items()]
    while rows[pilot.app.screen.place] != help_:
        pilot.press(help_[0].lower())
    pilot.press("enter")
    titles = [pilot.app.text(item.label) for item in pilot.app.screen.items()]
    title = pilot.app.text(msg("tutor-title", game=msg(f"game-{id_}")))
    pilot.press(*["down"] * titles.index(title), "enter")
    return pilot


def walk(pilot: Pilot, id_: str) -> None:
    """Complete the lesson; check that each step is completed by its own keys."""
    tutor = pilot.app.screen._tutor
    for keys in steps_of(id_, pilot.lang):
        place = tutor.place
        pilot.press(*keys)
        pilot.wait(60)
        assert tutor.place > place, (keys, pilot.heard())
        pilot.look()


@pytest.mark.parametrize("id_", TAUGHT)
def test_lesson_names_no_key_to_a_touch_player(id_):
    pilot = lesson(id_, "it", by_touch=True)
    walk(pilot, id_)
    named = [one.text for one in pilot.announcements if re.search(KEYS["it"], one.text)]
    assert not named


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("id_", TAUGHT)
def test_completed_lesson_matches_its_transcript(id_, lang):
    pilot = lesson(id_, lang)
    walk(pilot, id_)
    assert pilot.app.screen._tutor.over
    check_golden(f"lesson-{id_}.{lang}", told(pilot.announcements))


@pytest.mark.parametrize("id_", TAUGHT)
def test_lesson_has_few_and_short_steps(id_):
    told_steps = [step for step in game(id_).lesson.steps if step.id]
    assert 8 <= len(told_steps) + 1 <= 14
    for lang in LANGUAGES:
        pilot = lesson(id_, lang)
        walk(pilot, id_)
        for one in pilot.announcements:
            if one.message.startswith("lesson-"):
                assert len(one.text.split()) <= 45, one.text
                assert one.text.count(".") <= 4, one.text
