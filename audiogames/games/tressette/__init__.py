"""Tressette with declarations: two pairs, and what may be said of a suit while playing it."""

from audiogames.cards.tricks import to_follow
from audiogames.core.game import GameSpec
from audiogames.games.tressette import answers, keys, model, speech
from audiogames.games.tressette.bot import EasyBot, NormalBot
from audiogames.games.tressette.checks import unsound_fields
from audiogames.games.tressette.declaring import remarks
from audiogames.games.tressette.rules import TressetteRules
from audiogames.games.tressette.strong import StrongBot
from audiogames.games.tressette.tutorial import LESSON

GAME = GameSpec(
    id="tressette",
    seats=(model.SEATS,),
    usual_seats=model.SEATS,
    options=model.Options,
    rules=TressetteRules(),
    events=model.EVENTS,
    describe=speech.describe,
    queries=keys.QUERIES,
    commands=keys.COMMANDS,
    explain=answers.explain,
    prompt=answers.prompt,
    choice=keys.choice,
    choice_title=keys.choice_title,
    ways=answers.ways,
    recap=speech.recap,
    summary=answers.summary,
    bots={"easy": EasyBot, "normal": NormalBot, "strong": StrongBot},
    remarks=remarks,
    unsound=unsound_fields,
    place=30,
    partners=model.pairs,
    turn=answers.turn,
    screen=answers.screen,
    typed=keys.typed,
    untyped=keys.unspoken,
    order=model.place_in_hand,
    to_follow=to_follow,
    toggles=keys.TOGGLES,
    tick=keys.tick,
    openers=keys.OPENERS,
    lesson=LESSON,
)
