"""Serving with several processes that share a PostgreSQL database."""
