"""The screen of a puzzle: the player's move is judged, and keys give a hint or the answer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Final

from audiogames.app.keys.bindings import game_layer
from audiogames.app.match.moves import describe_move
from audiogames.app.modes.puzzle import PuzzleMode
from audiogames.app.screens.base import Action
from audiogames.app.screens.match.game_keys import GameKeys
from audiogames.app.screens.match.replay import ReplayScreen, as_reply
from audiogames.app.screens.match.table import MatchScreen
from audiogames.core.contract import Move, Refused
from audiogames.core.cues import Cue, Msg, Say, Sound, msg
from audiogames.present.frame import Button

if TYPE_CHECKING:
    from audiogames.app.match_context import MatchContext

REASONS: Final = 2
"""The number of reasons given."""

BUTTONS: Final = (
    ("do-puzzle-on", "space"),
    ("do-puzzle-hint", "g"),
    ("do-puzzle-answer", "shift+g"),
)

NOT_HERE: Final = (
    "more-time", "save", "pause", "type-call", "open-hands", "take-back", "look-back",
    "stop-review", "share-ending", "save-match", "skip",
)  # fmt: skip
"""Keys of a table that make no sense in a puzzle."""


class PuzzleScreen(ReplayScreen):
    """The screen of a puzzle: a position in which the player chooses a move to be judged."""

    context: MatchContext

    kind = "puzzle"

    def __init__(self, context: MatchContext, mode: PuzzleMode) -> None:
        super().__init__(context, mode)
        self._mode = mode
        self._puzzle = mode.puzzle
        self._is_first = True
        """Whether the player has neither tried, nor asked for a hint or the answer."""
        self._hints = 0
        self._is_done = False
        self.own = GameKeys(context, self)
        self.layers = ("puzzle", game_layer(self.session.spec), "game")

    def opened(self) -> None:
        """Announce the origin of the position, its last events, and the question."""
        self._mode.begin()
        self.context.say(*self._asked())

    def where(self) -> Sequence[Cue]:
        """Return the game and the question."""
        return self._asked()

    def returned(self) -> None:
        """Announce the focus as in any match, after a list was closed."""
        MatchScreen.returned(self)

    def actions(self) -> Mapping[str, Action]:
        """Return a puzzle's actions: a move answers it, other keys give a hint or the answer."""
        return {
            **MatchScreen.actions(self),
            **dict.fromkeys(NOT_HERE, _refuse),
            "puzzle-on": lambda _key: self._go_on(),
            "puzzle-hint": lambda _key: self._hint(),
            "puzzle-answer": lambda _key: self._tell_answer(),
            "turn": lambda _key: self.context.answer(self.whose_turn()),
            "recap": lambda _key: self.context.say(*self._asked()),
            "back": lambda _key: self._leave(),
        }

    def click(self, kind: str, number: int) -> None:
        """Answer with the clicked card."""
        MatchScreen.click(self, kind, number)

    def go_on_or(self, otherwise: object) -> None:
        """Handle Space: repeat the situation, or open the next puzzle if this one is solved."""
        del otherwise
        self._go_on()

    def submit(self, move: Move, *, at_once: bool = False) -> None:
        """Announce whether this move solves the puzzle.

        Raises `Refused` if the rules do not allow the move.
        """
        del at_once
        view = self.session.view
        if move not in view.legal:
            raise self.session.spec.rules.refusal(view, move)
        self._close_lists()
        if str(move) in self._puzzle.best:
            self._note(solved=self._is_first)
            self._is_done = True
            words = [msg("puzzle-right"), *self._why(), msg("puzzle-next")]
            self.context.say(Sound("box-on", notice=True), *map(as_reply, words))
        else:
            self._note(solved=False)
            self.context.say(
                Sound("refused", notice=True), *map(as_reply, self._wrong_answer_words(move))
            )

    def _wrong_answer_words(self, move: Move) -> Sequence[Msg]:
        """Return the announcement of a wrong answer; for the second-best move, also its cost."""
        if str(move) != self._puzzle.rival:
            return (msg("puzzle-wrong"),)
        price = self._mode.review.price(self._puzzle.gain, self.session.view)
        return msg("puzzle-wrong"), msg("puzzle-costs", price=price)

    def _asked(self) -> Sequence[Say]:
        """Return the origin of the position, its last events, and the question."""
        view, game = self.session.view, msg(f"game-{self.session.spec.id}")
        review = self._mode.review
        place = (review.before_recap or review.place)(view)
        words = [msg("puzzle-title", game=game, level=msg(f"puzzle-{self._puzzle.difficulty}"))]
        if place is not None:
            words.append(msg("puzzle-at", where=place))
        recap = [
            Say(cue.message)
            for cue in self.session.spec.recap(self._mode.heard_in_deal, view)
            if isinstance(cue, Say) and cue.message.id != "recap-nothing"
        ]
        situation = review.situation(view)
        asked = (*(one.message for one in recap), *situation, msg("puzzle-find"))
        return tuple(map(as_reply, (*words, *asked)))

    def _go_on(self) -> None:
        """Repeat the situation; if the puzzle is solved, open the next one."""
        if not self._is_done:
            self.context.say(*self._asked())
            return
        self._close_lists()
        self.context.matches.next_puzzle(self._puzzle)

    def _hint(self) -> None:
        """Give a hint: first a move that is not right, the next time a reason for the right one."""
        self._note(solved=False)
        spec, view = self.session.spec, self.session.view
        if self._hints == 0:
            rival = spec.rules.read(self._puzzle.rival)
            words: Sequence[Msg] = (describe_move(spec, view, rival, "puzzle-not"),)
        else:
            words = self._reasons()[:1]
        self._hints += 1
        self.context.say(*map(as_reply, words))

    def _tell_answer(self) -> None:
        self._note(solved=False)
        self._is_done = True
        spec, view = self.session.spec, self.session.view
        best = describe_move(spec, view, self._puzzle.right(spec)[0], "puzzle-best")
        self.context.say(*map(as_reply, (best, *self._why(), msg("puzzle-next"))))

    def _why(self) -> Sequence[Msg]:
        """Return the reasons for the right move, and how much worse the second-best move is."""
        price = self._mode.review.price(self._puzzle.gain, self.session.view)
        return (*self._reasons()[:REASONS], msg("puzzle-ahead", price=price))

    def _reasons(self) -> Sequence[Msg]:
        spec, view = self.session.spec, self.session.view
        best, rival = self._puzzle.right(spec)[0], spec.rules.read(self._puzzle.rival)
        found = tuple(self._mode.review.reasons(view, best, rival))
        return found or (msg("review-no-more"),)

    def _note(self, *, solved: bool) -> None:
        """Record the first try at the puzzle."""
        if self._is_first:
            self._is_first = False
            self.context.matches.puzzles.tried(self._puzzle, solved=solved)

    def _close_lists(self) -> None:
        while self.context.screen is not self:
            self.context.pop(silently=True)

    def _buttons(self) -> list[Button]:
        listing = self.session.listing
        first = [] if listing is None else [Button(self.context.text(listing.title), "enter")]
        return [*first, *(Button(self.context.text(msg(words)), key) for words, key in BUTTONS)]


def _refuse(_key: str) -> None:
    raise Refused("in-a-puzzle")
