"""Changes of a view applied by a client, including forged ones and ones that do not fit."""

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from audiogames.net import wire
from audiogames.net.client.core import LineState
from audiogames.net.client.following import DOUBTS, OWED, ViewFollower
from audiogames.net.client.happenings import Arrived, Nonsense
from audiogames.net.differences import digest
from tests.net.test_client_core import inside, sent, told

VIEW = {"seat": 0, "total": 5, "hand": ["Kc", "7h"], "history": [[0, "2c"], [1, "3c"]]}
FORMS = {"CardPlayed": ["seat", "card", "to"], "TrickTaken": ["seat", "to"]}
FIRST = wire.MatchUpdate(n=1, table=3, seat=0, seq=1, view=VIEW, forms=FORMS)
PLAYED = ["CardPlayed", 1]


def change(n=2, *, put=None, parts=None, **more):
    return wire.MatchChange(n=n, shared=wire.SharedChange(put or {}, parts or {}, seq=n), **more)


def following():
    views = ViewFollower()
    views.take(FIRST)
    return views


def test_view_change_replaces_fields_and_splices_lists():
    views = following()
    grown = {"history": wire.Splice(2, 0, [[0, "4c"]])}
    own = wire.ViewChanges({}, {"hand": wire.Splice(0, 1, [])})
    update = views.follow(change(put={"total": 9}, parts=grown, own=own, events=[PLAYED]))
    after = {**VIEW, "total": 9, "hand": ["7h"], "history": [[0, "2c"], [1, "3c"], [0, "4c"]]}
    played = {"event": "CardPlayed", "seat": 1, "card": None, "to": None}
    assert update == wire.MatchUpdate(n=2, table=3, seat=0, seq=2, events=[played], view=after)
    assert views.follow(change(3, digest=digest(after))).view == after


@pytest.mark.parametrize(
    "misfit",
    [
        change(3),  # the previous change is missing
        change(2, since=7),
        change(put={"no such field": 1}),
        change(parts={"history": wire.Splice(2, 1, [])}),
        change(parts={"total": wire.Splice(0, 0, [])}),
        change(parts={"nothing": wire.Splice(0, 0, [])}),
        change(digest=1),
    ],
)
def test_events_of_a_change_that_does_not_fit_arrive_with_the_next_full_view(misfit):
    core = inside()
    told(core, FIRST)
    unfit = msgspec.structs.replace(misfit, events=[PLAYED])
    assert told(core, unfit) == []
    (asked,) = sent(core)
    assert isinstance(asked, wire.AskView)
    later = change(4, events=[["TrickTaken", 0]])
    assert told(core, later) == []
    assert sent(core) == []  # the view is requested only once
    whole = wire.MatchUpdate(n=5, re=asked.id, table=3, seat=0, seq=4, view=VIEW)
    (arrived,) = told(core, whole)
    assert isinstance(arrived, Arrived)
    assert [event["event"] for event in arrived.message.events] == ["CardPlayed", "TrickTaken"]
    assert told(core, change(6, put={"total": 1}))[0].message.view == {**VIEW, "total": 1}


def test_welcome_with_a_new_token_discards_the_previous_view():
    core = inside()
    told(core, FIRST)
    told(core, wire.Welcome(name="Marta", token="another"))
    assert told(core, change()) == []


def test_view_changes_after_a_reconnection_apply_to_the_last_view_before_it():
    core = inside()
    told(core, FIRST)
    told(core, wire.Welcome(name="Marta", token="secret", back=True))
    assert told(core, change(put={"total": 6}))[0].message.view["total"] == 6


# --- Servers that lie -----------------------------------------------------------------------------


def test_connection_is_closed_if_view_changes_repeatedly_fail_to_apply():
    core = inside()
    n = 1
    for _ in range(DOUBTS + 1):
        told(core, msgspec.structs.replace(FIRST, n=n))
        found = told(core, change(n + 1, digest=1))
        n += 2
    assert isinstance(found[0], Nonsense)
    assert core.state is LineState.OUT


def test_number_of_events_waiting_for_a_full_view_is_limited():
    core = inside()
    found = []
    for n in range(2, OWED + 3):
        found = found or told(core, change(n, events=[PLAYED]))
    assert isinstance(found[0], Nonsense)


def grows(part):
    """Return why a long series of equal small changes is refused, or None if it is accepted."""
    core = inside()
    told(core, FIRST)
    for n in range(2, 1000):
        (found,) = told(core, change(n, parts={"history": part}))
        if isinstance(found, Nonsense):
            return found.why
    return None


def whole(**fields):
    """Return the reason why a whole update with these fields is refused."""
    with pytest.raises(wire.WireError) as error:
        wire.read_message(wire.encode(msgspec.structs.replace(FIRST, **fields)))
    return str(error.value)


def test_changes_cannot_build_a_view_too_large_to_send():
    """A view that is too large is refused, whether it is sent whole or built by changes.

    The reason is the same in both cases.
    """
    many, long = [[0, "2c"]] * 600, ["x" * 8000] * 9
    assert grows(wire.Splice(0, 0, many[:100])) == whole(view={"history": many})
    assert grows(wire.Splice(0, 0, long[:1])) == whole(view={"history": long})


def owing(*events):
    """Return a client that has these events to announce and waits for a whole view.

    The last change that it received did not fit its view.
    """
    views = ViewFollower()
    forms = {**FORMS, "Long": [f"field {n}" for n in range(wire.FEW.max_length)]}
    views.take(msgspec.structs.replace(FIRST, forms=forms))
    views.follow(change(3, events=events))
    return views


@pytest.mark.parametrize(
    ("views", "events"),
    [
        (owing(*[PLAYED] * 300), [{}] * 600),
        (owing(["Long"]), [dict.fromkeys(map(str, range(600)))]),
    ],
)
def test_view_changes_may_not_add_up_to_more_events_than_one_update(views, events):
    with pytest.raises(wire.WireError) as error:
        views.take(
            msgspec.structs.replace(FIRST, n=4, forms={}, events=[{"event": "TrickTaken"}] * 300)
        )
    assert str(error.value) == whole(events=events)


ITEMS = st.recursive(
    st.none() | st.integers(-9, 600) | st.sampled_from(["Kc", "over", "x" * 9]),
    lambda inner: st.lists(inner, max_size=3),
    max_leaves=6,
)
FIELDS = st.sampled_from([*VIEW, "no such field"])


@given(
    changes=st.lists(
        st.fixed_dictionaries(
            {},
            optional={
                "since": st.integers(-1, 5),
                "digest": st.integers(0, 9),
                "events": st.lists(st.just(PLAYED) | st.lists(ITEMS, max_size=4), max_size=2),
                "own": st.dictionaries(
                    st.sampled_from(["put", "parts"]), st.dictionaries(FIELDS, ITEMS)
                ),
                "shared": st.dictionaries(
                    st.sampled_from(["put", "parts", "seq", "deals"]),
                    st.dictionaries(FIELDS, ITEMS) | ITEMS,
                ),
            },
        ),
        max_size=8,
    )
)
def test_client_given_random_view_changes_passes_valid_messages_on_or_disconnects(changes):
    core = inside()
    told(core, FIRST)
    for n, fields in enumerate(changes, 2):
        data = msgspec.json.encode({"type": "change", "n": n, **fields})
        for found in core.received(data, 1.0):
            if isinstance(found, Nonsense):
                assert core.state is LineState.OUT
                return
            assert wire.read_message(wire.encode(found.message)) == found.message
