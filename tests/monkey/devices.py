"""Makes random input of keyboards, terminals and clipboards, beyond plain keys.

Each input comes with its meaning. A key of the numeric pad means the key that it duplicates. A
letter of another alphabet means the key at its position. A terminal's device string means nothing,
and a paste means its text.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import Final

from audiogames.app.keys.names import OTHER
from audiogames.shell.keys import LETTER_PLACES, Press, TerminalKeys, window_key
from audiogames.shell.terminal.sequences import Paste

PLACE: Final = 1 << 30
"""SDL's bit for a key that writes no character."""

NUM_LOCK: Final = 0x1000
MODIFIERS: Final = {"": 0, "ctrl": 0x40, "alt": 0x100, "shift": 0x1}
"""The bits of the modifiers in SDL."""

PAD: Final = {
    **{PLACE | 88 + digit: (str(digit), moves) for digit, moves in enumerate(
        ("end", "down", "pagedown", "left", OTHER, "right", "home", "up", "pageup"), 1)},
    PLACE | 98: ("0", "insert"),
    PLACE | 99: ("period", "delete"),
    **{PLACE | code: (sign, sign) for code, sign in (
        (84, "/"), (85, "*"), (86, "-"), (87, "+"), (88, "enter"))},
}  # fmt: skip
"""The numeric pad: what each key is with Num Lock on, and with it off."""

US: Final = "abcdefghijklmnopqrstuvwxyz"
"""The letters of a US keyboard; SDL's scancodes of these keys begin with 4."""

UNNAMED: Final = (PLACE | 72, PLACE | 117, PLACE | 136, PLACE | 176)
"""Keys that the program does not use: Pause, Help, and keys of other countries."""

STRINGS: Final = ("]11;rgb:", "P>|", "_G", "^", "X", "]52;c;")
"""The characters after Esc that begin a device string."""

INSIDE: Final = ("y", "s", "n", "h", "\r", "\n", "ffff", "/", "1", " ", "\t", "è", "к", ";", ",")
"""Parts of device strings and pastes; sent alone, each of them is a key or a command."""

FIRST_REPEAT: Final = 0.5
NEXT_REPEATS: Final = 0.033
"""Seconds after which a terminal repeats a held key first, and between two later repetitions."""


@dataclass
class WindowEvent:
    """A fake of pygame's KEYDOWN event."""

    key: int
    mod: int
    scancode: int = 0


@dataclass(frozen=True)
class Sent:
    """An input of a device: a description, the key that the program read, and the right key."""

    what: str
    got: Press | None
    meant: str

    @property
    def is_right(self) -> bool:
        """Return True if the program read the right key."""
        return self.got is not None and self.got.key == self.meant


def window_keys(rng: Random) -> Sent:
    """Return a random input of a window: numeric pad, another layout, or a key without a name."""
    held = rng.choice(("", "", "", *MODIFIERS))
    prefix = f"{held}+" if held else ""
    kind = rng.choice(("pad", "pad", "layout", "dead", "unnamed"))
    if kind == "pad":
        code, (on, off) = rng.choice(tuple(PAD.items()))
        num_lock = rng.random() < 0.7
        event = WindowEvent(code, MODIFIERS[held] | NUM_LOCK * num_lock)
        meant = on if num_lock else off
    elif kind == "layout":
        letter, meant = rng.choice([one for one in LETTER_PLACES.items() if one[1] in US])
        event = WindowEvent(ord(letter), MODIFIERS[held], 4 + US.index(meant))
    elif kind == "dead":
        meant = rng.choice(US)
        code = PLACE | 4 + US.index(meant)
        event = WindowEvent(rng.choice((0, code)), MODIFIERS[held], code ^ PLACE)
    else:
        meant, event = OTHER, WindowEvent(rng.choice(UNNAMED), MODIFIERS[held])
    return Sent(f"{kind} {event}", window_key(event), prefix + meant)


def terminal_keys(rng: Random) -> Sent:
    """Return a random input of a terminal: numeric pad, or a letter of another alphabet."""
    kind = rng.choice(("application", "kitty", "letter"))
    if kind == "letter":
        letter, meant = rng.choice([one for one in LETTER_PLACES.items() if one[1] in US])
        sent = letter.encode()
    else:
        digit = rng.randrange(10)
        meant = str(digit)
        sent = b"\x1bO%c" % (ord("p") + digit) if kind == "application" else _kitty(digit)
    pressed = [one for one in typed(sent) if isinstance(one, Press)]
    return Sent(f"{kind} {sent!r}", pressed[0] if len(pressed) == 1 else None, meant)


def _kitty(digit: int) -> bytes:
    return f"\x1b[{57399 + digit}u".encode()


def device_string(rng: Random) -> bytes:
    """Return random input that a terminal sends by itself, such as a late answer to a query."""
    end = rng.choice(("\x07", "\x1b\\"))
    return f"\x1b{rng.choice(STRINGS)}{inside(rng)}{end}".encode()


def paste(rng: Random) -> bytes:
    """Return a random paste, marked as terminals mark pastes."""
    return f"\x1b[200~{inside(rng)}\x1b[201~".encode()


def inside(rng: Random) -> str:
    """Return random letters and line ends, to be pasted."""
    return "".join(rng.choices(INSIDE, k=rng.randint(1, 12)))


def typed(sent: bytes) -> list[Press | Paste]:
    """Return the keys and pastes that the program reads from these bytes."""
    keys = TerminalKeys()
    return [*keys.feed(sent, 0.0), *keys.flush(math.inf)]


def times_of_held_key(rng: Random) -> Sequence[float]:
    """Return the times, in seconds, at which a terminal repeats a held key."""
    return (0.0, *_repeats(rng))


def _repeats(rng: Random) -> Iterator[float]:
    for number in range(rng.randint(2, 20)):
        yield FIRST_REPEAT + NEXT_REPEATS * number + rng.uniform(0.0, 0.006)
