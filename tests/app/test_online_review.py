"""A match at a server's table looked back at: by what the player was told there, and no more."""

from random import Random

import pytest

from audiogames.app.reviews import own_decisions
from audiogames.core.registry import game_ids
from audiogames.core.review import Hindsight, Judgement
from tests.app.kit import pressed, screen
from tests.app.test_online_games import act, table
from tests.net.served import table_of

pytestmark = pytest.mark.slow

TOKENS = 3
MOVES = 25


def ended(*, breaks=False):
    """Two people at the end of a short match; a line may break on the way."""
    options = ("alt+o", *["left"] * (9 - TOKENS), "escape")
    host, guest = table("novantanove", "en", *options)
    rng = Random(3)
    for turn in range(400):
        if host.app.session.over and guest.app.session.over:
            break
        for pilot in (host, guest):
            act(pilot, rng, [])
        host.wait(1.0)
        if breaks and turn == 8:
            host.net.unplug(guest)
            host.wait(3)
            host.net.plug(guest)
            host.wait(8)
    host.wait(20)
    assert screen(host) == screen(guest) == "OnlineMatch"
    return host, guest


def known(pilot):
    """What the player knew at their decisions, and did."""
    journal = pilot.app.session.mode.remote.journal
    return [(one.view, one.move, one.opens) for one in journal.decisions()]


def decided(pilot):
    """The same out of the log of the server."""
    match = table_of(pilot.net.served, pilot.wire).match
    found = own_decisions(match.served.log, pilot.app.session.seat)
    return [(one.view, one.move, one.opens) for one in found]


@pytest.mark.parametrize("id_", game_ids())
def test_it_knows_each_own_decision_as_the_log_of_the_server_does(id_):
    host, guest = table(id_, "en")
    rng = Random(id_)
    for _ in range(MOVES):
        for pilot in (host, guest):
            act(pilot, rng, [])
        host.wait(1.0)
    host.wait(20)
    for pilot in (host, guest):
        assert known(pilot)
        assert known(pilot) == decided(pilot)


def test_with_a_line_that_broke_it_knows_no_decision_that_was_not_made():
    for pilot in ended(breaks=True):
        assert known(pilot)
        assert all(one in decided(pilot) for one in known(pilot))


def test_it_is_reviewed_while_one_stays_and_opened_after_leaving():
    host, _ = ended()
    host.slow = True
    assert "has begun" in pressed(host, "ctrl+e")
    review = host.app.reviews.current
    while not review.is_over:
        one = review.decisions[review.done]
        other = next(move for move in one.view.legal if move != one.move)
        review.take(Hindsight(Judgement(one.move, other, 1.0, 0.5)))
    assert pressed(host, "ctrl+e") == "Leave the server first."
    host.press("escape")
    host.app.online.leave()
    host.app.matches.look_back(review)
    host._perform(host.app._drain())
    assert screen(host) == "ReviewScreen"
    for number, one in enumerate(review.mistakes, 1):
        assert host.app.session.view == one.decision.view
        assert pressed(host, "space").startswith(f"Round {one.decision.view.round}, total ")
        if number > 1:
            assert "Since your turn. " in pressed(host, "space")
        host.press("right")
    assert pressed(host, "enter").endswith("it cannot be played on from here.")
    host.press("escape")
    assert screen(host) == "MainMenu"
