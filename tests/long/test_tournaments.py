"""Tests of whole tournaments during which server processes are killed.

The standings must agree with the logs of all matches.
"""

from tests.kit.databases import address, cluster
from tests.online.tournament import on_a_file, on_postgres

__all__ = ["address", "cluster"]


def test_standings_after_takeovers_between_three_processes_agree_with_the_logs(cluster, address):
    """The process that runs the tournament is killed again and again; another one continues."""
    plan = {"form": "swiss", "rounds": 5}
    done = on_postgres(cluster, address, many=3, pairs=16, plan=plan, every=20.0)
    assert done.kills >= done.takeovers > 1
    assert done.matches == 5 * 8


def test_standings_after_kills_of_a_single_process_agree_with_the_logs(tmp_path):
    done = on_a_file(tmp_path, pairs=8, plan={"form": "round-robin"}, every=20.0)
    assert done.kills > 0
    assert done.matches == 7 * 4
