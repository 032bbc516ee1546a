"""Scopa and its forms Scopone and Scopone scientifico.

Comments cite the rules by number: 2.1 to 2.5 captures, 2.6 void deals, 2.7 points, 2.8 the end of a
match, 2.9 which cards may be looked up.  They are explained in `locales/en/rules/scopa.md`.
"""

from audiogames.cards.sides import sides, summary
from audiogames.core.board import BoardSpec
from audiogames.core.contract import Move
from audiogames.core.spec import DaySpec, GameSpec, HandSpec, ListSpec
from audiogames.games.scopa import controls, model, speech
from audiogames.games.scopa.bots import BOTS
from audiogames.games.scopa.lesson import LESSON
from audiogames.games.scopa.rules import RULES, ways_of
from audiogames.games.scopa.state import ScopaState

GAME: GameSpec[model.Options, ScopaState, Move, model.ScopaView] = GameSpec(
    id="scopa",
    seats=model.SEATS,
    usual_seats=2,
    options=model.Options,
    rules=RULES,
    events=tuple(speech.EVENTS),
    describe=speech.describe,
    queries=controls.QUERIES,
    explain=controls.explain,
    recap=speech.recap,
    summary=summary,
    deal=controls.deal,
    undone=controls.undone,
    hand=HandSpec(ways=ways_of, order=model.IN_HAND),
    lists=ListSpec(controls.choice, controls.choice_title, way=controls.way),
    bots=BOTS,
    unsound=RULES.unsound,
    recall=speech.recall_of,
    presets={"uici": model.UICI},
    place=50,
    partners=sides,
    board=BoardSpec(controls.board_of),
    sheet=controls.sheet,
    day=DaySpec(lambda view: view.score),
    lesson=LESSON,
)
