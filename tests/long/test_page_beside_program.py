"""Tests that page and program announce the same sentences in a whole match of each game."""

import pytest

from audiogames.core.registry import game_ids
from tests.e2e.conftest import environ, home
from tests.e2e.web.conftest import browser, built, host, page_of
from tests.kit.programs.browser import DESK
from tests.kit.programs.side_by_side import SideBySide, command, short_table
from tests.kit.programs.terminal import TerminalRun

__all__ = ["browser", "built", "environ", "home", "host", "page_of"]

pytestmark = [pytest.mark.e2e, pytest.mark.browser]

SEED, PLAYOUTS, LEVEL = 7, 100, "strong"
SECONDS = 1800


@pytest.mark.parametrize("game_id", game_ids())
def test_page_and_program_announce_the_same_for_equal_seeds_and_keys(
    game_id, host, page_of, home, environ
):
    page = page_of(DESK)
    page.keep(**short_table(game_id, LEVEL))
    page.page.add_init_script("localStorage.setItem('audiogames-fleeting', '1')")
    page.open(f"{host.address}?seed={SEED}&playouts={PLAYOUTS}")
    for title in ("Menu principale", "Tavolo"):
        page.press("Enter")
        page.wait_for_title(title)
    transcript = home / "transcript"
    arguments = [*command(game_id, LEVEL, SEED, PLAYOUTS), "--terminal", "--transcript", transcript]
    with TerminalRun("audiogames", *arguments, environ=environ) as run:
        both = SideBySide(page, run, transcript)
        page.press("Enter")
        both.play(SECONDS)
