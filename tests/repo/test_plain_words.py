"""Test that no new text for developers contains a word that readers stumble over.

Only words that a program can find with certainty are banned.  `plain_words.txt` lists how many of
them older files still contain; these numbers may only fall.
"""

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
EXCEPTIONS = Path(__file__).with_name("plain_words.txt")
BANNED = re.compile(r"\b(?:whoever|made anew|where none does|what came of)\b", re.IGNORECASE)
HISTORY = ("docs/decisions/", "docs/lab/")
"""Documents that are kept as they were written."""


def found():
    """Yield each file that contains banned words, with their number."""
    paths = [
        path
        for folder in ("audiogames", "tests", "tools", "bench")
        for path in (ROOT / folder).rglob("*.py")
    ]
    paths += [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")]
    for path in sorted(paths):
        name = path.relative_to(ROOT).as_posix()
        if path.name != Path(__file__).name and not name.startswith(HISTORY):
            count = len(BANNED.findall(path.read_text("utf-8")))
            if count:
                yield name, count


def test_no_file_gains_banned_words():
    lines = EXCEPTIONS.read_text("utf-8").splitlines()
    allowed = {name: int(count) for name, count in (line.rsplit(" ", 1) for line in lines)}
    assert dict(found()) == allowed, "write the new counts down where there are fewer now"
