"""Tests that for any two moves there are reasons why one is better, in distinct sentences."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from audiogames.core.contract import Move, Turn, View
from audiogames.core.cues import Msg
from audiogames.core.registry import Spec, game, game_ids
from audiogames.core.review import ReviewSpec
from audiogames.present.catalogue import complete_languages, load
from audiogames.present.localizer import Called, Localizer
from tests.contract.test_words import begun, chosen

LOCALES = Path(__file__).resolve().parents[2] / "locales"
MATCHES = 8
LOOKED_AT = 60
"""The number of decisions of a match whose reasons are requested."""
WORDS = 30
"""The greatest length of a sentence: longer ones cannot be followed at speed."""

REVIEWED = [id_ for id_ in game_ids() if game(id_).bots.review is not None]


def decisions(spec: Spec, review: ReviewSpec[Move, View], rng: Random) -> Iterator[View]:
    """Play random matches; yield the view at each decision between several moves."""
    state = begun(spec, rng, rng.choice(list(spec.seats)))
    left = LOOKED_AT
    while left and (turn := state.to_act) is not Turn.OVER:
        if isinstance(turn, Turn):
            state.apply(None, spec.rules.chance(state, rng))
            continue
        if len(review.candidates(state.view(turn))) > 1:
            left -= 1
            yield state.view(turn)
        state.apply(turn, chosen(state, turn, rng))


def asked(review: ReviewSpec[Move, View], view: View, rng: Random) -> Iterator[list[Msg]]:
    """Yield the lists of reasons that a review and the G key would announce about two moves."""
    best, other = rng.sample(list(review.candidates(view)), 2)
    yield [*review.reasons(view, best, other), *review.more(view, best, other)]
    yield list(review.reasons(view, best, None))
    yield list(review.situation(view))


def sentences(spec: Spec, told: list[Msg]) -> Iterator[tuple[str, str]]:
    """Yield the speech and braille text of each message, in every language."""
    names = [Called(f"Massimiliano{seat}", "fm"[seat % 2]) for seat in range(max(spec.seats))]
    for lang in complete_languages(LOCALES):
        words = Localizer(load(LOCALES, lang).first(spec.id), lambda seat: names[seat], "normal")
        yield from ((words.speech(one), words.braille(one)) for one in told)


@pytest.mark.parametrize("id_", REVIEWED)
def test_reasons_exist_for_any_two_moves(id_):
    spec, found = game(id_), set()
    review, rng = spec.bots.review, Random(f"reasons {id_}")
    for _ in range(MATCHES):
        for view in decisions(spec, review, rng):
            for told in asked(review, view, rng):
                spoken = [speech for speech, _ in sentences(spec, told)]
                assert len(set(spoken)) == len(spoken), f"told twice: {spoken}"
                found.update(spoken)
                assert all(braille for _, braille in sentences(spec, told))
    assert found, "no reason was ever given"
    for sentence in found:
        assert sentence.endswith((".", "!")), sentence
        assert len(sentence.split()) <= WORDS, sentence
