"""`simulate`: play many matches between bots; `engine`: play matches by JSON lines."""

from __future__ import annotations

import json
import sys
import time
from argparse import Namespace
from collections.abc import Sequence
from random import Random, SystemRandom

from audiogames.cli import arguments
from audiogames.cli.opening import locales
from audiogames.cli.progress import progress
from audiogames.cli.words import UsageError, reason, sentence
from audiogames.core.cues import Cue, Msg, Say, msg
from audiogames.core.events import Seat
from audiogames.core.options import OptionError
from audiogames.core.registry import Spec
from audiogames.engine.protocol import Engine, Explain, SentenceMaker, Tell
from audiogames.present.catalogue import languages, load
from audiogames.present.localizer import Localizer
from audiogames.search.simulate import Simulated, Simulation, simulate

SEEDS = 2**32


def simulate_many(given: Namespace, lang: str) -> int:
    """Play the matches of `simulate`, then print how many each seat has won."""
    spec = arguments.a_game(given.game)
    options = arguments.options(given.option, given.preset, spec)
    seats = arguments.players(given.players, spec, options)
    bots = given.bots or spec.bots.default
    levels = [arguments.level(one, spec, "--bots") for one in bots.split(",")]
    if len(levels) > seats:
        raise arguments.bad("--bots", bots, f"1-{seats}")
    games = arguments.whole("--games", given.games, 1)
    wanted = arguments.seed(given.seed)
    seed = SystemRandom().randrange(SEEDS) if wanted is None else wanted
    duplicate, total = given.duplicate, games * (seats if given.duplicate else 1)
    begun = time.perf_counter()
    try:
        with progress(given, "simulate-progress", total, lang) as tell:
            plan = Simulation(options, seats, games, levels, seed, duplicate=duplicate)
            done = simulate(spec, plan, tell)
    except OptionError as error:
        raise UsageError(reason(error)) from None
    _tell(done, time.perf_counter() - begun, levels, lang, as_json=given.json)
    return 0


def _tell(
    done: Simulated, seconds: float, levels: Sequence[str], lang: str, *, as_json: bool
) -> None:
    """Print the result of a simulation."""
    timed = done.timed(seconds)
    if as_json:
        print(json.dumps(timed))
        return
    for place, wins in enumerate(done.wins):
        share = f"{100 * wins / done.games:.1f}"
        level = levels[place % len(levels)]
        line = msg("cli-simulated", place=place, level=level, wins=f"{wins:g}", share=share)
        print(sentence(line, locales(), lang))
    print(
        sentence(
            msg(
                "cli-simulated-all",
                games=msg("cli-matches", done.games),
                moves=msg("cli-moves", done.moves),
                seconds=f"{seconds:.1f}",
            ),
            locales(),
            lang,
        )
    )


def engine(given: Namespace, lang: str) -> int:
    """Read commands from standard input, and print one line in answer to each."""
    spec = arguments.a_game(given.game)
    words = SentenceMaker(_cue_renderer(spec), _explainer(spec), languages(locales()))
    answering = Engine(spec, words, Random(), lang)
    if sys.stdin is None:
        return 0
    for line in sys.stdin.buffer:
        print(answering.answer(line.rstrip(b"\r\n"), time.monotonic()), flush=True)
    return 0


def _localizer(spec: Spec, lang: str) -> Localizer:
    """Return a localizer that also has the messages of this game."""
    return Localizer(load(locales(), lang).first(spec.id))


def _cue_renderer(spec: Spec) -> Tell:
    """Return a function that turns cues into the spoken text and the braille text."""

    def tell(cues: Sequence[Cue], _seat: Seat | None, lang: str) -> tuple[str, str]:
        localizer = _localizer(spec, lang)
        says = [cue for cue in cues if isinstance(cue, Say)]
        spoken = localizer.text(cue.message for cue in says)
        brailled = "  ".join(localizer.braille(cue.braille or cue.message) for cue in says)
        return spoken, brailled

    return tell


def _explainer(spec: Spec) -> Explain:
    """Return a function that renders the reason of a refusal as a sentence."""

    def explain(reason_: Msg, lang: str) -> str:
        return _localizer(spec, lang).speech(reason_)

    return explain
