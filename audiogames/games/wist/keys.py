"""The keys of Wist.  Bids are chosen in a list; there are no commands beside the cards."""

from __future__ import annotations

from audiogames.cards import tricks
from audiogames.core.game import Command, Query
from audiogames.games.wist import answers
from audiogames.games.wist import model as m

QUERIES: tuple[Query[m.WistView], ...] = (
    Query("bids", ("b",), answers.bids),
    Query("round", ("a",), answers.round_and_trump),
    Query("tricks", ("w",), answers.tricks),
    Query("table", ("c",), answers.table),
    Query("last-trick", ("l",), answers.last_trick),
    Query("scores", ("s",), answers.scores),
    Query("suit-led", ("shift+h",), tricks.held_of_suit_led(m.place_in_hand)),
    Query("counts", ("n",), tricks.counts),
    Query("dealer", ("d",), answers.dealer),
    Query("fallen", ("f",), answers.fallen, answers.may_ask_fallen),
)

COMMANDS: tuple[Command[m.WistView], ...] = ()
