"""The program's icon: an Italian card with a coin, and a French card with a heart."""

from __future__ import annotations

from typing import Final

import pygame

from audiogames.shell.window.cardfaces import draw_paper, draw_suit
from audiogames.shell.window.themes import THEMES

SIDE: Final = 128
"""Side length in pixels; systems scale it."""

_FINER: Final = 2
_CARD: Final = (66, 102)
_SUIT: Final = 56
_TURNED: Final = 10
"""The angle of each card in degrees."""


def icon(side: int = SIDE) -> pygame.Surface:
    """Return the icon: two leaning cards on a transparent background."""
    finer = _FINER * side // SIDE
    large = pygame.Surface(2 * [SIDE * finer], pygame.SRCALPHA)
    for pack, suit, turned, aside in (
        ("italian", "d", _TURNED, -23),
        ("french", "h", -_TURNED, 23),
    ):
        card = pygame.transform.rotozoom(_card(pack, suit, finer), turned, 1)
        place = card.get_rect(center=large.get_rect().move(aside * finer, 0).center)
        large.blit(card, place)
    return pygame.transform.smoothscale(large, (side, side))


def _card(pack: str, suit: str, finer: int) -> pygame.Surface:
    """Draw a card with one large suit, enlarged by the factor `finer`."""
    theme = next(iter(THEMES.values()))
    card = pygame.Surface([finer * side for side in _CARD], pygame.SRCALPHA)
    draw_paper(card, card.get_rect(), theme)
    square = pygame.Rect(0, 0, *2 * [finer * _SUIT])
    square.center = card.get_rect().center
    draw_suit(pack, suit, card, square, theme)
    return card
