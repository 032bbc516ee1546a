"""Worlds that a seat cannot rule out, as states: what it does not see, dealt again.

What all have heard comes from the view as it is; the hidden hands come from `worlds`, so that they
fit the cards played, who did not follow, what was announced and every automatic declaration.
What was said at a manual table is hearsay and binds nothing.  A box that another seat has ticked
for this trick is known to nobody else: here there is none.
"""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from audiogames.core.events import Seat
from audiogames.games.tressette import model as m
from audiogames.games.tressette.worlds import Worlds

if TYPE_CHECKING:
    from audiogames.games.tressette.rules import TressetteState


def fit(state: TressetteState, view: m.TressetteView, rng: Random) -> None:
    """Make a fresh state one that this seat cannot tell from the truth."""
    lay(state, view)
    if any(view.hand_sizes):
        state.hold(Worlds(view).draw(rng))


def lay(state: TressetteState, view: m.TressetteView) -> None:
    """All that is not hidden hands."""
    state.deal, state.dealer, state.to_act = view.deal, view.dealer, view.to_act
    state.score, state.thirds = list(view.score), list(view.thirds)
    state.declarations, state.accuse = list(view.declarations), list(view.accuse)
    state.declared = [one.declared for one in view.standings]
    state.lasting = [one.lasting for one in view.standings]
    state.silent = [one.silent for one in view.standings]
    state.took = [one.took for one in view.standings]
    state.bound = view.bound
    state.says = [Seat(seat) for seat, said in enumerate(view.says) for _ in range(said)]
    if view.seat is not None and view.pigliata:
        state.boxed = [view.seat]
    _lay_trail(state, view)


def _lay_trail(state: TressetteState, view: m.TressetteView) -> None:
    """The course of the deal, and how the trick on the table stands."""
    state.trail = [m.PLAYS[card] for _, card in view.history]
    state.leaders = [seat for seat, _ in view.history[:: m.SEATS]]
    if view.leader is None:
        return
    if not view.on_table and view.tricks_played < m.HAND:
        state.leaders.append(view.leader)
    state.closer = m.PREVIOUS[view.leader]
    if view.on_table:
        taker, best = m.best_of(view.on_table)
        state.led = view.on_table[0][1].suit
        state.taker, state.best = taker, m.PLAYS[best]
