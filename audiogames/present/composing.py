"""Builds the sentences of an announcement from messages, and merges several announcements."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, field, replace
from typing import Any, Final

from audiogames.core.cues import Cue, Kind, Msg, Name, Priority, Say, TurnWords
from audiogames.core.events import Seat
from audiogames.core.text import Notation
from audiogames.present.localizer import Localizer
from audiogames.present.outputs import Announcement, Part

BETWEEN: Final = "  "
"""Separates two facts on the braille line."""

SILENT: Final = "silent"
"""The verbosity of a kind of fact that is not spoken, only brailled and added to the history."""

Levels = Mapping[Any, str]
"""The verbosity of each kind of fact, where it differs from the general one."""

Pan = Callable[[Seat | None], float]

FIRST, IN_TURN, LAST = range(3)
"""The queue ranks: which waiting announcement is spoken first."""


def is_silent(cue: Say, levels: Levels) -> bool:
    """Return whether a message is shown in braille but not spoken.

    Replies are always spoken.
    """
    return cue.priority < Priority.REPLY and levels.get(cue.kind) == SILENT


def localizer_of(cue: Say, localizer: Localizer, levels: Levels) -> Localizer:
    """Return the localizer with the verbosity that the listener chose for this kind of message.

    Kinds that the listener has silenced are rendered at the usual verbosity.
    """
    level = levels.get(cue.kind, SILENT)
    if level in {SILENT, localizer.verbosity}:
        return localizer
    other = copy(localizer)
    other.verbosity = level
    return other


@dataclass(frozen=True)
class Rendered:
    """Builds announcements and caches the rendered text of each message.

    The cache is keyed by `id(message)`.  It also holds the message itself, so that no other object
    can get the same id.
    """

    localizer: Localizer
    levels: Levels
    _sentences: dict[int, tuple[Msg, str]] = field(default_factory=dict)
    _braille: dict[int, tuple[Msg, str]] = field(default_factory=dict)

    def render(self, cues: Iterable[Cue]) -> None:
        """Render the sentences and braille texts of these cues in advance."""
        for cue in cues:
            if isinstance(cue, Say):
                message, short = cue.message, cue.braille or cue.message
                localizer = localizer_of(cue, self.localizer, self.levels)
                self._sentences[id(message)] = message, localizer.speech(message)
                self._braille[id(short)] = short, self.localizer.braille(short)

    def announcement(
        self, says: Sequence[Say], named: object, now: float, pan: Pan, *, automatic: bool
    ) -> Announcement:
        """Build an announcement: everything is brailled, but silenced kinds are not spoken.

        `named` is the subject that the previous key has named, so that it is not repeated.  `pan`
        returns the stereo position of each seat.  Without `automatic`, only replies are spoken.
        """
        aloud = unrepeated([cue for cue in says if not is_silent(cue, self.levels)], named)
        priority = max([cue.priority for cue in says])
        audible = aloud or says
        sentences = self.sentences(audible)
        return Announcement(
            at=now,
            priority=priority,
            interrupt=priority >= Priority.REPLY,
            text=" ".join(sentences),
            braille=self.braille(says),
            lang=self.localizer.tag,
            message=says[0].message.id,
            args=plain_args(says[0].message),
            parts=self._parts(audible, sentences, pan),
            spoken=bool(aloud) and (automatic or priority >= Priority.REPLY),
            tells_cards=tells_cards(says),
        )

    def in_full(self, says: Sequence[Say]) -> str:
        """Return the text of an announcement for the history, in which no message is shortened."""
        return " ".join(self.sentences(unrepeated(says, in_full=True)))

    def sentences(self, says: Iterable[Say]) -> list[str]:
        """Render the messages in order.

        After a text that ends with a comma, the next message continues the sentence.
        """
        known = self._sentences
        sentences: list[str] = []
        after = ""
        for cue in says:
            message = cue.message
            if after.endswith(","):
                after = localizer_of(cue, self.localizer, self.levels).speech(message, after=after)
            else:
                if id(message) not in known:
                    localizer = localizer_of(cue, self.localizer, self.levels)
                    known[id(message)] = message, localizer.speech(message)
                after = known[id(message)][1]
            sentences.append(after)
        return sentences

    def braille(self, says: Iterable[Say]) -> str:
        """Render the braille texts of the messages, in order."""
        texts, known = [], self._braille
        for cue in says:
            message = cue.braille or cue.message
            if id(message) not in known:
                known[id(message)] = message, self.localizer.braille(message)
            texts.append(known[id(message)][1])
        return BETWEEN.join(texts)

    def _parts(self, says: Sequence[Say], sentences: Sequence[str], pan: Pan) -> tuple[Part, ...]:
        """Return each sentence with the seat that it names; empty if no sentence names a seat."""
        seats = [seat_named(cue.message) for cue in says]
        if seats.count(None) == len(seats):
            return ()
        parts: list[Part] = []
        for sentence, seat in zip(sentences, seats, strict=True):
            if seat is None:
                parts.append(Part(sentence))
            else:
                gender = self.localizer.names(seat).gender
                parts.append(Part(sentence, seat, pan(seat), gender))
        return tuple(parts)


def without_name(cue: Say) -> Say | None:
    """Return the short form of a message whose card or seat was just named; None if it has none."""
    assert cue.echo is not None
    return None if cue.echo.brief is None else replace(cue, message=cue.echo.brief)


def unrepeated(says: Sequence[Say], by_key: object = None, *, in_full: bool = False) -> list[Say]:
    """Shorten or drop messages about a card or seat that was just named.

    The previous message, or the previous key (`by_key`), may have named it.  With `in_full`,
    messages are dropped but not shortened.
    """
    kept: list[Say] = []
    before = None
    for cue in says:
        is_named = cue.echo is not None and cue.echo.of in (by_key, before)
        shorter = without_name(cue) if is_named else cue
        if shorter is not None:
            kept.append(cue if in_full else shorter)
        before = cue.names
    return kept or list(says)


def rank_of(says: Sequence[Say]) -> int:
    """Return the rank of an announcement in the queue: `FIRST`, `IN_TURN` or `LAST`.

    Personal notices about a topic, such as the time left, precede events.  Other announcements keep
    their order, because a turn must not be announced before the card that led to it.
    """
    priority = max(cue.priority for cue in says)
    if priority == Priority.BACKGROUND:
        return LAST
    is_news = all(cue.topic is not None for cue in says)
    return FIRST if is_news and priority == Priority.MINE else IN_TURN


def tells_cards(says: Iterable[Say]) -> bool:
    """Return whether any of these messages is about cards."""
    return Kind.CARDS in [cue.kind for cue in says]


def as_one(announcements: Sequence[Announcement]) -> Announcement:
    """Merge several announcements into one, in order."""
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
        tells_cards=any(one.tells_cards for one in announcements),
    )


def without_repeats(
    again: Sequence[Sequence[Say]], answer: Sequence[Say], levels: Levels
) -> tuple[list[list[Say]], list[Say]]:
    """Remove duplicates between repeated facts and the answer that follows them.

    A sentence is kept where it occurs first, even if it is worded differently later (`Echo`).  Of
    several messages about the turn only the fullest is kept (`TurnWords`).
    """
    aloud = [cue for facts in again for cue in facts if not is_silent(cue, levels)]
    said = {cue.message.id: cue.message for cue in aloud}
    asks = max((cue.turn for cue in aloud), default=TurnWords.NONE)
    named = [cue.names for cue in aloud]
    briefly = (without_name(cue) if cue.echo and cue.echo.of in named else cue for cue in answer)
    new = [
        cue
        for cue in briefly
        if cue is not None
        and said.get(cue.message.id) != cue.message
        and (cue.turn is TurnWords.NONE or cue.turn >= asks)
    ]
    fuller = max((cue.turn for cue in new), default=TurnWords.NONE)
    kept = [
        [cue for cue in facts if cue.turn is TurnWords.NONE or cue.turn > fuller] for facts in again
    ]
    return kept, new


def plain_args(message: Msg) -> dict[str, object]:
    """Return a message's arguments as plain data, for the transcript."""
    args = {key: _plain(value) for key, value in message.args.items()}
    return args if message.number is None else {**args, "n": message.number}


def _plain(value: object) -> object:
    """Return an argument of a message as plain data."""
    match value:
        case Name(seat=seat):
            return seat
        case Msg():
            return {"message": value.id, **plain_args(value)}
        case Notation():
            return str(value)
        case tuple():
            return [_plain(item) for item in value]
    return value


def seat_named(message: Msg) -> Seat | None:
    """Return the one seat that a message names; None if it names none or several."""
    named: Seat | None = None
    for value in message.args.values():
        if isinstance(value, Name):
            if named not in {None, value.seat}:
                return None
            named = value.seat
    return named
