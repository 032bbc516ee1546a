"""Entering, being away and returning: by name, code, token or password."""

from random import Random

import pytest

from audiogames.net import wire
from audiogames.net.names import key_of
from audiogames.net.server import limits
from audiogames.net.server.outputs import WEAK
from audiogames.net.server.people.member import Account, row_of
from audiogames.net.server.store import KeepRow, Shelf
from tests.kit.serving import Served, faultless, one_move, table_of, table_with


def test_guest_enters_with_the_code(served):
    anna = served.call()
    assert anna.refused(wire.Hello, version=wire.VERSION, name="Anna") == "net-code-wanted"
    assert anna.refused(wire.Hello, version=wire.VERSION, name="Anna", code="0") == "net-wrong-code"
    welcome = anna.hello("Anna", code="4271", gender="f")[0]
    assert (welcome.name, welcome.back, welcome.account) == ("Anna", False, False)
    assert len(welcome.token) >= 32
    assert anna.refused(wire.Hello, version=wire.VERSION, name="Ada") == "net-already-in"


def test_public_server_needs_no_code():
    served = Served(code="")
    assert isinstance(served.call().hello("Anna")[0], wire.Welcome)


def test_requests_before_hello_are_refused(served):
    stranger = served.call()
    assert stranger.refused(wire.Open, game="wist") == "net-say-hello"
    assert isinstance(stranger.say(wire.Ping)[0], wire.Pong)


def test_client_of_another_version_is_refused(served):
    old = served.call()
    bye = old.say(wire.Hello, version=wire.VERSION + 1, name="Anna")[0]
    assert (bye.reason, bye.args) == ("net-other-version", {"version": wire.VERSION})
    assert old.dropped


@pytest.mark.parametrize(
    "name", ["", " ", "x" * 21, "a\nb", "\u202eanna", "<b>", "...", "Ann\u0430", "a" * 5000]
)
def test_invalid_name_is_refused(served, name):
    stranger = served.call()
    assert (
        stranger.refused(wire.Hello, version=wire.VERSION, name=name, code="4271") == "net-bad-name"
    )


@pytest.mark.parametrize("name", ["Anna", "ANNA", " anna ", "An-na", "\uff21nna", "\u0430nn\u0430"])
def test_confusable_name_is_refused(served, name):
    served.enter("Anna")
    stranger = served.call()
    reasons = {"net-name-taken", "net-bad-name"}
    assert stranger.refused(wire.Hello, version=wire.VERSION, name=name, code="4271") in reasons


def test_guest_who_enters_with_a_table_code_is_seated_at_that_table(served):
    (anna,) = table_with(served, "tressette", "Anna")
    bruno = served.call()
    bruno.hello("Bruno", code=anna.last(wire.Seated).code)
    assert [seat.name for seat in bruno.last(wire.Seated).seats] == ["Anna", "Bruno"]
    assert anna.news()[-1] == "sits-down"


def test_code_of_a_full_table_admits_newcomers_only_as_spectators(served):
    anna, _ = table_with(served, "invido", "Anna", "Bruno")
    carla = served.call()
    carla.hello("Carla", code=anna.last(wire.Seated).code)
    assert carla.last(wire.Seated).me is None
    anna.say(wire.Arrange, spectators=False)
    dario = served.call()
    code = anna.last(wire.Seated).code
    assert (
        dario.refused(wire.Hello, version=wire.VERSION, name="Dario", code=code)
        == "net-no-spectators"
    )


# --- Leaving and returning ------------------------------------------------------------------------


def test_player_who_returns_within_the_grace_time_misses_no_message(served):
    anna, bruno = table_with(served, "tressette", "Anna", "Bruno", bots=2)
    anna.say(wire.StartMatch)
    served.lose(bruno)
    assert anna.news()[-1] == "away"
    assert anna.last(wire.Seated).seats[bruno.seat].away
    anna.say(wire.Chat, text="are you there")
    served.wait(20)
    again = served.back(bruno)
    welcome = again.told[0]
    assert (welcome.back, welcome.moved) == (True, 0)
    missed = again.told[1 : 1 + welcome.missed]
    assert "are you there" in [one.text for one in missed if isinstance(one, wire.ChatMessage)]
    assert [one.n for one in missed] == list(range(bruno.heard + 1, bruno.heard + 1 + len(missed)))
    assert again.counts == list(range(1, len(again.counts) + 1))
    assert anna.news()[-1] == "back"
    assert again.last(wire.MatchUpdate).seat == bruno.seat


def test_bot_plays_for_an_absent_player_once_the_time_to_reconnect_is_over(served):
    anna, bruno = table_with(served, "novantanove", "Anna", "Bruno")
    anna.say(wire.StartMatch)
    served.lose(bruno)
    served.wait(limits.GRACE - 1)
    assert "bot-plays-for" not in anna.news()
    served.wait(1.5)
    assert anna.news().count("bot-plays-for") == 1
    moved = 0
    while moved < 3:
        update = anna.last(wire.MatchUpdate)
        if update.view["to_act"] == anna.seat:
            anna.say(wire.MakeMove, seq=update.seq, move=update.view["legal"][0])
            moved += 1
        served.wait(2)
    served.wait(5)
    again = served.back(bruno)
    assert again.told[0].moved >= 3
    made = [
        one.by for one in table_of(served, anna).match.served.log.entries if one.seat == bruno.seat
    ]
    assert made.count("stand-in") >= 3
    assert not again.last(wire.Seated).seats[bruno.seat].stand_in
    served.wait(70)
    assert again.last(wire.MatchUpdate).view["to_act"] in {anna.seat, bruno.seat}


def test_returning_player_has_the_full_time_for_the_current_turn(served):
    anna, bruno = table_with(served, "wist", "Anna", "Bruno", bots=2, limit=120)
    anna.say(wire.StartMatch)
    served.wait(30)
    turn = anna if anna.last(wire.MatchUpdate).view["to_act"] == anna.seat else bruno
    served.wait(30)
    served.lose(turn)
    served.wait(30)
    again = served.back(turn)
    update = again.last(wire.MatchUpdate)
    assert update.view["to_act"] == update.seat
    assert update.left == update.limit == 120


def test_client_that_missed_too_many_messages_gets_the_full_state(served, monkeypatch):
    monkeypatch.setattr(limits, "KEPT_AWAY_MESSAGES", 5)
    monkeypatch.setattr(limits, "KEPT_MESSAGES", 5)
    anna, bruno = table_with(served, "wist", "Anna", "Bruno", bots=2)
    anna.say(wire.StartMatch)
    heard = bruno.heard
    served.lose(bruno)
    for _ in range(10):
        anna.say(wire.Chat, text="hello")
        served.wait(1)
    again = served.back(bruno)
    assert again.told[0].missed == 0
    assert [type(one) for one in again.told[1:3]] == [wire.Seated, wire.MatchUpdate]
    assert again.last(wire.MatchUpdate).events
    assert again.counts == list(range(1, len(again.counts) + 1))
    assert again.counts[heard] == heard + 1


def test_second_connection_of_a_person_ends_the_first(served):
    anna = served.enter("Anna")
    again = served.back(anna)
    assert again.told[0].back
    assert (anna.told[-1].reason, anna.dropped) == ("net-elsewhere", True)
    assert isinstance(again.say(wire.Ping)[0], wire.Pong)


def test_unknown_token_is_refused(served):
    stranger = served.call()
    assert (
        stranger.refused(wire.Hello, version=wire.VERSION, token="nonsense") == "net-unknown-token"
    )


def test_absent_players_seat_is_freed_before_a_match(served):
    anna, bruno = table_with(served, "wist", "Anna", "Bruno")
    served.lose(bruno)
    served.wait(limits.GRACE + 1)
    assert [seat.name for seat in anna.last(wire.Seated).seats] == ["Anna"]
    again = served.back(bruno)
    assert isinstance(again.told[-1], wire.Unseated)


def test_table_of_an_absent_host_passes_to_another_person(served):
    anna, bruno = table_with(served, "invido", "Anna", "Bruno")
    anna.say(wire.StartMatch)
    served.lose(anna)
    served.wait(limits.GRACE + 1)
    assert bruno.last(wire.Seated).host == "Bruno"
    assert "host-is" in bruno.news()


def test_name_of_an_absent_guest_without_a_seat_is_free_after_the_grace_time(served):
    anna = served.enter("Anna")
    served.lose(anna)
    hello = {"version": wire.VERSION, "name": "Anna", "code": "4271"}
    assert served.call().refused(wire.Hello, **hello) == "net-name-taken"
    served.wait(limits.GRACE + 1)
    other = served.enter("Anna")
    assert not other.told[0].back
    assert (
        served.call().refused(wire.Hello, version=wire.VERSION, token=anna.token)
        == "net-unknown-token"
    )


def test_goodbye_request_of_a_client_gives_up_its_seat_at_once(served):
    anna, bruno = table_with(served, "invido", "Anna", "Bruno")
    anna.say(wire.StartMatch)
    bruno.say(wire.Goodbye)
    assert bruno.dropped
    assert anna.news()[-2:] == ["stands-up", "bot-plays-for"]
    code = anna.last(wire.Seated).code
    again = served.call()
    again.hello("Bruno", code=code, own=bruno.last(wire.Seated).own)
    assert again.last(wire.MatchUpdate).seat == 1 - anna.seat
    assert not again.last(wire.Seated).seats[again.seat].stand_in


def test_empty_table_waits_for_the_return_of_its_players(served):
    anna, bruno = table_with(served, "tressette", "Anna", "Bruno", bots=2)
    anna.say(wire.StartMatch)
    served.wait(2)
    table = table_of(served, anna)
    while not one_move(served, [anna, bruno], Random(1)):
        served.wait(1)
    code, entries = table.code, len(table.match.served.log.entries)
    bruno.say(wire.Goodbye)
    anna.say(wire.Goodbye)
    entries_then = len(table.match.served.log.entries)
    served.wait(3600)
    assert len(table.match.served.log.entries) == entries_then >= entries
    again = served.call()
    again.hello("Bruno", code=code, token=bruno.token)
    assert again.last(wire.Seated).host == "Bruno"
    for _ in range(5):
        one_move(served, [again], Random(1))
        served.wait(5)
    assert len(table.match.served.log.entries) > entries_then


def test_empty_table_is_deleted_after_its_waiting_time(served):
    (anna,) = table_with(served, "invido", "Anna", bots=1)
    anna.say(wire.StartMatch)
    anna.say(wire.Goodbye)
    assert served.store.kept.matches
    served.wait(limits.SAVED_SECONDS + 1)
    assert not served.store.kept.matches
    assert not served.core.lobby.tables


def test_match_is_paused_while_all_players_are_away(served):
    (anna,) = table_with(served, "wist", "Anna", bots=3)
    anna.say(wire.StartMatch)
    while not one_move(served, [anna], Random(1)):
        served.wait(1)
    table = table_of(served, anna)
    made = len(table.match.served.log.entries)
    served.lose(anna)
    served.wait(1000)
    assert len(table.match.served.log.entries) == made
    again = served.back(anna)
    assert again.told[0].moved == 0
    served.wait(60)
    assert len(table.match.served.log.entries) > made


# --- Accounts -------------------------------------------------------------------------------------


def register(served):
    person = served.call()
    person.hello("Anna", code="4271", password="long enough", register=True)
    check = served.verify("hashed")
    assert (check.password, check.hashed) == ("long enough", "")
    return person


def test_account_reserves_its_name(served):
    anna = register(served)
    assert anna.last(wire.Welcome).account
    assert anna.last(wire.Welcome).re == 1
    anna.say(wire.Goodbye)
    stranger = served.call()
    reason = stranger.refused(wire.Hello, version=wire.VERSION, name="anna", code="4271")
    assert reason == "net-name-reserved"
    again = served.call()
    again.hello("anna", password="long enough")
    assert served.verify("hashed").hashed == "hashed"
    assert again.last(wire.Welcome).account


def test_name_confusable_with_an_account_is_refused():
    served = Served(reserved=["Tu", "You"])
    register(served).say(wire.Goodbye)
    bruno = served.enter("Bruno")
    stranger = served.call()
    for name, reason in [
        ("\u00c0nna", "net-name-alike"),
        ("Annnna", "net-name-alike"),
        ("Brun\u00f2", "net-name-alike"),
        ("T\u00f9", "net-name-word"),
        ("Y-o-u", "net-name-word"),
        ("\u3164", "net-bad-name"),
        ("Bruno\u0640", "net-bad-name"),
        ("Brun\u03bf", "net-bad-name"),
        ("Bruno\u02bc", "net-name-taken"),
    ]:
        assert (
            stranger.refused(wire.Hello, version=wire.VERSION, name=name, code="4271") == reason
        ), name
        new = {"name": name, "code": "4271", "password": "long enough", "register": True}
        assert stranger.refused(wire.Hello, version=wire.VERSION, **new) == reason, name
    served.lose(bruno)
    served.wait(limits.GRACE + 1)
    served.enter("Brun\u00f2")  # the name of a person who has left is free
    faultless(served)


@pytest.mark.parametrize("name", ["Anna\u3164", "\u3164", "Tu", "Ann\u0430 \u02bc"])
def test_account_keeps_a_name_that_later_rules_forbid(served, name):
    for one in (name, "Anna"):
        kept = row_of(Account(one, "f", "hashed"))
        served.store.commit([KeepRow(Shelf.ACCOUNTS, key_of(one), kept)])
    again = Served(reserved=["Tu"], store=served.store)
    for one in (name, "Anna"):
        person = again.call()
        person.hello(one, password="long enough")
        assert again.verify("hashed").hashed == "hashed"
        assert person.last(wire.Welcome).name == one
    faultless(again)


def test_wrong_password_is_refused(served):
    register(served).say(wire.Goodbye)
    stranger = served.call()
    stranger.hello("Anna", password="wrong one")
    served.verify(None)
    assert stranger.told[-1].reason == "net-wrong-password"
    assert stranger.refused(wire.Hello, version=wire.VERSION, name="X", password="y" * 9) == (
        "net-wrong-password"
    )


def test_account_owner_signs_in_again_with_the_password(served):
    anna = register(served)
    anna.say(wire.Open, game="invido")
    anna.say(wire.AddBot)
    anna.say(wire.StartMatch)
    again = served.call()
    again.hello("Anna", password="long enough")
    served.verify("hashed")
    assert again.told[0].back
    assert anna.dropped
    assert again.last(wire.MatchUpdate).seat == anna.seat


def test_latest_hello_sets_the_grammatical_gender_of_a_player(served):
    register(served)
    again = served.call()
    again.hello("Anna", password="long enough", gender="f")
    served.verify("hashed")
    again.say(wire.ListPeople)
    assert [one.gender for one in again.last(wire.PeopleList).people] == ["f"]


def test_account_with_too_short_a_password_is_refused(served):
    stranger = served.call()
    new = {"version": wire.VERSION, "name": "Anna", "code": "4271", "register": True}
    assert stranger.refused(wire.Hello, **new, password="short") == "net-bad-password"
    assert stranger.refused(wire.Hello, **new, password="x" * 500) == "net-bad-password"


def test_account_with_a_weak_password_is_refused_until_another_is_sent(served):
    stranger = served.call()
    new = {"version": wire.VERSION, "name": "Anna", "code": "4271", "register": True}
    stranger.say(wire.Hello, **new, password="12345678")
    served.verify(WEAK)
    assert stranger.last(wire.No).reason == "net-weak-password"
    stranger.say(wire.Hello, **new, password="three good words")
    served.verify("hashed")
    assert stranger.last(wire.Welcome).account


def test_friends_and_blocks_of_an_account_are_kept(served):
    anna = register(served)
    served.enter("Bruno")
    anna.say(wire.Befriend, name="Bruno")
    again = served.again()
    back = again.call()
    back.hello("Anna", password="long enough")
    again.verify("hashed")
    people = {one.name: one.friend for one in back.say(wire.ListPeople)[0].people}
    assert people == {"Anna": False, "Bruno": True}
