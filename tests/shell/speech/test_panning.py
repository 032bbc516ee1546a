"""Tests of dividing a long text for a braille display, and of the display's panning keys."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from audiogames.shell.speech.panning import KEPT, PanningKey, Reading, parts

LONG = "36 Ada 7c  Bruno pesca  Eva passa"


@pytest.fixture
def reading():
    reading = Reading()
    reading.fit(12, 1)
    for text in ("prima", LONG, "ultima"):
        reading.add(text)
    return reading


def pressed(reading, *steps):
    shown = []
    for step in steps:
        reading.move(step)
        shown.append(reading.shown)
    return shown


def test_text_that_fits_the_braille_display_is_shown_in_one_piece():
    assert parts("36 7c", 12) == ["36 7c"]
    assert parts("twelve cells", 12) == ["twelve cells"]
    assert parts("", 12) == [""]


def test_long_braille_text_is_divided_between_words():
    assert parts(LONG, 12) == ["36 Ada 7c", "Bruno pesca", "Eva passa"]


def test_word_longer_than_the_braille_display_is_split():
    assert parts("Massimiliano", 5) == ["Massi", "milia", "no"]


def test_each_row_of_a_braille_display_begins_with_a_word():
    assert parts(LONG, 12, 2) == ["36 Ada 7c   Bruno pesca", "Eva passa"]


def test_lines_of_a_braille_text_are_joined_with_spaces():
    assert parts("uno\ndue", 12) == ["uno due"]


@given(st.text(st.characters(codec="utf-8"), max_size=80), st.integers(1, 40), st.integers(1, 3))
def test_pieces_of_a_braille_text_fit_the_display_and_lose_no_letter(text, columns, rows):
    pieces = parts(text, columns, rows)
    assert "".join("".join(pieces).split()) == "".join(text.split())
    assert all(len(piece) <= columns * rows for piece in pieces)


def test_new_braille_text_is_shown_from_its_beginning(reading):
    reading.add(LONG)
    assert reading.shown == "36 Ada 7c"


def test_panning_forward_stops_at_the_end_of_the_braille_text(reading):
    reading.add(LONG)
    steps = [PanningKey.FORWARD] * 3 + [PanningKey.BACK]
    assert pressed(reading, *steps) == ["Bruno pesca", "Eva passa", "Eva passa", "Bruno pesca"]


def test_panning_back_leads_to_the_end_of_the_previous_braille_text(reading):
    steps = [PanningKey.BACK, PanningKey.BACK, PanningKey.FORWARD, PanningKey.FORWARD]
    assert pressed(reading, *steps) == ["Eva passa", "Bruno pesca", "Eva passa", "ultima"]


def test_braille_keys_for_older_and_newer_texts_show_the_start_of_the_text(reading):
    steps = [
        PanningKey.OLDER,
        PanningKey.OLDER,
        PanningKey.OLDER,
        PanningKey.NEWER,
        PanningKey.NEWER,
        PanningKey.NEWER,
    ]
    assert pressed(reading, *steps) == ["36 Ada 7c", "prima", "prima", "36 Ada 7c"] + ["ultima"] * 2


def test_braille_key_for_older_texts_stops_at_the_first_text(reading):
    assert pressed(reading, PanningKey.OLDER, PanningKey.OLDER, PanningKey.BACK) == [
        "36 Ada 7c",
        "prima",
        "prima",
    ]
    nothing = Reading()
    assert pressed(nothing, *PanningKey) == [""] * len(PanningKey)


def test_braille_display_keys_move_to_the_start_the_end_and_the_newest_text(reading):
    steps = [PanningKey.OLDER, PanningKey.END, PanningKey.START, PanningKey.END, PanningKey.NOW]
    shown = ["36 Ada 7c", "Eva passa", "36 Ada 7c", "Eva passa", "ultima"]
    assert pressed(reading, *steps) == shown


def test_braille_display_of_another_size_restarts_the_text(reading):
    reading.add(LONG)
    reading.move(PanningKey.FORWARD)
    reading.fit(12, 1)
    assert reading.shown == "Bruno pesca"
    reading.fit(20, 1)
    assert reading.shown == "36 Ada 7c  Bruno"


def test_number_of_texts_to_review_in_braille_is_bounded(reading):
    for number in range(KEPT):
        reading.add(str(number))
    assert pressed(reading, *[PanningKey.OLDER] * (2 * KEPT))[-1] == "0"


def test_braille_texts_dropped_as_too_old_cannot_be_shown_again(reading):
    reading.forget()
    assert pressed(reading, PanningKey.OLDER, PanningKey.BACK, PanningKey.NOW) == ["", "", ""]
    reading.add("36 Ada")
    assert pressed(reading, PanningKey.OLDER) == ["36 Ada"]
