"""The screen of a review: the player's mistakes, their reasons, and playing on from one of them."""

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
    """The screen of a review, in which arrows step from mistake to mistake.

    Keys are answered from the view that the player had at the mistake.
    """

    context: MatchContext

    kind = "mistakes"

    def __init__(
        self,
        context: MatchContext,
        looking: LookBack,
        back: Callable[[], None],
        *,
        is_result_announced: bool,
    ) -> None:
        """Set up the screen of a review; `back` is called to leave it.

        `is_result_announced` means that the number of mistakes has already been announced.
        """
        super().__init__(context, looking)
        self._back = back
        self._looking = looking
        self._found_told = is_result_announced
        self.layers = ("mistakes", game_layer(self.session.spec), "game")

    @property
    def _review(self) -> MatchReview:
        return self._looking.review

    def opened(self) -> None:
        """Announce the number of mistakes and the first one; once per session also the keys."""
        self._looking.begin()
        title, found, *about = self._result_words()
        reviews, messages = self.context.reviews, [title]
        if self._looking.mistake is None or not self._found_told:
            messages.append(found)
        self.context.say(*map(as_reply, [*messages, *about]))
        if self._looking.mistake is not None and not reviews.is_explained:
            reviews.is_explained = True
            self.context.say(Say(msg("review-help"), Priority.BACKGROUND))

    def where(self) -> Sequence[Cue]:
        """Return the announcement of the current mistake, or of the result if there are none."""
        return tuple(map(as_reply, self._mistake() or self._result_words()))

    def actions(self) -> Mapping[str, Action]:
        """Return the actions: moving between mistakes, asking for reasons, and playing on."""
        return {
            **super().actions(),
            "mistake": lambda key: self._step_mistake(-1 if key in BACK else 1),
            "situation": lambda _key: self._situation(),
            "why": lambda _key: self._why(),
            "ways-on": lambda _key: self._ways_on(),
            "back": lambda _key: self._back(),
        }

    def _result_words(self) -> Sequence[Msg]:
        """Return the result: the number of mistakes, and then the first mistake or the luck."""
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

    def _step_mistake(self, by: int) -> None:
        """Move to the next (1) or previous (-1) mistake; after the last one, announce the luck."""
        if self._looking.turn(by):
            self.context.say(Sound("menu-move", notice=True), *map(as_reply, self._mistake()))
            return
        messages = (msg("review-end"), *self._luck()) if by > 0 else self._mistake()
        self.context.say(
            Sound("menu-edge", notice=True), *map(as_reply, messages or self._result_words())
        )

    def _require_mistake(self) -> None:
        if self._looking.mistake is None:
            raise Refused("no-mistake", self._review.summary())

    def _situation(self) -> None:
        """Announce the events since the player's previous move, and the decision to be made.

        The number of the deal and trick is left out: it was announced with the mistake.
        """
        self._require_mistake()
        spec, view = self.session.spec.bots.review, self.session.view
        assert spec is not None
        self.context.say(
            *self._recap(),
            *map(as_reply, spec.situation(view)),
            as_reply(self.session.spec.turn(view)),
        )

    def _recap(self) -> Sequence[Cue]:
        """Return the moves of the other players before the mistake, as an announcement.

        A sentence that says only that they did nothing is omitted.
        """
        recap, view = self.session.spec.recap, self.session.view
        for events in (self._looking.heard_in_deal, self.session.events):
            cues = tuple(recap(events, view))
            if not any(map(_is_nothing, cues)):
                return cues
        return tuple(one for one in cues if not (_is_nothing(one) and not one.message.args))

    def _why(self) -> None:
        self._require_mistake()
        mistake = self._looking.mistake
        assert mistake is not None
        self.context.say(*map(as_reply, why_words(mistake, self._review)))

    def _ways_on(self) -> None:
        self._require_mistake()
        if not isinstance(self._review.past, Log):
            raise Refused("ways-on-not-here")
        self.context.push(WaysOn(self.context, self._looking, self._review.past))

    def _buttons(self) -> list[Button]:
        return [Button(self.context.text(msg(words)), key) for words, key in BUTTONS]


class WaysOn(ListOverTable):
    """A list of the ways to play on: from the mistake, or the whole deal in another seat."""

    context: MatchContext

    def __init__(self, context: MatchContext, looking: LookBack, log: Log) -> None:
        super().__init__(context)
        self._looking = looking
        self._log = log

    def title(self) -> Msg:
        return msg("ways-on")

    def items(self) -> Sequence[Item]:
        """Return the two ways to play on: from the mistake, or the whole deal in another seat."""
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
        """Start a match at the beginning of the deal, in the seat of the next opponent."""
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
    """Return the first seat after the player's that belongs to another side."""
    seats = len(review.past.header.players)
    sides = review.spec.partners(seats)
    mine = next(side for side in sides if review.seat in side)
    after = (Seat((review.seat + step) % seats) for step in range(1, seats))
    return next(seat for seat in after if seat not in mine)
