"""Two people play at one online table: in Italian in a window, in English in a terminal.

The terminal's connection goes through a simulated cable that the test can unplug.
"""

import re
import subprocess
import sys
from contextlib import ExitStack

import pytest

if sys.platform == "win32":
    pytest.skip("Windows has no such terminals", allow_module_level=True)

from tests.kit.programs.cable import Cable
from tests.kit.programs.online import TRICKS, Player, joining, make_home, tables
from tests.kit.programs.screen import Screen, reason_missing
from tests.kit.programs.terminal import ROOT, TerminalRun
from tests.kit.waiting import require, wait_until

pytestmark = [pytest.mark.e2e, pytest.mark.window]


@pytest.fixture
def stack():
    with ExitStack() as stack:
        yield stack


@pytest.fixture
def served(stack, tmp_path, environ):
    """Start a real server; return its port and the access code that it requires."""
    return stack.enter_context(tables(tmp_path / "server", environ))


@pytest.fixture
def cable(stack, served):
    cable = Cable(served[0])
    stack.callback(cable.close)
    return cable


@pytest.fixture
def anna(stack, served, tmp_path, environ):
    """Start Anna's program, in Italian in a window, and connect it to the server."""
    require(reason_missing())
    screen = stack.enter_context(Screen())
    home = make_home(tmp_path / "anna", "it")
    environ = {**environ, "DISPLAY": screen.name, "AUDIOGAMES_HOME": str(home)}
    arguments = joining(served[0], "Anna", served[1], home)
    program = subprocess.Popen(
        [sys.executable, "-m", "audiogames", *arguments, "--window"], cwd=ROOT, env=environ
    )
    stack.callback(program.wait, 20)
    stack.callback(program.terminate)
    player = Player("it", home, 0, screen.press, screen.type)
    player.is_in("Connesso come ospite Anna.")
    return player


@pytest.fixture
def bob(stack, anna, cable, tmp_path, environ):
    """Start Bob's program, in English in a terminal, and join Anna's table by its code."""
    code = opens_a_table(anna)
    home = make_home(tmp_path / "bob", "en")
    arguments = joining(cable.port, "Bob", code, home)
    run = TerminalRun(
        "audiogames", *arguments, "--terminal", environ={**environ, "AUDIOGAMES_HOME": str(home)}
    )
    stack.callback(run.__exit__)
    player = Player("en", home, 1, run.press, run.press)
    player.is_in("Connected as guest Bob.")
    return player


def opens_a_table(player):
    """Open a private table of Tressette and return its code."""
    player.press("enter")
    player.waits_for("Novantanove")
    player.press("t")
    player.waits_for("Tressette")
    player.press("enter")
    player.waits_for("Tavolo privato.")
    found = re.search(r"Codice ((?:\d ?)+)", " ".join(player.heard.texts()))
    return found[1].replace(" ", "")


def begins(anna, bob):
    """Add two bots at Anna's table and start the match."""
    anna.waits_for("Bob si siede.")
    for _ in range(2):
        anna.press("b")
        anna.waits_for("si siede")
    anna.press("enter")
    bob.waits_for("deal")


def chats(sender, hearer, text, told, heard):
    sender.press("alt+c")
    sender.waits_for(sender.words["write"])
    sender.write(text)
    sender.press("enter")
    sender.waits_for(told)
    sender.press("escape")
    hearer.waits_for(heard)


def next_asked(players):
    """Wait until the turn of one of these players is announced; return that player."""
    asked = []

    def look():
        asked[:] = [player for player in players if player.is_asked()]
        return asked

    wait_until(look, "somebody's turn", 30.0)
    return asked[0]


def test_players_in_two_languages_finish_a_deal_despite_an_unplugged_cable(anna, bob, cable):
    begins(anna, bob)
    chats(anna, bob, "ciao", "Tu: ciao.", "Anna: ciao.")
    chats(bob, anna, "hello", "You: hello.", "Bob: hello.")
    pulled = False
    for _ in range(2 * TRICKS):
        player = next_asked((anna, bob))
        if player is bob and not pulled:
            pulled = True
            cable.pull()
            bob.waits_for(bob.words["lost"])
            cable.put_in()
            bob.waits_for(bob.words["back"])
        player.plays()
    for player in (anna, bob):
        wait_until(player.has_scored, "the deal being scored")
    assert anna.declared()
    assert anna.declared() == bob.declared()
