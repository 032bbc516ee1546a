"""The vote against a player who lets the clock run out: its keys and its announcements."""

from audiogames.app.online.news import report
from audiogames.net import wire
from tests.app.online import host_of_two
from tests.kit.pressing import lines, screen


def test_guest_at_a_table_starts_a_vote_by_key():
    marta, ugo = host_of_two("it", "n")
    ugo.press("ctrl+k")
    assert screen(ugo) == "OnlineTableScreen", "before the match only the host sends away"
    marta.press("enter")
    marta.wait(12)
    ugo.look()
    ugo.press("ctrl+k")
    assert lines(ugo) == ["Marta, host."]
    ugo.press("enter", "enter")
    ugo.wait(2)
    heard = ugo.heard()
    assert "Vote against whom?" in heard
    assert "Vote to send Marta away, who lets the clock run out?" in heard
    assert "A vote needs 3 turns of Marta that the clock has ended in this match." in heard


def test_votes_are_announced_to_the_table_and_to_their_target():
    _, ugo = host_of_two("it", "n")

    def told(what, name, **args):
        return ugo.app.text(
            report(wire.News(what=what, name=name, args=args), "Ugo").cues[-1].message
        )

    votes = {"who": "Marta", "missing": 2}
    assert told("vote-away", "Rita", **votes) == (
        "Rita wants Marta sent away. Ctrl K agrees. 2 votes missing."
    )
    assert told("vote-away", "Ugo", who="Marta", missing=1) == "Voted. One vote missing."
    assert told("voted-away", "Marta") == "The table has voted Marta away."
    assert told("voted-away", "Ugo") == "The table has voted you away."
    assert report(wire.News(what="vote-away", name="Rita", args={"who": 3}), "Ugo") is None
