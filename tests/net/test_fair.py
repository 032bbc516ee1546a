"""Whoever asks much waits; whoever asks seldom does not wait for them."""

from audiogames.net import limits, wire
from audiogames.net.fair import REMEMBERED, Fair
from tests.net.served import Served


def test_who_was_served_longest_ago_goes_first():
    fair = Fair()
    for number in range(3):
        fair.put("greedy", f"g{number}")
    assert fair.next() == "g0"
    fair.put("modest", "m")
    assert [fair.next() for _ in range(4)] == ["m", "g1", "g2", None]


def test_where_there_is_no_room_who_asks_most_gives_way():
    fair = Fair(most_each=2, most=3)
    assert [fair.put("greedy", n) for n in range(3)] == [None, None, 2]
    assert fair.put("other", 3) is None
    assert fair.put("modest", 4) == 1
    assert fair.put("late", 5) == 5
    assert len(fair) == 3
    fair.drop("other", lambda one: one == 3)
    fair.drop("nobody", bool)
    assert [fair.next() for _ in range(3)] == [0, 4, None]


def test_not_everybody_who_was_served_is_remembered():
    fair = Fair()
    for number in range(REMEMBERED + 5):
        fair.put(number, number)
        fair.next()
    assert len(fair._served) == REMEMBERED


def test_three_hundred_guesses_keep_no_honest_login_waiting():
    served = Served()
    anna = served.call("203.0.113.1")
    anna.hello("Anna", code="4271", password="correct horse", register=True)
    served.verify("hash")
    anna.say(wire.Goodbye)
    guessers = [served.call(f"198.51.100.{1 + n // 20}") for n in range(300)]
    for guesser in guessers:
        guesser.hello("Anna", password="battery staple")
    anna = served.call("203.0.113.1")
    anna.hello("Anna", password="correct horse")
    compared = 0
    while not anna.told:
        served.verify("hash" if served.checks[-1].conn == anna.conn else None)
        compared += 1
    assert isinstance(anna.told[0], wire.Welcome)
    assert compared <= 3  # the one under way, one of the others, and this one
    reasons = {"net-too-fast", "net-too-many-attempts"}
    refused = [one for one in guessers if one.told and one.told[0].reason in reasons]
    assert len(refused) >= 300 - limits.LOGINS_WAITING - compared
