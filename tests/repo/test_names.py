"""Test that no class name is used twice in the program."""

import ast
from collections import defaultdict
from pathlib import Path

import pytest

PROGRAM = Path(__file__).resolve().parents[2] / "audiogames"

OF_EVERY_GAME = {
    "EasyBot",
    "NormalBot",
    "Options",
    "Phase",
    "Play",
    "StrongBot",
}
"""Names of classes that each game has beside its events; games never import one another.  Events of
card games may have the names of those in `cards`, because names are sent to clients."""

CARDS = ("games/", "cards/")


@pytest.mark.slow
def test_every_class_name_is_unique():
    where = defaultdict(set)
    of_games = set(OF_EVERY_GAME)
    for path in PROGRAM.rglob("*.py"):
        place = str(path.relative_to(PROGRAM))
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.ClassDef):
                where[node.name].add(place)
                if place.startswith("games/") and "Event" in map(ast.unparse, node.bases):
                    of_games.add(node.name)
    shared = {
        name
        for name, places in where.items()
        if len(places) > 1
        and not (name in of_games and all(place.startswith(CARDS) for place in places))
    }
    assert not shared
