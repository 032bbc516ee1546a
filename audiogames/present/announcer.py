"""The announcer, which decides when announcements are spoken: by priority, in one queue.

Cues arrive in batches; a batch is one announcement: one entry of the history, one utterance, one
braille line.  A reply interrupts; everything else waits until earlier speech is estimated to have
ended, or has ended if the output reports it.  Nothing here blocks: if an output fails to report the
end, announcements wait no longer than a slow voice would take.

Facts, the events of a match, never wait behind the answers to keys: they cut the answer short.  A
fact that is cut short itself is announced again (`audiogames/present/facts.py`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from audiogames.core.cues import Cue, Pause, Priority, Say, Sound
from audiogames.core.events import Event
from audiogames.present.composing import (
    IN_TURN,
    SILENT,
    Levels,
    Pan,
    Rendered,
    as_one,
    is_silent,
    localizer_of,
    rank_of,
    tells_cards,
    without_repeats,
)
from audiogames.present.facts import Fact, Facts, Handover
from audiogames.present.history import GAME, GENERAL, History
from audiogames.present.localizer import Localizer
from audiogames.present.outputs import Announcement, PlaySound, StopSounds

ONSET: Final = 0.2
"""Seconds until a voice begins to speak, and between two sentences."""

WORDS_A_MINUTE: Final = 250
SLOWEST: Final = 80
GRACE: Final = 3.0
"""The rate of the slowest voice in words per minute, and additional seconds.  Together they give
the longest wait for an output that should report the end of speech and does not."""

NAMED_AFTER: Final = 0.5
"""If a key cuts an announcement short within this many seconds, the announcement's subject counts
as not named."""

MERGE_FROM: Final = 4
"""From this many waiting announcements on, they are spoken as one."""

WAITING: Final = 100
"""The most announcements that may wait.  The history holds those that are dropped."""

EVERYTHING: Final = "everything"
QUIET: Final = "quiet"
"""What is announced while the window is in the background: everything, or urgent announcements and
the sounds of notices. With any other value, only urgent announcements."""

Out = Announcement | PlaySound | StopSounds


@dataclass(frozen=True)
class _Waiting:
    """An announcement in the queue, which waits to be spoken."""

    announcement: Announcement
    topic: str | None = None
    view: str = GENERAL
    rank: int = IN_TURN
    says: tuple[Say, ...] = ()
    """The messages of the announcement."""


class Announcer:
    """Turns cues into announcements and sounds, in the listener's language and verbosity."""

    def __init__(self, localizer: Localizer, pan: Pan) -> None:
        self.localizer = localizer
        self.automatic = True
        """Whether events are spoken; replies always are."""
        self.teaches = False
        """Whether lessons are announced."""
        self.levels: Levels = {}
        self._taught: set[str] = set()
        self._named: tuple[object, float] = (None, 0.0)
        """The subject of the last announcement, and when it began to be spoken."""
        self._pan = pan
        self.history = History()
        self.rate = WORDS_A_MINUTE
        self.announces_end = False
        """Whether the output reports the end of speech (`end_speech`): then nothing is
        estimated."""
        self.background = EVERYTHING
        """How much is announced while the window is in the background."""
        self._is_away = False
        self._missed = 0
        self._busy_until = 0.0
        self._pause = 0.0
        """Seconds of silence to keep after what is being spoken."""
        self._facts_until = 0.0
        """When everything except the answers to keys is estimated to have been heard."""
        self._handover = Handover()
        self._answers_key = False
        self._facts_answer_began_at: float | None = None
        """When the answer to the current key began, if facts are part of it."""
        self._waiting: list[_Waiting] = []
        self._afterwards: Callable[[], Iterable[Cue]] | None = None

    def speaks(self, cue: Cue) -> bool:
        """Return whether the player's settings let this cue be spoken without a key press."""
        if not isinstance(cue, Say) or not self.automatic:
            return False
        return self._is_wanted(cue) and not is_silent(cue, self.levels)

    @property
    def deadline(self) -> float | None:
        """When the next waiting announcement may be spoken."""
        return self._busy_until if self._waiting or self._afterwards else None

    def ends(self) -> float:
        """Return when everything spoken and waiting is estimated to have been heard."""
        return self._busy_until + sum(self._duration(one.announcement) for one in self._waiting)

    def heard_at(self) -> float:
        """Return when everything except the answers to keys is estimated to have been heard."""
        return self._facts_until + sum(self._duration(one.announcement) for one in self._waiting)

    def length(self, text: str) -> float:
        """Return how many seconds the voice is estimated to take for this text."""
        return ONSET + 60 * len(text.split()) / self.rate

    def _duration(self, announcement: Announcement, *, aloud: bool = True) -> float:
        """Return the seconds for which this announcement delays later ones.

        This is the estimated length or, if the output reports the end of speech, the longest time
        to wait for that report.
        """
        if not (self.announces_end and aloud and announcement.spoken):
            return self.length(announcement.text)
        return GRACE + 60 * len(announcement.text.split()) / SLOWEST

    def end_speech(self, now: float) -> bool:
        """Record that all speech has ended.

        Return True if facts were spoken in less time than estimated.
        """
        facts_waited = self._facts_until > now
        self._busy_until = min(self._busy_until, now + self._pause)
        self._facts_until = min(self._facts_until, self._busy_until)
        self._pause = 0.0
        return facts_waited

    def announce(self, cues: Iterable[Cue], now: float, view: str = GENERAL) -> list[Out]:
        """Announce cues: play their sounds, add their text to the history, speak or queue it."""
        cues = list(cues)
        sounds = [cue for cue in cues if isinstance(cue, Sound) and self._is_heard(cue)]
        out: list[Out] = [self._play(cue) for cue in sounds]
        says = self._wanted(cues)
        if not says:
            return out
        announcement = self._record(says, now, view)
        pause = sum(cue.seconds for cue in cues if isinstance(cue, Pause))
        waiting = _Waiting(announcement, says[-1].topic, view, rank_of(says), tuple(says))
        out += self._speak_or_queue(waiting, now, pause)
        if announcement.interrupt:
            self._named = (says[-1].names, now)
        return out

    # Facts

    @property
    def is_quiet(self) -> bool:
        """Whether the window is in the background and must be silent there."""
        return self._is_away and self.background != EVERYTHING

    @property
    def facts_due_at(self) -> float:
        """The earliest time to announce new facts: when earlier facts have been spoken.

        New facts may interrupt an answer to a key, so its end does not matter.
        """
        return self._facts_until

    def announce_facts(self, updates: Sequence[Facts], now: float) -> list[Out]:
        """Announce updates in one utterance, each with its own entry in the history.

        While a key is being answered, they become the beginning of the answer.
        """
        cues = [cue for one in updates for cue in (*one.happened, *one.asked)]
        sounds = [cue for cue in cues if isinstance(cue, Sound)]
        if self._is_away:
            sounds = list(filter(self._is_heard, sounds))
        once = sounds if len(updates) == 1 else dict.fromkeys(sounds)
        out: list[Out] = list(map(self._play, once))
        facts = [fact for one in updates if (fact := self._fact(one, now)) is not None]
        if self._answers_key and not any(fact.is_answer for fact in facts):
            self._handover.queue_for_answer(facts)
            return out
        if not facts:
            return out
        merged = as_one([fact.announcement for fact in facts])
        if self._facts_until <= now < self._busy_until:
            merged = replace(merged, interrupt=True)
        pause = sum(cue.seconds for cue in cues if isinstance(cue, Pause))
        return [*out, self._speak(_Waiting(merged), now, pause, facts=facts)]

    def render(self, cues: Iterable[Cue]) -> Rendered:
        """Render the texts of these cues for speech and braille in advance, and return them."""
        rendered = Rendered(self.localizer, self.levels)
        rendered.render(cues)
        return rendered

    def is_delivered(self, now: float, *, ahead: bool = False) -> bool:
        """Return whether all facts that the player must hear before moving are delivered.

        With `ahead`, return whether all of them have at least been sent to the voice.
        """
        return not self._handover.is_open(now, only_waiting=ahead)

    @property
    def delivered_at(self) -> float:
        """The time of delivery of all facts sent to the voice, if nothing interrupts them."""
        return self._handover.open_until

    def begin_answer(self) -> None:
        """Begin the answer to a key: facts announced before `end_answer` are spoken first.

        A key press shows that the player is present, even if the window reports no focus.
        """
        self.come_back()
        self._answers_key, self._facts_answer_began_at = True, None

    def repeated_events(self, now: float) -> tuple[Event, ...]:
        """Return the undelivered events that the answer to a key pressed now would repeat first.

        Empty if the listener has silenced a kind of fact, because then some of these facts would
        not be spoken.
        """
        if SILENT in self.levels.values():
            return ()
        again = self._handover.begins_with(now)
        return tuple(event for fact in again for event in fact.events)

    def end_answer(self, now: float, *, again: bool) -> list[Out]:
        """End the answer to a key.

        If the key had no answer, speak the queued facts that an answer would have begun with.

        With `again`, also repeat the facts being spoken, because they were undelivered when the key
        was pressed.
        """
        self._answers_key = False
        cut, first = self._handover.take(now, cuts=again)
        if not (cut or first):
            return []
        repeated = [says for says in self._repeated_words([*cut, *first], news=False) if says]
        if not repeated:
            return []
        whole = as_one([self._build(says, now) for says in repeated])
        whole = replace(whole, priority=Priority.REPLY, interrupt=True)
        spoken = self._speak(_Waiting(whole), now, facts=first)
        self._facts_until = self._busy_until  # later facts wait, because all of it is facts
        return [spoken]

    def _fact(self, update: Facts, now: float) -> Fact | None:
        """Build the announcement of an update and add it to the history.

        Return None if it has no messages.
        """
        happened, asked = self._wanted(update.happened), self._wanted(update.asked)
        if not (happened or asked):
            return None
        announcement = self._record([*happened, *asked], now, GAME, update.rendered)
        return Fact(announcement, tuple(happened), tuple(asked), update.binds, update.events)

    def _repeated_words(self, facts: Sequence[Fact], *, news: bool) -> list[list[Say]]:
        """Return for each of these facts the messages that repeat it.

        The question of the last fact is repeated too, unless `news` follows; earlier questions are
        not.
        """
        words = [list(fact.happened) for fact in facts]
        if facts and not news:
            words[-1] += facts[-1].asked
        return words

    # Other announcements

    def remember(self, says: Iterable[Say], view: str) -> None:
        """Add messages to the history as one entry, without announcing them."""
        said = list(says)
        if said:
            rendered = Rendered(self.localizer, self.levels)
            text = " ".join(rendered.sentences(said))
            self.history.add(view, text, rendered.braille(said), is_of_cards=tells_cards(said))

    def quote(self, text: str, braille: str, now: float) -> list[Out]:
        """Speak a text from the history as a reply, without a new entry."""
        announcement = Announcement(
            at=now,
            priority=Priority.REPLY,
            interrupt=True,
            text=text,
            braille=braille,
            lang=self.localizer.tag,
            message="quote",
            tells_cards=True,
        )
        return self._speak_or_queue(_Waiting(announcement), now, 0)

    def afterwards(self, tell: Callable[[], Iterable[Cue]]) -> None:
        """Set a function whose cues are announced when everything else has been heard.

        The cues are computed only then.  A newly set function replaces one that was not called yet.
        """
        self._afterwards = tell

    def tick(self, now: float) -> list[Out]:
        """Speak the next waiting announcement if it is due; if many are waiting, merge them."""
        if now < self._busy_until:
            return []
        if not self._waiting:
            tell, self._afterwards = self._afterwards, None
            return [] if tell is None else self.announce(tell(), now)
        many = len(self._waiting) >= MERGE_FROM
        due, self._waiting = (self._waiting, []) if many else (self._waiting[:1], self._waiting[1:])
        whole = as_one([one.announcement for one in due])
        return [self._speak(_Waiting(whole), now, count=len(due))]

    def hush(self) -> None:
        """Record that the program's speech was stopped.

        Later announcements no longer wait for it, and the facts in it count as delivered.
        """
        self._busy_until = self._facts_until = 0.0
        self._handover.silence()

    def leave(self) -> None:
        """Record that the window is in the background."""
        self._is_away = True

    def come_back(self) -> int:
        """Record that the window is in front again.

        Return how many announcements were not spoken meanwhile.
        """
        missed, self._missed, self._is_away = self._missed, 0, False
        return missed

    def forget(self, view: str) -> None:
        """Drop the waiting announcements of this view of the history, but not their entries."""
        self._waiting = [one for one in self._waiting if one.view != view]
        if view == GAME:
            self._handover.forget()

    def drop(self, topic: str) -> bool:
        """Drop the waiting announcements of a topic; return whether there were any."""
        before = len(self._waiting)
        self._waiting = [one for one in self._waiting if one.topic != topic]
        return len(self._waiting) < before

    def _is_heard(self, sound: Sound) -> bool:
        """Return whether to play a sound; in the background, settings may suppress it."""
        if not self._is_away or self.background == EVERYTHING:
            return True
        return sound.notice and self.background == QUIET

    def _play(self, cue: Sound) -> PlaySound:
        """Return the output that plays a sound."""
        return PlaySound(cue.id, self._pan(cue.seat), "notices" if cue.notice else "game")

    def _record(
        self, says: list[Say], now: float, view: str, rendered: Rendered | None = None
    ) -> Announcement:
        """Build the announcement of these messages, and add their full text to the history."""
        if (
            rendered is None
            or rendered.localizer is not self.localizer
            or rendered.levels is not self.levels
        ):
            rendered = Rendered(self.localizer, self.levels)
        announcement = self._build(says, now, rendered)
        text, braille = rendered.in_full(says), announcement.braille
        self.history.add(view, text, braille, is_of_cards=announcement.tells_cards)
        return announcement

    def _speak_or_queue(self, new: _Waiting, now: float, pause: float) -> list[Out]:
        """Speak an announcement if it interrupts or nothing is ahead of it; otherwise queue it."""
        announcement = new.announcement
        if announcement.interrupt or (now >= self._busy_until and not self._waiting):
            return [self._speak(new, now, pause)]
        if new.topic is not None:
            self._waiting = [one for one in self._waiting if one.topic != new.topic]
        self._waiting.append(new)
        self._waiting.sort(key=lambda one: one.rank)
        if len(self._waiting) > WAITING:
            last = self._waiting[-1].rank
            self._waiting.remove(next(one for one in self._waiting if one.rank == last))
        return []

    def _speak(
        self,
        due: _Waiting,
        now: float,
        pause: float = 0.0,
        *,
        count: int = 1,
        facts: Sequence[Fact] = (),
    ) -> Announcement:
        """Return the announcement to speak now, with the facts that must be spoken before it.

        While the window is in the background, speech and the braille line belong to another
        program: most announcements are only counted.
        """
        announcement = due.announcement
        self._named = (None, 0.0)
        if announcement.interrupt and self._facts_answer_began_at == now:
            announcement = replace(announcement, interrupt=False)
        cut, first = self._handover.take(now, cuts=announcement.interrupt)
        before, facts_length = [], 0.0
        if cut or first:
            repeated = self._repeated_words([*cut, *first], news=bool(facts))
            again, new = without_repeats(repeated, due.says, self.levels)
            before = [self._build(says_again, now) for says_again in again if says_again]
        if before:
            interrupt, self._facts_answer_began_at = announcement.interrupt, now
            facts_length = self.length(" ".join(one.text for one in before))
            answer = [announcement]
            if new != list(due.says):
                answer = [self._build(new, now)] if new else []
            whole = as_one([*before, *answer])
            announcement = replace(
                whole, priority=announcement.priority, interrupt=interrupt or self._answers_key
            )
        self._handover.mark_spoken([*first, *facts], now)
        announcement = replace(announcement, at=now, tells_facts=bool(before or facts))
        is_kept = self.is_quiet and announcement.priority < Priority.CRITICAL
        lasts = pause + self._duration(announcement, aloud=not is_kept)
        self._estimate_end(announcement, now, lasts, facts_length, is_fact=bool(facts))
        self._pause = pause
        if is_kept:
            self._missed += count
            return replace(announcement, spoken=False, braille="")
        return announcement

    def _estimate_end(
        self, one: Announcement, now: float, lasts: float, facts_length: float, *, is_fact: bool
    ) -> None:
        """Estimate when this announcement, and the facts in it, will have been heard."""
        starts = now if one.interrupt else max(now, self._busy_until)
        self._busy_until = starts + lasts
        if is_fact or one.priority != Priority.REPLY:
            self._facts_until = self._busy_until
        elif one.interrupt:
            self._facts_until = starts + facts_length

    # From cues to an announcement

    def _wanted(self, cues: Iterable[Cue]) -> list[Say]:
        """Return the messages among the cues that the listener's settings do not suppress."""
        return [cue for cue in cues if isinstance(cue, Say) and self._is_wanted(cue)]

    def _is_wanted(self, cue: Say) -> bool:
        """Return whether the settings allow a message.

        An explanation for learners is allowed only once, a detail only at full verbosity.
        """
        if cue.lesson is not None:
            return self._is_new(cue.lesson)
        if not cue.full:
            return True
        return localizer_of(cue, self.localizer, self.levels).verbosity == "full"

    def _is_new(self, lesson: str) -> bool:
        """Return whether to announce a lesson: teaching is on, and it was not announced before."""
        if not self.teaches or lesson in self._taught:
            return False
        self._taught.add(lesson)
        return True

    def _build(self, says: list[Say], now: float, rendered: Rendered | None = None) -> Announcement:
        """Build the announcement of these messages, reusing texts in `rendered`.

        If the previous key or sentence has named the card or seat of a message, the message is
        shortened or dropped.
        """
        rendered = rendered or Rendered(self.localizer, self.levels)
        by_key, since = self._named
        named = None if now - since < NAMED_AFTER else by_key
        return rendered.announcement(says, named, now, self._pan, automatic=self.automatic)
