"""A lesson in progress: a real match in which the dealer and the other players follow a script.

The lesson proceeds in steps.  While a step waits for a key of the learner, no other player moves,
so that there is no hurry.  When the step is done, the script continues until the next step can be
announced.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING, Any, Final

from audiogames.app.keys.bindings import GLOBAL, Binding, game_layer, is_one_thing
from audiogames.app.keys.names import key_words
from audiogames.app.match.controller import MatchController
from audiogames.app.match.mode import MatchMode
from audiogames.app.match.services import services_of
from audiogames.cards.dealing import Deal
from audiogames.core.character import EVEN
from audiogames.core.contract import Move, Refused, State, View
from audiogames.core.controls import Command
from audiogames.core.cues import Msg, Priority, Say, msg
from audiogames.core.events import Seat
from audiogames.core.lesson import Lesson, Step
from audiogames.core.options import read_options
from audiogames.core.registry import Spec
from audiogames.search.arena import levels
from audiogames.table.clock import TimeSettings
from audiogames.table.protocol import BotRequest
from audiogames.table.seats import Player
from audiogames.table.setup import Setup, new_log, places
from audiogames.table.table import Table

if TYPE_CHECKING:
    from audiogames.app.context import Context

LEARNER: Final = Seat(0)
LAYER: Final = "lesson"
TOPIC: Final = "lesson"
"""The topic of the lesson's words: if a step is done while they are spoken, the rest is dropped."""

GO_ON: Final = "go-on"
DEAL: Final = Step("begin", key=GO_ON, task="tutor-deal")
"""The step that precedes those of every lesson."""


class ScriptedDealer:
    """The dealer of a lesson: it makes the moves of the script, and afterwards random ones."""

    def __init__(self, spec: Spec, deals: Sequence[str]) -> None:
        self._rules = spec.rules
        self._left = list(deals)

    def __call__(self, state: State[Any, Any], rng: Random) -> Move:
        """Return the dealer's next move.  Cards that the script leaves open are random."""
        by_lot: Move = self._rules.chance(state, rng)
        if not self._left:
            return by_lot
        move: Move = self._rules.read(self._left.pop(0))
        if isinstance(move, Deal) and isinstance(by_lot, Deal):
            rest = tuple(card for card in by_lot.cards if card not in move.cards)
            return Deal((*move.cards, *rest))
        return move


class Tutor(MatchMode):
    """The mode of a lesson, which announces its steps and checks the learner's keys and moves.

    The learner presses keys even for moves that the table could make automatically.
    """

    allows_auto_draw = False
    is_played = False

    def __init__(self, context: Context, spec: Spec, me: Player, time: TimeSettings) -> None:
        assert spec.lesson is not None
        table = lesson_table(spec, spec.lesson, context.rng, me, time)
        self.table = table
        services = replace(services_of(context), think=self._think)
        self.session = MatchController(table, LEARNER, services, self)
        self.steps = (DEAL, *spec.lesson.steps)
        self.place = 0
        self._context = context
        self._others = list(spec.lesson.others)
        self._announced = False
        """Whether the step has been announced, so that the lesson waits for its key."""
        self._done = False
        self._wanted: BotRequest | None = None
        self._heard_at = 0.0
        """When the words of the step are estimated to end."""

    # Called by the screen

    @property
    def step(self) -> Step:
        """The current step, which is being taught or will be announced next."""
        return self.steps[self.place]

    @property
    def begun(self) -> bool:
        """Whether the cards have been dealt."""
        return self.session.table.begun

    @property
    def over(self) -> bool:
        """Whether the last step was announced; from then on the match continues like any other."""
        return self._announced and self.place == len(self.steps) - 1

    @property
    def waits(self) -> bool:
        """Whether the lesson waits for the learner to do the task of the step."""
        return self._announced and not self.over and not self._done

    def lets(self, move: Move) -> bool:
        """Whether a move of the learner is to be submitted to the table.

        A legal move that is not the task of the step is held back.  An illegal one is submitted, so
        that the learner hears why it is refused.
        """
        if self.over or (self.waits and str(move) == self.step.move):
            return True
        return not self._is_legal(move)

    def made(self, move: Move) -> None:
        """Handle a move of the learner; the step is done if its task was this move."""
        self._done = self._done or (self.waits and str(move) == self.step.move)

    def refused(self, move: Move) -> None:
        """Handle a move that was refused; the step is done if its task was this illegal move."""
        if not self._is_legal(move):
            self.made(move)

    def pressed(self, binding: str) -> None:
        """Handle a key of the learner; the step is done if its task was this key."""
        self._done = self._done or (self.waits and binding == self.step.key)

    def follow(self) -> None:
        """Continue the script after a finished step, and announce the next step when it is time."""
        if self._done:
            self.place, self._announced, self._done = self.place + 1, False, False
            self._context.announcer.drop(TOPIC)
        if not self._announced and self.step.when(self.session.view):
            self._announced = True
            self._tell_step()
        self._move_others()

    # Announcements

    def words(self) -> tuple[Say, ...]:
        """Return the announcements of the step: its explanation and its task."""
        messages = [self._title(), msg("tutor-how", **self._keys("repeat", "leave-lesson"))]
        messages = messages if self.step is DEAL else []
        if self.step.id:
            messages.append(msg(f"lesson-{self.step.id}", **self._named()))
        messages.append(self.task())
        priority = Priority.REPLY if self.step is DEAL else Priority.MINE
        return tuple(Say(message, priority, topic=TOPIC) for message in messages)

    def task(self) -> Msg:
        """Return the task of the step; after the last step, how to leave the lesson."""
        step = self.step
        if self.place == len(self.steps) - 1:
            return msg("tutor-end", **self._keys("leave-lesson"))
        if step.task:
            return msg(step.task, **self._named())
        key, card = step.key or self._command(step.move), self.card_of(step.move)
        return msg("tutor-play", card=card) if not key else msg("tutor-press", key=self._key(key))

    def remind(self) -> None:
        """Repeat the task, without interrupting the current announcement."""
        self._context.tell(replace(one, priority=Priority.MINE) for one in self.reminder())

    def reminder(self) -> tuple[Say, ...]:
        """Return the announcement of the task, or of the whole step if that was cut short."""
        cut_short = self._context.now < self._heard_at
        return self.words() if cut_short else self.words()[-1:]

    def where(self) -> Msg:
        """Return the game of the lesson, and the number of the step."""
        game = msg(f"game-{self.session.spec.id}")
        return msg("tutor-where", game=game, place=self.place + 1, count=len(self.steps))

    def key_of(self, name: str) -> str:
        """Return the key that a lesson asks the player to press for this binding.

        It is the binding's first key or, if its keys have several effects, the first key with the
        last effect.
        """
        binding = self._binding(name)
        return binding.keys[0] if is_one_thing(binding) else binding.ways[-1][0]

    def card_of(self, move: str) -> Any:
        """Return the card that is played by a move in text form; None if it plays none."""
        return getattr(self.session.spec.rules.read(move), "card", None) if move else None

    # Internal

    def _is_legal(self, move: Move) -> bool:
        return self.table.state.allows(LEARNER, move)

    def _title(self) -> Msg:
        return msg("tutor-title", game=msg(f"game-{self.session.spec.id}"))

    def _tell_step(self) -> None:
        """Announce the step, if it has words."""
        if self.step.id:
            self._context.tell(self.words())
        self._heard_at = self._context.announcer.ends()

    def _named(self) -> dict[str, Msg]:
        """Return the keys named in the messages of the step, as fields of these messages."""
        own = {"key": self._key(self.step.key)} if self.step.key else {}
        return {**self._keys(*self.step.names), **own}

    def _keys(self, *names: str) -> dict[str, Msg]:
        """Return the keys of these bindings in words, as fields of a message."""
        return {re.sub(r"[-.]", "_", name): self._key(name) for name in names}

    def _key(self, name: str) -> Msg:
        """Return the keys of a binding in words, one for each of its effects.

        A name such as "cards.1" means only the second effect.  On a touch screen, return the name
        of the button instead.
        """
        id_, _, way = name.partition(".")
        binding = self._binding(id_)
        if self._context.wording.by_touch:
            return msg(f"do-{binding.id}")
        ways = binding.ways[:1] if is_one_thing(binding) else binding.ways
        named = ways[int(way) :][:1] if way else ways
        return key_words(tuple(key for one in named for key in one[:1]))

    def _binding(self, id_: str) -> Binding:
        """Return the binding with this id, with the keys that the learner has set.

        For the id "go on", return the binding of the game's required command, if it has one.
        """
        spec, keymap = self.session.spec, self._context.keymap
        layers = (LAYER, game_layer(spec), "game")
        required = (one.id for one in spec.commands if one.required)
        wanted = next(required, id_) if id_ == GO_ON else id_
        found = {one.id: one for layer in (GLOBAL, *layers) for one in keymap.in_layer(layer)}
        return {**found, **{one.id: one for one in keymap.of(layers)}}[wanted]

    def _command(self, move: str) -> str:
        """Return the id of the command that makes this move now; empty if there is none."""
        view = self.session.view
        makes = (one.id for one in self.session.spec.commands if str(made_by(one, view)) == move)
        return next(makes, "")

    def _think(self, wanted: BotRequest) -> None:
        """Store the request for a bot's move; answer it if the learner need not act first."""
        self._wanted = wanted
        self._move_others()

    def _move_others(self) -> None:
        """Make the move of another player, if the lesson does not wait for the learner.

        The move is the next one of the script; after the script a bot decides.
        """
        wanted = self._wanted
        if wanted is None or (self._announced and not self.over):
            return
        self._wanted = None
        self.session.table.listening(LEARNER, self._context.announcer.ends())
        if self._others:
            move = self.session.spec.rules.read(self._others.pop(0))
            self.session.bot_replied(wanted, move, self._context.now)
        else:
            self._context.think(wanted)


def made_by(command: Command[View], view: View) -> Move | None:
    """Return the move that a command makes now; None if it is not possible."""
    try:
        return command.move(view)
    except Refused:
        return None


def lesson_table(spec: Spec, lesson: Lesson, rng: Random, me: Player, time: TimeSettings) -> Table:
    """Return the table of a game's lesson, before its first deal."""
    options = read_options(spec.options, lesson.options)
    learner = replace(me, auto_draw=False)
    setup = Setup(spec, options, (learner,), level=levels(spec)[0]).filled(lesson.seats)
    seated = [replace(one, character=EVEN) for one in places(spec, setup.players)]
    log = new_log(spec, options, seated, time)
    return Table(log, rng, dealer=ScriptedDealer(spec, lesson.deals))
