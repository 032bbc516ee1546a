"""Tressette with declarations: two pairs, and announcements that a player may make with a card.

Comments and tests number the rules by their subject: B.1 the base game, B.2 the meaning of words,
B.3 declarations on the suit led, B.4 how often one may be made, B.5 on the suit captured, B.6 on
other suits, B.7 options of the table, B.8 worked cases.  All are explained, under headings instead
of numbers, in `locales/en/rules/tressette.md`.
"""

from audiogames.cards.tricks import deal_stands, one_way, to_follow, undone_trick
from audiogames.core.board import BoardSpec
from audiogames.core.spec import DaySpec, GameSpec, HandSpec, ListSpec, TypingSpec
from audiogames.games.tressette import answers, board, controls, model, speech
from audiogames.games.tressette.bots import BOTS
from audiogames.games.tressette.lesson import LESSON
from audiogames.games.tressette.rules import TressetteRules, unsound_fields

GAME = GameSpec(
    id="tressette",
    seats=(model.SEATS,),
    usual_seats=model.SEATS,
    options=model.Options,
    rules=TressetteRules(),
    events=model.EVENTS,
    describe=speech.describe,
    queries=controls.QUERIES,
    commands=controls.COMMANDS,
    explain=answers.explain,
    prompt=answers.prompt,
    recap=speech.recap,
    summary=answers.summary,
    deal=deal_stands,
    undone=undone_trick(model.TrickTaken),
    hand=HandSpec(
        ways=one_way(model.PLAYS),
        order=model.place_in_hand,
        to_follow=to_follow,
        toggles=controls.TOGGLES,
        tick=controls.tick,
    ),
    lists=ListSpec(controls.choice, controls.choice_title, openers=controls.OPENERS),
    bots=BOTS,
    typing=TypingSpec(controls.typed, controls.unspoken, model.LONGEST_TEXT),
    unsound=unsound_fields,
    public=(
        "to_act",
        "dealer",
        "hand_sizes",
        "on_table",
        "score",
        "thirds",
        "leader",
        "tricks_played",
        "declarations",
        "last_trick",
        "history",
        "standings",
        "accuse",
        "bound",
        "says",
        "first",
        "deal",
        "options",
    ),
    place=30,
    partners=model.pairs,
    turn=answers.turn,
    outlook=answers.outlook,
    board=BoardSpec(board.board_of, board.said),
    day=DaySpec(lambda view: view.score),
    lesson=LESSON,
)
