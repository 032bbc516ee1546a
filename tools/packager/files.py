"""Lists the program's data files: sounds, compiled catalogues and rules.

The build hook uses this module, so it needs only the standard library.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Final

DATA: Final = "audiogames/_data"
"""The folder where `audiogames.shell.files` finds them in an installed or packaged program."""


def program_files(root: Path) -> Iterator[tuple[Path, str]]:
    """Yield each data file with its path in the installed program."""
    for top in ("sounds", "locales"):
        for path in sorted((root / top).rglob("*")):
            if path.is_file() and path.suffix != ".po" and not path.name.startswith("."):
                yield path, f"{DATA}/{path.relative_to(root).as_posix()}"
