"""Tests of the window's typeface: which characters it has, and that similar ones look different."""

import itertools
from pathlib import Path

import pygame
import pytest

from audiogames.shell.window.lettering import font_of, has_character, width_of
from tests.kit.languages import COMPLETE

ROOT = Path(__file__).resolve().parents[2]
WHITE = (255, 255, 255)


@pytest.fixture(autouse=True)
def fonts():
    pygame.font.init()


def shape(character):
    """Return the drawn character as a mask of pixels, and the rectangle around it."""
    drawn = font_of(200).render(character, WHITE)
    return pygame.mask.from_surface(drawn), drawn.get_bounding_rect()


def likeness(one, other):
    """Return the share of pixels that two characters have in common when drawn over each other."""
    (first, at), (second, from_) = shape(one), shape(other)
    both = first.overlap_area(second, (at.x - from_.x, 0))
    return both / max(first.count(), second.count())


def test_similar_letters_and_digits_are_drawn_differently():
    pairs = [*itertools.combinations("Il1", 2), ("O", "0"), ("B", "8"), ("S", "5")]
    alike = {pair: likeness(*pair) for pair in pairs}
    assert {pair: share for pair, share in alike.items() if share > 0.85} == {}


@pytest.mark.parametrize("lang", COMPLETE)
def test_typeface_has_every_character_of_the_programs_translations(lang):
    files = [*(ROOT / "locales" / lang).rglob("*.po"), *(ROOT / "locales" / lang).rglob("*.md")]
    words = "".join(path.read_text("utf-8") for path in files)
    assert sorted(one for one in set(words) - {"\n"} if not has_character(one)) == []


def test_characters_missing_in_the_typeface_are_still_drawn():
    """Each letter of another alphabet, as in a player's name, has its own shape."""
    assert not any(map(has_character, "ЖДλω"))
    shapes = {pygame.image.tobytes(font_of(60).render(one, WHITE), "RGBA") for one in "ЖДλω"}
    assert len(shapes) == 4
    assert width_of("Ada Ж", 38) == width_of("Ada ", 38) + width_of("Ж", 38)


@pytest.mark.parametrize("text", ["Ada Ж gioca", "È vero"])
@pytest.mark.parametrize("size", [38, 76, 152])
def test_drawn_line_of_text_has_its_computed_width_and_complete_descenders(text, size):
    letters = font_of(size)
    surface = pygame.Surface((letters.width(text) + 20, 2 * letters.line))
    letters.draw(surface, text, (10, letters.line // 2), WHITE)
    ink = pygame.mask.from_threshold(surface, WHITE, (120, 120, 120, 255)).get_bounding_rects()
    whole = ink[0].unionall(ink[1:])
    assert whole.left >= 10 - size // 20
    assert whole.right <= 10 + letters.width(text)
    assert whole.bottom <= letters.line // 2 + letters.line
