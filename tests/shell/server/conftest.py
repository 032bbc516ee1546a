"""A real PostgreSQL server for the tests in this folder that need one."""

from tests.kit.databases import address, cluster

__all__ = ["address", "cluster"]
