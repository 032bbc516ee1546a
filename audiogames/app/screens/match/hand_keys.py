"""The keys that browse and read the listener's hand, at the table and in the lists opened there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Final

from audiogames.app.match.controller import MatchController
from audiogames.app.match.hand import Hand
from audiogames.app.screens.base import Action
from audiogames.cards.card import Card
from audiogames.cards.telling import grouped
from audiogames.core.contract import View
from audiogames.core.cues import Msg, Priority, Say, msg

if TYPE_CHECKING:
    from audiogames.app.context import Context

BACK: Final = frozenset({"up", "left"})


class HandKeys:
    """The actions that browse and read the hand; if it is hidden now, each key announces why."""

    def __init__(self, context: Context, session: MatchController) -> None:
        self._context = context
        self._session = session
        self._hand = Hand(session.spec.hand.order)
        self._to_follow: Sequence[Card] = ()
        """The cards of the suit to follow when the hand was last browsed."""
        self._followed: View | None = None
        """The view from which the hand was read."""

    def actions(self) -> Mapping[str, Action]:
        """Return the actions of these keys by binding id."""
        seeing: dict[str, Action] = {
            "cards": lambda key: self._walk(-1 if key in BACK else 1),
            "suits": lambda key: self._walk_suit(-1 if key in BACK else 1),
            "first-last": lambda key: self.go(0 if key == "home" else len(self._hand.cards) - 1),
            "nth": lambda key: self._focus_number((int(key) - 1) % 10),
            "hand": lambda _key: self._read(),
            "order": lambda _key: self._order(),
        }
        return {id_: self._if_visible(action) for id_, action in seeing.items()}

    def follow(self) -> None:
        """Copy the hand from the view; if the game hides it, no card is focused."""
        view = self._session.view
        if view is not self._followed:  # views never change, and each answer to a key asks
            self._followed = view
            self._hand.update(() if self.hidden else view.hand)

    @property
    def hidden(self) -> Msg | None:
        """Why the player may not see the cards now; None if they may."""
        return self._session.spec.hand.hidden(self._session.view)

    @property
    def cards(self) -> list[Card]:
        """The cards that the player may see, in the chosen order."""
        self.follow()
        return self._hand.cards

    @property
    def focused(self) -> Card | None:
        """The focused card, or None."""
        self.follow()
        return self._hand.focused

    @property
    def place(self) -> int | None:
        """The position of the focused card, or None."""
        self.follow()
        return self._hand.place

    def go(self, place: int) -> None:
        """Focus the card at this position and announce it."""
        self._was_browsed_since_lead()
        self._tell(moved=bool(self.cards) and self._hand.go(place))

    def put(self, place: int) -> None:
        """Focus the card at this position without announcing it, for example after a click."""
        self._was_browsed_since_lead()
        self._hand.go(place)

    def start(self) -> None:
        """Focus the first card, and announce it."""
        self._walk(1)

    def explain(self) -> None:
        """Announce the effect of playing the focused card."""
        if (why := self.hidden) is not None:
            self._context.answer(why)
            return
        card = self.focused
        if card is None:
            self._context.answer(msg("no-card-focused" if self.cards else "no-cards"))
            return
        spec = self._session.spec
        ways = spec.hand.ways(card, self._session.view)
        if not ways:
            self._context.say(*spec.hand.facts(card, self._session.view))
            return
        self._context.say(*(cue for way in ways for cue in spec.explain(way, self._session.view)))

    def named(self, card: Card) -> Say:
        """Return the announcement of a card, with its position if verbosity is full."""
        if self._announces_positions:
            return _naming_answer(card, msg("card-placed", card=card, **self._place()))
        return _naming_answer(card, msg("card", card=card))

    # Internal

    def _if_visible(self, action: Action) -> Action:
        """Return an action that runs only if the hand is visible, or else announces why not."""

        def run(key: str) -> None:
            self.follow()
            if (why := self.hidden) is not None:
                self._context.answer(why)
            else:
                action(key)

        return run

    def _focus_number(self, place: int) -> None:
        """Focus the card with this number; if there are fewer cards, announce their number."""
        if place < len(self.cards):
            self.go(place)
        else:
            count = len(self.cards)
            words = msg("only-so-many-cards", count) if count else msg("no-cards")
            self._answer(Say(words, Priority.REPLY), moved=False)

    def _walk(self, by: int) -> None:
        self._tell(
            moved=bool(self.cards) and (self._focus_suit_to_follow(by) or self._hand.step(by))
        )

    def _walk_suit(self, by: int) -> None:
        moved = bool(self.cards) and (self._focus_suit_to_follow(1) or self._hand.step_suit(by))
        card = self._hand.focused
        self._answer(None if card is None else self._named_by_suit(card), moved=moved)

    def _was_browsed_since_lead(self) -> bool:
        """Return whether the hand was browsed since the suit was led; then mark it as browsed."""
        known, self._to_follow = (
            self._to_follow,
            self._session.spec.hand.to_follow(self._session.view),
        )
        return self._to_follow == known

    def _focus_suit_to_follow(self, by: int) -> bool:
        """At the first arrow key since a suit was led, focus a card of the suit to follow.

        Return False, and change nothing, at later arrow keys or if such a card is already focused.
        """
        if self._was_browsed_since_lead() or self._hand.focused in self._to_follow:
            return False
        places = [place for place, card in enumerate(self.cards) if card in self._to_follow]
        return bool(places) and self._hand.go(places[0 if by > 0 else -1])

    def _tell(self, *, moved: bool) -> None:
        card = self._hand.focused
        self._answer(None if card is None else self.named(card), moved=moved)

    def _answer(self, words: Say | None, *, moved: bool) -> None:
        self._context.sound("menu-move" if moved else "menu-edge")
        self._context.say(words or Say(msg("no-cards"), Priority.REPLY))

    def _named_by_suit(self, card: Card) -> Say:
        """Return the announcement of a card with its suit named first, for browsing by suits."""
        if self._announces_positions:
            return _naming_answer(card, msg("card-by-suit-placed", card=card, **self._place()))
        return _naming_answer(card, msg("card-by-suit", card=card))

    @property
    def _announces_positions(self) -> bool:
        return self._context.settings.verbosity == "full"

    def _place(self) -> dict[str, int]:
        return {"place": (self._hand.place or 0) + 1, "count": len(self._hand.cards)}

    def _read(self) -> None:
        cards = tuple(self.cards)
        if not cards:
            self._context.answer(msg("no-cards"))
        elif self._hand.is_by_suit:
            self._context.answer(msg("your-hand-by-suit", len(cards), suits=grouped(cards)))
        else:
            self._context.answer(msg("your-hand", len(cards), cards=cards))

    def _order(self) -> None:
        """Sort the hand in the next order, and announce that order."""
        self._context.answer(msg(f"order-{self._hand.next_order()}"))


def _naming_answer(card: Card, words: Msg) -> Say:
    """Return an answer marked as naming this card, so that playing it need not name it again."""
    return Say(words, Priority.REPLY, names=card)
