"""The boxes that are ticked in one's own turn and go with the card that is then played."""

from __future__ import annotations

from typing import Final, TypeVar

from audiogames.app.desk import Desk
from audiogames.app.session import Session
from audiogames.cards.card import Card
from audiogames.core.cues import Msg, Priority, Say, Sound, msg
from audiogames.core.game import Move, Refused, Toggle, View

OFF: Final = "off"

M = TypeVar("M", bound=Move)


class Boxes:
    """What is ticked.  It does not outlast the turn, unless the settings keep it."""

    def __init__(self, app: Desk, session: Session) -> None:
        self._app = app
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
        """The boxes that can be ticked now."""
        view = self._session.view
        declared = self._session.spec.toggles if self.is_time else ()
        return tuple(toggle for toggle in declared if toggle.refusal(view) is None)

    def words(self, toggle: Toggle[View]) -> Msg:
        """What a box stands at."""
        words = f"toggle-{toggle.id}-{self._value(toggle)}"  # the contract asks each game for them
        return msg(words)

    def turn(self, toggle: Toggle[View], card: Card | None) -> None:
        """On to the next value of a box; what it will bring with the card under the focus.

        Raises `Refused` where it cannot be ticked, or would bring nothing.
        """
        why = toggle.refusal(self._session.view)
        if why is not None:
            raise Refused("not-to-be-ticked", why)
        values = (OFF, *toggle.values)
        value = values[(values.index(self._value(toggle)) + 1) % len(values)]
        brings = None if value == OFF else toggle.outlook(self._session.view, card, value)
        self._values[toggle.id] = value
        sound = Sound("box-off" if value == OFF else "box-on", notice=True)
        self._app.say(sound, Say(brings or self.words(toggle), Priority.REPLY))

    def carried_by(self, move: M) -> M:
        """The move of a card, with all boxes that are ticked and can be."""
        values = {toggle.id: self._value(toggle) for toggle in self.possible}
        ticked = {id_: value for id_, value in values.items() if value != OFF}
        if not ticked:
            return move
        carrying: M = self._session.spec.tick(move, ticked, self._session.view)
        return carrying

    def _value(self, toggle: Toggle[View]) -> str:
        if self._turn != self._session.turns and not self._app.settings.keep_boxes:
            self._values.clear()
        self._turn = self._session.turns
        return self._values.get(toggle.id, OFF)
