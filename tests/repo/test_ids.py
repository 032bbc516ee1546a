"""Tests that every message and sound named in the code exists."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from audiogames.core.registry import game_ids
from audiogames.present.catalogue import complete_languages, load

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "audiogames"
LOCALES = ROOT / "locales"

MESSAGES = {"msg", "Msg", "say", "mine", "reply", "OptionError"}
SOUNDS = {"Sound", "sound"}
BUILT = {"by", "each"}
"""Helpers of games that make two ids: one for another player, and one for the listener."""


def pattern(node: ast.expr) -> str | None:
    """Return a regular expression for the ids that an expression may give, or None if unknown."""
    match node:
        case ast.Constant(value=str(text)):
            return re.escape(text)
        case ast.JoinedStr(values=values):
            return "".join(pattern(one) or ".+" for one in values)
    return None


def choices(node: ast.expr) -> Iterator[str]:
    """Yield a pattern for each id that an expression may give; a conditional gives several."""
    if isinstance(node, ast.IfExp):
        yield from choices(node.body)
        yield from choices(node.orelse)
    elif (found := pattern(node)) is not None:
        yield found


def calls(names: set[str], arguments: int | None = None) -> Iterator[tuple[str, str]]:
    """Yield location and id of each call of these functions, if it has this many arguments."""
    for path, node in all_calls():
        if arguments is not None and len(node.args) != arguments:
            continue
        name = node.func.attr if isinstance(node.func, ast.Attribute) else None
        name = node.func.id if isinstance(node.func, ast.Name) else name
        argument = node.args[1] if name in BUILT and len(node.args) > 1 else node.args[0]
        if name in names:
            for found in choices(argument):
                yield f"{path.relative_to(ROOT)}:{node.lineno}", found


@cache
def all_calls() -> tuple[tuple[Path, ast.Call], ...]:
    """Return every call in the program that has an argument, with its file."""
    return tuple(
        (path, node)
        for path in sorted(PACKAGE.rglob("*.py"))
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Call) and node.args
    )


def known_ids(lang: str) -> str:
    """Return all message ids of a language, one per line."""
    texts = [path.read_text("utf-8") for path in (LOCALES / lang / "LC_MESSAGES").glob("*.po")]
    return "\n".join(re.findall(r'^msgid "(.+)"$', "\n".join(texts), re.MULTILINE))


@pytest.mark.slow
@pytest.mark.parametrize("lang", complete_languages(LOCALES))
def test_every_message_named_in_code_exists(lang):
    ids = known_ids(lang)
    missing = [
        (where, found)
        for where, found in calls(MESSAGES)
        if not re.search(rf"^{found}$", ids, re.MULTILINE)
    ]
    assert not missing


@pytest.mark.slow
@pytest.mark.parametrize("lang", complete_languages(LOCALES))
def test_every_fact_named_in_code_has_messages_for_its_player_and_for_others(lang):
    ids = known_ids(lang)
    for where, found in calls(BUILT):
        for id_ in (found, f"{found}-you"):
            assert re.search(rf"^{id_}$", ids, re.MULTILINE), (where, id_)


@pytest.mark.slow
@pytest.mark.parametrize("lang", complete_languages(LOCALES))
def test_every_refusal_has_a_message(lang):
    """`Refused("x")` without a message uses the message `refused-x`, which must exist."""
    catalogues = [load(LOCALES, lang).first(id_) for id_ in game_ids()]
    for where, found in calls({"Refused"}, arguments=1):
        id_ = "refused-" + re.sub(r"\\(.)", r"\1", found)
        assert any(one.has(id_) for one in catalogues), (where, id_)


@pytest.mark.slow
def test_every_sound_named_in_code_exists():
    files = "\n".join(re.sub(r"-\d$", "", path.stem) for path in (ROOT / "sounds").rglob("*.ogg"))
    missing = [
        (where, found)
        for where, found in calls(SOUNDS)
        if not re.search(rf"^{found}$", files, re.MULTILINE)
    ]
    assert not missing


@pytest.mark.slow
def test_code_search_for_message_ids_finds_known_ids():
    found = {id_ for _, id_ in calls(MESSAGES)}
    assert {"main\\-menu", "total"} <= found
    assert "card" in {id_ for _, id_ in calls(SOUNDS)}
    assert len(found) > 100
