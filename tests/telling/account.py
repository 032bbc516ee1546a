"""Collects one listener's announcements in a match, and the facts that each delivers.

The class is `Account`.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Final

from audiogames.core.contract import Turn, View
from audiogames.core.cues import Msg, Say, msg
from audiogames.core.events import Seat
from audiogames.core.log import Entry
from audiogames.core.registry import Spec, game
from audiogames.present.announcer import ONSET
from audiogames.present.composing import SILENT
from audiogames.present.history import GAME
from audiogames.present.localizer import Localizer
from audiogames.present.outputs import Announcement
from audiogames.table.decisions import MatchProgress
from audiogames.table.protocol import Listener
from tests.monkey.order import QUOTED, Fact, every_verbosity, facts
from tests.telling.watch import Moment, Watch, history_of

DELIVERED_AFTER: Final = 0.5
"""Seconds that an utterance must not be interrupted, by the rule; the program has its own number.
"""

SHORT_FROM: Final = 7
"""The number of missed updates from which the recap is a summary."""

BRIEFLY: Final = 0.001
"""The rounding of times in the log."""


@dataclass(frozen=True)
class Position:
    """A position of the match, as the listener should know it after some log entries."""

    view: View
    to_act: Seat | Turn
    window: Seat | None
    """The seat that may draw."""


@dataclass(frozen=True)
class Own:
    """A move that the listener made: its log entry, and the question that it answers."""

    entry: Entry
    asked_since: int
    """The number of entries when the question was first asked."""
    sentences: tuple[tuple[str, ...], ...]
    """Each sentence in all its wordings, for the ear or for the fingers."""


@dataclass
class Account:
    """The facts, positions and announcements of a match for one listener, which `judge` checks."""

    watch: Watch
    seat: Seat
    spec: Spec
    words: list[Localizer]
    facts: list[Fact]
    positions: list[Position]
    own: list[Own]
    heard: list[int]
    """The announcements during which this listener was present."""
    places: dict[int, int] = field(default_factory=dict)
    """The place where each fact was first announced, by the number of its entry."""
    unspoken: set[int] = field(default_factory=set)
    """The entries whose facts were only written, as the settings ask."""
    in_short: set[int] = field(default_factory=set)
    """The entries that a recap summed up."""
    recaps: dict[int, str] = field(default_factory=dict)
    """The recaps that summed up entries: the number of the announcement, and the text."""
    cuts: list[int] = field(default_factory=list)
    """The announcements that interrupted the one before."""

    @property
    def told(self) -> Sequence[Announcement]:
        """Return all announcements of the program."""
        return self.watch.told

    @property
    def moments(self) -> Sequence[Moment]:
        """Return all recorded moments (key presses and passages of time), in order."""
        return self.watch.moments

    def moment_of(self, number: int) -> int:
        """Return the index in `moments` at which announcement `number` was made.

        A moment is a key press or a passage of time.
        """
        return self._moments[number]

    @cached_property
    def _moments(self) -> dict[int, int]:
        return {said: n for n, moment in enumerate(self.moments) for said in moment.announced}

    def cut_after(self, number: int) -> int | None:
        """Return the number of the next announcement that interrupts others, or None."""
        place = bisect_right(self.cuts, number)
        return self.cuts[place] if place < len(self.cuts) else None

    def is_live(self, number: int) -> bool:
        """Return False if the announcement repeats an entry of the history."""
        return self.told[number].message != QUOTED

    def counts_at(self, number: int, sentences: Sequence[str]) -> float | None:
        """Return when these sentences of an announcement count as delivered, or None if never.

        An announcement that is interrupted within half a second counts only if the interrupting
        announcement repeats it.
        """
        one = self.told[number]
        until = one.at + DELIVERED_AFTER
        if not one.spoken:
            return one.at
        cut = self.cut_after(number)
        after = self.moments[self.moment_of(number) + 1 :]
        hushed = [moment.at for moment in after if moment.hushed and moment.at < until]
        if cut is None or self.told[cut].at >= until - BRIEFLY:
            return min([until, *hushed])
        if hushed and hushed[0] <= self.told[cut].at:
            return hushed[0]
        again = self.told[cut]
        said = any(sentence in again.text for sentence in sentences)
        return again.at if said else None


def account(watch: Watch, seat: Seat) -> Account:
    """Return the expected and the actual announcements of a match to one listener.

    `judge` compares them.  They come from all announcements, log entries and pictures that
    `watch` has recorded.
    """
    log = watch.log
    spec = game(log.header.game)
    words = every_verbosity(watch.localizer)
    positions, own = _course(watch, spec, seat, words)
    heard = list(_heard(watch, seat))
    made = Account(watch, seat, spec, words, _facts(watch, seat, words), positions, own, heard)
    made.cuts = [
        number
        for number in range(watch.first, len(watch.told))
        if watch.told[number].interrupt and watch.told[number].spoken
    ]
    _place(made)
    return made


def _facts(watch: Watch, seat: Seat, words: list[Localizer]) -> list[Fact]:
    """Return the facts that this listener must hear.

    At a shared keyboard these are the facts until the listener's last turn, and the end of the
    match, which is announced to all players together.
    """
    expected = facts(watch.log, seat, words)
    if not watch.is_shared:
        return expected
    ended = watch.ended_at
    last = [one for one, seen in enumerate(watch.logged, 1) if seen == ended]
    until = len(watch.moments) if ended is None else ended.moment
    held = [moment for moment in watch.moments[: until + 1] if moment.holder == seat]
    known = held[-1].logged.stop if held else 0
    public = {fact.entry: fact for fact in facts(watch.log, None, words)}
    return [
        public.get(fact.entry, fact) if fact.entry in last else fact
        for fact in expected
        if fact.entry <= known
    ]


def _heard(watch: Watch, seat: Seat) -> Iterator[int]:
    """Yield the announcements that were made while this listener had the keyboard.

    The announcement that passes the keyboard on is included.
    """
    had: Listener = None
    for moment in watch.moments:
        if (had if moment.holder is None else moment.holder) == seat:
            yield from moment.announced
        had = moment.holder


def _course(
    watch: Watch, spec: Spec, seat: Seat, words: list[Localizer]
) -> tuple[list[Position], list[Own]]:
    """Return the position after each log entry, and the listener's own moves."""
    progress = MatchProgress.of(watch.log)
    positions: list[Position] = []
    own: list[Own] = []
    asked = (-1, 0, progress.state.view(seat))
    was_awaited = False

    def stand(by: Seat | None = None) -> None:
        nonlocal asked, was_awaited
        state, window = progress.state, spec.clock.window(progress.state)
        view = state.view(seat)
        positions.append(Position(view, state.to_act, None if window is None else window.seat))
        is_open = was_awaited and state.is_awaited(seat) and by != seat
        if not (is_open or progress.seq == asked[0]) or not _is_asked(spec, seat, asked[2]):
            asked = (progress.seq, len(positions) - 1, view)
        was_awaited = state.is_awaited(seat)

    stand()
    for entry in watch.entries:
        (made,) = progress.follow([entry])  # up to its end, when the player to act has been asked
        if entry.seat == seat and entry.by is None and not made.aside:
            still = _asked(spec, seat, positions[-1].view)
            asked_ = [one for one in _asked(spec, seat, asked[2]) if one in still]
            asks = tuple(_wordings(one, words) for one in asked_)
            own.append(Own(entry, asked[1], asks))
        stand(entry.seat)
    return positions, own


def _is_asked(spec: Spec, seat: Seat, view: View) -> bool:
    return view.to_act == seat or spec.lists.listing(view) is not None


def _asked(spec: Spec, seat: Seat, view: View) -> list[Msg]:
    """Return the sentences that ask the listener for a decision in this view, if any."""
    if not _is_asked(spec, seat, view):
        return []
    listing = spec.lists.listing(view)
    asked = [cue for cue in spec.prompt(view) if isinstance(cue, Say)]
    messages = [cue.message for cue in asked if not cue.full and cue.lesson is None]
    return messages if listing is None else [*messages, listing.title]


def _wordings(message: Msg, words: list[Localizer]) -> tuple[str, ...]:
    said = [one.speech(message) for one in words]
    return tuple(dict.fromkeys([*said, *(one.braille(message) for one in words)]))


def _place(made: Account) -> None:
    """Assign each fact its announcement, which must follow its log entry and the previous fact."""
    heard = [number for number in made.heard if made.is_live(number)]
    recaps = _recaps(made)
    at, offset = 0, 0
    for fact in made.facts:
        if _is_in_recap(made, fact, recaps):
            made.in_short.add(fact.entry)
            back = recaps[made.watch.logged[fact.entry - 1].moment]
            made.recaps |= {number: _recap(made, number) for number in back.announced}
            continue
        known = made.watch.logged[fact.entry - 1].announced
        place = next((n for n in range(at, len(heard)) if heard[n] >= known), len(heard))
        for here in range(place, len(heard)):
            one = made.told[heard[here]]
            start = offset if here == at else 0
            found = _find(fact.sentences, one.text, start)
            if found is not None:
                at, offset = here, found
            elif any(sign in one.braille for sign in fact.braille) and not _later(
                fact.sentences, made, heard[here]
            ):
                made.unspoken.add(fact.entry)
                at, offset = here, start
            else:
                continue
            made.places[fact.entry] = heard[here]
            break
        else:
            _place_at_giving_away(made, fact)


def _place_at_giving_away(made: Account, fact: Fact) -> None:
    """Record that a fact shown only in braille was delivered when the keyboard was passed on."""
    written = history_of(made.watch, made.seat, GAME)
    if not any(one in entry.text for entry in written for one in fact.sentences):
        return
    for moment in made.moments[made.watch.logged[fact.entry - 1].moment + 1 :]:
        if moment.key and moment.announced and moment.before.holder == made.seat:
            kept = made.watch.pilot.app.settings
            is_silent = not kept.automatic_reading or SILENT in kept.levels.values()
            if moment.holder is None and is_silent:
                made.unspoken.add(fact.entry)
                made.places[fact.entry] = moment.announced.start
            return


def _recaps(made: Account) -> dict[int, Moment]:
    """Map each step in the background to the step at which the player returned.

    On returning, the player heard a summary (recap) of the steps in the background.  Periods
    with few facts are left out, because they have no summary.
    """
    found: dict[int, Moment] = {}
    away: list[int] = []
    for number, moment in enumerate(made.moments):
        if moment.is_away:
            away.append(number)
        elif moment.returns:
            updates = {made.watch.logged[fact.entry - 1].moment for fact in made.facts}
            if len(updates.intersection(away)) >= SHORT_FROM:
                found |= dict.fromkeys(away, moment)
            away.clear()
    return found


def _is_in_recap(made: Account, fact: Fact, recaps: dict[int, Moment]) -> bool:
    """Return True if the fact was announced only in a summary (recap) on the player's return.

    Such a fact is not announced separately.
    """
    back = recaps.get(made.watch.logged[fact.entry - 1].moment)
    if back is None:
        return False
    said = " ".join(made.told[number].text for number in back.announced)
    return not all(sentence in said for sentence in fact.sentences[:1])


def _recap(made: Account, number: int) -> str:
    """Return the text of a summary of facts (recap), even if it was only shown in braille."""
    one = made.told[number]
    written = history_of(made.watch, made.seat, GAME)
    brief = [entry for entry in written if one.braille.startswith(entry.braille)]
    return max([one.text, *(entry.text for entry in brief if entry.braille)], key=len)


def _later(sentences: Sequence[str], made: Account, number: int) -> bool:
    """Return True if a later announcement of the same moment speaks one of these sentences."""
    rest = (n for n in made.moments[made.moment_of(number)].announced if n > number)
    return any(sentence in made.told[n].text for n in rest for sentence in sentences)


def _find(sentences: Iterable[str], text: str, start: int) -> int | None:
    """Return where the first of these sentences ends in the text, or None.

    A sentence after a comma is an item of a list and does not count.
    """
    ends = ((_begins(one, text, start), len(one)) for one in sentences)
    return min((place + size for place, size in ends if place is not None), default=None)


def _begins(sentence: str, text: str, start: int) -> int | None:
    place = text.find(sentence, start)
    while place >= 0 and text[:place].endswith(", "):
        place = text.find(sentence, place + 1)
    return None if place < 0 else place


def length(made: Account, text: str) -> float:
    """Return how many seconds a voice needs for the text, at the rate in the settings."""
    rate: int = made.watch.pilot.app.settings.rate
    return ONSET + 60 * len(text.split()) / rate


def turn_words(made: Account) -> set[str]:
    """Return the sentences that announce the listener's turn."""
    return {one.speech(msg("your-turn")) for one in made.words}
