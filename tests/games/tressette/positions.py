"""Builders of Tressette positions from text, and helpers that make moves in them.

`AK7c` is short for the asso, re and sette of coppe: suits are c d s b, ranks as in the
rules, `3 2 A K C F 7 6 5 4`; the text forms `1c` and `Rc` are understood as well. Hands are
given in the order of play, that is, from the leader to the right.
"""

from random import Random

from audiogames.cards.card import ITALIAN, Card
from audiogames.cards.course import NO_SUIT
from audiogames.core.contract import Turn, admit
from audiogames.core.events import Seat
from audiogames.games.tressette import model as m
from audiogames.games.tressette.rules import TressetteRules
from tests.games.moves import maker, of, refuser, words

RULES = TressetteRules()
make = maker(RULES)
refusal = refuser(make)
OURS = {"A": "1", "K": "R"}
"""Ranks in the rules by their text forms."""

ORDER = "32AKCF7654"


def cards(text):
    """Return cards from text, as in `cards("AK7c 3d")`."""
    return [
        Card.read(OURS.get(rank, rank) + word[-1], "italian")
        for word in text.split()
        for rank in word[:-1]
    ]


def card(text):
    """Return one card from text."""
    (one,) = cards(text)
    return one


def in_turn(leader=0):
    """Return the seats in the order of play, from the leader to the right."""
    return [Seat((leader - place) % 4) for place in range(4)]


def start(**options):
    """Return a match before the dealer is drawn."""
    return RULES.start(m.Options(**options), 4)


def ready(leader=0, score=(0, 0), deal=0, **options):
    """Return a match before a deal in which seat `leader` will lead."""
    state = start(**options)
    state.dealer = Seat((leader + 1) % 4)
    state.score = list(score)
    state.deal = deal
    return state


def pack(state, *hands, leader=0):
    """Return the dealer's move that deals these hands, filled up with the remaining cards."""
    held = [cards(hand) for hand in hands] + [[] for _ in range(4 - len(hands))]
    given = {one for hand in held for one in hand}
    rest = [one for one in ITALIAN if one not in given]
    for hand in held:
        while len(hand) < m.HAND:
            hand.append(rest.pop())
    assert not rest, "a hand is too long"
    dealt_to = dict(zip(in_turn(leader), held, strict=True))
    return words(["deal", *(one for seat in range(4) for one in dealt_to[seat])])


def dealt(*hands, leader=0, **more):
    """Return a deal with these hands, in which seat `leader` is to lead the first trick."""
    state = ready(leader, **more)
    make(state, pack(state, *hands, leader=leader))
    return state


def laid(*hands, leader=0, **options):
    """Return a deal in progress with exactly these hands; all other cards have been played.

    The seats led the earlier tricks in turn, and nothing was declared.
    """
    held = [cards(hand) if isinstance(hand, str) else hand for hand in hands]
    given = {one for hand in held for one in hand}
    state = ready(leader, **options)
    state.deal = 1
    state.trail = [m.PLAYS[one] for one in ITALIAN if one not in given]
    state.leaders = [Seat(place % 4) for place in range(len(state.trail) // 4)]
    state.hold([held[in_turn(leader).index(seat)] for seat in range(4)])
    state.lead(Seat(leader), m.PREVIOUS[leader])
    return state


def coppe(ranks):
    """Return coppe from text, as in `coppe("A 7")`."""
    return [card(f"{rank}c") for rank in ranks.split()]


def holding(hand, gone="", **options):
    """Return a deal whose leader holds these coppe; the coppe in `gone` have been played."""
    own, away = coppe(hand), coppe(gone)
    out = [one for one in ITALIAN if one.suit == "c" and one not in {*own, *away}]
    other = [one for one in ITALIAN if one.suit != "c"]
    tricks = -(-len(away) // 4)
    size = m.HAND - tricks
    del other[: 4 * tricks - len(away)]
    while len(own) < size:
        own.append(other.pop())
    rest = out + other
    return laid(own, *(rest[place * size : (place + 1) * size] for place in range(3)), **options)


def play(state, script):
    """Play cards one after another, each by the seat to act; `Ac+palo` has one checkbox ticked."""
    return [event for text in script.split() for event in make(state, form(text))]


def form(text):
    """Convert a card from the rules' notation to the program's text form."""
    return OURS.get(text[0], text[0]) + text[1:].replace("+", " ")


def rest_of_trick(state):
    """Let each remaining player of the trick play their first legal card."""
    events = []
    while state.led != NO_SUIT:
        events += make(state, str(state.legal_moves(state.to_act)[0]))
    return events


def playing(script, *hands, **more):
    """Return a deal with these hands after the cards of `script` were played."""
    state = dealt(*hands, **more)
    play(state, script)
    return state


def legal(state, seat=...):
    """Return the legal moves of a seat as text, by default of the seat to act."""
    return {str(move) for move in state.legal_moves(state.to_act if seat is ... else seat)}


def declared(events):
    """Return the names that were declared."""
    return [event.name for event in of(m.Declared, events)]


def why_undeclared(events):
    """Return the reasons why ticked checkboxes declared nothing."""
    return [event.why for event in of(m.NothingDeclared, events)]


def listeners():
    """Return every seat, and None for a spectator."""
    return [*map(Seat, range(4)), None]


def any_move(state, number, *, boxes=True):
    """Return a seat and one of its legal moves, chosen by a number.

    With `boxes`, the move is usually a card with some of its allowed checkboxes ticked.
    """
    if state.to_act is Turn.CHANCE:
        return None, RULES.chance(state, Random(number))
    if boxes and number % 4:
        more = [(seat, move) for seat in listeners()[:-1] for move in state.unlisted(seat)]
        if more:
            return more[number // 4 % len(more)]
    listed = [(seat, move) for seat in listeners()[:-1] for move in state.legal_moves(seat)]
    return listed[number // 4 % len(listed)]


def walk(seed, *, deals=1, boxes=True, **options):
    """Play random deals; yield for each move the state before, seat, move, events and new state."""
    state, rng = start(**options), Random(seed)
    while state.to_act is not Turn.OVER and (state.deal < deals or isinstance(state.to_act, int)):
        seat, move = any_move(state, rng.randrange(10_000), boxes=boxes)
        admit(RULES, state, seat, move) if seat is not None else None
        before, events = state.copy(), []
        state.apply(seat, move, events.append)
        yield before, seat, move, events, state


def naively_closed(view, led):
    """Return the suits that may not be declared, computed without the program's own rules."""
    me, closed, since, took = view.seat, {led}, [], None
    tricks = [view.history[at : at + 4] for at in range(0, len(view.history) - 3, 4)]
    for number, trick in enumerate(tricks):
        taker = m.best_of(trick)[0]
        suit = trick[0][1].suit
        if trick[0][0] == me:
            spoken = any(
                one.kind == "giocata" and one.at == 4 * number for one in view.declarations
            )
            since = ([*since, suit] if not spoken else since) if taker == me else []
            closed |= {suit} if spoken else set()
        if taker == me and trick[0][0] != me:
            took = suit
        if taker != me:
            took = None
    return closed | set(since) | ({took} if took else set())


def finish_deal(state, seed=1):
    """Make random moves until the deal has been scored; return the events."""
    rng, events = Random(seed), []
    while not isinstance(state.to_act, Turn):
        moves = state.legal_moves(state.to_act)
        state.apply(state.to_act, moves[rng.randrange(len(moves))], events.append)
    return events
