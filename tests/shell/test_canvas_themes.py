"""Contrast of the themes' colours, by WCAG 2: 7 to 1 for words, 3 to 1 for shapes and the focus.

The tables below list every pair of colours that may be adjacent; drawn frames are searched for
pairs that the tables lack.
"""

import itertools
from dataclasses import astuple, fields, replace
from random import Random

import pygame
import pytest

from audiogames.app.settings import Settings
from audiogames.core.options import range_of
from audiogames.shell.window.canvas import Appearance, Canvas
from audiogames.shell.window.cardfaces import draw_back, draw_card
from audiogames.shell.window.signs import NAMES, draw_sign
from audiogames.shell.window.themes import THEMES, Inks, Theme
from tests.shell.framekit import FRAMES, FRENCH, ITALIAN
from tests.shell.tablekit import TABLES

WORDS, SHAPES = 7.0, 3.0

READ = {
    "background": ("text", "title", "status"),
    "felt": ("text", "title"),
    "focus": ("on_focus",),
    "text": ("background",),
    "paper": ("inks",),
    "dimmed_paper": ("dimmed_inks",),
}
"""The colours of text on each ground; suits and letters of cards appear on both."""

SEEN = {
    "background": ("focus", "edge", "lights"),
    "felt": ("focus", "edge", "lights", "status"),
    "paper": ("edge", "ready", "back"),
    "dimmed_paper": ("edge",),
    "back": ("on_back",),
}
"""The colours of other elements on each ground."""

SIDE_BY_SIDE = {
    ("on_focus", "paper"): "the line inside the frame of the focus",
    ("on_focus", "dimmed_paper"): "the same",
    ("on_focus", "ready"): "the same",
    ("on_focus", "background"): "the line outside it",
    ("on_focus", "edge"): "the same, over another card",
    ("on_focus", "inks"): "the same",
    ("on_focus", "dimmed_inks"): "the same",
    ("on_focus", "felt"): "the line outside it",
    ("background", "felt"): "a panel on the table, in its outline",
    ("edge", "back"): "the outline of a back that lies over another",
    ("edge", "on_back"): "the same",
    ("edge", "status"): "the inner line of the ring around the card that takes",
    ("edge", "text"): "the tip of a balloon, at the panel that it belongs to",
    ("edge", "focus"): "the outline of a card that lies over the focused one",
    ("edge", "inks"): "the same, over any card",
    ("edge", "dimmed_inks"): "the same",
    ("edge", "ready"): "a bar ends at the outline of its card",
    ("focus", "text"): "a cell with the focus among others",
    ("status", "text"): "cells of a score sheet",
}
"""Colours that touch and need not differ, because a line separates both from what matters."""

themes = pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)


def luminance(colour):
    parts = [part / 255 for part in colour]
    linear = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
    return sum(part * weight for part, weight in zip(linear, (0.2126, 0.7152, 0.0722), strict=True))


def contrast(one, other):
    darker, lighter = sorted((luminance(one), luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def colours(theme, name):
    value = getattr(theme, name)
    return astuple(value) if isinstance(value, Inks) else (value,)


def pairs(table):
    return [(ground, ink) for ground, inks in table.items() for ink in inks]


def test_contrast_follows_the_wcag_formula():
    assert contrast((0, 0, 0), (255, 255, 255)) == pytest.approx(21)
    assert contrast((119, 119, 119), (255, 255, 255)) == pytest.approx(4.48, abs=0.01)


@themes
def test_drawn_colours_contrast_with_their_background(theme):
    weak = {
        (ground, name, ink)
        for table, least in ((READ, WORDS), (SEEN, SHAPES))
        for ground, name in pairs(table)
        for ink in colours(theme, name)
        if contrast(ink, getattr(theme, ground)) < least
    }
    assert not weak


def test_every_theme_colour_is_checked_for_contrast():
    named = set(itertools.chain.from_iterable(pairs(READ) + pairs(SEEN)))
    assert named == {field.name for field in fields(Theme)}


# --- Colours that touch in pictures ---------------------------------------------------------------

MIXED = 1
"""The number of pixels that a smooth, straight edge between two colours mixes of both."""


def marked_theme():
    """Return a theme whose colours all differ, and the names of its colours.

    The colours are random, so that none is a mixture of two others.
    """
    lot, names = Random(1), {}

    def colour(name):
        mark = lot.randbytes(3)
        names[mark] = name
        return tuple(mark)

    marked = {}
    for field in fields(Theme):
        is_ink = isinstance(getattr(THEMES["dark"], field.name), Inks)
        marked[field.name] = (
            Inks(*(colour(field.name) for _ in fields(Inks))) if is_ink else colour(field.name)
        )
    assert len(set(names)) == len(names)
    return Theme(**marked), names


def adjacent_colours(surface, names):
    """Return the theme colours that touch each other in the picture, as pairs of names."""
    width, height = surface.get_size()
    found = set()
    turned = pygame.transform.rotate(surface, 90)
    for picture, across, down in ((surface, width, height), (turned, height, width)):
        pixels = pygame.image.tobytes(picture, "RGB")
        for start in {pixels[3 * across * row : 3 * across * (row + 1)] for row in range(down)}:
            line = (start[at : at + 3] for at in range(0, 3 * across, 3))
            found |= met_in(line, names)
    return found


def met_in(line, names):
    last, mixed, found = "", 0, set()
    for pixel, run in itertools.groupby(line):
        name = names.get(pixel)
        if name is None:
            mixed += len(list(run))
            continue
        if last not in {"", name} and mixed <= MIXED:
            found.add(frozenset((last, name)))
        last, mixed = name, 0
    return found


def pictures(theme):
    """Yield pictures that together contain every element that is ever drawn."""
    for name in ("choice", "lines", "sheet", "field"):
        canvas = Canvas(pygame.Surface((600, 450)), Appearance())
        canvas.draw(FRAMES[name])
        yield canvas.surface
    for frame in TABLES.values():
        canvas = Canvas(pygame.Surface((1280, 800)), Appearance())
        canvas.draw(frame)
        yield canvas.surface
    table = pygame.Surface((680, 310))
    table.fill(theme.background)
    states = itertools.product((None, True, False), (False, True))
    for number, (playable, focused) in enumerate(states):
        card = replace((*FRENCH, *ITALIAN)[number], playable=playable, focused=focused)
        place = pygame.Rect(10 + 90 * number, 5, 210, 300)
        draw_card(table, place, card, theme, letters=True)
    yield table
    signs = pygame.Surface((130, 130 * (1 + len(NAMES))))
    signs.fill(theme.background)
    draw_back(signs, pygame.Rect(5, 5, 84, 120), theme)
    for number, name in enumerate(NAMES):
        draw_sign(signs, pygame.Rect(5, 130 * (1 + number), 120, 120), name, theme)
    yield signs


@pytest.mark.slow
def test_every_pair_of_adjacent_colours_is_in_the_tables_checked_for_contrast(monkeypatch):
    pygame.font.init()
    theme, names = marked_theme()
    monkeypatch.setitem(THEMES, "dark", theme)
    known = {frozenset(pair) for pair in (*pairs(READ), *pairs(SEEN), *SIDE_BY_SIDE)}
    for picture in pictures(theme):
        assert adjacent_colours(picture, names) <= known


@themes
def test_suits_have_distinct_colours(theme):
    for inks in (theme.inks, theme.dimmed_inks, theme.lights):
        both = itertools.combinations(astuple(inks), 2)
        assert all(sum(abs(a - b) for a, b in zip(*pair, strict=True)) > 90 for pair in both)


def test_every_theme_can_be_chosen_and_the_default_is_first():
    declared = Settings.__dataclass_fields__["theme"]
    assert range_of(declared).values == tuple(THEMES)
    assert Appearance().theme == Settings().theme == next(iter(THEMES))
    assert Appearance().letters == Settings().suit_letters
