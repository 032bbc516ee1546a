"""What a host may ask of strangers before a match begins."""

from __future__ import annotations

from collections.abc import Sequence

from audiogames.net.server.moderation.rulings import network_to_ban
from audiogames.net.server.outputs import Refusal
from audiogames.net.server.tables.match import Chair


def check_addresses(chairs: Sequence[Chair]) -> None:
    """Raise `Refusal` where two players come from one address, or from one block of IPv6.

    An address of this machine or of a private network says nothing about its callers.
    """
    names: dict[str, str] = {}
    for chair in chairs:
        network = network_to_ban(chair.member.address) if chair.member is not None else ""
        if network in names:
            raise Refusal("net-same-address", name=names[network], other=chair.name)
        if network:
            names[network] = chair.name
