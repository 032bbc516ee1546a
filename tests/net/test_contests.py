"""Tournaments on one server process: rounds, results, and restarts after a kill."""

from copy import deepcopy
from random import Random

import pytest

from audiogames.net import wire
from audiogames.net.server.contests.desk import ANNOUNCED, GRACE, MOST_OPEN
from audiogames.net.server.memory_store import MemoryStore
from audiogames.net.server.moderation.rulings import Erased, GivenRole
from audiogames.net.server.store import Shelf
from audiogames.tournaments.model import Plan
from audiogames.tournaments.tournament import Tournament
from tests.kit.serving import Served, faultless, one_move
from tests.net.test_ratings import account
from tests.net.test_server_moderation import rule

NAMES = ("Anna", "Bruno", "Carla", "Dora")


def opened(served, names=NAMES, **more):
    """Open a tournament of Invido; return the people who have entered, and its number."""
    people = [account(served, name) for name in names]
    make_moderator(served, names[0])
    given = {"name": "Coppa", "game": "invido", **more}
    (answer,) = people[0].say(wire.OpenContest, **given)
    (line,) = answer.lines
    for person in people:
        assert not refusals(person.say(wire.InContest, contest=line.contest, do="enter"))
    return people, line.contest


def make_moderator(served, name):
    """Give an account the role that opening a tournament requires."""
    rule(served, GivenRole(at=served.now, changed=served.now, name=name, role=wire.MODERATOR))


def refusals(answers):
    return [one for one in answers if isinstance(one, wire.No)]


def standings(person, number=1):
    (answer,) = person.say(wire.AskContests, contest=number)
    return answer


def state(person):
    (answer,) = person.say(wire.AskContests)
    return answer.lines[0]


def play(served, people, until, most=20_000):
    """Play all matches at random, round after round, until the condition `until` holds."""
    rng = Random(5)
    for _ in range(most):
        if until():
            return
        one_move(served, people, rng)
        served.wait(1.0)
    raise AssertionError(standings(people[0]))


def test_tournament_round_is_announced_and_opens_its_tables(served):
    people, number = opened(served)
    people[0].say(wire.InContest, contest=number, do="start")
    told = [one.last(wire.News) for one in people]
    assert {one.what for one in told} == {"contest-round"}
    assert told[0].args["other"] == "Dora"
    assert people[0].last(wire.Seated) is None
    served.wait(ANNOUNCED + 1)
    tables = [one.last(wire.Seated) for one in people]
    assert all(one.playing for one in tables)
    assert tables[0].table == tables[3].table != tables[1].table == tables[2].table


def test_round_robin_of_four_announces_results_once_a_round(served):
    people, number = opened(served)
    people[0].say(wire.InContest, contest=number, do="start")
    play(served, people, lambda: state(people[0]).state == "over")
    lines = standings(people[0]).lines
    assert sum(line.points for line in lines) == 3 * 6
    assert {line.played for line in lines} == {3}
    news = people[1].news()
    assert news.count("contest-results") == 3
    assert news.count("contest-over") == 1


def test_tournament_survives_server_kills_between_moves():
    served = Served()
    people, number = opened(served)
    people[0].say(wire.InContest, contest=number, do="start")
    rng, kills = Random(7), 0
    for step in range(20_000):
        if served.core.contests.contests[number].is_over:
            break
        one_move(served, people, rng)
        served.wait(1.0)
        if step % 60 == 59:
            kills += 1
            faultless(served)
            served = served.again()
            back = []
            for person in people:
                again = served.call()
                again.hello(token=person.token, heard=-1)
                back.append(again)
            people = back
    contest = served.core.contests.contests[number]
    assert contest.is_over
    assert kills > 2
    results = [event for event in contest.tournament.log if event[0] == "result"]
    assert len(results) == 6
    again = Tournament.of(contest.tournament.plan, contest.tournament.log)
    assert again.standings() == contest.tournament.standings()
    assert sum(line.points for line in again.standings()) == 18


@pytest.mark.slow
def test_tournament_restored_from_a_backup_counts_no_match_twice():
    """Matches played after the backup are played again, even if the whole tournament had ended."""
    served = Served()
    people, number = opened(served)
    people[0].say(wire.InContest, contest=number, do="start")
    play(served, people, lambda: len(served.core.contests.contests[number].tournament.rounds) == 2)
    backup = deepcopy(served.store)
    play(served, people, lambda: state(people[0]).state == "over")
    served = Served(store=backup, now=served.now)
    people = [_back(served, person) for person in people]
    play(served, people, lambda: state(people[0]).state == "over")
    tournament = served.core.contests.contests[number].tournament
    assert sum(event[0] == "result" for event in tournament.log) == 6
    assert {line.played for line in standings(people[0]).lines} == {3}
    faultless(served)


@pytest.mark.slow
def test_late_entrant_of_a_swiss_tournament_is_paired_in_the_next_round(served):
    people, number = opened(served, form="swiss", rounds=4)
    late = account(served, "Elio")
    people[0].say(wire.InContest, contest=number, do="start")
    assert not refusals(late.say(wire.InContest, contest=number, do="enter"))
    play(served, people, lambda: state(people[0]).round == 2)
    assert {"contest-round", "contest-bye"} & set(late.news())


@pytest.mark.slow
def test_spectator_follows_a_tournament_match_and_the_next_round_begins(served):
    people, number = opened(served)
    people[0].say(wire.InContest, contest=number, do="start")
    served.wait(ANNOUNCED + 1)
    guest = served.enter("Gino")
    guest.say(wire.Join, table=people[0].last(wire.Seated).table, watch=True)
    assert guest.last(wire.MatchUpdate).seat is None
    play(served, people, lambda: state(people[0]).round == 2)
    assert guest.last(wire.MatchUpdate).over
    served.wait(ANNOUNCED + 1)
    assert all(one.last(wire.Seated).playing for one in people)


def test_absent_tournament_player_loses_after_the_grace_time(served):
    people, number = opened(served)
    people[0].say(wire.InContest, contest=number, do="start")
    served.lose(people[3])
    served.wait(ANNOUNCED + 5)
    assert not people[0].last(wire.Seated).playing
    served.wait(GRACE + 6)
    first = standings(people[0])
    meeting = next(one for one in first.meetings if "Dora" in {one.first, one.second})
    assert meeting.how == "absent"
    assert "contest-absent" in people[0].news()
    assert next(line.points for line in first.lines if line.name == "Anna") == 3


def test_tournament_with_all_players_absent_ends(served):
    people, number = opened(served, NAMES[:2])
    people[0].say(wire.InContest, contest=number, do="start")
    for person in people:
        served.lose(person)
    served.wait(ANNOUNCED + GRACE + 20)
    assert served.core.contests.contests[number].is_over


def test_bots_fill_a_tournament_and_play_each_other(served):
    people, number = opened(served, NAMES[:1])
    people[0].say(wire.InContest, contest=number, do="bots", table=3)
    people[0].say(wire.InContest, contest=number, do="start")
    play(served, people, lambda: state(people[0]).state == "over")
    assert sum(line.points for line in standings(people[0]).lines) == 18
    served.wait(10)
    assert all(table.members for table in served.core.lobby.tables.values())


def test_tournament_partners_are_named_and_sit_opposite_each_other(served):
    people = [account(served, name) for name in NAMES]
    make_moderator(served, "Anna")
    given = {"name": "Coppia", "game": "tressette", "pairs": True}
    people[0].say(wire.OpenContest, **given)
    assert people[0].refused(wire.InContest, contest=1, do="enter") == "net-contest-partner"
    people[0].say(wire.InContest, contest=1, do="enter", name="Bruno")
    assert people[1].last(wire.News).what == "contest-entered"
    assert (
        people[1].refused(wire.InContest, contest=1, do="enter", name="Carla") == "net-contest-in"
    )
    people[2].say(wire.InContest, contest=1, do="enter", name="Dora")
    people[0].say(wire.InContest, contest=1, do="start")
    served.wait(ANNOUNCED + 1)
    seats = [one.name for one in people[0].last(wire.Seated).seats]
    assert people[0].last(wire.Seated).playing
    assert {frozenset(seats[::2]), frozenset(seats[1::2])} == {
        frozenset(("Anna", "Bruno")),
        frozenset(("Carla", "Dora")),
    }


def test_tournament_match_is_decided_on_points_when_time_is_up(served):
    people, number = opened(served, NAMES[:2], minutes=1)
    people[0].say(wire.InContest, contest=number, do="start")
    served.wait(ANNOUNCED + 1)
    assert people[0].last(wire.Seated).playing
    served.wait(70)
    assert standings(people[0]).meetings[0].how == "time"
    for person in people:
        assert isinstance(person.last(wire.Unseated), wire.Unseated)
        assert not {"stands-up", "host-is", "bot-plays-for"} & set(person.news())
    assert not served.core.lobby.tables


def test_drawn_knock_out_match_continues_after_its_time_limit(served):
    people, _ = opened(served, NAMES[:2], minutes=1, form="knock-out")
    people[0].say(wire.InContest, contest=1, do="start")
    served.wait(ANNOUNCED + 120)
    assert state(people[0]).state == "on"
    assert people[0].last(wire.Seated).playing
    play(served, people, lambda: state(people[0]).state == "over")
    assert people[0].last(wire.News).args["place"] in {1, 2}


def test_tournament_starts_on_time_or_is_called_off(served):
    people, _ = opened(served, NAMES[:2], seconds=600)
    assert state(people[0]).seconds == 600
    served.wait(601)
    assert state(people[0]).state == "on"
    make_moderator(served, "Bruno")
    people[1].say(wire.OpenContest, name="Vuota", game="invido", seconds=60)
    people[1].say(wire.InContest, contest=2, do="enter")
    served.wait(61)
    assert people[1].last(wire.News).what == "contest-few"


@pytest.mark.parametrize(
    ("given", "reason"),
    [
        ({"name": "Coppa", "game": "invido"}, "net-contest-there"),
        ({"name": "Altra", "game": "wist"}, "net-contest-seats"),
        ({"name": "Altra", "game": "invido", "form": "ladder"}, "net-contest-plan"),
        ({"name": "", "game": "invido"}, "net-contest-name"),
        ({"name": "Altra", "game": "poker"}, "net-no-such-game"),
    ],
)
def test_invalid_tournament_is_refused(served, given, reason):
    people, _ = opened(served, NAMES[:2])
    assert people[0].refused(wire.OpenContest, **given) == reason


def test_tournament_with_too_few_entrants_cannot_be_started_and_stays_open(served):
    people, number = opened(served, NAMES[:1])
    given = {"contest": number, "do": "start"}
    assert people[0].refused(wire.InContest, **given) == "net-contest-too-few"
    assert state(people[0]).state == "open"


def test_entrant_without_an_opponent_is_notified_of_a_bye(served):
    people, number = opened(served, NAMES[:3], form="swiss")
    people[0].say(wire.InContest, contest=number, do="start")
    told = [one.last(wire.News).what for one in people]
    served.wait(ANNOUNCED + 1)
    assert sorted(told) == ["contest-bye", "contest-round", "contest-round"]
    without = people[told.index("contest-bye")]
    assert without.last(wire.Seated) is None
    points = {line.name: line.points for line in standings(people[0]).lines}
    assert sorted(points.values()) == [0, 0, 3]


def test_tournament_called_off_before_it_begins_is_announced_as_called_off(served):
    people, number = opened(served, NAMES[:2])
    people[0].say(wire.InContest, contest=number, do="close")
    for person in people:
        assert person.last(wire.News).args == {"contest": "Coppa", "off": "closed"}
    assert state(people[0]).state == "over"


def test_closing_a_tournament_ends_its_unfinished_round(served):
    """All entrants hear their rank, the tables close, and unfinished matches do not count."""
    people, number = opened(served)
    people[0].say(wire.InContest, contest=number, do="start")
    served.wait(ANNOUNCED + 1)
    assert all(one.last(wire.Seated).playing for one in people)
    served.wait(6 * 3600)
    assert state(people[0]).state == "on"
    people[0].say(wire.InContest, contest=number, do="close")
    for person in people:
        assert person.news().count("contest-over") == 1
        assert isinstance(person.last(wire.Unseated), wire.Unseated)
    assert not served.core.lobby.tables
    served.wait(600)
    assert {line.points for line in standings(people[0]).lines} == {0}
    assert people[1].news().count("contest-over") == 1
    faultless(served)


@pytest.mark.slow
def test_match_that_ends_after_its_tournament_was_closed_does_not_count(served, monkeypatch):
    """If the server is killed before it has closed the tournament's tables, matches go on."""
    people, number = opened(served)
    people[0].say(wire.InContest, contest=number, do="start")
    served.wait(ANNOUNCED + 1)
    monkeypatch.setattr(served.core.contests.seating, "close", lambda *_: None)
    people[0].say(wire.InContest, contest=number, do="close")
    play(served, people, lambda: all(one.last(wire.MatchUpdate).over for one in people))
    assert {line.points for line in standings(people[0]).lines} == {0}
    assert people[1].news().count("contest-over") == 1


def test_too_many_tournaments_or_bots_are_refused_with_the_reason(served):
    people, number = opened(served, NAMES[:1])
    given = {"contest": number, "do": "bots", "table": 1000}
    assert people[0].refused(wire.InContest, **given) == "net-contest-bots"
    for at in range(1, MOST_OPEN):
        served.wait(60)
        assert not refusals(people[0].say(wire.OpenContest, name=f"Coppa {at}", game="invido"))
    served.wait(60)
    given = {"name": "Altra", "game": "invido"}
    assert people[0].refused(wire.OpenContest, **given) == "net-contest-many"


@pytest.fixture
def is_bare(monkeypatch):
    """Simulate a server without the optional packages for pairing and ratings."""
    for module in ("audiogames.tournaments.pairing", "audiogames.net.server.contests.rating"):
        monkeypatch.setattr(f"{module}.find_spec", lambda _name: None)


@pytest.mark.usefixtures("is_bare")
def test_swiss_tournament_is_refused_without_networkx(served):
    people, _ = opened(served, NAMES[:2])
    given = {"name": "Altra", "game": "invido"}
    assert people[0].refused(wire.OpenContest, form="swiss", **given) == "net-contest-no-swiss"
    people[0].say(wire.InContest, contest=1, do="start")
    assert state(people[0]).state == "on"


def test_swiss_tournament_ends_after_the_current_round_if_networkx_is_missing(served, request):
    people, number = opened(served, form="swiss")
    people[0].say(wire.InContest, contest=number, do="start")
    request.getfixturevalue("is_bare")
    for table in (0, 1):
        answer = {"table": table, "score": [5, 3], "won": 0, "reason": "by hand"}
        assert not refusals(people[0].say(wire.InContest, contest=1, do="adjudicate", **answer))
    assert state(people[0]).state == "over"
    assert people[3].last(wire.News).what == "contest-over"
    assert any("cannot be paired" in note for note in served.notes)


def test_only_the_organiser_runs_a_tournament(served):
    people, number = opened(served)
    for do in ("start", "close", "bots", "adjudicate"):
        assert people[1].refused(wire.InContest, contest=number, do=do) == "net-contest-rights"
    assert people[0].refused(wire.InContest, contest=number, do="enter") == "net-contest-in"
    assert people[0].refused(wire.InContest, contest=9, do="enter") == "net-no-contest"
    people[0].say(wire.InContest, contest=number, do="start")
    assert people[0].refused(wire.InContest, contest=number, do="start") == "net-contest-has-begun"
    answer = {"table": 0, "score": [5, 3], "won": 0, "reason": "by hand"}
    people[0].say(wire.InContest, contest=number, do="adjudicate", **answer)
    assert standings(people[0]).meetings[0].how == "adjudicated"
    assert standings(people[0]).meetings[0].reason == "by hand"
    late = account(served, "Elio")
    assert late.refused(wire.InContest, contest=number, do="enter") == "net-contest-has-begun"


def test_moderator_adjudicates_a_running_match(served):
    """Both players hear the result and its reason, and the table closes before the next round."""
    people, number = opened(served)
    people[0].say(wire.InContest, contest=number, do="start")
    served.wait(ANNOUNCED + 1)
    make_moderator(served, "Dora")
    table = people[0].last(wire.Seated).table
    answer = {"table": 0, "round": 1, "score": [5, 3], "won": 0, "reason": "Late again"}
    assert people[1].refused(wire.InContest, contest=1, do="adjudicate") == "net-contest-rights"
    assert not refusals(people[3].say(wire.InContest, contest=1, do="adjudicate", **answer))
    assert table not in served.core.lobby.tables
    first = standings(people[0]).meetings[0].first
    for person in (people[0], people[3]):
        told = [one for one in person.told if isinstance(one, wire.News)]
        (ruled,) = [one for one in told if one.what == "contest-ruled"]
        own = 5 if ruled.args["other"] != first else 3
        assert (ruled.args["own"], ruled.args["why"]) == (own, "Late again")
    assert "contest-ruled" not in people[1].news()


def test_start_of_a_tournament_can_be_set_until_it_begins(served):
    people, _ = opened(served, NAMES[:2])
    assert not refusals(people[0].say(wire.InContest, contest=1, do="time", seconds=90))
    assert state(people[0]).seconds == 90
    for seconds in (-5, 10**12):
        given = {"contest": 1, "do": "time", "seconds": seconds}
        assert people[0].refused(wire.InContest, **given) == "net-contest-start"
    assert not refusals(people[0].say(wire.InContest, contest=1, do="time"))
    served.wait(100)
    assert state(people[0]).state == "open"
    people[0].say(wire.InContest, contest=1, do="time", seconds=30)
    served.wait(31)
    given = {"contest": 1, "do": "time", "seconds": 30}
    assert people[0].refused(wire.InContest, **given) == "net-contest-has-begun"


def test_withdrawing_entrant_forfeits_the_match(served):
    people, number = opened(served)
    people[0].say(wire.InContest, contest=number, do="start")
    people[3].say(wire.InContest, contest=number, do="leave")
    assert standings(people[0]).meetings[0].how == "withdrawn"
    assert people[3].refused(wire.InContest, contest=number, do="leave") == "net-contest-not-in"


def test_match_of_a_withdrawn_entrant_ends_and_its_opponent_is_free_for_the_next_round(served):
    people, number = opened(served)
    people[0].say(wire.InContest, contest=number, do="start")
    served.wait(ANNOUNCED + 1)
    table = people[0].last(wire.Seated).table
    people[3].say(wire.InContest, contest=number, do="leave")
    assert table not in served.core.lobby.tables
    (won,) = [one for one in people[0].told if getattr(one, "what", "") == "contest-forfeit"]
    assert won.args["other"] == "Dora"
    assert "contest-forfeit" not in people[1].news()
    play(served, people, lambda: state(people[0]).state == "over")
    hows = [one.outcome.how for one in served.core.contests.contests[number].tournament.meetings()]
    assert hows.count("absent") == 0
    assert hows.count("withdrawn") == hows.count("played") == 3


def test_pair_is_withdrawn_and_notified_if_one_partner_leaves(served):
    people = [account(served, name) for name in NAMES]
    make_moderator(served, "Anna")
    people[0].say(wire.OpenContest, name="Coppia", game="tressette", pairs=True)
    people[0].say(wire.InContest, contest=1, do="enter", name="Bruno")
    people[2].say(wire.InContest, contest=1, do="enter", name="Dora")
    people[0].say(wire.InContest, contest=1, do="start")
    served.wait(ANNOUNCED + 1)
    people[1].say(wire.InContest, contest=1, do="leave")
    (out,) = [one for one in people[0].told if getattr(one, "what", "") == "contest-out"]
    assert out.name == "Bruno"
    assert isinstance(people[0].last(wire.Unseated), wire.Unseated)
    for winner in (people[2], people[3]):
        assert "contest-forfeit" in winner.news()
    assert "contest-out" not in people[1].news()
    assert people[0].refused(wire.InContest, contest=1, do="leave") == "net-contest-not-in"


def test_unreadable_tournament_is_logged_and_the_others_continue():
    store = MemoryStore()
    served = Served(store=store)
    opened(served, NAMES[:2])
    from audiogames.net.server.store import Shelf

    store.kept.rows[Shelf.CONTESTS]["2"] = '{"id": 2}'
    again = served.again()
    assert list(again.core.contests.contests) == [1]
    assert any("Tournament 2" in note for note in again.notes)


def test_players_and_guests_cannot_open_a_tournament(served):
    player = account(served, "Piero")
    assert player.refused(wire.OpenContest, name="X", game="invido") == "net-contest-rights"
    guest = served.enter("Gino")
    assert guest.refused(wire.OpenContest, name="X", game="invido") == "net-contest-rights"
    assert Plan().form == "round-robin"


def test_tournament_of_a_dead_process_continues_at_another(processes):
    one, other = processes.all
    people, number = opened(one)
    assert number == (one.process << 24) + 1
    people[0].say(wire.InContest, contest=number, do="start")
    one.wait(ANNOUNCED + 1)
    rng = Random(5)
    for _ in range(30):
        one_move(one, people, rng)
        one.wait(1.0)
    other.meet()
    assert not other.core.contests.contests
    other.now = one.now
    processes.kill(one)
    other.meet()
    tables = other.core.contests.contests[number].tables.values()
    assert len(other.core.lobby.tables) == len(set(tables)) == 2
    for person in people:
        person.server = other
    back = [other.back(person) for person in people]
    play(other, back, lambda: state(back[0]).state == "over")
    lines = standings(back[0], number).lines
    assert sum(line.points for line in lines) == 18
    assert {line.played for line in lines} == {3}
    made, late = opened(other, ("Elio", "Febe"))[1], one.core.contests
    assert made == (other.process << 24) + 1
    one.wait(ANNOUNCED)
    assert number not in late.contests, "the first process still believes that it has it"
    faultless(other)


@pytest.mark.slow
def test_scopone_tournament_on_a_repeatedly_killed_server_has_the_standings_of_its_log():
    """The tournament has the UICI's rules, and the server is killed every two minutes."""
    served = Served()
    people = [account(served, name) for name in NAMES]
    make_moderator(served, "Anna")
    options = {"form": "scientifico", "points": 21}
    given = {"name": "UICI", "game": "scopa", "pairs": True, "options": options}
    people[0].say(wire.OpenContest, **given)
    people[0].say(wire.InContest, contest=1, do="enter", name="Bruno")
    people[2].say(wire.InContest, contest=1, do="enter", name="Dora")
    for _ in range(6):
        people[0].say(wire.InContest, contest=1, do="bots", table=1)
    people[0].say(wire.InContest, contest=1, do="start")
    rng, killed_at, kills = Random(7), served.now, 0
    while not served.core.contests.contests[1].is_over:
        one_move(served, people, rng)
        served.wait(2.0)
        if served.now >= killed_at + 120:
            faultless(served)
            served, killed_at, kills = served.again(), served.now, kills + 1
            people = [_back(served, person) for person in people]
    tournament = served.core.contests.contests[1].tournament
    again = Tournament.of(tournament.plan, tournament.log)
    assert again.standings() == tournament.standings()
    assert kills > 10
    assert {line.played for line in again.standings()} == {7}
    assert sum(event[0] == "result" for event in tournament.log) == 28


def _back(served, person):
    again = served.call()
    again.hello(token=person.token, heard=-1)
    return again


def erased(served, name):
    """Delete an account as the command `admin` does."""
    rule(served, Erased(at=served.now, changed=served.now, name=name))


def test_deleted_account_forfeits_in_its_tournament_and_is_listed_there_as_a_number(served):
    people, number = opened(served)
    people[0].say(wire.InContest, contest=number, do="start")
    served.wait(ANNOUNCED + 1)
    erased(served, "Dora")
    served.wait(1)
    page = standings(people[0])
    assert "Dora" not in repr(page)
    assert page.meetings[0].how == "withdrawn"
    assert "#4" in repr(page)
    rows = served.store.shelf(Shelf.CONTESTS)
    assert "dora" not in repr(rows).lower()


def test_exported_account_data_includes_tournaments_and_ratings(served):
    people, _ = opened(served)
    data = people[1].say(wire.ManageAccount, do="data")[0].data
    assert data["tournaments"] == ["Coppa"]
    assert data["conduct"] == [{"finished": 0, "left": 0, "timeouts": 0}]
    assert data["ratings"] == data["rated"] == data["days"] == []
