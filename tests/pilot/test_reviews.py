"""Transcripts of the review of a match of each game, with known mistakes in few deals."""

import pytest

from audiogames.core.events import Seat
from tests.app.reviewing import log_of, of_novantanove
from tests.games.briscola import positions as briscola
from tests.games.scopa import positions as scopa
from tests.games.tressette import positions as tressette
from tests.games.wist import positions as wist
from tests.kit.languages import COMPLETE
from tests.kit.pilot import Pilot
from tests.replays import invido
from tests.transcripts import check_golden, told

pytestmark = pytest.mark.slow


def of_tressette():
    """Return a match with two mistakes: an ace that could take is not played, another is wasted."""
    hands = ("K73c 3d", "5c 5d", "62c 6d", "A4c A4d 7654s 76b")
    first = ("Rc", "5c", "6c", "4c")
    second = ("3d", "5d", "6d", "1d")
    deal = lambda state: tressette.pack(state, *hands, leader=3)  # noqa: E731
    return log_of("tressette", 4, ("dealer 0", deal, *first, *second))


def of_invido():
    """Return a match with two mistakes: the best hand is folded, and a hopeless one is played."""
    best, worst = ("3c 3b 3s", "6s 7c Rd"), ("6s 7c 6d", "3c 2b 1s")
    moves = ("invido", "vado-via", invido.pack(*worst), "6s", "1s")
    more = ("invido", "va-bene")
    return log_of("invido", 2, ("dealer 0", invido.pack(*best), *moves, *more))


def of_wist():
    """Return a match with a mistake: the hand has thirteen sure tricks, but the bid is five."""
    deal = lambda state: wist.pack(state, "AKQJT98765h AKd As")  # noqa: E731
    return log_of("wist", 4, ("draw-dealer 2c Kc 3c 4c", deal, "bid 5"))


def of_scopa():
    """Return a match with two mistakes: the settebello is thrown away, and then not taken."""
    deal = scopa.pack(("7d 4b Rs", "7c 5b 1c"), "2b 6s 3s Fc")
    return log_of("scopa", 2, ("dealer 1", deal, "7d", "1c", "4b"))


def of_briscola():
    """Return a match with two mistakes: an ace does not take a three, and is then given away."""
    deal = briscola.pack("1c 2d Rb", "3c 4b 5b", turned="7s", stock="6d 3b")
    return log_of("briscola", 2, ("dealer 0", deal, "3c", "Rb", "4b", "1c"))


LOGS = {
    "scopa": of_scopa,
    "briscola": of_briscola,
    "tressette": of_tressette,
    "novantanove": of_novantanove,
    "invido": of_invido,
    "wist": of_wist,
}


@pytest.mark.parametrize("lang", COMPLETE)
@pytest.mark.parametrize("id_", LOGS)
def test_review_of_each_game_matches_its_transcript(id_, lang):
    pilot = Pilot(lang=lang)
    pilot.app.reviews.begin(LOGS[id_](), Seat(0))
    pilot.drain()
    pilot.wait(30)
    pilot.app.matches.look_back(pilot.app.reviews.current)
    pilot.drain()
    for key in ("g", "space", "right", "g", "right", "enter"):
        pilot.press(key)
        pilot.wait(20)
    check_golden(f"review-{id_}.{lang}", told(pilot.look()))
