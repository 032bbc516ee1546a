"""The solved strategies: the files beside this one, and how they are read.

`tools/invido/pack.py` makes the file.  Its first line tells what it is, as JSON; then comes the
index, compressed JSON, and then the blocks.  A *plan* is one complete strategy of a deal, solved
for one score.  The index tells which plans are played at which score, and in what proportion.

A block holds the decisions of one part of the tree, one byte for each plane but the last, in UNITs;
the last plane has what is missing.  DROPPED stands where the plan never comes by its own moves.
Block 0 is the first trick; then comes one block for each way in which that trick was called and
ended, in the order of the tree.

A file may go on from a `base`, which it names by its hash: then the base's plans have the first
numbers, and its equities hold.
"""

from __future__ import annotations

import json
import lzma
import zlib
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

from audiogames.core.cues import Msg, msg
from audiogames.games.invido.bots import public_tree as t
from audiogames.games.invido.rules import InvidoRules

FILE: Final = Path(__file__).with_name("strong.bin")
CERTIFICATE: Final = FILE.with_name("certificate.json")
PUNISHING: Final = {kind: FILE.with_name(f"merciless-{kind}.bin") for kind in ("timid", "bold")}
"""What punishes weak players, by their kind; each file goes on from the one before it."""
PUNISHING_CERTIFICATE: Final = FILE.with_name("merciless.json")

UNIT: Final = 240
"""What the planes of a decision add up to: it has many divisors."""

DROPPED: Final = 255

KEPT: Final = 1 << 26
"""Bytes of unpacked blocks that are kept."""

FILTERS: Final = [
    {"id": lzma.FILTER_LZMA2, "preset": 6, "dict_size": 1 << 20, "lc": 0, "lp": 0, "pb": 0}
]
"""How blocks are compressed."""

Cell = tuple[int, int]
"""What the leader of the first trick and the dealer still need."""


class StrategyRefused(Exception):
    """The file cannot be used; the message says why."""

    def __init__(self, message: Msg) -> None:
        super().__init__(message.id)
        self.message = message


@dataclass(frozen=True)
class PlaneAddress:
    """Where a decision stands in a block: its first byte, and how far apart its planes are."""

    block: int
    at: int
    stride: int
    planes: int


@dataclass(frozen=True)
class DealPlan:
    """One strategy in the file: the score it was solved for, and its blocks' places and sizes.

    Where there is a `parent`, an earlier plan without one, blocks tell how they differ from its.
    """

    cell: Cell
    parent: int | None
    blocks: tuple[tuple[int, int], ...]


class Strategy:
    """An open file.  Blocks are read when they are asked for, and kept."""

    def __init__(self, content: bytes, base: Strategy | None = None) -> None:
        index, self._body = _index(content)
        self.sha256 = sha256(content).hexdigest()
        self.base = base
        if index.get("base") != (base and base.sha256):
            raise StrategyRefused(msg("strategy-other"))
        own = tuple(
            DealPlan((mover, dealer), parent, tuple((at, size) for at, size in blocks))
            for (mover, dealer), parent, blocks in index["plans"]
        )
        self.plans: tuple[DealPlan, ...] = (*base.plans, *own) if base else own
        self._mixtures = {
            (mover, dealer): tuple((plan, share) for plan, share in mixture)
            for mover, dealer, mixture in index["cells"]
        }
        told = {(mover, dealer): chance for mover, dealer, chance in index["equity"]}
        self.equity: dict[Cell, float] = base.equity if base else told
        self._kept: dict[tuple[int, int], bytes] = {}
        self._size = 0

    def mixture(self, cell: Cell) -> tuple[tuple[int, int], ...]:
        """The plans for a score, each with its share; a place too far is taken for the last."""
        return self._mixtures[cell]

    def block(self, plan: int, number: int) -> bytes:
        """One block of a plan."""
        if self.base and plan < len(self.base.plans):
            return self.base.block(plan, number)
        found = self._kept.get((plan, number))
        if found is None:
            found = self._unpacked(plan, number)
            self._keep(plan, number, found)
        return found

    def _keep(self, plan: int, number: int, block: bytes) -> None:
        """Keep a block; the oldest ones go where all together are too large."""
        self._kept[plan, number] = block
        self._size += len(block)
        while self._size > KEPT:
            self._size -= len(self._kept.pop(next(iter(self._kept))))

    def _unpacked(self, plan: int, number: int) -> bytes:
        at, size = self.plans[plan].blocks[number]
        packed = self._body[at : at + size]
        try:
            block = lzma.decompress(packed, format=lzma.FORMAT_RAW, filters=FILTERS)
        except lzma.LZMAError as error:
            raise StrategyRefused(msg("strategy-damaged")) from error
        parent = self.plans[plan].parent
        return block if parent is None else differing(block, self.block(parent, number))

    def chances(self, plan: int, place: PlaneAddress) -> list[int] | None:
        """The planes of a decision in UNITs; None where it was dropped."""
        block = self.block(plan, place.block)
        end = place.at + (place.planes - 1) * place.stride
        told = list(block[place.at : end : place.stride])
        if told[0] == DROPPED:
            return None
        return [*told, UNIT - sum(told)]


def differing(block: bytes, parent: bytes) -> bytes:
    """A block from how it differs from its parent's, or the other way round."""
    both = int.from_bytes(block, "little") ^ int.from_bytes(parent, "little")
    return both.to_bytes(len(block), "little")


def head() -> dict[str, object]:
    """What the first line of a file for these rules says, but for the sizes."""
    return {"game": "invido", "rules": InvidoRules.version, "unit": UNIT}


def _index(content: bytes) -> tuple[dict[str, Any], memoryview]:
    """The index of a file, and its blocks."""
    first, _, rest = content.partition(b"\n")
    try:
        line = json.loads(first)
        rules, size, length = line["rules"], line["size"], line["index"]
    except (ValueError, KeyError, TypeError) as error:
        raise StrategyRefused(msg("strategy-foreign")) from error
    if rules != InvidoRules.version:
        raise StrategyRefused(msg("strategy-version", solved=rules, played=InvidoRules.version))
    if len(rest) != size:
        raise StrategyRefused(msg("strategy-damaged"))
    try:
        return json.loads(zlib.decompress(rest[:length])), memoryview(rest)[length:]
    except (zlib.error, ValueError) as error:
        raise StrategyRefused(msg("strategy-damaged")) from error


def packed(index: dict[str, Any], blocks: bytes) -> bytes:
    """The bytes of a file."""
    tight = zlib.compress(json.dumps(index, separators=(",", ":")).encode(), 9)
    line = {**head(), "size": len(tight) + len(blocks), "index": len(tight)}
    return json.dumps(line).encode() + b"\n" + tight + blocks


def read(file: Path, certificate: Path | None = None, base: Strategy | None = None) -> Strategy:
    """The strategy of a file, which is the one that the certificate speaks of."""
    try:
        content = file.read_bytes()
        told = json.loads(certificate.read_text(encoding="utf-8")) if certificate else None
    except (OSError, ValueError) as error:
        raise StrategyRefused(msg("strategy-unreadable")) from error
    if told is not None and told["sha256"] != sha256(content).hexdigest():
        raise StrategyRefused(msg("strategy-other"))
    return Strategy(content, base)


@cache
def shipped() -> Strategy:
    """The strategy that comes with the game."""
    return read(FILE, CERTIFICATE)


@cache
def punishing() -> dict[str, Strategy]:
    """The strategies that lean towards what beats weak players, by the kind that each punishes.

    The certificate names the last file, and that one those before it.
    """
    found, before = {}, shipped()
    for kind, file in PUNISHING.items():
        last = kind == [*PUNISHING][-1]
        before = found[kind] = read(file, PUNISHING_CERTIFICATE if last else None, before)
    return found


@cache
def blocks() -> tuple[t.PublicTurn, ...]:
    """The first turn of each block, from block 1 on."""
    return tuple(turn for turn in t.build(kept=True).turns if turn.cards == t.TRICK)


@cache
def openings() -> tuple[tuple[int, int], ...]:
    """What of the tree is in block 0: from where to where, in order."""
    spans, at = [], 0
    for turn in blocks():
        if turn.plays[0] > at:
            spans.append((at, turn.plays[0]))
        at = turn.end
    return tuple(spans)


@cache
def numbers() -> dict[int, int]:
    """The number of the block that begins at this place of the tree."""
    return {turn.plays[0]: number for number, turn in enumerate(blocks(), 1)}


@cache
def shifts() -> dict[int, int]:
    """For each turn of the first trick, by its place: what block 0 leaves out before it."""
    out, skipped = {}, 0
    for turn in t.build(kept=True).turns:
        if turn.cards == t.TRICK:
            skipped += turn.end - turn.plays[0]
        elif turn.cards < t.TRICK:
            out[turn.plays[0]] = skipped
    return out
