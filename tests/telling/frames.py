"""Plays a match by its pictures alone, and compares what they showed with the log.

    python -m tests.telling.frames [SEED]

The command plays one match of each game against bots.  A simulated player who sees only the
pictures plays it, and records every card, call, turn and score.
"""

from __future__ import annotations

import re
import sys
from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import groupby
from random import Random
from typing import Any, Final

from audiogames.app.settings import Settings
from audiogames.core.contract import Turn
from audiogames.core.cues import Msg, msg
from audiogames.core.events import Seat
from audiogames.core.log import Log
from audiogames.core.registry import Spec, game, game_ids
from audiogames.present.frame import Frame, TableShape
from audiogames.present.localizer import Localizer
from audiogames.table.decisions import MatchProgress
from audiogames.table.protocol import Update
from audiogames.table.replay import replay_steps
from audiogames.table.seats import Player
from audiogames.table.setup import Setup
from tests.kit.pilot import MemoryStorage, Pilot

ME: Final = Seat(0)
LONGEST: Final = 50_000
"""The number of steps within which every match ends."""

AT_THE_END: Final = re.compile(r"(minus |meno )?(\d+)\D*$")
SHORT: Final[dict[str, dict[str, Any]]] = {
    "novantanove": {"tokens": 2},
    "wist": {"form": "eight"},
}
"""Options with which a match is short."""


@dataclass
class Account:
    """The cards, calls, turns and scores of a match, read from its log or from its pictures."""

    cards: list[tuple[int, str | None]] = field(default_factory=list)
    calls: defaultdict[int, list[str]] = field(default_factory=lambda: defaultdict(list))
    turns: list[int] = field(default_factory=list)
    scores: list[tuple[object, ...]] = field(default_factory=list)
    """Notes and facts, each time that one of them changed."""
    final: list[int] = field(default_factory=list)
    """The points of each side at the end, from the highest to the lowest."""


class Reader:
    """A reader of pictures: records in `account` the changes between successive pictures."""

    def __init__(self) -> None:
        self.account = Account()
        self._laid: list[tuple[int, str | None]] = []
        self._balloons: dict[int, str] = {}

    def look(self, table: TableShape) -> None:
        """Record the changes since the previous picture."""
        played = ((one.seat, one.card) for one in table.laid if one.seat is not None)
        laid = [(seat, card and card.id.split()[0]) for seat, card in played]
        known = len(self._laid) if laid[: len(self._laid)] == self._laid else 0
        self.account.cards += laid[known:]
        self._laid = laid
        said = {seat.number: seat.says for seat in table.seats if seat.says}
        for number, words in said.items():
            if self._balloons.get(number) != words:
                self.account.calls[number].append(words)
        self._balloons = said
        self.account.turns += [seat.number for seat in table.seats if seat.acts]
        seats = sorted(table.seats, key=lambda seat: seat.number)
        self.account.scores.append((*(seat.notes for seat in seats), table.facts))
        if table.result is not None:
            self.account.final = sorted(map(_points, table.result.lines), reverse=True)


def _points(line: str) -> int:
    found = AT_THE_END.search(line)
    assert found is not None, line
    return -int(found[2]) if found[1] else int(found[2])


def logged(log: Log, localizer: Localizer) -> Account:
    """Return the account of a match from its log, in the words of this localizer."""
    spec, told = game(log.header.game), Account()
    moves = [made for step in replay_steps(log, ME) for made in step.made]
    for made in moves:
        move = spec.rules.read(made.entry.move) if made.entry.seat is not None else None
        if move is not None and hasattr(move, "card"):
            covered = getattr(move, "covered", False)
            told.cards.append((made.entry.seat, None if covered else str(move.card)))
    for step in replay_steps(log, ME):
        _follow(told, spec, step.update, localizer.speech)
    end = MatchProgress.of(log)
    for _ in end.follow(log.moves()):
        pass
    result = end.state.result()
    assert result is not None
    told.final = sorted(result.points, reverse=True)
    return told


def _follow(told: Account, spec: Spec, update: Update, words: Callable[[Msg], str]) -> None:
    board = spec.board.of(update.view)
    if not isinstance(update.view.to_act, Turn):
        told.turns.append(update.view.to_act)
    notes = (tuple(map(words, notes)) for notes in board.notes)
    told.scores.append((*notes, tuple(map(words, board.facts))))
    said: defaultdict[int, tuple[Msg, ...]] = defaultdict(tuple)
    for event in update.events:
        if (one := spec.board.said(event, update.view)) is not None:
            said[one[0]] += (one[1],)
    for seat, messages in said.items():
        told.calls[seat].append(words(msg("balloon", said=messages)))


class Eyes:
    """A simulated player who sees only pictures, and presses keys."""

    def __init__(self, spec: Spec, seed: int, lang: str = "en") -> None:
        kept = Settings(language=lang, pace=5, grace=0, rate=900, welcomed=True)
        self.pilot = Pilot(MemoryStorage(kept), lang=lang)
        self.reader = Reader()
        self._lot = Random(seed)
        options = spec.options(**SHORT.get(spec.id, {}))
        players = (Player("Eva"),)
        setup = Setup(spec, options, players, level="easy", seed=seed)
        self.pilot.app.matches.begin(setup.filled(spec.usual_seats), self.pilot.now)
        self.pilot.drain()

    def play(self) -> Log:
        """Play the match to its end, and return its log."""
        session = self.pilot.app.session
        assert session is not None
        for _ in range(LONGEST):
            if session.over and session.is_up_to_date:
                return session.table.log
            self._wait()
            if (key := self._key(self._seen())) is not None:
                self.pilot.press(key)
                self._seen()
        raise AssertionError("the match does not end")

    def _seen(self) -> Frame:
        frame = self.pilot.app.frame()
        if frame.table is not None:
            self.reader.look(frame.table)
        return frame

    def _wait(self) -> None:
        """Wait until the program's next deadline, for at most 0.3 seconds."""
        deadline = self.pilot.app.deadline
        now = self.pilot.now
        self.pilot.wait(0.3 if deadline is None else min(0.3, max(0.0, deadline - now)))

    def _key(self, frame: Frame) -> str | None:
        """Return the key of an action that the picture offers, or None."""
        if any(button.key == "space" for button in frame.buttons):
            return "space"
        if frame.rows:
            return "enter" if self._lot.random() < 0.6 else "down"
        focused = next((card for card in frame.cards if card.focused), None)
        if any(card.playable for card in frame.cards):
            return "enter" if focused is not None and focused.playable else self._to_card(frame)
        return self._answer(frame)

    def _to_card(self, frame: Frame) -> str:
        """Return the arrow key that moves the focus towards a legal card."""
        places = [place for place, card in enumerate(frame.cards) if card.playable]
        focus = next((place for place, card in enumerate(frame.cards) if card.focused), -1)
        return "down" if any(place > focus for place in places) else "up"

    def _answer(self, frame: Frame) -> str | None:
        """Return the key of a random button that answers a question to the player, or None."""
        table = frame.table
        if table is None or not any(seat.is_own and seat.acts for seat in table.seats):
            return None
        return self._lot.choice(frame.buttons).key if frame.buttons else None


def differences(id_: str, seed: int, lang: str = "en") -> Iterator[str]:
    """Play a match by its pictures; yield each difference between pictures and log."""
    eyes = Eyes(game(id_), seed, lang)
    log = eyes.play()
    localizer = eyes.pilot.app.announcer.localizer
    seen, true = eyes.reader.account, logged(log, localizer)
    pairs: dict[str, tuple[object, object]] = {
        "cards": (seen.cards, true.cards),
        "calls": (_calls(seen), _calls(true)),
        "turns": (_changes(seen.turns), _changes(true.turns)),
        "scores": (_changes(seen.scores), _changes(true.scores)),
        "final": (seen.final, true.final),
    }
    for part, (one, other) in pairs.items():
        if one != other:
            yield f"{id_} {seed}: {part}\n  seen {one}\n  true {other}"


def _changes(values: list[Any]) -> list[Any]:
    return [value for value, _ in groupby(values)]


def _calls(told: Account) -> dict[int, str]:
    """Return all calls of each player as one text, since several may appear in one picture."""
    return {seat: ", ".join(words).lower() for seat, words in told.calls.items()}


def main() -> int:
    """Play one match of each game; return 1 if pictures and log differ."""
    seed = int(sys.argv[1]) if len(sys.argv) > 1 else 1
    found = [one for id_ in game_ids() for one in differences(id_, seed)]
    for one in found:
        print(one)
    return 1 if found else 0


if __name__ == "__main__":
    raise SystemExit(main())
