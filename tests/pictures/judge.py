"""Finds measurable faults of a picture: parts that are covered, cut off, too small or missing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from pygame import Rect

from audiogames.present.frame import Frame, TableShape
from audiogames.shell.window.boxes import Box, CardBox
from audiogames.shell.window.cardfaces import index_width, least_height
from audiogames.shell.window.chips import chip_height
from audiogames.shell.window.lettering import WrappedText
from audiogames.shell.window.ruler import Ruler, enlarged
from audiogames.shell.window.table.boxes import ChipBox, SeatBox, SeatPart
from audiogames.shell.window.table.importance import elements

FILLED = 0.8
"""The least share of the width that such a hand fills if all of it is visible."""

LARGE_HANDS = range(10, 14)


def ruler_of(size: tuple[int, int], scale: int) -> Ruler:
    """Return the layout ruler for a window of this size and a scale in percent."""
    return Ruler(size, enlarged(scale, size))


def faults(frame: Frame, ruler: Ruler, boxes: Sequence[Box]) -> Iterator[str]:
    """Yield a description of each fault of the picture."""
    window = Rect((0, 0), ruler.window)
    yield from (f"{box.name} is cut off" for box in boxes if not window.contains(box.place))
    yield from (f"{one.name} covers {two.name}" for one, two in _covering(boxes))
    for box in boxes:
        yield from _too_small(box, ruler.letters)
    yield from _narrow(frame, ruler, boxes)
    yield from _nameless_twins(boxes)


def hand_of(boxes: Sequence[Box]) -> list[CardBox]:
    """Return the boxes of the cards in the hand, in drawing order."""
    return [box for box in boxes if isinstance(box, CardBox) and box.name.startswith("card ")]


def _covering(boxes: Sequence[Box]) -> Iterator[tuple[Box, Box]]:
    """Yield pairs of boxes in which the first covers visible parts of the second."""
    for one, two in combinations(boxes, 2):
        if not one.place.colliderect(two.place):
            continue
        if not (_fan(one) == _fan(two) != "" and not two.place.colliderect(index(one))):
            yield two, one


def _fan(box: Box) -> str:
    """Return the kind of a box ("card" or "laid") if such boxes may overlap each other, else ""."""
    kind = box.name.partition(" ")[0]
    return kind if kind in {"card", "laid"} else ""


def index(box: Box) -> Rect:
    """Return the area of a card that shows its rank and suit."""
    width = min(box.place.width, index_width(box.place.height))
    return Rect(box.place.topleft, (width, box.place.height // 2))


def _too_small(box: Box, letters: int) -> Iterator[str]:
    if box.words.lines and box.words.size < letters:
        yield f"{box.name} has letters of {box.words.size} pixels, not {letters}"
    least = chip_height(letters) if isinstance(box, ChipBox) else least_height(letters)
    if isinstance(box, CardBox) and box.place.height < least:
        yield f"{box.name} is {box.place.height} pixels high, not {least}"
    for words, place in _written(box):
        if words.width > place.width or words.height > place.height:
            yield f"the words of {box.name} are larger than its place"


def _written(box: Box) -> Iterator[tuple[WrappedText, Rect]]:
    """Yield the texts in a box with their areas; a player's panel has several."""
    if not isinstance(box, SeatBox):
        yield box.words, box.place
        return
    for part in box.parts:
        yield part.words, Rect(part.place.topleft, (part.place.width, box.place.height))


def _narrow(frame: Frame, ruler: Ruler, boxes: Sequence[Box]) -> Iterator[str]:
    hand = hand_of(boxes)
    if len(frame.cards) in LARGE_HANDS and len(hand) == len(frame.cards):
        width = max(box.place.right for box in hand) - min(box.place.left for box in hand)
        if width < FILLED * ruler.window[0]:
            yield f"the hand fills {width} of {ruler.window[0]} pixels"


def _nameless_twins(boxes: Sequence[Box]) -> Iterator[str]:
    """Yield boxes that have the same name, because clicks are identified by name."""
    names = [box.name for box in boxes if box.can_be_clicked]
    yield from (f"{name} is there twice" for name in set(names) if names.count(name) > 1)


# Omitted elements


def expected(frame: Frame) -> list[str]:
    """Return the names of a table's visible parts, the most important first.

    If there is a result, the trick and the main number of the game are not visible.
    """
    table = frame.table
    assert table is not None
    gone = {"air"} | ({"laid", "last", "total"} if table.result else set())
    notes = {f"note {number}" for number in range(9) if not _noted(table, number)}
    return [name for name in elements(frame, table) if name not in gone | notes]


def missing(frame: Frame, boxes: Sequence[Box]) -> set[str]:
    """Return the expected parts that the picture does not show."""
    table = frame.table
    assert table is not None
    names = {box.name for box in boxes}
    kinds = {name.partition(" ")[0] for name in names}
    kinds_of = {
        "rows": "row",
        "hand": "card",
        "question": "title",
        "pack": "stock",
        "last": "laid",
        "some buttons": "button",
    }
    numbers = {
        "laid": _numbers("laid", table.laid),
        "signs": _numbers("signs", frame.symbols),
        "seats": {f"seat {seat.number}" for seat in table.seats[1:]},
        "own": {f"seat {table.seats[0].number}"},
        "balloons": {f"balloon {seat.number}" for seat in table.seats if seat.says},
        "buttons": {f"button {button.key}" for button in frame.buttons},
    }

    def is_seen(name: str) -> bool:
        if name == "status":
            return name in names or repeats_focus(frame)
        if name == "place":
            return name in names or len(hand_of(boxes)) == len(frame.cards)
        if name == "backs":
            return any(part.count for part in _parts(boxes))
        if name.startswith("note "):
            return _has_note(table, int(name.split()[1]), boxes)
        if name in numbers:
            return numbers[name] <= names
        return name in names or kinds_of.get(name, name) in kinds

    return {name for name in expected(frame) if not is_seen(name)}


def repeats_focus(frame: Frame) -> bool:
    """Return True if the newest sentence is only the name of the focused element."""
    named = [*(row.text for row in frame.rows if row.focused)]
    named += [card.name for card in frame.cards if card.focused]
    return bare(frame.status).casefold() in {bare(name).casefold() for name in named}


def lost(frame: Frame, boxes: Sequence[Box]) -> set[str]:
    """Return the missing parts that every window must show, even with the largest letters.

    While a list is open, or at the end, the trick is not required.
    """
    table = frame.table
    assert table is not None
    needed = {"turn", "total", "status", "result", "rows"}
    if not table.result:
        needed |= {"hand"} if frame.rows else {"hand", "laid"}
    hand = hand_of(boxes)
    is_focus_lost = bool(hand and not frame.rows) and not {box.card.focused for box in hand} >= {
        card.focused for card in frame.cards if card.focused
    }
    return missing(frame, boxes) & needed | ({"focus"} if is_focus_lost else set())


def _numbers(kind: str, found: Sequence[object]) -> set[str]:
    return {f"{kind} {number}" for number in range(len(found))}


def _parts(boxes: Sequence[Box]) -> list[SeatPart]:
    return [part for box in boxes if isinstance(box, SeatBox) for part in box.parts]


def _noted(table: TableShape, number: int) -> list[tuple[str, str]]:
    """Return the panels that must show the note with this index, each with its note.

    Notes that a balloon already shows are left out.
    """
    return [
        (f"seat {seat.number}", seat.notes[number])
        for seat in table.seats
        if len(seat.notes) > number and bare(seat.notes[number]) != bare(seat.says)
    ]


def _has_note(table: TableShape, number: int, boxes: Sequence[Box]) -> bool:
    """Return True if every seat's note with this index is visible.

    The note of the listener's own seat may be missing if the panel of that seat is not drawn.
    """
    panels = {box.name: box.parts for box in boxes if isinstance(box, SeatBox)}
    written = {
        (name, bare(" ".join(part.words.lines))) for name, parts in panels.items() for part in parts
    }
    own = f"seat {table.seats[0].number}"
    noted = (one for one in _noted(table, number) if one[0] in panels or one[0] != own)
    return written.issuperset((name, bare(note)) for name, note in noted)


def bare(text: str) -> str:
    """Return the text without its full stop."""
    return text.rstrip(".")
