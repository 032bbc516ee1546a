"""Logs of short matches, for tests of the review."""

from audiogames.core.contract import Turn, admit
from audiogames.core.log import Entry
from audiogames.core.registry import game
from audiogames.table.clock import TimeSettings
from audiogames.table.seats import Player
from audiogames.table.setup import Setup, new_log, places


def log_of(id_, seats, moves):
    """Return the log of a match with these moves.

    Each move is a text, or a function that returns the text for a state.
    """
    spec = game(id_)
    setup = Setup(spec, spec.options(), (Player("Eva"),), level="easy").filled(seats)
    log = new_log(spec, setup.options, places(spec, setup.players), TimeSettings(), "2026-11-23")
    state = spec.rules.start(setup.options, seats)
    for number, one in enumerate(moves, 1):
        text = one(state) if callable(one) else one
        turn = state.to_act
        seat = None if isinstance(turn, Turn) else turn
        window = spec.clock.window(state)
        if window is not None and text == str(window.move):
            seat = window.seat
        move = spec.rules.read(text)
        admit(spec.rules, state, seat, move)
        state.apply(seat, move)
        log.entries.append(Entry(number, float(number), seat, text))
    return log


def of_novantanove():
    """Return a log of Novantanove with two mistakes of the player.

    The player overlooks a play that reaches the limit 33, and passes the limit 66.
    """
    held = "Kc 3c 8h Kd Qd 7s Ks Qs 7d"
    stock = "9c 2c 5d 4h"
    rest = [
        str(card)
        for card in game("novantanove").rules.start(game("novantanove").options(), 3).pack()
        if str(card) not in f"{held} {stock}".split()
    ]
    deal = " ".join(("deal", held, stock, *rest))
    moves = ("Kc", "draw", "Kd", "draw", "Ks", "draw", "8h", "draw", "Qd")
    return log_of("novantanove", 3, ("dealer 2", deal, *moves))
