"""The keys of the practice aids: undo, advice, and the other players' hands."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from typing import TYPE_CHECKING, Final

from audiogames.app.match.controller import MatchController
from audiogames.app.match.moves import better_move, describe_move, plain_ways
from audiogames.app.match.practice import AdviceRequest, SecondBest
from audiogames.app.screens import reader
from audiogames.app.screens.base import Action, Confirm, Question
from audiogames.app.screens.match.choices import MatchList
from audiogames.app.screens.match.game_keys import OFF
from audiogames.cards.telling import grouped
from audiogames.core.contract import Move, Refused, View
from audiogames.core.controls import Page
from audiogames.core.cues import Msg, Name, Priority, Say, msg
from audiogames.core.events import Seat

if TYPE_CHECKING:
    from audiogames.app.context import Context
    from audiogames.app.screens.match.base import TableScreen

REASONS: Final = 2
"""The number of reasons given with a suggestion."""
FEW: Final = 5
"""Up to this many cards of a hand are read in one line, more of them suit by suit."""


class PracticeKeys:
    """The actions of the practice aids, which work at the table and in the lists opened there."""

    def __init__(self, context: Context, match: TableScreen) -> None:
        self._context = context
        self._match = match
        self._asked_by = 0
        """The number of the key press that asked for a suggestion."""

    def actions(self) -> Mapping[str, Action]:
        """Return the actions by binding id."""
        return {
            "take-back": lambda _key: self._session.aids.take_back(self._context.now),
            "suggest": lambda _key: self._suggest(),
            "second-best": lambda _key: self._compare(),
            "open-hands": lambda _key: self._open(),
        }

    @property
    def _session(self) -> MatchController:
        return self._match.session

    def _require_practice(self) -> None:
        if not self._session.practice:
            raise Refused("only-in-practice")

    # Suggestions

    def _suggest(self) -> None:
        self._require_practice()
        if not self._session.is_asked:
            raise self._match.not_now()
        self._asked_by = self._context.keys_pressed
        self._session.aids.advise(AdviceRequest(self._advised, self._thinking), self._context.now)

    def _compare(self) -> None:
        self._require_practice()
        if not self._session.is_asked:
            raise self._match.not_now()
        self._session.aids.compare(self._compared, self._thinking, self._context.now)

    def _compared(self, found: SecondBest) -> None:
        priority = Priority.REPLY if self._context.screen.at_the_table else Priority.MINE
        words = second_best(self._session, found)
        self._context.say(*(Say(one, priority) for one in words))

    def _thinking(self) -> None:
        self._context.answer(msg("thinking"))

    def _advised(self, move: Move) -> None:
        """Announce the move that a bot advises, with reasons.

        The advised card or item is focused, unless another key was pressed meanwhile.  If another
        screen is open, the announcement waits for the end of the current speech.
        """
        if self._context.keys_pressed == self._asked_by:
            self._focus(move)
        in_front = self._context.screen.at_the_table
        priority = Priority.REPLY if in_front else Priority.MINE
        words = advice(self._session, move)
        self._context.say(*(Say(one, priority) for one in words))

    def _focus(self, move: Move) -> None:
        """Focus the card that the advised move plays, or the move itself in a list."""
        hand, card, screen = self._match.hand, getattr(move, "card", None), self._context.screen
        if card in hand.cards:
            hand.put(hand.cards.index(card))
        elif isinstance(screen, MatchList) and move in screen.moves:
            screen.place = list(screen.moves).index(move)

    # The other players' hands

    def _open(self) -> None:
        """Show the other players' hands.

        The first time in a match, ask for confirmation, because the match then does not count in
        statistics.
        """
        self._require_practice()
        self._require_visible_hands()
        if self._session.table.is_open:
            self._show()
        else:
            self._context.push(
                Confirm(self._context, Question(msg("open-hands-question"), self._show))
            )

    def _show(self) -> None:
        self._require_visible_hands()
        self._context.push(OpenHands(self._context, self._session))

    def _require_visible_hands(self) -> None:
        """Raise `Refused` after the match, and while the player may not see their own cards."""
        if self._session.over:
            raise Refused("match-over")
        hidden = self._session.spec.hand.hidden(self._session.view)
        if hidden is not None:
            raise Refused("hands-hidden", hidden)


class OpenHands(reader.PageList):
    """A list of the other players' current hands."""

    def __init__(self, context: Context, session: MatchController) -> None:
        self._session = session
        self._seats: list[Seat] = []
        """The owner of the hand in each line."""
        super().__init__(context, session.spec.id, msg("open-hands"), ())
        self._look()

    def refreshed(self) -> None:
        """Update the hands; close the list if they may no longer be shown."""
        if self._session.over or self._session.spec.hand.hidden(self._session.view) is not None:
            self.context.sound("menu-back")
            self.context.pop(silently=True)
            return
        label, seat = self._pages[self.place].label, self._seats[self.place]
        self._look()
        labels = [page.label for page in self._pages]
        self.place = labels.index(label) if label in labels else self._seats.index(seat)

    def _look(self) -> None:
        """Load the other players' hands."""
        session = self._session
        views = session.aids.open_hands(self.context.now)
        lines = [(view.seat, page) for view in views for page in _pages(session, view)]
        self._seats = [seat for seat, _page in lines if seat is not None]
        self._pages = tuple(page for _seat, page in lines)


def _pages(session: MatchController, view: View) -> Iterator[Page]:
    """Yield the hand of one seat in one line; if there are many cards, in a line for each suit."""
    assert view.seat is not None
    seat, order = Name(view.seat), session.spec.hand.order
    cards = tuple(view.hand if order is None else sorted(view.hand, key=order))
    if session.spec.hand.hidden(view) is not None:
        yield Page(msg("open-hand-hidden", seat=seat))
    elif not cards:
        yield Page(msg("open-hand-none", seat=seat))
    elif order is None or len(cards) <= FEW:
        yield Page(msg("open-hand", len(cards), seat=seat, cards=cards))
    else:
        yield from (Page(msg("open-hand-suit", seat=seat, cards=one)) for one in grouped(cards))


# Advice in words


def advice(session: MatchController, move: Move) -> Sequence[Msg]:
    """Return the advised move, the check boxes that it needs, and why it is good."""
    spec, view = session.spec, session.view
    review = spec.bots.review
    reasons = () if review is None else review.reasons(view, move, None)
    return (describe_move(spec, view, move, "advice"), *_boxes(session, move), *reasons[:REASONS])


def second_best(session: MatchController, found: SecondBest) -> Sequence[Msg]:
    """Return the second-best move, its cost compared with the best move, and the reasons.

    If the first reason names no card, it is about the best move, and the best move is named
    before that reason.
    """
    review, judged = session.spec.bots.review, found.judgement
    if review is None or judged is None:
        return (msg("second-best-none"),)
    view, cost = session.view, -judged.gain
    second = describe_move(session.spec, view, judged.rival, "second-best")
    if cost < review.least(view):
        return (second, msg("second-best-as-good"))
    price = msg("second-best-costs", price=review.price(cost, view))
    why = review.reasons(view, judged.move, judged.rival)[:REASONS]
    if why and "card" not in why[0].args:
        why = (better_move(session.spec, view, judged.move, judged.rival), *why)
    return (second, price, *why)


def _boxes(session: MatchController, move: Move) -> Sequence[Msg]:
    """Return which check boxes must be set so that playing the card makes this move."""
    ways = plain_ways(session.view, getattr(move, "card", None))
    if not ways or move in ways:
        return ()
    return tuple(_box_words(id_, value) for id_, value in _boxes_to_set(session, ways[0], move))


def _box_words(id_: str, value: str) -> Msg:
    """Describe a check box's setting by its key or, if it has several values, by the value."""
    return msg("item", name=msg(f"do-{id_}")) if value == "on" else msg(f"toggle-{id_}-{value}")


def _boxes_to_set(session: MatchController, plain: Move, move: Move) -> Sequence[tuple[str, str]]:
    """Return the values of the check boxes that turn the move `plain` into `move`."""
    toggles = session.spec.hand.toggles
    for values in product(*((OFF, *one.values) for one in toggles)):
        ticked = [
            (one.id, value) for one, value in zip(toggles, values, strict=True) if value != OFF
        ]
        if session.spec.hand.tick(plain, dict(ticked), session.view) == move:
            return ticked
    return ()
