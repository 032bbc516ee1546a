"""Why a call, an answer or a card of Invido is good, from facts that its player knows.

The facts are the outcomes of the tricks, how many unseen cards beat the player's best one, the
stake, and how far each player is from winning the match.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from audiogames.cards.card import Card
from audiogames.core.contract import Move
from audiogames.core.cues import Msg, Name, msg
from audiogames.games.invido import model as m
from audiogames.games.invido.bots.belief import opponent

COPIES: Final = 4
"""Cards of each strength."""
FEW: Final = 8
MANY: Final = 12
"""A card is strong if at most FEW unseen cards beat it, and weak if more than MANY do."""
LAST_TRICK: Final = 2
"""The number of tricks before the last one."""


def reasons(view: m.InvidoView, best: Move, other: Move | None) -> Sequence[Msg]:
    """Return why `best` is good or, if `other` is given, better than `other`."""
    if isinstance(best, m.Play) and isinstance(other, m.Play):
        return (*_of_card(view, best, other), *_tricks(view))
    return tuple(_of_call(view, best, other))


def _of_call(view: m.InvidoView, best: Move, other: Move | None) -> Iterator[Msg]:
    """Explain a call, an answer, or a card that was better than a call."""
    folds, is_free = m.VADO_VIA in (best, other), _costs_nothing(view, best)
    if is_free:
        yield msg("reason-nothing-to-lose", _missing(view), seat=Name(opponent(view)))
    is_bluff = isinstance(best, m.Call) and not _is_strong(view)
    if is_bluff:
        yield from _bluff(view)
    if best != m.VADO_VIA or view.tricks[:1] != (view.seat,):
        yield from _tricks(view)
    if _is_last(view):
        yield msg(f"reason-last-{_outcome(view, view.hand[0])}", card=view.hand[0])
    elif view.hand and not is_bluff:
        yield from _of_hand(view, best, other)
    if folds:
        if m.VA_BENE in (best, other) and view.asked is not None:
            yield msg("reason-accepting", view.asked)
        yield _folding(view, "reason-folding-only" if best == m.VADO_VIA else "reason-folding")
        if not is_free:
            yield from _needed(view)


def _folding(view: m.InvidoView, id_: str = "reason-folding") -> Msg:
    """Say how many points the opponent gets if this player folds."""
    return msg(id_, view.value, seat=Name(opponent(view)))


def _bluff(view: m.InvidoView) -> Iterator[Msg]:
    """Explain a call with a hand that is not strong enough for it."""
    best = max(view.hand, key=m.strength, default=None)
    is_weak = best is not None and (_is_last(view) or _stronger(view, best) > MANY)
    points = view.asked or view.value
    yield msg("reason-bluff" if is_weak else "reason-they-fold", points, seat=Name(opponent(view)))
    if best is not None and is_weak and not _is_last(view):
        yield _beaten_by(view, best)


def _of_hand(view: m.InvidoView, best: Move, other: Move | None) -> Iterator[Msg]:
    """Yield the strength of the best card in hand, if it is a reason for the move `best`."""
    is_card, folds = isinstance(best, m.Play), m.VADO_VIA in (best, other)
    if isinstance(best, m.Play) and view.on_table:
        yield _alone(view, best) if other is None else msg(f"reason-{_played(view, best)}")
        if other is None:
            return
    elif isinstance(best, m.Play) and other is None and not best.covered:
        yield from _led(view, best.card)
        return
    *others, card = sorted(_left(view, best), key=m.strength)
    is_strong = _stronger(view, card) <= FEW
    is_tame = (is_card and not folds) or (best == m.VA_BENE and isinstance(other, m.Call))
    if is_tame and is_strong and others:
        yield _beaten_by(view, _weaker(view, others))
    elif best == m.VADO_VIA and others and view.tricks == (opponent(view),):
        yield _beaten_by(view, others[0])
    elif best == m.VADO_VIA or is_tame:
        yield _beaten_by(view, card)
    elif is_strong:
        yield _hardly_beaten(view, card, best)
    elif best == m.VA_BENE and other is None:
        yield _folding(view)


def _weaker(view: m.InvidoView, cards: Sequence[Card]) -> Card:
    """Return the strongest card that many unseen cards beat or, if there is none, the weakest.

    `cards` must be sorted from the weakest.
    """
    return next((card for card in reversed(cards) if _stronger(view, card) > FEW), cards[0])


def _alone(view: m.InvidoView, best: m.Play) -> Msg:
    """Say whether a card takes, ties or loses, and which stronger card is kept in hand."""
    does, kept = _played(view, best), max(view.hand, key=m.strength)
    if does != "takes" and m.strength(kept) > m.strength(best.card):
        return msg(f"reason-{does}-keeps", other=kept)
    return msg(f"reason-{does}")


def _played(view: m.InvidoView, play: m.Play) -> str:
    return _outcome(view, None if play.covered else play.card)


def _left(view: m.InvidoView, best: Move) -> Sequence[Card]:
    """Return the cards that remain in hand after `best`, if it plays a card to a lead.

    For any other move, or if no card would remain, return the whole hand.
    """
    played = best.card if isinstance(best, m.Play) and view.on_table else None
    return [card for card in view.hand if card is not played] or view.hand


def _led(view: m.InvidoView, card: Card) -> Iterator[Msg]:
    """Explain why a card is led: few cards can beat it, or a stronger one is kept."""
    strongest = max(view.hand, key=m.strength)
    if m.strength(strongest) > m.strength(card):
        yield _kept(view, strongest)
    elif _stronger(view, card) > FEW:
        yield msg("reason-strongest") if len(view.hand) > 1 else _beaten_by(view, card)
    else:
        yield _hardly_beaten(view, card, m.OPEN[card])


def _kept(view: m.InvidoView, card: Card) -> Msg:
    """Say that a card is kept for a later trick."""
    return msg("reason-keeps" if _stronger(view, card) else "reason-keeps-best", card=card)


def _tricks(view: m.InvidoView) -> Iterator[Msg]:
    """Yield the outcome of the first trick, and what it means for the next or last trick."""
    if view.tricks:
        first = view.tricks[0]
        outcome = "tied" if first is None else "won" if first == view.seat else "lost"
        needed = "now" if len(view.tricks) == LAST_TRICK else "first"
        yield msg(f"reason-{needed}-{outcome}")


def _beaten_by(view: m.InvidoView, card: Card, named: Move | None = None) -> Msg:
    """Say how many unseen cards are stronger than `card`."""
    number = _stronger(view, card)
    return _how_many_beat(view, "reason-beaten-by" if number else "reason-best", card, named)


def _hardly_beaten(view: m.InvidoView, card: Card, named: Move | None = None) -> Msg:
    """Say that hardly any unseen card is stronger than `card`, or how many are."""
    if not 0 < _stronger(view, card) <= FEW:
        return _beaten_by(view, card, named)
    return _how_many_beat(view, "reason-beaten-hardly", card, named)


def _how_many_beat(view: m.InvidoView, id_: str, card: Card, named: Move | None) -> Msg:
    """Say how many cards are stronger than `card`; "it" replaces a card that was just named."""
    number = _stronger(view, card) or None
    if isinstance(named, m.Play) and named.card is card and not view.tricks:
        return msg(f"{id_}-it", number)
    return msg(id_, number, card=card)


def _stronger(view: m.InvidoView, card: Card) -> int:
    strong = m.strength(card)
    seen = [*view.hand, *view.covered, *(one for _, one in view.played if one is not None)]
    known = sum(m.strength(one) > strong for one in seen)
    return COPIES * (len(m.STRENGTH) - 1 - strong) - known


def _missing(view: m.InvidoView) -> int:
    """Return how many points the opponent needs to win the match."""
    return view.goal - view.score[opponent(view)]


def _needed(view: m.InvidoView) -> Iterator[Msg]:
    """Yield how many points the opponent still needs, if this deal may end the match."""
    if _missing(view) <= max(view.value, view.asked or 0):
        yield msg("reason-needs", _missing(view), seat=Name(opponent(view)))


def _costs_nothing(view: m.InvidoView, move: Move) -> bool:
    """Return True if a call risks nothing: losing the current stake already loses the match."""
    return isinstance(move, m.Call) and _missing(view) <= view.value


def _is_strong(view: m.InvidoView) -> bool:
    """Return whether the hand is good enough for a call that is not a bluff."""
    if _is_last(view):
        return _wins_last(view)
    return bool(view.hand) and _stronger(view, max(view.hand, key=m.strength)) <= FEW


def _is_last(view: m.InvidoView) -> bool:
    """Return True if the player answers the opponent's last card with their own last card."""
    return len(view.tricks) == LAST_TRICK and bool(view.hand) and bool(view.on_table)


def _wins_last(view: m.InvidoView) -> bool:
    """Return whether the player's last card wins the deal."""
    does = _outcome(view, view.hand[0])
    return does == "takes" or (does == "ties" and view.tricks[0] == view.seat)


# Cards


def _of_card(view: m.InvidoView, best: m.Play, other: m.Play) -> Iterator[Msg]:
    if best.covered or other.covered:
        hidden = best.card if best.covered else other.card
        yield msg("reason-covered", card=hidden)
    elif view.on_table:
        yield from _answering(view, best.card, other.card)
    elif m.strength(other.card) > m.strength(best.card):
        if _stronger(view, best.card) <= FEW:
            yield _hardly_beaten(view, best.card, best)
        yield _kept(view, other.card)
    else:
        yield _hardly_beaten(view, best.card, best)
        yield _beaten_by(view, other.card)


def _outcome(view: m.InvidoView, card: Card | None) -> str:
    """Return "takes", "ties" or "loses": the result of a card against the led one."""
    ((_, led),) = view.on_table
    mine, theirs = m.strength(card), m.strength(led)
    return "ties" if mine == theirs else "takes" if mine > theirs else "loses"


def _answering(view: m.InvidoView, best: Card, other: Card) -> Iterator[Msg]:
    """Explain why `best` is a better answer to the led card than `other`."""
    good, rest = _outcome(view, best), _outcome(view, other)
    if m.strength(other) > m.strength(best):
        if good == "takes":
            yield msg("reason-enough", card=best, other=other)
        else:
            yield msg(f"reason-{good}-keeps", other=other)
    elif good == rest:
        yield msg(f"reason-{good}")
    else:
        yield msg(f"reason-{good}-{rest}", other=other)


def place(view: m.InvidoView) -> Msg:
    """Return the words that locate a decision: the numbers of its deal and its trick."""
    return msg("review-place", deal=view.deal, trick=len(view.tricks) + 1)
