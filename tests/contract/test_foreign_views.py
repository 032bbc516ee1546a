"""Tests that views from other machines are accepted if honest, and refused quickly if forged."""

import json
from random import Random
from time import process_time

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from audiogames.core.registry import Spec, game
from audiogames.core.text import plain
from audiogames.net import wire
from audiogames.net.client.following import ViewFollower
from audiogames.net.client.remote_table import read_update
from audiogames.table.codec import FormError, ViewReader
from tests.contract.walk import Walk, listeners, plan_of, plans
from tests.online.lies import change_between, lie, true_updates

A_MOMENT = 2.0
"""Seconds of processor time: rendering an invented view once never ended."""

MATCHES = 40
"""The greatest number of matches: a short match gives few views."""


@pytest.mark.slow
@given(data=st.data())
def test_view_of_a_real_match_is_never_reported_as_unsound(spec: Spec, data: st.DataObject) -> None:
    for state in Walk(spec, data.draw(plans(spec))).states():
        for listener in listeners(state):
            assert not list(spec.unsound(state.view(listener)))


def taken(spec: Spec, **changes: object) -> bool:
    """Return True if a view with these changes is accepted, and check that this is quick."""
    walk = Walk(spec, plan_of(spec, 1, 30)).to_end()
    seats = walk.plan.seats
    view = {**plain(walk.state.view(None)), **changes}
    message = {"type": "update", "seat": None, "seq": 1, "view": view}
    began = process_time()
    try:
        read_update(spec, wire.read_message(json.dumps(message)), seats)
    except (FormError, wire.WireError):
        return False
    finally:
        assert process_time() - began < A_MOMENT
    return True


def test_view_with_an_incomplete_order_of_seats_is_refused():
    spec = game("wist")
    seats = Walk(spec, plan_of(spec, 1, 30)).plan.seats
    assert taken(spec)
    assert not taken(spec, order=[0, 1, 0, 3, 4][:seats])


def test_view_with_huge_numbers_is_refused_quickly():
    assert not taken(game("tressette"), says=[10**12, 0, 0, 0])
    assert not taken(game("wist"), round=10**12)
    options = plain(Walk(game("novantanove"), plan_of(game("novantanove"), 1, 1)).state.view(None))
    assert not taken(game("novantanove"), options={**options["options"], "packs": "99999999999"})


class Client:
    """A fake client that receives a first update and then changes."""

    def __init__(self, spec: Spec, first: wire.MatchUpdate) -> None:
        self.spec = spec
        self.seats = len(first.view["hand_sizes"])
        self.last = msgspec.structs.replace(first, n=1)
        self._follower = ViewFollower()
        self._views = ViewReader(spec, self.seats)
        self.read(self._follower.take(self.last))

    def read(self, told: wire.MatchUpdate) -> str:
        """Return the result of reading an update incrementally, which must equal a full read."""
        alone = wire.read_message(wire.encode(told))
        assert alone == told
        in_turn = self._outcome(told, self._views)
        assert in_turn == self._outcome(alone, None)
        return in_turn

    def _outcome(self, told: wire.MatchUpdate, views: ViewReader | None) -> str:
        try:
            return repr(read_update(self.spec, told, self.seats, views))
        except FormError as error:
            return f"refused: {error}"

    def hears(self, data: bytes) -> str | None:
        """Receive a message; return the outcome of reading its update; None without an update."""
        try:
            change = wire.read_message(data)
            told = self._follower.follow(change) if isinstance(change, wire.MatchChange) else None
        except wire.WireError:
            return None
        if told is None:
            return None
        self.last = told
        return self.read(told)


@pytest.mark.slow
def test_view_from_changes_is_read_like_a_full_view(spec: Spec) -> None:
    """Reading only the changed parts accepts and refuses the same views as reading the whole."""
    rng, refused, read = Random(5), 0, 0
    for seed in range(MATCHES):
        client = None
        for true in true_updates(spec, seed):
            update = true[seed % 2]
            if client is None:
                client = Client(spec, update)
                continue
            change = change_between(client.last, update)
            data = wire.encode(change) if rng.random() < 0.5 else lie(change, rng)
            since = json.loads(data) | {"since": 0, "n": client.last.n + 1}
            outcome = client.hears(json.dumps(since).encode("utf-8", "surrogatepass"))
            was_refused = outcome is not None and outcome.startswith("refused")
            refused += was_refused
            read += outcome is not None and not was_refused
            if outcome is None or was_refused:
                client = None
        if seed > 2 and refused > 9 and read > 99:
            return
    pytest.fail(f"{MATCHES} matches made {refused} views that are refused, {read} that are not")
