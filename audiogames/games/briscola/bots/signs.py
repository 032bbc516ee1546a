"""The signs that bots give to their partners, and what they infer from those they receive.

A bot truthfully signs the best card that it will still hold, and only if that has changed since its
last sign, to avoid constant signing.  It gives no signs once partners see each other's hands.  A
talkative bot signs before each card while it has anything to report; a silent one signs only the
two best trumps.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from audiogames.cards.card import Card
from audiogames.cards.signs import GivenSign, Sign
from audiogames.core.character import EVEN, Character, trait
from audiogames.core.contract import Move
from audiogames.core.cues import Msg
from audiogames.games.briscola import model as m

RANKS: Final = {"asso": "1", "tre": "3", "re": "R", "cavallo": "C", "fante": "F"}
"""The rank of the trump that a sign means."""

LOADS: Final = "13"

WORTH_TELLING: Final = ("asso", "tre")
"""The signs that a silent bot gives."""


def remarks(move: Move, view: m.BriscolaView, who: Character = EVEN) -> Sequence[Move]:
    """Return the sign that a bot gives before it plays this card, if any."""
    if not isinstance(move, m.Play) or m.SIGNS[0] not in view.legal or view.partner_hand:
        return ()
    kept = [card for card in view.hand if card is not move.card]
    sign = Sign(true_sign(kept, view.briscola))
    if who.talk < 0 and sign.sign not in WORTH_TELLING:
        return ()
    given = [one.sign for one in view.signs if one.seat == view.seat]
    repeats = who.talk > 0 and sign.sign != "niente"
    return () if given[-1:] == [sign.sign] and not repeats else (sign,)


def traits(options: m.Options, _level: str, who: Character) -> Sequence[Msg]:
    """Return the words for a bot's talkativeness, if the options allow signs."""
    return trait(who, "talk") if options.signals else ()


def true_sign(cards: Iterable[Card], briscola: str | None) -> str:
    """Return the sign for the best of these cards."""
    held = list(cards)
    trumps = {card.rank for card in held if card.suit == briscola}
    for sign, rank in RANKS.items():
        if rank in trumps:
            return sign
    return "carico" if any(card.rank in LOADS for card in held) else "niente"


def is_believable(sign: GivenSign, held: Sequence[Card], view: m.BriscolaView) -> bool:
    """Return True if the partner, who signed truthfully, may now hold these cards.

    Cards drawn after the sign may be better than the signed card, which may have been played.
    """
    seats, laid = len(view.hand_sizes), len(view.on_table)
    drawn = (len(view.history) - laid) // seats + 1 - sign.trick if view.turned else m.HAND
    played = [card for seat, card in view.history[(sign.trick - 1) * seats :] if seat == sign.seat]
    signs = list(RANKS)
    better = signs[: signs.index(sign.sign)] if sign.sign in RANKS else signs
    surplus = sum(true_sign([card], view.briscola) in better for card in held)
    if sign.sign == "niente":
        surplus += sum(true_sign([card], view.briscola) == "carico" for card in held)
        return surplus <= drawn
    is_there = any(true_sign([card], view.briscola) == sign.sign for card in (*held, *played))
    return is_there and surplus <= drawn
