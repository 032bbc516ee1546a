"""The main screen of a match: the hand, the keys of every game, and the game's own keys."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Final

from audiogames.app.keys.bindings import SPACE, game_layer
from audiogames.app.match.controller import MatchController
from audiogames.app.match.cues import queued
from audiogames.app.match.picture import TablePicture
from audiogames.app.reviews import Past
from audiogames.app.screens.base import Action
from audiogames.app.screens.match.base import TableScreen
from audiogames.app.screens.match.choices import DEAL_GUARD, DecisionList, WaysToPlay
from audiogames.app.screens.match.game_keys import GameKeys
from audiogames.app.screens.match.hand_keys import HandKeys
from audiogames.app.screens.match.look_back import LookBackKeys
from audiogames.app.screens.match.menus import Actions, GameMenu, MenuAction
from audiogames.app.screens.match.practice import PracticeKeys
from audiogames.app.screens.match.sheet import SheetScreen
from audiogames.app.screens.sharing import save_match, share_ending
from audiogames.cards.card import Card
from audiogames.core.contract import Move, Refused
from audiogames.core.cues import Cue, Msg, Priority, Say, Sound, TurnWords, msg
from audiogames.core.log import Log
from audiogames.core.telling import before_first_move, before_those
from audiogames.present.frame import Button, Frame
from audiogames.present.table_speech import time_left

if TYPE_CHECKING:
    from audiogames.app.match_context import MatchContext

ROUND_GUARD: Final = 1.0
"""A Space within this many seconds of the end of a deal was meant for a draw."""


class MatchScreen(TableScreen):
    """The main screen of a match, with the table and the player's hand."""

    context: MatchContext

    kind = "game"
    at_the_table = True

    def __init__(self, context: MatchContext, session: MatchController) -> None:
        super().__init__(context)
        self.session = session
        self.hand = HandKeys(context, session)
        self.own = GameKeys(context, self)
        self.practice = PracticeKeys(context, self)
        self._look_back = LookBackKeys(context, session, self.finished)
        self._shown = 0
        """The number of the last decision whose list was opened."""
        self.layers = (game_layer(session.spec), "game")

    def opened(self) -> None:
        """Announce nothing, because the match controller announces the beginning."""

    def returned(self) -> None:
        """Announce the focused card; if no card is focused, the state of the match."""
        card = self.hand.focused
        if self._has_new_list:
            self._ask()
        elif card is None:
            self.context.say(*self.where())
        else:
            self.context.say(self.hand.named(card))

    def refreshed(self) -> None:
        """Update the hand; open the list of a new decision if its question has been delivered."""
        self.hand.follow()
        if self._has_new_list:
            decision = self._open_list(by_itself=True)
            if self.session.listed_at != self.context.now:
                self.context.say(*(queued(cue) for cue in decision.where()))

    def where(self) -> Sequence[Cue]:
        """Return the announcement of the game, the score, whose turn it is, and the time left."""
        game = msg(f"game-{self.session.spec.id}")
        here = msg("where-match", game=game, where=self.session.standing())
        return _of_turn(here, TurnWords.QUESTION), *self._time_if_any()

    def actions(self) -> Mapping[str, Action]:
        """Return the actions that every game has, and the game's own."""
        return {
            **self.hand.actions(),
            "explain": lambda _key: self._explain(),
            "play": lambda _key: self._play(),
            "go-on": lambda _key: self.go_on_or(self._ask_or_turn),
            "turn": lambda _key: self._turn(),
            "time-left": lambda _key: self.context.answer(self._time()),
            "recap": lambda _key: self._say_recap(),
            "more-time": lambda _key: self.session.extend(self.context.now),
            "skip": lambda _key: self.context.matches.skip.turn(),
            "save": lambda _key: self._save(),
            "share-ending": lambda _key: share_ending(self.context, self.session, self.log),
            "save-match": lambda _key: save_match(self.context, self.session, self.log),
            "pause": lambda _key: self._pause(),
            "game-menu": lambda _key: self._menu(),
            "actions": lambda _key: self._actions(),
            "sheet": lambda _key: self.context.push(SheetScreen(self.context, self.session)),
            **self.practice.actions(),
            **self._look_back.actions(),
            **self.own.actions(),
        }

    def click(self, kind: str, number: int) -> None:
        """Play the clicked card."""
        if kind == "card" and number < len(self.hand.cards):
            self.hand.put(number)
            self._play()

    def frame(self) -> Frame:
        """Draw the table as the listener knows it, their hand, and the possible actions."""
        picture = TablePicture(self.session, self.context.announcer.localizer)
        return Frame(
            self.context.text(msg(f"game-{self.session.spec.id}")),
            cards=picture.hand(self.hand.cards, self.hand.place),
            buttons=tuple(self._buttons()),
            questions=self._questions(),
            status=self.context.status,
            symbols=picture.signs(),
            table=replace(
                picture.table(self.whose_turn(), self.context.now), place=self._place_in_hand()
            ),
        )

    def finished(self) -> Past | None:
        """Return the match, so that it can be reviewed, once it has ended; None before."""
        return self.context.matches.log_here if self.session.over else None

    @property
    def log(self) -> Log | None:
        """The log of this match; None if it is at an online table."""
        return self.context.matches.log_here

    def _place_in_hand(self) -> str:
        """Return the position of the focused card, such as "3/10"; empty if no card is focused.

        It is for displays that cannot show the whole hand.
        """
        place = self.hand.place
        return "" if place is None else f"{place + 1}/{len(self.hand.cards)}"

    # Playing

    @property
    def is_too_soon(self) -> bool:
        """Whether the latest deal is so recent that the player cannot yet have reacted to it."""
        return self.context.now - self.session.dealt_at < DEAL_GUARD

    def _play(self) -> None:
        self.session.require_delivered()
        if self.session.paused:
            raise Refused("paused")
        if self.is_too_soon:
            self.context.answer(msg("one-moment"))
            return
        card = self.hand.focused
        moves = [] if card is None else self._ways(card)
        if len(moves) > 1:
            self.context.push(WaysToPlay(self.context, self, moves))
        elif moves:
            self.play(moves[0])
        elif self.session.listing is not None:
            self._ask()
        else:
            self._answer_without_a_move(card)

    def _ways(self, card: Card) -> list[Move]:
        """Return the legal moves that play this card."""
        if not self.session.my_turn:
            return []
        return [move for move in self.session.view.legal if getattr(move, "card", None) is card]

    def _answer_without_a_move(self, card: Card | None) -> None:
        """Announce why this card cannot be played; without a card, focus the first one."""
        if (why := self.hand.hidden) is not None:
            self.context.answer(why)
        elif not self.session.my_turn:
            raise self.not_now()
        elif card is None:
            self.hand.start()
        else:
            raise self._refusal(card)

    def play(self, move: Move) -> None:
        """Play the card of this move, with the check boxes that the player has ticked."""
        self.submit(self.own.boxes.carried_by(move))

    def submit(self, move: Move, *, at_once: bool = False) -> None:
        """Make a move; with `at_once`, undelivered announcements do not prevent it."""
        self.session.submit(move, self.context.now, at_once=at_once)

    def not_now(self) -> Refused:
        """Return why no card can be played now: a reason from the rules, or whose turn it is."""
        if self.session.seat is None:
            return Refused("not-playing")
        cards = self.hand.cards
        if not cards or self.session.waiting:
            return Refused("not-your-turn", self.whose_turn())
        return self._refusal(cards[0])

    def _refusal(self, card: Card) -> Refused:
        """Return why this card cannot be played."""
        if self.session.over:
            return Refused("match-over")
        view = self.session.view
        ways = self.session.spec.hand.ways(card, view)
        if not ways:
            return Refused("not-your-turn", self.whose_turn())
        return self.session.spec.rules.refusal(view, ways[0])

    def _actions(self) -> None:
        """Open the list of actions.

        If the only action is a decision with a list of moves, open that list instead.
        """
        has_list = self.session.listing is not None or self.context.screen is not self
        if has_list and not self.own.available_actions():
            self._ask()
        else:
            self.context.push(Actions(self.context, self.available_actions))

    def available_actions(self) -> tuple[MenuAction, ...]:
        """Return all actions possible now."""
        session = self.session
        if session.paused:
            return (MenuAction("pause", "shift+p", msg("do-end-pause")),)
        if session.over:
            return self.ends()
        if session.waits_for_me:
            return (MenuAction("go-on", SPACE, msg("do-go-on")),)
        return (*self.own.available_actions(), *self._cards())

    def ends(self) -> tuple[MenuAction, ...]:
        """Return the actions possible after the match."""
        again = MenuAction("go-on", SPACE, msg("end-again"))
        menu = MenuAction("game-menu", "escape", msg("end-menu"))
        if self.finished() is None or self.session.spec.bots.review is None:
            return again, menu
        return again, MenuAction("look-back", "ctrl+e", msg("end-review")), menu

    def _cards(self) -> tuple[MenuAction, ...]:
        """Return the action that plays the focused card, or else one that focuses a legal card."""
        card, cards = self.hand.focused, self.hand.cards
        if card is not None and self._ways(card):
            return (MenuAction("play", "enter", msg("do-play-card", card=card)),)
        place = next((at for at, one in enumerate(cards) if self._ways(one)), None)
        if place is None:
            return ()
        go = partial(self.hand.go, place)
        return (MenuAction("cards", "down", msg("do-find-card"), run=go),)

    def go_on_or(self, otherwise: Callable[[], None]) -> None:
        """Handle Space: start the next deal or match if one is due, else run `otherwise`."""
        if not (self.session.waits_for_me or self.session.over):
            otherwise()
            return
        self.session.require_delivered()
        if self.is_just_announced:
            self.context.answer(msg("one-moment"))
        elif self.session.over:
            self.context.matches.again(self.context.now)
        else:
            self.session.ready(self.context.now)

    @property
    def is_just_announced(self) -> bool:
        """Whether the end of a deal or match was delivered less than a second ago."""
        return self.context.now - self.session.waiting_since < ROUND_GUARD

    # Decisions with a list of moves

    @property
    def _has_new_list(self) -> bool:
        """Whether there is a decision with a list that was not opened yet."""
        return self.session.listing is not None and self.session.decisions != self._shown

    def _open_list(self, *, by_itself: bool = False) -> DecisionList:
        self._shown = self.session.decisions
        since = self.context.now if by_itself else float("-inf")
        decision = DecisionList(self.context, self, since)
        self.context.push(decision)
        return decision

    def _ask(self) -> None:
        """Announce the list of moves for the current decision; open it first if it is closed."""
        asking = self._open_list() if self.context.screen is self else self.context.screen
        self.context.say(*asking.where())

    def _ask_or_turn(self) -> None:
        if self.session.listing is not None:
            self._ask()
        else:
            self._turn()

    # Answers

    def _explain(self) -> None:
        if self.hand.cards and self.hand.focused is None:
            self.context.answer(self.no_card_words)
        else:
            self.hand.explain()

    @property
    def no_card_words(self) -> Msg:
        """The announcement of how to choose a card; it depends on whether a list is open."""
        return msg("no-card-focused" if self.context.screen is self else "no-card-focused-in-list")

    def _say_recap(self) -> None:
        """Announce what the other players did since the listener's last move, or since the start.

        Events that are announced anyway at the beginning of this answer are left out.
        """
        session = self.session
        recap: Sequence[Cue] = tuple(session.spec.recap(session.events, session.view))
        said_again = self.context.announcer.repeated_events(self.context.now)
        latest = tuple(session.spec.recap(said_again, session.view))
        if said_again and not (recap := before_those(recap, latest)):
            recap = [_of_turn(self.whose_turn(), TurnWords.ANSWER)]
        self.context.say(*(recap if session.has_moved else before_first_move(recap)))

    def _turn(self) -> None:
        """Announce whose turn it is, any pause, and the keys that answer the pending question."""
        session = self.session
        keys = session.spec.answers(session.view) if session.my_turn else None
        question = () if keys is None else (_reply(keys),)
        turn = _of_turn(self.whose_turn(), TurnWords.ANSWER)
        paused = (_reply(msg("paused")),) if session.paused else ()
        self.context.say(*paused, turn, *question, *self._time_if_any())

    def _time_if_any(self) -> tuple[Say, ...]:
        """Return the announcement of the time left in this turn; empty if no time is running.

        If there is no limit, only the key for the time announces that.
        """
        runs = self.session.time_left(self.context.now) is not None
        return (_reply(self._time()),) if runs and not self.session.over else ()

    def whose_turn(self) -> Msg:
        view = self.session.view
        if self.session.over:
            return msg("match-over-prompt")
        if self.session.waits_for_me:
            return msg("go-on-prompt")
        return self.session.spec.turn(view)

    def _time(self) -> Msg:
        left = self.session.time_left(self.context.now)
        return msg("clock-stands") if left is None and self.session.is_timed else time_left(left)

    def _pause(self) -> None:
        """Pause the match, or resume it and announce whose turn it is."""
        if self.session.over:
            raise Refused("match-over")
        table, now = self.session.table, self.context.now
        if self.session.paused:
            table.go_on(now)
            turn = _reply(self.whose_turn())
            self.context.say(Sound("resume", notice=True), _reply(msg("pause-over")), turn)
        else:
            table.pause(now)
            self.context.say(Sound("pause", notice=True), _reply(msg("pause")))

    def _save(self) -> None:
        kept = self.context.matches.save()
        self.context.say(
            Sound("saved" if kept else "error", notice=True),
            _reply(msg("saved" if kept else "not-saved")),
        )

    def _menu(self) -> None:
        if self.session.over:
            self.context.matches.leave()
        else:
            self.context.push(GameMenu(self.context))

    def _buttons(self) -> list[Button]:
        """Return buttons for the possible actions."""
        if self.session.over:
            return [self._button(action.words, action.key) for action in self.ends()]
        if self.session.waits_for_me:
            return [self._button(msg("do-go-on"), "space")]
        listing = self.session.listing
        return [
            *([self._button(listing.title, "enter")] if listing is not None else ()),
            *(self._button(action.words, action.key) for action in self.own.available_actions()),
        ]

    def _questions(self) -> tuple[Button, ...]:
        """Return buttons that ask whose turn it is, or a game question that matters now."""
        if self.session.over:
            return ()
        view = self.session.view
        asked = [query for query in self.session.spec.queries if query.matters(view)]
        keys = [("turn", "t"), *((query.id, query.keys[0]) for query in asked)]
        return tuple(self._button(msg(f"do-{id_}"), key) for id_, key in keys)

    def _button(self, words: Msg, key: str) -> Button:
        return Button(self.context.text(words), key)


def _reply(message: Msg) -> Say:
    return Say(message, Priority.REPLY)


def _of_turn(message: Msg, how_much: TurnWords) -> Say:
    """Return a reply marked with how much it says about the turn (`TurnWords`)."""
    return Say(message, Priority.REPLY, turn=how_much)
