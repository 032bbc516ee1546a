"""Mutants of the program: deliberate faults, and the check of `judge` that must find each.

A mutant replaces one function or number of the program while it is active.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Any, Final
from unittest.mock import patch

from audiogames.app.match.answering import Answering
from audiogames.app.match.controller import MatchController
from audiogames.app.match.cues import UpdateCues
from audiogames.app.modes.hotseat import HotSeat
from audiogames.app.online.updates import OnlineUpdates
from audiogames.core.registry import game_ids
from audiogames.present.announcer import Announcer
from audiogames.present.facts import Fact, Handover
from audiogames.present.history import GAME
from audiogames.table.protocol import Update
from tests.telling.judge import Breach
from tests.telling.matches import ALONE, ONLINE, TOGETHER, play

Mutation = Callable[[], AbstractContextManager[Any]]

_take = Handover.take
_submit = MatchController.submit
_said_again = Announcer._repeated_words
_announce_facts = Announcer.announce_facts
_settle = HotSeat.settle
_arrived = OnlineUpdates.arrived


def _takes_nothing_again(
    self: Handover, now: float, *, cuts: bool
) -> tuple[Sequence[Fact], Sequence[Fact]]:
    return (), _take(self, now, cuts=cuts)[1]


def _only_stops(self: Announcer) -> None:
    """Mutant of `hush`: the silenced text does not count as delivered."""
    self._busy_until = self._facts_until = 0.0


def _asks_again(self: Announcer, facts: Sequence[Fact], *, news: bool) -> Any:
    del news
    return _said_again(self, facts, news=False)


def _writes_again(self: Announcer, facts: Sequence[Fact], *, news: bool) -> Any:
    for fact in facts:
        self.history.add(GAME, fact.announcement.text, fact.announcement.braille)
    return _said_again(self, facts, news=news)


def _holds_draws_back(
    self: MatchController, move: Any, now: float, *, at_once: bool = False
) -> None:
    del at_once
    _submit(self, move, now)


def _speaks_behind(self: Announcer, updates: Any, now: float) -> Any:
    """Mutant of `announce_facts`: facts do not interrupt the program's other sentences."""
    before, self._busy_until = self._busy_until, self._facts_until
    out = _announce_facts(self, updates, now)
    self._busy_until = max(before, self._busy_until)
    return out


def _hands_over_everything(self: Handover, facts: Any, now: float) -> None:
    self._fresh += [(fact, now + 0.5) for fact in facts]


def _misses_backwards(self: MatchController, update: Update) -> None:
    if not update.over and update.events:
        self._undelivered.insert(0, update)


def _shows_at_once(self: OnlineUpdates, told: Any, now: float, *, answers: bool) -> None:
    _arrived(self, told, now, answers=answers)
    self.session.view = self.remote._known.view


_VIEW: Final = property(
    lambda self: self.table.look(self.seat).view,
    lambda _self, _view: None,
)


def _closes_at_once(self: HotSeat, now: float) -> None:
    with patch.object(Announcer, "delivered_at", 0.0):
        _settle(self, now)


def _always(_self: Any) -> bool:
    return True


def _nothing(*_args: Any, **_more: Any) -> None:
    return None


def _swap(place: object, name: str, value: object) -> Mutation:
    return lambda: patch.object(place, name, value)


def _at(name: str, value: object) -> Mutation:
    return lambda: patch(name, value)


def _property(place: type, name: str, value: Callable[[Any], object]) -> Mutation:
    return lambda: patch.object(place, name, property(value))


@dataclass(frozen=True)
class Mutant:
    """A deliberate fault of the program, and the kind of match in which it is found."""

    way: str
    mutation: Mutation
    is_slow: bool = False
    """Whether many matches must be played before the fault is found."""


MUTANTS: Final[dict[str, Mutant]] = {
    "what was handed over counts as told at once": Mutant(
        ALONE,
        _at("audiogames.present.facts.DELIVERED_AFTER", 0.0),
    ),
    "what was cut is not said again": Mutant(ALONE, _swap(Handover, "take", _takes_nothing_again)),
    "what is said again stands in the history again": Mutant(
        ALONE,
        _swap(Announcer, "_repeated_words", _writes_again),
    ),
    "facts wait for the answers to keys": Mutant(
        ALONE,
        _property(Announcer, "facts_due_at", lambda self: self._busy_until),
    ),
    "facts are put behind the answer that is being spoken": Mutant(
        ALONE,
        _swap(Announcer, "announce_facts", _speaks_behind),
    ),
    "a key is answered before what waits": Mutant(ALONE, _swap(Answering, "_catch_up", _nothing)),
    "a move is made before all was told": Mutant(
        ALONE,
        _swap(MatchController, "require_delivered", _nothing),
    ),
    "a draw is held back": Mutant(ALONE, _swap(MatchController, "submit", _holds_draws_back)),
    "a question is said again after newer facts": Mutant(
        ALONE,
        _swap(Announcer, "_repeated_words", _asks_again),
    ),
    "a question that a draw cut is not put again": Mutant(
        ALONE, _swap(UpdateCues, "ask_anew", _nothing)
    ),
    "play ahead is always on": Mutant(
        ALONE,
        _swap(Announcer, "is_delivered", lambda self, _now, **_: not self._handover._first),
    ),
    "play ahead is always off": Mutant(
        ALONE,
        _swap(Announcer, "is_delivered", lambda self, now, **_: not self._handover.is_open(now)),
    ),
    "what settings leave unspoken must be spoken": Mutant(
        ALONE,
        _swap(Handover, "mark_spoken", _hands_over_everything),
    ),
    "silence by Control tells nothing": Mutant(ALONE, _swap(Announcer, "hush", _only_stops)),
    "answers to keys delay bots for as long as they are": Mutant(
        ALONE,
        _at("audiogames.table.pacing.LONGEST_ANSWER", 60.0),
    ),
    "facts are handed to a window in the background": Mutant(
        ALONE,
        _property(MatchController, "_hears", _always),
        is_slow=True,
    ),
    "the background is spoken in": Mutant(
        ALONE, _property(Announcer, "is_quiet", lambda _self: False)
    ),
    "whatever was missed is told in full": Mutant(
        ALONE, _at("audiogames.app.match.controller.RECAP_FROM", 10**6), is_slow=True
    ),
    "the table's view is the listener's": Mutant(
        ALONE,
        lambda: patch.object(MatchController, "view", _VIEW, create=True),
    ),
    "an update is shown before it is told": Mutant(
        ONLINE, _swap(OnlineUpdates, "arrived", _shows_at_once)
    ),
    "what was missed behind the curtain is told backwards": Mutant(
        TOGETHER,
        _swap(MatchController, "miss", _misses_backwards),
    ),
    "the curtain closes before the holder has been told": Mutant(
        TOGETHER,
        _swap(HotSeat, "settle", _closes_at_once),
    ),
}


def caught(mutant: Mutant, seeds: Iterable[int]) -> tuple[str, int, Breach] | None:
    """Play matches with the mutant; return the first in which a violation is found, or None."""
    for seed in seeds:
        for id_ in game_ids():
            with mutant.mutation():
                found = play(id_, mutant.way, seed)
            if found:
                return id_, seed, found[0]
    return None
