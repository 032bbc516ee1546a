"""The table that is drawn after a deal: the points of each side by source."""

from random import Random

from audiogames.core.contract import Turn
from audiogames.core.events import Seat
from audiogames.core.registry import game

TRESSETTE = game("tressette")


def end_of_a_deal(**options):
    """Return the view of seat 0 after a whole deal, played at random."""
    rng, state = Random(4), TRESSETTE.rules.start(TRESSETTE.options(**options), 4)
    while TRESSETTE.board.of(state.view(Seat(0))).ending is None:
        seat = None if isinstance(state.to_act, Turn) else state.to_act
        chance = seat is None
        move = TRESSETTE.rules.chance(state, rng) if chance else rng.choice(state.legal_moves(seat))
        state.apply(seat, move)
    return state.view(Seat(0))


def columns_of(view):
    sheet = TRESSETTE.board.of(view).ending.sheet
    heads = [head.id for head in sheet.columns]
    rows = [[cell.upper.args["number"] for cell in row] for row in sheet.cells]
    return heads, rows


def test_result_table_sums_cards_and_last_trick():
    heads, rows = columns_of(end_of_a_deal())
    assert heads == ["sheet-cards", "sheet-last", "sheet-total"]
    assert sorted(row[1] for row in rows) == [0, 1]
    assert [row[0] + row[1] for row in rows] == [row[2] for row in rows]
    assert sum(row[2] for row in rows) == 11


def test_result_table_has_a_column_for_accuse_if_they_are_played():
    heads, rows = columns_of(end_of_a_deal(accuse=True))
    assert heads == ["sheet-cards", "sheet-last", "sheet-accuse", "sheet-total"]
    assert [sum(row[:3]) for row in rows] == [row[3] for row in rows]
