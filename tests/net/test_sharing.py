"""Several processes share one store, and players reach their tables through any of them."""

from random import Random

from audiogames.net import wire
from audiogames.net.server import limits
from audiogames.net.server.store import EnterMove, Shelf
from tests.kit.processes import go, playing
from tests.kit.serving import one_move, play_on, table_of, table_with
from tests.net.test_ratings import rated_table


def test_joining_by_table_code_redirects_to_the_process_that_has_the_table(processes):
    one, other = processes.all
    (anna,) = table_with(one, "invido", "Anna")
    bruno = other.enter("Bruno")
    code = anna.last(wire.Seated).code
    bruno.say(wire.Join, code=code)
    again = go(processes, bruno, wire.Join, code=code)
    assert again.server is one
    assert [seat.name for seat in anna.last(wire.Seated).seats] == ["Anna", "Bruno"]
    assert not other.core.people.by_id
    anna.say(wire.StartMatch)
    play_on(one, [anna, again], Random(3))


def test_public_table_of_another_process_can_be_joined_by_its_number(processes):
    one, other = processes.all
    (anna,) = table_with(one, "invido", "Anna", public=True)
    bruno = other.enter("Bruno")
    number = anna.last(wire.Seated).table
    bruno.say(wire.Join, table=number)
    again = go(processes, bruno, wire.Join, table=number)
    assert again.last(wire.Seated).me == 1


def test_newcomer_with_a_code_is_redirected_before_entering(processes):
    one, other = processes.all
    (anna,) = table_with(one, "invido", "Anna")
    carla = other.call()
    code = anna.last(wire.Seated).code
    carla.hello("Carla", code=code)
    assert [type(told) for told in carla.told] == [wire.GoTo]
    assert carla.dropped
    again = one.call()
    again.hello("Carla", code=code)
    assert again.last(wire.Seated).me == 1


def test_token_restores_the_seat_from_any_process(processes):
    one, other = processes.all
    anna, bruno = playing(one)
    one.lose(anna)
    lost = other.call()
    lost.hello(token=anna.token, heard=anna.heard)
    anna.told.extend(lost.told)
    back = go(processes, anna)
    assert back.told[0].back
    assert back.last(wire.MatchUpdate).seq == bruno.last(wire.MatchUpdate).seq


def test_another_process_takes_over_the_tables_of_a_dead_one(processes):
    one, other = processes.all
    anna, bruno = playing(one)
    entries = list(table_of(one, anna).match.served.log.entries)
    seq, view = anna.last(wire.MatchUpdate).seq, anna.last(wire.MatchUpdate).view
    processes.kill(one)
    anna.server = bruno.server = other
    back = [other.back(anna), other.back(bruno)]
    (table,) = other.core.lobby.tables.values()
    assert table.match.served.log.entries == entries
    assert (back[0].last(wire.MatchUpdate).seq, back[0].last(wire.MatchUpdate).view) == (seq, view)
    play_on(other, back, Random(2))


def test_players_keep_their_accounts_when_another_process_takes_over_their_table(processes):
    one, other = processes.all
    people = rated_table(one)
    people[1].say(wire.Befriend, name="Anna")
    processes.kill(one)
    for person in people:
        person.server = other
        back = other.back(person)
        assert back.last(wire.Welcome).account
        (page,) = back.say(wire.ManageAccount, do="data")
        assert page.data["friends"] == ([] if person is people[0] else ["Anna"])


def test_process_that_takes_over_a_table_sends_the_end_of_its_finished_match(processes):
    one, other = processes.all
    people = playing(one)
    play_on(one, people, Random(2))
    processes.kill(one)
    for person in people:
        person.server = other
        told, before = other.back(person).last(wire.MatchUpdate), person.last(wire.MatchUpdate)
        assert told.over
        assert told.view == before.view
        assert told.events[-1] == people[0].last(wire.MatchUpdate).events[-1]


def test_stalled_process_writes_and_sends_nothing_after_another_process_takes_over(processes):
    one, other = processes.all
    anna, bruno = playing(one)
    processes.kill(one)
    bruno.server = other
    back = other.back(bruno)
    before, kept = len(anna.told), dict(processes.shared.kept.matches)
    one_move(one, [anna, bruno], Random(1))
    told = anna.told[before:]
    assert [type(one) for one in told if isinstance(one, wire.Bye | wire.MatchUpdate)] == [wire.Bye]
    assert anna.last(wire.Bye).reason == "net-table-moves"
    assert anna.dropped
    assert processes.shared.kept.matches == kept
    assert not one.core.lobby.tables
    assert not one.core.people.by_id
    anna.server = other
    play_on(other, [other.back(anna), back], Random(2))


def test_table_is_reloaded_from_the_store_after_an_uncertain_write(processes):
    one, _ = processes.all
    anna, bruno = playing(one)
    number = table_of(one, anna).id
    one.do(one.cluster.refused({(Shelf.TABLES, str(number))}, one.now, uncertain=True))
    assert {person.last(wire.Bye).reason for person in (anna, bruno)} == {"net-table-moves"}
    back = [one.back(anna), one.back(bruno)]
    assert one.cluster.has_table(number)
    play_on(one, back, Random(2))


def test_table_is_handed_over_to_another_process_between_two_moves(processes):
    one, other = processes.all
    anna, bruno = playing(one)
    seq = anna.last(wire.MatchUpdate).seq
    one.do(one.cluster.hand_over(table_of(one, anna).id))
    assert anna.last(wire.Bye).reason == "net-table-moves"
    anna.server = bruno.server = other
    back = [other.back(anna), other.back(bruno)]
    assert back[0].last(wire.MatchUpdate).seq == seq
    play_on(other, back, Random(2))


def test_name_used_at_one_process_is_taken_at_all_processes(processes):
    one, other = processes.all
    one.enter("Anna")
    assert (
        other.call().refused(wire.Hello, version=wire.VERSION, name="Anna", code="4271")
        == "net-name-taken"
    )
    assert (
        other.call().refused(wire.Hello, version=wire.VERSION, name="Ànna", code="4271")
        == "net-name-alike"
    )


def test_name_of_a_guest_away_longer_than_the_grace_period_is_free_at_all_processes(processes):
    one, other = processes.all
    anna = one.enter("Anna")
    one.lose(anna)
    hello = {"version": wire.VERSION, "name": "Anna", "code": "4271"}
    assert other.call().refused(wire.Hello, **hello) == "net-name-taken"
    other.wait(limits.GRACE + 1)
    assert other.enter("Anna").token


def test_simultaneous_claims_of_a_name_are_decided_by_the_store(processes):
    """Of two people who claim a name at the same time, the later one is disconnected."""
    one, other = processes.all
    late = other.call()
    asked = []
    other.do = asked.extend
    late.hello("Anna", code="4271")
    del other.do
    (output,) = asked
    answer = other.look_up(output.question)
    one.enter("Anna")
    other.do(other.cluster.answered(late.conn, answer, other.now))
    assert late.dropped
    assert not isinstance(late.told[0], wire.Welcome)


def test_account_is_known_at_all_processes(processes):
    one, other = processes.all
    anna = one.call()
    anna.hello("Anna", password="long enough", register=True, code="4271")
    one.verify("hash")
    assert anna.last(wire.Welcome).account
    hello = {"version": wire.VERSION, "name": "Anna", "code": "4271"}
    assert other.call().refused(wire.Hello, **hello) == "net-name-taken"
    again = other.call()
    again.hello("Anna", password="long enough", code="4271")
    assert other.verify("hash").hashed == "hash"
    assert again.last(wire.Welcome).account


def test_new_connection_at_another_process_ends_the_earlier_one(processes):
    one, other = processes.all
    anna = one.enter("Anna")
    anna.server = other
    other.back(anna)
    one.receive(anna, wire.encode(wire.Privacy(id=99, messages="nobody")))
    assert anna.last(wire.Bye).reason == "net-elsewhere"


def test_write_with_a_stale_epoch_is_refused(processes):
    one, other = processes.all
    anna, bruno = playing(one)
    number = table_of(one, anna).id
    processes.kill(one)
    bruno.server = other
    other.back(bruno)
    last = table_of(one, anna).match.served.log.entries[-1].seq
    stale = EnterMove(number, last + 1, "{}\n")
    assert one.store.commit([stale]) == {(Shelf.TABLES, str(number))}


def test_tables_of_two_processes_have_different_numbers(processes):
    one, other = processes.all
    tables = [table_with(each, "invido", name)[0] for each, name in ((one, "Anna"), (other, "Bea"))]
    assert len({person.last(wire.Seated).table for person in tables}) == 2


def test_clients_receive_the_addresses_of_the_other_processes(processes):
    one, _ = processes.all
    one.do(one.cluster.know_addresses(["ws://process2"]))
    anna = one.enter("Anna")
    assert anna.last(wire.Welcome).others == ["ws://process2"]
    one.do(one.cluster.know_addresses(["ws://process2"]))
    assert anna.last(wire.Others) is None
    one.do(one.cluster.know_addresses(["ws://process3"]))
    assert anna.last(wire.Others).others == ["ws://process3"]
