"""The public record of a match: how often each player has called, answered and folded."""

from random import Random

import pytest

from audiogames.games.invido import model as m
from tests.replays.invido import RULES, make, pack, play, played

NOTHING = m.Manner()


def manners(script):
    """Make these moves, and return the public record of each seat."""
    return played(script).view(None).manners


@pytest.mark.parametrize(
    ("script", "caller", "other"),
    [
        ("invido vado-via", m.Manner(calls=1), m.Manner(answers=1, folds=1)),
        (
            "invido tras-mas vado-via",
            m.Manner(calls=1, answers=1, folds=1),
            m.Manner(calls=1, answers=1),
        ),
        (
            "invido va-bene 3c 6s 2b 7c",
            m.Manner(calls=1),
            m.Manner(answers=1),
        ),
        ("invido 1:a-monte va-bene", m.Manner(calls=1), NOTHING),
        ("invido va-bene vado-via", m.Manner(calls=1), m.Manner(answers=1)),
        ("vado-via", NOTHING, NOTHING),
    ],
    ids=["given up", "raised, given up", "played out", "annulled", "left unasked", "no call"],
)
def test_finished_deal_adds_each_players_calls_answers_and_folds_to_their_record(
    script, caller, other
):
    assert manners(script) == (caller, other)


def test_record_of_calls_and_folds_changes_only_when_a_deal_ends():
    """So a bot that uses the record chooses in the same way from the first card to the last."""
    for script in ("", "invido", "invido tras-mas", "invido va-bene 3c"):
        assert manners(script) == (NOTHING, NOTHING)


def test_calls_and_folds_are_counted_over_all_deals_and_kept_in_a_determinization():
    state = played("invido vado-via")
    make(state, pack())
    play(state, "invido vado-via")
    assert state.view(None).manners == (m.Manner(calls=1, answers=1, folds=1),) * 2
    make(state, pack())
    view = state.view(0)
    assert RULES.redeal(view, Random(1)).view(None).manners == view.manners
