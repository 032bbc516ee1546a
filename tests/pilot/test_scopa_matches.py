"""Whole matches of Scopa: a transcript of an online match, and one played by braille only."""

from __future__ import annotations

import re
from collections.abc import Iterable

import pytest

from audiogames.games.scopa import model as m
from tests.kit.online import LANGUAGES, at_table, on
from tests.pilot.test_scopa import at_table as alone
from tests.pilot.test_scopa import play
from tests.transcripts import check_golden, told


@pytest.mark.slow
def test_online_uici_match_in_two_languages_matches_its_transcript() -> None:
    host, guest = at_table("it", "en", game="s")
    begun = {one: len(one.announcements) for one in (host, guest)}
    host.press("b", "b", "alt+o", "right", "escape")
    host.wait(3)
    host.press("enter")
    host.wait(5)
    assert {one.app.session.view.options for one in (host, guest)} == {m.UICI}
    while not host.app.session.over:
        for pilot in (host, guest):
            if pilot.app.session.waiting:
                pilot.press("space")
        on(host, guest)
    host.wait(20)
    assert max(host.app.session.view.score) >= m.UICI.target
    for pilot in (host, guest):
        heard = pilot.announcements[begun[pilot] :]
        check_golden(f"scopa-online.{pilot.lang}", told([*heard[:40], *heard[-50:]]))


CARDS = 18
"""The number of cards that each of two players plays in a deal."""

RANKS = {"it": "A234567FCR", "en": "A234567JNK"}
"""The ranks as the braille line writes them."""


class Fingers:
    """A simulated player who knows the cards on the table from the braille line alone."""

    def __init__(self, lang: str) -> None:
        self.ranks = RANKS[lang]
        self.table: list[str] = []

    def feel(self, lines: Iterable[str]) -> None:
        """Update the known cards on the table from all braille lines since the last own card."""
        own: list[str] = []
        for part in (part for line in lines for part in line.split("  ")):
            if re.fullmatch(r"..", part):  # the card with the focus; the last one is played
                own = [part]
                continue
            if " Ada" in part:
                self.table += own
            if found := re.fullmatch(r"(..)(?: Ada)? = (.+)", part):
                for word in found[2].split():
                    self.table.remove(next(one for one in self.table if one.startswith(word)))
            elif found := re.fullmatch(r"(?:tav|tab) (.+)", part):
                self.table = found[1].split()
            elif found := re.fullmatch(r"(..) Ada", part):
                self.table.append(found[1])
            own = []

    def values(self) -> list[int]:
        """Return the values of the cards on the table, according to the braille lines."""
        return sorted(self.ranks.index(one[0]) + 1 for one in self.table)


@pytest.mark.slow
@pytest.mark.parametrize("lang", LANGUAGES)
def test_cards_on_the_scopa_table_can_be_tracked_by_braille_alone(lang: str) -> None:
    pilot = alone(lang, "deal 7d Fb 3c 1s 2b 4c 7c 5c 3b 6s", 1)
    session = pilot.app.session
    assert session is not None
    pilot.wait(30)
    fingers, felt, turns = Fingers(lang), 0, 0
    while session.view.deal == 1 and session.my_turn:
        fingers.feel(one.braille for one in pilot.announcements[felt:])
        assert fingers.values() == sorted(m.VALUES[card] for card in session.view.table)
        felt, turns = len(pilot.announcements), turns + 1
        play(pilot, str(session.view.hand[0]))
    assert turns == CARDS
