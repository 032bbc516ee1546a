"""Checks that a listener heard the events of a match in the order of its log.

Each move of the log that is announced makes one fact: the first sentence that its game says of it.
The longest run of facts announced in the order of the log is found.  Every other fact was
announced at a wrong position (`Disorder`) or, if later facts were announced, not at all.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from audiogames.core.contract import View
from audiogames.core.cues import Say
from audiogames.core.events import Event
from audiogames.core.log import Log
from audiogames.core.registry import Spec, game
from audiogames.present.localizer import Localizer
from audiogames.present.outputs import Announcement
from audiogames.table.clock import TABLE_EVENTS
from audiogames.table.protocol import Listener
from audiogames.table.replay import replay_steps

AROUND: Final = 120
"""Characters that a finding shows before and after a fact."""

QUOTED: Final = "quote"
"""The message of an announcement that only repeats a part of the history."""

BETWEEN: Final = "\n"
"""A separator between announcements, so that no sentence is found across two of them."""


@dataclass(frozen=True)
class Fact:
    """The announcement that a move requires: one of these sentences or braille texts."""

    entry: int
    """The number of the entry in the log."""
    sentences: tuple[str, ...]
    braille: tuple[str, ...]

    @property
    def words(self) -> str:
        """Return the first of the accepted wordings of this fact."""
        return self.sentences[0]


@dataclass(frozen=True)
class Disorder:
    """A fact that was announced too early, too late, or not at all although later facts were."""

    fact: Fact
    around: str = ""
    """The text of the announcement with those before and after it; empty if there was none."""

    def __str__(self) -> str:
        if not self.around:
            return f"entry {self.fact.entry}, “{self.fact.words}”, was never told"
        return f"entry {self.fact.entry}, “{self.fact.words}”, was told so: “{self.around}”"


def facts(
    log: Log, listener: Listener, localizers: Sequence[Localizer], since: int = 0
) -> list[Fact]:
    """Return the facts of all announced moves after entry `since`, in the order of the log.

    `localizers` has one for each language and verbosity that the player may have used since
    then.  Raises `LogError`.
    """
    spec = game(log.header.game)
    found: list[Fact] = []
    for told in replay_steps(log, listener):
        for made in told.made:
            heard = [event for event in made.events if event.heard_by(listener)]
            cue = _first_said(spec, heard, told.update.view)
            if cue is not None and made.entry.seq > since:
                found.append(_fact(made.entry.seq, cue, localizers))
    return found


def _first_said(spec: Spec, events: Iterable[Event], view: View) -> Say | None:
    """Return the first sentence about these events that every verbosity announces, or None."""
    for event in events:
        if isinstance(event, TABLE_EVENTS):
            continue
        for cue in spec.describe(event, view):
            if isinstance(cue, Say) and not cue.full and cue.lesson is None:
                return cue
    return None


def _fact(entry: int, cue: Say, localizers: Sequence[Localizer]) -> Fact:
    """Build the fact that a move must announce, with all accepted wordings.

    The short form, which omits a card that was just announced, is one of them.
    """
    brief = None if cue.echo is None else cue.echo.brief
    said = [cue.message] if brief is None else [cue.message, brief]
    return Fact(
        entry,
        tuple(dict.fromkeys(one.speech(message) for message in said for one in localizers)),
        tuple(dict.fromkeys(one.braille(cue.message) for one in localizers)),
    )


def disorders(expected: Sequence[Fact], told: Iterable[Announcement]) -> list[Disorder]:
    """Return the expected facts that are out of order, ignoring facts not announced yet."""
    live = [one for one in told if one.message != QUOTED]
    text = BETWEEN.join(one.text for one in live)
    places = [sorted(_found(fact.sentences, text)) for fact in expected]
    kept = _longest_run(places)
    last = max(kept, default=-1)
    alike = Counter(fact.words for fact in expected)
    found: list[Disorder] = []
    for number, fact in enumerate(expected):
        if number in kept:
            continue
        if _was_brailled(fact, live, *_neighbours(number, kept)):
            continue
        free = set(places[number]).difference(kept.values())
        if free and (number < last or alike[fact.words] == len(places[number]) == 1):
            found.append(Disorder(fact, _around(text, max(free))))
        elif not free and number < last:
            found.append(Disorder(fact))
    return found


def _neighbours(number: int, kept: Mapping[int, int]) -> tuple[int, int | None]:
    """Return the positions of the nearest announced facts before and after this fact."""
    before = max((one for one in kept if one < number), default=None)
    after = min((one for one in kept if one > number), default=None)
    return 0 if before is None else kept[before], None if after is None else kept[after]


def _was_brailled(fact: Fact, live: Sequence[Announcement], since: int, until: int | None) -> bool:
    """Return True if a braille text between these two positions shows the fact."""
    ends = 0
    for one in live:
        starts, ends = ends, ends + len(one.text) + len(BETWEEN)
        is_between = ends > since and (until is None or starts <= until)
        if is_between and any(sign in one.braille for sign in fact.braille):
            return True
    return False


def _around(text: str, place: int) -> str:
    return text[max(0, place - AROUND) : place + AROUND].replace(BETWEEN, " | ")


def _found(sentences: Iterable[str], text: str) -> Iterator[int]:
    """Yield every position in the text at which one of the sentences begins."""
    for sentence in sentences:
        place = text.find(sentence)
        while place >= 0:
            yield place
            place = text.find(sentence, place + 1)


def _longest_run(places: Sequence[Sequence[int]]) -> dict[int, int]:
    """Return one of the longest sequences of facts with increasing positions, as a dictionary.

    Its keys are the facts, its values their positions.  This is a longest increasing
    subsequence (Hunt and Szymanski): each position of a fact extends the sequence that ends
    lowest before it.
    """
    ends: list[int] = []
    """The lowest position at which a run of each length can end."""
    links: list[int] = []
    """The number of the step at that end."""
    longest = -1
    """The last step of the first longest run; later facts of the log may not have been announced
    yet."""
    steps: list[tuple[int, int, int]] = []
    """The steps of all runs: fact, position and previous step (-1: none)."""
    for fact, found in enumerate(places):
        for place in reversed(found):  # from the last: each fact may be only one step of a run
            length = bisect_left(ends, place)
            before = links[length - 1] if length else -1
            longest = len(steps) if length == len(ends) else longest
            ends[length : length + 1] = [place]
            links[length : length + 1] = [len(steps)]
            steps.append((fact, place, before))
    kept: dict[int, int] = {}
    while longest >= 0:
        fact, place, longest = steps[longest]
        kept[fact] = place
    return kept


def every_verbosity(localizer: Localizer) -> list[Localizer]:
    """Return copies of the localizer for each verbosity."""
    return [_at_level(localizer, level) for level in ("normal", "essential", "full")]


def _at_level(localizer: Localizer, level: str) -> Localizer:
    made = Localizer(localizer.catalogue, localizer.names, level)
    made.styles = localizer.styles
    return made
