"""The deal of the day on a server: played once per account, and ranked."""

from random import Random

import pytest

from audiogames.net import wire
from audiogames.net.server.contests.rows import DAY, DayRow, RatingQuestion
from audiogames.net.server.memory_store import MemoryStore
from audiogames.net.server.tables.days import DayFacts
from tests.kit.serving import Served, faultless, play_on, table_of
from tests.net.test_ratings import account

DAY_SECONDS = 86_400


def result(person):
    return [
        one.args for one in person.told if isinstance(one, wire.News) and one.what == "day-result"
    ]


def play(served, person, game="invido", seed=3):
    person.say(wire.PlayDay, game=game)
    assert person.last(wire.Seated).playing
    play_on(served, [person], Random(seed))
    person.say(wire.Leave)


@pytest.mark.parametrize(
    "game", ["novantanove", "invido", "tressette", "wist", "scopa", "briscola"]
)
def test_online_deal_of_the_day_of_each_game_ends_with_its_result(served, game):
    anna = account(served, "Anna")
    play(served, anna, game)
    (told,) = result(anna)
    assert (told["place"], told["players"], told["streak"]) == (1, 1, 1)
    assert {"own", "other", "bot", "bots"} <= set(told)
    last = anna.last(wire.MatchUpdate)
    assert last.over
    assert not last.waiting
    faultless(served)


def test_online_deal_of_the_day_has_the_same_cards_for_all_and_ranks_players(served):
    anna, bruno = account(served, "Anna"), account(served, "Bruno")
    anna.say(wire.PlayDay, game="briscola")
    bruno.say(wire.PlayDay, game="briscola")
    views = [person.last(wire.MatchUpdate).view for person in (anna, bruno)]
    assert views[0]["hand"] == views[1]["hand"]
    play_on(served, [anna], Random(3))
    play_on(served, [bruno], Random(4))
    (first,), (second,) = result(anna), result(bruno)
    assert first["players"] == 1
    assert second["players"] == 2
    better = second["own"] - second["other"] > first["own"] - first["other"]
    assert second["place"] == (1 if better else 2)
    again = anna.say(wire.Leave) and anna.say(wire.PlayDay, game="briscola")
    assert [one.args["players"] for one in again if isinstance(one, wire.News)] == [2]


def test_cards_of_the_online_deal_of_the_day_cannot_be_computed_from_the_date():
    hands = set()
    for seed in (1, 2):
        served = Served(seed)
        anna = account(served, "Anna")
        anna.say(wire.PlayDay, game="scopa")
        hands.add(str(anna.last(wire.MatchUpdate).view["hand"]))
    assert len(hands) == 2


def test_online_deal_of_the_day_is_played_once_and_extends_the_streak(served):
    anna = account(served, "Anna")
    play(served, anna)
    before = result(anna)
    anna.say(wire.PlayDay, game="invido")
    assert table_of(served, anna) is None
    assert result(anna) == before * 2
    served.wait(DAY_SECONDS)
    play(served, anna)
    assert result(anna)[-1]["streak"] == 2
    served.now -= DAY_SECONDS  # the clock is set back over midnight
    anna.say(wire.PlayDay, game="invido")
    assert table_of(served, anna) is None, "that day was played"


def test_unfinished_online_deal_of_the_day_resumes_even_after_a_restart(served):
    anna = account(served, "Anna")
    anna.say(wire.PlayDay, game="scopa")
    hand = anna.last(wire.MatchUpdate).view["hand"]
    number = table_of(served, anna).id
    anna.say(wire.Leave)
    anna.say(wire.PlayDay, game="scopa")
    assert table_of(served, anna).id == number
    again = served.again()
    back = again.call()
    back.hello(token=anna.token, heard=-1)
    assert back.last(wire.MatchUpdate).view["hand"] == hand
    play_on(again, [back], Random(3))
    assert len(result(back)) == 1
    faultless(again)
    once_more = again.again()
    once_more.wait(5)
    assert not once_more.notes
    faultless(once_more)


def test_deal_of_the_day_continued_on_a_second_device_counts_once(served):
    anna = account(served, "Anna")
    anna.say(wire.PlayDay, game="scopa")
    hand, number = anna.last(wire.MatchUpdate).view["hand"], table_of(served, anna).id
    phone = served.call("192.168.1.77")
    phone.hello("Anna", code="4271", password="long enough")
    served.verify()
    assert anna.dropped
    assert phone.last(wire.MatchUpdate).view["hand"] == hand
    assert table_of(served, phone).id == number
    play_on(served, [phone], Random(3))
    assert len(result(phone)) == 1
    desk = served.call("192.168.1.9")
    desk.hello(token=anna.token)
    desk.say(wire.Leave)
    desk.say(wire.PlayDay, game="scopa")
    assert table_of(served, desk) is None
    assert result(desk)[-1] == result(phone)[0]
    faultless(served)


def test_online_deal_of_the_day_is_refused_to_guests_and_in_games_without_one(served):
    guest = served.enter("Guest")
    assert guest.refused(wire.PlayDay, game="invido") == "net-day-account"
    assert guest.refused(wire.PlayDay, game="chess") == "net-no-day"


def test_deal_of_the_day_begun_on_another_process_is_refused(served):
    anna = account(served, "Anna")
    play(served, account(served, "Bruno"))
    days = served.store.shared.ratings.days
    date = next(date for _, date, _ in days)
    days["invido", date, "anna"] = DayRow(99, "invido", date, "anna", "other")
    assert anna.refused(wire.PlayDay, game="invido") == "net-day-begun"


def test_result_of_a_deal_of_the_day_counts_only_once_and_only_at_its_own_table():
    store = MemoryStore()
    day = ("scopa", "2026-11-27", "anna", "secret")
    for row in (
        DayRow(1, *day),
        DayRow(2, *day),
        DayRow(2, *day, True, 9, 0),
        DayRow(1, *day, True, 5, 4),
        DayRow(1, *day, True, 9, 0),
    ):
        store.shared.ratings.keep(row)
    question = RatingQuestion(DAY, "scopa", who="anna", season="2026-11-27")
    assert DayFacts.of(store.ratings(question)).own == (5, 4)


def test_rating_request_cannot_query_the_deal_of_the_day(served):
    anna = account(served, "Anna")
    assert anna.refused(wire.AskRatings, about=DAY, game="invido") == "net-no-such-game"
