"""Wist: bid the number of tricks you will take, and take exactly that many."""

from audiogames.cards.tricks import one_way, to_follow, undone_trick
from audiogames.core.board import BoardSpec
from audiogames.core.spec import DaySpec, GameSpec, HandSpec, ListSpec
from audiogames.games.wist import answers, board, controls, model, speech
from audiogames.games.wist.bots import BOTS
from audiogames.games.wist.checks import unsound_fields
from audiogames.games.wist.lesson import LESSON
from audiogames.games.wist.rules import WistRules

GAME = GameSpec(
    id="wist",
    seats=(4, 5),
    usual_seats=4,
    options=model.Options,
    rules=WistRules(),
    events=model.EVENTS,
    describe=speech.describe,
    queries=controls.QUERIES,
    explain=answers.explain,
    prompt=answers.prompt,
    recap=speech.recap,
    summary=answers.summary,
    deal=answers.deal,
    undone=undone_trick(model.TrickTaken),
    hand=HandSpec(
        ways=one_way(model.PLAYS),
        order=model.place_in_hand,
        to_follow=to_follow,
        hidden=answers.hidden_hand,
    ),
    lists=ListSpec(answers.choice, answers.choice_title, listing=answers.listing),
    bots=BOTS,
    unsound=unsound_fields,
    public=(
        "to_act",
        "dealer",
        "hand_sizes",
        "on_table",
        "round",
        "rounds",
        "round_name",
        "cards",
        "trump",
        "tricks",
        "scores",
        "leader",
        "bidding",
        "secret",
        "hidden",
        "bound",
        "written",
        "turned",
        "first",
        "order",
        "history",
        "sheet",
        "options",
    ),
    place=40,
    turn=answers.turn,
    around=answers.around,
    standing=answers.standing,
    outlook=answers.outlook,
    sheet=controls.sheet,
    board=BoardSpec(board.board_of, board.said),
    day=DaySpec(lambda view: view.scores),
    lesson=LESSON,
)
