"""The deal of the day: the same for every player, played once, and compared with a bot's result."""

from random import Random

import pytest

from audiogames.app.days import DayResult
from audiogames.app.settings import Settings
from audiogames.app.storage import DAYS
from audiogames.core.log import Log
from audiogames.shell.thinker import think
from audiogames.table.clock import TimeSettings
from audiogames.table.daily import OWN, DayDeal
from audiogames.table.protocol import DayRequest
from audiogames.table.seats import Player
from audiogames.table.table import Table
from tests.kit.pilot import MemoryStorage, Pilot
from tests.kit.pressing import lines, pressed, screen

AT_ONCE = TimeSettings(None, pace=0.0, grace=0.0, thought=0.0)
GAMES = ("novantanove", "invido", "tressette", "wist", "scopa", "briscola")


def at_the_list(storage=None):
    pilot = Pilot(storage or MemoryStorage(Settings(language="en")), lang="en")
    pilot.press("d", "enter")
    assert screen(pilot) == "DaysScreen"
    return pilot


def open_game(pilot, id_):
    """Focus this game in the list and open its deal of the day."""
    place = next(at for at, line in enumerate(lines(pilot)) if line.startswith(name_of(pilot, id_)))
    pilot.press("home", *["down"] * place, "enter")


def name_of(pilot, id_):
    from audiogames.core.cues import msg

    return pilot.app.text(msg(f"game-{id_}"))


def play_to_the_end(pilot):
    """Play the first legal moves until the deal is over."""
    session = pilot.app.session
    for _ in range(3000):
        if session.mode.is_done:
            break
        legal = session.table.look(OWN).view.legal
        if session.table.waiting:
            pilot.press("space")
        elif session.table.look(OWN).view.to_act == OWN and session.is_up_to_date:
            pilot.app.now = pilot.now
            try:
                session.submit(legal[0], pilot.now)
            except Exception as refused:  # noqa: BLE001 - not everything was heard yet
                assert type(refused).__name__ == "Undelivered", refused  # noqa: PT017
        pilot.wait(3)
    assert session.mode.is_done
    pilot.wait(30)


# What is dealt ------------------------------------------------------------------------------------


def played(day, player):
    """Return the log of this day's deal, played by a fixed rule.

    The player always makes the first legal move if `player` is 0, and the last one if it is 1.
    """
    log = day.log(Player("Eva"), AT_ONCE)
    table, now = Table(log, Random(player), dealer=day.lots(log)), 0.0
    table.start(now)
    while not day.is_over(table):
        view = table.look(OWN).view
        if table.waiting:
            table.ready(OWN, now)
        elif table.wanted is not None and table.deadline is None:
            asked = table.wanted
            table.submit(asked.seat, think(asked), asked.seq, now, requested=True)
        elif table.deadline is not None and view.to_act != OWN:
            now = max(now, table.deadline)
            table.tick(now)
        else:
            table.submit(OWN, view.legal[-player], table.seq, now)
    return log


@pytest.mark.parametrize("id_", GAMES)
def test_deal_of_the_day_does_not_depend_on_the_moves(id_):
    day = DayDeal(id_, "2026-11-27")
    one, other = played(day, 0), played(day, 1)
    deals = [[entry.move for entry in log.moves() if entry.deals] for log in (one, other)]
    both = min(map(len, deals))
    assert deals[0][:both] == deals[1][:both]
    another = day.log(Player("Eva"), AT_ONCE)
    Table(another, Random(0), dealer=DayDeal(id_, "2026-11-28").lots(another)).start(0.0)
    assert another.moves()[:2] != one.moves()[:2]


def test_player_who_plays_the_deal_of_the_day_like_the_bot_scores_the_same():
    day = DayDeal("scopa", "2026-11-27")
    log = day.log(None, AT_ONCE)
    table, now = Table(log, Random(5), dealer=day.lots(log), listeners=()), 0.0
    table.start(now)
    half = None
    while not day.is_over(table):
        if table.deadline is not None:
            now = max(now, table.deadline)
            table.tick(now)
            continue
        if len(log.entries) > 12 and half is None:  # the program ends and continues from the log
            half = Log(log.header, list(log.entries))
            log = half
            table = Table(log, Random(6), dealer=day.lots(log), listeners=())
            table.start(now)
        asked = table.wanted
        table.submit(asked.seat, think(asked), asked.seq, now, requested=True)
    assert day.points(table.look(OWN).view) == think(DayRequest("scopa", "2026-11-27")).points


# Playing it ---------------------------------------------------------------------------------------


def test_deals_of_the_day_played_all_week_make_a_streak_of_seven_days():
    storage = MemoryStorage(Settings(language="en", pace=5))
    for number in range(7):
        storage.date = f"2026-11-{24 + number:02}"
        pilot = at_the_list(storage)
        assert "Scopa, not played." in lines(pilot)
        open_game(pilot, "scopa")
        play_to_the_end(pilot)
        heard = pilot.heard()
        assert "You, " in heard
        assert "The bot in your seat, " in heard
        pilot.press("escape")
        assert screen(pilot) == "MainMenu"
        assert not storage.matches
        assert not storage.ended
        pilot.look()
        pilot.press("d", "enter")
        days = "Played one day." if number == 0 else f"{number + 1} days in a row."
        assert days in pilot.heard()
        again = next(line for line in lines(pilot) if line.startswith("Scopa"))
        assert "not played" not in again
    assert len(storage.results[DAYS].splitlines()) == 7
    storage.date = "2026-12-02"
    assert "in a row" not in pressed(Pilot(storage, lang="en"), "d", "enter")


def test_deal_of_the_day_can_be_resumed_but_not_restarted():
    storage = MemoryStorage(Settings(language="en"))
    pilot = at_the_list(storage)
    open_game(pilot, "scopa")
    pilot.wait(20)
    name, log = next(iter(storage.matches.items()))
    dealt = [entry.move for entry in log.moves() if entry.deals]
    pilot = at_the_list(storage)
    assert "Scopa, begun." in lines(pilot)
    open_game(pilot, "scopa")
    assert pilot.app.session.mode.day == DayDeal("scopa", "2026-11-27")
    play_to_the_end(pilot)
    assert [entry.move for entry in pilot.app.matches.log_here.moves() if entry.deals] == dealt
    assert name not in storage.matches


def test_deal_of_the_day_allows_no_undo_or_advice():
    pilot = at_the_list()
    open_game(pilot, "scopa")
    pilot.wait(20)
    pilot.look()
    pilot.press("ctrl+z")
    assert "only" in pilot.heard().lower()


def test_result_of_the_day_survives_a_crash_after_the_last_card():
    storage = MemoryStorage(Settings(language="en"))
    pilot = at_the_list(storage)
    open_game(pilot, "scopa")
    pilot.wait(20)
    entries = storage.matches[pilot.app.matches.log_here.header.started].entries
    before = storage.results[DAYS]
    play_to_the_end(pilot)
    log = Log(pilot.app.matches.log_here.header, list(pilot.app.matches.log_here.entries))
    assert entries  # the log was being written
    storage.ended.clear()
    storage.matches[log.header.started] = log
    storage.results[DAYS] = before
    pilot = at_the_list(storage)
    open_game(pilot, "scopa")
    pilot.wait(30)
    assert "The bot in your seat" in pilot.heard()
    assert not storage.matches


def test_deal_of_the_day_is_not_played_again_if_the_clock_is_set_back():
    storage = MemoryStorage(Settings(language="en"))
    done = DayResult("scopa", "2026-11-27", "match-1", 0, (4, 7), (5, 6))
    tomorrow = DayResult("scopa", "2026-11-28", "match-2", 0, (4, 7), (5, 6))
    import msgspec

    storage.results[DAYS] = "".join(
        msgspec.json.encode(one).decode() + "\n" for one in (done, tomorrow)
    )
    pilot = Pilot(storage, lang="en")
    heard = pressed(pilot, "d", "enter")
    assert "The clock is behind your last deal, 28 November." in heard
    assert "Played one day." in heard, "tomorrow does not count today"
    open_game(pilot, "scopa")
    pilot.wait(3)
    assert screen(pilot) == "DaysScreen"
    assert "You, 4 to 7. The bot in your seat, 5 to 6. The bot did better." in pilot.heard()


def test_damaged_results_of_the_day_are_ignored():
    storage = MemoryStorage(Settings(language="en"))
    of_nobody = '{"game":"scopa","date":"2026-11-27","match":"m","side":9,"points":[1,2]}'
    storage.results[DAYS] = f'{{"game": 3}}\nnot json\n{of_nobody}\n'
    pilot = at_the_list(storage)
    assert "Scopa, not played." in lines(pilot)
