"""The declarations of the rules document as a table, each with the hands that allow it.

The ranks of one suit are a bit mask, from bit 0 (the four) to bit 9 (the three).  A mask is
less than the bit of any card above all its own cards, so a single comparison shows that a
set has no card above a given one.  Bots enumerate all sets of cards of a suit; the masks
make this fast.

Rules B.3 and B.5 and the synonyms are data here.  `passata` decides when a declaration may
be made.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

from audiogames.cards.card import Card
from audiogames.games.tressette.model import HONOURS, POWER, RANKS

Suit = int
"""A set of ranks of one suit."""

WHOLE: Final[Suit] = (1 << len(RANKS)) - 1
BIT: Final = {card: 1 << power for card, power in POWER.items()}

KING: Final[Suit] = 1 << RANKS.index("R")
HONOUR_BITS: Final[dict[str, int]] = {rank: 1 << RANKS.index(rank) for rank in HONOURS}
ALL_HONOURS: Final[Suit] = sum(HONOUR_BITS.values())


def ranks_of(cards: Iterable[Card], suit: str) -> Suit:
    """Return the ranks of these cards in a suit."""
    return sum(BIT[card] for card in cards if card.suit == suit)


def parts(whole: Suit) -> Iterator[Suit]:
    """Yield every subset of `whole`, including itself and the empty set."""
    part = whole
    while part:
        yield part
        part = (part - 1) & whole
    yield 0


@dataclass(frozen=True, slots=True)
class Lead:
    """The cards of the suit led, just before the lead; the declaration depends on them (B.2).

    `card` is the card to be led, `held` the leader's cards of the suit, including `card`, and
    `out` the other players' cards of the suit.
    """

    held: Suit
    out: Suit
    card: Suit

    @property
    def length(self) -> int:
        """The number of cards of the suit that the leader holds, including the card led."""
        return self.held.bit_count()

    @property
    def honours(self) -> str:
        """The carte di tresette that the leader holds, the highest first."""
        return _HONOURS[self.held & ALL_HONOURS]

    @property
    def is_top(self) -> bool:
        """Whether the card led is the leader's highest of the suit."""
        return self.held < 2 * self.card

    @property
    def is_sovereign(self) -> bool:
        """Whether the card led is the highest of the suit still in play."""
        return self.is_top and self.out < self.card

    @property
    def is_mine(self) -> bool:
        """Whether the leader, and no other player, holds a higher card than the one led.

        Only cards of the suit led are compared.
        """
        return not self.is_top and self.out < self.card


_HONOURS: Final = {
    part: "".join(rank for rank in HONOURS if HONOUR_BITS[rank] & part)
    for part in parts(ALL_HONOURS)
}

# --- B.3, the table -------------------------------------------------------------------------------

_KINGS: Final[Mapping[str, Callable[[Lead], bool]]] = {
    "any": lambda _lead: True,
    "held": lambda lead: bool(lead.held & KING),
    "not held": lambda lead: not lead.held & KING,
}

_LED: Final[Mapping[str, Callable[[Lead], bool]]] = {
    "any": lambda _lead: True,
    "higher": lambda lead: lead.is_top,
    "lower": lambda lead: not lead.is_top,
    "honour": lambda lead: bool(lead.card & ALL_HONOURS),
    "simple": lambda lead: not lead.card & ALL_HONOURS,
    "King": lambda lead: lead.card == KING,
    "not King": lambda lead: lead.card != KING,
    "3": lambda lead: lead.card == HONOUR_BITS["3"],
    "2": lambda lead: lead.card == HONOUR_BITS["2"],
    "A": lambda lead: lead.card == HONOUR_BITS["1"],
}

_ALSO: Final[Mapping[str, Callable[[Lead], bool]]] = {
    "": lambda _lead: True,
    "sovereign": lambda lead: lead.is_sovereign,
    "mine": lambda lead: lead.is_mine,
}

MANY: Final = 4
"""Rows for four cards also apply to longer suits, with lungo renamed lunghissimo."""
LASTING: Final = 5
"""From this many cards on, a suit is lunghissimo."""

EVERY: Final = tuple(_HONOURS.values())
ONE: Final = ("3", "2", "1")
TWO: Final = ("21", "31", "32")
NONE: Final = ("",)


@dataclass(frozen=True)
class Case:
    """A row of the decision table.

    `number` is the row's number in the rules document, or 0 if it has a dash there.  `cards` is the
    number of cards held, `honours` the possible carte di tresette among them.  `king`, `led` and
    `also` are keys of the conditions in `_KINGS`, `_LED` and `_ALSO`.  If nothing is declared,
    `name` is None and `gap` the reason.
    """

    number: int
    cards: int
    honours: tuple[str, ...]
    king: str
    led: str
    also: str
    name: str | None
    gap: str = ""

    def fits(self, lead: Lead) -> bool:
        """Return True if a lead meets the conditions `led`, `king` and `also` of this table row.

        Each row of the decision table says what a lead declares.  The number of cards and the
        honours are not checked again.
        """
        return _LED[self.led](lead) and _KINGS[self.king](lead) and _ALSO[self.also](lead)

    def named(self, length: int) -> str | None:
        """Return the declaration in this row of the decision table; None if there is none.

        "Lungo" becomes "lunghissimo" for a suit of five or more cards.
        """
        if self.name is None or length < LASTING:
            return self.name
        return self.name.replace("lungo", "lunghissimo")


# fmt: off
TABLE: Final = (
    #   row cards honours   King        card led    which is     declaration
    Case( 1, 1,    EVERY,    "any",      "any",      "sovereign", "piombo"),
    Case( 2, 1,    EVERY,    "any",      "any",      "",          "sola"),

    Case( 3, 2,    NONE,     "any",      "higher",   "",          "si-liscia"),
    Case( 0, 2,    NONE,     "any",      "lower",    "",          None, "lower-of-two"),      # G1
    Case( 4, 2,    ONE,      "any",      "honour",   "",          "si-liscia"),
    Case( 0, 2,    ONE,      "any",      "simple",   "",          None, "lower-of-two"),      # G1
    Case( 5, 2,    ("21",),  "any",      "2",        "",          "ventotto-piombo"),
    Case( 6, 2,    ("31",),  "any",      "3",        "",          "ventinove-piombo"),
    Case( 7, 2,    ("32",),  "any",      "2",        "",          "venticinque-piombo"),
    Case( 0, 2,    TWO,      "any",      "any",      "",          None, "wrong-honour"),      # G1

    Case( 8, 3,    NONE,     "any",      "simple",   "mine",      "e-mia-terzo"),             # O1
    Case( 9, 3,    NONE,     "held",     "not King", "",          "terzo-di-re"),
    Case(10, 3,    NONE,     "held",     "King",     "",          "terzo"),                   # O2
    Case(11, 3,    NONE,     "not held", "any",      "",          "terzo"),                   # O4
    Case(12, 3,    ONE,      "not held", "honour",   "",          "terzo"),
    Case( 0, 3,    ONE,      "held",     "honour",   "",          None, "king-kept"),         # G3
    Case(13, 3,    ("1",),   "any",      "simple",   "",          "asso-terzo"),
    Case(14, 3,    ("2",),   "any",      "simple",   "",          "due-terzo"),
    Case(15, 3,    ("3",),   "any",      "simple",   "",          "tre-terzo"),
    Case(16, 3,    ("21",),  "any",      "honour",   "",          "ventotto-terzo"),
    Case(17, 3,    ("31",),  "any",      "honour",   "",          "ventinove-terzo"),
    Case(18, 3,    ("32",),  "any",      "honour",   "",          "venticinque-terzo"),
    Case( 0, 3,    TWO,      "any",      "simple",   "",          None, "two-honours"),       # G2
    Case( 0, 3,    ("321",), "any",      "any",      "",          None, "napoletana"),        # G4

    Case(19, MANY, NONE,     "any",      "simple",   "mine",      "e-mia-lungo"),             # O1
    Case(20, MANY, NONE,     "held",     "not King", "",          "lungo-di-re"),
    Case(21, MANY, NONE,     "held",     "King",     "",          "lungo"),
    Case(22, MANY, NONE,     "not held", "any",      "",          "lungo"),
    Case(23, MANY, ONE,      "any",      "honour",   "",          "lungo"),
    Case(24, MANY, ("1",),   "any",      "simple",   "",          "asso-lungo"),
    Case(25, MANY, ("2",),   "any",      "simple",   "",          "due-lungo"),
    Case(26, MANY, ("3",),   "any",      "simple",   "",          "tre-lungo"),
    Case(27, MANY, ("21",),  "any",      "any",      "",          "ventotto-lungo"),          # G5
    Case(28, MANY, ("31",),  "any",      "any",      "",          "ventinove-lungo"),         # G5
    Case(29, MANY, ("32",),  "any",      "any",      "",          "venticinque-lungo"),       # G5
    Case( 0, MANY, ("321",), "any",      "any",      "",          None, "napoletana"),        # G4
)
# fmt: on
"""The decision table (B.3).  Of the rows that fit a lead, the first one applies."""


def _federations() -> Iterator[Case]:
    """Yield the rows of the decision table (B.3), changed by the federation's rules.

    Under these rules, venticinque terzo is declared only if the due (two) is led.
    """
    for row in TABLE:
        if row.name == "venticinque-terzo":
            yield replace(row, led="2")
            yield replace(row, number=0, led="3", name=None, gap="only-the-due")
        else:
            yield row


Index = Mapping[tuple[int, str], tuple[Case, ...]]


def _index(rows: Iterable[Case]) -> Index:
    found: dict[tuple[int, str], tuple[Case, ...]] = {}
    for row in rows:
        for honours in row.honours:
            found[row.cards, honours] = (*found.get((row.cards, honours), ()), row)
    return found


FEDERATION: Final = tuple(_federations())
_TABLES: Final = {False: _index(TABLE), True: _index(FEDERATION)}


def case_of(lead: Lead, *, federation: bool = False) -> Case:
    """Return the row of the rules' table of declarations that applies to a lead."""
    rows = _TABLES[federation][min(lead.length, MANY), lead.honours]
    return next(row for row in rows if row.fits(lead))


def declaration(lead: Lead, *, federation: bool = False) -> str | None:
    """Return the declaration that a lead makes, or None if no declaration applies to it."""
    return case_of(lead, federation=federation).named(lead.length)


# --- Hands possible after a declaration -----------------------------------------------------------


@lru_cache(maxsize=1024)
def _sorted_by_name(
    gone: Suit,
    card: Suit,
    federation: bool,  # noqa: FBT001 - a cache's key
) -> Mapping[str | None, frozenset[Suit]]:
    found: dict[str | None, set[Suit]] = {}
    others = WHOLE & ~gone & ~card
    for kept in parts(others):
        name = declaration(Lead(kept | card, others & ~kept, card), federation=federation)
        found.setdefault(name, set()).add(kept | card)
    return {name: frozenset(held) for name, held in found.items()}


def possible(name: str, gone: Suit, card: Suit, *, federation: bool = False) -> frozenset[Suit]:
    """Return the sets of ranks that the leader of `card` may have held if they declared `name`.

    The sets include the card; `gone` are the cards played before.
    """
    if name == ANCORA:
        return frozenset(
            kept | card for kept in parts(WHOLE & ~gone & ~card) if kept.bit_count() >= LASTING - 1
        )
    return _sorted_by_name(gone, card, federation).get(name, frozenset())


# --- B.5, and declarations without a table --------------------------------------------------------

ANCORA: Final = "ancora-lunghissimo"
FATTO_PIOMBO: Final = "ho-fatto-questo-piombo"
LISCIO_QUI: Final = "sono-liscio-qui"
FECI_PIOMBO: Final = "feci-un-piombo"
FAGLIO: Final = "sono-faglio-a-un-palo"
OF_PARTNERS_SUIT: Final = {
    "faglio": "faglio-al-palo-del-mio-compagno",
    "liscio": "liscio-al-palo-del-mio-compagno",
}


def captured(left: Suit, out: Suit) -> str | None:
    """Return the declaration of a captured suit, given the ranks in hand and in other hands.

    Both are counted after the trick.
    """
    if not left:
        return FATTO_PIOMBO
    return LISCIO_QUI if is_liscio(left, out) else None


def is_liscio(left: Suit, out: Suit) -> bool:
    """Return True if the lowest card of the hand in this suit is lower than a card already played.

    `left` has the hand's cards of the suit, `out` the played ones, both as bit masks.
    """
    lowest = left & -left
    return 0 < lowest < out


BINDS: Final = "venticinque-piombo"
"""By the federation's rule its declarer must lead the three next (B.7)."""


def is_lasting(name: str) -> bool:
    """Return True if the declaration is a lunghissimo, which "ancora" may repeat (B.4)."""
    return "lunghissimo" in name


WHY_NOT: Final = (
    "silent", "declared", "lower-of-two", "wrong-honour", "king-kept", "two-honours",
    "napoletana", "only-the-due", "no-void", "nothing-subject",
)  # fmt: skip
"""Why a ticked box declared nothing: barred (B.4), a gap of the table, or not true (B.5, B.6)."""

NOT_TAKEN: Final = "not-taken"
"""Why the box of a capture declared nothing: another player took the trick."""


# --- Names ----------------------------------------------------------------------------------------


def _giocata_names() -> Iterator[str]:
    for row in TABLE:
        for length in (row.cards, LASTING) if row.cards == MANY else (row.cards,):
            name = row.named(length)
            if name:
                yield name


GIOCATA: Final = tuple(dict.fromkeys(_giocata_names()))
"""The 33 names of the table, in its order."""

NAMES: Final = (
    *GIOCATA, ANCORA, FATTO_PIOMBO, LISCIO_QUI, FECI_PIOMBO, FAGLIO, *OF_PARTNERS_SUIT.values(),
)  # fmt: skip
"""All names that may be said at a manual table."""

SYNONYMS: Final[Mapping[str, tuple[str, ...]]] = {
    "terzo-di-re": ("vero-doppio-liscio",),
    "lungo-di-re": ("lungo-tutta-la-napoletana",),
    "lunghissimo-di-re": ("lunghissimo-tutta-la-napoletana",),
    "asso-terzo": ("liscio-e-busso",),
    "asso-lungo": ("liscio-e-busso-lungo",),
    "asso-lunghissimo": ("liscio-busso-lunghissimo",),
    "due-terzo": ("ribusso",),
    "due-lungo": ("ribusso-lungo",),
    "due-lunghissimo": ("ribusso-lunghissimo",),
    "tre-terzo": ("busso",),
    "tre-lungo": ("busso-lungo",),
    "tre-lunghissimo": ("busso-lunghissimo",),
    "ventotto-piombo": ("liscio", "la-migliore"),
    "ventotto-terzo": ("doppio-liscio", "la-migliore"),
    "ventotto-lungo": ("la-migliore-lungo",),
    "ventotto-lunghissimo": ("la-migliore-lunghissimo",),
    "ventinove-piombo": ("liscio", "la-buona"),
    "ventinove-terzo": ("doppio-liscio", "la-buona"),
    "ventinove-lungo": ("la-buona-lungo",),
    "ventinove-lunghissimo": ("la-buona-lunghissimo",),
    "venticinque-piombo": ("e-mio-liscio-e-piombo",),
    "venticinque-terzo": ("e-mio-terzo", "terzo-voglio-l-asso"),
    "venticinque-lungo": ("e-mio-lungo", "lungo-voglio-l-asso"),
    "venticinque-lunghissimo": ("e-mio-lunghissimo", "lunghissimo-voglio-l-asso"),
}
"""Other words for a name, from the rules document."""

OF_A_SUIT: Final = ("giocata", "pigliata")
KINDS: Final = (*OF_A_SUIT, "altri", "compagno", "manuale")
"""How a declaration was made: by a box, or in the player's own words at a manual table."""

SAYABLE: Final = tuple(
    dict.fromkeys([*NAMES, *(word for words in SYNONYMS.values() for word in words)])
)
"""Every listed word, including synonyms."""


def readings(word: str) -> tuple[str, ...]:
    """Return the declarations that a word may mean: itself, or several if the word is ambiguous."""
    named = tuple(name for name, words in SYNONYMS.items() if word in words)
    return named or ((word,) if word in NAMES else ())
