"""Functions that connect to a server and open one of the online screens."""

from __future__ import annotations

from tests.kit.internet import Internet
from tests.kit.languages import COMPLETE

OTHER = {lang: "it" if lang != "it" else "en" for lang in COMPLETE}
FAR = 3


def entered(lang, other_lang=None):
    """Return the programs of Marta and Ugo in the card room; Ugo's is in `other_lang`."""
    net = Internet()
    pilot, other = net.player(lang), net.player(other_lang or OTHER[lang])
    pilot.enter("Marta")
    other.enter("Ugo")
    return pilot, other


def room(lang):
    return entered(lang)[0]


def host_of_two(lang, game="t", other_lang=None):
    pilot, other = entered(lang, other_lang)
    other.join(pilot.open(game))
    pilot.wait(FAR)
    return pilot, other


def table(lang):
    return host_of_two(lang)[0]


def guest(lang):
    return host_of_two(OTHER[lang], other_lang=lang)[1]


def on(place, *keys):
    """Return a function that opens a screen, as `place` does, and then presses these keys."""

    def go(lang):
        pilot = place(lang)
        pilot.press(*keys)
        return pilot

    return go


def match(lang):
    pilot, _ = host_of_two(lang, "n")
    pilot.press("b")
    pilot.wait(FAR)
    pilot.press("enter")
    pilot.wait(12)
    return pilot


def lost(lang):
    pilot = match(lang)
    pilot.net.unplug(pilot)
    pilot.wait(12)
    return pilot


def tables(lang):
    """Open the list of public tables, whose only table was opened by another player."""
    pilot, other = entered(lang)
    other.open("n")
    other.press("ctrl+h")
    pilot.wait(FAR)
    pilot.press("home", "down", "enter")
    assert type(pilot.app.screen).__name__ == "TableLines"
    return pilot


PLACES = {
    "the card room": room,
    "the public tables": tables,
    "a table online": table,
    "a table of another": guest,
    "the options of a table": on(table, "alt+o"),
    "a line of chat": on(table, "alt+c"),
    "a person": on(table, "ctrl+w", "end", "enter"),
    "a match online": match,
    "its menu": on(match, "escape"),
    "a match without a line": lost,
}
