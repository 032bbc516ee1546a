"""When what is said: priorities, one queue, and estimates of how long speech takes.

Cues come in batches; a batch is one announcement: one entry of the history, one utterance, one
braille line.  A reply interrupts; everything else waits until what was said before is estimated to
have ended.  Nothing here blocks, and nothing waits for a synthesizer to say that it is done.

Facts, which are what happens in a match, never wait behind the answers to keys: they cut them.  A
fact that is cut itself is said again (`audiogames/present/facts.py`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, replace
from typing import Final

from audiogames.core.cues import Cue, Kind, Msg, Name, Pause, Priority, Say, Sound
from audiogames.core.events import Seat
from audiogames.core.text import Notation
from audiogames.present.facts import Fact, Facts, Handover
from audiogames.present.history import GAME, GENERAL, History
from audiogames.present.localizer import Localizer
from audiogames.present.outputs import Announcement, Part, Play, StopSounds

ONSET: Final = 0.2
"""Seconds before a voice is heard, and between two sentences."""

BETWEEN: Final = "  "
"""What stands between two facts on the braille line."""

WORDS_A_MINUTE: Final = 250
MERGE_FROM: Final = 4
"""So many announcements waiting are spoken as one."""

WAITING: Final = 100
"""So many announcements wait at most.  Who talks faster than a voice is read in the history."""

SILENT: Final = "silent"
"""The level of a kind of facts that is not spoken: the braille line and the history have it."""

EVERYTHING: Final = "everything"
QUIET: Final = "quiet"
"""What is told while the window is in the background: all, or what is urgent and the sounds of
notices.  Any other word leaves out these sounds too."""

NAMED_AFTER: Final = 0.5
"""What the next key cuts within so many seconds has named nothing."""

FIRST, IN_TURN, LAST = range(3)
"""What of that which waits is spoken first."""

Pan = Callable[[Seat | None], float]
Out = Announcement | Play | StopSounds


@dataclass(frozen=True)
class _Waiting:
    announcement: Announcement
    topic: str | None
    view: str
    rank: int = IN_TURN


class Announcer:
    """Turns cues into announcements and sounds, in the listener's language and verbosity."""

    def __init__(self, localizer: Localizer, pan: Pan) -> None:
        self.localizer = localizer
        self.history = History()
        self.rate = WORDS_A_MINUTE
        self.automatic = True
        """Whether events are spoken; replies always are."""
        self.teaches = False
        """Whether lessons are told."""
        self.levels: Mapping[Kind, str] = {}
        """How much is told of some kinds of facts, where it is not as much as of everything."""
        self.background = EVERYTHING
        """How much is told while the window is in the background."""
        self._is_away = False
        self._missed = 0
        self._taught: set[str] = set()
        self._named: tuple[object, float] = (None, 0.0)
        """What the last announcement named, and since when it has been spoken."""
        self._pan = pan
        self._busy_until = 0.0
        self._facts_until = 0.0
        """When all is estimated to have been heard but for the answers to keys."""
        self._handover = Handover()
        self._answers_key = False
        self._carried_at: float | None = None
        """When the answer to the key that is being pressed began, where facts are in it."""
        self._waiting: list[_Waiting] = []
        self._afterwards: Callable[[], Iterable[Cue]] | None = None

    @property
    def deadline(self) -> float | None:
        """When what waits may be spoken."""
        return self._busy_until if self._waiting or self._afterwards else None

    def ends(self) -> float:
        """When everything said and waiting is estimated to have been heard."""
        return self._busy_until + sum(self.length(one.announcement.text) for one in self._waiting)

    def heard_at(self) -> float:
        """When everything but the answers to keys is estimated to have been heard."""
        lengths = (self.length(one.announcement.text) for one in self._waiting)
        return self._facts_until + sum(lengths)

    def length(self, text: str) -> float:
        """How long a voice takes for this text, in seconds."""
        return ONSET + 60 * len(text.split()) / self.rate

    def announce(self, cues: Iterable[Cue], now: float, view: str = GENERAL) -> list[Out]:
        """Take one batch: play its sounds, remember and speak its sentence."""
        cues = list(cues)
        sounds = (cue for cue in cues if isinstance(cue, Sound))
        out: list[Out] = [self._play(cue) for cue in sounds if self._is_heard(cue)]
        says = self._wanted(cues)
        if not says:
            return out
        announcement = self._made(says, now)
        self.history.add(view, _text(self._parts(says)), announcement.braille)
        pause = sum(cue.seconds for cue in cues if isinstance(cue, Pause))
        waiting = _Waiting(announcement, says[-1].topic, view, _rank(says))
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
        sounds = (cue for cue in cues if isinstance(cue, Sound) and self._is_heard(cue))
        once = sounds if len(updates) == 1 else dict.fromkeys(sounds)
        out: list[Out] = [self._play(cue) for cue in once]
        facts = [fact for one in updates if (fact := self._fact(one, now)) is not None]
        if self._answers_key and not any(fact.is_answer for fact in facts):
            self._handover.before_the_answer(facts)
            return out
        if not facts:
            return out
        told = _merged([fact.announcement for fact in facts])
        if self._facts_until <= now < self._busy_until:
            told = replace(told, interrupt=True)
        pause = sum(cue.seconds for cue in cues if isinstance(cue, Pause))
        return [*out, self._spoken(told, now, pause, facts=facts)]

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

    def end_answer(self, now: float, *, again: bool) -> list[Out]:
        """The key is done; facts that nothing was said after are said by themselves.

        With `again` also those that are being spoken, for they were not told when it was pressed.
        """
        self._answers_key = False
        cut, first = self._handover.take(now, cuts=again)
        told = self._said_again([*cut, *first], now, news=False)
        if not told:
            return []
        whole = replace(_merged(told), priority=Priority.REPLY, interrupt=True)
        spoken = self._spoken(whole, now, facts=first)
        self._facts_until = self._busy_until  # all of it is facts: others wait for it
        return [spoken]

    def _fact(self, update: Facts, now: float) -> Fact | None:
        """What is said of an update; it enters the history at its place."""
        happened, asked = self._wanted(update.happened), self._wanted(update.asked)
        if not (happened or asked):
            return None
        announcement = self._made([*happened, *asked], now)
        text = _text(self._parts([*happened, *asked]))
        self.history.add(GAME, text, announcement.braille)
        return Fact(announcement, tuple(happened), tuple(asked), update.binds)

    def _said_again(self, facts: Sequence[Fact], now: float, *, news: bool) -> list[Announcement]:
        """These facts; a question that newer facts have answered is not put any more."""
        told = [fact.happened for fact in facts]
        if facts and not news:
            told[-1] += facts[-1].asked
        return [self._made(list(says), now) for says in told if says]

    # What else is said

    def remember(self, says: Iterable[Say], view: str) -> None:
        """Write down what nobody is told any more, as one entry."""
        said = list(says)
        if said:
            braille = BETWEEN.join(
                self.localizer.braille(cue.braille or cue.message) for cue in said
            )
            self.history.add(view, _text(self._parts(said)), braille)

    def quote(self, text: str, braille: str, now: float) -> list[Out]:
        """Speak a text from the history again: it is a reply, but not a new announcement."""
        announcement = Announcement(
            at=now,
            priority=Priority.REPLY,
            interrupt=True,
            text=text,
            braille=braille,
            lang=self.localizer.lang,
            message="quote",
        )
        return self._speak_or_queue(_Waiting(announcement, None, GENERAL), now, 0)

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
        return [self._spoken(_merged([one.announcement for one in due]), now, count=len(due))]

    def hush(self) -> None:
        """Our voice was silenced: what comes next need not wait, what was said counts as told."""
        self._busy_until = self._facts_until = 0.0
        self._handover.forget()

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

    def drop(self, topic: str) -> None:
        """The same for what waits of a topic."""
        self._waiting = [one for one in self._waiting if one.topic != topic]

    def _wanted(self, cues: Iterable[Cue]) -> list[Say]:
        return [cue for cue in cues if isinstance(cue, Say) and self._is_wanted(cue)]

    def _is_wanted(self, cue: Say) -> bool:
        if cue.lesson is not None:
            return self._is_new(cue.lesson)
        return not cue.full or self._level(cue) == "full"

    def _level(self, cue: Say) -> str:
        """How much is told of this; what is silent is written as usual."""
        level = self._wish(cue)
        return self.localizer.verbosity if level in {None, SILENT} else str(level)

    def _wish(self, cue: Say) -> str | None:
        return None if cue.kind is None else self.levels.get(cue.kind)

    def _is_silent(self, cue: Say) -> bool:
        """Answers never are: no key stays without one."""
        return cue.priority < Priority.REPLY and self._wish(cue) == SILENT

    def _is_heard(self, sound: Sound) -> bool:
        if not self._is_away or self.background == EVERYTHING:
            return True
        return sound.notice and self.background == QUIET

    def _is_new(self, lesson: str) -> bool:
        """Whether this is taught now, for the first and only time."""
        if not self.teaches or lesson in self._taught:
            return False
        self._taught.add(lesson)
        return True

    def _play(self, cue: Sound) -> Play:
        return Play(cue.id, self._pan(cue.seat), "notices" if cue.notice else "game")

    def _made(self, says: list[Say], now: float) -> Announcement:
        priority = max(cue.priority for cue in says)
        aloud = [cue for cue in self._unrepeated(says, now) if not self._is_silent(cue)]
        parts = self._parts(aloud or says)
        return Announcement(
            at=now,
            priority=priority,
            interrupt=priority >= Priority.REPLY,
            text=_text(parts),
            braille=BETWEEN.join(
                self.localizer.braille(cue.braille or cue.message) for cue in says
            ),
            lang=self.localizer.lang,
            message=says[0].message.id,
            args=_plain_args(says[0].message),
            parts=parts if any(part.seat is not None for part in parts) else (),
            spoken=bool(aloud) and (self.automatic or priority >= Priority.REPLY),
        )

    def _unrepeated(self, says: list[Say], now: float) -> list[Say]:
        """The same without the name that the key before this one has told."""
        named, since = self._named
        if named is None or now - since < NAMED_AFTER:
            return says
        told = [cue if cue.echo is None or cue.echo.of != named else _brief(cue) for cue in says]
        return [cue for cue in told if cue is not None] or says

    def _parts(self, says: Iterable[Say]) -> tuple[Part, ...]:
        """What is said, one after the other: what follows a comma goes on in its sentence."""
        parts: list[Part] = []
        for cue in says:
            parts.append(self._part(cue, after=parts[-1].text if parts else ""))
        return tuple(parts)

    def _part(self, cue: Say, after: str) -> Part:
        text, seat = self._localizer(cue).speech(cue.message, after=after), _seat_of(cue.message)
        if seat is None:
            return Part(text)
        return Part(text, seat, self._pan(seat), self.localizer.names(seat).gender)

    def _localizer(self, cue: Say) -> Localizer:
        level = self._level(cue)
        if level == self.localizer.verbosity:
            return self.localizer
        localizer = copy(self.localizer)
        localizer.verbosity = level
        return localizer

    def _speak_or_queue(self, new: _Waiting, now: float, pause: float) -> list[Out]:
        announcement = new.announcement
        if announcement.interrupt or (now >= self._busy_until and not self._waiting):
            return [self._spoken(announcement, now, pause)]
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
        announcement: Announcement,
        now: float,
        pause: float = 0.0,
        *,
        count: int = 1,
        facts: Sequence[Fact] = (),
    ) -> Announcement:
        """It is its time; in the background most is only shown, and counted.

        The braille line is then another program's, as the voice is.
        """
        self._named = (None, 0.0)
        if announcement.interrupt and self._carried_at == now:
            announcement = replace(announcement, interrupt=False)
        cut, first = self._handover.take(now, cuts=announcement.interrupt)
        before, facts_length = self._said_again([*cut, *first], now, news=bool(facts)), 0.0
        if before:
            interrupt, self._carried_at = announcement.interrupt, now
            facts_length = self.length(" ".join(one.text for one in before))
            whole = _merged([*before, announcement])
            announcement = replace(
                whole, priority=announcement.priority, interrupt=interrupt or self._answers_key
            )
        self._handover.handed([*first, *facts], now)
        self._will_take(announcement, now, pause, facts_length, is_fact=bool(facts))
        is_kept = self.is_quiet
        if is_kept and announcement.priority < Priority.CRITICAL:
            self._missed += count
            return replace(announcement, at=now, spoken=False, braille="")
        return replace(announcement, at=now)

    def _will_take(
        self, one: Announcement, now: float, pause: float, facts_length: float, *, is_fact: bool
    ) -> None:
        """Estimate when this will have been heard, and the facts in it."""
        starts = now if one.interrupt else max(now, self._busy_until)
        self._busy_until = starts + pause + self.length(one.text)
        if is_fact or one.priority != Priority.REPLY:
            self._facts_until = self._busy_until
        elif one.interrupt:
            self._facts_until = starts + facts_length


def _text(parts: Iterable[Part]) -> str:
    return " ".join(part.text for part in parts)


def _brief(cue: Say) -> Say | None:
    """What is left of a fact of which the name was told."""
    assert cue.echo is not None
    return None if cue.echo.brief is None else replace(cue, message=cue.echo.brief)


def _rank(says: Sequence[Say]) -> int:
    """What concerns the listener and stands for itself, such as his time, goes before events.

    Everything else stays in the order of time: a turn told before the card that led to it is wrong.
    """
    priority = max(cue.priority for cue in says)
    if priority == Priority.BACKGROUND:
        return LAST
    is_news = all(cue.topic is not None for cue in says)
    return FIRST if is_news and priority == Priority.MINE else IN_TURN


def _merged(announcements: Sequence[Announcement]) -> Announcement:
    if len(announcements) == 1:
        return announcements[0]
    aloud = [one for one in announcements if one.spoken] or announcements
    return replace(
        announcements[0],
        priority=max(one.priority for one in announcements),
        interrupt=any(one.interrupt for one in announcements),
        text=" ".join(one.text for one in aloud),
        braille=BETWEEN.join(one.braille for one in announcements),
        parts=tuple(part for one in aloud for part in one.parts or (Part(one.text),)),
        spoken=aloud[0].spoken,
    )


def _plain_args(message: Msg) -> dict[str, object]:
    args = {key: _plain(value) for key, value in message.args.items()}
    return args if message.number is None else {**args, "n": message.number}


def _plain(value: object) -> object:
    match value:
        case Name(seat=seat):
            return seat
        case Msg():
            return {"message": value.id, **_plain_args(value)}
        case Notation():
            return str(value)
        case tuple():
            return [_plain(item) for item in value]
    return value


def _seat_of(message: Msg) -> Seat | None:
    """The one seat that a message names; None where it names none or several."""
    seats = {value.seat for value in message.args.values() if isinstance(value, Name)}
    return seats.pop() if len(seats) == 1 else None
