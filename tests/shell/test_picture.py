"""Tests of how the window's picture changes over time: pages, clock, moving cards."""

import math
from dataclasses import replace

import pygame
import pytest

from audiogames.present.frame import (
    Button,
    CardShape,
    ClockShape,
    Frame,
    LaidShape,
    SeatShape,
    TableShape,
    TakenShape,
)
from audiogames.shell.window.canvas import Appearance
from audiogames.shell.window.picture import LEAST_PAGE, LETTERS_A_SECOND, Picture
from tests.shell.framekit import LONG

LOOK = Appearance(400)
TEXT = " ".join([LONG] * 2)
SEVEN = CardShape("7", "h", "french", "seven of hearts", letter="C", id="7h")
SEATS = (SeatShape(0, "You", is_own=True), SeatShape(1, "Ada"))


class WatchedPicture:
    """A test driver of the window's picture, with a surface to draw on and a simulated clock."""

    def __init__(self, look=LOOK):
        pygame.font.init()
        self.now = 100.0
        self.look = look
        self.surface = pygame.Surface((1280, 800))
        self.key_waits = False
        self.picture = Picture(lambda: self.now, lambda: self.key_waits)

    def show(self, frame, wait=0.0):
        """Advance the clock and show this frame; return True if the picture was drawn again."""
        self.now += wait
        return self.picture.show(self.surface, frame, self.look)

    @property
    def seen(self):
        return pygame.image.tobytes(self.surface, "RGB")

    @property
    def status(self):
        """Return the text of the drawn status line, and the mark of its page such as "1/2"."""
        words = self.named("status").words
        return " ".join(words.lines), words.mark

    def named(self, name):
        return next(box for box in self.picture._canvas.boxes if box.name == name)

    def point(self, name):
        self.picture.point(self.named(name).place.center)


@pytest.fixture
def watched():
    return WatchedPicture()


# --- Pages ----------------------------------------------------------------------------------------


def test_pages_of_a_long_status_text_turn_at_reading_pace_and_wrap_around(watched):
    frame = Frame("", status=TEXT)
    watched.show(frame)
    marks = []
    for _ in range(12):
        words, mark = watched.status
        marks.append(mark)
        left = watched.picture.seconds_left()
        assert left == pytest.approx(max(LEAST_PAGE, len(words) / LETTERS_A_SECOND))
        assert not watched.show(frame, left / 2), "too early"
        assert watched.show(frame, left / 2)
    pages = int(marks[0].partition("/")[2])
    assert marks == [f"{turn % pages + 1}/{pages}" for turn in range(12)]


def test_new_status_text_starts_at_its_first_page(watched):
    watched.show(Frame("", status=TEXT))
    watched.show(Frame("", status=TEXT), 9)
    assert watched.status[1].startswith("2/")
    watched.show(Frame("", status=f"Ciao. {TEXT}"))
    assert watched.status[1].startswith("1/")


def test_status_text_of_a_single_page_is_not_redrawn(watched):
    watched.show(Frame("", status="Sì."))
    assert watched.picture.seconds_left() == math.inf
    assert not watched.show(Frame("", status="Sì."), 60)


# --- The clock ------------------------------------------------------------------------------------


def timed(left, status="Go"):
    return Frame(
        "", status=status, table=TableShape(SEATS, turn="Turn", clock=ClockShape(left, 60))
    )


def test_drawn_clock_is_refreshed_every_second():
    watched = WatchedPicture(Appearance())
    watched.show(timed(10))
    assert watched.picture.seconds_left() == 1
    assert not watched.show(timed(10), 0.4)
    assert watched.show(timed(9), 0.6)


def test_pages_of_a_long_status_change_while_a_clock_is_drawn(watched):
    watched.show(timed(60, TEXT))
    for left in range(59, 40, -1):
        watched.show(timed(left, TEXT), 1)
        if not watched.status[1].startswith("1/"):
            break
    assert watched.status[1].startswith("2/")


# --- The mouse ------------------------------------------------------------------------------------

HAND = Frame(
    "Wist",
    cards=(SEVEN, replace(SEVEN, rank="K", name="king of hearts", id="Kh")),
    buttons=(Button("Draw", "space"),),
    status="Your turn.",
    table=TableShape(SEATS, turn="Turn"),
)


def test_element_under_the_mouse_is_named_until_the_next_announcement():
    watched = WatchedPicture(Appearance())
    watched.show(HAND)
    for name, words in (("card 0", "seven of hearts"), ("button space", "Draw (space)")):
        watched.point(name)
        assert watched.show(HAND)
        assert watched.status[0] == words
    news = replace(HAND, status="Ada, ace.")
    watched.show(news)
    watched.point("button space")
    watched.show(news)
    assert watched.status[0] == "Ada, ace.", "the mouse has not left the button"
    watched.point("card 0")
    watched.show(news)
    watched.picture.point(None)
    watched.show(news)
    assert watched.status[0] == "Ada, ace."


# --- Moving cards ---------------------------------------------------------------------------------

PLAYED = replace(
    HAND, cards=HAND.cards[1:], table=TableShape(SEATS, turn="Turn", laid=(LaidShape(0, SEVEN),))
)


def final(frame):
    watched = WatchedPicture(Appearance())
    watched.show(frame)
    return watched.seen


def test_card_movement_lasts_half_a_second():
    watched = WatchedPicture(Appearance())
    watched.show(HAND)
    watched.show(PLAYED)
    assert watched.picture.seconds_left() == pytest.approx(0.016)
    pictures = {watched.seen}
    for _ in range(12):
        assert watched.show(PLAYED, 0.035)
        pictures.add(watched.seen)
    assert len(pictures) == 13
    watched.show(PLAYED, 0.1)
    assert watched.seen == final(PLAYED)
    assert watched.picture.seconds_left() == math.inf


def test_stopping_a_card_movement_draws_the_card_at_its_end():
    watched = WatchedPicture(Appearance())
    watched.show(HAND)
    watched.show(PLAYED)
    watched.picture.stand_still()
    assert watched.show(PLAYED)
    assert watched.seen == final(PLAYED)
    assert not watched.show(PLAYED)


def test_next_card_is_animated_after_an_interrupted_animation():
    watched = WatchedPicture(Appearance())
    watched.show(HAND)
    watched.show(PLAYED)
    watched.picture.stand_still()
    watched.show(HAND)
    assert watched.picture.seconds_left() == pytest.approx(0.016)


MIDDLE = tuple(LaidShape(None, CardShape(rank, "c", "italian", "", id=rank)) for rank in "234")
TAKEN = TakenShape(1, (LaidShape(None, SEVEN, takes=True), *MIDDLE[:2]), number=5)
BEFORE = replace(HAND, table=TableShape(SEATS, turn="Turn", laid=MIDDLE))
CAPTURED = replace(
    PLAYED,
    table=TableShape(
        SEATS, turn="Turn", laid=(*MIDDLE[2:], LaidShape(1, SEVEN, takes=True)), taken=TAKEN
    ),
)


def middle(watched):
    boxes = (box for box in watched.picture.boxes if box.name.startswith("laid "))
    return {box.card.id for box in boxes}


def test_capture_is_shown_for_two_seconds_and_then_moves_to_its_taker():
    watched = WatchedPicture(Appearance())
    watched.show(BEFORE)
    watched.show(CAPTURED)
    assert middle(watched) == {"2", "3", "4", SEVEN.id}
    watched.show(CAPTURED, 1.9)
    assert watched.picture.seconds_left() == pytest.approx(0.1)
    assert middle(watched) == {"2", "3", "4", SEVEN.id}
    watched.show(CAPTURED, 0.2)
    assert middle(watched) == {"4"}
    assert watched.picture.seconds_left() == pytest.approx(0.016), "it moves"


def test_capture_is_shown_again_on_request():
    watched = WatchedPicture(Appearance(motion=False))
    watched.show(CAPTURED)
    assert middle(watched) == {"4"}, "it was there before the window was"
    asked = replace(CAPTURED.table, taken=replace(TAKEN, asked=1))
    watched.show(replace(CAPTURED, table=asked))
    assert middle(watched) == {"2", "3", "4", SEVEN.id}


def test_undoing_a_capture_does_not_show_the_previous_capture_again():
    watched = WatchedPicture(Appearance(motion=False))
    watched.show(CAPTURED)
    earlier = replace(CAPTURED.table, taken=replace(TAKEN, number=3))
    watched.show(replace(CAPTURED, table=earlier))
    assert middle(watched) == {"4"}


def test_last_trick_is_shown_again_only_on_request():
    watched = WatchedPicture(Appearance(motion=False))
    asked = TakenShape(1, (LaidShape(1, SEVEN, takes=True),), asked=1)
    for taken in (None, asked, None):
        watched.show(replace(PLAYED, table=replace(BEFORE.table, taken=taken)), 3.0)
    watched.show(replace(PLAYED, table=replace(BEFORE.table, taken=asked)))
    assert middle(watched) == {"2", "3", "4"}


def test_dealt_card_moves_from_the_stock_or_dealer():
    watched = WatchedPicture(Appearance())
    watched.show(replace(HAND, cards=HAND.cards[:1]))
    watched.show(HAND)
    assert watched.picture.seconds_left() == pytest.approx(0.016)


@pytest.mark.parametrize("is_resized", [False, True])
def test_no_card_moves_with_motion_switched_off_or_after_a_resize(is_resized):
    watched = WatchedPicture(Appearance(motion=is_resized))
    watched.show(HAND)
    if is_resized:
        watched.picture.forget()
    watched.show(PLAYED)
    assert watched.seen == final(PLAYED)
    assert watched.picture.seconds_left() == math.inf


# --- Keys -----------------------------------------------------------------------------------------


def test_drawing_is_postponed_once_for_a_waiting_key(watched):
    watched.show(Frame("One"))
    watched.key_waits = True
    assert not watched.show(Frame("Two")), "the key comes first"
    assert watched.show(Frame("Two")), "however fast keys are pressed, every second picture is seen"
    assert not watched.show(Frame("Three"))
    watched.key_waits = False
    assert watched.show(Frame("Three"))
    shown = watched.seen
    other = WatchedPicture()
    other.show(Frame("Three"))
    assert shown == other.seen
    assert not watched.show(Frame("Three")), "nothing is left to be drawn"
