"""Bans of people who play, chat, are away, or return under another name.

Each case runs twice: on a server of one process, and on a server of two processes with the
moderator at one and the banned person at the other.
"""

from types import SimpleNamespace

import pytest

from audiogames.net import wire
from audiogames.net.server import limits
from audiogames.net.wire import steward
from tests.kit.processes import Processes
from tests.kit.serving import Served, faultless, table_of, table_with
from tests.net.test_server_moderation import account, learn

HOME = "93.184.216.7"
ELSEWHERE = "93.184.217.8"
BANNED = "net-banned-server"


@pytest.fixture(params=["one process", "two processes"])
def place(request):
    """Yield a server of one or two processes, with a moderator and a function `ban`."""
    if request.param == "one process":
        both = (served := Served(), served)
    else:
        both = tuple(Processes().all)
    for served in both:
        learn(served)  # as each process does at its start
    olga = account(both[0], "Olga", steward.MODERATOR)

    def ban(name, **more):
        (answer,) = olga.say(wire.Moderate, do="ban", name=name, reason="insults", **more)
        assert isinstance(answer, wire.Done), answer
        for served in both * 2:  # the process that has the person adds the address
            learn(served)

    yield SimpleNamespace(ban=ban, there=both[1], all=both, olga=olga)
    for served in both:
        faultless(served)


def refusal(served, name, address=HOME, **more):
    """Return the reason why a person may not enter, or None if they may."""
    caller = served.call(address)
    answers = caller.hello(name, code="4271", **more)
    if served.checks:
        served.verify()
        answers = caller.told
    return answers[-1].reason if isinstance(answers[-1], wire.No) else None


def test_match_continues_after_a_player_is_banned(place):
    anna, ugo = table_with(place.there, "invido", "Anna", "Ugo")
    anna.say(wire.StartMatch)
    place.ban("Ugo")
    assert ugo.dropped
    assert ugo.last(wire.Bye).reason == BANNED
    assert table_of(place.there, anna).playing
    for _ in range(40):
        place.there.wait(limits.GRACE)
    assert not anna.dropped
    assert {refusal(served, "Ugo") for served in place.all} == {BANNED}


def test_chat_of_a_banned_player_is_not_delivered(place):
    anna, ugo = table_with(place.there, "invido", "Anna", "Ugo")
    ugo.say(wire.Chat, text="before")
    place.ban("Ugo")
    ugo.say(wire.Chat, text="after")
    place.there.wait(2)
    lines = [one.text for one in anna.told if isinstance(one, wire.ChatMessage)]
    assert lines == ["before"]


@pytest.mark.parametrize("has_account", [False, True], ids=["guest", "account"])
def test_ban_of_an_absent_player_applies_on_their_return(place, has_account):
    if has_account:
        ugo = account(place.there, "Ugo", address=HOME)
    else:
        ugo = place.there.enter("Ugo", address=HOME)
    place.there.lose(ugo)
    place.ban("Ugo")
    for served in place.all:
        again = served.call(HOME)
        answers = again.hello("Ugo", code="4271", token=ugo.token)
        assert answers[-1].reason in {BANNED, "net-unknown-token"}
        assert not again.token
        if has_account:
            assert refusal(served, "Ugo", password="secret words") == BANNED


@pytest.mark.parametrize("name", ["Ugo", "ugo", "Ug0", "Ùgo", "Uugo"])
@pytest.mark.parametrize("address", [HOME, ELSEWHERE], ids=["same address", "other address"])
def test_banned_guest_is_refused_under_confusable_names_from_any_address(place, name, address):
    place.there.enter("Ugo", address=HOME)
    place.ban("Ugo")
    assert {refusal(served, name, address) for served in place.all} == {BANNED}


def test_banned_guest_under_another_name_is_refused_only_by_address(place):
    place.there.enter("Ugo", address=HOME)
    place.ban("Ugo")
    assert refusal(place.there, "Marta") is None
    again = place.there.enter("Ivo", address=HOME)
    place.ban("Ivo", address=True)
    assert again.dropped
    assert {refusal(served, "Berta") for served in place.all} == {BANNED}
    assert refusal(place.all[0], "Berta", "93.184.216.8") is None


def test_lifting_a_ban_readmits_the_account_and_its_address(place):
    ugo = account(place.there, "Ugo", address=HOME)
    place.ban("Ugo", address=True)
    assert ugo.dropped
    assert refusal(place.there, "Ugo", password="secret words") == BANNED
    place.olga.say(wire.Moderate, do="lift", name="Ugo")
    for served in place.all:
        learn(served)
    assert refusal(place.there, "Ugo", password="secret words") is None
    assert refusal(place.all[0], "Somebody") is None
