"""Compiles the catalogues before the wheel is made: a .mo beside each .po."""

from pathlib import Path
from typing import Any

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CompileCatalogues(BuildHookInterface[Any]):
    """What hatchling calls before it makes a wheel or an editable install."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        for po in Path(self.root).glob("*/locales/*/LC_MESSAGES/*.po"):
            with po.open("rb") as source, po.with_suffix(".mo").open("wb") as target:
                write_mo(target, read_po(source, locale=po.parts[-3]))
