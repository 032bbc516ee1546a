"""Tests of the layout of frames without a card table, in every window size and scale."""

import itertools
from dataclasses import replace

import pygame
import pytest

from audiogames.present.frame import (
    Button,
    Frame,
    Row,
    SeatShape,
    SheetShape,
    SymbolRow,
    TableShape,
)
from audiogames.shell.window import lists
from audiogames.shell.window.boxes import Brush, CellBox, FieldBox, RowBox, TextBox
from audiogames.shell.window.canvas import Appearance, Canvas
from audiogames.shell.window.lettering import font_of, mark_inset, paged, width_of, wrap
from audiogames.shell.window.ruler import Ruler
from audiogames.shell.window.signs import NAMES as SIGN_NAMES
from audiogames.shell.window.status import status_box
from audiogames.shell.window.themes import THEMES
from tests.shell.framekit import (
    FRAMES,
    HEADS,
    LONG,
    NAMES,
    SCALES,
    SIZES,
    TINY,
    arranged,
    named,
    numbered,
    ruler,
)

EVERYWHERE = list(itertools.product(SIZES, SCALES))


@pytest.fixture(autouse=True)
def fonts():
    pygame.font.init()


def every_layout(frame, page=0):
    """Yield name, ruler and layout of the frame for every window size and scale."""
    for size, scale in EVERYWHERE:
        yield f"{size} {scale}", ruler(size, scale), arranged(frame, size, scale, page)


def is_apart(boxes):
    return not any(
        one.place.colliderect(other.place) for one, other in itertools.combinations(boxes, 2)
    )


def overhang(box):
    """Return by how many pixels the words are wider and higher than their box."""
    words, place = box.words, box.place
    indent = box.indent if isinstance(box, RowBox | FieldBox) else 0
    height = 2 * words.line if isinstance(box, CellBox) else words.height
    return words.width + indent - place.width, height - place.height


def omitted(frame, boxes):
    """Yield "rows above" or "rows below" if such rows are neither drawn nor indicated by a mark."""
    names = {box.name for box in boxes}
    rows = numbered(boxes, "row")
    if frame.rows and min(rows) > 0 and "more up" not in names:
        yield "rows above"
    if frame.rows and max(rows) < len(frame.rows) - 1 and "more down" not in names:
        yield "rows below"


def has_focus(frame, boxes):
    """Return True if the focused element is drawn."""
    focused = [f"row {n}" for n, row in enumerate(frame.rows) if row.focused]
    if frame.sheet and frame.sheet.heads:
        row, column = frame.sheet.focus
        focused.append(f"cell {row * len(frame.sheet.heads) + column}")
    focused += [] if frame.field is None else ["field"]
    return {"status", *focused} <= {box.name for box in boxes}


@pytest.mark.parametrize("name", FRAMES)
def test_every_layout_fits_the_window_without_overlap_and_shows_the_focus(name):
    frame = FRAMES[name]
    for where, measure, boxes in every_layout(frame):
        window = pygame.Rect((0, 0), measure.window)
        assert all(window.contains(box.place) for box in boxes), where
        assert is_apart(boxes), where
        assert all(max(overhang(box)) <= 0 for box in boxes), where
        assert {box.words.size for box in boxes if box.words.lines} <= {measure.letters}, where
        assert list(omitted(frame, boxes)) == [], where
        assert has_focus(frame, boxes), where


@pytest.mark.parametrize("scale", SCALES)
@pytest.mark.parametrize("size", TINY)
def test_boxes_do_not_overlap_in_tiny_windows(size, scale):
    for name, frame in FRAMES.items():
        assert is_apart(drawn(frame, size, scale).hits), name


def test_blank_screen_is_black_and_has_no_click_areas():
    for theme in THEMES:
        surface = pygame.Surface((400, 300))
        surface.fill("white")
        canvas = Canvas(surface, Appearance(theme=theme))
        canvas.draw(replace(FRAMES["menu"], is_blank=True))
        assert canvas.hits == []
        assert pygame.transform.average_color(surface)[:3] == (0, 0, 0), theme


def test_heading_in_a_text_has_the_colour_of_titles():
    surface, theme = pygame.Surface((800, 600)), THEMES["dark"]
    Canvas(surface).draw(Frame("", rows=(Row("A", focused=True), Row("Goal", heading=2))))
    drawn = pygame.mask.from_threshold(surface, theme.title, (1, 1, 1, 255))
    assert drawn.count() > 0


def test_letters_grow_with_the_scale_and_with_the_window():
    sizes = [ruler(scale=scale).letters for scale in SCALES]
    assert sizes == [38, 76, 152]
    assert ruler((2560, 1600)).letters == 76
    assert ruler((2560, 800)).letters == ruler((800, 600)).letters == 38


def test_small_window_drops_the_title_first():
    small = {box.name.split()[0] for box in arranged(FRAMES["lines"], (800, 600), 400)}
    large = {box.name.split()[0] for box in arranged(FRAMES["lines"])}
    assert small == {"lines", "status"}
    assert large == {"title", "lines", "button", "status"}


# --- The newest sentence, and long texts ----------------------------------------------------------


def test_status_line_is_always_at_the_same_place():
    for size, scale in EVERYWHERE:
        frames = (*FRAMES.values(), Frame("", status=LONG * 9))
        places = {tuple(named(arranged(one, size, scale), "status").place) for one in frames}
        assert len(places) == 1


def read(boxes_of, name):
    """Return the whole text of this box, joined from all its pages."""
    first = named(boxes_of(0), name).words
    pages = [named(boxes_of(page), name).words for page in range(first.pages)]
    assert len({page.mark for page in pages}) == first.pages
    return " ".join(line for page in pages for line in page.lines)


@pytest.mark.parametrize("name", ["status", "lines", "row 0"])
def test_text_too_long_for_its_box_is_complete_across_its_pages(name):
    text = " ".join([LONG] * 9)
    frames = {
        "status": Frame("", status=text),
        "lines": Frame("", (text,)),
        "row 0": Frame("", rows=(Row(text, True),)),
    }
    told = read(lambda page: arranged(frames[name], (800, 600), 400, page), name)
    assert told.replace(" ", "") == text.replace(" ", "")


def test_page_after_the_last_is_the_first_and_a_short_text_has_one_page():
    room = (500, 60)
    long = paged(LONG, 38, room, 0)
    assert (long.mark, paged(LONG, 38, room, long.pages)) == (f"1/{long.pages}", long)
    assert paged("Ada", 38, room, 1) == wrap("Ada", 38, 500)
    assert all(paged(LONG, 38, room, page).width <= 500 for page in range(long.pages))


def test_page_number_is_drawn_at_a_distance_from_the_text():
    words = paged(LONG, 38, (400, 60), 0)
    box = TextBox("lines", pygame.Rect(20, 20, 400, words.height), words=words)
    surface = pygame.Surface((440, 120))
    box.draw(Brush(surface, THEMES["dark"]))
    row = box.place.bottom - words.line // 2
    last = box.place.x + width_of(words.lines[-1], 38)
    leaf = box.place.right - width_of(words.mark, 38) - 2 * mark_inset(38)
    colours = [surface.get_at((x, row))[:3] for x in range(last, leaf)]
    assert set(colours) == {(0, 0, 0)}
    assert surface.get_at((leaf, row))[:3] == THEMES["dark"].text


@pytest.mark.parametrize("most", [1, 2, 3])
def test_page_number_takes_space_only_from_the_last_line_of_a_text(most):
    whole = font_of(38).width("rispondere")
    for width in range(font_of(38).width("888/888 m"), 500, 9):
        room = width, most * font_of(38).line
        pages = [paged(LONG, 38, room, page) for page in range(paged(LONG, 38, room, 0).pages)]
        lines = [line for page in pages for line in page.lines]
        assert "".join(lines).replace(" ", "") == LONG.replace(" ", "")
        assert all(page.width <= width and page.height <= room[1] for page in pages)
        if most > 1 and width >= whole:
            assert " ".join(filter(None, lines)) == LONG, "no word is broken"


def test_status_line_takes_at_most_about_a_quarter_of_the_window():
    for size, scale in EVERYWHERE:
        box = status_box(ruler(size, scale), LONG)
        line = font_of(ruler(size, scale).letters).line
        assert line <= box.place.height <= max(1.5 * line, size[1] * 0.28)


def test_lines_joined_for_lack_of_space_are_separated_by_full_stops():
    frame = Frame("", ("Total 4", "Ready?", "Your turn."), (Row("Ada", True),), status=LONG)
    lines = read(lambda page: arranged(frame, (800, 600), 400, page), "lines")
    assert lines == "Total 4. Ready? Your turn."


@pytest.mark.parametrize("width", [40, 200, 1000])
def test_wrapped_lines_fit_the_width(width):
    words = wrap(f"{LONG} {'x' * 200}", 30, width)
    assert all(font_of(30).width(line) <= width for line in words.lines)
    assert "".join(words.lines).replace(" ", "") == (LONG + "x" * 200).replace(" ", "")


# --- Lists and sheets -----------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["menu", "rules"])
def test_rows_around_the_focus_are_shown(name):
    frame = FRAMES[name]
    focus = [row.focused for row in frame.rows].index(True)
    rows = numbered(arranged(frame), "row")
    assert {focus - 1, focus, min(len(frame.rows) - 1, focus + 1)} <= set(rows)


def cells(frame, **more):
    boxes = arranged(frame, **more)
    return {box.name: box.place for box in boxes if box.name.startswith("cell ")}


def test_score_sheet_is_laid_out_as_a_table():
    heads = HEADS[:4]
    rows = ((("Bid 3", "Points 13"),) * len(heads),) * len(NAMES)
    shown = cells(Frame("Sheet", sheet=SheetShape(heads, NAMES, rows, (3, 2)), status=LONG))
    assert len(shown) == len(heads) * len(NAMES)
    for cell in range(1, len(heads)):
        assert shown[f"cell {cell}"].y == shown["cell 0"].y
        assert shown[f"cell {cell}"].x > shown[f"cell {cell - 1}"].x
    below = shown[f"cell {len(heads)}"]
    assert below.x == shown["cell 0"].x
    assert below.y >= shown["cell 0"].bottom


def test_score_sheet_layout_always_shows_the_focused_cell():
    focused = f"cell {3 * len(HEADS) + 7}"
    counts = [len(cells(FRAMES["sheet"], scale=scale)) for scale in SCALES]
    assert counts[0] > counts[1] > counts[2] >= 1
    alone = arranged(FRAMES["sheet"], (800, 600), 400)
    words = read(lambda page: arranged(FRAMES["sheet"], (800, 600), 400, page), focused)
    assert [box.name for box in alone if box.can_be_clicked] == [focused]
    assert words.replace(" ", "") == "Carla,Round7,Bid3,Points13"


def test_score_sheet_layout_marks_that_there_are_more_cells():
    for scale in (100, 200):
        boxes = arranged(FRAMES["sheet"], scale=scale)
        columns = {cell % len(HEADS) for cell in numbered(boxes, "cell")}
        rows = {cell // len(HEADS) for cell in numbered(boxes, "cell")}
        beyond = {
            "more left": min(columns) > 0,
            "more right": max(columns) < len(HEADS) - 1,
            "more up": min(rows) > 0,
            "more down": max(rows) < len(NAMES) - 1,
        }
        assert {name: named(boxes, name) is not None for name in beyond} == beyond, scale


# --- Drawn ----------------------------------------------------------------------------------------


def drawn(frame, size=(1280, 800), scale=100, theme="dark", *, letters=True):
    surface = pygame.Surface(size)
    canvas = Canvas(surface, Appearance(scale, theme, letters))
    canvas.draw(frame)
    return canvas


def picture(frame, size=(300, 300), **more):
    return pygame.image.tobytes(drawn(frame, size, **more).surface, "RGB")


@pytest.mark.parametrize("theme", THEMES)
def test_every_frame_is_drawn_in_every_theme(theme):
    for name, frame in FRAMES.items():
        surface = drawn(frame, theme=theme).surface
        assert surface.get_at((0, 0))[:3] == THEMES[theme].background, name


def test_new_frame_replaces_the_previous_drawing():
    canvas = drawn(FRAMES["menu"])
    canvas.draw(Frame(""))
    assert canvas.hits == []
    assert canvas.surface.get_at((100, 300))[:3] == THEMES["dark"].background


@pytest.mark.parametrize("theme", THEMES)
def test_symbols_in_a_row_can_be_told_apart_without_colours(theme):
    def grey(sign):
        table = TableShape((SeatShape(0, "You", is_own=True),))
        canvas = drawn(Frame("", symbols=(SymbolRow("Ada", (sign,)),), table=table), theme=theme)
        surface, ground = canvas.surface, THEMES[theme].felt
        place = named(canvas.boxes, "signs 0").place
        pixels = itertools.product(range(place.x, place.right), range(place.y, place.bottom))
        return tuple(surface.get_at(pixel)[:3] == ground for pixel in pixels)

    assert len({grey(sign) for sign in SIGN_NAMES}) == len(SIGN_NAMES)


def test_score_sheet_cell_draws_its_two_texts_one_above_the_other():
    def of(upper, lower):
        return picture(Frame("", sheet=SheetShape(("A",), ("B",), (((upper, lower),),), (0, 0))))

    assert len({of(*halves) for halves in ("ab", "ba", "aa", ("", "a"), ("a", ""))}) == 5


def test_page_number_of_a_long_status_text_is_drawn():
    def of(page):
        surface = pygame.Surface((400, 300))
        canvas = Canvas(surface, Appearance())
        canvas.draw(Frame("", status="word " * 100), page)
        return pygame.image.tobytes(surface, "RGB")

    assert of(0) != of(1)  # only the mark differs


def test_focus_is_visible_without_colours():
    rows = [drawn(Frame("", rows=(Row("I", focused),))) for focused in (False, True)]
    place = named(rows[0].boxes, "row 0").place
    on_the_right = [canvas.surface.get_at((place.right - 9, place.centery)) for canvas in rows]
    at_the_left = [canvas.surface.get_at((place.x + 16, place.centery)) for canvas in rows]
    assert on_the_right[0] == at_the_left[0] != on_the_right[1] != at_the_left[1]


def test_only_rows_near_the_focus_are_wrapped(monkeypatch):
    broken = []
    monkeypatch.setattr(lists, "wrap", lambda *given: broken.append(given) or wrap(*given))
    rows = [Row(f"Sentence {number} of the rules.", number == 200) for number in range(400)]
    block = lists.rows_block(Ruler((1280, 800)), rows, 600)
    assert any(box.name == "row 200" for box in block.boxes)
    assert len({text for text, *_ in broken}) < 80


# --- Little space ---------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [(1280, 800), (800, 600)])
def test_status_line_that_repeats_the_focus_is_omitted_in_large_letters(size):
    rows = (Row("Gioca", True), Row("Regole"))
    repeated, other = (Frame("Menu", rows=rows, status=text) for text in ("Gioca.", "Menu. Gioca."))
    assert named(arranged(repeated, size, 400), "status") is None
    assert named(arranged(other, size, 400), "status")
    assert named(arranged(repeated, size, 100), "status")


@pytest.mark.parametrize(("size", "scale"), EVERYWHERE)
def test_buttons_for_previous_and_next_value_are_always_drawn(size, scale):
    ways = ("Valore precedente", "left"), ("Valore seguente", "right")
    rows = tuple(Row(f"Opzione {n}, valore", n == 7) for n in range(20))
    buttons = tuple(Button(text, key) for text, key in ways)
    frame = Frame("Opzioni", rows=rows, buttons=buttons, status=rows[7].text)
    boxes = arranged(frame, size, scale)
    shown = [named(boxes, f"button {key}") for _, key in ways]
    assert all(box.called.startswith(text) for box, (text, _) in zip(shown, ways, strict=True))
    assert named(boxes, "more buttons") is None


def test_back_and_help_buttons_are_right_of_the_title_if_they_fit():
    corner = (Button("Indietro", "escape"), Button("Aiuto", "f1"))
    frame = Frame("Opzioni", rows=(Row("Lingua", True),), corner=corner)
    boxes = arranged(frame)
    title, *found = (named(boxes, name) for name in ("title", "button escape", "button f1"))
    assert [box.place.y for box in found] == [title.place.y] * 2
    assert title.place.right < found[0].place.x < found[1].place.x
    assert named(arranged(frame, (800, 600), 400), "button f1") is None


@pytest.mark.parametrize("caret", [0, 1, 60, 239, None])
def test_caret_is_visible_anywhere_in_a_long_text(caret):
    text = "anna " * 48
    frame = Frame("Name", field=text, caret=caret, status=LONG)
    for where, _ruler, boxes in every_layout(frame):
        shown = " ".join(named(boxes, "field").words.lines)
        assert ("_" if caret is None else "|") in shown, where
