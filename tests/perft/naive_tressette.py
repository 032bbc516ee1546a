"""A second, simple and slow implementation of Tressette, independent of the program.

A position is only the four hands and the list of cards played; everything else is computed from
these.  Declarations come from the second implementation of the document, in
`tests/games/tressette/document.py`.
"""

from dataclasses import dataclass

from tests.games.tressette import document

ORDER = "321RCF7654"
"""The ranks of the text forms, from the highest."""

DOCUMENT = {"1": "A", "R": "K"}
THIRDS = {"1": 3, "3": 1, "2": 1, "R": 1, "C": 1, "F": 1}


@dataclass(frozen=True)
class Deal:
    """A deal: four hands as text, the seat that leads, and cards already `played`."""

    hands: tuple[str, str, str, str]
    leader: int = 0
    played: str = ""
    federation: bool = False


@dataclass
class Told:
    """A declaration: its seat, kind, name and suit."""

    seat: int
    kind: str
    name: str
    suit: str | None
    trick: int


def seats_from(seat):
    return [(seat - place) % 4 for place in range(4)]


def tricks(deal, history):
    """Return all tricks, each as a list of seat, card and ticked declaration boxes.

    The last trick may be incomplete.
    """
    found, leader, place = [], deal.leader, 0
    while place < len(history):
        trick = [
            (seat, move.split(" ")[0], move.split(" ")[1:])
            for seat, move in zip(seats_from(leader), history[place : place + 4], strict=False)
        ]
        found.append(trick)
        place += 4
        leader = taker(trick) if len(trick) == 4 else leader
    return found


def taker(trick):
    led = trick[0][1][1]
    following = [(ORDER.index(card[0]), seat) for seat, card, _ in trick if card[1] == led]
    return min(following)[1]


def turn(deal, history):
    """Return the seat whose turn it is."""
    done = tricks(deal, history)
    if not done:
        return deal.leader
    last = done[-1]
    return taker(last) if len(last) == 4 else (last[-1][0] - 1) % 4


def left(deal, history, seat):
    """Return the cards left in a seat's hand."""
    gone = {move.split(" ")[0] for move in history}
    return [card for card in deal.hands[seat].split() if card not in gone]


def over(deal, history):
    return len(history) == len(" ".join(deal.hands).split())


def table(deal, history):
    """Return the unfinished trick, or an empty list."""
    done = tricks(deal, history)
    return done[-1] if done and len(done[-1]) < 4 else []


def possible(deal, history):
    """Return the legal cards of the seat to play."""
    if over(deal, history):
        return set()
    seat, trick = turn(deal, history), table(deal, history)
    held = left(deal, history, seat)
    if not trick:
        duty = bound(deal, history)
        return {card for card in held if duty in {None, card}}
    led = trick[0][1][1]
    follow = {card for card in held if card[1] == led}
    return follow or set(held)


def bound(deal, history):
    """Return the three that must be led after "venticinque piombo", or None.

    Only the rules of the federation require this.
    """
    done = [trick for trick in tricks(deal, history) if len(trick) == 4]
    for told in declarations(deal, history):
        last = told.trick == len(done) - 1
        if deal.federation and told.name == "venticinque-piombo" and last:
            return f"3{told.suit}"
    return None


def thirds(deal, history):
    """Return the points that each side has taken, in thirds."""
    taken = [0, 0]
    for trick in tricks(deal, history):
        if len(trick) == 4:
            taken[taker(trick) % 2] += sum(THIRDS.get(card[0], 0) for _, card, _ in trick)
    return tuple(taken)


# --- Declarations ---------------------------------------------------------------------------------


def declarations(deal, history):
    """Return all declarations of a deal, in order."""
    told = []
    for number, trick in enumerate(tricks(deal, history)):
        before = history[: 4 * number]
        told += on_lead(deal, before, trick[0], number, told)
        if len(trick) == 4:
            told += on_capture(deal, history[: 4 * number + 4], trick, number, told)
    return told


def on_lead(deal, before, play, number, told):
    seat, card, boxes = play
    suit = card[1]
    found = []
    if "palo" in boxes:
        name = of_the_suit_led(deal, before, seat, card, told)
        found += [Told(seat, "giocata", name, suit, number)] if name else []
    if "altri" in boxes:
        found += [
            Told(seat, "altri", name, None, number)
            for name in of_others(deal, before, seat, card, told)
        ]
    for box in boxes:
        if box.startswith("compagno="):
            name = f"{box.split('=')[1]}-al-palo-del-mio-compagno"
            found.append(Told(seat, "compagno", name, None, number))
    return found


def of_the_suit_led(deal, before, seat, card, told):
    suit = card[1]
    held = {one for one in left(deal, before, seat) if one[1] == suit}
    mine = [one for one in told if one.seat == seat and one.kind == "giocata" and one.suit == suit]
    if any("lunghissimo" in one.name for one in mine) and len(held) >= 5:
        return "ancora-lunghissimo"
    if mine or suit in silent(deal, before, seat, told):
        return None
    read = document.BY_THE_FEDERATION if deal.federation else document.AS_PLAYED
    names = document.answers(
        ranks(held), ranks(gone(deal, before, suit)), ranks([card]).pop(), read
    )
    return min(names, default=None)


def ranks(cards):
    return {DOCUMENT.get(card[0], card[0]) for card in cards}


def gone(deal, history, suit):
    return {
        card
        for card in [*deal.played.split(), *(move.split(" ")[0] for move in history)]
        if card[1] == suit
    }


def silent(deal, before, seat, told):
    """Return the suits that a seat has led without declaring, since it won the lead."""
    found = set()
    for number, trick in enumerate(tricks(deal, before)):
        if taker(trick) != seat:
            found = set()
        elif trick[0][0] == seat:
            said = [one for one in told if one.trick == number and one.kind == "giocata"]
            found |= set() if said else {trick[0][1][1]}
    return found


def taken_by(deal, before, seat):
    """Return the number of the trick by which a seat won the lead, or None if it led first."""
    found = None
    for number, trick in enumerate(tricks(deal, before)):
        if taker(trick) == seat and trick[0][0] != seat:
            found = number
        if taker(trick) != seat:
            found = None
    return found


def of_others(deal, before, seat, card, told):
    done, number = tricks(deal, before), taken_by(deal, before, seat)
    closed = {card[1]} | silent(deal, before, seat, told)
    closed |= {one.suit for one in told if one.seat == seat and one.kind == "giocata"}
    closed |= set() if number is None else {done[number][0][1][1]}
    holds = {one[1] for one in left(deal, before, seat)}
    void = {suit for suit in "cdsb" if suit not in holds | closed}
    if not void:
        return []
    dealt = {one[1] for one in deal.hands[seat].split()}
    led = {trick[0][1][1] for trick in done[:number]} if number is not None else set()
    emptied = {suit for suit in void if suit in dealt and suit not in led}
    feci = ["feci-un-piombo"] if deal.federation and emptied else []
    return [*feci, "sono-faglio-a-un-palo"]


def on_capture(deal, after, trick, number, told):
    seat, suit = taker(trick), trick[0][1][1]
    boxes = next(boxes for who, _, boxes in trick if who == seat)
    if seat == trick[0][0] or "pigliata" not in boxes:
        return []
    name = of_the_suit_captured(deal, after, seat, suit, told)
    return [Told(seat, "pigliata", name, suit, number)] if name else []


def of_the_suit_captured(deal, after, seat, suit, told):
    held = {one for one in left(deal, after, seat) if one[1] == suit}
    mine = [one for one in told if one.seat == seat and one.kind == "giocata" and one.suit == suit]
    if mine:
        lasts = any("lunghissimo" in one.name for one in mine) and len(held) >= 5
        return "ancora-lunghissimo" if lasts else None
    if not held:
        return "ho-fatto-questo-piombo"
    others = set(document.RANKS) - ranks(held) - ranks(gone(deal, after, suit))
    subject = any(document.ABOVE[rank] & others for rank in ranks(held))
    return "sono-liscio-qui" if subject else None


# --- Counting -------------------------------------------------------------------------------------


def perft(deal, depth, history=()):
    """Return the number of sequences of `depth` cards that can follow the cards in `history`."""
    cards = possible(deal, history)
    if depth <= 1:
        return len(cards)
    return sum(perft(deal, depth - 1, (*history, card)) for card in cards)
