"""Orders the elements of a table's picture by importance; the last ones are dropped first.

The turn and the main number of the game are dropped last.  The stock is named "pack" if it
is drawn beside the trump suit, otherwise "stock".
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Final

from audiogames.present.frame import Frame, SeatShape, TableShape

PAIR: Final = 2


def elements(frame: Frame, table: TableShape, *, has_status: bool = True) -> tuple[str, ...]:
    """Return the names of the elements that this frame has, the most important first.

    `has_status` False leaves out the newest sentence, which is called "status".
    """
    own = table.seats[0] if table.seats else None
    is_trick = not table.is_last
    are_many = any(laid.seat is None for laid in table.laid)
    buttons = {"some buttons": frame.buttons, "buttons": frame.buttons}
    present = {
        "turn": table.turn,
        "total": None if table.result else table.total,
        "status": has_status,
        "result": table.result,
        "rows": frame.rows,
        "hand": frame.cards,
        **({} if are_many else {"laid": table.laid and is_trick}),
        "place": table.place,
        **(buttons if _is_answered_by_buttons(frame, table) else {}),
        "stake": None if table.result else table.stake,
        **({"laid": table.laid} if are_many else {}),
        "lines": frame.lines,
        **(buttons if _are_buttons_needed(frame, table) else {}),
        "trump": table.trump,
        "pack": table.trump and table.stock is not None,
        "seats": table.seats[1:],
        "balloons": any(seat.says for seat in table.seats),
        **({} if _are_buttons_needed(frame, table) else buttons),
        "note 0": any(seat.notes for seat in table.seats),
        "fact 0": table.facts,
        "own": own and _shows_more_than_name(own, has_hand=bool(frame.cards)),
        "turned": table.turned,
        "clock": table.clock,
        "stock": table.stock is not None and not table.trump,
        "question": frame.rows and frame.title,
        "last": table.laid and not is_trick,
        "signs": frame.symbols,
    }
    named = [name for name, is_there in present.items() if is_there]
    named += _minor_elements(table)
    named += ["title"] if frame.title and not frame.rows else []
    return (*named, *(["corner"] if frame.corner else []), "air")


def are_cards_seen(names: Collection[str], wanted: Collection[str], table: TableShape) -> bool:
    """Return True unless the hand or the trick is `wanted` but not shown.

    At the end of a match neither is needed.  `names` are the elements that are shown.
    """
    return table.result is not None or {"hand", "laid"} & set(wanted) <= set(names)


def _are_buttons_needed(frame: Frame, table: TableShape) -> bool:
    """Return whether buttons are more important than the players' panels.

    They are more important if the player must answer with a button, or if there is only one other
    player.
    """
    return len(table.seats) == PAIR or _is_answered_by_buttons(frame, table)


def _is_answered_by_buttons(frame: Frame, table: TableShape) -> bool:
    """Return whether it is the player's turn and no card can be played, only buttons."""
    acts = bool(table.seats) and table.seats[0].acts
    return acts and not any(card.playable for card in frame.cards)


def _shows_more_than_name(own: SeatShape, *, has_hand: bool) -> bool:
    """Return whether the panel of the listener's own seat shows more than a name."""
    backs = own.cards and not has_hand
    return bool(own.notes or own.says or own.deals or backs or not own.is_own)


def _minor_elements(table: TableShape) -> Iterator[str]:
    """Yield the names of the less important elements.

    They are the facts after the first, each seat's notes after the first, and the card backs.
    """
    yield from (f"fact {number}" for number in range(1, len(table.facts)))
    notes = max((len(seat.notes) for seat in table.seats), default=0)
    yield from (f"note {number}" for number in range(1, notes))
    if any(seat.cards for seat in table.seats):
        yield "backs"
