"""The contents of a game's booklet: rules, keys, and the announcements of the lesson."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from audiogames.app.booklet.document import Block, embossed, html, markdown_blocks
from audiogames.app.booklet.lesson import lesson_lines
from audiogames.app.keys.bindings import HUSH, game_bindings, game_layer
from audiogames.app.keys.keymap import Keymap
from audiogames.app.keys.names import key_words
from audiogames.app.settings import Settings
from audiogames.core.cues import msg
from audiogames.core.data import rules_file
from audiogames.core.registry import Spec
from audiogames.present.catalogue import load
from audiogames.present.localizer import Called, Localizer


def booklet_text(spec: Spec, locales: Path, settings: Settings, *, is_page: bool) -> str:
    """Return the booklet as HTML, or laid out for a braille embosser."""
    blocks = tuple(booklet(spec, locales, settings))
    return html(blocks[0].text, settings.language, blocks) if is_page else embossed(blocks)


def booklet(spec: Spec, locales: Path, settings: Settings) -> Iterator[Block]:
    """Yield the chapters of a game's booklet: its rules, keys and lesson.

    They are in the language of the settings, with the keys that the player has set.
    """
    localizer = _localizer(spec, locales, settings.language)
    yield Block(localizer.speech(msg(f"game-{spec.id}")), 1)
    rules = rules_file(locales, settings.language, spec.id)
    if rules.is_file():
        yield Block(_heading(localizer, "booklet-rules"), 2)
        found = markdown_blocks(rules.read_text("utf-8"), below=1)
        yield from (one for one in found if one.level != 2)  # the title of the rules was said above
    yield Block(_heading(localizer, "booklet-keys"), 2)
    yield from _keys(spec, settings, localizer)
    if spec.lesson is not None:
        yield Block(_heading(localizer, "booklet-lesson"), 2)
        yield from map(Block, lesson_lines(spec, locales, settings))


def _keys(spec: Spec, settings: Settings, localizer: Localizer) -> Iterator[Block]:
    """Return the keys of the game itself, followed by the keys that all games share."""
    keymap = Keymap()
    keymap.add(game_bindings(spec))
    keymap.arrange(settings.habits)
    for binding in keymap.of((game_layer(spec), "game")):
        if binding.id != HUSH and binding.keys:
            line = msg("key-line", keys=key_words(binding.keys), does=msg(f"do-{binding.id}"))
            yield Block(localizer.speech(line), is_item=True)


def _heading(localizer: Localizer, id_: str) -> str:
    return localizer.speech(msg(id_)).removesuffix(".")


def _localizer(spec: Spec, locales: Path, lang: str) -> Localizer:
    return Localizer(load(locales, lang).first(spec.id), lambda _who: Called(""))
