"""Transcripts of Scopa: Scopone by the rules of the UICI, and Scopa for two."""

from __future__ import annotations

import pytest

from audiogames.app.screens.match.table import MatchScreen
from audiogames.cards.card import ITALIAN
from audiogames.core.contract import Move
from audiogames.games.scopa import model as m
from audiogames.table.protocol import BotRequest
from tests.kit.languages import COMPLETE, FIRST_LETTER
from tests.kit.pilot import Pilot, ScriptedDealer
from tests.transcripts import check_golden, told

LANGUAGES = ("it", "en")

YOURS = "1c 7c 3d 7d Cd 2s 5s Rs 4b Fb"
ADAS = "2c 6c Rc 4d Rd 3s 6s 1b 5b Cb"
CARLAS = "3c Fc 1d 5d 6d 4s 7s Cs 2b 7b"
BRUNOS = "4c 5c Cc 2d Fd 1s Fs 3b 6b Rb"


def first_mind(wanted: BotRequest) -> Move:
    """Return the first legal move, as a predictable bot."""
    move = wanted.view.legal[0]
    assert isinstance(move, Move)
    return move


def at_table(lang: str, deal: str, others: int, *options: str) -> Pilot:
    """Return a match against `others` bots with fixed cards, in which the player leads."""
    dealer = ScriptedDealer("dealer 1", deal, id_="scopa", pack=ITALIAN)
    pilot = Pilot(lang=lang, dealer=dealer, mind=first_mind)
    pilot.press(FIRST_LETTER[lang], "enter", "s", "enter", *["b"] * others)
    pilot.press("alt+o", *options, "escape")
    pilot.press("enter")
    pilot.wait(0.6)
    return pilot


def play(pilot: Pilot, text: str) -> None:
    """Move the focus to a card and play it, with the first of several possible captures."""
    screen = pilot.app.screen
    assert isinstance(screen, MatchScreen)
    shown = [str(card) for card in screen.hand.cards]
    pilot.press("home", *["down"] * shown.index(text), "enter")
    if not isinstance(pilot.app.screen, MatchScreen):
        pilot.press("enter")
    pilot.wait(30)


@pytest.mark.parametrize("lang", COMPLETE)
def test_scopone_with_the_uici_preset_matches_its_transcript(lang: str) -> None:
    pilot = at_table(lang, f"deal {YOURS} {ADAS} {CARLAS} {BRUNOS}", 3, "right")
    session = pilot.app.session
    assert session is not None
    assert session.view.options == m.UICI
    pilot.wait(30)
    pilot.press("h", "s", "c", "v", "home", "x")
    play(pilot, "7d")
    pilot.press("c", "v", "l", "p", "n", "d", "m", "e")
    play(pilot, "Fb")
    pilot.press("t", "shift+m", "l", "s")
    check_golden(f"scopa-uici.{lang}", told(pilot.announcements))


@pytest.mark.parametrize("lang", COMPLETE)
def test_scopa_deal_for_two_matches_its_transcript(lang: str) -> None:
    deal = "deal 7d Fb 3c 1s 2b 4c 7c 5c 3b 6s"
    pilot = at_table(lang, deal, 1)
    session = pilot.app.session
    assert session is not None
    pilot.wait(30)
    play(pilot, "7d")
    while session.view.deal == 1 and session.my_turn:
        play(pilot, str(session.view.hand[0]))
    pilot.press("s", "shift+s", "escape")
    check_golden(f"scopa-two.{lang}", told(pilot.announcements))


def test_cards_taken_in_scopa_are_in_the_history_only_after_the_deal() -> None:
    pilot = at_table("en", "deal 7d Fb 3c Rs 2b 4c 7c 5c 3b 6s", 1)
    pilot.wait(30)
    play(pilot, "7d")
    kept = [one.text for one in pilot.app.announcer.history.entries("game")]
    assert not [text for text in kept if "seven of coins" in text.lower() and "take" in text]
    assert "seven of coins" in told(pilot.announcements).lower()
    said = {one.text: one.tells_cards for one in pilot.announcements}
    assert said["You take seven of cups."], "what a page may not leave below the table"
    assert not said["Play."]
    assert pilot.app.announcer.history.recall == 1
    session = pilot.app.session
    assert session is not None
    while session.view.deal == 1 and session.my_turn:
        play(pilot, str(session.view.hand[0]))
    kept = [one.text for one in pilot.app.announcer.history.entries("game")]
    assert [text for text in kept if "you take seven of cups" in text.lower()]
