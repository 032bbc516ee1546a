"""Contrast, computed as WCAG 2 does: 7 to 1 for words, 3 to 1 for shapes and for the focus."""

import itertools
from dataclasses import astuple

import pytest

from audiogames.app.settings import Settings
from audiogames.core.options import range_of
from audiogames.shell.canvas import Look
from audiogames.shell.themes import THEMES

WORDS, SHAPES = 7.0, 3.0

themes = pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)


def luminance(colour):
    parts = [part / 255 for part in colour]
    linear = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
    return sum(part * weight for part, weight in zip(linear, (0.2126, 0.7152, 0.0722), strict=True))


def contrast(one, other):
    darker, lighter = sorted((luminance(one), luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def test_contrast_is_counted_as_everybody_counts_it():
    assert contrast((0, 0, 0), (255, 255, 255)) == pytest.approx(21)
    assert contrast((119, 119, 119), (255, 255, 255)) == pytest.approx(4.48, abs=0.01)


@themes
@pytest.mark.parametrize("ink", ["text", "title", "status"])
def test_words_stand_out_from_the_background(theme, ink):
    assert contrast(getattr(theme, ink), theme.background) >= WORDS


@themes
def test_words_stand_out_from_the_focus(theme):
    assert contrast(theme.on_focus, theme.focus) >= WORDS


@themes
def test_ranks_and_suits_stand_out_from_their_cards(theme):
    assert all(contrast(ink, theme.paper) >= WORDS for ink in astuple(theme.inks))


@themes
def test_the_focus_stands_out_from_the_background(theme):
    assert contrast(theme.focus, theme.background) >= SHAPES


@themes
def test_the_frame_of_the_focused_card_stands_out_from_the_card(theme):
    """Itself, or by the line between them."""
    line = min(contrast(theme.on_focus, theme.focus), contrast(theme.on_focus, theme.paper))
    assert max(contrast(theme.focus, theme.paper), line) >= SHAPES


@themes
def test_cards_have_an_outline(theme):
    assert contrast(theme.edge, theme.background) >= SHAPES


@themes
def test_lamps_stand_out_from_the_background(theme):
    assert all(contrast(light, theme.background) >= SHAPES for light in astuple(theme.lights))


@themes
def test_the_suits_have_colours_of_their_own(theme):
    for inks in (theme.inks, theme.lights):
        pairs = itertools.combinations(astuple(inks), 2)
        assert all(sum(abs(a - b) for a, b in zip(*pair, strict=True)) > 90 for pair in pairs)


def test_every_theme_can_be_chosen_and_the_usual_one_is_the_first():
    declared = Settings.__dataclass_fields__["theme"]
    assert range_of(declared).values == tuple(THEMES)
    assert Look().theme == Settings().theme == next(iter(THEMES))
    assert Look().letters == Settings().suit_letters
