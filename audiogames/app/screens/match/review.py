"""A review: from one mistake to the next, each with its reasons, and playing on from there."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Final, TypeGuard

from audiogames.app.keys.bindings import game_layer
from audiogames.app.modes.review import LookBack, mistake_words, place_words, why_words
from audiogames.app.reviews import MatchReview
from audiogames.app.screens.base import Action, Item, ListOverTable
from audiogames.app.screens.match.replay import BACK, ReplayScreen, as_reply
from audiogames.core.contract import Refused
from audiogames.core.cues import Cue, Msg, Name, Priority, Say, Sound, mine, msg
from audiogames.core.events import Seat
from audiogames.core.log import Log
from audiogames.present.frame import Button

if TYPE_CHECKING:
    from audiogames.app.match_context import MatchContext

BUTTONS: Final = (
    ("review-next", "right"),
    ("review-previous", "left"),
    ("do-situation", "space"),
    ("do-why", "g"),
    ("do-ways-on", "enter"),
)


class ReviewScreen(ReplayScreen):
    """The arrows go from mistake to mistake; all questions are answered as they were then."""

    context: MatchContext

    kind = "mistakes"

    def __init__(
        self,
        context: MatchContext,
        looking: LookBack,
        back: Callable[[], None],
        *,
        found_told: bool,
    ) -> None:
        """`back` leaves the review."""
        super().__init__(context, looking)
        self._back = back
        self._looking = looking
        self._found_told = found_told
        self.layers = ("mistakes", game_layer(self.session.spec), "game")

    @property
    def _review(self) -> MatchReview:
        return self._looking.review

    def opened(self) -> None:
        """How many mistakes there are and the first one; the keys follow by themselves, once."""
        self._looking.begin()
        title, found, *about = self._head()
        reviews, told = self.context.reviews, [title]
        if self._looking.mistake is None or not self._found_told:
            told.append(found)
        self.context.say(*map(as_reply, [*told, *about]))
        if self._looking.mistake is not None and not reviews.is_explained:
            reviews.is_explained = True
            self.context.say(Say(msg("review-help"), Priority.BACKGROUND))

    def where(self) -> Sequence[Cue]:
        """Which mistake of how many one is at, and what it is."""
        return tuple(map(as_reply, self._mistake() or self._head()))

    def actions(self) -> Mapping[str, Action]:
        """Moving about among mistakes, asking why, playing on."""
        return {
            **super().actions(),
            "mistake": lambda key: self._walk(-1 if key in BACK else 1),
            "situation": lambda _key: self._situation(),
            "why": lambda _key: self._why(),
            "ways-on": lambda _key: self._ways_on(),
            "back": lambda _key: self._back(),
        }

    def _head(self) -> Sequence[Msg]:
        """What the review found, and the first mistake or the luck."""
        title = msg("review", game=msg(f"game-{self.session.spec.id}"))
        found = self._review.summary()
        return (title, found, *(self._mistake() or self._luck()))

    def _mistake(self) -> Sequence[Msg]:
        mistake = self._looking.mistake
        if mistake is None:
            return ()
        number, count = self._looking.number + 1, len(self._review.mistakes)
        where = place_words(mistake, self._review)
        if count > 1:
            at = msg("review-number", number=number, count=count, where=where)
        else:
            at = msg("review-at", where=where)
        return (at, *mistake_words(mistake, self._review))

    def _luck(self) -> Sequence[Msg]:
        luck = self._review.luck()
        return () if luck is None else (luck,)

    def _walk(self, by: int) -> None:
        """The next mistake; beyond the last one, what was luck."""
        if self._looking.turn(by):
            self.context.say(Sound("menu-move", notice=True), *map(as_reply, self._mistake()))
            return
        told = (msg("review-end"), *self._luck()) if by > 0 else self._mistake()
        self.context.say(Sound("menu-edge", notice=True), *map(as_reply, told or self._head()))

    def _see_to_mistake(self) -> None:
        if self._looking.mistake is None:
            raise Refused("no-mistake", self._review.summary())

    def _situation(self) -> None:
        """What had happened in the deal since the own move before, and what was asked.

        Where it was stands before the mistake itself.
        """
        self._see_to_mistake()
        told, view = self.session.spec.bots.review, self.session.view
        assert told is not None
        self.context.say(
            *self._recap(),
            *map(as_reply, told.situation(view)),
            as_reply(self.session.spec.turn(view)),
        )

    def _recap(self) -> Sequence[Cue]:
        """What the others had done; no word where that was nothing, unless more stands with it."""
        recap, view = self.session.spec.recap, self.session.view
        for events in (self._looking.heard_in_deal, self.session.events):
            told = tuple(recap(events, view))
            if not any(map(_is_nothing, told)):
                return told
        return tuple(one for one in told if not (_is_nothing(one) and not one.message.args))

    def _why(self) -> None:
        self._see_to_mistake()
        mistake = self._looking.mistake
        assert mistake is not None
        self.context.say(*map(as_reply, why_words(mistake, self._review)))

    def _ways_on(self) -> None:
        self._see_to_mistake()
        if not isinstance(self._review.past, Log):
            raise Refused("ways-on-not-here")
        self.context.push(WaysOn(self.context, self._looking, self._review.past))

    def _buttons(self) -> list[Button]:
        return [Button(self.context.text(msg(words)), key) for words, key in BUTTONS]


class WaysOn(ListOverTable):
    """From a mistake on: the same again against the bots, or the deal from another seat."""

    context: MatchContext

    def __init__(self, context: MatchContext, looking: LookBack, log: Log) -> None:
        super().__init__(context)
        self._looking = looking
        self._log = log

    def title(self) -> Msg:
        """What it is about."""
        return msg("ways-on")

    def items(self) -> Sequence[Item]:
        """From here, or the whole deal."""
        return (
            Item(msg("ways-on-here"), self._play_on),
            Item(
                msg("ways-on-deal", seat=Name(next_opponent(self._looking.review))), self._play_deal
            ),
        )

    def _play_on(self) -> None:
        review, mistake = self._looking.review, self._looking.mistake
        assert mistake is not None
        seat = review.seat
        self._play(mistake.decision.entry, seat)

    def _play_deal(self) -> None:
        """From right after the deal, in the seat of the next opponent."""
        review, mistake = self._looking.review, self._looking.mistake
        assert mistake is not None
        before = (one for one in self._log.moves() if one.seq < mistake.decision.entry)
        dealt, chair = max(one.seq for one in before if one.deals), next_opponent(review)
        self._play(dealt + 1, chair)
        self.context.say(mine("ways-on-seats", seat=Name(review.seat)))

    def _play(self, entry: int, chair: Seat) -> None:
        review = self._looking.review
        self.context.matches.play_from(self._log, entry, review.seat, chair, self.context.now)
        self.context.reviews.played_on(self._looking.number)


def _is_nothing(cue: Cue) -> TypeGuard[Say]:
    return isinstance(cue, Say) and cue.message.id == "recap-nothing"


def next_opponent(review: MatchReview) -> Seat:
    """The first seat after the player's that is not of their side."""
    seats = len(review.past.header.players)
    sides = review.spec.partners(seats)
    mine = next(side for side in sides if review.seat in side)
    after = (Seat((review.seat + step) % seats) for step in range(1, seats))
    return next(seat for seat in after if seat not in mine)
