"""Moderation as players hear it: a report, a mute, a ban, and the messages to the offender."""

import pytest

from audiogames.net.server.moderation.rulings import GivenRole
from audiogames.net.wire import steward
from tests.kit.internet import Internet
from tests.kit.languages import ONLINE
from tests.kit.online import LANGUAGES
from tests.kit.pressing import in_
from tests.net.test_server_moderation import rule

MOST_KEYS = 12
"""The greatest number of keys from the announcement of a report to the mute."""


def keeper(net, lang, name, role):
    """Sign up an account with this name and role, and return its program, in the card room."""
    pilot = net.player(lang)
    pilot.press("home", ONLINE[lang], "enter", "home", "enter")
    pilot.write("192.168.1.5")
    pilot.write(name)
    pilot.press("end", "enter")
    pilot.write("secret words")
    net.served.verify()
    net.settle()
    now = net.served.now
    rule(net.served, GivenRole(at=now, changed=now, name=name, role=role))
    net.settle()
    pilot.wait(10)
    return pilot


def hour(lang):
    """Return three programs: of moderator Olga, of host Anna, and of Ugo, whom Anna reported."""
    net = Internet()
    olga = keeper(net, lang, "Olga", steward.MODERATOR)
    anna, ugo = net.player(lang), net.player(lang)
    anna.enter("Anna")
    code = anna.open("t")
    ugo.enter("Ugo")
    ugo.join(code)
    net.advance(9)
    ugo.press("alt+c")
    ugo.write("rude words")
    net.advance(5)
    olga.look()
    anna.press("ctrl+w", "u", "enter")
    choose(anna, "person-report")
    choose(anna, "yes")
    net.advance(5)
    return olga, anna, ugo


def choose(pilot, id_):
    """Focus the menu item with this message id, and press Enter."""
    labels = [one.label.id for one in pilot.app.screen.items()]
    pilot.press("home", *["down"] * labels.index(id_), "enter")


def heard(pilot):
    """Return the announcements since the last call."""
    return [one.text for one in pilot.look()]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_moderator_mutes_a_reported_player_in_few_keys(lang):
    olga, _, ugo = hour(lang)
    assert heard(olga) == [
        in_(lang, "Nuova segnalazione. Una segnalazione in attesa.",
            "New report. One report waits.")
    ]  # fmt: skip
    ugo.look()
    keys = ("alt+j", "enter", "enter", "down", "enter", "enter", "enter")
    assert len(keys) <= MOST_KEYS
    olga.press(*keys)
    olga.wait(5)
    said = heard(olga)
    assert said[1] == in_(
        lang,
        "Segnalazioni, una. Ugo, segnalazione di Anna, adesso. Niente prima."
        " Chat: Ugo: rude words.",
        "Reports, one. Ugo, reported by Anna, just now. Nothing before. Chat: Ugo: rude words.",
    )
    assert said[-1] == in_(
        lang, "Ugo resta senza chat per 10 minuti.", "Ugo is muted for 10 minutes."
    )
    assert heard(ugo) == [
        in_(lang, "Un moderatore ti ha tolto la chat per 10 minuti. Motivo: insulti."
                  " Puoi continuare a giocare.",
            "A moderator has muted you for 10 minutes. Reason: insults. You can go on playing.")
    ]  # fmt: skip
    ugo.write("more")
    ugo.wait(5)
    assert heard(ugo)[-1].startswith(in_(lang, "Non puoi scrivere", "You may not write"))
    olga.press("escape")
    olga.wait(5)
    assert heard(olga)[-1].startswith(in_(lang, "Moderazione", "Moderation"))


@pytest.mark.parametrize("lang", LANGUAGES)
def test_banned_player_receives_the_reason_and_is_disconnected(lang):
    olga, anna, ugo = hour(lang)
    anna.look()
    ugo.look()
    olga.press("ctrl+u", "u", "enter", "end", "up", "up", "enter", "down", "enter", "down", "enter")
    olga.wait(9)
    why = in_(
        lang,
        "Questo server ti ha escluso per un'ora. Motivo: pubblicità o troppi messaggi.",
        "This server has banned you for one hour. Reason: advertising or too many messages.",
    )
    said = heard(ugo)
    assert any(why in one for one in said), said
    assert any("Ugo" in one for one in heard(anna))
    ugo.press("home", ONLINE[lang], "enter", "enter")
    ugo.wait(5)
    said = heard(ugo)
    assert any(why in one for one in said), said


def test_moderation_key_is_refused_to_players_who_are_not_moderators():
    _, anna, _ = hour("en")
    anna.look()
    anna.press("alt+j")
    assert heard(anna) == ["Only moderators may do that."]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_planned_restart_is_announced_to_everybody(lang):
    net = Internet()
    pia = keeper(net, lang, "Pia", steward.OWNER)
    anna = net.player(lang)
    anna.enter("Anna")
    anna.wait(5)
    anna.look()
    pia.press("alt+j", *["down"] * 9, "enter", "down", "enter", "s")
    anna.wait(5)
    assert heard(anna) == [
        in_(lang, "Il server si riavvia tra 5 minuti. Le partite restano.",
            "The server restarts in 5 minutes. Matches are kept.")
    ]  # fmt: skip
