"""Tests in very many deals that no declaration of Tressette contradicts the cards held."""

from tests.games.tressette.truth import check_truth


def test_declarations_never_exclude_the_true_deal():
    assert check_truth(20_000, 1).excluded == 0
