"""Wist: say how many tricks you will take, and take just so many."""

from audiogames.cards.tricks import to_follow
from audiogames.core.game import GameSpec
from audiogames.games.wist import answers, keys, model, speech
from audiogames.games.wist.bot import EasyBot, NormalBot
from audiogames.games.wist.checks import unsound_fields
from audiogames.games.wist.rules import WistRules
from audiogames.games.wist.sheet import sheet
from audiogames.games.wist.strong import StrongBot
from audiogames.games.wist.tutorial import LESSON

GAME = GameSpec(
    id="wist",
    seats=(4, 5),
    usual_seats=4,
    options=model.Options,
    rules=WistRules(),
    events=model.EVENTS,
    describe=speech.describe,
    queries=keys.QUERIES,
    commands=keys.COMMANDS,
    explain=answers.explain,
    prompt=answers.prompt,
    choice=answers.choice,
    choice_title=answers.choice_title,
    ways=answers.ways,
    recap=speech.recap,
    summary=answers.summary,
    bots={"easy": EasyBot, "normal": NormalBot, "strong": StrongBot},
    unsound=unsound_fields,
    place=40,
    turn=answers.turn,
    around=answers.around,
    standing=answers.standing,
    screen=answers.screen,
    listing=answers.listing,
    hidden_hand=answers.hidden_hand,
    order=model.place_in_hand,
    to_follow=to_follow,
    sheet=sheet,
    lesson=LESSON,
)
