"""Tests of the program in a window that a window manager resizes."""

import subprocess
import sys

import pygame
import pytest

from audiogames.core.registry import game_ids
from audiogames.shell.window.icon import icon
from audiogames.shell.window.themes import THEMES
from tests.kit.programs.manager import MAXIMISE, WindowManager, reason_unmanaged
from tests.kit.programs.screen import Screen, reason_missing
from tests.kit.programs.terminal import ROOT
from tests.kit.waiting import require, wait_until
from tests.pictures.window import unlike

pytestmark = [pytest.mark.e2e, pytest.mark.window]

DESK = (2560, 1600)
THEME = THEMES["dark"]
CARD = 150
"""The least height, in pixels, of a card in a hand of three."""


@pytest.fixture
def screen():
    require(reason_missing() or reason_unmanaged())
    with Screen("{}x{}".format(*DESK)) as screen:
        yield screen


@pytest.fixture
def manager(screen, tmp_path):
    with WindowManager(screen, tmp_path) as manager:
        yield manager


@pytest.fixture
def program(screen, manager, home, environ, heard):
    """Start the program, and wait for its main menu and for the focus."""
    command = [sys.executable, "-m", "audiogames", "--transcript", home / "transcript"]
    environ = {**environ, "DISPLAY": screen.name}
    with subprocess.Popen(command, cwd=ROOT, env=environ) as program:
        heard.waits_for("Menu principale")
        wait_until(lambda: manager.window, "the window having the focus")
        yield program
        program.kill()


def patch(screen, colour, top=0):
    """Return the rectangle of the largest area in this colour, at least `top` pixels from above."""
    mask = pygame.mask.from_threshold(screen.picture(), colour, (1, 1, 1, 255))
    mask.erase(pygame.mask.Mask((mask.get_size()[0], top), fill=True), (0, 0))
    largest = mask.connected_component()
    return largest.get_bounding_rects()[0] if largest.count() else pygame.Rect(0, 0, 0, 0)


def higher(screen, colour, least, top=0):
    """Wait until an area in this colour is more than `least` pixels high; return its rectangle."""
    found = []

    def look():
        found.append(patch(screen, colour, top))
        return found[-1].height > least

    wait_until(look, "a higher patch")
    return found[-1]


def test_drawing_grows_with_the_window(program, screen, manager):
    first = higher(screen, THEME.focus, 10).height
    usual = manager.size
    screen.press(MAXIMISE)
    wait_until(lambda: manager.size[0] > usual[0], "a maximised window")
    maximised = higher(screen, THEME.focus, first * 1.5).height
    screen.press("alt+Return")
    wait_until(lambda: manager.size == DESK, "a window as large as the screen")
    higher(screen, THEME.focus, maximised - 1)
    screen.press("alt+Return")
    wait_until(lambda: manager.size != DESK, "a window of the size before")


def test_window_has_the_icon_of_the_program(program, manager):
    ours = icon()
    width, height, *points = manager.icon
    assert (width, height) == ours.get_size()
    middle = points[width * (height // 2) + width // 2]
    assert (middle >> 16 & 255, middle >> 8 & 255, middle & 255) == ours.get_at(
        (width // 2, height // 2)
    )[:3]


def status(screen, manager):
    """Return the pixels at the bottom of the window, where the newest sentence is drawn."""
    x, y, width, height = manager.place
    strip = pygame.Rect(x, y + height * 9 // 10, width, height // 10)
    picture = screen.picture()
    return pygame.image.tobytes(picture.subsurface(strip.clip(picture.get_rect())), "RGB")


TRIES = 50
"""Clicks until a card is played: until the bot's card counts as delivered they repeat news."""


def test_mouse_over_a_card_names_the_card_and_a_click_plays_it(program, screen, manager, heard):
    for key, answer in [
        ("Return", "Novantanove"), ("Return", "Tavolo"), ("b", "siede"), ("Return", "tocca a te"),
    ]:  # fmt: skip
        screen.press(key)
        heard.waits_for(answer)
    _, top, _, height = manager.place
    card = higher(screen, THEME.paper, CARD, top + height // 2)  # not the bot's above
    said, shown = heard.lines(), status(screen, manager)
    screen.do("mousemove", str(card.centerx), str(card.centery))
    wait_until(lambda: status(screen, manager) != shown, "the name of the card")
    assert heard.lines() == said
    news = ("tocca a te", "un momento")
    for _ in range(TRIES):
        screen.do("click", "1")
        answer = heard.waits_for("vale", "pesca", *news).lower()
        # After a jack between two players the same sentence announces the player's turn again.
        if "pesca" in answer or not any(words in answer for words in news):
            break
    else:
        pytest.fail("the card was never played")


def test_screenshot_of_a_small_window_with_largest_text_equals_the_drawing(tmp_path):
    """A shorter version of the check `tests/pictures/draw.py --window`."""
    require(reason_missing() or reason_unmanaged())
    of_what = ("--kind", "own", "--size", "800x600", "--scale", "400", "--theme", "dark")
    command = (sys.executable, "-m", "tests.pictures.draw", tmp_path, "--window", *of_what)
    told = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert told.stdout.splitlines()[-1:] == [f"{len(game_ids())} pictures, 0 faults"], told.stdout
    shots = [pygame.image.load(path) for path in tmp_path.glob("*.png")]
    assert [shot.get_size() for shot in shots] == [(800, 600)] * len(game_ids())


@pytest.mark.parametrize(
    ("place", "spoilt", "trouble"),
    [
        ((20, 10, 40, 30), (), ""),
        ((70, 10, 40, 30), (), "the screen ends"),
        ((20, 10, 41, 30), (), "41, 30"),
        ((20, 10, 40, 30), ((59, 39),), "does not show"),
    ],
)
def test_window_check_finds_drawings_cut_off_or_covered_on_the_screen(place, spoilt, trouble):
    drawn, screen = pygame.Surface((40, 30)), pygame.Surface((100, 80))
    drawn.fill("red")
    screen.blit(drawn, place)
    for point in spoilt:
        screen.set_at(point, "green")
    found = unlike(screen, pygame.Rect(place), drawn)
    assert bool(found) == bool(trouble)
    assert trouble in found
