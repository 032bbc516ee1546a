"""One press of Enter creates each view and renders each sentence only once."""

from collections import Counter
from unittest.mock import patch

from audiogames.core.registry import game
from audiogames.games.novantanove.rules import NovantanoveState
from audiogames.present.localizer import Localizer
from tests.kit.places import dealer, lobby


def test_played_card_creates_one_view_per_seat_and_renders_each_sentence_once():
    pilot = lobby("en", 2, dealt=dealer())
    pilot.press("space", "enter")
    pilot.wait(10)
    assert pilot.app.session.my_turn
    pilot.press("1")
    pilot.wait(3)
    views, rendered = Counter(), Counter()
    view, render = NovantanoveState.view, Localizer._render

    def counted_view(self, seat):
        views[seat] += 1
        return view(self, seat)

    def counted_render(self, message, wishes):
        rendered[str(message), wishes] += 1
        return render(self, message, wishes)

    with (
        patch.object(NovantanoveState, "view", counted_view),
        patch.object(Localizer, "_render", counted_render),
    ):
        pilot.app.handle("enter", pilot.now)
    assert pilot.app.session.spec is game("novantanove")
    assert views == {0: 1, 1: 1}, "the listener's, and that of the bot which is asked next"
    assert rendered
    assert set(rendered.values()) == {1}
