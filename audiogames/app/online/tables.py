"""Data of a table as a server sends it: validation, players, and the people at the table."""

from __future__ import annotations

from collections.abc import Iterator

from audiogames.core.cues import Msg, Priority, Say, msg
from audiogames.core.events import Seat
from audiogames.core.options import OptionError, read_options
from audiogames.core.registry import game, game_ids
from audiogames.net import wire
from audiogames.table.clock import LIMIT, is_limit
from audiogames.table.codec import FormError
from audiogames.table.seats import Player, bot_named


def validate_seating(table: wire.Seated) -> None:
    """Raise `FormError` if no table of this game can have these seats and options."""
    if table.game not in game_ids():
        raise FormError("Expected a game that there is")
    spec = game(table.game)
    try:
        read_options(spec.options, table.options)
    except OptionError as error:
        raise FormError("Expected options of this game") from error
    seats = len(table.seats)
    if seats > max(spec.seats) or (table.playing and seats not in spec.seats):
        raise FormError("Expected as many seats as the game has")
    if table.me is not None and table.me not in range(seats):
        raise FormError("Expected a seat of this table")
    if not (is_limit(table.limit) and 0 <= table.slow <= LIMIT.high):
        raise FormError("Expected a time limit")


def players_of(table: wire.Seated) -> tuple[Player, ...]:
    """Return the players at the table."""
    return tuple(
        bot_named(one.name, one.level, one.gender)
        if one.level
        else Player(one.name, gender=one.gender)
        for one in table.seats
    )


def away_from(table: wire.Seated) -> Iterator[Seat]:
    """Yield the seats of absent players, including those for whom a bot substitutes."""
    for seat, one in enumerate(table.seats):
        if one.away or one.stand_in:
            yield Seat(seat)


def code_words(table: wire.Seated) -> Iterator[Msg]:
    """Yield the announcement of the table's code, which spectators do not receive."""
    if table.code:
        yield msg("online-code", code=spelt(table.code))


def own_words(table: wire.Seated) -> Iterator[Msg]:
    """Yield the announcement of the digits with which the player can take their seat back.

    The digits are secret; spectators have none.
    """
    if table.own:
        yield msg("online-own", digits=spelt(table.own))


def news_of_codes(before: wire.Seated, table: wire.Seated) -> Iterator[Say]:
    """Yield announcements of new codes: the table's, and the player's own for their seat.

    With the code of a seat (its digits) its player can take it back without the resume token.
    """
    if before.code and table.code not in {"", before.code}:
        yield Say(msg("online-code-now", code=spelt(table.code)), Priority.MINE)
    if before.own != table.own:
        yield from (Say(words, Priority.MINE) for words in own_words(table))


def spelt(code: str) -> str:
    """Return a code with spaces between its digits, so that each is spoken."""
    return " ".join(code)


def people_at(table: wire.Seated) -> list[wire.Person]:
    """Return the people at a table, first the players and then the spectators."""
    sit = [
        wire.Person(one.name, one.gender, table.table, one.away, one.name == table.host)
        for one in table.seats
        if not one.level
    ]
    watch = [wire.Person(name, table=table.table, watching=True) for name in table.watching]
    return [*sit, *watch]
