"""Tests of the animation between two pictures of the table: which cards move, and where."""

from pygame import Rect

from audiogames.present.frame import CardShape, LaidShape, SeatShape, TableShape
from audiogames.shell.window.boxes import CardBox, TextBox
from audiogames.shell.window.motion import Flight, Scene, flights

SEATS = (SeatShape(0, "You", is_own=True), SeatShape(1, "Ada"))
PLACES = {0: Rect(0, 500, 300, 60), 1: Rect(0, 0, 300, 60)}


def card(id_):
    return CardShape("7", "h", "french", "seven", id=id_)


def scene(hand=(), laid=(), *, is_last=False, taker=None):
    """Return a table of two seats with these cards in the hand and these played cards."""
    table = TableShape(
        SEATS,
        laid=tuple(LaidShape(seat, card(id_), takes=seat == taker) for seat, id_ in laid),
        is_last=is_last,
    )
    boxes = [TextBox(f"seat {number}", place) for number, place in PLACES.items()]
    boxes += [
        CardBox(f"card {n}", Rect(100 * n, 600, 70, 100), card(id_)) for n, id_ in enumerate(hand)
    ]
    boxes += [
        CardBox(f"laid {n}", Rect(400 + 80 * n, 300, 70, 100), card(id_))
        for n, (_, id_) in enumerate(laid)
    ]
    return Scene(table, boxes)


def moved(before, after):
    """Return where each moving card starts and ends, as centres of rectangles."""
    return {
        flight.box.card.id: (flight.start.center, flight.end.center)
        for flight in flights(before, after)
    }


def test_players_own_card_moves_from_the_hand_to_the_table():
    before, after = scene(["a", "b"]), scene(["b"], [(0, "a")])
    assert moved(before, after) == {"a": ((35, 650), (435, 350))}


def test_opponents_card_moves_from_their_seat_to_the_table():
    before, after = scene(laid=[(0, "a")]), scene(laid=[(0, "a"), (1, "b")])
    assert moved(before, after) == {"b": (PLACES[1].center, (515, 350))}


def test_last_trick_moves_to_its_taker_at_the_next_card():
    trick = [(0, "a"), (1, "b")]
    open_, done = scene(laid=trick), scene(laid=trick, is_last=True, taker=1)
    assert moved(open_, done) == {}
    after = moved(done, scene(laid=[(1, "c")]))
    assert {id_: end for id_, (_, end) in after.items()} == {
        "a": PLACES[1].center,
        "b": PLACES[1].center,
        "c": (435, 350),
    }


def test_cards_that_stay_in_the_hand_are_not_animated():
    assert moved(scene(["a", "b"]), scene(["b", "a"])) == {}


def test_movement_ends_at_the_position_of_the_card():
    box = CardBox("card 0", Rect(100, 0, 70, 100), card("a"))
    flight = Flight(box, Rect(0, 0, 70, 100), box.place)
    assert flight.place(0) == flight.start
    assert flight.start.x < flight.place(0.5).x < flight.end.x
    assert flight.place(1) == flight.place(7) == flight.end
