"""How long what was said took, as far as an observer can estimate it."""

from __future__ import annotations

from tests.telling.account import BRIEFLY, TOLD_AFTER, Account, length


class Speech:
    """Until when something is being said, and until when something that is no answer."""

    def __init__(self, made: Account) -> None:
        self._made = made
        holds_facts = _facts_are_in(made)
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
                facts, waited = busy, max(waited, busy)
        self._ends[len(made.told)] = busy, facts, waited

    def busy_end(self, number: int) -> float:
        """Until when anything was being said before this announcement."""
        return self._ends[number][0]

    def facts_end(self, number: int) -> float:
        """The same of what is no answer to a key."""
        return self._ends[number][1]

    def waited_for(self, number: int) -> float:
        """Until when bots wait: silence by Ctrl hurries nobody."""
        return self._ends[number][2]


def _facts_are_in(made: Account) -> set[int]:
    """The announcements that tell facts, or tell again what they cut.

    Also where it was of another's draw, which nobody but who wants everything is told.
    """
    first = set(made.places.values())
    draws = {number for number in made.heard if not made.moments[made.moment_of(number)].key}
    again = ((number, made.cut_after(number)) for number in first | draws)
    early = {
        cut
        for number, cut in again
        if cut is not None
        and made.told[cut].at - made.told[number].at < TOLD_AFTER + BRIEFLY
        and (number in first or made.told[cut].text.startswith(made.told[number].text))
    }
    return first | early | made.recaps.keys()
