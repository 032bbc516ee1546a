"""A position of Tressette: the rules as a state machine.

Theory of operation
-------------------
A match is played in deals (passate) of ten tricks until a pair has reached the target and is
ahead.  The state waits (`to_act`) for:

- the dealer (`Turn.CHANCE`): `dealer` once, then a `deal` before each passata;
- a seat, for a card; in the first trick, if the options allow them, also for accuse before it;
- nothing (`Turn.OVER`): the match is over.

With automatic declarations a player may tick checkboxes, which go with the card.  A leader's boxes
are resolved before the card is announced (`_declare`, by `passata.on_lead`): declarations are
public, failures are reported to the leader only.  A follower's box is kept in `boxed` until the end
of the trick (`_open_boxes`): if the follower takes it, `passata.on_capture` returns the
declaration; if not, only the follower receives a report.

The limits on later declarations (B.4) follow from public events, see `model.BarredSuits`.
`declared` and `lasting` are kept per seat; `silent` and `took` only for `holder`, the seat that has
the lead, because they lapse when another seat takes it.  Views have them per seat.

After the last card of a passata, `_score` counts the points and passes the deal to the right.
Play and deals are counter-clockwise.

Two kinds of moves are legal but not listed, see `allows`: cards with boxes, and spoken
declarations, which the option "manual" permits to any seat at any time of the passata.

In each suit of a hand the highest card comes first, since bots ask for the highest.
Every transition is in this file.  `apply` trusts its caller: `core.contract.admit`
checks moves from outside.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import ClassVar, Final

from audiogames.cards.card import ITALIAN, Card
from audiogames.cards.course import NO_SUIT, FollowState, suit_letter
from audiogames.cards.dealing import HandDealt
from audiogames.core.contract import Move, Turn
from audiogames.core.events import Emit, Seat, drop
from audiogames.core.native import mypyc_attr
from audiogames.games.tressette import declarations as d
from audiogames.games.tressette import model as m
from audiogames.games.tressette import passata, scores
from audiogames.games.tressette.boxes import NO_BOXES
from audiogames.games.tressette.model import HAND, NEXT, PREVIOUS, SEATS
from audiogames.games.tressette.plays import PLAYS, Play

NOTHING: Final[tuple[Move, ...]] = ()
IN_HAND: Final = sorted(PLAYS.values(), key=lambda play: (play.suit, -play.power))
"""All cards in the order of a hand: suit by suit, each from the highest."""
PLACES: Final = [IN_HAND.index(PLAYS[card]) for card in ITALIAN]
"""The place of each card in that order."""
NO_SEAT: Final = -1
"""The owner of a card that was played before."""
NO_ACCUSE: Final = (0, 0)
RIGHT: Final = NEXT  # a global of the same module is faster where compiled
LEFT: Final = PREVIOUS  # the same
UNTICKED: Final = NO_BOXES  # the same
SPOKEN: Final = (m.SayDeclaration("tre-terzo", "c"), m.SayDeclaration("busso"), m.SayText("..."))
"""Examples of what may be said at a manual table."""


@mypyc_attr(allow_interpreted_subclasses=True)
class TressetteState(FollowState[Play, m.TressetteView]):
    """A position of Tressette, with all hidden cards."""

    __slots__ = (
        "accuse", "bound", "boxed", "declarations", "declared", "holder", "lasting", "says",
        "silent", "thirds", "took",
    )  # fmt: skip
    _lists: ClassVar[tuple[str, ...]] = (
        "accuse", "boxed", "declarations", "declared", "lasting", "says", "thirds",
    )  # fmt: skip

    why = "target-reached"
    ended = m.MatchEnded

    def __init__(self, options: m.Options, seats: int = SEATS) -> None:
        super().__init__(options, seats)
        self.hold([()] * SEATS)
        self._clear()

    def _clear(self) -> None:
        """Reset all fields that belong to a deal."""
        self.clear_course()
        self.thirds = [0, 0]
        self.declarations: list[m.Declaration] = []
        self.accuse: list[m.Announced] = []
        self.lay_standings([], None)
        self.boxed: list[Seat] = []
        """The seats that ticked "pigliata" in this trick."""
        self.bound: int = NO_SUIT
        """The suit whose three must be led next (the federation's rule)."""
        self.says: list[Seat] = []
        """The seats that spoke in this trick, once for each declaration."""

    def hold(self, hands: Sequence[Sequence[Card]]) -> None:
        """Set the hands of all seats; each suit of a hand is sorted from the highest card."""
        owners = [NO_SEAT] * len(IN_HAND)
        for seat, hand in enumerate(hands):
            for card in hand:
                owners[PLACES[card.order]] = seat
        self.hands = [[] for _ in hands]
        self.suits = [[[], [], [], []] for _ in hands]
        for place, seat in enumerate(owners):
            if seat != NO_SEAT:
                play = IN_HAND[place]
                self.suits[seat][play.suit].append(play)
                self.hands[seat].append(play)

    def lay_standings(self, standings: Sequence[m.BarredSuits], leader: Seat | None) -> None:
        """Restore the limits on each seat's declarations, and the seat that has the lead.

        Without `standings` there are no limits yet.
        """
        self.declared = [one.declared for one in standings] or [""] * SEATS
        self.lasting = [one.lasting for one in standings] or [""] * SEATS
        self.holder = Seat(0) if leader is None else leader
        self.silent = self.took = ""
        for seat, one in enumerate(standings):
            if one.silent or one.took:
                self.holder, self.silent, self.took = Seat(seat), one.silent, one.took

    # Queries

    def standing(self, seat: Seat) -> m.BarredSuits:
        """Return the limits on a seat's declarations."""
        declared, lasting = self.declared[seat], self.lasting[seat]
        if seat != self.holder:
            return m.BarredSuits(declared, lasting)
        return m.BarredSuits(declared, lasting, self.silent, self.took)

    def legal_moves(self, seat: Seat) -> Sequence[Move]:
        """Return the cards that may be played and, before the seat's first card, the accuse."""
        if seat != self.to_act:
            return NOTHING
        led = self.led
        if led != NO_SUIT:
            cards = self.suits[seat][led] or self.hands[seat]
        elif self.bound != NO_SUIT:
            cards = [card for card in self.suits[seat][self.bound] if card.card.rank == "3"]
        else:
            cards = self.hands[seat]
        if len(self.leaders) == 1 and self.options.accuse:
            return (*cards, *self._accuse_of(seat))
        return cards

    def _accuse_of(self, seat: Seat) -> list[m.Accuse]:
        made = [one.accuse for one in self.accuse if one.seat == seat]
        return [one for one in scores.accuse_of(self.held(seat)) if one not in made]

    def allows(self, seat: Seat, move: Move) -> bool:
        """Return True if a move is legal: listed, spoken, or a card with allowed checkboxes."""
        if isinstance(move, m.SayDeclaration | m.SayText):
            return self._may_speak(seat)
        if isinstance(move, Play) and move.boxes is not UNTICKED:
            return self._may_tick(move.boxes) and PLAYS[move.card] in self.legal_moves(seat)
        return move in self.legal_moves(seat)

    def _may_tick(self, boxes: m.Boxes) -> bool:
        if self.options.declarations != "automatic":
            return False
        return not (boxes.pigliata if self.led == NO_SUIT else boxes.of_leader)

    def _may_speak(self, seat: Seat) -> bool:
        manual = self.options.declarations == "manual" and not isinstance(self.to_act, Turn)
        return manual and self.says.count(seat) < m.SAYS_A_TRICK

    def unlisted(self, seat: Seat) -> Sequence[Move]:
        """Return the legal moves that `legal_moves` omits.

        They are spoken declarations or, with automatic declarations, cards with ticked check boxes.
        """
        if self._may_speak(seat):
            return SPOKEN
        if self.options.declarations != "automatic":
            return NOTHING
        boxes = m.LEADER_BOXES if self.led == NO_SUIT else (m.PIGLIATA,)
        cards = [move.card for move in self.legal_moves(seat) if isinstance(move, Play)]
        return [m.play(card, ticked) for card in cards for ticked in boxes]

    def view(self, seat: Seat | None) -> m.TressetteView:
        """Return the view of a seat: the table, the seat's own cards and its pending check box.

        A check box is pending if it asks for a declaration that is made only if the seat's card
        captures the trick.
        """
        history = self.history()
        tricks = len(history) // SEATS
        done = tricks * SEATS
        return m.TressetteView(
            seat=seat,
            to_act=self.to_act,
            legal=() if seat is None else tuple(self.legal_moves(seat)),
            dealer=self.dealer,
            hand=() if seat is None else self.held(seat),
            hand_sizes=self.hand_sizes(),
            score=(self.score[0], self.score[1]),
            thirds=(self.thirds[0], self.thirds[1]),
            on_table=history[done:],
            leader=self.leaders[-1] if self.leaders else None,
            tricks_played=tricks,
            declarations=tuple(self.declarations),
            last_trick=history[max(0, done - SEATS) : done],
            history=history,
            standings=tuple([self.standing(Seat(one)) for one in range(SEATS)]),
            accuse=tuple(self.accuse),
            pigliata=seat in self.boxed,
            bound=suit_letter(self.bound, m.SUITS),
            says=tuple(self.says.count(Seat(one)) for one in range(SEATS)),
            first=self.leaders[0] if self.leaders else None,
            deal=self.deal,
            options=self.options,
        )

    # Transitions

    def apply(self, seat: Seat | None, move: Move, emit: Emit = drop) -> None:
        """Make a legal move, and emit its events."""
        if move.__class__ is not Play:
            if seat is None:
                self.make_dealers_move(move, emit)
            else:
                self._speak(seat, move, emit)
            return
        assert seat is not None
        play, boxes = move, move.boxes
        if boxes is not UNTICKED:
            play = PLAYS[move.card]
            if boxes.pigliata:
                self.boxed.append(seat)
        suit, best = play.suit, self.best
        if best is None:
            self._open(seat, play, boxes, emit)
        elif suit == best.suit and play.power > best.power:
            self.best = play
            self.taker = seat
        self.suits[seat][suit].remove(play)
        self.hands[seat].remove(play)
        self.trail.append(play)
        if emit is not drop:
            emit(m.CardPlayed(seat, play.card, best is None, suit != self.led))
        if seat == self.closer:
            self._take_trick(emit)
        else:
            self.to_act = RIGHT[seat]

    def deal_cards(self, cards: tuple[Card, ...], dealer: Seat, emit: Emit) -> None:
        """Deal ten cards each; the player on the dealer's right leads.

        By an option, the first deal is led by the holder of the four of denari.
        """
        self._clear()
        self.deal += 1
        hands = [cards[seat * HAND : (seat + 1) * HAND] for seat in range(SEATS)]
        self.hold(hands)
        first = RIGHT[dealer]
        if self.options.four_leads and self.deal == 1:
            first = Seat(next(seat for seat, hand in enumerate(hands) if m.FIRST_LEAD in hand))
        self.lead(first, LEFT[first])
        if emit is not drop:
            emit(m.Dealt(self.deal, dealer, first, (self.score[0], self.score[1])))
            for seat in map(Seat, range(SEATS)):
                emit(HandDealt(self.held(seat), to=seat))

    def _speak(self, seat: Seat, move: Move, emit: Emit) -> None:
        """Record and announce an accusa or a spoken declaration, which is not verified."""
        at = len(self.trail)
        match move:
            case m.Accuse():
                self.accuse.append(m.Announced(seat, move, at))
                emit(m.Accused(seat, move.name, move.suit, scores.worth(move)))
                return
            case m.SayDeclaration(name=name, suit=suit):
                said = m.Declaration(seat, "manuale", name, suit, at)
            case m.SayText(text=text):
                said = m.Declaration(seat, "manuale", None, None, at, text=text)
        self.says.append(seat)
        self._tell([said], emit)

    def _open(self, seat: Seat, play: Play, boxes: m.Boxes, emit: Emit) -> None:
        """Lead a trick: make the declarations that the boxes ask for, or record a silent lead."""
        letter = play.card.suit
        self.bound = NO_SUIT
        if seat != self.holder:
            self.holder, self.silent, self.took = seat, "", ""
        declared = boxes is not UNTICKED and self._declare(seat, play.card, boxes, emit)
        if not declared and letter not in self.silent:
            self.silent += letter
        self.led = play.suit
        self.best = play
        self.taker = seat

    def _declare(self, seat: Seat, card: Card, boxes: m.Boxes, emit: Emit) -> bool:
        """Make the declarations that the leader has ticked in checkboxes.

        Return whether one of them is about the suit led.
        """
        made = tuple(passata.on_lead(self._declarer(seat), card, boxes))
        self._tell(sorted(made, key=_is_public), emit)
        for one in made:
            if isinstance(one, m.Declaration) and one.kind == "giocata":
                assert one.name is not None
                self._bind(seat, card, one.name)
                return True
        return False

    def _bind(self, seat: Seat, card: Card, name: str) -> None:
        """Apply the limits after a declaration: bar the suit (B.4), require a three (B.7)."""
        if card.suit not in self.declared[seat]:
            self.declared[seat] += card.suit
        if d.is_lasting(name) and card.suit not in self.lasting[seat]:
            self.lasting[seat] += card.suit
        if self.options.federation and name == d.BINDS:
            self.bound = PLAYS[card].suit

    def _declarer(self, seat: Seat) -> passata.Declarer:
        hand = self.held(seat)
        return passata.Declarer(
            seat, self.standing(seat), hand, self.history(), self.options.federation
        )

    def _tell(self, made: Iterable[passata.BoxOutcome], emit: Emit) -> None:
        for one in made:
            if isinstance(one, m.Declaration):
                self.declarations.append(one)
                emit(_declared(one))
            else:
                emit(one)

    def _take_trick(self, emit: Emit) -> None:
        taker, first = self.taker, self.trail[-SEATS]
        thirds = sum([play.thirds for play in self.trail[-SEATS:]])
        self.thirds[taker & 1] += thirds  # partners sit across: the parity of a seat is its side
        self.led, self.best = NO_SUIT, None
        if emit is not drop:
            emit(m.TrickTaken(taker, len(self.leaders), thirds))
        if taker != self.holder:
            self.holder, self.silent, self.took = taker, "", first.card.suit
        if self.boxed:
            self._open_boxes(taker, first.card.suit, emit)
        if self.says:
            self.says = []
        if len(self.leaders) == HAND:
            self._score(taker, emit)
            return
        self.lead(taker, LEFT[taker])

    def _open_boxes(self, taker: Seat, led: str, emit: Emit) -> None:
        """Make the declaration that the taker ticked with the card, if any.

        For the other seats that ticked one, report that they declare nothing.
        """
        if taker in self.boxed:
            self._tell([passata.on_capture(self._declarer(taker), led)], emit)
        others = (seat for seat in self.boxed if seat != taker)
        self._tell([self._declarer(seat).nothing("pigliata", d.NOT_TAKEN) for seat in others], emit)
        self.boxed = []

    def _score(self, last: Seat, emit: Emit) -> None:
        """Score the finished deal (passata), check for a winner, and let the next seat deal."""
        points = scores.deal_points(self.thirds, last)
        accuse = NO_ACCUSE
        if self.accuse:
            accuse = scores.accuse_points(self.accuse, points, kept=self.options.accuse_kept)
        ours = self.score[0] + points[0] + accuse[0]
        theirs = self.score[1] + points[1] + accuse[1]
        self.score = [ours, theirs]
        if emit is not drop:
            thirds, score = (self.thirds[0], self.thirds[1]), (ours, theirs)
            emit(m.DealScored(thirds, last, points, accuse, score, scores.cappotto(points)))
        self.pass_deal(emit, over=scores.winner(self.score, self.options.target) is not None)


def _is_public(one: passata.BoxOutcome) -> bool:
    """Return True if a ticked checkbox has led to a declaration, which is public.

    It is used to sort private reports first, so that a declaration directly precedes its card.
    """
    return isinstance(one, m.Declaration)


def _declared(one: m.Declaration) -> m.Declared:
    return m.Declared(one.seat, one.kind, one.name, one.suit, one.text)
