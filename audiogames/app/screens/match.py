"""A match: the hand, the keys of every game, and the game's own."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Final

from audiogames.app.desk import Action, Desk, Screen
from audiogames.app.hand import Hand
from audiogames.app.keymap import game_layer
from audiogames.app.screens.base import Confirm, Item, ListScreen, Question
from audiogames.app.screens.table_menus import Actions, GameMenu, label, possible
from audiogames.app.screens.typing import TypeLine
from audiogames.app.session import Session
from audiogames.cards.card import Card
from audiogames.core.cues import Cue, Msg, Priority, Say, Sound, msg
from audiogames.core.game import Command, Move, Query, Refused, View
from audiogames.present.screen import Button, CardShape, Frame, Row, SymbolRow
from audiogames.present.tabletalk import time_left

DEAL_GUARD: Final = 0.5
"""An Enter within so many seconds of a deal was meant for the screen before."""

ROUND_GUARD: Final = 1.0
"""A Space within so many seconds of a round's end was meant for a draw."""


class MatchScreen(Screen):
    """The table in play."""

    kind = "game"

    def __init__(self, app: Desk, session: Session) -> None:
        super().__init__(app)
        self.session = session
        self.hand = Hand()
        self.layers = (game_layer(session.spec), "game")

    def opened(self) -> None:
        """The table itself tells how the match begins."""

    def returned(self) -> None:
        """Back from a list above: the focused card, or where one is."""
        card = self._hand().focused
        if card is None:
            self.app.say(*self.where())
        else:
            self.app.answer(self._named(card))

    def where(self) -> Sequence[Cue]:
        """The game, where it stands, and whose turn it is."""
        game = msg(f"game-{self.session.spec.id}")
        here = _reply(msg("where-match", game=game, where=self.session.standing()))
        return here, *self._time_if_any()

    def actions(self) -> Mapping[str, Action]:
        """The generic keys, then the game's queries and commands."""
        spec = self.session.spec
        return {
            "cards": lambda key: self._walk(-1 if key == "up" else 1),
            "suits": lambda key: self._walk_suit(-1 if key == "left" else 1),
            "first-last": lambda key: self._go(0 if key == "home" else len(self._hand().cards) - 1),
            "nth": lambda key: self._go((int(key) - 1) % 10),
            "play": lambda _key: self._play(),
            "go-on": lambda _key: self._go_on_or(self._turn),
            "hand": lambda _key: self._read_hand(),
            "turn": lambda _key: self._turn(),
            "time-left": lambda _key: self.app.answer(self._time()),
            "recap": lambda _key: self.app.say(*spec.recap(self.session.events, self.session.view)),
            "explain": lambda _key: self._explain(),
            "order": lambda _key: self._order(),
            "more-time": lambda _key: self.session.extend(self.app.now),
            "save": lambda _key: self._save(),
            "game-menu": lambda _key: self._menu(),
            "actions": lambda _key: self._actions(),
            "type-call": lambda _key: self._type(),
            **{query.id: self._asks(query) for query in spec.queries},
            **{command.id: self._does(command) for command in spec.commands},
        }

    def click(self, kind: str, number: int) -> None:
        """A click on a card plays it."""
        if kind == "card" and number < len(self._hand().cards):
            self.hand.go(number)
            self._play()

    def frame(self) -> Frame:
        """The state in large lines, the cards, and what can be done now."""
        view = self.session.view
        lines = [self.app.text(line) for line in self.session.spec.screen(view)]
        return Frame(
            self.app.text(msg(f"game-{self.session.spec.id}")),
            lines=(*lines, self.app.text(self._whose_turn())),
            cards=tuple(self._shape(place, card) for place, card in enumerate(self._hand().cards)),
            buttons=tuple(self._buttons(view)),
            status=self.app.status,
            symbols=tuple(
                SymbolRow(self.app.text(words), signs)
                for words, signs in self.session.spec.symbols(view)
            ),
        )

    # The hand

    def _hand(self) -> Hand:
        self.hand.update(self.session.view.hand)
        return self.hand

    def _walk(self, by: int) -> None:
        self._tell_card(moved=bool(self._hand().cards) and self.hand.step(by))

    def _walk_suit(self, by: int) -> None:
        self._tell_card(moved=bool(self._hand().cards) and self.hand.step_suit(by))

    def _go(self, place: int) -> None:
        self._tell_card(moved=bool(self._hand().cards) and self.hand.go(place))

    def _tell_card(self, *, moved: bool) -> None:
        self.app.sound("menu-move" if moved else "menu-edge")
        card = self.hand.focused
        self.app.answer(msg("no-cards") if card is None else self._named(card))

    def _named(self, card: Card) -> Msg:
        if self.app.settings.verbosity != "full":
            return msg("card", card=card)
        place = (self.hand.place or 0) + 1
        return msg("card-placed", card=card, place=place, count=len(self.hand.cards))

    def _read_hand(self) -> None:
        cards = tuple(self._hand().cards)
        self.app.answer(msg("your-hand", len(cards), cards=cards) if cards else msg("no-cards"))

    def _order(self) -> None:
        self._hand()
        self.app.answer(msg(f"order-{self.hand.next_order()}"))

    def _explain(self) -> None:
        card = self._hand().focused
        if card is None:
            self.app.answer(msg("no-card-focused" if self.hand.cards else "no-cards"))
            return
        ways = self.session.spec.ways(card, self.session.view)
        self.app.say(
            *(cue for way in ways for cue in self.session.spec.explain(way, self.session.view))
        )

    # Playing

    def _play(self) -> None:
        if self.app.now - self.session.dealt_at < DEAL_GUARD:
            self.app.answer(msg("one-moment"))
            return
        if not self.session.my_turn:
            raise self._not_now()
        card = self._hand().focused
        if card is None:
            self._walk(1)
            return
        moves = [move for move in self.session.view.legal if getattr(move, "card", None) is card]
        if len(moves) > 1:
            self.app.push(Choice(self.app, self, moves))
        elif moves:
            self.submit(moves[0])
        else:
            raise self._refusal(card)

    def submit(self, move: Move) -> None:
        """Make the move; what it does is told by the table."""
        self.session.submit(move, self.app.now)

    def _not_now(self) -> Refused:
        """The rules' own reason, asked with any card; without one, whose turn it is."""
        if self.session.seat is None:
            return Refused("not-playing")
        cards = self._hand().cards
        if not cards or self.session.waiting:
            return Refused("not-your-turn", self._whose_turn())
        return self._refusal(cards[0])

    def _refusal(self, card: Card) -> Refused:
        if self.session.over:
            return Refused("match-over")
        view = self.session.view
        return self.session.spec.rules.refusal(view, self.session.spec.ways(card, view)[0])

    def _does(self, command: Command[View]) -> Action:
        def run() -> None:
            self._command(command)

        return lambda _key: self._go_on_or(run) if command.required else run()

    def _command(self, command: Command[View]) -> None:
        """Make the command's move; where it asks first, only after a yes."""
        view = self.session.view
        if self.session.seat is None:
            raise Refused("not-playing")
        if self.session.waits_for_me:
            raise Refused("not-your-turn", self._whose_turn())
        move = command.move(view)
        if command.confirm is None or move not in view.legal:
            self.submit(move)
            return
        declined = command.declined(view) if command.declined else None
        yes, seq = partial(self.submit, move), self.session.table.seq
        words = command.confirm(view)
        stands = lambda: self.session.table.seq == seq  # noqa: E731 - one short condition
        self.app.push(Confirm(self.app, Question(words, yes, declined, stands)))

    def _possible(self) -> Sequence[Command[View]]:
        return possible(self.session.spec.commands, self.session.view)

    def _actions(self) -> None:
        self.app.push(Actions(self.app, self._possible, lambda: self.session.view))

    def _type(self) -> None:
        if self.session.waits_for_me:
            raise Refused("not-your-turn", self._whose_turn())
        self.app.push(TypeLine(self.app, msg("type-call"), self._typed))

    def _typed(self, text: str) -> None:
        typed = self.session.spec.typed
        assert typed is not None
        if self.session.seat is None:
            raise Refused("not-playing")
        move = typed(text, self.session.view)
        asking = [
            one for one in self._possible() if one.confirm and one.move(self.session.view) == move
        ]
        if asking:
            self._command(asking[0])
        else:
            self.submit(move)

    def _asks(self, query: Query[View]) -> Action:
        return lambda _key: self.app.say(*query.answer(self.session.view))

    def _go_on_or(self, otherwise: Callable[[], None]) -> None:
        """Space: the next deal or match where that is what is waited for."""
        if not (self.session.waits_for_me or self.session.over):
            otherwise()
        elif self.app.now - self.session.waiting_since < ROUND_GUARD:
            self.app.answer(msg("one-moment"))
        elif self.session.over:
            self.app.matches.again(self.app.now)
        else:
            self.session.ready(self.app.now)

    # Answers

    def _turn(self) -> None:
        self.app.say(_reply(self._whose_turn()), *self._time_if_any())

    def _time_if_any(self) -> tuple[Say, ...]:
        """The time, unless the match is over or nobody's time is running."""
        stands_still = self.session.is_timed and self.session.time_left(self.app.now) is None
        return () if self.session.over or stands_still else (_reply(self._time()),)

    def _whose_turn(self) -> Msg:
        view = self.session.view
        if self.session.over:
            return msg("match-over-prompt")
        if self.session.waits_for_me:
            return msg("go-on-prompt")
        return self.session.spec.turn(view)

    def _time(self) -> Msg:
        left = self.session.time_left(self.app.now)
        return msg("clock-stands") if left is None and self.session.is_timed else time_left(left)

    def _save(self) -> None:
        kept = self.app.matches.kept
        self.app.say(
            Sound("saved" if kept else "error", notice=True),
            _reply(msg("saved" if kept else "not-saved")),
        )

    def _menu(self) -> None:
        if self.session.over:
            self.app.matches.leave()
        else:
            self.app.push(GameMenu(self.app))

    def _shape(self, place: int, card: Card) -> CardShape:
        name = self.app.text(msg("card", card=card))
        return CardShape(card.rank, card.suit, card.pack, name, focused=place == self.hand.place)

    def _buttons(self, view: View) -> list[Button]:
        """The commands that are legal now, each with its key."""
        if self.session.waits_for_me or self.session.over:
            return [Button(self.app.text(msg("go-on")), "space")]
        return [
            Button(self.app.text(label(command, view)), command.keys[0])
            for command in self._possible()
        ]


class Choice(ListScreen):
    """The ways to play a card; meanwhile the questions of the game are answered."""

    kind = "choice"

    def __init__(self, app: Desk, match: MatchScreen, moves: Sequence[Move]) -> None:
        super().__init__(app)
        self._match = match
        self._moves = tuple(moves)
        self._seq = match.session.table.seq
        self.layers = ("choice", game_layer(match.session.spec), "list", "game")

    def title(self) -> Msg:
        """What is asked."""
        return self._match.session.spec.choice_title(self._moves[0], self._match.session.view)

    def items(self) -> Sequence[Item]:
        """Each way, with what it would do."""
        session = self._match.session
        return tuple(
            Item(session.spec.choice(move, session.view), partial(self._take, move))
            for move in self._moves
        )

    def actions(self) -> Mapping[str, Action]:
        """The list's keys come before those of the game."""
        return {
            **self._match.actions(),
            **super().actions(),
            "digits": lambda key: self._go((int(key) - 1) % 10),
        }

    def refreshed(self) -> None:
        """When the turn has passed meanwhile, there is nothing left to choose."""
        if self._match.session.table.seq != self._seq:
            self.app.pop(silently=True)

    def returned(self) -> None:
        """Ask again, or say where one is when the turn has passed meanwhile."""
        if self._match.session.table.seq == self._seq:
            super().returned()
        else:
            self.app.pop()

    def back(self) -> None:
        """Play another card after all."""
        self.app.sound("menu-back")
        self.app.pop()

    def frame(self) -> Frame:
        """The table, with the list instead of the buttons."""
        below = self._match.frame()
        rows = tuple(
            Row(self.app.text(item.label), place == self.place)
            for place, item in enumerate(self.items())
        )
        return Frame(
            self.app.text(self.title()), below.lines, rows, below.cards, status=self.app.status
        )

    def click(self, kind: str, number: int) -> None:
        """A click on another card plays that one after all."""
        if kind == "card":
            self.app.pop(silently=True)
            self._match.click(kind, number)
        else:
            super().click(kind, number)

    def _take(self, move: Move) -> None:
        self.app.pop(silently=True)
        self._match.submit(move)


def _reply(message: Msg) -> Say:
    return Say(message, Priority.REPLY)
