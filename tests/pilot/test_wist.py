"""Wist by keys: bidding, questions during a round, and the transcript of a match.

Steps 36 and 37 of the newcomer's script (`tests/pilot/test_newcomer.py`) are tested here.
"""

from __future__ import annotations

import pytest

from audiogames.core.contract import Move, Turn
from audiogames.games.wist.model import BIDS, POWER, Bid
from audiogames.table.protocol import BotRequest
from tests.kit.languages import COMPLETE, FIRST_LETTER
from tests.kit.pilot import MemoryStorage, Pilot, ScriptedDealer
from tests.kit.pressing import in_
from tests.transcripts import check_golden, told

LANGUAGES = ("it", "en")
YOU_DEAL = "draw-dealer Ac 7h 2s Kd"
ROUNDS_TOLD = (1, 6, 7, 8)


def plain_mind(wanted: BotRequest) -> Move:
    """Return the move of a predictable bot.

    It bids the number of its aces and kings, and plays the first legal card.
    """
    view = wanted.view
    bids = [move for move in view.legal if isinstance(move, Bid)]
    if bids:
        honours = sum(POWER[card] > 10 for card in view.hand)
        return min(bids, key=lambda bid: abs(bid.number - honours))
    return min(view.legal, key=str)


def at_table(
    lang: str, *dealing: str, script: dict[str, list[str]] | None = None, options: int = 0
) -> Pilot:
    """Return a match of Wist against three bots; the key Right is pressed `options` times first."""
    dealer = ScriptedDealer(*dealing, id_="wist")
    pilot = Pilot(MemoryStorage(), lang=lang, dealer=dealer, script=script or {}, mind=plain_mind)
    pilot.press(FIRST_LETTER[lang], "enter", "w", "enter", "b", "b", "b")
    if options:
        pilot.press("alt+o", *["right"] * options, "escape")
    pilot.look()
    pilot.press("enter")
    pilot.wait(0.6)
    return pilot


def bidding_last(lang: str) -> Pilot:
    """Return a match in which the player bids last, after bids of 4, 4 and 3."""
    pilot = at_table(
        lang,
        YOU_DEAL,
        script={"Carla": ["bid 4"], "Bruno": ["bid 4"], "Ada": ["bid 3"]},
    )
    ask_bid(pilot, lang)
    return pilot


def ask_bid(pilot: Pilot, lang: str) -> None:
    """Wait for the list of bids, and then until Enter is accepted."""
    pilot.wait_for(in_(lang, "Prevedi. Wist.", "Bid. Wist."))
    pilot.wait(0.6)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_newcomer_who_bids_last_in_wist_hears_the_forbidden_bid(lang):
    pilot = bidding_last(lang)
    pilot.expect(
        in_(
            lang,
            "Turno 1 di 8, seme cuori.",
            "Round 1 of 8, trump hearts.",
        ),
        in_(lang, "Non puoi prevedere 2. Prevedi. Wist.", "2 forbidden. Bid. Wist."),
    )
    pilot.press("b")
    assert pilot.heard() == in_(
        lang,
        "Previsioni. Ada 3, Bruno 4, Carla 4. Somma 11, non puoi prevedere 2.",
        "Bids. Ada 3, Bruno 4, Carla 4. Sum 11, 2 forbidden.",
    )
    pilot.press("2")
    assert pilot.heard() == in_(lang, "2, non si può.", "2, forbidden.")
    pilot.press("enter")
    assert pilot.heard() == in_(
        lang, "2 non si può, la somma farebbe 13.", "Not 2, the sum would be 13."
    )
    pilot.press("3", "enter")
    pilot.expect("3.", in_(lang, "Prevedi 3.", "You bid 3."))


@pytest.mark.parametrize("lang", LANGUAGES)
def test_newcomer_asks_about_round_tricks_and_suits_in_wist(lang):
    pilot = bidding_last(lang)
    pilot.press("3", "enter")
    pilot.wait_for(in_(lang, "Tocca a te.", "Your turn."))
    pilot.look()
    pilot.press("a")
    assert pilot.heard() == in_(lang, "Turno 1 di 8, seme cuori.", "Round 1 of 8, trump hearts.")
    pilot.press("w")
    assert pilot.heard() == in_(
        lang,
        "Prese. Tu 0 su 3. Ada 0 su 3. Bruno 0 su 4. Carla 0 su 4.",
        "Tricks. You 0 of 3. Ada 0 of 3. Bruno 0 of 4. Carla 0 of 4.",
    )


@pytest.mark.parametrize("lang", LANGUAGES)
def test_left_and_right_arrows_move_by_suit_in_a_wist_hand(lang):
    hands = "deal Kh 2h As Ks Qd Jd 2d 3d 4d 5c 6c 7c 8c"
    pilot = at_table(lang, YOU_DEAL, hands)
    ask_bid(pilot, lang)
    pilot.press("0", "enter")
    pilot.wait_for(in_(lang, "Tocca a te.", "Your turn."))
    pilot.look()
    pilot.press("home", "right", "right", "right", "right", "left")
    assert [one.text for one in pilot.look()] == [
        in_(lang, "Re di cuori.", "King of hearts."),
        in_(lang, "Quadri, donna.", "Diamonds, queen."),
        in_(lang, "Fiori, otto.", "Clubs, eight."),
        in_(lang, "Picche, asso.", "Spades, ace."),
        in_(lang, "Picche, asso.", "Spades, ace."),
        in_(lang, "Fiori, otto.", "Clubs, eight."),
    ]


def play_on(pilot: Pilot, lang: str, until: int) -> None:
    """Bid and play by keys like a predictable bot, until round number `until` is over.

    The bot (`plain_mind`) bids the number of its aces and kings and plays its first legal card.
    """
    while True:
        session = pilot.app.session
        assert session is not None
        view = session.view
        if view.to_act is Turn.OVER or (session.waiting and len(view.sheet) == until):
            return
        if session.waiting:
            pilot.wait(2)
            pilot.press("space")
            pilot.wait(0.6)
        elif any(isinstance(move, Bid) for move in view.legal):
            bid = plain_mind(BotRequest(view.seat, view, "wist", "normal", 0, 0))
            pilot.wait(0.6)
            pilot.press(*str(BIDS.index(bid)), "enter")
        elif view.to_act == view.seat:
            card = plain_mind(BotRequest(view.seat, view, "wist", "normal", 0, 0)).card
            hand = sorted(view.hand, key=lambda one: ("hdcs".index(one.suit), -POWER[one]))
            pilot.press("home", *["down"] * hand.index(card), "enter")
        else:
            deadline = pilot.app.deadline
            assert deadline is not None
            pilot.wait(max(0.0, deadline - pilot.now))


@pytest.mark.parametrize("lang", COMPLETE)
def test_wist_match_matches_its_transcript(lang):
    """The transcript has the first, sixth, seventh and eighth rounds of a match."""
    pilot = at_table(lang, YOU_DEAL)
    heard = []
    for number in range(1, 9):
        play_on(pilot, lang, number)
        pilot.press("b", "w", "l", "s", "e", "t", "f5")
        told_now = pilot.look()
        heard += told_now if number in ROUNDS_TOLD else []
    check_golden(f"wist.{lang}", told(heard))


@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_key_reveals_a_card_before_a_wist_bid_in_the_dark(lang):
    pilot = at_table(lang, YOU_DEAL)
    play_on(pilot, lang, 5)
    pilot.wait(2)
    pilot.press("space")
    pilot.wait_for(in_(lang, "Prevedi al buio.", "Bid in the dark."))
    pilot.look()
    for key in ("h", "left", "right", "o", "x"):
        pilot.press(key)
        assert pilot.heard() == in_(lang, "Al buio. Prima prevedi.", "In the dark. Bid first."), key
    pilot.press("escape")
    pilot.look()
    for key in ("h", "up", "down", "left", "right", "home", "end", "1", "9", "o", "x"):
        pilot.press(key)
        assert pilot.heard() == in_(lang, "Al buio. Prima prevedi.", "In the dark. Bid first."), key
    assert pilot.app.frame().cards == ()
    pilot.press("enter")
    pilot.expect(in_(lang, "Prevedi al buio. Wist.", "Bid in the dark. Wist."))
