"""Writes docs/keys.md from the table that dispatches keys and from the English catalogue.

Run it from the top folder after changing a key, a command or the words of one:
`python -m tools.make_keys`.
With --check it writes nothing and says whether the page is stale.
"""

import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final

from audiogames.app.keymap import BINDINGS, TERMINAL_CANNOT, Binding, game_bindings
from audiogames.app.keynames import key_words
from audiogames.core.cues import msg
from audiogames.core.registry import Spec, game, game_ids
from audiogames.present.catalogue import load
from audiogames.present.localizer import Localizer
from tools.compile_catalogues import compile_all

ROOT: Final = Path(__file__).resolve().parent.parent
PAGE: Final = ROOT / "docs" / "keys.md"

LAYERS: Final[Mapping[str, tuple[str, str]]] = {
    "global": ("Everywhere", "These keys work on every screen."),
    "list": ("Menus and lists", "First letters move too; several in a second spell a prefix."),
    "value": ("Options", "Beside the keys of lists; Enter says what an option is for."),
    "answer": ("Yes or no", "Beside the keys of lists; both languages' letters answer."),
    "reader": ("The reader of rules", "Beside the keys of lists; one sentence is one item."),
    "lobby": ("A table before the match", "Beside the keys of lists."),
    "lesson": ("A lesson", "Beside the keys of every game and of the game that is taught."),
    "game": (
        "Every game",
        "Where a game below has the same key, the game's own command comes first.",
    ),
    "replay": (
        "A finished match heard again",
        "Beside the keys of every game that ask something; nobody plays.",
    ),
    "choice": (
        "A choice list in a match",
        "Beside the keys of lists; a game's own keys go on answering while it is open.",
    ),
    "sheet": (
        "A score sheet",
        "One cell has the focus; the match goes on behind it.",
    ),
    "changing": (
        "Changing keys",
        "Beside the keys of lists; F10, then the last item, leads there.",
    ),
    "typing": ("A line to be typed", "Letters are text here; the keys of every screen still work."),
}
"""Title and first sentence of each layer, in the order of the page."""

COMMAND_INSTEAD_OF_TEXT: Final = "ctrl+c"
"""In a terminal this ends the program, so it copies nothing there."""

TERMINAL_LACKS: Final = TERMINAL_CANNOT | {COMMAND_INSTEAD_OF_TEXT}

HEAD: Final = """\
# Keys

This page is written by `tools/make_keys.py` from the table that the program itself obeys.
Do not edit it: change the table, then run the tool.

In the program F1 lists the keys of the screen that you are on, and Enter runs one of them.
F11 switches the key describer on: then a key says what it does and does nothing else.
Bare letters are commands only while a table is played; in menus they look for items.

Many terminals never send some chords.
Where that is so, the line says what to press there instead.
In a terminal Control C ends the program, and the match is kept.
"""


def page() -> str:
    """The whole page."""
    compile_all()
    return "\n".join([HEAD, *_sections()])


def _sections() -> Iterator[str]:
    missing = sorted({binding.layer for binding in BINDINGS} - set(LAYERS))
    if missing:
        raise SystemExit(f"tools/make_keys.py has no title for the layer {', '.join(missing)}.")
    words = Localizer(load(ROOT / "locales", "en"))
    for layer, (title, first) in LAYERS.items():
        own = [binding for binding in BINDINGS if binding.layer == layer]
        yield _section(title, first, own, words)
    for id_ in game_ids():
        yield _game_section(game(id_))


def _game_section(spec: Spec) -> str:
    words = Localizer(load(ROOT / "locales", "en").first(spec.id))
    title = words.speech(msg(f"game-{spec.id}"))
    return _section(title, "Beside the keys of every game.", game_bindings(spec), words)


def _section(title: str, first: str, bindings: Sequence[Binding], words: Localizer) -> str:
    lines = [_line(binding, words) for binding in bindings]
    return "\n".join([f"## {title}", "", first, "", *lines, ""])


def _line(binding: Binding, words: Localizer) -> str:
    keys = words.speech(key_words(binding.keys))
    line = f"- {keys}: {_lower(words.speech(msg(f'do-{binding.id}')))}."
    absent = [key for key in binding.keys if key in TERMINAL_LACKS]
    return f"{line} {_instead(binding, words)}" if absent else line


def _instead(binding: Binding, words: Localizer) -> str:
    """What a terminal has instead."""
    left = [key for key in binding.keys if key not in TERMINAL_LACKS]
    if left:
        return f"In a terminal: {_lower(words.speech(key_words(left)))}."
    return "In a terminal: F1, then choose it in the list."


def _lower(text: str) -> str:
    """Inside a sentence; the name of an F-key keeps its capital."""
    return text if text[1:2].isdigit() else text[:1].lower() + text[1:]


def main() -> int:
    """Write the page, or with --check say whether it is stale."""
    made = page()
    if "--check" in sys.argv[1:]:
        if PAGE.is_file() and PAGE.read_text(encoding="utf-8") == made:
            return 0
        print("docs/keys.md is stale. Run: python -m tools.make_keys")
        return 1
    PAGE.write_text(made, encoding="utf-8")
    print(f"Wrote {PAGE.relative_to(ROOT)}.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
