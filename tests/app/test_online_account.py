"""The account menu: recovery code, devices, and signing in without the password."""

import pytest

from audiogames.net.wire import steward
from tests.app.test_online_moderation import choose, heard, keeper
from tests.kit.internet import Internet
from tests.kit.languages import ONLINE
from tests.kit.online import LANGUAGES
from tests.kit.pressing import in_


def owner(lang):
    """Return the program of Carla, who is signed in to her account and has opened its menu."""
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
def test_account_deletion_asks_for_confirmation_and_the_password(lang):
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
def test_lost_password_is_replaced_with_the_recovery_code(lang):
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


def change_name(net, pilot, name="Benita"):
    """Change the account's name with the keyboard, entering the correct password."""
    choose(pilot, "account-rename")
    pilot.write(name)
    pilot.press("s")
    pilot.write("secret words")
    net.settle()
    if net.served.checks:
        net.served.verify()
    net.settle()
    pilot.wait(3)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_account_name_is_changed_with_the_keyboard_and_kept_for_the_next_visit(lang):
    net, carla = owner(lang)
    change_name(net, carla)
    said = heard(carla)
    assert said[-1] == in_(lang, "Ora ti chiami Benita.", "Your name is Benita now.")
    question = in_(
        lang,
        "Chiamarti Benita d'ora in poi? Carla resta tuo, e potrai cambiare di nuovo fra 30 giorni.",
        "Be called Benita from now on? Carla stays yours,"
        " and the next change is possible in 30 days.",
    )
    assert any(question in one for one in said)
    assert carla.app.online.me == carla.app.settings.nickname == "Benita"
    carla.press("escape", "escape", "s")
    net.advance(700)
    carla.press("home", ONLINE[lang], "enter", "enter")
    carla.wait(5)
    assert net.served.checks == []
    assert carla.app.online.me == "Benita"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_second_change_of_name_is_refused_with_the_remaining_time(lang):
    net, carla = owner(lang)
    change_name(net, carla)
    carla.look()
    change_name(net, carla, "Dora")
    assert heard(carla)[-1] == in_(
        lang,
        "Hai cambiato nome da poco. Non puoi cambiarlo di nuovo per 30 giorni.",
        "You changed your name not long ago. You may not change it again for 30 days.",
    )


@pytest.mark.parametrize("lang", LANGUAGES)
def test_name_that_belongs_to_another_account_is_refused_with_the_reason(lang):
    net, carla = owner(lang)
    net.player(lang).enter("Ugo")
    carla.look()
    change_name(net, carla, "Ugò")
    assert heard(carla)[-1] == in_(
        lang,
        "Ugò suona come il nome di un'altra persona. Scegli un altro nome.",
        "Ugò sounds like the name of somebody else. Choose another name.",
    )


@pytest.mark.parametrize("lang", LANGUAGES)
def test_moderator_hears_former_names(lang):
    net, carla = owner(lang)
    change_name(net, carla)
    olga = keeper(net, lang, "Olga", steward.MODERATOR)
    net.advance(120)
    olga.look()
    olga.press("alt+j")
    choose(olga, "moderation-about")
    olga.write("Carla")
    choose(olga, "moderate-former")
    net.settle()
    olga.wait(3)
    said = " ".join(heard(olga))
    line = in_(lang, "Benita si chiamava Carla fino a", "Benita was called Carla until")
    assert f"Carla, {in_(lang, 'un nome precedente', 'one former name')}. {line}" in said
