"""Features of a card, for predicting which card a player chooses: a logistic regression.

The kind of decision (to lead, to follow suit or to throw) and the state of the trick form a
`Situation`; all of it is public.  The features of a card also depend on the player's cards of its
suit.  Each feature adds its weight to the card's logit, and the choice is a softmax over the logits
(multinomial logistic regression).  `tools/fit_tressette_choices.py` fits the weights to deals that
strong bots play, and writes them to `fitted`: refit them after changing a feature here.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from audiogames.cards.card import Card
from audiogames.core.events import Seat
from audiogames.games.tressette import declarations as d
from audiogames.games.tressette import model as m
from audiogames.games.tressette.bots.fitted import WEIGHTS

ASSO: Final = d.HONOUR_BITS["1"]
HIGH: Final = d.HONOUR_BITS["3"] | d.HONOUR_BITS["2"]
FIGURES: Final = d.KING | d.KING >> 1 | d.KING >> 2
LONG: Final = 5

KINDS: Final = {
    1 << power: "asso" if 1 << power == ASSO
    else "high" if 1 << power & HIGH
    else "figure" if 1 << power & FIGURES
    else "low"
    for power in range(len(m.RANKS))
}  # fmt: skip
"""The class of each card."""


@dataclass(frozen=True)
class Situation:
    """The state of a trick for the player of its next card; `led` is the suit led, or None.

    `gone` are the played cards of each suit, including the cards on the table.  `best` is the card
    that is winning the trick, `ours` whether the player's side played it, `closes` whether the
    player is last.  `mate`, `foes` and `own` are the suits led before by the partner, by the
    opponents and by the player.
    """

    led: str | None
    best: d.Suit
    ours: bool
    closes: bool
    gone: tuple[d.Suit, ...]
    mate: str
    foes: str
    own: str

    def out(self, suit: str, held: d.Suit) -> d.Suit:
        """Return the cards of a suit that other players hold, if this player holds `held`."""
        return d.WHOLE & ~self.gone[m.SUITS.index(suit)] & ~held


def situation(history: Sequence[tuple[Seat, Card]], seat: Seat) -> Situation:
    """Return the state of the trick for this seat, which plays next after these cards."""
    trick = history[len(history) - len(history) % m.SEATS :]
    taker, best = m.best_of(trick) if trick else (seat, None)
    led = history[: len(history) - len(trick) : m.SEATS]
    return Situation(
        led=trick[0][1].suit if trick else None,
        best=d.BIT[best] if best else 0,
        ours=bool(trick) and m.side(taker) == m.side(seat),
        closes=len(trick) == m.SEATS - 1,
        gone=tuple(d.ranks_of((card for _, card in history), suit) for suit in m.SUITS),
        mate="".join(card.suit for who, card in led if who == m.partner(seat)),
        foes="".join(card.suit for who, card in led if m.side(who) != m.side(seat)),
        own="".join(card.suit for who, card in led if who == seat),
    )


def bits(held: d.Suit) -> Iterator[d.Suit]:
    """Yield the cards of a set as sets of one card."""
    while held:
        yield held & -held
        held &= held - 1


def logit(now: Situation, suit: str, card: d.Suit, held: d.Suit) -> float:
    """Return the sum of a card's feature weights; `held` are its player's cards of the suit."""
    return sum(WEIGHTS.get(feature, 0.0) for feature in features(now, suit, card, held))


def features(now: Situation, suit: str, card: d.Suit, held: d.Suit) -> Iterator[str]:
    """Yield the names of a card's features; `held` are its player's cards of the suit."""
    if now.led is None:
        yield from _of_lead(now, suit, card, held)
    elif now.led == suit:
        yield from _of_follow(now, suit, card, held)
    else:
        yield from _of_throw(now, suit, card, held)


def _length(held: d.Suit) -> int:
    return min(LONG, held.bit_count())


def _place(card: d.Suit, held: d.Suit) -> Iterator[str]:
    """Yield "lowest" or "highest" if the card is the lowest or highest of several in its suit."""
    if held != card:
        if not held & (card - 1):
            yield "lowest"
        if held < 2 * card:
            yield "highest"


def _of_lead(now: Situation, suit: str, card: d.Suit, held: d.Suit) -> Iterator[str]:
    kind = KINDS[card]
    rest = held & ~card
    sovereign = now.out(suit, held) < card
    yield f"lead {kind} sovereign" if sovereign else f"lead {kind}"
    yield f"lead of {_length(held)}"
    if rest & ASSO:
        yield f"lead {kind} keeps asso"
    if rest & HIGH:
        yield f"lead {kind} keeps high"
    for relation in ("mate", "foes", "own"):
        if suit in getattr(now, relation):
            yield f"lead {relation}"
            yield f"lead {relation} {kind}"
    for place in _place(card, held):
        yield f"lead {place}"


def _trick_owner(now: Situation, *, sure: bool) -> str:
    """Return a feature's text: which side is winning the trick, and whether this is certain."""
    whose = "ours" if now.ours else "theirs"
    return whose + (" closing" if now.closes else " sure" if sure else "")


def _of_follow(now: Situation, suit: str, card: d.Suit, held: d.Suit) -> Iterator[str]:
    out, kind = now.out(suit, held), KINDS[card]
    how = _trick_owner(now, sure=out < now.best)
    if card < now.best:
        yield f"{how} {kind}"
    else:
        yield f"{how} {kind} takes"
        if out < card:
            yield f"{how} takes for good"
        if not held & (card - 1) & -now.best:
            yield f"{how} takes cheapest"
    for place in _place(card, held):
        yield f"{how} {place}"


def _of_throw(now: Situation, suit: str, card: d.Suit, held: d.Suit) -> Iterator[str]:
    assert now.led is not None
    kind = KINDS[card]
    how = "throw " + _trick_owner(now, sure=now.out(now.led, 0) < now.best)
    yield f"{how} {kind}"
    yield f"{how} {kind} of {_length(held)}"
    if now.out(suit, held) < card:
        yield f"{how} sovereign"
    for place in _place(card, held):
        yield f"{how} {place}"
