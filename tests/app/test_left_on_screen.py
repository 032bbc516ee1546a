"""In a shared match the terminal is cleared between two people."""

from audiogames.games.wist import model
from tests.app.test_hotseat import shared


def begun(id_):
    pilot = shared(id_, 2, "en")
    pilot.press("enter")
    pilot.wait(1)
    pilot.press("enter")
    pilot.wait(5)
    return pilot


def press_until_curtain(pilot, *keys):
    """Press the keys until the curtain closes; return the terminal's text from just before.

    The curtain is the screen between two players at one keyboard.
    """
    told = []
    while pilot.app.screen.kind != "curtain":
        told = pilot.on_screen.copy()
        pilot.press(*keys)
        pilot.wait(5)
    return told


def test_hand_is_not_drawn_behind_the_curtain_between_players():
    pilot = begun("novantanove")
    pilot.press("h")
    held = pilot.on_screen[-1]
    assert "You hold" in held
    assert held in press_until_curtain(pilot, "home", "enter")
    assert all("keyboard" in text for text in pilot.on_screen)


def test_secret_bid_is_not_drawn_behind_the_curtain_between_players(monkeypatch):
    rounds = (model.Round("biglietti", 12, secret=True),)
    monkeypatch.setattr(model, "plan", lambda _options, _seats: rounds)
    pilot = begun("wist")
    pilot.press("3")
    assert "3" in pilot.on_screen[-1]
    assert "3" in " ".join(press_until_curtain(pilot, "enter"))
    assert all("keyboard" in text for text in pilot.on_screen)
