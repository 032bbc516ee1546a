"""Frames without a card table, as full as a frame may be, and functions that lay them out."""

from functools import lru_cache

from audiogames.present.frame import Button, CardShape, Frame, Row, SheetShape
from audiogames.shell.window.canvas import arrange
from audiogames.shell.window.ruler import Ruler, enlarged

SIZES = [(1280, 800), (800, 600), (1920, 1080)]
TINY = [(640, 480), (320, 240), (100, 60)]
SCALES = [100, 200, 400]

LONG = "Ada gioca il sette di coppe, Bruno non può rispondere e passa la mano a chi viene dopo."
LETTERS = dict(zip("cdhs", "FQCP", strict=True))
FRENCH = tuple(
    CardShape(rank, suit, "french", "", rank == "Q" and suit == "c", LETTERS[suit])
    for suit in "cdhs"
    for rank in "7TQ"
)
ITALIAN = tuple(CardShape(rank, suit, "italian", "") for suit in "cdsb" for rank in "1FR")
HEADS = tuple(f"Round {number}" for number in range(9))
NAMES = ("You", "Ada", "Massimiliano", "Carla", "Dino")
SHEET = SheetShape(HEADS, NAMES, tuple((("Bid 3", "Points 13"),) * 9 for _ in NAMES), (3, 7))
LINES = (LONG, "Total 45.", "Nothing on the table.", "Your turn.")
BUTTONS = tuple(Button(text, "space") for text in ("Draw", "Invido", "I go to the mountain"))

FRAMES = {
    "empty": Frame(""),
    "menu": Frame("Menu", rows=tuple(Row(f"Item {n}", n == 17) for n in range(40)), status="Go"),
    "rules": Frame("Rules", rows=tuple(Row(f"{n} {LONG}", n == 39) for n in range(40))),
    "paragraph": Frame("Rules", rows=(Row("One"), Row(LONG * 12, True), Row("Three")), status=LONG),
    "lines": Frame("Novantanove", LINES, buttons=BUTTONS, status=LONG),
    "choice": Frame("Ace", (LONG,), (Row("One"), Row("Eleven", True)), status=LONG),
    "buttons": Frame("T", buttons=tuple(Button(f"Do {n}", "space") for n in range(30))),
    "sheet": Frame("Sheet", sheet=SHEET, status=LONG),
    "lines and sheet": Frame("Sheet", (LONG,), sheet=SHEET, status=LONG),
    "empty sheet": Frame("Sheet", sheet=SheetShape((), NAMES, ((),) * 5, (0, 0))),
    "field": Frame("Name", field="Anna" * 30, status=LONG * 4),
    "question": Frame(f"{LONG} Really?", rows=(Row("Yes", True), Row("No")), status=LONG),
}


def numbered(boxes, kind):
    """Return the numbers of the boxes of this kind: "row", "card" or "cell"."""
    names = (box.name.split() for box in boxes)
    return [int(name[1]) for name in names if name[0] == kind]


def named(boxes, name):
    """Return the box with this name, or None."""
    return next((box for box in boxes if box.name == name), None)


def ruler(size=(1280, 800), scale=100):
    """Return the `Ruler` of a window of this size and scale, for letters and lines."""
    return Ruler(size, enlarged(scale, size))


@lru_cache(maxsize=1024)
def arranged(frame, size=(1280, 800), scale=100, page=0):
    """Return the layout of a frame in a window of this size."""
    return tuple(arrange(frame, ruler(size, scale), page=page))
