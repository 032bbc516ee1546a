"""Parametrizes the contract tests with every registered game."""

import pytest

from audiogames.core.registry import Spec, game, game_ids


@pytest.fixture(scope="session", params=game_ids())
def spec(request: pytest.FixtureRequest) -> Spec:
    return game(request.param)
