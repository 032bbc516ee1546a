"""Playing at a server's table: moves, refusals, time limits, the draw window, absent players."""

from random import Random

import pytest

from audiogames.net import wire
from audiogames.net.server import limits
from tests.kit.serving import one_move, play_on, table_of, table_with


def turns(people):
    """Return the person whose turn it is, and the others."""
    update = people[0].last(wire.MatchUpdate)
    asked = next(one for one in people if one.seat == update.view["to_act"])
    return asked, [one for one in people if one is not asked]


@pytest.fixture
def pair(served):
    people = table_with(served, "novantanove", "Anna", "Bruno")
    people[0].say(wire.StartMatch)
    return people


def test_match_is_paused_while_the_store_is_unavailable(served):
    people = table_with(served, "novantanove", "Anna", "Bruno", limit=20)
    people[0].say(wire.StartMatch)
    (asked, (other,)) = turns(people)
    update = asked.last(wire.MatchUpdate)
    served.do(served.core.store_is_away(served.now, away=True))
    assert [one.news()[-1] for one in people] == ["store-away"] * 2
    move = {"seq": update.seq, "move": update.view["legal"][0]}
    assert asked.refused(wire.MakeMove, **move) == "net-store-away"
    served.wait(59)
    assert asked.last(wire.MatchUpdate) is update
    served.do(served.core.store_is_away(served.now, away=False))
    assert [one.news()[-1] for one in people] == ["store-back"] * 2
    asked.say(wire.MakeMove, **move)
    assert other.last(wire.MatchUpdate).seq > update.seq


def test_illegal_stale_and_malformed_moves_are_refused(served, pair):
    asked, (other,) = turns(pair)
    update = asked.last(wire.MatchUpdate)
    move = update.view["legal"][0]
    before = len(other.told)
    assert other.refused(wire.MakeMove, seq=update.seq, move=move) == "net-move-refused"
    assert asked.refused(wire.MakeMove, seq=update.seq - 1, move=move) == "refused-stale"
    assert asked.refused(wire.MakeMove, seq=update.seq + 1, move=move) == "refused-stale"
    for text in ("", "nonsense", "dealer 1", "Kc" * 1000, "\u0000", "deal Kc", "timeout 0"):
        assert "refused" in asked.refused(wire.MakeMove, seq=update.seq, move=text)
    assert len(other.told) == before + 1
    answer = asked.say(wire.MakeMove, seq=update.seq, move=move)
    assert isinstance(answer[0], wire.MatchUpdate)
    assert asked.refused(wire.MakeMove, seq=update.seq, move=move) == "net-move-refused"


def test_each_player_gets_their_own_update(served, pair):
    asked, (other,) = turns(pair)
    update = asked.last(wire.MatchUpdate)
    asked.say(wire.MakeMove, seq=update.seq, move=update.view["legal"][0])
    mine, theirs = asked.last(wire.MatchUpdate), other.last(wire.MatchUpdate)
    assert (mine.seat, theirs.seat) == (asked.seat, other.seat)
    assert mine.view["hand"] != theirs.view["hand"]
    assert mine.re
    assert not theirs.re


def test_match_requests_without_a_match_are_refused(served):
    (anna,) = table_with(served, "invido", "Anna")
    assert anna.refused(wire.MakeMove, seq=1, move="3c") == "net-no-match"
    assert anna.refused(wire.Ready) == "net-no-match"
    assert anna.refused(wire.Extend) == "net-no-match"
    assert anna.say(wire.Heard, seq=1, seconds=3) == []
    assert isinstance(anna.say(wire.Here)[0], wire.Done)


# --- Time -----------------------------------------------------------------------------------------


def test_server_clock_starts_when_the_announcement_has_ended(served):
    people = table_with(served, "tressette", "Anna", "Bruno", bots=2, limit=30)
    people[0].say(wire.StartMatch)
    while table_of(served, people[0]).match.served.clock is None:
        served.wait(0.5)
    asked, _ = turns(people)
    clock = table_of(served, asked).match.served.clock
    ends = clock.ends
    asked.say(wire.Heard, seq=asked.last(wire.MatchUpdate).seq, seconds=2.5)
    assert clock.ends == pytest.approx(ends + 2.5, abs=0.6)
    asked.say(wire.Heard, seq=asked.last(wire.MatchUpdate).seq, seconds=1e300)
    assert clock.ends == pytest.approx(ends + 8, abs=0.6)
    asked.say(wire.Heard, seq=asked.last(wire.MatchUpdate).seq + 1, seconds=60)
    assert clock.ends == pytest.approx(ends + 8, abs=0.6)
    asked.say(wire.Heard, seq=asked.last(wire.MatchUpdate).seq, seconds=-5)
    assert clock.ends == pytest.approx(ends, abs=0.6), "it has ended sooner than was estimated"


def test_bots_wait_a_limited_time_for_listeners(served):
    (anna,) = table_with(served, "wist", "Anna", bots=3)
    anna.say(wire.StartMatch)
    table = table_of(served, anna)
    while table.match.served.wanted is None:
        one_move(served, [anna], Random(1))
    at = served.now
    entries = len(table.match.served.log.entries)
    anna.say(wire.Heard, seq=anna.last(wire.MatchUpdate).seq, seconds=1e9)
    served.wait(limits.BOTS_LISTEN - 0.5)
    assert len(table.match.served.log.entries) == entries
    served.wait(1)
    assert len(table.match.served.log.entries) > entries
    assert served.now < at + limits.BOTS_LISTEN + 1


def test_time_extensions_depend_on_the_hosts_setting(served):
    people = table_with(served, "tressette", "Anna", "Bruno", bots=2, limit=30)
    people[0].say(wire.StartMatch)
    while table_of(served, people[0]).match.served.clock is None:
        served.wait(0.5)
    asked, (other,) = turns(people)
    served.wait(20)
    assert other.refused(wire.Extend) == "refused-no-time-to-extend"
    asked.say(wire.Extend)
    assert asked.last(wire.MatchUpdate).left == 30
    people[0].say(wire.Arrange, extensions=False)
    assert asked.refused(wire.Extend) == "net-no-extensions"


def test_bot_plays_after_three_timeouts_until_the_player_acts(served):
    anna, bruno = table_with(served, "novantanove", "Anna", "Bruno", limit=10)
    anna.say(wire.StartMatch)
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


def test_next_deal_starts_after_thirty_seconds_even_if_a_player_is_not_ready(served):
    people = table_with(served, "invido", "Anna", "Bruno")
    people[0].say(wire.StartMatch)
    while not people[0].last(wire.MatchUpdate).waiting:
        if not one_move(served, people, Random(1)):
            served.wait(0.2)
    people[0].say(wire.Ready)
    assert people[0].last(wire.MatchUpdate).waiting
    served.wait(limits.READY_SECONDS - 0.5)
    deals = people[0].last(wire.MatchUpdate).deals
    served.wait(1)
    assert people[1].last(wire.MatchUpdate).deals == deals + 1


def test_player_settings_are_validated_and_applied_by_the_server(served, pair):
    anna, _ = pair
    assert anna.refused(wire.TellWishes, patience=3.0) == "net-bad-patience"
    anna.say(wire.TellWishes, auto_draw=True, patience=2.0)
    player = table_of(served, anna).match.served.players[anna.seat]
    assert (player.auto_draw, player.patience) == (True, 2.0)


# --- The draw window ------------------------------------------------------------------------------


def play_first(served, people):
    """Have the first of two players play a card, which opens the draw window."""
    asked, (other,) = turns(people)
    update = asked.last(wire.MatchUpdate)
    plain = [move for move in update.view["legal"] if not move.startswith(("J", "4"))]
    asked.say(wire.MakeMove, seq=update.seq, move=plain[0])
    return asked, other


def test_card_played_in_the_draw_window_waits_for_the_draw(served, pair):
    drawer, other = play_first(served, pair)
    update = other.last(wire.MatchUpdate)
    held = other.say(wire.MakeMove, seq=update.seq, move=update.view["legal"][0])
    assert [one.what for one in held] == ["one-moment"]
    assert other.last(wire.MatchUpdate).seq == update.seq
    drawer.say(wire.MakeMove, seq=drawer.last(wire.MatchUpdate).seq, move="draw")
    events = [event["event"] for event in drawer.last(wire.MatchUpdate).events]
    assert "CardPlayed" in events
    assert any("Drawn" in event or "Drew" in event for event in events)
    assert other.last(wire.MatchUpdate).seq > update.seq


def test_card_waiting_for_a_draw_is_played_when_the_draw_window_ends(served, pair):
    drawer, other = play_first(served, pair)
    update = other.last(wire.MatchUpdate)
    other.say(wire.MakeMove, seq=update.seq, move=update.view["legal"][0])
    served.wait(2.9)
    assert other.last(wire.MatchUpdate).seq == update.seq
    served.wait(0.2)
    assert other.last(wire.MatchUpdate).seq > update.seq
    refused = drawer.refused(wire.MakeMove, seq=update.seq, move="draw")
    assert refused.startswith("refused")


def test_automatic_draw_does_not_delay_cards(served, pair):
    for person in pair:
        person.say(wire.TellWishes, auto_draw=True)
    _, other = play_first(served, pair)
    update = other.last(wire.MatchUpdate)
    other.say(wire.MakeMove, seq=update.seq, move=update.view["legal"][0])
    assert other.last(wire.MatchUpdate).seq > update.seq


# --- Faults elsewhere -----------------------------------------------------------------------------


def test_illegal_bot_reply_does_not_stop_the_match(served):
    (anna,) = table_with(served, "wist", "Anna", bots=3)
    anna.say(wire.StartMatch)
    table = table_of(served, anna)
    while table.match.served.wanted is None:
        one_move(served, [anna], Random(1))
    wanted, seq = table.match.served.wanted, table.match.served.seq
    nonsense = table.spec.rules.read("draw-dealer Kc 7h 2s Ad")
    served.do(served.core.thought(table.id, wanted, nonsense, served.now))
    served.wait(10)
    assert table.match.served.seq > seq
    served.do(served.core.thought(table.id, wanted, nonsense, served.now))
    served.do(served.core.thought(999, wanted, nonsense, served.now))


def test_client_that_missed_the_end_of_a_match_receives_the_result(served, monkeypatch):
    monkeypatch.setattr(limits, "KEPT_MESSAGES", 1)
    people = table_with(served, "invido", "Anna", "Bruno")
    people[0].say(wire.StartMatch)
    seat, heard = people[1].seat, people[1].heard
    play_on(served, people, Random(4))
    people[1].heard = heard  # the updates since then did not arrive
    back = served.back(people[1])
    update = back.last(wire.MatchUpdate)
    assert back.told[0].missed == 0
    assert (update.over, update.seat) == (True, seat)
    people[0].say(wire.StartMatch)
    assert not back.last(wire.MatchUpdate).over


def test_client_that_lost_its_seat_is_notified_on_return(served, monkeypatch):
    monkeypatch.setattr(limits, "KEPT_AWAY_MESSAGES", 1)
    people = table_with(served, "invido", "Anna", "Bruno")
    served.lose(people[1])
    served.wait(limits.GRACE + 1)
    people[1].heard = 1
    back = served.back(people[1])
    assert back.last(wire.Unseated) is not None


def test_absent_players_seat_is_freed_after_the_match(served):
    people = table_with(served, "invido", "Anna", "Bruno")
    people[0].say(wire.StartMatch)
    served.lose(people[1])
    served.wait(limits.GRACE + 1)
    play_on(served, people[:1], Random(4))
    served.wait(1)
    assert [seat.name for seat in people[0].last(wire.Seated).seats] == ["Anna"]
