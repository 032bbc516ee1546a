"""Transcripts of two puzzles of each game, the second solved after a wrong answer."""

import pytest

from audiogames.app.puzzles import games_with_puzzles
from audiogames.app.settings import Settings
from tests.kit.languages import COMPLETE
from tests.kit.pilot import MemoryStorage, Pilot
from tests.transcripts import check_golden, told

pytestmark = pytest.mark.slow

FEW, MANY = 2, 10
"""Puzzles a game; the many ones in the languages whose transcripts were read line by line."""


def submit(pilot, text):
    """Answer a puzzle with the move in this text."""
    screen = pilot.app.screen
    move = pilot.app.session.spec.rules.read(text)
    pilot.now += 0.6  # the announcements count as delivered
    pilot.perform(pilot.app._answered(lambda: screen.submit(move)))


@pytest.mark.parametrize("lang", COMPLETE)
@pytest.mark.parametrize("id_", games_with_puzzles())
def test_puzzles_of_each_game_match_their_transcript(id_, lang):
    pilot = Pilot(MemoryStorage(Settings(language=lang)), lang=lang)
    place = [one.label.id for one in pilot.app.screen.items()].index("menu-puzzles")
    pilot.press(*["down"] * place, "enter")
    pilot.press(*["down"] * games_with_puzzles().index(id_))
    pilot.look()
    pilot.press("enter", "enter")
    submit(pilot, pilot.app.screen._puzzle.best[0])
    pilot.press("space")
    submit(pilot, pilot.app.screen._puzzle.rival)
    pilot.press("g", "g", "shift+g")
    submit(pilot, pilot.app.screen._puzzle.best[0])
    for _ in range((MANY if lang in {"en", "it"} else FEW) - 2):
        pilot.press("space")
        submit(pilot, pilot.app.screen._puzzle.best[0])
    pilot.press("escape", "escape")
    check_golden(f"puzzles-{id_}.{lang}", told(pilot.look()))
