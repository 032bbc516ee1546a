"""The window: events in process with dummy drivers, and real keys under Xvfb."""

import itertools
import json
import signal
import subprocess
import sys

import pygame
import pytest

from audiogames.present.screen import Button, CardShape, Frame, Row, SheetShape
from audiogames.shell.canvas import BACKGROUND, Canvas, font_of, wrap
from audiogames.shell.host import Host, Services
from audiogames.shell.mixer import SilentMixer
from audiogames.shell.window import CAPTION, Window
from tests.e2e.kit.fakeapp import FakeApp
from tests.e2e.kit.screen import Screen, reason_missing
from tests.e2e.kit.terminal import ROOT
from tests.speechkit import require, wait_until

# --- The picture ----------------------------------------------------------------------------------

LONG = "Ada gioca il sette di coppe, Bruno non può rispondere e passa la mano a chi viene dopo."
SIZES = [(1280, 800), (1024, 768), (640, 480), (320, 240), (100, 60)]
SCALES = [100, 200, 300, 400]
FRENCH = tuple(
    CardShape(rank, suit, "french", "", rank == "Q") for suit in "cdhs" for rank in "7TQ"
)
ITALIAN = tuple(CardShape(rank, suit, "italian", "") for suit in "cdsb" for rank in "1FR")
HEADS = tuple(f"Round {number}" for number in range(9))
NAMES = ("You", "Ada", "Massimiliano", "Carla", "Dino")
SHEET = SheetShape(HEADS, NAMES, tuple((("Bid 3", "Points 13"),) * 9 for _ in NAMES), (3, 7))

FRAMES = {
    "empty": Frame(""),
    "menu": Frame("Menu", rows=tuple(Row(f"Item {n} {LONG}", n == 17) for n in range(40))),
    "hand": Frame("Novantanove", (LONG, "Total 45"), cards=FRENCH, status=LONG),
    "choice": Frame("Ace", (LONG,), (Row("One"), Row("Eleven", True)), FRENCH[:4], status=LONG),
    "buttons": Frame("T", buttons=tuple(Button(f"Do {n}", "space") for n in range(30))),
    "sheet": Frame("Sheet", (LONG,), sheet=SHEET, status=LONG),
    "empty sheet": Frame("Sheet", sheet=SheetShape((), NAMES, ((),) * 5, (0, 0))),
    "field": Frame("Name", field="Anna" * 30, status=LONG * 4),
}


@pytest.fixture(autouse=True)
def fonts():
    pygame.font.init()


def drawn(frame, size=(1280, 800), scale=100):
    surface = pygame.Surface(size)
    canvas = Canvas(surface, scale)
    canvas.draw(frame)
    return canvas


@pytest.mark.parametrize("scale", SCALES)
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("name", FRAMES)
def test_nothing_covers_anything_else(name, size, scale):
    canvas = drawn(FRAMES[name], size, scale)
    for one, other in itertools.combinations(canvas.hits, 2):
        assert not one.place.colliderect(other.place)


@pytest.mark.parametrize("scale", SCALES)
@pytest.mark.parametrize("name", FRAMES)
def test_what_can_be_clicked_is_inside_the_window(name, scale):
    canvas = drawn(FRAMES[name], scale=scale)
    assert all(canvas.surface.get_rect().contains(hit.place) for hit in canvas.hits)


@pytest.mark.parametrize("scale", SCALES)
@pytest.mark.parametrize("name", ["menu", "choice"])
def test_the_focused_row_is_always_there(name, scale):
    focused = next(n for n, row in enumerate(FRAMES[name].rows) if row.focused)
    targets = [hit.target for hit in drawn(FRAMES[name], scale=scale).hits]
    assert f"row {focused}" in targets


@pytest.mark.parametrize("scale", SCALES)
def test_the_focused_card_is_always_there(scale):
    assert "card 2" in [hit.target for hit in drawn(FRAMES["hand"], scale=scale).hits]


@pytest.mark.parametrize("scale", SCALES)
def test_the_focused_cell_is_always_there(scale):
    focused = 3 * len(HEADS) + 7
    assert f"cell {focused}" in [hit.target for hit in drawn(FRAMES["sheet"], scale=scale).hits]


def cells(frame, **more):
    hits = drawn(frame, **more).hits
    return {hit.target: hit.place for hit in hits if hit.target.startswith("cell ")}


def test_a_score_sheet_is_a_table():
    shown = cells(FRAMES["sheet"])
    assert len(shown) == len(HEADS) * len(NAMES)
    for cell in range(1, len(HEADS)):
        assert shown[f"cell {cell}"].y == shown["cell 0"].y
        assert shown[f"cell {cell}"].x > shown[f"cell {cell - 1}"].x
    below = shown[f"cell {len(HEADS)}"]
    assert below.x == shown["cell 0"].x
    assert below.y >= shown["cell 0"].bottom


def test_a_score_sheet_grows_with_the_scale_and_shows_what_is_around_the_focus():
    focused = f"cell {3 * len(HEADS) + 7}"
    small, large = cells(FRAMES["sheet"]), cells(FRAMES["sheet"], scale=200)
    assert large[focused].height > 1.5 * small[focused].height
    assert 0 < len(large) < len(small)


def test_the_halves_of_a_cell_are_drawn_one_over_the_other():
    def picture(upper, lower):
        sheet = SheetShape(("A",), ("B",), (((upper, lower),),), (0, 0))
        surface = drawn(Frame("", sheet=sheet), (300, 300)).surface
        return pygame.image.tobytes(surface, "RGB")

    assert len({picture(*halves) for halves in ("ab", "ba", "aa", ("", "a"), ("a", ""))}) == 5


def test_cards_are_large_and_grow_with_the_scale():
    def height(scale):
        hits = drawn(FRAMES["hand"], scale=scale).hits
        return next(hit.place.height for hit in hits if hit.target == "card 2")

    assert 160 <= height(100) < height(200)


def test_a_hand_that_is_too_long_for_one_line_takes_more():
    hits = drawn(FRAMES["hand"], (1024, 768)).hits
    assert [hit.target for hit in hits] == [f"card {n}" for n in range(12)]
    assert len({hit.place.y for hit in hits}) == 2


@pytest.mark.parametrize("cards", [FRENCH, tuple(ITALIAN)])
def test_every_suit_looks_different(cards):
    pictures = set()
    for card in cards[::3]:
        if cards is ITALIAN:
            object.__setattr__(card, "pack", "italian")
        surface = drawn(Frame("", cards=(card,)), (300, 300)).surface
        pictures.add(pygame.image.tobytes(surface, "RGB"))
    assert len(pictures) == 4


def test_the_status_is_drawn_even_where_there_is_little_room():
    blank = pygame.image.tobytes(drawn(Frame(""), (640, 480), 400).surface, "RGB")
    told = drawn(Frame("", status=LONG), (640, 480), 400).surface
    assert pygame.image.tobytes(told, "RGB") != blank


def test_a_frame_is_drawn_over_the_last_one():
    canvas = drawn(FRAMES["hand"])
    canvas.draw(Frame(""))
    assert canvas.hits == []
    assert canvas.surface.get_at((100, 300))[:3] == BACKGROUND


@pytest.mark.parametrize("width", [40, 200, 1000])
def test_no_line_is_too_long(width):
    font = font_of(30)
    words = wrap(f"{LONG} {'x' * 200}", font, width)
    assert all(font.size(line)[0] <= width for line in words.lines)
    assert "".join(words.lines).replace(" ", "") == (LONG + "x" * 200).replace(" ", "")


# --- The loop, with drivers that draw nowhere -----------------------------------------------------


class Silence:
    """A speaker and a thinker with nothing to do."""

    name = "text"
    has_braille = False

    def say(self, text, *, interrupt, lang): ...
    def braille(self, text): ...
    def silence(self): ...
    def refresh(self, now): ...
    def blur(self): ...
    def close(self): ...
    def cancel(self): ...
    def think(self, wanted): ...
    def answers(self):
        return []


@pytest.fixture
def window():
    window = Window()
    yield window
    window.close()


@pytest.fixture
def app():
    return FakeApp()


def play(window, app, *events):
    """Run the loop until these events, and a Quit after them, have been taken."""
    quiet = Silence()
    host = Host(app, Services(quiet, SilentMixer("test"), quiet), window.show, window.copy)
    pygame.event.clear()
    for event in (*events, pygame.event.Event(pygame.QUIT)):
        pygame.event.post(event)
    code = window.run(host)
    return [call for call in app.calls if call[0] in {"key", "click", "text", "focus"}], code


def down(key, mod=0, text=""):
    return pygame.event.Event(pygame.KEYDOWN, key=key, mod=mod, unicode=text, scancode=0)


def text(characters):
    return pygame.event.Event(pygame.TEXTINPUT, text=characters)


def click(hit):
    return pygame.event.Event(pygame.MOUSEBUTTONDOWN, button=1, pos=hit.place.center)


def test_the_caption_is_short_and_constant(window, app):
    play(window, app, down(pygame.K_a))
    assert pygame.display.get_caption()[0] == CAPTION


def test_keys_go_to_the_app(window, app):
    calls, code = play(window, app, down(pygame.K_a), down(pygame.K_F7, pygame.KMOD_LSHIFT))
    assert calls == [("key", "a"), ("key", "shift+f7")]
    assert app.left
    assert code == 0


def test_the_code_of_the_app_is_the_code_of_the_window(window, app):
    assert play(window, app, down(pygame.K_q)) == ([("key", "q")], 7)


def test_text_arrives_only_in_a_text_field(window, app):
    events = [text("t"), down(pygame.K_t), down(pygame.K_a), text("a"), text("è")]
    events += [down(pygame.K_BACKSPACE), down(pygame.K_RETURN), down(pygame.K_a), text("a")]
    calls, _ = play(window, app, *events)
    assert calls == [
        ("key", "t"), ("text", "a"), ("text", "è"), ("key", "backspace"), ("key", "enter"),
        ("key", "a"),
    ]  # fmt: skip


def test_a_click_does_what_a_key_does(window, app):
    hits = drawn(app.frame(), pygame.display.get_surface().get_size()).hits
    calls, _ = play(window, app, *map(click, hits))
    assert calls == [
        ("click", "row 0"), ("click", "row 1"), ("click", "row 2"),
        ("click", "card 0"), ("click", "card 1"), ("key", "space"),
    ]  # fmt: skip


def test_a_click_beside_does_nothing(window, app):
    beside = pygame.event.Event(pygame.MOUSEBUTTONDOWN, button=1, pos=(1279, 790))
    assert play(window, app, beside)[0] == []


def test_the_focus_is_told(window, app):
    lost, gained = map(pygame.event.Event, (pygame.WINDOWFOCUSLOST, pygame.WINDOWFOCUSGAINED))
    assert play(window, app, gained, lost, gained)[0] == [("focus", False), ("focus", True)]


def test_an_error_ends_the_loop(window, app):
    assert play(window, app, down(pygame.K_x))[1] == 1


# --- A real window --------------------------------------------------------------------------------


class Program:
    """The fake app in its real window, and what it has announced."""

    def __init__(self, screen, home):
        self._transcript = home / "transcript"
        command = [sys.executable, "-m", "tests.e2e.kit.program", "auto", str(home)]
        self.process = subprocess.Popen(command, cwd=ROOT, env=screen.environ)

    def said(self):
        if not self._transcript.exists():
            return []
        text = self._transcript.read_text("utf-8")
        return [json.loads(line)["text"] for line in text.splitlines() if line.endswith("}")]

    def saw(self, text):
        wait_until(lambda: text in self.said(), f"the sentence {text!r}")


@pytest.fixture
def screen():
    require(reason_missing())
    with Screen() as screen:
        yield screen


@pytest.fixture
def program(screen, tmp_path):
    program = Program(screen, tmp_path)
    try:
        program.saw("Hello")
        wait_until(lambda: screen.do("getwindowfocus") != "1", "the window having the focus")
        yield program
    finally:
        program.process.kill()
        program.process.wait()


@pytest.mark.window
def test_real_keys_reach_the_app(screen, program):
    for key, name in [
        ("a", "a"), ("shift+F7", "shift+f7"), ("ctrl+s", "ctrl+s"), ("Page_Up", "pageup"),
        ("KP_Enter", "enter"), ("grave", "layer"), ("alt+2", "alt+2"), ("Menu", "applications"),
    ]:  # fmt: skip
        screen.press(key)
        program.saw(f"Key {name}")


@pytest.mark.window
def test_real_text_reaches_a_text_field(screen, program):
    screen.press("t")
    program.saw("Key t")
    screen.type("aB!")  # letters that the layout lacks are lost in xdotool at times
    program.saw("Text !")
    screen.press("Return", "b")
    program.saw("Key b")
    assert program.said()[1:] == ["Key t", "Text a", "Text B", "Text !", "Key enter", "Key b"]


@pytest.mark.window
def test_a_held_key_repeats(screen, program):
    screen.do("keydown", "Down")
    wait_until(lambda: program.said().count("Key down") >= 3, "a held key repeating")
    screen.do("keyup", "Down")


@pytest.mark.window
def test_a_real_click_reaches_the_app(screen, program):
    first = drawn(FakeApp().frame(), (1280, 800)).hits[0]
    screen.click(*first.place.center)
    program.saw("Click row 0")


@pytest.mark.window
@pytest.mark.parametrize("sent", [signal.SIGTERM, signal.SIGHUP, signal.SIGINT])
def test_a_signal_closes_the_window_at_once_and_keeps_the_match(program, sent):
    program.process.send_signal(sent)
    assert program.process.wait(20) == 0
    assert program.said()[-1] == "Left"
