"""The review of a finished match: costly moves, their reasons, and playing on from a mistake."""

from collections.abc import Iterator
from dataclasses import replace

import pytest

from audiogames.app.outputs import AskBot, StopThinking
from audiogames.app.reviews import MatchReview, own_decisions
from audiogames.core.contract import Refused
from audiogames.core.events import Seat
from audiogames.core.review import Hindsight, Luck
from audiogames.present.catalogue import load
from audiogames.present.localizer import Localizer
from audiogames.shell.files import resources
from audiogames.table.protocol import JudgeRequest
from tests.app.practising import played_out, playing, to_my_turn
from tests.app.reviewing import of_novantanove
from tests.kit.pressing import pressed, screen

SHORT = {"tressette": {"target": 21}}


def lost(id_="tressette", lang="en"):
    """Play a match of this game to its end, and wait for the announcements.

    The player always makes the first legal move.
    """
    pilot = played_out(id_, lang, **SHORT.get(id_, {}))
    pilot.wait(20)
    pilot.look()
    return pilot


def reviewed(lang="en"):
    """Play a match of Tressette to its end and open its review."""
    pilot = lost(lang=lang)
    pilot.press("ctrl+e")
    pilot.wait_for({"en": "is ready", "it": "è pronta"}[lang])
    pilot.wait(20)
    pilot.look()
    pilot.press("ctrl+e")
    assert screen(pilot) == "ReviewScreen"
    return pilot


def test_review_is_refused_in_a_game_without_review():
    pilot = to_my_turn(playing("scopa"))
    session = pilot.app.session
    session.spec = replace(session.spec, bots=replace(session.spec.bots, review=None))
    assert pressed(pilot, "ctrl+e") == "There is no review of this match."


@pytest.mark.slow
def test_review_announces_each_mistake_and_its_reason():
    pilot = reviewed()
    opening = pilot.heard()
    assert opening.startswith("Review of Tressette. 1 of ")
    assert " decisions cost you something. " not in opening, "the news has just told it"
    assert "Arrows, " not in opening, "the keys follow by themselves"
    assert "Better, " in opening
    assert "It cost you " in opening
    pilot.wait(60)
    assert pilot.heard().startswith("Arrows, from mistake to mistake. ")
    count = len(pilot.app.reviews.current.mistakes)
    assert count > 1
    told = [pressed(pilot, "right") for _ in range(count - 1)]
    assert all(f"{place} of {count}, " in one for place, one in enumerate(told, 2))
    assert pressed(pilot, "right").startswith("No more mistakes. Luck: ")
    assert pressed(pilot, "left") == (told[-2] if count > 2 else opening)
    assert pressed(pilot, "g")
    situation = pressed(pilot, "space")
    assert not situation.startswith("Deal "), "where it was has just been told"
    assert "Your turn" in situation
    assert pressed(pilot, "c"), "questions are answered as of then"
    assert "only listening" in pressed(pilot, "shift+g")
    pilot.press("escape")
    assert screen(pilot) == "MatchScreen"
    again = opened_later(pilot)
    assert again.startswith("Review of Tressette. ")
    assert f" {count} decisions cost you something. 1 of {count}, " in again, "no keys again"


def opened_later(pilot):
    """Reopen the current review, and return its announcement."""
    pilot.app.matches.look_back(pilot.app.reviews.current)
    pilot.drain()
    return pilot.look()[-1].text


@pytest.mark.slow
def test_reviewed_match_can_be_continued_from_a_mistake():
    pilot = reviewed()
    review = pilot.app.reviews.current
    decision = review.mistakes[0].decision
    pilot.press("enter", "enter")
    session = pilot.app.session
    assert session.seat == review.seat
    assert session.view.hand == decision.view.hand
    assert session.view.on_table == decision.view.on_table
    log = session.table.log
    assert log.is_open, "it counts for nothing: one has heard how it went"
    assert log.moves() == [one for one in review.past.moves() if one.seq < decision.entry]
    session.submit(review.mistakes[0].judgement.rival, pilot.now)
    pilot.wait(5)
    assert len(log.moves()) > decision.entry - 1, "the bots go on"


@pytest.mark.slow
def test_ctrl_e_returns_from_the_continued_match_to_the_mistake_in_the_review():
    pilot = reviewed()
    review = pilot.app.reviews.current
    second = pressed(pilot, "right")
    pilot.press("enter", "enter")
    pilot.app.session.submit(review.mistakes[1].judgement.rival, pilot.now)
    pilot.wait(5)
    assert pressed(pilot, "ctrl+e") == f"Review of Tressette. {second}"
    assert pilot.app.reviews.current is review
    pilot.press("escape")
    assert screen(pilot) == "MainMenu"


@pytest.mark.slow
def test_reviewed_deal_can_be_played_again_from_an_opponents_seat():
    pilot = reviewed()
    review = pilot.app.reviews.current
    pilot.press("enter")
    name = review.past.header.players[1]["name"]
    assert pressed(pilot, "down") == f"The same cards from the beginning, in {name}'s seat."
    assert pressed(pilot, "enter").startswith("Resumed, ")
    pilot.wait_for(f"You sit in {name}'s place, and {name} in yours.")
    session = pilot.app.session
    assert session.seat == Seat(1)
    assert [player.is_bot for player in session.table.players] == [True, False, True, True]
    dealt = next(one.move for one in review.past.moves() if one.deals)
    assert [one.move for one in session.table.log.moves() if one.deals] == [dealt]


def asked(pilot) -> Iterator[JudgeRequest]:
    return (one for one in pilot.wanted if isinstance(one, JudgeRequest))


@pytest.mark.slow
def test_review_continues_during_the_next_match():
    pilot = lost()
    pilot.slow = True
    pilot.press("ctrl+e")
    (first,) = asked(pilot)
    outputs = pilot.app.handle("space", pilot.now + 1)  # begins the next match
    assert [type(one) for one in outputs if isinstance(one, AskBot | StopThinking)][:1] == [
        StopThinking
    ]
    pilot.perform(outputs)
    assert first in list(asked(pilot)), "what was dropped is asked again"
    assert not pilot.app.session.over
    reviews = pilot.app.reviews
    while reviews.runs:
        wanted = next(asked(pilot))
        pilot.wanted.remove(wanted)
        pilot.perform(pilot.app.bot_replied(wanted, pilot.answer_to(wanted), pilot.now))
    pilot.wait_for("The review of Tressette is ready.")
    assert pressed(pilot, "ctrl+e") == "The review is ready. It is in the functions, F9."


@pytest.mark.slow
def test_review_reports_progress_and_can_be_stopped():
    pilot = lost()
    pilot.slow = True
    assert pressed(pilot, "ctrl+e").startswith("The review has begun: ")
    assert pressed(pilot, "ctrl+e").startswith("Review, 0 of ")
    (wanted,) = asked(pilot)
    assert pressed(pilot, "ctrl+shift+e") == "Review stopped."
    pilot.wanted.clear()
    pilot.perform(pilot.app.bot_replied(wanted, pilot.answer_to(wanted), pilot.now))
    assert pilot.app.reviews.current is None
    assert list(asked(pilot)) == []
    assert pressed(pilot, "ctrl+shift+e") == "No review is under way."


@pytest.mark.slow
def test_review_of_an_earlier_match_is_started_from_its_replay():
    pilot = lost()
    pilot.press("escape", "f9", "down", "enter", "enter")
    assert screen(pilot) == "ReplayScreen"
    pilot.slow = True
    assert "has begun" in pressed(pilot, "ctrl+e")
    pilot.press("escape", "escape")
    assert next(asked(pilot)) is not None
    pilot.press("f9", "down", "down")
    assert "Review of Tressette." in pressed(pilot, "up", "down")
    assert pressed(pilot, "enter").startswith("Review, 0 of ")


def test_review_is_refused_before_the_end():
    pilot = to_my_turn(playing("tressette"))
    assert pressed(pilot, "ctrl+e") == "The review comes after the match."


@pytest.mark.slow
def test_starting_a_review_of_a_game_without_review_raises_refused(monkeypatch):
    pilot = lost()
    spec = pilot.app.session.spec
    log = pilot.app.matches.log_here
    bare = replace(spec, bots=replace(spec.bots, review=None))
    monkeypatch.setattr("audiogames.app.reviews.game", lambda _id: bare)
    with pytest.raises(Refused, match="no-review"):
        pilot.app.reviews.begin(log, Seat(0))


@pytest.mark.slow
def test_review_covers_only_the_players_own_decisions():
    pilot = lost()
    log = pilot.app.matches.log_here
    mine = [one.entry for one in own_decisions(log, Seat(0))]
    entries = {one.seq: one for one in log.moves()}
    assert mine
    assert all(entries[seq].seat == 0 and entries[seq].by is None for seq in mine)
    by_clock = replace(log, entries=[replace(one, by="clock") for one in log.entries])
    assert list(own_decisions(by_clock, Seat(0))) == []


# The second best ----------------------------------------------------------------------------------


def test_advice_gives_reasons_and_the_cost_of_the_second_best_move():
    pilot = to_my_turn(playing("tressette"))
    advice = pressed(pilot, "g")
    assert advice.startswith("Advice, ")
    assert advice.count(". ") >= 1, "a reason goes with it"
    second = pressed(pilot, "shift+g")
    assert second.startswith("Second best, ")
    assert "It would cost you " in second or "It is about as good." in second
    card = advice.removeprefix("Advice, ").split(".")[0]
    assert not second.startswith(f"Second best, {card}.")


def test_slow_search_for_the_second_best_move_is_announced_as_thinking():
    pilot = to_my_turn(playing("tressette"))
    pilot.press("g")
    pilot.slow = True
    pilot.look()
    pilot.press("shift+g")
    pilot.wait(0.5)
    assert pilot.heard() == "Thinking."
    pilot.answer()
    assert pilot.heard().startswith("Second best, ")


def test_second_best_move_is_not_announced_after_the_player_has_moved():
    pilot = to_my_turn(playing("tressette"))
    pilot.press("g")
    pilot.slow = True
    pilot.press("shift+g")
    (wanted,) = asked(pilot)
    pilot.wanted.clear()
    session = pilot.app.session
    session.submit(session.view.legal[0], pilot.now)
    pilot.drain()
    pilot.look()
    pilot.perform(pilot.app.bot_replied(wanted, pilot.answer_to(wanted), pilot.now))
    assert "Second best" not in pilot.heard()


# Luck ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("found", "told"),
    [
        ([Luck(3.0), Luck(-0.5)], "Luck: your cards were worth 2.5 tokens more than average."),
        ([Luck(-1.0)], "Luck: your cards were worth one token less than average."),
        ([Luck(0.9)], None),
        ([Luck(2.0, error=0.6), Luck(0.5, error=0.8)], None),
        ([Luck(2.0, error=0.6), Luck(0.7, error=0.8)], "more than average."),
    ],
    ids=["outside chance", "bad luck", "too little", "within chance", "just outside chance"],
)
def test_luck_is_announced_only_when_significant(found, told):
    review = MatchReview(of_novantanove(), Seat(0))
    for one in found:
        review.take(Hindsight(luck=one))
    words = review.luck()
    localizer = Localizer(load(resources() / "locales", "en").first("novantanove"))
    assert (words is None) if told is None else localizer.text([words]).endswith(told)


def test_review_request_contains_the_players_previous_decision_in_the_deal():
    review = MatchReview(of_novantanove(), Seat(0))
    first = review.wanted
    assert (first.opens, first.before) == (True, None)
    review.take(Hindsight())
    assert (review.wanted.opens, review.wanted.before) == (False, first.view)


@pytest.mark.slow
def test_review_position_omits_events_of_the_previous_deal():
    pilot = reviewed()
    looking = pilot.app.screen._looking
    shorter = 0
    for one in looking.review.decisions:
        looking.to_before(one.entry)
        heard, deal = list(looking.session.events), list(looking.heard_in_deal)
        assert heard[len(heard) - len(deal) :] == deal
        shorter += len(deal) < len(heard)
    assert 0 < shorter < len(looking.review.decisions)
