"""Frames to be drawn: made up for the worst, and of real matches."""

from functools import cache, lru_cache

from audiogames.app.settings import Settings
from audiogames.core.registry import games
from audiogames.present.screen import Button, CardShape, Frame, Row, SheetShape, SymbolRow
from audiogames.shell.blocks import Ruler
from audiogames.shell.canvas import arrange
from tests.pilot.pilot import MemoryStorage, Pilot

SIZES = [(1280, 800), (800, 600), (1920, 1080)]
TINY = [(640, 480), (320, 240), (100, 60)]
SCALES = [100, 150, 200, 300, 400]

LONG = "Ada gioca il sette di coppe, Bruno non può rispondere e passa la mano a chi viene dopo."
LETTERS = dict(zip("cdhs", "FQCP", strict=True))
FRENCH = tuple(
    CardShape(rank, suit, "french", "", rank == "Q" and suit == "c", LETTERS[suit])
    for suit in "cdhs"
    for rank in "7TQ"
)
ITALIAN = tuple(CardShape(rank, suit, "italian", "") for suit in "cdsb" for rank in "1FR")
HAND = (*FRENCH, CardShape("A", "s", "french", "", letter="P"))
LAST = (*(card for card in FRENCH if not card.focused), CardShape("K", "s", "french", "", True))
HEADS = tuple(f"Round {number}" for number in range(9))
NAMES = ("You", "Ada", "Massimiliano", "Carla", "Dino")
SHEET = SheetShape(HEADS, NAMES, tuple((("Bid 3", "Points 13"),) * 9 for _ in NAMES), (3, 7))
SIGNS = (
    SymbolRow("Mani. Vinta, persa, patta.", ("lamp-won", "lamp-lost", "lamp-tied", "lamp-open")),
    SymbolRow("Tu, 3 oef e 2 canèle", ("ace-of-spades", *("egg",) * 3, *("line",) * 2)),
    SymbolRow("Massimiliano, nessun segno", ()),
)
LINES = (LONG, "Total 45.", "Nothing on the table.", "Your turn.")
BUTTONS = tuple(Button(text, "space") for text in ("Draw", "Invido", "I go to the mountain"))
BIDS = tuple(Row(f"{number}.", focused=number == 9) for number in range(14))

FRAMES = {
    "empty": Frame(""),
    "menu": Frame("Menu", rows=tuple(Row(f"Item {n}", n == 17) for n in range(40)), status="Go"),
    "rules": Frame("Rules", rows=tuple(Row(f"{n} {LONG}", n == 39) for n in range(40))),
    "hand": Frame("Novantanove", LINES, cards=HAND, status=LONG),
    "last card": Frame("Wist", LINES, cards=LAST, buttons=BUTTONS, status=LONG),
    "signs": Frame("Invido", LINES, cards=ITALIAN[:3], buttons=BUTTONS, symbols=SIGNS),
    "choice": Frame("Ace", (LONG,), (Row("One"), Row("Eleven", True)), FRENCH[:4], status=LONG),
    "bids": Frame("Bid.", LINES, BIDS, HAND, status=LONG),
    "buttons": Frame("T", buttons=tuple(Button(f"Do {n}", "space") for n in range(30))),
    "sheet": Frame("Sheet", sheet=SHEET, status=LONG),
    "lines and sheet": Frame("Sheet", (LONG,), sheet=SHEET, status=LONG),
    "empty sheet": Frame("Sheet", sheet=SheetShape((), NAMES, ((),) * 5, (0, 0))),
    "field": Frame("Name", field="Anna" * 30, status=LONG * 4),
    "question": Frame(f"{LONG} Really?", rows=(Row("Yes", True), Row("No")), status=LONG),
}


def numbered(boxes, kind):
    """The numbers of the boxes of one kind: rows, cards, cells."""
    names = (box.name.split() for box in boxes)
    return [int(name[1]) for name in names if name[0] == kind]


def named(boxes, name):
    """The box of that name, or None."""
    return next((box for box in boxes if box.name == name), None)


@lru_cache(maxsize=1024)
def arranged(frame, size=(1280, 800), scale=100):
    """Where everything stands."""
    return tuple(arrange(frame, Ruler(size, scale)))


# Real matches


def _match(place, spec, lang):
    pilot = Pilot(MemoryStorage(Settings(language=lang)), lang=lang)
    pilot.press("enter", *["down"] * place, "enter")
    pilot.press(*["b"] * (min(spec.seats) - 1), "enter")
    pilot.wait(40)
    return pilot


def _frames_of(pilot):
    yield pilot.app.frame()
    for _ in range(12):
        pilot.press("down", "enter")
        yield pilot.app.frame()
        pilot.wait(8)
        pilot.press("space")
        yield pilot.app.frame()
    pilot.press("shift+s")
    yield pilot.app.frame()


@cache
def frames_of_games(lang):
    """Each game's name, and what is seen of it in its first minutes."""
    return {
        spec.id: tuple(dict.fromkeys(_frames_of(_match(place, spec, lang))))
        for place, spec in enumerate(games())
    }
