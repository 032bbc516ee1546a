"""The solved strategies of Invido: the format of the files here, and their reader.

`tools/invido/pack.py` makes the file.  Its first line describes it, as JSON; the index
follows, as compressed JSON, and then the blocks.  A *plan* is one complete strategy of a
deal, solved for one score.  The index lists which plans are played at which score, and in
what proportion.

A *plane* has the probabilities of one action at a decision: one byte for each hand and each
sequence of cards played before (a *lane*, see `public_tree`).  A probability is stored as a
multiple of 1 / UNIT.  A *block* is a compressed part of a plan: the planes of all decisions
in one part of the game tree.  The last plane of each decision is not stored: it is UNIT
minus the sum of the others.  The byte DROPPED marks decisions that the plan's own moves
never reach.  Block 0 is the first trick; then there is one block for each combination of
the calls in that trick with its outcome, in tree order.

A file may extend another one, its `base`, which it names by its hash: its plans are
numbered after those of the base, and the base's equities apply.  An equity is the chance to
win the match from a score (a *cell*), for the player who leads next.
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
"""The strategies that punish weak players, by their kind; each file extends the one before it."""
PUNISHING_CERTIFICATE: Final = FILE.with_name("merciless.json")

UNIT: Final = 240
"""The sum of the planes of a decision: it has many divisors."""

DROPPED: Final = 255

KEPT: Final = 1 << 26
"""The most bytes of unpacked blocks to keep."""

FILTERS: Final = [
    {"id": lzma.FILTER_LZMA2, "preset": 6, "dict_size": 1 << 20, "lc": 0, "lp": 0, "pb": 0}
]
"""How blocks are compressed."""

Cell = tuple[int, int]
"""The points that the leader of the first trick and the dealer still need."""


class StrategyRefused(Exception):
    """Raised if a strategy file cannot be used; the message says why."""

    def __init__(self, message: Msg) -> None:
        super().__init__(message.id)
        self.message = message


@dataclass(frozen=True)
class PlaneAddress:
    """Where a strategy file stores a decision's probabilities for one hand and one card sequence.

    `block` is the number of a compressed block, `at` the index of the first action's byte in
    this block, and `stride` the distance in bytes from one action to the next.
    """

    block: int
    at: int
    stride: int
    planes: int


@dataclass(frozen=True)
class DealPlan:
    """One complete strategy of a deal: the score it was solved for, and where it is stored.

    `blocks` has the offset and size of each compressed block in the file.  If `parent` is not
    None, it is the number of an earlier plan, and the blocks are stored as differences from
    that plan's blocks.
    """

    cell: Cell
    parent: int | None
    blocks: tuple[tuple[int, int], ...]


class Strategy:
    """An open strategy file.  Its compressed blocks are read on demand, and cached."""

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
        equity = {(mover, dealer): chance for mover, dealer, chance in index["equity"]}
        self.equity: dict[Cell, float] = base.equity if base else equity
        self._kept: dict[tuple[int, int], bytes] = {}
        self._size = 0

    def mixture(self, cell: Cell) -> tuple[tuple[int, int], ...]:
        """Return the numbers of the plans that are mixed at this score, each with its share.

        A plan is one complete strategy of a deal.
        """
        return self._mixtures[cell]

    def block(self, plan: int, number: int) -> bytes:
        """Return a block, unpacked: the probabilities of a plan in one part of the game tree.

        A plan is one complete strategy of a deal.
        """
        if self.base and plan < len(self.base.plans):
            return self.base.block(plan, number)
        found = self._kept.get((plan, number))
        if found is None:
            found = self._unpacked(plan, number)
            self._keep(plan, number, found)
        return found

    def _keep(self, plan: int, number: int, block: bytes) -> None:
        """Cache a block, and drop the oldest blocks when the cache is too large."""
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
        """Return the probabilities of the actions at a decision, as integers that add up to UNIT.

        `plan` is the number of a strategy in the file, `place` the address of the decision.  The
        result is None if the plan never reaches the decision.
        """
        block = self.block(plan, place.block)
        end = place.at + (place.planes - 1) * place.stride
        planes = list(block[place.at : end : place.stride])
        if planes[0] == DROPPED:
            return None
        return [*planes, UNIT - sum(planes)]


def differing(block: bytes, parent: bytes) -> bytes:
    """Return the XOR of a plan's block and the same block of the plan it is derived from.

    The same operation restores the block, so that it is used both to pack and to unpack.
    """
    both = int.from_bytes(block, "little") ^ int.from_bytes(parent, "little")
    return both.to_bytes(len(block), "little")


def head() -> dict[str, object]:
    """Return the fields that a strategy file's first line must have for the current rules."""
    return {"game": "invido", "rules": InvidoRules.version, "unit": UNIT}


def _index(content: bytes) -> tuple[dict[str, Any], memoryview]:
    """Return the index of a strategy file, and its compressed blocks.

    The index lists the strategies in the file, and the strategies to be played at each score.
    """
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
    """Return the content of a strategy file with this index and these blocks."""
    tight = zlib.compress(json.dumps(index, separators=(",", ":")).encode(), 9)
    line = {**head(), "size": len(tight) + len(blocks), "index": len(tight)}
    return json.dumps(line).encode() + b"\n" + tight + blocks


def read(file: Path, certificate: Path | None = None, base: Strategy | None = None) -> Strategy:
    """Read a strategy file; if a certificate is given, check that it is for this file.

    A certificate states how much an opponent can win against the strategy at most, and has the
    hash of the strategy's file.
    """
    try:
        content = file.read_bytes()
        claimed = json.loads(certificate.read_text(encoding="utf-8")) if certificate else None
    except (OSError, ValueError) as error:
        raise StrategyRefused(msg("strategy-unreadable")) from error
    if claimed is not None and claimed["sha256"] != sha256(content).hexdigest():
        raise StrategyRefused(msg("strategy-other"))
    return Strategy(content, base)


@cache
def shipped() -> Strategy:
    """Return the strategy shipped with the game."""
    return read(FILE, CERTIFICATE)


@cache
def punishing() -> dict[str, Strategy]:
    """Return the strategies that punish weak players, by the kind of player: timid or bold.

    Their certificate states the most that an opponent can win against them, and contains the
    hash of the last file.  Each file extends another one (its base) and contains the base's hash.
    """
    found, before = {}, shipped()
    for kind, file in PUNISHING.items():
        last = kind == [*PUNISHING][-1]
        before = found[kind] = read(file, PUNISHING_CERTIFICATE if last else None, before)
    return found


@cache
def blocks() -> tuple[t.PublicTurn, ...]:
    """Return the first turn of each compressed block of a file, in tree order.

    Block 0, which has the first trick, is left out.
    """
    return tuple(turn for turn in t.build(kept=True).turns if turn.cards == t.TRICK)


@cache
def openings() -> tuple[tuple[int, int], ...]:
    """Return where the numbers of the first trick are in the array of a whole strategy.

    The result is a sequence of ranges, in the order of the game tree.  In a strategy file these
    ranges together are block 0.
    """
    spans, at = [], 0
    for turn in blocks():
        if turn.plays[0] > at:
            spans.append((at, turn.plays[0]))
        at = turn.end
    return tuple(spans)


@cache
def numbers() -> dict[int, int]:
    """Map the first array index of each block to the block's number.

    A block is a separately compressed part of a strategy file.  The index is the place of the
    block's first number in the array of the whole strategy.
    """
    return {turn.plays[0]: number for number, turn in enumerate(blocks(), 1)}


@cache
def shifts() -> dict[int, int]:
    """Return by how many bytes each turn of the first trick is shifted in block 0.

    Block 0 is the part of a strategy file that has only the turns of the first trick.  In the
    array of the whole strategy, later turns are between them.  The key is the position in that
    array at which the turn begins; key minus shift is its position in block 0.
    """
    out, skipped = {}, 0
    for turn in t.build(kept=True).turns:
        if turn.cards == t.TRICK:
            skipped += turn.end - turn.plays[0]
        elif turn.cards < t.TRICK:
            out[turn.plays[0]] = skipped
    return out
