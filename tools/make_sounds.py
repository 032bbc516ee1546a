"""Make every sound of the program, and the list of what each one means.

Run `python tools/make_sounds.py`; it needs numpy and soundfile, which playing never does. Each
module in `tools/sounds/tables` is a folder of sounds and is found automatically. In it `PLACE` says
where the folder stands in the credits, and a sound is a row of `SOUNDS`: its name, its meaning in
words, and a recipe, which is built from `tools/sounds/parts.py`. Each family keeps one voice, so
that a new sound is half known when first heard: wood for menus, reeds for time, bells for turns and
limits, paper for cards, metal for tokens, knuckles on the table and a voice after them for calls,
harp for tricks, brass for deals, a pencil for what is written or ticked, mallets for bids and for
what became of them. Most energy lies between 200 and 5000 Hz: small loudspeakers and older ears
miss the rest. The noise is seeded by the name, so a new row leaves all the other files as they
were.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

# Run as a program, a file can import from its own folder only.
sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

ROOT = Path(__file__).resolve().parent.parent / "sounds"


def main() -> None:
    """Parse the command line, which takes no arguments, and make the sounds."""
    argparse.ArgumentParser(description=__doc__.splitlines()[0]).parse_args()
    try:
        from tools.sounds import making  # noqa: PLC0415 - help works without the libraries
    except ModuleNotFoundError as error:
        sys.exit(f'{error.name} is missing: pip install -e ".[tools]" installs it.')
    making.make(ROOT)


if __name__ == "__main__":
    main()
