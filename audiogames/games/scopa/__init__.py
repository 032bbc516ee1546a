"""Scopa, with Scopone and Scopone scientifico.

The rules are numbered by subject: 2.1 to 2.5 what a card takes, 2.6 void deals, 2.7 points, 2.8 the
end of a match, 2.9 what may be looked up.  They are told in `locales/en/rules/scopa.md`.
"""

from audiogames.cards.sides import sides, summary
from audiogames.core.board import BoardSpec
from audiogames.core.contract import Move
from audiogames.core.review import ReviewSpec
from audiogames.core.spec import BotSpec, GameSpec, HandSpec, ListSpec
from audiogames.core.telling import your_turn
from audiogames.games.scopa import answers, board, model, reasons, speech
from audiogames.games.scopa.bots import judging, luck
from audiogames.games.scopa.bots.easy import EasyBot
from audiogames.games.scopa.bots.normal import NormalBot
from audiogames.games.scopa.bots.strong import StrongBot
from audiogames.games.scopa.lesson import LESSON
from audiogames.games.scopa.rules import RULES, ways_of
from audiogames.games.scopa.state import ScopaState

GAME: GameSpec[model.Options, ScopaState, Move, model.ScopaView] = GameSpec(
    id="scopa",
    seats=model.SEATS,
    usual_seats=2,
    options=model.Options,
    rules=RULES,
    events=model.EVENTS,
    describe=speech.describe,
    queries=answers.QUERIES,
    commands=(),
    explain=answers.explain,
    prompt=your_turn,
    recap=speech.recap,
    summary=summary,
    hand=HandSpec(
        ways=lambda card, view: ways_of(model.PLAYS[card], view), order=model.place_in_hand
    ),
    lists=ListSpec(answers.choice, answers.choice_title),
    bots=BotSpec(
        levels={"easy": EasyBot, "normal": NormalBot, "strong": StrongBot},
        default="normal",
        review=ReviewSpec[Move, model.ScopaView](
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
    ),
    unsound=RULES.unsound,
    recall=speech.recall_of,
    presets={"uici": model.UICI},
    place=50,
    partners=sides,
    board=BoardSpec(board.board_of),
    sheet=board.sheet,
    lesson=LESSON,
)
