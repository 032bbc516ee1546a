"""The deal of the day on a server, as a player hears it."""

from audiogames.app.online.news import report
from audiogames.net import wire
from tests.kit.internet import Internet
from tests.kit.pressing import lines, screen

RESULT = {"own": 6, "other": 4, "bot": 5, "bots": 5, "place": 2, "players": 9, "streak": 3}


def words(pilot, **changed):
    told = report(wire.News(what="day-result", args={**RESULT, **changed}), "Anna")
    return None if told is None else [pilot.app.text(one.message) for one in told.cues]


def test_deal_of_the_day_on_a_server_announces_points_bot_rank_and_streak():
    pilot = Internet().player("en")
    assert words(pilot) == [
        "You, 6 to 4.",
        "The bot in your seat, 5 to 5.",
        "You did better.",
        "Place 2 of 9.",
        "3 days in a row.",
    ]
    alone = words(pilot, place=1, players=1, bot=None, streak=1)
    assert alone == ["You, 6 to 4.", "Nobody else has played it yet.", "Played one day."]
    assert words(pilot, own="many") is None


def test_deal_of_the_day_on_a_server_is_refused_to_guests():
    pilot = Internet().player("en")
    pilot.enter("Marta")
    pilot.look()
    pilot.press("home", *["down"] * lines(pilot).index("Deal of the day."), "enter")
    assert screen(pilot) == "ServerDays"
    assert len(lines(pilot)) == 6
    pilot.press("enter")
    pilot.wait(1)
    assert "Here the deal of the day is for accounts." in pilot.heard()
