"""A real PostgreSQL for the tests here that need one."""

from tests.kit.postgres import address, cluster

__all__ = ["address", "cluster"]
