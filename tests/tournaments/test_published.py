"""Tests that pairings and standings equal those published by real tournaments."""

from typing import Final

import pytest

from audiogames.tournaments.model import (
    BUCHHOLZ,
    BYE,
    DIRECT,
    GROUPS,
    KNOCK_OUT,
    PLAYED,
    SWISS,
    UICI,
    MeetingHeld,
    MeetingOutcome,
    Pairing,
    Plan,
)
from audiogames.tournaments.pairing import berger, bracket, snake, swiss
from audiogames.tournaments.standings import standings
from audiogames.tournaments.tournament import Tournament

# Round robin --------------------------------------------------------------------------------------

BERGER: Final = {
    4: "1-4 2-3, 4-3 1-2, 2-4 3-1",
    6: "1-6 2-5 3-4, 6-4 5-3 1-2, 2-6 3-1 4-5, 6-5 1-4 2-3, 3-6 4-2 5-1",
    8: """1-8 2-7 3-6 4-5, 8-5 6-4 7-3 1-2, 2-8 3-1 4-7 5-6, 8-6 7-5 1-4 2-3,
        3-8 4-2 5-1 6-7, 8-7 1-6 2-5 3-4, 4-8 5-3 6-2 7-1""",
    10: """1-10 2-9 3-8 4-7 5-6, 10-6 7-5 8-4 9-3 1-2, 2-10 3-1 4-9 5-8 6-7,
        10-7 8-6 9-5 1-4 2-3, 3-10 4-2 5-1 6-9 7-8, 10-8 9-7 1-6 2-5 3-4,
        4-10 5-3 6-2 7-1 8-9, 10-9 1-8 2-7 3-6 4-5, 5-10 6-4 7-3 8-2 9-1""",
    12: """1-12 2-11 3-10 4-9 5-8 6-7, 12-7 8-6 9-5 10-4 11-3 1-2, 2-12 3-1 4-11 5-10 6-9 7-8,
        12-8 9-7 10-6 11-5 1-4 2-3, 3-12 4-2 5-1 6-11 7-10 8-9, 12-9 10-8 11-7 1-6 2-5 3-4,
        4-12 5-3 6-2 7-1 8-11 9-10, 12-10 11-9 1-8 2-7 3-6 4-5, 5-12 6-4 7-3 8-2 9-1 10-11,
        12-11 1-10 2-9 3-8 4-7 5-6, 6-12 7-5 8-4 9-3 10-2 11-1""",
    14: """1-14 2-13 3-12 4-11 5-10 6-9 7-8, 14-8 9-7 10-6 11-5 12-4 13-3 1-2,
        2-14 3-1 4-13 5-12 6-11 7-10 8-9, 14-9 10-8 11-7 12-6 13-5 1-4 2-3,
        3-14 4-2 5-1 6-13 7-12 8-11 9-10, 14-10 11-9 12-8 13-7 1-6 2-5 3-4,
        4-14 5-3 6-2 7-1 8-13 9-12 10-11, 14-11 12-10 13-9 1-8 2-7 3-6 4-5,
        5-14 6-4 7-3 8-2 9-1 10-13 11-12, 14-12 13-11 1-10 2-9 3-8 4-7 5-6,
        6-14 7-5 8-4 9-3 10-2 11-1 12-13, 14-13 1-12 2-11 3-10 4-9 5-8 6-7,
        7-14 8-6 9-5 10-4 11-3 12-2 13-1""",
    16: """1-16 2-15 3-14 4-13 5-12 6-11 7-10 8-9, 16-9 10-8 11-7 12-6 13-5 14-4 15-3 1-2,
        2-16 3-1 4-15 5-14 6-13 7-12 8-11 9-10, 16-10 11-9 12-8 13-7 14-6 15-5 1-4 2-3,
        3-16 4-2 5-1 6-15 7-14 8-13 9-12 10-11, 16-11 12-10 13-9 14-8 15-7 1-6 2-5 3-4,
        4-16 5-3 6-2 7-1 8-15 9-14 10-13 11-12, 16-12 13-11 14-10 15-9 1-8 2-7 3-6 4-5,
        5-16 6-4 7-3 8-2 9-1 10-15 11-14 12-13, 16-13 14-12 15-11 1-10 2-9 3-8 4-7 5-6,
        6-16 7-5 8-4 9-3 10-2 11-1 12-15 13-14, 16-14 15-13 1-12 2-11 3-10 4-9 5-8 6-7,
        7-16 8-6 9-5 10-4 11-3 12-2 13-1 14-15, 16-15 1-14 2-13 3-12 4-11 5-10 6-9 7-8,
        8-16 9-7 10-6 11-5 12-4 13-3 14-2 15-1""",
}
"""The Berger tables: FIDE Handbook C.05, annex 1.  The first of two has the white pieces."""


def table(text):
    """Parse a published table of rounds into pairs of numbers."""
    return [
        [tuple(map(int, pair.split("-"))) for pair in tables.split()] for tables in text.split(",")
    ]


@pytest.mark.parametrize("count", BERGER)
def test_round_robin_follows_the_fide_berger_tables(count):
    rounds = [[(one.first + 1, one.second + 1) for one in each] for each in berger(range(count))]
    assert rounds == table(BERGER[count])


@pytest.mark.parametrize("count", BERGER)
def test_highest_number_in_the_berger_table_means_a_bye_with_an_odd_number_of_entrants(count):
    rounds = [{numbers(one) for one in each} for each in berger(range(count - 1))]
    assert rounds == [
        {frozenset(pair) - {count} for pair in tables} for tables in table(BERGER[count])
    ]


def numbers(pairing):
    """Return the numbers of a pairing's entrants, counted from 1."""
    return frozenset(one + 1 for one in entrants(pairing))


def play_all(made, results):
    """Play a tournament to its end; `results` has the published score of each pair of entrants."""
    while made.next_round():
        for at, one in enumerate(made.rounds[-1]):
            if one.outcome is None:
                first, second = one.pairing.first, one.pairing.second
                score, winner = results[first, second]
                made.report(at, score, PLAYED, winner)


def tournament_of(names, plan, published):
    """Play a tournament with these results, one per line, such as "Greece 1-0 Russia".

    A letter p marks the side that won a draw by penalties: "Netherlands 2-2p Denmark".
    """
    results = {}
    for line in published.splitlines():
        one, score, other = line.split()
        scored = [int(part.rstrip("p")) for part in score.split("-")]
        by_penalties = [part.endswith("p") for part in score.split("-")]
        winner = by_penalties.index(True) if any(by_penalties) else None
        first, second = names.index(one), names.index(other)
        results[first, second] = scored, winner
        results[second, first] = scored[::-1], None if winner is None else 1 - winner
    made = Tournament(plan)
    for _ in names:
        made.enter()
    play_all(made, results)
    return made


# Tie-breaks ---------------------------------------------------------------------------------------


def test_tie_on_points_is_broken_by_direct_encounter_before_goal_difference():
    """UEFA Euro 2012, group A: points are equal, and Russia has the better goal difference."""
    names = ["Russia", "Greece", "Czechia", "Poland"]
    published = """Poland 1-1 Greece
Russia 4-1 Czechia
Greece 1-2 Czechia
Poland 1-1 Russia
Czechia 1-0 Poland
Greece 1-0 Russia"""
    lines = tournament_of(names, UICI, published).standings()
    assert [(names[one.entrant], one.points, one.difference) for one in lines] == [
        ("Czechia", 6, -1),
        ("Greece", 4, 0),
        ("Russia", 4, 2),
        ("Poland", 2, -1),
    ]


def test_entrants_who_drew_with_each_other_are_ordered_by_goal_difference():
    """UEFA Euro 2004, group C: three teams have five points and drew with one another.

    UEFA compared the goals of these matches, which gives the same order.
    """
    names = ["Italy", "Denmark", "Sweden", "Bulgaria"]
    published = """Denmark 0-0 Italy
Sweden 5-0 Bulgaria
Bulgaria 0-2 Denmark
Italy 1-1 Sweden
Italy 2-1 Bulgaria
Denmark 2-2 Sweden"""
    lines = tournament_of(names, UICI, published).standings()
    assert [(names[one.entrant], one.points, one.place) for one in lines] == [
        ("Sweden", 5, 1),
        ("Denmark", 5, 2),
        ("Italy", 5, 3),
        ("Bulgaria", 0, 4),
    ]


# Knock-out and groups -----------------------------------------------------------------------------


def test_knock_out_of_sixteen_seeds_follows_the_published_bracket():
    """NCAA Division I men's basketball 2018, South region: nine games are won by lower seeds."""
    names = [str(seed) for seed in range(1, 17)]
    published = """1 54-74 16
8 59-69 9
5 78-73 12
4 68-89 13
6 62-64 11
3 73-47 14
7 87-83 10
2 68-53 15
9 50-43 16
5 95-75 13
11 63-62 3
7 75-73 2
9 61-58 5
11 69-68 7
11 78-62 9"""
    made = tournament_of(names, Plan(KNOCK_OUT), published)
    met = {numbers(one.pairing) for one in made.meetings()}
    assert met == {
        frozenset((int(line.split()[0]), int(line.split()[2]))) for line in published.splitlines()
    }
    places = {int(names[one.entrant]): one.place for one in made.standings()}
    assert [places[seed] for seed in (11, 9, 5, 7)] == [1, 2, 3, 3]
    assert {places[seed] for seed in (2, 3, 13, 16)} == {5}
    assert {places[seed] for seed in (1, 4, 6, 8, 10, 12, 14, 15)} == {9}


def test_group_results_lead_to_the_published_semi_finals_and_final():
    """UEFA Euro 1992: a win is two points; group winners meet the other group's runner-up."""
    names = ["Sweden", "Netherlands", "Germany", "Denmark", "France", "Scotland", "CIS", "England"]
    published = """Sweden 1-1 France
Denmark 0-0 England
France 0-0 England
Sweden 1-0 Denmark
Sweden 2-1 England
France 1-2 Denmark
Netherlands 1-0 Scotland
CIS 1-1 Germany
Scotland 0-2 Germany
Netherlands 0-0 CIS
Netherlands 3-1 Germany
Scotland 3-0 CIS
Sweden 2-3 Germany
Netherlands 2-2p Denmark
Denmark 2-0 Germany"""
    made = tournament_of(names, Plan(GROUPS, win=2, draw=1, size=4, advance=2), published)
    semi_finals, final = made.rounds[-2:]
    met = [{names[one - 1] for one in numbers(held.pairing)} for held in semi_finals]
    assert {"Sweden", "Germany"} in met
    assert {"Netherlands", "Denmark"} in met
    assert {names[one - 1] for one in numbers(final[0].pairing)} == {"Denmark", "Germany"}
    lines = made.standings()
    assert [(names[one.entrant], one.place) for one in lines[:2]] == [
        ("Denmark", 1),
        ("Germany", 2),
    ]
    assert {(names[one.entrant], one.place) for one in lines[2:4]} == {
        ("Sweden", 3),
        ("Netherlands", 3),
    }


def test_bracket_of_eight_keeps_the_first_two_seeds_apart_until_the_final():
    seeds = [one + 1 for one in bracket(range(8))]
    assert seeds == [1, 8, 4, 5, 2, 7, 3, 6]
    assert bracket(range(6)) == (0, None, 3, 4, 1, None, 2, 5), "the best have nobody to meet"


def test_groups_are_filled_in_snake_order():
    assert snake(range(8), 4) == ((0, 3, 4, 7), (1, 2, 5, 6))


# Swiss --------------------------------------------------------------------------------------------


def test_first_swiss_round_pairs_the_upper_half_of_eight_seeds_with_the_lower_half():
    """The Dutch system (FIDE Handbook C.04.3) pairs the upper half with the lower half."""
    level = dict.fromkeys(range(8), 0)
    pairs = swiss(range(8), level, set(), set(), level)
    assert [{one.first + 1, one.second + 1} for one in pairs] == [{1, 5}, {2, 6}, {3, 7}, {4, 8}]


HAMILTON: Final = """
+10 +17 +12 =2 +4 +3; +27 +16 +9 =1 +8 +10; =0 +11 +6 =4 +5 -1; +22 +15 =8 =3 -1 +13;
-16 +14 +22 +15 -3 +8; -21 +27 -3 +23 +16 +14; -9 -23 +27 +19 +15 +12; +25 +21 =4 +13 -2 -5;
+7 +13 -2 =0 +18 .; -1 +25 +26 =12 +17 -2; =0 -3 -14 +25 +20 +17; +20 +18 -1 =10 =14 -7;
+23 -9 +19 -8 +21 -4; =0 -5 +11 +22 =12 -6; +26 -4 +21 -5 -7 +24; +5 -2 -17 +24 -6 +22;
+24 -1 +16 =0 -10 -11; +19 -12 +23 =0 -9 .; -18 +20 -13 -7 =25 +21; -12 -19 =25 +27 -11 +26;
+6 -8 -15 +26 -13 -19; -4 +24 -5 -14 +26 -16; -13 +7 -18 -6 -24 +27; -17 -22 +0 -16 +23 -15;
-8 -10 =20 -11 =19 +0; -15 +0 -10 -21 -22 -20; -2 -6 -7 -20 +0 -23
"""
"""Each player's rounds: won, drawn or lost against whom, by their places at the end.

+0 is a bye of the pairing, =0 one that the player asked for, and a dot a round missed at the end.
The championship of the Hamilton Chess Club 2018 (hamiltonchess.net, 11 April 2018).
"""

PLAYERS: Final = 27
ROUNDS: Final = 6


def hamilton(number):
    """Return the pairs of a round of Hamilton 2018, with their results.

    Rounds are counted from 0.
    """
    won = {"+": 0, "=": None, "-": 1}
    held = []
    for one, games in enumerate(HAMILTON.split(";")):
        game = games.split()[number]
        other = int(game[1:] or 0) - 1
        if game != "." and other < 0:
            held.append(MeetingHeld(Pairing(one), MeetingOutcome((0, 0), won[game[0]], BYE)))
        elif one < other:
            held.append(MeetingHeld(Pairing(one, other), MeetingOutcome((0, 0), won[game[0]])))
    return held


CHESS: Final = Plan(SWISS, win=2, draw=1, tie_breaks=(DIRECT, BUCHHOLZ))
"""Points count double, so that a draw has whole ones."""


def test_published_swiss_championship_is_decided_by_buchholz():
    """Two players have 5.5 points and drew with each other; Buchholz is 22.5 against 20."""
    held = [one for number in range(ROUNDS) for one in hamilton(number)]
    lines = standings(CHESS, range(PLAYERS), held)
    assert [(one.entrant, one.place) for one in lines[:2]] == [(0, 1), (1, 2)]
    assert [one.buchholz / 2 for one in lines[:2]] == [22.5, 20.0]
    points = {one.entrant: one.points / 2 for one in lines}
    published = [5.5] * 2 + [4.0] * 5 + [3.5] * 4 + [3.0] * 5 + [2.5] * 4 + [2.0] * 5 + [1.0] * 2
    assert [points[one] for one in range(PLAYERS)] == published


def paired_again(number, present):
    """Pair these players for a round, given the published results of earlier rounds.

    Return the pairings and their basis: points, earlier meetings and earlier byes.
    """
    before = [one for at in range(number) for one in hamilton(at)]
    points = {one.entrant: one.points for one in standings(CHESS, range(PLAYERS), before)}
    met = {entrants(one.pairing) for one in before if one.pairing.second is not None}
    byes = {one.pairing.first for one in before if is_given_bye(one)}
    order = sorted(present, key=lambda one: (-points[one], one))
    paired = swiss(order, points, met, byes, dict.fromkeys(order, 0))
    return paired, points, met, byes


def entrants(pairing):
    return frozenset({pairing.first, pairing.second} - {None})


def is_given_bye(held):
    return held.pairing.second is None and held.outcome.won == 0


def strain(pairings, points):
    """Return the sum of squared point differences of all pairings.

    A bye counts like a meeting with the lowest points of all.
    """
    lowest = min(points[one] for each in pairings for one in entrants(each))
    found = 0
    for each in pairings:
        both = [points[one] for one in entrants(each)]
        found += (max(both) - (min(both) if len(both) == 2 else lowest)) ** 2
    return found


@pytest.mark.parametrize("number", range(1, ROUNDS))
def test_swiss_pairings_are_at_least_as_even_as_the_published_pairings(number):
    """Rounds 2 to 6 of Hamilton 2018 are paired again, with the same players."""
    published = [
        one.pairing
        for one in hamilton(number)
        if one.pairing.second is not None or is_given_bye(one)
    ]
    present = frozenset().union(*map(entrants, published))
    paired, points, met, byes = paired_again(number, present)
    assert sorted(one for each in paired for one in entrants(each)) == sorted(present)
    assert not met & set(map(entrants, paired))
    assert not byes & {one.first for one in paired if one.second is None}
    assert strain(paired, points) <= strain(published, points)


def test_the_only_two_players_with_three_wins_meet_in_the_fourth_round():
    """In Hamilton 2018 all other players had lost at least half a point by then."""
    paired, points, _, _ = paired_again(3, range(PLAYERS))
    assert [one for one in points if points[one] == 3 * CHESS.win] == [0, 1]
    assert Pairing(0, 1) in paired
