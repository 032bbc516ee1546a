"""Plays seeded matches with random keys, alone, at a shared keyboard and online."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields, replace
from random import Random
from typing import Any, Final

from audiogames.app.settings import LEVELS, VERBOSITIES, Settings
from audiogames.core.events import Seat
from audiogames.core.log import Log
from audiogames.core.registry import Spec, game
from audiogames.table.seats import Player
from audiogames.table.setup import Setup
from tests.kit.internet import Internet
from tests.kit.pilot import MemoryStorage, Pilot
from tests.telling.judge import Breach, breaches
from tests.telling.watch import Watch

ALONE, TOGETHER, ONLINE = "alone", "together", "online"
WAYS: Final = (ALONE, ALONE, TOGETHER, ONLINE)
"""The ways in which matches are played, by turns."""


def way_of(seed: int) -> str:
    """Return how the match with this seed is played: alone, at a shared keyboard, or online."""
    return WAYS[seed % len(WAYS)]


KEYS: Final = 160
"""The greatest number of keys pressed in a match."""

GAPS: Final = (0.0, 0.05, 0.1, 0.2, 0.35, 0.45, 0.6, 1.0, 1.5, 2.0)
SETTLE: Final = 40.0
"""Seconds at the end in which no key is pressed."""

AWAY: Final = (2.0, 8.0, 25.0, 60.0)
OWN_KEYS: Final = ("t", "e", "f5", "h", "x", "n", "home", "end", "1", "2")
LETTERS: Final = {"tressette": "t", "wist": "w"}
"""The letters that select online games, where more than one is needed."""


def settings(lot: Random, **given: Any) -> Settings:
    """Return random settings of a player, in which most values are the usual ones."""
    kept = Settings(
        language=lot.choice(("it", "en")),
        verbosity=lot.choice(VERBOSITIES),
        pace=lot.choice((5, 15, 15, 30)),
        grace=lot.choice((0, 10, 30)),
        rate=lot.choice((180, 250, 250, 400)),
        automatic_reading=lot.random() > 0.15,
        auto_draw=lot.random() < 0.2,
        play_ahead=lot.random() < 0.3,
        lessons=lot.random() < 0.1,
        background=lot.choice(("quiet", "quiet", "silent", "everything")),
        names=lot.choice(("short", "short", "traditional", "both")),
        welcomed=True,
    )
    if lot.random() < 0.3:
        topic = lot.choice(("tell_cards", "tell_calls", "tell_scores", "tell_turns", "tell_deals"))
        kept = replace(kept, **{topic: lot.choice(LEVELS)})
    return replace(kept, **given)


class Hands:
    """A simulated player, who presses random keys that suit the screen."""

    def __init__(self, watch: Watch, lot: Random) -> None:
        self.watch = watch
        self._lot = lot
        self._gap = lot.choice((None, None, 0.1, 0.35, 0.35))
        """The time between two keys if it is always the same; None for changing times."""
        self._patience = lot.choice((0.0, 0.1, 0.4))
        """The share of moments at which the player waits until all has been announced."""
        self.back_at: float | None = None

    @property
    def gap(self) -> float:
        """Return how many seconds to wait before the next key."""
        if self._lot.random() < self._patience:
            return self._lot.choice((3.0, 5.0))
        return self._lot.choice(GAPS) if self._gap is None else self._gap

    def act(self) -> None:
        """Press a key, or sometimes switch to another window or back."""
        now = self.watch.pilot.now
        if self.back_at is not None:
            if now >= self.back_at:
                self.back_at = None
                self.watch.look_away(gone=False)
        elif self._lot.random() < 0.012:
            self.back_at = now + self._lot.choice(AWAY)
            self.watch.look_away(gone=True)
        else:
            self.watch.press(self._key())

    def _key(self) -> str:
        app, lot = self.watch.pilot.app, self._lot
        session, kind = app.session, app.screen.kind
        if session is None or kind == "curtain":
            return "enter"
        if kind not in {"game", "choice"}:
            return lot.choice(("escape", "escape", "down", "f5"))
        if session.waiting or session.over:
            return lot.choice(("space", "space", "down", "t"))
        chance = lot.random()
        if chance < 0.06:
            return lot.choice(("ctrl", "ctrl", "escape" if kind == "game" else "ctrl"))
        if chance < 0.2:
            return lot.choice((*OWN_KEYS, *self._questions(session.spec)))
        if chance < 0.35:
            return lot.choice((*self._calls(session.spec), "space", "enter"))
        return lot.choice(("enter", "enter", "enter", "down", "down", "up"))

    def _questions(self, spec: Spec) -> list[str]:
        return [query.keys[0] for query in spec.queries if not query.pages]

    def _calls(self, spec: Spec) -> list[str]:
        return [command.keys[0] for command in spec.commands]


def play(id_: str, way: str, seed: int, keys: int = KEYS) -> list[Breach]:
    """Play a match; return each listener's violations of the delivery rules in `judge`."""
    lot = Random(f"{id_} {way} {seed}")
    begin: Callable[[Spec, Random], list[Watch]] = BEGINNINGS[way]
    watches = begin(game(id_), lot)
    hands = [Hands(watch, lot) for watch in watches]
    pressed = 0
    while pressed < keys and not all(_is_over(watch) for watch in watches):
        one = lot.choice(hands)
        one.watch.pilot.wait(one.gap)
        if not _is_over(one.watch):
            one.act()
        pressed += 1
    for one in hands:
        if one.back_at is not None:
            one.watch.look_away(gone=False)
    watches[0].pilot.wait(SETTLE)
    return [found for watch in watches for seat in _seats(watch) for found in breaches(watch, seat)]


def _is_over(watch: Watch) -> bool:
    session = watch.pilot.app.session
    return session is None or session.over


def _seats(watch: Watch) -> tuple[Seat, ...]:
    """Return the seats of the people at this program."""
    session = watch.pilot.app.session
    return tuple(session.mode.seats(session.seat)) or (session.seat,)


def _options(spec: Spec, lot: Random) -> Any:
    """Return options for a table of this game, some of them random."""
    if spec.id == "novantanove":
        return spec.options(tokens=lot.choice((1, 2, 9)))
    if spec.id == "tressette":
        return spec.options(declarations=lot.choice(("automatic", "manual", "none")))
    return spec.options()


def _at_home(spec: Spec, lot: Random, people: int) -> list[Watch]:
    kept = settings(lot)
    pilot = Pilot(MemoryStorage(kept), lang=kept.language)
    persons = tuple(Player(name) for name in ("Eva", "Ugo")[:people])
    seats = max(lot.choice((2, spec.usual_seats)), people) if 2 in spec.seats else spec.usual_seats
    limit = lot.choice((None, None, None, 20))
    made = Setup(spec, _options(spec, lot), persons, limit, level="easy", seed=lot.randrange(10**6))
    watch = Watch(pilot, lambda: _log_at_home(pilot))
    pilot.app.matches.begin(made.filled(seats), pilot.now)
    pilot.drain()
    return [watch]


def _log_at_home(pilot: Pilot) -> Log:
    log: Log = pilot.app.session.table.log  # type: ignore[union-attr]
    return log


def _online(spec: Spec, lot: Random) -> list[Watch]:
    net = Internet()
    pilots = []
    for name in ("Marta", "Ugo"):
        pilots.append(net.player("it", **_chosen(settings(lot))))
        pilots[-1].enter(name)
    host, guest = pilots
    guest.join(host.open(LETTERS.get(spec.id, spec.id[0])))
    net.advance(3)
    for _ in range(max(0, spec.usual_seats - 2)):
        host.press("b")
    room = next(iter(net.served.core.lobby.tables.values()))
    empty = Log(None)  # type: ignore[arg-type]
    watches = [
        Watch(pilot, lambda: empty if room.match is None else room.match.served.log)
        for pilot in pilots
    ]
    host.press("enter")
    return watches


def _chosen(kept: Settings) -> dict[str, Any]:
    """Return the settings that differ from the defaults, without the language."""
    usual = Settings()
    named = {one.name: getattr(kept, one.name) for one in fields(kept) if one.name != "language"}
    return {name: value for name, value in named.items() if value != getattr(usual, name)}


BEGINNINGS: Final[dict[str, Callable[[Spec, Random], list[Watch]]]] = {
    ALONE: lambda spec, lot: _at_home(spec, lot, 1),
    TOGETHER: lambda spec, lot: _at_home(spec, lot, 2),
    ONLINE: _online,
}
