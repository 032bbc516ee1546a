"""Ratings: which matches count, for whom and how often, and who receives ratings."""

from datetime import UTC, datetime
from random import Random

import msgspec
import pytest
from openskill.models import PlackettLuce

from audiogames.core.registry import game, game_ids
from audiogames.net import wire
from audiogames.net.server.contests.rating import NEW, Skill, ranks, rated, told
from audiogames.net.server.contests.results import season_of
from audiogames.net.server.contests.rows import ResultRow, SeatResult
from audiogames.net.server.moderation.rulings import Erased
from audiogames.net.server.store import Shelf
from tests.kit.serving import Served, faultless, play_on, table_of, table_with
from tests.net.test_server_moderation import rule


def account(served, name):
    """Return a person with an account of this name."""
    person = served.call()
    person.hello(name, code="4271", password="long enough", register=True)
    served.do(served.core.verified(person.conn, "hash", served.now))
    assert person.token, person.told
    return person


def rated_table(served, game="invido", names=("Anna", "Bruno"), bots=0):
    people = [account(served, name) for name in names]
    host = people[0]
    host.say(wire.Open, game=game)
    code = host.last(wire.Seated).code
    for person in people[1:]:
        person.say(wire.Join, code=code)
    for _ in range(bots):
        host.say(wire.AddBot)
    host.say(wire.Arrange, rated=True)
    return people


def ask(person, about, game="invido", form="2", **more):
    (answer,) = person.say(wire.AskRatings, about=about, game=game, form=form, **more)
    return answer.lines


def row(*seats):
    return ResultRow(1, "1", 0.0, "wist", "4", "2026-11", seats)


# The model ----------------------------------------------------------------------------------------


def test_ratings_equal_those_of_the_openskill_example():
    """The example in openskill's documentation: two newcomers play, and the first wins."""
    after = rated(row(SeatResult("a", "A", 0, 1), SeatResult("b", "B", 1, 2)), {})
    assert after["a"].mu == pytest.approx(27.635389493140497)
    assert after["b"].mu == pytest.approx(22.364610506859503)
    assert after["a"].sigma == pytest.approx(8.06590141354368)


def test_ratings_of_pairs_and_of_four_players_equal_those_of_openskill():
    model = PlackettLuce()
    known = {who: Skill(20.0 + at, 5.0 + at, 3) for at, who in enumerate("abcd")}
    pairs = row(*(SeatResult(who, who, at % 2, 1 + at % 2) for at, who in enumerate("abcd")))
    skills = [model.rating(one.mu, one.sigma) for one in known.values()]
    (a, c), (b, d) = model.rate([[skills[0], skills[2]], [skills[1], skills[3]]], ranks=[1, 2])
    after = rated(pairs, known)
    assert [after[who].mu for who in "abcd"] == [a.mu, b.mu, c.mu, d.mu]
    assert {one.matches for one in after.values()} == {4}


def test_bot_rating_is_fixed_and_changes_the_rating_of_a_newcomer():
    bot = SeatResult("", "Ada", 0, 2, True, 30.0, 0.5)
    after = rated(row(bot, SeatResult("a", "A", 1, 1)), {})
    assert set(after) == {"a"}
    assert after["a"].mu > 27.0


def test_sides_with_equal_points_have_equal_ranks():
    assert ranks({1}, (3, 5, 3)) == (2, 1, 2)
    assert ranks({0, 2}, (7, 3, 7)) == (1, 2, 1)
    assert told(NEW.mu, NEW.sigma) == 1000


# At a table ---------------------------------------------------------------------------------------


def test_only_a_match_at_a_rated_table_changes_ratings(served):
    people = rated_table(served)
    assert "rated" in people[1].news()
    assert people[1].last(wire.Seated).rated
    people[0].say(wire.StartMatch)
    play_on(served, people, Random(3))
    before = [ask(person, "one")[0] for person in people]
    assert {line.matches for line in before} == {1}
    assert {line.place for line in before} == {0}, "provisional"
    people[0].say(wire.Arrange, rated=False)
    people[0].say(wire.StartMatch)
    play_on(served, people, Random(4))
    assert [ask(person, "one")[0] for person in people] == before
    assert len(ask(people[0], "history")) == 1
    assert not any(isinstance(one, wire.RatingList) and not one.re for one in people[0].told)


def test_rated_match_counts_once_if_the_server_is_killed_at_its_end():
    served = Served()
    people = rated_table(served)
    people[0].say(wire.StartMatch)
    play_on(served, people, Random(3))
    results = dict(served.store.shared.ratings.results)
    assert len(results) == 1
    for again in (served.again(), served.again()):
        again.wait(5)
        assert served.store.shared.ratings.results == results
        faultless(again)


def test_rated_match_resumed_after_a_kill_counts_at_its_end():
    served = Served()
    people = rated_table(served)
    people[0].say(wire.StartMatch)
    served.wait(5)
    again = served.again()
    back = []
    for person in people:
        one = again.call()
        one.hello(token=person.token, heard=-1)
        back.append(one)
    assert table_of(again, back[0]).rated
    play_on(again, back, Random(3))
    assert len(served.store.shared.ratings.results) == 1
    faultless(again)


def test_rated_match_whose_log_the_server_cannot_read_does_not_count():
    served = Served()
    people = rated_table(served)
    people[0].say(wire.StartMatch)
    served.wait(5)
    ((place, log),) = served.store.kept.matches.items()
    served.store.kept.matches[place] = log.replace("dealer", "dance")
    again = served.again()
    assert again.notes
    back = again.call()
    back.hello(token=people[0].token, heard=-1)
    again.wait(3600)
    assert not served.store.shared.ratings.results
    assert ask(back, "one") == ask(back, "history") == []


def test_player_who_leaves_a_rated_match_loses_it(served):
    people = rated_table(served)
    people[0].say(wire.StartMatch)
    served.wait(5)
    people[1].say(wire.Leave)
    play_on(served, people[:1], Random(3))
    (result,) = served.store.shared.ratings.results.values()
    rank = {seat.who: seat.rank for seat in result.seats}
    assert rank["bruno"] > rank["anna"]
    assert ask(people[0], "one", name="Bruno")[0].points < ask(people[0], "one")[0].points


def test_partner_of_a_player_who_left_is_not_rated(served):
    people = rated_table(served, "tressette", ("Anna", "Bruno", "Carla", "Dora"))
    people[0].say(wire.StartMatch)
    served.wait(5)
    order = [chair.name for chair in table_of(served, people[0]).match.chairs]
    partner = order[(order.index("Bruno") + 2) % 4]
    people[1].say(wire.Leave)
    play_on(served, [people[0], people[2], people[3]], Random(3))
    (result,) = served.store.shared.ratings.results.values()
    counts = {seat.name: seat.counts for seat in result.seats}
    assert counts == {name: name != partner for name in order}


def test_rated_table_refuses_guests_and_changed_options_and_unmeasured_bots(served):
    host, guest = table_with(served, "invido", "Anna", "Bruno")
    host.say(wire.Arrange, rated=True)
    assert host.refused(wire.StartMatch) == "net-rated-accounts"
    people = rated_table(served, names=("Carla", "Dora"))
    people[0].say(wire.Arrange, options={"monte_cap": 5})
    assert people[0].refused(wire.StartMatch) == "net-rated-options"
    assert guest.refused(wire.AskRatings, about="all", game="invido") == "net-no-such-game"


def test_rated_match_against_bots_needs_bots_with_measured_ratings(served):
    (anna,) = rated_table(served, "novantanove", ("Anna",), bots=2)
    anna.say(wire.StartMatch)
    play_on(served, [anna], Random(3))
    (line,) = ask(anna, "one", "novantanove", "3")
    assert line.matches == 1
    (bruno,) = rated_table(served, "wist", ("Bruno",))
    for _ in range(3):
        bruno.say(wire.AddBot, level="fair")
    assert bruno.refused(wire.StartMatch) == "net-rated-bots"


def test_ten_matches_against_bots_place_newcomers_by_strength():
    """Two newcomers play ten matches with all bots: one always comes last, the other first."""
    levels = game("wist").bots.ratings
    bots = [SeatResult("", level, 0, 0, True, mu, 0.5) for level, mu in levels.items()]
    skills = {}
    for who, order in (("weak", (4, 3, 2, 1)), ("good", (1, 4, 3, 2))):
        for _ in range(10):
            seats = [SeatResult(who, who, 0, order[0])]
            seats += [
                msgspec.structs.replace(one, side=at, rank=order[at])
                for at, one in enumerate(bots, 1)
            ]
            skills |= rated(row(*seats), skills)
    assert skills["weak"].mu < levels["easy"] < levels["strong"] < skills["good"].mu


@pytest.mark.parametrize("id_", game_ids())
def test_stronger_levels_never_have_lower_ratings(id_):
    bots = game(id_).bots
    found = [bots.ratings[level] for level in bots.rungs]
    assert found == sorted(found)
    assert bots.ratings["normal"] == 25.0


def test_new_account_with_an_old_name_has_no_rating(served):
    people = rated_table(served)
    people[0].say(wire.StartMatch)
    play_on(served, people, Random(3))
    people[1].say(wire.Goodbye)
    served.core.people.accounts.pop("bruno")
    served.store.kept.rows[Shelf.ACCOUNTS].pop("bruno")
    served.core.people._account_sounds.clear()
    served.wait(90_000)
    again = account(served, "Bruno")
    assert ask(again, "one") == []


def test_deleting_an_account_deletes_its_rating(served):
    people = rated_table(served)
    people[0].say(wire.StartMatch)
    play_on(served, people, Random(3))
    assert len(ask(people[0], "one", name="Bruno")) == 1
    rule(served, Erased(at=served.now, changed=served.now, name="Bruno"))
    served.wait(1)
    assert ask(people[0], "one", name="Bruno") == []
    for about in ("first", "around", "season"):
        lines = ask(people[0], about, season=season_of(served.now))
        assert "Bruno" not in {line.name for line in lines}


def test_season_is_the_utc_month_even_at_year_end_and_in_leap_years():
    new_year = datetime(2027, 1, 1, tzinfo=UTC).timestamp()
    assert [season_of(new_year - 1), season_of(new_year)] == ["2026-12", "2027-01"]
    march = datetime(2028, 3, 1, tzinfo=UTC).timestamp()
    assert [season_of(march - 1), season_of(march)] == ["2028-02", "2028-03"]
