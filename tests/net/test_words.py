"""The text in every language of each reason that a server sends."""

import ast
import re
from pathlib import Path

import pytest

from audiogames.core.cues import msg
from audiogames.present.catalogue import complete_languages, load
from audiogames.present.localizer import Localizer

ROOT = Path(__file__).resolve().parents[2]
LOCALES = ROOT / "locales"
SENDERS = {"Refusal": 0, "goodbye": 1, "_lose": 1, "end": 2}
"""The functions that send a reason, with the position of that argument."""


def reasons():
    """Yield the id of each refusal in the server's source code, with its message's fields."""
    for path in sorted((ROOT / "audiogames" / "net").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if not isinstance(node, ast.Call):
                continue
            name = getattr(node.func, "attr", getattr(node.func, "id", ""))
            place = SENDERS.get(name)
            if place is not None and len(node.args) > place:
                reason = node.args[place]
                if isinstance(reason, ast.Constant) and reason.value.startswith("net-"):
                    fields = {word.arg: "x" for word in node.keywords if word.arg}
                    yield reason.value, fields


REASONS = list(reasons())


def test_scan_of_the_source_code_finds_more_than_40_refusal_reasons():
    assert len({reason for reason, _ in REASONS}) > 40


@pytest.mark.parametrize("lang", complete_languages(LOCALES))
def test_every_refusal_reason_has_a_text(lang):
    localizer = Localizer(load(LOCALES, lang))
    for reason, fields in REASONS:
        said = localizer.speech(msg(reason, **fields))
        assert said.endswith(".")
        assert localizer.braille(msg(reason, **fields))


@pytest.mark.parametrize("lang", complete_languages(LOCALES))
def test_catalogues_contain_no_unused_refusal_reasons(lang):
    text = (LOCALES / lang / "LC_MESSAGES" / "audiogames.po").read_text("utf-8")
    sources = "\n".join(path.read_text("utf-8") for path in (ROOT / "audiogames").rglob("*.py"))
    ids = set(re.findall(r'^msgid "(net-[a-z-]+)"$', text, re.MULTILINE))
    assert {id_ for id_ in ids if f'"{id_}"' not in sources} == set()
