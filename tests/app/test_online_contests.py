"""Tournaments by ear: what there is, how one stands, and what is told of a round."""

import pytest

from audiogames.app.online.news import report
from audiogames.app.screens.online.contests import (
    ContestLines,
    ContestMeetings,
    ContestMenu,
    ContestStandings,
    kinds,
)
from audiogames.core.registry import game, games
from audiogames.net import wire
from tests.kit.internet import Internet
from tests.kit.pressing import lines, pressed, screen

CUP = wire.ContestLine(3, "Coppa", "scopa", "round-robin", True, 8, 2, 7, "on", 0.0, True, True)


@pytest.fixture
def marta():
    pilot = Internet().player("en")
    pilot.enter("Marta")
    pilot.look()
    return pilot


def test_guest_cannot_open_a_tournament(marta):
    place = lines(marta).index("Tournaments.")
    marta.press("home", *["down"] * place, "enter")
    assert screen(marta) == "ContestLines"
    assert lines(marta) == ["New tournament."]
    marta.press("enter")
    marta.press("home", "enter", "enter", "enter")
    marta.write("Coppa")
    assert "You may not do that." in marta.heard()


def test_tournament_list_names_game_and_progress(marta):
    told = [CUP, wire.ContestLine(4, "Lampo", "invido", "swiss", False, 1)]
    marta.app.push(ContestLines(marta.app, told))
    assert lines(marta)[:2] == ["Coppa, Scopa, round 2 of 7.", "Lampo, Invido, open, one entry."]
    assert "2 tournaments." in pressed(marta, "f5")


def test_tournament_menu_offers_legal_actions(marta):
    marta.app.push(ContestMenu(marta.app, CUP))
    assert lines(marta) == ["Standings.", "Round.", "Withdraw.", "End it here."]
    heard = pressed(marta, "f5")
    assert "Round robin. Pairs." in heard
    marta.app.push(ContestMenu(marta.app, wire.ContestLine(4, "Lampo", "invido", "swiss")))
    assert lines(marta) == ["Standings.", "Round.", "Sign up."]


def test_tournament_standings_and_pairings_are_lists(marta):
    table = wire.ContestTable(
        contest=3,
        lines=[
            wire.ContestPlace(1, "Ugo + Marta", 7, 3, 2, 1, 0, 12, 9),
            wire.ContestPlace(2, "Elio + Ada", 1, 3, 0, 1, 2, -5, 14),
        ],
        meetings=[
            wire.ContestMeeting("Ugo + Marta", "Elio + Ada", "time", [11, 7]),
            wire.ContestMeeting("Rita + Nino"),
        ],
    )
    marta.app.push(ContestStandings(marta.app, "Coppa", table))
    assert lines(marta) == ["1, Ugo and Marta, 7 points.", "2, Elio and Ada, one point."]
    assert pressed(marta, "enter") == "Won 2, drawn 1, lost 0. Difference 12, Buchholz 9."
    marta.app.push(ContestMeetings(marta.app, "Coppa", table))
    assert lines(marta) == ["Ugo and Marta 11, Elio and Ada 7, time up.", "Rita and Nino, bye."]


def test_tournament_round_is_announced_and_damaged_news_ignored(marta):
    args = {"contest": "Coppa", "round": 2, "other": "Marta + Elio"}
    told = report(wire.News(what="contest-round", args=args), "Ugo")
    words = marta.app.text(told.cues[-1].message)
    assert words == "Coppa, round 2 in one minute, against Marta and Elio."
    assert report(wire.News(what="contest-round", args={"round": "x"}), "Ugo") is None


def test_tournament_games_have_two_sides():
    found = {spec.id: [given for _, given in kinds(spec)] for spec in games()}
    assert found["wist"] == []
    assert [one["pairs"] for one in found["tressette"]] == [True]
    uici = [one for one in found["scopa"] if one["pairs"] and one["options"]]
    assert uici[0]["options"]["form"] == "scientifico"
    assert game("scopa").presets
