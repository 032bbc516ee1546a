"""Moderation on a server: roles, warnings, mutes, bans, reports, names, notices, restarts."""

import json

import pytest

from audiogames.net import wire
from audiogames.net.server import limits
from audiogames.net.server.moderation.rulings import GivenRole, Notice, Sanction, key_of_ruling
from audiogames.net.server.outputs import Stop
from audiogames.net.server.people.member import row_of
from audiogames.net.server.store import KeepRow, Shelf
from audiogames.net.wire import steward
from tests.kit.serving import NOON, play_on, table_of, table_with


def rule(served, ruling):
    """Write a ruling into the store, as the command `admin` does, and let the server read it."""
    row = KeepRow(Shelf.MODERATION, key_of_ruling(ruling), row_of(ruling))
    served.store.commit([row])
    learn(served)


def learn(served):
    rows = served.store.shelf(Shelf.MODERATION)
    served.do(served.core.learn_rulings(rows, served.now))


def account(served, name, role=steward.PLAYER, address="192.168.1.9"):
    person = served.call(address)
    person.hello(name, code="4271", password="secret words", register=True)
    served.verify()
    if role != steward.PLAYER:
        rule(served, GivenRole(at=served.now, changed=served.now, name=name, role=role))
    return person


@pytest.fixture
def moderator(served):
    return account(served, "Olga", steward.MODERATOR)


def log(served):
    return [json.loads(row.text) for row in served.store.moderation]


def test_guest_with_a_moderators_name_has_no_role(served):
    rule(served, GivenRole(at=NOON, name="Olga", role=steward.OWNER))
    olga = served.enter("Olga")
    assert olga.refused(wire.AskCases, about=steward.REPORTS) == "net-not-moderator"


def test_moderator_is_notified_of_the_role_and_of_new_reports(served, moderator):
    assert moderator.last(wire.News).args == {"role": "moderator", "reports": 0}
    anna, _ = table_with(served, "wist", "Anna", "Ugo")
    anna.say(wire.ReportPerson, name="Ugo", lines=["Ugo: rude words"])
    assert moderator.last(wire.News).what == "reported"
    (told,) = moderator.say(wire.AskCases, about=steward.REPORTS)
    (case,) = told.cases
    assert (case.name, case.by, case.lines, told.total) == ("Ugo", "Anna", ["Ugo: rude words"], 1)


def test_mute_closes_its_report_and_expires(served, moderator):
    anna, ugo = table_with(served, "wist", "Anna", "Ugo")
    anna.say(wire.ReportPerson, name="Ugo", lines=["Ugo: rude words"])
    case = moderator.say(wire.AskCases, about=steward.REPORTS)[0].cases[0]
    moderator.say(wire.Moderate, do="mute", case=case.id, reason="insults", seconds=600)
    assert ugo.last(wire.News).args == {"why": "insults", "left": 600}
    served.wait(1)
    (no,) = ugo.say(wire.Chat, text="hello")
    assert (no.reason, no.args) == ("net-muted", {"why": "insults", "left": 599})
    assert ugo.refused(wire.Chat, text="hello", to="Anna") == "net-muted"
    assert moderator.say(wire.AskCases, about=steward.REPORTS)[0].total == 0
    assert [line["what"] for line in log(served)] == ["report", "mute"]
    served.wait(600)
    ugo.say(wire.Chat, text="hello")
    assert anna.last(wire.ChatMessage).text == "hello"


def test_mute_can_be_lifted(served, moderator):
    _, ugo = table_with(served, "wist", "Anna", "Ugo")
    moderator.say(wire.Moderate, do="mute", name="Ugo", reason="spam")
    assert ugo.refused(wire.Chat, text="hello") == "net-muted"
    moderator.say(wire.Moderate, do="lift", name="Ugo")
    assert ugo.last(wire.News).what == "unmuted"
    assert ugo.say(wire.Chat, text="hello")
    (told,) = moderator.say(wire.AskCases, about=steward.RECORD, name="Ugo")
    assert [case.kind for case in told.cases] == ["lifted"]


def test_warning_is_delivered_when_the_account_returns(served, moderator):
    carla = account(served, "Carla", address="192.168.1.8")
    carla.say(wire.Goodbye)
    moderator.say(wire.Moderate, do="warn", name="Carla", reason="Be kind.")
    again = served.call("192.168.1.8")
    again.hello("Carla", code="4271", password="secret words")
    served.verify()
    assert again.last(wire.News).args == {"why": "Be kind."}
    again.say(wire.Goodbye)
    once_more = served.call("192.168.1.8")
    once_more.hello("Carla", code="4271", password="secret words")
    served.verify()
    assert once_more.news() == ["account"]


def test_ban_during_a_match_disconnects_the_player_and_the_match_continues(served, moderator):
    anna, ugo = table_with(served, "invido", "Anna", "Ugo")
    anna.say(wire.StartMatch)
    answers = moderator.say(wire.Moderate, do="ban", name="Ugo", reason="cheating", seconds=86400)
    assert [type(one) for one in answers] == [wire.Done]
    bye = ugo.last(wire.Bye)
    assert ugo.dropped
    assert (bye.reason, bye.args) == ("net-banned-server", {"why": "cheating", "left": 86400})
    assert "kicked" in anna.news()
    assert table_of(served, anna).playing
    for name in ("Ugo", "Ug0"):
        again = served.call()
        assert again.hello(name, code="4271")[0].reason == "net-banned-server"
    assert again.hello(token=ugo.token)[0].reason == "net-unknown-token"
    served.wait(86400)
    assert served.enter("Ugo", address="192.168.7.7").token


def test_ban_by_address_keeps_guests_out_and_lets_accounts_in(served, moderator):
    """Other people of the offender's household can still enter with the accounts that they have."""
    account(served, "Carla", address="93.184.216.7").say(wire.Goodbye)
    ugo = served.enter("Ugo", address="93.184.216.7")
    other = served.enter("Bruno", address="93.184.216.7")
    moderator.say(wire.Moderate, do="ban", name="Ugo", reason="spam", address=True)
    assert ugo.dropped
    assert other.dropped
    new = served.call("93.184.216.7")
    assert new.hello("Somebody", code="4271")[0].reason == "net-banned-server"
    register = {"code": "4271", "password": "secret words", "register": True}
    assert new.hello("Somebody", **register)[0].reason == "net-banned-server"
    carla = served.call("93.184.216.7")
    carla.hello("Carla", code="4271", password="secret words")
    served.verify()
    assert carla.token
    assert served.enter("Dario", address="93.184.216.8").token


def test_ban_survives_a_restart_of_the_server(served, moderator):
    served.enter("Ugo")
    moderator.say(wire.Moderate, do="ban", name="Ugo", reason="spam")
    again = served.again()
    assert again.call().hello("Ugo", code="4271")[0].reason == "net-banned-server"


@pytest.mark.parametrize(
    ("asked", "reason"),
    [
        ({"do": "ban", "name": "Ugo"}, "net-reason-wanted"),
        ({"do": "ban", "name": "", "reason": "spam"}, "net-nobody-called"),
        ({"do": "mute", "name": "Ugo", "reason": "spam", "seconds": -1}, "net-bad-span"),
        ({"do": "mute", "name": "Ugo", "reason": "spam", "seconds": 2**50}, "net-bad-span"),
        ({"do": "ban", "name": "Olga", "reason": "spam"}, "net-not-yourself"),
        ({"do": "ban", "name": "Pia", "reason": "spam"}, "net-too-high"),
        ({"do": "lift", "name": "Ugo"}, "net-nothing-to-lift"),
        ({"do": "close", "case": "12345678"}, "net-no-such-case"),
        ({"do": "role", "name": "Ugo", "reason": "owner"}, "net-not-owner"),
        ({"do": "crown", "name": "Ugo"}, "net-bad-ruling"),
    ],
)
def test_invalid_moderation_is_refused_and_changes_nothing(served, moderator, asked, reason):
    account(served, "Pia", steward.OWNER, "192.168.1.7")
    before = served.store.shelf(Shelf.MODERATION)
    assert moderator.refused(wire.Moderate, **asked) == reason
    assert served.store.shelf(Shelf.MODERATION) == before


def test_player_may_not_moderate(served):
    anna = served.enter("Anna")
    assert anna.refused(wire.Moderate, do="ban", name="Ugo", reason="spam") == "net-not-moderator"
    assert anna.refused(wire.RunServer, do="broadcast", text="hello") == "net-not-owner"


@pytest.mark.parametrize(
    ("kind", "asked", "least"),
    [
        *((wire.Moderate, {"do": do, "name": "Ugo", "reason": "spam"}, steward.MODERATOR)
          for do in (*steward.SANCTIONS, "lift", "close", "reopen", "approve", "refuse")),
        (wire.Moderate, {"do": "role", "name": "Carla", "reason": "moderator"}, steward.OWNER),
        *((wire.AskCases, {"about": about, "name": "Ugo"}, steward.MODERATOR)
          for about in steward.LISTS),
        *((wire.RunServer, {"do": do, "text": "hello", "seconds": 60}, steward.OWNER)
          for do in ("broadcast", "motd", "restart", "stay-open", "approval")),
    ],
)  # fmt: skip
def test_moderation_action_is_refused_if_the_role_is_too_low(served, kind, asked, least):
    ugo = served.enter("Ugo")
    player = account(served, "Carla", address="192.168.1.8")
    moderator = account(served, "Olga", steward.MODERATOR, "192.168.1.7")
    before = served.store.shelf(Shelf.MODERATION)
    refused = {"net-not-moderator", "net-not-owner"}
    for person in (ugo, player, *([moderator] if least == steward.OWNER else [])):
        assert person.refused(kind, **asked) in refused
    assert served.store.shelf(Shelf.MODERATION) == before
    assert not ugo.dropped


def test_owner_gives_and_takes_roles(served):
    pia = account(served, "Pia", steward.OWNER)
    carla = account(served, "Carla", address="192.168.1.8")
    pia.say(wire.Moderate, do="role", name="Carla", reason="moderator")
    assert carla.last(wire.News).args["role"] == "moderator"
    assert carla.say(wire.AskCases, about=steward.REPORTS)[0].total == 0
    pia.say(wire.Moderate, do="role", name="Carla", reason="player")
    assert carla.refused(wire.AskCases, about=steward.REPORTS) == "net-not-moderator"
    assert pia.refused(wire.Moderate, do="role", name="Ugo", reason="owner") == "net-no-account"


def test_message_of_the_day_is_announced_once_a_day(served):
    rule(served, Notice(at=NOON, changed=NOON, what="motd", text="Tournament tonight"))

    def heard():
        anna = served.enter("Anna")
        told = [one.args["text"] for one in anna.told if isinstance(one, wire.News)]
        anna.say(wire.Goodbye)
        return told

    assert heard() == ["Tournament tonight"]
    assert heard() == []
    served.wait(limits.DAY)
    assert heard() == ["Tournament tonight"]


def test_new_names_wait_for_approval_if_the_owner_requires_it(served, moderator):
    pia = account(served, "Pia", steward.OWNER, "192.168.1.7")
    pia.say(wire.RunServer, do="approval")
    ugo = served.call()
    assert ugo.hello("Ugo", code="4271")[0].reason == "net-name-waits"
    (told,) = moderator.say(wire.AskCases, about=steward.NAMES)
    assert [case.name for case in told.cases] == ["Ugo"]
    moderator.say(wire.Moderate, do="approve", name="Ugo")
    assert served.enter("Ugo").token
    bad = served.call()
    bad.hello("Rude", code="4271")
    moderator.say(wire.Moderate, do="refuse", name="Rude")
    assert bad.hello("Rude", code="4271")[0].reason == "net-name-refused"


def stops(served, seconds):
    """Wait for `seconds`; return a list with the time until the server stopped, if it did."""
    start, found = served.now, []
    do = served.do

    def watch(outputs):
        found.extend(served.now - start for one in outputs if isinstance(one, Stop))
        do(outputs)

    served.do = watch
    served.wait(seconds)
    served.do = do
    return found


def test_restart_is_announced_and_keeps_matches(served):
    pia = account(served, "Pia", steward.OWNER)
    anna, _ = table_with(served, "invido", "Anna", "Ugo")
    anna.say(wire.StartMatch)
    pia.say(wire.RunServer, do="restart", seconds=600)
    assert stops(served, 700) == [600]
    told = [one.args["seconds"] for one in anna.told if getattr(one, "what", "") == "restart"]
    assert told == [600, 300, 60]
    again = served.again()
    assert again.core.lobby.tables
    assert stops(again, 700) == []


def test_restart_that_waits_for_matches_to_end_refuses_new_matches(served):
    pia = account(served, "Pia", steward.OWNER)
    people = table_with(served, "invido", "Anna", "Ugo")
    people[0].say(wire.StartMatch)
    pia.say(wire.RunServer, do="restart", seconds=1, lets_end=True)
    assert stops(served, 20) == []
    others = table_with(served, "invido", "Carla", "Dario")
    assert others[0].refused(wire.StartMatch) == "net-restart-soon"
    play_on(served, people, served.rng)
    assert len(stops(served, 6)) == 1


def test_restart_can_be_cancelled(served):
    pia = account(served, "Pia", steward.OWNER)
    pia.say(wire.RunServer, do="restart", seconds=60)
    pia.say(wire.RunServer, do="stay-open")
    assert stops(served, 100) == []


def test_sanctions_from_two_processes_both_apply(processes):
    """Lifting the sanctions at either process ends both."""
    one, two = processes.all
    for served, name in ((one, "Pia"), (two, "Olga")):
        account(served, name, steward.OWNER, f"192.168.1.{served.process}")
    ugo = one.enter("Ugo")
    for served, name in ((one, "Pia"), (two, "Olga")):
        owner = next(
            p
            for p in served.people.values()
            if p.token and not p.dropped and p.last(wire.Welcome).name == name
        )
        owner.say(wire.Moderate, do="ban", name="Ugo", reason="spam", seconds=600)
    learn(one), learn(two)
    assert ugo.dropped
    for served in (one, two):
        assert served.call().hello("Ugo", code="4271")[0].reason == "net-banned-server"
    owner.say(wire.Moderate, do="lift", name="Ugo")
    learn(one)
    assert one.enter("Ugo").token


def test_blocked_person_cannot_join_a_private_table(served):
    anna, ugo = table_with(served, "wist", "Anna", "Ugo")
    code = anna.last(wire.Seated).code
    ugo.say(wire.Leave)
    anna.say(wire.BlockPerson, name="Ugo")
    assert ugo.refused(wire.Join, code=code) == "net-banned"


def test_expired_sanctions_are_deleted_in_time(served):
    rule(
        served,
        Sanction(
            at=NOON, changed=NOON, id="1", what="mute", name="Ugo", reason="spam", until=NOON + 1
        ),
    )
    served.now += limits.RULINGS_KEPT + 1
    assert served.again().store.shelf(Shelf.MODERATION) == {}
