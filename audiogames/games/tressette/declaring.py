"""What the bots declare, and of what they keep silent.

Everybody hears a declaration, and two of the three who do are opponents.  Between bots that all
understand, declaring has gained nothing that could be measured (`docs/bots.md`), so that a bot
declares for a partner who may be a person, and only what tells him much: never `UNTOLD`, the suit
captured or other suits, which are a bit each.
"""

from __future__ import annotations

from typing import Final

from audiogames.games.tressette import declarations as d
from audiogames.games.tressette import model as m
from audiogames.games.tressette.passata import would_declare

UNTOLD: Final = ("sola", "piombo")
"""What tells the partner least: about a bit."""


def is_worth_telling(name: str | None) -> bool:
    """Whether bots declare this of the suit led."""
    return name is not None and name not in UNTOLD


def ticked(view: m.TressetteView, card: m.Play) -> m.Play:
    """The card with the boxes that help: the suit led, and the partner's where there is news."""
    if view.options.declarations != "automatic" or view.on_table:
        return card
    boxes = m.Boxes(palo=helps(view, card), compagno=of_partners_suit(view, card))
    return m.play(card.card, boxes)


def nothing_ticked(_view: m.TressetteView, card: m.Play) -> m.Play:
    """The card alone, for the measurement."""
    return card


def all_ticked(view: m.TressetteView, card: m.Play) -> m.Play:
    """The card with every box that may be ticked, for the measurement."""
    if view.options.declarations != "automatic":
        return card
    compagno = None if view.on_table else of_partners_suit(view, card)
    boxes = m.PIGLIATA if view.on_table else m.Boxes(palo=True, altri=True, compagno=compagno)
    return m.play(card.card, boxes)


def helps(view: m.TressetteView, card: m.Play) -> bool:
    """Whether something that tells much would be declared of the suit led."""
    return any(
        isinstance(one, m.Declaration) and is_worth_telling(one.name)
        for one in would_declare(view, card.card, m.Boxes(palo=True))
    )


def of_partners_suit(view: m.TressetteView, card: m.Play) -> str | None:
    """Whether one has none of the suit that the partner declared, or a low card; once a deal."""
    suit = partners_suit(view)
    said = any(one.seat == view.seat and one.kind == "compagno" for one in view.declarations)
    if suit is None or said or suit == card.suit:
        return None
    held, played = (
        d.ranks_of(cards, suit) for cards in (view.hand, (one for _, one in view.history))
    )
    if not held:
        return "faglio"
    return "liscio" if d.is_liscio(held, d.WHOLE & ~held & ~played) else None


def partners_suit(view: m.TressetteView) -> str | None:
    """The suit that the partner last declared when he led it."""
    assert view.seat is not None
    across = m.partner(view.seat)
    suits = [one.suit for one in view.declarations if (one.seat, one.kind) == (across, "giocata")]
    return suits[-1] if suits else None
