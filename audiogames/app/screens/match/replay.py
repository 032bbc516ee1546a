"""The screen of a replay, in which a finished match is announced move by move.

Keys are answered from the view that the listener had at the current moment.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Final

from audiogames.app.keys.bindings import game_layer
from audiogames.app.modes.replay import Replay
from audiogames.app.reviews import Past
from audiogames.app.screens.base import Action
from audiogames.app.screens.match.table import MatchScreen
from audiogames.core.contract import Refused
from audiogames.core.cues import Cue, Msg, Priority, Say, Sound, msg
from audiogames.core.log import Log
from audiogames.present.frame import Button

if TYPE_CHECKING:
    from audiogames.app.match_context import MatchContext

BACK: Final = frozenset({"left", "up", "home"})

PLAYING: Final = (
    "play", "go-on", "more-time", "save", "pause", "actions", "type-call", "suggest", "second-best",
    "open-hands", "take-back",
)  # fmt: skip
"""Keys of a table that do not work in a replay."""


class ReplayScreen(MatchScreen):
    """The screen of a replay.

    Arrows step by moves, Home and End by deals; Space proceeds automatically.
    """

    context: MatchContext

    kind = "replay"

    def __init__(self, context: MatchContext, replay: Replay) -> None:
        super().__init__(context, replay.session)
        self._replay = replay
        self.layers = ("replay", game_layer(replay.session.spec), "game")

    def opened(self) -> None:
        """Announce the match, the keys, and its beginning."""
        self._replay.begin()
        game = msg(f"game-{self.session.spec.id}")
        self.context.say(
            *map(as_reply, (msg("replay", game=game), msg("replay-help"))), *self._announcement()
        )

    def refreshed(self) -> None:
        """Update the hand; unlike in a match, no list of moves opens."""
        self.hand.follow()

    def where(self) -> Sequence[Cue]:
        """Return the game, and its score at the current moment."""
        game = msg(f"game-{self.session.spec.id}")
        return (as_reply(msg("where-match", game=game, where=self.session.standing())),)

    def actions(self) -> Mapping[str, Action]:
        """Return the actions: moving through the match, questions, leaving; moves are refused."""
        spec = self.session.spec
        own = {
            one.id
            for kinds in (spec.commands, spec.hand.toggles, spec.lists.openers)
            for one in kinds
        }
        return {
            **super().actions(),
            **dict.fromkeys((*PLAYING, *own), _refuse),
            "moments": lambda key: self._step(-1 if key in BACK else 1),
            "deals": lambda key: self._to_deal(-1 if key in BACK else 1),
            "play-on": lambda _key: self._play_on(),
            "turn": lambda _key: self.context.answer(self.whose_turn()),
            "back": lambda _key: self._leave(),
        }

    @property
    def no_card_words(self) -> Msg:
        """The announcement that cards are chosen by number, because arrows step by moves."""
        return msg("replay-choose-card")

    def click(self, kind: str, number: int) -> None:
        """Announce the clicked card."""
        if kind == "card":
            self.hand.go(number)

    def whose_turn(self) -> Msg:
        """Return whose turn it was, or that the match had ended."""
        if self.session.over:
            return msg("refused-match-over")
        return self.session.spec.turn(self.session.view)

    @property
    def log(self) -> Log | None:
        """The log of the match; None for one at an online table."""
        return self._replay.past if isinstance(self._replay.past, Log) else None

    def finished(self) -> Past | None:
        """Return the replayed match, so that it can be reviewed at any moment of the replay."""
        return self._replay.past

    # Moving

    def _step(self, by: int) -> None:
        if self._replay.step(by):
            self.context.say(Sound("menu-move", notice=True), *self._announcement())
        elif by > 0:
            self.context.say(Sound("menu-edge", notice=True), as_reply(msg("replay-end")))
        else:
            self._at_the_edge()

    def _to_deal(self, by: int) -> None:
        if self._replay.to_deal(by):
            self.context.say(Sound("menu-move", notice=True), *self._announcement())
        else:
            self._at_the_edge()

    def _at_the_edge(self) -> None:
        self.context.say(Sound("menu-edge", notice=True), *self._announcement())

    def _play_on(self) -> None:
        """Start announcing the moves automatically, or stop it."""
        if self._replay.plays_on:
            self._replay.stop()
            self.context.answer(msg("replay-stopped"))
        else:
            self._step(1)
            if not self.session.over:
                self._replay.play_on(self.context.now)

    def _announcement(self) -> Sequence[Cue]:
        return self._replay.announcements()

    def _leave(self) -> None:
        self.context.sound("menu-back")
        self.context.matches.put_away()
        self.context.pop()

    def _buttons(self) -> list[Button]:
        rows = (("replay-next", "right"), ("replay-previous", "left"), ("do-play-on", "space"))
        return [Button(self.context.text(msg(words)), key) for words, key in rows]


def _refuse(_key: str) -> None:
    raise Refused("not-playing")


def as_reply(message: Msg) -> Say:
    """Return a message as the answer to a key."""
    return Say(message, Priority.REPLY)
