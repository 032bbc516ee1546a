"""Voices and sounds of a player come from the side of their seat, even after a draw for seats."""

from audiogames.core.events import Seat
from tests.kit.pilot import Pilot, ScriptedDealer


def cagliari(order: str) -> Pilot:
    """Start Wist with the options of Cagliari; the draw seats the players in this order."""
    dealer = ScriptedDealer(f"seats {order}", "draw-dealer Ac 7h 2s Kd", id_="wist")
    pilot = Pilot(lang="it", dealer=dealer)
    pilot.press("g", "enter", "w", "enter", "b", "b", "b", "alt+o", "right", "escape", "enter")
    return pilot


def sides(pilot: Pilot) -> list[float]:
    """Return the pan positions of seats 1, 2 and 3: -1 is left, 1 is right."""
    return [pilot.app.wording.pan(Seat(seat)) for seat in (1, 2, 3)]


def test_seats_are_panned_clockwise_from_the_left():
    assert sides(cagliari("0 1 2 3")) == [-1.0, 0.0, 1.0]


def test_seats_drawn_by_lot_are_panned_to_their_positions_at_the_table():
    pilot = cagliari("2 0 3 1")
    assert sides(pilot) == [0.0, 1.0, -1.0]
    pilot.expect("A sinistra Carla, di fronte Ada, a destra Bruno.")
