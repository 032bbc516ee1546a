"""Estimates when the speech of announcements ends, from their texts and times."""

from __future__ import annotations

from audiogames.present.composing import BETWEEN
from audiogames.present.history import GAME
from tests.telling.account import BRIEFLY, DELIVERED_AFTER, Account, length
from tests.telling.watch import history_of


class Speech:
    """Estimates when speech ends: all speech, or all speech except answers to keys."""

    def __init__(self, made: Account) -> None:
        self._made = made
        holds_facts, written = _facts_are_in(made), _only_written(made)
        self._ends: dict[int, tuple[float, float, float]] = {}
        hushes = [number for number, moment in enumerate(made.moments) if moment.hushed]
        busy = facts = waited = 0.0
        for number, one in enumerate(made.told):
            while hushes and number >= made.watch.first and hushes[0] < made.moment_of(number):
                hushes.pop(0)
                busy = facts = 0.0
            self._ends[number] = busy, facts, waited
            start = one.at if one.interrupt else max(one.at, busy)
            busy = start + length(made, made.recaps.get(number, one.text))
            if number in holds_facts or not one.interrupt:
                facts = max(busy, start + length(made, written.get(number, "")))
                waited = max(waited, facts)
        self._ends[len(made.told)] = busy, facts, waited

    def busy_end(self, number: int) -> float:
        """Return when all speech before this announcement ends."""
        return self._ends[number][0]

    def facts_end(self, number: int) -> float:
        """Return when all speech before this announcement ends, not counting answers to keys."""
        return self._ends[number][1]

    def waited_for(self, number: int) -> float:
        """Return until when bots wait for earlier speech to end, even if it is silenced.

        Only the speech before the announcement with this number counts.
        """
        return self._ends[number][2]


def _facts_are_in(made: Account) -> set[int]:
    """Return the numbers of announcements that contain facts or repeat interrupted facts.

    Announcements of another player's draw are included; they occur only at full verbosity.
    """
    first = set(made.places.values())
    draws = {number for number in made.heard if not made.moments[made.moment_of(number)].key}
    again = ((number, made.cut_after(number)) for number in first | draws)
    early = {
        cut
        for number, cut in again
        if cut is not None
        and made.told[cut].at - made.told[number].at < DELIVERED_AFTER + BRIEFLY
        and (number in first or made.told[cut].text.startswith(made.told[number].text))
    }
    return first | early | made.recaps.keys()


def _only_written(made: Account) -> dict[int, str]:
    """Return the facts that an announcement only brailled, by the announcement's number.

    Such an announcement speaks only the answer to a key, and its braille begins with the facts.
    They are taken from the history, as reading them takes as long as hearing them.
    """
    first = {made.places[entry] for entry in made.unspoken}
    return {number: _written_in(made, number) for number in first if made.told[number].spoken}


def _written_in(made: Account, number: int) -> str:
    """Return the texts of the history entries at the start of an announcement's braille."""
    rest, words = made.told[number].braille, []
    for entry in history_of(made.watch, made.seat, GAME):
        if entry.braille and rest.startswith(entry.braille + BETWEEN):
            rest = rest.removeprefix(entry.braille + BETWEEN)
            words.append(entry.text)
    return " ".join(words)
