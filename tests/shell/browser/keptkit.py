"""Helpers to test the storage of guests: a simulated browser, and logs and journals to store."""

from functools import cache
from itertools import count
from random import Random

import pytest

from audiogames.app.journals import Journals
from audiogames.app.storage import StorageError
from audiogames.core.events import Seat
from audiogames.core.log import Entry, Log, read_move, replay
from audiogames.core.registry import game
from audiogames.shell.browser.kept import MATCH
from audiogames.shell.browser.messages import DropAsides, KeepValue, PutAside
from audiogames.shell.browser.storage import BrowserStorage
from audiogames.table.clock import TimeSettings
from audiogames.table.decisions import MatchProgress
from audiogames.table.journal import Journal
from audiogames.table.seats import BOT, Player
from audiogames.table.setup import new_log

STARTED = "2026-11-20T10-15-00"


class Browser:
    """A simulated browser that stores and confirms every value, unless it is `full`."""

    def __init__(self, **matches):
        self.kept = {MATCH + name: text for name, text in matches.items()}
        self.page = {}
        """The texts that were stored since the page was loaded, by key."""
        self.full = False

    def tab(self):
        """Return another tab of this browser, with the same stored values."""
        other = Browser()
        other.kept = self.kept
        return other

    def visits(self):
        """Return the program's storage for a new session, loaded with the browser's values."""
        storage = BrowserStorage()
        storage.take_in(self.kept)
        return storage

    def listens(self, storage):
        """Let the browser store all pending changes of `storage`, and return their messages."""
        messages = storage.mirror.messages()
        for message in messages:
            self._write(message)
            storage.mirror.written(done=not self.full)
        return messages

    def _write(self, message):
        if isinstance(message, DropAsides):
            self.kept = {name: one for name, one in self.kept.items() if name[:6] != "aside "}
            return
        if isinstance(message, PutAside):
            self.kept["aside " + message.name] = self.kept[message.name]
            return
        if not isinstance(message, KeepValue):
            self.kept.pop(message.name, None)
            return
        before = self.page[message.name] if message.more else ""
        self.page[message.name] = before + message.text
        if not self.full:
            self.kept[message.name] = self.page[message.name]


@cache
def played(id_="novantanove", seats=2, seed=1, upto=None):
    """Return the text of the log of a random match, finished or cut after `upto` moves."""
    return played_log(id_, seats, seed, upto).text()


def played_log(id_, seats, seed, upto=None):
    spec, rng = game(id_), Random(seed)
    options = spec.options()
    level = next(iter(spec.bots.levels))
    bots = [Player(f"Ada {seat}", BOT, level) for seat in range(1, seats)]
    players = (Player("Tu"), *bots)
    log = new_log(spec, options, players, TimeSettings(None, 1.5, 3.0), STARTED)
    state = spec.rules.start(options, seats)
    for seq in count(1):
        if state.result() is not None or seq - 1 == upto:
            return Log(log.header, log.entries)
        seat = state.to_act if isinstance(state.to_act, int) else None
        if seat is None:
            move = spec.rules.chance(state, rng)
        else:
            move = rng.choice(list(state.legal_moves(Seat(seat))))
        state.apply(seat, move, lambda _event: None)
        log.entries.append(Entry(seq, seq / 4, seat, str(move)))
    raise AssertionError("numbers do not end")


def journal_of(log):
    """Return a journal of this log, as seat 0 would have received it from a server."""
    seat, progress = Seat(0), MatchProgress.of(log)
    journal = Journal(log.header, seat)
    for entry in log.moves():
        if entry.seat == seat:
            _, move = read_move(progress.spec, progress.state, entry)
            journal.decide(progress.state.view(seat), move)
        for made in progress.follow([entry]):
            heard = [event for event in made.events if event.heard_by(seat)]
            journal.record(heard, dealt=entry.deals)
    return journal


def keep_told(storage, log):
    """Store and return the journal of seat 0 for a finished online match with this log."""
    journal = journal_of(log)
    Journals(storage).keep(journal, replay(log).view(journal.seat))
    return journal


def keep(storage, log, *, finished=False):
    """Write this log into the storage, move by move, and return its name there."""
    book = storage.begin(log.header)
    for entry in log.entries:
        book.append(entry)
    book.close(finished=finished)
    return book.name


def refusal(call, *args):
    """Call a function that must raise `StorageError`, and return the error's message."""
    with pytest.raises(StorageError) as caught:
        call(*args)
    return caught.value.message
