"""Tressette by keys: a newcomer's first declarations, and transcripts of two deals."""

from __future__ import annotations

import pytest

from audiogames.cards.card import ITALIAN, Card
from audiogames.core.contract import Move, Turn
from audiogames.games.tressette.model import POWER, Boxes, Play, SayDeclaration, play
from audiogames.table.protocol import BotRequest
from tests.kit.languages import COMPLETE, FIRST_LETTER
from tests.kit.pilot import Pilot, ScriptedDealer
from tests.kit.pressing import in_
from tests.transcripts import check_golden, told

LANGUAGES = ("it", "en")
SUITS = "cdsb"

YOURS = "3s 2c Fc 7c Rd 6d 5d 4d Cb 7b"
ADAS = "2s 1s 7s 6s 3c 1c 3d 2d 4b 5b"
CARLAS = "Rs Cs 5s Rc Cc 1d Cd 3b 2b 1b"
BRUNOS = "Fs 4s 6c 5c 4c Fd 7d Rb Fb 6b"
"""You lead; Carla sits across, Ada on the left, Bruno on the right."""

DEAL = f"deal {YOURS} {ADAS} {CARLAS} {BRUNOS}"


def plain_mind(wanted: BotRequest) -> Move:
    """Return the move of a predictable bot.

    It plays the lowest card that wins the trick, or else a low card, and declares when it leads.
    """
    view = wanted.view
    cards = [move for move in view.legal if isinstance(move, Play)]
    lead = view.on_table[0][1] if view.on_table else None
    best = max(
        (POWER[card] for _, card in view.on_table if lead and card.suit == lead.suit), default=-1
    )
    winning = [one for one in cards if lead and one.card.suit == lead.suit and one.power > best]
    chosen = min(winning or cards, key=lambda one: (one.power, str(one)))
    if view.options.declarations != "automatic":
        return chosen
    return play(chosen.card, Boxes(pigliata=True) if lead else Boxes(palo=True))


def at_table(lang: str, *, manual: bool = False) -> Pilot:
    """Return a match in which the player leads, with the partner Carla against Ada and Bruno."""
    dealer = ScriptedDealer("dealer 1", DEAL, id_="tressette", pack=ITALIAN)
    pilot = Pilot(lang=lang, dealer=dealer, mind=plain_mind)
    pilot.press(FIRST_LETTER[lang], "enter", "t", "enter", "b", "b", "b")
    if manual:
        pilot.press("alt+o", "down", "right", "escape")
    pilot.look()
    pilot.press("enter")
    pilot.wait(0.6)
    return pilot


def go_to(pilot: Pilot, text: str) -> None:
    """Move the focus to this card of the sorted hand."""
    session = pilot.app.session
    assert session is not None
    hand = sorted(session.view.hand, key=lambda card: (SUITS.index(card.suit), -POWER[card]))
    pilot.press("home", *["down"] * hand.index(Card.read(text, "italian")))


@pytest.mark.parametrize("lang", LANGUAGES)
def test_newcomer_hears_a_tressette_declaration_before_making_it(lang):
    pilot = at_table(lang)
    pilot.expect(
        in_(lang, "Dà le carte Ada.", "Ada deals."), in_(lang, "Tocca a te.", "Your turn.")
    )
    go_to(pilot, "3s")
    assert pilot.look()[-1].text == in_(lang, "Tre di spade.", "Three of swords.")
    pilot.press("x")
    assert pilot.heard() == in_(
        lang,
        "È la tua unica spada, sovrana, la più alta rimasta in tutte le mani. "
        "Dichiarazione: piombo.",
        "Your only sword, sovereign, the highest left in all hands. Declaration: piombo.",
    )


@pytest.mark.parametrize("lang", LANGUAGES)
def test_newcomer_makes_a_declaration_or_hears_why_there_is_none(lang):
    pilot = at_table(lang)
    go_to(pilot, "3s")
    pilot.look()
    pilot.press("d")
    assert pilot.heard() == in_(lang, "Dichiaro: piombo.", "I declare: piombo.")
    pilot.press("enter")
    pilot.expect(in_(lang, "Tu, piombo, tre di spade.", "You, piombo, three of swords."))
    pilot.wait_for(in_(lang, "Tocca a te.", "Your turn."))
    go_to(pilot, "7b")
    pilot.look()
    pilot.press("d")
    assert pilot.heard() == in_(
        lang,
        "Nessuna dichiarazione possibile. Di due carte va giocata la più alta.",
        "No declaration possible. Of two cards lead the higher.",
    )
    pilot.press("home", "d", "end")
    pilot.look()
    pilot.press("enter")
    pilot.expect(in_(lang, "Nessuna dichiarazione possibile.", "No declaration possible."))


@pytest.mark.parametrize("lang", LANGUAGES)
def test_newcomer_plays_a_wrong_suit_and_reviews_last_trick_and_declarations(lang):
    pilot = at_table(lang)
    go_to(pilot, "3s")
    pilot.look()
    pilot.press("d", "enter")
    pilot.wait_for(in_(lang, "Tocca a te.", "Your turn."))
    pilot.look()
    pilot.press("l")
    assert pilot.heard() == in_(
        lang,
        "Ultima presa. Tu tre di spade, Bruno quattro di spade, Carla cinque di spade, "
        "Ada sei di spade. Avete preso voi.",
        "Last trick. You three of swords, Bruno four of swords, Carla five of swords, "
        "Ada six of swords. You took it.",
    )
    pilot.press("shift+d")
    pilot.expect(
        in_(lang, "Dichiarazioni. Tu, piombo a spade.", "Declarations. You, piombo in swords.")
    )
    pilot.press("enter")
    pilot.expect("Piombo")
    pilot.press("escape", "escape")
    go_to(pilot, "6d")
    pilot.press("enter")
    follow_something(pilot, lang)


def follow_something(pilot: Pilot, lang: str) -> None:
    """Wait until the player must follow suit, and check that a card of another suit is refused."""
    session = pilot.app.session
    assert session is not None
    while not session.view.on_table or session.view.to_act != 0:
        if session.view.to_act == 0:
            go_to(pilot, str(min(session.view.legal, key=lambda one: one.power).card))
            pilot.press("enter")
        deadline = pilot.app.deadline
        pilot.wait(1 if deadline is None else max(0.0, deadline - pilot.now))
    led = session.view.on_table[0][1].suit
    wrong = next(card for card in session.view.hand if card.suit != led)
    held = sum(card.suit == led for card in session.view.hand)
    go_to(pilot, str(wrong))
    pilot.look()
    pilot.press("enter")
    pilot.expect(
        in_(lang, "Devi rispondere a ", "Follow "),
        in_(lang, f"ne hai {held}.", f"you have {held}."),
    )


def play_deal(pilot: Pilot) -> None:
    """Play the deal to its end with the keyboard, making the moves that `plain_mind` chooses."""
    session = pilot.app.session
    assert session is not None
    while not (session.waiting or session.view.to_act is Turn.OVER):
        view = session.view
        if view.to_act != view.seat:
            deadline = pilot.app.deadline
            assert deadline is not None
            pilot.wait(max(0.0, deadline - pilot.now))
            continue
        move = plain_mind(BotRequest(view.seat, view, "tressette", "normal", 0, 0))
        assert isinstance(move, Play)
        go_to(pilot, str(move.card))
        if view.options.declarations == "automatic":
            pilot.press("x", "d")
        pilot.press("enter")


@pytest.mark.parametrize("lang", COMPLETE)
def test_tressette_deal_with_automatic_declarations_matches_its_transcript(lang):
    pilot = at_table(lang)
    play_deal(pilot)
    pilot.press("s", "v", "l", "shift+d", "down", "escape", "e")
    check_golden(f"tressette-automatic.{lang}", told(pilot.announcements))


@pytest.mark.parametrize("lang", COMPLETE)
def test_tressette_manual_deal_matches_its_transcript(lang):
    pilot = at_table(lang, manual=True)
    pilot.press("d", "m", "down", "enter", "k")
    pilot.type("busso a coppe")
    pilot.press("enter", "k")
    pilot.type("tocca a noi")
    pilot.press("enter", "k")
    pilot.type("ancora")
    pilot.press("enter")
    play_deal(pilot)
    pilot.press("s", "v", "shift+d", "down", "down", "escape")
    check_golden(f"tressette-manual.{lang}", told(pilot.announcements))


def test_tressette_declaration_may_be_typed_during_another_players_turn():
    pilot = at_table("it", manual=True)
    go_to(pilot, "3s")
    pilot.press("enter")
    pilot.look()
    pilot.press("k")
    pilot.type("lungo")
    pilot.press("enter")
    pilot.expect("Dici, lungo.")
    session = pilot.app.session
    assert session is not None
    assert [one.name for one in session.view.declarations] == [SayDeclaration("lungo").name]
