"""Rules that the card games share: the dealer's moves, and whose turn it is.

In most games the first dealer is drawn at random (`dealer 2`), and each deal is the whole
pack in random order (`deal 7d Fb ...`).  A game derives its rules from `DealtRules` and its
state from `DealtState` of `dealt`.  The game itself adds how a match starts, the moves of
the seats, and the reasons for refusing a move.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields
from itertools import chain
from random import Random
from typing import Any, ClassVar, Generic, TypeVar

from audiogames.cards.card import Card, shuffled
from audiogames.cards.checks import MANY, Look, unsound
from audiogames.cards.course import TrickPlay
from audiogames.cards.dealing import Deal, Dealer, read_cards, read_seat, same_cards
from audiogames.cards.dealt import DealtState
from audiogames.core.contract import Impossible, Move, Opts_contra, Refused, Rules, Turn
from audiogames.core.cues import Name, msg
from audiogames.core.events import Seat
from audiogames.core.options import OptionError, are_allowed

S = TypeVar("S", bound=DealtState[Any])
V = TypeVar("V", bound=Any)  # a `View` with the fields `deal` and `options`


class DealtRules(Rules[Opts_contra, S, Move, V], Generic[Opts_contra, S, V]):
    """The dealer's moves, the text forms of moves, and the refusals common to all games."""

    packs: ClassVar[Mapping[int, tuple[Card, ...]]]
    """The pack for each number of players."""
    state: ClassVar[type[Any]]
    """The state class, called with options and a number of seats."""
    moves: ClassVar[Mapping[str, Move]] = {}
    """All moves of seats by their text forms, in games whose moves can be enumerated."""
    any_time: ClassVar[tuple[type[Move], ...]] = ()
    """The types of moves that a seat may make out of turn."""

    def start(self, options: Opts_contra, seats: int) -> S:
        """Return the state before the first dealer is drawn.  Raises `OptionError`."""
        return self.state(options, seats)  # type: ignore[no-any-return]

    def read_own(self, text: str) -> Move:
        """Parse a move of a seat, as opposed to one of the dealer.

        Raises `Refused("malformed")`.
        """
        if text not in self.moves:
            raise Refused("malformed")
        return self.moves[text]

    def looks(self, view: V) -> Iterator[Look]:
        """Yield the game's checks of an untrusted view: names of fields, each with a verdict.

        The verdict is True if the value of the field is sound.

        Each check may rely on those before it.  Unsound values of fields that `redeal` only copies
        must be found here, because the comparison in `unsound` cannot find them.
        """
        del view
        return iter(())

    @abstractmethod
    def why_not(self, view: V, move: Move) -> Refused:
        """Return the reason why this game's own rules refuse a move of the seat to act.

        If the move plays a card, the seat is known to hold that card.
        """
        ...

    def chance(self, state: S, rng: Random) -> Move:
        """Draw the first dealer, or shuffle the pack."""
        if state.expects == "dealer":
            return Dealer(Seat(rng.randrange(state.seats)))
        return Deal(shuffled(self.packs[state.seats], rng))

    def allows_chance(self, state: S, move: Move) -> bool:
        """Return whether this move of the dealer is due now and has the right cards."""
        match move:
            case Dealer():
                return bool(state.expects == "dealer" and move.seat < state.seats)
            case Deal():
                is_whole = same_cards(move.cards, self.packs[state.seats])
                return bool(state.expects == "deal" and is_whole)
        return False

    def read(self, text: str) -> Move:
        """Parse a move.

        Each move has only one text form, so parsing and writing a log reproduces it exactly.
        """
        verb, *rest = text.split(" ")
        match verb:
            case "dealer":
                return Dealer(read_seat(rest))
            case "deal":
                return Deal(read_cards(rest, next(iter(self.packs.values()))[0].pack))
        return self.read_own(text)

    def refusal(self, view: V, move: Move) -> Refused:
        """Return why a move is refused: the reason that is most useful to the player."""
        if view.seat is None:
            return Refused("not-the-dealers-move")
        if isinstance(move, Deal | Dealer):
            return Refused("not-your-move")
        if isinstance(view.to_act, Turn):
            return Refused("being-dealt")
        if view.to_act != view.seat and not isinstance(move, self.any_time):
            return Refused("not-your-turn", msg("refused-not-your-turn", seat=Name(view.to_act)))
        if isinstance(move, TrickPlay) and move.card not in view.hand:
            return Refused("card-not-held", msg("refused-card-not-held", card=move.card))
        return self.why_not(view, move)

    def unsound(self, view: V) -> Sequence[str]:
        """Return the names of the fields with impossible values in an untrusted view.

        This is `GameSpec.unsound`.  The fields that `redeal` needs are checked first.  Then
        `redeal` samples a state, and all other fields are compared with the view of that state.
        """
        if not self._can_be_played(view):
            return ("options",)
        if wrong := next(unsound(chain(_common_looks(view), self.looks(view))), None):
            return (wrong,)
        try:
            again = self.redeal(view, Random(0)).view(view.seat)
        except Impossible:
            return ("hand",)
        names = (one.name for one in fields(view))
        return [name for name in names if getattr(again, name) != getattr(view, name)]

    def _can_be_played(self, view: V) -> bool:
        """Return whether a match with these options and this number of seats is possible."""
        seats = len(view.hand_sizes)
        if not are_allowed(view.options) or seats not in self.packs:
            return False
        try:
            self.start(view.options, seats)
        except OptionError:
            return False
        return True


def _common_looks(view: Any) -> Iterator[Look]:
    """Yield the checks of an untrusted view that all games share, as field names and results.

    They check the deal number, the dealer, and the size of the hand.
    """
    waits_for_first = view.to_act is Turn.CHANCE and not view.deal
    own = 0 if view.seat is None else view.hand_sizes[view.seat]
    yield "deal", view.deal in range(MANY)
    yield "dealer", view.dealer is not None or waits_for_first
    yield "hand", len(view.hand) == own
