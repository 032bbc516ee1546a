"""Helpers for tests of tables: players given by letters, and a scripted dealer."""

from random import Random

from audiogames.cards.card import FRENCH, Card
from audiogames.cards.dealing import Deal, Dealer, Reshuffle
from audiogames.core.log import Entry
from audiogames.core.registry import game
from audiogames.table.clock import TimeSettings
from audiogames.table.seats import BOT, Player
from audiogames.table.setup import new_log
from audiogames.table.table import Table

GAME = game("novantanove")
NOBODY = object()

KINDS = {
    "h": {},
    "a": {"auto_draw": True},
    "p": {"patience": 2.0},
    "b": {"kind": BOT, "level": "normal"},
}
"""A human who draws by hand, one with automatic draw, a patient one, a bot."""


def cards(text):
    return tuple(Card.read(word, "french") for word in text.split())


class Script:
    """A dealer that deals these hands, starting with seat 0, because the last seat is dealer."""

    def __init__(self, hands):
        self.first = cards(" ".join(hands))

    def __call__(self, state, _rng):
        if state.expects == "dealer":
            return Dealer(state.seats - 1)
        if state.expects == "reshuffle":
            return Reshuffle(tuple(state.discards()))
        return Deal((*self.first, *(card for card in FRENCH if card not in self.first)))


def log_of(kinds, options=None, **time):
    players = [Player(f"{kind}{seat}", **KINDS[kind]) for seat, kind in enumerate(kinds)]
    return new_log(GAME, GAME.options(**(options or {})), players, TimeSettings(**time))


def table_of(kinds, *hands, log=None, listeners=NOBODY, options=None, seed=1, **time):
    """Return a table that is not started yet; each letter of `kinds` is a player."""
    heard = {} if listeners is NOBODY else {"listeners": listeners}
    log = log or log_of(kinds, options, **time)
    return Table(log, Random(seed), dealer=Script(hands), **heard)


def begun(kinds, *hands, now=0.0, **more):
    """Return a table that was started, with its first deal, at `now`."""
    table = table_of(kinds, *hands, **more)
    table.start(now)
    return table


def play(table, text, now, seat=None, seq=None):
    """Submit a move, given as text, of a seat (default: the seat to act)."""
    seat = table.state.to_act if seat is None else seat
    seq = table.seq if seq is None else seq
    return table.submit(seat, GAME.rules.read(text), seq, now)


def events(updates):
    """Return the class names of all events in these updates, without repeats."""
    return list(dict.fromkeys(type(e).__name__ for update in updates for e in update.events))


def entry(seq, text, seat=None):
    return Entry(seq, 0.0, seat, text)
