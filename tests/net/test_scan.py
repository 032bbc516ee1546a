"""No byte that a server sends to anybody holds a card that he may not know.

`python -m tools.scan_wire` does the same for as many matches as one likes.
"""

import pytest

from audiogames.core.events import Seat
from audiogames.core.text import plain
from audiogames.net.server.tables.match import ServedMatch
from tools.scan_wire import CARDS, Leak, Match, scan

GAMES = sorted(CARDS)


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_nobody_is_told_of_a_card_that_he_may_not_know(game):
    for ended, messages in scan(game, range(2)):
        assert ended
        assert messages > 50


@pytest.mark.parametrize("game", GAMES)
def test_a_view_of_another_seat_would_be_found(game, monkeypatch):
    told_of = ServedMatch._told

    def leaks(match, update, *more):
        told = told_of(match, update, *more)
        other = match.served.state.view(Seat((update.seat or 0) + 1 - 2 * bool(update.seat)))
        return type(told)(
            **{
                **{name: getattr(told, name) for name in told.__struct_fields__},
                "view": {**told.view, "hand": plain(other.hand)},
            }
        )

    monkeypatch.setattr(ServedMatch, "_told", leaks)
    with pytest.raises(Leak):
        Match(game, 3).play()
