"""The X key, which explains a card, answers in every phase of every game, on anyone's turn."""

from random import Random

import pytest

from audiogames.core.registry import game, game_ids
from audiogames.table.seats import Player
from audiogames.table.setup import Setup
from tests.kit.pilot import Pilot
from tests.kit.places import LANGUAGES

TIMES = 60


def playing(id_, lang, seed):
    spec = game(id_)
    pilot = Pilot(lang=lang)
    setup = Setup(spec, spec.options(), (Player("Eva"),), level="easy", seed=seed)
    pilot.app.matches.begin(setup.filled(spec.usual_seats), pilot.now)
    pilot.drain()
    return pilot


def phase(session):
    """Describe the circumstances of the match that affect the answer to the X key."""
    if session.over:
        return "over"
    if session.waiting:
        return "waiting"
    hidden = session.spec.hand.hidden(session.view) is not None
    asked = "mine" if session.my_turn else "another's"
    table = getattr(session.view, "on_table", ())
    listing = "list" if session.listing is not None else "cards"
    return f"{asked} {listing}{' hidden' if hidden else ''}{' answering' if table else ''}"


def explained(pilot):
    """Yield the answers to key X: one for each card of the hand, or one for an empty hand."""
    cards = len(pilot.app.session.view.hand)
    for place in range(max(1, min(cards, 10))):
        pilot.press("o", "o", "o")
        keys = ["right"] if pilot.app.session.listing is not None else [str((place + 1) % 10)]
        pilot.press(*keys)
        pilot.look()
        pilot.press("x")
        (answer,) = pilot.look()
        yield answer


@pytest.mark.parametrize(
    ("lang", "words"),
    [
        ("it", "Prima scegli una carta, freccia destra."),
        ("en", "Choose a card first, right arrow."),
    ],
)
def test_key_x_in_a_decision_list_says_how_to_choose_a_card(lang, words):
    pilot = playing("wist", lang, 7)
    while pilot.app.session.listing is None:
        pilot.wait(2)
    pilot.press("x")
    assert pilot.look()[-1].text == words
    pilot.press("right", "x")
    assert pilot.look()[-1].text != words


@pytest.mark.slow
@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("id_", game_ids())
def test_key_x_answers_in_every_phase(id_, lang):
    pilot, rng, met = playing(id_, lang, 7), Random(id_), set()
    session = pilot.app.session
    for _ in range(TIMES):
        met.add(phase(session))
        seen = session.view.hand and session.spec.hand.hidden(session.view) is None
        for answer in explained(pilot):
            assert answer.text
            assert answer.braille
            if seen:
                assert answer.text not in {"Nessuna carta.", "No cards."}
        if session.over:
            break
        if session.waiting:
            pilot.wait(2)
            session.ready(pilot.now)
        elif session.my_turn:
            session.submit(rng.choice(session.view.legal), pilot.now)
        pilot.drain()
        pilot.wait(rng.choice((0.2, 3)))
    assert {one.split()[0] for one in met} >= {"mine", "another's"}, met
