"""Tournament screens: the list, the player's standing, and the announcements of a round."""

from datetime import date

import pytest

from audiogames.app.online.news import report
from audiogames.app.screens.hours import read_hour, seconds_until
from audiogames.app.screens.online.contests import (
    ContestLines,
    ContestMeetings,
    ContestMenu,
    ContestStandings,
)
from audiogames.app.screens.online.organising import ContestTables, WinnerList, kinds
from audiogames.core.registry import game, games
from audiogames.net import wire
from tests.kit.internet import Internet
from tests.kit.pressing import lines, pressed, screen

CUP = wire.ContestLine(3, "Coppa", "scopa", "round-robin", True, 8, 2, 7, "on", 0.0, True, True)

PLAYED = wire.ContestLine(3, "Coppa", "scopa", "round-robin", True, state="on")
"""The same tournament, for a player who may not run it."""


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
    marta.press("home", "enter", "enter", "enter", "enter")
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
    marta.app.push(ContestStandings(marta.app, PLAYED, table))
    assert lines(marta) == ["1, Ugo and Marta, 7 points.", "2, Elio and Ada, one point."]
    assert pressed(marta, "enter") == "Won 2, drawn 1, lost 0. Difference 12, Buchholz 9."
    marta.app.push(ContestMeetings(marta.app, PLAYED, table))
    assert lines(marta) == ["Ugo and Marta 11, Elio and Ada 7, time up.", "Rita and Nino, bye."]


def test_tournament_round_is_announced_and_damaged_news_is_ignored(marta):
    args = {"contest": "Coppa", "round": 2, "other": "Marta + Elio"}
    told = report(wire.News(what="contest-round", args=args), "Ugo")
    words = marta.app.text(told.cues[-1].message)
    assert words == "Coppa, round 2 in one minute, against Marta and Elio."
    assert report(wire.News(what="contest-round", args={"round": "x"}), "Ugo") is None


def test_tournament_that_does_not_begin_is_announced_with_the_reason(marta):
    for off, words in (
        ("few", "Coppa is off, too few signed up."),
        ("closed", "Coppa is called off."),
    ):
        news = wire.News(what="contest-few", args={"contest": "Coppa", "off": off})
        assert marta.app.text(report(news, "Ugo").cues[-1].message) == words


def test_tournaments_offer_only_games_and_options_with_two_sides():
    found = {spec.id: [given for _, given in kinds(spec)] for spec in games()}
    assert found["wist"] == []
    assert [one["pairs"] for one in found["tressette"]] == [True]
    uici = [one for one in found["scopa"] if one["pairs"] and one["options"]]
    assert uici[0]["options"]["form"] == "scientifico"
    assert game("scopa").presets


@pytest.fixture
def asked(marta, monkeypatch):
    """Record the requests of the screens instead of sending them, and grant each at once."""
    sent = []

    def ask(kind, done=None, **given):
        sent.append((kind, given))
        if done is not None and kind is wire.InContest:
            done(wire.Done())

    monkeypatch.setattr(marta.app.online, "ask", ask)
    return sent


def test_director_can_adjudicate_a_tournament_match_with_the_keyboard(marta, asked):
    meeting = wire.ContestMeeting("Ugo + Marta", "Elio + Ada")
    table = wire.ContestTable(contest=3, round=2, meetings=[meeting])
    marta.app.push(ContestMeetings(marta.app, CUP, table))
    marta.press("enter")
    assert lines(marta) == ["Ugo and Marta.", "Elio and Ada.", "Draw."]
    assert "Points of Ugo and Marta, then of Elio and Ada." in pressed(marta, "down", "enter")
    marta.write("eleven")
    assert "Two numbers, such as 11 7." in marta.heard()
    assert isinstance(marta.app.screen, WinnerList)
    marta.press("enter")
    marta.write("7 11")
    marta.write("Table lost")
    given = {"won": 1, "score": [7, 11], "reason": "Table lost"}
    where = {"do": "adjudicate", "contest": 3, "round": 2, "table": 0}
    assert asked[0] == (wire.InContest, {**where, **given})
    assert "Decided." in marta.heard()
    assert screen(marta) == "ContestMeetings"
    ruled = wire.ContestMeeting("Ugo + Marta", "Elio + Ada", "adjudicated", [7, 11], "Table lost")
    marta.app.push(ContestMeetings(marta.app, PLAYED, wire.ContestTable(meetings=[ruled])))
    assert lines(marta) == ["Ugo and Marta 7, Elio and Ada 11, adjudicated. Table lost."]
    assert "Who wins?" not in pressed(marta, "enter")


def test_tournament_start_is_set_in_local_time(marta, asked):
    marta.app.push(ContestTables(marta.app, lambda _line: None))
    marta.press("enter", "enter")
    marta.press("enter")
    assert lines(marta)[:3] == ["When I say so.", "In 5 minutes.", "In 10 minutes."]
    marta.press("end", "enter")
    marta.write("half past nine")
    assert "That is no hour." in marta.heard()
    marta.press("enter")
    marta.write("20:15")
    assert lines(marta)[:2] == ["Tomorrow.", "29 November."]
    marta.press("enter")
    marta.write("Coppa")
    kind, given = asked[0]
    assert kind is wire.OpenContest
    assert given["seconds"] == 23 * 3600 + 44 * 60 + 45
    assert given["name"] == "Coppa"


def test_tournament_calendar_is_sorted_by_local_time(marta, asked):
    lines_ = [
        wire.ContestLine(1, "Tarda", "scopa", "swiss", seconds=86_400.0, entrants=3, mine=True),
        wire.ContestLine(2, "Presto", "wist", "swiss", seconds=600.0, entrants=1),
        wire.ContestLine(3, "Aperta", "wist", "swiss"),
    ]
    marta.app.push(ContestLines(marta.app, lines_))
    place = lines(marta).index("Calendar.")
    marta.press("home", *["down"] * place, "enter")
    assert lines(marta) == [
        "Today at 20:40, Presto, Wist, one entry.",
        "Tomorrow at 20:30, Tarda, Scopa, 3 entries.",
    ]
    marta.press("down", "enter")
    assert "Tomorrow at 20:30." in pressed(marta, "f5")
    marta.press("home", *["down"] * lines(marta).index("Start time."), "enter", "down", "enter")
    assert asked[0] == (wire.InContest, {"contest": 1, "do": "time", "seconds": 300})


def test_tournament_start_delay_counts_the_extra_hour_when_summer_time_ends(marta):
    storage = marta.app.storage
    storage.clock = storage.clock.replace(month=10, day=24, hour=20, minute=0, second=0)
    assert seconds_until(storage, date(2026, 10, 25), 20, 0) == 25 * 3600
    assert [read_hour(one) for one in ("9", "21.05", "7 30", "24:00", "9:75", "x")] == [
        (9, 0),
        (21, 5),
        (7, 30),
        None,
        None,
        None,
    ]
