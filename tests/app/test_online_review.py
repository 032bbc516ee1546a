"""The review of an online match uses only the data that the server sent to the player."""

from random import Random

import pytest

from audiogames.app.reviews import own_decisions
from audiogames.core.registry import game_ids
from audiogames.core.review import Hindsight, Judgement
from audiogames.table.journal import Journal
from tests.app.test_online_games import act, table
from tests.kit.pilot import Pilot
from tests.kit.pressing import pressed, screen
from tests.kit.serving import table_of

pytestmark = pytest.mark.slow

TOKENS = 3
MOVES = 25


def finished_online_match(*, breaks=False):
    """Play a short online match of two to its end; with `breaks`, one loses the connection."""
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


def decisions_in_journal(pilot):
    """Return each decision in the player's journal.

    A decision is given as view, move, and whether it is the first after a deal.
    """
    journal = pilot.app.session.mode.remote.journal
    return [(one.view, one.move, one.opens) for one in journal.decisions()]


def decisions_in_log(pilot):
    """Return the player's decisions in the server's log.

    Each is a view, a move, and whether it is the first decision after a deal.
    """
    match = table_of(pilot.net.served, pilot.wire).match
    found = own_decisions(match.served.log, pilot.app.session.seat)
    return [(one.view, one.move, one.opens) for one in found]


@pytest.mark.parametrize("id_", game_ids())
def test_journal_and_server_log_contain_the_same_decisions(id_):
    host, guest = table(id_, "en")
    rng = Random(id_)
    for _ in range(MOVES):
        for pilot in (host, guest):
            act(pilot, rng, [])
        host.wait(1.0)
    host.wait(20)
    for pilot in (host, guest):
        assert decisions_in_journal(pilot)
        assert decisions_in_journal(pilot) == decisions_in_log(pilot)
        check_saved_journal(pilot.app.session.mode.remote.journal)


def check_saved_journal(journal):
    """Check that a journal read back from its file has the same decisions."""
    again = Journal(journal.header, journal.seat)
    again.read(line.removesuffix("\n") for line in journal.lines())
    assert list(again.decisions()) == list(journal.decisions())
    for one in journal.decisions():
        assert again.before(one.entry) == journal.before(one.entry)


def test_journal_after_a_lost_connection_has_only_decisions_that_are_in_the_log():
    for pilot in finished_online_match(breaks=True):
        assert decisions_in_journal(pilot)
        assert all(one in decisions_in_log(pilot) for one in decisions_in_journal(pilot))


def test_review_of_an_online_match_can_be_opened_after_leaving():
    host, _ = finished_online_match()
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
    host.drain()
    assert screen(host) == "ReviewScreen"
    for number, one in enumerate(review.mistakes, 1):
        assert host.app.session.view == one.decision.view
        situation = pressed(host, "space")
        assert situation.endswith(f"Total {one.decision.view.total}. Your turn.")
        if number > 1:
            assert "Since your turn. " in situation
        host.press("right")
    assert pressed(host, "enter").endswith("it cannot be played on from here.")
    host.press("escape")
    assert screen(host) == "MainMenu"


def test_online_match_is_listed_and_reviewed_later():
    host, _ = finished_online_match()
    decisions = decisions_in_journal(host)
    (name,) = host.storage.journals()
    pilot = Pilot(host.storage)
    pilot.press("f9")
    item = pressed(pilot, "down", "enter")
    assert item.startswith("Finished matches. ")
    assert "Online." in item
    pilot.slow = True
    told = pressed(pilot, "enter")
    assert told == f"The review has begun: {len(decisions)} decisions. It goes on while you play."
    assert [(one.view, one.move, one.opens) for one in pilot.app.reviews.current.decisions] == (
        decisions
    )
    assert pressed(pilot, "enter").startswith("Review, 0 of ")
    text = host.storage.journal_texts[name]
    host.storage.journal_texts[name] = text.replace('"move":"', '"move":"x', 1)
    again = Pilot(host.storage)
    again.press("f9", "down", "enter")
    assert "damaged" in pressed(again, "enter")
    host.storage.journal_texts[name] = "nothing"
    assert Pilot(host.storage).app.matches.journals.past() == ()


def test_only_the_host_is_offered_another_match():
    host, guest = finished_online_match()
    for pilot in (host, guest):
        pilot.press("applications")
    assert [row.text for row in host.app.frame().rows] == ["Again", "Review", "Menu"]
    assert [row.text for row in guest.app.frame().rows] == ["Revisione", "Menu"]
