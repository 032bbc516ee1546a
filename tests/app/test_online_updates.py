"""A server's updates are rendered once, on arrival, and announced later."""

from collections import Counter
from copy import copy

import pytest

from audiogames.core.cues import Kind, Say
from audiogames.games.novantanove import speech
from audiogames.games.novantanove.model import CardPlayed
from audiogames.present.localizer import Localizer
from tests.app.online import host_of_two


def playing(lang):
    """Start an online match of two people and a bot, and return the two people's programs."""
    pilots = host_of_two(lang, "n")
    pilots[0].press("b")
    pilots[0].wait(3)
    pilots[0].press("enter")
    pilots[0].wait(12)
    return pilots


def play_on(pilots):
    """Let the player whose turn it is play a card and draw, and wait for the announcements."""
    for pilot in pilots:
        if pilot.app.session.my_turn:
            pilot.press("enter")
            pilot.wait(1)
            pilot.press("space")
    pilots[0].wait(4)


def test_online_update_is_described_and_rendered_only_once(monkeypatch):
    pilots, events, rendered = playing("en"), [], Counter()
    describe, render = speech._cues, Localizer.speech

    def described(event, view):
        events.append(event)
        return describe(event, view)

    def made(localizer, message, **more):
        rendered[message.id] += 1
        return render(localizer, message, **more)

    monkeypatch.setattr(speech, "_cues", described)
    monkeypatch.setattr(Localizer, "speech", made)
    for _ in range(6):
        play_on(pilots)
    cards = sum(isinstance(event, CardPlayed) for event in events)
    assert cards > 9
    assert len({id(event) for event in events}) == len(events)
    assert sum(rendered[id_] for id_ in rendered if id_.startswith("card-played")) == cards


@pytest.mark.parametrize("changed", ["language", "level"])
def test_waiting_update_is_rendered_with_the_current_settings(changed):
    """If the settings changed after the update arrived, it is rendered again."""
    pilot, other = playing("it")
    announcer = pilot.app.announcer
    for _ in range(300):
        if pilot.app.session.undelivered:
            break
        for one in (pilot, other):
            if one.app.session.my_turn:
                one.press("enter", "space")
        pilot.wait(0.1)
    waits = pilot.app.session.undelivered[0]
    message = next(cue.message for cue in waits.event_cues if isinstance(cue, Say))
    if changed == "language":
        pilot.app.wording.use_language("en")
    else:
        announcer.levels = {Kind.CARDS: "essential"}
    localizer = copy(announcer.localizer)
    localizer.verbosity = "normal" if changed == "language" else "essential"
    pilot.look()
    pilot.wait(9)
    assert localizer.speech(message) in pilot.heard()
