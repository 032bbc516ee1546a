"""The rules of Novantanove for the table, the bots and the engine protocol.

The state machine itself is in `state`.  This module has the dealer's random moves, the text forms
of moves, the determinizations of a view (full states that the seat cannot rule out), and the
refusal of illegal moves and impossible views.

Before any reshuffle every unseen card may be anywhere. A reshuffle reveals more: the stock was
empty, so the hands held exactly the cards that were not among the discards.  Each card played since
came either from its player's hand at that moment (*old*) or from a later draw (*new*).  With one
pack the card itself says which; with two packs some cards may be either, and one consistent reading
is chosen at random.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from operator import attrgetter
from random import Random
from typing import Final

from audiogames.cards.card import FRENCH, Card, shuffled
from audiogames.cards.checks import MANY, Look, each, from_pack, unsound, within
from audiogames.cards.dealing import Deal, Dealer, Reshuffle, read_cards, read_seat, same_cards
from audiogames.core.contract import Impossible, Move, Refused, Turn, Window
from audiogames.core.cues import Name, msg
from audiogames.core.events import Seat
from audiogames.core.options import OptionError, are_allowed
from audiogames.games.novantanove import model as m
from audiogames.games.novantanove.model import Phase
from audiogames.games.novantanove.state import NovantanoveState

Hands = list[list[Card]]

WINDOWS: Final = tuple(Window(Seat(seat), m.DRAW) for seat in range(13))
"""One window per possible seat, prebuilt because it is queried after every card."""

IN_ORDER: Final = attrgetter("order")
"""The sort key of cards, faster than comparing them: every redeal sorts some forty."""

STEPS: Final = 500_000
"""The most steps of a search for a consistent reading; a real match with two packs may need 20,000.
"""


class NovantanoveRules:
    """The rules for the table, the bots and the engine protocol."""

    version = 1

    def start(self, options: m.Options, seats: int) -> NovantanoveState:
        """Return the state before the first dealer is drawn."""
        if seats * m.HAND >= m.packs_of(options, seats) * len(FRENCH):
            raise OptionError("option-too-few-cards", option="packs", value=options.packs)
        return NovantanoveState(options, seats)

    def chance(self, state: NovantanoveState, rng: Random) -> Move:
        """Draw a dealer, shuffle the pack, or shuffle the discards."""
        if state.expects == "dealer":
            return Dealer(Seat(rng.randrange(state.seats)))
        if state.expects == "deal":
            return Deal(shuffled(state.pack(), rng))
        return Reshuffle(shuffled(state.discards(), rng))

    def redeal(self, view: m.NovantanoveView, rng: Random) -> NovantanoveState:
        """Build a state that fits the view, with the unseen cards dealt at random."""
        state = NovantanoveState(view.options, len(view.tokens))
        state.tokens = list(view.tokens)
        state.timeouts = list(view.timeouts)
        state.total = view.total
        state.round = view.round
        state.direction = view.direction
        state.dealer, state.starter, state.drawer = view.dealer, view.starter, view.drawer
        state.last = view.last
        state.trail = list(view.history)
        state.reshuffled = view.reshuffled
        state.phase, state.player = _phase(view), _player(view)
        state.hands, state.stock = _hidden_cards(view, state.pack(), rng)
        return state

    def read(self, text: str) -> Move:
        """Parse a move."""
        verb, *rest = text.split(" ") if text else [""]
        match verb:
            case "draw" if not rest:
                return m.DRAW
            case "deal":
                return Deal(read_cards(rest, "french"))
            case "reshuffle":
                return Reshuffle(read_cards(rest, "french"))
            case "dealer":
                return Dealer(read_seat(rest))
            case "timeout":
                return m.Timeout(read_seat(rest))
        try:
            return m.read_play(text)
        except KeyError:
            raise Refused("malformed") from None

    def allows_chance(self, state: NovantanoveState, move: Move) -> bool:
        """Return True if the dealer or the clock may make this move now."""
        match move:
            case m.Timeout():
                return move.seat == state.to_act
            case Dealer():
                return state.expects == "dealer" and move.seat < state.seats
            case Deal():
                return state.expects == "deal" and same_cards(move.cards, state.pack())
            case Reshuffle():
                return state.expects == "reshuffle" and same_cards(move.cards, state.discards())
        return False

    def refusal(self, view: m.NovantanoveView, move: Move) -> Refused:
        """Return the reason why a move is refused."""
        return why_not(view, move)


def open_window(state: NovantanoveState) -> Window | None:
    """Return the open draw window, if any: it lasts until the next card is played."""
    return None if state.drawer is None else WINDOWS[state.drawer]


def clock_move(state: NovantanoveState) -> Move | None:
    """Return the time-out of the player to act, a move of the clock that costs tokens."""
    turn = state.to_act
    return None if isinstance(turn, Turn) else m.Timeout(turn)


def _phase(view: m.NovantanoveView) -> Phase:
    """Return the phase of a view, inferred from its public fields."""
    if view.to_act is Turn.OVER:
        return Phase.OVER
    if view.to_act is not Turn.CHANCE:
        return Phase.PLAYING
    if view.resumes is not None:
        return Phase.RESHUFFLING
    return Phase.CHOOSING_DEALER if view.dealer is None else Phase.DEALING


def _player(view: m.NovantanoveView) -> Seat | None:
    return view.resumes if isinstance(view.to_act, Turn) else view.to_act


def _hidden_cards(
    view: m.NovantanoveView, pack: Sequence[Card], rng: Random
) -> tuple[Hands, list[Card]]:
    """Deal the unseen cards at random, and return all hands and the stock, its top card last."""
    if view.round == 0:
        return [[] for _ in view.tokens], []
    if view.reshuffled:
        return _after_reshuffle(view, pack, rng)
    seen = Counter(view.hand) + Counter([card for _, card in view.history if card is not None])
    unseen = _shuffled(Counter(pack) - seen, rng)
    hands = [
        _own(view) if seat == view.seat else _take(unseen, size)
        for seat, size in enumerate(view.hand_sizes)
    ]
    return hands, unseen


def _own(view: m.NovantanoveView) -> list[Card]:
    return list(view.hand)


def _take(cards: list[Card], count: int) -> list[Card]:
    return [cards.pop() for _ in range(count)]


def _shuffled(cards: Counter[Card], rng: Random) -> list[Card]:
    listed = sorted(cards.elements(), key=IN_ORDER)
    rng.shuffle(listed)
    return listed


@dataclass
class _Origins:
    """The state of the search for each card's origin: the old and new cards not yet assigned.

    Old cards were in a hand when the stock was reshuffled; new ones were drawn after that.
    """

    pools: dict[bool, Counter[Card]]
    """The unseen cards: the new and the old ones."""
    held: dict[bool, list[int]]
    """How many new and old cards each seat holds."""
    steps: int = STEPS
    """How many steps the search may still make."""

    def may_take(self, seat: int, card: Card, *, new: bool) -> bool:
        return self.held[new][seat] > 0 and self.pools[new][card] > 0

    def move(self, seat: int, card: Card, by: int, *, new: bool) -> None:
        """Remove a card from a seat's hand (`by` is -1), or put it back (`by` is 1)."""
        self.held[new][seat] += by
        self.pools[new][card] += by


def _after_reshuffle(
    view: m.NovantanoveView, pack: Sequence[Card], rng: Random
) -> tuple[Hands, list[Card]]:
    origins = _at_reshuffle(view, pack)
    sightings = [*view.history, *((view.seat, card) for card in view.hand)]
    if not next(_readings(origins, sightings, 0, rng), False):
        raise Impossible("the true deal would be one reading")
    pools = {new: _shuffled(+origins.pools[new], rng) for new in (False, True)}
    hands = []
    for seat in range(len(view.tokens)):
        hidden = [
            card for new in (False, True) for card in _take(pools[new], origins.held[new][seat])
        ]
        hands.append(_own(view) if seat == view.seat else hidden)
    return hands, pools[True]


def _at_reshuffle(view: m.NovantanoveView, pack: Sequence[Card]) -> _Origins:
    """Return the cards inside and outside the stock at the last reshuffle, and the hand sizes.

    From these, `_readings` searches for possible origins of the cards seen since then.
    """
    held = list(view.hand_sizes)
    for seat, card in view.history:
        held[seat] += -1 if card is None else 1
    stock = Counter(view.reshuffled)
    return _Origins(
        {False: Counter(pack) - stock, True: stock}, {False: held, True: [0] * len(held)}
    )


def _readings(
    origins: _Origins, sightings: Sequence[tuple[int | None, Card | None]], place: int, rng: Random
) -> Iterator[bool]:
    """Search for an assignment of an origin to each seen card that is possible by the rules.

    A card is old if its player held it at the last reshuffle, and new if it was drawn later.
    The generator yields True each time it has found an assignment, which `origins` then
    holds.
    """
    if place == len(sightings):
        yield True
        return
    origins.steps -= 1
    if origins.steps < 0:
        raise ValueError("No reading of these sightings was found")
    seat, card = sightings[place]
    assert seat is not None
    if card is None:
        origins.held[True][seat] += 1
        yield from _readings(origins, sightings, place + 1, rng)
        origins.held[True][seat] -= 1
        return
    for new in rng.sample((False, True), 2):
        if origins.may_take(seat, card, new=new):
            origins.move(seat, card, -1, new=new)
            yield from _readings(origins, sightings, place + 1, rng)
            origins.move(seat, card, 1, new=new)


# Refusals


def why_not(view: m.NovantanoveView, move: Move) -> Refused:
    """Return the reason why this illegal move is refused."""
    if view.seat is None:
        return Refused("not-the-dealers-move")
    match move:
        case m.Draw():
            return _no_draw(view)
        case m.Play():
            return _no_play(view, move)
    return Refused("not-your-move")


def _no_play(view: m.NovantanoveView, play: m.Play) -> Refused:
    if view.to_act is Turn.CHANCE:
        return Refused("being-dealt")
    if view.to_act != view.seat:
        return _not_your_turn(view)
    if not view.hand:
        return Refused("draw-first")
    if play.card not in view.hand:
        return Refused("card-not-held", msg("refused-card-not-held", card=play.card))
    return Refused("value-chosen", msg("refused-value-chosen", total=view.total))


def _no_draw(view: m.NovantanoveView) -> Refused:
    """Return the reason why a draw is refused: its window has closed, or no draw is due."""
    held = len(view.hand)
    if _is_out(view):
        return _eliminated(view)
    if view.to_act is Turn.CHANCE:
        return Refused("being-dealt")
    if held < m.HAND and view.last is not None and view.last[0] != view.seat:
        return Refused("too-late-to-draw", msg("refused-too-late-to-draw", held))
    if view.to_act == view.seat and held == m.HAND:
        return Refused("play-first")
    return Refused("no-draw-due", msg("refused-no-draw-due", held))


def _not_your_turn(view: m.NovantanoveView) -> Refused:
    if _is_out(view):
        return _eliminated(view)
    assert not isinstance(view.to_act, Turn)
    id_ = "refused-not-your-turn-draw" if view.may_draw else "refused-not-your-turn"
    return Refused("not-your-turn", msg(id_, seat=Name(view.to_act)))


def _eliminated(view: m.NovantanoveView) -> Refused:
    """Return the refusal of a move of an eliminated seat.

    It repeats the words of the elimination event, which is announced only once.
    """
    assert view.seat is not None
    return Refused("eliminated", msg("eliminated-you", seat=Name(view.seat)))


def _is_out(view: m.NovantanoveView) -> bool:
    return view.seat is not None and not view.alive[view.seat]


def unsound_fields(view: m.NovantanoveView) -> Iterator[str]:
    """Yield the fields of an untrusted view that have impossible tokens or misplaced cards."""
    if not are_allowed(view.options):
        return iter(("options",))
    return unsound((*_table(view), *_cards(view)))


def _table(view: m.NovantanoveView) -> list[Look]:
    seats, last = len(view.hand_sizes), () if view.last is None else view.last[2:]
    return [
        ("tokens", each(view.tokens, seats, range(view.options.tokens + 1).__contains__)),
        ("tokens", any(view.tokens)),
        ("alive", view.alive == tuple([tokens > 0 for tokens in view.tokens])),
        ("timeouts", each(view.timeouts, seats, range(MANY).__contains__)),
        ("direction", view.direction in {1, -1}),
        ("total", within((view.total, *last), -MANY, MANY)),
        ("round", view.round in range(MANY)),
        ("dealer", view.round == 0 or None not in {view.dealer, view.starter}),
    ]


def _cards(view: m.NovantanoveView) -> list[Look]:
    pack = FRENCH * m.packs_of(view.options, len(view.hand_sizes)) if view.round else ()
    laid = [card for _, card in view.history if card is not None]
    drawn = len(view.history) - len(laid)
    own = 0 if view.seat is None else view.hand_sizes[view.seat]
    return [
        ("hand_sizes", within(view.hand_sizes, 0, len(pack))),
        ("stock", view.stock >= 0),
        ("stock", sum(view.hand_sizes) + view.stock + len(laid) == len(pack)),
        ("history", drawn <= len(pack)),
        ("hand", from_pack((*view.hand, *laid), pack)),
        ("reshuffled", from_pack(view.reshuffled, pack)),
        ("hand", len(view.hand) == own),
    ]
