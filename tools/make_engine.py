"""Writes docs/engine-games.md: each game's seats, options, cards, moves and views.

    python -m tools.make_engine [--check]

All of it is generated from the games; `docs/engine.md` describes the common part. The moves are
from random matches with fixed seeds, one example for each form.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import fields
from pathlib import Path
from random import Random
from typing import Any, Final, get_type_hints

from audiogames.core.contract import Refused, Turn
from audiogames.core.events import Seat
from audiogames.core.options import OptionError, Switch, range_of, read_options
from audiogames.core.registry import Spec, games

ROOT: Final = Path(__file__).resolve().parent.parent
PAGE: Final = ROOT / "docs/engine-games.md"
MEANT: Final = {"hand": "tuple[Card, ...]", "legal": "tuple[Move, ...]"}
"""The types of fields that every view has, instead of each game's own card and move types."""

MATCHES: Final = 2
"""Random matches of each game and options, searched for forms of moves."""

PACKS: Final = {
    "french": "rank `2` to `9`, `T`, `J`, `Q`, `K`, `A`, then suit `c`, `d`, `h`, `s`",
    "italian": "rank `1` to `7`, `F` (jack), `C` (knight), `R` (king), then suit `c` (cups), "
    "`d` (coins), `s` (swords), `b` (clubs)",
}


def page() -> str:
    """Return the whole content of docs/engine-games.md."""
    head = (
        "# Games by the engine protocol\n\n"
        "This page is written by `python -m tools.make_engine` from the games themselves; "
        "[the protocol](engine.md) is the same for all of them.\n"
    )
    return head + "".join(f"\n{section(spec)}" for spec in games())


def section(spec: Spec) -> str:
    """Return the section about one game."""
    cards = PACKS[pack_of(spec)]
    seats = ", ".join(map(str, spec.seats))
    lines = [f"## {spec.id.capitalize()}", "", f"Seats: {seats}.", f"Cards: {cards}.", ""]
    lines += ["Options:", "", *(f"- {line}" for line in options(spec)), ""]
    lines += ["Moves, an example of each form:", ""]
    lines += [f"- `{example}`" for example in forms_of_moves(spec)]
    lines += ["", "Fields of a view:", "", *(f"- {line}" for line in view_fields(spec)), ""]
    return "\n".join(lines)


def pack_of(spec: Spec) -> str:
    """Return "italian" or "french", the pack that a game uses."""
    try:
        spec.rules.read("deal Ac")
    except Refused:
        return "italian"
    return "french"


def options(spec: Spec) -> Iterator[str]:
    """Yield a line for each option, with its values and its default."""
    usual = spec.options()
    for one in fields(spec.options):
        may = range_of(one).allowed
        default = getattr(usual, one.name)
        shown = {True: "on", False: "off"}.get(default, default)
        yield f"`{one.name}`: {may}; default {shown}"


def forms_of_moves(spec: Spec) -> list[str]:
    """Return an example of each form of move, from random matches, sorted by form."""
    found: dict[str, str] = {}
    for seed, chosen in enumerate(variants(spec) * MATCHES):
        rng = Random(seed)
        seats = spec.seats[seed % len(spec.seats)]
        try:
            state = spec.rules.start(chosen, seats)
        except OptionError:  # not for so many players
            continue
        while (turn := state.to_act) is not Turn.OVER:
            if isinstance(turn, Turn):
                move = spec.rules.chance(state, rng)
                found.setdefault(form(str(move)), shortened(str(move)))
                state.apply(None, move)
                continue
            for seat in range(seats):
                for legal in state.view(Seat(seat)).legal:
                    found.setdefault(form(str(legal)), str(legal))
            state.apply(turn, rng.choice(state.view(turn).legal))
    return [found[one] for one in sorted(found)]


def variants(spec: Spec) -> list[Any]:
    """Return the default options, and the variants in which one option has another value.

    Only options with few values are changed.
    """
    found = [spec.options()]
    for one in fields(spec.options):
        allowed = range_of(one)
        values = ("on", "off") if isinstance(allowed, Switch) else getattr(allowed, "values", ())
        with suppress(OptionError):
            found += [read_options(spec.options, {one.name: value}) for value in values]
    return found


def form(text: str) -> str:
    """Return the text of a move with its cards and numbers replaced by placeholders."""
    text = re.sub(r"\b(?:[1-9TJQKAFCR][a-z]|[bcdhs])\b", "@", text)
    return re.sub(r"#(?: #)+", "#", re.sub(r"[+-]?\b\d+", "#", re.sub(r"@(?:[ ,+]@)+", "@", text)))


def shortened(text: str) -> str:
    """Return the text of a move, cut off after four words if it is long."""
    words = text.split()
    return text if len(words) <= 5 else " ".join([*words[:4], "…"])


def view_fields(spec: Spec) -> Iterator[str]:
    """Yield a line for each field of a game's view, with its type."""
    kind = get_type_hints(spec.rules.redeal)["view"]
    for one in fields(kind):
        kind_of = MEANT.get(one.name, str(one.type))
        yield f"`{one.name}`: {kind_of.replace(' | ', ' or ')}"


def main() -> int:
    """Write the page or, with --check, report that it is out of date."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--check", action="store_true", help="only say whether it is stale")
    given = parser.parse_args()
    made = page()
    is_fresh = PAGE.is_file() and PAGE.read_text("utf-8") == made
    if not is_fresh and given.check:
        print("docs/engine-games.md is stale. Run: python -m tools.make_engine")
    elif not is_fresh:
        PAGE.write_text(made, "utf-8")
        print("Wrote docs/engine-games.md.")
    return int(given.check and not is_fresh)


if __name__ == "__main__":
    sys.exit(main())
