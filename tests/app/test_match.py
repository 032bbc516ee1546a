"""A match as it is played: focus, guards, choices, questions, time, its end, its file."""

import pytest

from audiogames.app.settings import Settings
from audiogames.app.storage import StorageError
from audiogames.cards.card import Card
from audiogames.core.cues import msg
from audiogames.core.log import Log
from audiogames.present.history import GAME, GENERAL, SYSTEM
from audiogames.present.outputs import Hush, StopSounds
from tests.app.kit import (
    LANGUAGES,
    NOVANTANOVE,
    choice,
    dealer,
    demo,
    demo_waiting,
    eliminated,
    lobby,
    match,
    menu,
    menu_with_a_match,
    others_turn,
    over,
    screen,
    waiting,
)
from tests.pilot.pilot import MemoryStorage, Pilot, ScriptedDealer


def pressed(pilot, *keys):
    """What the last of these keys is answered with."""
    pilot.press(*keys)
    return pilot.look()[-1].text


def edge(pilot):
    return pilot.sounds[-1].sound == "menu-edge"


@pytest.fixture
def pilot():
    return match("en")


# The hand -----------------------------------------------------------------------------------------


def test_cards_are_walked_without_wrapping(pilot):
    assert pressed(pilot, "down") == "King of clubs."
    assert pressed(pilot, "up") == "King of clubs."
    assert edge(pilot)
    assert pressed(pilot, "down", "down") == "Ace of spades."
    assert pressed(pilot, "down") == "Ace of spades."
    assert edge(pilot)
    assert pressed(pilot, "home") == "King of clubs."
    assert pressed(pilot, "end") == "Ace of spades."


def test_up_begins_at_the_last_card(pilot):
    assert pressed(pilot, "up") == "Ace of spades."


def test_suits_are_walked_by_left_and_right(pilot):
    assert pressed(pilot, "right") == "Clubs, king."
    assert pressed(pilot, "right") == "Hearts, seven."
    assert pressed(pilot, "right") == "Spades, ace."
    assert pressed(pilot, "right") == "Spades, ace."
    assert edge(pilot)
    assert pressed(pilot, "left") == "Hearts, seven."


def test_left_begins_at_the_last_suit(pilot):
    assert pressed(pilot, "left") == "Spades, ace."


def test_a_suit_is_brailled_as_its_card(pilot):
    pilot.press("right")
    assert pilot.look()[-1].braille == "Kc"


def test_a_digit_reads_a_card_and_plays_none(pilot):
    moves = len(pilot.app.session.table.log.entries)
    assert pressed(pilot, "2") == "Seven of hearts."
    assert pressed(pilot, "9") == "Ace of spades."
    assert edge(pilot)
    assert pressed(pilot, "0") == "Ace of spades."
    assert len(pilot.app.session.table.log.entries) == moves


def test_at_the_full_level_the_place_is_told(pilot):
    pilot.press("f12")
    assert pressed(pilot, "2") == "Seven of hearts, 2 of 3."
    assert pressed(pilot, "right") == "Spades, ace, 3 of 3."


def test_orders_are_named_and_the_focus_stays_on_its_card(pilot):
    pilot.press("1")
    assert [pressed(pilot, "o") for _ in range(3)] == [
        "Order by suit.",
        "Order by rank.",
        "Order as dealt.",
    ]
    pilot.press("o")
    focused = [card.focused for card in pilot.app.frame().cards]
    assert [
        card.name for card, is_it in zip(pilot.app.frame().cards, focused, strict=True) if is_it
    ] == ["King of clubs."]


def test_after_a_draw_the_focus_is_on_its_card(pilot):
    pilot.press("1", "enter", "2")
    assert pressed(pilot, "space").startswith("You draw eight of diamonds.")
    assert [card.name for card in pilot.app.frame().cards if card.focused] == ["Ace of spades."]


def test_explaining_needs_a_card(pilot):
    assert pressed(pilot, "x") == "Choose a card first, down arrow."
    assert pressed(pilot, "3", "x") == (
        "Plus 1 brings the total to 1. No effect. Plus 11 brings the total to 11. No effect."
    )


def test_enter_without_a_focus_goes_to_the_first_card(pilot):
    moves = len(pilot.app.session.table.log.entries)
    assert pressed(pilot, "enter") == "King of clubs."
    assert len(pilot.app.session.table.log.entries) == moves


# Guards -------------------------------------------------------------------------------------------


def test_a_card_that_may_not_be_played_is_refused_with_the_rules_reason(pilot, monkeypatch):
    from dataclasses import replace

    from audiogames.core.game import Refused

    pilot.press("1")
    pilot.app.session.view = replace(pilot.app.session.view, legal=())
    rules = pilot.app.session.spec.rules
    monkeypatch.setattr(type(rules), "refusal", lambda *_: Refused("play-first"))
    assert pressed(pilot, "enter") == "Play a card first."


def test_an_enter_within_half_a_second_of_a_deal_plays_nothing():
    pilot = match("en", wait=False)
    pilot.press("down")
    moves = len(pilot.app.session.table.log.entries)
    for _ in range(3):
        assert pressed(pilot, "enter") == "One moment."
    assert len(pilot.app.session.table.log.entries) == moves
    pilot.wait(0.1)
    assert pressed(pilot, "enter") == "King of clubs. 10. Draw, space."


def test_a_space_within_a_second_of_a_rounds_end_goes_nowhere():
    pilot = match("en", given={"limit": 1})
    while not pilot.app.session.waiting:
        pilot.wait(0.25)
    deals = len(pilot.app.session.table.log.entries)
    assert pressed(pilot, "space") == "One moment."
    assert pressed(pilot, "d") == "One moment."
    assert len(pilot.app.session.table.log.entries) == deals
    pilot.wait(1)
    assert pressed(pilot, "space").startswith("Round 2.")


def test_a_space_within_a_second_of_the_end_begins_no_match():
    pilot = over("en")
    pilot.wait(2)
    session = pilot.app.session
    assert pressed(pilot, "c")
    pilot.press("space")
    assert pilot.app.session is not session


# Turns --------------------------------------------------------------------------------------------


def test_on_anothers_turn_enter_says_whose_it_is():
    pilot = others_turn("en")
    assert pressed(pilot, "enter") == "Not your turn, it is Ada's. You may draw, space."
    assert pilot.sounds[-1].sound == "refused"
    pilot.press("space")
    assert pressed(pilot, "enter") == "Not your turn, it is Ada's."
    assert pressed(pilot, "t").startswith("Ada's turn.")


def test_a_draw_that_is_not_due_is_refused_with_the_reason(pilot):
    assert pressed(pilot, "space") == "Play a card first."
    assert pressed(pilot, "d") == "Play a card first."


def test_before_the_next_deal_every_way_to_play_says_how_to_go_on():
    pilot = waiting("en")
    assert pressed(pilot, "enter") == "Go on, space."
    assert pressed(pilot, "t").startswith("Go on, space.")
    assert [(button.text, button.key) for button in pilot.app.frame().buttons] == [
        ("Go on.", "space")
    ]
    assert "before the next deal" in pressed(pilot, "f5")


def test_at_the_end_every_way_to_play_says_what_can_be_done():
    pilot = over("en")
    assert pressed(pilot, "enter") in {"The match is over.", "Again, space. Menu, Esc."}
    assert pressed(pilot, "t") == "Again, space. Menu, Esc."
    assert "match over" in pressed(pilot, "f5")
    assert pressed(pilot, "ctrl+t") == "There is no time to extend."
    assert pressed(pilot, "escape") == "Main menu. Again, Novantanove with Ada."


def test_again_is_the_same_table():
    pilot = over("en")
    players, options = pilot.app.session.table.players, pilot.app.session.view.options
    pilot.press("space")
    assert pilot.app.session.table.players == players
    assert pilot.app.session.view.options == options
    assert not pilot.app.session.over


# Choices ------------------------------------------------------------------------------------------


def test_a_choice_states_what_each_value_makes():
    pilot = match("en")
    assert pressed(pilot, "3", "enter") == "Ace, worth? Plus 1, total 1."
    assert pressed(pilot, "2") == "Plus 11, total 11."
    assert pressed(pilot, "down") == "Plus 11, total 11."
    assert edge(pilot)
    assert pressed(pilot, "0") == "Plus 11, total 11."
    assert pressed(pilot, "home") == "Plus 1, total 1."
    assert pressed(pilot, "enter") == "Ace of spades, plus 1. 1. Draw, space."


def test_while_a_choice_is_open_the_game_answers():
    pilot = choice("en")
    for key, answer in (
        ("c", "Total 0."),
        ("s", "Tokens. You 9, Ada 9, Bruno 9."),
        ("t", "Your turn. No time limit."),
        ("h", "You hold 3 cards. King of clubs, seven of hearts, ace of spades."),
        ("left", "Seven of hearts."),
        ("right", "Ace of spades."),
        ("space", "Play a card first."),
    ):
        assert pressed(pilot, key) == answer
        assert screen(pilot) == "Choice"


@pytest.mark.parametrize("back", ["escape", "backspace"])
def test_a_choice_can_be_left(back):
    pilot = choice("en")
    moves = len(pilot.app.session.table.log.entries)
    assert pressed(pilot, back) == "Ace of spades."
    assert screen(pilot) == "MatchScreen"
    assert len(pilot.app.session.table.log.entries) == moves


def test_a_list_above_a_choice_returns_to_it():
    pilot = choice("en")
    pilot.press("f1")
    assert pressed(pilot, "escape") == "Ace, worth? Plus 1, total 1."
    pilot.press("f2")
    assert screen(pilot) == "GameMenu"
    pilot.press("escape")
    assert screen(pilot) == "Choice"


def test_a_choice_closes_when_the_time_is_up():
    pilot = match("en", given={"limit": 1}, wait=False)
    pilot.wait(1)
    pilot.press("3", "enter")
    assert screen(pilot) == "Choice"
    pilot.wait(12)
    assert screen(pilot) == "MatchScreen"
    pilot.expect("Time is up.")


def test_a_choice_closes_behind_a_list_when_the_time_is_up():
    pilot = match("en", given={"limit": 1}, wait=False)
    pilot.wait(1)
    pilot.press("3", "enter", "f1")
    pilot.wait(12)
    assert screen(pilot) == "KeyList"
    pilot.press("escape")
    assert screen(pilot) == "MatchScreen"


def test_the_screen_shows_the_table_behind_a_choice():
    pilot = choice("en")
    frame = pilot.app.frame()
    assert frame.title == "Ace, worth?"
    assert [row.text for row in frame.rows] == ["Plus 1, total 1.", "Plus 11, total 11."]
    assert [row.focused for row in frame.rows] == [True, False]
    assert len(frame.cards) == 3
    assert frame.lines[0] == "Total 0."


# The mouse ----------------------------------------------------------------------------------------


def click(pilot, target):
    pilot.now += 0.1
    pilot._perform(pilot.app.click(target, pilot.now))
    return pilot.heard()


def test_a_click_on_a_card_plays_it(pilot):
    assert click(pilot, "card 0") == "King of clubs. 10. Draw, space."
    assert click(pilot, "card 1").startswith("Not your turn")
    assert pilot.sounds[-1].sound == "refused"
    assert click(pilot, "card 7") == ""
    assert click(pilot, "row 0") == ""


def test_a_click_on_a_card_with_a_choice_opens_it_and_a_row_takes_it(pilot):
    assert click(pilot, "card 2") == "Ace, worth? Plus 1, total 1."
    assert click(pilot, "row 1").startswith("Ace of spades, plus 11. 11.")


def test_a_click_on_another_card_leaves_the_choice():
    pilot = choice("en")
    pilot.look()
    assert click(pilot, "card 0") == "King of clubs. 10. Draw, space."
    assert screen(pilot) == "MatchScreen"


def test_a_click_on_a_row_does_what_enter_does():
    pilot = menu("en")
    assert click(pilot, "row 4").endswith("Options. Speech, normal.")
    assert click(pilot, "row 0") == "How much is said."
    assert click(pilot, "row 99") == ""
    assert click(pilot, "card 0") == ""


def test_a_click_in_the_voice_test_goes_on():
    pilot = Pilot(lang="it", first_run=True)
    click(pilot, "row 0")
    assert click(pilot, "row 0") == "Menu principale. Gioca."


# Time ---------------------------------------------------------------------------------------------


def test_gentle_time_outs_are_free_twice():
    pilot = match("en", 1, dealt=ScriptedDealer(), given={"limit": 1, "gentle": True})
    losses = []
    for _ in range(60):
        pilot.wait(1)
        if pilot.app.session.waiting:
            pilot.press("space")
    told = [one.text for one in pilot.look() if "Time is up" in one.text]
    losses = ["at no cost" in text for text in told]
    assert losses[:2] == [True, True]
    assert not any(losses[2:])
    assert len(losses) > 2


@pytest.mark.parametrize(("patience", "seconds"), [("1", 20), ("1.5", 30), ("2", 40), ("4", 80)])
def test_patience_multiplies_the_time_of_a_turn(patience, seconds):
    pilot = match("en", given={"limit": 4}, wait=False, patience=patience)
    assert pilot.app.session.table.clock.limit == seconds


def test_more_time_is_given_ten_times():
    pilot = match("en", given={"limit": 4})
    for _ in range(10):
        assert pressed(pilot, "ctrl+t") == "Time extended, 20 seconds."
    assert pressed(pilot, "ctrl+t") == "No more time in this turn."


def test_without_a_limit_there_is_no_time_to_extend(pilot):
    assert pressed(pilot, "ctrl+t") == "There is no time to extend."
    assert pressed(pilot, "shift+t") == "No time limit."


# Who only listens ---------------------------------------------------------------------------------


def test_a_spectator_may_ask_but_not_play():
    pilot = demo("en")
    pilot.look()
    for key in ("enter", "space", "d"):
        assert pressed(pilot, key) == "You are only listening."
    assert pressed(pilot, "down") == "No cards."
    assert pressed(pilot, "h") == "No cards."
    assert pressed(pilot, "x") == "No cards."
    assert pressed(pilot, "ctrl+t") == "There is no time to extend."
    assert pressed(pilot, "ctrl+s") == "This match cannot be saved."
    assert pressed(pilot, "c").startswith("Total ")
    assert not pilot.app.frame().cards
    assert not pilot.app.frame().buttons
    assert not pilot.storage.matches


def test_a_spectator_is_not_asked_to_go_on():
    pilot = demo_waiting("en")
    assert pressed(pilot, "space") == "You are only listening."
    assert pressed(pilot, "t").startswith("Cards are being dealt.")
    assert not pilot.app.frame().buttons
    pilot.wait_for("Round 2.")


def test_a_demonstration_is_heard_again_by_space_and_left_by_escape():
    pilot = demo("en")
    while not pilot.app.session.over:
        pilot.wait(60)
    pilot.wait(2)
    assert pressed(pilot, "space").endswith("begins.")
    assert pilot.app.session.seat is None
    pilot.press("escape", "end", "enter")
    assert screen(pilot) == "MainMenu"
    assert pilot.app.session is None


@pytest.mark.parametrize("lang", LANGUAGES)
def test_who_is_out_hears_the_match_to_its_end(lang):
    pilot = eliminated(lang)
    assert not pilot.app.session.view.hand
    assert pressed(pilot, "enter")
    session = pilot.app.session
    for _ in range(3000):
        if session.over:
            break
        if session.waiting:
            pilot.wait(1.2)
            pilot.press("space")
        pilot.wait(5)
    assert session.over
    won = {"it": "Vince", "en": "wins with"}[lang]
    assert any(won in text for text in [one.text for one in pilot.look()])


def test_who_is_out_is_told_so_and_can_leave():
    pilot = eliminated("en")
    assert "only listening" not in pressed(pilot, "enter")
    assert pressed(pilot, "space") in {"You are out of the match.", "Go on, space."}
    pilot.press("escape", "end", "enter")
    assert screen(pilot) == "MainMenu"
    assert pilot.storage.matches, "the others' match can be gone on with"


# How many play ------------------------------------------------------------------------------------


def play_on(pilot, turns=4000):
    """Play the first card that may be played, draw, go on, until the match is over."""
    session = pilot.app.session
    for _ in range(turns):
        if session.over:
            return
        if session.waiting:
            pilot.wait(1.2)
            pilot.press("space")
        elif session.my_turn:
            pilot.wait(0.6)
            pilot.press("home", "enter", *["enter"] * (screen(pilot) == "Choice"))
            if screen(pilot) == "Choice":
                pilot.press("enter")
            pilot.press("space")
        else:
            pilot.wait(3)
        if session.table.log.header.started in pilot.storage.matches:
            assert pilot.storage.matches[session.table.log.header.started].entries == (
                session.table.log.entries
            )


@pytest.mark.parametrize("bots", [1, 2, 12])
def test_a_match_is_played_to_its_end(bots):
    pilot = match("en", bots, dealt=ScriptedDealer(), given={"tokens": 3})
    session = pilot.app.session
    play_on(pilot)
    assert session.over
    assert not pilot.storage.matches, "what is over is offered no more"
    winner = session.table.result().winners[0]
    assert ("You win" if winner == 0 else "wins with") in pilot.heard()


def test_seats_are_heard_from_the_left_to_the_right(pilot):
    assert [pilot.app._pan(seat) for seat in range(3)] == [0.0, -1.0, 1.0]
    many = match("en", 4, dealt=ScriptedDealer())
    assert [many.app._pan(seat) for seat in range(5)] == pytest.approx([0, -1, -1 / 3, 1 / 3, 1])
    assert match("en", 1, dealt=ScriptedDealer()).app._pan(1) == 0.0
    assert demo("en").app._pan(1) == 0.0
    assert menu("en").app._pan(None) == 0.0


# What is kept -------------------------------------------------------------------------------------


def test_after_every_key_the_file_is_the_match(pilot):
    log = next(iter(pilot.storage.matches.values()))
    for key in ("home", "enter", "space", "c", "s"):
        pilot.press(key)
        assert log.entries == pilot.app.session.table.log.entries
    pilot.wait(30)
    assert log.entries == pilot.app.session.table.log.entries
    assert len(log.entries) > 5
    assert pressed(pilot, "ctrl+s") == "Game saved."


def test_a_full_disk_is_told_once_and_the_match_goes_on(pilot):
    pilot.storage.full = True
    pilot.press("home", "enter", "space")
    pilot.wait(30)
    told = [one.text for one in pilot.look()]
    assert told.count("This match cannot be saved, it goes on unsaved.") == 1
    assert any("Bruno" in text for text in told)
    assert pressed(pilot, "ctrl+s") == "This match cannot be saved."
    assert pilot.sounds[-1].sound == "error"
    told = pilot.app.announcer.history.entries(SYSTEM)
    assert [entry.text for entry in told] == ["This match cannot be saved, it goes on unsaved."]


def test_a_disk_that_is_full_from_the_start_is_told_once():
    storage = MemoryStorage(Settings(language="en"))
    storage.full = True
    pilot = lobby("en", 2, storage=storage, dealt=dealer())
    pilot.press("enter")
    pilot.wait(30)
    told = [entry.text for entry in pilot.app.announcer.history.entries(SYSTEM)]
    assert told == ["This match cannot be saved, it goes on unsaved."]
    assert pressed(pilot, "home", "enter").startswith("King of clubs. 10.")
    assert not storage.matches


def test_options_that_cannot_be_kept_are_told(monkeypatch):
    pilot = menu("en")
    pilot.look()

    def full(_settings):
        raise StorageError(msg("cannot-save-settings"))

    monkeypatch.setattr(pilot.storage, "save_settings", full)
    pilot.press("f12")
    pilot.wait(5)
    pilot.expect("The options cannot be saved.")
    assert pilot.app.settings.verbosity == "full", "they hold until the program ends"


@pytest.mark.parametrize("place", [match, others_turn, waiting, choice, eliminated])
@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_match_is_resumed_where_it_was_left(place, lang):
    pilot = place(lang)
    before = pilot.app.session
    pilot.app.leave(pilot.now)
    again = Pilot(pilot.storage, lang=lang)
    again.press("home")
    again.look()
    again.press("enter")
    session = again.app.session
    assert session.view == before.view
    assert session.waiting == before.waiting
    assert session.table.players == before.table.players
    (resumed,) = again.look()
    assert resumed.text.startswith({"it": "Si riprende", "en": "Resumed"}[lang])
    if session.waiting:
        again.wait(1.2)
        again.press("space")
        assert not session.waiting
    elif not session.my_turn:
        again.wait(30)
        assert len(session.table.log.entries) > len(before.table.log.entries)


def test_on_resuming_one_is_not_asked_twice():
    pilot = others_turn("en")
    pilot.app.leave(pilot.now)
    again = Pilot(pilot.storage, lang="en")
    again.press("home")
    again.look()
    again.press("enter")
    assert again.heard() == "Resumed, total 10, Ada's turn. Draw, space."
    again.press("space")
    assert again.heard().startswith("You draw ")
    again.wait_for("Your turn.")
    assert again.heard().count("Your turn.") == 1


def test_a_resumed_match_can_be_played_again():
    pilot = match("en", 1, dealt=ScriptedDealer(), given={"tokens": 1})
    pilot.app.leave(pilot.now)
    again = Pilot(pilot.storage, lang="en")
    again.press("home", "enter")
    play_on(again)
    again.wait(2)
    over_session = again.app.session
    again.press("space")
    assert again.app.session is not over_session
    assert again.app.session.view.options.tokens == 1
    assert not again.app.session.over


def test_a_demonstration_that_was_kept_goes_on_for_a_listener(pilot):
    log = pilot.storage.matches["match-1"]
    header = log.header
    bots = [{**player, "kind": "bot", "level": "easy"} for player in header.players]
    pilot.storage.matches["match-1"] = Log(
        type(header)(**{**vars(header), "players": bots}), log.entries
    )
    again = Pilot(pilot.storage, lang="en")
    again.press("home", "enter")
    assert again.app.session.seat is None
    again.look()
    again.wait(20)
    assert again.look()
    again.wait(100_000)
    again.press("space")
    assert again.app.session.seat is None
    assert not again.app.session.over


def test_what_cannot_be_resumed_says_why(pilot, monkeypatch):
    storage = pilot.storage
    pilot.app.leave(pilot.now)
    again = Pilot(storage, lang="en")
    again.look()

    def locked(name):
        raise StorageError(msg("match-locked", name=name))

    monkeypatch.setattr(storage, "reopen", locked)
    assert pressed(again, "home", "enter") == "The match match-1 is open elsewhere."
    monkeypatch.undo()
    header = storage.matches["match-1"].header
    header.players[0]["kind"] = "ghost"
    assert pressed(again, "enter") == "The match match-1 is damaged."
    assert screen(again) == "MainMenu"


def test_a_match_with_an_impossible_move_is_offered_as_damaged(pilot):
    from audiogames.core.log import Entry

    entries = pilot.storage.matches["match-1"].entries
    entries.append(Entry(len(entries) + 1, 9.0, 1, "Kc"))
    again = Pilot(pilot.storage, lang="en")
    assert again.heard() == "Main menu. The match match-1 is damaged."
    assert pressed(again, "enter") == "The match match-1 is damaged."


def test_matches_that_cannot_be_read_are_counted_and_say_why(monkeypatch):
    from audiogames.app.storage import Saved

    storage = MemoryStorage(Settings(language="en"))
    lost = [Saved("a", None, msg("log-damaged", name="a")), Saved("b", None)]
    monkeypatch.setattr(storage, "unfinished", lambda: lost)
    pilot = Pilot(storage)
    pilot.look()
    assert pressed(pilot, "down") == "2 more matches."
    assert pressed(pilot, "enter") == "Matches left. The match a is damaged."
    assert pressed(pilot, "enter") == "The match a is damaged."
    assert pressed(pilot, "down", "enter") == "There is no match b."


def test_the_menu_offers_the_match_that_was_left():
    pilot = menu_with_a_match("en")
    assert pilot.look()[-1].text.endswith("Resume, Novantanove, total 0, your turn.")
    pilot.press("enter")
    assert screen(pilot) == "MatchScreen"


def test_what_is_still_to_be_told_of_a_match_is_not_told_in_the_menu(pilot):
    pilot.press("home", "enter", "space")
    pilot.wait(4.5)
    pilot.app.tell([])
    pilot.app.announcer.announce([*_event()], pilot.now, GAME)
    pilot.app.announcer.announce([*_event()], pilot.now, GAME)
    pilot.press("escape", "end", "enter")
    pilot.look()
    pilot.wait(30)
    assert pilot.heard() == ""


def _event():
    from audiogames.core.cues import say

    return [say("total", total=77)]


def test_leaving_the_program_keeps_the_match_and_says_so(pilot):
    pilot._perform(pilot.app.leave(pilot.now))
    assert "Game saved." in pilot.heard()
    assert pilot.app.session is None
    assert "match-1" in pilot.storage.matches
    assert menu("en").app.leave(1.0) == []


# How it is told -----------------------------------------------------------------------------------


def test_the_language_changes_in_the_middle_of_a_match(pilot):
    assert pressed(pilot, "shift+f3") == "Italiano."
    assert pressed(pilot, "c") == "Totale 0."
    assert pressed(pilot, "1") == "Re di fiori."
    assert pilot.storage.settings.language == "it"
    assert pressed(pilot, "enter") == "Re di fiori. 10. Pesca, spazio."
    assert pilot.look() == []
    assert pressed(pilot, "shift+f3") == "English."


def test_verbosity_goes_round(pilot):
    assert [pressed(pilot, "f12") for _ in range(3)] == [
        "Full speech.",
        "Essential speech.",
        "Normal speech.",
    ]


def test_each_channel_has_its_volume(pilot):
    assert [pressed(pilot, "f6") for _ in range(4)] == [
        "Notices, volume 100.",
        "Music, volume 40.",
        "Voice, volume 80.",
        "Game, volume 100.",
    ]
    assert pilot.sounds[-1].channel == "game"
    assert pressed(pilot, "f8") == "Game, volume 100."
    assert pressed(pilot, "f7", "f7") == "Game, volume 80."
    assert pressed(pilot, *["f7"] * 9) == "Game, volume 0."
    assert pilot.storage.settings.game_volume == 0
    pilot.press("f6")
    assert pilot.sounds[-1].channel == "notices"


def test_sounds_and_the_voice_can_be_stopped(pilot):
    assert StopSounds() in pilot.app.handle("shift+f7", pilot.now)
    assert pilot.app.handle("ctrl", pilot.now) == [Hush()]


def test_without_automatic_reading_keys_still_answer(pilot):
    assert pressed(pilot, "shift+f8") == "Automatic reading off."
    pilot.press("home", "enter", "space")
    pilot.look()
    pilot.wait(30)
    told = pilot.look()
    assert told
    assert not any(one.spoken for one in told)
    pilot.press("c")
    assert pilot.look()[-1].spoken
    assert pressed(pilot, "shift+f8") == "Automatic reading on."


def test_settings_reach_a_running_match(pilot):
    pilot.press("home", "enter")
    pilot.press("f10")
    while "Automatic draw" not in pilot.look()[-1].text:
        pilot.press("down")
    pilot.press("right")
    pilot.wait(3)
    assert "You draw" in pilot.heard()


# The history --------------------------------------------------------------------------------------


def test_messages_are_reviewed_with_two_sets_of_keys(pilot):
    pilot.press("c", "s")
    pilot.look()
    assert pressed(pilot, "pageup").startswith("Tokens.")
    assert pressed(pilot, "comma") == "Total 0."
    assert pressed(pilot, "period").startswith("Tokens.")
    assert pressed(pilot, "shift+comma") == pressed(pilot, "ctrl+pageup")
    assert pressed(pilot, "shift+period") == pressed(pilot, "shift+pagedown")
    assert pressed(pilot, "pagedown").startswith("Tokens.")


def test_views_hold_their_own_messages(pilot):
    pilot.press("c")
    assert pressed(pilot, "alt+2") == "Game view."
    assert pressed(pilot, "pageup").endswith("Your turn.")
    assert pressed(pilot, "alt+left") == "General view."
    assert pressed(pilot, "alt+left") == "General view."
    assert pressed(pilot, "alt+right") == "Game view."
    assert pressed(pilot, "alt+3") == "Chat view."
    assert pressed(pilot, "pageup") == "Empty."
    assert pressed(pilot, "ctrl+c") == "Empty."
    assert pilot.clipboard == ""


def test_reviewing_is_itself_not_remembered(pilot):
    pilot.press("c")
    before = pilot.app.announcer.history.entries(GENERAL)
    pilot.press("alt+2", "pageup", "alt+1", "ctrl+r", "ctrl+c")
    assert pilot.app.announcer.history.entries(GENERAL) == before
    assert pressed(pilot, "ctrl+r") == "Total 0.", "not twice in a row: it is repeated"


@pytest.mark.parametrize("key", ["ctrl+c", "ctrl+space"])
def test_the_reviewed_message_is_copied(pilot, key):
    pilot.press("c", "s", "pageup", "pageup")
    assert pressed(pilot, key) == "Copied."
    assert pilot.clipboard == "Total 0."


def test_a_clipboard_that_is_not_there_is_told(pilot):
    assert [one.text for one in pilot.app.copied(pilot.now, done=False)] != ["Copied."]


# The describer ------------------------------------------------------------------------------------


def test_the_describer_says_what_keys_do_until_it_is_left(pilot):
    assert pressed(pilot, "f11") == "Key describer on."
    assert pressed(pilot, "c") == "C, total."
    assert pressed(pilot, "ctrl+s") == "Control S, save."
    assert pressed(pilot, "insert") == "Insert belongs to the screen reader."
    assert pressed(pilot, "ctrl+è") == "Control È, nothing."
    assert pressed(pilot, "escape").startswith("Escape, ")
    assert pressed(pilot, "c") == "C, total."
    assert pressed(pilot, "escape", "escape") == "Key describer off."
    assert pressed(pilot, "c") == "Total 0."
    assert pressed(pilot, "f11", "f11") == "Key describer off."


# What the shells tell -----------------------------------------------------------------------------


def test_on_getting_the_focus_back_one_hears_where_one_is(pilot):
    pilot._perform(pilot.app.focus(pilot.now, gained=False))
    assert pilot.heard() == ""
    pilot._perform(pilot.app.focus(pilot.now, gained=True))
    assert pilot.heard() == "Novantanove, total 0, your turn. No time limit."


def test_a_change_of_what_speaks_is_told_once(pilot):
    pilot.wait(20)
    pilot._perform(pilot.app.speaking_through("eSpeak NG", pilot.now, braille=False))
    assert pilot.heard() == "Now speaking through the built-in voice."
    pilot._perform(pilot.app.speaking_through("eSpeak NG", pilot.now, braille=True))
    assert pilot.heard() == ""
    pilot.wait(20)
    pilot._perform(pilot.app.speaking_through("text", pilot.now, braille=True))
    assert pilot.heard() == "No voice found, text only."


def test_text_that_is_typed_where_there_is_no_field_is_nothing(pilot):
    assert pilot.app.type_text("hello", pilot.now) == []


def test_a_thought_that_comes_too_late_is_dropped():
    pilot = others_turn("en")
    wanted = pilot.app.session.table.wanted
    move = NOVANTANOVE.rules.read("7s")
    pilot.wait(30)
    before = len(pilot.app.session.table.log.entries)
    assert pilot.app.thought(wanted, move, pilot.now) == []
    assert len(pilot.app.session.table.log.entries) == before
    pilot.app.leave(pilot.now)
    assert pilot.app.thought(wanted, move, pilot.now) == []


def test_a_hand_is_drawn_with_its_ranks_and_suits(pilot):
    pilot.press("2")
    cards = pilot.app.frame().cards
    assert [(card.rank, card.suit, card.focused) for card in cards] == [
        ("K", "c", False),
        ("7", "h", True),
        ("A", "s", False),
    ]
    assert cards[1].name == "Seven of hearts."
    assert Card.read("7h", "french").rank == cards[1].rank


def test_the_moves_that_may_be_made_are_buttons():
    pilot = others_turn("en")
    assert [(one.text, one.key) for one in pilot.app.frame().buttons] == [("Draw", "space")]
    pilot.press("space")
    assert pilot.app.frame().buttons == ()
