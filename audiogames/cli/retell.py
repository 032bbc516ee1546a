"""`replay`: what a player heard of a match, line by line."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterator
from itertools import groupby
from typing import Any

from audiogames.app.teller import Teller
from audiogames.cli.arguments import bad, whole
from audiogames.cli.opening import locales
from audiogames.cli.rooms import read_file
from audiogames.cli.text import Printer, transcript_to
from audiogames.core.events import Event, Seat
from audiogames.core.game import State, Turn
from audiogames.core.log import Entry, Log, begun, replay_onto
from audiogames.core.registry import Spec, game
from audiogames.present.announcer import Announcer
from audiogames.present.catalogue import load
from audiogames.present.history import GAME
from audiogames.present.localizer import Called, Localizer
from audiogames.present.outputs import Announcement
from audiogames.table.seats import read_player
from audiogames.table.table import Listener, Update


def replay_file(given: Namespace, lang: str) -> int:
    """Print what the seat heard; without a seat, what a spectator heard."""
    log = read_file(given.file)
    seat = _seat(given.seat, log)
    with transcript_to(given.transcript) as transcript:
        printer = Printer(transcript)
        for announcement in retell(log, seat, lang):
            printer.write(announcement)
    return 0


def retell(log: Log, seat: Listener, lang: str) -> Iterator[Announcement]:
    """The announcements of a match to one listener, in his language."""
    spec = game(log.header.game)
    players = [read_player(player) for player in log.header.players]
    names = [Called(player.name, player.gender) for player in players]
    catalogue = load(locales(), lang).first(spec.id)
    announcer = Announcer(Localizer(catalogue, lambda who: names[who]), lambda _seat: 0.0)
    teller = Teller(spec, seat)
    for at, update in _updates(log, spec, seat):
        told = announcer.announce(teller.cues(update), at, GAME)
        while (deadline := announcer.deadline) is not None:
            told += announcer.tick(deadline)
        yield from (one for one in told if isinstance(one, Announcement))


def _updates(log: Log, spec: Spec, seat: Listener) -> Iterator[tuple[float, Update]]:
    """What the table told at each moment: entries of the same moment were one update."""
    state = begun(log)
    seq, asked = 0, state.to_act
    for at, entries in groupby(log.moves(), key=lambda entry: entry.at):
        events: list[Event] = []
        for entry in entries:
            seq += _decides(spec, state, entry)
            replay_onto(spec, state, [entry], events.append)
        if isinstance(state.to_act, int) and state.to_act != asked:
            seq, asked = seq + 1, state.to_act
        heard = tuple(event for event in events if event.heard_by(seat))
        waiting = state.to_act is Turn.CHANCE and state.expects == "deal"
        over = state.to_act is Turn.OVER
        yield at, Update(seat, seq, heard, state.view(seat), waiting, over)


def _decides(spec: Spec, state: State[Any, Any], entry: Entry) -> bool:
    """Whether the table numbers its questions anew after this entry; after a draw it does not."""
    if entry.seat is None:
        return entry.by == "clock"
    window = spec.window(state)
    drawn = window and (window.seat, str(window.move)) == (entry.seat, entry.move)
    return entry.seat == state.to_act and not drawn


def _seat(text: str | None, log: Log) -> Listener:
    if text is None:
        return None
    seats = len(log.header.players)
    if whole("--seat", text) not in range(seats):
        raise bad("--seat", text, f"0-{seats - 1}")
    return Seat(int(text))
