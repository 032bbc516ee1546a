"""Compiles the catalogues, makes the letters of the page, and packs what a wheel needs.

sounds/ and locales/ become audiogames/_data in it.
"""

import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CustomBuildHook(BuildHookInterface[Any]):
    """What hatchling calls before it makes a wheel or an editable install."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        root = Path(self.root)
        sys.path.insert(0, str(root))
        from tools.compile_catalogues import compile_all  # noqa: PLC0415 - known only from here on
        from tools.packager.files import program_files  # noqa: PLC0415 - the same
        from tools.subset_typeface import write_letters  # noqa: PLC0415 - the same

        compile_all(root / "locales")
        letters = write_letters(root / "audiogames" / "web")
        if version == "editable":
            return  # the program reads them from the checkout, where they cannot go stale
        for path, place in program_files(root):
            build_data["force_include"][str(path)] = place
        for path in letters:
            build_data["force_include"][str(path)] = path.relative_to(root).as_posix()
