"""Briscola: any card may be played, trumps (briscole) win tricks, and a deal has 120 points."""

from audiogames.cards import signs
from audiogames.cards.sides import sides
from audiogames.cards.tricks import deal_stands, one_way, undone_trick
from audiogames.core.board import BoardSpec
from audiogames.core.contract import Move
from audiogames.core.spec import DaySpec, GameSpec, HandSpec, ListSpec
from audiogames.games.briscola import controls, model, speech
from audiogames.games.briscola.bots import BOTS
from audiogames.games.briscola.lesson import LESSON
from audiogames.games.briscola.rules import RULES
from audiogames.games.briscola.state import BriscolaState

GAME: GameSpec[model.Options, BriscolaState, Move, model.BriscolaView] = GameSpec(
    id="briscola",
    seats=(2, 3, 4),
    usual_seats=2,
    options=model.Options,
    rules=RULES,
    events=tuple(speech.EVENTS),
    describe=speech.describe,
    queries=controls.QUERIES,
    commands=controls.COMMANDS,
    explain=controls.explain,
    recap=speech.recap,
    summary=controls.summary,
    deal=deal_stands,
    undone=undone_trick(model.TrickTaken),
    hand=HandSpec(ways=one_way(model.PLAYS), order=model.IN_HAND, shown=controls.shown),
    lists=ListSpec(signs.choice, openers=controls.OPENERS),
    bots=BOTS,
    unsound=RULES.unsound,
    public=(
        *("to_act", "dealer", "hand_sizes", "on_table", "deal", "briscola", "turned", "stock"),
        *("history", "known", "signed", "wins", "sheet", "options"),
    ),
    place=60,
    partners=sides,
    sheet=controls.sheet,
    board=BoardSpec(controls.board_of, signs.said),
    day=DaySpec(lambda view: view.sheet[-1].points, options=model.Options(deals=1)),
    lesson=LESSON,
)
