"""Ratings of two online players are announced only to the player who asks for them."""

from audiogames.net import wire
from audiogames.net.client.remote_table import read_update  # noqa: F401 - loads what screens need
from tests.kit.internet import Internet
from tests.kit.pressing import lines, pressed, screen


def room():
    net = Internet()
    pilot = net.player("en")
    pilot.enter("Marta")
    return pilot


def open_ratings(pilot):
    place = lines(pilot).index("Ratings.")
    pilot.press("home", *["down"] * place, "enter")
    assert screen(pilot) == "RatingGames"


def test_rating_list_without_rated_players_is_announced_as_empty():
    pilot = room()
    open_ratings(pilot)
    place = next(at for at, line in enumerate(lines(pilot)) if line.startswith("Invido"))
    pilot.press(*["down"] * place, "enter")
    assert lines(pilot) == ["2 players."]
    pilot.press("enter")
    pilot.look()
    pilot.press("down", "enter")
    pilot.wait(1)
    assert "Around me. Nobody yet." in pilot.heard()
    assert screen(pilot) == "RatingLines"


def test_rating_list_shows_place_and_points_or_the_number_of_provisional_matches():
    from audiogames.app.screens.online.ratings import RatingLines, month_before
    from audiogames.core.cues import msg

    pilot = room()
    told = [
        wire.RatedLine("Ugo", 1, 1520, 30),
        wire.RatedLine("Marta", 0, 1000, 1),
    ]
    pilot.app.push(RatingLines(pilot.app, msg("ratings-first"), "first", told))
    assert lines(pilot) == ["1, Ugo, 1520.", "Marta, 1000, after one match."]
    month = [wire.RatedLine("Marta", 1, 0, 4, 3), wire.RatedLine("Ugo", 2, 0, 1, 1)]
    pilot.app.push(RatingLines(pilot.app, msg("ratings-last-month"), "season", month))
    assert lines(pilot) == ["1, Marta, won 3 of 4 matches.", "2, Ugo, won 1 of one match."]
    assert "You won the month." in pressed(pilot, "f5")
    assert month_before("2026-01") == "2025-12"
    assert month_before("2026-11") == "2026-10"


def test_rated_table_is_announced_to_everybody_seated():
    net = Internet()
    host, guest = net.player("en"), net.player("it")
    host.enter("Marta")
    code = host.open("i")
    guest.enter("Ugo")
    guest.join(code)
    net.advance(9)
    guest.look()
    host.press("alt+o")
    place = next(at for at, line in enumerate(lines(host)) if line.startswith("Rated"))
    host.press(*["down"] * place, "right")
    net.advance(5)
    assert "Tavolo classificato." in guest.heard()
    host.press("escape", "enter")
    net.advance(3)
    assert "has no account" in host.heard()


def test_person_menu_reports_finished_and_abandoned_matches():
    from audiogames.app.screens.online.ratings import conduct_words

    net = Internet()
    anna, bruno = net.player("en"), net.player("en")
    anna.enter("Anna")
    bruno.enter("Bruno")
    net.advance(3)
    anna.press("ctrl+u")
    net.advance(1)
    anna.press("down", "enter")
    place = lines(anna).index("Matches finished and left.")
    anna.press("home", *["down"] * place, "enter")
    net.advance(1)
    assert "Nothing is counted of Bruno yet." in anna.heard()
    words = conduct_words("Bruno", wire.RatedLine("", matches=12, left=1, timeouts=3))
    assert anna.app.text(words) == "Bruno, 12 matches finished, one left, 3 time-outs."
