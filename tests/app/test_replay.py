"""Tests of replays of finished matches: moving both ways, announcements, and questions."""

from dataclasses import replace

import pytest

from audiogames.app.keys.changes import KeyPlace, with_key
from audiogames.core.registry import game, game_ids
from audiogames.present.history import GAME
from audiogames.table.seats import Player
from audiogames.table.setup import Setup
from tests.app.practising import played_out
from tests.kit.pilot import MemoryStorage, Pilot
from tests.kit.places import LANGUAGES, over
from tests.kit.pressing import pressed, screen


def finished(id_, lang="en", **options):
    """Play a match of this game to its end; return the program and the match's announcements."""
    pilot = played_out(id_, lang, **options)
    heard = [one.text for one in pilot.app.announcer.history.entries(GAME)]
    pilot.app.matches.leave()
    pilot.look()
    return pilot, heard


SHORT = {"novantanove": {"tokens": 2}, "invido": {}, "wist": {}, "tressette": {}}


@pytest.fixture(scope="module")
def novantanove():
    """Return the storage of a finished match of Novantanove, and the announcements of the match."""
    pilot, heard = finished("novantanove", tokens=2)
    return pilot.storage, heard


def listening(novantanove, lang="en"):
    storage = MemoryStorage()
    storage.ended = dict(novantanove[0].ended)
    pilot = Pilot(storage, lang=lang)
    pilot.press("f9", "down", "enter", "enter")
    assert screen(pilot) == "ReplayScreen"
    return pilot


def without_prompts(text):
    for prompt in (" Go on, space.", " Again, space. Menu, Esc."):
        text = text.removesuffix(prompt)
    return text


# Move by move -------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("id_", [id_ for id_ in game_ids() if id_ in SHORT])
def test_replay_announces_every_move_as_in_the_match(id_):
    pilot, heard = finished(id_, **SHORT[id_])
    pilot.press("home", "f9", "down", "enter", "enter")
    told = [pilot.look()[-1].text.split("Space plays on. ")[1]]
    while (text := pressed(pilot, "right")) != "End of the match.":
        told.append(text)
    assert len(told) == len(heard)
    for again, text in zip(told, heard, strict=True):
        # The first item of a list that opened by itself belongs to no event.
        assert without_prompts(text) in {again, f"{again} Wist."}


def test_replay_opens_with_the_first_move(novantanove):
    pilot = listening(novantanove)
    told = pilot.look()[-1]
    assert told.text.startswith("Novantanove, heard again. Arrows, move by move. Space plays on. ")
    assert "Game on." in told.text
    assert told.braille.startswith("Novantanove, heard again.  arrows, space")


def test_replay_announces_the_same_in_both_directions(novantanove):
    pilot = listening(novantanove)
    there = [pressed(pilot, "right") for _ in range(6)]
    assert len(set(there)) > 3
    back = [pressed(pilot, "left") for _ in range(5)]
    assert back == there[-2::-1]
    assert [pressed(pilot, "down") for _ in range(2)] == there[1:3]
    assert pressed(pilot, "up") == there[1]


def test_both_ends_of_a_replay_are_announced_with_the_edge_sound(novantanove):
    pilot = listening(novantanove)
    assert "Game on." in pressed(pilot, "left")
    assert pilot.sounds[-1].sound != "menu-move"
    assert "menu-edge" in [one.sound for one in pilot.sounds[-4:]]
    for _ in range(400):
        if pressed(pilot, "right") == "End of the match.":
            break
    assert pilot.sounds[-1].sound == "menu-edge"
    assert pressed(pilot, "right") == "End of the match."


def test_replay_step_interrupts_the_previous_step(novantanove):
    pilot = listening(novantanove)
    pilot.press("right")
    assert pilot.look()[-1].interrupt


def test_home_and_end_move_between_deals_of_a_replay():
    pilot, _ = finished("novantanove", tokens=9)
    pilot.press("home", "f9", "down", "enter", "enter")
    replay, told, deals = pilot.app.session.mode, [pilot.look()[-1].text], [0]
    while (text := pressed(pilot, "right")) != "End of the match.":
        if replay.now.deals:
            deals.append(len(told))
        told.append(text)
    assert len(deals) > 2
    backwards = [pressed(pilot, "home") for _ in deals]
    assert backwards[:-1] == [told[place] for place in deals[:0:-1]]
    assert "Game on." in backwards[-1]
    assert "Game on." in pressed(pilot, "home"), "before the first deal there is none"
    assert pilot.sounds[-1].sound != "menu-move"
    assert [pressed(pilot, "end") for _ in deals[1:]] == [told[place] for place in deals[1:]]
    assert pressed(pilot, "end") == told[-1], "after the last deal the end"
    assert pilot.app.session.over
    pilot.press("home", "right", "right")
    assert pressed(pilot, "home") == told[deals[-1]], "first to where this deal began"


# What is asked on the way -------------------------------------------------------------------------


def test_questions_in_a_replay_are_answered_as_of_the_current_move(novantanove):
    pilot = listening(novantanove)
    assert pressed(pilot, "c") == "Total 0."
    assert pressed(pilot, "h").startswith("You hold 3 cards.")
    tokens = pressed(pilot, "s")
    while pilot.app.session.view.total == 0:
        pilot.press("right")
    total = pilot.app.session.view.total
    pilot.look()
    assert pressed(pilot, "c") == f"Total {total}."
    assert pressed(pilot, "f5").startswith(f"Novantanove, total {total}, ")
    for _ in range(400):
        if pressed(pilot, "right") == "End of the match.":
            break
    assert pressed(pilot, "s") != tokens
    assert pressed(pilot, "t") == "The match is over."
    assert "match over" in pressed(pilot, "f5")
    pilot.press("home", "left", "home")
    pilot.look()


def test_replay_shows_only_the_players_own_hand(novantanove):
    pilot = listening(novantanove)
    for _ in range(20):
        pilot.press("right")
        view = pilot.app.session.view
        assert view.seat == 0
        assert [card.name for card in pilot.app.frame().cards] == [
            pilot.app.text(_card(card)) for card in view.hand
        ]


def _card(card):
    from audiogames.core.cues import msg

    return msg("card", card=card)


def test_number_key_in_a_replay_selects_the_card_to_explain(novantanove):
    pilot = listening(novantanove)
    assert pressed(pilot, "x") == "Choose a card first, by its number."
    pilot.press("1")
    pilot.look()
    assert "total" in pressed(pilot, "x")


def test_recap_in_a_replay_covers_the_match_up_to_the_current_move(novantanove):
    pilot = listening(novantanove)
    first = pressed(pilot, "e")
    session = pilot.app.session
    while not (session.my_turn and session.view.total):
        pilot.press("right")
    pilot.look()
    assert pressed(pilot, "e") != first


PLAYING = ("enter", "d", "g", "ctrl+z", "ctrl+o", "ctrl+t", "ctrl+s", "shift+p", "applications")


@pytest.mark.parametrize("key", PLAYING)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_playing_keys_are_refused_in_a_replay(novantanove, lang, key):
    pilot = listening(novantanove, lang)
    pilot.press("1")
    before = pilot.app.session.view
    pilot.look()
    expected = {"it": "Stai solo ascoltando.", "en": "You are only listening."}[lang]
    assert pressed(pilot, key) == expected
    assert pilot.app.session.view is before
    assert screen(pilot) == "ReplayScreen"


def test_rebound_continue_key_is_refused_in_a_replay(novantanove):
    pilot = listening(novantanove)
    keys = with_key((), KeyPlace("game", "go-on", 0), "alt+g")
    pilot.app.change_settings(replace(pilot.app.settings, keys=keys))
    while pressed(pilot, "right") != "End of the match.":
        pass
    assert pressed(pilot, "alt+g") == "You are only listening."
    assert screen(pilot) == "ReplayScreen"


def test_replay_announces_bids_and_opens_no_list():
    pilot, _ = finished("wist")
    pilot.press("f9", "down", "enter", "enter")
    for _ in range(30):
        pilot.press("right")
        assert screen(pilot) == "ReplayScreen"
    pilot.look()
    assert pressed(pilot, "b").startswith("Bids.")
    pilot.press("shift+s")
    assert screen(pilot) == "SheetScreen"
    pilot.press("escape")
    assert screen(pilot) == "ReplayScreen"


# By itself ----------------------------------------------------------------------------------------


def test_space_plays_a_replay_to_its_end(novantanove):
    pilot = listening(novantanove)
    stepped = []
    other = listening(novantanove)
    while (text := pressed(other, "right")) != "End of the match.":
        stepped.append(text)
    pilot.look()
    pilot.press("space")
    pilot.wait(3600)
    assert [one.text for one in pilot.look()] == stepped
    assert pilot.app.session.over
    assert pilot.app.deadline is None


def test_automatic_replay_waits_for_the_end_of_speech(novantanove):
    pilot = listening(novantanove)
    pilot.press("space")
    first = pilot.look()[-1]
    length = pilot.app.announcer.length(first.text)
    pilot.wait(length)
    assert pilot.look() == []
    pilot.wait(pilot.app.settings.pace / 10 + 0.2)
    assert len(pilot.look()) == 1


def test_space_or_arrow_stops_the_automatic_replay(novantanove):
    pilot = listening(novantanove)
    pilot.press("space")
    assert pressed(pilot, "space") == "Stopped."
    pilot.wait(60)
    assert pilot.look() == []
    pilot.press("space")
    pilot.press("left")
    pilot.look()
    pilot.wait(60)
    assert pilot.look() == []


def test_automatic_replay_pauses_while_a_menu_covers_the_table(novantanove):
    pilot = listening(novantanove)
    pilot.press("space", "f10")
    pilot.look()
    pilot.wait(60)
    assert pilot.look() == []


def test_automatic_replay_uses_the_bot_pace(novantanove):
    pilot = listening(novantanove)
    pilot.press("space")
    early = pilot.app.session.deadline
    other = listening(novantanove)
    other.app.change_settings(_slow(other.app.settings))
    other.press("space")
    assert other.app.session.deadline - other.now > early - pilot.now


def _slow(settings):
    from dataclasses import replace

    return replace(settings, pace=50)


# Coming and going ---------------------------------------------------------------------------------


def test_escape_returns_from_a_replay_to_the_list_of_finished_matches(novantanove):
    pilot = listening(novantanove)
    pilot.press("right")
    assert pressed(pilot, "escape").startswith("Finished matches. Novantanove, ")
    assert pilot.app.session is None
    pilot.wait(30)
    assert pilot.look() == []
    pilot.press("enter")
    assert screen(pilot) == "ReplayScreen"


def test_replay_changes_no_stored_match(novantanove):
    pilot = listening(novantanove)
    before = {name: log.text() for name, log in pilot.storage.ended.items()}
    pilot.press("right", "right", "end", "space")
    pilot.wait(20)
    pilot.app.leave(pilot.now)
    assert {name: log.text() for name, log in pilot.storage.ended.items()} == before
    assert pilot.storage.matches == {}


def test_replay_keys_are_listed_and_described(novantanove):
    pilot = listening(novantanove, "it")
    assert "Tasti del riascolto" in pressed(pilot, "f1")
    lines = [pilot.app.text(item.label) for item in pilot.app.screen.items()]
    assert (
        "Freccia destra, freccia giù, freccia sinistra o freccia su, mossa seguente e precedente."
        in lines
    )
    pilot.press("escape", "f11")
    assert pressed(pilot, "space") == "Spazio, va avanti da sola, o si ferma."


def test_replay_buttons_match_its_keys(novantanove):
    pilot = listening(novantanove)
    assert [(one.text, one.key) for one in pilot.app.frame().buttons] == [
        ("Next move", "right"),
        ("Previous move", "left"),
        ("Play on by itself, or stop", "space"),
    ]


def test_click_on_a_card_in_a_replay_reads_it(novantanove):
    pilot = listening(novantanove)
    pilot.look()
    pilot.perform(pilot.app.click("card 0", pilot.now))
    (told,) = pilot.look()
    assert told.text == pilot.app.frame().cards[0].name


def test_replay_announces_a_timeout():
    pilot = over("en")
    pilot.press("escape", "f9", "down", "enter", "enter", "end")
    assert "Time is up." in pilot.look()[-1].text


def test_replay_announces_a_move_made_by_the_clock():
    spec = game("invido")
    pilot = Pilot(lang="en")
    setup = Setup(spec, spec.options(), (Player("Eva"),), limit=5, level="easy").filled(2)
    pilot.app.matches.begin(setup, pilot.now)
    for _ in range(3000):
        if pilot.app.session.over:
            break
        if pilot.app.session.waiting:
            pilot.press("space")
        pilot.wait(4)
    assert pilot.app.session.over
    pilot.press("escape", "f9", "down", "enter", "enter")
    told = []
    while (text := pressed(pilot, "right")) != "End of the match.":
        told.append(text)
    assert any("Time is up" in text for text in told)
