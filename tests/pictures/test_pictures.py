"""Tests of pictures of every game: layout at every size and scale, and drawing in each theme."""

from dataclasses import replace
from functools import cache
from itertools import product

import pygame
import pytest

from audiogames.core.registry import game, own_ids
from audiogames.shell.window.canvas import Appearance, Canvas, arrange
from audiogames.shell.window.themes import THEMES
from tests.pictures.judge import expected, faults, hand_of, lost, missing, ruler_of
from tests.pictures.scenes import KINDS, nearly_over, scenes

SIZES = [(800, 600), (1280, 800), (2560, 1440)]
SCALES = [100, 200, 400]
ALIKE = {((2560, 1440), 200)}
"""Sizes that are left to `tests/pictures/draw.py`: a large window is like a small one, but wider.
"""


@pytest.fixture(autouse=True, scope="module")
def _letters():
    pygame.font.init()


@cache
def pictures(game):
    """Return frame, ruler and boxes of every scene at every size and scale, by name."""
    every = (one for one in product(KINDS, SIZES, SCALES) if one[1:] not in ALIKE)
    return {
        f"{kind} {size} {scale}": (frame, ruler, arrange(frame, ruler))
        for kind, size, scale in every
        if (frame := scenes(game)[kind]) and (ruler := ruler_of(size, scale))
    }


@pytest.mark.slow
@pytest.mark.parametrize("game", own_ids())
def test_no_part_of_a_picture_is_covered_cut_off_or_too_small(game):
    wrong = {where: tuple(faults(*picture)) for where, picture in pictures(game).items()}
    assert {where: found for where, found in wrong.items() if found} == {}


@pytest.mark.slow
@pytest.mark.parametrize("game", own_ids())
def test_picture_drops_only_the_least_important_parts(game):
    """The focused card's position may be omitted while the whole hand is visible."""
    for where, (frame, _, boxes) in pictures(game).items():
        left_out = missing(frame, boxes)
        order = [name for name in expected(frame) if name != "place" or name in left_out]
        assert left_out == set(order[len(order) - len(left_out) :]), where


@pytest.mark.slow
@pytest.mark.parametrize("game", own_ids())
def test_turn_trick_focused_card_and_newest_sentence_are_always_visible(game):
    gone = {where: lost(frame, boxes) for where, (frame, _, boxes) in pictures(game).items()}
    assert {where: names for where, names in gone.items() if names} == {}


@pytest.mark.parametrize("game", own_ids())
def test_cards_of_the_trick_are_as_large_as_fit_in_a_window_of_usual_size(game):
    """A trick larger by a quarter would overlap other parts, unless it has just begun."""
    frame = scenes(game)["own"]
    boxes = arrange(frame, ruler_of((1280, 800), 100))
    others = [box.place for box in boxes if not box.name.startswith("laid ")]
    cards = [box.place for box in boxes if box.name.startswith("laid ")]
    wider = len(cards) * cards[0].width // 4
    larger = cards[0].unionall(cards[1:]).inflate(wider, cards[0].height // 4)
    has_just_begun = 2 * len(cards) < len(frame.table.seats)
    assert larger.collidelist(others) >= 0 or has_just_begun
    assert cards[0].height > 0.75 * min(card.place.height for card in hand_of(boxes))


@pytest.mark.parametrize("lang", ["it", "en"])
def test_result_of_a_match_is_the_largest_text_in_the_usual_window(lang):
    boxes = arrange(scenes("wist", lang)["result"], ruler_of((1280, 800), 100))
    sizes = {box.name: box.words.size for box in boxes}
    assert sizes["result"] > sizes["result 0"] > sizes["turn"]


def test_bids_of_other_players_stay_visible_beside_the_bid_list_at_200_percent():
    frame = scenes("wist")["list"]
    assert "note 0" not in missing(frame, arrange(frame, ruler_of((1280, 800), 200)))


@pytest.mark.parametrize(("kind", "seen"), [("own", 2), ("call", 2)])
def test_buttons_of_invido_fit_into_a_small_window_at_200_percent(kind, seen):
    boxes = arrange(scenes("invido")[kind], ruler_of((800, 600), 200))
    assert sum(box.name.startswith("button ") for box in boxes) == seen


@pytest.mark.parametrize("kind", ["own", "others", "list"])
def test_trump_suit_in_the_picture_does_not_shorten_the_words_for_the_turn(kind):
    frame = scenes("wist")[kind]
    plain = replace(frame, table=replace(frame.table, trump=None))
    for scale in SCALES:
        with_it, without = (
            next(box for box in arrange(one, ruler_of((1280, 800), scale)) if box.name == "turn")
            for one in (frame, plain)
        )
        assert with_it.words.pages == without.words.pages, scale


def is_blank(surface, place):
    """Return True if this area of the surface has only one colour."""
    points = pygame.image.tobytes(surface.subsurface(place), "RGB")
    return points == points[:3] * (len(points) // 3)


@pytest.mark.parametrize("theme", THEMES)
def test_every_part_of_every_scene_is_visible_in_each_theme(theme):
    canvas = Canvas(pygame.Surface((1280, 800)), Appearance(theme=theme))
    for id_, kind in product(own_ids(), KINDS):
        canvas.draw(scenes(id_)[kind])
        blank = [box.name for box in canvas.boxes if is_blank(canvas.surface, box.place)]
        assert blank == [], (id_, kind)


SMALL = [((800, 600), 100), ((800, 600), 200), ((800, 600), 400), ((1280, 800), 400)]


def names_of(frame, size, scale):
    return {box.name for box in arrange(frame, ruler_of(size, scale))}


@pytest.mark.parametrize(("lang", "name"), [("it", "Tu"), ("en", "You")])
def test_seat_of_the_listener_is_labelled_you(lang, name):
    seats = scenes("invido", lang)["own"].table.seats
    assert [seat.name for seat in seats] == [name, "Ada"]


def test_stake_and_trick_symbols_are_large_in_the_middle_of_the_table():
    frame = scenes("invido")["own"]
    boxes = {box.name: box for box in arrange(frame, ruler_of((1280, 800), 100))}
    assert not frame.table.facts
    assert boxes["stake"].words.lines == ("1",)
    assert boxes["stake"].words.size > 2 * boxes["turn"].words.size
    assert boxes["lamps"].place.height > 2 * boxes["turn"].words.line
    assert boxes["lamps"].called == frame.table.stake.parts.text
    assert 0.2 * 1280 < boxes["lamps"].place.centerx < 0.6 * 1280


@pytest.mark.parametrize(("size", "scale"), SMALL)
def test_trump_is_visible_in_small_windows_and_large_letters(size, scale):
    assert "trump" in names_of(scenes("wist")["own"], size, scale)
    assert {"trump", "stock"} <= names_of(scenes("briscola")["own"], size, scale)


@pytest.mark.parametrize(("size", "scale"), SMALL)
@pytest.mark.parametrize("game", ["scopa", "briscola", "invido", "novantanove"])
def test_hand_of_three_cards_is_fully_visible(game, size, scale):
    assert {"card 0", "card 1", "card 2"} <= names_of(scenes(game)["own"], size, scale)


def test_picture_of_the_result_ranks_the_players_and_explains_each_point():
    boxes = arrange(scenes("scopa", "en")["result"], ruler_of((1280, 800), 100))
    words = {box.name: " ".join(box.words.lines) for box in boxes}
    assert words["result 0"].startswith("1. ")
    assert words["result 1"].startswith("2. ")
    cells = {text for name, text in words.items() if name.startswith("points ")}
    assert {"Cards", "Coins", "Primiera", "Total", "You", "They"} <= cells
    assert {name for name in words if name.startswith("button ")} >= {
        "button space",
        "button ctrl+e",
        "button escape",
    }


def test_menu_and_help_can_be_clicked_at_the_table():
    boxes = arrange(scenes("wist")["own"], ruler_of((1280, 800), 100))
    corner = {box.name: box for box in boxes if box.name in {"button escape", "button f1"}}
    assert {box.key for box in corner.values()} == {"escape", "f1"}
    assert all(box.place.y == 14 and box.place.x > 640 for box in corner.values())


@pytest.mark.parametrize("id_", ["scopa", "wist"])
def test_last_captured_cards_are_in_the_picture_on_request(id_):
    pilot = nearly_over(game(id_), "en", 6)
    for _ in range(3):
        pilot.press("l")
    taken = pilot.app.frame().table.taken
    assert taken.asked >= 1
    assert len(taken.laid) >= 2
    assert all(laid.card.name for laid in taken.laid)


def test_last_capture_is_not_shown_before_any_card_was_captured():
    pilot = nearly_over(game("scopa"), "en", 5)
    for _ in range(3):
        pilot.press("l")
    assert pilot.app.frame().table.taken.asked == 0


def test_captured_pile_beside_each_player_shows_one_crosswise_card_for_each_scopa():
    frame = scenes("scopa")["result"]
    boxes = arrange(frame, ruler_of((1280, 800), 100))
    panels = {box.name: box for box in boxes if box.name.startswith("seat ")}
    for seat in frame.table.seats:
        assert seat.pile > 0
        piles = [part.count for part in panels[f"seat {seat.number}"].parts if part.kind == "pile"]
        assert piles == [seat.across] == [1]
