"""Fast-forwarding to the end of a match once only bots have decisions left."""

import pytest

from audiogames.core.cues import msg
from audiogames.core.registry import game
from audiogames.games.novantanove import model as m
from audiogames.present.history import GAME
from audiogames.table.setup import Setup
from tests.kit.places import demo, eliminated, match, menu, others_turn
from tests.kit.pressing import pressed, screen

NOVANTANOVE = game("novantanove")


def history(pilot):
    """Return the texts of the history's game view."""
    return [entry.text for entry in pilot.app.announcer.history.entries(GAME)]


def winner(pilot):
    table = pilot.app.session.table
    return pilot.app.session.called(table.result().winners[0]).name


def cards_in_order(pilot, since):
    """Assert that the history names all cards played after entry `since` of the log, in order.

    Returns False if no moves were made.
    """
    entries = pilot.app.session.table.log.entries[since:]
    plays = [NOVANTANOVE.rules.read(entry.move) for entry in entries if entry.seat is not None]
    text, place = " ".join(history(pilot)), 0
    for play in plays:
        if isinstance(play, m.Play):
            place = text.index(pilot.app.text(msg("card", card=play.card))[1:-1], place)
    return len(plays) > 0


@pytest.mark.parametrize(("lang", "told"), [("it", "Vado alla fine."), ("en", "To the end.")])
def test_fast_forward_announces_the_winner_at_once(lang, told):
    pilot = eliminated(lang)
    since = len(pilot.app.session.table.log.entries)
    pilot.look()
    assert pressed(pilot, "ctrl+end") == told
    pilot.wait(5)
    (end,) = pilot.look()
    assert end.text.startswith({"it": f"Vince {winner(pilot)} ", "en": f"{winner(pilot)} "}[lang])
    assert end.interrupt
    assert history(pilot)[-1] == end.text
    assert cards_in_order(pilot, since), "and everything is in the history, in its order"


def test_match_after_a_fast_forward_has_the_usual_pace():
    pilot = eliminated("en")
    pilot.press("ctrl+end")
    pilot.wait(5)
    pilot.press("space")
    assert pilot.app.session.table.time.pace == 1.5


def test_fast_forward_is_refused_while_people_play():
    assert pressed(others_turn("en"), "ctrl+end") == (
        "Only when just bots are left at a table here."
    )


def test_fast_forward_key_pressed_again_stops_fast_forward():
    pilot = eliminated("en")
    pilot.slow = True
    pilot.wait(5)
    pilot.press("ctrl+end")
    pilot.look()
    pilot.answer()
    assert pilot.look() == [], "what the bots do is not spoken"
    assert pressed(pilot, "ctrl+end") == "At the usual pace again."
    assert pilot.app.session.table.time.pace == 1.5
    pilot.wait(3)
    pilot.answer()
    pilot.wait(3)
    assert pilot.heard()


def test_fast_forward_announces_the_position_while_bots_think_for_a_long_time():
    pilot = eliminated("en")
    pilot.slow = True
    pilot.wait(5)
    pilot.press("ctrl+end")
    pilot.look()
    pilot.now += 11
    pilot.answer()
    (told,) = pilot.look()
    assert told.text.startswith("Still playing, total ")


def test_fast_forward_is_in_the_menu_and_the_command_list():
    pilot = eliminated("en")
    assert "ctrl+end" in [button.key for button in pilot.app.frame().buttons]
    pilot.press("applications")
    assert screen(pilot) == "Actions"
    assert pilot.look()[-1].text == "Possible now. To the end of the match."
    pilot.press("escape", "escape")
    rows = [row.text for row in pilot.app.frame().rows]
    assert "To the end of the match" in rows
    pilot = match("en")
    pilot.press("escape")
    assert not [row for row in pilot.app.frame().rows if "end of the match" in row.text]


def test_demonstration_can_be_fast_forwarded():
    pilot = demo("en")
    pilot.press("ctrl+end")
    pilot.wait(10)
    assert pilot.app.session.over
    assert pilot.look()[-1].text.startswith(f"{winner(pilot)} ")


def test_fast_forward_works_when_all_people_are_eliminated():
    pilot = menu("en")
    me = pilot.app.matches.me()
    setup = Setup(NOVANTANOVE, NOVANTANOVE.options(tokens=1), (me,), limit=5)
    pilot.app.matches.begin(setup.with_person("Luca").filled(8), pilot.now)
    for _ in range(400):
        session = pilot.app.session
        alive = session.table.state.view(None).alive
        if not (alive[0] or alive[1]):
            break
        if screen(pilot) == "Curtain":
            pilot.wait(1)
            pilot.press("enter")
        elif session.waiting:
            pilot.wait(2)
            pilot.press("space")
        pilot.wait(1)
    assert not pilot.app.session.over
    pilot.press("ctrl+end")
    pilot.wait(5)
    assert pilot.app.session.over
    assert pilot.look()[-1].text.startswith(f"{winner(pilot)} ")


def test_recap_for_an_eliminated_player_names_only_the_round_and_last_card():
    pilot = eliminated("en")
    pilot.press("ctrl+end")
    pilot.wait(5)
    session = pilot.app.session
    deal = max(
        place for place, entry in enumerate(session.table.log.entries) if "deal" in entry.move
    )
    cards = [
        entry for entry in session.table.log.entries[deal + 1 :] if entry.move[0] in "A23456789TJQK"
    ]
    told = pressed(pilot, "e")
    assert told.startswith(f"Round {session.view.round}. ")
    assert len(cards) > 1
    assert told.count(" of ") == 1, "one card"
    assert told.endswith(f"Total {session.view.total}.")
