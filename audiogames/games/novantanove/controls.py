"""The keys of Novantanove.

Space, C and S are the keys that players of this game are used to.  T means the same as in
every other game.
"""

from __future__ import annotations

import math

from audiogames.core.contract import Move, Refused, Turn
from audiogames.core.controls import Command, Query, always
from audiogames.core.cues import msg
from audiogames.games.novantanove import model as m
from audiogames.games.novantanove import speech
from audiogames.search.levelling import expected_shares

QUERIES: tuple[Query[m.NovantanoveView], ...] = (
    Query("total", ("c",), speech.total, matters=always),
    Query("tokens", ("s",), speech.tokens, matters=always),
    Query("tokens-in-detail", ("shift+s",), speech.tokens_in_detail),
    Query("direction", ("r",), speech.direction),
    Query("distance", ("v",), speech.distance),
    Query("last-play", ("l",), speech.last_play, recalls=True),
    Query("counts", ("n",), speech.counts),
    Query("dealer", ("m",), speech.dealer),
)


def draw(view: m.NovantanoveView) -> Move:
    """Return a draw, the move of Space and D; the rules refuse it if no draw is due."""
    if view.to_act is Turn.OVER:
        raise Refused("match-over", msg("refused-match-over"))
    return m.DRAW


COMMANDS: tuple[Command[m.NovantanoveView], ...] = (
    Command("draw", ("space", "d"), draw, required=True),
)


def outlook(view: m.NovantanoveView) -> tuple[float, ...]:
    """Return each player's expected share of the win by their tokens at the start of a round."""
    left = [tokens or -math.inf for tokens in view.tokens]
    return expected_shares(left, math.sqrt(max(view.tokens)))
