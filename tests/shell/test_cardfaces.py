"""Tests of drawn cards: size of letters, visible strip in a fan, similar cards, the focus."""

import itertools
from dataclasses import replace

import pygame
import pytest

from audiogames.present.frame import CardShape
from audiogames.shell.window.cardfaces import (
    WIDTH,
    draw_back,
    draw_card,
    index_width,
    least_height,
    ring_of,
)
from audiogames.shell.window.icon import SIDE
from audiogames.shell.window.lettering import font_of
from audiogames.shell.window.themes import THEMES
from audiogames.shell.window.window import GameWindow

FRENCH_LETTERS = dict(zip("cdhs", "fqcp", strict=True))
FRENCH = [
    CardShape(rank, suit, "french", "", letter=letter)
    for suit, letter in FRENCH_LETTERS.items()
    for rank in (*"A23456789", "10", *"FDR")
]
ITALIAN = [
    CardShape(rank, suit, "italian", "", letter=suit) for suit in "cdsb" for rank in "1234567FCR"
]
packs = pytest.mark.parametrize("pack", [FRENCH, ITALIAN], ids=["french", "italian"])
themes = pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)

RANKS_DIFFER, SUITS_DIFFER = 0.012, 0.025
"""The least share of pixels in which an index differs from one of its own suit, and from one of
another suit.  Most of it is bare paper.  Five and six are not further apart in any writing; clubs
and spades of one colour and without letters differ in a fifth of their shapes."""


@pytest.fixture(autouse=True)
def _fonts():
    pygame.font.init()


def drawn(card, height=100, theme="dark", *, letters=True):
    surface = pygame.Surface((round(height * WIDTH), height))
    draw_card(surface, surface.get_rect(), card, THEMES[theme], letters=letters)
    return surface


def bits(surface):
    """Return the picture as one number, with a 1 bit for each light pixel."""
    pixels = pygame.image.tobytes(pygame.transform.grayscale(surface), "RGB")[::3]
    return int("".join("01"[pixel > 127] for pixel in pixels), 2)


def index_of(card, height, theme, *, letters):
    whole = drawn(card, height, theme, letters=letters)
    return whole.subsurface((0, 0, index_width(height), height))


@packs
@pytest.mark.parametrize("letters", [False, True])
@pytest.mark.parametrize("theme", ["dark", "yellow-on-black"])
def test_cards_in_a_small_fan_differ_even_in_grey(pack, theme, letters):
    height = 60
    seen = [(card.suit, bits(index_of(card, height, theme, letters=letters))) for card in pack]
    pixels = height * index_width(height)
    for (suit, one), (other_suit, other) in itertools.combinations(seen, 2):
        least = RANKS_DIFFER if suit == other_suit else SUITS_DIFFER
        assert (one ^ other).bit_count() >= least * pixels


@packs
@pytest.mark.parametrize("height", [60, 100, 233])
def test_card_index_is_within_the_visible_strip_of_a_fan(pack, height):
    """Between the index and the pictures of the card there is a strip of bare paper."""
    for card in pack:
        strip = drawn(card, height).subsurface(
            (index_width(height) - 1, height // 10, 1, height * 8 // 10)
        )
        assert pygame.transform.average_color(strip)[:3] == THEMES["dark"].paper, card


@pytest.mark.parametrize("letters", [38, 57, 76, 152, 304])
def test_smallest_card_has_letters_of_the_chosen_size(letters, monkeypatch):
    asked = []
    monkeypatch.setattr(
        "audiogames.shell.window.cardfaces.font_of",
        lambda size: asked.append(size) or font_of(size),
    )
    height = least_height(letters)
    drawn(replace(FRENCH[9], name=f"{letters}"), height)
    assert min(asked) >= letters > (height - 1) * letters / height
    assert least_height(letters) <= 3 * letters


def test_fan_of_thirteen_cards_fills_a_window():
    """Twelve indexes and one whole card are at most 1280 pixels wide, with the margins."""
    height = 230
    assert 1000 < 12 * index_width(height) + height * WIDTH <= 1252


def test_rank_and_suit_letter_are_distinguishable():
    """On the knight of coppe both are the letter C, so that only their size differs."""
    surface = drawn(next(card for card in ITALIAN if (card.rank, card.suit) == ("C", "c")), 200)
    index = surface.subsurface((4, 20, index_width(200) - 8, 170))
    paper = pygame.mask.from_threshold(index, (*THEMES["dark"].paper, 255), (9, 9, 9, 255))
    paper.invert()
    rank, _cup, letter = sorted(
        (rect for rect in paper.get_bounding_rects() if rect.height > 9), key=lambda rect: rect.y
    )
    assert letter.height * 1.5 < rank.height


def focused_card(card, theme):
    """Return a picture of this card, 140 by 200 pixels, with the ring of the focus."""
    ring = ring_of(200)
    surface = pygame.Surface((140 + 2 * ring, 200 + 2 * ring))
    draw_card(surface, surface.get_rect(), card, theme, letters=True)
    return surface


@themes
@pytest.mark.parametrize("focused", [False, True])
def test_playable_card_is_drawn_with_a_bar_and_an_unplayable_one_dimmed(theme, focused):
    def face(playable):
        card = replace(FRENCH[6], playable=playable, focused=focused)
        surface = focused_card(card, theme) if focused else pygame.Surface((140, 200))
        if not focused:
            draw_card(surface, surface.get_rect(), card, theme, letters=True)
        return surface

    def count(surface, colour):
        exactly = pygame.mask.from_threshold(surface, (*colour, 255), (1, 1, 1, 255))
        return exactly.count()

    plain, bright, dimmed = (face(playable) for playable in (None, True, False))
    ring = ring_of(200) * focused
    bar = pygame.Rect(14, 8, 112, 5).move(ring, ring)
    assert count(bright.subsurface(bar), theme.ready) == bar.width * bar.height
    assert not count(plain.subsurface(bar), theme.ready)
    assert count(bright, theme.paper) > 10000
    assert count(dimmed, theme.dimmed_paper) > 10000
    assert count(dimmed, theme.dimmed_inks.green)


@themes
@pytest.mark.parametrize("height", [24, 40, 200])
def test_card_back_has_an_outline_and_no_face(theme, height):
    surface = pygame.Surface((round(height * WIDTH), height))
    surface.fill(theme.background)
    draw_back(surface, surface.get_rect(), theme)
    pixels = itertools.product(range(surface.get_width()), range(height))
    shown = {surface.get_at(pixel)[:3] for pixel in pixels}
    assert {theme.edge, theme.back, theme.on_back} <= shown


@themes
def test_focus_frame_is_around_the_card_and_covers_none_of_it(theme):
    card, ring = FRENCH[6], ring_of(200)
    plain = pygame.Surface((140, 200))
    draw_card(plain, plain.get_rect(), card, theme, letters=True)
    inside = focused_card(replace(card, focused=True), theme).subsurface((ring, ring, 140, 200))
    whole = pygame.Rect(12, 12, 116, 176)
    one, two = (pygame.image.tobytes(each.subsurface(whole), "RGB") for each in (plain, inside))
    assert one == two


def test_drawn_card_face_is_cached(monkeypatch):
    first = pygame.image.tobytes(drawn(FRENCH[0], 120), "RGB")
    monkeypatch.setattr("audiogames.shell.window.cardfaces.font_of", None)
    again = replace(FRENCH[0], name="ace of clubs", id="Ac")
    assert pygame.image.tobytes(drawn(again, 120), "RGB") == first


def test_window_has_the_icon_of_the_program(monkeypatch):
    """The icon is set before the window opens, is transparent, and shows cards of both packs."""
    set_icon, given = pygame.display.set_icon, []
    monkeypatch.setattr(
        pygame.display,
        "set_icon",
        lambda picture: given.append((picture, pygame.display.get_surface())) or set_icon(picture),
    )
    GameWindow().close()
    [(picture, window)] = given
    assert window is None
    assert picture.get_at((0, 0)).a == 0
    colours = {tuple(picture.get_at((x, SIDE // 2))) for x in range(SIDE)}
    inks = THEMES["dark"].inks
    assert {(*inks.red, 255), (*inks.ochre, 255)} <= colours
