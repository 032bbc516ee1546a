"""Builds the unique names of rows, by which a store finds people, accounts and tables."""

from __future__ import annotations

from audiogames.core.registry import Spec


def token_name(token: str) -> str:
    """Return the row name under which the member with this hashed token is found."""
    return f"token {token}"


def person_name(key: str) -> str:
    """Return the row name of the member with this name key."""
    return f"person {key}"


def sound_name(sound: str) -> str:
    """Return the row name for a member's phonetic key; names that sound alike have equal keys."""
    return f"sound {sound}"


def account_name(sound: str) -> str:
    """Return the row name for the account with this phonetic key."""
    return f"account {sound}"


def device_name(token: str) -> str:
    """Return the name of the store row that finds an account by a device's hashed token."""
    return f"device {token}"


def code_name(code: str) -> str:
    """Return the row name of the table with this code."""
    return f"code {code}"


def table_name(number: int) -> str:
    """Return the name of a table's row in the store, given the table's number."""
    return f"table {number}"


def rules_name(spec: Spec) -> str:
    """Return the name of a game's rules: its id and the version of the rules.

    Tables and processes are compared by this name.
    """
    return f"{spec.id} {spec.rules.version}"
