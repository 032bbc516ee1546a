"""Helpers for tests with two people at one online table, each with a program."""

from __future__ import annotations

from tests.kit.internet import Internet, OnlinePilot
from tests.kit.pressing import in_

LANGUAGES = ("it", "en")
OTHER = {"it": "en", "en": "it"}


def at_table(
    lang: str = "it", other: str = "en", game: str = "t", net: Internet | None = None
) -> tuple[OnlinePilot, OnlinePilot]:
    """Return the pilots of Marta, host of a private table, and of Ugo, who joined by its code."""
    net = net or Internet()
    host, guest = net.player(lang), net.player(other)
    host.enter("Marta")
    code = host.open(game)
    guest.enter("Ugo")
    guest.join(code)
    net.advance(9)
    host.look()
    guest.look()
    return host, guest


def in_match(
    lang: str = "it", other: str = "en", game: str = "t", bots: int = 2
) -> tuple[OnlinePilot, OnlinePilot]:
    """Return the pilots of Marta and Ugo in a match with bots, after the first announcements."""
    host, guest = at_table(lang, other, game)
    host.press(*["b"] * bots)
    host.wait(3)
    host.press("enter")
    host.wait(12)
    return host, guest


def play(pilot: OnlinePilot, *before: str) -> None:
    """Focus the first legal card, press the keys `before`, and play the card."""
    session = pilot.app.session
    assert session is not None
    cards = {getattr(move, "card", None) for move in session.view.legal}
    pilot.press("home")
    table = pilot.app.screen
    while table.hand.focused not in cards:
        pilot.press("down")
    pilot.press(*before, "enter")
    if pilot.app.screen is not table:
        pilot.press("enter")
    pilot.wait(1)


def on(*pilots: OnlinePilot, before: tuple[str, ...] = ()) -> bool:
    """Play a card for the player to act, or wait 2 seconds; return True if a card was played."""
    for pilot in pilots:
        session = pilot.app.session
        if session is not None and session.my_turn:
            play(pilot, *before)
            return True
    pilots[0].wait(2)
    return False


def my_turn(pilot: OnlinePilot, *others: OnlinePilot) -> None:
    """Play until it is this player's turn and the turn was announced."""
    for _ in range(200):
        assert pilot.app.session is not None
        if pilot.app.session.my_turn:
            pilot.wait(10)
            return
        if others:
            on(*others)
        else:
            pilot.wait(2)
    raise AssertionError("nobody asks")


def timed(lang: str = "it") -> tuple[OnlinePilot, OnlinePilot]:
    """Start a match of Novantanove with 20 seconds a turn; return it on the host's turn."""
    host, guest = at_table(lang, OTHER[lang], game="n")
    host.press("alt+o", *["down"] * 5, "right", *["left"] * 3)
    assert host.look()[-1].text == in_(
        lang, "Tempo per turno, 20 secondi.", "Time per turn, 20 seconds."
    )
    host.press("escape", "enter")
    host.wait(5)
    my_turn(host, guest)
    return host, guest
