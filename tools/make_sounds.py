"""Make every sound of the program, and the list of their meanings.

Run `python tools/make_sounds.py`; it needs numpy and soundfile, which the program itself never
needs. Each module in `tools/sounds/tables` is a folder of sounds and is found automatically.
`PLACE` is the folder's position in the credits, and each row of `SOUNDS` is a sound: its name, its
meaning in words, and a recipe made of `tools/sounds/parts.py`. Each family has one timbre, so that
players recognise the kind of a new sound: wood for menus, reeds for time, bells for turns and
limits, paper for cards, metal for tokens, a knock on the table followed by a voice for calls, harp
for tricks, brass for deals, a pencil for what is written or ticked, mallets for bids and their
outcomes. Most energy is between 200 and 5000 Hz: small loudspeakers and older ears miss the rest.
The noise is seeded by the name, so a new row leaves all other files unchanged.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

# Run as a program, a file can import from its own folder only.
sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

ROOT = Path(__file__).resolve().parent.parent / "sounds"


def main() -> None:
    """Make the sounds; the command line takes no arguments."""
    argparse.ArgumentParser(description=__doc__.splitlines()[0]).parse_args()
    try:
        from tools.sounds import making  # noqa: PLC0415 - help works without the libraries
    except ModuleNotFoundError as error:
        sys.exit(f'{error.name} is missing: pip install -e ".[tools]" installs it.')
    making.make(ROOT)


if __name__ == "__main__":
    main()
