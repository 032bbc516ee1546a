"""Tests of printed lines: they break at words, and use only characters of the encoding."""

import io
import os
import sys

import pytest

from audiogames.shell.terminal.plain import rows, write_what_can_be_written

SENTENCE = (
    "Bruno ha giocato il cavallo di bastoni e prende la mano. Tocca a te, perché non dichiari?"
)


@pytest.fixture
def terminal():
    """Return a stream that writes to a terminal of 40 columns."""
    if sys.platform == "win32":
        pytest.skip("Windows has no such terminals")
    import termios

    reader, writer = os.openpty()
    termios.tcsetwinsize(writer, (24, 40))
    with os.fdopen(writer, "w", encoding="utf-8") as out:
        yield out
    os.close(reader)


def test_printed_terminal_lines_are_wrapped_between_words(terminal):
    shown = rows(SENTENCE, terminal).split("\n")
    assert len(shown) > 1
    assert all(len(row) < 40 for row in shown)
    assert " ".join(shown) == SENTENCE


def test_word_wider_than_the_terminal_is_not_split(terminal):
    path = "/" + "folder/" * 9
    assert rows(f"Salvato in {path}", terminal) == f"Salvato in\n{path}"


def test_announcement_outside_a_terminal_is_one_line():
    assert rows("  Tocca\n a te. " + SENTENCE, io.StringIO()) == "Tocca a te. " + SENTENCE


@pytest.mark.parametrize(
    ("encoding", "text", "written"),
    [
        ("ascii", "Più, perché, È sì", "Piu', perche', E' si'"),
        ("ascii", "l’asso – «Zoë», 2 × 3…", 'l\'asso - "Zoe", 2 x 3...'),
        ("ascii", "字 ♥", "? ?"),
        ("latin-1", "Più l’asso", "Più l'asso"),
        ("utf-8", "Più l’asso", "Più l’asso"),
    ],
)
def test_letter_missing_in_the_encoding_is_replaced_by_the_most_similar_letter(
    encoding, text, written
):
    out = io.TextIOWrapper(io.BytesIO(), encoding=encoding)
    write_what_can_be_written([out, None, io.StringIO()])
    print(text, end="", file=out, flush=True)
    assert out.buffer.getvalue().decode(encoding) == written
