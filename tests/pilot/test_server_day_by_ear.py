"""Transcript of a deal of the day on a server: played once, reported, and requested again."""

from random import Random

import pytest

from audiogames.net.wire import steward
from tests.app.test_online_games import act
from tests.app.test_online_moderation import keeper
from tests.kit.internet import Internet
from tests.pilot.test_tournament_by_ear import choose
from tests.transcripts import check_golden, told

pytestmark = pytest.mark.slow

INVIDO = 1
"""The position of Invido in the list of games."""


@pytest.mark.parametrize("lang", ["en", "it"])
def test_deal_of_the_day_on_a_server_matches_its_transcript(lang):
    olga, rng, refusals = keeper(Internet(), lang, "Olga", steward.PLAYER), Random(5), []
    olga.look()
    choose(olga, "menu-days")
    olga.press(*["down"] * INVIDO, "enter")
    olga.wait(5)
    for _ in range(300):
        if olga.app.session.over:
            break
        act(olga, rng, refusals)
        olga.wait(3)
    assert olga.app.session.over
    assert set(refusals) <= {"one-moment"}
    olga.wait(30)
    olga.press("t", "space")
    olga.wait(3)
    olga.press("escape")
    olga.wait(3)
    choose(olga, "menu-days")
    olga.press(*["down"] * INVIDO, "enter")
    olga.wait(5)
    check_golden(f"server-day.{lang}", told(olga.look()))
