"""The fair queue: a client with many requests waits, and does not delay other clients."""

from audiogames.net import wire
from audiogames.net.server import limits
from audiogames.net.server.queues import REMEMBERED, FairQueue
from tests.kit.serving import Served


def test_fair_queue_serves_the_client_served_least_recently():
    fair = FairQueue()
    for number in range(3):
        fair.put("greedy", f"g{number}")
    assert fair.next() == "g0"
    fair.put("modest", "m")
    assert [fair.next() for _ in range(4)] == ["m", "g1", "g2", None]


def test_full_fair_queue_drops_an_item_of_the_busiest_client():
    fair = FairQueue(most_each=2, most=3)
    assert [fair.put("greedy", n) for n in range(3)] == [None, None, 2]
    assert fair.put("other", 3) is None
    assert fair.put("modest", 4) == 1
    assert fair.put("late", 5) == 5
    assert len(fair) == 3
    fair.drop("other", lambda one: one == 3)
    fair.drop("nobody", bool)
    assert [fair.next() for _ in range(3)] == [0, 4, None]


def test_fair_queue_remembers_a_bounded_number_of_clients():
    fair = FairQueue()
    for number in range(REMEMBERED + 5):
        fair.put(number, number)
        fair.next()
    assert len(fair._served) == REMEMBERED


def test_honest_login_does_not_wait_behind_300_guesses():
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
    assert compared <= 3  # the current check, one of the others, and hers
    reasons = {"net-too-fast", "net-too-many-attempts"}
    refused = [one for one in guessers if one.told and one.told[0].reason in reasons]
    assert len(refused) >= 300 - limits.LOGINS_WAITING - compared


def accounts(served, *names):
    for number, name in enumerate(names):
        one = served.call(f"192.0.2.{1 + number}")
        one.hello(name, code="4271", password="correct horse", register=True)
        served.verify("hash")
        one.say(wire.Goodbye)


def log_in_behind(served, places, name, others):
    """Log in from a new address, after wrong logins from `places` have been queued.

    Returns the answer, and how many passwords were checked before it.
    """
    for number, place in enumerate(places):
        served.call(place).hello(others[number % len(others)], password="battery staple")
    honest = served.call("203.0.113.9")
    honest.hello(name, password="correct horse")
    compared = 0
    while not honest.told:
        served.verify("hash" if served.checks[-1].conn == honest.conn else None)
        compared += 1
    return honest.told[0], compared


def test_login_from_a_new_address_waits_for_a_bounded_number_of_password_checks():
    served = Served()
    accounts(served, "Anna", "Bruno", "Carla")
    places = [f"198.51.100.{number}" for number in range(limits.LOGINS_WAITING)]
    told, compared = log_in_behind(served, places, "Carla", ("Anna", "Bruno"))
    assert isinstance(told, wire.Welcome)
    assert compared <= 1 + limits.LOGINS_WAITING


def test_addresses_of_one_ipv6_block_count_as_one_address():
    served = Served()
    accounts(served, "Anna", "Bruno", "Carla")
    places = [f"2001:db8:fa:{number:x}::1" for number in range(200)]
    told, compared = log_in_behind(served, places, "Carla", ("Anna", "Bruno"))
    assert isinstance(told, wire.Welcome)
    assert compared <= 3
