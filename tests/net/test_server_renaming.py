"""Renaming an account: it keeps everything that belongs to it, including its former names."""

import json
from random import Random

import pytest

from audiogames.net import wire
from audiogames.net.server import limits
from audiogames.net.server.moderation.rulings import GivenRole, Notice, Renamed, Sanction
from audiogames.net.server.people.member import row_of
from audiogames.net.server.people.renaming import AGAIN
from audiogames.net.server.store import KeepRow, Shelf
from tests.kit.serving import play_on, table_with
from tests.net.test_contests import opened as opened_contest
from tests.net.test_contests import standings
from tests.net.test_ratings import ask, rated_table
from tests.net.test_server_accounts import opened
from tests.net.test_server_moderation import learn, log, rule


def renamed(served, person, name):
    """Send a request to rename an account, with the right password, and return the answer."""
    before = len(person.told)
    person.say(wire.ManageAccount, do="rename", password="secret words", new=name)
    if served.checks:
        served.verify()
    return person.told[before:]


def reason(told):
    (answer,) = told
    return answer.reason


def sign_in(served, name, address="192.168.1.9"):
    person = served.call(address)
    person.hello(name, code="4271", password="secret words")
    if served.checks:
        served.verify()
    return person


def later(served):
    served.now += limits.RENAME_SECONDS + 1


@pytest.fixture
def carla(served):
    return opened(served)


def test_account_has_its_new_name_at_once(served, carla):
    anna = served.enter("Anna", "192.168.1.8")
    (page,) = renamed(served, carla, "Benita")
    assert page.data == {"name": "Benita"}
    people = anna.say(wire.ListPeople)[0].people
    assert [one.name for one in people] == ["Benita", "Anna"]
    carla.say(wire.Chat, to="Anna", text="hello")
    assert anna.last(wire.ChatMessage).sender == "Benita"


def test_former_and_new_name_both_sign_in_to_the_account(served, carla):
    renamed(served, carla, "Benita")
    carla.say(wire.Goodbye)
    for name in ("Carla", "Benita"):
        welcome = sign_in(served, name).last(wire.Welcome)
        assert (welcome.name, welcome.account) == ("Benita", True)


def test_wrong_password_changes_no_name(served, carla):
    carla.say(wire.ManageAccount, do="rename", password="guess", new="Benita")
    served.verify(None)
    assert carla.told[-1].reason == "net-wrong-password"
    assert served.core.people.accounts["carla"].name == "Carla"


def test_guest_cannot_change_an_account_name(served):
    anna = served.enter("Anna")
    assert anna.refused(wire.ManageAccount, do="rename", new="Benita") == "net-guest"


@pytest.mark.parametrize("name", ["Carla", "Benita", "Càrla", "BENITA", "Karlaa"])
def test_present_and_former_names_of_an_account_cannot_be_taken(served, carla, name):
    renamed(served, carla, "Benita")
    guest = served.call("192.168.1.7")
    told = guest.hello(name, code="4271")
    assert [type(one) for one in told] == [wire.Welcome if name == "Karlaa" else wire.No]


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("Anna", "net-name-taken"),
        ("Ànna", "net-name-alike"),
        ("Olga", "net-name-taken"),
        ("Ólga", "net-name-alike"),
        ("?!", "net-bad-name"),
        ("Carla", "net-rename-same"),
    ],
)
def test_taken_and_invalid_names_are_refused_before_the_password_is_checked(
    served, carla, name, why
):
    served.enter("Anna", "192.168.1.8")
    opened(served, "Olga").say(wire.Goodbye)
    assert reason(renamed(served, carla, name)) == why
    assert served.checks == []


def test_spelling_of_a_name_may_be_changed_and_restored(served, carla):
    assert renamed(served, carla, "CÀRLA")[0].data == {"name": "CÀRLA"}
    later(served)
    assert renamed(served, carla, "Benita")[0].data
    later(served)
    assert renamed(served, carla, "Carla")[0].data
    assert set(served.core.people.accounts["carla"].former) == {"CÀRLA", "Benita"}


def test_account_can_change_its_name_at_most_once_in_thirty_days(served, carla):
    renamed(served, carla, "Benita")
    served.now += limits.RENAME_SECONDS - 3600
    (answer,) = renamed(served, carla, "Dora")
    assert (answer.reason, answer.args) == ("net-rename-lately", {"left": 3600})
    served.now += 3600
    assert renamed(served, carla, "Dora")[0].data == {"name": "Dora"}


def test_account_renamed_twice_keeps_all_its_data(served, carla):
    carla.say(wire.ManageAccount, do="carry", new="settings")
    renamed(served, carla, "Benita")
    later(served)
    renamed(served, carla, "Dora")
    again = sign_in(served.again(), "Benita")
    assert again.last(wire.Welcome).name == "Dora"
    assert again.say(wire.ManageAccount, do="carried")[0].data == {"carried": "settings"}


def test_name_cannot_be_changed_at_a_table(served, carla):
    carla.say(wire.Open, game="wist")
    assert reason(renamed(served, carla, "Benita")) == "net-rename-table"
    carla.say(wire.Leave)
    assert renamed(served, carla, "Benita")[0].data


def test_seat_taken_during_the_password_check_prevents_the_change_of_name(served, carla):
    carla.say(wire.ManageAccount, do="rename", password="secret words", new="Benita")
    carla.say(wire.Open, game="wist")
    served.verify()
    assert carla.last(wire.No).reason == "net-rename-table"


def test_name_cannot_be_changed_during_a_tournament(served):
    people, number = opened_contest(served)
    people[0].say(wire.InContest, contest=number, do="start")
    people[1].say(wire.ManageAccount, do="rename", password="long enough", new="Zoe")
    assert people[1].last(wire.No).reason == "net-rename-contest"


def test_open_tournament_shows_the_new_name(served):
    people, number = opened_contest(served)
    people[1].say(wire.ManageAccount, do="rename", password="long enough", new="Zoe")
    served.verify()
    people[0].say(wire.InContest, contest=number, do="start")
    assert {line.name for line in standings(people[0]).lines} == {"Anna", "Zoe", "Carla", "Dora"}


def test_friendships_and_blocks_still_apply_to_a_renamed_account(served, carla):
    anna, ugo = served.enter("Anna", "192.168.1.8"), served.enter("Ugo", "192.168.1.7")
    anna.say(wire.Befriend, name="Carla")
    ugo.say(wire.BlockPerson, name="Carla")
    renamed(served, carla, "Benita")
    assert [one.name for one in anna.say(wire.ListPeople)[0].people if one.friend] == ["Benita"]
    assert "Benita" not in [one.name for one in ugo.say(wire.ListPeople)[0].people]
    anna.say(wire.Chat, to="Carla", text="still you?")
    assert carla.last(wire.ChatMessage).to == "Benita"
    assert not isinstance(anna.say(wire.Befriend, name="Benita", off=True)[0], wire.No)
    assert not any(one.friend for one in anna.say(wire.ListPeople)[0].people)


def test_rating_list_shows_the_new_name_and_the_same_rating(served):
    anna, bruno = rated_table(served)
    anna.say(wire.StartMatch)
    bruno.say(wire.Leave)
    served.wait(limits.GRACE)
    anna.say(wire.Leave)
    before = ask(anna, "one")
    anna.say(wire.ManageAccount, do="rename", password="long enough", new="Zoe")
    served.verify()
    for name in ("Anna", "Zoe"):
        assert ask(bruno, "one", name=name) == ask(anna, "one")
    assert [one.points for one in before] == [one.points for one in ask(anna, "one")]


def test_result_under_a_former_name_counts_for_the_account(served):
    """The name was changed twice between leaving a match and its end."""
    anna, bruno = rated_table(served)
    anna.say(wire.Leave)
    for name in ("Zoe", "Ada"):
        later(served)
        anna.say(wire.ManageAccount, do="rename", password="long enough", new=name)
        served.verify()
    anna.say(wire.Join, code=bruno.last(wire.Seated).code)
    bruno.say(wire.Arrange, rated=True)
    bruno.say(wire.StartMatch)
    anna.say(wire.Leave)
    later(served)
    anna.say(wire.ManageAccount, do="rename", password="long enough", new="Zoe")
    served.verify()
    play_on(served, [bruno], Random(3))
    (line,) = ask(anna, "one")
    assert (line.name, line.matches) == ("Zoe", 1)
    (conduct,) = anna.say(wire.AskRatings, about="conduct")[0].lines
    assert (conduct.matches, conduct.left) == (0, 1)


def test_second_device_of_a_renamed_account_keeps_its_token(served, carla):
    phone = sign_in(served, "Carla")
    renamed(served, phone, "Benita")
    desktop = served.call()
    desktop.hello("Carla", code="4271", token=carla.token)
    assert served.checks == []
    assert desktop.last(wire.Welcome).name == "Benita"


def test_renamed_account_regains_the_seat_that_it_left_under_its_old_name(served):
    carla = opened(served)
    anna = served.enter("Anna", "192.168.1.8")
    carla.say(wire.Open, game="invido")
    code = carla.last(wire.Seated).code
    anna.say(wire.Join, code=code)
    carla.say(wire.StartMatch)
    carla.say(wire.Leave)
    renamed(served, carla, "Benita")
    carla.say(wire.Join, code=carla.last(wire.Seated).code)
    assert carla.last(wire.Seated).me == 0


# Moderation ---------------------------------------------------------------------------------------


def test_ban_and_mute_of_an_account_remain_in_force_after_it_is_renamed(served, carla):
    mute = Sanction(
        at=served.now, changed=served.now, id="1", what="mute", name="Carla", reason="spam",
        account=True,
    )  # fmt: skip
    rule(served, mute)
    renamed(served, carla, "Benita")
    assert carla.refused(wire.Chat, to="Anna", text="hello") == "net-muted"
    ban = Sanction(
        at=served.now, changed=served.now, id="2", what="ban", name="Carla", reason="spam",
        account=True,
    )  # fmt: skip
    rule(served, ban)
    assert carla.last(wire.Bye).reason == "net-banned-server"
    for name in ("Carla", "Benita"):
        assert sign_in(served, name).told[-1].reason == "net-banned-server"


def test_role_follows_the_account_and_can_be_revoked_under_its_new_name(served, carla):
    olga = opened(served, "Olga")
    for name, role in (("Carla", "moderator"), ("Olga", "owner")):
        rule(served, GivenRole(at=served.now, changed=served.now, name=name, role=role))
    renamed(served, carla, "Benita")
    assert isinstance(carla.say(wire.AskCases, about="reports")[0], wire.CaseList)
    olga.say(wire.Moderate, do="role", name="Benita", reason="player")
    assert carla.refused(wire.AskCases, about="reports") == "net-not-moderator"


def test_moderator_sees_former_names_and_the_change_is_logged(served, carla):
    olga = opened(served, "Olga")
    rule(served, GivenRole(at=served.now, changed=served.now, name="Olga", role="moderator"))
    renamed(served, carla, "Benita")
    assert {"what": "rename", "who": "Carla", "name": "Benita", "by": "Carla"} in log(served)
    served.now += 60
    for name in ("Carla", "Benita"):
        (found,) = olga.say(wire.AskCases, about="former", name=name)
        (case,) = found.cases
        assert (case.kind, case.name, case.by, case.ago) == ("former", "Carla", "Benita", 60)
    assert olga.say(wire.AskCases, about="former", name="Olga")[0].cases == []


def test_new_name_waits_for_approval_if_the_server_requires_approval(served, carla):
    olga = opened(served, "Olga")
    rule(served, GivenRole(at=served.now, changed=served.now, name="Olga", role="moderator"))
    rule(served, Notice(at=served.now, changed=served.now, what="approval", text="on"))
    assert reason(renamed(served, carla, "Benita")) == "net-name-waits"
    olga.say(wire.Moderate, do="approve", name="Benita")
    assert renamed(served, carla, "Benita")[0].data == {"name": "Benita"}


def test_deleted_account_frees_all_its_names_and_roles(served, carla):
    rule(served, GivenRole(at=served.now, changed=served.now, name="Carla", role="owner"))
    renamed(served, carla, "Benita")
    carla.say(wire.ManageAccount, do="delete", password="secret words")
    served.verify()
    rows = repr(served.store.load().rows[Shelf.MODERATION])
    assert "Benita" not in rows
    for name in ("Carla", "Benita"):
        again = opened(served, name)
        assert again.last(wire.Welcome).name == name
        assert again.refused(wire.AskCases, about="reports") == "net-not-moderator"


def test_exported_data_contains_the_former_names(served, carla):
    renamed(served, carla, "Benita")
    data = carla.say(wire.ManageAccount, do="data")[0].data
    assert (data["name"], data["former"]) == ("Benita", ["Carla"])


# By the command `admin` ---------------------------------------------------------------------------


def by_admin(served, name="Benita"):
    """Rename Carla in the store as the command `admin` does, and let the server read the change."""
    account = served.core.people.accounts["carla"]
    naming = account.naming.renamed(name, served.now)
    changed = {"name": name, "former": naming.former, "renamed": naming.changed}
    text = json.dumps({**json.loads(row_of(account)), **changed})
    served.store.commit([KeepRow(Shelf.ACCOUNTS, "carla", text)])
    ruling = Renamed(
        at=served.now, changed=served.now, key="carla", name=name, former=naming.former
    )
    rule(served, ruling)


def test_person_renamed_by_the_operator_is_disconnected_and_returns_under_the_new_name(
    served, carla
):
    by_admin(served)
    assert carla.last(wire.Bye).reason == "net-signed-out"
    again = served.call()
    again.hello("Carla", code="4271", token=carla.token)
    assert again.last(wire.Welcome).name == "Benita"
    assert served.again().core.people.accounts["carla"].name == "Benita"


def test_person_renamed_at_a_table_keeps_the_name_until_they_leave(served, carla):
    carla.say(wire.Open, game="wist")
    by_admin(served)
    served.wait(2 * AGAIN)
    assert not carla.dropped
    carla.say(wire.Leave)
    served.wait(AGAIN)
    assert carla.last(wire.Bye).reason == "net-signed-out"


def test_account_renamed_while_the_server_is_stopped_has_its_new_name(served, carla):
    by_admin(served)
    again = served.again()
    assert sign_in(again, "Benita").last(wire.Welcome).name == "Benita"


# Several processes --------------------------------------------------------------------------------


def test_new_name_is_known_at_all_processes(processes):
    one, two = processes.all
    carla, anna = opened(one), two.enter("Anna", "192.168.1.8")
    anna.say(wire.Befriend, name="Carla")
    renamed(one, carla, "Benita")
    learn(two)
    processes.meet()
    assert [one.name for one in anna.say(wire.ListPeople)[0].people if one.friend] == ["Benita"]
    anna.say(wire.Chat, to="Carla", text="still you?")
    processes.meet()
    assert carla.last(wire.ChatMessage).text == "still you?"
    for name, why in (("Carla", "net-name-taken"), ("Benita", "net-name-taken")):
        told = two.call("192.168.1.7").hello(name, code="4271")
        assert reason(told) in {why, "net-name-reserved"}
    carla.say(wire.Goodbye)
    assert sign_in(two, "Benita").last(wire.Welcome).name == "Benita"


@pytest.mark.parametrize("name", ["Benita", "Carla"])
def test_renamed_account_can_sign_in_at_a_process_not_yet_informed_of_the_new_name(processes, name):
    one, two = processes.all
    carla = opened(one)
    renamed(one, carla, "Benita")
    moved = sign_in(two, name)
    assert (moved.last(wire.Welcome).name, moved.last(wire.Welcome).account) == ("Benita", True)
    assert two.core.people.named("Benita") is two.core.people.by_key["carla"]


def test_name_taken_at_another_process_is_refused(processes):
    one, two = processes.all
    carla = opened(one)
    two.enter("Anna", "192.168.1.8")
    opened(two, "Olga").say(wire.Goodbye)
    for name, why in (("Anna", "taken"), ("Ànna", "alike"), ("Ólga", "alike")):
        assert reason(renamed(one, carla, name)) == f"net-name-{why}"


@pytest.mark.parametrize("name", ["Benita", "Bènita"])
def test_only_the_first_of_two_accounts_that_take_a_name_at_the_same_moment_gets_it(
    processes, name
):
    """The later account gets no announcement of a change, and keeps its old name."""
    one, two = processes.all
    carla = opened(one)
    carla.say(wire.ManageAccount, do="rename", password="secret words", new="Benita")
    other = opened(two, name)
    one.verify()
    assert carla.dropped
    assert carla.last(wire.AccountPage) is None
    assert carla.last(wire.Bye).reason == "net-table-moves"
    back = one.back(carla)
    assert (back.last(wire.Welcome).name, back.last(wire.Welcome).account) == ("Carla", True)
    assert "renamed carla" not in one.store.shelf(Shelf.MODERATION)
    assert "rename-refused" in [line["what"] for line in log(one)]
    assert other.last(wire.Welcome).name == name
    learn(one)
    assert one.core.people.names.key("Benita") == "benita"


def test_account_renamed_before_an_uncertain_commit_keeps_its_new_name(processes):
    one, _two = processes.all
    carla = opened(one)
    renamed(one, carla, "Benita")
    later(one)
    one.do(one.cluster.refused([(Shelf.ACCOUNTS, "carla")], one.now, uncertain=True))
    assert carla.last(wire.Bye).reason == "net-table-moves"
    assert one.back(carla).last(wire.Welcome).name == "Benita"
    assert one.core.people.names.key("Benita") == "carla"
    assert "rename-refused" not in [line["what"] for line in log(one)]


def test_rename_is_refused_during_a_tournament_at_another_process(processes):
    one, two = processes.all
    people, number = opened_contest(one)
    people[0].say(wire.InContest, contest=number, do="start")
    processes.meet()
    moved = two.call()
    moved.hello("Bruno", token=people[1].token)
    moved.say(wire.ManageAccount, do="rename", password="long enough", new="Zoe")
    assert moved.last(wire.No).reason == "net-rename-contest"


def test_table_with_guests_is_unaffected_by_a_renaming_at_another_process(processes):
    one, two = processes.all
    table_with(two, "wist", "Anna", "Ugo")
    assert renamed(one, opened(one), "Benita")[0].data
    learn(two)
