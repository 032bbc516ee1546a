"""Rating lists of many people give each person a rank, and are computed quickly."""

import sqlite3
from contextlib import closing
from time import process_time

import pytest

from audiogames.net.server.contests.rows import SURE, RatingQuestion
from audiogames.shell.server.database import NAME, SqliteStore

PEOPLE = 10_000
SECONDS = 0.02


def rated_people():
    """Yield rows of the ratings table, best first; each pair of people has the same rating."""
    for at in range(PEOPLE):
        mu = 50.0 - at // 2 / 1000
        yield "scopa", "2", f"person {at:05}", f"Person {at:05}", mu, 1.0, mu - 3.0, SURE


@pytest.fixture(scope="module")
def store(tmp_path_factory):
    folder = tmp_path_factory.mktemp("ratings")
    made = SqliteStore(folder)
    with closing(sqlite3.connect(folder / NAME)) as base, base:
        base.executemany("INSERT INTO ratings VALUES (?, ?, ?, ?, ?, ?, ?, ?)", rated_people())
    yield made
    made.close()


@pytest.mark.parametrize(
    ("about", "places"),
    [("first", range(1, 21)), ("around", range(7_648, 7_658)), ("one", range(7_653, 7_654))],
)
def test_rating_place_among_ten_thousand_people_is_found_in_under_20_ms(store, about, places):
    """The person has the same rating as the next one above, so names decide the order."""
    question = RatingQuestion(about, "scopa", "2", "person 07652")
    begun = process_time()
    lines = store.ratings(question)
    spent = process_time() - begun
    assert [line.place for line in lines] == [*places]
    assert [line.name for line in lines] == [f"Person {place - 1:05}" for place in places]
    assert spent < SECONDS
