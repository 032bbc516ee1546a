"""How sentences are combined in one announcement, and several announcements merged into one."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Final

from audiogames.core.cues import Kind, Msg, Name, Priority, Say, TurnWords
from audiogames.core.events import Seat
from audiogames.core.text import Notation
from audiogames.present.outputs import Announcement, Part

BETWEEN: Final = "  "
"""Separates two facts on the braille line."""

SILENT: Final = "silent"
"""The level of a kind of fact that is only brailled and added to the history."""

Pan = Callable[[Seat | None], float]

FIRST, IN_TURN, LAST = range(3)
"""The queue ranks: which waiting announcement is spoken first."""


def without_name(cue: Say) -> Say | None:
    """Return the short form of a fact whose subject was just named, or None if nothing remains."""
    assert cue.echo is not None
    return None if cue.echo.brief is None else replace(cue, message=cue.echo.brief)


def unrepeated(says: Sequence[Say], by_key: object = None, *, in_full: bool = False) -> list[Say]:
    """Shorten or drop messages whose subject the previous sentence, or the previous key, named.

    `in_full`: messages that could be shortened stay in full; those that would add nothing are
    dropped.
    """
    told: list[Say] = []
    before = None
    for cue in says:
        is_named = cue.echo is not None and cue.echo.of in (by_key, before)
        shorter = without_name(cue) if is_named else cue
        if shorter is not None:
            told.append(cue if in_full else shorter)
        before = cue.names
    return told or list(says)


def rank_of(says: Sequence[Say]) -> int:
    """Return the queue rank: personal notices on a topic, such as the time left, precede events.

    Everything else stays in order of time: a turn announced before the card that led to it is
    wrong.
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
    again: Sequence[Sequence[Say]], answer: Sequence[Say], is_silent: Callable[[Say], bool]
) -> tuple[list[list[Say]], list[Say]]:
    """Remove duplicates between repeated facts and the answer that follows them.

    A sentence stays where it occurs first, also in other words (`Echo`).  Of the turn words only
    the fullest stay: "your turn" gives way to what must be followed, and that to the question
    itself.
    """
    aloud = [cue for facts in again for cue in facts if not is_silent(cue)]
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
