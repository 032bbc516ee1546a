"""Tests that a view's changes, applied to the earlier view, give exactly the later view."""

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from audiogames.core.contract import Turn
from audiogames.core.registry import Spec
from audiogames.core.text import plain
from audiogames.net import wire
from audiogames.net.client.following import ViewFollower
from audiogames.net.client.remote_table import read_update
from audiogames.net.server.outputs import Outgoing, Send
from audiogames.net.server.people.member import Contacts, Member
from audiogames.net.server.tables import updates
from audiogames.net.server.tables.updates import MatchUpdates, whole
from audiogames.table.protocol import Update
from tests.contract.walk import Step, Walk, listeners, plan_of, plans

OFTEN = 8


@pytest.fixture(scope="module", autouse=True)
def _digests_come_often():
    """Send checksums of views more often than usual, so that these short matches have some."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(updates, "DIGEST_EVERY", OFTEN)
        yield


class Hearer:
    """A fake client that builds its view from the messages it receives."""

    def __init__(self, number: int) -> None:
        self.member = Member(number, f"Guest {number}", "", "", Contacts(), conn=number)
        self.views = ViewFollower()
        self.update: wire.MatchUpdate | None = None
        self.changes = self.digests = 0

    def hears(self, data: bytes) -> None:
        told = wire.read_message(data)
        if isinstance(told, wire.MatchChange):
            self.changes += 1
            self.digests += told.digest is not None
            self.update = self.views.follow(told)
        else:
            assert isinstance(told, wire.MatchUpdate)
            self.update = self.views.take(told)


class Told:
    """A match whose updates are sent to a fake client for each seat and for a spectator."""

    def __init__(self, spec: Spec, seats: int) -> None:
        self.spec = spec
        self.seats = seats
        self.outgoing = Outgoing()
        self.updates = MatchUpdates(spec, self.outgoing)
        self.hearers = [Hearer(number) for number in range(1, seats + 2)]
        self.lines = 100

    def tell(self, step: Step, number: int) -> None:
        """Send a step's updates, and check that every client has the right view and events."""
        around = wire.MatchUpdate(table=3, deals=number // 5)
        self.updates.begin(around)
        read = number % len(self.hearers)
        for place, listener in enumerate(listeners(step.state)):
            hearer = self.hearers[place]
            events = tuple(event for event in step.events if event.heard_by(listener))
            over = step.state.to_act is Turn.OVER
            update = Update(listener, number, events, step.state.view(listener), over=over)
            self.updates.tell(hearer.member, update, awaited=False)
            self.arrive()
            assert hearer.update is not None
            assert hearer.update.view == plain(update.view)
            assert hearer.update.deals == around.deals
            if place == read:  # this takes much longer than the rest
                assert read_update(self.spec, hearer.update, self.seats) == update

    def arrive(self) -> None:
        """Deliver all sent messages to the clients."""
        for output in self.outgoing.take():
            assert isinstance(output, Send)
            next(one for one in self.hearers if one.member.conn == output.conn).hears(output.data)

    def disturb(self, lot: Random, step: Step) -> None:
        """Sometimes reconnect a client, send it a full view, or send it an unrelated message."""
        place = lot.randrange(len(self.hearers))
        hearer = self.hearers[place]
        match lot.randrange(12):
            case 0:
                self.lines += 1
                hearer.member.conn = self.lines
            case 1:
                listener = listeners(step.state)[place]
                update = Update(listener, 0, (), step.state.view(listener))
                told = whole(update, wire.MatchUpdate(table=3), awaited=False)
                self.updates.show(hearer.member, told, update.view)
                self.arrive()
            case 2:
                self.outgoing.tell(hearer.member, wire.News(what="away", name="Ugo"))
                self.outgoing.take()


def follow(spec: Spec, walk: Walk, lot: Random) -> Told:
    told = Told(spec, walk.plan.seats)
    for number, step in enumerate(walk):
        told.tell(step, number)
        told.disturb(lot, step)
    return told


@pytest.mark.slow
@given(data=st.data(), lot=st.integers(0, 999))
def test_view_changes_restore_the_view_exactly(spec: Spec, data: st.DataObject, lot: int) -> None:
    follow(spec, Walk(spec, data.draw(plans(spec))), Random(lot))


@pytest.mark.slow
@settings(max_examples=10)
@given(data=st.data(), lot=st.integers(0, 999))
def test_view_changes_restore_the_view_if_no_field_is_public(
    spec: Spec, data: st.DataObject, lot: int
) -> None:
    follow(replace(spec, public=()), Walk(spec, data.draw(plans(spec))), Random(lot))


@pytest.mark.slow
def test_view_changes_contain_a_digest_only_occasionally(spec: Spec) -> None:
    told = [follow(spec, Walk(spec, plan_of(spec, seed, 60)), Random(seed)) for seed in range(3)]
    hearers = [hearer for one in told for hearer in one.hearers]
    assert any(hearer.digests for hearer in hearers)
    assert all(hearer.digests <= hearer.changes // OFTEN for hearer in hearers)
