"""Fixtures of a real PostgreSQL server."""

from tests.kit.databases import address, cluster

__all__ = ["address", "cluster"]
