"""What players can do with their accounts on a server."""

import pytest

from audiogames.net import wire
from audiogames.net.server import limits
from audiogames.net.server.moderation.rulings import Erased, GivenRole
from audiogames.net.server.outputs import WEAK
from audiogames.net.server.store import ForgetRow, Shelf
from tests.kit.serving import table_with
from tests.net.test_server_moderation import rule

WORDS = {"code": "4271", "password": "secret words"}


def opened(served, name="Carla"):
    person = served.call()
    person.hello(name, register=True, **WORDS)
    served.verify("old hash")
    return person


def come(served, address="192.168.1.9", **more):
    """Return a person on a new connection from this address, after their greeting."""
    person = served.call(address)
    person.hello("Carla", code="4271", **more)
    return person


def proven(served, person, do, **more):
    """Send a request that needs the password, with the correct one."""
    before = len(person.told)
    person.say(wire.ManageAccount, do=do, password="secret words", **more)
    served.verify("old hash")
    if served.checks:
        served.verify("new hash")
    return person.told[before:]


@pytest.fixture
def carla(served):
    return opened(served)


def test_account_requests_are_refused_to_guests(served):
    anna = served.enter("Anna")
    assert anna.refused(wire.ManageAccount, do="overview") == "net-guest"
    assert "account" not in anna.news()


def test_remembered_device_logs_in_without_the_password(served, carla):
    carla.say(wire.Goodbye)
    again = come(served, token=carla.token)
    assert again.last(wire.Welcome).account
    assert again.token == carla.token
    assert served.checks == []


def test_tokens_of_two_devices_of_an_account_stay_valid(served, carla):
    phone = come(served, password="secret words")
    served.verify()
    assert carla.dropped
    desktop = come(served, token=carla.token)
    assert phone.dropped
    page = desktop.say(wire.ManageAccount, do="overview")[0]
    assert [one.mine for one in page.devices] == [True, False]
    assert come(served, token=phone.token).last(wire.Welcome).account


def test_second_device_takes_over_the_seat(served, carla):
    carla.say(wire.Open, game="wist")
    phone = come(served, password="secret words")
    served.verify()
    desktop = come(served, token=carla.token)
    assert phone.dropped
    assert desktop.last(wire.Seated).host == "Carla"


def test_signing_out_everywhere_keeps_only_this_device_signed_in(served, carla):
    phone = come(served, password="secret words")
    served.verify()
    phone.say(wire.ManageAccount, do="sign-out")
    phone.say(wire.Goodbye)
    assert come(served, token=carla.token).told[-1].reason == "net-name-reserved"
    assert come(served, token=phone.token).token


def test_signing_out_on_this_device_requires_the_password_again(served, carla):
    carla.say(wire.ManageAccount, do="leave")
    assert carla.last(wire.Bye).reason == "net-signed-out"
    assert come(served, token=carla.token).told[-1].reason == "net-name-reserved"


def test_device_not_used_for_a_long_time_is_signed_out(served, carla):
    carla.say(wire.Goodbye)
    served.now += limits.DEVICE_FORGOTTEN + 1
    assert come(served, token=carla.token).told[-1].reason == "net-name-reserved"


def test_number_of_remembered_devices_is_bounded(served, carla):
    tokens = [carla.token]
    for _ in range(limits.DEVICES):
        person = come(served, password="secret words")
        served.verify()
        tokens.append(person.token)
        served.wait(60)
    person.say(wire.Goodbye)
    assert come(served, token=tokens[0]).told[-1].reason == "net-name-reserved"
    assert come(served, token=tokens[1]).token


def test_recovery_code_is_valid_only_once(served, carla):
    page = proven(served, carla, "recovery")[-1]
    assert len(page.code) == limits.RECOVERY_DIGITS
    assert page.code not in repr(served.store.shelf(Shelf.ACCOUNTS))
    assert carla.say(wire.ManageAccount, do="overview")[0].code == ""
    lost = come(served, recovery=page.code, password="other words")
    check = served.verify("new hash")
    assert (check.password, check.hashed) == (page.code, "new hash")
    check = served.verify("newest hash")
    assert (check.password, check.hashed) == ("other words", "")
    assert lost.last(wire.Welcome).account
    assert served.core.people.accounts["carla"].hashed == "newest hash"
    assert come(served, token=carla.token).told[-1].reason == "net-name-reserved"
    again = come(served, recovery=page.code, password="third words")
    assert again.told[-1].reason == "net-wrong-recovery"


def test_wrong_recovery_code_counts_as_a_wrong_password(served, carla):
    proven(served, carla, "recovery")
    for _ in range(int(limits.PASSWORDS)):
        guess = come(served, "10.9.9.9", recovery="1234", password="other words")
        served.verify(None)
        assert guess.told[-1].reason == "net-wrong-recovery"
    guess = come(served, "10.9.9.9", recovery="1234", password="other words")
    served.wait(limits.UNCHECKED_PASSWORD_SECONDS)
    assert guess.told[-1].reason == "net-too-many-attempts"


def test_changed_password_signs_other_devices_out(served, carla):
    phone = come(served, password="secret words")
    served.verify()
    told = proven(served, phone, "password", new="better words")
    assert isinstance(told[-1], wire.Done)
    assert served.core.people.accounts["carla"].hashed == "new hash"
    assert come(served, token=carla.token).told[-1].reason == "net-name-reserved"


def test_refused_weak_password_leaves_the_account_and_its_recovery_code_unchanged(served, carla):
    page = proven(served, carla, "recovery")[-1]
    before = served.store.shelf(Shelf.ACCOUNTS)
    carla.say(wire.ManageAccount, do="password", password="secret words", new="12345678")
    served.verify()
    served.verify(WEAK)
    assert carla.told[-1].reason == "net-weak-password"
    lost = come(served, recovery=page.code, password="12345678")
    served.verify("new hash")
    served.verify(WEAK)
    assert lost.told[-1].reason == "net-weak-password"
    assert served.store.shelf(Shelf.ACCOUNTS) == before


@pytest.mark.parametrize("do", ["recovery", "password", "delete"])
def test_account_changes_need_the_correct_password(served, carla, do):
    before = served.store.shelf(Shelf.ACCOUNTS)
    carla.say(wire.ManageAccount, do=do, password="guess", new="better words")
    served.verify(None)
    assert carla.told[-1].reason == "net-wrong-password"
    assert served.store.shelf(Shelf.ACCOUNTS) == before


def test_too_short_new_password_is_refused(served, carla):
    asked = {"do": "password", "password": "secret words", "new": "short"}
    assert carla.refused(wire.ManageAccount, **asked) == "net-bad-password"


def test_deleted_account_frees_its_role_and_name(served, carla):
    rule(served, GivenRole(at=served.now, changed=served.now, name="Carla", role="owner"))
    proven(served, carla, "delete")
    assert carla.last(wire.Bye).reason == "net-account-deleted"
    assert served.store.shelf(Shelf.ACCOUNTS) == {}
    assert served.store.kept.rows[Shelf.MEMBERS] == {}
    again = opened(served)
    assert again.refused(wire.AskCases, about="reports") == "net-not-moderator"


def test_account_deleted_by_command_is_disconnected(served, carla):
    served.store.commit([ForgetRow(Shelf.ACCOUNTS, "carla")])
    rule(served, Erased(at=served.now, changed=served.now, name="Carla"))
    assert carla.last(wire.Bye).reason == "net-account-deleted"
    assert served.enter("Carla").token


def test_exported_account_data_holds_no_secret(served, carla):
    served.enter("Anna", "192.168.1.8")
    carla.say(wire.Befriend, name="Anna")
    carla.say(wire.ManageAccount, do="device", new="Linux")
    data = carla.say(wire.ManageAccount, do="data")[0].data
    assert (data["name"], data["friends"]) == ("Carla", ["Anna"])
    assert data["devices"][0]["label"] == "Linux"
    assert "hash" not in repr(data)
    assert carla.token not in repr(data)


def test_remembered_devices_survive_a_restart_of_the_server(served, carla):
    again = served.again()
    back = again.call()
    back.hello("Carla", token=carla.token)
    assert back.last(wire.Welcome).account


def test_remembered_device_logs_in_at_another_process(processes):
    one, two = processes.all
    carla = opened(one)
    carla.say(wire.Goodbye)
    phone = two.call()
    phone.hello("Carla", token=carla.token)
    assert phone.last(wire.Welcome).account


def test_ban_of_an_account_applies_to_all_its_devices(served, carla):
    olga = opened(served, "Olga")
    rule(served, GivenRole(at=served.now, changed=served.now, name="Olga", role="owner"))
    olga.say(wire.Moderate, do="ban", name="Carla", reason="spam")
    assert carla.last(wire.Bye).reason == "net-banned-server"
    assert come(served, token=carla.token).told[-1].reason == "net-banned-server"
    table_with(served, "wist", "Anna")


def test_synchronised_data_is_sent_to_the_accounts_other_devices(served, carla):
    carla.say(wire.ManageAccount, do="carry", new="settings")
    phone = come(served, password="secret words")
    served.verify()
    assert phone.say(wire.ManageAccount, do="carried")[0].data == {"carried": "settings"}
    assert phone.say(wire.ManageAccount, do="data")[0].data["carried"] == "settings"


def test_synchronised_account_data_is_limited_to_one_message(served, carla):
    long = "x" * (limits.CARRIED + 1)
    assert carla.refused(wire.ManageAccount, do="carry", new=long) == "net-too-large"
    assert carla.say(wire.ManageAccount, do="carried")[0].data == {"carried": ""}
