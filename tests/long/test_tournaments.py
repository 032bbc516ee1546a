"""Whole tournaments during which processes are killed: the standings agree with the logs."""

from tests.kit.databases import address, cluster
from tests.online.tournament import on_a_file, on_postgres

__all__ = ["address", "cluster"]


def test_standings_after_kills_of_two_processes_agree_with_the_logs(cluster, address):
    plan = {"form": "swiss", "rounds": 5}
    done = on_postgres(cluster, address, pairs=16, plan=plan, every=20.0)
    assert done.kills > 0
    assert done.matches == 5 * 8


def test_standings_after_kills_of_a_single_process_agree_with_the_logs(tmp_path):
    done = on_a_file(tmp_path, pairs=8, plan={"form": "round-robin"}, every=20.0)
    assert done.kills > 0
    assert done.matches == 7 * 4
