"""Briscola: any card may be played, briscola takes, and 120 points are shared out."""

from audiogames.cards import signs
from audiogames.cards.sides import sides
from audiogames.cards.tricks import one_way
from audiogames.core.board import BoardSpec
from audiogames.core.contract import Move
from audiogames.core.review import ReviewSpec
from audiogames.core.spec import BotSpec, GameSpec, HandSpec, ListSpec
from audiogames.core.telling import your_turn
from audiogames.games.briscola import controls, model, reasons, speech
from audiogames.games.briscola.bots import judging, luck
from audiogames.games.briscola.bots.easy import EasyBot
from audiogames.games.briscola.bots.normal import NormalBot
from audiogames.games.briscola.bots.signs import remarks, traits
from audiogames.games.briscola.bots.strong import StrongBot
from audiogames.games.briscola.lesson import LESSON
from audiogames.games.briscola.rules import RULES
from audiogames.games.briscola.state import BriscolaState

GAME: GameSpec[model.Options, BriscolaState, Move, model.BriscolaView] = GameSpec(
    id="briscola",
    seats=(2, 3, 4),
    usual_seats=2,
    options=model.Options,
    rules=RULES,
    events=model.EVENTS,
    describe=speech.describe,
    queries=controls.QUERIES,
    commands=controls.COMMANDS,
    explain=controls.explain,
    prompt=your_turn,
    recap=speech.recap,
    summary=controls.summary,
    hand=HandSpec(ways=one_way(model.PLAYS), order=model.place_in_hand, shown=controls.shown),
    lists=ListSpec(signs.choice, openers=controls.OPENERS),
    bots=BotSpec(
        {"easy": EasyBot, "normal": NormalBot, "strong": StrongBot},
        default="normal",
        remarks=remarks,
        review=ReviewSpec[Move, model.BriscolaView](
            candidates=judging.candidates,
            stands_for=judging.stands_for,
            worlds=judging.worlds,
            weigh=judging.weigh,
            least=judging.least,
            price=judging.price,
            reasons=reasons.reasons,
            place=reasons.place,
            luck=luck.LUCK,
            situation=reasons.situation,
            more=reasons.more,
        ),
        traits=traits,
    ),
    unsound=RULES.unsound,
    public=(
        *("to_act", "dealer", "hand_sizes", "on_table", "deal", "briscola", "turned", "stock"),
        *("history", "known", "signed", "wins", "sheet", "options"),
    ),
    place=60,
    partners=sides,
    sheet=controls.sheet,
    board=BoardSpec(controls.board_of, signs.said),
    lesson=LESSON,
)
