"""Phrases that several announcements of Tressette share."""

from __future__ import annotations

from collections.abc import Sequence

from audiogames.cards import telling
from audiogames.core.cues import Argument, Msg, Name, msg
from audiogames.core.events import Seat
from audiogames.games.tressette import declarations as d
from audiogames.games.tressette import model as m

POINT: int = 3
"""Thirds of a point."""


def suit_words(suit: str) -> Msg:
    """Return the name of a suit."""
    return telling.suit_words(suit, "italian")


def accusa_words(accuse: m.Accuse) -> Msg:
    """Return the words for an accusa; for three of a kind, `suit` is the missing one."""
    if accuse.suit is None:
        return msg(f"accusa-{accuse.name}")
    return msg(f"accusa-{accuse.name}", suit=suit_words(accuse.suit))


def name_words(name: str) -> Msg:
    """Return a declaration's name: short, traditional or both, as the settings say."""
    return msg(f"name-{name}") if name in d.NAMES else msg(f"word-{name}")


def said_words(name: str | None, suit: str | None, text: str | None) -> Argument:
    """Return the words for a declaration: a listed word, with its suit if any, or a free text."""
    if name is None:
        return text or ""
    words = name_words(name)
    return words if suit is None else msg("said-of-suit", what=words, suit=suit_words(suit))


def meaning_words(name: str) -> Msg:
    """Return the words for a declaration's meaning, or for all meanings of an ambiguous word."""
    readings = d.readings(name)
    if len(readings) == 1:
        return msg(f"meaning-{readings[0]}")
    return msg("meanings", readings=tuple(msg(f"meaning-{reading}") for reading in readings))


def sided(view: m.TressetteView, side: int, id_: str, /, **args: Argument) -> Msg:
    """Build a phrase about a pair: `id-ours` for the listener's pair, otherwise `id-theirs`.

    Spectators hear `id-pair`, which names the players of the pair.
    """
    if view.seat is None:
        return msg(f"{id_}-pair", pair=tuple(Name(Seat(seat)) for seat in (side, side + 2)), **args)
    return msg(f"{id_}-{'ours' if m.side(view.seat) == side else 'theirs'}", **args)


def sides(view: m.TressetteView) -> tuple[int, int]:
    """Return the pairs in announcement order: the listener's own first."""
    first = 0 if view.seat is None else m.side(view.seat)
    return first, 1 - first


def each_side(view: m.TressetteView, numbers: Sequence[int], id_: str = "side") -> tuple[Msg, ...]:
    """Return a phrase for each pair with its number, the listener's pair first."""
    return tuple(sided(view, side, id_, number=numbers[side]) for side in sides(view))


def thirds_words(thirds: int) -> Msg:
    """Return captured points as words, in whole points and thirds."""
    whole, rest = divmod(thirds, POINT)
    if not rest:
        return msg("points-whole", whole)
    return msg("points-thirds", rest, whole=whole) if whole else msg("thirds-alone", rest)
