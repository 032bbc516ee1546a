"""Several people at one keyboard: no key lets a player hear another's cards."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import fields, is_dataclass, replace
from itertools import cycle
from random import Random
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from audiogames.app.screens.base import Confirm
from audiogames.app.screens.history import HistoryScreen, Sentences
from audiogames.app.screens.lobby import LobbyScreen
from audiogames.app.screens.match.choices import MatchList
from audiogames.app.screens.match.curtain import ANSWERED, Curtain, CurtainMenu, SharedMatch
from audiogames.app.screens.reader import RulesReader
from audiogames.cards.card import Card
from audiogames.core.cues import msg
from audiogames.core.registry import game, game_ids
from audiogames.present.history import GAME, GENERAL
from audiogames.present.outputs import Announcement
from audiogames.table.clock import TimeWarned
from tests.kit.pilot import Pilot, ScriptedDealer
from tests.kit.places import DEAL, KEYS, lobby
from tests.kit.pressing import bound

NAMES = ("Zoe", "Yuri", "Xenia", "Walter")
CURIOUS = 0.25
LEAVING = frozenset({"ctrl+q", "alt+f4", "shift+f3", "shift+p"})
"""Keys that are not pressed: they end the match or change the language for finding cards."""

READERS = (HistoryScreen, Sentences, RulesReader)
"""Screens that show the holder's own history as it was heard, or texts about any cards."""

LOOKS = ("pageup", "pagedown", "alt+left", "alt+1", "ctrl+r", "f5", "t", "e", "x", "c", "l", "o")


def sit(pilot: Pilot, *names: str) -> None:
    """Add these people to the table in the lobby; the first is the player of this program."""
    for name in names:
        if not pilot.app.wants_text:
            pilot.press("p")
        pilot.type(name)
        pilot.press("enter")
        pilot.wait(0.6)


def shared(id_: str, people: int, lang: str = "it") -> Pilot:
    """Return a pilot at the set-up of a match for this many people at one keyboard.

    Bots take the remaining seats.
    """
    pilot = Pilot(lang=lang, mind=first_legal)
    app = pilot.app
    app.show_only(LobbyScreen(app, app.matches.table_for(game(id_))))
    app._drain()
    sit(pilot, *NAMES[:people])
    pilot.press(*["b"] * (max(game(id_).usual_seats, people) - people))
    return pilot


def first_legal(wanted: Any) -> Any:
    return min(wanted.view.legal, key=str)


def cards_in(thing: object) -> Iterator[Card]:
    """Yield all cards inside an event or a view."""
    if isinstance(thing, Card):
        yield thing
    elif isinstance(thing, list | tuple):
        for one in thing:
            yield from cards_in(one)
    elif is_dataclass(thing):
        for one in fields(thing):
            yield from cards_in(getattr(thing, one.name))


def sessions(party):
    return party._sessions


def undelivered(session):
    return [event for update in session._undelivered for event in update.events]


class Witness:
    """Records which cards and events each player at one keyboard has received."""

    def __init__(self, pilot: Pilot) -> None:
        self.pilot = pilot
        self.app = pilot.app
        self.party = self.app.session.mode
        self.table = self.app.session.table
        self.names: dict[Card, str] = {}
        self.at: tuple[Any, int] | None = None
        self.in_hands: set[Card] = set()
        self.known: dict[int, list[set[Card]]] = {}
        self.made: dict[int, list[Any]] = {}
        self.told: dict[int, list[Any]] = {}
        for seat, session in sessions(self.party).items():
            self._watch(seat, session)
        self._listen()

    def _watch(self, seat: int, session: Any) -> None:
        self.known[seat] = [set(), {*cards_in(session.view), *cards_in(session.events)}]
        self.made[seat], self.told[seat] = [], []
        self.made[seat] += undelivered(session)
        take, tell = session.take, session._tell

        def taking(update, now):
            deals = session._dealt
            take(update, now)
            if session._dealt != deals:
                self.known[seat] = [self.known[seat][1], set()]
            self.known[seat][1] |= set(cards_in(update.events)) | set(cards_in(update.view))
            self.told[seat] += update.events

        def saying(facts, now):
            assert self.party.holder == seat, "only who has the keyboard is told"
            tell(facts, now)

        session.take, session._tell = taking, saying

    def _listen(self) -> None:
        announcer = self.app.announcer
        for name in ("announce", "tick", "announce_facts", "end_answer"):
            self._check_output(announcer, name)
        updates = self.table._updates

        def recorded():
            made = updates()
            for update in made:
                self.made[update.seat] += update.events
            return made

        self.table._updates = recorded

    def _check_output(self, announcer: Any, name: str) -> None:
        before = getattr(announcer, name)

        def checked(*args, **more):
            out = before(*args, **more)
            for one in out:
                if isinstance(one, Announcement):
                    self.check_text(one.text)
            return out

        setattr(announcer, name, checked)

    def secrets(self) -> set[Card]:
        """Return the cards that the current player may not know.

        Behind the curtain, the screen between two players, these are all cards.
        """
        holder, session = self.party.holder, self.app.session
        if session is None:
            holder = None
        elif session.table is not self.table or session.over:
            return set()
        held = self.held()
        if holder is None:
            return held
        return held - self.known[holder][0] - self.known[holder][1]

    def held(self) -> set[Card]:
        """Return all cards in hands, cached until the next move."""
        state, moves = self.table.state, len(self.table.log.entries)
        if self.at != (state, moves):
            self.at = (state, moves)
            self.in_hands = {
                card
                for seat in range(len(self.table.players))
                for card in cards_in(state.view(seat).hand)
            }
        return self.in_hands

    def check_text(self, text: str) -> None:
        """Assert that the text names no card that the current player may not know."""
        if isinstance(self.app.screen, READERS):
            return
        text = text.casefold()
        for card in self.secrets():
            name = self.name(card)
            assert name not in text or not re.search(rf"\b{name}\b", text), (
                name,
                text,
                self.party.holder,
            )

    def name(self, card: Card) -> str:
        """Return the spoken name of a card, cached."""
        if card not in self.names:
            said = self.app.text(msg("card", card=card))
            self.names[card] = said.rstrip(".").casefold()
        return self.names[card]

    def check_screen(self) -> None:
        """Assert that the picture and the newest history entries name no secret card."""
        if self.app.session is None or self.app.session.table is not self.table:
            return
        shown = self.app.frame()
        if self.party.holder is not None:
            shown = replace(shown, status="")  # an old sentence may be read again
        self.check_text(str(shown))
        history = self.app.announcer.history
        if self.party.holder is None:
            for view in (GAME, GENERAL):
                for entry in history.entries(view):
                    self.check_text(entry.text + entry.braille)
        else:
            assert history is self.party._histories[self.party.holder]

    def everything_was_told_once(self) -> None:
        if self.table.result() is not None:
            return  # the end is announced to all together
        for seat, session in sessions(self.party).items():
            made = [one for one in self.made[seat] if not isinstance(one, TimeWarned)]
            assert [*self.told[seat], *undelivered(session)] == made, seat


def advancing_keys(pilot: Pilot, rng: Random) -> tuple[str, ...]:
    """Return keys that advance the match, chosen at random from those possible on this screen."""
    screen, session = pilot.app.screen, pilot.app.session
    if isinstance(screen, MatchList):
        return (*["down"] * rng.randrange(4), "enter")
    if isinstance(screen, Confirm):
        return (rng.choice("sn"),)
    if not isinstance(screen, Curtain | SharedMatch):
        return ("escape",)
    if isinstance(screen, Curtain):
        return (rng.choice(LOOKS), "enter")
    if session.waits_for_me:
        return ("space",)
    if rng.random() < 0.3:
        return (rng.choice(("space", "enter", "enter")),)
    playable = [getattr(move, "card", None) for move in session.view.legal]
    places = [place for place, card in enumerate(screen.hand.cards) if card in playable]
    return ("home", *["down"] * rng.choice(places), "enter") if places else ("enter",)


def play(pilot: Pilot, rng: Random, steps: int) -> Witness:
    """Press random keys, mostly useful ones, at most `steps` times while the match goes on."""
    pilot.press("enter")
    witness = Witness(pilot)
    for _ in range(steps):
        curious = rng.random() < CURIOUS
        keys = (rng.choice((*LOOKS, *KEYS)),) if curious else advancing_keys(pilot, rng)
        if not set(keys) & LEAVING:
            for key in keys:
                pilot.press(key)
                witness.check_screen()
            pilot.wait(rng.choice((0.6, 0.6, 5.0)))
        session = pilot.app.session
        if session is None or session.table is not witness.table or session.over:
            break
        witness.check_screen()
    return witness


class Script(Random):
    """A random generator whose choices are these keys, repeated in this order."""

    def __init__(self, *keys: str) -> None:
        super().__init__(0)
        self._keys = cycle(keys)

    def random(self) -> float:
        return 0.0

    def choice(self, options: Any) -> Any:
        return next(self._keys) if set(KEYS) <= set(options) else options[0]


@pytest.mark.slow
@pytest.mark.parametrize("id_", game_ids())
@settings(max_examples=10)
@example(Script("escape", "end", "enter"), "it", 2)  # the match is left unfinished
@given(st.randoms(use_true_random=False), st.sampled_from(("it", "en")), st.sampled_from((2, 3, 4)))
def test_no_player_hears_anothers_cards_and_all_hear_each_event_once(id_, rng, lang, people):
    pilot = shared(id_, min(people, max(game(id_).seats)), lang)
    witness = play(pilot, rng, 60)
    witness.everything_was_told_once()


# What a person notices ----------------------------------------------------------------------------


def dealer_for_anna() -> ScriptedDealer:
    """Return a dealer that lets Anna begin with the king of clubs and two other known cards."""
    return ScriptedDealer("dealer 1", DEAL)


def anna_and_bruno(lang: str = "it", *keys: str) -> Pilot:
    """Start a match of Anna and Bruno at one keyboard, and wait until it is Anna's turn.

    The curtain, a screen between two players, then still hides the match.
    """
    pilot = lobby(lang, dealt=dealer_for_anna())
    sit(pilot, "Anna", "Bruno")
    pilot.press(*keys, "enter")
    pilot.wait(6)
    pilot.look()
    return pilot


def test_every_key_at_the_curtain_between_players_repeats_its_message():
    pilot = anna_and_bruno()
    for key in KEYS:
        found = pilot.app.keymap.find(key, pilot.app.screen.layers)
        if found is not None and found.id in ANSWERED:
            continue
        pilot.press(key)
        assert pilot.heard() == "Tocca ad Anna. Passa la tastiera; Anna, Invio.", key
        assert isinstance(pilot.app.screen, Curtain), key


def test_curtain_menu_returns_to_the_curtain_or_the_main_menu():
    pilot = anna_and_bruno()
    pilot.press("escape")
    assert isinstance(pilot.app.screen, CurtainMenu)
    pilot.press("escape")
    pilot.expect("Tocca ad Anna.")
    pilot.press("escape", "end", "enter")
    pilot.expect("Menu principale.")
    assert pilot.app.session is None


def test_key_help_at_the_curtain_between_two_players_lists_all_its_keys():
    pilot = anna_and_bruno()
    pilot.press("f1")
    assert [one.id for one in bound(pilot)] == [
        "lift",
        "game-menu",
        "keys",
        "where",
        "hush",
        "quit",
    ]


def test_enter_right_after_the_curtain_between_players_appears_does_not_lift_it():
    pilot = lobby(dealt=dealer_for_anna())
    sit(pilot, "Anna", "Bruno")
    pilot.rush("enter", "enter", "enter")
    assert isinstance(pilot.app.screen, Curtain)
    pilot.wait(0.6)
    pilot.press("enter")
    assert not isinstance(pilot.app.screen, Curtain)


def test_second_enter_pressed_too_soon_does_not_end_a_turn_at_one_keyboard():
    pilot = anna_and_bruno()
    pilot.press("enter")
    pilot.wait(6)
    pilot.press("home")
    pilot.rush("enter", "enter")
    assert not isinstance(pilot.app.screen, Curtain)
    pilot.wait(1)
    pilot.press("enter")
    assert isinstance(pilot.app.screen, Curtain)


def test_curtain_hides_the_cards_only_after_the_players_draw_is_delivered():
    pilot = anna_and_bruno()
    pilot.press("enter")
    pilot.wait(6)
    pilot.press("home", "enter")
    pilot.wait(1)
    pilot.press("space")
    assert not isinstance(pilot.app.screen, Curtain)
    pilot.wait(1)
    assert isinstance(pilot.app.screen, Curtain)


def test_pause_is_announced_to_the_next_player_at_the_keyboard():
    pilot = anna_and_bruno()
    pilot.press("enter")
    pilot.wait(6)
    pilot.press("home", "enter", "shift+p")
    pilot.wait(1)
    pilot.press("enter")
    pilot.wait(1)
    assert isinstance(pilot.app.screen, Curtain)
    pilot.look()
    pilot.press("enter")
    pilot.wait(20)
    assert pilot.app.session.paused
    pilot.expect("Tocca a te.", "Pausa.")


def test_next_players_clock_starts_when_the_curtain_is_lifted():
    pilot = lobby(dealt=dealer_for_anna())
    sit(pilot, "Anna", "Bruno")
    pilot.press("alt+o", *["down"] * 5, *["right"] * 1, "escape", "enter")
    session = pilot.app.session
    assert session.table.time.limit is not None, "the sixth option is the limit"
    limit = session.table.time.limit
    pilot.wait(500)
    pilot.press("enter")
    assert pilot.app.session.time_left(pilot.now) == limit
    pilot.wait(1)
    pilot.press("home", "enter")
    pilot.wait(500)
    pilot.press("enter")
    pilot.wait(500)
    assert isinstance(pilot.app.screen, Curtain)
    pilot.press("enter")
    assert pilot.app.session.time_left(pilot.now) == limit


def test_history_of_one_player_is_hidden_from_the_next():
    pilot = anna_and_bruno()
    pilot.press("enter", "pageup", "alt+2", "pageup")
    pilot.expect("Hai re di fiori")
    pilot.wait(6)
    pilot.press("home", "enter")
    pilot.wait(1)
    pilot.press("enter")
    pilot.wait(5)
    pilot.press("enter")
    pilot.wait(9)
    texts = [one.text for one in pilot.app.announcer.history.entries(GENERAL)]
    assert any("Hai sette di picche" in text for text in texts)
    assert not any("Hai re di fiori" in text for text in texts)


def test_braille_line_is_cleared_before_the_next_player():
    pilot = anna_and_bruno()
    before = pilot.hands_changed
    pilot.press("enter")
    assert pilot.hands_changed > before


def test_match_at_one_keyboard_is_saved_and_resumed_behind_the_curtain():
    pilot = anna_and_bruno()
    pilot.press("enter")
    pilot.wait(6)
    pilot.press("escape", "end", "enter")
    again = Pilot(pilot.storage)
    assert "Hai" not in again.heard()
    again.press("home", "enter")
    again.expect("Tocca ad Anna. Passa la tastiera; Anna, Invio.")
    again.wait(1)
    again.press("enter")
    again.expect("Si riprende, totale 0. Manche 1, hai 9 gettoni. Tocca a te.")
    assert again.app.session.called(1).name == "Bruno"
    again.press("h")
    again.expect("Re di fiori, sette di cuori, asso di picche.")


def test_history_is_cleared_after_a_shared_match():
    pilot = anna_and_bruno()
    pilot.press("enter")
    pilot.wait(6)
    pilot.press("h", "escape", "end", "enter")
    texts = [one.text for one in pilot.app.announcer.history.entries(GENERAL)]
    assert not any("re di fiori" in text.casefold() for text in texts)


def test_practice_keys_are_off_if_people_share_the_keyboard():
    pilot = anna_and_bruno()
    pilot.press("enter")
    assert not pilot.app.session.practice


def test_people_at_one_keyboard_have_unique_names_and_can_be_removed():
    pilot = lobby()
    sit(pilot, "Anna", "Bruno")
    pilot.look()
    pilot.press("p")
    pilot.type("bruno")
    pilot.press("enter")
    pilot.expect("c'è già al tavolo")
    pilot.press("shift+p")
    pilot.expect("Bruno")
    pilot.press("shift+p")
    pilot.expect("Nessun altro a questa tastiera.")


def test_second_person_at_a_table_of_pairs_sits_to_the_left_of_the_first():
    pilot = shared("tressette", 2)
    pilot.press("enter")
    assert [player.name for player in pilot.app.session.table.players][:2] == ["Zoe", "Yuri"]
