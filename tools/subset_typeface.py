"""Makes small font files for the page, with only the letters that it needs.

The build hook calls `write_letters`; nothing else needs fontTools.  A browser draws characters that
are left out, such as those of a Greek name, in another font.
"""

from importlib.resources import as_file, files
from pathlib import Path
from typing import Final

WEIGHTS: Final = {"Regular": "letters.woff2", "Bold": "letters-bold.woff2"}
"""The page's file for each weight."""

CHARACTERS: Final = [
    *range(0x20, 0x7F),
    *range(0xA0, 0x180),
    *range(0x2013, 0x2027),  # dashes, typographic quotation marks, ellipsis
]
"""Western European languages and their neighbours, and punctuation."""


def write_letters(folder: Path) -> list[Path]:
    """Write the subsets of the typeface into a folder; return the files."""
    package = files("fontpkg_atkinson_hyperlegible") / "files"
    written = []
    for weight, name in WEIGHTS.items():
        with as_file(package / f"AtkinsonHyperlegible-{weight}.ttf") as source:
            _write_subset(source, folder / name)
        written.append(folder / name)
    return written


def _write_subset(source: Path, target: Path) -> None:
    # Importing fontTools takes a while, and only the build has it.
    from fontTools import subset  # noqa: PLC0415

    options = subset.Options()
    options.flavor = "woff2"
    options.hinting = False  # browsers smooth letters without it, and it is a third of the file
    options.name_IDs = ["*"]  # the OFL requires copyright and licence in the file
    font = subset.load_font(str(source), options)
    chosen = subset.Subsetter(options)
    chosen.populate(unicodes=CHARACTERS)
    chosen.subset(font)
    subset.save_font(font, str(target), options)
