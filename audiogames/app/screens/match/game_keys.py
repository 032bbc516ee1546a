"""The keys of the game itself: questions, moves, lists, typed calls, and check boxes of cards."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Final, TypeVar

from audiogames.app.keys.bindings import SPACE
from audiogames.app.match.controller import MatchController
from audiogames.app.match.moves import label, possible
from audiogames.app.screens.base import Action, Confirm, Question
from audiogames.app.screens.editing import TextRules
from audiogames.app.screens.match.menus import MenuAction
from audiogames.app.screens.match.openers import OpenedList, listing_of
from audiogames.app.screens.reader import PageList
from audiogames.app.screens.typing import TypeLine
from audiogames.cards.card import Card
from audiogames.core.contract import Move, Refused, View
from audiogames.core.controls import Command, Opener, Query, Toggle
from audiogames.core.cues import Msg, Priority, Say, Sound, msg

if TYPE_CHECKING:
    from audiogames.app.match_context import MatchContext
    from audiogames.app.screens.match.base import TableScreen


class GameKeys:
    """The actions of the game's own keys, which work at the table and in the lists opened there."""

    def __init__(self, context: MatchContext, match: TableScreen) -> None:
        self._context = context
        self._match = match
        self.boxes = TickBoxes(context, match.session)

    def actions(self) -> Mapping[str, Action]:
        """Return the actions by binding id."""
        spec = self._session.spec
        return {
            "type-call": lambda _key: self._type(),
            **{one.id: _keyless(partial(self._ask, one)) for one in spec.queries},
            **{one.id: self._does(one) for one in spec.commands},
            **{one.id: _keyless(partial(self._tick, one)) for one in spec.hand.toggles},
            **{one.id: _keyless(partial(self._open, one)) for one in spec.lists.openers},
        }

    def possible(self) -> tuple[Command[View], ...]:
        """Return the commands whose move is legal now."""
        return possible(self._session.spec.commands, self._session.view)

    def available_actions(self) -> tuple[MenuAction, ...]:
        """Return all actions possible now, except for playing a card."""
        view = self._session.view
        return (
            *(MenuAction(one.id, one.keys[0], label(one, view)) for one in self.possible()),
            *(self._box(one) for one in self.boxes.possible),
            *(MenuAction(one.id, one.keys[0], msg(f"do-{one.id}")) for one in self._opening()),
            *self._skipping(),
        )

    def _skipping(self) -> Sequence[MenuAction]:
        """Return the action that skips to the end of the match; none while a person still plays."""
        return (
            [MenuAction("skip", "ctrl+end", msg("do-skip"))]
            if self._context.matches.skip.is_possible
            else []
        )

    @property
    def _session(self) -> MatchController:
        return self._match.session

    def _require_may_act(self) -> None:
        """Raise `Refused` if the listener cannot act now, for example after the end."""
        if self._session.seat is None:
            raise Refused("not-playing")
        if self._session.over:
            raise Refused("match-over")
        if self._session.waits_for_me:
            raise Refused("not-your-turn", self._match.whose_turn())

    # Questions

    def _ask(self, query: Query[View]) -> None:
        """Answer a question of the game; a long answer is opened as a list."""
        session = self._session
        if not (query.allowed(session.view) or session.practice):
            raise Refused("may-not-ask")
        capture = session.spec.board.of(session.view).capture if query.recalls else None
        session.asked_last += query.recalls and (capture is None or capture.recalled)
        pages = query.pages(session.view) if query.pages else ()
        if not pages:
            self._context.say(*query.answer(session.view))
            return
        words = msg("item", name=msg(f"do-{query.id}"))
        title = query.title(session.view) if query.title else words
        self._context.push(PageList(self._context, session.spec.id, title, pages))

    # Moves

    def _does(self, command: Command[View]) -> Action:
        """Return the action of a command's keys; Space may start the next deal or match instead."""
        run = partial(self._command, command)
        if command.required:
            return lambda key: self._match.go_on_or(run) if key == SPACE else run()
        return _keyless(run)

    def _command(self, command: Command[View]) -> None:
        """Make the move of a command, after a confirmation if the command asks for one."""
        self._require_may_act()
        view = self._session.view
        move = command.move(view)
        if command.confirm is None or move not in view.legal:
            self._match.submit(move, at_once=command.required)
            return
        declined = command.declined(view) if command.declined else None
        yes, seq = partial(self._match.submit, move), self._session.seq
        words = command.confirm(view)
        stands = lambda: self._session.seq == seq  # noqa: E731 - one short condition
        self._context.push(Confirm(self._context, Question(words, yes, declined, stands)))

    # Boxes

    def _tick(self, toggle: Toggle[View]) -> None:
        """Switch a check box to its next value.

        If the game gives a reason why it cannot be set, that is announced rather than "not your
        turn", because the reason may apply to every turn.
        """
        self._require_may_act()
        if toggle.refusal(self._session.view) is None and not self.boxes.is_time:
            raise self._match.not_now()
        self.boxes.turn(toggle, self._match.hand.focused)

    def _box(self, toggle: Toggle[View]) -> MenuAction:
        """Return the action that switches a check box; its text contains the current value."""
        words = self.boxes.words(toggle)
        return MenuAction(toggle.id, toggle.keys[0], words, tick=partial(self._tick, toggle))

    # Lists opened by a key

    def _open(self, opener: Opener[View]) -> None:
        """Open a list of optional moves; if another such list is open, close that first."""
        self._require_may_act()
        opened = OpenedList(self._context, self._match, opener)
        if isinstance(self._context.screen, OpenedList):
            self._context.pop(silently=True)
        self._context.push(opened)

    def _opening(self) -> Sequence[Opener[View]]:
        """Return the openers (keys that open a list of optional moves) that work now."""
        return [one for one in self._session.spec.lists.openers if self._opens(one)]

    def _opens(self, opener: Opener[View]) -> bool:
        try:
            self._require_may_act()
            listing_of(opener, self._match)
        except Refused:
            return False
        return True

    # Typed calls

    def _type(self) -> None:
        self._require_may_act()
        typing = self._session.spec.typing
        assert typing is not None
        why = typing.refusal(self._session.view)
        if why is not None:
            raise Refused("not-to-be-typed", why)
        rules = TextRules(typing.longest)
        self._context.push(TypeLine(self._context, msg("type-call"), self._typed, rules))

    def _typed(self, text: str) -> None:
        """Make the move that was typed, in turn or out of turn.

        If a command that makes the same move requires confirmation, ask for it first.
        """
        self._require_may_act()
        typing, view = self._session.spec.typing, self._session.view
        assert typing is not None
        move = typing.read(text, view, self._match.hand.focused)
        asking = [one for one in self.possible() if one.confirm and one.move(view) == move]
        if asking:
            self._command(asking[0])
        else:
            self._match.submit(move)


def _keyless(run: Callable[[], None]) -> Action:
    """Return an action that ignores which of its keys was pressed."""
    return lambda _key: run()


OFF: Final = "off"

M = TypeVar("M", bound=Move)


class TickBoxes:
    """The values of the check boxes that change how a card is played.

    They are cleared after the turn unless the settings keep them.
    """

    def __init__(self, context: MatchContext, session: MatchController) -> None:
        self._context = context
        self._session = session
        self._values: dict[str, str] = {}
        self._turn = session.turns

    @property
    def is_time(self) -> bool:
        """Whether it is the listener's turn to play a card."""
        session = self._session
        cards = (getattr(move, "card", None) for move in session.view.legal)
        return session.my_turn and any(card is not None for card in cards)

    @property
    def possible(self) -> tuple[Toggle[View], ...]:
        """The check boxes that can be changed now."""
        view, toggles = self._session.view, self._session.spec.hand.toggles
        if not toggles or not self.is_time:
            return ()
        return tuple(toggle for toggle in toggles if toggle.refusal(view) is None)

    def words(self, toggle: Toggle[View]) -> Msg:
        """Return the value of a check box in words."""
        words = f"toggle-{toggle.id}-{self._value(toggle)}"  # the contract requires these messages
        return msg(words)

    def turn(self, toggle: Toggle[View], card: Card | None) -> None:
        """Set a check box to its next value, and announce its effect on the focused card.

        Raises `Refused` if it cannot be set, or if it would have no effect.
        """
        why = toggle.refusal(self._session.view)
        if why is not None:
            raise Refused("not-to-be-ticked", why)
        values = (OFF, *toggle.values)
        value = values[(values.index(self._value(toggle)) + 1) % len(values)]
        brings = None if value == OFF else toggle.outlook(self._session.view, card, value)
        self._values[toggle.id] = value
        sound = Sound("box-off" if value == OFF else "box-on", notice=True)
        self._context.say(sound, Say(brings or self.words(toggle), Priority.REPLY))

    def carried_by(self, move: M) -> M:
        """Apply every ticked check box that is now allowed; return the resulting move."""
        if not self._session.spec.hand.toggles:
            return move
        values = {toggle.id: self._value(toggle) for toggle in self.possible}
        ticked = {id_: value for id_, value in values.items() if value != OFF}
        if not ticked:
            return move
        carrying: M = self._session.spec.hand.tick(move, ticked, self._session.view)
        return carrying

    def _value(self, toggle: Toggle[View]) -> str:
        if self._turn != self._session.turns and not self._context.settings.keep_boxes:
            self._values.clear()
        self._turn = self._session.turns
        return self._values.get(toggle.id, OFF)
