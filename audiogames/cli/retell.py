"""`replay`: print the announcements of a match to one player, line by line."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterator

from audiogames.app.match.cues import UpdateCues
from audiogames.cli.arguments import bad, whole
from audiogames.cli.opening import locales
from audiogames.cli.rooms import read_file
from audiogames.cli.text import Printer, transcript_to
from audiogames.core.events import Seat
from audiogames.core.log import Log
from audiogames.core.registry import game
from audiogames.present.announcer import Announcer
from audiogames.present.catalogue import load
from audiogames.present.history import GAME
from audiogames.present.localizer import Called, Localizer
from audiogames.present.outputs import Announcement
from audiogames.table.protocol import Listener
from audiogames.table.replay import replay_steps
from audiogames.table.seats import read_player


def replay_file(given: Namespace, lang: str) -> int:
    """Print the match as announced to the given seat or, without one, to a spectator."""
    log = read_file(given.file)
    seat = _seat(given.seat, log)
    with transcript_to(given.transcript) as transcript:
        printer = Printer(transcript)
        for announcement in retell(log, seat, lang):
            printer.write(announcement)
    return 0


def retell(log: Log, seat: Listener, lang: str) -> Iterator[Announcement]:
    """Yield the announcements of a match to one listener, in this language."""
    spec = game(log.header.game)
    players = [read_player(player) for player in log.header.players]
    names = [Called(player.name, player.gender) for player in players]
    catalogue = load(locales(), lang).first(spec.id)
    announcer = Announcer(Localizer(catalogue, lambda who: names[who]), lambda _seat: 0.0)
    teller = UpdateCues(spec, seat)
    for one in replay_steps(log, seat):
        outputs = announcer.announce(teller.cues(one.update), one.at, GAME)
        while (deadline := announcer.deadline) is not None:
            outputs += announcer.tick(deadline)
        yield from (out for out in outputs if isinstance(out, Announcement))


def _seat(text: str | None, log: Log) -> Listener:
    """Return the seat given by `--seat`; None stands for a spectator.  Raises `UsageError`."""
    if text is None:
        return None
    seats = len(log.header.players)
    allowed = f"0-{seats - 1}"
    seat = whole("--seat", text, allowed=allowed)
    if seat not in range(seats):
        raise bad("--seat", text, allowed)
    return Seat(seat)
