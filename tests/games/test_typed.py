"""Calls and suits typed in German, Spanish and French.

Calls and suits in Italian and English are tested in `tests/pilot`.
"""

from __future__ import annotations

import pytest

from audiogames.games.invido import controls as invido
from audiogames.games.invido import model as i
from audiogames.games.tressette import controls as tressette
from audiogames.games.tressette.model import SayDeclaration


@pytest.mark.parametrize(
    ("text", "move"),
    [
        *[("Annehmen.", i.VA_BENE), ("ja", i.VA_BENE), ("Ich steige aus", i.VADO_VIA)],
        ("Nein", i.NO),
        *[("Acepto.", i.VA_BENE), ("sí", i.VA_BENE), ("Me voy", i.VADO_VIA), ("anular", i.A_MONTE)],
        *[("J'accepte.", i.VA_BENE), ("oui", i.VA_BENE), ("Je me retire", i.VADO_VIA)],
    ],
)
def test_invido_answers_may_be_typed_in_other_languages(text, move):
    assert invido.typed(text, None, None) == move


@pytest.mark.parametrize(
    ("text", "suit"),
    [
        *[("tre lungo in Kelchen", "c"), ("tre lungo Münzen", "d"), ("tre lungo in Stäben", "b")],
        *[("tre lungo en copas", "c"), ("tre lungo de oros", "d"), ("tre lungo bastos", "b")],
        *[("tre lungo à coupes", "c"), ("tre lungo de deniers", "d"), ("tre lungo à épées", "s")],
    ],
)
def test_tressette_declarations_may_be_typed_in_other_languages(text, suit):
    assert tressette.typed(text, None, None) == SayDeclaration("tre-lungo", suit)
