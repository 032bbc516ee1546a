"""Reports the faults that random keys found: crashes, silent keys, facts out of order.

The keys are pressed by `walk.py` and `shells.py`. To repeat the keys that led to a finding, call
`press` of `walk.py` with the number of that walk as `only`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Final

from tests.monkey.walk import CRASH, HANGS, ORDER, SILENT, UNPRESSED, WRONG, Finding, Tally

KINDS: Final = (CRASH, HANGS, SILENT, ORDER, WRONG, UNPRESSED)


def told(found: Iterable[Finding]) -> Iterator[str]:
    """Yield a description of each distinct fault, the most frequent first, with its frequency."""
    found = list(found)
    often = Counter((one.kind, one.what) for one in found)
    first = {(one.kind, one.what): one for one in reversed(found)}
    for fault, times in often.most_common():
        yield f"{first[fault]}\n    {times} times"


def table(tallies: dict[str, Tally]) -> Iterator[str]:
    """Yield the lines of a table: keys pressed and faults found, by shell and kind of fault."""
    heads = ("", "places", "keys", "facts", *KINDS)
    rows = [
        (
            name,
            len(tally.keys),
            tally.keys.total(),
            tally.facts,
            *(len(tally.of(kind)) for kind in KINDS),
        )
        for name, tally in tallies.items()
    ]
    sums = tuple(sum(column) for column in list(zip(*rows, strict=True))[1:])
    for row in (heads, *rows, ("all", *sums)):
        yield f"{row[0]:12}" + "".join(
            f"{value!s:>{max(8, len(head) + 2)}}"
            for value, head in zip(row[1:], heads[1:], strict=True)
        )
