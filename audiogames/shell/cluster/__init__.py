"""Runs a server as several processes that share a PostgreSQL database."""
