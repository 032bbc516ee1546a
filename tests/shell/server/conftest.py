"""A real PostgreSQL for the tests here that need one."""

from tests.kit.databases import address, cluster

__all__ = ["address", "cluster"]
