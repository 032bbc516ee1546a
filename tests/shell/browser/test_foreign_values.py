"""Arbitrary browser data raises no error, loses no valid part and stays within the limits."""

import json
from contextlib import suppress

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from audiogames.app.records import Summary
from audiogames.app.screens.menus import KeptMatches
from audiogames.app.screens.statistics import PastMatches, Statistics
from audiogames.core.log import LogError
from audiogames.shell.browser import kept
from audiogames.shell.browser.kept import MATCH, PLACES, SETTINGS, STATISTICS
from audiogames.shell.browser.messages import KeptPart, WrongMessage, read
from tests.kit.pilot import Pilot
from tests.shell.browser.keptkit import Browser, played

pytestmark = pytest.mark.slow

GAMES = (("novantanove", 2), ("novantanove", 5), ("wist", 4), ("tressette", 4), ("invido", 2))

LINE = Summary("a", "wist", "2026-11-20", ("Ada",), "normal", True, False, 31, False, False)
GOOD = {
    SETTINGS: json.dumps({"language": "it", "scale": 300, "keys": {"global": {"volume": "f7"}}}),
    STATISTICS: msgspec.json.encode(LINE).decode() + "\n",
    PLACES: json.dumps([["cards.example.org", "Bruno", "token", "407192"]]) + "\n",
}

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=9), inner),
    max_leaves=6,
)


@st.composite
def damaged_lines(draw, good):
    """Generate a damaged copy of JSON lines: cut, repeated, reversed, or with other values."""
    lines = good.splitlines(keepends=True)
    for _ in range(draw(st.integers(1, 3))):
        place = draw(st.integers(0, max(0, len(lines) - 1)))
        match draw(st.sampled_from(["cut", "double", "swap", "value", "letters"])):
            case "cut":
                del lines[place:]
            case "double":
                lines[place:place] = lines[place : place + 9]
            case "swap":
                lines[place:] = lines[place:][::-1]
            case "letters":
                lines[place : place + 1] = [draw(st.text(max_size=80))]
            case _:
                lines[place : place + 1] = map(draw, map(with_another_value, lines[place:][:1]))
    return "".join(lines)


@st.composite
def with_another_value(draw, line):
    try:
        known = json.loads(line)
    except ValueError:
        return line
    if isinstance(known, dict) and known:
        known[draw(st.sampled_from(sorted(known)))] = draw(VALUES)
    return json.dumps(known) + "\n"


@st.composite
def browser_data(draw):
    """Generate the stored data of a browser: one valid match, and damaged or arbitrary values."""
    texts = [played(*draw(st.sampled_from(GAMES)), draw(st.integers(1, 3))) for _ in range(3)]
    values = {
        f"{MATCH}m{place}": draw(damaged_lines(text) | st.text())
        for place, text in enumerate(texts)
    }
    values |= {name: draw(damaged_lines(text) | st.text()) for name, text in GOOD.items()}
    values |= draw(st.dictionaries(st.text(max_size=20), st.text(max_size=50), max_size=3))
    return values | {MATCH + "good": played(upto=20)}


def open_everything(storage):
    """Open all lists of stored data, replay each finished match, and resume each other match."""
    pilot = Pilot(storage, first_run=True)
    while pilot.app.screen.__class__.__name__ != "MainMenu":
        pilot.press("enter")
    app, left = pilot.app, pilot.app.matches.unfinished()
    for screen in (Statistics(app), PastMatches(app), KeptMatches(app, left)):
        app.push(screen)
        pilot.press("f5", "down", "up", "escape")
    for name in storage.finished():
        pilot.app.matches.replay(name)
        pilot.app.matches.put_away()
    for saved in left:
        if saved.log is not None:
            pilot.app.matches.resume(saved.name, pilot.now)
            pilot.wait(1)
            pilot.app.matches.leave()
    assert "".join(pilot.transcript()).encode()


@given(values=browser_data())
def test_random_browser_values_never_raise_and_keep_valid_parts(values):
    browser = Browser()
    browser.kept = values
    storage = browser.visits()
    assert "good" in [saved.name for saved in storage.unfinished() if saved.log is not None]
    assert sum(match.text.size for match in storage._matches.values()) <= kept.MOST_BYTES
    assert len(storage._matches) <= kept.MOST_MATCHES
    assert all(len(text.text) <= kept.LONGEST[name] for name, text in storage._texts.items())
    open_everything(storage)
    assert any(saved.name == "good" for saved in storage.unfinished())
    for message in browser.listens(storage):
        assert msgspec.json.encode(message)


@given(text=st.text(alphabet=st.characters(), max_size=2000) | st.binary().map(str))
def test_random_text_is_read_as_a_match_or_refused(text):
    with suppress(LogError):
        list(kept.made_again(text))


@given(data=st.binary(max_size=200) | st.text(max_size=200))
def test_accepted_part_of_browser_data_is_valid_unicode(data):
    text = data if isinstance(data, str) else data.decode("utf-8", errors="surrogateescape")
    try:
        part = read(json.dumps({"t": "kept", "name": "settings", "text": text}))
    except WrongMessage:
        return
    assert isinstance(part, KeptPart)
    assert part.text.encode().decode() == text


def test_too_long_part_of_browser_data_is_refused():
    with pytest.raises(WrongMessage):
        read(json.dumps({"t": "kept", "name": "settings", "text": "x" * 601}))
