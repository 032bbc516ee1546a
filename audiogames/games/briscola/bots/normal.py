"""The normal bot: chooses cards with `CardHabits`, without memory of the cards that were played."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from audiogames.cards.signs import Sign
from audiogames.core.contract import Bot, Move
from audiogames.games.briscola import model as m
from audiogames.games.briscola.bots.codes import Codes
from audiogames.games.briscola.bots.habits import CAREFUL, CardHabits, spot
from audiogames.games.briscola.bots.signs import true_sign


class NormalBot(Bot[m.BriscolaView, Move]):
    """Saves trumps for high cards and high cards for safe tricks; always exchanges the seven."""

    _habits = CardHabits(CAREFUL)

    def choose(
        self, view: m.BriscolaView, rng: Random, budget: int, stop: Callable[[], bool]
    ) -> Move:
        """Return an exchange or sign if one is due, otherwise the card chosen by `CardHabits`."""
        del rng, budget, stop
        if (other := without_a_card(view)) is not None:
            return other
        plays = {play.card: play for play in view.legal if isinstance(play, m.Play)}
        assert view.briscola is not None
        codes = Codes(view.briscola)
        trick = codes.all_of(card for _, card in view.on_table)
        chosen = self._habits.choose(codes.all_of(plays), spot(trick, len(view.hand_sizes)))
        return plays[codes.card(chosen)]


def without_a_card(view: m.BriscolaView) -> Move | None:
    """Return a move that plays no card, or None.

    On the bot's turn it is a legal exchange, on another seat's turn a truthful sign.
    """
    if m.EXCHANGE in view.legal:
        return m.EXCHANGE
    if view.to_act == view.seat:
        return None
    return Sign(true_sign(view.hand, view.briscola))
