"""The engine protocol: plays a match by JSON lines, for bots, research and tests in any language.

`Engine.answer` takes one line and the time, and returns one line. It never blocks and never raises:
a command that is not allowed is refused with an id and a sentence, and the match is unchanged.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, Final

import msgspec

from audiogames.core.contract import Move, Refused, State, Turn, View, admit
from audiogames.core.cues import Cue, Msg, msg
from audiogames.core.events import Event, Seat
from audiogames.core.log import Entry, Log, LogError, read_log
from audiogames.core.options import OptionError, read_options
from audiogames.core.registry import Spec
from audiogames.core.text import Plain, plain
from audiogames.engine import commands as c
from audiogames.search.arena import BUDGET, RANDOM, bot, levels
from audiogames.table.clock import TimeSettings
from audiogames.table.codec import FormError, read_event, written
from audiogames.table.decisions import validated_state
from audiogames.table.seats import Player
from audiogames.table.setup import new_log

Tell = Callable[[Sequence[Cue], Seat | None, str], tuple[str, str]]
"""A function that renders cues, for a listener and in a language, as speech and braille."""

Explain = Callable[[Msg, str], str]
"""A function that renders a reason in a language."""

Fields = dict[str, Plain]


LOG: Final = "log"
"""The name of a log in sentences, if it was not read from a file."""


@dataclass(frozen=True)
class SentenceMaker:
    """Renders sentences in the supported `languages`: `tell` for cues, `explain` for refusals."""

    tell: Tell
    explain: Explain
    languages: tuple[str, ...]


@dataclass
class Match:
    """The match that an engine plays: its state, its log, and when it began."""

    state: State[Any, Any]
    log: Log
    started_at: float

    @property
    def seats(self) -> int:
        """The number of seats."""
        return len(self.log.header.players)

    def seat(self, given: int | None) -> Seat | None:
        """Return the seat with this number; None, for the dealer or a spectator, stays None.

        Raises `Refused`.
        """
        if given is None:
            return None
        if given not in range(self.seats):
            raise Refused("unknown-seat", msg("engine-unknown-seat", allowed=f"0-{self.seats - 1}"))
        return Seat(given)

    def make(self, seat: Seat | None, move: Move, now: float) -> list[Event]:
        """Make a move that `admit` has accepted, and log it."""
        events: list[Event] = []
        self.state.apply(seat, move, events.append)
        entries = self.log.entries
        at = round(now - self.started_at, 3)
        entries.append(Entry(len(entries) + 1, at, seat, str(move)))
        return events

    def turn(self) -> Fields:
        """Return the fields of an answer that say who is to act.

        At the dealer's turn, the field `expects` has the verb of the dealer's move.
        """
        turn: Fields = {"to_act": plain(self.state.to_act)}
        if self.state.expects is not None:
            turn["expects"] = self.state.expects
        return turn


class Engine:
    """Plays one game by commands, each a line of text.

    `words` makes the sentences, `rng` is used by commands without a seed, and `lang` is the
    language of refusals, and of the command `say` unless it names another.
    """

    def __init__(self, spec: Spec, words: SentenceMaker, rng: Random, lang: str) -> None:
        self.spec = spec
        self._words = words
        self._rng = rng
        self._lang = lang
        self._match: Match | None = None
        self._now = 0.0
        self._answers: dict[type[c.EngineCommand], Callable[[Any], Fields]] = {
            c.StartCommand: self._start,
            c.Make: self._move,
            c.Chance: self._chance,
            c.Legal: self._legal,
            c.ViewCommand: self._view,
            c.ResultCommand: self._result,
            c.Advise: self._bot,
            c.Speak: self._say,
            c.Save: self._save,
            c.Load: self._load,
        }

    def answer(self, line: str | bytes, now: float) -> str:
        """Execute one command line and return the answer line.

        `line` has no line end; `now` is in seconds of a monotonic clock.
        """
        self._now = now
        try:
            command = c.COMMANDS.decode(line)
            fields = {"ok": True, **self._answers[type(command)](command)}
        except Refused as no:
            fields = self._refused(no.id, no.message)
        except OptionError as bad:
            fields = self._refused(bad.id, Msg(bad.id, dict(bad.args_)))
        except LogError as bad:
            fields = self._refused(bad.id, Msg(bad.id, {"name": LOG, **bad.args_}))
        except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
            fields = self._refused("malformed", msg("engine-malformed", detail=str(error)))
        return json.dumps(fields)

    def _refused(self, id_: str, reason: Msg) -> Fields:
        """Return the answer that refuses a command."""
        return {"ok": False, "refused": id_, "text": self._words.explain(reason, self._lang)}

    @property
    def _playing(self) -> Match:
        """The current match.  Raises `Refused` if none has been started."""
        if self._match is None:
            raise Refused("no-match", msg("engine-no-match"))
        return self._match

    def _lot(self, seed: int | None) -> Random:
        """Return a random generator with this seed; without a seed, the engine's own."""
        return self._rng if seed is None else Random(seed)

    # The commands

    def _start(self, command: c.StartCommand) -> Fields:
        spec = self.spec
        if command.seats not in spec.seats:
            allowed = ", ".join(map(str, spec.seats))
            raise Refused(
                "unknown-seats", msg("net-wrong-number", count=command.seats, allowed=allowed)
            )
        options = read_options(spec.options, command.options)
        state = spec.rules.start(options, command.seats)
        players = [Player(str(seat)) for seat in range(command.seats)]
        log = new_log(spec, options, players, TimeSettings())
        self._match = Match(state, log, self._now)
        return self._match.turn()

    def _move(self, command: c.Make) -> Fields:
        match = self._playing
        seat = match.seat(command.seat)
        move = self.spec.rules.read(command.move)
        admit(self.spec.rules, match.state, seat, move)
        return self._made(match, seat, move)

    def _chance(self, command: c.Chance) -> Fields:
        match = self._playing
        if match.state.to_act is Turn.OVER:
            raise Refused("match-over")
        if match.state.to_act is not Turn.CHANCE:
            raise Refused("not-the-dealers-move")
        move = self.spec.rules.chance(match.state, self._lot(command.seed))
        return {"move": str(move), **self._made(match, None, move)}

    def _made(self, match: Match, seat: Seat | None, move: Move) -> Fields:
        """Make a move; return the answer with the next turn and the resulting events."""
        events = match.make(seat, move, self._now)
        return {**match.turn(), "events": [written(event) for event in events]}

    def _legal(self, command: c.Legal) -> Fields:
        match = self._playing
        seat = match.seat(command.seat)
        moves = () if seat is None else match.state.legal_moves(seat)
        return {"moves": [str(move) for move in moves]}

    def _view(self, command: c.ViewCommand) -> Fields:
        match = self._playing
        return {"view": plain(match.state.view(match.seat(command.seat)))}

    def _result(self, _command: c.ResultCommand) -> Fields:
        match = self._playing
        result = match.state.result()
        if result is None:
            return {"over": False, **match.turn()}
        fields = plain(result)
        assert isinstance(fields, dict)
        return {"over": True, **match.turn(), **fields}

    def _bot(self, command: c.Advise) -> Fields:
        """Return the move that a bot of the requested level would make."""
        match = self._playing
        seat = match.seat(command.seat)
        known = (*levels(self.spec), RANDOM)
        if command.level not in known:
            raise Refused("unknown-level", msg("engine-unknown-level", allowed=", ".join(known)))
        view = match.state.view(seat)
        if not view.legal:
            raise Refused("no-move-due", msg("engine-no-move-due"))
        player = bot(self.spec, command.level)
        move = player.choose(view, self._lot(command.seed), BUDGET, _never)
        return {"move": str(move)}

    def _say(self, command: c.Speak) -> Fields:
        """Return an event's speech and braille for a seat; empty if the seat does not hear it."""
        match = self._playing
        seat = match.seat(command.seat)
        lang = self._lang if command.lang is None else command.lang
        known = self._words.languages
        if lang not in known:
            unknown = msg("engine-unknown-language", allowed=", ".join(known))
            raise Refused("unknown-language", unknown)
        event = self._event(command.event, match.seats)
        if not event.heard_by(seat):
            return {"text": "", "braille": ""}
        text, braille = self._rendered(event, match.state.view(seat), lang)
        return {"text": text, "braille": braille}

    def _rendered(self, event: Event, view: View, lang: str) -> tuple[str, str]:
        """Render an event as speech and braille.

        Raises a validation error if the event contradicts the view, as an event from outside may.
        """
        try:
            return self._words.tell(tuple(self.spec.describe(event, view)), view.seat, lang)
        except (AssertionError, LookupError, ValueError) as fault:
            raise msgspec.ValidationError(f"{fault} - at `$.event`") from fault

    def _event(self, values: dict[str, Any], seats: int) -> Event:
        """Parse an event.  Raises `ValidationError`."""
        try:
            return read_event(self.spec, values, seats, ())
        except FormError as fault:
            raise msgspec.ValidationError(str(fault)) from fault

    def _save(self, _command: c.Save) -> Fields:
        return {"log": self._playing.log.text()}

    def _load(self, command: c.Load) -> Fields:
        # A client may omit the last line end.  Lines cut off by a crash do not occur here.
        log = read_log(command.log.removesuffix("\n") + "\n")
        if log.header.game != self.spec.id:
            raise Refused("other-game", msg("engine-other-game", game=self.spec.id))
        played = log.entries[-1].at if log.entries else 0.0
        self._match = Match(validated_state(log), log, self._now - played)
        return self._match.turn()


def _never() -> bool:
    """Return False: a bot's computation is never stopped."""
    return False
