"""Rate limits of a server, and the grouping of addresses for them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from audiogames.net.server.limits import Bucket, Buckets, is_local, is_this_machine, neighbourhood
from audiogames.net.server.queues import Alarms


def test_rate_limit_bucket_empties_and_refills():
    bucket = Bucket.full(2.0, 3.0, 0.0)
    assert [bucket.take(0.0) for _ in range(4)] == [True, True, True, False]
    assert bucket.take(0.5)
    assert not bucket.take(0.5)
    assert not bucket.take(0.4)
    assert bucket.take(100.0, 3.0)
    assert not bucket.take(100.0)


def test_rate_limit_buckets_of_idle_keys_are_deleted():
    buckets = Buckets(1.0, 2.0)
    for number in range(Buckets.SWEEP):
        assert buckets.take(number, 0.0)
    assert buckets.has("new", 50.0)
    assert buckets.take("new", 50.0)
    assert len(buckets._buckets) == 1


@pytest.mark.parametrize(
    ("address", "counted"),
    [
        ("203.0.113.5", "203.0.113.5"),
        ("::ffff:203.0.113.5", "203.0.113.5"),
        ("2001:db8:1:2:3::4", "2001:0db8:0001:0002::/64"),
        ("fe80::1%eth0", "fe80:0000:0000:0000::/64"),
        ("", ""),
        ("unix", "unix"),
    ],
)
def test_addresses_of_a_household_count_as_one(address, counted):
    assert neighbourhood(address) == counted


@pytest.mark.parametrize(
    ("address", "local"),
    [
        ("127.0.0.1", True),
        ("192.168.1.2", True),
        ("10.1.2.3", True),
        ("::1", True),
        ("fe80::1%eth0", True),
        ("fe80:0000:0000:0000::/64", True),
        ("fd00::1", True),
        ("::ffff:10.0.0.1", True),
        ("localhost", True),
        ("8.8.8.8", False),
        ("224.0.0.1", False),
        ("2606:4700::1", False),
        ("::ffff:8.8.8.8", False),
        ("example.org", False),
        ("", False),
    ],
)
def test_local_addresses_are_recognised(address, local):
    assert is_local(address) is local


def test_loopback_addresses_are_recognised():
    assert is_this_machine("127.0.0.1")
    assert not is_this_machine("192.168.1.1")
    assert not is_this_machine("x")


@given(st.lists(st.tuples(st.integers(0, 5), st.none() | st.integers(0, 20)), max_size=40))
def test_alarms_keep_the_last_time_set_for_each_key(changes):
    alarms, times = Alarms(), {}
    for key, at in changes:
        alarms.set(key, at)
        times = {**times, key: at}
        times = {one: when for one, when in times.items() if when is not None}
        assert alarms.deadline == min(times.values(), default=None)
    due = list(alarms.due(10))
    assert sorted(due) == sorted(key for key, at in times.items() if at <= 10)
    assert alarms.deadline == min((at for at in times.values() if at > 10), default=None)
