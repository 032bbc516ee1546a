"""Descriptions of the bots at a table: their level, and the visible traits of their character."""

from __future__ import annotations

from audiogames.core.character import trait
from audiogames.core.cues import Msg, msg
from audiogames.core.registry import Spec
from audiogames.search.levelling import LIKE_ME
from audiogames.table.seats import Player


def known_of(spec: Spec, options: object, bot: Player, *, hesitates: bool) -> Msg:
    """Describe a bot in a sentence, for example "Bruno, normal, bold in calling".

    `hesitates` says whether bots at this table think longer over hard decisions; only then is their
    speed named.
    """
    level = msg(f"option-level-{spec.bots.plays_as(options, bot.level)}")
    drawn = spec.bots.default if bot.level == LIKE_ME else bot.level
    shown = spec.bots.traits(options, drawn, bot.character)
    speed = trait(bot.character, "speed") if hesitates else ()
    if not (shown or speed):
        return msg("bot-known-even", name=bot.name, level=level)
    return msg("bot-known", name=bot.name, level=level, traits=(*shown, *speed))
