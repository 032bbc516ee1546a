"""Test that a match of Wist can be played by sight alone, in the largest letters."""

import pygame
import pytest

from audiogames.core.registry import game
from tests.pictures.by_sight import play
from tests.pictures.scenes import nearly_over

TWO_ROUNDS = 112
"""The number of last moves of a match; `tests/pictures/by_sight.py` plays whole matches, in other
windows too."""

CARDS = 26


@pytest.mark.slow
def test_match_can_be_played_by_sight_at_400_percent():
    pygame.font.init()
    pilot = nearly_over(game("wist"), "en", TWO_ROUNDS)
    log = pilot.app.session.table.log.entries
    kept = len(log)
    player = play(pilot, (800, 600), 400)
    assert pilot.app.session.over
    mine = [str(one.move) for one in log[kept:] if one.seat == pilot.app.session.seat]
    played = [move.replace("T", "10") for move in mine if not move.startswith("bid")]
    assert player.played == played
    assert len(played) == CARDS
