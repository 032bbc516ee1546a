"""Under which names a store finds people, accounts and tables; no two rows have the same."""

from __future__ import annotations

from audiogames.core.registry import Spec


def token_name(token: str) -> str:
    """Of whoever comes back with this token (hash)."""
    return f"token {token}"


def person_name(key: str) -> str:
    """Of whoever is called so, by the key of the name."""
    return f"person {key}"


def sound_name(sound: str) -> str:
    """Of whoever is called by a name that sounds so."""
    return f"sound {sound}"


def account_name(sound: str) -> str:
    """Of the account with a name that sounds so."""
    return f"account {sound}"


def device_name(token: str) -> str:
    """Of the account into which this token (hash) of a device leads."""
    return f"device {token}"


def code_name(code: str) -> str:
    """Of the table with this code."""
    return f"code {code}"


def table_name(number: int) -> str:
    """Of the table with this number."""
    return f"table {number}"


def rules_name(spec: Spec) -> str:
    """What a process must know to have a table of this game: the version of its rules."""
    return f"{spec.id} {spec.rules.version}"
