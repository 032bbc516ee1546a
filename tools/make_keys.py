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
    "list": (
        "Menus and lists",
        "A letter moves to the next item with this initial; letters within a second form a prefix.",
    ),
    "value": ("Options", "The keys of lists work here too; Enter says what an option is for."),
    "answer": (
        "Yes or no",
        "The keys of lists work here too; the letters of all languages answer.",
    ),
    "reader": ("The reader of rules", "The keys of lists work here too; one sentence is one item."),
    "lobby": ("A table before the match", "The keys of lists work here too."),
    "results": ("Finished matches", "The keys of lists work here too."),
    "favourites": (
        "Favourites in Play",
        "These keys are added to those of lists if there is a favourite.",
    ),
    "seats": (
        "A table online",
        "The keys of lists, of a server and of people at a table work here too.",
    ),
    "tables": ("The public tables", "The keys of lists work here too."),
    "server": ("Online", "These keys work in the room of tables, at a table and in a match."),
    "social": (
        "People at a table online",
        "Before and during a match; keys that only the host may use say so to others.",
    ),
    "chatting": ("A line of chat", "Letters are text here; the keys of every screen still work."),
    "lesson": (
        "A lesson",
        "The keys of every game and those of the taught game work here too.",
    ),
    "game": (
        "Every game",
        "If a game has its own command for one of these keys, that command has priority.",
    ),
    "replay": (
        "The replay of a finished match",
        "The query keys of every game work here too; no move can be made.",
    ),
    "mistakes": (
        "The review of a match",
        "The query keys of every game work here too; they answer for the moment shown.",
    ),
    "puzzle": (
        "A puzzle",
        "The keys of every game work here too; a move is judged, not made.",
    ),
    "choice": (
        "A choice list in a match",
        "The keys of lists work here too; a game's own keys still answer while the list is open.",
    ),
    "sheet": (
        "A score sheet",
        "One cell has the focus; the match continues meanwhile.",
    ),
    "changing": (
        "Changing keys",
        "The keys of lists work here too; to open it, press F10 and choose the last item.",
    ),
    "curtain": (
        "The curtain between two people",
        "Apart from these only F1, F5, Control and Alt F4 have an effect there.",
    ),
    "typing": ("A line to be typed", "Letters are text here; the keys of every screen still work."),
}
"""Title and first sentence of each layer, in the order of the page."""

COMMAND_INSTEAD_OF_TEXT: Final = "ctrl+c"
"""The key that in a terminal ends the program, so it copies nothing there."""

TERMINAL_LACKS: Final = TERMINAL_CANNOT | {COMMAND_INSTEAD_OF_TEXT}

HEAD: Final = """\
# Keys

This page is written by `tools/make_keys.py` from the table of keys that the program itself uses.
Do not edit it: change the table, then run the tool.

Each game also has its own keys: {games}.

In the program F1 lists the keys of the screen that you are on, and Enter runs one of them.
F11 switches the key describer on: then each key only says what it does.
Letters alone are commands only at a table during a match; in menus they search for items.

Many terminals cannot send some key combinations.
For these, the line names the keys to press in a terminal instead.
In a terminal Control C ends the program; the match is saved.
"""

DEVICES: Final = """\
## Numeric pad, held keys and other alphabets

With Num Lock on, the digits, Enter and signs of the numeric pad do the same as those of the \
main keyboard.
With Num Lock off the digits are the arrows and other keys printed below them, and 5 does nothing.
F11 says so: "Down arrow with num lock off".
While a screen reader uses the numeric pad itself, the program does not receive its keys.

A key that is held down counts once.
Only these keys repeat while they are held: {moving}; in text fields also {erasing}.
A letter that is held in a text field is repeated as usual.
A terminal does not report how long a key is held. There a key counts as repeated if it comes \
again \
within 40 milliseconds. If a terminal repeats keys more slowly, as the Linux console does, each \
repeat counts.

If the keyboard layout has no Latin letters, as in Russian or Greek, each key counts as the letter \
at its place on a US keyboard, and F11 says so: "H by its place".
A terminal reports letters, not keys. There this works for Russian, Ukrainian, Belarusian and \
Greek letters.
"""

COMMAND_KEY: Final = """\
## The command key

The command key is the key left of 1, whatever is printed on it.
In a terminal it is the backslash or the backquote.
Press it, release it, and press a letter: this does the same as Control with that letter.
The program says "command"; after {seconds} seconds without a key it cancels the command key and \
says so.
Press it twice and the program says "control": this means Control even if letters need the \
command key.

Some keys do nothing with Control. After the command key they replace other keys:

"""

ONE_HAND: Final = """\
## Keys for one hand

This is an option, like the option that letters count only after the command key.

- Left hand: {left}.
  The usual commands of these letters need the command key first: press it, then S, for what \
S usually does.
  In lists, too, these letters search for items only after the command key.
- Right hand: {right}.
  A game's own command for one of these keys has priority.

The option to ignore double presses is for people whose fingers press twice. It ignores the same \
key \
within a time from {least} to {most} milliseconds, except for letters in text fields.
"""

CHANGED: Final = """\
## Changed keys

The last item of the options changes keys: choose the kind of screen, then the command, then \
press the new key.
Before the change, the program names the command that already has the key.
It also names the screen readers and systems that may use the key themselves.
These keys cannot be used: Insert, Caps Lock, the Windows key, Control or Shift alone, \
and Control with Alt.
These keep their commands, and you can add other keys for the same command: {fixed}.
At a table the same applies to {at_table}.
Letters and digits are commands only at tables, since they search for items in lists.

The settings file stores changed keys in this form, with a bar between alternatives:

```
"keys": {"global": {"volume": "f7 | f8 alt+v"}, "game": {"recap": "e v"}}
```

When the program starts, it ignores an invalid entry and names it.
"""


def pages() -> dict[Path, str]:
    """Return the text of each page by path: the keys of all games, and a page for each game."""
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
            lines.append(f"- {' replaces '.join(names)}: {does}.\n")
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
    """Return a preset's replaced keys in words, such as "W is up arrow"."""
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
    first = "The game has these keys as well as [the keys of every game](../keys.md)."
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
    """Return a sentence that says which keys of a terminal have the effect of this binding."""
    left = [key for key in binding.keys if key not in TERMINAL_LACKS]
    if left:
        return f"In a terminal: {_lower(words.speech(key_words(left)))}."
    instead = Keymap((*BINDINGS, binding)).after_layer(binding, (binding.layer,))
    if instead is not None:
        return f"In a terminal: {_lower(words.speech(key_words((instead,))))}."
    return "In a terminal: F1, then choose it in the list."


def _lower(text: str) -> str:
    """Return the text with a lower-case first letter; names such as F1 are unchanged."""
    return text if text[1:2].isdigit() else text[:1].lower() + text[1:]


def main() -> int:
    """Write the pages or, with --check, report those that are out of date."""
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
