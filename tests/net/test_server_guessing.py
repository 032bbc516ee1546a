"""Who guesses waits; who shares an address with them does not."""

import pytest

from audiogames.net import wire
from audiogames.net.server import limits
from audiogames.shell.server.opening import _code
from audiogames.shell.server.secrecy import SystemSecrets
from tests.kit.serving import Served, table_with

SCHOOL = "203.0.113.7"


def guess(served, address, code="0"):
    """A line, a code, and what is answered."""
    stranger = served.call(address)
    told = stranger.hello("X", code=code)[0]
    served.lose(stranger)
    return told.reason if isinstance(told, wire.No) else "in"


def guesses(served, addresses):
    """How many of them were looked at."""
    return sum(guess(served, one) == "net-wrong-code" for one in addresses)


def test_after_some_wrong_codes_each_costs_a_pause_that_grows(served):
    assert guesses(served, [SCHOOL] * 40) == limits.GUESSES
    pauses = []
    for _ in range(5):
        began = served.now
        while guess(served, SCHOOL) == "net-too-many-attempts":
            served.wait(0.5)
        pauses.append(served.now - began)
    assert pauses == [1.0, 2.0, 4.0, limits.LONGEST_PAUSE, limits.LONGEST_PAUSE]
    served.wait(limits.LONGEST_PAUSE)
    assert guess(served, SCHOOL, "4271") == "in"


def test_a_right_code_is_not_looked_at_in_a_pause(served):
    guesses(served, [SCHOOL] * 40)
    assert guess(served, SCHOOL, "4271") == "net-too-many-attempts"
    assert guess(served, "203.0.113.8", "4271") == "in"


def test_guesses_from_a_whole_48_count_as_one(served):
    addresses = [f"2001:db8:1:{number:x}::1" for number in range(1000)]
    assert guesses(served, addresses) == limits.GUESSES


def test_guesses_from_everywhere_leave_few_to_each(served):
    addresses = [f"198.{51 + number // 250}.{number % 250}.1" for number in range(500)]
    guesses(served, [one for one in addresses[:20] for _ in range(limits.GUESSES)])
    assert guesses(served, [addresses[30]] * 10) == limits.GUESSES_WHEN_BUSY
    served.wait(limits.LONGEST_PAUSE + 1)
    assert guesses(served, [addresses[31]] * 10) == limits.GUESSES_WHEN_BUSY
    # Those who guess nothing notice nothing.
    assert guess(served, addresses[32], "4271") == "in"


def test_a_valid_token_is_never_refused(served):
    anna = served.enter("Anna", address=SCHOOL)
    served.lose(anna)
    guesses(served, [SCHOOL] * 40)
    assert served.back(anna).told[0].back


def test_codes_of_tables_are_guessed_no_faster_from_within(served):
    (anna,) = table_with(served, "wist", "Anna")
    pupils = [served.enter(name, address=SCHOOL) for name in ("Carla", "Dora", "Elsa")]
    guessed = [
        pupil.refused(wire.Join, code=str(number)) for pupil in pupils for number in range(6)
    ]
    assert guessed.count("net-wrong-code") == limits.GUESSES
    served.wait(limits.COMING_SECONDS)
    inside = pupils[0]
    inside.say(wire.Join, code=anna.last(wire.Seated).code)
    assert inside.seat == 1


# --- Passwords ------------------------------------------------------------------------------------


def log_in(served, name, address, right):
    person = served.call(address)
    person.hello(name, password="long enough")
    if served.checks:
        served.verify("hashed" if right else None)
    last = person.told[-1]
    served.lose(person)
    return "in" if any(isinstance(one, wire.Welcome) for one in person.told) else last.reason


def with_accounts(served, *names):
    for number, name in enumerate(names):
        person = served.call(f"192.168.1.{number}")
        person.hello(name, code="4271", password="long enough", register=True)
        served.verify("hashed")
        person.say(wire.Goodbye)


def test_the_right_logins_of_a_school_are_never_too_many(served):
    names = [f"Pupil {letter * 2}" for letter in "abcdefghijklmnopqrstuvwxy"]
    with_accounts(served, *names)
    assert [log_in(served, name, SCHOOL, right=True) for name in names * 2] == ["in"] * 50


def test_wrong_passwords_slow_the_account_and_not_the_address(served):
    with_accounts(served, "Anna", "Bruno")
    reasons = [log_in(served, "Anna", SCHOOL, right=False) for _ in range(20)]
    assert reasons.count("net-wrong-password") == limits.PASSWORDS
    assert reasons[-1] == "net-too-many-attempts"
    assert log_in(served, "Bruno", SCHOOL, right=True) == "in"
    assert guess(served, SCHOOL, "4271") == "in"
    served.wait(limits.PASSWORD_SECONDS)
    assert log_in(served, "Anna", SCHOOL, right=True) == "in"


def test_guesses_from_everywhere_slow_the_account_but_not_where_it_is_at_home(served):
    with_accounts(served, "Anna")
    assert log_in(served, "Anna", SCHOOL, right=True) == "in"
    places = [f"198.51.{number // 200}.{number % 200}" for number in range(400)]
    reasons = [log_in(served, "Anna", place, right=False) for place in places]
    assert reasons.count("net-wrong-password") == limits.FIRST_PASSWORDS
    reasons = [log_in(served, "Anna", place, right=False) for place in places[:100]]
    assert reasons.count("net-wrong-password") == limits.PASSWORDS_IN_ALL
    assert log_in(served, "Anna", SCHOOL, right=True) == "in"


def test_guesses_from_a_hundred_places_keep_no_owner_out_who_is_in_a_new_one(served):
    with_accounts(served, "Anna")
    places = [f"198.51.100.{number}" for number in range(100)]
    for minute in range(20):
        reasons = [log_in(served, "Anna", place, right=False) for place in places]
        assert "net-too-many-attempts" in reasons or minute == 0
        assert log_in(served, "Anna", f"192.0.2.{minute}", right=True) == "in"
        served.wait(60)


def register(served, name, address):
    person = served.call(address)
    answer = person.hello(name, code="4271", password="long enough", register=True)
    if answer:
        return answer[0].reason
    served.verify("hashed")
    welcome = person.last(wire.Welcome)
    person.say(wire.Goodbye)
    return "in" if welcome else "refused"


def names(start):
    letters = "bcdfghklmnprstvw"
    return [f"{start}{a}{b}" for a in letters for b in letters]


def test_new_accounts_of_one_place_are_counted_and_others_still_open_theirs(served):
    answers = [register(served, name, SCHOOL) for name in names("Pupil ")[:40]]
    assert answers.count("in") == limits.REGISTRATIONS_A_BLOCK
    assert answers[-1] == "net-too-many-accounts"
    assert register(served, "Anna", "192.0.2.1") == "in"
    served.wait(limits.REGISTRATION_OF_A_BLOCK_SECONDS)
    assert register(served, "Bruno", SCHOOL) == "in"


def test_new_accounts_of_all_places_are_counted(served):
    many = int(limits.REGISTRATIONS)
    answers = [
        register(served, name, f"198.51.100.{number}")
        for number, name in enumerate(names("Pupil ")[: many + 20])
    ]
    assert answers.count("in") == many
    served.wait(limits.REGISTRATION_SECONDS)
    assert register(served, "Bruno", "192.0.2.1") == "in"


# --- Codes where strangers may call ---------------------------------------------------------------


def test_codes_are_longer_where_anybody_in_the_world_may_call():
    served = Served(strangers=True)
    (anna,) = table_with(served, "wist", "Anna")
    assert len(anna.last(wire.Seated).code) == 8


@pytest.mark.parametrize("kept", ["", "4271"])
def test_the_code_of_a_server_is_longer_where_strangers_may_call(kept):
    assert len(_code(kept, SystemSecrets(), strangers=True)) == 8
    at_home = _code(kept, SystemSecrets(), strangers=False)
    assert len(at_home) == 4
    assert kept in {"", at_home}
