"""Hashing and encryption of client addresses, which the shared store never holds in clear text."""

from __future__ import annotations

from hashlib import sha256, shake_256
from typing import Final

MARK_BITS: Final = 16
"""Bits of a hash, so that one of 65,536 addresses has the same hash."""


def mark_of(address: str, salt: str) -> str:
    """Return a short keyed hash of an address, by which processes count limits together.

    The hash is so short that many addresses have the same one.  So a reader of the store identifies
    no one, even with the salt.  Without the salt, no other address with the same hash can be found.
    """
    digest = sha256(f"{salt} {address}".encode("utf-8", "surrogatepass")).digest()
    return digest[: MARK_BITS // 8].hex()


def sealed(address: str, ticket: str) -> str:
    """Encrypt an address so that it can be decrypted only with the ticket.

    The store keeps a hash of the ticket, and each ticket is used once.
    """
    data = address.encode("utf-8", "surrogatepass")
    return _mixed(data, ticket).hex()


def unsealed(text: str, ticket: str) -> str:
    """Decrypt an address; return an empty text for invalid data, as from another version."""
    try:
        return _mixed(bytes.fromhex(text), ticket).decode("utf-8", "surrogatepass")
    except ValueError:
        return ""


def _mixed(data: bytes, ticket: str) -> bytes:
    """Encrypt or decrypt data with a key stream derived from the ticket."""
    key = shake_256(b"caller " + ticket.encode("utf-8", "surrogatepass")).digest(len(data))
    return bytes(one ^ other for one, other in zip(data, key, strict=True))
