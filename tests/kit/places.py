"""Functions that bring a pilot to each screen of the program (`PLACES`), and a list of all keys."""

from __future__ import annotations

from audiogames.app.keys.bindings import BINDINGS, game_bindings
from audiogames.app.reviews import MatchReview
from audiogames.app.screens.match.table import MatchScreen
from audiogames.app.settings import Settings
from audiogames.core.events import Seat
from audiogames.core.registry import game, game_ids
from audiogames.core.review import Hindsight, Judgement
from audiogames.table.setup import Setup
from tests.app.reviewing import of_novantanove
from tests.kit.languages import FIRST_LETTER, NAME
from tests.kit.pilot import MemoryStorage, Pilot, ScriptedDealer
from tests.kit.pressing import screen

NOVANTANOVE = game("novantanove")
LANGUAGES = ("it", "en")

DEAL = "deal Kc 7h As 7s 2c 3c 5c 2d 3d 8d"
"""A deal in which the listener, seat 0, holds king of clubs, seven of hearts and ace of spades, and
begins."""

UNKNOWN = (
    "q", "z", "è", "ß", "+", "?", "|", "<", "shift+q", "ctrl+q", "alt+q", "ctrl++", "alt++",
    "ctrl+è", "tab", "shift+tab", "delete", "insert", "capslock", "layer", "f3", "f4",
    "shift+f1", "alt+f1", "ctrl+shift+x", "ctrl+enter", "alt+8", "alt+9", "alt+0",
    "shift+space", "ctrl+left", "ctrl+]", "ctrl+alt+e", "alt+layer",
)  # fmt: skip

KEYS = tuple(
    dict.fromkeys(
        [
            *(key for binding in BINDINGS for key in binding.keys),
            *(
                key
                for one in game_ids()
                for bound in game_bindings(game(one))
                for key in bound.keys
            ),
            *UNKNOWN,
        ]
    )
)

MINUTE = 7
"""The value in the list of limits that the first Right selects."""


def dealer(*more):
    return ScriptedDealer("dealer 2", DEAL, *more)


def menu(lang="it", **settings):
    """Return a pilot at the main menu of a new program."""
    return Pilot(MemoryStorage(Settings(language=lang, **settings)), lang=lang)


def lobby(lang="it", bots=0, *, dealt=None, script=None, storage=None, **settings):
    """Return a pilot in the lobby of a Novantanove table with this many bots."""
    storage = storage or MemoryStorage(Settings(language=lang, **settings))
    pilot = Pilot(storage, lang=lang, dealer=dealt, script=script)
    pilot.press(FIRST_LETTER[lang], "enter", "n", "enter", *["b"] * bots)
    return pilot


def options(pilot, *, tokens=9, limit=0, gentle=False):
    """Set options of the table by keys; `limit` is an index into the list of time limits."""
    seconds = ["right", *["left"] * (MINUTE - limit)] if limit else []
    pilot.press("alt+o", *["left"] * (9 - tokens), "down", "down", "down", "down")
    pilot.press(*["right"] * gentle, "down", *seconds, "escape")


def match(
    lang="it", bots=2, *, dealt=None, script=None, storage=None, wait=True, given=None, **more
):
    """Start a match of Novantanove; return its test driver (`Pilot`) on the player's turn."""
    pilot = lobby(lang, bots, dealt=dealt or dealer(), script=script, storage=storage, **more)
    if given:
        options(pilot, **given)
    pilot.press("enter")
    if wait:
        pilot.wait(12)
    pilot.look()
    return pilot


def play_by(pilot, spec):
    """Replace the game of the pilot's running match with a variant, on a new screen."""
    pilot.app.session.spec = spec
    pilot.app.show_only(MatchScreen(pilot.app, pilot.app.session))


# Places -------------------------------------------------------------------------------------------


def language_screen(lang):
    pilot = Pilot(lang=lang, first_run=True)
    while not any(row.focused and row.text == NAME[lang] for row in pilot.app.frame().rows):
        pilot.press("down")
    return pilot


def voice_test(lang):
    pilot = language_screen(lang)
    pilot.press("enter")
    return pilot


def in_menu(*keys):
    def go(lang):
        pilot = menu(lang)
        pilot.press(*keys)
        return pilot

    return go


def menu_with_a_match(lang):
    pilot = match(lang)
    pilot.press("escape", "end", "enter")
    return pilot


def kept_matches(lang):
    pilot = menu_with_a_match(lang)
    pilot.press("home", "down", "enter", "n", "enter", "b", "enter")
    pilot.wait(5)
    pilot.press("escape", "end", "enter", "home", "down", "down", "enter")
    assert screen(pilot) == "KeptMatches"
    return pilot


def full_lobby(lang):
    return lobby(lang, 12)


def table_options(lang):
    pilot = lobby(lang, 2)
    pilot.press("alt+o")
    return pilot


def in_match(*keys):
    def go(lang):
        pilot = match(lang)
        pilot.press(*keys)
        return pilot

    return go


def choice(lang):
    pilot = match(lang)
    pilot.press("end", "enter")
    assert screen(pilot) == "WaysToPlay"
    return pilot


def others_turn(lang):
    pilot = match(lang)
    pilot.press("home", "enter")
    return pilot


def waiting(lang):
    """Return a pilot whose match is paused after a round that ended by time-outs."""
    pilot = match(lang, given={"limit": 1})
    for _ in range(400):
        if pilot.app.session.waiting:
            pilot.wait(2)
            return pilot
        pilot.wait(1)
    raise AssertionError("no round has ended")


def over(lang):
    """Return a pilot whose player has lost a match against one bot by time-outs."""
    pilot = match(lang, 1, dealt=ScriptedDealer(), given={"tokens": 1, "limit": 1})
    pilot.wait(40)
    assert pilot.app.session.over
    return pilot


def eliminated(lang):
    """Return a pilot whose player is eliminated from a match that the bots continue."""
    pilot = match(lang, 3, dealt=ScriptedDealer(), given={"tokens": 2, "limit": 1})
    for _ in range(100):
        session = pilot.app.session
        if not session.view.alive[0] and not session.over and not session.waiting:
            return pilot
        if session.waiting:
            pilot.press("space")
        pilot.wait(1)
    raise AssertionError("nobody is out")


def heard_again(*keys):
    """Return a function that opens the replay of a match and presses these keys."""

    def go(lang):
        pilot = over(lang)
        pilot.press("escape", "f9", "home", "down", "enter", "enter", *keys)
        assert screen(pilot) == "ReplayScreen"
        return pilot

    return go


def looked_back(*keys):
    """Return a function that opens a review with invented findings and presses these keys."""

    def go(lang):
        pilot = menu(lang)
        review = MatchReview(of_novantanove(), Seat(0))
        for one in review.decisions:
            review.take(Hindsight(Judgement(one.move, one.view.legal[1], 1.0, 0.5)))
        pilot.app.reviews.current = review
        pilot.app.matches.look_back(review)
        pilot.drain()
        pilot.press(*keys)
        return pilot

    return go


def statistics(lang):
    pilot = over(lang)
    pilot.press("escape", "f9", "home", "enter", "enter")
    assert screen(pilot) == "GameFigures"
    return pilot


def open_hands(lang):
    pilot = match(lang)
    pilot.press("ctrl+o", "home", "enter")
    assert screen(pilot) == "OpenHands"
    return pilot


def demo(lang):
    pilot = menu(lang)
    pilot.app.matches.demonstrate(NOVANTANOVE, pilot.now)
    pilot.wait(10)
    return pilot


def demo_waiting(lang):
    """Return a pilot whose demonstration is paused after a round, until Space is pressed."""
    pilot = menu(lang, pace=50)
    pilot.app.matches.demonstrate(NOVANTANOVE, pilot.now)
    session = pilot.app.session
    for _ in range(4000):
        if session.waiting and pilot.now - session.waiting_since > 1.5:
            return pilot
        pilot.wait(0.5)
    raise AssertionError("no round has ended")


def demo_over(lang):
    """Return the test driver (`Pilot`) of a program whose short demonstration has ended."""
    pilot = menu(lang)
    setup = Setup(NOVANTANOVE, NOVANTANOVE.options(tokens=1), (), watch=True).filled(2)
    pilot.app.matches.begin(setup, pilot.now)
    while not pilot.app.session.over:
        pilot.wait(60)
    return pilot


def lesson(lang):
    """Return a pilot in a lesson, at the step that asks for a card."""
    pilot = menu(lang)
    pilot.app.matches.teach(NOVANTANOVE)
    for key in ("space", "down", "x"):
        pilot.press(key)
        pilot.wait(30)
    return pilot


def bids_of_a_lesson(lang):
    """Return a pilot in a lesson of Wist that waits with the list of bids open."""
    pilot = menu(lang)
    pilot.app.matches.teach(game("wist"))
    for key in ("space", "right", "a"):
        pilot.press(key)
        pilot.wait(30)
    assert screen(pilot) == "DecisionList"
    return pilot


PLACES = {
    "the first run": language_screen,
    "the voice test": voice_test,
    "the main menu": menu,
    "the main menu with a match": menu_with_a_match,
    "the matches left": kept_matches,
    "the games": in_menu("home", "enter"),
    "the demonstrations": in_menu("home", "down", "down", "enter"),
    "where a server is named": in_menu("home", "down", "enter"),
    "the deals of the day": in_menu(*["down"] * 4, "enter"),
    "the puzzles": in_menu(*["down"] * 5, "enter"),
    "a puzzle": in_menu(*["down"] * 5, "enter", "enter", "enter"),
    "the rules": in_menu("home", "down", "down", "down", "enter"),
    "a text of rules": in_menu("home", "down", "down", "down", "enter", "enter"),
    "the options": in_menu("f10"),
    "the keys of the menu": in_menu("f1"),
    "the ways of a key": in_menu("f1", "enter"),
    "the question whether to quit": in_menu("alt+f4"),
    "the empty table": lobby,
    "the full table": full_lobby,
    "the options of the table": table_options,
    "my turn": match,
    "another's turn": others_turn,
    "before the next deal": waiting,
    "the end of the match": over,
    "out of the match": eliminated,
    "a choice": choice,
    "the keys of a choice": in_match("end", "enter", "f1"),
    "the menu of the match": in_match("escape"),
    "the keys of the match": in_match("f1"),
    "the options in the match": in_match("f10"),
    "where keys can be changed": in_menu("f10", "end", "enter"),
    "keys to change in the match": in_match("f10", "end", "enter", "enter"),
    "the history": in_match("c", "tab"),
    "an announcement as a text": in_match("t", "ctrl+r", "ctrl+r"),
    "the rules in the match": in_match("ctrl+f1"),
    "the functions": in_menu("f9"),
    "the statistics of a game": statistics,
    "a match heard again": heard_again("right"),
    "the review of a match": looked_back("right"),
    "how to play on from a mistake": looked_back("enter"),
    "the hands of the others": open_hands,
    "whether to see them": in_match("ctrl+o"),
    "a demonstration": demo,
    "a demonstration before the next deal": demo_waiting,
    "the end of a demonstration": demo_over,
    "the help": in_menu("shift+f1"),
    "the frequent questions": in_menu("shift+f1", "end", "up", "enter"),
    "the sounds of the program": in_menu("shift+f1", "end", "enter", "enter"),
    "a lesson": lesson,
    "the bids of a lesson": bids_of_a_lesson,
}


def play_on(pilot, turns=4000):
    """Play the running match to its end, with the first legal card at each turn.

    `pilot` drives the program (`tests/kit/pilot.py`).
    """
    session = pilot.app.session
    for _ in range(turns):
        if session.over:
            return
        if session.waiting:
            pilot.wait(1.2)
            pilot.press("space")
        elif session.my_turn:
            pilot.wait(0.6)
            pilot.press("home", "enter", *["enter"] * (screen(pilot) == "WaysToPlay"))
            if screen(pilot) == "WaysToPlay":
                pilot.press("enter")
            pilot.press("space")
        else:
            pilot.wait(3)
        if session.table.log.header.started in pilot.storage.matches:
            assert pilot.storage.matches[session.table.log.header.started].entries == (
                session.table.log.entries
            )
