"""Compiles the catalogues, makes the letters of the page, and packs what a wheel needs.

sounds/ and locales/ become audiogames/_data in it.  With AUDIOGAMES_COMPILED=1 the modules of
tools/compile_modules.py are compiled into it too.
"""

import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CustomBuildHook(BuildHookInterface[Any]):
    """What hatchling calls before it makes a wheel or an editable install."""

    _work: TemporaryDirectory[str] | None = None

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
        self._compile(root, build_data)

    def dependencies(self) -> list[str]:
        """What a build needs beside the build system's requirements: the compiler, if asked for."""
        sys.path.insert(0, str(self.root))
        from tools import compile_modules  # noqa: PLC0415 - known only from here on

        return list(compile_modules.REQUIREMENTS) if compile_modules.wanted() else []

    def _compile(self, root: Path, build_data: dict[str, Any]) -> None:
        from tools import compile_modules  # noqa: PLC0415 - the same

        if not compile_modules.wanted():
            return
        self._work = TemporaryDirectory(prefix="audiogames-compiled-")
        for path, place in compile_modules.compile_modules(root, Path(self._work.name)):
            build_data["force_include"][str(path)] = place
        build_data["pure_python"] = False
        build_data["infer_tag"] = True

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """What hatchling calls once the wheel is written."""
        if self._work is not None:
            self._work.cleanup()
