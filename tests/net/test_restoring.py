"""A killed server restarts with the same state, and leaves out damaged rows."""

from random import Random

import pytest

from audiogames.core.registry import game, game_ids
from audiogames.net import wire
from audiogames.net.server import limits
from audiogames.net.server.store import Shelf
from audiogames.net.server.tables.table import OnlineTable
from tests.kit.serving import Served, faultless, one_move, play_on, table_of, table_with


@pytest.fixture
def served():
    return Served()


def only_table(served):
    (table,) = served.core.lobby.tables.values()
    return table


@pytest.mark.parametrize("game", ["invido", "novantanove", "tressette", "wist"])
def test_restarted_server_restores_and_continues_matches(served, game):
    bots = {"tressette": 2, "wist": 2}.get(game, 0)
    people = table_with(served, game, "Anna", "Bruno", bots=bots, limit=600)
    people[0].say(wire.StartMatch)
    for _ in range(8):
        one_move(served, people, Random(1))
        served.wait(1)
    table = table_of(served, people[0])
    entries, seq = list(table.match.served.log.entries), table.match.served.seq
    view = people[0].last(wire.MatchUpdate).view
    again = served.again()
    restored = only_table(again)
    assert restored.match.served.log.entries == entries
    assert restored.match.served.seq == seq
    assert restored.match.served.paused_since is not None
    back = []
    for person in people:
        person.server = again
        back.append(again.back(person))
        assert back[-1].told[0].back
    assert back[0].last(wire.MatchUpdate).view == view
    assert back[0].last(wire.Seated).host == "Anna"
    play_on(again, back, Random(2))
    faultless(again)


@pytest.mark.parametrize("id_", game_ids())
def test_end_of_a_match_before_a_restart_is_sent_to_players_who_return(served, id_):
    bots = max(0, min(game(id_).seats) - 2)
    people = table_with(served, id_, "Anna", "Bruno", bots=bots)
    code = people[0].last(wire.Seated).code
    people[0].say(wire.StartMatch)
    watcher = served.enter("Carla")
    watcher.say(wire.Join, code=code, watch=True)
    play_on(served, people, Random(1))
    again = served.again().again()
    assert not only_table(again).playing
    for person in [*people, watcher]:
        before = person.last(wire.MatchUpdate)
        person.server = again
        update = again.back(person).last(wire.MatchUpdate)
        assert update.over
        assert (update.view, update.seat, update.seq) == (before.view, before.seat, before.seq)
        assert update.events[-1] == watcher.last(wire.MatchUpdate).events[-1]
    faultless(again)


@pytest.mark.parametrize(
    ("true", "false"), [('"format": ', '"format": 9'), ('{"seq": 2', '{"seq": 3'), ("", "")]
)
def test_unreadable_end_of_a_match_does_not_block_the_tables_next_match(served, true, false):
    anna, _ = table_with(served, "novantanove", "Anna", "Bruno", options={"tokens": 1})
    people = list(served.people.values())
    anna.say(wire.StartMatch)
    play_on(served, people, Random(1))
    ((place, log),) = served.store.kept.matches.items()
    cut = log.replace(true, false) if true else log[: log.rindex("\n", 0, -1) + 1]
    served.store.kept.matches[place] = cut
    again = served.again()
    (note,) = again.notes
    assert note.startswith(f"The last match of table {place} cannot be told: ")
    for person in people:
        person.server = again
    back = [again.back(person) for person in people]
    assert back[0].last(wire.MatchUpdate) is None
    back[0].say(wire.StartMatch)
    assert not back[1].last(wire.MatchUpdate).over
    faultless(again)


def test_restarted_server_keeps_table_settings(served):
    anna, bruno = table_with(served, "invido", "Anna", "Bruno", public=True, limit=30)
    anna.say(wire.Arrange, slow=5, extensions=False)
    anna.say(wire.StartMatch)
    anna.say(wire.VotePause)
    bruno.say(wire.VotePause)
    before = anna.last(wire.Seated)
    again = served.again()
    anna.server = again
    back = again.back(anna)
    now = back.last(wire.Seated)
    for field in ("code", "options", "public", "limit", "slow", "extensions", "paused", "me"):
        assert getattr(now, field) == getattr(before, field)
    assert back.last(wire.MatchUpdate).paused


def test_restarted_server_keeps_bots_in_abandoned_seats(served):
    anna, bruno = table_with(served, "novantanove", "Anna", "Bruno")
    anna.say(wire.StartMatch)
    bruno.say(wire.Goodbye)
    again = served.again()
    anna.server = again
    back = again.back(anna)
    assert back.last(wire.Seated).seats[1 - back.seat].stand_in
    for _ in range(10):
        one_move(again, [back], Random(1))
        again.wait(6)
    assert again.core.lobby.tables
    assert back.last(wire.MatchUpdate).seq > 3
    faultless(again)


def test_empty_table_is_found_by_its_code_after_a_restart(served):
    anna, bruno = table_with(served, "invido", "Anna", "Bruno")
    anna.say(wire.StartMatch)
    code = anna.last(wire.Seated).code
    for person in list(served.people.values()):
        person.say(wire.Goodbye)
    again = served.again()
    back = again.call()
    back.hello("Bruno", code=code, own=bruno.last(wire.Seated).own)
    assert back.last(wire.MatchUpdate).seat == back.seat
    third = again.again()
    third.wait(limits.SAVED_SECONDS * 2)
    assert not third.core.lobby.tables
    assert third.store.kept.matches == {}


def test_table_without_a_match_waits_for_its_players_after_a_restart(served):
    anna, _ = table_with(served, "invido", "Anna", "Bruno")
    again = served.again()
    anna.server = again
    back = again.back(anna)
    assert back.last(wire.Seated).host == "Anna"
    again.wait(limits.GRACE + 1)
    assert [seat.name for seat in back.last(wire.Seated).seats] == ["Anna"]


def test_unreadable_row_is_logged_and_skipped(served):
    anna, _ = table_with(served, "invido", "Anna", "Bruno")
    anna.say(wire.StartMatch)
    table_with(served, "novantanove", "Carla")
    rows = served.store.kept.rows
    rows[Shelf.ACCOUNTS]["x"] = "{"
    rows[Shelf.MEMBERS]["x"] = "[]"
    rows[Shelf.TABLES]["77"] = '{"id": 77}'
    served.store.kept.matches[78] = "{}"
    (place, _) = served.store.kept.matches
    served.store.kept.matches[place] = served.store.kept.matches[place].replace("dealer", "dance")
    again = served.again()
    assert len(again.notes) == 5
    assert not again.faults
    assert only_table(again).spec.id == "novantanove"
    anna.server = again
    back = again.back(anna)
    assert back.told[0].back
    assert back.refused(wire.Leave) == "net-at-no-table"


@pytest.mark.parametrize(
    ("true", "false"), [('"order":[', '"order":[7,'), ('"game":"invido"', '"game":"chess"')]
)
def test_other_tables_are_restored_despite_an_invalid_row(served, true, false):
    table_with(served, "invido", "Anna", "Bruno")[0].say(wire.StartMatch)
    table_with(served, "novantanove", "Carla")
    rows = served.store.kept.rows[Shelf.TABLES]
    (place,) = served.store.kept.matches
    rows[str(place)] = rows[str(place)].replace(true, false)
    again = served.again()
    assert len(again.notes) == 1
    assert not again.faults
    assert only_table(again).spec.id == "novantanove"


def test_fault_while_restoring_is_reported_as_a_fault_of_the_program(served, monkeypatch):
    table_with(served, "invido", "Anna", "Bruno")[0].say(wire.StartMatch)
    table_with(served, "novantanove", "Carla")
    monkeypatch.setattr(OnlineTable, "resume", lambda *_args, **_more: {}["missing"])
    again = served.again()
    assert [type(fault) for fault in again.faults] == [KeyError]
    assert len(again.notes) == 1
    assert only_table(again).spec.id == "novantanove"


def test_restarted_server_never_reuses_numbers_of_tables_or_people(served):
    table_with(served, "invido", "Anna", "Bruno")
    again = served.again()
    carla = again.enter("Carla")
    carla.say(wire.Open, game="wist")
    assert len(again.core.lobby.tables) == 2
    assert len(again.core.people.by_id) == 3
