"""When what is said: priorities, one queue, and estimates of how long speech takes.

Cues come in batches; a batch is one announcement: one entry of the history, one utterance, one
braille line.  A reply interrupts; everything else waits until what was said before is estimated to
have ended, or has ended where the output tells that.  Nothing here blocks: an output that tells
nothing after all holds up nothing for longer than a slow voice would take.

Facts, which are what happens in a match, never wait behind the answers to keys: they cut them.  A
fact that is cut itself is said again (`audiogames/present/facts.py`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, replace
from typing import Any, Final

from audiogames.core.cues import Cue, Pause, Priority, Say, Sound
from audiogames.core.events import Event, Seat
from audiogames.present.composing import (
    BETWEEN,
    IN_TURN,
    SILENT,
    Pan,
    as_one,
    plain_args,
    rank_of,
    said_once,
    seat_named,
    tells_cards,
    unrepeated,
)
from audiogames.present.facts import Fact, Facts, Handover, Rendered
from audiogames.present.history import GAME, GENERAL, History
from audiogames.present.localizer import Localizer
from audiogames.present.outputs import Announcement, Part, PlaySound, StopSounds

ONSET: Final = 0.2
"""Seconds before a voice is heard, and between two sentences."""

WORDS_A_MINUTE: Final = 250
SLOWEST: Final = 80
GRACE: Final = 3.0
"""Words a minute of the slowest voice, and seconds beside: so long is waited for the end of speech
where the output announces it, in case it does not."""

NAMED_AFTER: Final = 0.5
"""What the next key cuts within so many seconds has named nothing."""

MERGE_FROM: Final = 4
"""So many announcements waiting are spoken as one."""

WAITING: Final = 100
"""So many announcements wait at most.  Who talks faster than a voice is read in the history."""

EVERYTHING: Final = "everything"
QUIET: Final = "quiet"
"""What is told while the window is in the background: all, or what is urgent and the sounds of
notices.  Any other word leaves out these sounds too."""

Out = Announcement | PlaySound | StopSounds


@dataclass(frozen=True)
class _Waiting:
    announcement: Announcement
    topic: str | None = None
    view: str = GENERAL
    rank: int = IN_TURN
    says: tuple[Say, ...] = ()
    """What it was made of."""


class Announcer:
    """Turns cues into announcements and sounds, in the listener's language and verbosity."""

    def __init__(self, localizer: Localizer, pan: Pan) -> None:
        self.localizer = localizer
        self.automatic = True
        """Whether events are spoken; replies always are."""
        self.teaches = False
        """Whether lessons are told."""
        self.levels: Mapping[Any, str] = {}
        """How much is told of some kinds of facts, where it is not as much as of everything."""
        self._taught: set[str] = set()
        self._named: tuple[object, float] = (None, 0.0)
        """What the last announcement named, and since when it has been spoken."""
        self._pan = pan
        self.history = History()
        self.rate = WORDS_A_MINUTE
        self.announces_end = False
        """Whether the output says when it has spoken (`end_speech`): then nothing is estimated."""
        self.background = EVERYTHING
        """How much is told while the window is in the background."""
        self._is_away = False
        self._missed = 0
        self._busy_until = 0.0
        self._pause = 0.0
        """Seconds of silence that are wanted with what is being spoken."""
        self._facts_until = 0.0
        """When all is estimated to have been heard but for the answers to keys."""
        self._handover = Handover()
        self._answers_key = False
        self._carried_at: float | None = None
        """When the answer to the key that is being pressed began, where facts are in it."""
        self._waiting: list[_Waiting] = []
        self._afterwards: Callable[[], Iterable[Cue]] | None = None

    def speaks(self, cue: Cue) -> bool:
        """Return whether this is announced aloud without being asked for."""
        if not isinstance(cue, Say) or not self.automatic:
            return False
        return self._is_wanted(cue) and not self._is_silent(cue)

    @property
    def deadline(self) -> float | None:
        """When what waits may be spoken."""
        return self._busy_until if self._waiting or self._afterwards else None

    def ends(self) -> float:
        """When everything said and waiting is estimated to have been heard."""
        return self._busy_until + sum(self._lasts(one.announcement) for one in self._waiting)

    def heard_at(self) -> float:
        """When everything but the answers to keys is estimated to have been heard."""
        return self._facts_until + sum(self._lasts(one.announcement) for one in self._waiting)

    def length(self, text: str) -> float:
        """How long a voice takes for this text, in seconds."""
        return ONSET + 60 * len(text.split()) / self.rate

    def _lasts(self, announcement: Announcement, *, aloud: bool = True) -> float:
        """How long to wait for it: as long as it takes, or until its end must have come."""
        if not (self.announces_end and aloud and announcement.spoken):
            return self.length(announcement.text)
        return GRACE + 60 * len(announcement.text.split()) / SLOWEST

    def end_speech(self, now: float) -> bool:
        """All that was spoken has ended; return whether facts in it were still being waited for."""
        facts_waited = self._facts_until > now
        self._busy_until = min(self._busy_until, now + self._pause)
        self._facts_until = min(self._facts_until, self._busy_until)
        self._pause = 0.0
        return facts_waited

    def announce(self, cues: Iterable[Cue], now: float, view: str = GENERAL) -> list[Out]:
        """Take one batch: play its sounds, remember and speak its sentence."""
        cues = list(cues)
        sounds = [cue for cue in cues if isinstance(cue, Sound) and self._is_heard(cue)]
        out: list[Out] = [self._play(cue) for cue in sounds]
        says = self._wanted(cues)
        if not says:
            return out
        announcement = self._noted(says, now, view)
        pause = sum(cue.seconds for cue in cues if isinstance(cue, Pause))
        waiting = _Waiting(announcement, says[-1].topic, view, rank_of(says), tuple(says))
        out += self._speak_or_queue(waiting, now, pause)
        if announcement.interrupt:
            self._named = (says[-1].names, now)
        return out

    # Facts

    @property
    def is_quiet(self) -> bool:
        """Whether the window is in the background, and is not to speak there."""
        return self._is_away and self.background != EVERYTHING

    @property
    def facts_may_go_at(self) -> float:
        """When the next facts may be told: after those before them, not after an answer."""
        return self._facts_until

    def tell_facts(self, updates: Sequence[Facts], now: float) -> list[Out]:
        """Tell updates in one utterance, each with an entry of its own in the history.

        While a key is being answered they become the beginning of the answer.
        """
        cues = [cue for one in updates for cue in (*one.happened, *one.asked)]
        sounds = [cue for cue in cues if isinstance(cue, Sound)]
        if self._is_away:
            sounds = list(filter(self._is_heard, sounds))
        once = sounds if len(updates) == 1 else dict.fromkeys(sounds)
        out: list[Out] = list(map(self._play, once))
        facts = [fact for one in updates if (fact := self._fact(one, now)) is not None]
        if self._answers_key and not any(fact.is_answer for fact in facts):
            self._handover.before_the_answer(facts)
            return out
        if not facts:
            return out
        told = as_one([fact.announcement for fact in facts])
        if self._facts_until <= now < self._busy_until:
            told = replace(told, interrupt=True)
        pause = sum(cue.seconds for cue in cues if isinstance(cue, Pause))
        return [*out, self._spoken(_Waiting(told), now, pause, facts=facts)]

    def render(self, cues: Iterable[Cue]) -> Rendered:
        """Make the sentences and braille texts of these before they are told."""
        rendered = Rendered(self.localizer, self.levels)
        for cue in cues:
            if isinstance(cue, Say):
                message, short = cue.message, cue.braille or cue.message
                localizer = self._localizer(cue) if self.levels else self.localizer
                sentence = localizer.speech(message)
                rendered.sentences[id(message)] = message, sentence
                rendered.braille[id(short)] = short, self.localizer.braille(short)
        return rendered

    def is_told(self, now: float, *, ahead: bool = False) -> bool:
        """Whether all facts count as told; with `ahead`, whether all were handed to the voice."""
        return not self._handover.is_open(now, only_waiting=ahead)

    @property
    def told_at(self) -> float:
        """When all facts that were handed to the voice count as told, if nothing cuts them."""
        return self._handover.open_until

    def begin_answer(self) -> None:
        """A key is being pressed: what is told from now on and is no answer comes before it."""
        self._answers_key, self._carried_at = True, None

    def events_said_again(self, now: float) -> tuple[Event, ...]:
        """Return the events that the answer to a key begins with, none left out, if it comes now.

        Empty where the listener has silenced a kind of facts: then some are not spoken.
        """
        if SILENT in self.levels.values():
            return ()
        again = self._handover.begins_with(now)
        return tuple(event for fact in again for event in fact.events)

    def end_answer(self, now: float, *, again: bool) -> list[Out]:
        """The key is done; facts that nothing was said after are said by themselves.

        With `again` also those that are being spoken, for they were not told when it was pressed.
        """
        self._answers_key = False
        cut, first = self._handover.take(now, cuts=again)
        if not (cut or first):
            return []
        told = [says for says in self._said_again([*cut, *first], news=False) if says]
        if not told:
            return []
        whole = as_one([self._made(says, now) for says in told])
        whole = replace(whole, priority=Priority.REPLY, interrupt=True)
        spoken = self._spoken(_Waiting(whole), now, facts=first)
        self._facts_until = self._busy_until  # all of it is facts: others wait for it
        return [spoken]

    def _fact(self, update: Facts, now: float) -> Fact | None:
        """What is said of an update; it enters the history at its place."""
        happened, asked = self._wanted(update.happened), self._wanted(update.asked)
        if not (happened or asked):
            return None
        announcement = self._noted([*happened, *asked], now, GAME, update.rendered)
        return Fact(announcement, tuple(happened), tuple(asked), update.binds, update.events)

    def _said_again(self, facts: Sequence[Fact], *, news: bool) -> list[list[Say]]:
        """What these facts say; a question that newer facts have answered is not put any more."""
        told = [list(fact.happened) for fact in facts]
        if facts and not news:
            told[-1] += facts[-1].asked
        return told

    # What else is said

    def remember(self, says: Iterable[Say], view: str) -> None:
        """Write down what nobody is told any more, as one entry."""
        said = list(says)
        if said:
            rendered = Rendered(self.localizer, self.levels)
            text = " ".join(self._sentences(said, rendered))
            braille = self._braille(said, rendered)
            self.history.add(view, text, braille, is_of_cards=tells_cards(said))

    def quote(self, text: str, braille: str, now: float) -> list[Out]:
        """Speak a text from the history again: it is a reply, but not a new announcement."""
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
        """Ask for more to say when all else has been heard: what cannot be known any earlier.

        Only the last such question is put.
        """
        self._afterwards = tell

    def tick(self, now: float) -> list[Out]:
        """Speak what has waited long enough; when much waits, all of it at once."""
        if now < self._busy_until:
            return []
        if not self._waiting:
            tell, self._afterwards = self._afterwards, None
            return [] if tell is None else self.announce(tell(), now)
        many = len(self._waiting) >= MERGE_FROM
        due, self._waiting = (self._waiting, []) if many else (self._waiting[:1], self._waiting[1:])
        whole = as_one([one.announcement for one in due])
        return [self._spoken(_Waiting(whole), now, count=len(due))]

    def hush(self) -> None:
        """Our voice was silenced: what comes next need not wait, what was said counts as told."""
        self._busy_until = self._facts_until = 0.0
        self._handover.silence()

    def leave(self) -> None:
        """The window is in the background from now on."""
        self._is_away = True

    def come_back(self) -> int:
        """The window is in front again; how many announcements were kept silent meanwhile."""
        missed, self._missed, self._is_away = self._missed, 0, False
        return missed

    def forget(self, view: str) -> None:
        """What still waits of this view need not be spoken any more; the history has it."""
        self._waiting = [one for one in self._waiting if one.view != view]
        if view == GAME:
            self._handover.forget()

    def drop(self, topic: str) -> bool:
        """The same for what waits of a topic; whether anything did."""
        before = len(self._waiting)
        self._waiting = [one for one in self._waiting if one.topic != topic]
        return len(self._waiting) < before

    def _is_heard(self, sound: Sound) -> bool:
        if not self._is_away or self.background == EVERYTHING:
            return True
        return sound.notice and self.background == QUIET

    def _play(self, cue: Sound) -> PlaySound:
        return PlaySound(cue.id, self._pan(cue.seat), "notices" if cue.notice else "game")

    def _noted(
        self, says: list[Say], now: float, view: str, rendered: Rendered | None = None
    ) -> Announcement:
        """What is said of this; the history has it in full, with every name."""
        if (
            rendered is None
            or rendered.localizer is not self.localizer
            or rendered.levels is not self.levels
        ):
            rendered = Rendered(self.localizer, self.levels)
        announcement = self._made(says, now, rendered)
        text = " ".join(self._sentences(unrepeated(says, in_full=True), rendered))
        self.history.add(view, text, announcement.braille, is_of_cards=announcement.tells_cards)
        return announcement

    def _speak_or_queue(self, new: _Waiting, now: float, pause: float) -> list[Out]:
        announcement = new.announcement
        if announcement.interrupt or (now >= self._busy_until and not self._waiting):
            return [self._spoken(new, now, pause)]
        if new.topic is not None:
            self._waiting = [one for one in self._waiting if one.topic != new.topic]
        self._waiting.append(new)
        self._waiting.sort(key=lambda one: one.rank)
        if len(self._waiting) > WAITING:
            last = self._waiting[-1].rank
            self._waiting.remove(next(one for one in self._waiting if one.rank == last))
        return []

    def _spoken(
        self,
        due: _Waiting,
        now: float,
        pause: float = 0.0,
        *,
        count: int = 1,
        facts: Sequence[Fact] = (),
    ) -> Announcement:
        """It is its time; in the background most is only shown, and counted.

        The braille line is then another program's, as the voice is.
        """
        announcement = due.announcement
        self._named = (None, 0.0)
        if announcement.interrupt and self._carried_at == now:
            announcement = replace(announcement, interrupt=False)
        cut, first = self._handover.take(now, cuts=announcement.interrupt)
        before, facts_length = [], 0.0
        if cut or first:
            told_again = self._said_again([*cut, *first], news=bool(facts))
            again, new = said_once(told_again, due.says, self._is_silent)
            before = [self._made(told, now) for told in again if told]
        if before:
            interrupt, self._carried_at = announcement.interrupt, now
            facts_length = self.length(" ".join(one.text for one in before))
            answer = [announcement]
            if new != list(due.says):
                answer = [self._made(new, now)] if new else []
            whole = as_one([*before, *answer])
            announcement = replace(
                whole, priority=announcement.priority, interrupt=interrupt or self._answers_key
            )
        self._handover.handed([*first, *facts], now)
        announcement = replace(announcement, at=now, tells_facts=bool(before or facts))
        is_kept = self.is_quiet and announcement.priority < Priority.CRITICAL
        lasts = pause + self._lasts(announcement, aloud=not is_kept)
        self._will_take(announcement, now, lasts, facts_length, is_fact=bool(facts))
        self._pause = pause
        if is_kept:
            self._missed += count
            return replace(announcement, spoken=False, braille="")
        return announcement

    def _will_take(
        self, one: Announcement, now: float, lasts: float, facts_length: float, *, is_fact: bool
    ) -> None:
        """Estimate when this will have been heard, and the facts in it."""
        starts = now if one.interrupt else max(now, self._busy_until)
        self._busy_until = starts + lasts
        if is_fact or one.priority != Priority.REPLY:
            self._facts_until = self._busy_until
        elif one.interrupt:
            self._facts_until = starts + facts_length

    # How cues become an announcement

    def _wanted(self, cues: Iterable[Cue]) -> list[Say]:
        return [cue for cue in cues if isinstance(cue, Say) and self._is_wanted(cue)]

    def _is_wanted(self, cue: Say) -> bool:
        if cue.lesson is not None:
            return self._is_new(cue.lesson)
        return not cue.full or self._localizer(cue).verbosity == "full"

    def _is_silent(self, cue: Say) -> bool:
        """Answers never are: no key stays without one."""
        return cue.priority < Priority.REPLY and self.levels.get(cue.kind) == SILENT

    def _is_new(self, lesson: str) -> bool:
        """Whether this is taught now, for the first and only time."""
        if not self.teaches or lesson in self._taught:
            return False
        self._taught.add(lesson)
        return True

    def _made(self, says: list[Say], now: float, rendered: Rendered | None = None) -> Announcement:
        """The announcement of these; what is `rendered` is not made again."""
        rendered = rendered or Rendered(self.localizer, self.levels)
        priority = max([cue.priority for cue in says])
        aloud = self._unrepeated([cue for cue in says if not self._is_silent(cue)], now)
        told = aloud or says
        sentences = self._sentences(told, rendered)
        return Announcement(
            at=now,
            priority=priority,
            interrupt=priority >= Priority.REPLY,
            text=" ".join(sentences),
            braille=self._braille(says, rendered),
            lang=self.localizer.tag,
            message=says[0].message.id,
            args=plain_args(says[0].message),
            parts=self._parts(told, sentences),
            spoken=bool(aloud) and (self.automatic or priority >= Priority.REPLY),
            tells_cards=tells_cards(says),
        )

    def _unrepeated(self, says: list[Say], now: float) -> list[Say]:
        """The same without what the key before this one has named, or the sentence before it."""
        by_key, since = self._named
        return unrepeated(says, None if now - since < NAMED_AFTER else by_key)

    def _sentences(self, says: Iterable[Say], rendered: Rendered) -> list[str]:
        """What is said, one after the other: what follows a comma goes on in its sentence."""
        known = rendered.sentences
        sentences: list[str] = []
        after = ""
        for cue in says:
            message = cue.message
            if after.endswith(","):
                sentence = self._localizer(cue).speech(message, after=after)
            else:
                if id(message) not in known:
                    known[id(message)] = message, self._localizer(cue).speech(message)
                sentence = known[id(message)][1]
            sentences.append(sentence)
            after = sentence
        return sentences

    def _parts(self, says: Sequence[Say], sentences: Sequence[str]) -> tuple[Part, ...]:
        """The sentences, each with the seat that it names; none where no seat is named."""
        seats = [seat_named(cue.message) for cue in says]
        if seats.count(None) == len(seats):
            return ()
        return tuple([self._part(*one) for one in zip(sentences, seats, strict=True)])

    def _part(self, sentence: str, seat: Seat | None) -> Part:
        if seat is None:
            return Part(sentence)
        return Part(sentence, seat, self._pan(seat), self.localizer.names(seat).gender)

    def _braille(self, says: Iterable[Say], rendered: Rendered) -> str:
        texts, known = [], rendered.braille
        for cue in says:
            message = cue.braille or cue.message
            if id(message) not in known:
                known[id(message)] = message, self.localizer.braille(message)
            texts.append(known[id(message)][1])
        return BETWEEN.join(texts)

    def _localizer(self, cue: Say) -> Localizer:
        """The one for as much as is told of this; what is silent is written as usual."""
        level = self.levels.get(cue.kind, SILENT)
        if level in {SILENT, self.localizer.verbosity}:
            return self.localizer
        localizer = copy(self.localizer)
        localizer.verbosity = level
        return localizer
