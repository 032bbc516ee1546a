"""The last tricks played perfectly, where all four hands are known: alpha-beta on thirds.

Theory of operation
-------------------
Hands are sets of cards as `determinization.Cards` has them, a bit each, and go round from the
leader: the leader and the third player are one side.  A value is what the side of a position's
leader makes more than the other in the tricks that are left, in thirds, the last trick too.  The
points of a deal and the chance to win the match grow with it, so playing for the most thirds is
playing for those too.

The search is a double-dummy search as in bridge.  What matters of the cards of a suit is only who
holds the highest, the next and so on, and what each counts: that is a `Holding`, made once and
kept.  A position is four holdings and who leads; a trick takes its cards out of them.

- Cards that were never in play, or are gone, leave no gap, so neighbours of one hand that count
  alike are one move (`Holding.leads`), and positions that differ in nothing else are one position.
- No suit is a trump, so positions whose suits are exchanged are one as well: the bounds found for a
  position are kept under its holdings in the order of their numbers (a transposition table).
- A leader who holds the highest cards of a suit takes tricks with them, whatever happens: what
  those count is a lower bound (`Holding.sure`).
- Moves that are likely best come first: to lead what nobody beats, then what the partner takes; to
  beat an opponent cheaply, else lose little; to give much to the partner.

A test finds the same values by trying every course of play in the rules' own engine.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from audiogames.games.tressette.bots.candidates import SUITS, WORTH
from audiogames.games.tressette.bots.rollout import LAST_TRICK
from audiogames.games.tressette.determinization import Cards
from audiogames.games.tressette.model import SEATS

Hands = tuple[Cards, ...]
"""From the leader, to the right."""
Option = tuple[int, int, int]
"""A card as a move: its place in the order of trying, its bit, what it counts."""

MOST: Final = 99
"""Above every value."""
ROOM: Final = 10
"""Bits of a suit in a set of cards."""
SECOND: Final = 1 << ROOM
"""The lowest card of the second suit, and so on."""
THIRD: Final = SECOND << ROOM
FOURTH: Final = THIRD << ROOM
OF_SUIT: Final = (SECOND - 1, THIRD - SECOND, FOURTH - THIRD, (FOURTH << ROOM) - FOURTH)
"""All bits of each suit."""
ID_BITS: Final = 15
"""Four numbers of holdings and a leader fit a machine word."""
MANY: Final = 1 << ID_BITS - 1
"""With so many numbers used, everything kept is forgotten before the next question.

One question uses 4,096 at most: each suit has ten cards, which are left or gone."""
PATIENCE: Final = 32
"""After so many positions, about a millisecond, it is asked whether to stop."""


class SearchStopped(Exception):
    """Nobody waits for the value any more."""


class Holding:
    """Who holds which of the cards of one suit that are left.

    `code` has four bits a card, the highest card in the highest bits below a leading 1: what it
    counts, and the place of its owner.  The lowest card left has the lowest bit of its suit.
    """

    __slots__ = ("code", "leads", "number", "place", "poorest", "rest", "richest", "sure", "top")

    def __init__(self, code: int, place: int, number: int) -> None:
        self.code = code
        self.place = place
        """Which suit it is."""
        self.number = number
        """The same for all suits held alike."""
        self.rest: dict[Cards, Holding] = {}
        """What is left when these cards are gone."""
        self.top = -1
        """Who holds the highest card."""
        self.sure = [0] * SEATS
        """What the cards count that nobody can beat, by owner."""
        self.leads: list[list[Option]] = [[], [], [], []]
        """By owner one of each class of equal cards, in the order of trying them."""
        self.poorest: list[list[Option]] = [[], [], [], []]
        self.richest: list[list[Option]] = [[], [], [], []]
        self._fill(place * ROOM)

    def _fill(self, lowest: int) -> None:
        above = -1
        is_sure = True
        for place in range(self.size() - 1, -1, -1):
            card = self.code >> 4 * place & 15
            owner, thirds = card & 3, card >> 2
            if above < 0:
                self.top = owner
            is_sure = is_sure and owner == self.top
            if is_sure:
                self.sure[owner] += thirds
            if card != above:
                bit = 1 << lowest + place
                self.leads[owner].append((self._order(owner, thirds, above < 0), bit, thirds))
                self.poorest[owner].append((thirds, bit, thirds))
                self.richest[owner].append((-thirds, bit, thirds))
            above = card
        for options in (*self.leads, *self.poorest, *self.richest):
            options.sort()

    def _order(self, owner: int, thirds: int, is_highest: bool) -> int:  # noqa: FBT001
        """The place of a lead in the order of trying."""
        if is_highest:
            return -20 - thirds
        if owner == self.top:
            return thirds - 5
        return thirds if (owner ^ self.top) & 1 else -10 - thirds

    def size(self) -> int:
        """How many cards are left."""
        return (self.code.bit_length() - 1) // 4

    def without(self, cards: Cards) -> int:
        """The code of what is left."""
        gone = cards >> ROOM * self.place
        code = 1
        for place in range(self.size() - 1, -1, -1):
            if not gone >> place & 1:
                code = code << 4 | self.code >> 4 * place & 15
        return code


Suits = tuple[Holding, Holding, Holding, Holding]


class Endgame:
    """Values of positions; what was found is kept from one question to the next."""

    def __init__(self, stop: Callable[[], bool] = lambda: False) -> None:
        self._stop = stop
        self._asked = 0
        self._holdings: dict[int, Holding] = {}
        self._numbers: dict[int, int] = {}
        self._known: dict[int, tuple[int, int]] = {}
        """Between what the value of a position is known to lie."""

    def value(self, hands: Hands, led: Sequence[Cards] = ()) -> int:
        """The value for the leader, whose trick may have begun: `led` are its cards so far.

        They are still in the hands of those who played them.  Raises `SearchStopped`.
        """
        if len(self._numbers) >= MANY:
            self._holdings, self._numbers, self._known = {}, {}, {}
        suits, bits = self._read(hands)
        tricks = hands[0].bit_count()
        left = LAST_TRICK + sum([WORTH[card] for card in bits])
        if not led:
            return self._lead(0, tricks, left, suits, -MOST, MOST)
        cards = [bits[card] for card in led]
        suit = next(place for place in range(SEATS) if OF_SUIT[place] & cards[0])
        best = max([card & OF_SUIT[suit] for card in cards])
        taker, played = cards.index(best), sum(cards)
        worth = sum([WORTH[card] for card in led])
        if len(led) == SEATS:
            return self._close(0, tricks, left, suits, played, worth, taker, -MOST, MOST)
        return self._answer(
            0, tricks, left, suits, len(led), played, worth, suits[suit], best, taker, -MOST, MOST
        )

    def _read(self, hands: Hands) -> tuple[Suits, dict[Cards, Cards]]:
        """The position of these hands, and the bit of each card in it."""
        bits: dict[Cards, Cards] = {}
        suits: list[Holding] = []
        for place, suit in enumerate(SUITS):
            left = sum(hands) & suit
            code = 1
            for at in range(left.bit_count() - 1, -1, -1):
                card = 1 << left.bit_length() - 1
                left ^= card
                bits[card] = 1 << place * ROOM + at
                owner = [bool(hand & card) for hand in hands].index(True)
                code = code << 4 | WORTH[card] << 2 | owner
            suits.append(self._holding(code, place))
        one, two, three, four = suits
        return (one, two, three, four), bits

    def _holding(self, code: int, place: int) -> Holding:
        known = self._holdings.get(code << 2 | place)
        if known is None:
            number = self._numbers.setdefault(code, len(self._numbers))
            known = self._holdings[code << 2 | place] = Holding(code, place, number)
        return known

    def _without(self, holding: Holding, cards: Cards) -> Holding:
        known = holding.rest.get(cards)
        if known is None:
            known = self._holding(holding.without(cards), holding.place)
            holding.rest[cards] = known
        return known

    def _lead(  # noqa: PLR0913, PLR0917 - a record a position would take most of the time
        self, leader: int, tricks: int, left: int, suits: Suits, alpha: int, beta: int
    ) -> int:
        """The value at the start of a trick, if it lies between alpha and beta.

        `left` is what the rest of the deal counts.
        """
        one, two, three, four = suits
        if tricks == 1:
            for suit in suits:
                if suit.leads[leader]:
                    return -left if (suit.top ^ leader) & 1 else left
        if alpha >= left:
            return left
        if beta <= -left:
            return -left
        sure = one.sure[leader] + two.sure[leader] + three.sure[leader] + four.sure[leader]
        low, high = 2 * sure - left, left
        if low >= beta:
            return low
        key = _key(leader, suits)
        known = self._known.get(key)
        if known is not None:
            if known[0] >= beta or known[0] == known[1]:
                return known[0]
            if known[1] <= alpha:
                return known[1]
            low, high = max(low, known[0]), known[1]
        alpha, beta = max(alpha, low), min(beta, high)
        self._ask()
        options = one.leads[leader] + two.leads[leader] + three.leads[leader] + four.leads[leader]
        options.sort()
        best = -MOST
        for _, card, worth in options:
            led = (
                one if card < SECOND else two if card < THIRD else three if card < FOURTH else four
            )
            found = self._answer(
                leader, tricks, left, suits, 1, card, worth, led, card, leader,
                max(alpha, best), beta,
            )  # fmt: skip
            if found > best:
                best = found
                if best >= beta:
                    break
        self._known[key] = (low if best <= alpha else best, high if best >= beta else best)
        return best

    def _ask(self) -> None:
        self._asked += 1
        if self._asked % PATIENCE == 1 and self._stop():
            raise SearchStopped

    def _answer(  # noqa: PLR0913, PLR0917 - the same
        self,
        leader: int,
        tricks: int,
        left: int,
        suits: Suits,
        place: int,
        played: Cards,
        worth: int,
        led: Holding,
        best: Cards,
        taker: int,
        alpha: int,
        beta: int,
    ) -> int:
        """The value when the next of a trick is to play; the second and the fourth keep it low."""
        seat = leader + place & 3
        options = led.poorest[seat]
        follows = bool(options)
        theirs = (taker ^ seat) & 1
        if not follows:
            options = _thrown(suits, seat, theirs)
        elif not theirs:
            options = led.richest[seat]
        elif len(options) > 1:
            beating = [option for option in options if option[1] > best]
            options = beating + [option for option in options if option[1] < best]
        found = -MOST if place == 2 else MOST
        for _, card, thirds in options:
            now, winner = (card, seat) if follows and card > best else (best, taker)
            if place == 3:
                value = self._close(
                    leader, tricks, left, suits, played | card, worth + thirds, winner, alpha, beta
                )
            else:
                value = self._answer(
                    leader, tricks, left, suits, place + 1, played | card, worth + thirds, led,
                    now, winner, alpha, beta,
                )  # fmt: skip
            if place == 2:
                if value > found:
                    found = value
                    alpha = max(alpha, found)
            elif value < found:
                found = value
                beta = min(beta, found)
            if alpha >= beta:
                break
        return found

    def _close(  # noqa: PLR0913, PLR0917 - the same
        self,
        leader: int,
        tricks: int,
        left: int,
        suits: Suits,
        played: Cards,
        worth: int,
        taker: int,
        alpha: int,
        beta: int,
    ) -> int:
        """The value when all four have played: the trick, and what comes after it."""
        if tricks == 1:
            return -left if (taker ^ leader) & 1 else left
        one, two, three, four = suits
        if gone := played & OF_SUIT[0]:
            one = self._without(one, gone)
        if gone := played & OF_SUIT[1]:
            two = self._without(two, gone)
        if gone := played & OF_SUIT[2]:
            three = self._without(three, gone)
        if gone := played & OF_SUIT[3]:
            four = self._without(four, gone)
        rest = (one, two, three, four)
        left -= worth
        if (taker ^ leader) & 1:
            return -worth - self._lead(taker, tricks - 1, left, rest, -beta - worth, -alpha - worth)
        return worth + self._lead(taker, tricks - 1, left, rest, alpha - worth, beta - worth)


def _key(leader: int, suits: Suits) -> int:
    """The same for all positions that differ only in which suit is which."""
    one, two, three, four = suits
    a, b, c, d = sorted((one.number, two.number, three.number, four.number))
    return (((a << ID_BITS | b) << ID_BITS | c) << ID_BITS | d) << 2 | leader


def _thrown(suits: Suits, seat: int, theirs: int) -> list[Option]:
    """What a seat may throw on a trick: the poorest first on theirs, else the richest."""
    one, two, three, four = suits
    if theirs:
        options = one.poorest[seat] + two.poorest[seat] + three.poorest[seat] + four.poorest[seat]
    else:
        options = one.richest[seat] + two.richest[seat] + three.richest[seat] + four.richest[seat]
    options.sort()
    return options
