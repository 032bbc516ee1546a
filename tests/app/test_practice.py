"""Alone against bots: taking back, a suggestion, the hands of the others, each with its reasons."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from audiogames.app.setup import Setup
from audiogames.core.log import replay
from audiogames.core.registry import game, game_ids
from audiogames.present.history import GAME
from audiogames.table.seats import Player
from tests.app.kit import LANGUAGES, NOVANTANOVE, demo, match, over, screen, waiting
from tests.pilot.pilot import MemoryStorage, Pilot

ONLY = {
    "it": "Solo in allenamento, da soli contro i bot.",
    "en": "Only in practice, alone against bots.",
}
KEYS = ("ctrl+z", "g", "ctrl+o")


def pressed(pilot, *keys):
    """What the last of these keys is answered with."""
    pilot.press(*keys)
    return pilot.look()[-1].text


def playing(id_, lang="en", level="easy", options=None, **more):
    """A match of any game against bots, begun."""
    spec = game(id_)
    pilot = Pilot(lang=lang, **more)
    setup = Setup(spec, spec.options(**(options or {})), (Player("Eva"),), level=level)
    pilot.app.matches.begin(setup.filled(spec.usual_seats), pilot.now)
    pilot._perform(pilot.app._drain())
    return pilot


def to_my_turn(pilot):
    for _ in range(200):
        session = pilot.app.session
        if session.waiting:
            pilot.wait(2)
            pilot.press("space")
        elif session.my_turn or session.over:
            return pilot
        pilot.wait(5)
    raise AssertionError("it is never my turn")


def log(pilot):
    return pilot.app.session.table.log


# Taking back --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("lang", "told", "brailled"),
    [
        ("it", "Mossa ripresa, totale 0, tocca a te.", "ripresa totale 0, tocca a te"),
        ("en", "Taken back, total 0, your turn.", "back total 0, your turn"),
    ],
)
def test_the_last_move_is_taken_back_and_how_things_stand_is_told(lang, told, brailled):
    pilot = match(lang)
    pilot.press("home", "enter", "space")
    pilot.wait(30)
    assert pilot.app.session.view.total != 0
    pilot.look()
    pilot.press("ctrl+z")
    (answer,) = pilot.look()
    assert (answer.text, answer.braille, answer.interrupt) == (told, brailled, True)
    assert pressed(pilot, "h") in {
        "Hai 3 carte. Re di fiori, sette di cuori, asso di picche.",
        "You hold 3 cards. King of clubs, seven of hearts, ace of spades.",
    }
    assert log(pilot).entries[-1].move == "undo 3"
    assert pilot.storage.matches["match-1"].entries == log(pilot).entries


def test_what_was_not_said_yet_is_not_said_any_more():
    pilot = match("en", 2, pace=5)
    pilot.press("home", "enter", "space")
    pilot.wait(3)
    pilot.look()
    pilot.press("ctrl+z")
    pilot.wait(60)
    assert pilot.heard() == "Taken back, total 0, your turn."


def test_the_bots_think_no_more_of_what_has_not_been():
    pilot = match("en")
    pilot.slow = True
    pilot.press("home", "enter")
    (wanted,) = pilot.wanted
    pilot.press("ctrl+z")
    assert pilot.wanted == [], "the thinker has been told to forget"
    entries = list(log(pilot).entries)
    pilot._perform(pilot.app.thought(wanted, NOVANTANOVE.rules.read("7s"), pilot.now))
    pilot.wait(60)
    assert log(pilot).entries == entries
    pilot.press("home", "enter")
    assert [one.seq > wanted.seq for one in pilot.wanted] == [True]


def test_before_the_first_move_there_is_nothing_to_take_back():
    pilot = match("en")
    assert pressed(pilot, "ctrl+z") == "There is no move to take back yet."
    assert pilot.sounds[-1].sound == "refused"


def test_nothing_is_taken_back_after_the_end():
    pilot = over("en")
    pilot.look()
    assert pressed(pilot, "ctrl+z") == "The match is over."


def test_a_round_is_taken_back_and_ends_again():
    pilot = waiting("en")
    before = len([one for one in log(pilot).moves() if one.move.startswith("deal ")])
    pilot.look()
    assert pressed(pilot, "ctrl+z").startswith("Taken back, total ")
    assert not pilot.app.session.waiting
    assert pilot.app.session.my_turn
    dealt = [one for one in log(pilot).moves() if one.move.startswith("deal ")]
    assert len(dealt) == before


def test_e_tells_what_happened_before_the_move_that_was_taken_back():
    pilot = match("en")
    pilot.press("home", "enter", "space")
    pilot.wait(30)
    pilot.look()
    before = pressed(pilot, "e")
    assert "Ada" in before
    pilot.press("home", "enter")
    pilot.wait(1)
    pilot.press("ctrl+z")
    pilot.look()
    assert pressed(pilot, "e") == before


def test_a_match_with_undo_is_gone_on_with_after_a_restart():
    pilot = match("en")
    pilot.press("home", "enter", "space", "ctrl+z", "2", "enter")
    pilot.app.leave(pilot.now)
    again = Pilot(pilot.storage, lang="en")
    again.press("home", "enter")
    assert again.app.session.view.total == 7
    assert replay(log(again)) == again.app.session.table.state
    again.press("ctrl+z")
    assert again.heard().endswith("Taken back, total 0, your turn.")


def test_a_bid_is_taken_back_and_its_list_opens_again():
    pilot = to_my_turn(playing("wist"))
    assert screen(pilot) == "Decision"
    pilot.wait(1)
    pilot.press("down", "enter")
    pilot.wait(1)
    pilot.look()
    pilot.press("ctrl+z")
    assert screen(pilot) == "Decision"
    told = pilot.heard()
    assert told.startswith("Taken back, ")
    assert told.endswith("Wist."), "the list is told from its first item"
    pilot.wait(1)
    pilot.press("enter")
    assert [one.move for one in log(pilot).moves() if one.seat == 0] == ["bid 0"]


def test_a_list_over_the_table_does_not_outlast_its_move():
    pilot = match("en")
    pilot.press("2", "enter", "space")
    pilot.wait(30)
    pilot.press("2", "enter")
    assert screen(pilot) == "Choice"
    pilot.press("ctrl+z")
    assert screen(pilot) == "MatchScreen"
    assert log(pilot).entries[-1].move == "undo 3"


STEP = st.sampled_from(["play", "play", "play", "undo", "wait", "g"])


@pytest.mark.parametrize("id_", game_ids())
@settings(max_examples=6, deadline=None)
@given(st.lists(STEP, min_size=10, max_size=40), st.integers(0, 99))
def test_whatever_is_taken_back_the_match_is_that_of_its_log(id_, steps, seed):
    pilot, rng = playing(id_), Random(seed)
    for step in steps:
        to_my_turn(pilot)
        session = pilot.app.session
        if session.over:
            break
        if step == "undo":
            pilot.press("ctrl+z")
        elif step == "wait":
            pilot.wait(rng.random() * 8)
        elif step == "g":
            pilot.press("g")
        else:
            pilot.wait(1)
            session.submit(rng.choice(session.view.legal), pilot.now)
            pilot._perform(pilot.app._drain())
        assert session.table.state == replay(log(pilot))
        assert session.view == replay(log(pilot)).view(0)
        assert pilot.storage.matches["match-1"].entries == log(pilot).entries


# A suggestion -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("lang", "text", "braille"),
    [
        ("it", "Consiglio, sette di cuori.", "consiglio 7c"),
        ("en", "Advice, seven of hearts.", "advice 7h"),
    ],
)
def test_a_card_is_suggested_and_has_the_focus(lang, text, braille):
    pilot = match(lang)
    pilot._mind = lambda _wanted: NOVANTANOVE.rules.read("7h")
    pilot.press("g")
    (answer,) = pilot.look()
    assert (answer.text, answer.braille) == (text, braille)
    assert pilot.app.screen.hand.focused.rank == "7"
    assert len(log(pilot).entries) == 2, "nothing was played"


def test_the_way_to_play_a_card_is_part_of_the_advice():
    pilot = match("en")
    pilot._mind = lambda _wanted: NOVANTANOVE.rules.read("As=11")
    assert pressed(pilot, "g") == "Advice, ace of spades. Plus 11, total 11."


def test_the_best_bot_is_asked_away_from_the_main_loop():
    pilot = match("en")
    pilot.slow = True
    pilot.press("g")
    (wanted,) = pilot.wanted
    assert (wanted.seat, wanted.level) == (0, list(NOVANTANOVE.bots)[-1])
    assert wanted.view == pilot.app.session.view


def test_who_waits_for_advice_hears_so_and_can_go_on():
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


def test_advice_that_comes_too_late_is_dropped():
    pilot = match("en")
    pilot.slow = True
    pilot.press("g")
    (wanted,) = pilot.wanted
    pilot.wanted.clear()
    pilot.press("home", "enter")
    pilot.look()
    pilot._perform(pilot.app.thought(wanted, NOVANTANOVE.rules.read("7h"), pilot.now))
    pilot.wait(2)
    assert "Advice" not in pilot.heard()
    assert "Thinking" not in pilot.heard()


def test_advice_to_what_was_taken_back_is_dropped():
    pilot = match("en")
    pilot.press("home", "enter", "space")
    pilot.wait(30)
    pilot.slow = True
    pilot.press("g")
    (wanted,) = pilot.wanted
    pilot.press("ctrl+z")
    pilot.look()
    move = wanted.view.legal[0]
    pilot._perform(pilot.app.thought(wanted, move, pilot.now))
    assert pilot.heard() == ""


def test_the_same_question_has_the_same_answer_at_once():
    pilot = match("en")
    first = pressed(pilot, "g")
    pilot.slow = True
    assert pressed(pilot, "g") == first
    assert pilot.wanted == []


def test_asking_changes_nothing_of_the_match():
    """A match with a seed is the same, however often one asks."""
    deals = []
    for keys in (["g", "g"], []):
        pilot = playing("novantanove")
        to_my_turn(pilot)
        state = pilot.app.session.table._rng.getstate()
        pilot.press(*keys)
        assert pilot.app.session.table._rng.getstate() == state
        deals.append(log(pilot).entries[1].move)
    assert deals[0] == deals[1]


def test_there_is_no_advice_while_another_is_asked():
    pilot = match("en")
    pilot.slow = True
    pilot.press("home", "enter")
    pilot.look()
    assert "Ada" in pressed(pilot, "g")
    assert len(pilot.wanted) == 1, "only the bot's own move is thought about"


def test_advice_while_a_text_is_read_waits_its_turn():
    pilot = match("en")
    pilot.slow = True
    pilot.press("g", "ctrl+f1")
    pilot.look()
    pilot.answer()
    assert pilot.look() == []
    pilot.wait(20)
    assert pilot.heard().startswith("Advice, ")


def test_a_bid_is_suggested_and_has_the_focus():
    pilot = to_my_turn(playing("wist"))
    pilot._mind = lambda _wanted: game("wist").rules.read("bid 3")
    assert pressed(pilot, "g") == "Advice, 3."
    assert pressed(pilot, "down") == "4."


def test_a_call_is_suggested_by_its_name():
    pilot = to_my_turn(playing("invido", level="normal"))
    call = next(one for one in pilot.app.session.view.legal if not hasattr(one, "card"))
    words = {"va-bene": "va bene", "a-monte": "a monte", "invido": "invido"}
    pilot._mind = lambda _wanted: call
    assert pressed(pilot, "g").lower() == f"advice, {words[str(call)]}."


def test_boxes_are_part_of_the_advice():
    if "tressette" not in game_ids():
        pytest.skip("no game with boxes")
    pilot = to_my_turn(playing("tressette"))
    spec, view = game("tressette"), pilot.app.session.view
    card = next(one for one in view.legal if getattr(one, "card", None) is not None)
    ticked = next(one for one in spec.toggles if one.refusal(view) is None)
    pilot._mind = lambda _wanted: spec.tick(card, {ticked.id: ticked.values[0]}, view)
    told = pressed(pilot, "g")
    words = pilot.app.text(_msg(f"toggle-{ticked.id}-{ticked.values[0]}"))
    assert told.endswith(words)
    assert told.startswith("Advice, ")


def _msg(id_):
    from audiogames.core.cues import Msg

    return Msg(id_)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("id_", game_ids())
def test_every_suggestion_has_words(id_, lang):
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
        session.submit(session._advice._move, pilot.now)
        pilot._perform(pilot.app._drain())


# The hands of the others --------------------------------------------------------------------------


def hands(pilot):
    assert screen(pilot) == "PageList"
    return [pilot.app.text(item.label) for item in pilot.app.screen.items()]


def test_open_hands_are_asked_for_once_and_noted():
    pilot = match("en")
    question = pressed(pilot, "ctrl+o")
    assert question.startswith("See all cards? The match will not count in the statistics.")
    assert not log(pilot).is_open
    pilot.press("n")
    assert not log(pilot).is_open
    pilot.press("ctrl+o", "y")
    assert pilot.heard().endswith(
        "Open hands. Ada, 3 cards. Seven of spades, two of clubs, three of clubs."
    )
    assert [one.move for one in log(pilot).entries][2:] == ["open-hands"]
    assert pilot.storage.matches["match-1"].is_open
    pilot.press("escape", "ctrl+o")
    assert screen(pilot) == "PageList", "asked once a match"
    assert len(log(pilot).entries) == 3


def test_each_player_is_an_item_in_the_order_of_the_table():
    pilot = match("it")
    pilot.press("ctrl+o", "s")
    assert [line.split(",")[0] for line in hands(pilot)] == ["Ada", "Bruno"]
    pilot.press("down")
    assert pilot.look()[-1].braille.startswith("Bruno ")
    assert len(pilot.look()) == 0


def test_many_cards_are_told_suit_by_suit():
    pilot = to_my_turn(playing("wist"))
    pilot.press("ctrl+o", "y")
    lines = hands(pilot)
    assert len(lines) > 3
    names = [line.split(",")[0] for line in lines]
    assert list(dict.fromkeys(names)) == ["Ada", "Bruno", "Carla"]
    state = pilot.app.session.table.state
    assert sum(len(line.split(",")) - 2 for line in lines) == sum(
        len(state.view(seat).hand) for seat in (1, 2, 3)
    )


def test_what_is_in_the_dark_stays_there():
    pilot = playing("wist")
    for _ in range(600):
        session = pilot.app.session
        to_my_turn(pilot)
        if session.spec.hidden_hand(session.view) is not None:
            break
        pilot.wait(1)
        session.submit(session.view.legal[0], pilot.now)
        pilot._perform(pilot.app._drain())
    else:
        raise AssertionError("no round in the dark")
    pilot.press("ctrl+o", "y")
    assert set(hands(pilot)) == {
        f"{name}, cards still in the dark." for name in ("Ada", "Bruno", "Carla")
    }


def test_hands_are_closed_after_the_end():
    pilot = over("en")
    assert pressed(pilot, "ctrl+o") == "The match is over."


# Where others are at the table --------------------------------------------------------------------


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_listener_is_told_why_not(lang, key):
    pilot = demo(lang)
    pilot.look()
    assert pressed(pilot, key) == ONLY[lang]


@pytest.mark.parametrize("key", KEYS)
def test_with_a_second_person_at_the_table_there_is_no_practice(key):
    pilot = Pilot(MemoryStorage(), lang="en")
    players = (Player("Eva"), Player("Ugo"), Player("Ada", "bot", "easy"))
    pilot.app.matches.begin(Setup(NOVANTANOVE, NOVANTANOVE.options(), players), pilot.now)
    pilot.wait(2)
    pilot.press("enter")
    assert screen(pilot) == "SharedMatch", "the curtain is lifted"
    before = list(log(pilot).entries)
    assert pressed(pilot, key) == ONLY["en"]
    assert log(pilot).entries == before


def test_the_menu_of_the_match_offers_what_one_can_do_alone():
    pilot = match("en")
    pilot.press("escape")
    lines = [pilot.app.text(item.label) for item in pilot.app.screen.items()]
    assert lines[-4:-1] == [
        "Take back your last move.",
        "A suggestion.",
        "The hands of the others.",
    ]
    pilot.press("end", "up", "up", "enter")
    assert pilot.look()[-1].text.startswith("Advice, ")
    listening = demo("en")
    listening.press("escape")
    assert "A suggestion." not in [
        listening.app.text(item.label) for item in listening.app.screen.items()
    ]


def test_what_is_told_of_an_undo_is_in_the_history():
    pilot = match("en")
    pilot.press("home", "enter", "ctrl+z")
    last = pilot.app.announcer.history.entries(GAME)[-1]
    assert last.text == "Taken back, total 0, your turn."
