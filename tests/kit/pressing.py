"""Helpers that press keys on a pilot and return what the program answers."""

from __future__ import annotations

from audiogames.app.keys.bindings import HUSH
from audiogames.present.outputs import Announcement


def screen(pilot):
    """Return the class name of the current screen."""
    return type(pilot.app.screen).__name__


def bound(pilot):
    """Return the key bindings of the current screen, as its key list shows them."""
    return pilot.app.screen._bindings


def pressed(pilot, *keys):
    """Press keys and return the text of the last announcement."""
    pilot.press(*keys)
    return pilot.look()[-1].text


def answers(pilot, key, **how):
    """Press a key; return True if the program spoke, silenced the voice, or quit."""
    pilot.now += 0.1
    before, hushed = len(pilot.announcements), pilot.hushed
    found = pilot.app.keymap.find(key, pilot.app.screen.layers)
    hushes = found is not None and found.id == HUSH
    pilot.perform(pilot.app.handle(key, pilot.now, **how))
    is_hushed = hushes and pilot.hushed > hushed
    return len(pilot.announcements) > before or is_hushed or pilot.quit is not None


def click(pilot, target):
    pilot.now += pilot.apart
    pilot.perform(pilot.app.click(target, pilot.now))
    return pilot.heard()


def spoken(outputs):
    return [one.text for one in outputs if isinstance(one, Announcement)]


def edge(pilot):
    return pilot.sounds[-1].sound == "menu-edge"


def lines(pilot):
    """Return the texts of all items of the open list."""
    return [pilot.app.text(item.label) for item in pilot.app.screen.items()]


def typed(pilot, *texts):
    """Type into the open text field, and return what was announced while typing."""
    for text in texts:
        pilot.now += 0.1
        pilot.perform(pilot.app.type_text(text, pilot.now))
    return pilot.heard()


def in_(lang, italian, english):
    """Return the Italian or the English sentence, according to the language."""
    return {"it": italian, "en": english}[lang]
