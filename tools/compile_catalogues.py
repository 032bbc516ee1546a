"""Compiles each message catalogue that has changed: a .mo file beside its .po file.

The build, the tests and `./check` all call `compile_all`, maybe at the same time.  A catalogue is
written to a temporary file and renamed, so that no reader sees a partial one.
"""

import argparse
import os
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LOCALES = ROOT / "locales"

TRANSLATED = "catalogue-translated"
"""The id under which the number of translated messages is stored; `audiogames/present/catalogue.py`
reads it.
"""


def compile_all(locales: Path = LOCALES) -> list[Path]:
    """Compile catalogues whose .mo file is missing or old; return the written files."""
    _remove_orphans(locales)
    stale = [po for po in catalogues(locales) if _is_stale(po)]
    return [_compile(po) for po in stale]


def catalogues(locales: Path = LOCALES) -> list[Path]:
    """Return all catalogues in a stable order."""
    return sorted(locales.glob("*/LC_MESSAGES/*.po"))


def _is_stale(po: Path) -> bool:
    # A .mo has the time of the .po from which it was made, so restoring an older .po counts too.
    mo = po.with_suffix(".mo")
    if not mo.exists() or mo.stat().st_mtime_ns != po.stat().st_mtime_ns:
        return True
    return TRANSLATED.encode() not in mo.read_bytes()  # made by a version that did not count


def _compile(po: Path) -> Path:
    # Babel takes a tenth of a second to import; mostly nothing is stale.
    from babel.messages.mofile import write_mo  # noqa: PLC0415
    from babel.messages.pofile import read_po  # noqa: PLC0415

    made_from = po.stat()
    with po.open("rb") as source:
        catalogue = read_po(source, locale=po.parts[-3])
    ids = {str(one.id) for one in catalogue if one.id and any(_forms(one.string))}
    catalogue.add(TRANSLATED, str(len(ids)))  # shows how much a language still lacks
    number, aside = tempfile.mkstemp(prefix=f".{po.stem}.", suffix=".tmp", dir=po.parent)
    try:
        with os.fdopen(number, "wb") as target:
            write_mo(target, catalogue)
        os.chmod(aside, made_from.st_mode & 0o777)  # noqa: PTH101 - as readable as its source
        os.utime(aside, ns=(made_from.st_atime_ns, made_from.st_mtime_ns))
        return Path(aside).replace(po.with_suffix(".mo"))
    except BaseException:
        Path(aside).unlink(missing_ok=True)
        raise


def _forms(text: object) -> tuple[str, ...]:
    """Return the translations of a message: one, or one for each plural form."""
    return text if isinstance(text, tuple) else (str(text or ""),)


def _remove_orphans(locales: Path) -> None:
    for mo in locales.glob("*/LC_MESSAGES/*.mo"):
        if not mo.with_suffix(".po").exists():
            mo.unlink(missing_ok=True)


if __name__ == "__main__":
    argparse.ArgumentParser(description=__doc__.splitlines()[0]).parse_args()
    for written in compile_all():
        print(f"Compiled {written.relative_to(ROOT)}.")
