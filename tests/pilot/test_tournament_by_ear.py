"""Transcript of a moderator's tournament: scheduled, started, one meeting adjudicated."""

import pytest

from audiogames.net.wire import steward
from tests.app.test_online_moderation import keeper
from tests.kit.internet import Internet
from tests.transcripts import check_golden, told

pytestmark = pytest.mark.slow


def choose(pilot, id_):
    """Focus the item with this message, and press Enter."""
    labels = [one.label.id for one in pilot.app.screen.items()]
    pilot.press("home", *["down"] * labels.index(id_), "enter")
    pilot.wait(2)


@pytest.mark.parametrize("lang", ["en", "it"])
def test_moderators_tournament_matches_its_transcript(lang):
    olga = keeper(Internet(), lang, "Olga", steward.MODERATOR)
    olga.look()
    choose(olga, "room-contests")
    choose(olga, "contest-new")
    choose(olga, "contest-kind")
    choose(olga, "contest-form-knock-out")
    choose(olga, "contest-by-match")
    choose(olga, "contest-when-hour")
    olga.write("21")
    olga.press("enter")
    olga.write("Coppa")
    olga.wait(3)
    for _ in range(2):
        choose(olga, "contest-bots")
    olga.press("escape")
    choose(olga, "room-contests")
    choose(olga, "contest-calendar")
    olga.press("enter", "f5")
    choose(olga, "contest-when")
    olga.press("down", "enter")
    olga.wait(3)
    olga.press("f5")
    choose(olga, "contest-start")
    choose(olga, "contest-meetings")
    olga.press("enter", "down", "enter")
    olga.write("3 5")
    olga.write("Too late")
    olga.wait(5)
    olga.press("f5", "escape")
    choose(olga, "contest-standings")
    check_golden(f"tournament-evening.{lang}", told(olga.look()))
