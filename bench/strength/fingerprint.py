"""Hashes the source of a game's rules, to record which rules a result was measured with."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path

from audiogames.core.registry import PACKAGE

LENGTH = 16
"""Characters of the hash that are shown."""


def rules_hash(game: str) -> str:
    """Return a hash of the source of a game's rules and of their imports from the same folder."""
    spec = find_spec(f"{PACKAGE}.{game}")
    assert spec is not None
    assert spec.origin is not None
    folder = Path(spec.origin).parent
    names = sorted(_reached(folder, "rules", set()))
    source = b"".join((folder / f"{name}.py").read_bytes() for name in names)
    return sha256(source).hexdigest()[:LENGTH]


def _reached(folder: Path, name: str, known: set[str]) -> set[str]:
    """Add a module and its direct and indirect imports to `known`, and return `known`."""
    known.add(name)
    for other in _imported(folder, name):
        if other not in known and (folder / f"{other}.py").exists():
            _reached(folder, other, known)
    return known


def _imported(folder: Path, name: str) -> Iterator[str]:
    """Yield the modules that a module imports from its own folder."""
    package = f"{PACKAGE}.{folder.name}"
    for node in ast.walk(ast.parse((folder / f"{name}.py").read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module == package:
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and (node.module or "").startswith(f"{package}."):
            yield str(node.module).rpartition(".")[2]
