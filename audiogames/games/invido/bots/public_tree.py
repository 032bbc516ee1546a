"""The public tree of a deal of Invido, which gives the layout of the strategy's file.

A public tree has a node for each public history (the calls and cards that both players have
seen), and handles all hands at that node at once (Johanson and others, Accelerating Best
Response Calculation in Large Extensive Games, IJCAI 2011).

Suits never matter, so that cards are ranks from 0 to 7 and a hand of three is one of 120
multisets.  A public history has two parts: how the stake was raised, which makes a tree of
turns, and which cards were played, which makes the lanes of a turn.  The terms:

- A *turn* is one player's turn to play a card, with the exchange of calls that may precede
  the card: the player calls, the opponent answers or raises, and so on up the ladder; then
  the player plays.  The *ladder* is the list of stakes.
- A *lane* of a turn is one sequence of cards that may have been played before it.
- The *group* of a turn is the outcome of the first trick, for player 0.
- A *branch* of a turn has the plays that lead to the same next turn, or to the same end of
  the deal.  It consists of *runs*: successive lanes in which the same card is played.
- A *plane* has the numbers of one action of a decision: one number for each hand and lane.
  So the numbers of a decision have three axes: plane, hand, lane.  If the decision is which
  card to play, the planes are the distinct ranks of the hand, from the lowest.

The last card needs no turn of its own, because its owner knows how the deal ends.  The only
decisions left are how often a lost hand calls (a bluff) and how often such a call is
accepted.  `docs/bots.md` proves that this simplification loses nothing.

Players are numbered 0, who leads the first trick, and 1, who dealt.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from itertools import combinations_with_replacement
from typing import Final, NamedTuple

RANKS: Final = 8
STAKES: Final = (1, 3, 6, 9, 12, 24)
"""The possible values of a deal; a turn stores the index in this list."""

TOP: Final = len(STAKES) - 1
TRICK: Final = 2
"""Cards of a trick."""

LAST_TURN: Final = 4
"""Cards played before the last turn of the tree: the lead of the third trick."""

CALL, FOLD, COUNTER = range(3)
"""The planes of an answer."""

BLUFF, HUSH = range(2)
"""The planes of the last card of a lost hand: call first, or just play it."""

MEET, YIELD = range(2)
"""The planes of the answer to a call before the last card: accept, or fold."""

NOBODY: Final = -1

WON, TIED, LOST = "won", "tied", "lost"
"""The outcome of the first trick for player 0; the empty string before that."""

Hand = tuple[int, ...]
Lane = tuple[int, ...]


@cache
def hands(size: int) -> tuple[Hand, ...]:
    """Return every hand of this size, from the lowest."""
    return tuple(combinations_with_replacement(range(RANKS), size))


@cache
def places(size: int) -> dict[Hand, int]:
    """Map each hand of this size to its index in the result of `hands`."""
    return {hand: place for place, hand in enumerate(hands(size))}


def sizes(cards: int) -> tuple[int, int]:
    """Return the hand sizes of player to move and opponent, after `cards` cards were played."""
    return 3 - cards // 2, 3 - (cards + 1) // 2


class Run(NamedTuple):
    """A range of numbered sequences of played cards (lanes), each followed by the same `card`.

    The lanes that are possible before a turn are numbered; this run covers `low` up to but not
    including `high`.  The lanes with `card` added are numbered from `to` on.
    """

    card: int
    low: int
    high: int
    to: int


class Branch(NamedTuple):
    """The plays of a turn that lead to the same next turn, or to the same end of the deal.

    `runs` lists the cards, each with the sequences of cards before it.  `group` is the outcome
    of the first trick, as the next turn knows it.  `wins` is 1 if the player to move wins the
    deal with this card, -1 if the opponent does, and 0 if the deal is not over yet.
    """

    group: str
    runs: tuple[Run, ...]
    wins: int


def _branch(group: str, spans: Iterator[tuple[int, int, int]], wins: int = 0) -> Branch:
    runs, to = [], 0
    for card, low, high in spans:
        if high > low:
            runs.append(Run(card, low, high, to))
            to += high - low
    return Branch(group, tuple(runs), wins)


@cache
def branches(cards: int, group: str) -> tuple[Branch, ...]:
    """Return the plays of a turn, grouped by the next turn or the end of the deal after them.

    The turn comes after `cards` cards; `group` is the outcome of the first trick, or empty
    before its end.  The sequences of cards before the turn are ordered by the card led to the
    trick.
    """
    width = len(lanes(cards, group))
    ranks = range(RANKS)
    if cards % 2 == 0:
        return (_branch(group, ((card, 0, width) for card in ranks)),)
    step = width // RANKS
    below = [(card, 0, card * step) for card in ranks]
    same = [(card, card * step, (card + 1) * step) for card in ranks]
    above = [(card, (card + 1) * step, width) for card in ranks]
    if cards == 1:
        return (
            _branch(WON, iter(above)),
            _branch(TIED, iter(same)),
            _branch(LOST, iter(below)),
        )
    if group == TIED:
        return (
            _branch(group, iter(same)),
            _branch(group, iter(above), wins=-1),
            _branch(group, iter(below), wins=1),
        )
    kept = [(card, card * step, width) for card in ranks]
    return _branch(group, iter(below)), _branch(group, iter(kept), wins=-1)


@cache
def lanes(cards: int, group: str) -> tuple[Lane, ...]:
    """Return all sequences of cards (lanes) that may have been played before a turn.

    The turn comes after `cards` cards; `group` is the outcome of the first trick, or empty
    before its end.
    """
    if cards == 0:
        return ((),)
    before = group if cards > 2 else ""
    for branch in branches(cards - 1, before):
        if branch.group == group and branch.wins == 0:
            return lanes_after(cards - 1, before, branch)
    raise KeyError(group)


def lanes_after(cards: int, group: str, branch: Branch) -> tuple[Lane, ...]:
    """Return all sequences of played cards that end with a card of this branch.

    A branch has the plays of one turn that lead to the same next turn, or to the same end of
    the deal.  The turn comes after `cards` cards; `group` is the outcome of the first trick.
    """
    played = lanes(cards, group)
    return tuple((*lane, run.card) for run in branch.runs for lane in played[run.low : run.high])


@cache
def lane_places(cards: int, group: str) -> dict[Lane, int]:
    """Map each sequence of cards (lane) possible before a turn to its index in `lanes`."""
    return {lane: place for place, lane in enumerate(lanes(cards, group))}


def leader(cards: int, group: str) -> int:
    """Return who leads a turn's trick: the last trick's winner or, if tied, its leader.

    The turn comes after `cards` cards; `group` is the outcome of the first trick.
    """
    if cards < 2:
        return 0
    second = 1 if group == LOST else 0
    if cards < LAST_TURN or group == TIED:
        return second
    return 1 - second


@dataclass(eq=False)
class PublicTurn:
    """A player's turn to play a card, and where the numbers of its decisions are stored.

    A strategy is one array.  For each decision it has one number per action, hand and sequence
    of cards played before; a decision is given by the index of its first number, or NOBODY if
    there is none.  `plays[j]` is the choice of a card after j calls of this turn; the last
    action of `plays[0]` is the first call.  `answers[j]` is the answer to call number j + 1.
    `then[j]` has the next turn for each outcome of the first trick, after j calls and the card.
    At the last card `lasts[j]` is the decision whether to call with a lost hand, and `meets[j]`
    the decision whether to accept such a call.  The numbers of this turn and of all later turns
    end before `end`.
    """

    cards: int
    group: str
    player: int
    stake: int
    raiser: int
    calls: int = 0
    plays: list[int] = field(default_factory=list)
    answers: list[int] = field(default_factory=list)
    then: list[dict[str, PublicTurn]] = field(default_factory=list)
    lasts: list[int] = field(default_factory=list)
    meets: list[int] = field(default_factory=list)
    end: int = 0

    @property
    def size(self) -> int:
        """The number of cards that the player to move holds."""
        return sizes(self.cards)[0]

    @property
    def width(self) -> int:
        """The number of sequences of cards (lanes) that may have been played before this turn."""
        return len(lanes(self.cards, self.group))

    def raiser_after(self, calls: int) -> int:
        """Return the player who raised last, if this many calls of this turn were accepted."""
        if calls == 0:
            return self.raiser
        return self.caller(calls)

    def caller(self, calls: int) -> int:
        """Return the player who makes this call; calls are numbered from 1."""
        return self.player if calls % 2 else 1 - self.player

    def answer_planes(self, calls: int) -> int:
        """Return the number of possible answers to the call with this number."""
        return 3 if calls < self.calls else 2

    def play_planes(self, calls: int) -> int:
        """Return how many actions the player to move has after this many calls.

        There is one action for each card in hand, and one for the first call if it is possible and
        not yet made.  The result is 0 if the player has no choice.
        """
        called = 1 if calls == 0 and self.calls else 0
        return 0 if self.size + called == 1 else self.size + called

    def hands_of(self, player: int) -> int:
        """Return how many hands a player may hold at this turn."""
        own, other = sizes(self.cards)
        return len(hands(own if player == self.player else other))


@dataclass
class PublicTree:
    """All turns of a deal, parents before children, and the size of a strategy for them.

    A turn is one player's turn to play a card, with the calls before it.  `size` is how many
    numbers a strategy has: for each decision one per action, hand and sequence of cards played.
    """

    root: PublicTurn
    size: int
    turns: list[PublicTurn]


class _Builder:
    """Builds the turns of a public tree, and assigns array positions to their decisions.

    If `kept` is true, the layout is that of a strategy file, which omits the last action of
    each decision; otherwise that of an array with all actions.
    """

    def __init__(self, top: int, *, kept: bool) -> None:
        self.top = top
        self.kept = kept
        self.at = 0
        self.turns: list[PublicTurn] = []

    def take(self, planes: int, hand_count: int, width: int) -> int:
        """Reserve space for the numbers of a decision, and return its position.

        There is one number for each of `planes` actions, `hand_count` hands and `width` sequences
        of cards played before.  In the layout of a file (`kept`) the numbers of the last action
        take no space.
        """
        if planes == 0:
            return NOBODY
        at = self.at
        self.at += (planes - self.kept) * hand_count * width
        return at

    def turn(self, cards: int, group: str, stake: int, raiser: int) -> PublicTurn:
        lead = leader(cards, group)
        player = lead if cards % 2 == 0 else 1 - lead
        turn = PublicTurn(cards, group, player, stake, raiser)
        turn.calls = 0 if raiser == player else self.top - stake
        self.turns.append(turn)
        self._planes(turn)
        for calls in range(turn.calls + 1):
            self._after(turn, calls)
        turn.end = self.at
        return turn

    def _planes(self, turn: PublicTurn) -> None:
        for calls in range(turn.calls + 1):
            own = turn.hands_of(turn.player)
            turn.plays.append(self.take(turn.play_planes(calls), own, turn.width))
            if calls < turn.calls:
                answerer = 1 - turn.caller(calls + 1)
                planes = turn.answer_planes(calls + 1)
                turn.answers.append(self.take(planes, turn.hands_of(answerer), turn.width))

    def _after(self, turn: PublicTurn, calls: int) -> None:
        stake, raiser = turn.stake + calls, turn.raiser_after(calls)
        if turn.cards == LAST_TURN:
            may = stake < self.top and raiser != 1 - turn.player
            for places in (turn.lasts, turn.meets):
                places.append(self.take(2 if may else 0, RANKS, turn.width))
            return
        turn.then.append(
            {
                branch.group: self.turn(turn.cards + 1, branch.group, stake, raiser)
                for branch in branches(turn.cards, turn.group)
                if branch.wins == 0
            }
        )


@cache
def build(top: int = TOP, *, kept: bool = False) -> PublicTree:
    """Return the public tree with stakes up to this index in STAKES.

    `kept` selects the layout of a strategy file, which omits the probabilities of each
    decision's last action, because they follow from the others.
    """
    builder = _Builder(top, kept=kept)
    root = builder.turn(0, "", 0, NOBODY)
    return PublicTree(root, builder.at, builder.turns)
