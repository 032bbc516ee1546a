"""Fair play among strangers: shared addresses, conduct records, votes on stalling."""

from random import Random

from audiogames.net import wire
from audiogames.net.server import limits
from tests.kit.serving import Served, faultless, one_move, play_on, table_of

APART = ("93.184.216.34", "93.184.217.34")
"""Addresses of two players who have nothing in common."""


def account(served, name, address):
    """Return a person with an account of this name, connected from this address."""
    person = served.call(address)
    person.hello(name, code="4271", password="long enough", register=True)
    served.do(served.core.verified(person.conn, "hash", served.now))
    return person


def table_from(served, *addresses, game="invido", **arranged):
    """Seat one player from each address at a new table, and return these players."""
    names = ("Anna", "Bruno", "Carla", "Dora")
    people = [
        account(served, name, address) for name, address in zip(names, addresses, strict=False)
    ]
    people[0].say(wire.Open, game=game)
    code = people[0].last(wire.Seated).code
    for person in people[1:]:
        person.say(wire.Join, code=code)
    people[0].say(wire.Arrange, **arranged)
    return people


def test_rated_match_needs_different_addresses_unless_the_host_permits_otherwise(served):
    anna, bruno = table_from(served, "93.184.216.34", "93.184.216.34", rated=True)
    assert anna.refused(wire.StartMatch) == "net-same-address"
    assert anna.last(wire.No).args == {"name": "Anna", "other": "Bruno"}
    anna.say(wire.Arrange, same_address=True)
    assert bruno.last(wire.Seated).same_address
    anna.say(wire.StartMatch)
    assert table_of(served, anna).playing


def test_ipv6_addresses_of_one_block_count_as_one_address(served):
    anna, _ = table_from(served, "2a00:1450:1:2::1", "2a00:1450:1:2::9", rated=True)
    assert anna.refused(wire.StartMatch) == "net-same-address"


def test_players_of_a_casual_match_may_share_an_address(served):
    anna, _ = table_from(served, "93.184.216.34", "93.184.216.34", rated=False)
    anna.say(wire.StartMatch)
    assert table_of(served, anna).playing


def test_permission_to_play_from_the_same_address_survives_a_restart(served):
    anna, bruno = table_from(served, "93.184.216.34", "93.184.216.34", same_address=True)
    anna.say(wire.StartMatch)
    again = served.again()
    assert again.core.lobby.tables[table_of(served, bruno).id].same_address


# What is counted ----------------------------------------------------------------------------------


def conduct(person, name=""):
    """Return the matches finished and left, and the time-outs, as the server reports them."""
    (answer,) = person.say(wire.AskRatings, about="conduct", name=name)
    (line,) = answer.lines
    return line.matches, line.left, line.timeouts


def test_finished_match_counts_once_for_each_account_even_if_the_server_is_killed():
    served = Served()
    anna, bruno = table_from(served, *APART)
    anna.say(wire.StartMatch)
    play_on(served, [anna, bruno], Random(3))
    assert conduct(anna) == conduct(anna, "Bruno") == (1, 0, 0)
    again = served.again()
    again.wait(5)
    back = again.call()
    back.hello(token=anna.token, heard=-1)
    assert conduct(back) == (1, 0, 0)
    faultless(again)


def test_leaving_a_match_is_counted_only_for_the_leaver(served):
    anna, bruno = table_from(served, *APART)
    anna.say(wire.StartMatch)
    served.wait(5)
    bruno.say(wire.Leave)
    play_on(served, [anna], Random(3))
    assert conduct(anna) == (1, 0, 0)
    assert conduct(anna, "Bruno") == (0, 1, 0)


def test_match_left_by_all_players_is_counted_against_the_first_to_leave(served):
    anna, bruno = table_from(served, *APART)
    anna.say(wire.StartMatch)
    bruno.say(wire.Leave)
    served.wait(120)
    anna.say(wire.Leave)
    served.wait(limits.UNPLAYED_SECONDS + 60)
    assert conduct(anna) == (0, 0, 0)
    assert conduct(anna, "Bruno") == (0, 1, 0)


def test_match_that_all_players_leave_at_once_counts_against_no_player(served):
    anna, bruno = table_from(served, *APART)
    anna.say(wire.StartMatch)
    bruno.say(wire.Leave)
    anna.say(wire.Leave)
    served.wait(limits.UNPLAYED_SECONDS + 60)
    assert conduct(anna, "Bruno") == (0, 0, 0)


def test_player_kicked_by_the_host_is_not_counted_as_a_leaver(served):
    anna, _ = table_from(served, *APART)
    anna.say(wire.StartMatch)
    served.wait(5)
    anna.say(wire.Kick, name="Bruno")
    play_on(served, [anna], Random(3))
    assert conduct(anna, "Bruno") == (0, 0, 0)


def test_timeouts_before_the_server_was_killed_are_counted():
    served = Served()
    anna, bruno = table_from(served, *APART, limit=10)
    anna.say(wire.StartMatch)
    served.wait(25)
    overruns = table_of(served, anna).match.served.overruns
    assert sum(overruns.values()) == 1
    again = served.again()
    back = []
    for person in (anna, bruno):
        one = again.call()
        one.hello(token=person.token, heard=-1)
        back.append(one)
    play_on(again, back, Random(3))
    assert sum(conduct(one)[2] for one in back) == 1
    faultless(again)


def test_conduct_in_matches_against_only_bots_is_not_counted(served):
    (alone,) = table_from(served, APART[0])
    alone.say(wire.AddBot)
    alone.say(wire.StartMatch)
    play_on(served, [alone], Random(3))
    assert conduct(alone) == (0, 0, 0)


# What a host asks of strangers --------------------------------------------------------------------


def stranger_at(served, minimum):
    """Return Bruno, who has finished one match, and Anna's table.

    The table requires `minimum` finished matches.
    """
    anna, bruno = table_from(served, *APART)
    anna.say(wire.StartMatch)
    play_on(served, [anna, bruno], Random(3))
    bruno.say(wire.Leave)
    anna.say(wire.Arrange, public=True, minimum=minimum)
    return bruno, anna.last(wire.Seated)


def test_newcomer_with_too_few_finished_matches_may_watch_but_not_play(served):
    bruno, table = stranger_at(served, 5)
    assert bruno.refused(wire.Join, table=table.table) == "net-too-few-matches"
    assert bruno.last(wire.No).args == {"minimum": 5, "own": 1}
    bruno.say(wire.Join, table=table.table, watch=True)
    assert bruno.last(wire.Seated).me is None
    assert bruno.refused(wire.Watch) == "net-too-few-matches"


def test_newcomer_with_enough_finished_matches_may_play(served):
    bruno, table = stranger_at(served, 1)
    assert wire.Seated in [type(one) for one in bruno.say(wire.Join, table=table.table)]
    bruno.say(wire.Watch)
    assert bruno.last(wire.Seated).me is None
    bruno.say(wire.Watch)
    assert bruno.last(wire.Seated).me == 1


def test_player_with_the_table_code_needs_no_finished_matches(served):
    bruno, table = stranger_at(served, 5)
    bruno.say(wire.Join, code=table.code)
    bruno.say(wire.Watch)
    bruno.say(wire.Watch)
    assert bruno.last(wire.Seated).me == 1


def test_guest_counts_as_having_finished_no_matches(served):
    _, table = stranger_at(served, 1)
    guest = served.enter("Ugo", code="4271")
    assert guest.refused(wire.Join, table=table.table) == "net-too-few-matches"


def test_required_number_of_finished_matches_is_bounded_and_survives_a_restart(served):
    anna, bruno = table_from(served, *APART)
    assert anna.refused(wire.Arrange, minimum=101) == "net-bad-minimum"
    anna.say(wire.Arrange, minimum=20)
    anna.say(wire.StartMatch)
    again = served.again()
    assert again.core.lobby.tables[table_of(served, bruno).id].minimum == 20


# A vote against somebody who lets the clock run out -----------------------------------------------


def stalled(served, turns):
    """Return a match of Anna, Bruno and Carla in which Bruno has had this many time-outs."""
    people = table_from(served, *APART, "93.184.218.34", game="briscola", limit=10)
    anna, bruno, carla = people
    anna.say(wire.StartMatch)
    match = table_of(served, anna).match
    seat = [chair.name for chair in match.chairs].index("Bruno")
    for _ in range(400):
        if match.served.overruns[seat] == turns:
            break
        one_move(served, [anna, carla], Random(3))
        served.wait(0.5)
        bruno.say(wire.Here)
    assert match.served.overruns[seat] == turns
    return people


def test_majority_of_the_other_players_can_vote_out_a_stalling_player(served):
    anna, bruno, carla = stalled(served, limits.OVERRUNS)
    assert carla.refused(wire.Kick, name="Anna") == "net-no-vote"
    carla.say(wire.Kick, name="Bruno")
    assert [one.args for one in anna.told if isinstance(one, wire.News) and one.args] == [
        {"who": "Bruno", "missing": 1}
    ]
    assert carla.refused(wire.Kick, name="Bruno") == "net-voted"
    anna.say(wire.PassHost, name="Carla")
    anna.say(wire.Kick, name="Bruno")
    assert bruno.news()[-1] == "voted-away"
    assert bruno.last(wire.Unseated)
    assert "voted-away" in carla.news()
    bruno.say(wire.Join, code=anna.last(wire.Seated).code)
    assert bruno.last(wire.No).reason == "net-match-runs"
    play_on(served, [anna, carla], Random(3))
    assert conduct(bruno) == (0, 1, limits.OVERRUNS)


def test_vote_of_a_player_who_left_does_not_count(served):
    anna, bruno, carla = stalled(served, limits.OVERRUNS)
    carla.say(wire.Kick, name="Bruno")
    carla.say(wire.Leave)
    carla.say(wire.Join, code=anna.last(wire.Seated).code)
    anna.say(wire.PassHost, name="Bruno")
    anna.say(wire.Kick, name="Bruno")
    assert table_of(served, bruno) is table_of(served, anna)


def test_player_with_few_timeouts_cannot_be_voted_out(served):
    _, _, carla = stalled(served, limits.OVERRUNS - 1)
    assert carla.refused(wire.Kick, name="Bruno") == "net-no-vote"
    assert carla.refused(wire.Kick, name="Bruno", ban=True) == "net-host-only"


def test_stalling_player_kicked_by_the_host_counts_as_a_leaver(served):
    anna, bruno, carla = stalled(served, limits.OVERRUNS)
    anna.say(wire.Kick, name="Bruno")
    play_on(served, [anna, carla], Random(3))
    assert conduct(bruno) == (0, 1, limits.OVERRUNS)
