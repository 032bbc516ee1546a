"""The list of actions for players without keys: short, grouped, and without names of keys."""

import pytest

from audiogames.app.keys.bindings import BINDINGS
from audiogames.app.screens.actions import GROUPS, WAYS
from audiogames.core.registry import game, game_ids
from audiogames.table.setup import Setup
from tests.kit.pilot import LOCALES
from tests.kit.places import LANGUAGES, menu, over
from tests.kit.pressing import pressed, screen

BY_OTHER_MEANS = {
    "a row, a card or a cell that is tapped": (
        "move", "edges", "ten-on", "choose", "cards", "suits", "first-last", "nth", "play", "pick",
        "digits", "columns", "rows", "column-edges", "cell-edges",
    ),
    "a button that is there": (
        "back", "change", "yes", "no", "start", "add-bot", "remove-bot", "add-person",
        "table-options", "keep-table", "submit",
        "cancel", "lift", "moments", "play-on", "mistake", "situation",
        "why", "ways-on", "puzzle-on", "puzzle-hint", "puzzle-answer", "go-on", "actions", "keys",
        "game-menu",
    ),
    "what a phone has": (
        "delete", "read", "earlier", "heading", "scale", "caret", "select", "select-all",
        "copy-text", "cut", "paste",
    ),
    "the log on the page, and the history": (
        "review", "review-edges", "older-newer", "oldest-newest", "views", "view-number", "places",
        "to-table",
    ),
    "an option": (
        "verbosity", "volume-channel", "volume", "pace", "automatic-reading", "language",
    ),
    "about keys, windows and terminals": (
        "new-key", "another-key", "reset-key", "describer", "layer", "fill-screen", "suspend",
        "hush",
    ),
    "an item of the main menu": ("quit",),
}  # fmt: skip


def at_a_table(game_id, lang):
    """Start a match of this game as on a phone, and open the list of actions."""
    pilot = menu(lang)
    pilot.app.wording.by_touch = True
    pilot.app.wording.renew()
    spec = game(game_id)
    setup = Setup(spec, spec.options(), (), None, "easy", 5)
    pilot.app.matches.play_now(setup, spec.usual_seats, pilot.now)
    pilot.wait(12)
    pilot.press("f1")
    return pilot


def rows(pilot):
    return [row.text for row in pilot.app.frame().rows]


def test_every_binding_is_a_touch_action_or_available_in_another_way():
    listed = {id_ for ids in GROUPS.values() for id_ in ids}
    otherwise = {id_ for ids in BY_OTHER_MEANS.values() for id_ in ids}
    assert listed & otherwise == set()
    assert {one.id for one in BINDINGS} - listed - otherwise == set()


def test_touch_actions_are_grouped_with_the_most_used_first():
    pilot = at_a_table("scopa", "it")
    assert screen(pilot) == "TouchActions"
    assert pilot.look()[-1].text == "Azioni. Un consiglio."
    assert rows(pilot)[:4] == [
        "Un consiglio",
        "Annulla l'ultima mossa",
        "Ultima presa",
        "Pausa",
    ]
    groups = [row.group for row in pilot.app.frame().rows if row.group]
    assert groups == ["Più usate", "Domande", "Tavolo", "Programma"]


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game_id", game_ids())
def test_touch_actions_are_few_and_name_no_key(game_id, lang):
    pilot = at_a_table(game_id, lang)
    shown = rows(pilot)
    assert len(shown) <= 32
    assert len(set(shown)) == len(shown)
    names = ("ctrl", "control", "alt ", "shift", "maiuscol", "invio", "enter", "spazio", "space")
    assert [row for row in shown for name in names if name in row.casefold()] == []


def test_touch_actions_during_a_decision_omit_actions_that_are_not_possible_now():
    pilot = at_a_table("wist", "en")
    pilot.press("escape")
    while screen(pilot) != "DecisionList":
        pilot.wait(2)
    pilot.press("f1")
    assert screen(pilot) == "TouchActions"
    assert not {"Review of the finished match", "Time left"} & set(rows(pilot))


def test_touch_action_closes_the_list_and_runs_at_the_table():
    pilot = at_a_table("scopa", "en")
    place = rows(pilot).index("Your cards")
    pilot.perform(pilot.app.click(f"row {place}", pilot.now))
    assert screen(pilot) == "MatchScreen"
    assert pilot.announcements[-1].text.startswith("You hold 3 cards.")


def test_touch_actions_after_the_match_offer_review_but_no_advice():
    pilot = over("it")
    pilot.wait(20)
    pilot.app.wording.by_touch = True
    pilot.press("f1")
    assert rows(pilot)[:2] == ["Ultima carta", "Revisione della partita finita"]
    assert "Un consiglio" not in rows(pilot)


def test_f1_opens_the_key_list_for_keyboard_players():
    pilot = menu("it")
    pressed(pilot, "f1")
    assert screen(pilot) == "KeyList"


def test_every_variant_of_a_binding_has_a_text_in_every_language():
    from audiogames.present.catalogue import load

    ways = {one.id: len(one.standard) for one in BINDINGS if one.id in WAYS}
    for lang in LANGUAGES:
        found = load(LOCALES, lang)
        for id_, count in ways.items():
            for number in range(1, count + 1):
                assert found.find(f"way-{id_}-{number}", ("",)), (lang, id_, number)
