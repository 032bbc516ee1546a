"""Transcripts of matches of two people who share one keyboard."""

from __future__ import annotations

import pytest

from audiogames.core.contract import Move
from audiogames.table.protocol import BotRequest
from tests.kit.languages import COMPLETE, FIRST_LETTER
from tests.kit.pilot import MemoryStorage, Pilot, ScriptedDealer
from tests.transcripts import check_golden, told

LANGUAGES = ("it", "en")
SECRET_ROUND = 7


def sit_down(pilot: Pilot) -> None:
    """Add the players Anna and Bruno, who share this keyboard."""
    pilot.press("p")
    pilot.type("Anna")
    pilot.press("enter")
    pilot.type("Bruno")
    pilot.press("enter")


def lowest(wanted: BotRequest) -> Move:
    """Return the lowest legal move, for a predictable bot."""
    move: Move = min(wanted.view.legal, key=str)
    return move


def hear(pilot: Pilot, *keys: str) -> None:
    """Press keys, with enough time before each to hear all announcements."""
    for key in keys:
        pilot.wait(8)
        pilot.press(key)
    pilot.wait(8)


@pytest.mark.parametrize("lang", COMPLETE)
def test_novantanove_at_one_keyboard_matches_its_transcript(lang):
    dealer = ScriptedDealer("dealer 1", "deal Kc 7h As 7s 2c 3c 5c 2d 3d 8d")
    pilot = Pilot(MemoryStorage(), lang=lang, dealer=dealer)
    pilot.press(FIRST_LETTER[lang], "enter", "n", "enter")
    pilot.look()
    sit_down(pilot)
    hear(pilot, "enter", "h", "f5", "enter", "h", "home", "enter", "space")  # Anna plays, draws
    hear(pilot, "t", "pageup", "enter", "e", "home", "enter", "enter")  # Bruno forgoes the draw
    hear(pilot, "escape", "escape", "enter", "c", "home", "enter", "space", "enter")
    check_golden(f"hotseat-novantanove.{lang}", told(pilot.look()))


@pytest.mark.parametrize("lang", COMPLETE)
def test_wist_secret_bids_at_one_keyboard_match_their_transcript(lang):
    dealer = ScriptedDealer("draw-dealer Ac 7h 2s Kd", id_="wist")
    pilot = Pilot(MemoryStorage(), lang=lang, dealer=dealer, mind=lowest)
    pilot.press(FIRST_LETTER[lang], "enter", "w", "enter")
    sit_down(pilot)
    pilot.press("b", "b", "enter")
    for _ in range(1000):
        session = pilot.app.session
        if session.view.round == SECRET_ROUND - 1 and session.waiting:
            break
        play_on(pilot)
    pilot.look()
    hear(pilot, "space")
    for _ in range(4):
        if type(pilot.app.screen).__name__ == "DecisionList":
            hear(pilot, "4", "enter")
        if type(pilot.app.screen).__name__ == "Curtain":
            hear(pilot, "b", "f5", "enter", "e", "b")
    check_golden(f"hotseat-wist.{lang}", told(pilot.look()))


def play_on(pilot: Pilot) -> None:
    """Press one key that advances the match, or wait a moment."""
    pilot.wait(0.6)
    screen, session = pilot.app.screen, pilot.app.session
    if type(screen).__name__ == "Curtain":
        pilot.press("enter")
    elif type(screen).__name__ == "DecisionList":
        legal = [move for move in session.listing.moves if move in session.view.legal]
        pilot.press("home", *["down"] * session.listing.moves.index(legal[0]), "enter")
    elif session.waits_for_me:
        pilot.wait(1)
        pilot.press("space")
    elif session.my_turn:
        cards = screen.hand.cards
        playable = [getattr(move, "card", None) for move in session.view.legal]
        place = next(place for place, card in enumerate(cards) if card in playable)
        pilot.press("home", *["down"] * place, "enter")
    else:
        pilot.wait(5)
