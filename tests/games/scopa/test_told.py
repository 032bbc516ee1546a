"""The announcements to each player of Scopa, the facts they may know, and the end of a match."""

from random import Random

import pytest

from audiogames.core.contract import Turn
from audiogames.core.cues import Say
from audiogames.core.events import Seat
from audiogames.core.options import OptionError, read_options
from audiogames.games.scopa import controls, speech
from audiogames.games.scopa import model as m
from tests.games.moves import of
from tests.games.scopa.positions import RULES, begun, cards, make, match, pack, playing
from tests.present.kit import shipped


def heard(lang, events, view):
    """Return the announcements of these events to a seat, as one text."""
    words = shipped(lang, game="scopa")
    cues = (cue for event in events for cue in speech.describe(event, view))
    return " ".join(words.speech(cue.message) for cue in cues if isinstance(cue, Say))


def answered(lang, cues):
    """Return the answer to a key as text."""
    return " ".join(shipped(lang, game="scopa").speech(cue.message) for cue in cues)


TOLD = [
    ("7d", "7c Rb", "Eva, sette di denari, prende sette di coppe.",
     "Eva, seven of coins, takes seven of cups."),
    ("Rs", "4c 6d 2b", "Eva, re di spade, prende quattro e sei.",
     "Eva, king of swords, takes four and six."),
    ("3b", "Rc", "Eva, tre di bastoni.", "Eva, three of clubs."),
    ("Rs", "4c 6d", "Eva, re di spade, prende quattro e sei. Scopa.",
     "Eva, king of swords, takes four and six. Scopa."),
]  # fmt: skip


@pytest.mark.rule("scopa 2.10 a card and its take in one sentence, in the shortest true form")
@pytest.mark.parametrize(("card", "table", "italian", "english"), TOLD)
def test_card_and_its_capture_are_announced_in_one_sentence(card, table, italian, english):
    state = playing(card, table)
    events = make(state, card)
    assert heard("it", events[:1], state.view(1)) == italian
    assert heard("en", events[:1], state.view(1)) == english


@pytest.mark.rule("scopa 2.10 the table in the order of play, and by value with its sum")
def test_table_cards_are_announced_in_the_order_laid_or_by_value():
    view = playing("7d", "7c 1b 4s").view(0)
    assert answered("it", controls.table(view)) == (
        "In tavola, sette di coppe, asso di bastoni, quattro di spade."
    )
    assert answered("it", controls.by_value(view)) == "In tavola 12: asso, quattro, sette."
    assert answered("en", controls.by_value(view)) == "On the table 12: ace, four, seven."


@pytest.mark.rule("scopa 2.10 the end of a match: each total once, then the winner")
@pytest.mark.parametrize("lang", ["it", "en"])
def test_match_end_is_announced_once(lang):
    last = next(
        (events, state) for _, _, events, state in match(5, points=6) if of(m.MatchEnded, events)
    )
    told = heard(lang, last[0], last[1].view(0))
    for total in last[1].score:
        assert told.count(f"{'Totale' if lang == 'it' else 'Total'} {total}.") == 1
    assert told.endswith(("Hai vinto.", "Vince Bruno.", "You win.", "Bruno wins."))


@pytest.mark.rule("scopa 2.8 points from 1 to 51; without a number, those of the form")
def test_default_target_score_differs_between_scopa_and_scopone():
    assert read_options(m.Options, {"points": "51"}).target == 51
    assert read_options(m.Options, {"form": "scopone"}).target == 21
    with pytest.raises(OptionError):
        read_options(m.Options, {"points": "52"})


@pytest.mark.rule("scopa 2.8 a match is won only after a whole deal, not point by point")
def test_match_never_ends_within_a_deal():
    state = playing("7d", "7c", points=1)
    events = make(state, "7d")
    assert events[0].scopa
    assert state.scope == [1, 0]
    assert isinstance(state.to_act, int)


@pytest.mark.rule("scopa 1.3 the first dealer by lot")
def test_every_seat_can_be_drawn_as_first_dealer():
    chosen = {RULES.chance(RULES.start(m.Options(), 4), Random(seed)).seat for seed in range(60)}
    assert chosen == set(range(4))


@pytest.mark.rule("scopa 2.9 public: the table, the scope, the number of cards taken by each side")
def test_every_listener_sees_the_same_public_state():
    for _, _, _, state in match(7, 4, form="scientifico", points=1):
        views = [state.view(seat) for seat in (None, *map(Seat, range(4)))]
        for view in views:
            assert (view.table, view.scope, view.taken) == (
                views[0].table, views[0].scope, views[0].taken,
            )  # fmt: skip
            assert view.history == views[0].history
        assert sum(views[0].taken) + len(views[0].table) + sum(views[0].hand_sizes) in {0, 40}
        if state.deal == 1 and state.to_act is Turn.CHANCE and state.trail:
            break


@pytest.mark.rule("scopa 2.6 two kings void no deal")
def test_two_kings_on_the_table_do_not_void_the_deal():
    state = begun()
    events = make(state, pack(("", ""), "Rc Rd 1c 2c"))
    assert not of(m.DealVoid, events)
    assert state.view(None).table == cards("Rc Rd 1c 2c")
