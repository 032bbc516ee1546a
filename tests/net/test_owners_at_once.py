"""Two owners act at two processes before either process knows of the other owner's action."""

import json

import msgspec
import pytest

from audiogames.net import wire
from audiogames.net.server.moderation.rulings import (
    Notice,
    Rulings,
    Sanction,
    key_of_ruling,
    newest,
)
from audiogames.net.server.people.member import row_of
from audiogames.net.server.store import KeepRow, Shelf
from audiogames.net.wire import steward
from tests.kit.serving import NOON
from tests.net.test_server_moderation import account, learn, log, rule


@pytest.fixture
def owners(processes):
    """Connect one person with the role owner to each process; return both persons."""
    one, two = processes.all
    pia = account(one, "Pia", steward.OWNER, "192.168.1.1")
    olga = account(two, "Olga", steward.OWNER, "192.168.1.2")
    learn(one)
    return pia, olga


def settle(processes):
    """Have all processes read the shared store until none of them writes anything."""
    for _ in range(3):
        for one in processes.all:
            learn(one)


def test_owners_who_demote_each_other_leave_one_owner(processes, owners):
    """The earlier demotion is valid, because it took the right to demote from the other owner."""
    pia, olga = owners
    one, two = processes.all
    pia.say(wire.Moderate, do="role", name="Olga", reason="player")
    two.wait(0.1)
    olga.say(wire.Moderate, do="role", name="Pia", reason="player")
    settle(processes)
    roles = [one.core.parts.desk.rulings.role_of for one in processes.all]
    assert [(role("Pia"), role("Olga")) for role in roles] == [("owner", "player")] * 2
    assert [x["what"] for x in log(one) if x["what"].startswith("role")] == [
        "role", "role", "role-void",
    ]  # fmt: skip
    assert pia.last(wire.News).args["role"] == "owner"
    assert olga.last(wire.News).args["role"] == "player"
    assert olga.refused(wire.RunServer, do="motd", text="hello") == "net-not-owner"


def test_role_given_by_a_server_owner_remains_after_that_owner_is_demoted(processes, owners):
    pia, olga = owners
    account(processes.all[0], "Carla", address="192.168.1.3")
    pia.say(wire.Moderate, do="role", name="Carla", reason="moderator")
    for one in processes.all:
        one.wait(0.1)
    olga.say(wire.Moderate, do="role", name="Pia", reason="player")
    settle(processes)
    for one in processes.all:
        assert one.core.parts.desk.rulings.role_of("Carla") == "moderator"
        assert one.core.parts.desk.rulings.role_of("Pia") == "player"


def test_later_message_of_the_day_is_valid_even_if_the_earlier_one_is_stored_last(
    processes, owners
):
    pia, olga = owners
    one = processes.all[0]
    pia.say(wire.RunServer, do="motd", text="first")
    earlier = one.core.parts.desk.rulings.notice("motd")
    for served in processes.all:
        served.wait(0.1)
    olga.say(wire.RunServer, do="motd", text="second")
    one.store.commit([KeepRow(Shelf.MODERATION, key_of_ruling(earlier), row_of(earlier))])
    settle(processes)
    assert [x.core.parts.desk.rulings.notice("motd").text for x in processes.all] == ["second"] * 2
    assert json.loads(one.store.shelf(Shelf.MODERATION)["notice motd"])["text"] == "second"
    assert [x["text"] for x in log(one) if x["what"] == "motd"] == ["first", "second"]


def test_lifted_sanction_stays_lifted_when_another_process_updates_it(served):
    """A process that adds the ban's network, or records a delivery, does not undo the lifting."""
    ban = Sanction(
        at=NOON, changed=NOON, id="1", what="ban", name="Ugo", reason="spam", by_address=True
    )
    rule(served, ban)
    rule(served, msgspec.structs.replace(ban, lifted="Pia", changed=NOON + 1))
    rule(served, msgspec.structs.replace(ban, network="203.0.113.7", changed=NOON + 2))
    assert served.core.parts.desk.rulings.in_force("ban", "Ugo", NOON + 3, account=False) is None
    assert served.enter("Ugo").token
    stored = json.loads(served.store.shelf(Shelf.MODERATION)["sanction 1"])
    assert (stored["lifted"], stored["network"]) == ("Pia", "203.0.113.7")


def test_stored_ruling_prevails_over_an_unsaved_ruling_with_the_same_time():
    """Two processes that have read each other's ruling agree on one of the two.

    Neither process writes again.
    """
    mine, stored = (Notice(at=NOON, changed=NOON, what="motd", text=text) for text in "ab")
    assert newest(mine, stored) == stored
    rulings = Rulings()
    rulings.put(mine)
    assert rulings.learn({"notice motd": row_of(stored)}, NOON) == ([stored], [])
