"""A second, simple and slow implementation of Wist, used to count positions.

It is independent of the program.  A round is the table, the dealer, the pack in the order of the
deal, and the list of moves since; everything else is computed from these.
"""

from dataclasses import dataclass

HIGH_TO_LOW = "AKQJT98765432"
TURNI = ("cuori", "quadri", "fiori", "picche", "libera", "buio", "biglietti", "wist")
SEME = {"cuori": "h", "quadri": "d", "fiori": "c", "picche": "s"}


@dataclass(frozen=True)
class Table:
    """The number of players at a table, and the rules.

    `seating` is the order of the seats: each seat is followed by its left neighbour.
    """

    players: int = 4
    clockwise: bool = False
    free_cut: bool = False
    dark_tickets: bool = False
    cagliari: bool = False
    always: bool = False
    seating: tuple[int, ...] = (0, 1, 2, 3, 4)


@dataclass(frozen=True)
class Round:
    """A round (a turno, or a mano in the Cagliari form), with its number from 1 and its cards."""

    table: Table
    number: int
    dealer: int
    pack: tuple[str, ...]


# The match


def how_many(table):
    return 25 if table.cagliari else 8


def next_player(table, seat):
    """Return the next seat in turn: on the left if play is clockwise, otherwise on the right."""
    seating = [one for one in table.seating if one < table.players]
    ahead = 1 if table.clockwise else -1
    return seating[(seating.index(seat) + ahead) % len(seating)]


def dealer_of(table, first_dealer, number):
    dealer = first_dealer
    for _ in range(number - 1):
        dealer = next_player(table, dealer)
    return dealer


def size(table, number):
    """Return how many cards each player gets in this round."""
    if not table.cagliari:
        return {4: 13, 5: 10}[table.players]
    down = list(range(13, 0, -1))
    return [*down, *down[-2::-1]][number - 1]


def name(deal):
    if deal.table.cagliari:
        return str(size(deal.table, deal.number))
    return TURNI[deal.number - 1]


def trump(deal):
    if not deal.table.cagliari:
        return SEME.get(name(deal))
    used = 4 * size(deal.table, deal.number)
    return deal.pack[used][1] if used < len(deal.pack) else None


def is_secret(deal):
    return name(deal) == "biglietti" or (name(deal) == "buio" and deal.table.dark_tickets)


# The course of a round


def order(deal, first=None):
    """Return all seats in order of play, from the one beside the dealer or from `first`."""
    turn = [next_player(deal.table, deal.dealer) if first is None else first]
    while len(turn) < deal.table.players:
        turn.append(next_player(deal.table, turn[-1]))
    return turn


def bids(deal, history):
    """Return the bids made so far, by seat."""
    if name(deal) == "wist":
        return dict.fromkeys(range(deal.table.players), 0)
    return {seat: int(text[4:]) for seat, text in history if text.startswith("bid ")}


def tricks(deal, history):
    """Return the cards played, trick by trick; the last may be unfinished or empty."""
    cards = [(seat, text) for seat, text in history if not text.startswith("bid ")]
    each = deal.table.players
    return [cards[at : at + each] for at in range(0, len(cards) + 1, each)]


def winner(deal, trick):
    """Return the seat with the highest trump, or the highest card of the suit led."""
    of_trump = [(seat, card) for seat, card in trick if card[1] == trump(deal)]
    of_led = [(seat, card) for seat, card in trick if card[1] == trick[0][1][1]]
    return min(of_trump or of_led, key=lambda play: HIGH_TO_LOW.index(play[1][0]))[0]


def taken(deal, history):
    """Return how many tricks each seat has taken."""
    each = deal.table.players
    takers = [winner(deal, trick) for trick in tricks(deal, history) if len(trick) == each]
    return tuple(takers.count(seat) for seat in range(each))


def hand(deal, history, seat):
    many = size(deal.table, deal.number)
    played = {text for _, text in history}
    return [card for card in deal.pack[seat * many : (seat + 1) * many] if card not in played]


def on_table(deal, history):
    return tricks(deal, history)[-1]


def is_over(deal, history):
    return sum(taken(deal, history)) == size(deal.table, deal.number)


def who(deal, history):
    """Return the seat to act, or None if the round is over."""
    have_bid = bids(deal, history)
    for seat in order(deal):
        if seat not in have_bid:
            return seat
    if is_over(deal, history):
        return None
    *done, trick = tricks(deal, history)
    leader = winner(deal, done[-1]) if done else None
    return order(deal, leader)[len(trick)]


def forbidden(deal, history):
    """Return the bid that the last bidder may not make, or None."""
    have_bid = bids(deal, history)
    if is_secret(deal) or len(have_bid) != deal.table.players - 1:
        return None
    lacking = size(deal.table, deal.number) - sum(have_bid.values())
    return lacking if lacking >= 0 else None


def possible(deal, history):
    """Return all legal moves, as pairs of seat and text."""
    have_bid = bids(deal, history)
    if len(have_bid) < deal.table.players:
        silent = [seat for seat in order(deal) if seat not in have_bid]
        may = silent if is_secret(deal) else silent[:1]
        numbers = set(range(size(deal.table, deal.number) + 1)) - {forbidden(deal, history)}
        return {(seat, f"bid {number}") for seat in may for number in numbers}
    seat = who(deal, history)
    return set() if seat is None else {(seat, card) for card in playable(deal, history, seat)}


def playable(deal, history, seat):
    held = hand(deal, history, seat)
    trick = on_table(deal, history)
    if not trick:
        return held
    follow = [card for card in held if card[1] == trick[0][1][1]]
    if not follow:
        return held
    cut = [card for card in held if card[1] == trump(deal)] if deal.table.free_cut else []
    return {*follow, *cut}


# Points


def points(deal, history):
    """Return each seat's points by the rules' table of points."""
    have_bid, have_taken = bids(deal, history), taken(deal, history)
    worth = contract if deal.table.cagliari else previsione
    return tuple(
        worth(deal.table, have_bid[seat], have_taken[seat]) for seat in range(deal.table.players)
    )


def previsione(table, number, tricks_taken):
    if number == 0 and tricks_taken == 0:
        return {4: 25, 5: 20}[table.players]
    if number == 0:
        return -5 * tricks_taken
    if number == tricks_taken:
        return tricks_taken + 10
    return tricks_taken


def contract(table, number, tricks_taken):
    missed = max(number, tricks_taken) - min(number, tricks_taken)
    if missed and not table.always:
        return -2 * missed
    return 10 + 2 * number - 2 * missed


# Counting


def perft(deal, depth, history=()):
    """Return the numbers of move sequences of each length from 1 to `depth`."""
    courses, counts = [history], []
    for _ in range(depth):
        courses = [(*course, move) for course in courses for move in possible(deal, course)]
        counts.append(len(courses))
    return counts
