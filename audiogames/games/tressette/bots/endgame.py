"""Perfect play of the last tricks with all four hands known: alpha-beta search on thirds.

Theory of operation
-------------------
Hands are sets of cards as in `determinization.Cards`, one bit for each card, in order of play from
the leader: the leader and the third player are one side.  A value is the lead of the leader's side
over the other side in the remaining tricks, in thirds of a point, including the last trick.  The
points of a deal and the chance to win the match increase with it, so maximising thirds maximises
those too.

The search is a double-dummy search as in bridge.  Only two things matter about the cards of a suit:
who holds each of them, from the highest card to the lowest, and their values.  These make a
`SuitHolding`, which is built once and cached.  A position is four holdings and the leader; a trick
removes its cards from them.

- Cards out of play leave no gap, so neighbours in one hand with equal values are one move
  (`SuitHolding.leads`), and positions that differ only in such cards are equal.
- There are no trumps, so positions that differ by a permutation of suits are equal too: the
  transposition table stores a position's bounds under its holdings sorted by their numbers.
- A leader who holds the highest cards of a suit certainly takes tricks with them: their value is
  a lower bound (`SuitHolding.sure`).
- The moves that are probably best are tried first: unbeatable leads, then leads that the partner
  takes; beating an opponent cheaply, else losing little; giving much to the partner.

A test finds the same values by trying every line of play in the rules' own engine.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from audiogames.games.tressette.bots.candidates import SUITS, WORTH
from audiogames.games.tressette.bots.rollout import LAST_TRICK
from audiogames.games.tressette.determinization import Cards
from audiogames.games.tressette.model import SEATS

Hands = tuple[Cards, ...]
"""The hands by seat, counter-clockwise from the leader."""
Option = tuple[int, int, int]
"""A card as a move: its priority, its bit, its value."""

MOST: Final = 99
"""A number above every value."""
ROOM: Final = 10
"""Bits of a suit in a set of cards."""
SECOND: Final = 1 << ROOM
"""The lowest cards of the second, third and fourth suit."""
THIRD: Final = SECOND << ROOM
FOURTH: Final = THIRD << ROOM
OF_SUIT: Final = (SECOND - 1, THIRD - SECOND, FOURTH - THIRD, (FOURTH << ROOM) - FOURTH)
"""All bits of each suit."""
ID_BITS: Final = 15
"""The width of a holding's number: four of them and a leader fit a machine word."""
MANY: Final = 1 << ID_BITS - 1
"""From this many numbers on, the caches are cleared before the next search.

One search uses 4,096 at most: each of a suit's ten cards is in play or gone.
"""
PATIENCE: Final = 32
"""After this many positions, about a millisecond, `stop` is called."""


class SearchStopped(Exception):
    """Raised to end a search when `stop` reports that the result is no longer needed."""


class SuitHolding:
    """The remaining cards of one suit, and who holds each of them.

    `code` has a leading 1 and then four bits for each card, from the highest: its value and the
    index of its owner.  The lowest remaining card has the lowest bit of its suit.
    """

    __slots__ = ("code", "leads", "number", "place", "poorest", "rest", "richest", "sure", "top")

    def __init__(self, code: int, place: int, number: int) -> None:
        self.code = code
        self.place = place
        """The index of the suit."""
        self.number = number
        """A number that is equal for suits with equal codes."""
        self.rest: dict[Cards, SuitHolding] = {}
        """The holdings that remain without each set of cards."""
        self.top = -1
        """The owner of the highest card."""
        self.sure = [0] * SEATS
        """The value of the unbeatable cards, by owner."""
        self.leads: list[list[Option]] = [[], [], [], []]
        """For each owner one card of each class of equal cards, by priority."""
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
        """Return the sort key of a lead; the most promising leads are tried first."""
        if is_highest:
            return -20 - thirds
        if owner == self.top:
            return thirds - 5
        return thirds if (owner ^ self.top) & 1 else -10 - thirds

    def size(self) -> int:
        """Return the number of remaining cards."""
        return (self.code.bit_length() - 1) // 4

    def without(self, cards: Cards) -> int:
        """Return `code`, the number that encodes the suit's cards, after these cards are played."""
        gone = cards >> ROOM * self.place
        code = 1
        for place in range(self.size() - 1, -1, -1):
            if not gone >> place & 1:
                code = code << 4 | self.code >> 4 * place & 15
        return code


Suits = tuple[SuitHolding, SuitHolding, SuitHolding, SuitHolding]


class Endgame:
    """The exact search of the last tricks; values of positions are cached between searches."""

    def __init__(self, stop: Callable[[], bool] = lambda: False) -> None:
        self._stop = stop
        self._asked = 0
        self._holdings: dict[int, SuitHolding] = {}
        self._numbers: dict[int, int] = {}
        self._known: dict[int, tuple[int, int]] = {}
        """Lower and upper bounds of the values of positions."""

    def value(self, hands: Hands, led: Sequence[Cards] = ()) -> int:
        """Return the value of these hands for the side of the trick's leader, under perfect play.

        `led` are the cards already played to the trick; the hands still include them.  Raises
        `SearchStopped`.
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
        """Convert hands to a position of the search; return it, and the bit of each card in it."""
        bits: dict[Cards, Cards] = {}
        suits: list[SuitHolding] = []
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

    def _holding(self, code: int, place: int) -> SuitHolding:
        known = self._holdings.get(code << 2 | place)
        if known is None:
            number = self._numbers.setdefault(code, len(self._numbers))
            known = self._holdings[code << 2 | place] = SuitHolding(code, place, number)
        return known

    def _without(self, holding: SuitHolding, cards: Cards) -> SuitHolding:
        known = holding.rest.get(cards)
        if known is None:
            known = self._holding(holding.without(cards), holding.place)
            holding.rest[cards] = known
        return known

    def _lead(  # noqa: PLR0913, PLR0917 - building a record per position would take most of the time
        self, leader: int, tricks: int, left: int, suits: Suits, alpha: int, beta: int
    ) -> int:
        """Return the value at the start of a trick, exact if between alpha and beta.

        `left` is the value of all cards still in play, with the last trick.
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
        led: SuitHolding,
        best: Cards,
        taker: int,
        alpha: int,
        beta: int,
    ) -> int:
        """Return the value of the rest of the deal, before the next card of a trick.

        The second and the fourth player minimise it, the third maximises it.
        """
        seat = leader + place & 3
        follows = bool(led.poorest[seat])
        theirs = (taker ^ seat) & 1
        options = _followed(led, seat, best, theirs) if follows else _thrown(suits, seat, theirs)
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
        """Return the total value of a trick of four cards and of all later tricks."""
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
    """Return a key that is equal for all positions that differ only by a permutation of suits."""
    one, two, three, four = suits
    a, b, c, d = sorted((one.number, two.number, three.number, four.number))
    return (((a << ID_BITS | b) << ID_BITS | c) << ID_BITS | d) << 2 | leader


def _followed(led: SuitHolding, seat: int, best: Cards, theirs: int) -> list[Option]:
    """Return the cards with which a seat can follow suit, in the order in which they are tried.

    If the trick goes to the opponents so far (`theirs`), the cards that beat the `best` one are
    tried first, each group from the least value; otherwise the cards of most value.
    """
    if not theirs:
        return led.richest[seat]
    options = led.poorest[seat]
    if len(options) == 1:
        return options
    beating = [option for option in options if option[1] > best]
    return beating + [option for option in options if option[1] < best]


def _thrown(suits: Suits, seat: int, theirs: int) -> list[Option]:
    """Return the discards of a seat that is void in the suit led, the most promising first.

    If the trick goes to the opponents (`theirs`), these are the cards worth least, otherwise those
    worth most.
    """
    one, two, three, four = suits
    if theirs:
        options = one.poorest[seat] + two.poorest[seat] + three.poorest[seat] + four.poorest[seat]
    else:
        options = one.richest[seat] + two.richest[seat] + three.richest[seat] + four.richest[seat]
    options.sort()
    return options
