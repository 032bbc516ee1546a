"""Hand-made frames of the table, one for each game, with as much as a frame may contain."""

from dataclasses import replace

from audiogames.present.frame import (
    Button,
    CardShape,
    ClockShape,
    Frame,
    LaidShape,
    NumberShape,
    ResultShape,
    Row,
    SeatShape,
    SuitShape,
    SymbolRow,
    TableShape,
)

NAMES = (
    *("Ada", "Massimiliano", "Carla", "Dino", "Elena", "Franco"),
    *("Gino", "Ilaria", "Luca", "Marta", "Nino", "Olga"),
)


def card(text, pack="french", **more):
    """Return a card as a frame shows it, from rank and suit such as "10h"."""
    rank, suit = text[:-1], text[-1]
    return CardShape(rank, suit, pack, text, letter=suit, id=text, **more)


def hand(text, focus, pack="french"):
    """Return the cards of a hand as a frame shows them; card number `focus` is focused."""
    return tuple(card(one, pack, focused=n == focus) for n, one in enumerate(text.split()))


def seats(count, *notes, says="", **first):
    """Return `count` seats of a frame, first the listener's; seat 2 deals.

    The last seat's player is away.
    """
    own = SeatShape(0, "You", 3, notes, is_own=True, **first)
    others = (
        SeatShape(n, name, 12, notes, says if n == 1 else "", deals=n == 2, is_away=n == count - 1)
        for n, name in enumerate(NAMES[: count - 1], 1)
    )
    return own, *others


def laid(text, takes, pack="french"):
    """Return cards played by seats 1, 2, 3 and so on; seat `takes` takes the trick."""
    return tuple(
        LaidShape(seat, card(one, pack), takes=seat == takes)
        for seat, one in enumerate(text.split(), 1)
    )


THIRTEEN = hand("2c 5c 8c Kc 3d 10d Qd Ad 4h 7h Jh 2s 9s", 5)
THREE = hand("7c Cd As", 1, "italian")

WIST = Frame(
    "Wist",
    cards=THIRTEEN,
    status="Carla, queen of diamonds.",
    buttons=(Button("The last trick", "l"),),
    table=TableShape(
        seats(4, "bid 3, took 1", "12 points", acts=True),
        turn="Your turn. Play a card.",
        place="6 of 13",
        laid=laid("5d Kd Qd", 2),
        facts=("Round 3 of 10", "13 cards each"),
        trump=SuitShape("h", "french", "Trump: hearts"),
        turned=card("7h"),
        clock=ClockShape(23, 60),
    ),
)
BIDS = Frame(
    "How many tricks do you bid?",
    cards=THIRTEEN,
    rows=tuple(Row(str(number), number == 3) for number in range(14)),
    status="Ada bids 4. Your turn to bid.",
    table=TableShape(
        seats(5, "bid 4", says="Four"),
        turn="Your turn to bid.",
        place="6 of 13",
        facts=("Round 3 of 10",),
        trump=SuitShape("h", "french", "Trump: hearts"),
    ),
)
FIVE = Frame(
    "Wist",
    cards=hand("2c 5c 8c Kc 3d 10d Qd Ad 4h 7h", 9),
    status="Ada plays the ace of clubs.",
    table=TableShape(
        seats(5, "bid 3, took 1"), turn="Carla's turn.", place="10 of 10", laid=laid("Ac 5c", 1)
    ),
)
INVIDO = Frame(
    "Invido",
    cards=THREE,
    status="Ada: invido!",
    buttons=tuple(Button(text, text[0]) for text in ("Invido", "Accept", "To the mountain")),
    symbols=(SymbolRow("Hands. Won, lost.", ("lamp-won", "lamp-lost", "lamp-open")),),
    table=TableShape(
        seats(2, "17 points", says="Invido!"),
        turn="Your turn: answer, or play.",
        place="2 of 3",
        laid=laid("Rs", 1, "italian"),
        is_last=True,
        facts=("The hand is worth 2",),
    ),
)
PILE = Frame(
    "Novantanove",
    cards=hand("7c Qd As", 1),
    status="Elena: queen of hearts, 87.",
    buttons=(Button("Draw", "space"),),
    table=TableShape(
        seats(13, "5 tokens"),
        turn="Ilaria's turn.",
        place="2 of 3",
        laid=(LaidShape(5, card("Qh")),),
        total=NumberShape("Total", 87),
        stock=23,
        facts=("Clockwise",),
        clock=ClockShape(8, 30),
    ),
)
MIDDLE = Frame(
    "Scopa",
    cards=THREE,
    status="Ada: king of coins.",
    table=TableShape(
        seats(4, "12 cards"),
        turn="Your turn.",
        place="2 of 3",
        laid=tuple(replace(one, seat=None) for one in laid("Ac 4s 6b Rd 2c 3b 5d", 0, "italian")),
        stock=12,
        facts=("Score 7 to 9",),
    ),
)
LESSON = Frame("Lesson", ("Play the ace of hearts.",), cards=THREE, table=INVIDO.table)
RESULT = Frame(
    "Wist",
    status="Ada wins the match with 54 points.",
    buttons=(Button("Go on", "space"),),
    table=TableShape(
        seats(4, "31 points"),
        turn="The match is over.",
        result=ResultShape("Ada wins", tuple(f"{name}: 54 points" for name in NAMES[:6])),
    ),
)
HIDDEN = Frame("Wist", table=TableShape(seats(4), turn="Ada's turn.", laid=(LaidShape(2, None),)))

TABLES = {
    "wist": WIST,
    "bids": BIDS,
    "five": FIVE,
    "invido": INVIDO,
    "pile": PILE,
    "middle": MIDDLE,
    "lesson": LESSON,
    "result": RESULT,
    "hidden": HIDDEN,
}
