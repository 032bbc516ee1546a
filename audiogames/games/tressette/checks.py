"""Which fields of a view from elsewhere the rules of Tressette could not compute with."""

from __future__ import annotations

from collections.abc import Iterator

from audiogames.cards.card import ITALIAN
from audiogames.cards.checks import MANY, Look, each, from_pack, unsound, within
from audiogames.core.options import are_allowed
from audiogames.games.tressette import model as m
from audiogames.games.tressette.declarations import KINDS, SAYABLE
from audiogames.games.tressette.scores import NEEDS


def unsound_fields(view: m.TressetteView) -> Iterator[str]:
    """Everything that hands are dealt again by, and that is told by names."""
    if not are_allowed(view.options) or len(view.hand_sizes) != m.SEATS:
        return iter(("options",))
    return unsound((*_table(view), *_cards(view), *_declared(view)))


def _table(view: m.TressetteView) -> Iterator[Look]:
    yield "deal", view.deal in range(MANY)
    yield "score", within(view.score, -MANY, MANY)
    yield "thirds", within(view.thirds, 0, 4 * sum(m.THIRDS.values()))
    yield "says", each(view.says, m.SEATS, lambda said: said in range(m.SAYS_A_TRICK + 1))
    yield "dealer", view.deal == 0 or None not in {view.dealer, view.first, view.leader}
    yield "bound", view.bound is None or view.bound in tuple(m.SUITS)


def _cards(view: m.TressetteView) -> Iterator[Look]:
    """Every card is in one place; ten each were dealt."""
    seen = (*view.hand, *(card for _, card in view.history))
    dealt = len(ITALIAN) if view.deal else 0
    yield "hand_sizes", within(view.hand_sizes, 0, m.HAND)
    yield "history", sum(view.hand_sizes) + len(view.history) == dealt
    yield "hand", from_pack(seen, ITALIAN)
    own = 0 if view.seat is None else view.hand_sizes[view.seat]
    yield "hand", len(view.hand) == own


def _declared(view: m.TressetteView) -> Iterator[Look]:
    """Declarations by their names, about suits that there are, of cards that were played."""
    played = range(len(view.history) + 1)
    yield "declarations", all(_is_declared(one, len(view.history)) for one in view.declarations)
    yield "accuse", all(one.accuse in NEEDS and one.at in played for one in view.accuse)
    yield "standings", each(view.standings, m.SEATS, _is_standing)


def _is_declared(one: m.Declaration, played: int) -> bool:
    named = one.name in SAYABLE if one.text is None else one.name is None
    limit = played if one.kind == "giocata" else played + 1
    suits = _are_suits(one.among) and (one.suit is None or one.suit in tuple(m.SUITS))
    return named and suits and one.kind in KINDS and one.at in range(limit)


def _is_standing(one: m.Standing) -> bool:
    return all(map(_are_suits, (one.declared, one.lasting, one.silent, one.took)))


def _are_suits(text: str) -> bool:
    return len(set(text)) == len(text) and set(text) <= set(m.SUITS)
