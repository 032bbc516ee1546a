"""Where everything stands in the picture, as data: inside the window, apart, whole, in focus."""

import itertools

import pygame
import pytest

from audiogames.core.registry import game_ids
from audiogames.present.screen import Frame, Row, SheetShape
from audiogames.shell.blocks import LEAST_CARD
from audiogames.shell.boxes import CellBox, FieldBox, RowBox
from audiogames.shell.canvas import Canvas, Look
from audiogames.shell.lettering import LEAST, MORE, elide, fit, font_of, wrap
from audiogames.shell.signs import NAMES as SIGN_NAMES
from audiogames.shell.themes import THEMES
from tests.shell.framekit import (
    FRAMES,
    FRENCH,
    HAND,
    HEADS,
    ITALIAN,
    LONG,
    NAMES,
    SCALES,
    SIGNS,
    SIZES,
    TINY,
    arranged,
    frames_of_games,
    named,
    numbered,
)

EVERYWHERE = list(itertools.product(SIZES, SCALES))


def everywhere(frame):
    """The frame in every window at every scale."""
    for size, scale in EVERYWHERE:
        yield f"{size} {scale}", size, arranged(frame, size, scale)


def is_apart(boxes):
    return not any(
        one.place.colliderect(other.place) for one, other in itertools.combinations(boxes, 2)
    )


def overhang(box):
    """By how many pixels the words of a box are wider and higher than it."""
    words, place = box.words, box.place
    indent = box.indent if isinstance(box, RowBox | FieldBox) else 0
    height = 2 * words.line if isinstance(box, CellBox) else words.height
    return words.width + indent - place.width, height - place.height


def missing(frame, boxes):
    """What is neither seen nor told to be beyond."""
    names = {box.name for box in boxes}
    rows, cards = numbered(boxes, "row"), numbered(boxes, "card")
    if frame.rows and min(rows) > 0 and "more up" not in names:
        yield "rows above"
    if frame.rows and max(rows) < len(frame.rows) - 1 and "more down" not in names:
        yield "rows below"
    if frame.cards and min(cards) > 0 and "more left" not in names:
        yield "cards before"
    if frame.cards and max(cards) < len(frame.cards) - 1 and "more right" not in names:
        yield "cards after"
    if len([box for box in boxes if box.key]) < len(frame.buttons) and "more buttons" not in names:
        yield "buttons"
    if len([name for name in names if name == "signs"]) < bool(frame.symbols):
        yield "signs"
    yield from missing_words(frame, boxes)


def bare(text):
    return text.replace(" ", "").replace(".", "")


def missing_words(frame, boxes):
    texts = {"title": frame.title, "status": frame.status, "lines": "".join(frame.lines)}
    for name, text in texts.items():
        box = named(boxes, name)
        seen = "".join(box.words.lines) if box else ""
        if bare(seen) != bare(text) and MORE not in seen:
            yield name


def has_focus(frame, boxes):
    """Whether what has the focus is there."""
    focused = [f"row {n}" for n, row in enumerate(frame.rows) if row.focused]
    focused += [f"card {n}" for n, card in enumerate(frame.cards) if card.focused]
    focused += ["pointer"] * any(card.focused for card in frame.cards)
    if frame.sheet and frame.sheet.heads:
        row, column = frame.sheet.focus
        focused.append(f"cell {row * len(frame.sheet.heads) + column}")
    return {box.name for box in boxes}.issuperset(focused)


def assert_sound(frame):
    for where, size, boxes in everywhere(frame):
        window = pygame.Rect((0, 0), size)
        assert all(window.contains(box.place) for box in boxes), where
        assert is_apart(boxes), where
        assert all(max(overhang(box)) <= 0 for box in boxes), where
        assert list(missing(frame, boxes)) == [], where
        assert has_focus(frame, boxes), where


@pytest.mark.parametrize("name", FRAMES)
def test_all_is_inside_and_apart_and_told_and_the_focus_is_there(name):
    assert_sound(FRAMES[name])


@pytest.mark.parametrize("lang", ["it", "en"])
@pytest.mark.parametrize("game", game_ids())
def test_so_it_is_in_every_game(game, lang):
    for frame in frames_of_games(lang)[game]:
        assert_sound(frame)


@pytest.mark.parametrize("lang", ["it", "en"])
@pytest.mark.parametrize("game", game_ids())
def test_how_things_stand_is_never_cut(game, lang):
    for frame in frames_of_games(lang)[game]:
        for where, _, boxes in everywhere(frame):
            told = [box for box in boxes if box.name in {"title", "lines", "signs", "status"}]
            assert not any(box.words.is_cut for box in told), (where, frame)
            signs = [box for box in boxes if box.name == "signs"]
            assert len(signs) == len(frame.symbols), where


@pytest.mark.parametrize("scale", SCALES)
@pytest.mark.parametrize("size", TINY)
@pytest.mark.parametrize("name", FRAMES)
def test_in_tiny_windows_nothing_covers_anything_else(name, size, scale):
    canvas = drawn(FRAMES[name], size, scale)
    assert is_apart(canvas.hits)


# --- The last sentence ----------------------------------------------------------------------------


@pytest.mark.parametrize("text", [LONG, LONG * 4, LONG * 8])
def test_the_last_sentence_is_all_there(text):
    for where, _, boxes in everywhere(Frame("", rows=(Row("One", True),), status=text)):
        status = named(boxes, "status")
        assert not status.words.is_cut, where
        assert status.words.size >= LEAST, where


def test_a_sentence_without_end_ends_in_an_ellipsis():
    status = named(arranged(Frame("", status=LONG * 80)), "status")
    assert status.words.lines[-1].endswith(MORE)


def test_short_sentences_leave_everything_where_it_is():
    def places(status):
        boxes = arranged(Frame("Wist", ("Line",), cards=HAND, status=status))
        return [box.place for box in boxes if box.name != "status"]

    assert places("") == places("Sei di cuori.") == places(LONG)


def test_the_last_sentence_is_larger_than_the_usual_letters():
    words = named(arranged(Frame("", ("Line",), status="One.")), "status").words
    assert words.size > named(arranged(Frame("", ("Line",))), "lines").words.size


def test_lines_that_follow_one_another_end_in_full_stops():
    frame = Frame("", ("Total 4", "Ready?", "Your turn."), cards=HAND, status=LONG)
    lines = named(arranged(frame, (800, 600), 400), "lines").words.lines
    assert " ".join(lines) == "Total 4. Ready? Your turn."


# --- Letters --------------------------------------------------------------------------------------


@pytest.mark.parametrize("width", [40, 200, 1000])
def test_no_line_is_too_long(width):
    words = wrap(f"{LONG} {'x' * 200}", 30, width)
    assert all(font_of(30).size(line)[0] <= width for line in words.lines)
    assert "".join(words.lines).replace(" ", "") == (LONG + "x" * 200).replace(" ", "")


def test_letters_shrink_before_a_word_is_broken():
    words = fit(["Massimiliano"], 100, (200, 400))
    assert words.lines == ("Massimiliano",)
    assert words.size < 100


@pytest.mark.parametrize("height", [1, 25, 50, 90])
def test_what_is_cut_says_so(height):
    words = fit([LONG, LONG], 60, (100, height))
    assert words.is_cut
    assert words.height <= height
    assert all(font_of(words.size).size(line)[0] <= 100 for line in words.lines)
    assert not words.lines or words.lines[-1].endswith(MORE)


def test_a_text_that_fits_is_not_cut():
    assert elide("Ada", 20, 100) == "Ada"
    assert elide("Massimiliano", 20, 50).endswith(MORE)


def test_a_list_grows_with_the_scale():
    heights = [
        named(arranged(FRAMES["menu"], scale=scale), "row 17").words.size for scale in SCALES
    ]
    assert heights[0] >= 38
    assert heights == sorted(set(heights))


# --- Lists, hands and sheets ----------------------------------------------------------------------


@pytest.mark.parametrize("name", ["menu", "rules", "bids"])
def test_the_rows_before_and_after_are_seen_where_there_is_room(name):
    frame = FRAMES[name]
    focus = [row.focused for row in frame.rows].index(True)
    rows = numbered(arranged(frame), "row")
    assert {focus - 1, focus, min(len(frame.rows) - 1, focus + 1)} <= set(rows)


def test_what_is_beyond_is_counted():
    for where, _, boxes in everywhere(FRAMES["menu"]):
        rows = numbered(boxes, "row")
        above, below = named(boxes, "more up"), named(boxes, "more down")
        assert above.words.lines == (str(min(rows)),), where
        assert below.words.lines == (str(39 - max(rows)),), where


def test_short_lists_over_a_hand_stand_in_columns():
    boxes = arranged(FRAMES["bids"])
    assert numbered(boxes, "row") == list(range(14))
    first, second = (named(boxes, f"row {number}").place for number in (0, 1))
    assert (first.x, first.bottom) == (second.x, second.y - 4)


def test_menus_do_not():
    boxes = arranged(FRAMES["menu"])
    assert len({box.place.x for box in boxes if box.name.startswith("row")}) == 1


def test_cards_are_large_and_grow_with_the_scale():
    def height(scale):
        return named(arranged(Frame("", cards=FRENCH), scale=scale), "card 2").place.height

    assert 160 <= height(100) < height(200) < height(300)


@pytest.mark.parametrize("scale", SCALES)
@pytest.mark.parametrize("size", SIZES)
def test_cards_over_a_long_sentence_can_still_be_read(size, scale):
    for name in ("hand", "last card", "bids"):
        boxes = arranged(FRAMES[name], size, scale)
        cards = [box.place.height for box in boxes if box.name.startswith("card")]
        assert min(cards) >= 1.5 * LEAST_CARD


def test_a_hand_that_is_too_long_for_one_line_takes_more():
    boxes = arranged(FRAMES["hand"], (1024, 768))
    assert numbered(boxes, "card") == list(range(13))
    assert len({box.place.y for box in boxes if box.name.startswith("card")}) == 2


def test_the_focused_card_is_pointed_at():
    boxes = arranged(FRAMES["hand"])
    pointer, card = named(boxes, "pointer").place, named(boxes, "card 2").place
    assert (pointer.centerx, pointer.y) == (card.centerx, card.bottom + 2)


def cells(frame, **more):
    boxes = arranged(frame, **more)
    return {box.name: box.place for box in boxes if box.name.startswith("cell ")}


def test_a_score_sheet_is_a_table():
    shown = cells(FRAMES["sheet"])
    assert len(shown) == len(HEADS) * len(NAMES)
    for cell in range(1, len(HEADS)):
        assert shown[f"cell {cell}"].y == shown["cell 0"].y
        assert shown[f"cell {cell}"].x > shown[f"cell {cell - 1}"].x
    below = shown[f"cell {len(HEADS)}"]
    assert below.x == shown["cell 0"].x
    assert below.y >= shown["cell 0"].bottom


def test_a_score_sheet_grows_with_the_scale_and_shows_what_is_around_the_focus():
    focused = f"cell {3 * len(HEADS) + 7}"
    small, large = cells(FRAMES["sheet"]), cells(FRAMES["sheet"], scale=200)
    assert large[focused].height > 1.5 * small[focused].height
    assert 0 < len(large) < len(small)


def test_a_score_sheet_shows_neighbours_where_there_is_room():
    for size, scale in ((1280, 800), 300), ((800, 600), 200), ((1920, 1080), 400):
        shown = cells(FRAMES["sheet"], size=size, scale=scale)
        assert len({place.x for place in shown.values()}) > 1
        assert len({place.y for place in shown.values()}) > 1


def test_a_score_sheet_tells_what_is_beyond():
    for where, _, boxes in everywhere(FRAMES["sheet"]):
        columns = {cell % len(HEADS) for cell in numbered(boxes, "cell")}
        rows = {cell // len(HEADS) for cell in numbered(boxes, "cell")}
        beyond = {
            "more left": min(columns) > 0,
            "more right": max(columns) < len(HEADS) - 1,
            "more up": min(rows) > 0,
            "more down": max(rows) < len(NAMES) - 1,
        }
        assert {name: named(boxes, name) is not None for name in beyond} == beyond, where


# --- Drawn ----------------------------------------------------------------------------------------


@pytest.fixture(autouse=True)
def fonts():
    pygame.font.init()


def drawn(frame, size=(1280, 800), scale=100, theme="dark", *, letters=True):
    surface = pygame.Surface(size)
    canvas = Canvas(surface, Look(scale, theme, letters))
    canvas.draw(frame)
    return canvas


def picture(frame, size=(300, 300), **more):
    return pygame.image.tobytes(drawn(frame, size, **more).surface, "RGB")


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("name", FRAMES)
def test_every_frame_is_drawn_in_every_theme(name, theme):
    surface = drawn(FRAMES[name], theme=theme).surface
    assert surface.get_at((0, 0))[:3] == THEMES[theme].background


def test_a_frame_is_drawn_over_the_last_one():
    canvas = drawn(FRAMES["hand"])
    canvas.draw(Frame(""))
    assert canvas.hits == []
    assert canvas.surface.get_at((100, 300))[:3] == THEMES["dark"].background


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("cards", [FRENCH, ITALIAN])
def test_every_suit_looks_different(cards, theme):
    pictures = {picture(Frame("", cards=(card,)), theme=theme) for card in cards[::3]}
    assert len(pictures) == 4


def test_letters_of_suits_can_be_left_out():
    frame = Frame("", cards=FRENCH[:1])
    assert picture(frame) != picture(frame, letters=False)


@pytest.mark.parametrize("theme", THEMES)
def test_lamps_differ_without_colours(theme):
    def grey(sign):
        frame = Frame("", symbols=(SIGNS[0].__class__("", (sign,)),))
        surface = drawn(frame, theme=theme).surface
        ground = THEMES[theme].background
        place = named(arranged(frame), "signs").place
        pixels = itertools.product(range(place.x, place.right), range(place.y, place.bottom))
        return tuple(surface.get_at(pixel)[:3] == ground for pixel in pixels)

    assert len({grey(sign) for sign in SIGN_NAMES}) == len(SIGN_NAMES)


def test_the_halves_of_a_cell_are_drawn_one_over_the_other():
    def of(upper, lower):
        return picture(Frame("", sheet=SheetShape(("A",), ("B",), (((upper, lower),),), (0, 0))))

    assert len({of(*halves) for halves in ("ab", "ba", "aa", ("", "a"), ("a", ""))}) == 5


def test_the_focus_is_seen_without_colours():
    """Focused or not, the outlines differ, and the card in the middle of its frame does not."""
    plain, focused = (Frame("", cards=(card,)) for card in (HAND[0], HAND[2]))
    sizes = [len(arranged(frame)) for frame in (plain, focused)]
    assert sizes[1] == sizes[0] + 1  # the arrowhead
    rows = [drawn(Frame("", rows=(Row("I", focused),))) for focused in (False, True)]
    place = named(rows[0].boxes, "row 0").place
    on_the_right = [canvas.surface.get_at((place.right - 9, place.centery)) for canvas in rows]
    at_the_left = [canvas.surface.get_at((place.x + 16, place.centery)) for canvas in rows]
    assert on_the_right[0] == at_the_left[0] != on_the_right[1] != at_the_left[1]
