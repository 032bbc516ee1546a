"""The rules of Tressette for the table, the bots and the engine protocol.

The state machine itself is in `state`.  This module has the dealer's random moves, the states that
fit a view, the text forms of moves, the reasons of refusals, and the checks of untrusted views.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Final

from audiogames.cards.card import ITALIAN, shuffled
from audiogames.cards.checks import MANY, Look, each, from_pack, unsound, within
from audiogames.cards.course import suit_number
from audiogames.cards.dealing import Deal, Dealer, read_cards, read_seat, same_cards
from audiogames.cards.tricks import must_follow
from audiogames.core.contract import Move, Refused, Turn
from audiogames.core.cues import Name, msg
from audiogames.core.events import Seat
from audiogames.core.options import are_allowed
from audiogames.games.tressette import model as m
from audiogames.games.tressette.declarations import KINDS, OF_A_SUIT, SAYABLE
from audiogames.games.tressette.determinization import Determinizer
from audiogames.games.tressette.model import SEATS
from audiogames.games.tressette.scores import NEEDS
from audiogames.games.tressette.state import TressetteState
from audiogames.games.tressette.words import accusa_words, suit_words


class TressetteRules:
    """The rules for the table, the bots and the engine protocol."""

    version = 1

    def start(self, options: m.Options, seats: int) -> TressetteState:
        """Return the state before the first dealer is drawn."""
        assert seats == SEATS
        return TressetteState(options)

    def chance(self, state: TressetteState, rng: Random) -> Move:
        """Draw a dealer, or shuffle all 40 cards."""
        if state.expects == "dealer":
            return Dealer(Seat(rng.randrange(SEATS)))
        return Deal(shuffled(ITALIAN, rng))

    def redeal(self, view: m.TressetteView, rng: Random) -> TressetteState:
        """Build a state that fits the view and its declarations, with random unseen cards."""
        state = known_state(view)
        if any(view.hand_sizes):
            state.hold(Determinizer(view).draw(rng))
        return state

    def read(self, text: str) -> Move:
        """Parse a move."""
        return read(text)

    def allows_chance(self, state: TressetteState, move: Move) -> bool:
        """Return True if the dealer's move is the expected one and has the right cards."""
        match move:
            case Dealer():
                return state.expects == "dealer" and move.seat < SEATS
            case Deal():
                return state.expects == "deal" and same_cards(move.cards, ITALIAN)
        return False

    def refusal(self, view: m.TressetteView, move: Move) -> Refused:
        """Return the reason why a move is refused; of several reasons, the most useful one."""
        return why_not(view, move)


def known_state(view: m.TressetteView) -> TressetteState:
    """Build a state from a seat's knowledge, without the hands.

    The seat cannot see which declaration checkboxes other players have ticked in this trick, so
    the state has none.
    """
    state = TressetteState(view.options)
    state.deal, state.dealer = view.deal, view.dealer
    state.to_act = view.to_act
    state.score, state.thirds = list(view.score), list(view.thirds)
    state.declarations, state.accuse = list(view.declarations), list(view.accuse)
    state.lay_standings(view.standings, view.leader)
    state.bound = suit_number(view.bound, m.SUITS)
    state.says = [Seat(seat) for seat, said in enumerate(view.says) for _ in range(said)]
    if view.seat is not None and view.pigliata:
        state.boxed = [view.seat]
    between = not view.on_table and view.tricks_played < m.HAND
    state.lay_course(view.history, view.leader if between else None, m.PLAYS)
    if view.leader is not None:
        state.closer = m.PREVIOUS[view.leader]
    if view.on_table:
        taker, best = m.best_of(view.on_table)
        state.lay_trick(view.on_table, taker, m.PLAYS[best])
    return state


# Parsing of moves.  Each move has only one text form, so that a log is read as it was written.

QUOTE: Final = '"'

_ALL_BOXES: Final = (
    *m.LEADER_BOXES, m.PIGLIATA,
    *(m.Boxes(box.palo, box.altri, box.compagno, pigliata=True) for box in m.LEADER_BOXES),
)  # fmt: skip
"""All combinations of boxes, even those not allowed, which are refused with a reason."""

_BOXES: Final = {"": m.NO_BOXES, **{str(boxes): boxes for boxes in _ALL_BOXES}}
_ACCUSE: Final = {str(accuse): accuse for accuse in NEEDS}


def read(text: str) -> Move:
    """Parse a move.  Raises `Refused("malformed")`."""
    verb, *rest = text.split(" ")
    match verb:
        case "dealer":
            return Dealer(read_seat(rest))
        case "deal":
            return Deal(read_cards(rest, "italian"))
        case "accuse":
            return _known(_ACCUSE, text)
        case "say":
            return _said(text.removeprefix("say "), rest)
    return _played(verb, rest)


def _known(moves: dict[str, m.Accuse], text: str) -> Move:
    if text not in moves:
        raise Refused("malformed")
    return moves[text]


def _played(card: str, boxes: Sequence[str]) -> Move:
    (known,) = read_cards([card], "italian")
    ticked = _BOXES.get(" ".join(boxes))
    if ticked is None or (boxes and ticked is m.NO_BOXES):
        raise Refused("malformed")
    return m.play(known, ticked)


def _said(text: str, words: Sequence[str]) -> Move:
    if text.startswith(QUOTE):
        return _free(text)
    name, *suit = words or [""]
    if name not in SAYABLE or (suit and (len(suit) > 1 or suit[0] not in tuple(m.SUITS))):
        raise Refused("malformed")
    return m.SayDeclaration(name, suit[0] if suit else None)


def _free(text: str) -> Move:
    """Parse a sentence that a player says: a quoted line, which may contain quotation marks."""
    inner = text[1:-1]
    fits = text.endswith(QUOTE) and inner.strip() and len(inner) <= m.LONGEST_TEXT
    if not fits or not inner.isprintable():
        raise Refused("malformed")
    return m.SayText(inner)


# Refusals, with the reason that matters most to the player


def why_not(view: m.TressetteView, move: Move) -> Refused:
    """Return the reason why this illegal move is refused."""
    if view.seat is None:
        return Refused("not-the-dealers-move")
    if not isinstance(move, m.Play | m.SayDeclaration | m.SayText | m.Accuse):
        return Refused("not-your-move")
    if view.to_act is Turn.CHANCE:
        return Refused("being-dealt")
    if isinstance(move, m.SayDeclaration | m.SayText):
        return _silence(view)
    if view.to_act != view.seat:
        assert not isinstance(view.to_act, Turn)
        return Refused("not-your-turn", msg("refused-not-your-turn", seat=Name(view.to_act)))
    return _no_accusa(view, move) if isinstance(move, m.Accuse) else _no_card(view, move)


def _silence(view: m.TressetteView) -> Refused:
    """Return why the seat may not speak: the options forbid it, or it has spoken too often.

    A seat may say only a limited number of things in a trick.
    """
    if view.options.declarations == "automatic":
        return Refused("table-declares")
    if view.options.declarations == "none":
        return Refused("no-declarations")
    return Refused("said-enough", msg("refused-said-enough", says=m.SAYS_A_TRICK))


def _no_accusa(view: m.TressetteView, accuse: m.Accuse) -> Refused:
    if not view.options.accuse:
        return Refused("no-accuse")
    if view.tricks_played:
        return Refused("accuse-too-late")
    if any(one.seat == view.seat and one.accuse == accuse for one in view.accuse):
        return Refused("already-accused")
    return Refused("accusa-not-held", msg("refused-accusa-not-held", accusa=accusa_words(accuse)))


def _no_card(view: m.TressetteView, play: m.Play) -> Refused:
    if play.card not in view.hand:
        return Refused("card-not-held", msg("refused-card-not-held", card=play.card))
    if m.PLAYS[play.card] in view.legal:
        return _no_box(view)
    if view.bound:
        return Refused(
            "must-lead-the-three", msg("refused-must-lead-the-three", suit=suit_words(view.bound))
        )
    return must_follow(view)


def _no_box(view: m.TressetteView) -> Refused:
    """Return the refusal to tick a declaration's box.

    The reason is that the table has no boxes, or that this box is not for a player who leads
    (or follows) in this trick.
    """
    if view.options.declarations != "automatic":
        return Refused("no-boxes")
    role = "following" if view.on_table else "leading"
    return Refused("not-yours-to-tick", msg(f"refused-not-yours-to-tick-{role}"))


# Untrusted views


def unsound_fields(view: m.TressetteView) -> Iterator[str]:
    """Yield the invalid fields of an untrusted view.

    Only fields needed to build states and announcements are checked.
    """
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
    """Yield the checks that a view's cards form one pack, and that each seat was dealt ten."""
    seen = (*view.hand, *(card for _, card in view.history))
    dealt = len(ITALIAN) if view.deal else 0
    yield "hand_sizes", within(view.hand_sizes, 0, m.HAND)
    yield "history", sum(view.hand_sizes) + len(view.history) == dealt
    yield "hand", from_pack(seen, ITALIAN)
    own = 0 if view.seat is None else view.hand_sizes[view.seat]
    yield "hand", len(view.hand) == own


def _declared(view: m.TressetteView) -> Iterator[Look]:
    """Yield checks that the names, suits and cards in a view's declarations exist."""
    played = range(len(view.history) + 1)
    yield "declarations", all(_is_declared(one, len(view.history)) for one in view.declarations)
    yield "accuse", all(one.accuse in NEEDS and one.at in played for one in view.accuse)
    yield "standings", each(view.standings, m.SEATS, _is_standing)


def _is_declared(one: m.Declaration, played: int) -> bool:
    named = one.name in SAYABLE if one.text is None else one.name is None
    limit = played if one.kind == "giocata" else played + 1
    suits = _are_suits(one.among) and (one.suit is None or one.suit in tuple(m.SUITS))
    is_complete = one.kind not in OF_A_SUIT or None not in {one.name, one.suit}
    return named and suits and is_complete and one.kind in KINDS and one.at in range(limit)


def _is_standing(one: m.BarredSuits) -> bool:
    return all(map(_are_suits, (one.declared, one.lasting, one.silent, one.took)))


def _are_suits(text: str) -> bool:
    return len(set(text)) == len(text) and set(text) <= set(m.SUITS)
