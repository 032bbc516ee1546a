"""Test of a whole match of Wist played only by sight, in the largest letters."""

import pygame

from audiogames.core.registry import game
from tests.pictures.by_sight import play
from tests.pictures.scenes import begun_match


def test_whole_match_can_be_played_from_the_picture_alone():
    pygame.font.init()
    assert play(begun_match(game("wist"), "it"), (800, 600), 400).played
