"""A whole match of each game, played by braille alone, without speech or sound."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import cycle

import pytest

from audiogames.app.settings import Settings
from audiogames.core.registry import game, game_ids
from tests.kit.languages import FIRST_LETTER
from tests.kit.pilot import MemoryStorage, Pilot

LANGUAGES = ("it", "en")
LONGEST = 20_000
"""The number of keys after which a match should have ended."""

YOUR_TURN = re.compile(
    r"\b(tocca a te|your turn|prevedi|bid in|al buio|dark bid|biglietto|ticket|scrivi|"
    r"pesca|draw|va bene|fine|rispondi|answer)\b|prev\b|\bbid\b"
)
BIDS = re.compile(r"\b(prevedi|bid|biglietto|ticket|al buio|dark)\b")
ASKS_VALUE = re.compile(r"\b(asso|dieci|ace|ten), (quanto )?(vale|worth)\b")
GO_ON = re.compile(r"\b(continua|go on)\b")
OVER = re.compile(r"\b(ancora spazio|again space)\b")


class Finger:
    """A simulated player who reads only the braille line, and chooses each key by it."""

    def __init__(self, pilot: Pilot) -> None:
        self.pilot = pilot
        self.line = ""
        self.read_lines = 0

    def read(self) -> str:
        """Return the latest text of the braille line, which may be unchanged."""
        new = [one.braille for one in self.pilot.look()]
        assert all(line.strip() for line in new)
        self.read_lines += len(new)
        if new:
            self.line = "  ".join(new)
        return self.line

    def press(self, *keys: str) -> str:
        """Press keys, and return the answer on the braille line."""
        self.pilot.press(*keys)
        before = self.read_lines
        line = self.read()
        assert self.read_lines > before, f"no answer to {keys}"
        return line

    def wait(self) -> None:
        """Wait until the program's next deadline, and read the braille line."""
        deadline = self.pilot.app.deadline
        self.pilot.wait(0.6 if deadline is None else max(0.0, deadline - self.pilot.now))
        self.read()


def is_mine(line: str) -> bool:
    """Return True if the line asks the player for something."""
    return bool(YOUR_TURN.search(line.lower()))


def play_card(finger: Finger) -> None:
    """Play the first card that is accepted, trying them in order."""
    for place in range(13):
        line = finger.press("home", *["down"] * place, "enter").lower()
        if ASKS_VALUE.search(line):
            finger.press("enter")
            return
        if not re.search(r"rispondi a|follow|prima|first|non si può", line):
            return


def decide(finger: Finger) -> None:
    """Make the decision that the braille line asks for: a bid, an answer, a draw or a card."""
    line = finger.line.lower()
    if re.search(r"pesca|draw", line):
        finger.press("space")
    if re.search(r"va bene|\ba fine|\bfine\b|  (rispondi|answer)$", line):
        finger.press("a")
        return
    if BIDS.search(line):
        finger.pilot.wait(0.6)
        said = finger.press("1", "enter").lower()
        if re.search(r"non |not ", said):
            finger.press("2", "enter")
        return
    play_card(finger)


def at_table(id_: str, lang: str) -> Finger:
    """Start a match against bots, with speech and sounds switched off."""
    silent = Settings(
        language=lang,
        speech="none",
        game_volume=0,
        notices_volume=0,
        music_volume=0,
        auto_draw=True,
    )
    pilot = Pilot(MemoryStorage(silent), lang=lang)
    spec = game(id_)
    pilot.press(FIRST_LETTER[lang], "enter", id_[0], "enter")
    pilot.press(*["b"] * (spec.usual_seats - 1), "enter")
    return Finger(pilot)


def finish(finger: Finger, over: Callable[[], bool]) -> None:
    """Play until the braille line says that the match is over."""
    for _ in range(LONGEST):
        line = finger.read().lower()
        if over():
            return
        if GO_ON.search(line):
            finger.pilot.wait(1.1)
            finger.press("space")
            finger.pilot.wait(0.6)
        elif is_mine(line):
            finger.line = ""
            decide_on(finger, line)
        else:
            finger.wait()
    raise AssertionError(f"the match did not end: {finger.line}")


def decide_on(finger: Finger, line: str) -> None:
    """Make the decision that this line asks for."""
    finger.line = line
    finger.pilot.wait(0.6)
    decide(finger)


@pytest.mark.slow
@pytest.mark.parametrize(("id_", "lang"), [*zip(game_ids(), cycle(LANGUAGES), strict=False)])
def test_match_of_each_game_can_be_played_from_braille_alone(id_, lang):
    finger = at_table(id_, lang)
    finish(finger, lambda: bool(OVER.search(finger.line.lower())))
    session = finger.pilot.app.session
    assert session is not None
    assert session.over, "the line told it, and so it is"
