"""The declarations that bots make.

Every bot announces each accusa that it holds.  A declaration is public, and two of its three
listeners are opponents.  Between bots that understand them, declarations have had no measurable
gain (`docs/bots.md`), so a bot declares for a partner who may be a person, and only if it is
informative.  It never makes the declarations in `NOT_WORTH_TELLING`, nor those about the captured
suit or other suits, which give only one bit of information each.  At a table with spoken
declarations it says the same about the suit led, before its card, and always truthfully.  There a
talkative bot makes every allowed declaration about the suit led, and a silent one makes none.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from audiogames.core.character import EVEN, Character, trait
from audiogames.core.contract import Move
from audiogames.core.cues import Msg
from audiogames.games.tressette import declarations as d
from audiogames.games.tressette import model as m
from audiogames.games.tressette.passata import closed, would_declare

Declare = Callable[[m.TressetteView, m.Play], m.Play]
"""A function that ticks the boxes of a card."""

NOT_WORTH_TELLING: Final = ("sola", "piombo")
"""The least informative declarations: about one bit."""


def accusa(view: m.TressetteView) -> m.Accuse | None:
    """Return an accusa that the seat holds and has not announced yet."""
    return next((move for move in view.legal if isinstance(move, m.Accuse)), None)


def is_worth_telling(name: str | None) -> bool:
    """Return True if bots make this declaration about the suit led, because it is informative."""
    return name is not None and name not in NOT_WORTH_TELLING


def ticked(view: m.TressetteView, card: m.Play) -> m.Play:
    """Return the play of this card with the checkboxes ticked that help the partner.

    They are the checkbox for the suit led and the one for the partner's suit, each only if its
    declaration informs the partner.
    """
    if view.options.declarations != "automatic" or view.on_table:
        return card
    boxes = m.Boxes(palo=bool(helpful(view, card)), compagno=of_partners_suit(view, card))
    return m.play(card.card, boxes)


def remarks(move: Move, view: m.TressetteView, who: Character = EVEN) -> list[Move]:
    """Return the declarations that a bot speaks before it leads this card."""
    if view.options.declarations != "manual" or view.on_table or not isinstance(move, m.Play):
        return []
    if who.talk < 0 or not _may_say(view):
        return []
    names = declarations_of_suit(view, move) if who.talk > 0 else helpful(view, move)
    return [m.SayDeclaration(name, move.card.suit) for name in names]


def traits(options: m.Options, _level: str, who: Character) -> tuple[Msg, ...]:
    """Return the words for a bot's talkativeness, if declarations are spoken."""
    return trait(who, "talk") if options.declarations == "manual" else ()


def helpful(view: m.TressetteView, card: m.Play) -> list[str]:
    """Return this card's declaration about the suit led, if it informs the partner.

    The list is empty if there is no such declaration.
    """
    return [name for name in declarations_of_suit(view, card) if is_worth_telling(name)]


def declarations_of_suit(view: m.TressetteView, card: m.Play) -> list[str]:
    """Return this card's declaration about the suit led; an empty list if it makes none."""
    made = would_declare(view, card.card, m.Boxes(palo=True))
    names = (one.name for one in made if isinstance(one, m.Declaration))
    return [name for name in names if name is not None]


def _may_say(view: m.TressetteView) -> bool:
    return view.seat is not None and view.says[view.seat] < m.SAYS_A_TRICK


def of_partners_suit(view: m.TressetteView, card: m.Play) -> str | None:
    """Return the declaration of the partner's suit: "faglio" (void), "liscio" (low), or None.

    A bot makes it at most once in a deal.  The declaration does not name the suit, so the rules
    allow it whatever suit is led; a bot makes it only if another suit is led.
    """
    assert view.seat is not None
    suit = partners_suit(view)
    said = any(one.seat == view.seat and one.kind == "compagno" for one in view.declarations)
    if suit is None or said or suit in closed(view.standings[view.seat], card.card.suit):
        return None
    held, played = (
        d.ranks_of(cards, suit) for cards in (view.hand, (one for _, one in view.history))
    )
    if not held:
        return "faglio"
    return "liscio" if d.is_liscio(held, d.WHOLE & ~held & ~played) else None


def partners_suit(view: m.TressetteView) -> str | None:
    """Return the suit that the partner last declared with a lead."""
    assert view.seat is not None
    across = m.partner(view.seat)
    suits = [one.suit for one in view.declarations if (one.seat, one.kind) == (across, "giocata")]
    return suits[-1] if suits else None
