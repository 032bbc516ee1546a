"""The measurement of Tressette's bots: single deals at 0 to 0, with swapped pairs.

The unit is points, of which a deal has 11.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from random import Random
from typing import Final

from audiogames.core.contract import Turn
from audiogames.core.events import Emit, Seat
from audiogames.core.registry import game
from audiogames.games.tressette import model as m
from audiogames.games.tressette.bots.declaring import of_partners_suit
from audiogames.games.tressette.bots.easy import EasyBot
from audiogames.games.tressette.bots.endgame import Endgame
from audiogames.games.tressette.bots.normal import NormalBot
from audiogames.games.tressette.bots.rollout import rollout
from audiogames.games.tressette.bots.strong import StrongBot
from audiogames.games.tressette.determinization import set_of
from audiogames.games.tressette.state import TressetteState
from audiogames.search.duplicate import Contest
from bench.strength.matchup import Foresight, Form, Matchup, seeded

GAME: Final = game("tressette")


def nothing_ticked(_view: m.TressetteView, card: m.Play) -> m.Play:
    """Return the play of this card with no declaration checkbox ticked."""
    return card


def all_ticked(view: m.TressetteView, card: m.Play) -> m.Play:
    """Return the play of this card with every permitted declaration checkbox ticked."""
    if view.options.declarations != "automatic":
        return card
    compagno = None if view.on_table else of_partners_suit(view, card)
    boxes = m.PIGLIATA if view.on_table else m.Boxes(palo=True, altri=True, compagno=compagno)
    return m.play(card.card, boxes)


def dealt(lot: str, options: m.Options) -> TressetteState:
    """Return the deal with the seed `lot`."""
    state: TressetteState = GAME.rules.start(options, m.SEATS)
    for word in ("dealer", "deal"):
        state.apply(None, GAME.rules.chance(state, Random(f"{lot} {word}")))
    return state


def _over(state: TressetteState) -> bool:
    """Return True if the points of the deal have been counted."""
    return isinstance(state.to_act, Turn)


def _points(state: TressetteState) -> tuple[int, ...]:
    return tuple(state.score)


def _contest(form: Form, _kind: int, emit: Emit) -> Contest:
    def openings(lot: str) -> Iterable[TressetteState]:
        return (dealt(lot, form.options),)

    pairs = m.pairs(m.SEATS)
    return Contest(pairs, openings, seeded(GAME), _over, _points, GAME.clock.window, emit)


def _standing(state: TressetteState, seat: Seat) -> float:
    """Return the lead of the seat's pair after the deal has been counted."""
    side = m.side(seat)
    score = state.score
    return float(score[side] - score[1 - side])


EXACT: Final = 5
"""With so many tricks left, or fewer, the search is exhaustive."""


def _outlook(state: TressetteState, seat: Seat) -> float:
    """Return the expected lead of the seat's pair in thirds of a point.

    The lead is estimated by a rollout or, in the last tricks, found by search.
    """
    side = m.side(seat)
    begun = len(state.trail) % m.SEATS
    left = m.HAND - len(state.trail) // m.SEATS
    if isinstance(state.to_act, Turn) or left > EXACT:
        return float(rollout(state, side))
    leader = state.leaders[-1]
    order = [Seat((leader - place) % m.SEATS) for place in range(m.SEATS)]
    hands = [set_of(play.card for play in state.hands[one]) for one in order]
    led = [set_of([play.card]) for play in state.trail[len(state.trail) - begun :]]
    for place, card in enumerate(led):
        hands[place] |= card
    more = Endgame().value(tuple(hands), led)
    ours = state.thirds[side] - state.thirds[1 - side]
    return float(ours + (more if m.side(leader) == side else -more))


MATCHUP: Final = Matchup(
    GAME,
    "deal",
    {
        "deal": Form(m.Options(), m.SEATS),
        "silent": Form(m.Options(declarations="none"), m.SEATS),
        "manual": Form(m.Options(declarations="manual"), m.SEATS),
        "accuse": Form(m.Options(accuse=True), m.SEATS),
    },
    _contest,
    Foresight(_over, _standing, EasyBot, outlook=_outlook),
    bots={
        "deaf": partial(NormalBot, ignore_declarations=True),
        "silent": partial(NormalBot, declare=nothing_ticked),
        "strong-deaf": partial(StrongBot, ignore_declarations=True),
        "strong-silent": partial(StrongBot, declare=nothing_ticked),
        "strong-talkative": partial(StrongBot, declare=all_ticked),
        "strong-hard": partial(StrongBot, weighted=False),
    },
)
