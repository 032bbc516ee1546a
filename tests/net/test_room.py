"""The card room of several processes: shared lists of tables and people, and mail."""

import pytest

from audiogames.core.registry import game
from audiogames.net import wire
from audiogames.net.cluster.addresses import mark_of, sealed
from audiogames.net.cluster.letters import LimitsUsed
from audiogames.net.cluster.room import RoomPart
from audiogames.net.server import limits
from audiogames.net.server.naming import rules_name
from audiogames.net.server.outputs import PostMail
from audiogames.net.server.people.member import row_of
from audiogames.net.server.store import Mail, Shelf
from tests.kit.processes import go, playing
from tests.kit.serving import Served, table_of, table_with

FAR = "81.2.69.142"
"""An address of the open network, by which bans and limits count."""


@pytest.fixture
def both(processes):
    """Return Anna at the first process and Bruno at the second."""
    one, other = processes.all
    anna, bruno = one.enter("Anna"), other.enter("Bruno")
    processes.meet()
    return anna, bruno


def people(person):
    return person.say(wire.ListPeople)[0].people


def tables(person):
    return person.say(wire.ListTables)[0].tables


def names(person):
    return [one.name for one in people(person)]


def lines(person):
    return [
        (one.sender, one.to, one.text) for one in person.told if isinstance(one, wire.ChatMessage)
    ]


# --- Lists ----------------------------------------------------------------------------------------


def test_every_process_lists_the_same_people_and_tables(processes, both):
    anna, bruno = both
    anna.say(wire.Open, game="wist", public=True)
    bruno.say(wire.Open, game="invido", public=True)
    processes.meet()
    assert names(anna) == names(bruno) == ["Anna", "Bruno"]
    assert [one.host for one in tables(anna)] == ["Anna", "Bruno"]
    assert tables(anna) == tables(bruno)
    (seen,) = [one for one in people(bruno) if one.name == "Anna"]
    assert (seen.table, seen.host) == (anna.last(wire.Seated).table, True)


def test_private_tables_are_not_shared_between_processes(processes, both):
    anna, bruno = both
    anna.say(wire.Open, game="wist")
    processes.meet()
    seated = anna.last(wire.Seated)
    assert tables(bruno) == []
    assert [one.table for one in people(bruno)] == [0, 0]
    for text in processes.shared.shown.values():
        assert not any(secret in text for secret in (seated.code, seated.own, anna.token))


def test_long_list_of_people_takes_one_from_each_process_in_turn(processes, monkeypatch):
    monkeypatch.setattr(limits, "LISTED", 6)
    one, other = processes.all
    here = [one.enter(f"Here {n}") for n in range(6)]
    for number in range(2):
        other.enter(f"There {number}")
    processes.meet()
    assert names(here[0]) == ["Here 0", "There 0", "Here 1", "There 1", "Here 2", "Here 3"]


def test_blocked_people_do_not_see_each_other_across_processes(processes, both):
    anna, bruno = both
    carla = processes.all[1].enter("Carla")
    bruno.say(wire.Open, game="wist", public=True)
    assert isinstance(processes.ask(anna, wire.BlockPerson, name="bruno"), wire.Done)
    assert names(anna) == ["Anna", "Carla"]
    assert names(bruno) == ["Bruno", "Carla"]
    assert tables(anna) == []
    assert len(tables(carla)) == 1
    processes.ask(anna, wire.BlockPerson, name="Bruno", off=True)
    assert len(names(bruno)) == 3


def test_friends_at_other_processes_are_marked_in_the_list_of_people(processes, both):
    anna, _ = both
    processes.ask(anna, wire.Befriend, name="Bruno")
    assert [one.friend for one in people(anna)] == [False, True]
    assert anna.refused(wire.Befriend, name="Nobody") == "net-nobody-called"


def test_person_moved_to_another_process_is_listed_once(processes, both):
    anna, bruno = both
    one, other = processes.all
    one.lose(anna)
    processes.meet()
    anna.server = other
    other.back(anna)
    assert sorted(names(bruno)) == ["Anna", "Bruno"]
    assert not any(seen.away for seen in people(bruno))


def test_table_handed_over_is_listed_once(processes, both):
    """This also holds before the old process reports that it has released the table."""
    anna, _ = both
    one, other = processes.all
    third = processes.start(3)
    carla = third.enter("Carla")
    anna.say(wire.Open, game="invido", public=True)
    anna.say(wire.AddBot)
    anna.say(wire.StartMatch)
    processes.meet()
    shown = processes.shared.shown[1]
    one.do(one.cluster.hand_over(anna.last(wire.Seated).table))
    anna.server = other
    back = other.back(anna)
    other.meet()
    processes.shared.shown[1] = shown
    third.meet()
    other.meet()
    for person in (carla, back):
        assert [line.host for line in tables(person)] == ["Anna"]
        assert names(person).count("Anna") == 1


def test_people_and_tables_of_a_dead_process_are_no_longer_listed(processes, both):
    anna, bruno = both
    bruno.say(wire.Open, game="wist", public=True)
    processes.meet()
    assert len(tables(anna)) == 1
    processes.kill(processes.all[1])
    processes.meet()
    assert (names(anna), tables(anna)) == (["Anna"], [])


def test_published_data_of_another_version_is_skipped_and_logged_once(processes, both):
    one, _ = processes.all
    anna, _ = both
    for text in ('{"people": [{"is": 1}]}', '{"people": [{"is": 2}]}'):
        processes.shared.shown[9] = text
        one.meet()
    assert names(anna) == ["Anna", "Bruno"]
    assert [note for note in one.notes if "process 9" in note] == [
        "What process 9 shows is of another version"
    ]


def test_score_request_for_a_table_at_another_process_is_redirected_there(processes, both):
    _, bruno = both
    (carla,) = table_with(processes.all[0], "invido", "Carla", bots=1, public=True)
    carla.say(wire.StartMatch)
    number = carla.last(wire.Seated).table
    bruno.say(wire.AskStanding, table=number)
    again = go(processes, bruno)
    (told,) = again.say(wire.AskStanding, table=number)
    assert told.table == number


def test_player_at_a_table_cannot_request_the_score_of_a_table_at_another_process(processes, both):
    anna, bruno = both
    anna.say(wire.Open, game="invido", public=True)
    bruno.say(wire.Open, game="invido")
    number = anna.last(wire.Seated).table
    assert bruno.refused(wire.AskStanding, table=number) == "net-far-table"
    assert table_of(processes.all[1], bruno) is not None


# --- Letters --------------------------------------------------------------------------------------


def test_private_message_reaches_another_process(processes, both):
    anna, bruno = both
    answer = processes.ask(anna, wire.Chat, to="bruno", text="ciao")
    assert isinstance(answer, wire.ChatMessage)
    assert lines(anna) == lines(bruno) == [("Anna", "Bruno", "ciao")]
    assert anna.refused(wire.Chat, to="Bruno", text="too soon") == "net-slow-mode"


def test_private_message_to_an_unknown_person_is_refused(both):
    anna, _ = both
    assert anna.refused(wire.Chat, to="Nobody", text="ciao") == "net-nobody-called"


def test_privacy_settings_and_blocks_stop_messages_from_other_processes(processes, both):
    anna, bruno = both
    bruno.say(wire.Privacy, messages="nobody")
    assert anna.refused(wire.Chat, to="Bruno", text="ciao") == "net-takes-no-messages"
    bruno.say(wire.Privacy, messages="everybody")
    processes.ask(bruno, wire.BlockPerson, name="Anna")
    assert anna.refused(wire.Chat, to="Bruno", text="ciao") == "net-takes-no-messages"
    assert lines(bruno) == []


def test_limit_on_messages_from_strangers_is_enforced_by_the_recipients_process(processes, both):
    anna, bruno = both
    for _ in range(int(limits.STRANGERS_AT_ONCE)):
        assert isinstance(processes.ask(anna, wire.Chat, to="Bruno", text="x"), wire.ChatMessage)
        processes.all[0].now += 1.0
    answer = processes.ask(anna, wire.Chat, to="Bruno", text="x")
    assert (answer.reason, answer.args) == ("net-many-write", {"name": "Bruno"})
    processes.all[0].now += 1.0
    processes.ask(bruno, wire.Chat, to="Anna", text="an answer")
    assert isinstance(processes.ask(anna, wire.Chat, to="Bruno", text="x"), wire.ChatMessage)


def test_invitation_leads_to_a_table_of_another_process(processes, both):
    anna, bruno = both
    anna.say(wire.Open, game="invido")
    assert isinstance(processes.ask(anna, wire.Invite, name="Bruno"), wire.Done)
    invited = bruno.last(wire.News)
    assert (invited.what, invited.name) == ("invited", "Anna")
    bruno.say(wire.Join, code=invited.args["code"])
    again = go(processes, bruno, wire.Join, code=invited.args["code"])
    assert again.last(wire.Seated).me == 1


def test_spectator_invites_a_person_at_another_process_through_the_host(processes, both):
    anna, bruno = both
    anna.say(wire.Open, game="invido", public=True)
    carla = processes.all[0].enter("Carla")
    carla.say(wire.Join, table=anna.last(wire.Seated).table, watch=True)
    carla.say(wire.Invite, name="Bruno")
    assert anna.last(wire.News).args == {"who": "Bruno"}
    assert bruno.last(wire.News) is None


def test_unanswered_mail_between_processes_is_reported(processes, both):
    anna, bruno = both
    anna.say(wire.Chat, to="Bruno", text="ciao")
    processes.all[0].wait(limits.LETTER_SECONDS + 1)
    assert anna.told[-1] == wire.No(re=anna.asked, reason="net-not-reached", args={"name": "Bruno"})
    processes.meet()  # the process was only slow: there is no second answer
    assert lines(bruno) == [("Anna", "Bruno", "ciao")]
    assert lines(anna) == []


def test_message_to_a_person_of_a_dead_process_is_refused(processes, both):
    anna, _ = both
    processes.kill(processes.all[1])
    assert anna.refused(wire.Chat, to="Bruno", text="ciao") == "net-not-reached"


def test_mail_of_another_version_is_logged_and_skipped(processes, both):
    one, other = processes.all
    anna, _ = both
    other.store.post([Mail(one.process, '{"type":"unheard-of"}')])
    answer = processes.ask(anna, wire.Chat, to="Bruno", text="ciao")
    assert isinstance(answer, wire.ChatMessage)
    assert one.notes == ["A letter of process 2 is of another version"]


# --- Limits ---------------------------------------------------------------------------------------


def test_newcomers_from_an_address_are_counted_at_all_processes(processes):
    one, other = processes.all
    for number in range(int(limits.ENTRIES_AT_ONCE)):
        served = processes.all[number % 2]
        person = served.enter(f"Guest {number}", FAR)
        served.lose(person)
    processes.meet()
    hello = {"version": wire.VERSION, "name": "Late", "code": "4271"}
    assert one.call(FAR).refused(wire.Hello, **hello) == "net-too-fast"
    assert other.call(FAR).refused(wire.Hello, **hello) == "net-too-fast"


def test_wrong_codes_are_counted_at_all_processes(processes):
    one, other = processes.all
    for _ in range(limits.GUESSES + 2):
        one.call(FAR).refused(wire.Hello, version=wire.VERSION, name="Guess", code="1")
    processes.meet()
    hello = {"version": wire.VERSION, "name": "Guess", "code": "2"}
    assert other.call(FAR).refused(wire.Hello, **hello) == "net-too-many-attempts"


def test_wrong_seat_digits_still_count_after_another_process_takes_over_the_table(processes):
    one, other = processes.all
    anna, bruno = playing(one)
    one.lose(bruno)
    digits, code = bruno.last(wire.Seated).own, anna.last(wire.Seated).code
    hello = {"version": wire.VERSION, "name": "Bruno", "code": code}
    for _ in range(limits.OWN_TRIES):
        assert one.call(FAR).refused(wire.Hello, **hello, own="x") == "net-wrong-own"
    processes.meet()
    processes.kill(one)
    assert other.call(FAR).refused(wire.Hello, **hello, own=digits) == "net-own-blocked"
    assert other.call("81.2.70.1").refused(wire.Hello, **hello, own="x") == "net-wrong-own"


def test_daily_size_of_reports_is_counted_at_all_processes(processes, monkeypatch):
    monkeypatch.setattr(limits, "MODERATION_BYTES", 80.0)
    one, other = processes.all
    anna, bruno = one.enter("Anna"), other.enter("Bruno")
    (told,) = anna.say(wire.ReportPerson, name="Rude")
    assert isinstance(told, wire.Done)
    processes.meet()
    assert bruno.refused(wire.ReportPerson, name="Rude") == "net-no-more-reports"


def test_request_rate_limit_still_applies_after_moving_to_another_process(processes, both):
    anna, _ = both
    one, other = processes.all
    for _ in range(int(limits.REPORTS_AT_ONCE)):
        anna.say(wire.ReportPerson, name="Rude")
    processes.meet()
    one.lose(anna)
    anna.server = other
    assert other.back(anna).refused(wire.ReportPerson, name="Rude") == "net-too-fast"


def test_rate_limit_unknown_to_this_version_is_ignored(processes, both):
    one, other = processes.all
    used = [("unheard-of", ["x"]), ("paces", ["anna", "unheard-of"]), ("paces", ["anna", "report"])]
    other.store.post([Mail(0, row_of(LimitsUsed(used=used * int(limits.REPORTS_AT_ONCE))))])
    one.meet()
    anna, _ = both
    assert anna.refused(wire.ReportPerson, name="Rude") == "net-too-fast"


def test_connections_of_an_address_are_counted_at_all_processes(processes):
    one, other = processes.all
    for number in range(limits.CONNECTIONS_AN_ADDRESS):
        one.enter(f"Guest {number}", FAR)
    processes.meet()
    assert other.call(FAR).last(wire.Bye).reason == "net-too-many-connections"
    assert not other.call("81.2.69.143").dropped


def test_tables_of_an_address_are_counted_at_all_processes(processes, monkeypatch):
    monkeypatch.setattr(limits, "TABLES_AN_ADDRESS", 2)
    one, other = processes.all
    for number in range(2):
        one.enter(f"Guest {number}", FAR).say(wire.Open, game="wist")
    processes.meet()
    assert other.enter("Late", FAR).refused(wire.Open, game="wist") == "net-too-many-tables"
    assert other.enter("Far", "81.2.69.143").say(wire.Open, game="wist")


def test_processes_share_addresses_only_as_salted_hashes(processes, monkeypatch):
    one, other = processes.all
    anna = table_with(one, "wist", "Anna", public=True)[0]
    for number in range(3):
        one.enter(f"Guest {number}", FAR).say(wire.Open, game="wist")
    other.enter("Bruno", FAR).say(wire.Join, table=anna.last(wire.Seated).table)
    processes.meet()
    (ticket,) = processes.shared.tickets.values()
    kept = [*processes.shared.shown.values(), ticket.caller]
    assert mark_of(FAR, "") in kept[0]
    assert not any(FAR in text for text in kept)
    assert ticket.caller != sealed(FAR, "another ticket")


def test_address_hash_is_salted_and_too_short_to_identify_an_address():
    marks = {mark_of(f"81.2.{high}.{low}", "s") for high in range(256) for low in range(256)}
    assert len(marks) < 45_000
    assert mark_of(FAR, "s") != mark_of(FAR, "another")


def test_ban_applies_at_all_processes(processes):
    """The ban applies to the name, and to the address in the ticket of a redirected client."""
    one, other = processes.all
    anna, rude = table_with(one, "wist", "Anna", public=True)[0], one.enter("Rude", FAR)
    number = anna.last(wire.Seated).table
    rude.say(wire.Join, table=number)
    anna.say(wire.Kick, name="Rude", ban=True)
    again = other.enter("Other name", FAR)
    again.say(wire.Join, table=number)
    assert go(processes, again).refused(wire.Join, table=number) == "net-banned"


def test_requests_that_query_the_store_use_up_the_rate_limit_faster(both):
    """If they did not, a client could keep the store busy with names that do not exist."""
    anna, _ = both
    answers = [anna.say(wire.Befriend, name=f"Nobody {n}")[0].reason for n in range(60)]
    asked = answers.count("net-nobody-called")
    assert asked <= limits.REQUESTS_AT_ONCE // (1 + limits.EXPENSIVE)
    assert answers[asked:] == ["net-too-fast"] * (60 - asked)


# --- Versions of the rules ------------------------------------------------------------------------


def left_by_another_version(processes):
    """Return a table of a dead process, with a version of the rules that no running process has."""
    one, _ = processes.all
    (anna,) = table_with(one, "invido", "Anna")
    seated = anna.last(wire.Seated)
    unit = (Shelf.TABLES, str(seated.table))
    assert processes.shared.needs[unit] == rules_name(game("invido"))
    assert rules_name(game("invido")) in one.cluster.shown()
    processes.kill(one)
    processes.shared.needs[unit] = "invido 99"
    return anna, seated


def test_table_with_unknown_rules_waits_for_a_process_that_has_them(processes):
    _, other = processes.all
    anna, seated = left_by_another_version(processes)
    bruno = other.enter("Bruno")
    assert bruno.refused(wire.Join, code=seated.code) == "net-other-rules"
    token = {"version": wire.VERSION, "token": anna.token}
    assert other.call().refused(wire.Hello, **token) == "net-other-rules"
    assert not other.cluster.has_table(seated.table)


@pytest.mark.parametrize("by", ["code", "token"])
def test_players_are_redirected_to_a_process_that_has_the_rules_of_their_table(processes, by):
    _, other = processes.all
    anna, seated = left_by_another_version(processes)
    processes.shared.addresses[3] = "ws://process3"
    processes.shared.shown[3] = row_of(RoomPart(rules=["invido 99"]))
    other.meet()
    person = other.call() if by == "token" else other.enter("Bruno")
    if by == "token":
        person.hello(token=anna.token)
    else:
        person.say(wire.Join, code=seated.code)
    assert person.last(wire.GoTo).address == "ws://process3"
    assert not other.cluster.has_table(seated.table)


def test_token_restores_the_seat_even_if_the_ticket_has_expired(processes, both):
    """Without the ticket, the new connection gets the limits of its own address."""
    anna, bruno = both
    one, _ = processes.all
    anna.say(wire.Open, game="invido")
    code = anna.last(wire.Seated).code
    bruno.say(wire.Join, code=code)
    processes.shared.tickets.clear()
    late = one.call(FAR)
    late.hello(token=bruno.token, ticket=bruno.last(wire.GoTo).ticket)
    late.say(wire.Join, code=code)
    assert late.last(wire.Seated).me == 1
    assert one.core.connections.by_conn[late.conn].address == FAR


# --- A server alone -------------------------------------------------------------------------------


def test_server_of_one_process_sends_no_mail(monkeypatch):
    served = Served()
    done = []
    do = served.do
    monkeypatch.setattr(served, "do", lambda outputs: do(done.extend(outputs) or outputs))
    anna, bruno = (served.enter(name) for name in ("Anna", "Bruno"))
    anna.say(wire.Chat, to="Bruno", text="ciao")
    anna.say(wire.Chat, to="Nobody", text="ciao")
    assert lines(bruno) == [("Anna", "Bruno", "ciao")]
    assert not [one for one in done if isinstance(one, PostMail)]


def test_process_encodes_its_published_data_again_only_after_a_change(processes, both, monkeypatch):
    one, _ = processes.all
    made = []
    monkeypatch.setattr(
        "audiogames.net.cluster.own_part.row_of", lambda part: made.append(part) or row_of(part)
    )
    for _ in range(3):
        one.cluster.shown()
    assert made == []
    one.enter("Carla")
    one.cluster.shown()
    one.cluster.shown()
    assert [type(part) for part in made] == [RoomPart]
