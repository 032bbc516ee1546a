"""Novantanove: bring the total to 33, 66 or 99 and never beyond."""

from audiogames.core.game import GameSpec
from audiogames.games.novantanove import keys, model, speech
from audiogames.games.novantanove.bot import EasyBot, NormalBot
from audiogames.games.novantanove.checks import unsound_fields
from audiogames.games.novantanove.rules import NovantanoveRules, clock_move, open_window
from audiogames.games.novantanove.strong import StrongBot
from audiogames.games.novantanove.tutorial import LESSON

GAME = GameSpec(
    id="novantanove",
    seats=tuple(range(2, 14)),
    usual_seats=3,
    options=model.Options,
    rules=NovantanoveRules(),
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
    is_out=speech.is_out,
    summary=speech.summary,
    bots={"easy": EasyBot, "normal": NormalBot, "strong": StrongBot},
    unsound=unsound_fields,
    place=10,
    window=open_window,
    timeout=clock_move,
    screen=speech.screen,
    lesson=LESSON,
)
