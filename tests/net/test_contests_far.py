"""Tournaments with players at several processes: entering, playing and takeovers."""

from random import Random

import pytest

from audiogames.net import wire
from audiogames.net.server import limits
from audiogames.net.server.contests.desk import AGAIN, ANNOUNCED, GRACE
from audiogames.net.server.moderation.rulings import Erased
from audiogames.net.server.people.member import row_of
from audiogames.net.server.store import Mail, Shelf
from audiogames.tournaments.tournament import Tournament
from tests.kit.processes import Processes, go
from tests.kit.serving import Served, faultless, one_move, table_of
from tests.net.test_contests import make_moderator, refusals, rule
from tests.net.test_ratings import account
from tests.net.test_server_moderation import learn
from tests.net.test_server_renaming import renamed


def act(processes, person, do, **more):
    return processes.ask(person, wire.InContest, contest=NUMBER, do=do, **more)


NUMBER = (1 << 24) + 1
"""The first tournament of the first process."""


@pytest.fixture
def cup(processes):
    """Return Anna, who has opened a tournament at the first process, and Bruno at the second."""
    return opened(processes)


def opened(processes, **more):
    one, other = processes.all[:2]
    anna, bruno = account(one, "Anna"), account(other, "Bruno")
    for served in processes.all:
        make_moderator(served, "Anna")
    (answer,) = anna.say(wire.OpenContest, **{"name": "Coppa", "game": "invido", **more})
    assert answer.lines[0].contest == NUMBER
    processes.meet()
    return anna, bruno


def listed(person):
    return person.say(wire.AskContests)[0].lines


def news(person, what):
    return [one for one in person.told if isinstance(one, wire.News) and one.what == what]


def wait(processes, seconds):
    """Advance the time at all live processes, and deliver mail each second."""
    for _ in range(round(seconds)):
        for served in alive(processes):
            served.wait(1.0)
        processes.meet()


def alive(processes):
    return [one for one in processes.all if one.process not in processes.shared.dead]


def follow(processes, people):
    """Reconnect people whom the server has redirected, and people whose process has died.

    The former connect to the process that the redirect names, the latter to any live one.
    """
    people[:] = [followed(processes, person, at) for at, person in enumerate(people)]


def followed(processes, person, at):
    """Reconnect a person if the server redirected them or their process died.

    Return the person as connected afterwards.
    """
    living = alive(processes)
    if person.server not in living:
        person.server = living[at % len(living)]
        return followed(processes, person.server.back(person), at)
    called = person.last(wire.GoTo)
    if not person.dropped or called is None:
        return person
    there = processes.at(called.address)
    if there in living:
        return go(processes, person)
    person.server = there
    return person


def play(processes, people, until, most=6000):
    """Play all matches at random and follow redirects until the condition `until` holds."""
    rng = Random(5)
    for _ in range(most):
        if until():
            return
        follow(processes, people)
        one_move(None, people, rng)
        wait(processes, 1)
    raise AssertionError("the tournament does not end")


# --- Asking ---------------------------------------------------------------------------------------


def test_every_process_lists_the_same_tournaments(processes, cup):
    anna, bruno = cup
    assert not refusals([act(processes, bruno, "enter")])
    processes.meet()
    mine, far = listed(anna)[0], listed(bruno)[0]
    assert (mine.name, mine.entrants, mine.entered, mine.mine) == ("Coppa", 1, False, True)
    assert (far.name, far.entrants, far.entered, far.mine) == ("Coppa", 1, True, False)


def test_player_at_a_table_enters_and_leaves_a_tournament_of_another_process(processes, cup):
    _, bruno = cup
    bruno.say(wire.Open, game="wist")
    assert isinstance(act(processes, bruno, "enter"), wire.Done)
    assert act(processes, bruno, "enter").reason == "net-contest-in"
    assert table_of(bruno.server, bruno) is not None
    assert isinstance(act(processes, bruno, "leave"), wire.Done)
    assert act(processes, bruno, "leave").reason == "net-contest-not-in"


def test_standings_of_a_tournament_at_another_process_can_be_requested(processes, cup):
    anna, bruno = cup
    anna.say(wire.InContest, contest=NUMBER, do="enter")
    act(processes, bruno, "enter")
    here = processes.ask(anna, wire.AskContests, contest=NUMBER)
    there = processes.ask(bruno, wire.AskContests, contest=NUMBER)
    assert [line.name for line in there.lines] == ["Anna", "Bruno"]
    assert here.lines == there.lines


def test_rights_in_a_tournament_at_another_process_are_checked(processes, cup):
    _, bruno = cup
    assert act(processes, bruno, "start").reason == "net-contest-rights"
    for served in processes.all:
        make_moderator(served, "Bruno")
    assert isinstance(act(processes, bruno, "bots", table=1), wire.Done)
    assert isinstance(act(processes, bruno, "time", seconds=90), wire.Done)
    processes.meet()
    assert listed(bruno)[0].seconds == 90


def test_entry_by_a_guest_or_to_an_unknown_tournament_is_refused_at_another_process(processes, cup):
    guest = processes.all[1].enter("Gino")
    assert act(processes, guest, "enter").reason == "net-rated-accounts"
    given = {"contest": NUMBER + 7, "do": "enter"}
    assert guest.refused(wire.InContest, **given) == "net-no-contest"


def test_request_to_a_dead_process_is_answered_by_a_refusal(processes, cup):
    _, bruno = cup
    processes.kill(processes.all[0])
    bruno.say(wire.InContest, contest=NUMBER, do="enter")
    processes.all[1].wait(limits.LETTER_SECONDS + 1)
    assert bruno.told[-1].reason == "net-not-reached"
    assert bruno.told[-1].args == {"name": "Coppa"}


def test_tournament_name_used_at_another_process_is_refused(processes, cup):
    _, bruno = cup
    for served in processes.all:
        make_moderator(served, "Bruno")
    given = {"name": "coppa", "game": "invido"}
    assert bruno.refused(wire.OpenContest, **given) == "net-contest-there"


def test_request_between_processes_of_different_versions_is_refused(processes, cup):
    one, other = processes.all
    text = row_of(
        {"type": "contest", "number": 5, "sender": "Bruno", "to": "Coppa",
         "asker": {"key": "bruno", "name": "Bruno"}, "request": '{"type":"unheard-of","id":1}'}
    )  # fmt: skip
    other.store.post([Mail(one.process, text)])
    one.meet()
    (mail,) = other.store.collect()
    assert "net-malformed" in mail.text


# --- Pairs ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("place", [0, 1])
def test_partners_of_a_pair_enter_from_two_processes(processes, place):
    """The partner is found at the other process and notified there."""
    people = opened(processes, game="tressette", pairs=True)
    asker, partner = people[place], people[1 - place]
    assert act(processes, asker, "enter").reason == "net-contest-partner"
    assert act(processes, asker, "enter", name="Nobody").reason == "net-contest-partner"
    assert isinstance(
        act(processes, asker, "enter", name=partner.last(wire.Welcome).name), wire.Done
    )
    assert len(news(partner, "contest-entered")) == 1
    assert not news(asker, "contest-entered")
    assert isinstance(act(processes, partner, "leave"), wire.Done)
    assert len(news(asker, "contest-out")) == 1


# --- Playing --------------------------------------------------------------------------------------


def test_player_at_another_process_is_called_to_the_table(processes, cup):
    anna, bruno = cup
    anna.say(wire.InContest, contest=NUMBER, do="enter")
    act(processes, bruno, "enter")
    anna.say(wire.InContest, contest=NUMBER, do="start")
    processes.meet()
    (told,) = news(bruno, "contest-round")
    assert told.args["other"] == "Anna"
    wait(processes, ANNOUNCED + 1)
    assert bruno.last(wire.GoTo).re == 0
    bruno = go(processes, bruno)
    wait(processes, AGAIN + 1)
    assert bruno.last(wire.Seated).playing
    people = [anna, bruno]
    play(processes, people, lambda: listed(anna)[0].state == "over")
    assert len(news(people[1], "contest-over")) == 1
    assert (
        sum(line.points for line in people[1].say(wire.AskContests, contest=NUMBER)[0].lines) == 3
    )


def test_player_in_the_middle_of_a_match_is_not_called_to_another_process(processes, cup):
    anna, bruno = cup
    anna.say(wire.InContest, contest=NUMBER, do="enter")
    act(processes, bruno, "enter")
    bruno.say(wire.Open, game="invido")
    bruno.say(wire.AddBot)
    bruno.say(wire.StartMatch)
    anna.say(wire.InContest, contest=NUMBER, do="start")
    wait(processes, ANNOUNCED + AGAIN + 1)
    assert not bruno.dropped
    bruno.say(wire.Leave)
    wait(processes, AGAIN + 1)
    assert bruno.dropped
    bruno = go(processes, bruno)
    wait(processes, AGAIN + 1)
    assert bruno.last(wire.Seated).playing


def test_player_at_another_process_who_does_not_connect_is_absent(processes, cup):
    anna, bruno = cup
    anna.say(wire.InContest, contest=NUMBER, do="enter")
    act(processes, bruno, "enter")
    bruno.server.lose(bruno)
    anna.say(wire.InContest, contest=NUMBER, do="start")
    wait(processes, ANNOUNCED + GRACE + AGAIN + 1)
    assert len(news(anna, "contest-absent")) == 1
    lines = processes.ask(anna, wire.AskContests, contest=NUMBER).lines
    assert [(line.name, line.points) for line in lines] == [("Anna", 3), ("Bruno", 0)]


def test_present_entrant_wins_a_meeting_even_if_the_absent_one_is_listed_first(served):
    """The present player gets a seat even though the player listed first is missing."""
    people = [account(served, name) for name in ("Anna", "Bruno")]
    make_moderator(served, "Anna")
    people[0].say(wire.OpenContest, name="Coppa", game="invido")
    for person in people:
        person.say(wire.InContest, contest=1, do="enter")
    people[0].say(wire.InContest, contest=1, do="start")
    served.lose(people[0])
    served.wait(ANNOUNCED + GRACE + AGAIN + 1)
    lines = people[1].say(wire.AskContests, contest=1)[0].lines
    assert [(line.name, line.points) for line in lines] == [("Bruno", 3), ("Anna", 0)]


def test_refused_tournament_change_is_not_announced(processes, cup):
    """The first process was believed dead, and the second has taken over its tournament."""
    anna, bruno = cup
    anna.say(wire.InContest, contest=NUMBER, do="enter")
    act(processes, bruno, "enter")
    processes.kill(processes.all[0])
    processes.all[1].meet()
    assert NUMBER in processes.all[1].core.contests.contests
    anna.say(wire.InContest, contest=NUMBER, do="start")
    assert not processes.shared.mail.get(2)
    assert NUMBER not in processes.all[0].core.contests.contests
    assert not news(bruno, "contest-round")


def test_deleted_account_leaves_the_tournaments_of_all_processes(processes, cup):
    anna, bruno = cup
    anna.say(wire.InContest, contest=NUMBER, do="enter")
    act(processes, bruno, "enter")
    other = processes.all[1]
    other.core._accounts.delete("bruno", other.now)
    other.do(other.core.begin())
    processes.meet()
    page = processes.ask(anna, wire.AskContests, contest=NUMBER)
    assert "Bruno" not in repr(page)
    assert "#2" in repr(page)


def test_account_erased_by_the_operator_leaves_tournaments_of_every_process(processes, cup):
    anna, bruno = cup
    act(processes, bruno, "enter")
    one = processes.all[0]
    assert "bruno" not in one.core.people.accounts
    rule(one, Erased(at=one.now, changed=one.now, name="Bruno"))
    assert "Bruno" not in repr(processes.ask(anna, wire.AskContests, contest=NUMBER))


def test_exported_account_lists_its_tournaments_at_other_processes(processes, cup):
    _, bruno = cup
    act(processes, bruno, "enter")
    processes.meet()
    (page,) = bruno.say(wire.ManageAccount, do="data")
    assert page.data["tournaments"] == ["Coppa"]


def test_entrant_renamed_elsewhere_is_called_and_listed_under_the_new_name(processes, cup):
    anna, bruno = cup
    one, other = processes.all
    anna.say(wire.InContest, contest=NUMBER, do="enter")
    act(processes, bruno, "enter")
    renamed(other, bruno, "Zeno")
    learn(one)
    anna.say(wire.InContest, contest=NUMBER, do="start")
    assert news(anna, "contest-round")[0].args["other"] == "Zeno"
    wait(processes, ANNOUNCED + 1)
    bruno = go(processes, bruno)
    wait(processes, AGAIN + 1)
    assert bruno.last(wire.Seated).playing
    page = processes.ask(bruno, wire.AskContests, contest=NUMBER)
    assert {line.name for line in page.lines} == {"Anna", "Zeno"}


# --- Taking over ----------------------------------------------------------------------------------


def four_at_two_tables(processes):
    """Return four people of the first process in the first round of a tournament."""
    anna, _ = opened(processes)
    one = processes.all[0]
    people = [anna, *(account(one, name) for name in ("Carla", "Dora", "Elio"))]
    for person in people:
        person.say(wire.InContest, contest=NUMBER, do="enter")
    anna.say(wire.InContest, contest=NUMBER, do="start")
    wait(processes, ANNOUNCED + 1)
    assert len(one.core.lobby.tables) == 2
    return people


@pytest.mark.slow
@pytest.mark.parametrize("planned", [False, True], ids=["killed", "ended"])
def test_tournament_moves_to_one_process_even_if_its_players_reconnect_to_two(processes, planned):
    """The tournament and both tables move to the process at which a player reconnects first."""
    processes.all.append(processes.start(3))
    processes.meet()
    people = four_at_two_tables(processes)
    one, other, third = processes.all
    if planned:
        one.do(one.cluster.hand_over_contests())
        for number in [*one.core.lobby.tables]:
            one.do(one.cluster.hand_over(number))
    else:
        processes.kill(one)
    first = people[0].last(wire.Seated).table
    back = []
    for person in people:
        person.server = other if person.last(wire.Seated).table == first else third
        again = person.server.back(person)
        back.append(go(processes, again) if again.dropped else again)
    if planned:
        processes.kill(one)
    wait(processes, 2)
    assert NUMBER in other.core.contests.contests
    assert NUMBER not in third.core.contests.contests
    assert len(other.core.lobby.tables) == 2
    assert not third.core.lobby.tables
    play(processes, back, lambda: other.core.contests.contests[NUMBER].is_over)
    tournament = other.core.contests.contests[NUMBER].tournament
    assert sum(event[0] == "result" for event in tournament.log) == 6
    assert {line.played for line in tournament.standings()} == {3}
    assert Tournament.of(tournament.plan, tournament.log).standings() == tournament.standings()


@pytest.mark.slow
def test_tournament_table_with_an_uncertain_commit_is_reloaded_and_not_opened_twice(processes):
    """The table is loaded before its players reconnect, and they continue the same match."""
    people = four_at_two_tables(processes)
    one = processes.all[0]
    tables = {*one.core.lobby.tables}
    lost = people[0].last(wire.Seated).table
    one.do(one.cluster.refused({(Shelf.TABLES, str(lost))}, one.now, uncertain=True))
    assert {*one.core.lobby.tables} == tables - {lost}
    wait(processes, 2 * AGAIN + 2)
    assert {*one.core.lobby.tables} == tables
    people = [one.back(person) if person.dropped else person for person in people]
    play(processes, people, lambda: listed(people[0])[0].state == "over")
    meetings = one.core.contests.contests[NUMBER].tournament.meetings()
    assert [meeting.outcome.how for meeting in meetings] == ["played"] * 6


@pytest.mark.slow
def test_tournament_with_people_at_two_processes_survives_kills():
    """A new process starts after each kill; players of the killed one reconnect to a live one."""
    processes, rng = Processes(), Random(3)
    anna, bruno = opened(processes)
    people = [
        anna,
        bruno,
        *(account(processes.all[at], name) for at, name in ((0, "Carla"), (1, "Dora"))),
    ]
    for person in people:
        assert isinstance(act(processes, person, "enter"), wire.Done)
    act(processes, anna, "start")
    kills = 0
    for step in range(4000):
        running = [one for one in alive(processes) if NUMBER in one.core.contests.contests]
        if running and running[0].core.contests.contests[NUMBER].is_over:
            break
        follow(processes, people)
        one_move(None, people, rng)
        wait(processes, 1)
        if step % 60 == 59:
            kills += 1
            kill_one(processes, rng)
            follow(processes, people)
    tournament = running[0].core.contests.contests[NUMBER].tournament
    assert tournament.is_over
    assert kills > 2
    assert sum(event[0] == "result" for event in tournament.log) == 6
    assert {one.outcome.how for one in tournament.meetings()} == {"played"}
    assert Tournament.of(tournament.plan, tournament.log).standings() == tournament.standings()
    for served in alive(processes):
        faultless(served)


def kill_one(processes, rng):
    """Kill one of the processes, and start another."""
    dead = rng.choice(alive(processes))
    processes.kill(dead)
    number = len(processes.all) + 1
    processes.all.append(processes.start(number))
    processes.all[-1].now = dead.now
    processes.meet()


def test_server_of_one_process_has_no_tournaments_of_other_processes():
    served = Served()
    assert tuple(served.core.parts.others.contests()) == ()
    anna = account(served, "Anna")
    make_moderator(served, "Anna")
    anna.say(wire.OpenContest, name="Coppa", game="invido")
    assert anna.refused(wire.InContest, contest=9, do="enter") == "net-no-contest"
    faultless(served)
