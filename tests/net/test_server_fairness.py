"""Fairness among strangers: addresses of a rated table, what is counted, what a host may ask."""

from audiogames.net import wire
from tests.kit.serving import table_of


def account(served, name, address):
    """A person with an account of this name, who comes from this address."""
    person = served.call(address)
    person.hello(name, code="4271", password="long enough", register=True)
    served.do(served.core.verified(person.conn, "hash", served.now))
    return person


def table_from(served, *addresses, **arranged):
    """The players of a new table of Invido, one from each address."""
    names = ("Anna", "Bruno", "Carla", "Dora")
    people = [
        account(served, name, address) for name, address in zip(names, addresses, strict=False)
    ]
    people[0].say(wire.Open, game="invido")
    code = people[0].last(wire.Seated).code
    for person in people[1:]:
        person.say(wire.Join, code=code)
    people[0].say(wire.Arrange, **arranged)
    return people


def test_rated_match_needs_different_addresses_unless_the_host_allows_one(served):
    anna, bruno = table_from(served, "93.184.216.34", "93.184.216.34", rated=True)
    assert anna.refused(wire.StartMatch) == "net-same-address"
    assert anna.last(wire.No).args == {"name": "Anna", "other": "Bruno"}
    anna.say(wire.Arrange, same_address=True)
    assert bruno.last(wire.Seated).same_address
    anna.say(wire.StartMatch)
    assert table_of(served, anna).playing


def test_one_block_of_ipv6_counts_as_one_address(served):
    anna, _ = table_from(served, "2a00:1450:1:2::1", "2a00:1450:1:2::9", rated=True)
    assert anna.refused(wire.StartMatch) == "net-same-address"


def test_casual_match_needs_no_different_addresses(served):
    anna, _ = table_from(served, "93.184.216.34", "93.184.216.34", rated=False)
    anna.say(wire.StartMatch)
    assert table_of(served, anna).playing


def test_allowed_address_survives_a_restart(served):
    anna, bruno = table_from(served, "93.184.216.34", "93.184.216.34", same_address=True)
    anna.say(wire.StartMatch)
    again = served.again()
    assert again.core.lobby.tables[table_of(served, bruno).id].same_address
