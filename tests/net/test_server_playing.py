"""At the table: moves and their refusals, time, ears, the draw window, sleepers."""

from random import Random

import pytest

from audiogames.net import limits, wire
from tests.net.served import Served, faultless, one_move, play_on, room_of, table_with


@pytest.fixture
def served():
    made = Served()
    yield made
    faultless(made)


def turns(people):
    """Who is asked, and the others."""
    update = people[0].last(wire.Update)
    asked = next(one for one in people if one.seat == update.view["to_act"])
    return asked, [one for one in people if one is not asked]


@pytest.fixture
def pair(served):
    people = table_with(served, "novantanove", "Anna", "Bruno")
    people[0].say(wire.Start)
    return people


def test_another_seats_move_a_stale_one_and_nonsense(served, pair):
    asked, (other,) = turns(pair)
    update = asked.last(wire.Update)
    move = update.view["legal"][0]
    before = len(other.told)
    assert other.refused(wire.Move, seq=update.seq, move=move) == "net-move-refused"
    assert asked.refused(wire.Move, seq=update.seq - 1, move=move) == "refused-stale"
    assert asked.refused(wire.Move, seq=update.seq + 1, move=move) == "refused-stale"
    for text in ("", "nonsense", "dealer 1", "Kc" * 1000, "\u0000", "deal Kc", "timeout 0"):
        assert "refused" in asked.refused(wire.Move, seq=update.seq, move=text)
    assert len(other.told) == before + 1
    answer = asked.say(wire.Move, seq=update.seq, move=move)
    assert isinstance(answer[0], wire.Update)
    assert asked.refused(wire.Move, seq=update.seq, move=move) == "net-move-refused"


def test_everybody_is_told_what_he_may_know(served, pair):
    asked, (other,) = turns(pair)
    update = asked.last(wire.Update)
    asked.say(wire.Move, seq=update.seq, move=update.view["legal"][0])
    mine, theirs = asked.last(wire.Update), other.last(wire.Update)
    assert (mine.seat, theirs.seat) == (asked.seat, other.seat)
    assert mine.view["hand"] != theirs.view["hand"]
    assert mine.re
    assert not theirs.re


def test_without_a_match_nothing_is_played(served):
    (anna,) = table_with(served, "invido", "Anna")
    assert anna.refused(wire.Move, seq=1, move="3c") == "net-no-match"
    assert anna.refused(wire.Ready) == "net-no-match"
    assert anna.refused(wire.Extend) == "net-no-match"
    assert anna.say(wire.Heard, seq=1, seconds=3) == []
    assert isinstance(anna.say(wire.Here)[0], wire.Done)


# --- Time -----------------------------------------------------------------------------------------


def test_the_clock_starts_when_the_announcement_has_ended(served):
    people = table_with(served, "tressette", "Anna", "Bruno", bots=2, limit=30)
    people[0].say(wire.Start)
    while room_of(served, people[0]).table.clock is None:
        served.wait(0.5)
    asked, _ = turns(people)
    clock = room_of(served, asked).table.clock
    ends = clock.ends
    asked.say(wire.Heard, seq=asked.last(wire.Update).seq, seconds=2.5)
    assert clock.ends == pytest.approx(ends + 2.5, abs=0.6)
    asked.say(wire.Heard, seq=asked.last(wire.Update).seq, seconds=1e300)
    assert clock.ends == pytest.approx(ends + 8, abs=0.6)
    asked.say(wire.Heard, seq=asked.last(wire.Update).seq, seconds=-5)
    asked.say(wire.Heard, seq=asked.last(wire.Update).seq + 1, seconds=60)
    assert clock.ends == pytest.approx(ends + 8, abs=0.6)


def test_bots_wait_for_ears_but_not_for_ever(served):
    (anna,) = table_with(served, "wist", "Anna", bots=3)
    anna.say(wire.Start)
    room = room_of(served, anna)
    while room.table.wanted is None:
        one_move(served, [anna], Random(1))
    at = served.now
    entries = len(room.table.log.entries)
    anna.say(wire.Heard, seq=anna.last(wire.Update).seq, seconds=1e9)
    served.wait(limits.BOTS_LISTEN - 0.5)
    assert len(room.table.log.entries) == entries
    served.wait(1)
    assert len(room.table.log.entries) > entries
    assert served.now < at + limits.BOTS_LISTEN + 1


def test_more_time_as_the_host_allows(served):
    people = table_with(served, "tressette", "Anna", "Bruno", bots=2, limit=30)
    people[0].say(wire.Start)
    while room_of(served, people[0]).table.clock is None:
        served.wait(0.5)
    asked, (other,) = turns(people)
    served.wait(20)
    assert other.refused(wire.Extend) == "refused-no-time-to-extend"
    asked.say(wire.Extend)
    assert asked.last(wire.Update).left == 30
    people[0].say(wire.Arrange, extensions=False)
    assert asked.refused(wire.Extend) == "net-no-extensions"


def test_who_sleeps_through_three_turns_is_played_for_until_a_key(served):
    anna, bruno = table_with(served, "novantanove", "Anna", "Bruno", limit=10)
    anna.say(wire.Start)
    for _ in range(200):
        if "bot-plays-for" in anna.news():
            break
        one_move(served, [anna], Random(2))
        served.wait(1)
    assert bruno.news().count("bot-plays-for") == 1
    assert anna.last(wire.Seated).seats[bruno.seat].stand_in
    bruno.say(wire.Here)
    assert not anna.last(wire.Seated).seats[bruno.seat].stand_in
    assert anna.news()[-1] == "comes-back"


def test_the_next_deal_waits_thirty_seconds_at_most(served):
    people = table_with(served, "invido", "Anna", "Bruno")
    people[0].say(wire.Start)
    while not people[0].last(wire.Update).waiting:
        if not one_move(served, people, Random(1)):
            served.wait(0.2)
    people[0].say(wire.Ready)
    assert people[0].last(wire.Update).waiting
    served.wait(limits.READY_SECONDS - 0.5)
    deals = people[0].last(wire.Update).deals
    served.wait(1)
    assert people[1].last(wire.Update).deals == deals + 1


def test_what_a_player_asks_for_himself(served, pair):
    anna, _ = pair
    assert anna.refused(wire.Wishes, patience=3.0) == "net-bad-patience"
    anna.say(wire.Wishes, auto_draw=True, patience=2.0)
    player = room_of(served, anna).table.players[anna.seat]
    assert (player.auto_draw, player.patience) == (True, 2.0)


# --- The draw window ------------------------------------------------------------------------------


def play_first(served, people):
    """The first of two plays a card; the window for his draw is open."""
    asked, (other,) = turns(people)
    update = asked.last(wire.Update)
    plain = [move for move in update.view["legal"] if not move.startswith(("J", "4"))]
    asked.say(wire.Move, seq=update.seq, move=plain[0])
    return asked, other


def test_a_card_inside_the_grace_waits_for_the_draw(served, pair):
    drawer, other = play_first(served, pair)
    update = other.last(wire.Update)
    held = other.say(wire.Move, seq=update.seq, move=update.view["legal"][0])
    assert [one.what for one in held] == ["one-moment"]
    assert other.last(wire.Update).seq == update.seq
    drawer.say(wire.Move, seq=drawer.last(wire.Update).seq, move="draw")
    events = [event["event"] for event in drawer.last(wire.Update).events]
    assert "CardPlayed" in events
    assert any("Drawn" in event or "Drew" in event for event in events)
    assert other.last(wire.Update).seq > update.seq


def test_a_card_inside_the_grace_is_played_at_its_end(served, pair):
    drawer, other = play_first(served, pair)
    update = other.last(wire.Update)
    other.say(wire.Move, seq=update.seq, move=update.view["legal"][0])
    served.wait(2.9)
    assert other.last(wire.Update).seq == update.seq
    served.wait(0.2)
    assert other.last(wire.Update).seq > update.seq
    refused = drawer.refused(wire.Move, seq=update.seq, move="draw")
    assert refused.startswith("refused")


def test_who_has_his_cards_drawn_holds_up_nobody(served, pair):
    for person in pair:
        person.say(wire.Wishes, auto_draw=True)
    _, other = play_first(served, pair)
    update = other.last(wire.Update)
    other.say(wire.Move, seq=update.seq, move=update.view["legal"][0])
    assert other.last(wire.Update).seq > update.seq


# --- What goes wrong elsewhere --------------------------------------------------------------------


def test_a_bot_that_errs_holds_up_nobody(served):
    (anna,) = table_with(served, "wist", "Anna", bots=3)
    anna.say(wire.Start)
    room = room_of(served, anna)
    while room.table.wanted is None:
        one_move(served, [anna], Random(1))
    wanted, seq = room.table.wanted, room.table.seq
    nonsense = room.spec.rules.read("draw-dealer Kc 7h 2s Ad")
    served.do(served.core.thought(room.id, wanted, nonsense, served.now))
    served.wait(10)
    assert room.table.seq > seq
    served.do(served.core.thought(room.id, wanted, nonsense, served.now))
    served.do(served.core.thought(999, wanted, nonsense, served.now))


def test_who_cannot_catch_up_after_the_end_is_told_how_it_ended(served, monkeypatch):
    monkeypatch.setattr(limits, "KEPT_MESSAGES", 1)
    people = table_with(served, "invido", "Anna", "Bruno")
    people[0].say(wire.Start)
    seat, heard = people[1].seat, people[1].heard
    play_on(served, people, Random(4))
    people[1].heard = heard  # of what came then nothing reached them
    back = served.back(people[1])
    update = back.last(wire.Update)
    assert back.told[0].missed == 0
    assert (update.over, update.seat) == (True, seat)
    people[0].say(wire.Start)
    assert not back.last(wire.Update).over


def test_who_lost_his_chair_and_cannot_catch_up_is_told_so(served, monkeypatch):
    monkeypatch.setattr(limits, "KEPT_AWAY_MESSAGES", 1)
    people = table_with(served, "invido", "Anna", "Bruno")
    served.lose(people[1])
    served.wait(limits.GRACE + 1)
    people[1].heard = 1
    back = served.back(people[1])
    assert back.last(wire.Unseated) is not None


def test_after_the_match_the_chair_of_the_absent_is_free(served):
    people = table_with(served, "invido", "Anna", "Bruno")
    people[0].say(wire.Start)
    served.lose(people[1])
    served.wait(limits.GRACE + 1)
    play_on(served, people[:1], Random(4))
    served.wait(1)
    assert [seat.name for seat in people[0].last(wire.Seated).seats] == ["Anna"]
