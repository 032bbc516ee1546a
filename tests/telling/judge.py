"""Checks of a recorded match: every fact must be delivered before it binds a player.

There is one check for each clause in `CLAUSES`; it yields a description of every violation.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from audiogames.app.modes.hotseat import HotSeat
from audiogames.core.contract import View
from audiogames.core.cues import Cue, Say, msg
from audiogames.core.events import Seat
from audiogames.present.frame import TableShape
from audiogames.present.history import GAME
from tests.monkey.order import Fact, disorders
from tests.telling.account import (
    BRIEFLY,
    DELIVERED_AFTER,
    SHORT_FROM,
    Account,
    Own,
    account,
    turn_words,
)
from tests.telling.speech import Speech
from tests.telling.watch import Moment, Watch, history_of

LONGEST_ANSWER: Final = 3.0
"""The greatest delay, in seconds, of a bot's move by answers to keys."""

SETTLING: Final = 15.0
"""Seconds before the end whose events need not have been announced yet."""

TOO_LATE: Final = "refused-stale"
"""The message for a move that came after the time limit."""

SENTENCE: Final = ". "
"""The separator of sentences."""

STEPS: Final = frozenset({"up", "down", "home", "end"})
"""Keys that only name a card."""


@dataclass(frozen=True)
class Breach:
    """A violation of one of the rules in `CLAUSES` by the program, with a description."""

    clause: str
    what: str

    def __str__(self) -> str:
        return f"{self.clause}: {self.what}"


def breaches(watch: Watch, seat: Seat) -> list[Breach]:
    """Return all violations of `CLAUSES` in this listener's part of the match."""
    made = account(watch, seat)
    return [Breach(name, what) for name, clause in CLAUSES.items() for what in clause(made)]


def _order(made: Account) -> Iterator[str]:
    """Check that every fact is announced, and in the order of the log."""
    live = [made.told[number] for number in made.heard]
    aside = made.in_short | made.unspoken  # written texts are placed already
    expected = [fact for fact in made.facts if fact.entry not in aside]
    yield from map(str, disorders(expected, live))
    last = max(made.places, default=0)
    ends = made.moments[-1].at - SETTLING
    for fact in made.facts:
        late = fact.entry < last or made.watch.logged[fact.entry - 1].at < ends
        if fact.entry not in made.places and fact.entry not in made.in_short and late:
            yield f"entry {fact.entry}, “{fact.words}”, is missing"


def _history(made: Account) -> Iterator[str]:
    """Check that every fact is in the history exactly once, and in the order of the log."""
    entries = [one.text for one in history_of(made.watch, made.seat, GAME)]
    written = "\n".join(entries)
    place = 0
    told = [fact for fact in made.facts if fact.entry in made.places]
    for fact in told:
        ends = [(written.find(one, place), len(one)) for one in fact.sentences]
        found = min((at + size for at, size in ends if at >= 0), default=None)
        if found is None:
            yield f"“{fact.words}” is not in the history at its place"
        else:
            place = found
    for before, after in pairwise(entries):
        alike = [fact for fact in told if any(one in before for one in fact.sentences)]
        if before == after and len(alike) == 1:
            yield f"“{before}” stands twice in the history"


def _bound_by_the_told(made: Account) -> Iterator[str]:
    """Check that the listener moved only after all facts and the question were delivered."""
    ahead = made.watch.pilot.app.settings.play_ahead
    for own in made.own:
        pressed = _pressed(made, own)
        began, at, what = pressed.announced.start, pressed.at, f"{own.entry.move} was made at"
        for fact in made.facts:
            if fact.entry > pressed.logged.start or fact.entry in made.in_short:
                continue
            place = made.places.get(fact.entry)
            is_handed = place is not None and (
                place < began or not (made.told[place].spoken and fact.entry not in made.unspoken)
            )
            if not (is_handed and (ahead or _counts(made, fact, at))):
                yield f"{what} {at:.2f} before “{fact.words}” was told"
        if own.asked_since > pressed.logged.start:
            continue
        for sentences in own.sentences:
            if not _was_asked(made, own.asked_since, pressed, sentences, ahead=ahead):
                yield f"{what} {at:.2f} before “{sentences[0]}” was told"


def _pressed(made: Account, own: Own) -> Moment:
    """Return the recorded key press that made a move.

    A server may have logged the move later.
    """
    number = made.watch.logged[own.entry.seq - 1].moment
    while not made.moments[number].key:
        number -= 1
    return made.moments[number]


def _counts(made: Account, fact: Fact, at: float) -> bool:
    """Return True if an announced fact counts as delivered at time `at`."""
    if fact.entry in made.unspoken:
        return True
    told_at = made.counts_at(made.places[fact.entry], fact.sentences)
    return told_at is not None and told_at <= at + BRIEFLY


def _was_asked(
    made: Account, since: int, pressed: Moment, sentences: tuple[str, ...], *, ahead: bool
) -> bool:
    """Return True if a question was announced after `since` log entries and before a key press."""
    kept = made.watch.pilot.app.settings
    is_silent = not kept.automatic_reading or kept.tell_turns == "silent"
    first = made.watch.logged[since - 1].announced if since else made.watch.first
    for number in made.heard:
        one = made.told[number]
        if not (first <= number < pressed.announced.stop and made.is_live(number)):
            continue
        is_before = number < pressed.announced.start
        brailled = any(sentence in one.braille for sentence in sentences)
        if brailled and (is_silent or not one.spoken):
            return True
        if is_before and any(sentence in one.text for sentence in sentences):
            told_at = made.counts_at(number, sentences)
            if ahead or (told_at is not None and told_at <= pressed.at + BRIEFLY):
                return True
        elif is_before and brailled:
            return True
    return is_silent and _is_written_with(made, since, sentences)


def _is_written_with(made: Account, since: int, question: tuple[str, ...]) -> bool:
    """Return True if a question was written into the history together with the latest fact.

    The latest fact is the last one within the first `since` log entries.  The question may be
    in the history entry of that fact or in the next entry.
    """
    after = [fact for fact in made.facts if fact.entry <= since][-1:]
    entries = [one.text for one in history_of(made.watch, made.seat, GAME)]
    there = [
        number
        for number, entry in enumerate(entries)
        if all(any(one in entry for one in fact.sentences) for fact in after)
    ]
    near = (entry for number in there for entry in entries[number : number + 2])
    return any(one in entry for entry in near for one in question)


def _said_again(made: Account) -> Iterator[str]:
    """Check that facts interrupted before their delivery, and no others, are repeated."""
    for fact in made.facts:
        place = made.places.get(fact.entry)
        if place is None or fact.entry in made.in_short:
            continue
        if fact.entry in made.unspoken or not made.told[place].spoken:
            yield from _written_again(made, fact, place)
            continue
        told_at = made.counts_at(place, fact.sentences)
        if told_at is None and _is_given_away(made, place):
            continue
        if told_at is None:
            yield f"“{fact.words}” was cut and not said again"
            continue
        heard = (n for n in made.heard if n > place and n in made.cuts)
        later = [n for n in heard if made.told[n].at > told_at + BRIEFLY][:1]
        for number in later:
            moment = made.moments[made.moment_of(number)]
            starts = any(made.told[number].text.startswith(one) for one in fact.sentences)
            alike = any(
                other.sentences == fact.sentences and other.entry > fact.entry
                for other in made.facts
            )
            own = made.watch.entries[fact.entry - 1].seat == made.seat
            if starts and moment.key in STEPS and not (alike or own):
                yield f"“{fact.words}” had been told and was said again at {moment.at:.2f}"


def _written_again(made: Account, fact: Fact, place: int) -> Iterator[str]:
    """Check that the answer to the next key does not repeat a fact shown only in braille."""
    after = next((number for number in made.heard if number > place), None)
    alike = [one for one in made.facts if one.braille == fact.braille]
    if after is None or len(alike) > 1 or _asks_again(made, place, after):
        return
    moment = made.moments[made.moment_of(after)]
    again = any(made.told[after].braille.startswith(one) for one in fact.braille)
    if again and moment.key in STEPS and made.watch.entries[fact.entry - 1].seat != made.seat:
        yield f"“{fact.words}” had been written and was told again at {moment.at:.2f}"


def _asks_again(made: Account, place: int, after: int) -> bool:
    """Return True if the announcement is repeated because other parts of it were interrupted."""
    first, cut = made.told[place], made.told[after]
    rest, _, answer = cut.text.partition(SENTENCE)
    is_early = cut.at < first.at + DELIVERED_AFTER + BRIEFLY
    return first.spoken and is_early and answer != "" and rest in first.text


def _is_given_away(made: Account, place: int) -> bool:
    """Return True if the fact was interrupted by passing the keyboard to another player."""
    cut = made.cut_after(place)
    ahead = made.watch.pilot.app.settings.play_ahead
    return ahead and cut is not None and made.moments[made.moment_of(cut)].holder is None


def _view(made: Account) -> Iterator[str]:
    """Check that answers to keys, and the picture, show exactly the announced facts."""
    known, before = 0, None
    for moment in made.moments:
        view = moment.view
        if view is None or moment.holder != made.seat:
            continue
        if view is not before:
            allowed = _told_entries(made, moment)
            found = _position_of(made, view, known, allowed)
            if found is None:
                yield f"at {moment.at:.2f} the view was ahead of what had been told"
            else:
                known, before = found, view
        if before is view:
            yield from _shown(made, moment, known)


def _told_entries(made: Account, moment: Moment) -> int:
    """Return how many log entries the listener may know after this step of the match.

    A step (`Moment`) is a key press, or a passage of time.
    """
    for fact in made.facts:
        place = made.places.get(fact.entry)
        if place is None and fact.entry in made.in_short:
            continue
        if place is None or place >= moment.announced.stop:
            return fact.entry - 1
    return len(made.positions) - 1


def _position_of(made: Account, view: object, known: int, allowed: int) -> int | None:
    seen = range(known, min(allowed, len(made.positions) - 1) + 1)
    return next((n for n in seen if made.positions[n].view == view), None)


def _shown(made: Account, moment: Moment, known: int) -> Iterator[str]:
    """Check what the listener saw and was answered at this step (`Moment`) of the match.

    Picture and answer must show the position after `known` log entries.  A step is a passage of
    time or a key press; the answer is checked if the key was a query.
    """
    view, words = made.positions[known].view, made.watch.localizer
    if moment.table is not None and _drawn(moment.table) != _to_draw(made, view):
        yield f"at {moment.at:.2f} the picture was another: {moment.table}"
    for query in made.spec.queries:
        may = query.allowed(view) or made.watch.pilot.app.session.practice
        if query.id == moment.before.query and moment.announced and may:
            said = " ".join(made.told[number].text for number in moment.announced).lower()
            for cue in query.answer(view):
                answer = words.speech(cue.message).lower() if isinstance(cue, Say) else ""
                if answer not in said and not _is_said_by_the_fact(made, cue, said):
                    yield f"at {moment.at:.2f} {query.id} was not “{answer}” but “{said}”"


def _is_said_by_the_fact(made: Account, cue: Cue, said: str) -> bool:
    """Return True if the text `said` names the item that a shortened answer leaves out.

    An answer is shortened if the fact announced just before it names the same player and card.
    """
    if not isinstance(cue, Say) or cue.echo is None or not isinstance(cue.echo.of, tuple):
        return False
    return made.watch.localizer.speech(msg("item", name=cue.echo.of[1])).lower().rstrip(".") in said


def _drawn(table: TableShape) -> tuple[object, ...]:
    """Return the cards, notes, numbers of cards and scores in a picture of the table."""
    seats = sorted(table.seats, key=lambda seat: seat.number)
    laid = [(one.seat, one.card and one.card.id.split()[0]) for one in table.laid]
    return laid, [(seat.notes, seat.cards) for seat in seats], table.facts


def _to_draw(made: Account, view: View) -> tuple[object, ...]:
    """Return the cards, notes, numbers of cards and scores that a view's picture should show."""
    words, board = made.watch.localizer, made.spec.board.of(view)
    played = board.laid or board.last
    around = made.spec.around(view)
    first = 0 if view.seat is None else around.index(view.seat)
    seats = (*around[first:], *around[:first]) if board.spread else ()
    spread = ((seat, card) for seat in seats for card in board.spread[seat])
    lying = *((None, card) for card in board.middle), *played, *spread
    laid = [(seat, card and str(card)) for seat, card in lying]
    notes = [tuple(map(words.speech, notes)) for notes in board.notes]
    facts = tuple(map(words.speech, board.facts))
    return laid, list(zip(notes, view.hand_sizes, strict=True)), facts


def _turn(made: Account) -> Iterator[str]:
    """Check that a turn is not announced after it has ended."""
    words = turn_words(made)
    known = 0
    for moment in made.moments:
        for number in moment.announced:
            while known < moment.logged.stop and made.watch.logged[known].announced <= number:
                known += 1
            text = made.told[number].text
            if number not in set(made.heard) or not made.is_live(number):
                continue
            if any(one in text for one in words) and made.positions[known].to_act != made.seat:
                yield f"at {moment.at:.2f} it was not their turn: “{text}”"


def _answered_after(made: Account) -> Iterator[str]:
    """Check that the answer to a key begins with the facts that still wait to be announced."""
    for number, moment in enumerate(made.moments):
        seat = moment.before.holder
        if not moment.key or moment.hushed or moment.is_away or seat != made.seat:
            continue
        late = [
            fact
            for fact in made.facts
            if made.watch.logged[fact.entry - 1].moment < number
            and made.places.get(fact.entry, -1) >= moment.announced.start
            and fact.entry not in made.unspoken
        ]
        first = moment.announced.start
        for fact in late:
            if made.places[fact.entry] != first:
                yield f"“{fact.words}” waited and did not begin the answer at {moment.at:.2f}"
        cuts = [made.told[n] for n in moment.announced if n > first and made.told[n].interrupt]
        lost = any(
            not any(one in cut.text for one in fact.sentences) for cut in cuts[:1] for fact in late
        )
        if lost and made.told[first].spoken:
            yield f"the answer at {moment.at:.2f} cut the facts before it"


def _draw(made: Account) -> Iterator[str]:
    """Check that a draw is made at once when the player may draw."""
    for moment in made.moments:
        window = made.positions[moment.logged.start].window
        if not (moment.before.could_draw and window == made.seat == moment.before.holder):
            continue
        entries = [made.watch.entries[n] for n in moment.logged]
        if not any(entry.seat == made.seat for entry in entries):
            yield f"at {moment.at:.2f} a draw was held back"


def _moves(made: Account) -> Iterator[str]:
    """Check that a player who has heard everything is allowed to move.

    If people share a keyboard, this is checked only while the player is using it.
    """
    ahead = made.watch.pilot.app.settings.play_ahead
    for moment in made.moments:
        known, seat = moment.logged.start, made.seat
        if not moment.before.could_move or moment.before.holder != seat:
            continue
        if made.positions[known].to_act != seat or not _all_told(made, moment, ahead=ahead):
            continue
        said = [made.told[n].text for n in moment.announced]
        behind = [text.partition(SENTENCE)[2] for text in said]  # after another player's draw
        if any(text.startswith(tuple(turn_words(made))) for text in (*said, *behind)):
            continue  # the question itself was not announced yet
        if any(made.told[n].message == TOO_LATE for n in moment.announced):
            continue  # the time was up, and the clock's move waits until this is delivered
        waits = made.positions[known].window is not None and hasattr(made.watch.pilot, "net")
        if not (waits or any(made.watch.entries[n].seat == seat for n in moment.logged)):
            yield f"at {moment.at:.2f} a move was held back though everything was told"


def _all_told(made: Account, moment: Moment, *, ahead: bool) -> bool:
    """Return True if all earlier facts counted as delivered at this moment.

    With `ahead`, it is enough that they were announced before this moment.
    """
    for fact in made.facts:
        if fact.entry > moment.logged.start:
            break
        place = made.places.get(fact.entry, moment.announced.start)
        if place >= moment.announced.start:
            return False
        if not ahead and not _counts(made, fact, moment.at):
            return False
    return ahead or not _is_being_told(made, moment)


def _is_being_told(made: Account, moment: Moment) -> bool:
    """Return True if a fact or question was announced too recently to count as delivered.

    This includes a fact that the key of this moment interrupts, even if it is then repeated.
    """
    asks, first = turn_words(made), set(made.places.values())
    start = moment.announced.start
    young = [
        number
        for number in made.heard
        if number < start and moment.at - made.told[number].at < DELIVERED_AFTER
    ]
    uncut = {number for number in young if (made.cut_after(number) or start) >= start}
    asked = any(any(one in made.told[number].text for one in asks) for number in young)
    return asked or not first.isdisjoint(uncut)


def _prompt(made: Account) -> Iterator[str]:
    """Check that a fact is delayed only by earlier facts, and interrupts the answers to keys."""
    speech = Speech(made)
    for fact in made.facts:
        place = made.places.get(fact.entry)
        seen = made.watch.logged[fact.entry - 1]
        if place is None or fact.entry in made.in_short:
            continue
        there = made.told[place]
        if not made.moments[made.moment_of(place)].key and _listens(made, seen.moment, there.at):
            hushed = [m.at for m in made.moments if m.hushed and seen.at <= m.at <= there.at]
            due = max([seen.at, speech.facts_end(place), *hushed])
            if there.at > due + BRIEFLY:
                yield f"“{fact.words}” came {there.at - due:.2f} seconds too late"
            if speech.busy_end(place) > there.at + BRIEFLY and not there.interrupt:
                yield f"“{fact.words}” was put behind an answer at {there.at:.2f}"


def _listens(made: Account, number: int, until: float) -> bool:
    """Return True if the listener had the keyboard and the window throughout a period.

    It begins at the recorded moment with this number, and ends at the time `until`.
    """
    rest = made.moments[number:]
    return all(
        moment.holder == made.seat and not moment.is_away for moment in rest if moment.at <= until
    )


def _bots(made: Account) -> Iterator[str]:
    """Check that announcements in response to keys delay a bot by at most three seconds."""
    if hasattr(made.watch.pilot, "net") or isinstance(made.watch.pilot.app.session.mode, HotSeat):
        return
    speech, table = Speech(made), made.watch.pilot.app.session.table
    for entry, before, seen in zip(
        made.watch.entries[1:], made.watch.logged, made.watch.logged[1:], strict=False
    ):
        is_bot = entry.seat is not None and table.players[entry.seat].is_bot
        stood = any(moment.paused for moment in made.moments[before.moment : seen.moment])
        if not is_bot or stood or made.positions[entry.seq - 1].to_act != entry.seat:
            continue
        window = made.positions[entry.seq - 1].window is not None
        heard = speech.waited_for(seen.announced)
        waits = max(table.time.thought, window * table.time.grace)
        due = max(before.at + table.time.pace, heard) + waits
        if seen.at > due + LONGEST_ANSWER + BRIEFLY:
            yield f"{entry.move} came {seen.at - due:.2f} seconds late"


def _background(made: Account) -> Iterator[str]:
    """Check that no fact is spoken while the player is in another window.

    On return all of these facts must be announced, or a summary if there are many.
    """
    if made.watch.pilot.app.settings.background == "everything":
        return
    for number, moment in enumerate(made.moments):
        said = [n for n in moment.announced if made.told[n].spoken]
        if moment.is_away:
            yield from (
                f"in the background was said: “{made.told[n].text}”"
                for n in said
                if any(place == n for place in made.places.values())
            )
        if not moment.returns or moment.before.holder != made.seat:
            continue
        missed = [
            fact
            for fact in made.facts
            if made.watch.logged[fact.entry - 1].moment < number
            and made.places.get(fact.entry, moment.announced.start) >= moment.announced.start
        ]
        updates = {made.watch.logged[fact.entry - 1].moment for fact in missed}
        told = [f for f in missed if made.places.get(f.entry) == moment.announced.start]
        if len(updates) >= SHORT_FROM and len(told) == len(missed):
            yield f"at {moment.at:.2f} {len(missed)} missed facts were not told in short"
        elif len(missed) < SHORT_FROM and len(told) < len(missed):
            yield f"at {moment.at:.2f} missed facts were not told on return"


Clause = Callable[[Account], Iterator[str]]

CLAUSES: Final[dict[str, Clause]] = {
    "order": _order,
    "history": _history,
    "bound": _bound_by_the_told,
    "said again": _said_again,
    "view": _view,
    "turn": _turn,
    "answered after": _answered_after,
    "draw": _draw,
    "moves": _moves,
    "prompt": _prompt,
    "bots": _bots,
    "background": _background,
}
