"""Tests that a picture painted over the last one is the same as one painted as a whole."""

from itertools import islice, product

import pygame
import pytest

from audiogames.core.registry import game, own_ids
from audiogames.shell.window.canvas import Appearance, Canvas
from audiogames.shell.window.changes import changed_areas
from tests.pictures.scenes import begun_match, moments, scenes

SIZE = (1280, 800)
NO_COLOUR = (255, 0, 255)
LOOKS = [Appearance(100), Appearance(250, "light")]


@pytest.fixture(autouse=True, scope="module")
def _letters():
    pygame.font.init()


def drawn(canvas):
    return pygame.image.tobytes(canvas.surface, "RGB")


def first_frames(id_, count=40):
    """Return the frames at the beginning of a match, each a little different from the last."""
    return list(islice(moments(begun_match(game(id_), "it")), count))


@pytest.mark.parametrize("look", LOOKS, ids=["usual", "large"])
@pytest.mark.parametrize("id_", own_ids())
def test_partly_repainted_picture_equals_a_completely_drawn_one(id_, look):
    surface, before = pygame.Surface(SIZE), None
    for frame in first_frames(id_):
        over, whole = Canvas(surface, look), Canvas(pygame.Surface(SIZE), look)
        over.lay_out(frame)
        over.paint_over(before, over.boxes)
        whole.draw(frame)
        assert drawn(over) == drawn(whole)
        before = over


def test_moving_the_focus_in_the_hand_repaints_less_than_half_of_the_window():
    pilot, canvases = begun_match(game("wist"), "it"), []
    for key in ("home", "right"):
        pilot.press(key)
        canvases.append(Canvas(pygame.Surface(SIZE)))
        canvases[-1].lay_out(pilot.app.frame())
    areas = changed_areas(canvases[0].boxes, canvases[1].boxes)
    assert 0 < sum(area.width * area.height for area in areas) < SIZE[0] * SIZE[1] / 2


def test_changed_areas_are_unknown_if_the_boxes_are_in_another_order():
    canvas = Canvas(pygame.Surface(SIZE))
    canvas.lay_out(first_frames("wist", 1)[0])
    assert changed_areas(canvas.boxes, canvas.boxes) == []
    assert changed_areas(canvas.boxes, canvas.boxes[::-1]) is None


@pytest.mark.parametrize("look", LOOKS, ids=["usual", "large"])
def test_each_box_draws_only_within_the_area_that_it_declares(look):
    for id_, kind in product(own_ids(), ["own", "list", "result"]):
        canvas = Canvas(pygame.Surface((800, 600)), look)
        canvas.lay_out(scenes(id_)[kind])
        canvas.surface.set_colorkey(NO_COLOUR)
        for box in canvas.boxes:
            canvas.surface.fill(NO_COLOUR)
            box.draw(canvas.brush(canvas.surface))
            where = canvas.surface.get_bounding_rect()
            assert not where or box.reach.contains(where), (id_, kind, box.name)
