"""A second, simple and slow implementation of Invido, used to count positions.

It is independent of the program.  A position is only the list of moves since the deal; everything
else is computed from that list.
"""

from dataclasses import dataclass, field

ORDER = "67FCR123"
LADDER = {"invido": 3, "tras-mas": 6, "tras-mas-nof": 9, "fuori-gioco": 12, "partita": 24}


@dataclass(frozen=True)
class Deal:
    """A deal: two hands as text, the seat that leads, and the rules' options."""

    hands: tuple[str, str]
    leader: int = 0
    cap: int = 3
    face_down: bool = False
    card_accepts: bool = False
    call_refuses: bool = False


@dataclass
class Position:
    """The position that results from a list of moves."""

    deal: Deal
    hands: list[set[str]]
    turn: int
    value: int = 1
    raiser: int | None = None
    questions: list[tuple[str, int]] = field(default_factory=list)
    """The open calls and their callers; the last call is at the end."""
    montes: list[int] = field(default_factory=lambda: [0, 0])
    trick: list[tuple[int, str]] = field(default_factory=list)
    tricks: list[int | None] = field(default_factory=list)
    end: tuple[int | None, int] | None = None
    """The winner of the deal, and the points."""


def after(deal, history):
    """Return the position after these moves, given as pairs of seat and text."""
    position = Position(deal, [set(hand.split()) for hand in deal.hands], deal.leader)
    for seat, move in history:
        do(position, seat, move)
    return position


def do(position, seat, move):
    questions = position.questions
    if move == "a-monte":
        questions.append((move, seat))
        position.montes[seat] += 1
    elif move == "no":
        questions.pop()
    elif move == "vado-via":
        position.end = (1 - seat, position.value)
    elif move == "va-bene" and questions[-1][0] == "a-monte":
        position.end = (None, 0)
    elif move == "va-bene":
        settle(position)
    elif move in LADDER:
        if questions and questions[-1][0] == "a-monte":
            questions.pop()
        settle(position)
        questions.append((move, seat))
    else:
        settle(position)
        put(position, seat, move)


def settle(position):
    """Accept the pending call, if there is one."""
    if position.questions:
        call, position.raiser = position.questions.pop()
        position.value = LADDER[call]


def put(position, seat, card):
    position.hands[seat].remove(card.removesuffix("*"))
    position.montes = [0, 0]
    position.trick.append((seat, card))
    position.turn = 1 - seat
    if len(position.trick) < 2:
        return
    (leader, first), (follower, second) = position.trick
    higher = height(first) - height(second)
    winner = None if higher == 0 else leader if higher > 0 else follower
    position.trick = []
    position.tricks.append(winner)
    position.turn = leader if winner is None else winner
    outcome = {"won 0": (0, position.value), "won 1": (1, position.value), "tied": (None, 0)}
    position.end = outcome.get(verdict(position.tricks))


def height(card):
    return 0 if card.endswith("*") else 1 + ORDER.index(card[0])


def verdict(tricks):
    """Return "won 0", "won 1", "tied" or "open" for these winners of tricks."""
    rows = {
        "WW": "won", "WT": "won", "WLW": "won", "WLL": "lost", "WLT": "won",
        "TW": "won", "TL": "lost", "TTW": "won", "TTL": "lost", "TTT": "tied",
        "LL": "lost", "LT": "lost", "LWL": "lost", "LWW": "won", "LWT": "lost",
    }  # fmt: skip
    seen = "".join({0: "W", 1: "L", None: "T"}[trick] for trick in tricks)
    return {"won": "won 0", "lost": "won 1", "tied": "tied"}.get(rows.get(seen, ""), "open")


def possible(position):
    """Return all legal moves, as pairs of seat and text."""
    if position.end:
        return set()
    if position.questions and position.questions[-1][0] == "a-monte":
        return answers_to_monte(position)
    actor = 1 - position.questions[-1][1] if position.questions else position.turn
    words = answers_to_call(position, actor) if position.questions else own_turn(position)
    cap = position.deal.cap
    montes = {(s, "a-monte") for s in (0, 1) if cap == 0 or position.montes[s] < cap}
    return {(actor, word) for word in words} | montes


def answers_to_monte(position):
    *under, (_, asker) = position.questions
    answerer = 1 - asker
    words = {"va-bene", "no"}
    if position.deal.call_refuses and not under and position.raiser != answerer:
        words |= step_above(position.value)
    return {(answerer, word) for word in words}


def answers_to_call(position, actor):
    words = {"va-bene", "vado-via"} | step_above(LADDER[position.questions[-1][0]])
    if position.deal.card_accepts and actor == position.turn:
        words |= cards(position, actor)
    return words


def own_turn(position):
    words = {"vado-via"} | cards(position, position.turn)
    if position.raiser != position.turn:
        words |= step_above(position.value)
    return words


def cards(position, seat):
    hand = position.hands[seat]
    return hand | {f"{card}*" for card in hand} if position.deal.face_down else set(hand)


def step_above(level):
    """Return the one call possible at this stake, as a set; empty if there is none."""
    return {name for name in LADDER if LADDER[name] > level and lower(name) <= level}


def lower(name):
    """Return the stake just below the one that this call asks for."""
    return max([1, *(step for step in LADDER.values() if step < LADDER[name])])


def perft(deal, depth, history=()):
    """Return the number of sequences of `depth` legal moves that may follow `history`."""
    moves = possible(after(deal, history))
    if depth == 1:
        return len(moves)
    return sum(perft(deal, depth - 1, (*history, move)) for move in moves)
