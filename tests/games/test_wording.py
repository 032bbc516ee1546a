"""Sentences that a listener once reported as wrong, one example of each error."""

from dataclasses import replace

import pytest

from audiogames.app.screens.options import WORDS
from audiogames.cards.card import Card
from audiogames.cards.drawing import CardTaken
from audiogames.cards.drawing import announce as drawn
from audiogames.core.contract import Turn
from audiogames.core.cues import Say, msg
from audiogames.core.registry import game
from audiogames.games.invido import answers, speech
from audiogames.games.novantanove.model import TokensLost
from audiogames.present.catalogue import load
from audiogames.present.localizer import Called, Localizer
from audiogames.shell.files import resources
from tests.games.briscola import positions as briscola
from tests.games.novantanove import positions as novantanove

NAMES = (Called("Eva", "f"), Called("Bruno", "m"), Called("Carla", "f"), Called("Ada", "f"))


def words(id_, lang="it"):
    return Localizer(load(resources() / "locales", lang).first(id_), lambda who: NAMES[who])


def dealt_invido():
    spec = game("invido")
    return spec.rules.start(spec.options(), 2).view(0)


@pytest.mark.parametrize(
    ("tricks", "told"),
    [
        ((), "Nessuna mano giocata."),
        ((0,), "Mani. Una vinta, 2 da giocare."),
        ((None, 1), "Mani. Una patta, una persa, una da giocare."),
    ],
)
def test_invido_tricks_are_spoken_as_counts(tricks, told):
    view = replace(dealt_invido(), tricks=tricks)
    assert words("invido").speech(answers.tricks_words(view)) == told


def test_invido_summary_between_deals_has_no_stake():
    view = replace(dealt_invido(), to_act=Turn.CHANCE)
    assert words("invido").speech(speech.summary(view)) == "0 a 0"


def test_token_loss_of_several_players_is_announced_in_one_clause():
    view = novantanove.position("9d Kd Qd", "5c 6c 7c", "Jc 2s 3s", total=60).view(0)
    lost = TokensLost(seats=(0, 1), count=1, left=(3, 4))
    told = [one.message for one in game("novantanove").describe(lost, view) if isinstance(one, Say)]
    assert words("novantanove").text(told) == "Tu e Bruno perdete un gettone, te ne restano 3."


def test_briscola_explains_a_card_without_points():
    told = words("briscola")
    assert told.speech(msg("explain-loses", 0)) == "Non prende. In tavola niente."
    assert told.speech(msg("explain-takes", 0)) == "Prende, senza punti."


def test_last_drawn_card_of_briscola_is_called_the_briscola():
    view = briscola.dealt("2b 4b 5b", "6b 7b 1c", turned="7s").view(0)
    seven = Card.read("7s", "italian")
    view = replace(view, turned=None, known=((0, seven),))
    (told,) = drawn(CardTaken(seven, to=0), view)
    assert words("briscola").speech(told.message) == (
        "Peschi la briscola, sette di spade. Mazzo finito."
    )


def test_scale_option_is_spoken_in_percent():
    assert words("wist").speech(WORDS["scale"](400)) == "400 per cento"
