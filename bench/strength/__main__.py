"""Measures the strength of a game's bots in duplicate deals.

    python -m bench.strength GAME --bots TESTED,REST [--form FORM] [--players N] [--option K=V]...
        [--deals N] [--first N] [--seed S] [--budget B] [--rest-budget B] [--out FILE.json]

Run it from the top folder of the project. The tested bot takes every seat, or every pair, in turn,
with the same cards; the other bot takes the remaining seats. A budget is a number of rollouts, for
bots that use them. The result file is written again after every tenth of the deals.
"""

from __future__ import annotations

import argparse
import json
import sys
from dataclasses import replace
from importlib import import_module
from pathlib import Path

from audiogames.core.options import OptionError, change_options
from audiogames.core.registry import game_ids
from audiogames.search.arena import BUDGET
from bench.strength import measure
from bench.strength.matchup import Form, Matchup


def matchup_of(game: str) -> Matchup:
    """Return the `MATCHUP` of a game: how the strength of its bots is measured."""
    found = import_module(f"bench.strength.{game}").MATCHUP
    assert isinstance(found, Matchup)
    return found


def arguments(given: list[str] | None) -> argparse.Namespace:
    """Parse the command line."""
    parser = argparse.ArgumentParser(prog="bench.strength", description=(__doc__ or "")[:54])
    parser.add_argument("game", choices=game_ids())
    parser.add_argument("--bots", default="normal,easy", metavar="TESTED,REST")
    parser.add_argument("--form", help="the first one unless it is named")
    parser.add_argument("--players", type=int)
    parser.add_argument("--option", action="append", default=[], metavar="K=V")
    parser.add_argument("--deals", type=int, default=600)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--budget", type=int, default=BUDGET)
    parser.add_argument("--rest-budget", type=int, default=BUDGET)
    parser.add_argument("--out", type=Path)
    asked = parser.parse_args(given)
    matchup = matchup_of(asked.game)
    _check(parser, matchup, asked)
    return asked


def _check(parser: argparse.ArgumentParser, matchup: Matchup, asked: argparse.Namespace) -> None:
    """Exit with an error if a bot, form or level is unknown, listing the known names."""
    if asked.form not in {None, *matchup.forms}:
        parser.error(f"--form {asked.form}: {', '.join(matchup.forms)}")
    bots = asked.bots.split(",")
    if len(bots) != 2 or not all(measure.is_known(matchup, bot) for bot in bots):
        named = ", ".join(measure.names(matchup))
        parser.error(f"--bots {asked.bots}: two of {named}, or a level as normal:bold")
    if asked.players not in {None, *matchup.spec.seats}:
        parser.error(f"--players {asked.players}: {matchup.spec.seats}")
    if asked.deals < 1:
        parser.error("--deals: at least 1")
    try:
        form_of(matchup, asked.form or next(iter(matchup.forms)), asked)
    except OptionError as refused:
        parser.error(f"--option {refused.args_['option']}: {refused.args_['allowed']}")


def form_of(matchup: Matchup, name: str, asked: argparse.Namespace) -> Form:
    """Return the rated form of this name, with the requested options and number of players."""
    form = matchup.forms[name]
    given = dict(one.split("=", 1) for one in asked.option)
    options = change_options(form.options, given)
    return replace(form, options=options, seats=asked.players or form.seats)


def main(given: list[str] | None = None) -> int:
    """Play the deals, and print the results."""
    asked = arguments(given)
    matchup = matchup_of(asked.game)
    name = asked.form or next(iter(matchup.forms))
    form = form_of(matchup, name, asked)
    tested, rest = asked.bots.split(",")
    budgets = asked.budget, asked.rest_budget
    wanted = measure.Asked(name, (tested, rest), asked.deals, asked.seed, *budgets, asked.first)
    for done, tally in enumerate(measure.play(matchup, form, wanted), start=1):
        if done == asked.deals or done % max(1, asked.deals // 10) == 0:
            told = measure.result(matchup, form, wanted, tally)
            if asked.out:
                asked.out.write_text(json.dumps(told, indent=2) + "\n", encoding="utf-8")
    print("\n".join(measure.sentences(told)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
