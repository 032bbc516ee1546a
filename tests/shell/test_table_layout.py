"""Tests of the layout of a card table.

Nothing overlaps; where space is short, the least important elements are left out first.
"""

import itertools
from dataclasses import replace
from functools import cache

import pygame
import pytest

from audiogames.present.frame import Frame, LaidShape
from audiogames.shell.window.boxes import CardBox
from audiogames.shell.window.canvas import Appearance, Canvas, arrange
from audiogames.shell.window.cardfaces import index_width, least_height
from audiogames.shell.window.chips import chip_height, chip_ring
from audiogames.shell.window.ruler import Ruler, enlarged
from audiogames.shell.window.table.boxes import ChipBox, LaidBox
from audiogames.shell.window.table.chip_layout import CHIPPED
from audiogames.shell.window.table.importance import elements
from audiogames.shell.window.themes import THEMES
from tests.shell.framekit import named, numbered
from tests.shell.tablekit import (
    BIDS,
    FIVE,
    INVIDO,
    MIDDLE,
    PILE,
    RESULT,
    TABLES,
    THIRTEEN,
    WIST,
    card,
    laid,
)

SIZES = [(800, 600), (1280, 800), (2560, 1440)]
SCALES = [100, 200, 400]

OWN = LaidShape(0, card("9s"))
FIVE_LAID = replace(FIVE, table=replace(FIVE.table, laid=(*laid("Ac 5c 10d Qh", 1), OWN)))
"""A trick of the greatest number of cards for which there must be room."""

tables = pytest.mark.parametrize("name", TABLES)


@pytest.fixture(autouse=True, scope="module")
def fonts():
    pygame.font.init()


def ruler_of(size, scale):
    return Ruler(size, enlarged(scale, size))


@cache
def laid_out(frame, size=(1280, 800), scale=100, page=0):
    return tuple(arrange(frame, ruler_of(size, scale), page=page))


def everywhere(frame):
    for size, scale in itertools.product(SIZES, SCALES):
        yield f"{size} {scale}", ruler_of(size, scale), laid_out(frame, size, scale)


def is_card(box):
    return isinstance(box, CardBox) and box.name != "turned"


def ring_of(box):
    return box.ring if isinstance(box, LaidBox | ChipBox) else 0


def is_uncovered(lower, upper):
    """Return True if `upper`, drawn over `lower`, leaves its rank and suit visible."""
    height = lower.place.height - 2 * ring_of(lower)
    return upper.place.x - lower.place.x - ring_of(lower) >= index_width(height)


def may_cover(lower, upper):
    """Return True if these two boxes may overlap, as cards of the same fan."""
    kinds = {box.name.split()[0] for box in (lower, upper)}
    return is_card(lower) and is_card(upper) and len(kinds) == 1 and is_uncovered(lower, upper)


@tables
def test_table_layout_has_no_clipping_or_overlap(name):
    for where, ruler, boxes in everywhere(TABLES[name]):
        window = pygame.Rect((0, 0), ruler.window)
        assert all(window.contains(box.place) for box in boxes), where
        for lower, upper in itertools.combinations(boxes, 2):
            if lower.place.colliderect(upper.place):
                assert may_cover(lower, upper), (where, lower.name, upper.name)


@tables
def test_letters_and_cards_on_a_table_have_at_least_the_chosen_size(name):
    for where, ruler, boxes in everywhere(TABLES[name]):
        sizes = {box.words.size for box in boxes if box.words.lines}
        assert min(sizes) >= ruler.letters, where
        for box in filter(is_card, boxes):
            height = chip_height if isinstance(box, ChipBox) else least_height
            assert box.place.height - 2 * ring_of(box) >= height(ruler.letters), where


SHOWN_BY = {
    "rows": "row",
    "hand": "card",
    "balloons": "balloon",
    "last": "laid",
    "some buttons": "button",
    "buttons": "button",
    "question": "title",
    "own": "seat 0",
    "pack": "stock",
    "seats": "seat 1",
}
UNSEEN = {"air", "backs", "place"}
"""Elements without a box of their own; a place in the hand is given only if not all is visible."""


def is_shown(element, boxes):
    kind = SHOWN_BY.get(element, element)
    if kind.startswith("note "):
        return any("took 1" in box.words.lines or "12 points" in box.words.lines for box in boxes)
    return any(f"{box.name} ".startswith(f"{kind} ") for box in boxes)


@tables
def test_table_layout_drops_the_least_important_elements_first(name):
    frame = TABLES[name]
    wanted = [
        element
        for element in elements(frame, frame.table)
        if element not in UNSEEN and not element.startswith("note ")
    ]
    for where, _, boxes in everywhere(frame):
        are_chips = any(isinstance(box, ChipBox) and box.name.startswith("card ") for box in boxes)
        here = [element for element in wanted if element in CHIPPED] if are_chips else wanted
        shown = [is_shown(element, boxes) for element in here]
        assert shown == sorted(shown, reverse=True), (where, dict(zip(here, shown, strict=True)))


def test_turn_and_total_are_the_last_table_elements_to_be_dropped():
    assert elements(PILE, PILE.table)[:2] == ("turn", "total")


@pytest.mark.parametrize("frame", [WIST, PILE, FIVE_LAID], ids=["wist", "pile", "five"])
def test_table_layout_always_shows_turn_trick_focus_and_status(frame):
    focus = next(n for n, one in enumerate(frame.cards) if one.focused)
    always = {"turn", "status", f"card {focus}"}
    always |= {"total"} if frame.table.total else set()
    always |= {f"laid {n}" for n in range(len(frame.table.laid))}
    for where, _, boxes in everywhere(frame):
        assert always <= {box.name for box in boxes}, where


def test_hand_is_always_shown_beside_a_list():
    for where, _, boxes in everywhere(BIDS):
        assert {"row 3", "card 5", "status"} <= {box.name for box in boxes}, where


def test_window_of_default_size_shows_every_table_element():
    seen = {box.name for box in laid_out(WIST)}
    assert all(is_shown(element, laid_out(WIST)) for element in ("clock", "fact 1", "title"))
    assert {f"seat {n}" for n in range(4)} | {f"card {n}" for n in range(13)} <= seen


@pytest.mark.parametrize("count", range(10, 14))
@pytest.mark.parametrize("size", SIZES)
def test_full_hand_fills_the_width_in_one_row(size, count):
    boxes = laid_out(replace(WIST, cards=THIRTEEN[:count]), size)
    cards = [box.place for box in boxes if box.name.startswith("card ")]
    assert len(cards) == count
    assert cards[-1].right - cards[0].x >= 0.8 * size[0]
    assert {place.y for place in cards} == {cards[0].y, cards[5].y}
    assert cards[5].y < cards[0].y, "the focused one is raised"


def test_focused_card_is_never_covered():
    for focus in range(13):
        cards = tuple(replace(one, focused=n == focus) for n, one in enumerate(THIRTEEN))
        boxes = laid_out(replace(WIST, cards=cards))
        after = named(boxes, f"card {focus + 1}")
        assert after is None or after.place.x >= named(boxes, f"card {focus}").place.right


@pytest.mark.parametrize("size", SIZES)
def test_crowded_hand_shows_and_counts_cards_around_the_focus(size):
    boxes = laid_out(WIST, size, 400)
    assert 5 in numbered(boxes, "card")
    assert len(numbered(boxes, "card")) < 13
    assert named(boxes, "place").words.lines == ("6 of 13",)


@pytest.mark.parametrize("scale", [200, 400])
def test_hand_without_focus_shows_at_least_as_many_cards_as_with_focus(scale):
    cards = tuple(replace(one, focused=False) for one in THIRTEEN)
    shown = [
        len(numbered(laid_out(replace(WIST, cards=hand), (800, 600), scale), "card"))
        for hand in (THIRTEEN, cards)
    ]
    assert shown == sorted(shown)


def test_balloon_points_to_its_speaker():
    canvas = drawn(INVIDO)
    panel, balloon = (named(canvas.boxes, f"{kind} 1").place for kind in ("seat", "balloon"))
    assert balloon.x > panel.right
    tip = canvas.surface.get_at((balloon.x + 2, balloon.centery))
    assert tip[:3] == THEMES["dark"].text


def test_each_played_card_is_drawn_beside_its_player():
    boxes = laid_out(WIST)
    left, top, right = (named(boxes, f"laid {n}").place for n in range(3))
    assert left.centerx < top.centerx < right.centerx
    assert top.y < left.y == right.y
    place_of_own = right.x - top.right
    assert left.x + right.right == pytest.approx(1280, abs=2)
    assert place_of_own > top.width
    seat_left, seat_top, seat_right = (named(boxes, f"seat {n}").place for n in (1, 2, 3))
    assert seat_left.right < left.x
    assert seat_right.x > right.right
    assert seat_top.bottom < top.y


def test_list_is_drawn_to_the_right_of_the_table():
    boxes = laid_out(BIDS)
    rows = [box.place for box in boxes if box.name.startswith("row ")]
    table = [box.place for box in boxes if box.name.startswith(("seat", "trump"))]
    assert max(place.right for place in table) <= min(place.x for place in rows)
    assert len(numbered(boxes, "card")) == 13


@pytest.mark.parametrize("frame", [WIST, FIVE])
def test_trick_is_drawn_beside_the_hand_if_letters_are_very_large(frame):
    boxes = laid_out(frame, (1280, 800), 400)
    focused = next(box for box in boxes if is_card(box) and box.card.focused)
    assert len(numbered(boxes, "laid")) == len(frame.table.laid)
    assert focused.place.right <= named(boxes, "laid 0").place.x
    cards = [box.place for box in boxes if is_card(box)]
    seen = cards[0].unionall(cards[1:])
    assert seen.centerx == pytest.approx(640, abs=8), "they meet in the middle of the screen"


@pytest.mark.parametrize("size", SIZES)
def test_every_line_of_a_long_result_is_drawn_on_some_page(size):
    first = named(laid_out(RESULT, size, 400), "result")
    pages = range(first.words.pages)
    seen = {box.name for page in pages for box in laid_out(RESULT, size, 400, page)}
    assert {f"result {n}" for n in range(6)} <= seen


def drawn(frame, theme="dark"):
    canvas = Canvas(pygame.Surface((1280, 800)), Appearance(theme=theme))
    canvas.draw(frame)
    return canvas


@pytest.mark.parametrize("theme", THEMES)
def test_tables_are_drawn_in_every_theme(theme):
    pictures = {
        pygame.image.tobytes(drawn(TABLES[name], theme).surface, "RGB")
        for name in ("wist", "invido", "pile", "hidden")
    }
    assert len(pictures) == 4


def test_click_hits_the_upper_of_two_overlapping_cards():
    canvas = drawn(WIST)
    upper = named(canvas.boxes, "card 1").place
    hit = next(box for box in canvas.hits if box.place.collidepoint(upper.x + 3, upper.centery))
    assert hit.name == "card 1"


@pytest.mark.parametrize("theme", THEMES)
def test_ring_around_the_winning_card_is_drawn_as_two_lines(theme):
    canvas = drawn(WIST, theme)
    place = named(canvas.boxes, "laid 1").place
    points = [(place.x + n, place.centery) for n in range(named(canvas.boxes, "laid 1").ring)]
    ring = [canvas.surface.get_at(point)[:3] == THEMES[theme].status for point in points]
    assert [is_line for is_line, _ in itertools.groupby(ring)] == [True, False, True]


def test_card_drawn_as_a_small_label_can_be_clicked():
    canvas = Canvas(pygame.Surface((800, 600)), Appearance(400))
    canvas.draw(WIST)
    place = named(canvas.boxes, "card 5").place
    high = chip_height(ruler_of((800, 600), 400).letters)
    assert place.height == high + 2 * chip_ring(high)
    hit = next(box for box in canvas.hits if box.place.collidepoint(place.center))
    assert (hit.name, hit.called) == ("card 5", "10d")


@pytest.mark.parametrize("size", SIZES)
def test_table_background_is_between_the_turn_and_the_status_line(size):
    canvas = Canvas(pygame.Surface(size))
    canvas.draw(WIST)
    assert named(canvas.boxes, "turn").place.bottom <= canvas.felt.top
    assert canvas.felt.bottom <= named(canvas.boxes, "status").place.top
    assert all(canvas.felt.contains(box.place) for box in canvas.boxes if is_card(box))
    canvas.draw(Frame("A menu"))
    assert canvas.felt is None


@pytest.mark.parametrize("size", [(1, 1), (800, 1), (1, 600), (2, 3)])
def test_window_of_any_size_can_be_drawn(size):
    for frame, scale in itertools.product(TABLES.values(), SCALES):
        Canvas(pygame.Surface(size), Appearance(scale)).draw(frame)


def test_many_cards_on_the_table_are_drawn_in_rows():
    many = replace(MIDDLE.table, laid=MIDDLE.table.laid * 2)
    boxes = laid_out(replace(MIDDLE, table=many), (800, 600))
    rows = [box.place.y for box in boxes if box.name.startswith("laid ")]
    assert len(rows) == 14
    assert rows == sorted(rows)
    assert 1 < len(set(rows)) < 5
