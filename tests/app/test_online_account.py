"""One's own account by ear: a recovery code, devices, and signing in without the password."""

import pytest

from audiogames.net.wire import steward
from tests.app.test_online_moderation import heard, keeper
from tests.kit.internet import Internet
from tests.kit.languages import ONLINE
from tests.kit.online import LANGUAGES
from tests.kit.pressing import in_


def owner(lang):
    """Carla, who has an account, in the list about it."""
    net = Internet()
    carla = keeper(net, lang, "Carla", steward.PLAYER)
    carla.press("end", "up", "enter")
    carla.look()
    return net, carla


@pytest.mark.parametrize("lang", LANGUAGES)
def test_recovery_code_is_spoken_in_groups_of_four(lang):
    net, carla = owner(lang)
    carla.press("enter")
    carla.write("secret words")
    net.served.verify()
    check = net.served.verify("hash of the code")
    net.settle()
    carla.wait(3)
    fours = [check.password[at : at + 4] for at in range(0, 16, 4)]
    first = " ".join(fours[0])
    title = in_(lang, "Scrivilo, si sente solo adesso.", "Write it down, you hear it only now.")
    assert heard(carla)[-1] == f"{title} {first}."
    carla.press("down")
    assert heard(carla)[-1] == " ".join(fours[1]) + "."


@pytest.mark.parametrize("lang", LANGUAGES)
def test_remembered_device_reconnects_without_the_password(lang):
    net, carla = owner(lang)
    carla.press("escape", "escape", "s")
    net.advance(700)
    carla.look()
    carla.press("home", ONLINE[lang], "enter", "enter")
    carla.wait(5)
    assert any("Carla" in one for one in heard(carla))
    assert net.served.checks == []
    assert carla.app.online.has_account


@pytest.mark.parametrize("lang", LANGUAGES)
def test_account_data_is_copied_to_the_clipboard(lang):
    net, carla = owner(lang)
    carla.press("end", "up", "enter")
    net.settle()
    carla.wait(3)
    assert heard(carla)[-1] == in_(
        lang, "I tuoi dati sono negli appunti.", "Your data is on the clipboard."
    )


@pytest.mark.parametrize("lang", LANGUAGES)
def test_account_deletion_asks_and_needs_the_password(lang):
    net, carla = owner(lang)
    carla.press("end", "enter", "s")
    carla.write("secret words")
    net.served.verify()
    net.settle()
    carla.wait(3)
    deleted = in_(lang, "L'account è cancellato.", "The account is deleted.")
    assert any(deleted in one for one in heard(carla))
    assert net.served.core.people.accounts == {}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_lost_password_is_replaced_by_the_recovery_code(lang):
    net, carla = owner(lang)
    carla.press("enter")
    carla.write("secret words")
    net.served.verify()
    code = net.served.verify("hash of the code").password
    net.settle()
    other = net.player(lang)
    other.press("home", ONLINE[lang], "enter", "home", "enter")
    other.write("192.168.1.5")
    other.write("Carla")
    other.press("end", "up", "enter")
    other.write(code)
    other.write("better words")
    other.wait(1)
    assert net.served.verify("hash of the code").password == code
    assert net.served.verify("new hash").password == "better words"
    net.settle()
    other.wait(5)
    assert other.app.online.has_account
    assert any("Carla" in one for one in heard(other))
