"""Advice on the next move, with its reasons, for a player alone against bots."""

from itertools import cycle

import pytest

from audiogames.core.cues import msg
from audiogames.core.registry import game, game_ids
from tests.app.practising import log, playing, to_my_turn
from tests.kit.places import LANGUAGES, NOVANTANOVE, match
from tests.kit.pressing import pressed


@pytest.mark.parametrize(
    ("lang", "text", "braille"),
    [
        ("it", "Consiglio, sette di cuori.", "consiglio 7c"),
        ("en", "Advice, seven of hearts.", "advice 7h"),
    ],
)
def test_advice_names_a_card_and_focuses_it(lang, text, braille):
    pilot = match(lang)
    pilot.mind = lambda _wanted: NOVANTANOVE.rules.read("7h")
    pilot.press("g")
    (answer,) = pilot.look()
    assert answer.text.startswith(text)
    assert answer.braille.startswith(braille)
    assert pilot.app.screen.hand.focused.rank == "7"
    assert len(log(pilot).entries) == 2, "nothing was played"


def test_advice_names_the_value_to_choose_for_the_card():
    pilot = match("en")
    pilot.mind = lambda _wanted: NOVANTANOVE.rules.read("As=11")
    assert pressed(pilot, "g").startswith("Advice, ace of spades, plus 11. ")


def test_advice_is_computed_by_the_best_bot_in_the_background():
    pilot = match("en")
    pilot.slow = True
    pilot.press("g")
    (wanted,) = pilot.wanted
    assert (wanted.seat, wanted.level) == (0, list(NOVANTANOVE.bots.levels)[-1])
    assert wanted.view == pilot.app.session.view


def test_waiting_for_advice_is_announced_and_does_not_block():
    pilot = match("en")
    pilot.slow = True
    pilot.press("g")
    assert pilot.look() == []
    pilot.wait(1)
    assert pilot.heard() == "Thinking."
    assert pressed(pilot, "c") == "Total 0."
    assert pressed(pilot, "g") == "Thinking."
    assert len(pilot.wanted) == 1, "it is thought once"
    pilot.wait(5)
    assert pilot.heard() == ""
    pilot.answer()
    assert pilot.heard().startswith("Advice, ")


def test_late_advice_is_dropped_after_the_turn():
    pilot = match("en")
    pilot.slow = True
    pilot.press("g")
    (wanted,) = pilot.wanted
    pilot.wanted.clear()
    pilot.press("home", "enter")
    pilot.look()
    pilot.perform(pilot.app.bot_replied(wanted, NOVANTANOVE.rules.read("7h"), pilot.now))
    pilot.wait(2)
    assert "Advice" not in pilot.heard()
    assert "Thinking" not in pilot.heard()


def test_advice_is_dropped_if_its_position_was_undone():
    pilot = match("en")
    pilot.press("home", "enter", "space")
    pilot.wait(30)
    pilot.slow = True
    pilot.press("g")
    (wanted,) = pilot.wanted
    pilot.press("ctrl+z")
    pilot.look()
    move = wanted.view.legal[0]
    pilot.perform(pilot.app.bot_replied(wanted, move, pilot.now))
    assert pilot.heard() == ""


def test_repeated_advice_is_the_same_and_immediate():
    pilot = match("en")
    first = pressed(pilot, "g")
    pilot.slow = True
    assert pressed(pilot, "g") == first
    assert pilot.wanted == []


def test_advice_does_not_change_the_deals_of_the_match():
    """Asking for advice changes no random number of a match with a seed."""
    deals = []
    for keys in (["g", "g"], []):
        pilot = playing("novantanove")
        to_my_turn(pilot)
        lots = pilot.app.session.table._rng
        state = lots.getstate()
        pilot.press(*keys)
        assert lots.getstate() == state
        deals.append(log(pilot).entries[1].move)
    assert deals[0] == deals[1]


def test_advice_is_refused_on_another_players_turn():
    pilot = match("en")
    pilot.slow = True
    pilot.press("home", "enter")
    pilot.look()
    assert "Ada" in pressed(pilot, "g")
    assert len(pilot.wanted) == 1, "only the bot's own move is thought about"


def test_advice_waits_while_a_text_is_read():
    pilot = match("en")
    pilot.slow = True
    pilot.press("g", "ctrl+f1")
    pilot.look()
    pilot.answer()
    assert pilot.look() == []
    pilot.wait(20)
    assert pilot.heard().startswith("Advice, ")


def test_advice_names_a_bid_and_focuses_it():
    pilot = to_my_turn(playing("wist"))
    pilot.mind = lambda _wanted: game("wist").rules.read("bid 3")
    assert pressed(pilot, "g").startswith("Advice, 3. ")
    assert pressed(pilot, "down") == "4."


def test_advice_names_a_call():
    pilot = to_my_turn(playing("invido", level="normal"))
    call = next(one for one in pilot.app.session.view.legal if not hasattr(one, "card"))
    words = {"va-bene": "va bene", "a-monte": "a monte", "invido": "invido"}
    pilot.mind = lambda _wanted: call
    assert pressed(pilot, "g").lower().startswith(f"advice, {words[str(call)]}. ")


def test_advice_includes_checkboxes_to_tick():
    pilot = to_my_turn(playing("tressette"))
    spec, view = game("tressette"), pilot.app.session.view
    card = next(one for one in view.legal if getattr(one, "card", None) is not None)
    ticked = next(one for one in spec.hand.toggles if one.refusal(view) is None)
    pilot.mind = lambda _wanted: spec.hand.tick(card, {ticked.id: ticked.values[0]}, view)
    told = pressed(pilot, "g")
    assert told.startswith("Advice, ")
    assert pilot.app.text(msg("item", name=msg(f"do-{ticked.id}"))) in told


@pytest.mark.slow
@pytest.mark.parametrize(("id_", "lang"), [*zip(game_ids(), cycle(LANGUAGES), strict=False)])
def test_advice_has_text_in_every_game(id_, lang):
    pilot = playing(id_, lang)
    for _ in range(12):
        to_my_turn(pilot)
        if pilot.app.session.over:
            return
        pilot.wait(1)
        pilot.look()
        pilot.press("g")
        (answer,) = pilot.look()
        assert answer.text.startswith({"it": "Consiglio, ", "en": "Advice, "}[lang])
        assert answer.braille
        session = pilot.app.session
        session.submit(session.aids._advice._move, pilot.now)
        pilot.drain()
