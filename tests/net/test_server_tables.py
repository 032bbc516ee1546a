"""Tables on a server: opening, joining, the rights of hosts, votes, scores."""

from random import Random

import pytest

from audiogames.net import wire
from audiogames.net.server import limits
from tests.kit.serving import play_on, table_of, table_with


def seated(person):
    return [seat.name for seat in person.last(wire.Seated).seats]


def test_table_is_private_by_default(served):
    anna = served.enter("Anna")
    anna.say(wire.Open, game="wist", options={"clockwise": True}, limit=30)
    table = anna.last(wire.Seated)
    assert (table.host, table.me, table.public, table.limit) == ("Anna", 0, False, 30)
    assert table.options["clockwise"] is True
    assert len(table.code) == 6
    bruno = served.enter("Bruno")
    assert bruno.say(wire.ListTables)[0].tables == []
    assert bruno.refused(wire.Join, table=table.table) == "net-no-such-table"
    anna.say(wire.Arrange, public=True)
    (line,) = bruno.say(wire.ListTables)[0].tables
    assert (line.host, line.people, line.bots, line.seats) == ("Anna", 1, 0, 5)
    bruno.say(wire.Join, table=line.table)
    assert seated(bruno) == ["Anna", "Bruno"]
    assert anna.news() == ["public", "sits-down"]


@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        ({"game": "chess"}, "net-no-such-game"),
        ({"game": "wist", "options": {"x": 1}}, "option-unknown"),
        ({"game": "wist", "options": {"form": "five"}}, "option-bad-value"),
        ({"game": "wist", "options": {"form": ["eight"]}}, "net-bad-option"),
        ({"game": "wist", "options": {"form": "y" * 70}}, "net-bad-option"),
        ({"game": "wist", "options": {str(n): 1 for n in range(50)}}, "net-too-many-options"),
        ({"game": "wist", "limit": 3}, "net-bad-limit"),
        ({"game": "wist", "limit": 10**9}, "net-bad-limit"),
    ],
)
def test_invalid_table_is_refused(served, fields, reason):
    anna = served.enter("Anna")
    assert anna.refused(wire.Open, **fields) == reason
    assert anna.last(wire.Seated) is None


def test_person_sits_at_only_one_table_at_a_time(served):
    anna, bruno = table_with(served, "wist", "Anna", "Bruno")
    assert anna.refused(wire.Open, game="wist") == "net-already-at-table"
    code = anna.last(wire.Seated).code
    assert bruno.refused(wire.Join, code=code) == "net-already-at-table"


def test_match_needs_a_number_of_players_that_the_game_allows(served):
    (anna,) = table_with(served, "tressette", "Anna")
    assert anna.refused(wire.StartMatch) == "net-wrong-number"
    for _ in range(3):
        anna.say(wire.AddBot, level="easy")
    assert anna.refused(wire.AddBot) == "net-table-full"
    anna.say(wire.StartMatch)
    assert anna.last(wire.Seated).playing
    assert anna.refused(wire.StartMatch) == "net-not-during-match"
    assert anna.refused(wire.AddBot) == "net-not-during-match"
    assert anna.refused(wire.Watch) == "net-not-during-match"
    assert anna.refused(wire.Arrange, limit=30) == "net-not-during-match"
    assert anna.refused(wire.Arrange, options={"target": 21}) == "net-not-during-match"


def test_bots_can_be_added_and_removed(served):
    anna, bruno = table_with(served, "wist", "Anna", "Bruno")
    assert anna.refused(wire.RemoveBot) == "net-no-bot"
    assert anna.refused(wire.AddBot, level="genius") == "net-unknown-level"
    assert bruno.refused(wire.AddBot) == "net-host-only"
    anna.say(wire.AddBot, level="easy")
    assert anna.last(wire.Seated).seats[2].level == "easy"
    anna.say(wire.RemoveBot)
    assert seated(bruno) == ["Anna", "Bruno"]
    assert bruno.news() == ["bot-sits", "bot-leaves"]


def test_bot_is_renamed_if_a_person_has_its_name(served):
    (anna,) = table_with(served, "wist", "Anna", bots=1)
    bot = seated(anna)[1]
    other = served.enter(bot)
    other.say(wire.Join, code=anna.last(wire.Seated).code)
    names = seated(anna)
    assert names[2] == bot
    assert len(set(names)) == 3


def test_second_player_at_a_table_of_pairs_is_an_opponent(served):
    people = table_with(served, "tressette", "Anna", "Bruno", "Carla", "Dario")
    people[0].say(wire.StartMatch)
    assert seated(people[0]) == ["Anna", "Bruno", "Dario", "Carla"]
    assert [person.seat for person in people] == [0, 1, 3, 2]


def test_only_the_host_may_manage_a_table(served):
    anna, bruno = table_with(served, "invido", "Anna", "Bruno")
    for kind, fields in (
        (wire.StartMatch, {}),
        (wire.RemoveBot, {}),
        (wire.Arrange, {"public": True}),
        (wire.PassHost, {"name": "Bruno"}),
        (wire.Kick, {"name": "Anna"}),
    ):
        assert bruno.refused(kind, **fields) == "net-host-only"
    assert anna.refused(wire.PassHost, name="Anna") == "net-not-yourself"
    assert anna.refused(wire.PassHost, name="Carla") == "net-nobody-called"
    anna.say(wire.PassHost, name="bruno")
    assert bruno.last(wire.Seated).host == "Bruno"
    assert anna.refused(wire.StartMatch) == "net-host-only"


def test_table_of_a_leaving_host_passes_to_another_person(served):
    anna, bruno = table_with(served, "wist", "Anna", "Bruno")
    anna.say(wire.Leave)
    assert isinstance(anna.told[-1], wire.Unseated)
    assert bruno.last(wire.Seated).host == "Bruno"
    assert bruno.news() == ["stands-up", "host-is"]
    bruno.say(wire.Leave)
    assert not served.core.lobby.tables
    assert bruno.refused(wire.Leave) == "net-at-no-table"


def test_kicked_player_may_return_but_a_banned_one_may_not(served):
    anna, bruno = table_with(served, "wist", "Anna", "Bruno")
    code = anna.last(wire.Seated).code
    anna.say(wire.Kick, name="Bruno")
    assert [type(one).__name__ for one in bruno.told[-2:]] == ["News", "Unseated"]
    assert bruno.news()[-1] == "kicked"
    bruno.say(wire.Join, code=code)
    anna.say(wire.Kick, name="Bruno", ban=True)
    again = anna.last(wire.Seated).code
    assert again != code
    assert bruno.refused(wire.Join, code=code) == "net-wrong-code"
    assert bruno.refused(wire.Join, code=again) == "net-banned"
    assert [row.text.count("Bruno") for row in served.store.moderation] == [1, 1]


def test_player_kicked_during_a_match_is_replaced_by_a_bot(served):
    anna, bruno = table_with(served, "invido", "Anna", "Bruno")
    anna.say(wire.StartMatch)
    anna.say(wire.Kick, name="Bruno")
    assert anna.last(wire.Seated).seats[1].stand_in
    assert bruno.refused(wire.Join, code=anna.last(wire.Seated).code) == "net-match-runs"


def test_spectators_are_listed_and_can_be_disallowed(served):
    anna, bruno = table_with(served, "invido", "Anna", "Bruno")
    carla = served.enter("Carla")
    carla.say(wire.Join, code=anna.last(wire.Seated).code, watch=True)
    assert anna.last(wire.Seated).watching == ["Carla"]
    anna.say(wire.StartMatch)
    update = carla.last(wire.MatchUpdate)
    assert (update.seat, update.view["hand"], update.view["legal"]) == (None, [], [])
    assert carla.refused(wire.MakeMove, seq=update.seq, move="3c") == "net-you-watch"
    assert carla.refused(wire.Ready) == "net-you-watch"
    assert carla.refused(wire.VotePause) == "net-you-watch"
    anna.say(wire.Arrange, spectators=False)
    assert carla.last(wire.Unseated) is not None
    assert bruno.last(wire.Seated).watching == []


def test_player_can_change_to_spectator_and_back(served):
    anna, bruno = table_with(served, "invido", "Anna", "Bruno")
    bruno.say(wire.Watch)
    assert (seated(anna), anna.last(wire.Seated).watching) == (["Anna"], ["Bruno"])
    bruno.say(wire.Watch)
    assert seated(anna) == ["Anna", "Bruno"]
    anna.say(wire.Watch)
    anna.say(wire.AddBot)
    bruno.say(wire.Leave)
    anna.say(wire.AddBot)
    assert anna.refused(wire.StartMatch) == "net-nobody-plays"


def test_score_of_a_match_is_sent_for_public_tables_only(served):
    anna, _ = table_with(served, "invido", "Anna", "Bruno", public=True)
    carla = served.enter("Carla")
    table = anna.last(wire.Seated).table
    assert carla.refused(wire.AskStanding, table=table) == "net-no-match"
    anna.say(wire.StartMatch)
    update = carla.say(wire.AskStanding, table=table)[0]
    assert (update.n, update.seat, update.view["hand"]) == (0, None, [])
    anna.say(wire.Arrange, public=False)
    assert carla.refused(wire.AskStanding, table=table) == "net-no-such-table"


def test_two_votes_pause_a_match_and_two_votes_resume_it(served):
    anna, bruno, carla = table_with(served, "novantanove", "Anna", "Bruno", "Carla", limit=30)
    assert anna.refused(wire.VotePause) == "net-no-match"
    anna.say(wire.StartMatch)
    anna.say(wire.VotePause)
    assert carla.told[-1].args == {"votes": 1, "needed": 2}
    anna.say(wire.VotePause)
    assert not carla.last(wire.Seated).paused
    bruno.say(wire.VotePause)
    assert carla.last(wire.Seated).paused
    update = anna.last(wire.MatchUpdate)
    turn = next(one for one in (anna, bruno, carla) if one.seat == update.view["to_act"])
    served.wait(300)
    move = turn.last(wire.MatchUpdate).view["legal"][0]
    assert turn.refused(wire.MakeMove, seq=update.seq, move=move) == "refused-paused"
    carla.say(wire.VotePause)
    anna.say(wire.VotePause)
    assert anna.news()[-1] == "resumed"
    assert isinstance(turn.say(wire.MakeMove, seq=update.seq, move=move)[0], wire.MatchUpdate)


def test_single_vote_pauses_a_match_against_bots(served):
    (anna,) = table_with(served, "wist", "Anna", bots=3)
    anna.say(wire.StartMatch)
    anna.say(wire.VotePause)
    assert anna.last(wire.Seated).paused
    entries = len(table_of(served, anna).match.served.log.entries)
    served.wait(100)
    assert len(table_of(served, anna).match.served.log.entries) == entries


def test_pause_votes_are_recounted_when_a_player_leaves(served):
    anna, bruno = table_with(served, "novantanove", "Anna", "Bruno")
    anna.say(wire.StartMatch)
    anna.say(wire.VotePause)
    served.lose(bruno)
    assert anna.last(wire.Seated).paused


def test_next_match_starts_with_the_same_people(served):
    people = table_with(served, "invido", "Anna", "Bruno")
    people[0].say(wire.StartMatch)
    play_on(served, people, Random(5))
    people[0].say(wire.StartMatch)
    assert people[1].last(wire.Seated).playing
    assert people[1].last(wire.MatchUpdate).deals == 1
    assert [row for row in served.store.kept.matches.values() if row.count("dealer ") == 1]


def test_people_online_are_listed_with_their_tables(served):
    _, bruno = table_with(served, "wist", "Anna", "Bruno")
    carla = served.enter("Carla", gender="f")
    people = {one.name: one for one in carla.say(wire.ListPeople)[0].people}
    assert sorted(people) == ["Anna", "Bruno", "Carla"]
    assert people["Anna"].table == 0
    assert people["Carla"].gender == "f"
    people = {one.name: one for one in bruno.say(wire.ListPeople)[0].people}
    assert (people["Anna"].host, people["Anna"].table > 0) == (True, True)


def test_number_of_tables_is_limited(served, monkeypatch):
    monkeypatch.setattr(limits, "TABLES", 1)
    table_with(served, "wist", "Anna")
    assert served.enter("Bruno").refused(wire.Open, game="wist") == "net-no-more-tables"


def test_slow_mode_delay_is_validated(served):
    (anna,) = table_with(served, "wist", "Anna")
    assert anna.refused(wire.Arrange, slow=-1) == "net-bad-slow"
    anna.say(wire.Arrange, slow=10, extensions=False)
    assert (anna.last(wire.Seated).slow, anna.last(wire.Seated).extensions) == (10, False)
    assert anna.news() == ["options-changed"]


def test_person_who_may_not_watch_a_match_cannot_request_its_score(served):
    anna, bruno = table_with(served, "wist", "Anna", "Bruno", bots=2, public=True)
    table = anna.last(wire.Seated).table
    carla, dora = served.enter("Carla"), served.enter("Dora", address="203.0.113.9")
    anna.say(wire.StartMatch)
    dora.say(wire.Join, table=table, watch=True)
    anna.say(wire.Kick, name="Dora", ban=True)
    assert dora.refused(wire.AskStanding, table=table) == "net-banned"
    anna.say(wire.Arrange, spectators=False)
    assert carla.refused(wire.AskStanding, table=table) == "net-no-spectators"
    assert isinstance(bruno.say(wire.AskStanding, table=table)[0], wire.MatchUpdate)
    anna.say(wire.Arrange, spectators=True)
    anna.say(wire.BlockPerson, name="Carla")
    assert carla.refused(wire.AskStanding, table=table) == "net-banned"
