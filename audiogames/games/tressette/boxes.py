"""The check boxes that a player may tick when playing a card; each asks for a declaration."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True)
class Boxes:
    """The checkboxes ticked with a card, which ask the table to make declarations.

    The leader may tick `palo` (the suit led), `altri` (other suits) and for the partner's suit
    one of two words; a player who follows may tick `pigliata` (the suit that the card may
    capture).
    """

    palo: bool = False
    altri: bool = False
    compagno: str | None = None
    pigliata: bool = False

    @property
    def of_leader(self) -> bool:
        """Whether a check box of the leader of a trick is ticked: `palo`, `altri`, `compagno`."""
        return self.palo or self.altri or self.compagno is not None

    def __str__(self) -> str:
        words = [name for name in ("palo", "altri") if getattr(self, name)]
        words += [f"compagno={self.compagno}"] if self.compagno else []
        return " ".join([*words, "pigliata"] if self.pigliata else words)


NO_BOXES: Final = Boxes()

COMPAGNO: Final = ("faglio", "liscio")
"""The possible declarations of the partner's suit."""

LEADER_BOXES: Final = tuple(
    Boxes(palo, altri, compagno)
    for palo in (False, True)
    for altri in (False, True)
    for compagno in (None, *COMPAGNO)
)[1:]
PIGLIATA: Final = Boxes(pigliata=True)
