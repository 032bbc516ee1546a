"""A whole match of Wist by the eye alone, in the largest letters."""

import pygame

from audiogames.core.registry import game
from tests.pictures.by_sight import play
from tests.pictures.scenes import begun_match


def test_whole_match_is_played_by_what_the_picture_shows():
    pygame.font.init()
    assert play(begun_match(game("wist"), "it"), (800, 600), 400).played
