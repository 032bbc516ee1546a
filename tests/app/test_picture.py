"""The picture of the table shows only delivered facts, in the listener's own language."""

from dataclasses import replace

import pytest

from audiogames.app.match.picture import CardShapes
from audiogames.cards.card import Card
from audiogames.core.board import BoardEnding, BoardSpec, Standing
from audiogames.core.cues import msg
from audiogames.core.registry import game
from audiogames.present.catalogue import load
from audiogames.present.localizer import Localizer
from audiogames.table.seats import Player
from audiogames.table.setup import Setup
from tests.kit.online import in_match
from tests.kit.pilot import LOCALES, MemoryStorage, Pilot
from tests.kit.places import LANGUAGES, match, menu, over, waiting
from tests.pilot.test_briscola import at_table as at_briscola
from tests.pilot.test_briscola import play_on
from tests.pilot.test_invido import STEPS_DEAL, at_table
from tests.pilot.test_scopa import at_table as at_scopa

FRENCH = ("Qd", "Th", "As", "7c")
ITALIAN = ("Cc", "Fd", "1s", "7b")


def table(pilot):
    return pilot.app.frame().table


def by_name(pilot):
    return {seat.name: seat for seat in table(pilot).seats}


@pytest.mark.parametrize(
    ("lang", "pack", "cards", "letters"),
    [
        ("it", "french", FRENCH, ["D q", "10 c", "A p", "7 f"]),
        ("en", "french", FRENCH, ["Q d", "10 h", "A s", "7 c"]),
        ("it", "italian", ITALIAN, ["C c", "F d", "A s", "7 b"]),
    ],
)
def test_drawn_cards_have_the_same_letters_as_in_braille(lang, pack, cards, letters):
    shapes = CardShapes(Localizer(load(LOCALES, lang)))
    drawn = [shapes.of(Card.read(card, pack)) for card in cards]
    assert [f"{one.rank} {one.letter}" for one in drawn] == letters


def test_equal_cards_of_two_packs_have_different_ids():
    shapes, king = CardShapes(Localizer(load(LOCALES, "en"))), Card.read("Kc", "french")
    assert [shapes.of(king).id for _ in range(3)] == ["Kc", "Kc 2", "Kc 3"]


def test_frame_lists_the_listener_first_and_others_clockwise():
    first, ada, bruno = table(match("en")).seats
    assert (first.is_own, ada.name, bruno.name) == (True, "Ada", "Bruno")
    assert (first.acts, bruno.deals, ada.cards) == (True, True, 3)
    assert ada.notes == ("9 tokens",)


def test_cards_are_playable_only_on_the_players_turn():
    pilot = match("en")
    assert [card.playable for card in pilot.app.frame().cards] == [True] * 3
    pilot.press("1", "enter")
    assert [card.playable for card in pilot.app.frame().cards] == [None] * 2
    (laid,) = table(pilot).laid
    assert (laid.seat, laid.card.name) == (0, "King of clubs.")
    assert (table(pilot).total.label, table(pilot).total.value) == ("Total", 10)


def test_call_is_drawn_beside_its_seat_for_some_seconds():
    pilot = at_table("it", 1, STEPS_DEAL, ["tras-mas", "Cb"])
    pilot.press("i")
    assert [seat.says for seat in table(pilot).seats] == ["Invido, 3", ""]
    pilot.wait(6)
    assert by_name(pilot)["Ada"].says == "Tras mas, 6"
    pilot.press("home", "c", "v")
    assert by_name(pilot)["Ada"].says == "Tras mas, 6", "questions are no news"
    pilot.press("a")
    assert [seat.says for seat in table(pilot).seats] == ["Va bene", ""]


def test_trick_stays_drawn_until_the_next_card():
    pilot = at_table("it", 1, STEPS_DEAL, ["Cb"])
    pilot.press("home", "enter")
    pilot.wait(6)
    drawn = table(pilot)
    assert drawn.is_last
    assert [(one.seat, one.card.id, one.takes) for one in drawn.laid] == [
        (0, "3c", True),
        (1, "Cb", False),
    ]


def test_turn_clock_is_drawn_in_whole_seconds():
    pilot = match("en", given={"limit": 4})
    before = table(pilot).clock
    pilot.wait(1.5)
    assert before.limit == 20
    assert before.left - table(pilot).clock.left in {1, 2}
    assert table(match("en")).clock is None


def test_results_are_drawn_after_a_round_and_a_match():
    round_over, match_over = table(waiting("en")).result, table(over("en")).result
    assert round_over.title == "Round over"
    assert match_over.title.startswith(("You win", "Ada wins"))
    assert [line.split()[-1] for line in match_over.lines][-1] == "0"
    assert table(match("en")).result is None


def test_ranking_of_a_match_has_shared_places_and_the_score_sheet():
    done = (msg("one"), msg("two"), msg("three"))
    ending = BoardEnding(msg("over"), tuple(map(Standing, done, (3, 7, 7))))
    assert [(place, words.id) for place, words in ending.ranked] == [
        (1, "two"),
        (1, "three"),
        (3, "one"),
    ]
    pilot = at_scopa("en", "deal 7d Fb 3c 1s 2b 4c 5c 2s 4b 3d", 1)
    while not pilot.app.session.waits_for_me:
        pilot.press("home", "enter", "home", "enter")
        pilot.wait(3)
    result = table(pilot).result
    assert result.places in {(1, 2), (1, 1)}
    assert result.sheet.heads[:3] == ("Cards", "Coins", "Settebello")


def test_seats_in_a_frame_follow_the_direction_of_play():
    pilot = match("en")
    assert table(pilot).order == (1, 2, 0)
    board = replace(pilot.app.session.spec.board.of(pilot.app.session.view), backwards=True)
    spec = replace(pilot.app.session.spec, board=BoardSpec(of=lambda _view: board))
    pilot.app.session.spec = spec
    assert table(pilot).order == (2, 1, 0)


def test_absent_online_player_is_drawn_as_away():
    host, guest = in_match("en", "it")
    assert not any(seat.is_away for seat in table(host).seats)
    host.net.unplug(guest)
    host.wait(40)
    assert [seat.name for seat in table(host).seats if seat.is_away] == ["Ugo"]
    assert guest.app.frame().lines == ("Connessione persa, provo.",)
    assert host.app.frame().lines == ()


@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_cards_are_drawn_behind_the_curtain(lang):
    pilot = Pilot(MemoryStorage(), lang=lang)
    players = (Player("Anna"), Player("Bruno"))
    setup = Setup(game("wist"), game("wist").options(), players, level="easy", seed=1)
    pilot.app.matches.begin(setup.filled(4), pilot.now)
    pilot.drain()
    frame = pilot.app.frame()
    assert (frame.table, frame.cards, frame.lines, frame.symbols) == (None, (), (), ())


def test_table_stays_drawn_under_a_question():
    pilot = at_table("en", 1, STEPS_DEAL, ["tras-mas"])
    pilot.press("i")
    pilot.wait(6)
    pilot.press("f")
    asked = pilot.app.frame()
    assert [row.text for row in asked.rows] == ["Yes", "No"]
    assert asked.table is not None
    assert len(asked.cards) == 3
    assert asked.buttons == ()


def test_partners_hand_in_briscola_is_drawn_once_it_was_shown():
    pilot = at_briscola("en", 4)
    play_on(pilot, 6)
    assert not by_name(pilot)["Carla"].notes[0].startswith("Holds")
    assert "p" not in {one.key for one in pilot.app.frame().questions}
    play_on(pilot, 1)
    hand = pilot.app.session.view.partner_hand
    words = [pilot.app.text(msg("card", card=card)).removesuffix(".").lower() for card in hand]
    holds = by_name(pilot)["Carla"].notes[0].removeprefix("Holds ")
    assert sorted(holds.replace(" and ", ", ").split(", ")) == sorted(words)
    assert "p" in {one.key for one in pilot.app.frame().questions}


def test_buttons_for_the_value_of_an_option_belong_to_the_focused_row():
    pilot = menu("en")
    pilot.press("f10", "down", "down")
    frame = pilot.app.frame()
    assert [row.has_buttons for row in frame.rows[:4]] == [False, False, True, False]
    assert [button.text for button in frame.buttons] == ["Previous value", "Next value"]
    pilot.press("escape")
    assert not any(row.has_buttons for row in pilot.app.frame().rows)


def test_rules_are_drawn_as_text_with_headings():
    pilot = match("en")
    pilot.press("ctrl+f1")
    frame = pilot.app.frame()
    assert frame.is_text
    assert [row.heading for row in frame.rows[:3]] == [1, 2, 0]
    assert frame.rows[1].text == "The goal"
    assert frame.rows[2].text.endswith(".")


def test_reopened_screen_has_the_same_number_in_its_frame():
    pilot = match("en")
    table_number = pilot.app.frame().screen
    pilot.press("f10")
    options = pilot.app.frame().screen
    pilot.press("escape")
    assert pilot.app.frame().screen == table_number
    pilot.press("f1")
    assert pilot.app.frame().screen not in {table_number, options}
    pilot.press("escape", "f10")
    assert pilot.app.frame().screen == options, "the options are where one was in them"
