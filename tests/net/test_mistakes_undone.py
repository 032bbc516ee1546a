"""Moderators and owners undo their own mistaken actions, and the log records both."""

import pytest

from audiogames.net import wire
from audiogames.net.server import limits
from audiogames.net.server.store import Shelf
from audiogames.net.wire import steward
from tests.kit.serving import table_of, table_with
from tests.net.test_server_moderation import account, log


@pytest.fixture
def owner(served):
    return account(served, "Pia", steward.OWNER)


def logged(served):
    return [line["what"] for line in log(served) if line.get("by") == "Pia"]


def cases(owner, about, name=""):
    (told,) = owner.say(wire.AskCases, about=about, name=name)
    return told.cases


def test_closed_report_can_be_reopened_with_its_chat_lines(served, owner):
    anna = served.enter("Anna")
    anna.say(wire.ReportPerson, name="Ugo", lines=["Ugo: rude words"])
    (report,) = cases(owner, steward.REPORTS)
    assert owner.refused(wire.Moderate, do="reopen", case=report.id) == "net-no-such-case"
    owner.say(wire.Moderate, do="close", case=report.id)
    assert cases(owner, steward.REPORTS) == []
    (closed,) = cases(owner, steward.CLOSED)
    assert (closed.kind, closed.by, closed.reason) == ("closed", "Anna", "Pia")
    assert closed.lines == ["Ugo: rude words"]
    owner.say(wire.Moderate, do="reopen", case=closed.id)
    assert cases(owner, steward.CLOSED) == []
    (again,) = cases(owner, steward.REPORTS)
    assert (again.kind, again.lines) == ("report", ["Ugo: rude words"])
    assert logged(served) == ["close", "reopen"]


def test_closed_report_is_deleted_after_a_week(served, owner):
    anna = served.enter("Anna")
    anna.say(wire.ReportPerson, name="Ugo", lines=["Ugo: rude words"])
    (report,) = cases(owner, steward.REPORTS)
    owner.say(wire.Moderate, do="close", case=report.id)
    served.wait(limits.CLOSED_REPORTS_KEPT + 1)
    served.enter("Nora", address="192.168.1.20").say(wire.ReportPerson, name="Bruno", lines=[])
    assert cases(owner, steward.CLOSED) == []
    assert not any("rude" in row for row in served.store.shelf(Shelf.MODERATION).values())


def test_report_closed_by_a_sanction_can_be_reopened(served, owner):
    anna, _ = table_with(served, "wist", "Anna", "Ugo")
    anna.say(wire.ReportPerson, name="Ugo", lines=[])
    (report,) = cases(owner, steward.REPORTS)
    owner.say(wire.Moderate, do="mute", case=report.id, reason="spam")
    (closed,) = cases(owner, steward.CLOSED)
    owner.say(wire.Moderate, do="lift", name="Ugo")
    owner.say(wire.Moderate, do="reopen", case=closed.id)
    (again,) = cases(owner, steward.REPORTS)
    assert again.before == 0  # a lifted sanction does not count
    assert logged(served) == ["mute", "lift", "reopen"]


@pytest.mark.parametrize(
    ("first", "state", "second"),
    [("refuse", "refused", "approve"), ("approve", "approved", "refuse")],
)
def test_approval_or_rejection_of_a_name_can_be_reversed(served, owner, first, state, second):
    owner.say(wire.RunServer, do="approval")
    ugo = served.call()
    ugo.hello("Ugo", code="4271")
    owner.say(wire.Moderate, do=first, name="Ugo")
    assert cases(owner, steward.NAMES) == []
    (decided,) = cases(owner, steward.DECIDED)
    assert (decided.kind, decided.name, decided.by) == (state, "Ugo", "Pia")
    owner.say(wire.Moderate, do=second, name=decided.name)
    answer = served.call().hello("Ugo", code="4271")[0]
    assert isinstance(answer, wire.Welcome) == (second == "approve")
    assert logged(served) == ["approval", first, second]


def test_warning_withdrawn_before_delivery_is_never_announced(served, owner):
    carla = account(served, "Carla", address="192.168.1.8")
    carla.say(wire.Goodbye)
    owner.say(wire.Moderate, do="warn", name="Carla", reason="spam")
    (warning,) = cases(owner, steward.RECORD, "Carla")
    assert owner.refused(wire.Moderate, do="lift", name="Carla") == "net-nothing-to-lift"
    owner.say(wire.Moderate, do="lift", name="Carla", case=warning.id)
    again = served.call("192.168.1.8")
    again.hello("Carla", code="4271", password="secret words")
    served.verify()
    assert "warned" not in again.news()
    (record,) = cases(owner, steward.RECORD, "Carla")
    assert record.kind == "lifted"
    assert logged(served) == ["warn", "lift"]


@pytest.mark.parametrize(
    ("do", "undo"),
    [
        ({"do": "motd", "text": "hello"}, {"do": "motd"}),
        ({"do": "restart", "seconds": 600}, {"do": "stay-open"}),
        ({"do": "approval"}, {"do": "approval", "off": True}),
    ],
    ids=["message of the day", "restart", "approval"],
)
def test_notice_of_a_server_owner_can_be_withdrawn(served, owner, do, undo):
    owner.say(wire.RunServer, **do)
    owner.say(wire.RunServer, **undo)
    told = served.enter("Ugo").news()
    assert told == []
    served.wait(700)
    assert owner.say(wire.Ping)
    assert logged(served) == [do["do"], undo["do"]]


def test_removed_role_can_be_restored(served, owner):
    account(served, "Carla", steward.MODERATOR, "192.168.1.8")
    for role in ("player", "moderator"):
        owner.say(wire.Moderate, do="role", name="Carla", reason=role)
    assert served.core.parts.desk.rulings.role_of("Carla") == "moderator"
    assert logged(served) == ["role", "role"]


@pytest.mark.parametrize("address", ["192.168.1.9", "203.0.113.9"], ids=["local", "internet"])
def test_hosts_invitation_lifts_a_ban_from_the_table(served, address):
    (pia,) = table_with(served, "wist", "Pia")
    ugo = served.enter("Ugo", address=address)
    ugo.say(wire.Join, code=pia.last(wire.Seated).code)
    pia.say(wire.Kick, name="Ugo", ban=True)
    code = pia.last(wire.Seated).code
    assert ugo.refused(wire.Join, code=code) == "net-banned"
    pia.say(wire.Invite, name="Ugo")
    assert ugo.last(wire.News).what == "invited"
    ugo.say(wire.Join, code=code)
    assert table_of(served, ugo) is table_of(served, pia)
    assert logged(served) == ["banned", "unbanned"]


def test_invitation_by_another_player_does_not_lift_the_hosts_ban(served):
    pia, bruno = table_with(served, "wist", "Pia", "Bruno")
    ugo = served.enter("Ugo")
    ugo.say(wire.Join, code=pia.last(wire.Seated).code)
    pia.say(wire.Kick, name="Ugo", ban=True)
    bruno.say(wire.Invite, name="Ugo")
    assert ugo.refused(wire.Join, code=pia.last(wire.Seated).code) == "net-banned"
