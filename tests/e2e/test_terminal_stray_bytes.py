"""Test of a match in a real terminal that sends bytes which the player did not type."""

import sys

import pytest

if sys.platform == "win32":
    pytest.skip("Windows has no such terminals", allow_module_level=True)

from tests.kit.programs.terminal import TerminalRun

pytestmark = [pytest.mark.e2e, pytest.mark.slow]


@pytest.mark.parametrize(
    "answer", ["\x1b]11;rgb:ffff/ffff/ffff\x07", "\x1bPi\x1b\\"], ids=["colours", "DCS"]
)
def test_late_terminal_reply_is_not_taken_for_keys(environ, heard, home, answer):
    options = ("--seed", "5", "--lang", "en", "--terminal", "--transcript", home / "transcript")
    with TerminalRun("audiogames", "play", "invido", *options, environ=environ) as run:
        heard.waits_for("Your turn.")
        before = len(heard.texts())
        run.press(answer * 2 + "\x1b[200~i\r\x1b[201~")
        heard.waits_for("You can paste only where you write.")
        assert len(heard.texts()) == before + 1
        assert "answers" not in heard.texts()[-1]
