"""Coverage-guided fuzzing of the wire format and of the server's core.

    python -m tests.online.fuzz FOLDER [--seconds N]

Run it from the top folder of the project, with `atheris` installed beside msgspec.
Scripts of guests (`tests/online/scripts.py`) are mutated, by lines and by bytes, and run.  A script
that reaches a new branch of `audiogames.net`, `audiogames.table` or `audiogames.core` is saved in
FOLDER/corpus and mutated further.  During each script every byte that the server sends is checked,
and after it two bystanders must be undisturbed (`tests/online/gathering.py`).  A script that finds
a fault is written to FOLDER/findings, one for each place in the program that raised it, and the
fuzzing continues.  `--again FILE` runs one script and prints what it finds.
"""

from __future__ import annotations

import argparse
import hashlib
import sys
import time
import traceback
from pathlib import Path
from random import Random
from typing import Final

try:
    import atheris
except ModuleNotFoundError:
    sys.exit("atheris is missing: pip install atheris")

with atheris.instrument_imports(include=["audiogames.net", "audiogames.table", "audiogames.core"]):
    from tests.online.scripts import REQUESTS, Play, sessions

LARGEST: Final = 8_000
"""The greatest length of a script, in bytes."""

OTHERS: Final = (
    b"c",
    b"x 0",
    b"x 1",
    b"w 5",
    b"w 40",
    b"w 100",
    b"w 700",
    b"r",
    b"q",
    b"j",
    b"s 0",
    b"2",
    b"b 0",
    b"b 1",
    b"g 0",
    b"g 1",
    b"h 0",
    b"k 0",
    b"k 1",
)

ODD: Final = (
    b"-1", b"0", b"1", b"99999999999999999999", b"1e400", b"null", b"true", b'""', b"[]", b"{}",
    b'"\\u202e"', b'"\\ud800"', b'"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"', b"@m1", b"@s",
    b'"@k0"', b'"@k1"',
    b'"net"', b'"@c"', b'"@t1"', b'"Anna"', b'"Bruno"', b'"Vera 0"', b'"wist"', b'"draw"', b"0.5",
)  # fmt: skip


class Findings:
    """Runs scripts of messages to a server, and saves one script for each different fault."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._known: set[str] = set()
        self.scripts = 0
        self.messages = 0
        self.updates = self.redeemed = 0
        self._began = self._told = time.monotonic()

    def try_script(self, script: bytes) -> None:
        """Run a script and save it if it finds a fault."""
        self.scripts += 1
        play = None
        try:
            play = Play.of(script)
            play.do(script)
        except Exception as error:  # noqa: BLE001 - any at all is a finding
            self._found(script, error)
        if play is not None:
            self.messages += play.messages
            self.updates += play.gathering.onlooker.scanned
            self.redeemed += play.redeemed
        if time.monotonic() - self._told >= 60:
            self.tell()

    def tell(self) -> None:
        """Print how many scripts and messages the fuzzing has tried, and what it has found."""
        self._told = time.monotonic()
        passed = self._told - self._began
        print(
            f"{passed:.0f} s, {self.scripts} scripts, {self.messages} messages sent, "
            f"{self.updates} updates scanned, {self.redeemed} tickets redeemed, "
            f"{len(self._known)} findings",
            flush=True,
        )

    def _found(self, script: bytes, error: Exception) -> None:
        place = traceback.extract_tb(error.__traceback__)[-1]
        told = f"{type(error).__name__}: {error}"
        known = f"{place.filename}:{place.lineno} {_shape(told)}"
        if known in self._known:
            return
        self._known.add(known)
        name = hashlib.sha256(known.encode("utf-8", "replace")).hexdigest()[:12]
        (self._folder / name).write_bytes(script)
        (self._folder / f"{name}.txt").write_text(
            "".join(traceback.format_exception(error)), "utf-8", "backslashreplace"
        )
        print(f"Found {name}: {told[:200]!r}", flush=True)


def _shape(text: str) -> str:
    """Return the part of an error text that identifies the fault, to count distinct faults.

    For a fault of the server it is the location in the source code; otherwise it is the
    beginning of the text, with every digit replaced by 0.
    """
    lines = [line.strip() for line in text.splitlines() if line.strip().startswith("File ")]
    return lines[-1] if lines else "".join("0" if one.isdigit() else one for one in text[:60])


def mutated(data: bytes, most: int, seed: int) -> bytes:
    """Return a script with a small change, in its lines or in its bytes."""
    lot = Random(seed)
    if lot.random() < 0.2:
        return bytes(atheris.Mutate(data, most))
    lines = data.split(b"\n")
    for _ in range(lot.choice((1, 1, 2, 4))):
        _change(lines, lot)
    return b"\n".join(lines)[:most]


def _change(lines: list[bytes], lot: Random) -> None:
    at = lot.randrange(len(lines))
    match lot.randrange(6):
        case 0:
            lines.insert(at, b"%d " % lot.randrange(4) + lot.choice(REQUESTS))
        case 1:
            lines.insert(at, lot.choice(OTHERS))
        case 2:
            lines.insert(at, lines[lot.randrange(len(lines))])
        case 3:
            del lines[at : at + lot.choice((1, 1, 4))]
            lines.append(b"w 10")
        case 4:
            lines[at] = _odd_value(lines[at], lot)
        case 5:
            lines[at] = bytes(atheris.Mutate(lines[at], len(lines[at]) + 20)).replace(b"\n", b" ")


def _odd_value(line: bytes, lot: Random) -> bytes:
    """Return the line with another value in one of its fields."""
    before, colon, after = line.partition(b":")
    for _ in range(lot.randrange(4)):
        if b":" not in after:
            break
        part, colon, after = after.partition(b":")
        before += b":" + part
    _, comma, rest = after.partition(b",")
    return before + colon + lot.choice(ODD) + (comma + rest if comma else b"}")


def main() -> None:
    parser = argparse.ArgumentParser(description="Fuzz the server's core.")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--seconds", type=int, default=3600)
    parser.add_argument("--again", type=Path, help="do this one script")
    given = parser.parse_args()
    if given.again is not None:
        script = given.again.read_bytes()
        Play.of(script).do(script)
        return
    corpus, found = given.folder / "corpus", given.folder / "findings"
    for folder in (corpus, found):
        folder.mkdir(parents=True, exist_ok=True)
    for name, script in sessions().items():
        (corpus / name).write_bytes(script)
    findings = Findings(found)
    limits = (f"-max_total_time={given.seconds}", f"-max_len={LARGEST}", "-timeout=300")
    quiet = ("-report_slow_units=300", f"-artifact_prefix={found}/")  # the machine may be busy
    atheris.Setup(
        [sys.argv[0], *limits, *quiet, "-print_final_stats=1", str(corpus)],
        findings.try_script,
        custom_mutator=mutated,
    )
    atheris.Fuzz()


if __name__ == "__main__":
    main()
