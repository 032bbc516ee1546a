"""The program with a scripted dealer and bots, for the test of a new player's first hour.

    python -m tests.newcomer.program SCENE HOME

The steps of that hour are in `steps.py`.  Window, speech and files work as in the real
program. The real program has no option for scripted matches, so this program adds the
script.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from random import Random
from typing import Any, Final

from audiogames.app.app import App, Launch
from audiogames.cards.card import FRENCH, ITALIAN, Card
from audiogames.core.contract import Move, Turn
from audiogames.core.events import drop
from audiogames.core.log import Entry, initial_state
from audiogames.core.registry import game
from audiogames.shell import thinker
from audiogames.shell.files import Paths, resources
from audiogames.shell.start import StartOptions, run
from audiogames.shell.storage import FileStorage
from audiogames.table.clock import TimeSettings
from audiogames.table.protocol import Answer, BotRequest, Question
from audiogames.table.seats import Player
from audiogames.table.setup import Setup, new_log, places
from tests.kit.pilot import ScriptedDealer

MOST_MOVES: Final = 5000


@dataclass(frozen=True)
class Scene:
    """A scripted match for some of the steps: its game, deals and bots' moves.

    `moves` has the bots' moves by seat; after these an easy bot plays.  Without `seats` the
    newcomer sets up the table through the menus.
    """

    game: str = "novantanove"
    deals: tuple[str, ...] = ()
    moves: Mapping[int, tuple[str, ...]] = field(default_factory=dict)
    pack: Sequence[Card] = FRENCH
    seats: int = 0
    options: Mapping[str, Any] = field(default_factory=dict)
    limit: int | None = None
    resumed: Callable[[Any], bool] | None = None
    """Returns whether this is the match, partly played, that is to be resumed."""


FIRST_DEAL: Final = ("dealer 2", "deal Kc 7h As 7s 2c 3c 5c 2d 3d 8d")
YOURS, ADAS, CARLAS, BRUNOS = (
    "3s 2c Fc 7c Rd 6d 5d 4d Cb 7b", "2s 1s 7s 6s 3c 1c 3d 2d 4b 5b",
    "Rs Cs 5s Rc Cc 1d Cd 3b 2b 1b", "Fs 4s 6c 5c 4c Fd 7d Rb Fb 6b",
)  # fmt: skip
WINNING: Final = "deal Kc Kd Ks 3c 9d Qc 9c 9h Qd 3h 3d 3s 4h"


def _follows(state: Any) -> bool:
    """Return True if the newcomer must follow suit in bastoni and also holds other suits."""
    view = state.view(0)
    if state.to_act != 0 or not view.on_table:
        return False
    led = view.on_table[0][1].suit
    suits = {card.suit for card in view.hand}
    return led in suits and len(suits) > 1 and led == "b"


SCENES: Final = {
    "hour": Scene(
        deals=FIRST_DEAL, moves={1: ("7s", "2c", "8c"), 2: ("5c", "3d")}
    ),
    "time": Scene(deals=FIRST_DEAL, moves={1: ("7s",), 2: ("5c",)}, seats=3, limit=20),
    "winning": Scene(
        deals=("dealer 2", WINNING),
        moves={1: ("3c", "9d", "Qc", "3d"), 2: ("9c", "9h", "Qd", "3s")},
        seats=3,
        options={"tokens": 2},
    ),
    "invido": Scene(
        "invido", ("dealer 1", "deal 3c Rs 7d Cb 6c 6d"), {1: ("tras-mas", "Cb")}, ITALIAN
    ),
    "tressette": Scene(
        "tressette", ("dealer 1", f"deal {YOURS} {ADAS} {CARLAS} {BRUNOS}"), pack=ITALIAN, seats=4
    ),
    "following": Scene("tressette", resumed=_follows, seats=4, pack=ITALIAN),
    "wist": Scene(
        "wist",
        ("draw-dealer Ac 7h 2s Kd",),
        {1: ("bid 3",), 2: ("bid 4",), 3: ("bid 4",)},
        seats=4,
    ),
    "online": Scene(),
    "dark": Scene(
        "wist",
        seats=4,
        resumed=lambda state: state.view(0).round == 6 and state.to_act == 0,
    ),
}  # fmt: skip


class ScriptedWorker:
    """A replacement for the bots' worker: plays the scripted moves, then like the easy bot."""

    def __init__(self, scene: Scene) -> None:
        self._left = {seat: list(moves) for seat, moves in scene.moves.items()}

    def think(self, wanted: Question, generation: int) -> Answer:
        """Return the next scripted move of the seat, or otherwise a bot's choice."""
        assert isinstance(wanted, BotRequest)  # no review is requested here
        del generation
        left = self._left.get(wanted.seat)
        if left:
            scripted: Move = game(wanted.game).rules.read(left.pop(0))
            return scripted
        return thinker.choose(wanted)

    def load(self, game_id: str) -> None:
        """Do nothing, as nothing needs loading here."""

    def cancel(self, generation: int) -> None:
        """Do nothing, as no search takes long."""

    def close(self) -> None:
        """Do nothing, as there is no process."""


def make_app(scene: Scene, paths: Paths) -> App:
    """Return the app of a scene; it starts in the main menu or in the scene's match."""
    storage = FileStorage(paths)
    spec = game(scene.game)
    setup = Setup(spec, spec.options(**scene.options), (), limit=scene.limit)
    launch = Launch()
    if scene.resumed:
        _write_match(scene, storage)
    elif scene.seats:
        launch = Launch("", lambda app: app.matches.play_now(setup, scene.seats, app.now))
    pack = scene.pack
    dealer = ScriptedDealer(*scene.deals, id_=scene.game, pack=pack)
    return App(storage, resources() / "locales", Random(1), dealer=dealer, launch=launch)


def _write_match(scene: Scene, storage: FileStorage) -> None:
    """Save a random match that stops at the position where the scene starts."""
    assert scene.resumed is not None
    spec, rng = game(scene.game), Random(scene.game)
    setup = Setup(spec, spec.options(), (Player("Eva"),), level="easy").filled(scene.seats)
    seated = places(spec, setup.players)
    log = new_log(spec, setup.options, seated, TimeSettings(), storage.stamp())
    state, book = initial_state(log), storage.begin(log.header)
    for number in range(1, MOST_MOVES):
        if scene.resumed(state):
            break
        seat = None if isinstance(state.to_act, Turn) else state.to_act
        move = (
            spec.rules.chance(state, rng) if seat is None else rng.choice(state.legal_moves(seat))
        )
        state.apply(seat, move, drop)
        book.append(Entry(number, float(number), seat, str(move)))
    book.close(finished=False)


def main() -> int:
    """Run the program in the scene (the scripted match) that the command line names."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("scene", choices=SCENES)
    parser.add_argument("home", type=Path)
    asked = parser.parse_args()
    scene, paths = SCENES[asked.scene], Paths(asked.home, asked.home, asked.home)
    whole = thinker.Thinker
    thinker.Thinker = partial(whole, start=lambda: ScriptedWorker(scene))  # type: ignore[misc,assignment]
    wishes = StartOptions(paths, "window", "auto", "off", asked.home / "transcript")
    return run(lambda: make_app(scene, paths), wishes)


if __name__ == "__main__":
    sys.exit(main())
