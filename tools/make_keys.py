"""Writes docs/keys.md, and a page in docs/keys for each of the program's games.

They are made from the table that dispatches keys and from the English catalogue.

Run it from the top folder after changing a key, a command or the words of one: `python -m
tools.make_keys`.

With --check it writes nothing and reports pages that are out of date.
"""

import argparse
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final

from audiogames.app.keys.bindings import (
    AFTER,
    AFTER_LAYER,
    BINDINGS,
    TERMINAL_CANNOT,
    Binding,
    game_bindings,
)
from audiogames.app.keys.keymap import Keymap
from audiogames.app.keys.layout import PRESETS, Preset
from audiogames.app.keys.names import FIXED, FIXED_AT_TABLE, key_words
from audiogames.app.keys.presses import ERASING, LAYER_SECONDS, MOVING
from audiogames.app.settings import BOUNCE
from audiogames.core.cues import msg
from audiogames.core.registry import Spec, game, own_ids
from audiogames.present.catalogue import load
from audiogames.present.localizer import Localizer
from tools.compile_catalogues import compile_all

ROOT: Final = Path(__file__).resolve().parent.parent
PAGE: Final = ROOT / "docs" / "keys.md"
GAME_PAGES: Final = ROOT / "docs" / "keys"

LAYERS: Final[Mapping[str, tuple[str, str]]] = {
    "global": ("Everywhere", "These keys work on every screen."),
    "list": ("Menus and lists", "First letters move too; several in a second spell a prefix."),
    "value": ("Options", "Beside the keys of lists; Enter says what an option is for."),
    "answer": ("Yes or no", "Beside the keys of lists; the letters of all languages answer."),
    "reader": ("The reader of rules", "Beside the keys of lists; one sentence is one item."),
    "lobby": ("A table before the match", "Beside the keys of lists."),
    "results": ("Finished matches", "Beside the keys of lists."),
    "favourites": ("Favourites in Play", "Beside the keys of lists, once there is a favourite."),
    "seats": ("A table online", "Beside the keys of lists, of a server and of people at a table."),
    "tables": ("The public tables", "Beside the keys of lists."),
    "server": ("Online", "These keys work in the room of tables, at a table and in a match."),
    "social": (
        "People at a table online",
        "Before a match and in it; what only the host may do says so to others.",
    ),
    "chatting": ("A line of chat", "Letters are text here; the keys of every screen still work."),
    "lesson": (
        "A lesson",
        "These are added to the keys of every game and to those of the game that is taught.",
    ),
    "game": (
        "Every game",
        "Where a game has the same key, the game's own command comes first.",
    ),
    "replay": (
        "A finished match heard again",
        "Beside the keys of every game that ask something; nobody plays.",
    ),
    "mistakes": (
        "The review of a match",
        "Beside the keys of every game that ask something; they answer as of that moment.",
    ),
    "puzzle": (
        "A puzzle",
        "Beside the keys of every game; a move is judged, and not made.",
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
    "curtain": (
        "The curtain between two people",
        "No other key does anything there but F1, F5, Control and Alt F4.",
    ),
    "typing": ("A line to be typed", "Letters are text here; the keys of every screen still work."),
}
"""Title and first sentence of each layer, in the order of the page."""

COMMAND_INSTEAD_OF_TEXT: Final = "ctrl+c"
"""The key that in a terminal ends the program, so it copies nothing there."""

TERMINAL_LACKS: Final = TERMINAL_CANNOT | {COMMAND_INSTEAD_OF_TEXT}

HEAD: Final = """\
# Keys

This page is written by `tools/make_keys.py` from the table that the program itself obeys.
Do not edit it: change the table, then run the tool.

Each game has keys of its own: {games}.

In the program F1 lists the keys of the screen that you are on, and Enter runs one of them.
F11 switches the key describer on: then a key says what it does and does nothing else.
Bare letters are commands only while a table is played; in menus they look for items.

Many terminals never send some chords.
Where that is so, the line says what to press there instead.
In a terminal Control C ends the program, and the match is kept.
"""

DEVICES: Final = """\
## Numeric pad, held keys and other alphabets

With Num Lock on, each key of the numeric pad does what its twin does: digits, Enter, and the signs.
With Num Lock off its digits move, as what is written below them says, and 5 does nothing.
F11 says so: "Down arrow with num lock off".
While a screen reader uses the numeric pad for itself, nothing of it arrives here.

A key that is held down counts once.
Only these act again while they are held: {moving}; {erasing} do in text fields.
A letter that is held in a text field is written again and again, as everywhere.
A terminal does not tell how long a key is held, so repeats are known there by coming within 40 \
milliseconds; where a terminal sends them slower, as the console of Linux does, each counts.

Where the layout writes no Latin letter on a key, as Russian and Greek ones do, the key counts by \
its place, as on a US keyboard, and F11 says so: "H by its place".
A terminal tells letters and no places: there this holds for Russian, Ukrainian, Belarusian and \
Greek letters.
"""

COMMAND_KEY: Final = """\
## The command key

The command key is the one left of 1, whatever is written on it.
In a terminal it is the backslash or the backquote.
Press it, let it go, and press a letter: it does what Control with that letter does.
The program says "command", and after {seconds} seconds without a key it lets go and says so.
Pressed twice it says "control": that is Control too, where letters wait for the command key.

Where Control with a key does nothing, some keys stand for others after it:

"""

ONE_HAND: Final = """\
## Keys for one hand

An option, beside the option that letters count only after the command key.

- Left hand: {left}.
  The commands of these letters come after the command key: command key, S is what S was.
  In lists these letters look for items after it.
- Right hand: {right}.
  Each only where a game has no command of its own on it.

The option to ignore double presses drops the same key within a time from {least} to {most} \
milliseconds, for those whose fingers press twice; letters in text fields count all the same.
"""

CHANGED: Final = """\
## Changed keys

The last item of the options changes keys: choose where, then what, then press the new key.
Who has the key already is told before it is taken.
So is which screen reader or system may keep it for itself.
These cannot be had: Insert, Caps Lock, the Windows key, Control or Shift alone, \
and Control with Alt.
These stay where they are, and other keys come beside them: {fixed}.
At a table so do {at_table}.
Letters and digits are commands only at tables, since they look for items in lists.

The file of settings keeps changed keys as they are written here, ways apart by a bar:

```
"keys": {"global": {"volume": "f7 | f8 alt+v"}, "game": {"recap": "e v"}}
```

An entry that makes no sense is left out when the program starts, and named.
"""


def pages() -> dict[Path, str]:
    """Return the page of the keys common to all games, and one page for each game."""
    compile_all()
    own = {GAME_PAGES / f"{id_}.md": _game_page(game(id_)) for id_ in own_ids()}
    links = ", ".join(f"[{id_.title()}](keys/{id_}.md)" for id_ in own_ids())
    return {PAGE: "\n".join([HEAD.format(games=links), *_sections()]), **own}


def _sections() -> Iterator[str]:
    missing = sorted({binding.layer for binding in BINDINGS} - set(LAYERS))
    if missing:
        raise SystemExit(f"tools/make_keys.py has no title for the layer {', '.join(missing)}.")
    words = Localizer(load(ROOT / "locales", "en"))
    for layer, (title, first) in LAYERS.items():
        own = [binding for binding in BINDINGS if binding.layer == layer]
        yield _section(title, first, own, words)
        if layer == "global":
            yield _command_key(words)
    yield _devices(words)
    yield _one_hand(words)
    yield _changed(words)


def _command_key(words: Localizer) -> str:
    keymap = Keymap()
    lines = []
    for key, chord in AFTER_LAYER.items():
        found = keymap.find(AFTER + key, ("game",))
        if found is not None and chord in found.keys:
            does = _lower(words.speech(msg(f"do-{found.id}")))
            names = (words.speech(key_words((one,))) for one in (key, chord))
            lines.append(f"- {': '.join(names)}, {does}.\n")
    return COMMAND_KEY.format(seconds=f"{LAYER_SECONDS:g}") + "".join(lines)


def _one_hand(words: Localizer) -> str:
    return ONE_HAND.format(
        left=_pairs(PRESETS["left"], words),
        right=_pairs(PRESETS["right"], words),
        least=BOUNCE.steps[1],
        most=BOUNCE.high,
    )


def _devices(words: Localizer) -> str:
    return DEVICES.format(moving=_names(MOVING, words), erasing=_names(ERASING, words, " and "))


def _changed(words: Localizer) -> str:
    return CHANGED.replace("{fixed}", _names(FIXED, words)).replace(
        "{at_table}", _names(FIXED_AT_TABLE, words)
    )


def _names(keys: Iterable[str], words: Localizer, between: str = ", ") -> str:
    names = (_lower_unless_letter(words.speech(key_words((key,)))) for key in keys)
    return between.join(sorted(names))


def _pairs(preset: Preset, words: Localizer) -> str:
    """Return the keys of a preset in words: "W is up arrow"."""
    pairs = {**preset.instead, **preset.beside}.items()
    names = (
        (words.speech(key_words((one,))), words.speech(key_words((as_,)))) for one, as_ in pairs
    )
    return ", ".join(f"{key} is {_lower_unless_letter(as_)}" for key, as_ in names)


def _lower_unless_letter(text: str) -> str:
    return text if len(text) == 1 else _lower(text)


def _game_page(spec: Spec) -> str:
    words = Localizer(load(ROOT / "locales", "en").first(spec.id))
    title = words.speech(msg(f"game-{spec.id}"))
    first = "These keys stand beside [the keys of every game](../keys.md)."
    return _section(f"Keys: {title}", first, game_bindings(spec), words).removeprefix("#")


def _section(title: str, first: str, bindings: Sequence[Binding], words: Localizer) -> str:
    lines = [_line(binding, words) for binding in bindings]
    return "\n".join([f"## {title}", "", first, "", *lines, ""])


def _line(binding: Binding, words: Localizer) -> str:
    keys = words.speech(key_words(binding.keys))
    line = f"- {keys}: {_lower(words.speech(msg(f'do-{binding.id}')))}."
    absent = [key for key in binding.keys if key in TERMINAL_LACKS]
    return f"{line} {_instead(binding, words)}" if absent else line


def _instead(binding: Binding, words: Localizer) -> str:
    """Return the keys that replace a binding's keys in a terminal."""
    left = [key for key in binding.keys if key not in TERMINAL_LACKS]
    if left:
        return f"In a terminal: {_lower(words.speech(key_words(left)))}."
    instead = Keymap((*BINDINGS, binding)).after_layer(binding, (binding.layer,))
    if instead is not None:
        return f"In a terminal: {_lower(words.speech(key_words((instead,))))}."
    return "In a terminal: F1, then choose it in the list."


def _lower(text: str) -> str:
    """Lower the first letter, for use inside a sentence; names of F-keys are unchanged."""
    return text if text[1:2].isdigit() else text[:1].lower() + text[1:]


def main() -> int:
    """Write the pages; with --check report those that are out of date."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--check", action="store_true", help="only say which are stale")
    given = parser.parse_args()
    made = pages()
    stale = [path for path in made if not _is_fresh(path, made[path])]
    if given.check:
        for path in stale:
            print(f"{path.relative_to(ROOT)} is stale. Run: python -m tools.make_keys")
        return int(bool(stale))
    GAME_PAGES.mkdir(exist_ok=True)
    for path in stale:
        path.write_text(made[path], encoding="utf-8")
        print(f"Wrote {path.relative_to(ROOT)}.")
    return 0


def _is_fresh(path: Path, made: str) -> bool:
    return path.is_file() and path.read_text(encoding="utf-8") == made


if __name__ == "__main__":
    sys.exit(main())
