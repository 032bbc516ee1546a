"""Invido: three cards, two players, and a stake that either may raise."""

from audiogames.core.game import GameSpec
from audiogames.games.invido import keys, model, speech
from audiogames.games.invido.bot import EasyBot, NormalBot
from audiogames.games.invido.checks import unsound_fields
from audiogames.games.invido.rules import InvidoRules, stint
from audiogames.games.invido.strong import ObligingBot, SociableBot, StrongBot, plays_as
from audiogames.games.invido.tutorial import LESSON

GAME = GameSpec(
    id="invido",
    seats=(2,),
    usual_seats=2,
    options=model.Options,
    rules=InvidoRules(),
    events=model.EVENTS,
    describe=speech.describe,
    queries=keys.QUERIES,
    commands=keys.COMMANDS,
    explain=speech.explain,
    prompt=speech.prompt,
    choice=speech.choice,
    choice_title=speech.choice_title,
    ways=speech.ways,
    recap=speech.recap,
    summary=speech.summary,
    bots={
        "easy": EasyBot,
        "normal": NormalBot,
        "sociable": SociableBot,
        "obliging": ObligingBot,
        "strong": StrongBot,
    },
    plays_as=plays_as,
    unsound=unsound_fields,
    place=20,
    turn=speech.turn,
    standing=speech.standing,
    typed=keys.typed,
    stint=stint,
    screen=speech.screen,
    symbols=speech.symbols,
    lesson=LESSON,
)
