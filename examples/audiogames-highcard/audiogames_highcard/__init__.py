"""High card: the highest card takes the trick."""

from audiogames.cards.tricks import board_by_tricks
from audiogames.core.board import BoardSpec
from audiogames.core.contract import Move
from audiogames.core.spec import BotSpec, GameSpec, HandSpec
from audiogames_highcard import model, speech
from audiogames_highcard.bot import EasyBot
from audiogames_highcard.rules import HighCardRules, HighCardState

GAME: GameSpec[model.Options, HighCardState, Move, model.HighCardView] = GameSpec(
    id="highcard",
    seats=(2, 3, 4),
    usual_seats=3,
    options=model.Options,
    rules=HighCardRules(),
    events=model.EVENTS,
    describe=speech.describe,
    queries=speech.QUERIES,
    explain=speech.explain,
    recap=speech.recap,
    summary=speech.summary,
    hand=HandSpec(ways=lambda card, _view: (model.Play(card),)),
    board=BoardSpec(lambda view: board_by_tricks(view, model.best_of, view.tricks)),
    bots=BotSpec({"easy": EasyBot}, default="easy"),
    public=("to_act", "dealer", "hand_sizes", "on_table", "tricks", "gone", "options"),
)
