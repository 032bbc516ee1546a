"""Guessing of codes and passwords: guessers must wait, honest people at their address need not."""

import pytest

from audiogames.net import wire
from audiogames.net.server import limits
from audiogames.net.server.moderation import rulings
from audiogames.shell.server.opening import _code
from audiogames.shell.server.secrecy import SystemSecrets
from tests.kit.serving import Served, table_with

SCHOOL = "203.0.113.7"


def guess(served, address, code="0"):
    """Guess a code on a new connection and return the answer."""
    stranger = served.call(address)
    told = stranger.hello("X", code=code)[0]
    served.lose(stranger)
    return told.reason if isinstance(told, wire.No) else "in"


def guesses(served, addresses):
    """Return the number of addresses whose guess was checked, not refused at once."""
    return sum(guess(served, one) == "net-wrong-code" for one in addresses)


def test_wrong_codes_cause_growing_pauses(served):
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


def test_correct_code_is_refused_while_wrong_codes_make_the_address_wait(served):
    guesses(served, [SCHOOL] * 40)
    assert guess(served, SCHOOL, "4271") == "net-too-many-attempts"
    assert guess(served, "203.0.113.8", "4271") == "in"


def test_guesses_from_all_addresses_of_an_ipv6_48_block_are_counted_together(served):
    addresses = [f"2001:db8:1:{number:x}::1" for number in range(1000)]
    assert guesses(served, addresses) == limits.GUESSES


def test_wrong_codes_from_many_addresses_leave_each_address_fewer_guesses(served):
    addresses = [f"198.{51 + number // 250}.{number % 250}.1" for number in range(500)]
    guesses(served, [one for one in addresses[:20] for _ in range(limits.GUESSES)])
    assert guesses(served, [addresses[30]] * 10) == limits.GUESSES_WHEN_BUSY
    served.wait(limits.LONGEST_PAUSE + 1)
    assert guesses(served, [addresses[31]] * 10) == limits.GUESSES_WHEN_BUSY
    # A newcomer who enters the right code is not delayed.
    assert guess(served, addresses[32], "4271") == "in"


def test_valid_token_is_never_refused(served):
    anna = served.enter("Anna", address=SCHOOL)
    served.lose(anna)
    guesses(served, [SCHOOL] * 40)
    assert served.back(anna).told[0].back


def test_guessing_of_table_codes_is_also_limited_for_members(served):
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


UNCHECKED = "unchecked"
"""A password over the limit, which is refused later."""


def log_in(served, name, address, right):
    person = served.call(address)
    person.hello(name, password="long enough")
    if served.checks:
        served.verify("hashed" if right else None)
    told = person.told
    served.lose(person)
    if not told:
        return UNCHECKED
    return "in" if any(isinstance(one, wire.Welcome) for one in told) else told[-1].reason


def with_accounts(served, *names):
    for number, name in enumerate(names):
        person = served.call(f"192.168.1.{number}")
        person.hello(name, code="4271", password="long enough", register=True)
        served.verify("hashed")
        person.say(wire.Goodbye)


def test_correct_logins_from_one_address_are_unlimited(served):
    names = [f"Pupil {letter * 2}" for letter in "abcdefghijklmnopqrstuvwxy"]
    with_accounts(served, *names)
    assert [log_in(served, name, SCHOOL, right=True) for name in names * 2] == ["in"] * 50


def test_wrong_passwords_delay_the_account_and_not_the_address(served):
    with_accounts(served, "Anna", "Bruno")
    reasons = [log_in(served, "Anna", SCHOOL, right=False) for _ in range(20)]
    assert reasons.count("net-wrong-password") == limits.PASSWORDS
    assert reasons[-1] == UNCHECKED
    assert log_in(served, "Bruno", SCHOOL, right=True) == "in"
    assert guess(served, SCHOOL, "4271") == "in"
    served.wait(limits.PASSWORD_SECONDS)
    assert log_in(served, "Anna", SCHOOL, right=True) == "in"


def test_connection_that_exceeds_the_password_limit_is_blocked_and_refused_later(served):
    """The refusal comes after a second, and the password is not hashed."""
    with_accounts(served, "Anna")
    for _ in range(int(limits.PASSWORDS)):
        log_in(served, "Anna", SCHOOL, right=False)
    stranger = served.call(SCHOOL)
    assert stranger.hello("Anna", password="long enough") == []
    assert not served.checks
    assert stranger.hello("Anna", password="another one")[0].reason == "net-already-in"
    served.wait(limits.UNCHECKED_PASSWORD_SECONDS)
    (no,) = [one for one in stranger.told if one.re == 1]
    assert no.reason == "net-too-many-attempts"
    served.wait(limits.PASSWORD_SECONDS)
    stranger.hello("Anna", password="long enough")
    served.verify("hashed")
    assert stranger.last(wire.Welcome).name == "Anna"


def test_connection_that_closes_before_the_refusal_of_its_password_is_forgotten(served):
    with_accounts(served, "Anna")
    reasons = [log_in(served, "Anna", SCHOOL, right=False) for _ in range(20)]
    assert reasons.count(UNCHECKED) == 20 - limits.PASSWORDS
    served.wait(limits.UNCHECKED_PASSWORD_SECONDS + limits.GREETING_SECONDS)
    assert served.core.connections.by_conn == {}


def test_password_guesses_do_not_block_an_account_at_its_known_address(served):
    with_accounts(served, "Anna")
    assert log_in(served, "Anna", SCHOOL, right=True) == "in"
    places = [f"198.51.{number // 200}.{number % 200}" for number in range(400)]
    reasons = [log_in(served, "Anna", place, right=False) for place in places]
    assert reasons.count("net-wrong-password") == limits.FIRST_PASSWORDS
    reasons = [log_in(served, "Anna", place, right=False) for place in places[:100]]
    assert reasons.count("net-wrong-password") == limits.PASSWORDS_IN_ALL
    assert log_in(served, "Anna", SCHOOL, right=True) == "in"


def test_password_guesses_from_many_addresses_do_not_lock_out_the_owner(served):
    with_accounts(served, "Anna")
    places = [f"198.51.100.{number}" for number in range(100)]
    for minute in range(20):
        reasons = [log_in(served, "Anna", place, right=False) for place in places]
        assert UNCHECKED in reasons or minute == 0
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


def test_overlong_name_is_truncated_before_it_is_compared_with_others(served, monkeypatch):
    looked_at = []

    def sound_of(name):
        looked_at.append(len(name))
        return name

    monkeypatch.setattr(rulings, "sound_of", sound_of)
    stranger = served.call()
    (told,) = stranger.hello("ab" * 30_000, password="a guess of theirs")
    assert isinstance(told, wire.No)
    assert looked_at
    assert max(looked_at) <= 4 * limits.NAME_LENGTH


def test_new_accounts_are_limited_by_address_range(served):
    answers = [register(served, name, SCHOOL) for name in names("Pupil ")[:40]]
    assert answers.count("in") == limits.REGISTRATIONS_A_BLOCK
    assert answers[-1] == "net-too-many-accounts"
    assert register(served, "Anna", "192.0.2.1") == "in"
    served.wait(limits.REGISTRATION_OF_A_BLOCK_SECONDS)
    assert register(served, "Bruno", SCHOOL) == "in"


def test_new_accounts_are_limited_in_total(served):
    many = int(limits.REGISTRATIONS)
    answers = [
        register(served, name, f"198.51.100.{number}")
        for number, name in enumerate(names("Pupil ")[: many + 20])
    ]
    assert answers.count("in") == many
    served.wait(limits.REGISTRATION_SECONDS)
    assert register(served, "Bruno", "192.0.2.1") == "in"


# --- Codes on a public server ---------------------------------------------------------------------


def test_table_codes_are_longer_on_a_public_server():
    served = Served(strangers=True)
    (anna,) = table_with(served, "wist", "Anna")
    assert len(anna.last(wire.Seated).code) == 8


@pytest.mark.parametrize("kept", ["", "4271"])
def test_server_code_is_longer_if_strangers_may_connect(kept):
    assert len(_code(kept, SystemSecrets(), strangers=True)) == 8
    at_home = _code(kept, SystemSecrets(), strangers=False)
    assert len(at_home) == 4
    assert kept in {"", at_home}
