"""Helpers for testing reviews: they judge a move as a review does, and check its sentences."""

from random import Random

from audiogames.core.registry import game
from audiogames.present.catalogue import load
from audiogames.present.localizer import Localizer
from audiogames.search.arena import never
from audiogames.search.judging import FACTOR, Reviewer, is_mistake
from audiogames.shell.files import resources


def judged(id_, state, move, factor=FACTOR):
    """Judge a move of the seat to act; return the judgement, whether it is reported, and why.

    `factor` multiplies a review's number of samples; fewer are enough if the difference is clear.
    """
    spec, view = game(id_), state.view(state.to_act)
    found = Reviewer(spec, never, factor).judge(view, spec.rules.read(move), Random(1))
    if found is None:
        return None, False, []
    reasons = spec.bots.review.reasons(view, found.rival, found.move)
    return found, is_mistake(spec, view, found), [one.id for one in reasons]


def assert_review_names(id_, state, wrong, better, reason, *, factor=FACTOR):
    """Assert that a review names `better`, with `reason` as its first or second reason."""
    found, told, reasons = judged(id_, state, wrong, factor)
    assert told, found
    assert str(found.rival) in better.split(" or ")
    assert reason in reasons[:2], reasons


def assert_review_is_silent(id_, state, move, factor=FACTOR):
    """Assert that the review does not report this move as a mistake."""
    _, told, _ = judged(id_, state, move, factor)
    assert not told


def assert_review_ignores_hidden_cards(id_, state, move, seed=1, factor=FACTOR):
    """Assert that the review judges the move equally after the hidden cards were redealt."""
    spec, seat = game(id_), state.to_act
    view = state.view(seat)
    again = spec.rules.redeal(view, Random(seed))
    assert again != state, "other cards are hidden"
    assert again.view(seat) == view
    found = [judged(id_, one, move, factor) for one in (state, again)]
    assert found[0] == found[1]
    _, _, ids = found[0]
    judgement = found[0][0]
    if judgement is not None:
        for lang in ("en", "it"):
            words = Localizer(load(resources() / "locales", lang).first(id_))
            told = spec.bots.review.reasons(view, judgement.rival, judgement.move)
            assert words.text(told) or not ids
